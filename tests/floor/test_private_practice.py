"""Practice is one's own: a private table at once, without a clock, at the player's pace."""

from dataclasses import replace
from pathlib import Path

import pytest
from conftest import Urls
from harness import RIDE, TWICE, Harness, rest, rules_of

from fairdeal.errors import Forbidden, Refused
from fairdeal.floor.audit import verify
from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.startup import sample_rules
from fairdeal.floor.tables import private_practice
from fairdeal.floor.tables.absent_players import PRIVATE_SECONDS
from fairdeal.floor.tables.pace import set_pace, skip_to_result
from fairdeal.floor.tables.private_practice import practice_rules, practise
from fairdeal.rulebook.rules import FloorChoices
from fairdeal.table.legal import legal_actions
from fairdeal.table.state import DECISIONS, OPEN

LIVE = FloorSettings(pace=1, clock=20, bots=True)
WITH_BOTS = TWICE.replace("[paytables]", "[floor]\nbots = 2\n\n[paytables]")


def own_table(house: Harness, person: Person, like: str = "t1") -> str:
    return house.ask(lambda floor: practise(floor, person, like))[0]


@pytest.mark.parametrize("game", range(4))
def test_each_person_gets_a_table_with_open_bets_at_once(tmp_path: Path, game: int) -> None:
    """All four games of the samples, Pennsylvania's too."""
    rules = sample_rules()[game]
    house = Harness(str(tmp_path / "floor.db"), rules, settings=LIVE)
    ann, bob = house.guest(), house.guest("bob")
    tables = [own_table(house, person) for person in (ann, bob)]
    assert tables == ["t2", "t3"]
    for table, person in zip(tables, (ann, bob), strict=True):
        live = house.table(table)
        assert live.owner == person.id
        assert live.practice
        assert live.state.rules.game is rules.game
        assert live.state.seats[1].player == person.id
        assert any(action.do == "bet" for action in legal_actions(live.state, 1))
    assert own_table(house, ann) == "t2", "it is the same table when she comes back"
    house.audit()
    house.close()


def test_nobody_else_sits_there(urls: Urls) -> None:
    house = Harness(urls(), rules_of(RIDE), settings=LIVE)
    ann, bob = house.guest(), house.guest("bob")
    table = own_table(house, ann)
    with pytest.raises(Forbidden, match="somebody else's"):
        house.sit(bob, table, 2)
    with pytest.raises(Forbidden, match="somebody else's"):
        own_table(house, bob, table)
    house.reopen()
    with pytest.raises(Forbidden, match="somebody else's"):
        house.sit(bob, table, 2)
    house.say(ann, table, do="leave", seat=1)
    house.sit(ann, table, 2)
    house.audit()
    house.close()


def test_no_two_share_a_practice_table_that_is_nobodys_own(tmp_path: Path) -> None:
    """The refusal names the way to a table of one's own. A bot makes room as ever."""
    practice = WITH_BOTS.replace("bots = 2", "bots = 2\npractice = true")
    house = Harness(str(tmp_path / "floor.db"), rules_of(practice), settings=LIVE)
    ann, bob = house.guest(), house.guest("bob")
    rest(house, 10)
    house.sit(ann, seat=1)
    with pytest.raises(Refused, match=r"POST /api/practice.*t1"):
        house.sit(bob, seat=3)
    assert own_table(house, bob) == "t2"
    house.say(ann, "t1", do="leave", seat=1)
    house.sit(bob, seat=3)
    house.audit()
    house.close()


def test_there_is_no_clock(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE), settings=LIVE)
    ann = house.guest()
    table = own_table(house, ann)
    house.bet(ann, table)
    rest(house, 60)
    assert house.table(table).state.turn == 1
    rest(house, 1_000, step=2)
    assert house.table(table).state.turn == 1
    assert house.table(table).deadline(20) is None
    house.close()


def test_a_table_that_was_left_for_an_hour_is_closed(urls: Urls) -> None:
    """Its round is played to the end first, and what is left of the bets goes back."""
    house = Harness(urls(), rules_of(RIDE), settings=LIVE)
    ann = house.guest()
    table = own_table(house, ann)
    house.bet(ann, table)
    rest(house, 20)
    assert house.table(table).state.turn == 1
    rest(house, PRIVATE_SECONDS - 60, step=2.5)
    assert table in house.floor.tables
    rest(house, 240, step=2)
    assert table not in house.floor.tables
    assert house.dropped == {table}
    assert verify(house.real).bad is None
    chips = house.floor.chips(ann.id)
    house.reopen()
    assert list(house.floor.tables) == ["t1"]
    assert house.floor.chips(ann.id) == chips
    assert own_table(house, ann) == "t3", "the number of a table is never used again"
    assert verify(house.real).bad is None
    house.close()


def test_there_is_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private_practice, "MOST_PRIVATE", 1)
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE), settings=LIVE)
    ann, bob = house.guest(), house.guest("bob")
    assert own_table(house, ann) == "t2"
    with pytest.raises(Refused, match="taken"):
        own_table(house, bob)
    assert own_table(house, ann) == "t2"
    house.close()


def seconds_to_decision(house: Harness, person: Person, table: str) -> float:
    house.bet(person, table)
    began = house.time
    while house.table(table).state.turn is None:
        rest(house, 0.1, step=0.1)
    return house.time - began


def test_the_player_sets_the_pace(urls: Urls) -> None:
    house = Harness(urls(), rules_of(RIDE), settings=LIVE)
    ann, bob = house.guest(), house.guest("bob")
    table = own_table(house, ann)
    with pytest.raises(Forbidden):
        house.ask(lambda floor: set_pace(floor, bob, table, "instant"))
    with pytest.raises(Forbidden):
        house.ask(lambda floor: set_pace(floor, ann, "t1", "instant"))
    took = {}
    for pace in ("leisurely", "quick", "instant"):
        house.ask(lambda floor, pace=pace: set_pace(floor, ann, table, pace))  # type: ignore[misc]
        took[pace] = seconds_to_decision(house, ann, table)
        while house.table(table).state.phase is not OPEN:
            if isinstance(house.table(table).state.current, DECISIONS):
                house.decide(ann, table)
            rest(house, 1)
        rest(house, 30, step=1)
    assert took["leisurely"] > 2 * took["quick"] > took["instant"] == 0
    assert verify(house.real).bad is None
    house.close()


def test_who_has_folded_may_skip_to_the_result(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(WITH_BOTS), settings=LIVE)
    rest(house, 40)
    ann = house.guest()
    house.sit(ann)
    while "amounts" not in (bets := house.bets()) or not bets["amounts"]:
        rest(house, 1)
    house.bet(ann)
    while house.table().state.turn != 1:
        rest(house, 0.5)
    with pytest.raises(Refused, match="folded"):
        house.ask(lambda floor: skip_to_result(floor, ann, "t1"))
    rounds = house.table().state.rounds
    house.say(ann, "t1", do="fold", seat=1)
    house.ask(lambda floor: skip_to_result(floor, ann, "t1"))
    table = house.table()
    assert table.state.rounds == rounds, "the results stay on the table for a moment"
    assert table.state.current is None, "everything is settled at once"
    rest(house, 5)
    assert table.state.rounds == rounds + 1
    assert not table.skipping
    house.audit()
    house.close()


def test_nobody_skips_what_others_decide(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(TWICE), settings=LIVE)
    ann, bob = house.guest(), house.guest("bob")
    house.sit(ann, seat=1)
    house.sit(bob, seat=2)
    rest(house, 40)
    house.say(ann, "t1", **house.bets(seat=1))
    house.bet(bob, seat=2)
    house.say(ann, "t1", do="ready", seat=1)
    while house.table().state.turn is None:
        rest(house, 1)
    first = house.table().state.turn
    quitter, other = (ann, bob) if first == 1 else (bob, ann)
    house.say(quitter, "t1", do="fold", seat=first)
    house.ask(lambda floor: skip_to_result(floor, quitter, "t1"))
    assert house.table().state.turn is not None
    with pytest.raises(Refused, match="folded"):
        house.ask(lambda floor: skip_to_result(floor, other, "t1"))
    house.close()


def test_bots_take_at_most_a_second_each(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(WITH_BOTS), settings=LIVE)
    asked: dict[int, float] = {}
    longest = 0.0
    for _ in range(1_500):
        rest(house, 0.1, step=0.1)
        state = house.table().state
        turn = state.turn if isinstance(state.current, DECISIONS) else None
        if turn is None or turn not in asked:
            asked = {} if turn is None else {turn: house.time}
        else:
            longest = max(longest, house.time - asked[turn])
    assert house.table().state.rounds
    assert 0 < longest <= 1
    house.close()


@pytest.mark.parametrize(
    ("floor", "name"),
    [
        (None, "Let It Ride Poker, Maryland"),
        (FloorChoices(name="North", bots=2), "Let It Ride Poker, Maryland"),
        (FloorChoices(name="North", practice=True), "North"),
        (FloorChoices(practice=True), "Let It Ride Poker, Maryland"),
    ],
)
def test_a_private_table_keeps_the_name_of_a_practice_table(
    floor: FloorChoices | None, name: str
) -> None:
    rules = practice_rules(replace(rules_of(RIDE), floor=floor))
    assert rules.floor == FloorChoices(name=name, practice=True)


def test_whose_account_has_ended_plays_no_further_after_a_restart(tmp_path: Path) -> None:
    """The seat is in a round, which is played to its end without the guest."""
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    ann = house.guest()
    house.sit(ann)
    house.bet(ann)
    assert house.table().state.turn == 1
    house.ask(lambda floor: floor.people.end(ann.id, floor.time))
    house.reopen()
    with pytest.raises(Forbidden, match="has no account"):
        house.say(ann, "t1", do="ride", seat=1)
    house.close()
