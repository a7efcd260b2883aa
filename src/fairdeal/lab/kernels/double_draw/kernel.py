"""The kernel of Double Draw: endings, decisions and the strategy card."""

from collections.abc import Sequence
from fractions import Fraction

from fairdeal.cards import Card, card_text, is_joker
from fairdeal.hands import FIVE_CARD_WITH_JOKERS
from fairdeal.lab.decisions.decision import Choice, Decision
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.figures.analysis import Row, cell_label
from fairdeal.lab.figures.gain import Gain
from fairdeal.lab.figures.payouts import table_for
from fairdeal.lab.kernel import Kernel
from fairdeal.lab.kernels.double_draw import decisions
from fairdeal.lab.kernels.double_draw.decisions import (
    first_decision_knowing,
    first_decisions,
    second_decisions,
)
from fairdeal.lab.kernels.double_draw.seen_hands import can_count, counted_gain, sampled_gain
from fairdeal.lab.kernels.double_draw.solution import solve
from fairdeal.lab.kernels.double_draw.strategy_card import double_draw_card
from fairdeal.lab.kernels.double_draw.tables import FEWEST_CARDS, FIRST_DRAW, HAND, SECOND_DRAW
from fairdeal.lab.kernels.tables import whole_ranks
from fairdeal.lab.progress import Progress
from fairdeal.lab.solver.plan import MINE, Bet, Exchange, Plan
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation, find_point


class DoubleDrawKernel(Kernel):
    """Solves games with two equal wagers before five cards are dealt, and one more of the same size
    before each of two draws: of up to three cards, and of one. All wagers are paid on the last five
    cards, which may include jokers.
    """

    def __init__(self, rules: Rules, plan: Plan, deck: tuple[Card, ...]) -> None:
        super().__init__(rules, plan, deck)
        # An ending is labelled by the line of the table that an operator chooses.
        wagers = [rules.game.wager[name] for name in plan.wagers]
        self._table = table_for(rules, max(wagers, key=lambda one: len(one.pays.tables)))
        # Every wager that is played to the end is one ante, and all are paid on the last cards.
        stakes = (1,) * len(plan.wagers)
        cells = range(len(FIVE_CARD_WITH_JOKERS.cells))
        self.net = tuple(plan.net(stakes, (cell,) * len(plan.hands)) for cell in cells)

    @classmethod
    def fits(cls, plan: Plan, deck: tuple[Card, ...]) -> bool:
        """Return whether a plan has this shape, each wager paid by any table."""
        naturals = [card for card in deck if not is_joker(card)]
        match plan.stages:
            case (Bet(multiples=(1,)), Exchange(up_to=first), Bet(multiples=(1,)), Exchange(last)):
                return (
                    (plan.own_cards, first, last) == (HAND, FIRST_DRAW, SECOND_DRAW)
                    and (len(plan.wagers), sum(plan.opening)) == (4, 2)
                    and plan.rankings == (FIVE_CARD_WITH_JOKERS,)
                    and all(groups == (MINE,) for hand in plan.parts for groups, _ in hand)
                    and whole_ranks(naturals) is not None
                    and len(deck) - len(naturals) <= 2
                    and len(deck) >= FEWEST_CARDS
                )
        return False

    def rows(self, progress: Progress | None = None) -> list[Row]:
        """Return every ending by the draw before which the hand was folded, or by the final five
        cards.
        """
        del progress
        solution = solve(self.net, deck=self._deck)
        rows = [
            Row(*cell_label(self._table, cell), self.net[cell], Fraction(4), count)
            for cell, count in reversed(list(enumerate(solution.cells)))
        ]
        first, second = self._rules.game.folds
        return [
            *rows,
            Row(f"folded at {second}", None, Fraction(-3), Fraction(3), solution.fold_second),
            Row(f"folded at {first}", None, Fraction(-2), Fraction(2), solution.fold_first),
        ]

    def decide(self, situations: Sequence[Situation]) -> list[Decision]:
        """Return the values of a fold and of every discard that is allowed. Many situations are
        solved together.
        """
        for situation in situations:
            find_point(self._rules.game, situation)
        answers: dict[int, Decision] = {}
        first = [n for n, one in enumerate(situations) if one.discards is None]
        hands = [_with_both_jokers(situations[n].cards) for n in first]
        if hands:
            found = first_decisions(hands, self.net, deck=self._deck)
            answers |= dict(zip(first, map(_decision, found), strict=True))
        second = [n for n, one in enumerate(situations) if one.discards is not None]
        asked = []
        for number in second:
            one = situations[number]
            both = _with_both_jokers((*one.cards, *(one.discards or ())))
            asked.append((both[: len(one.cards)], both[len(one.cards) :]))
        if asked:
            decisions = second_decisions(asked, self.net, deck=self._deck)
            answers |= dict(zip(second, map(_decision, decisions), strict=True))
        return [answers[number] for number in range(len(situations))]

    def decide_knowing(self, situation: Situation, dead: Sequence[Card]) -> Decision | None:
        """Return the first decision with some cards known to be dead, where enough are left to
        draw.
        """
        find_point(self._rules.game, situation)
        left = len(self._deck) - len(situation.cards) - len(dead)
        if situation.discards is not None or left <= FIRST_DRAW:
            return None
        cards = _with_both_jokers((*situation.cards, *dead))
        hand, others = cards[: len(situation.cards)], cards[len(situation.cards) :]
        return _decision(first_decision_knowing(hand, others, self.net, deck=self._deck))

    def gain(
        self,
        dead: int,
        samples: int,
        seed: int,
        *,
        workers: int = 1,
        progress: Progress | None = None,
    ) -> Gain:
        """Return an estimate of the gain; the exact gain for small decks."""
        solution = solve(self.net, deck=self._deck, workers=workers)
        if can_count(solution, dead):
            return counted_gain(solution, dead, workers, progress)
        return sampled_gain(solution, dead, samples, seed, workers, progress)

    def card(self, progress: Progress | None = None) -> StrategyCard:
        """Return the card that says what to hold at either draw, and when to fold."""
        del progress
        game = self._rules.game
        return double_draw_card(self.net, game.title, self._table.name, game.unit, deck=self._deck)


def _with_both_jokers(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Replace a second joker by the other one: both are written `*` in a text."""
    seen: list[Card] = []
    for card in cards:
        seen.append(card + 1 if card in seen and card_text(card) == "*" else card)
    return tuple(seen)


def _decision(decision: decisions.DrawDecision) -> Decision:
    return Decision(tuple(_choice(choice) for choice in decision.choices), _choice(decision.best))


def _choice(choice: decisions.DrawChoice) -> Choice:
    if choice.discards is None:
        return Choice("fold", choice.ev)
    return Choice("draw", choice.ev, choice.discards)
