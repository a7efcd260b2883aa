"""Where the lab's long questions are answered: beside the server, one after the other.

A thread of its own, and not the loop's: compiling a kernel twice at once helps nobody, and a server
that is told to stop does not wait for a thought to end.
"""

import asyncio
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from fairdeal.web.http import logs

T = TypeVar("T")


class Thinking:
    """Answers questions in the order in which they were asked."""

    def __init__(self) -> None:
        self._asked: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._started = False

    async def ask(self, question: Callable[[], T]) -> T:
        """The answer, when it has come."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def think() -> None:
            try:
                answer = question()
            except Exception as error:
                _tell(loop, future, error=error)
            else:
                _tell(loop, future, answer=answer)

        self.begin(think)
        return await future

    def begin(self, thought: Callable[[], None]) -> None:
        """Think of something when there is time, without anybody waiting."""
        if not self._started:
            self._started = True
            threading.Thread(target=self._think, daemon=True).start()
        self._asked.put(thought)

    def _think(self) -> None:
        while True:
            thought = self._asked.get()
            try:
                thought()
            except Exception as error:
                # Whoever asked was told; one thought that fails is not the last.
                logs.fault("a thought failed", error)


def _tell(loop: asyncio.AbstractEventLoop, future: "asyncio.Future[Any]", **told: Any) -> None:
    def tell() -> None:
        if future.cancelled():
            return
        if "error" in told:
            future.set_exception(told["error"])
        else:
            future.set_result(told["answer"])

    if not loop.is_closed():
        loop.call_soon_threadsafe(tell)


#: The one place of this process where the lab is asked.
THINKING: Final = Thinking()
