"""The result of one simulated round, as both engines report it."""

from collections.abc import Mapping
from typing import NamedTuple

from fairdeal.cards import Card


class SimulatedWager(NamedTuple):
    """What became of a wager, in cents. `returned` is what went to the player, after the payout
    limit has taken `limited` off.
    """

    wager: str
    stake: int
    result: str
    #: What the wager calls the hand; empty where the hand was folded or the bet taken back.
    called: str
    returned: int
    limited: int = 0

    @property
    def net(self) -> int:
        """Return what was won or lost."""
        return self.returned - self.stake


class SimulatedSeat(NamedTuple):
    """What happened at a seat: the cards as dealt and at the end, the decisions in order (`ride`,
    `withdraw`, `fold`, `first-run 1500` in cents, `draw 2c 9d`), and the wagers in the order of
    the rules.
    """

    seat: int
    dealt: tuple[Card, ...]
    cards: tuple[Card, ...]
    decisions: tuple[str, ...]
    #: The decision at which the hand was folded; empty where it was not.
    folded: str
    #: What the hand of the main wagers is called, or where it was folded.
    hand: str
    wagers: tuple[SimulatedWager, ...]
    envy: int = 0

    @property
    def net(self) -> int:
        """Return what the seat won or lost in all."""
        return sum(wager.net for wager in self.wagers) + self.envy


class MeterHit(NamedTuple):
    """A share of a meter that was won: in which round, as which hit of the round, by which odds."""

    round: int
    order: int
    pays: str


class Totals(NamedTuple):
    """What rounds in a row came to, all bets of a player together: net results and stakes in cents,
    and the shares of meters that were won, by the number of the round.
    """

    nets: list[int]
    staked: list[int]
    hits: Mapping[int, tuple[str, ...]]


class RoundResult(NamedTuple):
    """A round: its number, the community cards by area as they lie, and the seats."""

    number: int
    board: tuple[tuple[str, tuple[Card, ...]], ...]
    seats: tuple[SimulatedSeat, ...]
    hits: tuple[MeterHit, ...] = ()
