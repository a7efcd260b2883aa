"""What a table begins with, and what is left of a round when it is over."""

import re
from collections.abc import Iterator

import msgspec
import pytest
from felt import MARYLAND, Felt, at, dealt, rules_of
from msgspec.structs import replace

from fairdeal.play.bots import play_out, required_bets
from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_DEALER, AUTOMATIC_FLOOR, Actor, Role, player
from fairdeal.table.entry import Entry, Opening
from fairdeal.table.evolve import advance_to, evolve
from fairdeal.table.game_accounts import FloorTerms
from fairdeal.table.outcome import Result, SeatOutcome, SettlementRow
from fairdeal.table.payout import FinishedSeat
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
from fairdeal.table.walk import walk
from fairdeal.wire.codec import to_document

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
    assert [deck.stage for deck in felt.state.decks] == [Stage.STACKED], "nobody has gone on"


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


# What an event changes by itself ------------------------------------------------------------------


@pytest.mark.parametrize("name", MARYLAND)
def test_events_one_by_one_lead_where_they_lead_together(name: str) -> None:
    """All that an entry changes, apart from what the dealer has at hand, and the clock."""
    felt = at(name)
    entries: list[tuple[State, Entry]] = []
    felt.session.on_entry = lambda before, entry: entries.append((before, entry))
    one_round(felt)
    felt.session.do(cmd.Announce(words="a pause"))
    felt.session.do(cmd.Leave(seat=1))
    assert len(entries) > 5
    for before, entry in entries:
        *_, (_, _, after) = walk(before, entry.events)
        together = advance_to(before, entry.time, entry.events)
        assert replace(after, chores=(), clock=entry.time) == replace(together, chores=())


def test_a_players_own_doing_between_rounds_leaves_the_dealers_step_as_it_was() -> None:
    felt = at("let-it-ride")
    before = felt.state
    felt.bet(1, "bet-1", 500)
    assert felt.state.version == before.version + 1
    assert felt.state.stepped == before.stepped
    assert evolve(before, ev.WagerPlaced(1, "bet-1", 500)).stepped == before.stepped
    felt.play(cmd.RemoveDecks())
    assert felt.state.stepped == felt.state.version
    removed = ev.DeckRemoved("red", "MD-LIR 4")
    assert evolve(before, removed).stepped == before.version + 1
    # Of several events the last one that was more than a player's own counts.
    placed = ev.WagerPlaced(1, "bet-1", 500)
    both = advance_to(before, 0, [removed, placed])
    assert (both.version, both.stepped) == (before.version + 2, before.version + 1)


@pytest.mark.parametrize("collected", [False, True])
@pytest.mark.parametrize("shown", [False, True])
def test_others_are_paid_for_a_hand_once_it_was_shown(collected: bool, shown: bool) -> None:
    felt = dealt("run-em-twice", seats=(1, 2))
    seat = replace(felt.state.seats[1], shown=shown)
    state = replace(felt.state, seats={**felt.state.seats, 1: seat})
    after = evolve(state, ev.SeatSettled(1, collected)).seats[1]
    assert (after.envied, after.collected) == (shown, collected)


def test_the_time_for_words_begins_when_the_last_pledge_is_there() -> None:
    state = replace(at("let-it-ride", seats=(1, 2)).state, clock=9, words_since=3)
    state = replace(state, to_pledge=frozenset({1, 2}))
    one = evolve(state, ev.WordPledged(1, "ab"))
    assert (one.to_pledge, one.words_since, one.pledges) == (frozenset({2}), 3, {1: "ab"})
    both = evolve(one, ev.WordPledged(2, "cd"))
    assert (both.to_pledge, both.words_since) == (frozenset(), 9)
    assert both.pledges == {1: "ab", 2: "cd"}
    closed = evolve(one, ev.PledgesClosed((2,)))
    assert (closed.to_pledge, closed.words_since, closed.pledges) == (frozenset(), 9, {1: "ab"})
    withheld = evolve(both, ev.WordWithheld(1))
    assert withheld.pledges == {2: "cd"}


# Sessions -----------------------------------------------------------------------------------------


def test_a_session_that_is_restored_answers_old_keys_and_goes_on() -> None:
    felt = at("let-it-ride")
    session = felt.session
    first = session.do(cmd.Announce(words="hear"), key="k")
    kept = session.snapshot()
    session.do(cmd.Announce(words="later"), key="l")
    session.restore(kept)
    assert (session.state, session.entries) == (kept.state, kept.entries)
    assert session.do(cmd.Announce(words="hear"), key="k") == first
    assert session.entries == kept.entries
    assert session.entry_of_key(AUTOMATIC_DEALER, "l") is None
    session.do(cmd.Announce(words="more"))
    assert session.entries == kept.entries + 1


def test_the_dealer_goes_on_to_the_next_shuffle_or_stops_at_the_end_of_the_round() -> None:
    ends = []
    for stops in (False, True):
        felt = at("let-it-ride")
        felt.base(1).dealer()
        while felt.state.turn is not None:
            felt.play(cmd.Ride(seat=1))
            felt.session.run_dealer(until_round_ends=True) if stops else felt.session.run_dealer()
        ends.append(felt.state.decks[0].stage)
        assert felt.state.rounds == 1
    assert ends == [Stage.READY, Stage.STACKED]


#: Commands and events with fields that the first logs did not have.
AS_IN_THE_FIRST_LOGS: list[tuple[msgspec.Struct, dict[str, object]]] = [
    (cmd.Bet(1, "ante", 500), {"do": "bet", "seat": 1, "wager": "ante", "amount": 5}),
    (
        cmd.PlaceBets(1, {"ante": 500}),
        {"do": "place-bets", "seat": 1, "amounts": {"ante": 5}},
    ),
    (cmd.Settle(), {"do": "settle"}),
    (cmd.TapIn(), {"do": "tap-in"}),
    (cmd.ShowMeters({"mega": 10_000}), {"do": "show-meters", "dollars": {"mega": 0.01}}),
    (
        ev.DeckCommitted("red", "t1-1", "ab"),
        {"event": "deck-committed", "deck": "red", "round": "t1-1", "commitment": "ab"},
    ),
    (ev.DealerTappedIn("d1", "Dora"), {"event": "dealer-tapped-in", "by": "d1", "name": "Dora"}),
    (ev.DealerTappedOut("d1"), {"event": "dealer-tapped-out", "dealer": "d1"}),
    (ev.MetersShown({"mega": 10_000}), {"event": "meters-shown", "dollars": {"mega": 0.01}}),
    (ev.MetersUnfed({"mega": 10_000}), {"event": "meters-unfed", "dollars": {"mega": 0.01}}),
    (
        ev.HandPayAsked(1, "d1", 2, 500, {"ante": 500}, "flush", "2 to 1", "X 1", (2,)),
        {
            "event": "hand-pay-asked",
            "asked": 1,
            "by": "d1",
            "seat": 2,
            "amount": 5,
            "wagers": {"ante": 5},
            "hand": "flush",
            "pays": "2 to 1",
            "clause": "X 1",
            "present": [2],
        },
    ),
]


@pytest.mark.parametrize(
    ("value", "document"), AS_IN_THE_FIRST_LOGS, ids=lambda value: type(value).__name__
)
def test_later_fields_that_say_nothing_are_left_out_of_a_log(
    value: msgspec.Struct, document: dict[str, object]
) -> None:
    """So that older logs keep their bytes."""
    assert to_document(value) == document


def test_results_have_the_names_of_records_and_answers() -> None:
    assert [*Result] == ["win", "lose", "push", "withdrawn"]
    row = SettlementRow(1, "ante", 500, Result.WIN, "flush", "flush", 1_500)
    assert (row.net, row.paid, row.gain) == (1_000, 1_500, 1_000)
    assert (row.pays, row.clause, row.limited, row.why, row.holder) == (None, None, 0, "", 0)
    cut = row._replace(limited=200)
    assert (cut.net, cut.paid, cut.gain) == (1_000, 1_300, 800)
    assert SeatOutcome(1, "p1", (row, row)).net == 2_000
    assert SeatOutcome(1, "p1", (row, row), envy=50, limited=200).net == 1_850
    assert not FinishedSeat(1, "p1", (), {}).folded
