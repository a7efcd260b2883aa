"""The lines of Run 'Em Twice's card: the grid, and the kinds of situations of the later bets."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from fairdeal.cards import rank_of, suit_of
from fairdeal.lab.card_lines.line_place import LinePlace
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice
from fairdeal.lab.kernels.run_em_twice.strategy_card import (
    MOST_POINTS,
    RunEmTwiceCard,
    SecondKind,
    ThirdKind,
    third_of,
)
from fairdeal.rulebook.situation import Situation

#: The number of cards of the board that are up when the second bet is decided.
_SECOND_BOARD = 2


def first_place(card: StrategyCard, situation: Situation) -> LinePlace:
    """Return the line of two own cards: that of the bet in the grid, which each bet has one of."""
    low, high = sorted(map(rank_of, situation.cards))
    suited = len(set(map(suit_of, situation.cards))) == 1
    cell = next(one for one in card.grid if (one.high, one.low, one.suited) == (high, low, suited))
    rules = card.sections[0].rules
    return LinePlace(0, next(n for n, rule in enumerate(rules) if rule.action == cell.do))


def kind(game: RunEmTwice, situation: Situation) -> str:
    """Return the number of the kind of a situation at the second or the third bet, as a name."""
    card, own, board = RunEmTwiceCard(game), situation.cards, situation.board
    if len(board) == _SECOND_BOARD:
        return str(int(card.second_of(own, board)))
    (one, points), (other, more) = (
        card.run_of([*own, *up]) for up in (board[:_SECOND_BOARD], board[_SECOND_BOARD:])
    )
    return str(int(third_of(one, other, points + more)))


def lines(game: RunEmTwice, card: StrategyCard) -> list[dict[str, int]]:
    """By decision, the number of the line of each kind of situations."""
    made = RunEmTwiceCard(game)
    second, third = made.comes_up()
    found = [
        {},
        _numbered(SecondKind, made.actions.second, second),
        _numbered(ThirdKind, made.actions.third, third),
    ]
    counts = [len(set(numbers.values())) for numbers in found[1:]]
    assert counts == [len(section.rules) for section in card.sections[1:]], "a line for each"
    return found


def _numbered(
    starts: Iterable[int], bets: Sequence[int], comes_up: Sequence[bool]
) -> dict[str, int]:
    """Kinds are numbered in a row; one that is followed by its points has two lines at most."""
    found: dict[str, int] = {}
    number = 0
    places = [*map(int, starts), len(bets)]
    for start, end in pairwise(places):
        there = [
            place for place in range(start, min(end, start + MOST_POINTS + 1)) if comes_up[place]
        ]
        for bet in dict.fromkeys(bets[place] for place in there):
            found |= {str(place): number for place in there if bets[place] == bet}
            number += 1
    return found
