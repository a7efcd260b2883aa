"""The strategy card: the best play in rules that a person can keep, and what they cost, exactly.

A card sorts situations into a few kinds that have a name at the table ("four to a flush"). What to
do with a kind is not typed in: it is the choice with the highest exact value, summed over all
situations of the kind. The card is then played over every deal, and the difference to the best
play is its cost.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from fairdeal.cards import RANK_NAMES, plural
from fairdeal.english import one_of


@dataclass(frozen=True)
class CardRule:
    """One line of a card: when it applies, and what to do. Of all rules the first one counts."""

    when: str
    do: str
    #: The same as an action of `strategy`.
    action: str


@dataclass(frozen=True)
class Section:
    """One decision of the game: its rules in the order in which they are tried."""

    decision: str
    rules: tuple[CardRule, ...]
    note: str = ""


@dataclass(frozen=True)
class GridCell:
    """One kind of two own cards: two ranks, the higher first, of one suit or not."""

    name: str
    high: int
    low: int
    suited: bool
    do: str
    value: Fraction


@dataclass(frozen=True)
class StrategyCard:
    """A card with its exact value and that of the best play, in units of `unit`."""

    title: str
    paytable: str
    unit: str
    sections: tuple[Section, ...]
    ev: Fraction
    card_ev: Fraction
    grid: tuple[GridCell, ...] = field(default=(), repr=False)

    @property
    def cost(self) -> Fraction:
        """What following the card loses against the best play, in units a round."""
        return self.ev - self.card_ev


def ranks_in_words(ranks: tuple[int, ...]) -> str:
    """`ten or better`, `six to ten`, or the ranks one by one: never an empty list."""
    low, high = ranks[0], ranks[-1]
    if ranks == tuple(range(low, 13)) and low < 12:
        return f"{RANK_NAMES[low]} or better"
    if len(ranks) > 2 and ranks == tuple(range(low, high + 1)):
        return f"{RANK_NAMES[low]} to {RANK_NAMES[high]}"
    return one_of([RANK_NAMES[rank] for rank in ranks])


def pairs_in_words(ranks: tuple[int, ...]) -> str:
    """`a pair of tens or better`, for the same ranks."""
    low, high = ranks[0], ranks[-1]
    if ranks == tuple(range(low, 13)) and low < 12:
        return f"a pair of {plural(low)} or better"
    if len(ranks) > 2 and ranks == tuple(range(low, high + 1)):
        return f"a pair of {plural(low)} to {plural(high)}"
    return f"a pair of {one_of([plural(rank) for rank in ranks])}"


_NUMBERS: Final = ("no", "one", "two", "three", "four", "five")


def cards_in_words(meant: set[int], known: set[int], ranks: tuple[int, ...]) -> str:
    """`, with at least two tens or better` where some of the known numbers of such cards are meant;
    nothing where all are.
    """
    counts, others = sorted(meant), sorted(known - meant)
    if not others or not ranks:
        return ""
    words = [_NUMBERS[count] for count in counts]
    if len(counts) > 1 and counts[0] > others[-1]:
        number = f"at least {words[0]}"
    elif len(counts) > 1 and counts[-1] < others[0]:
        number = f"at most {words[-1]}"
    else:
        number = one_of(words)
    named = ranks_in_words(ranks)
    single = number in ("no", "one") or number.endswith(" one")
    return f", with {number} {named if single else pairs_in_words(ranks)[len('a pair of ') :]}"
