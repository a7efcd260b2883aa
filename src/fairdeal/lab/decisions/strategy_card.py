"""The strategy card: the best play in rules that a person can remember, with their exact cost.

A card sorts situations into a few kinds that have a name at the table ("four to a flush"). The
action for a kind is not typed in: it is the choice with the highest exact value, summed over all
situations of the kind. The card is then played over every deal, and the difference to the best play
is its cost.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from fairdeal.cards import RANK_NAMES, plural
from fairdeal.english import one_of


@dataclass(frozen=True)
class CardRule:
    """One line of a card: when it applies, and what to do. The first rule that applies counts."""

    when: str
    do: str
    #: An action, named as in the answers of `strategy`.
    action: str


@dataclass(frozen=True)
class Section:
    """One decision of the game, with its rules in the order in which they apply."""

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
        """The loss of following the card instead of the best play, in units a round."""
        return self.ev - self.card_ev


def ranks_in_words(ranks: tuple[int, ...]) -> str:
    """Return ranks in words: `ten or better`, `six to ten`, or a list. The text is never empty."""
    low, high = ranks[0], ranks[-1]
    if ranks == tuple(range(low, 13)) and low < 12:
        return f"{RANK_NAMES[low]} or better"
    if len(ranks) > 2 and ranks == tuple(range(low, high + 1)):
        return f"{RANK_NAMES[low]} to {RANK_NAMES[high]}"
    return one_of([RANK_NAMES[rank] for rank in ranks])


def pairs_in_words(ranks: tuple[int, ...]) -> str:
    """Return pairs of these ranks in words: `a pair of tens or better`."""
    low, high = ranks[0], ranks[-1]
    if ranks == tuple(range(low, 13)) and low < 12:
        return f"a pair of {plural(low)} or better"
    if len(ranks) > 2 and ranks == tuple(range(low, high + 1)):
        return f"a pair of {plural(low)} to {plural(high)}"
    return f"a pair of {one_of([plural(rank) for rank in ranks])}"


_NUMBERS: Final = ("no", "one", "two", "three", "four", "five")


def cards_in_words(meant: set[int], known: set[int], ranks: tuple[int, ...]) -> str:
    """Return words such as `, with at least two tens or better` if only some of the `known` numbers
    of such cards are meant; an empty text if all are.
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
