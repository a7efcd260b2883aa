"""The kernel of Run 'Em Twice's rounds."""

from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Final

import numpy as np

from fairdeal.cards import Card
from fairdeal.hands import FIVE_CARD, FIVE_CARD_ACE_HIGH, Ranking
from fairdeal.lab.figures.payout_limit import cutting_limit, limit_units
from fairdeal.lab.kernels import kernel_of
from fairdeal.lab.kernels.run_em_twice.kernel import RunEmTwiceKernel
from fairdeal.rulebook.game import OWN as OWN_CARDS
from fairdeal.rulebook.hand import BetterOf, HandOf
from fairdeal.rulebook.money import CENTS
from fairdeal.simulate.kernels import run_em_twice as loops
from fairdeal.simulate.kernels.deal import Endings, Small, dealing
from fairdeal.simulate.kernels.endings import MainWagerEnding
from fairdeal.simulate.kernels.game_kernel import GameKernel, Trace, unknown_strategy
from fairdeal.simulate.kernels.places import layouts_of
from fairdeal.simulate.kernels.ranks import rank_tables
from fairdeal.simulate.kernels.run_em_twice_card import card_decisions, no_card
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.strategies import ALWAYS, BEST, CARD, CAUTIOUS, NEVER

_POLICIES: Final = {
    BEST: loops.BY_TABLES,
    ALWAYS: loops.ALWAYS,
    NEVER: loops.NEVER,
    CAUTIOUS: loops.LEAST,
    CARD: loops.BY_CARD,
}


def _hands(settings: Settings) -> tuple[HandOf, HandOf]:
    """Return the two runs."""
    rules = settings.rules
    first, second = (rules.terms[name].hand for name in rules.game.folds[:2])
    assert isinstance(first, HandOf), "a run is one hand"
    assert isinstance(second, HandOf), "a run is one hand"
    return first, second


def _side(settings: Settings, name: str) -> int | None:
    hand = settings.rules.terms[name].hand
    first, second = _hands(settings)
    if isinstance(hand, BetterOf):
        return (
            loops.BETTER
            if (hand.first, hand.second) in ((first, second), (second, first))
            else None
        )
    if hand == first:
        return loops.FIRST
    if hand == second:
        return loops.SECOND
    if hand.areas == (OWN_CARDS,) and hand.ranking.size == 2:
        return loops.OWN
    known = hand.ranking in (FIVE_CARD, FIVE_CARD_ACE_HIGH)
    return loops.COMMUNITY if known and OWN_CARDS not in hand.areas else None


class RunEmTwiceRounds(GameKernel):
    """Two own cards and a cross of five."""

    second: ClassVar[int] = 10_000_000
    endings: ClassVar[int] = 64 * 1024
    made: ClassVar[int] = 3

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        rules = settings.rules
        self.layouts = layouts_of(rules, settings.players)
        self.cards = self.layouts[0].cards
        kernel = kernel_of(rules)
        assert isinstance(kernel, RunEmTwiceKernel), "the game fits"
        strategies = settings.strategies
        self._policies = np.array([_POLICIES[name] for name in strategies], np.int64)
        self._ranking = _hands(settings)[0].ranking
        game = kernel.game if BEST in strategies else None
        self._decided = loops.decisions(game, rank_tables(self._ranking))
        self._card = card_decisions(rules, kernel.game) if CARD in strategies else no_card()
        sides = [_side(settings, name) for name in settings.side_bets]
        self._sides = np.array([one for one in sides if one is not None], np.int64)
        self._how = dealing(len(rules.game.deck), settings.seed, self.cards)
        first, second = _hands(settings)
        center = [area for area in first.areas if area in second.areas and area != OWN_CARDS]
        ways = [
            *(area for area in first.areas if area not in (OWN_CARDS, *center)),
            *(area for area in second.areas if area not in (OWN_CARDS, *center)),
            *center,
        ]
        board = [place for area in ways for place in self.layouts[0].board[area]]
        self._places = np.array([[*one.own, *board] for one in self.layouts], np.int64)

    @staticmethod
    def refusal(settings: Settings) -> str | None:
        """Return why a run cannot be played."""
        rules = settings.rules
        if not isinstance(kernel_of(rules), RunEmTwiceKernel):
            return "the game has another shape"
        if unknown := unknown_strategy(settings, _POLICIES):
            return unknown
        limit = cutting_limit(rules, limit_units(rules, Fraction(settings.unit, CENTS)))
        if limit is not None and BEST in settings.strategies:
            return "the payout limit changes the best play at this stake"
        if None in [_side(settings, name) for name in settings.side_bets]:
            return "it does not know the hand of a side bet"
        return None

    def _side_ranking(self, kind: int) -> Ranking | None:
        for name in self.settings.side_bets:
            if _side(self.settings, name) == kind:
                hand = self.settings.rules.terms[name].hand
                assert isinstance(hand, HandOf), "one hand"
                return hand.ranking
        return None

    @cached_property
    def _own(self) -> Small:
        ranking = self._side_ranking(loops.OWN)
        return loops.own_cells(ranking) if ranking else np.zeros(1, np.uint8)

    def play(
        self, first: int, endings: Endings, side_cells: Small, cards: Small, made: Small
    ) -> None:
        """Play rounds from a number on."""
        tables = rank_tables(self._ranking)
        community = rank_tables(self._side_ranking(loops.COMMUNITY) or self._ranking)
        loops.play(
            first,
            self._how,
            self._places,
            tables,
            community,
            self._decided,
            self._card,
            self._policies,
            self._sides,
            self._own,
            endings,
            side_cells,
            cards,
            made,
        )

    def ending(self, number: int) -> MainWagerEnding | None:
        """Return the bets, and the cells of both runs."""
        bets, cells = divmod(number, 1024)
        one, two, three = bets // 16, bets // 4 % 4, bets % 4
        first, second = divmod(cells, 32)
        # Of the bets only the least and the greatest are ever the best.
        if 2 in (one, two, three) or (not one and two) or (not two and three):
            return None
        if max(first, second) >= len(self._ranking.cells) or (three == 0 and cells):
            return None
        names = self.settings.rules.game.folds
        sides = self.settings.side_bets
        stakes = {name: stake for name, stake in self.settings.stakes if name not in sides}
        for name, bet in zip(names, (one, two, three), strict=True):
            if bet:
                stakes[name] = bet * self.settings.unit
        folded = next((n for n, bet in zip(names, (one, two, three), strict=True) if not bet), "")
        return MainWagerEnding(stakes, self._cells(first, second), folded=folded)

    @cached_property
    def _runs(self) -> dict[str, int]:
        """Return, by main wager, 0 for the first run, 1 for the second, 2 for the better of
        them.
        """
        hands = _hands(self.settings)
        return {
            name: hands.index(terms.hand) if terms.hand in hands else 2
            for name, terms in self.settings.rules.terms.items()
            if not terms.wager.optional
        }

    def _cells(self, first: int, second: int) -> dict[str, int]:
        cells = (first, second, max(first, second))
        return {name: cells[run] for name, run in self._runs.items()}

    def trace(self, seat: int, cards: list[Card], made: list[int]) -> Trace:
        """Return a seat's cards, and its bets."""
        layout = self.layouts[seat]
        own = tuple(cards[place] for place in layout.own)
        names = self.settings.rules.game.folds
        decided = [
            f"{name} {bet * self.settings.unit}" if bet else "fold"
            for name, bet in zip(names, made, strict=True)
        ]
        if "fold" in decided:
            decided = decided[: decided.index("fold") + 1]
        return Trace(own, own, layout.areas(cards), tuple(decided))
