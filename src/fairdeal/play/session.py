"""One table without a server: its state, where its cards come from, and who may act.

What happens goes out as it happens (`on_entry`); what a session keeps is bounded: the state, the
last rounds, and the answers to the last keys.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from threading import Lock
from typing import Final, NamedTuple

from msgspec.structs import replace

from fairdeal.errors import BadInputError, BusyError, PassedError, Refused
from fairdeal.play.fairness import opening_hash
from fairdeal.play.rounds import FinishedRound, Rounds
from fairdeal.play.sources import CommittedSource, NamedCards, SeededSource, Source, system_secret
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_DEALER, AUTOMATIC_FLOOR, FLOOR, PLAYER, Actor, player
from fairdeal.table.decide import clause_of, decide
from fairdeal.table.entry import Entry, Opening
from fairdeal.table.evolve import advance_to, evolve
from fairdeal.table.next_step import DEAL_STEP, next_command
from fairdeal.table.questions import TAKES_CARDS, cards_needed, hours_clause
from fairdeal.table.state import DEALING, State, moment, new_table
from fairdeal.table.walk import walk
from fairdeal.wire.commands import command_document
from fairdeal.wire.joker_numbers import number_stub_jokers
from fairdeal.wire.log import write_opening

_DEAL_REST: Final = cmd.Deal(rest=True)
#: How many keys are answered again.
KEYS_KEPT: Final = 2_000


class Session:
    """A table that is being played: give it commands, ask its state.

    One writer at a time: a second thread is told so.
    """

    def __init__(self, opening: Opening, source: Source, *, rounds: int = 0) -> None:
        self.opening = opening
        self.state: State = new_table(
            opening.rules, opening.meters, commits=opening.cards == CommittedSource.name
        )
        self.source = source
        self.entries = 0
        #: Called with an entry once it is accepted and before it counts: what raises here leaves
        #: the table as it was.
        self.write: Callable[[Entry], None] | None = None
        #: Called with the state before an entry and the entry, when it counts.
        self.on_entry: Callable[[State, Entry], None] | None = None
        self._keys: OrderedDict[str, Entry] = OrderedDict()
        self._rounds = Rounds(self.state, rounds) if rounds else None
        self._lock = Lock()

    @property
    def finished(self) -> Sequence[FinishedRound]:
        """Return the last finished rounds, as many as the session was told to keep."""
        return self._rounds.finished if self._rounds else ()

    def snapshot(self) -> "SessionState":
        """Return the whole session except its opening and its source, for `restore`."""
        rounds = self._rounds.snapshot() if self._rounds else []
        return SessionState(self.state, self.entries, dict(self._keys), rounds)

    def restore(self, kept: "SessionState") -> None:
        """Go on from a snapshot; the source of cards is restored apart."""
        self.state, self.entries = kept.state, kept.entries
        self._keys = OrderedDict(kept.keys)
        if self._rounds:
            self._rounds.restore(kept.rounds)

    def do(
        self,
        command: cmd.Command,
        by: Actor | None = None,
        *,
        time: int | None = None,
        key: str | None = None,
        at: str | None = None,
    ) -> list[ev.Event]:
        """Carry out a command; `Refused` leaves everything as it was.

        Left out, `by` is whoever the command belongs to, and `time` the time that it was. What the
        house's automatic dealer reports the automatic floorperson confirms at once, unless a
        person has tapped in.
        """
        if not self._lock.acquire(False):
            raise _busy()
        try:
            state = self.state
            if by is None:
                by = whose(state, command)
            digest = None
            if key is not None:
                digest = digest_of(by, key)
                if known := self._keys.get(digest):
                    return self._repeat(known, command, at)
            if at is not None and at != moment(state):
                raise PassedError(
                    "the table has gone on: this command is for an earlier moment",
                    clause_of(state, type(command)),
                )
            if time is not None and time != state.clock:
                state = self._at_time(time)
            events = self._carry_out(state, command, by, at, digest)
            if by is AUTOMATIC_DEALER:
                events += self._confirmed(state)
            return events
        finally:
            self._lock.release()

    def _confirmed(self, before: State) -> list[ev.Event]:
        """Let the automatic floorperson confirm what the automatic dealer has just asked."""
        state = self.state
        asked = state.asked
        if asked is None or asked is before.asked or state.dealer:
            return []
        return self._carry_out(state, cmd.Confirm(asked=asked.asked), AUTOMATIC_FLOOR)

    def _carry_out(
        self,
        state: State,
        command: cmd.Command,
        by: Actor,
        at: str | None = None,
        digest: str | None = None,
    ) -> list[ev.Event]:
        """Decide a command, write its entry and apply it; `state` has the time of the command."""
        clock, commits = state.clock, state.commits
        given = self._with_cards(command) if type(command) in TAKES_CARDS else command
        if commits and state.phase is DEALING and type(given) is cmd.Cut:
            # The words are known: nobody chooses how deep any more.
            given = cmd.Cut(depth=self.source.cut_depth(state))
        events = decide(state, given, by)
        after = advance_to(state, clock, events)
        if commits and (due := self.source.due(state, after)):
            events += due
            for event in due:
                after = evolve(after, event)
        entry = Entry(self.entries + 1, clock, by, command, tuple(events), at, digest)
        self._accept(entry, after)
        if digest is not None:
            self._remember(digest, entry)
        return events

    def _at_time(self, time: int) -> State:
        if time < self.state.clock:
            raise Refused(
                f"the table's clock stands at {self.state.clock}, and the command says {time}",
                hours_clause(self.state),
            )
        return replace(self.state, clock=time)

    def _repeat(self, known: Entry, command: cmd.Command, at: str | None) -> list[ev.Event]:
        """Answer a repeated key with the events of its entry; the same key with another command is
        refused.
        """
        # As it is written outside, where jokers look alike: which one is meant may have changed.
        if known.at != at or command_document(known.command) != command_document(command):
            raise BadInputError("the key was used for another command: use a new one")
        return list(known.events)

    def _remember(self, digest: str, entry: Entry) -> None:
        self._keys[digest] = entry
        if len(self._keys) > KEYS_KEPT:
            self._keys.popitem(last=False)

    def entry_of_key(self, by: Actor, key: str) -> Entry | None:
        """Return the entry of an idempotency key; None where the key is unknown or was
        forgotten.
        """
        return self._keys.get(digest_of(by, key))

    def _with_cards(self, command: cmd.Command) -> cmd.Command:
        """Return the command with the next cards of the source. The cards are only read, so that a
        refusal leaves the stub as it was.
        """
        state, source = self.state, self.source
        if isinstance(source, NamedCards):
            return command
        if getattr(command, "cards", None) is not None:
            reason = "the cards come from the deck at this table: leave out `cards`"
            raise Refused(reason, clause_of(state, type(command)))
        needed = cards_needed(state, command)
        if not needed:
            return command
        if state.pending and not isinstance(command, cmd.Deal | cmd.Replace):
            # A card drawn in error lies before those that are still in the shoe or the hand.
            cards = number_stub_jokers(state, source.coming(state, 1 + needed)[1:])
        else:
            cards = source.coming(state, needed)
        return replace(command, cards=cards)

    def _accept(self, entry: Entry, after: State) -> None:
        """Write an entry, then apply it to the cards and the state and tell the listener. `after`
        is the state that the entry leads to.
        """
        before = self.state
        if after.decks is not before.decks or before.commits:
            self._move_cards(entry)
        elif self.write is not None:
            self.write(entry)
        self.state = after
        self.entries = entry.number
        if self._rounds is not None:
            self._rounds.add(before, entry, after)
        if self.on_entry is not None:
            self.on_entry(before, entry)

    def _move_cards(self, entry: Entry) -> None:
        """Apply an entry to the source of cards; undo that where the entry cannot be written."""
        if self.write is None:
            for event in entry.events:
                self.source.follow(self.state, event)
            return
        kept = self.source.snapshot()
        try:
            for event in entry.events:
                self.source.follow(self.state, event)
            self.write(entry)
        except BaseException:
            self.source.restore(kept)
            raise

    def replay(self, entry: Entry) -> None:
        """Apply an entry that was read from the table's log."""
        if entry.number != self.entries + 1:
            raise BadInputError(f"entry {entry.number} does not follow entry {self.entries}")
        if not self._lock.acquire(False):
            raise _busy()
        write, self.write = self.write, None
        try:
            self._accept(entry, advance_to(self.state, entry.time, entry.events))
            if entry.key is not None:
                self._remember(entry.key, entry)
        finally:
            self.write = write
            self._lock.release()

    def next_command(self) -> cmd.Command | None:
        """Return the next command of the automatic dealer or floorperson; None where it waits for a
        player.
        """
        state = self.state
        return self._committed_command(state) if state.commits else next_command(state)

    def _committed_command(self, state: State) -> cmd.Command | None:
        """Return the next command where the cards are committed to: the depth of the cut follows
        from the secret.
        """
        command = next_command(state)
        if type(command) is cmd.Cut:
            return cmd.Cut(depth=self.source.cut_depth(state))
        return command

    @property
    def waits_for_cards(self) -> bool:
        """Return whether the dealer's next command takes cards that somebody has to name."""
        command = self.next_command()
        if command is None or not isinstance(self.source, NamedCards):
            return False
        return cards_needed(self.state, command) > 0

    def run_dealer(self, *, until_round_ends: bool = False) -> list[ev.Event]:
        """Let the automatic dealer (and floorperson) go on until somebody else must act; or only to
        the end of the round that is on.
        """
        events: list[ev.Event] = []
        state = self.state
        rounds = state.rounds
        # Where nothing is committed to, nobody but the table itself is asked what comes next.
        command_after = self._committed_command if state.commits else next_command
        if not self._lock.acquire(False):
            raise _busy()
        try:
            while (command := command_after(state)) is not None:
                # The automatic dealer deals all steps without a pause.
                if command is DEAL_STEP:
                    command = _DEAL_REST
                events += self._carry_out(state, command, _AUTOMATIC[type(command)])
                state = self.state
                if until_round_ends and state.rounds > rounds:
                    break
        finally:
            self._lock.release()
        return events


class SessionState(NamedTuple):
    """A snapshot of a session: its state, how many entries there are, the answers to the last keys,
    and the last rounds with the one in progress.
    """

    state: State
    entries: int
    keys: Mapping[str, Entry]
    rounds: Sequence[FinishedRound]


def _busy() -> BusyError:
    return BusyError("the table is being told something else: one writer at a time")


def open_table(
    rules: Rules,
    source: Source,
    meters: Mapping[str, int] | None = None,
    *,
    rounds: int = 0,
) -> Session:
    """Return a new table under some rules; meters not carried over stand at their reset. The last
    `rounds` finished rounds are kept for replays.
    """
    seed = source.seed if isinstance(source, SeededSource) else None
    units = _meters(rules, meters)
    if not isinstance(source, CommittedSource):
        opening = Opening(rules, units, source.name, seed, source.snapshot().first)
        return Session(opening, source, rounds=rounds)
    opening = Opening(rules, units, source.name, table=source.table)
    if opening_hash(write_opening(opening)) != source.rules_hash:
        raise BadInputError(
            "the source has committed to another table's rules: use `open_committed`"
        )
    return Session(opening, source, rounds=rounds)


def open_committed(
    rules: Rules,
    table: str,
    meters: Mapping[str, int] | None = None,
    *,
    time: int = 0,
    rounds: int = 0,
    new_secret: Callable[[], str] = system_secret,
) -> Session:
    """Return a new table, by its id, whose cards are committed to before the first bet of each
    round.
    """
    opening = Opening(rules, _meters(rules, meters), CommittedSource.name, table=table, time=time)
    source = CommittedSource.of(opening, new_secret)
    return Session(opening, source, rounds=rounds)


def _meters(rules: Rules, carried: Mapping[str, int] | None) -> dict[str, int]:
    return {**(rules.progressive.resets if rules.progressive else {}), **(carried or {})}


#: Who of the automatic pair gives a command.
_AUTOMATIC: Final = {
    kind: AUTOMATIC_FLOOR if kind.given_by[0] is FLOOR else AUTOMATIC_DEALER
    for kind in cmd.COMMANDS
}


def whose(state: State, command: cmd.Command) -> Actor:
    """Return the actor of a command: one of the house's pair, or the player at its seat."""
    if command.given_by[0] is not PLAYER:
        return _AUTOMATIC[type(command)]
    seat = state.seats.get(getattr(command, "seat", 0))
    return player(seat.player, seat.name) if seat else player("nobody")


def digest_of(by: Actor, key: str) -> str:
    """Return the digest by which a log knows a key, so that the key itself stays with its giver."""
    # With its length in front no id and key can be mistaken for another pair.
    return sha256(f"fairdeal key 1|{len(by.id)}|{by.id}|{key}".encode()).hexdigest()


def call_on_event(session: Session, listener: Callable[[State, ev.Event], None]) -> None:
    """Call `listener` with every event of a session and with the table's state before it."""

    def on_entry(before: State, entry: Entry) -> None:
        for state, event, _ in walk(replace(before, clock=entry.time), entry.events):
            listener(state, event)

    session.on_entry = on_entry
