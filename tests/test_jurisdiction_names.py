"""A jurisdiction of two words is written as people write it, on every paper and page."""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import msgspec
import pytest
from conftest import ROOT

from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.startup import open_floor
from fairdeal.games import registered
from fairdeal.games.run_em_twice import RUN_EM_TWICE
from fairdeal.papers.catalogue import PAPERS
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.rules import house_rules
from fairdeal.web.app import application
from fairdeal.web.server import service_for


@pytest.fixture
def game() -> Iterator[Game]:
    with registered(made_up := replace(RUN_EM_TWICE, jurisdiction="new-jersey")):
        yield made_up


def test_the_place_of_a_game(game: Game) -> None:
    assert game.place == "New Jersey"
    assert RUN_EM_TWICE.place == "Maryland"


@pytest.mark.parametrize("name", [name for name, paper in PAPERS.items() if not paper.long])
def test_on_every_paper(game: Game, name: str) -> None:
    printed = msgspec.json.encode(PAPERS[name].content(house_rules(game))).decode()
    assert "New Jersey" in printed
    assert "New-Jersey" not in printed


def test_on_every_page(game: Game, tmp_path: Path) -> None:
    path = str(tmp_path / "floor.db")
    rules = [house_rules(game)]
    floor = open_floor(path, rules, settings=FloorSettings(pace=0, clock=0, bots=False))
    service = service_for(floor, path)

    async def pages() -> list[str]:
        service.start()
        try:
            transport = httpx.ASGITransport(app=application(service))
            async with httpx.AsyncClient(transport=transport, base_url="http://floor") as client:
                accept = {"accept": "text/html"}
                paths = ("/", "/games", f"/games/{game.name}/new-jersey", "/tables/t1/papers")
                return [(await client.get(at, headers=accept)).text for at in paths]
        finally:
            service.begin_shutdown()
            await asyncio.to_thread(service.stop)

    for text in asyncio.run(pages()):
        assert "New Jersey" in text
        assert "New-Jersey" not in text


def test_no_other_place_makes_a_title_of_a_jurisdiction() -> None:
    made = re.compile(r"jurisdiction\s*(\||\.)\s*(title|capitalize)")
    source = ROOT / "src" / "fairdeal"
    found = [
        str(path.relative_to(source))
        for suffix in ("py", "html", "typ")
        for path in source.rglob(f"*.{suffix}")
        if made.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []
