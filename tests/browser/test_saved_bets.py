"""Bets saved by name at a table: saved, chosen again, and kept for every table of the game."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.looking import Visitors, axe, no_sideways, shot
from browser.playing import TABLES, sit
from fairdeal.web.pages.assets import address

TABLE = TABLES["let-it-ride"]


def staged(page: Page) -> str:
    """What the button says that places the bets."""
    return page.locator("#do-place").inner_text()


@pytest.mark.parametrize("width", [1440, 800, 360])
def test_bets_are_saved_by_name_and_staged_again(visit: Visitors, width: int) -> None:
    page = visit(f"/tables/{TABLE}", width=width)
    module = address("table/layouts.js")
    sit(page, 2)
    page.get_by_role("button", name=re.compile("^Bet the minimum")).click()
    expect(page.locator("#do-place")).to_contain_text("$")
    before = staged(page)
    assert not page.evaluate("name => performance.getEntriesByName(name).length", module)
    page.get_by_role("button", name=re.compile("^Saved")).click()
    dialog = page.get_by_role("dialog", name="Saved bets")
    expect(dialog.get_by_text("None yet.")).to_be_visible()
    dialog.get_by_label("Name for the bets").fill("Small")
    dialog.get_by_label("Name for the bets").press("Enter")
    expect(dialog.get_by_role("status")).to_contain_text("Saved: Small")
    axe(page)
    shot(page, "saved-bets", (width,))
    dialog.get_by_role("button", name="Done").click()
    no_sideways(page)
    # Another stake, and back by the keyboard alone.
    page.locator("#do-double").click()
    assert staged(page) != before
    page.keyboard.press("a")
    choice = dialog.get_by_role("button", name=re.compile(r"^Small"))
    choice.focus()
    page.keyboard.press("Enter")
    expect(dialog).not_to_be_visible()
    assert staged(page) == before
    # They are there again when the page is loaded anew, and go when they are deleted.
    page.reload()
    page.locator("#do-saved").click()
    expect(choice).to_be_visible()
    dialog.get_by_role("button", name="Delete Small").click()
    expect(dialog.get_by_text("None yet.")).to_be_visible()
    dialog.get_by_role("button", name="Done").click()
    page.locator("#leave").click()
    expect(page.locator("#do-sit")).to_be_visible()


def test_bets_beyond_the_tables_limits_are_not_staged(visit: Visitors) -> None:
    page = visit(f"/tables/{TABLE}")
    saved = '[{"name": "High", "amounts": {"bet-1": 9000000, "bet-2": 9000000, "bet-3": 9000000}}]'
    page.evaluate("text => localStorage.setItem('fairdeal layouts let-it-ride', text)", saved)
    sit(page, 3)
    page.locator("#do-saved").click()
    choice = page.get_by_role("button", name=re.compile("^High"))
    expect(choice).to_be_disabled()
    expect(choice).to_contain_text("Bet Number 1 takes at most $")
    page.get_by_role("button", name="Done").click()
    page.locator("#leave").click()
    expect(page.locator("#do-sit")).to_be_visible()
