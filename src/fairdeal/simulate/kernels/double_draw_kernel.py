"""The kernel of Double Draw's rounds."""

from fractions import Fraction
from typing import ClassVar, Final

import numpy as np

from fairdeal.cards import WITH_TWO_JOKERS, Card, cards_text
from fairdeal.hands import FIVE_CARD_WITH_JOKERS
from fairdeal.lab.figures.payout_limit import cutting_limit, limit_units
from fairdeal.lab.kernels import kernel_of
from fairdeal.lab.kernels.double_draw.kernel import DoubleDrawKernel
from fairdeal.lab.kernels.double_draw.solution import scaled
from fairdeal.rulebook.money import CENTS
from fairdeal.simulate.kernels import double_draw as loops
from fairdeal.simulate.kernels.deal import Endings, Small, dealing
from fairdeal.simulate.kernels.double_draw_card import card_decisions, no_card
from fairdeal.simulate.kernels.endings import MainWagerEnding
from fairdeal.simulate.kernels.game_kernel import GameKernel, Trace, unknown_strategy
from fairdeal.simulate.kernels.places import layouts_of
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.strategies import ALWAYS, BEST, CARD, CAUTIOUS, NEVER

_POLICIES: Final = {
    BEST: loops.BY_TABLES,
    ALWAYS: loops.ALWAYS,
    NEVER: loops.NEVER,
    CAUTIOUS: loops.KEEP_PAIRS,
    CARD: loops.BY_CARD,
}
#: The most cards that both draws take.
_DRAWN: Final = 4


class DoubleDrawRounds(GameKernel):
    """Five own cards of a deck with two jokers, and two draws."""

    second: ClassVar[int] = 2_000_000
    endings: ClassVar[int] = 2 + len(FIVE_CARD_WITH_JOKERS.cells)
    made: ClassVar[int] = loops.MADE

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        rules = settings.rules
        self.layouts = layouts_of(rules, settings.players)
        self._stub = self.layouts[0].cards
        self.cards = self._stub + _DRAWN * settings.players
        self._policies = np.array([_POLICIES[name] for name in settings.strategies], np.int64)
        limit = cutting_limit(rules, limit_units(rules, Fraction(settings.unit, CENTS)))
        kernel, unlimited = kernel_of(rules, limit), kernel_of(rules)
        assert isinstance(kernel, DoubleDrawKernel), "the game fits"
        assert isinstance(unlimited, DoubleDrawKernel), "the game fits"
        results, plain = (scaled(one.net, -2, -3) for one in (kernel, unlimited))
        solved = BEST in settings.strategies
        self._decided = loops.decisions(results) if solved else loops.no_decisions(results)
        # The card is that of the game without a payout limit.
        printed = CARD in settings.strategies
        self._printed = card_decisions(rules, plain) if printed else no_card(plain)
        self._how = dealing(len(rules.game.deck), settings.seed, self.cards)
        self._places = np.array([one.own for one in self.layouts], np.int64)

    @staticmethod
    def refusal(settings: Settings) -> str | None:
        """Return why a run cannot be played."""
        rules = settings.rules
        if not isinstance(kernel_of(rules), DoubleDrawKernel) or rules.game.deck != WITH_TWO_JOKERS:
            return "the game has another shape"
        if unknown := unknown_strategy(settings, _POLICIES):
            return unknown
        if settings.side_bets:
            return "it does not know the hand of a side bet"
        return None

    def play(
        self, first: int, endings: Endings, side_cells: Small, cards: Small, made: Small
    ) -> None:
        """Play rounds from a number on."""
        del side_cells
        loops.play(
            *(first, self._how, self._places, self._stub, self._decided, self._printed),
            *(self._policies, endings, cards, made),
        )

    def ending(self, number: int) -> MainWagerEnding | None:
        """Return the draw before which the hand was folded, or the cell of the final five cards."""
        names = self.settings.rules.game.folds
        stakes = dict(self.settings.stakes)
        for name in names[:number]:
            stakes[name] = self.settings.unit
        if number < len(names):
            return MainWagerEnding(stakes, {}, folded=names[number])
        return MainWagerEnding(stakes, dict.fromkeys(stakes, number - len(names)))

    def trace(self, seat: int, cards: list[Card], made: list[int]) -> Trace:
        """Return a seat's cards, bets and discards."""
        dealt = tuple(cards[place] for place in self.layouts[seat].own)
        first, second = self.settings.rules.game.folds
        unit, state = self.settings.unit, made[loops.STATE]
        decided = []
        if state == 0:
            return Trace(dealt, dealt, (), ("fold",))
        thrown = made[loops.FIRST : loops.FIRST + made[loops.FIRST_COUNT]]
        decided += [f"{first} {unit}", _draw(thrown)]
        if state == 1:
            decided.append("fold")
        else:
            last = made[loops.SECOND : loops.SECOND + made[loops.SECOND_COUNT]]
            decided += [f"{second} {unit}", _draw(last)]
        return Trace(dealt, tuple(made[loops.FINAL : loops.FINAL + 5]), (), tuple(decided))


def _draw(cards: list[Card]) -> str:
    return f"draw {cards_text(sorted(cards))}".strip()
