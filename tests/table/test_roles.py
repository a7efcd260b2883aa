"""Which role may give which command, what a refusal cites, and who speaks for a seat."""

from dataclasses import replace

import pytest
from chapters import DORA, body_of
from felt import (
    ALL,
    MARYLAND,
    Felt,
    at,
    at_round,
    dealt,
    prepared,
    rules_of,
    with_side_bets,
)

from fairdeal.errors import Refused
from fairdeal.rulebook.clauses import clauses_of
from fairdeal.rulebook.game import Dealing
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUDITOR, DEALER, FLOOR, OPERATOR, PLAYER, Actor, Role, player
from fairdeal.table.decide import clause_of
from fairdeal.table.state import new_table

# Every command, every role ------------------------------------------------------------------------

#: Whose each command is, by what the texts and readings say.
_THEIRS = {
    (DEALER,): """receive-decks inspect-cards spread-cards wash-cards shuffle cut spread-idle
        no-more-bets collect correct-chips deal count-stub rack-stub replace timeout reveal show
        settle clear pay-by-hand face-up drawn-in-error wrong-number exposed-community skipped
        shuffler-jam shoe-jam malfunction tap-in close-words
        lose-secrets""",
    (FLOOR,): """verify-inspection order-recut order-shuffle remove-player rule-count forfeit
        confirm deny return-device change-method answer-call close-table enforce-limits""",
    (PLAYER,): """sit leave buy-in bet place-bets take-back-bet ready ride withdraw fold draw
        pledge reveal-word""",
    (DEALER, FLOOR): "remove-decks give-back mark-out-of-order announce",
    (DEALER, FLOOR, OPERATOR): "tap-out",
    (DEALER, PLAYER): "call-floor",
    (OPERATOR,): "show-meters post-limits",
}

GIVEN_BY = {name: roles for roles, names in _THEIRS.items() for name in names.split()}


def test_the_law_knows_every_command() -> None:
    assert {str(kind.__struct_config__.tag) for kind in cmd.COMMANDS} == set(GIVEN_BY)


def refusal(felt: Felt, command: cmd.Command, who: Actor) -> Refused | None:
    before = felt.state
    try:
        felt.session.do(command, who)
    except Refused as refused:
        unchanged = felt.state is before
        return refused if unchanged else None
    return None


@pytest.mark.parametrize(("game", "jurisdiction"), ALL)
@pytest.mark.parametrize("kind", cmd.COMMANDS, ids=lambda kind: str(kind.__struct_config__.tag))
def test_a_command_is_heard_from_its_own_roles_only(
    game: str, jurisdiction: str, kind: type[cmd.Command]
) -> None:
    felt = at(game, jurisdiction)
    command = body_of(kind)
    allowed = GIVEN_BY[str(kind.__struct_config__.tag)]
    for role in Role:
        who = Actor("p1" if role is PLAYER else str(role), role)
        refused = refusal(felt, command, who)
        said = refused.reason if refused else ""
        assert (f"not for {role.words}" in said) == (role not in allowed), said
        if refused and role not in allowed:
            assert refused.clause, "with the clause"
            assert refused.clause.split()[0] in ("MD-LIR", "MD-RET", "MD-DD", "PA-RET")
        felt = at(game, jurisdiction)


# What a refusal cites -----------------------------------------------------------------------------

LOOKS_ON = Actor("otto", AUDITOR)


def cited(felt: Felt, command: cmd.Command, clause: str) -> None:
    felt.refuses((command, LOOKS_ON), clause, "not for an auditor")


@pytest.mark.clause("MD-LIR 8.C(1)", "MD-LIR 8.C(3)", "MD-LIR 8.D(2)", "MD-LIR 8.D(3)(a)")
@pytest.mark.clause("MD-LIR 11.B(2)", "MD-LIR 11.C(2)", "MD-LIR 11.D", "MD-LIR 13.D", "MD-LIR 13.E")
def test_let_it_ride() -> None:
    felt = with_side_bets("let-it-ride")
    felt.play(cmd.NoMoreBets())
    five, progressive = "five-card-bonus", "progressive"
    cited(felt, cmd.Collect(five, 1), "MD-LIR 8.C(1)")
    felt.play(cmd.Collect(five, 1))
    cited(felt, cmd.Collect(progressive, 1), "MD-LIR 8.C(3)")
    cited(felt, cmd.CorrectChips(1, progressive, "added", "one short"), "MD-LIR 8.C(3)")
    felt.play(cmd.Collect(progressive, 1))
    cited(felt, cmd.Deal(), "MD-LIR 8.D(2)")
    felt.play(cmd.Deal())
    cited(felt, cmd.Deal(), "MD-LIR 8.D(3)(a)")
    cited(felt, cmd.WrongNumber(1, 2), "MD-LIR 13.D")
    cited(felt, cmd.Skipped(1), "MD-LIR 13.D")
    cited(felt, cmd.ExposedCommunity("community"), "MD-LIR 13.E")
    felt.dealer()
    cited(felt, cmd.Reveal(), "MD-LIR 11.B(2)")
    felt.play(cmd.Ride(1), cmd.Ride(2), cmd.Reveal(), cmd.Ride(1), cmd.Ride(2))
    cited(felt, cmd.Reveal(), "MD-LIR 11.C(2)")
    cited(felt, cmd.Settle(), "MD-LIR 11.D")


@pytest.mark.clause("MD-RET 8.C(3)", "MD-RET 8.F(3)", "MD-RET 11.A(5)", "MD-RET 11.C")
@pytest.mark.clause("MD-RET 11.H", "MD-RET 13.C", "MD-RET 13.G")
def test_run_em_twice() -> None:
    felt = at_round("run-em-twice")
    cited(felt, cmd.Collect("progressive", 1), "MD-RET 8.C(3)")
    cited(prepared(felt), cmd.WrongNumber(1, 3), "MD-RET 13.C")
    cited(felt, cmd.Skipped(1), "MD-RET 13.G")
    cited(felt, cmd.RuleCount(misdealt=True), "MD-RET 8.F(3)")
    felt.dealer()
    cited(felt, cmd.Forfeit(1), "MD-RET 11.A(5)")
    cited(felt, cmd.Reveal(), "MD-RET 11.C")
    cited(felt, cmd.Show(), "MD-RET 11.H")


@pytest.mark.clause("MD-DD .11C(3)", "MD-DD .11C(6)", "MD-DD .11C(12)")
def test_double_draw() -> None:
    felt = dealt("double-draw")
    felt.bet(1, "first-draw", 500)
    cited(felt, cmd.NoMoreBets(), "MD-DD .11C(3)")
    felt.play(cmd.NoMoreBets())
    cited(felt, cmd.Replace(), "MD-DD .11C(6)")
    felt.play(cmd.Draw(1))
    felt.bet(1, "second-draw", 500)
    felt.play(cmd.NoMoreBets())
    cited(felt, cmd.Replace(), "MD-DD .11C(12)")


@pytest.mark.clause("MD-RET 13.C")
def test_who_confirms_is_told_what_is_asked() -> None:
    felt = dealt("run-em-twice")
    felt.play((cmd.WrongNumber(1, 3), DORA))
    cited(felt, cmd.Confirm(), "MD-RET 13.C")
    felt.refuses((cmd.Deny(reason="not so"), Actor("dora", DEALER)), "MD-RET 13.C", "floorperson")
    felt.play((cmd.Confirm(), Actor("fred", FLOOR)))


# Players ------------------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 7.B", "MD-RET 7.B(1)", "MD-DD .07B(1)")
@pytest.mark.parametrize("game", MARYLAND)
def test_7_b_a_player_acts_for_his_or_her_own_seat_only(game: str) -> None:
    felt = at_round(game, seats=(1, 2))
    clause = felt.game.procedure.seated
    wager = felt.game.wagers[0].name
    stranger, other = player("zoe"), player("p2")
    for who in (stranger, other):
        for command in (
            cmd.Bet(1, wager, 600),
            cmd.PlaceBets(1, {wager: 600}),
            cmd.TakeBackBet(1, wager),
            cmd.Ready(1),
            cmd.Leave(1),
            *(cmd.Fold(1), cmd.Ride(1), cmd.Withdraw(1), cmd.Draw(1)),
        ):
            felt.refuses((command, who), clause, "seat 1 is not")
    felt.refuses((cmd.CallFloor(reason="hello"), stranger), clause, "sits")
    felt.play((cmd.CallFloor(reason="hello"), other))


@pytest.mark.clause("MD-RET 11.B(1)")
def test_11_b_only_the_player_who_is_asked_decides_for_the_seat() -> None:
    felt = dealt("run-em-twice", seats=(1, 2))
    felt.refuses((cmd.Fold(1), player("p2")), "MD-RET 7.B(1)", "seat 1 is not")
    felt.refuses((cmd.Fold(2), player("p2")), "MD-RET 11.B(1)", "turn of seat 1")
    felt.refuses((cmd.Fold(1), DORA), "MD-RET 11.A", "not for the dealer")
    felt.play((cmd.Fold(1), player("p1")))


def test_two_players_of_one_name_are_two_people() -> None:
    felt = at("run-em-twice", seats=())
    first, second = player("id-1", "ann"), player("id-2", "ann")
    felt.play((cmd.Sit(1), first), (cmd.Sit(2), second))
    felt.dealer()
    felt.refuses((cmd.Bet(1, "first-ante", 500), second), "MD-RET 7.B(1)", "not")
    felt.play((cmd.Bet(1, "first-ante", 500), first))
    assert felt.state.purses == {"id-1": -500, "id-2": 0}
    felt.refuses((cmd.Sit(3), first), "MD-RET 7.B(1)", "one box already")
    felt.refuses((cmd.Sit(3), second), "MD-RET 7.B(1)", "one box already")


@pytest.mark.clause("MD-LIR 7.F")
def test_7_f_boxes_are_adjacent_by_person_not_by_name() -> None:
    felt = at("let-it-ride", seats=(), adjacent_boxes=2)
    first, second = player("id-1", "ann"), player("id-2", "ann")
    felt.play((cmd.Sit(1), first), (cmd.Sit(2), second))
    felt.refuses((cmd.Sit(3), first), "MD-LIR 7.F", "adjacent")
    felt.play((cmd.Sit(3), second))
    felt.refuses((cmd.Sit(4), second), "MD-LIR 7.F", "2 adjacent boxes already")


#: One card to each of three seats, a community card, and so on: seat 1 has As Ks Qs, the board
#: Js Ts.
ROYAL = "As 2c 3d Js Ks 4c 5d Ts Qs 7c 9d"


@pytest.mark.clause("MD-LIR 12.H")
def test_envy_goes_by_person_not_by_name() -> None:
    """A royal flush of spades at seat 1 of Let It Ride: 12.I(1)(a), $1,000 for a $1 stake."""
    felt = at("let-it-ride", seats=(), adjacent_boxes=2, without=["six-card-bonus"], deck=ROYAL)
    ann, namesake = player("id-1", "ann"), player("id-2", "ann")
    felt.play((cmd.Sit(1), ann), (cmd.Sit(2), ann), (cmd.Sit(3), namesake))
    felt.dealer()
    felt.base(1, 2, 3)
    for seat in (1, 2, 3):
        felt.bet(seat, "progressive", 100)
    felt.dealer()
    while felt.state.turn:
        felt.play(cmd.Ride(felt.state.turn))
        felt.dealer()
    envy = [(e.seat, e.cents, e.clause) for e in felt.happened(ev.EnvyPaid) if e.holder == 1]
    assert envy == [(3, 100_000, "MD-LIR 12.I(1)(a)")], "ann's other box is ann's own"


def test_the_next_of_that_name_inherits_nothing() -> None:
    felt = at("run-em-twice", seats=())
    felt.play((cmd.Sit(1), player("id-1", "ann")))
    felt.dealer()
    felt.base(1)
    felt.dealer()
    felt.play(cmd.Fold(1))
    felt.dealer()
    assert felt.state.purses == {"id-1": -1000}
    felt.play(cmd.Leave(1))
    felt.play((cmd.Sit(1), player("id-2", "ann")))
    assert felt.state.purses == {"id-2": 0}
    assert felt.state.gone == -1000
    felt.play(cmd.Leave(1), (cmd.Sit(1), player("id-1", "ann")))
    assert felt.state.purses == {"id-1": 0}, "a purse goes along with whoever leaves"


@pytest.mark.parametrize(("game", "jurisdiction"), ALL)
@pytest.mark.parametrize("way", list(Dealing))
def test_every_command_has_its_place_in_the_text_however_cards_are_dealt(
    game: str, jurisdiction: str, way: Dealing
) -> None:
    rules = rules_of(game, jurisdiction, dealing=way)
    state, known = new_table(rules), set(clauses_of(rules.game))
    cited = {str(kind.__struct_config__.tag): clause_of(state, kind) for kind in cmd.COMMANDS}
    assert {name for name, clause in cited.items() if clause not in known} == set()


def test_a_text_that_does_not_ask_the_floorperson_has_the_count_speak_for_the_ruling() -> None:
    rules = rules_of("let-it-ride")
    told = {
        way: replace(clauses, floor_rules=None)
        for way, clauses in rules.game.procedure.dealing.items()
    }
    game = replace(rules.game, procedure=replace(rules.game.procedure, dealing=told))
    state = new_table(replace(rules, game=game))
    assert clause_of(state, cmd.RuleCount) == told[rules.dealing].count
