"""The frame of a WebSocket text message, so that one frame can be written to many connections."""

from typing import Final

#: The first byte of the frame of a whole text message: FIN, opcode 1 (RFC 6455, 5.2).
_TEXT: Final = b"\x81"


def text_frame(text: bytes) -> bytes:
    """Return a text as one frame of a server, which is not masked."""
    size = len(text)
    if size < 126:
        return _TEXT + size.to_bytes(1, "big") + text
    if size < 1 << 16:
        return _TEXT + b"\x7e" + size.to_bytes(2, "big") + text
    return _TEXT + b"\x7f" + size.to_bytes(8, "big") + text
