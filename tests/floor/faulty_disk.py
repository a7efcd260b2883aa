"""A disk that fails when it is told to, under a real database."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from fairdeal.floor.log.database import Database, Row, Value


class Killed(BaseException):
    """The process is gone, between two statements."""


@dataclass
class Disk:
    """What goes wrong with the next statements of a server, be it in a transaction, after one that
    was lost, or while it opens. `left` counts down to it.
    """

    trouble: str = ""
    left: int = 0
    #: After how many more statements a disk fails again that fails twice.
    again: int = 0
    dead: bool = False
    #: How often a commit was tried, and what a commit does to the clock.
    commits: int = 0
    statements: int = 0
    slow: Callable[[], None] = lambda: None
    _looked_on: bool = False

    def plan(self, trouble: str, left: int = 0, again: int = 0) -> None:
        """Something goes wrong after so many more statements, or at the commit."""
        self.trouble, self.left, self.again = trouble, left, again

    def mend(self) -> None:
        """Another process, and nothing is wrong any more."""
        self.trouble, self.dead = "", False

    @contextmanager
    def looked_on(self) -> Iterator[None]:
        """People and auditors who look at the database are no server that fails."""
        self._looked_on = True
        try:
            yield
        finally:
            self._looked_on = False

    def statement(self) -> None:
        """A statement comes."""
        if self.dead:
            raise Killed
        self.statements += 1
        if self._looked_on or self.trouble not in ("kill", "full", "twice"):
            return
        self.left -= 1
        if self.left < 0:
            self._now()

    def before_commit(self) -> None:
        """A commit comes."""
        self.statement()
        self.commits += 1
        if self.trouble in ("kill-before-commit", "fsync"):
            self._now()

    def after_commit(self) -> None:
        """A commit has come to the disk."""
        if self.trouble in ("kill-after-commit", "fsync-after"):
            self._now()
        self.slow()

    def _now(self) -> None:
        trouble, self.trouble = self.trouble, ""
        if trouble == "twice":
            self.plan("full", self.again)
        if trouble.startswith("kill"):
            self.dead = True
            raise Killed
        if trouble == "full":
            raise sqlite3.OperationalError("database or disk is full")
        raise OSError(5, "Input/output error")


class FaultyDatabase(Database):
    """A real database on a disk that may fail."""

    def __init__(self, real: Database, disk: Disk) -> None:
        self.real = real
        self.disk = disk
        # One server alone: what several do after a failure is in the tests of processes.
        self.kind, self.blob = real.kind, real.blob
        self.errors = (*real.errors, sqlite3.Error)

    def execute(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        self.disk.statement()
        return self.real.execute(statement, values)

    def execute_many(self, statement: str, rows: Sequence[Sequence[Value]]) -> None:
        self.disk.statement()
        self.real.execute_many(statement, rows)

    def begin(self) -> None:
        self.disk.statement()
        self.real.begin()

    def begin_read(self) -> None:
        self.disk.statement()
        self.real.begin_read()

    def commit(self) -> None:
        self.disk.before_commit()
        self.real.commit()
        self.disk.after_commit()

    def rollback(self) -> None:
        self.disk.statement()
        self.real.rollback()

    def notify(self) -> None:
        self.disk.statement()
        self.real.notify()

    def close(self) -> None:
        self.real.close()
