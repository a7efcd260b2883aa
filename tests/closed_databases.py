"""Databases that are closed when nothing refers to them any more, for tests that leave one open.

Since Python 3.13 `sqlite3` warns of a connection that is collected while it is open, in whichever
test that happens. Importing this module has each such connection closed, in this process only.
"""

import weakref
from typing import Any

from fairdeal.floor.log.sqlite import SQLite

_open = SQLite.__init__


def _open_and_close(self: SQLite, *arguments: Any, **options: Any) -> None:
    _open(self, *arguments, **options)
    weakref.finalize(self, self._connection.close)


SQLite.__init__ = _open_and_close  # type: ignore[method-assign] # called like the first one
