"""One golden transcript a game: a script, and what the table says to it in words.

A transcript begins with the command it stands for; `>` lines are commands, indented lines what
happened, `->` lines what comes next. `FAIRDEAL_UPDATE_TRANSCRIPTS=1` writes the answers anew; read
them against the text before they are kept.
"""

import json
import os
import shlex
from pathlib import Path

import pytest
from felt import ALL, Felt, rules_of

from fairdeal.errors import Refused
from fairdeal.table import events as ev
from fairdeal.table.state import State
from fairdeal.wire.commands import read_line
from fairdeal.wording.dealer import instructions
from fairdeal.wording.event_words import event_sentence

FOLDER = Path(__file__).parent / "transcripts"


def file_of(game: str, jurisdiction: str) -> Path:
    name = game if jurisdiction == "maryland" else f"{game}-{jurisdiction}"
    return FOLDER / f"{name}.txt"


def table_of(command: str) -> Felt:
    words = shlex.split(command)
    options = dict(zip(words[3::2], words[4::2], strict=True))
    rules = rules_of(words[2], options.get("--jurisdiction"))
    return Felt(rules, deck=options["--deck"], seed=0)


def replayed(text: str) -> str:
    """The transcript with its answers told again."""
    lines = [line for line in text.splitlines() if not line.startswith(("  ", "->"))]
    felt = table_of(lines[0])
    out: list[str] = []
    said: list[str] = []

    def hear(state: State, event: ev.Event) -> None:
        said.append(event_sentence(state, event) or "")

    felt.watch(hear)
    for line in lines:
        out.append(line)
        if not line.startswith("> "):
            continue
        said.clear()
        document = json.loads(line[2:])
        try:
            if document == {"do": "auto"}:
                felt.dealer()
            else:
                command, envelope = read_line(felt.state, document)
                felt.play((command, envelope.by) if envelope.by else command, time=envelope.time)
        except Refused as refusal:
            out.append(f"  refused: {refusal.reason} ({refusal.clause})")
        out += [f"  {words}" for words in said if words]
        out += [f"-> {line.say} ({line.clause})" for line in instructions(felt.state)]
    return "\n".join(out) + "\n"


def test_none_is_missing_and_none_is_left_over() -> None:
    assert {file_of(*game) for game in ALL} == set(FOLDER.iterdir())


@pytest.mark.parametrize(("game", "jurisdiction"), ALL)
def test_the_transcript_is_reproduced(game: str, jurisdiction: str) -> None:
    file = file_of(game, jurisdiction)
    text = file.read_text(encoding="utf-8")
    again = replayed(text)
    if os.environ.get("FAIRDEAL_UPDATE_TRANSCRIPTS"):
        file.write_text(again, encoding="utf-8")
    assert again == text
