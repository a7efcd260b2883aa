"""On any screen, narrow as 320 px, and with letters twice as large: everything is there."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from web_client import Server

from browser.looking import (
    FLAGS,
    Visitors,
    chromium_path,
    motion_ends,
    no_sideways,
    nothing_overlaps,
    shot,
)
from browser.playing import TABLES, place_minimum, play_on, sit

#: Pages that anybody may open; the tables are looked at in a round.
READ = (
    "/",
    "/games",
    "/games/run-em-twice/maryland",
    "/sign-in",
    "/verify",
    "/tables/t4/papers",
    "/lab",
)
PLAYED = ("t1", "t2", "t4")


@pytest.fixture(scope="module")
def large(chromium: Browser) -> Iterator[Browser]:
    """A browser whose reader has asked for letters of 32 px where others have 16."""
    flags = [*FLAGS, "--blink-settings=defaultFontSize=32"]
    browser = chromium.browser_type.launch(executable_path=chromium_path(), args=flags)
    yield browser
    browser.close()


def look(page: Page, name: str) -> None:
    """A decision: the question, its buttons and the purse are seen whole, one beside the other."""
    sit(page, 1)
    no_sideways(page)
    place_minimum(page)
    expect(page.locator("#headline")).to_contain_text("Your turn")
    no_sideways(page)
    width, height = page.evaluate("[innerWidth, innerHeight]")
    for button in page.locator("#actions button").all():
        box = button.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width
        assert 0 <= box["y"] <= box["y"] + box["height"] <= height
        assert box["height"] >= 44
    nothing_overlaps(page, "#actions button, #purse p")
    nothing_overlaps(page, "#mine .area, #mine .cards > *")
    shot(page, name, [width], full=False)
    play_on(page)
    page.locator("#leave").click()
    expect(page.locator("#leave")).to_be_hidden()


def test_at_320_px_nothing_is_sideways(visit: Visitors) -> None:
    page = visit("/", width=320, height=640)
    for path in READ:
        page.goto(path)
        no_sideways(page)
    for table in PLAYED:
        page.goto(f"/tables/{table}")
        look(page, f"reflow-{table}")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (800, 1024)])
def test_letters_may_be_twice_as_large(
    large: Browser, server: Server, width: int, height: int
) -> None:
    visitors = Visitors(large, server.url)
    page = visitors("/", width=width, height=height)
    assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == 32
    for path in READ:
        page.goto(path)
        no_sideways(page)
        # What is cut off is not seen: no words are wider than what holds them.
        cut = page.locator("main :is(a, button, h1, h2, h3, p, li):visible").evaluate_all(
            """all => all.filter(one => getComputedStyle(one).overflowX === "hidden"
                && !one.closest(".hidden-text, table")
                && one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"""
        )
        assert cut == []
    for table in PLAYED:
        page.goto(f"/tables/{table}")
        look(page, f"large-{table}")
    assert visitors.close() == []


#: Screens of every day between the three that are pictured.
SCREENS = ((1920, 1080), (1366, 768), (1280, 800), (1200, 800), (1024, 768))
#: What is not wholly in the window, or is cut off by a box that it stands in.
CUT_OFF = """what => [...document.querySelectorAll(what)].filter(one => {
  const box = one.getBoundingClientRect();
  if (!box.width) return false;
  const holder = one.closest(".pays-main, .pays-side")?.getBoundingClientRect();
  const bottom = holder ? holder.bottom : innerHeight;
  return box.bottom > bottom + 1 || box.top < -1 || box.right > innerWidth + 1 || box.left < -1;
}).map(one => one.id || one.innerText)"""


@pytest.mark.parametrize("game", list(TABLES))
def test_all_that_a_bet_needs_is_on_any_screen(visit: Visitors, game: str) -> None:
    page = visit(f"/tables/{TABLES[game]}")
    sit(page, 1)
    place_minimum(page)
    expect(page.locator("#headline")).to_contain_text("Your turn")
    play_on(page)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(page.locator("#do-repeat")).to_be_visible()
        motion_ends(page)
        assert page.evaluate(CUT_OFF, "#actions button, #chips button, #mine .area") == []
        bar = page.locator("#purse").bounding_box()
        lowest = page.locator(".box").bounding_box()
        assert bar is not None
        assert lowest is not None
        assert lowest["y"] + lowest["height"] <= bar["y"] + 1, (width, height)
        nothing_overlaps(page, "#actions button, #chips button, #purse p")
        if width >= 1200:
            lines = ".pays-main > .pays-lines tr, .pays-side > .pays-lines tr"
            assert page.evaluate(CUT_OFF, lines) == [], (width, height)
        if width > 1280:
            # The limits stand whole below the odds, to the last word.
            assert page.evaluate(CUT_OFF, ".pays-main > .limits") == [], (width, height)
