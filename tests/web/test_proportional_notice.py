"""The page of a table whose meter tables of other stakes share says so, with the figures."""

import asyncio
import html
from pathlib import Path

import httpx
import pytest
from test_proportional_links import rules, variant

from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.startup import open_floor
from fairdeal.games import registered
from fairdeal.web.app import application
from fairdeal.web.server import service_for


async def pages(path: str) -> list[str]:
    """The pages of t1, t2 and t3, in this process."""
    quiet = FloorSettings(pace=0, clock=0, bots=False)
    tables = [rules("nu", [1]), rules("mu", [10]), rules("nu", [1])]
    service = service_for(open_floor(path, tables, settings=quiet), path)
    service.start()
    transport = httpx.ASGITransport(app=application(service))
    try:
        async with httpx.AsyncClient(transport=transport, base_url="http://floor") as client:
            answers = [await client.get(f"/tables/t{number}") for number in (1, 2, 3)]
    finally:
        service.begin_shutdown()
        await asyncio.to_thread(service.stop)
    assert [answer.status_code for answer in answers] == [200] * 3
    return [html.unescape(answer.text) for answer in answers]


@pytest.mark.clause("COMAR 36.05.03.24I(2)")
def test_each_linked_table_tells_the_chance_of_each_stake(tmp_path: Path) -> None:
    stakes = (1, 5, 10)
    with registered(variant("mu", "100% of meter", stakes), variant("nu", "50 for 1", stakes)):
        one, ten, _ = asyncio.run(pages(str(tmp_path / "floor.db")))
    for page in (one, ten):
        assert "The chance of the shared meter 'house' is in proportion to the stake" in page
    assert "once in 649,740 for $1 at this table, 100 % once in 64,974 for $10 at table t2" in one
    assert "once in 64,974 for $10 at this table, 100 % once in 649,740 for $1 at table t1" in ten
