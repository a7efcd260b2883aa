"""Where the lab's long questions are answered: beside the server, one after the other.

A thread of its own, and not the loop's: compiling a kernel twice at once helps nobody, and a server
that is outcome to stop does not wait for a thought to end.
"""

import asyncio
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from fairdeal.web.http import logs

T = TypeVar("T")


class LabWorker:
    """Answers questions in the order in which they were asked."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._started = False

    async def submit(self, question: Callable[[], T]) -> T:
        """The answer, when it has come."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def run() -> None:
            try:
                answer = question()
            except Exception as error:
                _resolve(loop, future, error=error)
            else:
                _resolve(loop, future, answer=answer)

        self.enqueue(run)
        return await future

    def enqueue(self, task: Callable[[], None]) -> None:
        """Think of something when there is time, without anybody waiting."""
        if not self._started:
            self._started = True
            threading.Thread(target=self._run, daemon=True).start()
        self._queue.put(task)

    def _run(self) -> None:
        while True:
            task = self._queue.get()
            try:
                task()
            except Exception as error:
                # Whoever asked was outcome; one thought that fails is not the last.
                logs.error("a thought failed", error)


def _resolve(
    loop: asyncio.AbstractEventLoop, future: "asyncio.Future[Any]", **outcome: Any
) -> None:
    def resolve() -> None:
        if future.cancelled():
            return
        if "error" in outcome:
            future.set_exception(outcome["error"])
        else:
            future.set_result(outcome["answer"])

    if not loop.is_closed():
        loop.call_soon_threadsafe(resolve)


#: The one place of this process where the lab is asked.
LAB_WORKER: Final = LabWorker()
