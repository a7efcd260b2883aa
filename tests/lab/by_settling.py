"""What a game is worth, found the plainest way: every card in its turn, every choice tried, every
round settled by the table's own settlement. It shares no line of code with the lab.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from fairdeal.cards import Card
from fairdeal.rulebook.game import OWN, BetOrFold, Draw, Reveal, SeatCards, Settle, TakeBack
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import AnyAmount, Equal, Times, Wager
from fairdeal.table.meters import Meters
from fairdeal.table.payout import FinishedSeat, settle_round

Cards: TypeAlias = tuple[Card, ...]
#: Cents of a base bet: payouts of halves stay whole.
UNIT = 200


class Settler:
    """One game with one deck, for one seat that makes the wagers that must be made."""

    def __init__(self, rules: Rules, deck: Cards) -> None:
        self.rules, self.deck = rules, deck
        self.game = rules.game
        self._settled: dict[tuple[object, ...], int] = {}

    def ev(self) -> Fraction:
        """In units of the base bet, under the best play."""
        opening = {
            wager.name: UNIT
            for wager in self.game.wagers
            if not wager.side and wager.at is None and isinstance(wager.size, AnyAmount | Equal)
        }
        hands = list(combinations(self.deck, self.game.own_cards))
        total = sum((self._worth(0, own, {}, (), opening, ()) for own in hands), Fraction(0))
        return total / len(hands) / UNIT

    def side(self, wager: Wager) -> Counter[int]:
        """How often a side bet's hand comes in each cell, over every deal of all its cards."""
        cells: Counter[int] = Counter()
        hand = self.rules.terms[wager.name].hand
        areas = [(area.name, area.cards) for area in self.game.areas if hand.reads(area.name)]
        for own in combinations(self.deck, self.game.own_cards if hand.reads(OWN) else 0):
            for board in self._boards(own, areas, {}):
                cells[SeatCards(board, own).hand(hand).cell] += 1
        return cells

    def _boards(
        self, own: Cards, areas: list[tuple[str, int]], board: dict[str, Cards]
    ) -> Iterator[dict[str, Cards]]:
        if not areas:
            yield board
            return
        (area, count), *rest = areas
        for cards in combinations(self._unseen(own, board, ()), count):
            yield from self._boards(own, rest, {**board, area: cards})

    def _unseen(self, own: Cards, board: Mapping[str, Cards], thrown: Cards) -> list[Card]:
        seen = {*own, *thrown, *(card for cards in board.values() for card in cards)}
        return [card for card in self.deck if card not in seen]

    def _worth(
        self,
        at: int,
        own: Cards,
        board: dict[str, Cards],
        thrown: Cards,
        stakes: dict[str, int],
        back: tuple[str, ...],
        part: int = 0,
    ) -> Fraction:
        step = self.game.round[at]
        match step:
            case TakeBack(wager=wager):
                return max(
                    self._worth(at + 1, own, board, thrown, stakes, back),
                    self._worth(at + 1, own, board, thrown, stakes, (*back, wager)),
                )
            case BetOrFold(wager=wager):
                lost = -sum(cents for name, cents in stakes.items() if name not in back)
                played = [
                    self._worth(at + 1, own, board, thrown, {**stakes, wager: cents}, back)
                    for cents in self._sizes(wager, stakes)
                ]
                return max(Fraction(lost), *played)
            case Draw(up_to=up_to):
                return max(
                    self._drawn(at, own, board, (*thrown, *gone), stakes, back, gone)
                    for size in range(up_to + 1)
                    for gone in combinations(own, size)
                )
            case Reveal(areas=areas) if part < len(areas):
                held = board.get(areas[part], ())
                whole = next(a.cards for a in self.game.areas if a.name == areas[part])
                turned = list(combinations(self._unseen(own, board, thrown), step.count or whole))
                total = sum(
                    (
                        self._worth(
                            at,
                            own,
                            {**board, areas[part]: (*held, *cards)},
                            thrown,
                            stakes,
                            back,
                            part + 1,
                        )
                        for cards in turned
                    ),
                    Fraction(0),
                )
                return total / len(turned)
            case Settle():
                return Fraction(self._settle(own, board, stakes, back))
            case _:
                return self._worth(at + 1, own, board, thrown, stakes, back)

    def _drawn(
        self,
        at: int,
        own: Cards,
        board: dict[str, Cards],
        thrown: Cards,
        stakes: dict[str, int],
        back: tuple[str, ...],
        gone: Cards,
    ) -> Fraction:
        kept = tuple(card for card in own if card not in gone)
        new = list(combinations(self._unseen(own, board, thrown), len(gone)))
        worth = (self._worth(at + 1, (*kept, *cards), board, thrown, stakes, back) for cards in new)
        return sum(worth, Fraction(0)) / len(new)

    def _sizes(self, wager: str, stakes: dict[str, int]) -> list[int]:
        size = self.game.wager[wager].size
        if isinstance(size, Times):
            return [times * stakes[size.of] for times in range(size.low, size.high + 1)]
        assert isinstance(size, Equal)
        return [stakes[size.to]]

    def _settle(
        self,
        own: Cards,
        board: Mapping[str, Cards],
        stakes: Mapping[str, int],
        back: tuple[str, ...],
    ) -> int:
        spread = tuple((area, tuple(sorted(cards))) for area, cards in sorted(board.items()))
        key = (tuple(sorted(own)), spread, tuple(stakes.items()), back)
        if key not in self._settled:
            seat = FinishedSeat(1, "p", own, stakes, frozenset(back))
            (settled,) = settle_round(self.rules, board, {1: seat}, Meters({}, {})).seats
            self._settled[key] = settled.net
        return self._settled[key]
