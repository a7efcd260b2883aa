"""The solution of Run 'Em Twice: values of decisions, endings of rounds, and figures from them."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from fairdeal.cards import Card, rank_of, suit_of

#: The multiples of an ante that a strategy answer gives values for (MD-RET 11.B, D, F).
BETS: Final = (1, 2, 3)
LOW, HIGH = BETS[0], BETS[-1]
#: Both antes, in units of one.
ANTES: Final = 2
FOLD: Final = 0
#: Largest denominator of a bet in antes.
FINEST: Final = 1 << 20

#: Value of each choice at a decision: `FOLD`, 1, 2 and 3, in antes, for the whole round.
Choices: TypeAlias = dict[int, Fraction]


@dataclass(frozen=True)
class OwnCards:
    """One of the 169 kinds of own cards: how many deals of them, and each choice's value."""

    cards: tuple[Card, Card]
    combinations: int
    choices: Choices

    @property
    def best(self) -> int:
        """The best first decision: 0 to fold, or the bet."""
        return best(self.choices)

    @property
    def suited(self) -> bool:
        """Whether both are of one suit."""
        return suit_of(self.cards[0]) == suit_of(self.cards[1])

    @property
    def ranks(self) -> tuple[int, int]:
        """The two ranks, the higher first."""
        low, high = sorted(map(rank_of, self.cards))
        return high, low


def best(choices: Choices) -> int:
    """Return the choice of the highest value; among equal ones the one that keeps more money in
    play.
    """
    return max(choices, key=lambda choice: (choices[choice], choice))


class RunEmTwiceEnding(NamedTuple):
    """How a round ended: the bets in the order placed (a fold ends the row), the cells of the two
    runs (one of each group; None if they were not played out), and the net result.
    """

    bets: tuple[int, ...]
    first_cell: int | None
    second_cell: int | None
    net: Fraction


def folded_after(*bets: int) -> RunEmTwiceEnding:
    """Return the ending of a round folded after these bets."""
    return RunEmTwiceEnding(bets, None, None, Fraction(-ANTES - sum(bets)))


def check_bets(*bets: Fraction | int) -> None:
    """Refuse a bet that the rules do not allow (MD-RET 11.B, D, F; reading `bet-sizes`)."""
    for bet in bets:
        if not LOW <= bet <= HIGH:
            raise ValueError(f"a bet is {LOW} to {HIGH} times the ante, not {bet}")
        if Fraction(bet).denominator > FINEST:
            raise ValueError(f"a bet of {bet} antes is too fine to count with")


@dataclass(frozen=True)
class RunEmTwiceSolution:
    """The main wagers under the best play: every ending with its number of deals."""

    deals: int
    endings: dict[RunEmTwiceEnding, int] = field(repr=False)
