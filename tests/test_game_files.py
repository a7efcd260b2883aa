"""A game of one's own in every command: `--game FILE`, or a folder that FAIRDEAL_GAMES names.

The game is the invented one of `games/three_streets.py`.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer
from conftest import Ran, run_command
from web_client import Server

from fairdeal.cli import app
from fairdeal.games import GAMES, NAMES, registered
from fairdeal.rulebook.rules import house_rules
from fairdeal.simulate.strategies import BEST
from fairdeal.web.live.bot_play import BotAdvisor
from fairdeal.wire.games import load
from fairdeal.wire.rules import rules_document

FILE = Path(__file__).parent / "games" / "three_streets.py"
BOARD = ("--cards", "4c 2d", "--board", "4s 4h 4d 9c", "--bets", "flop-bet=1,turn-bet=1")


@pytest.fixture(scope="module")
def name() -> str:
    with registered():
        return load(FILE)[0].name


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FAIRDEAL_CACHE", str(tmp_path / "cache"))
    return tmp_path


def with_game(*arguments: str | Path, stdin: str = "", code: int = 0) -> Ran:
    """The answer of a command with the game; without the game the command fails."""
    ran = run_command(*arguments, "--game", FILE, stdin=stdin)
    assert ran.code == code, ran.err
    assert len(NAMES) == 3, "the game is forgotten after the command"
    return ran


def commands_of(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    below = getattr(command, "commands", None)
    if below is None:
        yield words, command
    for name, one in (below or {}).items():
        yield from commands_of(one, (*words, name))


def test_every_command_has_the_option() -> None:
    without = [
        words[0]
        for words, command in commands_of(typer.main.get_command(app()))
        if "--game" not in [option for one in command.params for option in one.opts]
    ]
    assert set(without) == {"users", "rng"}


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("games", "Three Streets, Atlantis"),
        ("explain", "Three Streets, Atlantis"),
        ("readings", "pocket-joker  XX-TS 12.B"),
        ("clauses", "12.B  "),
    ],
)
def test_commands_that_show_a_game(command: str, words: str, name: str) -> None:
    assert run_command(command, name).code == 2
    assert words in with_game(command, name).out


def test_settle(name: str) -> None:
    bets = {"ante": 5, "flop-bet": 5, "turn-bet": 5, "river-bet": 5}
    deal = {
        "game": name,
        "paytables": {"main": "A"},
        "board": {"flop": "4s 4h 4d", "turn": "9c", "river": "Kd"},
        "seats": [{"seat": 1, "cards": "4c 2d", "wagers": bets}],
    }
    text = json.dumps(deal)
    assert run_command("settle", "-", stdin=text).code == 2
    # Four of a kind pays 10 to 1 on four bets of $5.
    assert with_game("settle", "-", "--json", stdin=text).json["seats"][0]["net"] == 200


def test_rules_and_papers(name: str, cache: Path) -> None:
    rules = cache / "rules.toml"
    with_game("init", name, "-o", rules)
    assert run_command("check", rules).code == 1
    assert with_game("check", rules, "--json").json["valid"]
    with_game("papers", rules, "-o", cache / "papers", "--only", "sign,layout")
    assert {path.suffix for path in (cache / "papers").iterdir()} == {".pdf"}


def test_figures(name: str, cache: Path) -> None:
    pocket = ("--wager", "pocket", "--json")
    (found,) = with_game("analyze", name, *pocket).json["wagers"]
    assert found["ev"] == "-134/1431"  # as counted in test_invented_game.py
    assert with_game("bet", name, "pocket=1", "--json").json["ev"] == "-134/1431"
    assert with_game("target", name, *pocket, "--edge", "5").json["tables"]
    answer = with_game("strategy", name, *BOARD, "--json").json
    assert answer["best"] == {"action": "bet-2x"}  # four of a kind is there already
    # The option is read before the game is looked for, so the game's own seats are counted.
    assert "5 seats: 4 other hands" in with_game("seen", name, "--hands", "9", code=2).err
    assert cache.exists()


def test_table(name: str) -> None:
    script = '{"do": "sit", "seat": 1, "player": "ann"}\n{"do": "auto"}\n{"do": "view"}\n'
    ran = with_game("table", name, "--seed", "1", "--script", "-", stdin=script)
    assert [json.loads(line)["version"] for line in ran.out.splitlines()]
    assert "refused" not in ran.out
    assert "Three Streets" in with_game("table", name, "--seed", "1").out


def test_a_folder_in_the_environment(
    name: str, monkeypatch: pytest.MonkeyPatch, fairdeal: Callable[..., Ran]
) -> None:
    monkeypatch.setenv("FAIRDEAL_GAMES", str(FILE.parent))
    assert name in fairdeal("games").out
    monkeypatch.setenv("FAIRDEAL_GAMES", str(FILE.parent / "missing"))
    ran = fairdeal("games")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("fairdeal: there is no Python file ")


def test_a_file_that_is_no_game(tmp_path: Path, fairdeal: Callable[..., Ran]) -> None:
    before = list(GAMES)
    broken = tmp_path / "broken.py"
    for text, message in (
        ("1 / 0\n", "ZeroDivisionError: division by zero"),
        ("import\n", "SyntaxError: "),
        (FILE.read_text().replace("seats=5", "seats=50"), "50 seats may need 105 cards of 54"),
    ):
        broken.write_text(text)
        ran = fairdeal("games", "--game", broken)
        assert (ran.code, ran.out) == (2, "")
        assert message in ran.err
        assert len(ran.err.splitlines()) == 1
    ran = fairdeal("games", "--game", FILE, "--game", FILE)
    assert "has a game of this name" in ran.err
    assert list(GAMES) == before


# The floor ----------------------------------------------------------------------------------------


def test_a_floor(name: str, tmp_path: Path) -> None:
    """Served by default beside the samples, with its pages and papers; audited afterwards."""
    server = Server(tmp_path, "--game", str(FILE), "--pace", "0", "--clock", "0")
    try:
        listed = httpx.get(f"{server.url}/api/tables").json()
        assert len(listed) == 8
        (table,) = [one["table"] for one in listed if one["game"] == name]
        for page in (f"/tables/{table}", f"/games/{name}", f"/tables/{table}/papers", "/games"):
            answer = httpx.get(f"{server.url}{page}", timeout=60)
            assert answer.status_code == 200, page
            assert "Three Streets" in answer.text
        paper = httpx.get(f"{server.url}/tables/{table}/papers/sign.pdf", timeout=60)
        assert paper.content.startswith(b"%PDF")
        ann = server.guest("ann")
        for command in (
            {"do": "sit", "seat": 1},
            {"do": "place-bets", "seat": 1, "amounts": {"ante": 5}},
            {"do": "ready", "seat": 1},
            {"do": "fold", "seat": 1},
        ):
            ann.do(table, command)
    finally:
        assert server.stop() == 0
    for words in (("audit", "verify"), ("doctor",)):
        with_game(*words, "--db", server.db)
    with_game("audit", "export", "--table", table, "--db", server.db)
    with_game("backup", tmp_path / "copy.db", "--db", server.db)


def test_bots_do_not_wait_for_the_general_solver() -> None:
    """The best first decision takes hours: bots of the game play cautiously."""
    with registered():
        (game,) = load(FILE)
        advisor = BotAdvisor()
        advisor._load("key", BEST, house_rules(game))
        assert not any(advisor._players.values())
        assert rules_document(house_rules(game))["game"] == game.name


def test_a_simulation_needs_no_kernel(tmp_path: Path, name: str) -> None:
    """A game that no kernel knows is played by the table engine, with nothing to write."""
    rounds, run = tmp_path / "rounds.jsonl", ("--rounds", "300", "--seed", "4", "--session", "100")
    ran = with_game("simulate", name, *run, "--strategy", "never", "--json", "--per-hour", "1")
    document = json.loads(ran.out)
    assert document["rounds"] == 300
    assert sum(document["wagers"][0]["hands"].values()) == 300
    # Nobody who folds at once wins or loses more than the ante.
    assert set(document["paths"]["quantiles"]["1"]) == set(document["paths"]["quantiles"]["99"])
    asked = ("simulate", name, *run, "--engine", "kernel")
    assert "no kernel plays this run" in with_game(*asked, code=2).err
    few = ("--rounds", "3", "--seed", "4", "--strategy", "always", "--history", rounds)
    with_game("simulate", name, *few)
    record = with_game("history", "record", rounds, "--round", "2")
    assert with_game("audit", "replay", "-", stdin=record.out).out.startswith("valid: ")
