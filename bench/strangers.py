"""Anonymous connections that ask for pages without a pause, in a process of their own: in the same
one they would slow the player whose commands are measured.

`python -m bench.strangers PORT COUNT` asks until it is stopped, and then prints how many answers
came in a second.
"""

import asyncio
import signal
import sys
import time
from typing import cast

from bench.clients import factory_of, run

#: What strangers ask for, one after the other.
PATHS = (
    "/games",
    "/games/let-it-ride/maryland",
    "/api/openapi.json",
    "/verify",
    "/tables/t1/papers",
)
_REQUESTS = [f"GET {path} HTTP/1.1\r\nHost: bench\r\n\r\n".encode() for path in PATHS]


class Stranger(asyncio.Protocol):
    """One connection, which reads no more of an answer than its length."""

    def __init__(self, number: int) -> None:
        self.count = number
        self.answers = 0
        self._head = b""
        self._left = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._ask()

    def _ask(self) -> None:
        self.count += 1
        self._transport.write(_REQUESTS[self.count % len(_REQUESTS)])

    def data_received(self, data: bytes) -> None:
        if not self._left:
            self._head += data
            head, end, data = self._head.partition(b"\r\n\r\n")
            if not end:
                return
            self._head = b""
            length = head.lower().partition(b"content-length:")[2]
            self._left = int(length.split(b"\r\n", 1)[0])
        self._left -= len(data)
        if not self._left:
            self.answers += 1
            self._ask()


async def _ask_on(port: int, count: int) -> None:
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    strangers = [Stranger(n) for n in range(count)]
    for one in strangers:
        await loop.create_connection(factory_of(one), "127.0.0.1", port)
    print("all are there", flush=True)
    start, before = time.time(), sum(one.answers for one in strangers)
    await stop.wait()
    answers = sum(one.answers for one in strangers) - before
    print(f"{answers / (time.time() - start):.0f}", flush=True)


if __name__ == "__main__":
    run(_ask_on(int(sys.argv[1]), int(sys.argv[2])))
