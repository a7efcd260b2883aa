"""The hands of a round while it is played, and the sessions of players, from events."""

from datetime import date
from typing import Any

from fairdeal.office.book.facts import Where


def cents_of(amount: Any) -> int:
    """Return dollars as a log has them, a whole number or a decimal, in cents."""
    return int(amount * 100)


def units_of(amount: Any) -> int:
    """Return dollars as a log has them in meter units."""
    return int(amount * 1_000_000)


class SeatWagers:
    """The wagers of one seat in the round that is played or about to be, in cents."""

    __slots__ = ("inside", "player", "settled", "stakes", "withdrawn")

    def __init__(self, player: str) -> None:
        self.player = player
        #: What was staked and has not gone back, by wager.
        self.stakes: dict[str, int] = {}
        #: Bets that the player withdrew in the round.
        self.withdrawn: dict[str, int] = {}
        #: The wagers whose stakes lie in the tray.
        self.inside: set[str] = set()
        #: Stake and payment of the wagers that are settled.
        self.settled: dict[str, tuple[int, int]] = {}

    def take_off(self, wager: str, cents: int) -> None:
        """Take chips of a wager off the layout."""
        left = self.stakes.get(wager, 0) - cents
        if left > 0:
            self.stakes[wager] = left
        else:
            self.stakes.pop(wager, None)


class SessionPart:
    """A player's hands of one shift: stakes settled and result, in cents."""

    __slots__ = ("bought", "handle", "hands", "result", "stakes")

    def __init__(self) -> None:
        self.bought = 0
        self.hands = 0
        self.handle = 0
        #: What the player won, payments by hand and envy included.
        self.result = 0
        #: Stakes by kind of bet, for the expected loss.
        self.stakes: dict[str, int] = {}


class PlayerSession:
    """A player's time at one table."""

    __slots__ = ("bot", "name", "parts", "player", "since", "until")

    def __init__(self, player: str, name: str, since: Where, *, bot: bool) -> None:
        self.player = player
        self.name = name
        self.bot = bot
        self.since = since
        self.until: int | None = None
        self.parts: dict[tuple[date, str], SessionPart] = {}

    def at(self, where: Where) -> SessionPart:
        """Return the part of a shift."""
        return self.parts.setdefault((where.day, where.shift), SessionPart())
