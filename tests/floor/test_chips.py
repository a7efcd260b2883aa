"""Chips: one purse for the whole floor, and nobody bets more than he or she holds."""

from typing import Any

import pytest
from conftest import Urls
from harness import DRAW, Harness, guest_at_two_tables

from fairdeal.errors import Refused
from fairdeal.floor.people.guests import more_chips
from fairdeal.table.legal import legal_actions
from fairdeal.table.state import OPEN, layout_cents


def bets(dollars: float) -> dict[str, Any]:
    amounts = {f"bet-{number}": dollars for number in (1, 2, 3)}
    return {"do": "place-bets", "seat": 1, "amounts": amounts}


def test_a_guest_begins_with_a_thousand_dollars(urls: Urls) -> None:
    house, ann = guest_at_two_tables(urls(), second=DRAW)
    assert house.floor.chips(ann.id) == 1_000_00
    house.close()


def test_what_lies_on_the_layout_is_out_of_the_purse(urls: Urls) -> None:
    house, ann = guest_at_two_tables(urls(), second=DRAW)
    house.say(ann, "t1", **bets(100))
    assert house.floor.chips(ann.id) == 700_00
    assert layout_cents(house.table().state) == 300_00
    house.say(ann, "t1", do="take-back-bet", seat=1, wager="bet-1")
    assert house.floor.chips(ann.id) == 800_00
    house.audit()
    house.close()


def test_nobody_bets_more_than_he_or_she_holds(urls: Urls) -> None:
    house, ann = guest_at_two_tables(urls(), second=DRAW)
    before = house.dump()
    with pytest.raises(Refused, match=r"this needs \$1,500 in chips, and you have \$1,000"):
        house.say(ann, "t1", **bets(500))
    assert house.dump() == before
    assert not house.table().state.seats[1].stakes
    house.say(ann, "t1", **bets(330))
    assert house.floor.chips(ann.id) == 10_00
    house.audit()
    house.close()


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_at_two_tables_at_once_either(urls: Urls, order: tuple[int, int]) -> None:
    """Two bets of $900 and $150 from a purse of $1,000, in one transaction: the first counts."""
    house, ann = guest_at_two_tables(urls(), second=DRAW)
    said: list[tuple[str, dict[str, Any]]] = [
        ("t1", bets(300)),
        ("t2", {"do": "bet", "seat": 1, "wager": "ante", "amount": 150}),
    ]
    jobs = [house.job(ann, said[n][0], f"key {n}", said[n][1]) for n in order]
    house.writer.run_batch(jobs)
    assert jobs[0].done.exception(timeout=0) is None
    assert isinstance(jobs[1].done.exception(timeout=0), Refused)
    assert house.floor.chips(ann.id) == (100_00 if order[0] == 0 else 850_00)
    house.audit()
    # The key of what was refused is free: with other chips it may come again.
    house.say(ann, said[order[0]][0], do="leave", seat=1)
    table, document = said[order[1]]
    house.say(ann, table, key=f"key {order[1]}", **document)
    house.audit()
    house.close()


def test_a_bet_inside_the_round_needs_chips_too(urls: Urls) -> None:
    """Double Draw: all but $150 lies at another table when the first draw asks for $200."""
    house, ann = guest_at_two_tables(urls(), second=DRAW)
    house.bet(ann, "t2", ante=200, bonus=200)
    assert house.table("t2").state.phase is not OPEN
    house.say(ann, "t1", **bets(150))
    held = house.floor.chips(ann.id)
    assert held == 150_00
    turn = house.table("t2").state
    wager = next(one.wager for one in _actions(house) if one.do == "bet")
    with pytest.raises(Refused, match="in chips"):
        house.say(ann, "t2", do="bet", seat=1, wager=wager, amount=200)
    assert house.floor.chips(ann.id) == held
    assert house.table("t2").state is turn
    house.say(ann, "t2", do="fold", seat=1)
    house.audit()
    house.close()


def _actions(house: Harness) -> Any:
    return legal_actions(house.table("t2").state, 1)


def test_more_chips_come_to_whoever_has_few_in_all(urls: Urls) -> None:
    """The purse counts, and what lies on every layout: chips that were bet are not given again."""
    house, ann = guest_at_two_tables(urls(), second=DRAW)
    with pytest.raises(Refused, match="you get more below"):
        house.ask(lambda floor: more_chips(floor, ann))
    house.say(ann, "t1", **bets(200))
    house.say(ann, "t2", do="bet", seat=1, wager="ante", amount=150)
    with pytest.raises(Refused, match=r"you have \$1,000 in chips, \$750 of it on layouts"):
        house.ask(lambda floor: more_chips(floor, ann))
    house.say(ann, "t1", do="leave", seat=1)
    house.say(ann, "t2", do="leave", seat=1)
    assert house.floor.chips(ann.id) == 1_000_00
    house.audit()
    house.close()


def test_chips_on_a_layout_are_counted_into_those_that_are_given(urls: Urls) -> None:
    house, ann = guest_at_two_tables(urls(), second=DRAW)
    while house.floor.chips(ann.id) >= 500_00:
        house.bet(ann, "t1", **{f"bet-{number}": 80 for number in (1, 2, 3)})
        house.play_out({1: ann}, "t1")
    house.say(ann, "t2", do="bet", seat=1, wager="ante", amount=10)
    house.ask(lambda floor: more_chips(floor, ann))
    assert house.floor.chips(ann.id) == 990_00, "with the $10 on the layout it is $1,000"
    house.audit()
    house.close()


def test_a_purse_is_one_for_the_whole_floor_and_survives_a_restart(urls: Urls) -> None:
    house, ann = guest_at_two_tables(urls(), second=DRAW)
    house.bet(ann, "t1")
    house.play_out({1: ann}, "t1")
    house.bet(ann, "t2")
    chips = house.floor.chips(ann.id)
    house.reopen()
    assert house.floor.chips(ann.id) == chips
    house.play_out({1: ann}, "t2")
    won = house.floor.chips(ann.id) - 1_000_00
    assert won == -sum(live.state.inventory for live in house.floor.tables.values())
    house.audit()
    house.close()
