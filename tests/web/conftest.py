"""A real server for the tests of the API."""

from collections.abc import Iterator

import pytest
from web_client import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without pauses, clock and bots."""
    one = Server(tmp_path_factory.mktemp("floor"), "--pace", "0", "--clock", "0", "--no-bots")
    try:
        yield one
    finally:
        code = one.stop()
    assert code == 0
    for line in one.log:
        assert "traceback" not in line, line
        assert line["level"] in ("info", "warning"), line
