"""A table as an audit builds it up again from its entries."""

from collections.abc import Iterable
from typing import Final

from fairdeal.errors import BadEntryError, MismatchError
from fairdeal.floor.money.ledger import BANKED, METERED, Transfer, inventory_account, meter_accounts
from fairdeal.floor.tables.act_rules import bot_id
from fairdeal.floor.tables.clock import clock_restarts, has_stakes
from fairdeal.floor.tables.replayed_table import ReplayedTable
from fairdeal.play.fairness import opening_hash
from fairdeal.play.sources import CommittedSource
from fairdeal.table.entry import Entry
from fairdeal.table.state import OPEN, State, moment, new_table
from fairdeal.wire.log import read_opening, write_opening

#: The purposes of transfers of the inventory that are no results of play.
_NOT_PLAY: Final = (*BANKED, *METERED)


class FoldedTable:
    """A table's state after the entries so far, and what the database should hold about it."""

    def __init__(self, line: str) -> None:
        self.opening = opening = read_opening(line)
        if write_opening(opening) != line:
            raise MismatchError("it is written otherwise")
        if opening.cards != CommittedSource.name:
            raise MismatchError("the table does not commit to its cards")
        self.id = opening.table
        self.hash = opening_hash(line)
        self.state: State = new_table(opening.rules, opening.meters, commits=True)
        self.replayed = ReplayedTable(opening, line)
        self.number = 0
        #: The entries of the current round, each with its leaf, until its secrets are revealed.
        self.undecided: list[tuple[int, Entry]] = []
        #: The number of the current round's first entry, and the leaf of the table's last entry.
        self.first = 1
        self.leaf = 0
        floor = opening.rules.floor
        self.dealer: str = floor.dealer if floor else "auto"
        self.closed = False
        #: When the clock started, and when the moment began, which early versions took for it.
        self.since: int | None = None
        self.began: int | None = None
        self.meters = meter_accounts(self.id, opening.rules)
        linked = floor.linked if floor else {}
        self.own_meters = [name for name in self.meters if name not in linked]
        #: The ids of its bots.
        self.bots = {bot_id(self.id, n + 1) for n in range(opening.rules.seats)}
        #: Whether the act that opens it has come.
        self.opened = False
        #: The leaf at which its meters were last fed.
        self.fed = 0
        self._inventory = inventory_account(self.id)
        #: The sums of the inventory's transfers by purpose; outgoing ones are negative.
        self.sums: dict[str, int] = {}
        #: What of its inventory came from the bank and the meters, and not from play.
        self.not_from_play = 0

    def move(self, moves: Iterable[Transfer]) -> None:
        """Add transfers to the sums of the inventory."""
        for debit, credit, units, what in moves:
            if credit == self._inventory:
                came = units
            elif debit == self._inventory:
                came = -units
            else:
                continue
            self.sums[what] = self.sums.get(what, 0) + came
            if what in _NOT_PLAY:
                self.not_from_play += came

    def record_clock(self, before: State, entry: Entry) -> None:
        """Set the clock after an entry, as the live table does."""
        another = moment(self.state) != moment(before)
        if another or clock_restarts(before, self.state):
            self.since = entry.time
        first = self.state.phase is OPEN and has_stakes(self.state) and not has_stakes(before)
        if another or first:
            self.began = entry.time

    def hand_over(self, dealer: str, time: int) -> None:
        """Change the dealer. The automatic dealer starts the clock of bets that were placed."""
        self.dealer = dealer
        if dealer == "auto" and has_stakes(self.state):
            self.since = time

    def decide(self, number: str, secrets: Iterable[tuple[str, str]]) -> None:
        """Decide the commands of a round again; `BadEntryError` names one that differs."""
        self.replayed.source.open(number, secrets)
        waiting, self.undecided = self.undecided, []
        for leaf, entry in waiting:
            try:
                self.replayed.decide(entry)
            except MismatchError as error:
                raise BadEntryError(leaf, str(error)) from None
