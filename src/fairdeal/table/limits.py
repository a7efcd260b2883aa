"""The aggregate payout limit of a hand (MD-RET 12.C, and whatever else a game's `Limit` says)."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, islice, product
from math import comb
from typing import Final, NamedTuple, TypeAlias

from fairdeal.cards import STANDARD_52, Card, Deck
from fairdeal.hands import FIVE_CARD, FIVE_CARD_ACE_HIGH, Ranking
from fairdeal.hands.lookup import hands_in_cell
from fairdeal.rulebook.game import OWN, Game, Limit
from fairdeal.rulebook.hand import parts_of
from fairdeal.rulebook.paytable import Paytable, PaytableLine

Cards: TypeAlias = frozenset[Card]
#: So many hands of a cell are kept at hand; more are dealt beside those that are fixed.
_FEW: Final = 20_000
#: So many hands of a deck are sorted by their cells at once; of more, one is looked for.
_MANY: Final = 200_000


def highest_limit(
    game: Game,
    minimum_cents: int | None,
    readings: Mapping[str, str],
    tables: Mapping[str, Paytable] | None = None,
) -> int | None:
    """Return the highest payout limit in cents that the text allows; None where it sets none.
    `tables` are those in force, by their group: the first of each where nothing is chosen.
    """
    limit: Limit = game.limit
    if limit.cents is None or not limit.or_best_at_minimum or minimum_cents is None:
        return limit.cents
    lines = tuple((name, table.lines) for name, table in (tables or {}).items())
    best = most_winnable(game, tuple(readings.items()), lines)
    return max(limit.cents, int(best * minimum_cents))


class _RankedCards(NamedTuple):
    """Cards that are ranked as one hand, by the places where they lie."""

    areas: tuple[str, ...]
    ranking: Ranking


class _StakedWager(NamedTuple):
    """A wager: what is staked on it in units, what pays it, and whose cell is the highest of."""

    stake: int
    lines: tuple[PaytableLine | None, ...]
    parts: tuple[int, ...]

    def won(self, cells: Sequence[int]) -> Fraction:
        line = self.lines[max(cells[part] for part in self.parts)]
        return self.stake * line.pays.net_per_unit() if line else Fraction(0)


@cache
def most_winnable(
    game: Game,
    choices: tuple[tuple[str, str], ...] = (),
    tables: tuple[tuple[str, tuple[PaytableLine, ...]], ...] = (),
    *,
    largest: bool = False,
) -> Fraction:
    """Return the most that one hand can win over all deals, in units of the base bet, when every
    bet is as small as it may be (reading `limit-floor`), or as large.

    What the hands make is tried from the best paid down. It is possible if there are cards of these
    cells with exactly as many in common as the areas hold that the hands share: the cards are then
    free to lie there. Cards that are drawn can be dealt as well, so draws change nothing.
    """
    readings = {**game.default_readings, **dict(choices)}
    parts: dict[_RankedCards, int] = {}
    bets = []
    stakes: dict[str, int] = {}
    for wager in game.wagers:
        if wager.side:
            continue
        base = wager.size.base
        multiple = 1 if base is None else wager.size.multiples[-1 if largest else 0]
        stakes[wager.name] = multiple if base is None else multiple * stakes[base]
        table = wager.pays.tables[0]
        chosen = dict(tables).get(wager.pays.name)
        by_cell = _with_lines(table, chosen) if chosen is not None else table.by_cell
        found = [
            _RankedCards(one.areas, one.ranking)
            for one in parts_of(table.hand or wager.hand, readings)
        ]
        places = tuple(parts.setdefault(part, len(parts)) for part in found)
        bets.append(_StakedWager(stakes[wager.name], by_cell, places))
    deals = _PossibleDeals(game, tuple(parts))
    every = product(*(range(len(part.ranking.cells)) for part in parts))

    def won(cells: tuple[int, ...]) -> Fraction:
        return sum((bet.won(cells) for bet in bets), Fraction(0))

    for cells in sorted(every, key=won, reverse=True):
        if deals.possible(cells):
            return won(cells)
    raise AssertionError("some deal is possible")


def _with_lines(
    table: Paytable, lines: tuple[PaytableLine, ...]
) -> tuple[PaytableLine | None, ...]:
    found: list[PaytableLine | None] = [None] * len(table.ranking.cells)
    for line in lines:
        for cell in table.ranking.lines[line.hand]:
            found[cell] = found[cell] or line
    return tuple(found)


class _PossibleDeals:
    """How many cards each set of hands shares with no other hand, and which deals that allows."""

    def __init__(self, game: Game, parts: tuple[_RankedCards, ...]) -> None:
        self._deck, self._parts = game.deck, parts
        size = {area.name: area.cards for area in game.areas} | {OWN: game.own_cards}
        self._common: Counter[frozenset[int]] = Counter()
        for area, cards in size.items():
            inside = frozenset(n for n, part in enumerate(parts) if area in part.areas)
            self._common[inside] += cards
        self._cards = [sum(size[area] for area in part.areas) for part in parts]

    def possible(self, cells: Sequence[int]) -> bool:
        """Return whether some deal gives each hand its cell."""
        # The rarest first: what cannot be is then soon found out.
        hands = [
            _in_cell(part.ranking, cell, self._deck)
            for part, cell in zip(self._parts, cells, strict=True)
        ]
        sizes = [_MANY if known is None else len(known) for known in hands]
        return self._follows(cells, sorted(range(len(hands)), key=sizes.__getitem__), {})

    def _follows(self, cells: Sequence[int], order: list[int], dealt: dict[int, Cards]) -> bool:
        """Return whether the hands that are left can be dealt, in this order, besides those that
        are.
        """
        if not order:
            return True
        place, *left = order
        return any(
            self._follows(cells, left, {**dealt, place: cards})
            for cards in self._candidates(place, cells[place], dealt)
        )

    def _candidates(self, place: int, cell: int, dealt: dict[int, Cards]) -> Iterator[Cards]:
        ranking, count = self._parts[place].ranking, self._cards[place]
        known = _in_cell(ranking, cell, self._deck)
        if not dealt:
            hands = _each_in_cell(ranking, cell, self._deck) if known is None else iter(known)
            yield from _grown(hands, ranking, cell, count, self._deck)
        elif known is not None and count == ranking.size:
            yield from (cards for cards in known if self._fits({**dealt, place: cards}))
        else:
            for cards in self._hands_sharing(place, dealt):
                if ranking.evaluate(sorted(cards)).cell == cell:
                    yield cards

    def _sizes(self, hands: Collection[int]) -> Counter[frozenset[int]]:
        """Return how many cards each group of hands has in common, whatever other hands share of
        them.
        """
        sizes: Counter[frozenset[int]] = Counter()
        for inside, cards in self._common.items():
            sizes[inside.intersection(hands)] += cards
        return sizes

    def _fits(self, dealt: dict[int, Cards]) -> bool:
        """Return whether these hands share as many cards as the areas say."""
        sizes = self._sizes(dealt)
        for one, other in combinations(dealt, 2):  # quick, and nearly always the answer
            shared = sum(cards for inside, cards in sizes.items() if {one, other} <= inside)
            if len(dealt[one] & dealt[other]) != shared:
                return False
        inside = Counter(
            frozenset(n for n, cards in dealt.items() if card in cards)
            for card in frozenset().union(*dealt.values())
        )
        sizes.pop(frozenset(), None)
        return inside == +sizes

    def _hands_sharing(self, place: int, dealt: dict[int, Cards]) -> Iterator[Cards]:
        """Yield every hand that shares as many cards with those dealt as the areas say."""
        wanted = {
            inside - {place}: cards
            for inside, cards in self._sizes({*dealt, place}).items()
            if place in inside and cards
        }
        there: dict[frozenset[int], list[Card]] = {}
        for card in self._deck.cards:
            holders = frozenset(n for n, cards in dealt.items() if card in cards)
            there.setdefault(holders, []).append(card)
        chosen = (combinations(there.get(who, []), count) for who, count in wanted.items())
        for groups in product(*chosen):
            yield frozenset(card for group in groups for card in group)


@cache
def _in_cell(ranking: Ranking, cell: int, deck: Deck) -> tuple[Cards, ...] | None:
    """Return all hands of exactly a ranking's size that fall into a cell; None where they are many,
    or not soon found.
    """
    if deck == STANDARD_52 and ranking in (FIVE_CARD, FIVE_CARD_ACE_HIGH):
        found = tuple(islice(hands_in_cell(ranking, cell), _FEW + 1))
        return found if len(found) <= _FEW else None
    return _sorted(ranking, deck)[cell] if comb(len(deck), ranking.size) <= _MANY else None


@cache
def _sorted(ranking: Ranking, deck: Deck) -> tuple[tuple[Cards, ...], ...]:
    cells: list[list[Cards]] = [[] for _ in ranking.cells]
    for cards in combinations(deck.cards, ranking.size):
        cells[ranking.evaluate_exactly(cards).cell].append(frozenset(cards))
    return tuple(map(tuple, cells))


def _each_in_cell(ranking: Ranking, cell: int, deck: Deck) -> Iterator[Cards]:
    """Yield the hands of a cell one by one, from the highest cards down, because those pay most."""
    for cards in combinations(reversed(deck.cards), ranking.size):
        if ranking.evaluate_exactly(cards).cell == cell:
            yield frozenset(cards)


def _grown(
    hands: Iterator[Cards], ranking: Ranking, cell: int, count: int, deck: Deck
) -> Iterator[Cards]:
    """Yield hands of more cards whose best cards are of the cell: these hands, and others that make
    no better.
    """
    if count == ranking.size:
        yield from hands
        return
    for hand in hands:
        left = [card for card in deck.cards if card not in hand]
        for more in combinations(left, count - ranking.size):
            cards = hand.union(more)
            if ranking.evaluate(sorted(cards)).cell == cell:
                yield cards
