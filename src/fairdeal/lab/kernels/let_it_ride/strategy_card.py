"""Let It Ride's card, in rules of the form that the literature prints.

A hand is of a family (a paying pair, three suited in sequence, four to a flush, ...) and holds some
high cards: those whose pair pays. How near three or four ranks are to a straight is counted as the
straights that they fit: 3-4-5 fits three, 3-4-6 two, 3-4-7 one, and so do the ones cut short by the
end of the ranks, such as A-2-3.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Final, NamedTuple

import numpy as np

from fairdeal.cards import Card, rank_of, suit_of
from fairdeal.hands.five import LINES
from fairdeal.lab.decisions.strategy_card import (
    CardRule,
    Section,
    StrategyCard,
    cards_in_words,
    pairs_in_words,
)
from fairdeal.lab.kernels.let_it_ride.best_play import LetItRide
from fairdeal.lab.kernels.tables import cell_tables, suit_classes, whole_deck

RIDE: Final = "let it ride"
_ROYAL: Final = 8  # the ten, from which a royal flush begins
_KINDS: Final = {4: "four of a kind", 3: "three of a kind"}


class HandKind(NamedTuple):
    """The name that a card gives to a hand: its family, and how many high cards it holds."""

    family: str
    highs: int


class KindValue(NamedTuple):
    """The value of one bet, summed over a kind's hands, and whether it is zero for each of them.
    `edge` is whether the kind has hands cut short by the end of the ranks.
    """

    value: Fraction
    zero: bool
    edge: bool


_WORDS: Final = {
    "three of a kind": "three of a kind",
    "royal": "three to a royal flush",
    "suited 3": "three suited in sequence, 3-4-5 or higher",
    "suited 2": "three suited, spread 4 (one gap)",
    "suited 1": "three suited, spread 5 (two gaps)",
    "suited 0": "three suited, wider apart",
    "mixed 3": "three in sequence, not suited",
    "mixed 2": "spread 4, not suited",
    "mixed 1": "spread 5, not suited",
    "mixed 0": "wider apart, not suited",
}
_EDGES: Final = {"2": "2-3-4 too", "1": "A-2-3, A-2-4 and the like too"}
_WORDS_OF_FOUR: Final = {
    "flush": "four to a flush",
    "open": "four to an open straight",
    "inside": "four to an inside straight",
    "none": "anything else",
}


def straights_fit(ranks: Sequence[int]) -> int:
    """Return how many straights contain these different ranks, the ace high or low."""
    held = set(ranks)
    tops = ({top - i if top - i >= 0 else 12 for i in range(5)} for top in range(3, 13))
    return sum(held <= straight for straight in tops)


@dataclass(frozen=True, eq=False)
class LetItRideCard:
    """The card of one game: the kinds of hands that ride, decided by their exact values."""

    game: LetItRide

    @cached_property
    def high(self) -> tuple[int, ...]:
        """The ranks whose pair brings something back."""
        pairs = LINES["pair"]
        return tuple(r for r in range(13) if self.game.pays[pairs.start + r] > -1)

    def kind_of_three(self, cards: Sequence[Card]) -> HandKind:
        """Return the kind of three cards."""
        ranks = sorted(map(rank_of, cards))
        highs = sum(rank in self.high for rank in ranks)
        if ranks[0] == ranks[2]:
            return HandKind("three of a kind", 0)
        if len(set(ranks)) == 2:
            return HandKind("paying pair" if ranks[1] in self.high else "lower pair", 0)
        suited = len(set(map(suit_of, cards))) == 1
        if suited and ranks[0] >= _ROYAL:
            return HandKind("royal", 0)
        return HandKind(f"{'suited' if suited else 'mixed'} {straights_fit(ranks)}", highs)

    def kind_of_four(self, cards: Sequence[Card]) -> HandKind:
        """Return the kind of four cards."""
        ranks = sorted(map(rank_of, cards))
        if len(set(ranks)) < 4:
            return HandKind("paying" if self._made(ranks) > -1 else "made", 0)
        if len(set(map(suit_of, cards))) == 1:
            return HandKind("flush", 0)
        near = ("none", "inside", "open")[straights_fit(ranks)]
        return HandKind(near, sum(rank in self.high for rank in ranks))

    def _made(self, ranks: Sequence[int]) -> Fraction:
        """Return the payout of the pair, pairs, three or four of a kind that these ranks hold
        already.
        """
        most = max(map(ranks.count, ranks))
        pairs = sorted({rank for rank in ranks if ranks.count(rank) == 2})
        line = _KINDS.get(most) or ("two pair" if len(pairs) == 2 else None)
        cell = LINES[line].start if line else LINES["pair"].start + pairs[0]
        return Fraction(self.game.pays[cell])

    @cached_property
    def first(self) -> dict[HandKind, KindValue]:
        """The value of bet 1 on each kind of three cards: the card lets it ride from 0 up."""
        hands = self.game.solution.hands
        return _summed(
            (self.kind_of_three(one.cards), one.cards, one.combinations, one.bet_value)
            for one in hands
        )

    @cached_property
    def second(self) -> dict[HandKind, KindValue]:
        """The value of bet 2 on each kind of four cards: the card lets it ride from 0 up."""
        hands, weights, values = self._fours
        return _summed(
            (self.kind_of_four(cards), cards, weight, value)
            for cards, weight, value in zip(hands, weights, values, strict=True)
        )

    @cached_property
    def _fours(self) -> tuple[list[list[Card]], list[int], list[Fraction]]:
        """Every class of four cards, how many are alike, and the value of one bet on it."""
        classes = suit_classes(self.game.ranks, 4)
        tables, deck = cell_tables(self.game.ranking), whole_deck(self.game.ranks)
        scale, pays = self.game.scaled
        fours = tables.codes[classes.hands].sum(axis=1)
        held = (classes.hands[:, :, None] == deck).any(axis=1)
        # A fifth card that is one of the four makes no hand: it has the code of none and counts as
        # 0.
        cells = tables.cells(np.where(held, 0, fours[:, None] + tables.codes[deck]))
        totals = np.where(held, 0, pays[cells]).sum(axis=1)
        parts = scale * (deck.size - 4)
        values = [Fraction(total, parts) for total in totals.tolist()]
        return classes.hands.tolist(), classes.weights.tolist(), values

    @cached_property
    def ev(self) -> Fraction:
        """The value of a round in which the card is followed: bet 3, and the bets that ride."""
        hands = self.game.solution.hands
        deals = sum(one.combinations for one in hands)
        third = sum((one.combinations * one.bet_value for one in hands), Fraction(0)) / deals
        first, second = (
            sum((total.value for total in sums.values() if total.value >= 0), Fraction(0))
            for sums in (self.first, self.second)
        )
        # Any four cards come as three and a first community card equally often.
        return third + first / deals + second / sum(self._fours[1])

    def sections(self) -> tuple[Section, ...]:
        """Return the card's two decisions in words."""
        return (
            Section("Bet Number 1, on your three cards", (*self._first_rules(), _rest("bet 1"))),
            Section(
                "Bet Number 2, with the first community card",
                (*self._second_rules(), _rest("bet 2")),
            ),
        )

    def _first_rules(self) -> Iterator[CardRule]:
        words = dict(_WORDS)
        if self.high:
            words |= {"paying pair": pairs_in_words(self.high), "lower pair": "a lower pair"}
        words.setdefault("lower pair", "a pair")
        order = ["paying pair", "three of a kind", "lower pair", *_WORDS]
        yield from self._rules(self.first, words, list(dict.fromkeys(order)))

    def _second_rules(self) -> Iterator[CardRule]:
        paid = f", such as {pairs_in_words(self.high)}" if self.high else ""
        words = {
            "paying": f"any hand that already pays{paid}",
            "made": "a pair or better that does not pay",
            **_WORDS_OF_FOUR,
        }
        yield from self._rules(self.second, words, list(words))

    def _rules(
        self, sums: dict[HandKind, KindValue], words: dict[str, str], order: list[str]
    ) -> Iterator[CardRule]:
        for family in order:
            kinds = {kind.highs: total for kind, total in sums.items() if kind.family == family}
            rides = {highs for highs, total in kinds.items() if total.value >= 0}
            gains = {highs for highs in rides if not kinds[highs].zero}
            if gains:
                yield CardRule(self._when(words[family], family, gains, kinds), RIDE, "ride")
            if rides - gains:
                when = self._when(words[family], family, rides - gains, kinds)
                yield CardRule(f"{when} (worth exactly nothing)", RIDE, "ride")

    def _when(self, words: str, family: str, highs: set[int], kinds: dict[int, KindValue]) -> str:
        if any(kinds[count].edge for count in highs):
            words += f" ({_EDGES[family[-1]]})"
        return words + cards_in_words(highs, set(kinds), self.high)


def _summed(
    hands: Iterator[tuple[HandKind, Sequence[Card], int, Fraction]],
) -> dict[HandKind, KindValue]:
    sums: dict[HandKind, KindValue] = {}
    for kind, cards, weight, value in hands:
        total, zero, edge = sums.get(kind, KindValue(Fraction(0), zero=True, edge=False))
        here = len(cards) == 3 and _cut_short(kind, cards)
        sums[kind] = KindValue(total + weight * value, zero and value == 0, edge or here)
    return sums


def _cut_short(kind: HandKind, cards: Sequence[Card]) -> bool:
    """Return whether three cards fit fewer straights than their spread promises."""
    if kind.family[-1] not in _EDGES:
        return False
    ranks = [rank_of(card) for card in cards]
    return max(ranks) - min(ranks) + 1 != 6 - int(kind.family[-1])


def _rest(bet: str) -> CardRule:
    return CardRule("anything else", f"take {bet} back", "withdraw")


def let_it_ride_card(game: LetItRide, title: str, paytable: str, unit: str) -> StrategyCard:
    """Return the card of a game with its exact cost. Under a payout limit the card is that of the
    game without one, and the values are what its plays bring under the limit.
    """
    card = LetItRideCard(replace(game, limit=None))
    followed = card.ev if game.limit is None else value_following(card, game)
    return StrategyCard(title, paytable, unit, card.sections(), game.ev, followed)


def value_following(card: LetItRideCard, game: LetItRide) -> Fraction:
    """Return the value of a round of any game in which a card is followed, deal by deal."""
    classes, deck = suit_classes(game.ranks, 3), whole_deck(game.ranks)
    total = 0
    for hand, weight in zip(classes.hands.tolist(), classes.weights.tolist(), strict=True):
        first = int(card.first[card.kind_of_three(hand)].value >= 0)
        fourths = deck[~np.isin(deck, hand)].tolist()
        kinds = [card.kind_of_four([*hand, fourth]) for fourth in fourths]
        riding = first + np.array([int(card.second[kind].value >= 0) for kind in kinds])
        sums = game.sums_by_fourth_card(hand)
        total += weight * int(sums[riding, np.arange(riding.size)].sum())
    deals = comb(deck.size, 3) * (deck.size - 3) * (deck.size - 4)
    return Fraction(total, game.scaled_nets[0] * deals)
