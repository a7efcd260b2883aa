"""A script's lines and answers as their schema has them; `auto` where cards are named; one writer
of a log at a time.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran
from jsonschema_rs import Draft202012Validator

from fairdeal.errors import BadInputError
from fairdeal.games import GAMES
from fairdeal.play.journal import Journal, resume
from fairdeal.wire.schema import schema

Run = Callable[..., Ran]
COMMANDS = Path(__file__).parents[2] / "docs" / "commands.md"
OPEN = [{"do": "sit", "seat": 1, "player": "ann"}, {"do": "auto"}]
ANTES = {"do": "place-bets", "seat": 1, "amounts": {"first-ante": 5, "second-ante": 5}}


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({**schema(), "$ref": f"#/$defs/{name}"})


def asked(fairdeal: Run, lines: list[Any], *options: str) -> list[Any]:
    text = "\n".join(json.dumps(line) for line in lines)
    ran = fairdeal("table", "run-em-twice", "--script", "-", *options, stdin=text)
    assert ran.code == 0, ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


# The schema of what is said and answered ----------------------------------------------------------


def test_every_example_of_the_documentation_is_a_line() -> None:
    line = validator("line")
    text = COMMANDS.read_text(encoding="utf-8")
    examples = re.findall(r"`(\{\"do\".*?\})` \|$", text, re.MULTILINE)
    assert len(examples) > 50
    for example in examples:
        said = json.loads(example)
        assert line.is_valid(said), example
        if said["do"] not in ("auto", "view", "history"):
            dora = {"id": "dora", "role": "dealer", "name": "Dora"}
            assert line.is_valid({**said, "by": dora, "time": 5, "key": "k", "at": "1.bets"})


@pytest.mark.parametrize(
    "said",
    [
        {"do": "auto", "key": "k"},
        {"do": "fold", "seat": 1, "player": "ann"},
        {"do": "fold", "seat": 1, "time": -1},
        {"do": "fold", "seat": 1, "by": "ann"},
        {"do": "fold", "seat": 1, "by": {"id": "ann", "role": "king"}},
        {"do": "nothing"},
        {"seat": 1},
    ],
)
def test_what_no_script_may_say_is_no_line(said: Any, fairdeal: Run) -> None:
    assert not validator("line").is_valid(said)
    (answer,) = asked(fairdeal, [said])
    assert "error" in answer


def test_every_answer_is_one_of_the_schema(fairdeal: Run) -> None:
    lines = [*OPEN, ANTES, {"do": "cut", "depth": 1}, {"do": "nonsense"}, {"do": "auto"}]
    lines += [{"do": "fold", "seat": 1}, {"do": "auto"}, {"do": "view"}, {"do": "history"}]
    answers = asked(fairdeal, lines, "--seed", "7")
    kinds = {"events", "refused", "error", "view", "history"}
    assert {kind for answer in answers for kind in kinds & answer.keys()} == kinds
    for answer in answers:
        assert validator("answer").is_valid(answer), answer
        assert not validator("answer").is_valid({**answer, "more": 1})


# Cards that are named -----------------------------------------------------------------------------


def test_the_automatic_dealer_waits_for_cards_to_be_named(fairdeal: Run) -> None:
    lines = [
        *OPEN,
        ANTES,
        {"do": "auto"},
        {"do": "auto"},
        {"do": "deal", "cards": "As Ks Qs Js Ts"},
    ]
    *_, closed, waits, dealt = asked(fairdeal, lines, "--cards", "named")
    assert [event["event"] for event in closed["events"]] == ["bets-closed"]
    assert waits["events"] == []
    assert waits["next"][-1]["command"]["do"] == "deal"
    assert [event["event"] for event in dealt["events"]] == ["cards-dealt"]


# One writer ---------------------------------------------------------------------------------------


def test_a_log_that_is_being_played_is_not_gone_on_from(tmp_path: Path) -> None:
    log = tmp_path / "table.log"
    command = [sys.executable, "-m", "fairdeal", "table", "run-em-twice", "--seed", "1"]
    with subprocess.Popen(
        [*command, "--log", log, "--script", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        playing.stdin.write('{"do": "receive-decks"}\n')
        playing.stdin.flush()
        assert "decks-received" in playing.stdout.readline()
        with pytest.raises(BadInputError, match="stop it first"):
            resume(log, GAMES)
        written = log.read_bytes()
        playing.kill()
    session, journal = resume(log, GAMES)
    assert log.read_bytes() == written
    assert session.entries == 1
    assert isinstance(journal, Journal)
    journal.close()
