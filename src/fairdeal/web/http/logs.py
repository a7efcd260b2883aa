"""The server's log: one JSON object a line on standard error, without secrets.

No token, password, key, body of a request or address of a client is logged. An error comes with its
traceback.
"""

import json
import logging
import sys
import time
from typing import Any, Final

LOGGER: Final = logging.getLogger("fairdeal.server")
#: A commit that takes longer is logged.
SLOW_SECONDS: Final = 0.25


class JsonFormatter(logging.Formatter):
    """Writes a record as one JSON object: time (UTC), level, event, and its fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as one line."""
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
    """Have the server and its libraries log in this way."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    LOGGER.setLevel(logging.INFO)
    for name in ("fairdeal.server", "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_needed)


#: Messages of uvicorn that are not logged: an error of the application, which is logged with more
#: detail; a WebSocket that is answered with a problem; and text of a client that is not UTF-8.
_REDUNDANT: Final = (
    "Exception in ASGI application",
    "ASGI callable returned without completing handshake",
    "Invalid UTF-8 sequence received from client",
)


def _is_needed(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith(_REDUNDANT)


def info(event: str, **fields: Any) -> None:
    """Log something that happened."""
    LOGGER.info(event, extra={"fields": fields})


def warning(event: str, **fields: Any) -> None:
    """Log something that an operator should look at."""
    LOGGER.warning(event, extra={"fields": fields})


def error(event: str, error: BaseException, **fields: Any) -> None:
    """Log an error with its traceback."""
    LOGGER.error(event, exc_info=error, extra={"fields": fields})
