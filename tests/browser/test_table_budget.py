"""What the page of a table weighs, how soon it is there, and that nothing jumps."""

import re

import pytest
from playwright.sync_api import Response, expect

from browser.looking import Visitors
from browser.playing import TABLES, place_minimum, play_on, sit

SHIFTS = """
window.shifts = [];
new PerformanceObserver(list => {
  for (const one of list.getEntries())
    if (!one.hadRecentInput) window.shifts.push([one.value, ...one.sources.map(s => s.node && (s.node.id || s.node.className))]);
}).observe({type: "layout-shift", buffered: true});
"""


@pytest.mark.parametrize("game", list(TABLES))
def test_the_first_load_is_small(visit: Visitors, game: str) -> None:
    page = visit("/verify", allow=["404"])
    loaded: dict[str, int] = {}

    def weigh(answer: Response) -> None:
        if answer.ok and not answer.url.startswith("ws"):
            loaded[re.sub(r".*/", "", answer.url)] = len(answer.body())

    page.on("response", weigh)
    page.goto(f"/tables/{TABLES[game]}")
    expect(page.locator("#do-sit")).to_be_visible()
    page.wait_for_timeout(300)
    whole = sum(loaded.values())
    assert whole < 100_000, loaded


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("game", list(TABLES))
def test_nothing_jumps(visit: Visitors, game: str, width: int) -> None:
    page = visit("/verify", width=width, allow=["404"])
    page.add_init_script(SHIFTS)
    page.goto(f"/tables/{TABLES[game]}")
    sit(page, 1)
    place_minimum(page)
    expect(page.locator("#headline")).to_contain_text("Your turn")
    play_on(page)
    page.wait_for_timeout(300)
    found = page.evaluate("window.shifts")
    assert sum(one[0] for one in found) < 0.001, found
    page.locator("#leave").click()
    expect(page.locator("#leave")).to_be_hidden()
