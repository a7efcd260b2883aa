"""The dealer's script, clause by clause: a whole round by each way of dealing."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
from chapters import HAND, SHOE, answer
from felt import Felt, at_round, prepared, rules_of, with_side_bets

from fairdeal.games import find_game
from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.next_step import next_command
from fairdeal.wording.dealer import instructions
from fairdeal.wording.procedure import procedure

MANUAL: dict[str, Any] = {"dealing": Dealing.MANUAL_SHOE, "shuffling": Shuffling.MANUAL}


WAYS = {"manual": MANUAL, "hand": HAND, "shoe": SHOE}


class Told(NamedTuple):
    """A line of the script, and the events that came of it."""

    clause: str | None
    say: str
    events: tuple[ev.Event, ...]


def walk(felt: Felt) -> Iterator[Told]:
    """Go on to the end of the round, and hear what is said."""
    while True:
        lines = instructions(felt.state)
        events = tuple(felt.play(next_command(felt.state) or answer(felt.state)))
        for line in lines:
            yield Told(line.clause, line.say, events)
        if felt.is_open:
            return


@cache
def script(game: str, way: str) -> list[Told]:
    """All that is said in a round of two seats, the first with every wager there is."""
    return list(walk(with_side_bets(game, **WAYS[way])))


def said(game: str, way: str, clause: str, words: str) -> list[Told]:
    """The lines under a clause that have these words."""
    found = [one for one in script(game, way) if one.clause == clause]
    assert found, f"nothing is said under {clause}"
    return [one for one in found if re.search(words, one.say)]


# Place, the place that the line cites where it is another, and words that the line has.
_LIR_BEFORE = """
    {call} | | Announce: no more bets
    {five} | | Five Card Bonus
    {five}({a}) | {five} | Collect the Five Card Bonus wagers
    {five}({b}) | {five} | place a lammer for each
    {five}({c}) | {five} | count the chips
    {lock} | | Lock the progressive
    {progressive} | | Progressive
    {progressive}({a}) | {progressive} | Collect the Progressive wagers
    {progressive}({b}) | {progressive} | count the chips
"""

_LETTERS, _ROMAN = {"a": "a", "b": "b", "c": "c"}, {"a": "i", "b": "ii", "c": "iii"}

_LIR_ROUND = """
    11.B | | Ask seat 1: withdraw Bet Number 1 or let it ride
    11.B(2) | | Turn up the next card of the community area, from the dealer's left
    11.C | | Ask seat 2: withdraw Bet Number 2 or let it ride
    11.C(2) | | Turn up the next card of the community area
    11.D(1) | 11.D | Turn up the cards of seat 2
    11.E(3) | | Turn up the cards at the bonus box
    11.G | | all cards into the discard rack
    11.G(1) | 11.G | all cards
    11.G(2) | 11.G | so that each hand can be told again
"""

_CROSS = "one card face down to the left, the right, the top, the bottom and the center"

_RET_ROUND = """
    11.B(1) | | Ask seat 1: 1st Run of \\$5 to \\$15, or fold
    11.B(1)(a) | 11.B(1) | 1st Run of \\$5 to \\$15
    11.B(1)(b) | 11.B(1) | or fold
    11.C | | Turn up the cards at the left and the right
    11.D | | Ask seat 2: 2nd Run of \\$5 to \\$15, or fold
    11.E | | Turn up the cards at the top and the bottom
    11.F | | Ask seat 1: Center of \\$5 to \\$15, or fold
    11.G | | Turn up the card at the center
    11.H(1) | 11.H | seat 1: Five Card Bonus
    11.H(1) | 11.H | seat 1: Ultimate Pairs
    11.K | | so that each hand can be told again
"""

_DD_ROUND = """
    .11C(1) | | Ask seat 1: First Draw of \\$5, or fold
    .11C(2)(a) | .11C(1) | First Draw of \\$5
    .11C(3) | | Announce: no more bets
    .11C(4) | | discard up to 3 cards or none
    .11C(5) | | Collect the discards of seat 2 into the discard rack
    .11C(6) | | Give one card face down to seat 2
    .11C(7) | | Ask seat 1: Second Draw of \\$5, or fold
    .11C(8)(a) | .11C(7) | Second Draw of \\$5
    .11C(9) | | Announce: no more bets
    .11C(10) | | discard one card or none
    .11C(11) | | Collect the discards of seat 1 into the discard rack
    .11C(12) | | Give one card face down to seat 1
    .11D(1) | .11D | Turn up the cards of seat 1
    .11F | | all cards into the discard rack
    .11F(1) | .11F | all cards
    .11F(2) | .11F | so that each hand can be told again
"""

_STUB = "Rack the stub, its cards unseen"

SCRIPTS = {
    ("let-it-ride", "manual"): _LIR_BEFORE.format(
        call="8.C", five="8.C(1)", lock="8.C(2)", progressive="8.C(3)", **_LETTERS
    )
    + f"""
    8.D(2) | | 3 cards face down to the bonus box
    8.D(3)(a) | | one card face down to seats 1 and 2
    8.D(3)(b) | | one card face down to the community area
    8.D(3)(c) | | one card face down to seats 1 and 2
    8.D(3)(d) | | one card face down to the community area
    8.D(3)(e) | | one card face down to seats 1 and 2
    8.D(4) | | {_STUB}
    """
    + _LIR_ROUND,
    ("let-it-ride", "hand"): _LIR_BEFORE.format(
        call="9.A(3)", five="9.A(3)(a)", lock="9.A(3)(b)", progressive="9.A(3)(c)", **_ROMAN
    )
    + f"""
    9.B | | 3 cards face down to the bonus box
    9.C(1) | | one card face down to seats 1 and 2
    9.C(2) | | one card face down to the community area
    9.C(3) | | one card face down to seats 1 and 2
    9.C(4) | | one card face down to the community area
    9.C(5) | | one card face down to seats 1 and 2
    9.D | | {_STUB}
    """,
    ("let-it-ride", "shoe"): _LIR_BEFORE.format(
        call="10.A(1)(a)",
        five="10.A(1)(b)",
        lock="10.A(1)(c)",
        progressive="10.A(1)(d)",
        **_ROMAN,
    )
    + f"""
    10.B(1) | | 3 cards face down to the bonus box
    10.B(2) | | 2 cards face down to the community area
    10.B(3) | | a stack of 3 cards face down to seats 1 and 2
    10.C | | {_STUB}
    """,
    ("run-em-twice", "manual"): f"""
    8.C(1) | | Announce: no more bets
    8.C(2) | | Lock the progressive
    8.C(3) | | Collect the Progressive wagers, and count the chips
    8.D(2) | | {_CROSS}
    8.D(3) | | one card face down to seats 1 and 2
    8.D(4) | | {_STUB}
    8.D(4)(b) | 8.D(4) | {_STUB}
    """
    + _RET_ROUND,
    ("run-em-twice", "hand"): f"""
    9.A(5) | | Announce: no more bets
    9.A(5)(a) | | Lock the progressive
    9.A(5)(b) | | Collect the Progressive wagers, and count the chips
    9.B(1) | | {_CROSS}
    9.B(2) | | one card face down to seats 1 and 2
    9.B(3) | | {_STUB}
    9.B(3)(b) | 9.B(3) | {_STUB}
    """,
    ("run-em-twice", "shoe"): f"""
    10.A(2)(a) | | Announce: no more bets
    10.A(2)(b)(i) | | Lock the progressive
    10.A(2)(b)(ii) | | Collect the Progressive wagers, and count the chips
    10.B(1) | | {_CROSS}
    10.B(2) | | a stack of 2 cards face down to seats 1 and 2
    10.B(3) | | {_STUB}
    10.B(3)(b) | 10.B(3) | {_STUB}
    """,
    ("double-draw", "manual"): f"""
    .08C | | Announce: no more bets
    .08D(2) | | one card face down to seats 1 and 2
    .08D(3)(b) | .08D(3) | {_STUB}
    """
    + _DD_ROUND,
    ("double-draw", "hand"): f"""
    .09A(5) | | Announce: no more bets
    .09B(1) | | one card face down to seats 1 and 2
    .09B(2) | | {_STUB}
    .09B(2)(b) | .09B(2) | {_STUB}
    """,
    ("double-draw", "shoe"): f"""
    .10A(2) | | Announce: no more bets
    .10B(1) | | a stack of 5 cards face down to seats 1 and 2
    .10B(2) | | {_STUB}
    .10B(2)(b) | .10B(2) | {_STUB}
    """,
}


def lines() -> Iterator[Any]:
    for (game, way), text in SCRIPTS.items():
        for line in filter(None, map(str.strip, text.splitlines())):
            place, cited, words = (part.strip() for part in line.split("|"))
            clause, under = (f"{find_game(game).text} {one}" for one in (place, cited or place))
            yield pytest.param(
                *(game, way, under, words),
                marks=pytest.mark.clause(clause),
                id=f"{clause} {words}",
            )


@pytest.mark.parametrize(("game", "way", "clause", "words"), list(lines()))
def test_the_dealer_is_told(game: str, way: str, clause: str, words: str) -> None:
    assert said(game, way, clause, words)


@pytest.mark.parametrize(
    ("game", "way", "order"),
    [
        ("let-it-ride", "manual", "8.C 8.C(1) 8.C(2) 8.C(3) 8.D(2) 8.D(3)(a) 8.D(3)(e) 8.D(4)"),
        ("let-it-ride", "hand", "9.A(3) 9.A(3)(a) 9.A(3)(b) 9.A(3)(c) 9.B 9.C(1) 9.C(5) 9.D 11.B"),
        ("let-it-ride", "shoe", "10.A(1)(a) 10.A(1)(d) 10.B(1) 10.B(2) 10.B(3) 10.C 11.B"),
        ("run-em-twice", "manual", "8.C(1) 8.C(2) 8.C(3) 8.D(2) 8.D(3) 8.D(4) 11.B(1) 11.C 11.D"),
        ("run-em-twice", "hand", "9.A(5) 9.A(5)(a) 9.A(5)(b) 9.B(1) 9.B(2) 9.B(3) 11.E 11.F 11.G"),
        ("run-em-twice", "shoe", "10.A(2)(a) 10.B(1) 10.B(2) 10.B(3) 11.G 11.H 11.I(1) 11.J 11.K"),
        ("double-draw", "manual", ".08C .08D(2) .11C(1) .11C(3) .11C(4) .11C(7) .11D .11F"),
        ("double-draw", "hand", ".09A(5) .09B(1) .11C(9) .11C(10) .11C(11) .11C(12) .11D .11F"),
        ("double-draw", "shoe", ".10A(2) .10B(1) .11C(5) .11C(6) .11C(7) .11D(3) .11F"),
    ],
)
def test_the_steps_come_in_the_order_of_the_text(game: str, way: str, order: str) -> None:
    text = find_game(game).text
    clauses = [one.clause for one in script(game, way)]
    firsts = [clauses.index(f"{text} {place}") for place in order.split()]
    assert firsts == sorted(firsts)


# What is collected goes into the inventory --------------------------------------------------------


def collected(five: str, progressive: str) -> tuple[str, str]:
    return f"MD-LIR {five}", f"MD-LIR {progressive}"


@pytest.mark.parametrize(
    ("game", "way", "stakes"),
    [
        pytest.param(game, way, stakes, marks=[pytest.mark.clause(one) for one in clauses])
        for game, way, stakes, clauses in (
            ("let-it-ride", "manual", 200, collected("8.C(1)(d)", "8.C(3)(c)")),
            ("let-it-ride", "hand", 200, collected("9.A(3)(a)(iv)", "9.A(3)(c)(iii)")),
            ("let-it-ride", "shoe", 200, collected("10.A(1)(b)(iv)", "10.A(1)(d)(iii)")),
            ("run-em-twice", "manual", 100, ("MD-RET 8.C(4)",)),
            ("run-em-twice", "hand", 100, ("MD-RET 9.A(5)(c)",)),
            ("run-em-twice", "shoe", 100, ("MD-RET 10.A(2)(b)(iii)",)),
        )
    ],
)
def test_stakes_collected_before_the_deal_go_into_the_inventory(
    game: str, way: str, stakes: int
) -> None:
    felt = with_side_bets(game, **WAYS[way])
    assert felt.state.inventory == 0
    prepared(felt)
    assert felt.state.inventory == stakes
    assert felt.happened(ev.StakesCollected)


# The count of the stub ----------------------------------------------------------------------------

#: By way of dealing: face down; right, so that the stub is racked; wrong, what is found out.
COUNTS = {
    ("let-it-ride", "manual"): ("MD-LIR 8.D(6)", "MD-LIR 8.E", "MD-LIR 8.F"),
    ("let-it-ride", "hand"): ("MD-LIR 9.F", "MD-LIR 9.G", "MD-LIR 9.H"),
    ("let-it-ride", "shoe"): ("MD-LIR 10.E", "MD-LIR 10.F", "MD-LIR 10.G"),
    ("run-em-twice", "manual"): ("MD-RET 8.F(1)", "MD-RET 8.F(2)", "MD-RET 8.F(3)"),
    ("run-em-twice", "hand"): ("MD-RET 9.D(1)", "MD-RET 9.D(2)", "MD-RET 9.D(3)"),
    ("run-em-twice", "shoe"): ("MD-RET 10.C", "MD-RET 10.C(1)", "MD-RET 10.C(2)"),
    ("double-draw", "manual"): ("MD-DD .08F(1)", "MD-DD .08F(2)", "MD-DD .08F(3)"),
    ("double-draw", "hand"): ("MD-DD .09D(1)", "MD-DD .09D(2)", "MD-DD .09D(3)"),
    ("double-draw", "shoe"): ("MD-DD .10C", "MD-DD .10C(1)", "MD-DD .10C(2)"),
}


def by_count(which: int) -> list[Any]:
    return [
        pytest.param(game, way, marks=pytest.mark.clause(clauses[which]), id=clauses[which])
        for (game, way), clauses in COUNTS.items()
    ]


@pytest.mark.parametrize(("game", "way"), by_count(0))
def test_the_stub_is_counted_face_down(game: str, way: str) -> None:
    rules = rules_of(game, **WAYS[way])
    steps = [step for part in procedure(rules) for step in part.steps]
    (count,) = (step for step in steps if "count the stub" in step.say)
    assert "face down" in count.say
    assert f"{len(rules.game.deck)} cards" in count.say
    assert count.clause == rules.game.procedure.dealing[rules.dealing].count


@pytest.mark.clause("MD-DD .05I", "MD-DD .10B(2)")
def test_dd_with_a_reshuffling_shoe_players_draw_from_the_stub_in_it() -> None:
    """.05I lifts .05D-F only, so the dealer's card does not say that there is no stub."""
    rules = rules_of("double-draw", **{**SHOE, "shuffling": Shuffling.RESHUFFLING})
    steps = [(one.say, one.clause) for part in procedure(rules) for one in part.steps]
    assert not any("no stub" in say for say, _ in steps)
    kept = steps.index(("Leave the stub in the shoe: players draw from it", "MD-DD .10B(2)"))
    draws = [n for n, (say, _) in enumerate(steps) if "from the stub" in say]
    (after,) = [n for n, (say, _) in enumerate(steps) if "After the last draw" in say]
    assert len(draws) == 2
    assert kept < draws[0] < draws[1] < after
    assert steps[after][1] == "MD-DD .05I"
    felt = prepared(at_round("double-draw", **{**SHOE, "shuffling": Shuffling.RESHUFFLING}))
    felt.play(cmd.Deal(rest=True))
    felt.refuses(cmd.RackStub(), "MD-DD .10B(2)", "the stub stays in the reshuffling shoe")


def to_count(game: str, way: str) -> tuple[Felt, int]:
    """A table whose cards are all dealt, and how many the stub has."""
    felt = prepared(at_round(game, **WAYS[way]))
    while isinstance(command := next_command(felt.state), cmd.Deal):
        felt.play(command)
    return felt, len(felt.game.deck) - len(felt.dealt())


@pytest.mark.clause("MD-RET 1.B(6)")
@pytest.mark.parametrize(("game", "way"), by_count(1))
def test_a_right_count_goes_on_with_the_stub_unseen(game: str, way: str) -> None:
    felt, stub = to_count(game, way)
    (event,) = felt.play(cmd.CountStub(cards=stub))
    assert isinstance(event, ev.StubCounted)
    assert (event.result, event.total) == ("right", len(felt.game.deck))
    told = list(walk(felt))
    assert [one.say for one in told].count("Rack the stub, its cards unseen") == 1
    assert not felt.happened(ev.RoundVoided)


@pytest.mark.parametrize(("game", "way"), by_count(2))
def test_a_wrong_count_asks_whether_cards_were_misdealt(game: str, way: str) -> None:
    """Nobody was dealt wrongly: the deck is wrong, and it leaves. Where a card too many lies with a
    seat the cards were misdealt, and the deck stays.
    """
    felt, stub = to_count(game, way)
    felt.play(cmd.CountStub(cards=stub - 1))
    felt.dealer()
    assert [event.cause for event in felt.happened(ev.DeckRemoved)] == ["count"]
    felt, stub = to_count(game, way)
    held = len(felt.state.seats[1].cards)
    felt.play(cmd.CountStub(cards=stub - 1, found={1: held + 1}))
    felt.dealer()
    assert felt.happened(ev.RoundVoided)
    assert not felt.happened(ev.DeckRemoved)
