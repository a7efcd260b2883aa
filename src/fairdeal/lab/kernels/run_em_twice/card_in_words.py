"""The strategy card of Run 'Em Twice in words."""

from collections.abc import Iterator, Sequence
from typing import Final

from fairdeal.cards import RANKS
from fairdeal.hands.five import LINES
from fairdeal.lab.decisions.strategy_card import (
    CardRule,
    GridCell,
    Section,
    StrategyCard,
    pairs_in_words,
    ranks_in_words,
)
from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice
from fairdeal.lab.kernels.run_em_twice.limited_card import mean_cut_following
from fairdeal.lab.kernels.run_em_twice.limited_play import LimitedRunEmTwice
from fairdeal.lab.kernels.run_em_twice.solution import BETS, FOLD, Choices, OwnCards
from fairdeal.lab.kernels.run_em_twice.strategy_card import (
    MOST_POINTS,
    RunEmTwiceCard,
    SecondKind,
    ThirdKind,
)

#: The largest number of own cards that a rule lists by name; more are left to the grid.
_MOST_NAMED: Final = 16


def run_em_twice_card(
    game: RunEmTwice, title: str, paytable: str, unit: str, limited: LimitedRunEmTwice | None = None
) -> StrategyCard:
    """Return the card of a game with its exact cost. Under a payout limit the card is that of the
    game without one, and the values are what its plays bring under the limit.
    """
    card = RunEmTwiceCard(game)
    sections = _sections(card)
    if limited is None:
        grid = tuple(_cell(own, own.choices) for own in game.grid)
        return StrategyCard(title, paytable, unit, sections, game.ev, card.ev, grid)
    pairs = zip(game.grid, limited.grid, strict=True)
    grid = tuple(_cell(own, under.choices) for own, under in pairs)
    followed = card.ev - mean_cut_following(card, limited)
    return StrategyCard(title, paytable, unit, sections, limited.ev, followed, grid)


def action(bet: int) -> str:
    """Return the name that `strategy` gives to a bet."""
    return f"bet-{bet}x" if bet else "fold"


def _cell(own: OwnCards, values: Choices) -> GridCell:
    high, low = own.ranks
    return GridCell(_name(own), high, low, own.suited, action(own.best), values[own.best])


def _name(own: OwnCards) -> str:
    high, low = own.ranks
    return RANKS[high] + RANKS[low] + ("" if high == low else "s" if own.suited else "o")


def _sections(card: RunEmTwiceCard) -> tuple[Section, ...]:
    second, third = card.comes_up()
    return (
        Section(
            "First run bet, on your two cards",
            tuple(_grid_rules(card.game.grid)),
            "The grid has every hand: s is suited, o is not.",
        ),
        Section(
            "Second run bet, with left and right up",
            tuple(_rules(_second_words(card), card.actions.second, second)),
            _note(card),
        ),
        Section(
            "Center bet, with top and bottom up as well",
            tuple(_rules(_third_words(card), card.actions.third, third)),
            "Points as before.",
        ),
    )


def _grid_rules(grid: Sequence[OwnCards]) -> Iterator[CardRule]:
    """Yield the hands of each bet by name; the commonest bet is for all others."""
    by_bet = {bet: [own for own in grid if own.best == bet] for bet in (*reversed(BETS), FOLD)}
    usual = max(by_bet, key=lambda bet: sum(own.combinations for own in by_bet[bet]))
    for bet, hands in by_bet.items():
        if bet == usual or not hands:
            continue
        pairs = [own for own in grid if own.ranks[0] == own.ranks[1]]
        all_pairs = all(own in hands for own in pairs)
        named = [_name(own) for own in reversed(hands) if not (all_pairs and own in pairs)]
        words = ["any pair"] if all_pairs else []
        words += named if len(named) <= _MOST_NAMED else [f"{len(named)} more: see the grid"]
        yield _rule(", ".join(words), bet)
    yield _rule("anything else", usual)


def _rule(when: str, bet: int) -> CardRule:
    name = action(bet)
    return CardRule(when, name.replace("-", " "), name)


def _rules(
    words: dict[int, str], bets: Sequence[int], comes_up: Sequence[bool]
) -> Iterator[CardRule]:
    """Yield a rule for each kind of situation that there is; kinds with points at most two."""
    for start, when in words.items():
        if not by_points(start, words):
            if comes_up[start]:
                yield _rule(when, bets[start])
            continue
        here = bets[start : start + MOST_POINTS + 1]
        there = [points for points in range(MOST_POINTS + 1) if comes_up[start + points]]
        if not there:
            continue
        border = next((p for p in there if here[p] != here[there[0]]), None)
        if border is None:
            yield _rule(when, here[there[0]])
        else:
            yield _rule(f"{when}; fewer than {border} points", here[there[0]])
            yield _rule(f"{when}; {border} points or more", here[border])


def by_points(start: int, words: dict[int, str]) -> bool:
    """Return whether the kind is followed by one kind for each number of points."""
    return start == max(words) or start + MOST_POINTS + 1 in words


def _ranks(card: RunEmTwiceCard, points: int) -> tuple[int, ...]:
    return tuple(rank for rank, worth in enumerate(card.points) if worth == points)


def _note(card: RunEmTwiceCard) -> str:
    counted = [
        f"{worth} for each {ranks_in_words(_ranks(card, worth))}"
        for worth in (2, 1)
        if _ranks(card, worth)
    ]
    return f"Points: count {', '.join(counted) or 'none'}; your own two cards count twice."


def _safe_pair(card: RunEmTwiceCard) -> str:
    first = LINES["pair"].start
    safe = tuple(rank for rank in range(13) if card.game.run[first + rank] >= 0)
    return pairs_in_words(safe) if safe else "a pair that does not lose"


def _second_words(card: RunEmTwiceCard) -> dict[int, str]:
    high = pairs_in_words(_ranks(card, 2))[len("a pair of ") :] if _ranks(card, 2) else "cards"
    return {
        SecondKind.OWN_PAIR: f"you hold {_safe_pair(card)}",
        SecondKind.LOW_PAIR_AND_THIRD: "you hold a lower pair, and a third of it is up",
        SecondKind.LOW_PAIR: "you hold a lower pair",
        SecondKind.SUITED_HIGH: (
            f"you hold two suited {high}; left and right pair neither, nor are both of the suit"
        ),
        SecondKind.SOMETHING: "the first run has a pair or better, or four to a flush or straight",
        SecondKind.NOTHING: "none of this",
    }


def _third_words(card: RunEmTwiceCard) -> dict[int, str]:
    return {
        ThirdKind.MADE: f"{_safe_pair(card)}, or a higher hand, in either run",
        ThirdKind.FLUSH: "four to a flush in either run",
        ThirdKind.OPEN: "four to an open straight in either run",
        ThirdKind.PAIR_AND_INSIDE: "a lower pair in one run, an inside straight in the other",
        ThirdKind.LOW_PAIR: "a lower pair in either run",
        ThirdKind.INSIDE: "four to an inside straight in either run",
        ThirdKind.NOTHING: "none of this in either run",
    }
