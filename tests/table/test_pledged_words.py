"""Words that are pledged with the bets and revealed when the bets are closed; late orders."""

from collections.abc import Callable

import pytest
import verifier
from committed_table import (
    ANN,
    BOB,
    BOTH,
    EVERY,
    LET_IT_RIDE,
    Table,
    rules_by_hand,
    rules_by_machine,
)
from people import DORA, FRED

from fairdeal.errors import Refused
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_DEALER
from fairdeal.table.legal import legal_actions
from fairdeal.table.state import DEALING
from fairdeal.table.view import event_for, parse_viewer, view
from fairdeal.wire.state import read_state, write_state


def closed(table: Table, *words: str | None) -> Table:
    """Both have bet and pledged a word, or none, and the bets are closed."""
    for seat, word in enumerate(words, start=1):
        table.bet(seat)
        pledge = None if word is None else table.pledge(seat, word)
        table.say(cmd.Ready(seat, pledge=pledge))
    table.say(cmd.NoMoreBets())
    return table


def to_the_deal(table: Table) -> None:
    """The stakes are collected, and what the dealer does next takes cards, or waits."""
    while (command := table.session.next_command()) and not isinstance(command, cmd.Deal):
        table.say(command)


def at(table: Table, seconds: int) -> int:
    return table.state.words_since + seconds


def test_a_known_pledge() -> None:
    """Written down once, from another program: it never changes."""
    # printf 'fairdeal word 1|t1|t1-1|2|tea for two' | sha256sum
    known = "8c9cd65411c0bbfb01fe5ee213a1a287febaba87548df9d3b53f6f0aae5d37e9"
    assert verifier.pledge("t1", 1, 2, "tea for two") == known


@EVERY
@BOTH
def test_pledged_words_are_in_the_shuffle(game: Game, rules: Callable[[Game], Rules]) -> None:
    table = Table(rules(game)).sit()
    closed(table, "seven", None)
    to_the_deal(table)
    no_more_bets = game.procedure.dealing[table.state.dealing].no_more_bets
    table.refuses(cmd.Deal(), no_more_bets, DORA)
    assert [(one.do, one.seat) for one in legal_actions(table.state)] == [("reveal-word", 1)]
    table.refuses(cmd.RevealWord(1, "eight"), game.procedure.closed, ANN)
    table.refuses(cmd.RevealWord(2, "seven"), game.procedure.closed, BOB)
    (revealed,) = table.say(cmd.RevealWord(1, "seven"), by=ANN)
    assert revealed == ev.WordRevealed(1, "seven")
    table.refuses(cmd.RevealWord(1, "seven"), game.procedure.closed, ANN)
    table.to_the_end()
    (one,) = table.checked()
    assert one["words"] == "1=seven"


@pytest.mark.parametrize("command", [cmd.Deal(), cmd.FaceUp(), cmd.DrawnInError(seen=True)])
def test_no_card_leaves_the_deck_before_the_words(command: cmd.Command) -> None:
    table = closed(Table(rules_by_machine(LET_IT_RIDE)).sit(), "a", "b")
    to_the_deal(table)
    table.say(cmd.RevealWord(2, "b"))
    clause = LET_IT_RIDE.procedure.dealing[table.state.dealing].no_more_bets
    table.refuses(command, clause, DORA)
    assert table.session.next_command() is None


def test_a_pledge_is_a_digest_of_the_seats_own_word_in_this_round() -> None:
    table = Table(rules_by_machine(LET_IT_RIDE)).sit()
    place, after = LET_IT_RIDE.procedure.place, LET_IT_RIDE.procedure.closed
    table.bet(1)
    for wrong in ("", "ab" * 31, "AB" * 32, "xy" * 32):
        table.refuses(cmd.Ready(1, pledge=wrong), place, ANN)
    right = table.pledge(1, "w")
    table.refuses(cmd.Ready(1, word="w", pledge=right), place, ANN)
    table.refuses(cmd.Pledge(1, right), after, ANN)
    table.refuses(cmd.RevealWord(1, "w"), after, ANN)
    # The same word at another seat has another pledge, so that nobody can pledge another's word.
    assert right != verifier.pledge("t1", 1, 2, "w")
    table.bet(2)
    table.say(cmd.Ready(1, pledge=right), by=ANN)
    table.say(cmd.Ready(2, pledge=right), by=BOB)
    table.say(cmd.NoMoreBets())
    table.say(cmd.RevealWord(1, "w"), by=ANN)
    table.refuses(cmd.RevealWord(2, "w"), after, BOB)


def test_a_word_that_is_withheld_counts_as_none_after_its_time() -> None:
    table = closed(Table(rules_by_machine(LET_IT_RIDE)).sit(), "a", "b")
    to_the_deal(table)
    table.say(cmd.RevealWord(1, "a"))
    with pytest.raises(Refused):
        table.session.do(cmd.CloseWords(), AUTOMATIC_DEALER, time=at(table, 0))
    with pytest.raises(Refused):  # the clock's, not a person's to say
        table.session.do(cmd.CloseWords(), DORA, time=at(table, 1))
    assert table.session.do(cmd.CloseWords(), AUTOMATIC_DEALER, time=at(table, 1)) == [
        ev.WordWithheld(2)
    ]
    table.refuses(cmd.RevealWord(2, "b"), LET_IT_RIDE.procedure.closed, BOB)
    table.to_the_end()
    assert table.checked()[0]["words"] == "1=a"


def test_nobody_waits_where_nothing_was_pledged() -> None:
    table = Table(rules_by_machine(LET_IT_RIDE)).sit()
    table.bet(1)
    table.say(cmd.Ready(1, word="open"))
    table.bet(2)
    table.say(cmd.Ready(2))
    table.say(cmd.NoMoreBets())
    assert isinstance(table.session.next_command(), cmd.Deal | cmd.Collect)
    table.refuses(
        cmd.CloseWords(),
        LET_IT_RIDE.procedure.dealing[table.state.dealing].no_more_bets,
        AUTOMATIC_DEALER,
    )


def test_what_others_are_shown_of_a_word() -> None:
    table = Table(rules_by_machine(LET_IT_RIDE)).sit()
    table.bet(1)
    table.say(cmd.Ready(1, word="open"))
    table.bet(2)
    table.say(cmd.Ready(2, pledge=table.pledge(2, "b")))
    shown = {one.seat: one.word for one in view(table.state, parse_viewer("public", 7)).seats}
    assert shown == {1: "open", 2: "pledged"}
    table.say(cmd.NoMoreBets())
    before = table.state
    (revealed,) = table.say(cmd.RevealWord(2, "b"))
    assert event_for(before, revealed, parse_viewer("seat:2", 7)) == revealed
    for name in ("public", "seat:1", "dealer", "floor", "auditor"):
        assert event_for(before, revealed, parse_viewer(name, 7)) == ev.WordRevealed(2, None)


def test_bets_that_are_not_ready_any_more_have_no_pledge() -> None:
    table = Table(rules_by_machine(LET_IT_RIDE)).sit()
    table.bet(1)
    table.say(cmd.Ready(1, pledge=table.pledge(1, "a")))
    table.bet(2)
    table.say(cmd.Ready(2, pledge=table.pledge(2, "b")))
    table.say(cmd.GiveBack(seat=1, reason="the player asks"), by=FRED)
    assert set(table.state.pledges) == {2}
    table.say(cmd.OrderShuffle(), by=FRED)
    assert table.state.pledges == {}
    table.say(cmd.Shuffle(), by=DORA)
    table.bet(1)
    table.say(cmd.Ready(1, pledge=table.pledge(1, "new")), by=ANN)
    table.say(cmd.Ready(2), by=BOB)
    table.to_the_end()
    assert table.checked()[0]["words"] == "1=new"


# Late orders --------------------------------------------------------------------------------------


@EVERY
@pytest.mark.clause("MD-LIR 5.A(3)", "MD-RET 5.A(3)", "MD-DD .05A(3)")
def test_5_a_3_a_late_shuffle_takes_a_new_secret_and_words_anew(game: Game) -> None:
    table = closed(Table(rules_by_machine(game)).sit(), "a", None)
    table.say(cmd.RevealWord(1, "a"))
    first = table.commitment
    table.say(cmd.OrderShuffle(), by=FRED)
    assert table.commitment == ""
    table.refuses(
        cmd.Pledge(1, table.pledge(1, "early")), game.procedure.closed, ANN
    )  # the house is not bound yet
    to_the_deal(table)
    assert table.commitment != first
    assert {one.do for one in legal_actions(table.state)} == {"pledge"}
    table.say(cmd.Pledge(2, table.pledge(2, "second")), by=BOB)
    table.refuses(cmd.Pledge(2, table.pledge(2, "second")), game.procedure.closed, BOB)
    table.say(cmd.Pledge(1, table.pledge(1, "again")), by=ANN)
    table.to_the_end()
    (one,) = table.checked()
    assert one["words"] == "1=again,2=second"
    # Both secrets are the house's own: neither follows from the other.
    assert [secret for _, secret in one["secrets"]] == table.secrets.made[:2]


@EVERY
@pytest.mark.clause("MD-LIR 5.G", "MD-RET 5.E", "MD-DD .05G")
def test_5_g_a_late_recut_takes_a_new_secret_too(game: Game) -> None:
    table = closed(Table(rules_by_hand(game)).sit(), "a", None)
    first = table.commitment
    (ordered, committed) = table.say(cmd.OrderRecut(), by=FRED)
    assert isinstance(ordered, ev.RecutOrdered)
    assert isinstance(committed, ev.DeckCommitted)
    assert committed.commitment == table.commitment != first
    # Whatever depth the dealer names, it is that of the secret.
    drawn = table.source.cut_depth(table.state)
    (cut, *_) = table.say(cmd.Cut(depth=11 if drawn == 10 else 10), by=DORA)
    assert cut == ev.DeckCut("red", drawn)
    table.to_the_end()
    (one,) = table.checked()
    assert (len(one["secrets"]), one["words"], one["cut"]) == (2, "1=a again", drawn)


@EVERY
@BOTH
@pytest.mark.clause("MD-LIR 5.A(3)", "MD-RET 5.A(3)", "MD-DD .05A(3)")
def test_5_a_3_a_second_late_order_is_refused(game: Game, rules: Callable[[Game], Rules]) -> None:
    table = closed(Table(rules(game)).sit(), "a", None)
    table.say(cmd.OrderShuffle(), by=FRED)
    to_the_deal(table)
    for _ in range(2):
        table.refuses(cmd.OrderShuffle(), game.procedure.shuffle_ordered, FRED)
        table.refuses(cmd.OrderRecut(), game.procedure.recut, FRED)
        if table.state.shuffling.by_machine:
            table.refuses(cmd.ShufflerJam(), game.procedure.irregular.shuffler_jam, DORA)
        table.say_words()
    table.to_the_end()
    table.dealer()
    # The next round has one of its own.
    closed(table, None, None)
    table.say(cmd.OrderShuffle(), by=FRED)
    table.to_the_end()
    assert [len(one["secrets"]) for one in table.checked()] == [2, 2]


def test_a_jam_after_no_more_bets_counts_as_the_late_order() -> None:
    table = closed(Table(rules_by_machine(LET_IT_RIDE)).sit(), "a", None)
    table.say(cmd.ShufflerJam(), by=DORA)
    # While the deck waits for its shuffle the device may jam again: no order is made by that.
    table.say(cmd.ShufflerJam(), by=DORA)
    to_the_deal(table)
    assert len(table.secrets.made) == 2
    table.refuses(cmd.ShufflerJam(), LET_IT_RIDE.procedure.irregular.shuffler_jam, DORA)
    table.refuses(cmd.OrderShuffle(), LET_IT_RIDE.procedure.shuffle_ordered, FRED)


def test_nobody_is_waited_for_who_does_not_pledge_anew() -> None:
    table = closed(Table(rules_by_machine(LET_IT_RIDE)).sit(), "a", "b")
    table.say(cmd.OrderShuffle(), by=FRED)
    to_the_deal(table)
    table.say(cmd.Pledge(2, table.pledge(2, "c")), by=BOB)
    over = table.session.do(cmd.CloseWords(), AUTOMATIC_DEALER, time=at(table, 1))
    assert over == [ev.PledgesClosed((1,))]
    table.refuses(cmd.Pledge(1, table.pledge(1, "late")), LET_IT_RIDE.procedure.closed, ANN)
    table.say(cmd.RevealWord(2, "c"), by=BOB)
    table.to_the_end()
    assert table.checked()[0]["words"] == "2=c"


def test_a_late_order_without_words_waits_for_nobody() -> None:
    table = closed(Table(rules_by_machine(LET_IT_RIDE)).sit(), None, None)
    table.say(cmd.OrderShuffle(), by=FRED)
    to_the_deal(table)
    assert isinstance(table.session.next_command(), cmd.Deal)


def test_a_snapshot_keeps_what_is_waited_for() -> None:
    table = closed(Table(rules_by_machine(LET_IT_RIDE)).sit(), "a", "b")
    table.say(cmd.OrderShuffle(), by=FRED)
    to_the_deal(table)
    table.say(cmd.Pledge(1, table.pledge(1, "c")), by=ANN)
    state = table.state
    assert state.phase is DEALING
    assert read_state(state.rules, write_state(state)) == state
