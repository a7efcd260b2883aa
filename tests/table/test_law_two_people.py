"""What takes two people: inspection and verification, a void and a correction, and who may act.

The texts give some acts to the dealer and some to the floorperson; the readings `floor-rules` and
`chips-differ` have the one report and the other say so. Everybody is an id, not a name.
"""

from typing import Any

import pytest
from felt import ALL, MARYLAND, Felt, at, at_round, dealt, prepared, with_side_bets

from fairdeal.errors import Refused
from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import (
    AUTOMATIC_FLOOR,
    DEALER,
    FLOOR,
    OPERATOR,
    PLAYER,
    Actor,
    Role,
    player,
)
from fairdeal.table.state import Phase
from fairdeal.wording.dealer import instructions

DORA = Actor("dora", DEALER)
FRED = Actor("fred", FLOOR)
SHOE = {"dealing": Dealing.AUTOMATED_SHOE, "shuffling": Shuffling.AUTOMATED}

# Every command, every role ------------------------------------------------------------------------

#: Whose each command is, by what the texts and readings say.
_THEIRS = {
    (DEALER,): """receive-decks inspect-cards spread-cards wash-cards shuffle cut spread-idle
        no-more-bets collect correct-chips deal count-stub rack-stub replace timeout reveal show
        settle clear pay-by-hand face-up drawn-in-error wrong-number exposed-community skipped
        shuffler-jam shoe-jam malfunction""",
    (FLOOR,): """verify-inspection order-recut order-shuffle remove-player rule-count forfeit
        confirm deny return-device change-method answer-call close-table""",
    (PLAYER,): "sit leave bet place-bets take-back-bet ready ride withdraw fold draw",
    (DEALER, FLOOR): "remove-decks give-back mark-out-of-order announce",
    (DEALER, PLAYER): "call-floor",
    (OPERATOR,): "show-meters",
}
GIVEN_BY = {name: roles for roles, names in _THEIRS.items() for name in names.split()}

#: A body for each command that needs one.
BODIES: dict[str, dict[str, Any]] = {
    "cut": {"depth": 20},
    "bet": {"seat": 1, "wager": "x", "cents": 500},
    "place-bets": {"seat": 1, "cents": {}},
    "take-back-bet": {"seat": 1, "wager": "x"},
    "collect": {"wager": "x", "chips": 1},
    "correct-chips": {"seat": 1, "wager": "x", "how": "added", "reason": "short"},
    "pay-by-hand": {"seat": 1, "cents": 100, "reason": "short"},
    "count-stub": {"cards": 1},
    "rule-count": {"misdealt": True},
    "wrong-number": {"place": 1, "cards": 1},
    "exposed-community": {"area": "left"},
    "remove-player": {"seat": 1, "reason": "conduct"},
    "deny": {"reason": "not so"},
    "announce": {"words": "good luck"},
    "call-floor": {"reason": "a question"},
    "close-table": {"cards": {}},
    "show-meters": {"units": {}},
    "malfunction": {"device": "shoe"},
    "mark-out-of-order": {"device": "shoe"},
    "return-device": {"device": "shoe"},
}


def body_of(kind: type[cmd.Command]) -> cmd.Command:
    name = str(kind.__struct_config__.tag)
    seated = {"seat": 1} if kind.__struct_fields__[:1] == ("seat",) and name != "replace" else {}
    return kind(**BODIES.get(name, seated))


def test_the_law_knows_every_command() -> None:
    assert {str(kind.__struct_config__.tag) for kind in cmd.COMMANDS} == set(GIVEN_BY)


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


def refusal(felt: Felt, command: cmd.Command, who: Actor) -> Refused | None:
    before = felt.state
    try:
        felt.session.do(command, who)
    except Refused as refused:
        unchanged = felt.state is before
        return refused if unchanged else None
    return None


# Chapter 4: inspection ----------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 4.A")
@pytest.mark.clause("MD-RET 4.A")
@pytest.mark.clause("MD-DD .04A")
@pytest.mark.parametrize("game", MARYLAND)
def test_4_a_nobody_verifies_an_inspection_of_his_or_her_own(game: str) -> None:
    felt = Felt(at(game).rules)
    inspect = felt.game.procedure.inspect
    felt.play(cmd.ReceiveDecks(), (cmd.InspectCards(), DORA))
    same = Actor("dora", FLOOR, "another name")
    felt.refuses((cmd.VerifyInspection(), same), inspect, "whoever inspected")
    (verified,) = felt.play((cmd.VerifyInspection(), FRED))
    assert verified == ev.InspectionVerified("fred")


@pytest.mark.clause("MD-LIR 4.E")
@pytest.mark.clause("MD-RET 4.E")
@pytest.mark.clause("MD-DD .04E")
@pytest.mark.parametrize("game", MARYLAND)
def test_4_e_of_two_decks_neither_is_verified_by_who_inspected_it(game: str) -> None:
    felt = Felt(at(game, decks=2, shuffling=Shuffling.AUTOMATED).rules)
    inspect = felt.game.procedure.inspect
    felt.play(cmd.ReceiveDecks(colors=("red",)), (cmd.InspectCards(), Actor("fred", DEALER)))
    felt.play(cmd.ReceiveDecks(colors=("blue",)), (cmd.InspectCards(), DORA))
    felt.refuses((cmd.VerifyInspection(), FRED), inspect, "whoever inspected")
    felt.refuses((cmd.VerifyInspection(), Actor("dora", FLOOR)), inspect, "whoever inspected")
    felt.play((cmd.VerifyInspection(), Actor("flo", FLOOR)))


# A void -------------------------------------------------------------------------------------------


def reported(game: str, **how: Any) -> Felt:
    """A person who deals has reported what makes all hands void."""
    felt = prepared(with_side_bets(game, **how))
    felt.play(cmd.Deal())
    place = felt.log[-1].cards[0][0]  # type: ignore[attr-defined] # cards were dealt
    felt.play((cmd.WrongNumber(place=place, cards=9), DORA))
    return felt


@pytest.mark.clause("MD-LIR 13.D")
@pytest.mark.clause("MD-RET 13.C")
@pytest.mark.clause("MD-DD .08F(4)")
@pytest.mark.parametrize("game", MARYLAND)
def test_13_nothing_moves_until_a_second_person_confirms(game: str) -> None:
    felt = reported(game)
    asked = felt.log[-1]
    assert isinstance(asked, ev.VoidAsked)
    assert (asked.by, felt.state.phase) == ("dora", Phase.DEALING)
    assert not felt.happened(ev.WagerReturned)
    assert not felt.happened(ev.MetersUnfed)
    clause = asked.clause
    felt.refuses((cmd.Confirm(), Actor("dora", FLOOR)), clause, "a second person")
    felt.refuses((cmd.Deny(reason="no"), Actor("dora", FLOOR)), clause, "a second person")
    felt.refuses((cmd.Confirm(asked=asked.asked + 1), FRED), felt.game.procedure.irregular.face_up)
    events = felt.play((cmd.Confirm(asked=asked.asked), FRED))
    assert events[0] == ev.Confirmed(asked.asked, "fred")
    assert [e.clause for e in events if isinstance(e, ev.RoundVoided)] == [clause]
    assert set(felt.state.purses.values()) == {0}
    assert felt.state.inventory == 0


@pytest.mark.parametrize("game", MARYLAND)
def test_13_everything_else_waits_for_the_second_person(game: str) -> None:
    felt = reported(game)
    clause = felt.state.asked.clause if felt.state.asked else ""
    for kind in cmd.COMMANDS:
        name = str(kind.__struct_config__.tag)
        if name in ("confirm", "deny", "rule-count", "announce", "call-floor", "answer-call"):
            continue
        if name in ("sit", "leave", "show-meters"):
            continue  # people come and go, and other tables feed their meters
        role = kind.given_by[0]
        who = {DEALER: DORA, FLOOR: FRED, PLAYER: player("p1")}[role]
        felt.refuses((body_of(kind), who), clause, "asked to confirm the void first")


@pytest.mark.parametrize("game", MARYLAND)
def test_13_denied_the_round_goes_on_and_may_be_reported_again(game: str) -> None:
    felt = reported(game)
    before = felt.state.seats
    clause = felt.state.asked.clause if felt.state.asked else ""
    felt.refuses((cmd.Deny(reason=" "), FRED), clause, "the reason")
    number = felt.state.asked.asked if felt.state.asked else 0
    assert felt.play((cmd.Deny(reason="counted again"), FRED)) == [
        ev.Denied(number, "fred", "counted again")
    ]
    assert felt.state.seats == before
    face_up = felt.game.procedure.irregular.face_up
    felt.refuses((cmd.Deny(reason="once more"), FRED), face_up, "nothing like that")
    felt.refuses((cmd.Confirm(), FRED), face_up, "nothing like that")
    place = next(e for e in felt.log if isinstance(e, ev.CardsDealt)).cards[0][0]
    felt.play((cmd.WrongNumber(place=place, cards=9), DORA))
    felt.refuses((cmd.Confirm(asked=number), FRED), face_up, "nothing like that")
    felt.play((cmd.Confirm(), FRED))
    assert felt.is_open
    felt.refuses((cmd.Confirm(), FRED), face_up, "nothing like that")


def test_13_people_come_and_go_while_the_floorperson_is_asked() -> None:
    felt = reported("run-em-twice")
    felt.play((cmd.Leave(seat=2), player("p2")), (cmd.Sit(seat=3), player("p3")))
    felt.play((cmd.CallFloor(reason="please come"), DORA), (cmd.Announce(words="one moment"), DORA))
    assert felt.state.asked, "still"
    felt.play((cmd.Confirm(), FRED))
    assert set(felt.state.seats) == {1, 3}
    assert felt.state.gone == 0, "whoever left has the wagers back"


@pytest.mark.parametrize("beside", [cmd.Announce(words="one moment"), cmd.CallFloor(reason="a")])
def test_13_the_automatic_floorperson_answers_the_automatic_dealer_only(
    beside: cmd.Command,
) -> None:
    felt = reported("run-em-twice")
    felt.play(beside)
    assert felt.state.asked, "dora's report is not the automatic pair's to settle"
    assert not felt.happened(ev.Confirmed)


@pytest.mark.parametrize("game", MARYLAND)
def test_13_the_automatic_pair_does_both(game: str) -> None:
    felt = prepared(with_side_bets(game, **SHOE))
    events = felt.play(cmd.ShoeJam())
    kinds = [type(event) for event in events]
    assert kinds[:2] == [ev.VoidAsked, ev.Confirmed]
    assert (events[0].by, events[1].by) == ("dealer", "floor")  # type: ignore[attr-defined]
    assert felt.is_open


def test_13_a_person_confirms_what_the_automatic_floorperson_did_not() -> None:
    felt = prepared(with_side_bets("let-it-ride", **SHOE))
    felt.play((cmd.ShoeJam(), DORA))
    felt.play((cmd.Confirm(), AUTOMATIC_FLOOR))
    assert felt.is_open


@pytest.mark.clause("MD-RET 13.G")
def test_13_g_a_skipped_player_is_no_void_and_takes_one_person() -> None:
    felt = prepared(at_round("run-em-twice", seats=(1, 2)))
    felt.play(cmd.Deal(), cmd.Deal(skip=(2,)), cmd.Deal(skip=(2,)))
    felt.play((cmd.Skipped(seat=2), DORA))
    assert felt.state.asked is None
    assert felt.purse(2) == 0


# A wrong stub count -------------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 8.F(3)")
@pytest.mark.clause("MD-RET 9.D(3)")
@pytest.mark.parametrize(
    ("how", "says", "misdealt", "wrong"),
    [
        ({}, "MD-RET 8.F(3)", "MD-RET 8.F(4)", "MD-RET 8.F(5)"),
        (
            {"dealing": Dealing.HAND, "shuffling": Shuffling.AUTOMATED},
            *("MD-RET 9.D(3)", "MD-RET 9.D(4)", "MD-RET 9.D(5)"),
        ),
    ],
)
def test_8_f_3_whether_cards_were_misdealt_is_the_floorpersons_word(
    how: dict[str, Any], says: str, misdealt: str, wrong: str
) -> None:
    for word, clause, decks in ((True, misdealt, 1), (False, wrong, 0)):
        felt = prepared(at_round("run-em-twice", seats=(1, 2), **how))
        felt.play(cmd.Deal(rest=True))
        (counted,) = felt.play((cmd.CountStub(cards=42), DORA))  # 43 should be there
        assert isinstance(counted, ev.StubCounted)
        assert (counted.result, counted.total) == ("differs", 51)
        assert not felt.is_open, "no hand is void yet"
        felt.refuses(cmd.RackStub(), says, "asked whether the cards were misdealt")
        felt.refuses((cmd.RuleCount(misdealt=word), Actor("dora", FLOOR)), says, "second person")
        events = felt.play((cmd.RuleCount(misdealt=word), FRED))
        assert events[0] == ev.CountRuled(word, "fred")
        assert [e.clause for e in events if isinstance(e, ev.RoundVoided)] == [clause]
        assert len(felt.state.decks) == decks
        assert set(felt.state.purses.values()) == {0}
        felt.refuses((cmd.RuleCount(misdealt=word), FRED), says, "no stub count waits")


@pytest.mark.clause("MD-RET 8.F(4)")
def test_8_f_4_cards_missing_and_misdealt_as_well_cost_the_deck() -> None:
    """Reading `stub-count-duty`: only where 52 cards are there the deck stays."""
    felt = prepared(at_round("run-em-twice", seats=(1, 2)))
    felt.play(cmd.Deal(rest=True), (cmd.CountStub(cards=41, found={1: 3}), DORA))
    events = felt.play((cmd.RuleCount(misdealt=True), FRED))
    assert [e.clause for e in events if isinstance(e, ev.RoundVoided)] == ["MD-RET 8.F(5)"]
    assert felt.state.decks == ()


@pytest.mark.clause("MD-RET 8.F(4)")
def test_8_f_4_a_whole_deck_is_not_removed() -> None:
    felt = prepared(at_round("run-em-twice", seats=(1, 2)))
    felt.play(cmd.Deal(rest=True), (cmd.CountStub(cards=42, found={1: 3}), DORA))
    felt.refuses((cmd.RuleCount(misdealt=False), FRED), "MD-RET 8.F(4)", "all 52 cards are there")
    felt.play((cmd.RuleCount(misdealt=True), FRED))
    assert len(felt.state.decks) == 1


@pytest.mark.clause("MD-RET 10.C(2)")
@pytest.mark.clause("MD-LIR 8.F")
@pytest.mark.clause("MD-DD .08F(3)")
@pytest.mark.parametrize(
    ("game", "how", "wrong"),
    [
        ("run-em-twice", SHOE, "MD-RET 10.C(4)"),
        ("let-it-ride", {}, "MD-LIR 8.F(2)"),
        ("double-draw", {}, "MD-DD .08F(5)"),
    ],
)
def test_elsewhere_the_dealer_determines_it_and_the_void_is_confirmed(
    game: str, how: dict[str, Any], wrong: str
) -> None:
    felt = prepared(at_round(game, seats=(1, 2), **how))
    felt.play(cmd.Deal(rest=True))
    right = len(felt.game.deck) - len(felt.state.out)
    counted, asked = felt.play((cmd.CountStub(cards=right + 1), DORA))
    assert isinstance(counted, ev.StubCounted)
    assert counted.result == "wrong-deck"
    assert isinstance(asked, ev.VoidAsked)
    assert (asked.clause, asked.removes) == (wrong, "red")
    felt.refuses((cmd.RuleCount(misdealt=True), FRED), _count_clause(felt), "no stub count waits")
    felt.play((cmd.Confirm(), FRED))
    assert felt.state.decks == ()


def _count_clause(felt: Felt) -> str:
    return felt.game.procedure.dealing[felt.state.dealing].count


def test_a_wrong_count_that_is_denied_is_made_again() -> None:
    felt = prepared(at_round("let-it-ride"))
    felt.play(cmd.Deal(rest=True), (cmd.CountStub(cards=1), DORA), (cmd.Deny(reason="no"), FRED))
    right = 52 - len(felt.state.out)
    (counted,) = felt.play((cmd.CountStub(cards=right), DORA))
    assert isinstance(counted, ev.StubCounted)
    assert counted.result == "right"


# Players ------------------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 7.B")
@pytest.mark.clause("MD-RET 7.B(1)")
@pytest.mark.clause("MD-DD .07B(1)")
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


#: One card to each of three seats, a community card, and so on: seat 1 has As Ks Qs, the board
#: Js Ts.
ROYAL = "As 2c 3d Js Ks 4c 5d Ts Qs 7c 9d"


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


# The words of a void ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", MARYLAND)
def test_each_step_of_a_void_has_words_with_its_clause(game: str) -> None:
    felt = reported(game)
    clause = felt.state.asked.clause if felt.state.asked else ""
    (line,) = instructions(felt.state)
    assert (line.by, line.clause) == ("floor", clause)
    assert "confirm" in line.say
    assert "void" in line.say
    felt.play((cmd.Confirm(), FRED))
    lines = instructions(felt.state)
    returns = [line for line in lines if line.say.startswith("Return to seat ")]
    assert [line.say.split(":")[0] for line in returns] == ["Return to seat 1", "Return to seat 2"]
    assert {line.clause for line in returns} == {clause}
    assert lines[-1].command == cmd.Shuffle(deck="red"), "the cards are shuffled again"
    felt.dealer()
    assert not any(line.say.startswith("Return") for line in instructions(felt.state))


@pytest.mark.clause("MD-LIR 8.F(2)")
def test_a_void_that_removes_the_deck_tells_that_too() -> None:
    felt = prepared(at_round("let-it-ride"))
    felt.play(cmd.Deal(rest=True), (cmd.CountStub(cards=1), DORA))
    assert "the red deck leaves the table" in instructions(felt.state)[0].say
    felt.play((cmd.Confirm(), FRED))
    told = [(line.say, line.clause) for line in instructions(felt.state)]
    assert ("Remove the red deck from the table", "MD-LIR 8.F(2)") in told


# A payment by hand --------------------------------------------------------------------------------

PLACE = "MD-LIR 7.C"
SHORT = cmd.PayByHand(1, 2_500, "the flush was paid as a straight")


def by_hand(**how: Any) -> Felt:
    """Bets are open, and a person who deals has asked to pay the first seat."""
    felt = at_round("let-it-ride", seats=(1, 2), **how)
    felt.play((SHORT, DORA))
    return felt


def test_a_payment_by_hand_takes_two_people_and_moves_nothing_before() -> None:
    felt = by_hand()
    asked = felt.log[-1]
    assert asked == ev.PaymentAsked(felt.state.version - 1, "dora", 1, 2_500, SHORT.reason)
    before, inventory = dict(felt.state.purses), felt.state.inventory
    felt.refuses((cmd.NoMoreBets(), DORA), PLACE, "asked to confirm the payment first")
    felt.refuses((cmd.Confirm(), Actor("dora", FLOOR)), PLACE, "a second person")
    events = felt.play((cmd.Confirm(asked=asked.asked), FRED))
    assert events[0] == ev.Confirmed(asked.asked, "fred")
    assert ev.PaidByHand(1, 2_500, SHORT.reason) in events
    assert felt.state.purses == {**before, "p1": before["p1"] + 2_500}
    assert felt.state.inventory == inventory - 2_500
    assert felt.state.asked is None


def test_a_payment_that_is_denied_is_not_made() -> None:
    felt = by_hand()
    before = felt.state.purses
    felt.play((cmd.Deny(reason="it was a straight"), FRED))
    assert (felt.state.purses, felt.state.asked) == (before, None)
    assert not felt.happened(ev.PaidByHand)


def test_a_payment_falls_when_the_player_leaves_and_nobody_else_gets_it() -> None:
    felt = by_hand()
    asked = felt.log[-1]
    assert isinstance(asked, ev.PaymentAsked)
    inventory = felt.state.inventory
    felt.play((cmd.Leave(seat=2), player("p2")))
    assert instructions(felt.state)[0].by == "floor", "the other seat has nothing to do with it"
    felt.play((cmd.Leave(seat=1), player("p1")))
    assert felt.state.asked is None
    felt.play((cmd.Sit(seat=1), player("eve")))
    clause = felt.state.rules.game.procedure.irregular.face_up
    felt.refuses((cmd.Confirm(asked=asked.asked), FRED), clause, "nothing like that is asked")
    assert not felt.happened(ev.PaidByHand)
    assert (felt.state.purses["eve"], felt.state.inventory) == (0, inventory)


def test_a_payment_by_hand_has_a_bound_a_reason_and_its_time() -> None:
    felt = at_round("let-it-ride", seats=(1, 2), payout_limit_cents=10_000_00)
    for cents in (-1, 0, 10_000_01, 2**70):
        felt.refuses((cmd.PayByHand(1, cents, "so"), DORA), PLACE, "at most $10,000")
    felt.refuses((cmd.PayByHand(1, 1, " "), DORA), PLACE, "the reason")
    felt.refuses((cmd.PayByHand(5, 1, "so"), DORA), "MD-LIR 7.B", "nobody sits")
    assert felt.play((cmd.PayByHand(1, 10_000_00, "so"), DORA))
    late = dealt("let-it-ride", seats=(1, 2))
    late.refuses((SHORT, DORA), PLACE, "only between rounds")


def test_the_automatic_floorperson_leaves_a_persons_payment_to_a_person() -> None:
    felt = by_hand()
    felt.play(cmd.Announce(words="one moment"))
    assert felt.state.asked, "dora's question is not the automatic pair's to settle"
    assert not felt.happened(ev.PaidByHand)
    told = [line.say for line in instructions(felt.state)]
    assert told[0] == (
        "Floorperson: confirm the payment of $25 by hand to seat 1 "
        "(the flush was paid as a straight)"
    )
