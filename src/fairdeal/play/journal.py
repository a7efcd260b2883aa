"""A table's log as a file: written while the table is played, and read to resume a table.

While a deck is in play whose order no seed can give again, the order of that deck (or the secret
that it follows from) is stored beside the log in `FILE.sealed`, which is deleted when the round has
ended. A crash loses no entry that was answered: the sealed order is on disk before the entry that
shuffles, and an incomplete last line was never answered. One process writes a log at a time.
"""

import errno
import fcntl
import os
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from fairdeal.cards import card_text, parse_card
from fairdeal.english import quoted
from fairdeal.errors import BadInputError, LogError
from fairdeal.play.fairness import opening_hash
from fairdeal.play.rounds import ROUNDS_KEPT
from fairdeal.play.session import Session
from fairdeal.play.sources import (
    NOTHING,
    CommittedSource,
    NamedCards,
    Order,
    SeededSource,
    Source,
    SourceState,
    SystemSource,
)
from fairdeal.rulebook.game import Game
from fairdeal.table.entry import Entry, Opening
from fairdeal.table.state import IN_USE, Stage, State
from fairdeal.wire.joker_numbers import number_deck_jokers
from fairdeal.wire.json import parse_json
from fairdeal.wire.json_line import dump_line
from fairdeal.wire.log import read_entry, read_opening, write_entry, write_opening


class Journal:
    """The log of a session, on disk.

    An entry that cannot be written is removed from the file, does not happen at the table, and
    stops the log. A stopped log is continued with `resume`; the same write is never tried twice.
    """

    def __init__(self, path: Path, file: BinaryIO, session: Session) -> None:
        self._path = path
        self._sealed = path.with_name(f"{path.name}.sealed")
        self._file = file
        self._end = file.seek(0, os.SEEK_END)
        self._stopped = False
        self._session = session
        #: The last line of the seal, and what it tells.
        self._seal_line = ""
        self._seal_tells = NOTHING
        session.write = self._write

    @classmethod
    def begin(cls, path: Path, session: Session) -> "Journal":
        """Start a new log. An existing file is refused, not overwritten."""
        try:
            file = path.open("xb", buffering=0)
        except FileExistsError:
            raise BadInputError(
                f"{quoted(str(path))} is there already: go on from it with --resume"
            ) from None
        except (OSError, ValueError) as error:
            raise BadInputError(_unwritable(path, error)) from None
        _lock(file, path)
        journal = cls(path, file, session)
        journal._append(write_opening(session.opening))
        journal.sync()
        return journal

    def _write(self, entry: Entry) -> None:
        """Write an entry, and before it the sealed orders that it leads to."""
        if self._stopped:
            raise LogError(
                f"the log {quoted(str(self._path))} could not be written before: "
                "free the disk and go on with --resume"
            )
        source = self._session.source
        try:
            if isinstance(source, SystemSource | CommittedSource):
                self._seal(entry.number, source)
            self._append(write_entry(entry))
        except OSError as error:
            raise self._stop(error) from None

    def _append(self, line: str) -> None:
        data = f"{line}\n".encode()
        if self._file.write(data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._end += len(data)

    def _stop(self, error: OSError) -> LogError:
        """Stop the log, and remove a half-written line where the disk still allows it."""
        self._stopped = True
        with suppress(OSError):
            self._file.truncate(self._end)
        return LogError(_unwritable(self._path, error))

    def _seal(self, number: int, source: SystemSource | CommittedSource) -> None:
        """Store the orders or secrets after an entry together with those before it, so that the
        file fits the log whether or not the entry reaches the disk.
        """
        kept = source.snapshot()
        if kept == self._seal_tells:
            return
        line = dump_line({"entry": number, **_sealed(source)})
        part = self._sealed.with_name(f"{self._sealed.name}.part")
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(f"{self._seal_line}\n{line}\n" if self._seal_line else f"{line}\n")
            file.flush()
            os.fsync(file.fileno())
        part.replace(self._sealed)
        self._seal_line, self._seal_tells = line, kept

    def sync(self) -> None:
        """Flush the log to disk. Nobody is answered before this returns."""
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise self._stop(error) from None
        source = self._session.source
        sealing = isinstance(source, SystemSource | CommittedSource)
        if sealing and source.snapshot() == NOTHING:
            self._sealed.unlink(missing_ok=True)  # no deck is in play: nothing is sealed
            self._seal_line, self._seal_tells = "", NOTHING

    def close(self) -> None:
        """Flush and close the log."""
        self.sync()
        self._file.close()


def _sealed(source: SystemSource | CommittedSource) -> dict[str, Any]:
    """Return the part of a source that the log must not contain before the round has ended."""
    if isinstance(source, CommittedSource):
        return source.sealed()
    return {"orders": {c: [card_text(card) for card in o] for c, o in source.orders.items()}}


def _unwritable(path: Path, error: OSError | ValueError) -> str:
    reason = (getattr(error, "strerror", None) or "not a file name").lower()
    return f"the log {quoted(str(path))} cannot be written: {reason}"


def _lock(file: BinaryIO, path: Path) -> None:
    """Lock the log for this process: two writers would overwrite each other's answered entries. The
    operating system releases the lock when the process ends.
    """
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        reason = "another program plays this table: stop it first"
        raise BadInputError(f"the log {quoted(str(path))} is in use: {reason}") from None
    except OSError:
        pass  # a place that knows no locks


# Going on -----------------------------------------------------------------------------------------


def resume(
    path: Path,
    games: Collection[Game],
    on_entry: Callable[[Session, State, Entry], None] | None = None,
) -> tuple[Session, Journal]:
    """Resume the table of a log, and go on writing the log. A log of a game that is not in `games`
    is refused and not changed.

    `on_entry` is called with every entry of the log and the state before it.
    """
    try:
        file = path.open("r+b", buffering=0)
    except (FileNotFoundError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or "not a file name").lower()
        raise BadInputError(f"the log {quoted(str(path))} cannot be read: {reason}") from None
    except OSError as error:
        raise BadInputError(_unwritable(path, error)) from None
    try:
        _lock(file, path)
        return _resumed(path, file, games, on_entry)
    except BaseException:
        file.close()
        raise


def _resumed(
    path: Path,
    file: BinaryIO,
    games: Collection[Game],
    on_entry: Callable[[Session, State, Entry], None] | None,
) -> tuple[Session, Journal]:
    whole, _, cut_off = file.read().rpartition(b"\n")
    del cut_off  # a line without its end was never answered
    session = replay_log(whole, on_entry)
    theirs = session.opening.rules.game
    if theirs not in games:
        raise BadInputError(f"{path} is the log of {theirs.name} in {theirs.jurisdiction}")
    if isinstance(session.source, SystemSource):
        session.source.restore(SourceState(_unsealed(path, session)))
    elif isinstance(session.source, CommittedSource) and session.source.sealed():
        session.source.unseal(_seals(path, session)[-1])
    try:
        file.truncate(len(whole) + 1)
    except OSError as error:
        raise BadInputError(_unwritable(path, error)) from None
    return session, Journal(path, file, session)


def replay_log(
    data: bytes, on_entry: Callable[[Session, State, Entry], None] | None = None
) -> Session:
    """Return the session that a log's bytes lead to, without sealed orders: the log does not hold
    them.
    """
    try:
        first, *lines = data.decode().split("\n")
    except UnicodeDecodeError:
        raise BadInputError("the log is not text in UTF-8") from None
    try:
        opening = read_opening(first)
    except BadInputError as error:
        raise BadInputError(f"this is not the log of a table: {error}") from None
    session = Session(opening, source_of(opening, first), rounds=ROUNDS_KEPT)
    for number, line in enumerate(lines, start=2):
        if not line:
            continue
        before = session.state
        try:
            entry = read_entry(before, line)
            session.replay(entry)
        except BadInputError as error:
            raise BadInputError(f"line {number} of the log: {error}") from None
        except (AttributeError, LookupError, TypeError, ValueError):
            reason = "it does not fit the entries before it: restore the log from a copy"
            raise BadInputError(f"line {number} of the log: {reason}") from None
        if on_entry is not None:
            on_entry(session, before, entry)
    return session


def source_of(opening: Opening, line: str | None = None) -> Source:
    """Return the source of cards that an opening entry names. `line` is that entry as it was
    written: its hash is part of every commitment.
    """
    if opening.cards == SeededSource.name:
        return SeededSource(opening.seed or "", opening.first)
    if opening.cards == CommittedSource.name:
        return CommittedSource(opening.table, opening_hash(line or write_opening(opening)))
    return NamedCards() if opening.cards == NamedCards.name else SystemSource()


def _unsealed(path: Path, session: Session) -> dict[str, Order]:
    """Read the orders of the decks in play from the sealed file."""
    deck = session.state.rules.game.deck
    needed = [one.color for one in session.state.decks if one.stage in IN_USE - {Stage.STACKED}]
    if not needed:
        return {}
    seal = _seals(path, session)[-1]
    try:
        orders = {
            color: number_deck_jokers(deck, [parse_card(text) for text in order])
            for color, order in seal["orders"].items()
        }
        whole = all(sorted(orders[color]) == list(deck.cards) for color in needed)
    except (AttributeError, LookupError, TypeError, ValueError):
        whole = False
    if not whole:
        raise BadInputError(_of_another(path))
    return orders


def _seals(path: Path, session: Session) -> list[Any]:
    """Return the documents of the sealed file that are not later than the log's last entry."""
    try:
        lines = path.with_name(f"{path.name}.sealed").read_text(encoding="utf-8").split("\n")
    except OSError:
        raise BadInputError(f"the sealed order beside {quoted(str(path))} is missing") from None
    except UnicodeDecodeError:
        lines = [""]
    try:
        documents: list[Any] = [parse_json(line) for line in lines if line]
        fitting = [one for one in documents if one["entry"] <= session.entries]
    except (LookupError, TypeError, ValueError):
        fitting = []
    if not fitting:
        raise BadInputError(_of_another(path))
    return fitting


def _of_another(path: Path) -> str:
    return f"the sealed order beside {quoted(str(path))} is of another table"
