"""The kernel of Let It Ride's rounds."""

from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np

from fairdeal.cards import Card
from fairdeal.hands import FIVE_CARD, SIX_CARD
from fairdeal.lab.figures.payout_limit import cutting_limit, limit_units
from fairdeal.lab.kernels import kernel_of
from fairdeal.lab.kernels.let_it_ride.kernel import LetItRideKernel
from fairdeal.lab.kernels.let_it_ride.strategy_card import LetItRideCard
from fairdeal.rulebook.game import OWN as OWN_CARDS
from fairdeal.rulebook.hand import HandOf
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.rules import Rules
from fairdeal.simulate.kernels.deal import Endings, Small, dealing
from fairdeal.simulate.kernels.endings import MainWagerEnding
from fairdeal.simulate.kernels.game_kernel import GameKernel, Trace, unknown_strategy
from fairdeal.simulate.kernels.let_it_ride import (
    FIVE,
    OWN,
    SIX,
    Decisions,
    cautious_decisions,
    decisions,
    own_cells,
    play,
)
from fairdeal.simulate.kernels.places import layouts_of
from fairdeal.simulate.kernels.ranks import rank_tables
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.strategies import ALWAYS, BEST, CARD, CAUTIOUS, NEVER


def _limit(settings: Settings) -> Fraction | None:
    rules = settings.rules
    return cutting_limit(rules, limit_units(rules, Fraction(settings.unit, CENTS)))


def _decisions(settings: Settings, strategy: str) -> Decisions:
    if strategy == CAUTIOUS:
        return cautious_decisions()
    if strategy not in (BEST, CARD):
        return decisions(None, ride=strategy == ALWAYS)
    # The card is that of the game without a payout limit.
    kernel = kernel_of(settings.rules, _limit(settings) if strategy == BEST else None)
    assert isinstance(kernel, LetItRideKernel), "the game fits"
    card = LetItRideCard(kernel.game) if strategy == CARD else None
    return decisions(kernel, ride=False, card=card)


def _side(rules: Rules, name: str) -> int | None:
    hand = rules.terms[name].hand
    if not isinstance(hand, HandOf):
        return None
    if hand == rules.terms[rules.game.take_backs[0]].hand:
        return FIVE
    if hand.areas == (OWN_CARDS,) and hand.ranking.size == 3:
        return OWN
    return SIX if hand.ranking is SIX_CARD else None


class LetItRideRounds(GameKernel):
    """Three own cards, two of the board, three aside where the six-card bonus is offered."""

    second: ClassVar[int] = 50_000_000
    endings: ClassVar[int] = 4 * 32
    made: ClassVar[int] = 2

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        rules = settings.rules
        self.layouts = layouts_of(rules, settings.players)
        self.cards = self.layouts[0].cards
        strategies = list(dict.fromkeys(settings.strategies))
        rows = [_decisions(settings, one) for one in strategies]
        self._decided = Decisions(
            np.array([one.first for one in rows]), np.array([one.second for one in rows])
        )
        self._which = np.array([strategies.index(one) for one in settings.strategies], np.int64)
        sides = [_side(rules, name) for name in settings.side_bets]
        self._sides = np.array([one for one in sides if one is not None], np.int64)
        self._how = dealing(len(rules.game.deck), settings.seed, self.cards)
        areas = self.layouts[0].board
        board = [area for area in rules.areas if len(areas[area]) == 2]
        aside = [area for area in rules.areas if area not in board]
        common = [place for area in (*board, *aside) for place in areas[area]]
        self._places = np.array([[*one.own, *common] for one in self.layouts], np.int64)

    @staticmethod
    def refusal(settings: Settings) -> str | None:
        """Return why a run cannot be played."""
        rules = settings.rules
        if not isinstance(kernel_of(rules), LetItRideKernel):
            return "the game has another shape"
        if unknown := unknown_strategy(settings, (BEST, CARD, ALWAYS, NEVER, CAUTIOUS)):
            return unknown
        if None in [_side(rules, name) for name in settings.side_bets]:
            return "it does not know the hand of a side bet"
        return None

    @cached_property
    def _own(self) -> Small:
        rules = self.settings.rules
        for name in self.settings.side_bets:
            if _side(rules, name) == OWN:
                hand = rules.terms[name].hand
                assert isinstance(hand, HandOf), "a hand of own cards"
                return own_cells(hand.ranking)
        return np.zeros(1, np.uint8)

    def play(
        self, first: int, endings: Endings, side_cells: Small, cards: Small, made: Small
    ) -> None:
        """Play rounds from a number on."""
        tables = rank_tables(FIVE_CARD)
        where, decided = self._places, self._decided
        play(
            first,
            self._how,
            where,
            tables,
            decided,
            self._which,
            self._sides,
            self._own,
            endings,
            side_cells,
            cards,
            made,
        )

    def ending(self, number: int) -> MainWagerEnding | None:
        """Return the bets that were taken back, and the cell of the five cards."""
        bets, cell = divmod(number, 32)
        if cell >= len(FIVE_CARD.cells):
            return None
        one, two = self.settings.rules.game.take_backs
        back = {one} if not bets & 2 else set()
        back |= {two} if not bets & 1 else set()
        main = {
            name: stake
            for name, stake in self.settings.stakes
            if name not in self.settings.side_bets
        }
        return MainWagerEnding(main, dict.fromkeys(main, cell), frozenset(back))

    def trace(self, seat: int, cards: list[Card], made: list[int]) -> Trace:
        """Return a seat's cards, and whether each of its bets rode."""
        layout = self.layouts[seat]
        own = tuple(cards[place] for place in layout.own)
        decided = tuple("ride" if one else "withdraw" for one in made)
        return Trace(own, own, layout.areas(cards), decided)
