"""No barrier that axe can find, in light and dark, with everything open that can be opened."""

from playwright.sync_api import expect

from browser.looking import Visitors, axe
from browser.playing import PRACTICE, place_minimum, play_on, sit


def test_a_practice_table_has_no_barrier(visit: Visitors) -> None:
    page = visit(f"/tables/{PRACTICE['double-draw']}")
    expect(page.locator("#do-sit")).to_be_visible()
    axe(page, both=True)
    sit(page, 1)
    page.locator("#do-least").click()
    axe(page, both=True)
    page.locator("#do-place").click()
    expect(page.locator("#headline")).to_contain_text("Your turn")
    page.locator("#do-bet").click()
    expect(page.locator("#pick-0")).to_be_visible()
    page.locator("#pick-0").click()
    axe(page, both=True)
    page.keyboard.press("?")
    expect(page.locator("#settings")).to_be_visible()
    axe(page, both=True)
    # Sounds are off until they are wanted; they and their volume are kept.
    expect(page.locator("#settings input[name=sounds]")).not_to_be_checked()
    page.locator("#settings input[name=sounds]").check()
    page.locator("#settings input[name=volume]").fill("80")
    assert page.evaluate("JSON.parse(localStorage['fairdeal settings']).sounds")
    assert page.evaluate("JSON.parse(localStorage['fairdeal volume'])") == 80
    page.locator("#settings .main").click()
    play_on(page)
    axe(page, both=True)


def test_the_sheets_of_a_narrow_page_have_no_barrier(visit: Visitors) -> None:
    page = visit(f"/tables/{PRACTICE['let-it-ride']}", width=360)
    sit(page, 1)
    place_minimum(page)
    expect(page.locator("#headline")).to_contain_text("Your turn")
    for sheet in ("pays", "column"):
        page.locator(f"[data-sheet={sheet}]").click()
        expect(page.locator(f"#{sheet}")).to_be_visible()
        axe(page, both=True)
        page.keyboard.press("Escape")
        expect(page.locator(f"#{sheet}")).to_be_hidden()
    play_on(page)
