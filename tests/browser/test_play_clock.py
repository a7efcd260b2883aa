"""The clock and the result of the day at a table, which need no script of the page."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.looking import Visitors, axe, no_sideways, shot
from browser.playing import place_minimum, play_on, sit


def line_of(page: Page, *, again: bool = False) -> Locator:
    """The line in its frame; `again` asks for it anew, as the browser does once a minute."""
    frame = page.frame(url="**/play-clock")
    assert frame is not None
    if again:
        frame.goto(frame.url)
    return frame.locator("p")


@pytest.mark.parametrize("width", [360, 800, 1440])
def test_time_result_and_what_is_left_of_a_limit_are_in_sight(visit: Visitors, width: int) -> None:
    table = {360: "t1", 800: "t2", 1440: "t4"}[width]
    page = visit(f"/tables/{table}", width=width)
    expect(line_of(page)).to_have_text(re.compile(r"^\d\d:\d\d UTC$"))
    expect(page.locator(".play-clock")).to_be_in_viewport()
    sit(page, 1)
    place_minimum(page)
    play_on(page)
    expect(page.locator("#paid .net")).to_have_text(re.compile("You "))
    told = page.evaluate(
        "fetch('/api/me/limits', {method: 'POST', headers: {'content-type': 'application/json'},"
        " body: JSON.stringify({kind: 'loss', amount: 500})}).then(answer => answer.json())"
    )
    result, left = told["result"], 500 + min(told["result"], 0)
    sign = "-" if result < 0 else r"\+" if result else ""
    words = rf"{sign}\${abs(result):g} today · \d+ min · \${left:g} to limit"
    expect(line_of(page, again=True)).to_have_text(re.compile(rf"^\d\d:\d\d UTC · {words}$"))
    axe(page)
    no_sideways(page)
    shot(page, f"play-clock-{width}", widths=(width,))
