"""The console on a tablet that lies beside the dealer: everything at a glance, nothing scrolled."""

import pytest
from hand_dealt import Staff, bet, deal_until, open_table, seated
from playwright.sync_api import Page, ViewportSize, expect
from web_client import Server

from browser.looking import Visitors, axe, no_sideways, shot

TABLET: ViewportSize = {"width": 1024, "height": 768}
TWICE = {
    "game": "run-em-twice",
    "seats": 6,
    "minimum": 5,
    "chip-step": 5,
    "adjacent-boxes": None,
    "payout-limit": None,
    "paytables": {"five-card-bonus": "standard", "ultimate-pairs": "A", "progressive": "A"},
    "progressive": {"stakes": [1, 5], "rate": {"meter": 0.1}, "reset": {"meter": 10000}},
}


def in_sight(page: Page, selector: str) -> None:
    """Every such element lies in the window whole, with nothing scrolled."""
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]
    boxes = [one.bounding_box() for one in page.locator(selector).all()]
    assert boxes
    for box in boxes:
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= TABLET["height"] + 1, (selector, box)
        assert box["x"] + box["width"] <= TABLET["width"] + 1, (selector, box)


@pytest.mark.clause("MD-RET 2.B(3)")
def test_six_seats_of_run_em_twice_on_a_tablet(
    server: Server, staff: Staff, visit: Visitors
) -> None:
    table = open_table(staff, **TWICE)
    players = seated(server, table, *range(1, 7))
    deal_until(staff, table, "no-more-bets")
    for seat, one in players.items():
        bet(one, table, seat, five_card_bonus=5, ultimate_pairs=5, progressive=1)
        one.do(table, {"do": "ready", "seat": seat})
    # A name is whole beside "ready".
    console = visit(f"/tables/{table}/deal", token=staff.dealer.token)
    expect(console.locator(".seat .status", has_text="ready")).to_have_count(6)
    for width, height in ((1440, 900), (1024, 768)):
        console.set_viewport_size({"width": width, "height": height})
        cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
        assert console.locator(".seat .name").evaluate_all(cut) == 0
    # The cross is lettered as the text has it on the players' side; cards will lie on "Center".
    felt = visit(f"/tables/{table}", token=players[1].token)
    expect(felt.locator("span.line")).to_have_count(3)
    assert sorted(felt.locator("span.line").all_inner_texts()) == ["1st Ante", "2nd Ante", "Center"]
    page = visit(f"/tables/{table}/deal", token=staff.dealer.token)
    page.set_viewport_size(TABLET)
    deal_until(staff, table, "rack-stub", players=None)
    deal_until(staff, table)  # the first seat is asked
    expect(page.locator(".seat.turn")).to_have_count(1)
    for selector in ("#board .area", ".seat.turn", "#next", "#seats .seat"):
        in_sight(page, selector)
    # Every area of the dealer's cross has its own words.
    lettered = page.locator("#board .area p").all_inner_texts()
    letters = [words.split("\n")[0] for words in lettered]  # a reader is told the place too
    assert sorted(letters) == ["1st Ante", "1st Ante", "2nd Ante", "2nd Ante", "Center"]
    shot(page, "console-tablet", widths=(1024, 1440, 360), full=False)
    deal_until(staff, table, "show", players=players)
    for selector in ("#board .area", ".seat.turn", "#next"):
        in_sight(page, selector)
    no_sideways(page)
    axe(page)
    shot(page, "console-tablet-settling", widths=(1024, 1440, 360), full=False)
