"""A document as one line of JSON: entries of a log, views, answers of a server."""

from typing import Any, Final

import msgspec

#: A document as one line, in UTF-8. It writes what `json.dumps` without spaces does, ten times as
#: fast: every entry and every view goes through it.
dump_bytes: Final = msgspec.json.Encoder().encode


def dump_line(document: Any) -> str:
    """A document as one line."""
    return dump_bytes(document).decode()
