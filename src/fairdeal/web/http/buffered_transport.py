"""The transport that uvicorn's protocol is given in place of the connection's own."""

import asyncio
from typing import Any, Protocol


class Owner(Protocol):
    """What a transport asks of its connection."""

    def close_when_answered(self) -> bool:
        """Return whether a command is being answered, after which the connection is closed."""

    def upgrade(self, protocol: asyncio.Protocol) -> None:
        """Continue as a WebSocket."""


class BufferedTransport:
    """The transport that uvicorn's protocol is given. The head and the body of an answer are
    written together: uvicorn writes one after the other, and each would be a system call.
    """

    def __init__(self, transport: asyncio.Transport, connection: Owner) -> None:
        self._transport = transport
        self._connection: Owner | None = connection
        self._parts: list[bytes] = []
        self._buffers = True
        self._detached = False
        self.reading_paused = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write at the end of this turn of the event loop, together with what else is written."""
        if not self._buffers:
            self._transport.write(data)
        elif not self._detached:
            if not self._parts:
                asyncio.get_running_loop().call_soon(self._flush)
            self._parts.append(data)

    def _flush(self) -> None:
        parts, self._parts = self._parts, []
        # A client may be gone before its answer: uvloop raises where a closed transport is written.
        if parts and not self._transport.is_closing():
            self._transport.write(b"".join(parts))

    def close(self) -> None:
        """Close, after what was written."""
        if self._connection is not None and self._connection.close_when_answered():
            return
        if not self._detached:
            self._flush()
            self._transport.close()

    def is_closing(self) -> bool:
        """Return True if nothing more can be written."""
        return self._detached or self._transport.is_closing()

    def pause_reading(self) -> None:
        """Stop reading until uvicorn's protocol has dealt with what it has."""
        self.reading_paused = True
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Continue to read from the connection."""
        self.reading_paused = False
        if not self._detached:
            self._transport.resume_reading()

    def set_protocol(self, protocol: asyncio.Protocol) -> None:
        """Continue as a WebSocket, whose frames are written at once."""
        self._flush()
        self._buffers = False
        assert self._connection is not None, "only a connection that lives is upgraded"
        self._connection.upgrade(protocol)

    def detach(self) -> None:
        """Write nothing more that uvicorn's protocol says."""
        self._flush()
        self._detached = True

    def release(self) -> None:
        """Forget the connection, which is lost, so that nothing refers to it in a circle."""
        self._connection = None
