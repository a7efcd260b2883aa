"""The thread that writes: it takes what is asked in batches, one transaction each, and does what
the house owes its tables in between.

Nobody is answered, and nothing is shown, before the transaction is durable. Whatever waits when one
begins shares its commit, so that a slow disk holds many tables up no longer than one.
"""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Final, NamedTuple, TypeVar

from fairdeal.errors import FairdealError, StoppedError, StoreError
from fairdeal.floor.floor import Floor
from fairdeal.floor.people.guests import free_abandoned_seats
from fairdeal.floor.stop_reasons import LOG_BROKEN
from fairdeal.floor.tables.published_table import PublishedTable

T = TypeVar("T")
#: So many commands at most share a commit.
MOST_AT_ONCE: Final = 256
#: How often guests who are gone are looked for, in seconds.
SWEEP_SECONDS: Final = 600.0
#: The house looks at least so often whether something is due.
LONGEST_WAIT: Final = 1.0
#: How long it waits at most before it asks again for a database that went away, in seconds.
LONGEST_PATIENCE: Final = 30.0


class Job:
    """Something to be done with the floor, and the future of whoever waits for it: a thread's,
    unless another is given. Whoever waits may go away; what was asked is done all the same.
    """

    __slots__ = ("do", "done")

    def __init__(self, do: Callable[[Floor], Any], done: Any = None) -> None:
        self.do = do
        self.done: Any = done
        if done is None:
            self.done = Future()
            self.done.set_running_or_notify_cancel()


#: What somebody is told whose job was not done, or may not have been.
_LOST: Final = (
    "the floor could not keep this; ask again with the same key, and the answer says whether "
    "it was done"
)
_BROKEN: Final = f"the floor is stopped: {LOG_BROKEN}"
#: What stands in the line for `wake`.
_WAKE: Final = Job(lambda _floor: None)


class JobResult(NamedTuple):
    """A job with what came of it."""

    job: Job
    answer: Any
    refusal: BaseException | None


def resolve_futures(answers: Sequence[JobResult]) -> None:
    """Tell everybody who still waits."""
    for job, answer, refusal in answers:
        if job.done.cancelled():
            continue
        if refusal is None:
            job.done.set_result(answer)
        else:
            job.done.set_exception(refusal)


class Writer:
    """The thread that writes to a floor, and the callbacks that tell what came of it.

    All callbacks are called from the writer's thread, for each transaction in this order:

    - `on_commit` with the seconds that the commit took and the number of jobs in it;
    - `on_dropped` with the ids of tables whose opening was never committed;
    - `on_published` with the tables that changed, to be shown to people;
    - `on_answers` with the results of the jobs, for whoever waits for them.

    `on_stopped` is called with the tables that stopped, why, and the error; the mapping is empty
    where a job failed before it had changed anything. `wait` is called before each batch: it may
    block until the tables that were published last have been shown.
    """

    def __init__(
        self,
        floor: Floor,
        on_published: Callable[[list[PublishedTable]], None] = lambda _: None,
        on_commit: Callable[[float, int], None] = lambda _seconds, _jobs: None,
        on_stopped: Callable[[dict[str, str], BaseException], None] = lambda _tables, _error: None,
        on_answers: Callable[[Sequence[JobResult]], None] = resolve_futures,
        on_dropped: Callable[[set[str]], None] = lambda _tables: None,
        wait: Callable[[], object] = lambda: None,
    ) -> None:
        self.floor = floor
        self._on_published = on_published
        self._on_commit = on_commit
        self._on_stopped = floor.on_stopped = on_stopped
        self._on_dropped = on_dropped
        self._on_answers = on_answers
        self._until_shown = wait
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._due: dict[str, float] = {}
        self._last = 0.0
        self._swept = 0.0
        #: Whether another server has written what was not read yet.
        self._woken = False
        #: After a failure: when the floor is read anew, and how long after that again.
        self._again: tuple[float, float] | None = None
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)

    def start(self) -> None:
        """Begin to write."""
        self.schedule()
        self._thread.start()

    def schedule(self) -> None:
        """Find what the house owes each table, and when. A clock that was set back shows there, and
        is shown.
        """
        self.floor.touched.clear()
        for table in self.floor.tables:
            self._plan(table)
        if self.floor.touched:
            self._on_published(self.floor.publish())

    def stop(self) -> None:
        """Finish what waits, and end: rounds rest where they are."""
        self._jobs.put(None)
        self._thread.join()

    def submit(self, do: Callable[[Floor], T]) -> "Future[T]":
        """Have something done; the answer comes when it is durable."""
        job = Job(do)
        self.enqueue(job)
        done: Future[T] = job.done
        return done

    def enqueue(self, job: Job) -> None:
        """Have a job done."""
        self._jobs.put(job)

    @property
    def queued(self) -> int:
        """How many jobs wait."""
        return self._jobs.qsize()

    def wake(self) -> None:
        """Another server has written: read on, unless that is about to be done anyway."""
        if not self._woken:
            self._woken = True
            self._jobs.put(_WAKE)

    def _run(self) -> None:
        going = True
        while going:
            jobs: list[Job] = []
            self._until_shown()
            try:
                job = self._jobs.get(timeout=self._wait())
                while True:
                    if job is None:
                        going = False
                        break
                    if job is not _WAKE:
                        jobs.append(job)
                    if len(jobs) == MOST_AT_ONCE:
                        break
                    job = self._jobs.get_nowait()
            except queue.Empty:
                pass
            self.run_batch(jobs, house=going)

    def _wait(self) -> float:
        if self.floor.broken:
            return LONGEST_WAIT  # nothing is due any more
        if self._again is not None:
            return min(LONGEST_WAIT, max(0.0, self._again[0] - time.monotonic()))
        if not self._due:
            return LONGEST_WAIT
        return min(LONGEST_WAIT, max(0.0, min(self._due.values()) - self.floor.now()))

    def _plan(self, table: str) -> None:
        house, live, due = self.floor.automatic_dealer, self.floor.tables[table], None
        with house.stop_on_failure(live):
            due = house.next_step(live)
        if due is None:
            self._due.pop(table, None)
        else:
            self._due[table] = due.when

    def run_batch(self, jobs: list[Job], *, house: bool = True) -> None:
        """Do some jobs, and what the house owes, in one transaction."""
        if self.floor.broken or (self._again is not None and not self._recovered()):
            self._refuse(jobs)
            return
        now = self.floor.now()
        if now < self._last:
            # The machine's clock was set back: nothing waits for the time that it had been.
            self._swept = min(self._swept, now)
            self.schedule()
        self._last = now
        owed = sorted(table for table, when in self._due.items() if when <= now) if house else []
        sweep = house and now - self._swept > SWEEP_SECONDS
        # Before anything is read: whoever writes from now on wakes it again.
        woken, self._woken = self._woken, False
        if not jobs and not owed and not sweep:
            if woken:
                self._read_on()
            return
        floor = self.floor
        answers: list[JobResult] = []
        try:
            floor.begin()
            for job in jobs:
                changes = floor.changes
                try:
                    answers.append(JobResult(job, job.do(floor), None))
                except FairdealError as error:
                    answers.append(JobResult(job, None, error))
                except Exception as error:
                    if not floor.is_isolated(error, changes):
                        raise
                    self._on_stopped({}, error)
                    answers.append(JobResult(job, None, error))
            for table in owed:
                floor.automatic_dealer.run_next_step(floor.tables[table])
            if sweep:
                # Where it fails it is not tried again before its time.
                self._swept = now
                free_abandoned_seats(floor)
            began = time.perf_counter()
            floor.commit()
            self._on_commit(time.perf_counter() - began, len(jobs))
        except BaseException as error:
            self._failed(jobs, error)
            return
        self._show(owed)
        self._on_answers(answers)

    def _read_on(self) -> None:
        """Show what another server has written."""
        try:
            self.floor.read_new_entries()
        except BaseException as error:
            self._failed([], error)
            return
        self._show()

    def _show(self, owed: Sequence[str] = ()) -> None:
        floor = self.floor
        for table in {*floor.touched, *owed}:
            self._plan(table)
        self._tell_gone()
        if floor.touched:
            self._on_published(floor.publish())

    def _tell_gone(self) -> None:
        """Before anything is shown: a table may be opened under the name of one that was none."""
        if self.floor.dropped:
            gone, self.floor.dropped = self.floor.dropped, set()
            self._on_dropped(gone)

    def _failed(self, jobs: list[Job], error: BaseException) -> None:
        """The transaction is lost: the tables in it stop, and everybody who waits is told."""
        floor = self.floor
        if not isinstance(error, StoreError):
            floor.handle_failure(error)
        if floor.database.shared and self._again is None and not floor.broken:
            self._again = (time.monotonic(), 1.0)
        for table in floor.tables if floor.broken else floor.touched:
            self._due.pop(table, None)
        faces = [floor.tables[table].publish_stopped() for table in sorted(floor.touched)]
        self._tell_gone()
        if faces:
            self._on_published(faces)
        self._on_stopped(self._stopped(), error)
        self._refuse(jobs)

    def _refuse(self, jobs: list[Job]) -> None:
        refusal = _BROKEN if self.floor.broken else _LOST
        self._on_answers([JobResult(job, None, StoppedError(refusal)) for job in jobs])

    def _stopped(self) -> dict[str, str]:
        tables = self.floor.tables.items()
        return {table: live.stopped for table, live in tables if live.stopped is not None}

    def _recovered(self) -> bool:
        """Other servers go on with the tables after a failure here, and so does this one: from what
        the log says, as soon as it can be read. Until then nothing is done: tables here may be
        behind what the others have written.
        """
        assert self._again is not None, "it is asked for after a failure"
        when, patience = self._again
        if time.monotonic() < when:
            return False
        try:
            self.floor.recover()
        except Exception as error:
            self.floor.handle_failure(error)
            # Which are stopped was told before, but where the log proves to be broken.
            self._on_stopped(self._stopped() if self.floor.broken else {}, error)
            self._again = (time.monotonic() + patience, min(2 * patience, LONGEST_PATIENCE))
            return False
        self._again = None
        self._due.clear()
        self._show()
        return True
