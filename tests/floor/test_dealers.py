"""Dealers at a floor: who taps in deals, two presses do a step once, a person verifies."""

from pathlib import Path

import pytest
from harness import TWICE, Harness, rules_of, works

from fairdeal.errors import Forbidden, PassedError, Refused
from fairdeal.floor.floor import Floor
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.table_acts import hand_over
from fairdeal.table import commands as cmd
from fairdeal.table.actors import DEALER, FLOOR
from fairdeal.table.legal import legal_actions
from fairdeal.table.presses import settlement_press
from fairdeal.table.state import INSPECTED, State
from fairdeal.wire.commands import command_document

BY_HAND = TWICE + '\n[floor]\ndealer = "person"\n'


class Room:
    """A table that people deal, two dealers, a floorperson, and somebody who is both."""

    def __init__(self, path: Path) -> None:
        self.house = Harness(str(path), rules_of(BY_HAND))
        self.ann = self.house.guest()
        roles = {"dora": [DEALER], "rita": [DEALER], "fred": [FLOOR], "bo": [DEALER, FLOOR]}

        def add(floor: Floor) -> list[Person]:
            return [works(floor, name, *held) for name, held in roles.items()]

        self.dora, self.rita, self.fred, self.bo = self.house.ask(add)

    @property
    def state(self) -> State:
        return self.house.table().state

    def deal(self, *stops: type[cmd.Command], dealer: Person | None = None) -> None:
        """Go on until one of some commands is next."""
        while not isinstance(command := self.house.table().session.next_command(), stops):
            if command is None:
                if self.state.turn is None or not legal_actions(self.state):
                    return
                self.house.decide(self.ann)
                continue
            by = self.fred if command.given_by[0] is FLOOR else dealer or self.dora
            self.house.say(by, "t1", **command_document(command))

    def betted(self) -> None:
        self.house.sit(self.ann)
        self.deal(cmd.NoMoreBets)
        self.house.say(self.ann, "t1", **self.house.bets())


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path / "floor.db")


def test_the_first_step_taps_in_by_itself(room: Room) -> None:
    house = room.house
    with pytest.raises(Refused, match="no round is on"):
        house.say(room.dora, "t1", do="clear")
    assert room.state.dealer == "", "what is refused taps nobody in"
    house.say(room.dora, "t1", do="receive-decks")
    assert room.state.dealer == room.dora.id
    with pytest.raises(Refused, match="'dora' deals at this table: tap in first"):
        house.say(room.rita, "t1", do="inspect-cards")
    house.say(room.rita, "t1", do="tap-in", relieves=room.dora.id)
    house.say(room.rita, "t1", do="inspect-cards")
    with pytest.raises(Refused, match="'rita' deals"):
        house.say(room.dora, "t1", do="announce", words="hello")
    house.reopen()
    assert room.state.dealer == room.rita.id
    house.audit()


@pytest.mark.clause("MD-RET 4.A")
def test_the_automatic_floorperson_verifies_nothing_where_a_person_deals(room: Room) -> None:
    room.house.say(room.dora, "t1", do="receive-decks")
    room.house.say(room.dora, "t1", do="inspect-cards")
    room.house.writer.run_batch([])
    assert {deck.stage for deck in room.state.decks} == {INSPECTED}
    room.house.say(room.fred, "t1", do="verify-inspection")
    room.house.audit()


def test_two_presses_of_one_step_do_it_once(room: Room) -> None:
    house = room.house
    room.betted()
    read = room.state.version
    house.say(room.ann, "t1", do="ready", seat=1)
    house.say(room.dora, "t1", do="no-more-bets", version=read)
    with pytest.raises(PassedError, match="was not carried out"):
        house.say(room.dora, "t1", do="no-more-bets", version=read)
    read = room.state.version
    step = command_document(cmd.Deal())
    house.say(room.dora, "t1", **step, version=read)
    dealt = room.state.deal_step
    for _ in range(2):
        with pytest.raises(PassedError):
            house.say(room.dora, "t1", **step, version=read)
    with pytest.raises(PassedError):
        house.say(room.dora, "t1", **step, version=room.state.version + 1)
    assert room.state.deal_step == dealt
    house.say(room.dora, "t1", **step, version=room.state.version)
    house.audit()


def test_relief_in_the_middle_of_a_settlement(room: Room) -> None:
    house = room.house
    room.betted()
    room.deal(cmd.Show, cmd.Settle)
    rounds = room.state.rounds
    house.say(room.dora, "t1", do="show")
    house.say(room.dora, "t1", do="settle", row=True)
    house.reopen()
    house.say(room.rita, "t1", do="tap-in", relieves=room.dora.id)
    while press := settlement_press(room.state):
        house.say(room.rita, "t1", **command_document(press.command))
    house.say(room.rita, "t1", do="clear")
    assert room.state.rounds == rounds + 1
    house.audit()


def test_whoever_dealt_the_round_is_no_second_person(room: Room) -> None:
    house = room.house
    room.betted()
    room.deal(cmd.Deal)
    house.say(room.bo, "t1", do="tap-in", relieves=room.dora.id)
    house.say(room.bo, "t1", do="deal")
    house.say(room.dora, "t1", do="tap-in", relieves=room.bo.id)
    house.say(room.dora, "t1", do="wrong-number", place="left", cards=2)
    with pytest.raises(Refused, match="the dealer of the round"):
        house.say(room.bo, "t1", do="confirm")
    house.say(room.fred, "t1", do="confirm")
    assert room.state.rounds == 1
    house.audit()


def test_whoever_is_both_speaks_as_floorperson_where_another_deals(room: Room) -> None:
    room.betted()
    room.house.say(room.bo, "t1", do="give-back", seat=1, reason="too late")
    assert room.state.dealer == room.dora.id
    room.house.say(room.bo, "t1", do="tap-out")
    assert room.state.dealer == ""
    with pytest.raises(Forbidden):
        room.house.say(room.ann, "t1", do="tap-in")
    room.house.audit()


def test_a_table_that_is_handed_back_has_no_dealer_any_more(room: Room) -> None:
    room.betted()
    room.house.ask(lambda floor: hand_over(floor, room.fred, "t1", "auto"))
    assert room.state.dealer == ""
    with pytest.raises(Forbidden, match="automatic dealer"):
        room.house.say(room.rita, "t1", do="tap-in")
    room.house.audit()


@pytest.mark.clause("MD-RET 13.G")
def test_a_seat_found_without_cards_after_the_deal_is_skipped_and_not_void(room: Room) -> None:
    house = room.house
    room.betted()
    room.deal(cmd.Deal)
    house.say(room.dora, "t1", do="deal", rest=True)
    with pytest.raises(Refused, match="say `skipped`"):
        house.say(room.dora, "t1", do="wrong-number", place="seat:1", cards=0)
    house.say(room.dora, "t1", do="skipped", seat=1)
    assert room.state.asked is None
    assert not room.state.seats[1].stakes
    house.audit()
