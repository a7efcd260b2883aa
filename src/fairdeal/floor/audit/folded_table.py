"""A table as an audit builds it up again from its entries."""

from collections.abc import Iterable
from typing import Final, cast

from fairdeal.errors import BadEntryError, MismatchError
from fairdeal.floor.money.ledger import (
    BANKED,
    METERED,
    Transfer,
    has_game_accounts,
    inventory_account,
    meter_accounts,
)
from fairdeal.floor.tables.act_rules import bot_id
from fairdeal.floor.tables.clock import clock_restarts, has_stakes
from fairdeal.floor.tables.pending_acts import PendingActs
from fairdeal.floor.tables.replayed_table import (
    UNREADABLE,
    ReplayedTable,
    entry_text,
    require_known_cards,
)
from fairdeal.play.fairness import opening_hash
from fairdeal.play.sources import SourceState
from fairdeal.table.actors import Actor, Role
from fairdeal.table.entry import Entry
from fairdeal.table.events import DeckCommitted, SecretsLost
from fairdeal.table.state import OPEN, State, moment
from fairdeal.wire.commands import read_command
from fairdeal.wire.json_line import parse_own_line
from fairdeal.wire.log import read_event, read_opening, write_opening

#: The purposes of transfers of the inventory that are no results of play.
_NOT_PLAY: Final = (*BANKED, *METERED)


class FoldedTable:
    """A table's state after the entries so far, and what the database should hold about it."""

    def __init__(self, line: str) -> None:
        self.opening = opening = read_opening(line)
        if write_opening(opening) != line:
            raise MismatchError("its text is not in the form in which the program writes it")
        require_known_cards(opening)
        self.id = opening.table
        self.hash = opening_hash(line)
        self.replayed = ReplayedTable(opening, line)
        self.state: State = self.replayed.session.state
        self.moment = moment(self.state)
        self.number = 0
        #: The last round whose secrets were looked up, and whether the log reveals them.
        self.looked_up = 0
        self.revealed = False
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
        #: The cards of each deck that were counted when the table closed.
        self.closed_with: dict[str, int] = {}
        #: What waits for a second person, and whether chips move by two people here: the logs of
        #: earlier versions do not say from which payment on a second person is asked.
        self.pending = PendingActs()
        #: What its last entry paid beyond a stake, by number: whose it is, and the cents.
        self.won: dict[str, tuple[str, int]] = {}
        self.two_people = floor is not None and floor.hand_pay_cents is not None
        #: Whether players have game accounts, and whose were not empty when they were last checked.
        self.game_accounts = has_game_accounts(opening.rules)
        self.account_holders: set[str] = set()
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
        now, before_now = moment(self.state), self.moment
        self.moment, another = now, now != before_now
        if another or clock_restarts(before, self.state):
            self.since = entry.time
        first = self.state.phase is OPEN and has_stakes(self.state) and not has_stakes(before)
        if another or first:
            self.began = entry.time

    def restart_clock(self, time: int) -> None:
        """Start the clock anew after an outage, if there ever was a moment to count from."""
        if self.since is not None:
            self.since = self.began = time

    def hand_over(self, dealer: str, time: int) -> None:
        """Change the dealer. The automatic dealer starts the clock of bets that were placed."""
        self.dealer = dealer
        if dealer == "auto" and has_stakes(self.state):
            self.since = time

    @property
    def lost_secrets(self) -> bool:
        """Return whether the log says that secrets of the current round are lost."""
        events = (event for _, entry in self.undecided for event in entry.events)
        return any(isinstance(event, SecretsLost) for event in events)

    @property
    def deals_real_cards(self) -> bool:
        """Return whether its cards are real: each entry is decided at once, as nothing is
        revealed.
        """
        return self.replayed.named

    def give_again(self, text: str) -> Entry | None:
        """Return an entry of a round whose secrets are known by giving its command again, which
        leads to the same text; None where it does not, and nothing has changed then.

        This is the quick way: the events are not read, since those to which the command leads are
        written and compared. The slow way tells what is wrong with an entry.
        """
        replayed = self.replayed
        session, source = replayed.session, replayed.source
        before, number, held = session.state, session.entries, source.snapshot()
        try:
            document = parse_own_line(text)
            by = document["by"]
            actor = Actor(by["id"], Role(by["role"]), by["name"], by.get("automatic", False))
            command = read_command(before, document["command"])
            bound: DeckCommitted | None = None
            if "deck-committed" in text:
                for one in document["events"]:
                    if one["event"] == "deck-committed":
                        bound = cast(DeckCommitted, read_event(before, one))
            time, at = document["time"], document.get("at")
            events = tuple(replayed.give(command, actor, time, at, bound))
            entry = Entry(session.entries, time, actor, command, events, at, document.get("key"))
            if entry_text(self.id, entry) == text:
                self.state = session.state
                return entry
        except UNREADABLE:
            pass
        self._go_back(before, number, held)
        return None

    def decide(self, number: str, secrets: Iterable[tuple[str, str]]) -> None:
        """Decide the commands of a round again; `BadEntryError` names one that differs, and it is
        undecided still. A round whose secrets are lost cannot be decided again, and is only
        followed.
        """
        lost = self.lost_secrets
        session, source = self.replayed.session, self.replayed.source
        source.open(number, secrets)
        waiting, self.undecided = self.undecided, []
        for place, (leaf, entry) in enumerate(waiting):
            before, entries, held = session.state, session.entries, source.snapshot()
            try:
                if lost:
                    self.replayed.follow(entry)
                else:
                    self.replayed.decide(entry)
            except MismatchError as error:
                self._go_back(before, entries, held)
                self.undecided = waiting[place:]
                raise BadEntryError(leaf, str(error)) from None

    def _go_back(self, state: State, entries: int, held: SourceState) -> None:
        """Undo a command that was given again."""
        session = self.replayed.session
        session.state, session.entries = state, entries
        self.replayed.source.restore(held)
