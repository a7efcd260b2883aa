"""What the page of a table weighs, and that nothing jumps."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.looking import Visitors, few
from browser.playing import TABLES, place_minimum, play_on, sit
from fairdeal.web.pages.assets import address, modules

SHIFTS = """
window.shifts = [];
new PerformanceObserver(list => {
  for (const one of list.getEntries()) {
    const moved = one.sources.map(({node}) => node).filter(Boolean);
    const what = moved.map(node => (node.parentElement ?? node).outerHTML.slice(0, 200));
    // Words inside the list and the headline move when they change. That follows from an input, and
    // on a busy machine comes later than the half second in which the browser says so.
    const isText = node => node.parentElement?.closest("#said, #headline");
    const onlyText = moved.length && moved.every(isText);
    if (!one.hadRecentInput && !onlyText) window.shifts.push([one.value, ...what]);
  }
}).observe({type: "layout-shift", buffered: true});
"""

#: What came over the line, headers and all, and how large each file is unpacked.
WEIGHT = """() => {
  const all = ["navigation", "resource"].flatMap(kind => performance.getEntriesByType(kind));
  const files = all.filter(one => !one.name.includes("/api/"));
  return [
    files.reduce((sum, one) => sum + one.transferSize, 0),
    Object.fromEntries(files.map(one => [new URL(one.name).pathname, one.decodedBodySize])),
  ];
}"""


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("game", few(TABLES, 2))
def test_the_first_load_is_small_and_nothing_jumps(visit: Visitors, game: str, width: int) -> None:
    page = visit("/verify", width=width, allow=["404"])
    page.add_init_script(SHIFTS)
    page.goto(f"/tables/{TABLES[game]}", wait_until="networkidle")
    expect(page.locator("#do-sit")).to_be_visible()
    is_small(page)
    sit(page, 1 if width == 360 else 2)
    place_minimum(page)
    expect(page.locator("#headline")).to_contain_text("Your turn")
    play_on(page)
    expect(page.locator("#paid .net")).to_have_text(re.compile("You "))
    found = page.evaluate("window.shifts")
    assert sum(one[0] for one in found) < 0.001, found


def is_small(page: Page) -> None:
    over_the_line, loaded = page.evaluate(WEIGHT)
    # The pictures come with the first card or chip, and are in no list: they count unpacked.
    pictures = len(page.request.get(address("shared/cards.svg")).body())
    assert pictures > 1000
    assert over_the_line + pictures < 100_000, loaded
    # The settlement's module comes only where a round has ended before.
    settlement = address("table/settlement.js")
    scripts = {name for name in loaded if name.endswith(".js") and name != settlement}
    assert 10_000 < sum(loaded[name] for name in scripts) < 95_000, loaded
    # Whatever is loaded was named in the page: no module and no sheet is found only in another.
    assert scripts == {address(name) for name in modules("table/table.js")}
    sheets = ("shared/base.css", "shared/cards.css", "table/table.css", "table/table_sizes.css")
    assert {name for name in loaded if name.endswith(".css")} == {address(one) for one in sheets}
