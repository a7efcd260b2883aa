"""The queue of questions that take long, and the one process that answers them.

Everything here is bounded: how many wait, how many one client may have, how long one takes, how
many answers are kept. The process is started with the first question and ends when it is idle.
"""

import asyncio
import json
import secrets
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import OrderedDict, deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, Literal, TypeAlias

from fairdeal.web.http import logs
from fairdeal.web.http.problems import Problem
from fairdeal.web.lab.documents import LabJob

#: How many questions may wait, and how many one person or address may have in the queue.
MOST_WAITING: Final = 16
MOST_EACH: Final = 4
#: How long one question may take, in seconds.
MOST_SECONDS: Final = 300.0
#: The process ends after this many seconds without a question.
IDLE_SECONDS: Final = 300.0
#: A question that nobody has looked at for so many seconds is given up: whoever asked has gone.
PATIENCE_SECONDS: Final = 120.0
#: How many finished questions are remembered, with their answers.
MOST_KEPT: Final = 64
#: The longest line of the process, in bytes: no answer comes near.
_MOST_LINE: Final = 8 * 1024 * 1024
State: TypeAlias = Literal["waiting", "running", "done", "failed", "cancelled"]


class Job:
    """One question, and everybody who waits for its answer."""

    def __init__(self, kind: str, question: dict[str, Any], key: str) -> None:
        self.id = secrets.token_urlsafe(9)
        self.kind = kind
        self.question = question
        self.key = key
        self.askers: set[str] = set()
        self.state: State = "waiting"
        self.work = ""
        self.done = 0
        self.total = 0
        self.problem: str | None = None
        self.answer: str | None = None
        #: When somebody has looked at it last, by the event loop's clock.
        self.looked = 0.0
        #: When it began to run and when it ended, by the same clock.
        self.began: float | None = None
        self.ended: float | None = None

    @property
    def pending(self) -> bool:
        """Return whether the answer is still to come."""
        return self.state in ("waiting", "running")

    @property
    def sort(self) -> str:
        """Return what questions have in common that take about equally long."""
        place = self.question.get("jurisdiction")
        return f"{self.kind} {self.question.get('game')} {place} {self.question.get('wager')}"

    @property
    def given_up(self) -> bool:
        """Return whether nobody waits for the answer any more."""
        return self.state == "cancelled"


class LabJobs:
    """The queue of one server. It belongs to the event loop's thread."""

    def __init__(
        self,
        *,
        seconds: float = MOST_SECONDS,
        waiting: int = MOST_WAITING,
        each: int = MOST_EACH,
        patience: float = PATIENCE_SECONDS,
        command: Sequence[str] | None = None,
    ) -> None:
        self._seconds, self._patience = seconds, patience
        self._most_waiting, self._most_each = waiting, each
        own = (sys.executable, "-P", "-m", "fairdeal.web.lab.process", str(seconds))
        self._command = tuple(command or own)
        self._waiting: deque[Job] = deque()
        self._running: Job | None = None
        #: Every job by its id, the latest last; finished ones are forgotten in time.
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._process: Process | None = None
        self._worker: asyncio.Task[None] | None = None
        #: How long the last question of each sort took, in seconds.
        self._took: dict[str, float] = {}
        #: Set while something waits.
        self._asked = asyncio.Event()

    # Asking ---------------------------------------------------------------------------------------

    def answer(self, kind: str, question: dict[str, Any]) -> str | None:
        """Return the answer to a question that was computed before, if it is still kept; a question
        that failed is answered with its problem.
        """
        key = _key(kind, question)
        for job in reversed(self._jobs.values()):
            if job.key == key and job.state == "done":
                return job.answer
            if job.key == key and job.state == "failed":
                raise Problem(422, "invalid", job.problem or "this cannot be computed")
        return None

    def submit(self, kind: str, question: dict[str, Any], who: str, *, shared: bool = False) -> Job:
        """Queue a question for somebody, and return its job: that of the same question where one is
        waiting or running. Raises a `Problem` where the queue is full.

        `shared` means that `who` names many people who have their places together.
        """
        key = _key(kind, question)
        mine = [job for job in self._jobs.values() if job.pending and who in job.askers]
        same = next((job for job in self._jobs.values() if job.pending and job.key == key), None)
        if same is not None and who in same.askers:
            return self._looked_at(same)
        if len(mine) >= self._most_each:
            whose = f"all {who} together" if shared else "one client"
            wait = "ask again in a moment" if shared else "wait for an answer, or cancel one"
            detail = f"the lab computes {self._most_each} questions at once for {whose}: {wait}"
            raise Problem(429, "too-many", detail, retry_seconds=5)
        if same is None:
            if len(self._waiting) >= self._most_waiting:
                detail = "many questions wait for the lab: ask again in a minute"
                raise Problem(503, "busy", detail, retry_seconds=30)
            same = Job(kind, question, key)
            self._jobs[same.id] = same
            self._waiting.append(same)
            self._asked.set()
            if self._worker is None or self._worker.done():
                self._worker = asyncio.get_running_loop().create_task(self._work())
        same.askers.add(who)
        self._forget()
        return self._looked_at(same)

    def job(self, name: str) -> Job:
        """Return a job by its id."""
        found = self._jobs.get(name)
        if found is None:
            raise Problem(404, "unknown", "the lab has no such question, or no longer")
        return self._looked_at(found)

    def _looked_at(self, job: Job) -> Job:
        """Note that somebody still wants to know of a job, and return it."""
        job.looked = _now()
        return job

    def cancel(self, job: Job, who: str) -> None:
        """Give up waiting for a job; it ends when nobody waits for it any more."""
        job.askers.discard(who)
        if not job.askers:
            self._give_up(job)

    def _give_up(self, job: Job) -> None:
        if not job.pending:
            return
        job.state = "cancelled"
        if job is self._running:
            self._kill()  # the worker sees that its output has ended
        else:
            self._waiting.remove(job)

    def answer_of(self, job: Job) -> LabJob:
        """Return a job as its clients are told of it."""
        ahead = 0
        if job.state == "waiting":
            ahead = self._waiting.index(job) + (self._running is not None)
        return LabJob(
            job=job.id,
            question=job.kind,
            state=job.state,
            ahead=ahead,
            work=job.work,
            done=job.done,
            total=job.total,
            seconds=0.0 if job.began is None else round((job.ended or _now()) - job.began, 1),
            about=self._took.get(job.sort),
            problem=job.problem,
        )

    async def close(self) -> None:
        """End the process; what waits is given up."""
        self._waiting.clear()
        if self._worker is not None:
            self._worker.cancel()
            with suppress(asyncio.CancelledError):
                await self._worker
        await self._end()

    def _forget(self) -> None:
        finished = [job for job in self._jobs.values() if not job.pending]
        for job in finished[: max(0, len(finished) - MOST_KEPT)]:
            del self._jobs[job.id]

    # Computing ------------------------------------------------------------------------------------

    async def _work(self) -> None:
        """Answer what waits, one question after the other; end where nothing comes for a while."""
        while True:
            if not self._waiting and not await self._another():
                await self._end()
                if not self._waiting:
                    return
                continue
            job = self._running = self._waiting.popleft()
            job.state, job.began, well = "running", _now(), False
            self._check_interest(job)
            try:
                async with asyncio.timeout(self._seconds):
                    well = await self._compute(job)
            except TimeoutError:
                _fail(job, "this took longer than the lab of a floor may: ask the command line")
            except (OSError, ValueError, EOFError) as error:
                if job.pending:
                    logs.error("the lab's process failed", error)
                _fail(job, "the lab's process ended before it had an answer: ask again")
            finally:
                self._running, job.ended = None, _now()
            if job.answer is not None:
                self._took[job.sort] = round(job.ended - job.began, 1)
            if not well:
                await self._end()

    def _check_interest(self, job: Job) -> None:
        """Give up a running question that nobody has looked at for a while; else look again later.
        One that has waited unseen for so long is given up when its turn comes.
        """
        left = job.looked + self._patience - _now()
        if job is self._running and job.pending:
            if left <= 0:
                self._give_up(job)
            else:
                asyncio.get_running_loop().call_later(left + 0.01, self._check_interest, job)

    async def _another(self) -> bool:
        """Wait for another question; return False where none comes for a while."""
        self._asked.clear()
        try:
            async with asyncio.timeout(IDLE_SECONDS):
                await self._asked.wait()
        except TimeoutError:
            return False
        return bool(self._waiting)

    async def _compute(self, job: Job) -> bool:
        """Have the process compute a question, and note its progress and its answer; return whether
        the process may go on.
        """
        if job.given_up:
            return False
        process = await self._start()
        assert process.stdin is not None, "the process has an input"
        assert process.stdout is not None, "the process has an output"
        asked = json.dumps({"kind": job.kind, "question": job.question}) + "\n"
        process.stdin.write(asked.encode())
        await process.stdin.drain()
        while job.pending:
            line = await process.stdout.readline()
            if not line or not job.pending:
                raise EOFError
            told = json.loads(line)
            if "answer" in told:
                job.answer, job.state = told["answer"], "done"
            elif "problem" in told:
                if fault := told.get("fault"):
                    logs.warning("the lab has a fault", traceback=fault)
                _fail(job, told["problem"])
                return "end" not in told
            else:
                job.work, job.done, job.total = told["work"], told["done"], told["total"]
        # The process of a question that was given up has been killed.
        return not job.given_up

    async def _start(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=_MOST_LINE
            )
        return self._process

    def _kill(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()

    async def _end(self) -> None:
        """End the process, and wait until it has ended."""
        self._kill()
        if self._process is not None:
            await self._process.wait()
            self._process = None


def _now() -> float:
    return asyncio.get_running_loop().time()


def _fail(job: Job, problem: str) -> None:
    if job.pending:
        job.state, job.problem = "failed", problem


def _key(kind: str, question: dict[str, Any]) -> str:
    """Return the same text for questions that mean the same."""
    return kind + json.dumps(question, sort_keys=True)
