"""The thread that writes to a floor: it runs submitted jobs in batches, one transaction for each
batch, and takes the steps that tables take by themselves.

Jobs are answered, and changes are published, only after the commit. All jobs that are queued when a
batch begins share its commit, so that a slow disk delays many tables no longer than one.
"""

import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from typing import Any, Final, NamedTuple, TypeVar

from fairdeal.errors import FairdealError, StoppedError, StoreError
from fairdeal.floor.automatic_dealer import ScheduledStep
from fairdeal.floor.floor import Floor
from fairdeal.floor.machine_watch import MachineWatch
from fairdeal.floor.outages import OUTAGE_SECONDS, OutageWatch, clock_runs, restart_clocks
from fairdeal.floor.people.guests import free_abandoned_seats
from fairdeal.floor.people.sessions import end_lapsed_sessions
from fairdeal.floor.stop_reasons import LOG_BROKEN
from fairdeal.floor.tables.absent_players import free_seats, tables_that_wait
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.floor.tables.published_table import PublishedTable

T = TypeVar("T")
#: The largest number of jobs that share a commit.
MAX_BATCH: Final = 256
#: How often the accounts of absent guests are ended, in seconds.
SWEEP_SECONDS: Final = 600.0
#: How often it is looked who is present, and seats of absent players are freed, in seconds.
PRESENCE_SECONDS: Final = 5.0
#: The writer looks for due steps at least this often, in seconds.
MAX_WAIT: Final = 1.0
#: The longest pause between two attempts to recover after a failure, in seconds.
MAX_RETRY_PAUSE: Final = 30.0


class WriterJob:
    """A function to run on the floor, and the future of its result: a thread's future, unless
    another one is given. The job is run even if its future is cancelled meanwhile.
    """

    __slots__ = ("do", "done")

    def __init__(self, do: Callable[[Floor], Any], done: Any = None) -> None:
        self.do = do
        self.done: Any = done
        if done is None:
            self.done = Future()
            self.done.set_running_or_notify_cancel()


#: The refusals of jobs that were not done, or may not have been.
_LOST: Final = (
    "the floor could not keep this; ask again with the same key, and the answer says whether "
    "it was done"
)
_BROKEN: Final = f"the floor is stopped: {LOG_BROKEN}"
#: Queued by `wake`.
_WAKE: Final = WriterJob(lambda _floor: None)


class JobResult(NamedTuple):
    """A job with its result, or with the error that it ended with."""

    job: WriterJob
    value: Any
    error: BaseException | None


def resolve_futures(results: Sequence[JobResult]) -> None:
    """Resolve the futures of jobs that are not cancelled."""
    for job, value, error in results:
        if job.done.cancelled():
            continue
        if error is None:
            job.done.set_result(value)
        else:
            job.done.set_exception(error)


class Writer:
    """The thread that writes to a floor, and the callbacks that tell what came of it.

    All callbacks are called from the writer's thread, for each transaction in this order:

    - `on_commit` with the seconds that the commit took and the number of jobs in it;
    - `on_dropped` with the ids of tables whose opening was never committed;
    - `on_published` with the tables that changed, to be shown to people;
    - `on_results` with the results of the jobs, for whoever waits for them.

    `on_stopped` is called with the tables that stopped, why, and the error; the mapping is empty
    where a job failed before it had changed anything. `wait` is called before each batch: it may
    block until the tables that were published last have been shown, and returns whether they have.
    `monotonic` is the clock by which recovery after a failure is retried. `watch` finds what the
    house notes about its own machine.

    After an outage of the house every clock starts anew: after a start, after a failure, and when
    the writer could take no commands for a while because it, the database or the machine stood
    still.
    """

    def __init__(
        self,
        floor: Floor,
        on_published: Callable[[list[PublishedTable]], None] = lambda _: None,
        on_commit: Callable[[float, int], None] = lambda _seconds, _jobs: None,
        on_stopped: Callable[[dict[str, str], BaseException], None] = lambda _tables, _error: None,
        on_results: Callable[[Sequence[JobResult]], None] = resolve_futures,
        on_dropped: Callable[[set[str]], None] = lambda _tables: None,
        wait: Callable[[], bool] = lambda: True,
        monotonic: Callable[[], float] = time.monotonic,
        watch: MachineWatch | None = None,
    ) -> None:
        self.floor = floor
        self._on_published = on_published
        self._on_commit = on_commit
        self._on_stopped = floor.on_stopped = on_stopped
        self._on_dropped = on_dropped
        self._on_results = on_results
        self._wait_until_shown = wait
        self._monotonic = monotonic
        self._jobs: queue.SimpleQueue[WriterJob | None] = queue.SimpleQueue()
        #: When the next step of each table is due, by the floor's time.
        self._due: dict[str, float] = {}
        #: When the last batch ran and when seats were last freed, by the floor's time.
        self._last = 0.0
        self._swept = 0.0
        self._looked = 0.0
        self._outages = OutageWatch()
        self._watch = MachineWatch() if watch is None else watch
        #: Whether another server has written entries that are not read yet.
        self._woken = False
        #: After a failure: when to recover, and the pause after a failed attempt, in seconds.
        self._retry: tuple[float, float] | None = None
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self.schedule()
        self._thread.start()

    def schedule(self) -> None:
        """Find when the next step of each table is due. Publish tables whose deadline has changed
        because the machine's clock was set back.
        """
        self.floor.touched.clear()
        for table in self.floor.tables:
            self._schedule_table(table, self.floor.automatic_dealer.next_step)
        if self.floor.touched:
            self._on_published(self.floor.publish())

    def stop(self) -> None:
        """Run the queued jobs and end the thread. Rounds stay where they are."""
        self._jobs.put(None)
        self._thread.join()

    def submit(self, do: Callable[[Floor], T]) -> "Future[T]":
        """Queue a function, and return the future of its result, which comes after the commit."""
        job = WriterJob(do)
        self.enqueue(job)
        done: Future[T] = job.done
        return done

    def enqueue(self, job: WriterJob) -> None:
        """Queue a job."""
        self._jobs.put(job)

    @property
    def queued(self) -> int:
        """Return the number of queued jobs."""
        return self._jobs.qsize()

    def wake(self) -> None:
        """Have the entries read that another server has written."""
        if not self._woken:
            self._woken = True
            self._jobs.put(_WAKE)

    def _run(self) -> None:
        going = True
        while going:
            jobs: list[WriterJob] = []
            shown = self._wait_until_shown()
            try:
                job = self._jobs.get(timeout=self.pause())
                while True:
                    if job is None:
                        going = False
                        break
                    if job is not _WAKE:
                        jobs.append(job)
                    if len(jobs) == MAX_BATCH:
                        break
                    job = self._jobs.get_nowait()
            except queue.Empty:
                pass
            self.run_batch(jobs, house=going, shown=shown)

    def pause(self) -> float:
        """Return for how many seconds nothing is due, so that the thread may wait for jobs."""
        if self.floor.broken:
            return MAX_WAIT  # nothing is scheduled any more
        if self._retry is not None:
            return min(MAX_WAIT, max(0.0, self._retry[0] - self._monotonic()))
        if not self._due:
            return MAX_WAIT
        return min(MAX_WAIT, max(0.0, min(self._due.values()) - self.floor.now()))

    def _schedule_table(
        self, table: str, find: Callable[[LiveTable], ScheduledStep | None]
    ) -> None:
        live, step = self.floor.tables[table], None
        with self.floor.automatic_dealer.stop_on_failure(live):
            step = find(live)
        if step is None:
            self._due.pop(table, None)
        else:
            self._due[table] = step.when

    def run_batch(self, jobs: list[WriterJob], *, house: bool = True, shown: bool = True) -> None:
        """Run jobs, and with `house` the due steps of tables, in one transaction.

        `shown` says whether all that was published before has been shown to people.
        """
        if self.floor.broken or (self._retry is not None and not self._recovered()):
            self._refuse(jobs)
            return
        floor, now = self.floor, self.floor.now()
        if now < self._last:
            self._clock_set_back(now)
        self._last = now
        outage = house and self._outages.had_outage(now)
        if outage:
            floor.presence.resume()
        resume = outage and shown and bool(clock_runs(floor))
        due = sorted(table for table, when in self._due.items() if when <= now) if house else []
        sweep = house and now - self._swept > SWEEP_SECONDS
        look = house and now - self._looked > PRESENCE_SECONDS
        if look:
            self._looked = now
            look = bool(tables_that_wait(floor))
        # Reset before anything is read, so that a later write wakes the thread again.
        woken, self._woken = self._woken, False
        noted = self._watch.changes(now) if house else []
        if not (jobs or due or sweep or look or resume or noted):
            if woken:
                self._read_new_entries()
            self._outages.note_service(now, floor.now(), shown=shown)
            return
        # The tables that are shown anew without an entry of their own.
        changed: set[str] = set()
        try:
            floor.begin()
            if resume or (house and shown and floor.now() - now > OUTAGE_SECONDS):
                changed = restart_clocks(floor)
            if lost := self._watch.lost_transaction():
                noted = [lost, *noted]
            for act in noted:
                floor.record_act(act, HOUSE)
            results = self._run_jobs(jobs)
            # A player's command that waits in the queue comes before the end of the player's time.
            clock = shown and len(jobs) < MAX_BATCH
            for table in due:
                floor.automatic_dealer.run_next_step(floor.tables[table], clock=clock)
            if look:
                changed |= free_seats(floor)
            # The time is set first, so that a failure is not repeated with every batch.
            if sweep:
                self._swept = now
                free_abandoned_seats(floor)
                end_lapsed_sessions(floor)
            began = time.perf_counter()
            floor.commit()
            self._on_commit(time.perf_counter() - began, len(jobs))
        except BaseException as error:
            self._failed(jobs, error)
            return
        floor.touched |= changed
        floor.drop_closed_private()
        self._show({*due, *(tables_that_wait(floor) if look else ())})
        self._on_results(results)
        self._outages.note_service(now, floor.now(), shown=shown)

    def _run_jobs(self, jobs: list[WriterJob]) -> list[JobResult]:
        floor, results = self.floor, []
        for job in jobs:
            changes = floor.changes
            try:
                results.append(JobResult(job, job.do(floor), None))
            except FairdealError as error:
                results.append(JobResult(job, None, error))
            except Exception as error:
                if not floor.is_isolated(error, changes):
                    raise
                self._on_stopped({}, error)
                results.append(JobResult(job, None, error))
        return results

    def _clock_set_back(self, now: float) -> None:
        """Keep steps from waiting until the old time is reached again."""
        self._swept, self._looked = min(self._swept, now), min(self._looked, now)
        self._outages.clock_set_back(now)
        self.floor.presence.clock_set_back()
        self.schedule()

    def _read_new_entries(self) -> None:
        """Read what another server has written, and publish it."""
        try:
            self.floor.read_new_entries()
        except BaseException as error:
            self._failed([], error)
            return
        self.floor.drop_closed_private()
        self._show()

    def _show(self, due: Iterable[str] = ()) -> None:
        """Schedule and publish the tables that changed."""
        floor = self.floor
        for table in {*floor.touched, *due} & floor.tables.keys():
            self._schedule_table(table, floor.automatic_dealer.step_after)
        self._report_dropped()
        if floor.touched:
            self._on_published(floor.publish())

    def _report_dropped(self) -> None:
        """Report dropped tables. This comes before tables are published, because a new table may
        have the id of a dropped one.
        """
        if self.floor.dropped:
            dropped, self.floor.dropped = self.floor.dropped, set()
            for table in dropped:
                self._due.pop(table, None)
            self._on_dropped(dropped)

    def _failed(self, jobs: list[WriterJob], error: BaseException) -> None:
        """Stop the tables of a transaction that was lost, publish that, and refuse its jobs."""
        floor = self.floor
        self._outages.note_failure()
        if not isinstance(error, StoreError):
            floor.handle_failure(error)
        if floor.database.shared and self._retry is None and not floor.broken:
            self._retry = (self._monotonic(), 1.0)
        for table in floor.tables if floor.broken else floor.touched:
            self._due.pop(table, None)
        stopped = [floor.tables[table].publish_stopped() for table in sorted(floor.touched)]
        self._report_dropped()
        if stopped:
            self._on_published(stopped)
        self._watch.note_failure(self._stopped())
        self._on_stopped(self._stopped(), error)
        self._refuse(jobs)

    def _refuse(self, jobs: list[WriterJob]) -> None:
        refusal = _BROKEN if self.floor.broken else _LOST
        self._on_results([JobResult(job, None, StoppedError(refusal)) for job in jobs])

    def _stopped(self) -> dict[str, str]:
        tables = self.floor.tables.items()
        return {table: live.stopped for table, live in tables if live.stopped is not None}

    def _recovered(self) -> bool:
        """Load the floor again after a failure, and return whether that succeeded.

        Only a shared database is recovered without a restart: other servers go on with the tables
        there. Until then no job is run, because the tables in memory may be behind the log.
        """
        assert self._retry is not None, "only called after a failure"
        when, pause = self._retry
        if self._monotonic() < when:
            return False
        try:
            self.floor.recover()
        except Exception as error:
            self.floor.handle_failure(error)
            # The stopped tables were reported before, unless the log is found to be broken.
            self._on_stopped(self._stopped() if self.floor.broken else {}, error)
            self._retry = (self._monotonic() + pause, min(2 * pause, MAX_RETRY_PAUSE))
            return False
        self._retry = None
        self._due.clear()
        self._show()
        return True
