"""No barrier that axe can find, in light and dark, with everything open that can be opened."""

import pytest
from playwright.sync_api import expect

from browser.looking import Visitors, axe
from browser.playing import PRACTICE, place_minimum, play_on, sit


@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
def test_a_practice_table_has_no_barrier(visit: Visitors, dark: bool) -> None:
    page = visit(f"/tables/{PRACTICE['double-draw']}", dark=dark)
    expect(page.locator("#do-sit")).to_be_visible()
    axe(page)
    sit(page, 2 if dark else 3)
    page.locator("#do-least").click()
    axe(page)
    page.locator("#do-place").click()
    expect(page.locator("#headline")).to_contain_text("Your turn")
    page.locator("#do-bet").click()
    expect(page.locator("#pick-0")).to_be_visible()
    page.locator("#pick-0").click()
    axe(page)
    page.keyboard.press("?")
    expect(page.locator("#settings")).to_be_visible()
    axe(page)
    page.locator("#settings .main").click()
    play_on(page)
    axe(page)


@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
def test_the_sheets_of_a_narrow_page_have_no_barrier(visit: Visitors, dark: bool) -> None:
    page = visit(f"/tables/{PRACTICE['let-it-ride']}", width=360, dark=dark)
    sit(page, 2 if dark else 3)
    place_minimum(page)
    expect(page.locator("#headline")).to_contain_text("Your turn")
    for sheet in ("pays", "column"):
        page.locator(f"[data-sheet={sheet}]").click()
        expect(page.locator(f"#{sheet}")).to_be_visible()
        axe(page)
        page.keyboard.press("Escape")
        expect(page.locator(f"#{sheet}")).to_be_hidden()
    play_on(page)
