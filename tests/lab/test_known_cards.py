"""Known cards: exact values from a deck that lacks them, against plain sums over what is left."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from random import Random

import pytest
from conftest import Ran

from fairdeal.cards import Card, parse_cards
from fairdeal.errors import BadInputError
from fairdeal.games import find_game
from fairdeal.hands import FIVE_CARD
from fairdeal.lab.decisions.decision import Choice
from fairdeal.lab.decisions.known_cards import decide_knowing
from fairdeal.lab.decisions.strategy import strategy
from fairdeal.lab.figures.payouts import net_by_cell
from fairdeal.lab.lazy import kernel_of
from fairdeal.lab.solver import Solver
from fairdeal.rulebook.rules import house_rules
from fairdeal.rulebook.situation import Situation

Run = Callable[..., Ran]
LIR = house_rules(find_game("let-it-ride"))
RET = house_rules(find_game("run-em-twice"))


@pytest.mark.parametrize("dead", ["9s As", "Th 9h 8c", ""])
def test_let_it_ride_first_decision(dead: str) -> None:
    """Bet 3 plays, bet 2 rides where four cards promise no loss, bet 1 as is decided now."""
    own, gone = parse_cards("Ts Jd Qc"), parse_cards(dead)
    nets = net_by_cell(LIR.paytables["main"])
    live = [card for card in range(52) if card not in (*own, *gone)]
    fourths = []
    for fourth in live:
        fifths = [card for card in live if card != fourth]
        pays = [nets[FIVE_CARD.evaluate([*own, fourth, fifth]).cell] for fifth in fifths]
        fourths.append(sum(pays, Fraction(0)) / len(pays))
    bet = sum(fourths, Fraction(0)) / len(fourths)
    second = sum((max(value, Fraction(0)) for value in fourths), Fraction(0)) / len(fourths)
    found = decide_knowing(LIR, Situation(own), gone)
    assert {one.action: one.ev for one in found.choices} == {
        "ride": 2 * bet + second,
        "withdraw": bet + second,
    }


def test_with_no_dead_card_it_is_the_kernels_answer() -> None:
    situation = Situation(
        parse_cards("Kc 7c"),
        parse_cards("8d Kh 2s 9d"),
        bets={"first-run": Fraction(3), "second-run": Fraction(1)},
    )
    (whole,) = strategy(RET, [situation])
    known = decide_knowing(RET, situation, ())
    assert {c.action: c.ev for c in known.choices} == {c.action: c.ev for c in whole.choices}
    less = decide_knowing(RET, situation, parse_cards("Ks Kd"))
    best_before = max(choice.ev for choice in whole.choices)
    assert max(choice.ev for choice in less.choices) < best_before, "two kings fewer to come"


def by_action(choices: Iterable[Choice]) -> dict[tuple[str, frozenset[Card]], Fraction]:
    return {(one.action, frozenset(one.discard or ())): one.ev for one in choices}


@pytest.mark.parametrize(
    ("game", "cards", "left", "limit"),
    [
        ("run-em-twice", "Kc 7c", 12, None),
        ("run-em-twice", "As Js", 9, Fraction(17, 2)),
        ("run-em-twice", "9d 9h", 5, Fraction(500, 3)),
        ("double-draw", "4c 7h 8d Kd *", 9, None),
        ("double-draw", "Ah Kh Qh Jh 2c", 8, Fraction(12)),
        ("double-draw", "2c 2d 7s 9h *", 4, None),
    ],
)
def test_first_decisions_are_those_of_the_general_solver(
    game: str, cards: str, left: int, limit: Fraction | None
) -> None:
    """Nearly all other cards are dead, so that the general solver has few boards to walk."""
    rules, own = house_rules(find_game(game)), parse_cards(cards)
    others = [card for card in rules.game.deck.cards if card not in own]
    dead = Random(f"{cards} {left}").sample(others, len(others) - left)
    found = decide_knowing(rules, Situation(own), dead, limit=limit)
    deck = [card for card in rules.game.deck.cards if card not in dead]
    choices = Solver(rules, deck, limit=limit).decision(own)
    assert by_action(found.choices) == by_action(choices)
    assert found.best.ev == max(one.ev for one in choices)


def test_the_first_answer_is_the_compiled_one() -> None:
    """What a process answers first, without compiled loops, is what it answers later."""
    own = parse_cards("Kc 7c")
    for limit in (None, Fraction(500, 3)):
        kernel = kernel_of(RET, limit)
        first = kernel.decide_knowing(Situation(own), ())
        *_, later = (kernel.decide([Situation(own)]) for _ in range(2))
        assert [first] == later


def test_the_command(fairdeal: Run) -> None:
    told = fairdeal("strategy", "let-it-ride", "--cards", "TsJdQc", "--dead", "9sAs", "--json").json
    assert set(told) == {"situation", "choices", "best"}
    plain = fairdeal("strategy", "let-it-ride", "--cards", "TsJdQc", "--json").json
    assert told["choices"] != plain["choices"]
    for arguments, words in (
        (["--dead", "As"], "--dead goes with --cards"),
        (["--cards", "TsJdQc", "--dead", "Ts"], "Ts is there twice"),
        (["--cards", "TsJdQc", "--dead", "*"], "without jokers"),
        (["--cards", "TsJdQc", "--dead", "xx"], "dead: 'xx' is not a card"),
    ):
        ran = fairdeal("strategy", "let-it-ride", *arguments)
        assert ran.code == 2
        assert words in ran.err
    with pytest.raises(BadInputError):
        decide_knowing(LIR, Situation(parse_cards("Ts Jd")), ())
