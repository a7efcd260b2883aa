"""The paytables of the texts that these tests use, as net results by cell of the ranking."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from fairdeal.hands import FIVE_CARD, FIVE_CARD_ACE_HIGH, THREE_CARD, Ranking

Amount: TypeAlias = Fraction | int
#: Net result of one unit by cell.
Payouts: TypeAlias = tuple[Amount, ...]


def net(ranking: Ranking, lines: Mapping[str, Amount], other: int = -1) -> Payouts:
    """The payouts of some lines, and a loss for every other cell."""
    by_cell: list[Amount] = [other] * len(ranking.cells)
    for line, pays in lines.items():
        for cell in ranking.lines[line]:
            by_cell[cell] = pays
    return tuple(by_cell)


_KINDS = ("two pair", "three of a kind", "straight", "flush", "full house", "four of a kind")
KINDS = (*_KINDS, "straight flush", "royal flush")


def five_card(tens_or_better: int, *pays: int) -> Payouts:
    kinds = dict(zip(KINDS, pays, strict=True))
    return net(FIVE_CARD, {"pair of tens or better": tens_or_better, **kinds})


LIR_MAIN = {
    "A": five_card(1, 2, 3, 5, 8, 11, 50, 200, 1000),  # MD-LIR 12.A(1)
    "B": five_card(1, 2, 3, 5, 10, 15, 25, 100, 500),  # MD-LIR 12.A(2)
    "C": five_card(1, 2, 3, 6, 9, 15, 30, 50, 100),  # MD-LIR 12.A(3)
}
# What comes back for a dollar, all of it, less the dollar (reading `to-and-for`).
LIR_FIVE_CARD_BONUS_C = five_card(-1, *(n - 1 for n in (6, 9, 25, 50, 75, 100, 2000, 20000)))


def three_card(pair: int, flush: int, straight: int, three: int, straight_flush: int) -> Payouts:
    kinds = ("pair", "flush", "straight", "three of a kind", "straight flush")
    pays = (pair, flush, straight, three, straight_flush)
    return net(THREE_CARD, dict(zip(kinds, pays, strict=True)))


LIR_THREE_CARD = {
    "A": three_card(1, 4, 6, 30, 40),  # MD-LIR 12.C(1)
    "B": three_card(1, 4, 5, 30, 40),
    "C": three_card(1, 3, 6, 30, 40),
}

RET_ANTE = net(  # MD-RET 12.A, reading `ante-outcome`
    FIVE_CARD,
    {"pair of sixes to tens": 0, "pair of jacks or better": 1} | dict.fromkeys(KINDS, 1),
)
RET_RUN = net(  # MD-RET 12.B
    FIVE_CARD,
    {"pair of sixes to tens": 0, "pair of jacks or better": 1}
    | dict(zip(KINDS, (2, 3, 5, 8, 12, 40, 100, 500), strict=True)),
)
# Nobody's paytables: better hands that pay less than lower ones, halves and thirds, all winning.
RET_ODD_ANTE = tuple(2 * pays for pays in RET_ANTE)
RET_ODD_RUN = net(
    FIVE_CARD,
    {"pair of tens to aces": 1} | dict(zip(KINDS, (3, 0, 6, 4, 7, 20, 30, 60), strict=True)),
)
RET_FRACTION_ANTE = tuple(Fraction(pays) / 2 if pays > 0 else pays for pays in RET_ANTE)
RET_FRACTION_RUN = tuple(Fraction(pays) / 3 if pays > 0 else pays for pays in RET_RUN)
RET_GENEROUS_RUN = tuple(range(1, 23))
WHEEL = {"low-and-high": FIVE_CARD, "high-only": FIVE_CARD_ACE_HIGH}
