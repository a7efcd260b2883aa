"""Game accounts (COMAR 36.05.02.20F): players buy in at a table, bet from there, and cash out."""

import json
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
from conftest import Urls
from harness import DRAW, RIDE, Harness, move_chips, rules_of

from fairdeal.errors import Forbidden, Refused
from fairdeal.floor.audit import verify
from fairdeal.floor.money.ledger import drop_account, game_account, inventory_account
from fairdeal.floor.money.table_results import TableResults
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.guests import free_abandoned_seats
from fairdeal.floor.startup import open_database
from fairdeal.floor.tables.closing import close_table
from fairdeal.floor.tables.table_acts import hand_over
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table.actors import DEALER, PLAYER
from fairdeal.table.game_accounts import FloorTerms
from fairdeal.table.view import PUBLIC, Viewer, view

DAY_SECONDS = 24 * 60 * 60
TRAY_CENTS = 100_000_00


def seated(url: str, rules: str = RIDE) -> tuple[Harness, Person]:
    """A floor with one table, and ann with $1,000 in her purse at seat 1."""
    house = Harness(url, rules_of(rules))
    ann = house.guest()
    house.sit(ann)
    return house, ann


def cents(house: Harness, account: str) -> int:
    return house.floor.store.balances.get(account, 0) // UNITS_PER_CENT


def account(house: Harness, person: Person, table: str = "t1") -> int:
    return cents(house, game_account(table, person.id))


def bets(amount: float) -> dict[str, Any]:
    """The three bets of Let It Ride, each of so many dollars."""
    return {
        "do": "place-bets",
        "seat": 1,
        "amounts": {"bet-1": amount, "bet-2": amount, "bet-3": amount},
    }


def buy_ins(house: Harness) -> list[Any]:
    """The dollars of each buy-in in the log."""
    rows = house.floor.store.query("SELECT body FROM entries WHERE tbl <> '' AND number > 0")
    found = [event for (body,) in rows for event in json.loads(body)["events"]]
    return [event["amount"] for event in found if event["event"] == "bought-in"]


def credit(house: Harness, staff: dict[str, Person], amount: int) -> None:
    """So many cents go back to the bank."""
    two = (staff["floor"], staff["operator"])
    house.ask(lambda floor: move_chips(floor, two, "t1", amount, "high", fill=False))


@pytest.mark.clause("COMAR 36.05.02.20F(1)", "COMAR 36.05.02.21E", "COMAR 36.05.02.21F")
def test_a_bet_beyond_the_account_buys_in_the_usual_amount_and_leaving_cashes_out(
    urls: Urls,
) -> None:
    house, ann = seated(urls())
    usual = 20 * (house.table().state.rules.minimum_cents or 0)
    assert (house.floor.purse(ann.id), account(house, ann)) == (1_000_00, 0)
    house.say(ann, "t1", **bets(5))
    assert house.floor.purse(ann.id) == 1_000_00 - usual
    assert account(house, ann) == usual - 15_00
    assert cents(house, drop_account("t1")) == usual
    assert cents(house, inventory_account("t1")) == TRAY_CENTS - usual, "chips left the tray"
    house.say(ann, "t1", do="leave", seat=1)
    assert (house.floor.purse(ann.id), account(house, ann)) == (1_000_00, 0)
    assert cents(house, drop_account("t1")) == usual, "what was bought stays in the drop"
    house.audit()
    house.close()


def test_a_large_bet_buys_in_what_it_needs_and_no_more_than_the_purse_holds(urls: Urls) -> None:
    house, ann = seated(urls())
    house.say(ann, "t1", **bets(100))
    assert (house.floor.purse(ann.id), account(house, ann)) == (700_00, 0)
    house.say(ann, "t1", **bets(320))
    assert (house.floor.purse(ann.id), account(house, ann)) == (40_00, 0)
    house.say(ann, "t1", **bets(325))
    assert (house.floor.purse(ann.id), account(house, ann)) == (0, 25_00), "all that was left"
    with pytest.raises(Refused, match=r"you have \$25"):
        house.say(ann, "t1", **bets(340))
    house.audit()
    house.close()


@pytest.mark.clause("COMAR 36.05.02.21D(1)(a)", "COMAR 36.05.02.21D(2)")
def test_a_player_chooses_the_amount(urls: Urls) -> None:
    house, ann = seated(urls())
    house.say(ann, "t1", do="buy-in", seat=1, amount=37.5)
    assert (house.floor.purse(ann.id), account(house, ann)) == (962_50, 37_50)
    house.say(ann, "t1", **bets(5))
    assert (house.floor.purse(ann.id), account(house, ann)) == (962_50, 22_50), "no other buy-in"
    assert buy_ins(house) == [37.5]
    bob = house.guest("bob")
    with pytest.raises(Forbidden, match="not the seat of"):
        house.say(bob, "t1", do="buy-in", seat=1, amount=5)
    for amount in (0, -5):
        with pytest.raises(Refused, match=r"above \$0"):
            house.say(ann, "t1", do="buy-in", seat=1, amount=amount)
    with pytest.raises(Refused, match=r"needs \$1,000 in chips, and you have \$962\.50"):
        house.say(ann, "t1", do="buy-in", seat=1, amount=1_000)
    house.audit()
    house.close()


def test_chips_at_another_table_are_named_when_there_are_too_few(urls: Urls) -> None:
    house, ann = seated(urls())
    house.open_table(rules_of(DRAW))
    house.sit(ann, "t2")
    house.say(ann, "t1", do="buy-in", seat=1, amount=990)
    with pytest.raises(Refused, match=r"\$10, and \$990 in game accounts at other tables"):
        house.say(ann, "t2", do="bet", seat=1, wager="ante", amount=15)
    house.close()


@pytest.mark.clause("COMAR 36.05.02.20F(2)(a)", "COMAR 36.05.02.20F(2)(b)")
@pytest.mark.clause("COMAR 36.05.02.20F(2)(c)", "COMAR 36.05.02.20F(6)")
@pytest.mark.parametrize("rules", [RIDE, DRAW], ids=["let-it-ride", "double-draw"])
def test_the_account_pays_and_is_paid_and_the_win_is_counted(urls: Urls, rules: str) -> None:
    """Closer + credits + drop - opener - fills is what ann lost (36.05.03.15D)."""
    url = urls()
    house, ann = seated(url, rules)
    for _ in range(6):
        house.bet(ann)
        house.play_out({1: ann})
    lost = 1_000_00 - house.floor.chips(ann.id)
    told = TableResults().read(house.floor.store)["t1"]
    assert told.win == lost == told.inventory + told.drop - TRAY_CENTS
    assert told.handle >= lost, "nobody loses more than the stakes"
    staff = house.staff()
    house.ask(lambda floor: close_table(floor, staff["floor"], "t1"))
    assert house.floor.purse(ann.id) == 1_000_00 - lost, "closing cashes out"
    closed = TableResults().read(house.floor.store)["t1"]
    assert closed.win == lost == closed.closing + closed.drop - TRAY_CENTS
    assert cents(house, drop_account("t1")) == 0, "the drop went to the bank"
    house.audit()
    house.close()
    database = open_database(url)
    assert verify(database).valid
    database.close()


def test_whoever_leaves_during_a_round_is_cashed_out_when_it_ends(urls: Urls) -> None:
    house, ann = seated(urls())
    bob = house.guest("bob")
    house.sit(bob, seat=2)
    for person, seat in ((ann, 1), (bob, 2)):
        house.say(person, "t1", **house.bets(seat=seat))
    for person, seat in ((ann, 1), (bob, 2)):
        house.say(person, "t1", do="ready", seat=seat)
    house.say(ann, "t1", do="leave", seat=1)
    assert account(house, ann) > 0, "the round is on"
    house.play_out({2: bob})
    assert account(house, ann) == 0
    assert house.floor.purse(ann.id) == house.floor.chips(ann.id)
    house.audit()
    house.close()


def test_the_seat_of_somebody_absent_is_freed_with_its_account(urls: Urls) -> None:
    house, ann = seated(urls())
    house.say(ann, "t1", do="buy-in", seat=1, amount=300)
    house.time += 2 * DAY_SECONDS
    house.ask(free_abandoned_seats)
    assert not house.table().state.seats
    assert (house.floor.purse(ann.id), account(house, ann)) == (1_000_00, 0)
    house.audit()
    house.close()


def test_a_restart_in_the_middle_of_a_round_keeps_the_account(urls: Urls) -> None:
    house, ann = seated(urls())
    house.bet(ann)
    before = house.table().state.bought, account(house, ann)
    house.reopen()
    assert (house.table().state.bought, account(house, ann)) == before
    house.play_out({1: ann})
    house.audit()
    house.close()


def test_chips_cannot_be_sold_that_the_tray_does_not_hold(urls: Urls) -> None:
    """The automatic pair fills the tray for a buy-in; where a person deals, two people do."""
    house, ann = seated(urls())
    staff = house.staff()
    credit(house, staff, TRAY_CENTS - 50_00)
    house.say(ann, "t1", **bets(5))
    assert cents(house, inventory_account("t1")) >= 0
    house.ask(lambda floor: hand_over(floor, staff["floor"], "t1", "person"))
    credit(house, staff, cents(house, inventory_account("t1")))
    with pytest.raises(Refused, match="a fill of"):
        house.say(ann, "t1", do="buy-in", seat=1, amount=20)
    house.audit()
    house.close()


def test_a_table_of_an_earlier_log_has_no_accounts(urls: Urls) -> None:
    """Its players bet from their purses, as when it was opened."""
    url = urls()
    with patch("fairdeal.floor.tables.table_acts._with_defaults", lambda rules: rules):
        house, ann = seated(url)
    with pytest.raises(Refused, match="no game accounts"):
        house.say(ann, "t1", do="buy-in", seat=1, amount=20)
    house.say(ann, "t1", **bets(5))
    assert (house.floor.purse(ann.id), account(house, ann)) == (985_00, 0)
    house.reopen()
    house.say(ann, "t1", do="leave", seat=1)
    assert house.floor.purse(ann.id) == 1_000_00
    house.audit()
    house.close()
    database = open_database(url)
    assert verify(database).valid
    database.close()


def test_the_rules_file_says_the_usual_amount(urls: Urls) -> None:
    house = Harness(urls(), replace(rules_of(RIDE), floor=FloorTerms(buy_in_cents=77_00)))
    ann = house.guest()
    house.sit(ann)
    house.say(ann, "t1", **bets(5))
    assert house.floor.purse(ann.id) == 923_00
    house.audit()
    house.close()


@pytest.mark.clause("COMAR 36.05.02.20F(4)", "COMAR 36.05.02.21D(1)(b)")
def test_the_player_and_the_dealer_see_the_account_and_others_do_not(urls: Urls) -> None:
    house, ann = seated(urls())
    house.say(ann, "t1", do="buy-in", seat=1, amount=37.5)
    state = house.table().state
    seen = {}
    for viewer in (Viewer(PLAYER, ann.id), Viewer(DEALER, "d"), Viewer(PLAYER, "bob"), PUBLIC):
        (seat,) = (one for one in view(state, viewer).seats if one.seat == 1)
        seen[viewer] = seat.account
    assert list(seen.values()) == [37_50, 37_50, None, None]
    house.close()
