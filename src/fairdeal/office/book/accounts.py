"""The game accounts of a table, by player and shift: deposited, won, lost, withdrawn.

These are the totals that COMAR 36.05.02.20F(7) asks for. At every moment an account holds what was
deposited and won less what was lost, withdrawn and lies on the layout.
"""

from collections.abc import Mapping
from datetime import date

from fairdeal.office.book.facts import Where
from fairdeal.office.book.hands import SeatWagers


class AccountSums:
    """What moved one player's account in one shift, in cents."""

    __slots__ = ("deposited", "lost", "withdrawn", "won")

    def __init__(self) -> None:
        self.deposited = 0
        #: Payments beyond the stake, and stakes beyond the payment.
        self.won = 0
        self.lost = 0
        self.withdrawn = 0

    def add(self, other: "AccountSums") -> None:
        """Add the sums of another shift or player."""
        self.deposited += other.deposited
        self.won += other.won
        self.lost += other.lost
        self.withdrawn += other.withdrawn


class GameAccounts:
    """The game accounts of one table: what each holds now, and what moved it by shift."""

    def __init__(self) -> None:
        self.shifts: dict[tuple[date, str], dict[str, AccountSums]] = {}
        self._held: dict[str, int] = {}
        self._seats: dict[int, str] = {}
        #: The seats that are free once the round is over.
        self._abandoned: set[int] = set()

    def sit(self, seat: int, player: str) -> None:
        """Note who has a seat."""
        self._seats[seat] = player

    def abandon(self, seat: int) -> None:
        """Note that a seat is free once the round is over."""
        self._abandoned.add(seat)

    def leave(self, seat: int, where: Where) -> None:
        """Free a seat; a player who has no other seat cashes out."""
        player = self._seats.pop(seat, "")
        self._abandoned.discard(seat)
        if player not in self._seats.values():
            held = self._held.pop(player, 0)
            if held:
                self._sums(player, where).withdrawn += held

    def deposit(self, seat: int, cents: int, where: Where) -> None:
        """Add a buy-in."""
        self.move(seat, cents)
        self._sums(self._seats[seat], where).deposited += cents

    def win(self, seat: int, cents: int, where: Where) -> None:
        """Add a payment that no stake of the seat stands behind: envy, or one by hand."""
        self.move(seat, cents)
        self._sums(self._seats[seat], where).won += cents

    def move(self, seat: int, cents: int) -> None:
        """Move chips between an account and the layout or the tray."""
        player = self._seats[seat]
        self._held[player] = self._held.get(player, 0) + cents

    def end_round(self, hands: Mapping[int, SeatWagers], where: Where) -> None:
        """Count the settled wagers of a round, and free the seats of those who left in it."""
        for seat, hand in hands.items():
            for stake, paid in hand.settled.values():
                if paid > stake:
                    self._sums(self._seats[seat], where).won += paid - stake
                elif paid < stake:
                    self._sums(self._seats[seat], where).lost += stake - paid
        for seat in sorted(self._abandoned):
            self.leave(seat, where)

    def _sums(self, player: str, where: Where) -> AccountSums:
        players = self.shifts.setdefault((where.day, where.shift), {})
        found = players.get(player)
        if found is None:
            found = players[player] = AccountSums()
        return found
