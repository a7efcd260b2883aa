"""What a table begins with, and what is left of a round when it is over."""

import re
from collections.abc import Iterator

import msgspec
import pytest
from felt import MARYLAND, Felt, at, rules_of

from fairdeal.play.bots import play_out, required_bets
from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_DEALER, AUTOMATIC_FLOOR, Actor, Role, player
from fairdeal.table.entry import Opening
from fairdeal.table.game_accounts import FloorTerms
from fairdeal.table.state import (
    OPEN,
    RECEIVED,
    DeckState,
    Phase,
    SeatState,
    Stage,
    State,
    dealing_steps,
    new_table,
)
from fairdeal.table.view import PUBLIC

#: What a table has from the first: its rules, and what follows from them.
GIVEN = {"rules", "meters", "dealing", "shuffling", "deal_steps", "phase"}
#: What outlives a round: the cards, the people, the chips, and how much has happened.
STAYS = GIVEN | {
    *("version", "stepped", "rounds", "uncounted_rounds", "decks", "deck", "dealt"),
    *("seats", "purses", "gone", "inventory", "visited", "chores"),
}


def fields_of(kind: type[msgspec.Struct]) -> set[str]:
    return {field.name for field in msgspec.structs.fields(kind)}


def filled(value: msgspec.Struct, but: set[str]) -> dict[str, object]:
    """The fields of a value that hold anything, apart from some."""
    names = fields_of(type(value)) - but
    return {name: getattr(value, name) for name in sorted(names) if getattr(value, name)}


def one_round(felt: Felt) -> None:
    felt.session.run_dealer()
    for action in required_bets(felt.session, 1):
        felt.bet(1, action.wager or "", action.least_cents or 0)
    play_out(felt.session)


# Where nothing has happened -----------------------------------------------------------------------


@pytest.mark.parametrize("name", MARYLAND)
def test_a_new_table_is_empty(name: str) -> None:
    rules = rules_of(name)
    state = new_table(rules)
    assert filled(state, GIVEN) == {}
    assert (state.phase, state.dealing, state.shuffling) == (OPEN, rules.dealing, rules.shuffling)
    assert state.deal_steps == dealing_steps(rules, rules.dealing, rules.shuffling)
    assert not state.commits
    resets = rules.progressive.resets if rules.progressive else {}
    assert state.meters.units == state.meters.resets == resets
    assert new_table(rules, commits=True).commits


def test_meters_that_are_carried_over_stand_where_they_stood() -> None:
    rules = rules_of("let-it-ride", paytables={"progressive": "F"})
    assert rules.progressive is not None
    resets = dict(rules.progressive.resets)
    first = next(iter(resets))
    state = new_table(rules, {first: 7})
    assert state.meters.units == {**resets, first: 7}
    assert state.meters.resets == resets


def test_a_state_that_says_nothing_of_its_cards_is_dealt_by_hand_from_a_shoe() -> None:
    state = State(rules_of("let-it-ride"), new_table(rules_of("let-it-ride")).meters)
    assert (state.dealing, state.shuffling) == (Dealing.MANUAL_SHOE, Shuffling.MANUAL)
    assert filled(state, GIVEN) == {}
    assert state.deal_steps == ()


def test_a_seat_and_a_deck_begin_with_nothing() -> None:
    assert filled(SeatState("p1"), {"player"}) == {}
    assert filled(DeckState("red", 5, RECEIVED), {"color", "received_at", "stage"}) == {}
    assert not SeatState("p1").live


def test_an_opening_that_says_little_is_of_sealed_cards_and_no_table() -> None:
    opening = Opening(rules_of("let-it-ride"))
    assert (opening.cards, opening.table, opening.time, opening.first) == ("sealed", "", 0, ())
    assert (opening.seed, opening.owner, opening.program, opening.meters) == (None, None, None, {})


def test_a_floor_has_no_game_accounts_and_commits_unless_it_says_otherwise() -> None:
    terms = FloorTerms()
    assert (terms.buy_in_cents, terms.cards, terms.table_test) == (None, "committed", False)


def test_who_acts_is_a_person_unless_it_is_the_houses_own() -> None:
    assert Actor("ann", Role.PLAYER) == player("ann")
    assert (player("ann").name, player("ann").shown, player("ann").automatic) == ("", "ann", False)
    assert player("p1", "Ann").shown == "Ann"
    assert Actor("dealer", Role.DEALER, "", True) == AUTOMATIC_DEALER
    assert Actor("floor", Role.FLOOR, "", True) == AUTOMATIC_FLOOR
    assert (PUBLIC.role, PUBLIC.id, PUBLIC.seat, str(PUBLIC)) == (None, "", 0, "public")


# When a round is over -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", MARYLAND)
def test_a_finished_round_leaves_nothing_behind(name: str) -> None:
    felt = at(name, readings={"abandoned": "lose"})
    one_round(felt)
    assert felt.state.rounds == 1
    assert filled(felt.state, STAYS) == {}
    assert felt.state.phase is OPEN
    assert filled(felt.state.seats[1], {"player", "name", "bot"}) == {}


@pytest.mark.parametrize("name", MARYLAND)
def test_a_void_round_leaves_nothing_behind(name: str) -> None:
    felt = at(name)
    felt.base(1)
    felt.play(cmd.NoMoreBets())
    while not felt.state.seats[1].cards:
        felt.play(felt.session.next_command() or cmd.Deal())
    felt.play(cmd.WrongNumber(place=1, cards=9))
    assert felt.state.rounds == 1
    assert filled(felt.state, STAYS) == {}
    assert felt.purse(1) == 0
    assert [type(event) for event in felt.state.chores][-1] is ev.RoundVoided


def test_whoever_left_in_the_round_has_no_seat_after_it() -> None:
    felt = at("let-it-ride", seats=(1, 2))
    felt.base(1, 2).dealer()
    felt.play(cmd.Leave(seat=2))
    play_out(felt.session)
    assert list(felt.state.seats) == [1]
    assert set(felt.state.purses) == {"p1"}
    assert felt.sum_of_chips() == 0


# Names and what may be left out -------------------------------------------------------------------


def kinds_of(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for one in kind.__subclasses__():
        yield one
        yield from kinds_of(one)


COMMANDS_AND_EVENTS = [*cmd.COMMANDS, *kinds_of(ev.Event)]


def test_commands_and_events_are_written_under_their_own_names() -> None:
    assert len(COMMANDS_AND_EVENTS) > 120
    for kind in COMMANDS_AND_EVENTS:
        words = re.findall(r"[A-Z][a-z]*", kind.__name__)
        config = kind.__struct_config__
        assert config.tag == "-".join(words).lower()
        assert config.tag_field == ("do" if issubclass(kind, cmd.Command) else "event")


#: What is meant where a field is left out that then holds something after all.
MEANT: dict[str, dict[str, object]] = {
    "ReceiveDecks": {"colors": ("red",)},
    "MarkOutOfOrder": {"how": "sign"},
    "DeckRemoved": {"cause": "hours"},
    "DeckCommitted": {"protocol": 1},
    "BetWithdrawn": {"cause": "player"},
    "HandFolded": {"cause": "player"},
    "CardsDiscarded": {"cause": "player"},
}


def test_what_is_left_out_means_no_or_nothing() -> None:
    found = {
        kind.__name__: {
            field.name: field.default
            for field in msgspec.structs.fields(kind)
            if field.default is not msgspec.NODEFAULT and field.default
        }
        for kind in COMMANDS_AND_EVENTS
    }
    assert {name: defaults for name, defaults in found.items() if defaults} == MEANT


def test_a_command_takes_no_field_that_it_does_not_know() -> None:
    assert all(kind.__struct_config__.forbid_unknown_fields for kind in cmd.COMMANDS)


def test_phases_and_stages_have_the_names_of_the_log() -> None:
    assert [*Phase] == ["open", "dealing", "playing", "closed"]
    assert [*Stage] == [
        *("received", "inspected", "verified", "spread face down", "spread"),
        *("stacked", "shuffled", "ready"),
    ]
    assert [*Role] == ["player", "dealer", "floor", "auditor", "operator"]
    assert [role.words for role in Role] == [
        *("the player", "the dealer", "the floorperson", "an auditor", "the operator"),
    ]
