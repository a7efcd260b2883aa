"""A plain strategy card for any game: kinds of cards, and what is best for each kind as a whole.

The card is made while it is played: at each decision the situations that the card itself leads to
are sorted into kinds, each choice's exact value is summed over a kind, and the best choice is the
kind's line. So its cost is exact, as that of every other card. Which cards to throw away is not put
into kinds: a draw is played best, and the card says so.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from fairdeal.cards import RANKS, rank_of, suit_of
from fairdeal.lab.decisions.strategy_card import CardRule, GridCell, Section, StrategyCard
from fairdeal.lab.progress import Progress
from fairdeal.lab.solver.ending_counts import Frontier, count_endings
from fairdeal.lab.solver.game_tree import GameTree, Move, Node
from fairdeal.lab.solver.kinds import CardsKind, Shape, in_words, kind_of
from fairdeal.lab.solver.layout import cards_of
from fairdeal.lab.solver.main_solver import Solver
from fairdeal.lab.solver.plan import DEAD, Bet, Exchange, Ride
from fairdeal.lab.solver.results import Amount, Stakes

_DO: Final = {"ride": "let it ride", "withdraw": "take it back"}
_DRAW_NOTE: Final = "Which cards to throw: ask with --cards. Here the best are thrown."
#: The number of own cards for which a card has a grid.
_TWO: Final = 2


def plain_card(solver: Solver, paytable: str, progress: Progress | None = None) -> StrategyCard:
    """Return the strategy card of a game with its exact cost."""
    game = solver.rules.game
    ev = solver.ev(progress)
    card = _Card(solver)
    ended = count_endings(solver.tree, solver.hands, card.decide)
    total = sum(ended.values())
    played = sum((solver.net(ending) * weight for ending, weight in ended.items()), Fraction(0))
    return StrategyCard(
        game.title, paytable, game.unit, tuple(card.sections), ev, played / total, tuple(card.grid)
    )


@dataclass
class _Card:
    """The card as far as it has been made."""

    solver: Solver
    sections: list[Section] = field(default_factory=list)
    grid: list[GridCell] = field(default_factory=list)

    def decide(self, at: int, reached: Frontier) -> Callable[[Node, Stakes], Move]:
        """Sort the situations reached at a decision into kinds, and return the policy that the
        card's new lines make.
        """
        tree = self.solver.tree
        if isinstance(tree.stages[at], Exchange):
            if not at or not isinstance(tree.stages[at - 1], Bet):
                self.sections.append(Section("Draw", (), _DRAW_NOTE))
            return lambda child, stakes: tree.best(at, child.state, stakes, child.key)
        totals: dict[CardsKind, dict[str, Amount]] = defaultdict(lambda: defaultdict(int))
        weights: dict[CardsKind, int] = defaultdict(int)
        for (_, stakes), child in reached.items():
            kind = _kind(tree, child)
            weights[kind] += child.ways
            for move in tree.moves(at, child.state, stakes, child.key):
                totals[kind][move.action] += child.ways * move.value
        # Of equal ones the last: it keeps more money in play.
        lines = {
            kind: max(reversed(values), key=values.__getitem__) for kind, values in totals.items()
        }
        if not self.sections and self.solver.plan.own_cards == _TWO:
            self._fill_grid(at, reached)
        self.sections.append(self._section(at, lines, weights))

        def chosen(child: Node, stakes: Stakes) -> Move:
            action = lines[_kind(tree, child)]
            moves = tree.moves(at, child.state, stakes, child.key)
            return next(move for move in moves if move.action == action)

        return chosen

    def _section(
        self, at: int, lines: dict[CardsKind, str], weights: dict[CardsKind, int]
    ) -> Section:
        plan, game = self.solver.plan, self.solver.rules.game
        stage = plan.stages[at]
        assert isinstance(stage, Ride | Bet), "a decision with a name"
        wager = game.wager[plan.wagers[stage.wager]]
        drawn = isinstance((*plan.stages, None)[at + 1], Exchange)
        note = _DRAW_NOTE if drawn else ""
        return Section(f"{wager.title}, by all cards you see", tuple(_rules(lines, weights)), note)

    def _fill_grid(self, at: int, reached: Frontier) -> None:
        """Fill in the first decision by two own cards, if only these are known then."""
        tree, plan = self.solver.tree, self.solver.plan
        sums: dict[tuple[int, int, bool], dict[str, Amount]] = defaultdict(lambda: defaultdict(int))
        weights: dict[tuple[int, int, bool], int] = defaultdict(int)
        for (_, stakes), child in reached.items():
            cards = _seen(tree, child)
            if len(cards) != _TWO or any(rank_of(card) >= len(RANKS) for card in cards):
                continue
            low, high = sorted(map(rank_of, cards))
            own = high, low, suit_of(cards[0]) == suit_of(cards[1])
            weights[own] += child.ways
            for move in tree.moves(at, child.state, stakes, child.key):
                sums[own][move.action] += child.ways * move.value
        for (high, low, suited), values in sorted(sums.items()):
            do = max(reversed(values), key=values.__getitem__)
            # Ways are multiples of the denominator below the first stage.
            parts = weights[high, low, suited] * plan.unit * tree.below[at]
            name = RANKS[high] + RANKS[low] + ("" if high == low else "s" if suited else "o")
            self.grid.append(GridCell(name, high, low, suited, do, Fraction(values[do]) / parts))


def _seen(tree: GameTree, child: Node) -> tuple[int, ...]:
    layout = tree.layout
    groups = [group for group in range(tree.plan.groups) if group != DEAD]
    return tuple(card for group in groups for card in cards_of(layout.group(child.state, group)))


def _kind(tree: GameTree, child: Node) -> CardsKind:
    return kind_of(_seen(tree, child))


def _rules(lines: dict[CardsKind, str], weights: dict[CardsKind, int]) -> Iterator[CardRule]:
    """Yield the kinds of each choice; the most frequent choice is the rule for all others."""
    common: dict[str, int] = defaultdict(int)
    for kind, action in lines.items():
        common[action] += weights[kind]
    usual = max(common, key=common.__getitem__)
    by_shape: dict[Shape, dict[int, str]] = defaultdict(dict)
    for kind, action in sorted(lines.items(), reverse=True):
        by_shape[kind.shape][kind.rank] = action
    for shape, actions in by_shape.items():
        for action in dict.fromkeys(actions.values()):
            if action != usual:
                ranks = tuple(sorted(rank for rank, do in actions.items() if do == action))
                when = in_words(shape, ranks, every=len(ranks) == len(actions))
                yield CardRule(when, _do(action), action)
    others = "any cards" if set(lines.values()) == {usual} else "anything else"
    yield CardRule(others, _do(usual), usual)


def _do(action: str) -> str:
    return _DO.get(action, action.replace("-", " "))
