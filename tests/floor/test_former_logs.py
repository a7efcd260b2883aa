"""Logs of version 0.1, which set a card aside as soon as it was reported, stay valid."""

from pathlib import Path
from typing import Any

import pytest
from harness import RIDE, TWICE, Harness, rules_of

from fairdeal.floor.audit import verify
from fairdeal.floor.tables.records import record
from fairdeal.floor.tables.replay import replay
from fairdeal.floor.tables.replayed_table import former_events
from fairdeal.floor.tables.table_acts import hand_over
from fairdeal.table import commands as cmd
from fairdeal.table import decide as deciding
from fairdeal.table import events as ev
from fairdeal.table.actors import FLOOR, Actor
from fairdeal.table.decide import dealing, irregular
from fairdeal.table.legal import legal_actions
from fairdeal.table.state import State
from fairdeal.wire.commands import command_document


def _as_version_0_1(state: State, command: Any, by: Actor) -> list[ev.Event]:
    return list(former_events(irregular.face_up(state, command, by)))


def _reported(path: Path, answer: dict[str, Any]) -> Harness:
    """A floor at which a card was reported before the first card was dealt; the round is over."""
    house = Harness(str(path), rules_of(TWICE))
    ann, staff = house.guest(), house.staff()
    house.sit(ann)
    house.ask(lambda floor: hand_over(floor, staff["floor"], "t1", "person"))
    house.say(ann, "t1", **house.bets())
    house.say(ann, "t1", do="ready", seat=1)
    house.say(staff["dealer"], "t1", do="no-more-bets")
    house.say(staff["dealer"], "t1", do="face-up")
    house.say(staff["floor"], "t1", **answer)
    while (state := house.table().state).rounds == 0:
        if state.turn == 1 and legal_actions(state):
            house.decide(ann)
            continue
        command = house.table().session.next_command()
        assert command is not None
        by = staff["floor" if command.given_by[0] is FLOOR else "dealer"]
        house.say(by, "t1", **command_document(command))
    return house


ANSWERS: list[dict[str, Any]] = [{"do": "deny", "reason": "face down"}, {"do": "confirm"}]


@pytest.mark.parametrize("answer", ANSWERS, ids=["denied", "confirmed"])
@pytest.mark.parametrize("former", [True, False], ids=["version 0.1", "now"])
def test_a_reported_card_is_verified_and_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: dict[str, Any], *, former: bool
) -> None:
    if former:
        decide: dict[Any, Any] = deciding._DECIDE
        monkeypatch.setitem(decide, cmd.FaceUp, _as_version_0_1)
    house = _reported(tmp_path / "floor.db", answer)
    monkeypatch.undo()
    done = verify(house.real)
    assert done.bad is None, done.bad
    told = record(house.floor.store, "t1-1")
    kinds = [event["event"] for entry in told["entries"] for event in entry["events"]]
    assert ("card-reported" in kinds) is not former
    assert ("card-set-aside" in kinds) is (former or answer["do"] == "confirm")
    assert replay(told).wrong is None
    dealt = [
        one["card"]
        for entry in told["entries"]
        for event in entry["events"]
        if event["event"] == "cards-dealt"
        for one in event["cards"]
    ]
    # What the events of version 0.1 meant they still mean: its round went on a card short.
    assert (told["order"][0] in dealt) is (answer["do"] == "deny" and not former)
    house.close()


def _count_as_version_0_1(state: State, command: Any, by: Actor) -> list[ev.Event]:
    return dealing.count_by_dealer(state, command, by)


@pytest.mark.parametrize("former", [True, False], ids=["version 0.1", "now"])
def test_a_wrong_count_is_verified_and_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, former: bool
) -> None:
    """In Let It Ride the dealer said what a wrong count means, and the floorperson confirmed."""
    if former:
        decide: dict[Any, Any] = deciding._DECIDE
        monkeypatch.setitem(decide, cmd.CountStub, _count_as_version_0_1)
    by_hand = RIDE.replace("automated-shoe", "manual-shoe").replace("reshuffling", "manual")
    house = Harness(str(tmp_path / "floor.db"), rules_of(by_hand))
    ann, staff = house.guest(), house.staff()
    house.sit(ann)
    house.ask(lambda floor: hand_over(floor, staff["floor"], "t1", "person"))
    house.say(ann, "t1", **house.bets())
    house.say(staff["dealer"], "t1", do="no-more-bets")
    house.say(staff["dealer"], "t1", do="deal", rest=True)
    house.say(staff["dealer"], "t1", do="count-stub", cards=9)
    answer = {"do": "confirm"} if former else {"do": "rule-count", "misdealt": False}
    house.say(staff["floor"], "t1", **answer)
    monkeypatch.undo()
    done = verify(house.real)
    assert done.bad is None, done.bad
    told = record(house.floor.store, "t1-1")
    counts = [
        event["result"]
        for entry in told["entries"]
        for event in entry["events"]
        if event["event"] == "stub-counted"
    ]
    assert counts == ["wrong-deck" if former else "differs"]
    assert replay(told).wrong is None
    house.close()
