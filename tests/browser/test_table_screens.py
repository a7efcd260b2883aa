"""Screens that tables are played on: all that is needed is seen, whole and without scrolling."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.looking import Visitors, few, nothing_overlaps
from browser.playing import TABLES, place_minimum, play_on, sit

SCREENS = [(1024, 768), (1280, 720), (1280, 800), (1440, 900), (1920, 1080)]
#: What is cut off by its own box, or lies under the bar or outside the window.
CUT = """() => {
  const bar = document.getElementById("purse").getBoundingClientRect().top;
  return [...document.querySelectorAll(
    "#purse b, #purse span, .caption, .hand-name, .who, .pill, #actions button, .headline, .cards")]
    .filter(one => one.getClientRects().length && !one.closest(".hidden-text"))
    .filter(one => {
      const {left, right, top, bottom} = one.getBoundingClientRect();
      const low = one.closest("#purse, #actions") ? innerHeight : bar;
      return left < 0 || right > innerWidth || top < 0 || bottom > low + 1
        || one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline";
    }).map(one => `${one.className} ${one.textContent}`);
}"""


def whole(page: Page) -> None:
    assert page.evaluate(CUT) == []
    nothing_overlaps(page, "#mine .caption, #mine .cards")
    nothing_overlaps(page, "#actions button, #purse p, #chips button")
    tall = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert tall <= 0, page.viewport_size


ROOM = "one => [one.clientHeight, one.scrollHeight]"


def own_bets_on_a_phone(page: Page) -> None:
    """The buttons lie over the betting areas, so that the bets are named above the buttons."""
    expect(page.locator("#own-bets")).to_be_hidden()
    page.set_viewport_size({"width": 360, "height": 740})
    bets = page.locator("#own-bets")
    expect(bets).to_be_visible()
    room, words = bets.evaluate(ROOM)
    assert words <= room
    expect(bets).to_have_text(re.compile(r"^(Bet Number 1, 2, 3|1st Ante|Ante) \$\d+"))
    nothing_overlaps(page, "#purse p, #actions button, #own-bets")


@pytest.mark.parametrize("game", few(TABLES, 2))
def test_nothing_is_cut_off_and_nothing_scrolls(visit: Visitors, game: str) -> None:
    """A guest begins with four figures: the balance is read from the first moment."""
    page = visit(f"/tables/{TABLES[game]}")
    sit(page, 1)
    expect(page.locator("#balance")).to_have_text("$1,000")

    def at_every_size() -> None:
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            whole(page)
            if game == "let-it-ride":
                room, words = page.locator(".pays-main").evaluate(ROOM)
                assert words <= room, f"limits below the odds at {width} x {height}"

    at_every_size()
    place_minimum(page)
    expect(page.locator("#headline")).to_contain_text("Your turn")
    at_every_size()
    own_bets_on_a_phone(page)
    play_on(page)
    # Now there is one button more: the bets of the last round.
    expect(page.locator("#do-repeat")).to_be_visible()
    at_every_size()
    page.locator("#leave").click()
    expect(page.locator("#leave")).to_be_hidden()


def test_without_a_script_the_table_says_so(visit: Visitors) -> None:
    for width in (360, 1440):
        page = visit("/tables/t1", javascript=False, width=width)
        box = page.locator("noscript p, p.strip").first.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        # One sentence, not a column of words.
        assert box["width"] > 250
        assert box["height"] < 120
