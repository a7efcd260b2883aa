"""A WebSocket that can be written to at once, without a task of its own to wake.

What everybody at a table is sent is made into a frame once, and then written to each connection as
it is. Everything else about a WebSocket, its opening, pings and closing, is uvicorn's.
"""

from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN

#: Under this name an application finds the connection in its scope.
EXTENSION: Final = "fairdeal.line"
#: How the frame of a whole text begins (RFC 6455, 5.2).
_TEXT: Final = bytes([0x80 | Opcode.TEXT])


class Line(WebSocketsSansIOProtocol):
    """One connection, which is for listening: commands go by POST, and nobody hears what else is
    said here.
    """

    #: Called when it is lost: by whoever sends, and by whoever counts those who are there.
    gone: Callable[[], None] | None = None
    left: Callable[[], None] | None = None

    def handle_connect(self, event: Request) -> None:
        """Have the application know the line too."""
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)  # none where the handshake failed
        if scope is not None:
            scope["extensions"][EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        """A message has come: it is looked at as far as the protocol asks, and forgotten."""
        data, self.frames = b"".join(self.frames), []
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                data.decode()
            except UnicodeDecodeError:
                self.conn.send_close(CloseCode.INVALID_DATA)
                self.handle_parser_exception()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        super().connection_lost(exc)
        for tell in (self.gone, self.left):
            if tell is not None:
                tell()

    @property
    def takes(self) -> bool:
        """Whether a frame would go out now: not where the viewer reads too slowly, or has left."""
        return (
            self.writable.is_set()
            and self.conn.state is OPEN
            and not self.close_sent
            and not self.transport.is_closing()
        )

    async def ready(self) -> None:
        """Wait until it takes more, or is lost."""
        await self.writable.wait()

    def push(self, frame: bytes) -> None:
        """Write a frame that `text_frame` has made."""
        self.transport.write(frame)


def text_frame(text: bytes) -> bytes:
    """A text as one frame of a server, which is not masked."""
    size = len(text)
    if size < 126:
        return _TEXT + size.to_bytes(1, "big") + text
    if size < 1 << 16:
        return _TEXT + b"\x7e" + size.to_bytes(2, "big") + text
    return _TEXT + b"\x7f" + size.to_bytes(8, "big") + text
