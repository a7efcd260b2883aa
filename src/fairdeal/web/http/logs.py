"""The server's log: one JSON object a line on standard error, and no secret in any of them.

What is logged is listed where it is logged: no token, no password, no key, no body of a request,
and no address of whoever asks. A fault comes with its traceback.
"""

import json
import logging
import sys
import time
from typing import Any, Final

LOGGER: Final = logging.getLogger("fairdeal.server")
#: A commit that takes longer is told.
SLOW_SECONDS: Final = 0.25


class JsonFormatter(logging.Formatter):
    """A record as one JSON object: time (UTC), level, event, and what belongs to it."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "time": f"{moment}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def configure() -> None:
    """Have this server and its libraries write such lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    LOGGER.setLevel(logging.INFO)
    for name in ("fairdeal.server", "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_needed)


#: What uvicorn says of every fault, which the application tells with what it knows of it; and of
#: every WebSocket that is answered with a problem.
_REDUNDANT: Final = (
    "Exception in ASGI application",
    "ASGI callable returned without completing handshake",
    "Invalid UTF-8 sequence received from client",
)


def _is_needed(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith(_REDUNDANT)


def info(event: str, **fields: Any) -> None:
    """Something that happened."""
    LOGGER.info(event, extra={"fields": fields})


def warning(event: str, **fields: Any) -> None:
    """Something that somebody should look at."""
    LOGGER.warning(event, extra={"fields": fields})


def error(event: str, error: BaseException, **fields: Any) -> None:
    """Something that should not be, with its traceback."""
    LOGGER.error(event, exc_info=error, extra={"fields": fields})
