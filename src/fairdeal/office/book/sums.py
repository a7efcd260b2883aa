"""Sums over rounds, by gaming day, shift, table and dealer, from which reports add up."""

from collections.abc import Iterable
from datetime import date
from typing import Final, NamedTuple

from fairdeal.rulebook.odds import Form
from fairdeal.rulebook.rules import Rules

#: The name under which the base bet of a seat is counted; the other main wagers follow from it.
MAIN: Final = "main"


class Slot(NamedTuple):
    """A part of a gaming day that reports tell apart: one shift, one table, one dealer."""

    day: date
    shift: str
    table: str
    dealer: str


class WagerSum:
    """The settled bets of one wager, in cents: how many, their stakes, and what went back."""

    __slots__ = ("bets", "handle", "paid")

    def __init__(self, bets: int = 0, handle: int = 0, paid: int = 0) -> None:
        self.bets = bets
        self.handle = handle
        self.paid = paid

    def add(self, other: "WagerSum") -> None:
        """Add the bets of another sum."""
        self.bets += other.bets
        self.handle += other.handle
        self.paid += other.paid


def paid_in_dollars(rules: Rules) -> frozenset[str]:
    """Return the side bets with lines of fixed amounts whose stake a player chooses: what one pays
    for a unit depends on the stake.
    """
    return frozenset(
        wager.name
        for wager, _, table in rules.terms.values()
        if wager.optional
        and len(wager.size.amounts) != 1
        and any(line.pays.form in (Form.DOLLARS, Form.METER) for line in table.lines)
    )


#: Two kinds of bets, in alphabetical order.
Pair = tuple[str, str]


class StakeSums:
    """Sums of stakes in cents by kind of bet: what an exact mean and variance need.

    Kinds are `main` (the base bet), the name of a side bet, and `NAME@CENTS` for those of
    `paid_in_dollars`. `own` has the products of two stakes of one seat and round, and
    `across` those of two seats of one round, each pair of seats in both orders.
    """

    __slots__ = ("across", "own", "stakes")

    def __init__(self) -> None:
        self.stakes: dict[str, int] = {}
        self.own: dict[Pair, int] = {}
        self.across: dict[Pair, int] = {}

    def add_round(self, seats: Iterable[dict[str, int]]) -> None:
        """Add the stakes of the seats of one round."""
        totals: dict[str, int] = {}
        within: dict[Pair, int] = {}
        count = 0
        for stakes in seats:
            count += 1
            kinds = sorted(stakes)
            for at, one in enumerate(kinds):
                stake = stakes[one]
                totals[one] = totals.get(one, 0) + stake
                for other in kinds[at:]:
                    pair = (one, other)
                    within[pair] = within.get(pair, 0) + stake * stakes[other]
        for one, stake in totals.items():
            self.stakes[one] = self.stakes.get(one, 0) + stake
        for pair, product in within.items():
            self.own[pair] = self.own.get(pair, 0) + product
        if count < 2:
            return
        kinds = sorted(totals)
        for at, one in enumerate(kinds):
            for other in kinds[at:]:
                pair = (one, other)
                product = totals[one] * totals[other] - within.get(pair, 0)
                if product:
                    self.across[pair] = self.across.get(pair, 0) + product

    def add(self, other: "StakeSums") -> None:
        """Add other sums of the same rules."""
        for kind, stake in other.stakes.items():
            self.stakes[kind] = self.stakes.get(kind, 0) + stake
        for pair, product in other.own.items():
            self.own[pair] = self.own.get(pair, 0) + product
        for pair, product in other.across.items():
            self.across[pair] = self.across.get(pair, 0) + product


class RoundSums:
    """What the rounds of a slot came to. Cents, but for meters, which count in units."""

    __slots__ = (
        "by_hand",
        "drop",
        "envy",
        "fed",
        "hits",
        "returned_fed",
        "rounds",
        "seats",
        "seconds",
        "stakes",
        "steps",
        "void_result",
        "voids",
        "wagers",
    )

    def __init__(self) -> None:
        #: Rounds that were settled, hands in them, and rounds that were void.
        self.rounds = 0
        self.seats = 0
        self.voids = 0
        #: Seconds in which rounds were dealt, and commands that the dealer gave.
        self.seconds = 0
        self.steps = 0
        self.wagers: dict[str, WagerSum] = {}
        self.stakes = StakeSums()
        #: What players bought in for.
        self.drop = 0
        self.envy = 0
        self.by_hand = 0
        #: What a void round left in the tray: nothing, unless something had been paid before.
        self.void_result = 0
        #: What went to meters, what came back of it after voids, and what meters paid.
        self.fed = 0
        self.returned_fed = 0
        self.hits = 0

    @property
    def handle(self) -> int:
        """Return all stakes that were settled."""
        return sum(one.handle for one in self.wagers.values())

    @property
    def bets_won(self) -> int:
        """Return the stakes of all settled wagers less their payments."""
        return sum(one.handle - one.paid for one in self.wagers.values())

    @property
    def win_units(self) -> int:
        """Return the house's win from the bets, in units. Meters pay their hits, and what they were
        fed is not the house's.
        """
        return self.bets_won * 10_000 + self.hits - self.fed + self.returned_fed

    @property
    def tray_units(self) -> int:
        """Return the change of the tray by play, in units."""
        aside = self.void_result - self.envy - self.by_hand
        return self.win_units + aside * 10_000

    def add(self, other: "RoundSums") -> None:
        """Add the rounds of another slot."""
        self.rounds += other.rounds
        self.seats += other.seats
        self.voids += other.voids
        self.seconds += other.seconds
        self.steps += other.steps
        self.drop += other.drop
        self.envy += other.envy
        self.by_hand += other.by_hand
        self.void_result += other.void_result
        self.fed += other.fed
        self.returned_fed += other.returned_fed
        self.hits += other.hits
        for name, wager in other.wagers.items():
            mine = self.wagers.get(name)
            if mine is None:
                mine = self.wagers[name] = WagerSum()
            mine.add(wager)
        self.stakes.add(other.stakes)
