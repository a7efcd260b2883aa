"""A dealer owns a table: one deals at a time, and who deals the round confirms nothing of it."""

import pytest
from chapters import DORA, FRED
from felt import MARYLAND, Felt, at, at_round, prepared

from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_DEALER, AUTOMATIC_FLOOR, DEALER, FLOOR, Actor
from fairdeal.table.next_step import next_command
from fairdeal.table.state import INSPECTED
from fairdeal.wire.state import read_state, write_state

RITA = Actor("rita", DEALER)


def place(felt: Felt) -> str:
    return felt.game.procedure.place


@pytest.mark.clause("COMAR 36.05.03.01B(1)")
def test_one_deals_at_a_time() -> None:
    felt = at("let-it-ride")
    felt.play((cmd.TapIn(), DORA))
    assert felt.state.dealer == "dora"
    felt.refuses((cmd.TapIn(), DORA), place(felt), "already")
    felt.refuses((cmd.TapIn(), RITA), place(felt), "'dora' deals at this table now")
    felt.refuses((cmd.Announce(words="hello"), RITA), place(felt), "tap in first")
    felt.play((cmd.TapIn(relieves="dora"), RITA))
    felt.refuses((cmd.Announce(words="hello"), DORA), place(felt), "'rita' deals")
    felt.play((cmd.Announce(words="hello"), RITA))
    felt.refuses((cmd.TapOut(), DORA), place(felt))
    felt.play((cmd.TapOut(), RITA))
    assert felt.state.dealer == ""
    felt.refuses((cmd.TapOut(), RITA), place(felt), "nobody")


def test_of_two_who_relieve_at_once_one_does() -> None:
    felt = at("let-it-ride")
    felt.play((cmd.TapIn(), DORA), (cmd.TapIn(relieves="dora"), RITA))
    felt.refuses((cmd.TapIn(relieves="dora"), Actor("zoe", DEALER)), place(felt), "'rita' deals")
    felt.play((cmd.TapOut(), FRED))
    assert felt.log[-1] == ev.DealerTappedOut("rita", "fred")
    felt.refuses((cmd.TapIn(relieves="rita"), DORA), place(felt), "nobody deals")
    felt.refuses((cmd.TapIn(), AUTOMATIC_DEALER), place(felt))


def test_where_nobody_has_tapped_in_every_dealer_deals() -> None:
    """As in logs that know no tap-in."""
    felt = at("let-it-ride")
    felt.play((cmd.Announce(words="one"), DORA), (cmd.Announce(words="two"), RITA))


@pytest.mark.clause("MD-LIR 4.A", "MD-RET 4.A", "MD-DD .04A")
@pytest.mark.parametrize("game", MARYLAND)
def test_a_machine_does_not_verify_what_a_person_inspects(game: str) -> None:
    felt = Felt(at(game).rules)
    felt.play((cmd.TapIn(), DORA), (cmd.ReceiveDecks(), DORA), (cmd.InspectCards(), DORA))
    clause = felt.game.procedure.inspect
    verify = cmd.VerifyInspection()
    felt.refuses((verify, AUTOMATIC_FLOOR), clause, "another person")
    felt.refuses((verify, Actor("dora", FLOOR)), clause, "may not verify")
    felt.play((cmd.TapIn(relieves="dora"), RITA))
    felt.refuses((verify, Actor("rita", FLOOR)), clause, "another person")
    assert felt.state.decks[0].stage is INSPECTED
    felt.play((verify, FRED))


@pytest.mark.parametrize("game", MARYLAND)
def test_who_deals_the_round_does_not_confirm_under_another_role(game: str) -> None:
    """Not the one who reported, not the relief, and not the one who was relieved."""
    felt = at_round(game)
    felt.play((cmd.TapIn(), DORA))
    prepared_by(felt, DORA)
    felt.play((cmd.Deal(), DORA), (cmd.TapIn(relieves="dora"), RITA))
    where = next(iter(felt.state.board), 1) if not felt.state.seats[1].cards else 1
    felt.play((cmd.WrongNumber(place=where, cards=9), RITA))
    clause = felt.state.asked.clause if felt.state.asked else None
    for judge in (Actor("dora", FLOOR), Actor("rita", FLOOR), AUTOMATIC_FLOOR):
        felt.refuses((cmd.Confirm(), judge), clause)
        felt.refuses((cmd.Deny(reason="not so"), judge), clause)
    felt.play((cmd.Confirm(), FRED))
    assert felt.is_open


def prepared_by(felt: Felt, by: Actor) -> None:
    while not (felt.state.playing and isinstance(next_command(felt.state), cmd.Deal)):
        command = next_command(felt.state)
        assert command is not None
        felt.play((command, by if by.role in command.given_by else FRED))


def test_who_deals_does_not_say_what_a_count_means() -> None:
    felt = prepared(at_round("run-em-twice"))
    felt.play((cmd.TapIn(), DORA), (cmd.Deal(rest=True), DORA))
    felt.play((cmd.CountStub(cards=9), DORA), (cmd.TapIn(relieves="dora"), RITA))
    felt.refuses(
        (cmd.RuleCount(misdealt=True), Actor("rita", FLOOR)), "MD-RET 8.F(3)", "dealer of the round"
    )
    felt.play((cmd.RuleCount(misdealt=True), FRED))


def test_who_dealt_the_last_round_may_judge_the_next() -> None:
    felt = prepared(at_round("run-em-twice"))
    felt.play((cmd.TapIn(), DORA), (cmd.Deal(), DORA))
    felt.play((cmd.WrongNumber(place="left", cards=2), DORA), (cmd.Confirm(), FRED))
    felt.play((cmd.TapIn(relieves="dora"), RITA))
    assert felt.state.dealt == {"dora", "rita"}, "a payment by hand is about the round before"
    felt.base(1)
    prepared_by(felt, RITA)
    assert felt.state.dealt == {"rita"}
    felt.play((cmd.Deal(), RITA), (cmd.WrongNumber(place="left", cards=2), RITA))
    felt.play((cmd.Confirm(), Actor("dora", FLOOR)))


def test_what_players_do_between_rounds_leaves_a_step_as_it_was_read() -> None:
    felt = at("let-it-ride", seats=(1,))
    read = felt.state.version
    assert felt.state.stepped <= read
    felt.sit(2).base(1, 2)
    felt.play((cmd.CallFloor(reason="a question"), DORA), (cmd.AnswerCall(), FRED))
    assert felt.state.stepped <= read < felt.state.version
    felt.play(cmd.NoMoreBets())
    assert felt.state.stepped == felt.state.version > read


def test_a_state_with_a_dealer_is_written_and_read_again() -> None:
    felt = prepared(at_round("let-it-ride"))
    rules = felt.rules
    assert b'"dealer":' not in write_state(felt.state), "as snapshots of before are written"
    assert b"stepped" not in write_state(felt.state)
    felt.play((cmd.TapIn(), DORA), (cmd.Announce(words="hello"), DORA))
    again = read_state(rules, write_state(felt.state))
    assert again == felt.state
    assert (again.dealer, again.dealt, again.stepped) == (
        "dora",
        frozenset({"dora"}),
        felt.state.stepped,
    )
