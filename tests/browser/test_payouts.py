"""A payout that needs a tax form, at the console and at the wall: three people sign, one by one."""

import pytest
from hand_dealt import Staff, bet, deal_until, open_table
from playwright.sync_api import expect
from web_client import Server

from browser.looking import Visitors, axe, few, no_sideways, shot

#: Two cards of the community, one for the rack, and three of seat 1: a royal flush.
PROGRAM = """
from fairdeal.cards import parse_cards
from fairdeal.floor import known_answers
from fairdeal.play import sources
first = parse_cards("As Ks 2c Qs Js Ts")
sources.fair_order = lambda deck, *_: (*first, *sorted(deck.each - set(first)))
# A server whose shuffle was changed refuses to start.
known_answers.wrong_answers = lambda: []
from fairdeal.cli import main
main()
"""
REFUSED = ("status of 409",)


@pytest.mark.clause("COMAR 36.05.03.23E(2)")
@pytest.mark.parametrize("width", few([360, 1440]))
def test_three_people_sign_a_payout(
    visit: Visitors, server: Server, staff: Staff, width: int
) -> None:
    floor_terms = {"name": f"Royal {width}", "dealer": "person", "hand-pay": 10**6}
    shoe = {"dealing": "automated-shoe", "shuffling": "reshuffling"}
    table = open_table(staff, floor=floor_terms, **shoe)
    ann = server.guest("ann")
    ann.do(table, {"do": "sit", "seat": 1})
    deal_until(staff, table, "no-more-bets")
    bet(ann, table, 1)
    ann.do(table, {"do": "ready", "seat": 1})
    deal_until(staff, table, "clear", players={1: ann})
    console = visit(f"/tables/{table}/deal", token=staff.dealer.token, width=width, allow=REFUSED)
    assert ann.json("/api/me")["held"] == 30_000, "three bets of ten dollars, 1,000 to 1"
    panel = console.locator("#pending")
    expect(panel).to_contain_text("seat 1 for Bet Number 3, held until its document is signed")
    console.locator("#next").click()
    expect(console.locator("#notices")).to_contain_text("cards lie until payout")
    shot(console, f"console-payout-{width}", widths=(width,))
    axe(console)
    no_sideways(console)
    floor = visit("/floor", token=staff.floor.token, width=width)
    card = floor.locator(f"#table-{table}")
    for number in (1, 2, 3):
        name = f"{table}-1.1.bet-{number}"
        console.get_by_role("button", name=f"Sign {name} as prepared").click()
        button = card.get_by_role("button", name=f"Sign {name} as verified")
        button.focus()
        floor.keyboard.press("Enter")
        expect(button).to_have_count(0)
    shot(floor, f"wall-payout-{width}", widths=(width,))
    axe(floor)
    no_sideways(floor)
    console.locator("#next").click()
    expect(console.locator("#notices")).not_to_contain_text("cards lie until")
    operator = visit("/floor", token=staff.operator.token, width=width)
    there = operator.locator(f"#table-{table}")
    for number in (1, 2, 3):
        name = f"{table}-1.1.bet-{number}"
        there.get_by_role("button", name=f"Sign {name} as paid").click()
        expect(there.get_by_text(f"Payout {name}")).to_have_count(0)
    assert ann.json("/api/me")["held"] == 0
    paper = staff.floor.json(f"/api/forms/payout/{table}-1.1.bet-1")
    assert [bool(one["by"]) for one in paper["signatures"]] == [True] * 3
