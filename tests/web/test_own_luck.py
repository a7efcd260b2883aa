"""The band of luck of one's own play, while the lab has no time and afterwards."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from web_client import PATIENCE

from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.startup import open_floor, sample_rules
from fairdeal.web.lab.jobs import LabJobs
from fairdeal.web.own_play import round_results
from web.test_service import serving

#: Several bets of one round, whose distribution the lab's process counts.
BETS = {"bet-1": 10, "bet-2": 10, "bet-3": 10, "three-card-bonus": 1}
COMMANDS: tuple[dict[str, Any], ...] = (
    {"do": "sit", "seat": 1},
    {"do": "place-bets", "seat": 1, "amounts": BETS},
    {"do": "ready", "seat": 1},
    {"do": "ride", "seat": 1},
    {"do": "ride", "seat": 1},
)


async def play_a_round(client: httpx.AsyncClient) -> None:
    """A guest, whose session is the client's from then on, plays a round."""
    assert (await client.post("/api/guests", json={"name": "ann"})).status_code == 201
    for number, command in enumerate(COMMANDS):
        answer = await client.post(
            "/api/tables/t1/commands", json=command, headers={"Idempotency-Key": str(number)}
        )
        assert answer.status_code == 200, answer.text


async def own_play(client: httpx.AsyncClient, *, ready: bool) -> Any:
    """One's own play, when its rounds are judged, and everything else is if it is to be `ready`."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = (await client.get("/api/me/play")).json()
            if found["rounds"] and not found["pending"] and (found["ready"] or not ready):
                return found


def test_a_band_is_exact_as_soon_as_the_lab_has_time_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full queue passes: until then the page is told to ask again."""
    monkeypatch.setattr(round_results, "TRIES", 2)
    monkeypatch.setattr(round_results, "TRY_SECONDS", 0.0)
    path = str(tmp_path / "floor.db")
    settings = FloorSettings(pace=0, clock=0, bots=False)
    floor = open_floor(path, sample_rules()[:1], settings=settings)

    async def ask() -> None:
        async with serving(floor, path) as (service, client):
            await play_a_round(client)
            service.lab_jobs = LabJobs(waiting=0)
            for _ in range(2):
                found = await own_play(client, ready=False)
                assert not found["ready"]
                assert not found["floor"]["luck"]["exact"]
            service.lab_jobs = LabJobs()
            try:
                assert (await own_play(client, ready=True))["floor"]["luck"]["exact"]
            finally:
                await service.lab_jobs.close()

    asyncio.run(ask())
