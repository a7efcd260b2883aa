"""A thread for the lab's long computations, one after the other.

The thread is a daemon, and not one of the event loop's: compiling a kernel twice at once helps
nobody, and a server that stops does not wait for a computation to end.
"""

import asyncio
import threading
from collections.abc import Callable
from itertools import count
from queue import PriorityQueue
from typing import Final, TypeVar

from fairdeal.web.http import logs

T = TypeVar("T")


class LabWorker:
    """Runs computations in the order in which they were submitted; those that nobody waits for come
    last.
    """

    def __init__(self) -> None:
        #: Each task with whether it comes last, and its number.
        self._queue: PriorityQueue[tuple[bool, int, Callable[[], None]]] = PriorityQueue()
        self._numbers = count()
        self._started = False

    async def submit(self, compute: Callable[[], T], *, last: bool = False) -> T:
        """Return the result of a computation, when it has ended; `last` is after all that is asked
        for meanwhile.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def run() -> None:
            try:
                result = compute()
            except Exception as error:
                failed = error
                _in_loop(loop, future, lambda: future.set_exception(failed))
            else:
                _in_loop(loop, future, lambda: future.set_result(result))

        self.enqueue(run, last=last)
        return await future

    def enqueue(self, task: Callable[[], None], *, last: bool = False) -> None:
        """Run something when there is time, without waiting for it; `last` is after all that is
        asked for meanwhile.
        """
        if not self._started:
            self._started = True
            threading.Thread(target=self._run, daemon=True).start()
        self._queue.put((last, next(self._numbers), task))

    def _run(self) -> None:
        while True:
            _, _, task = self._queue.get()
            try:
                task()
            except Exception as error:
                # A task that fails does not end the thread.
                logs.error("a thought failed", error)


def _in_loop(
    loop: asyncio.AbstractEventLoop, future: "asyncio.Future[T]", resolve: Callable[[], None]
) -> None:
    """Resolve a future in its event loop, unless nobody waits for it any more."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(lambda: None if future.cancelled() else resolve())


#: The one worker of this process.
LAB_WORKER: Final = LabWorker()
