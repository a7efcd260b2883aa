"""The verifier for players: it accepts a fair round and finds each kind of tampering."""

import json
import runpy
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from copy import deepcopy
from io import StringIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from built_records import (
    DEALER,
    HOUSE,
    OLD_SECRET,
    SECRET,
    WORDS,
    Event,
    Record,
    again,
    cut_at,
    fair,
    head,
    house_cut,
    promise,
    reveal,
    sealed,
    steps_of,
)
from conftest import ROOT, Ran
from pledged_records import PLEDGES, late, late_steps, place_of, pledged, pledged_steps
from tampered_records import INSIDE, OUTSIDE

PROGRAM = ROOT / "examples" / "verify_record.py"


class Said(NamedTuple):
    """What the program said, and how it ended."""

    returncode: int
    stdout: str
    stderr: str


def run(record: Any) -> Said:
    """Run the program in this process. A message that it exits with goes to standard error."""
    out, code, error = StringIO(), 0, ""
    with NamedTemporaryFile("w", encoding="utf-8") as file:
        file.write(record if isinstance(record, str) else json.dumps(record))
        file.flush()
        with patch("sys.argv", [str(PROGRAM), file.name]), redirect_stdout(out):
            try:
                runpy.run_path(str(PROGRAM), run_name="__main__")
            except SystemExit as end:
                code, error = 1, str(end.code)
    return Said(code, out.getvalue(), error)


def accepted(record: Record) -> list[str]:
    ran = run(record)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


def refused(record: Any) -> str:
    ran = run(record)
    assert (ran.returncode, ran.stderr[:7]) == (1, "WRONG: ")
    return ran.stderr


# Fair rounds --------------------------------------------------------------------------------------


def test_it_is_short_and_needs_nothing_of_ours() -> None:
    text = PROGRAM.read_text("utf-8")
    assert len(text.splitlines()) <= 130
    assert "import fairdeal" not in text
    assert "from fairdeal" not in text


@pytest.mark.parametrize("jokers", [0, 2])
@pytest.mark.parametrize("cut", [None, 23])
@pytest.mark.parametrize("words", ["", WORDS, "2=a"])
def test_a_fair_round(jokers: int, cut: int | None, words: str) -> None:
    said = accepted(fair(jokers, cut, words))
    assert all(line.startswith("ok: ") for line in said[:-1])
    assert f"ok: the players' words are: {words}" in said
    assert said[-1] == "The record is valid: every check holds."


@pytest.mark.parametrize("others", [0, 1, 2, 7])
def test_in_logs_of_any_length(others: int) -> None:
    accepted(fair(others=others, checkpoint=False))


@pytest.mark.parametrize("way", ["file", "-"])
def test_as_a_program_of_its_own(tmp_path: Path, way: str) -> None:
    """Started as a player starts it, with nothing but Python's own library on the path."""

    def started(record: Record) -> subprocess.CompletedProcess[str]:
        (file := tmp_path / "round.json").write_text(json.dumps(record), "utf-8")
        with file.open() as stdin:
            return subprocess.run(
                [sys.executable, "-I", str(PROGRAM), str(file) if way == "file" else way],
                stdin=stdin,
                capture_output=True,
                text=True,
                encoding="utf-8",
                check=False,
            )

    right = started(fair())
    assert (right.returncode, right.stderr) == (0, "")
    assert right.stdout.splitlines()[-1] == "The record is valid: every check holds."
    wrong = started(fair() | {"secret": OLD_SECRET})
    assert (wrong.returncode, wrong.stderr[:7]) == (1, "WRONG: ")
    assert "Traceback" not in wrong.stderr


def test_the_cut_of_the_house() -> None:
    cut = house_cut(2)
    record = head(WORDS, cut, 2)
    steps = steps_of(record)
    steps[1] = cut_at(cut, HOUSE)
    accepted(sealed(record, steps))
    record = head(WORDS, cut + 1, 2)
    steps = steps_of(record)
    steps[1] = cut_at(cut + 1, HOUSE)
    assert "the cut is the one in the log" in refused(sealed(record, steps))


def test_a_cut_that_is_made_again() -> None:
    """It takes the place of the one before."""
    record = head(WORDS, 40, 2)
    steps = steps_of(record)
    steps[1:2] = [cut_at(24), (DEALER, [{"event": "recut-ordered", "deck": "red"}]), cut_at(40)]
    accepted(sealed(record, steps))


@pytest.mark.parametrize(
    ("game", "jokers", "bets", "decisions"),
    [
        ("double-draw", 2, "ante bonus", ["bet", "draw", "fold"]),
        ("let-it-ride", 0, "bet-1 bet-2 bet-3", ["withdraw", "ride"]),
    ],
)
def test_the_entries_of_a_real_table(
    game: str,
    jokers: int,
    bets: str,
    decisions: list[str],
    fairdeal: Callable[..., Ran],
    tmp_path: Path,
) -> None:
    """A table plays the round; commitment and secret are added to what it wrote."""
    record = head("1=tea", None, jokers)
    order: list[str] = record["order"]
    more: dict[str, Event] = {
        "bet": {"wager": "first-draw", "amount": 10},
        "draw": {"discard": order[:2]},
    }
    auto = {"do": "auto"}
    commands = [
        *({"do": "sit", "seat": 1, "player": "ann"}, auto),
        *({"do": "bet", "seat": 1, "wager": bet, "amount": 10} for bet in bets.split()),
        *({"do": "ready", "seat": 1, "word": "tea"}, auto),
    ]
    for name in decisions:
        commands += [{"do": name, "seat": 1, **more.get(name, {})}, auto]
    script = "\n".join(map(json.dumps, commands))
    ran = fairdeal(
        *("table", game, "--seed", "1", "--deck", " ".join(order)),
        *("--script", "-", "--log", tmp_path / "log"),
        stdin=script,
    )
    assert "refused" not in ran.out, ran.out
    assert "error" not in ran.out, ran.out
    lines = (tmp_path / "log").read_text("utf-8").splitlines()
    entries = [json.loads(line) for line in lines[1:]]
    steps = [(entry["by"], entry["events"]) for entry in entries]
    kinds = [event["event"] for _, events in steps for event in events]
    assert kinds.count("round-ended") == 1
    assert "cards-dealt" in kinds
    assert ("cards-replaced" in kinds) == (game == "double-draw")
    steps[0][1].append(promise(SECRET))
    steps = [step for step in steps if all(event["event"] != "deck-cut" for event in step[1])]
    steps.append(reveal("1=tea", None, SECRET))
    said = accepted(sealed(record, steps))
    assert any("came next" in line for line in said)


def test_a_shuffle_that_was_ordered_after_bets() -> None:
    accepted(again("4=b"))
    accepted(again("2=a,4=b"))
    for words in ("2=a", "", "2=c,4=b", "4=b,2=a"):
        assert "the players' words are" in refused(again(words))


# Words that are pledged ---------------------------------------------------------------------------


def test_words_that_are_pledged() -> None:
    said = accepted(pledged())
    assert "ok: it is of protocol 2: the players' words are pledged before shown" in said
    assert "ok: seat 2 revealed the word that it had pledged" in said
    assert "ok: seat 4 sent an open word with its bets" in said
    assert f"ok: the players' words are: {WORDS}" in said


def test_a_record_of_before_says_so() -> None:
    assert "ok: it is of protocol 1: the players' words were open" in accepted(fair())


def test_a_late_order_has_words_pledged_anew() -> None:
    said = accepted(late())
    assert "ok: the players' words are: 2=new" in said
    assert "ok: seat 4 had its time to reveal a word, and withheld it" in said


@pytest.mark.parametrize("what", PLEDGES)
def test_an_insider_is_found(what: str) -> None:
    build, change, says = PLEDGES[what]
    record = head(WORDS if build is pledged_steps else "2=new", None, 2)
    steps = deepcopy(build(record))
    accepted(sealed(record, steps))
    change(steps)
    assert says in refused(sealed(record, steps))


def test_a_word_that_had_no_time() -> None:
    record = head("2=new", None, 2)
    one = sealed(record, late_steps(record))
    steps = [(entry["by"], entry["events"]) for entry in one["entries"]]
    at = place_of(steps, "word-withheld")
    # In the entry, and so at the time, of the last pledge.
    last = [n for n, (_, events) in enumerate(steps) if events[-1]["event"] == "word-pledged"][-1]
    steps[last][1].extend(steps.pop(at)[1])
    assert "seat 4 had its time" in refused(sealed(record, steps))


def test_numbers_that_cannot_be_shared_out_are_passed_over() -> None:
    """Too rare to meet in a real stream: all ones, then the largest that may stand, then zeros."""
    most = 2**32 - 2**32 % 54
    blocks = [b"\xff" * 32, most.to_bytes(4, "big") + (most - 1).to_bytes(4, "big") + bytes(24)]

    class Hmac:
        @staticmethod
        def digest(_: bytes, text: bytes, __: str) -> bytes:
            return blocks[int(text.rpartition(b"|")[2])]

    draws = runpy.run_path(str(PROGRAM))["draws"]
    draws.__globals__["hmac"] = Hmac
    assert list(draws(b"", "x", [54, 53])) == [53, 0]
    assert list(draws(b"", "x", [32, 54])) == [31, 53]


# What is found ------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", OUTSIDE)
def test_a_changed_record_is_found(what: str) -> None:
    change, says = OUTSIDE[what]
    change(record := fair())
    assert says in refused(record)


@pytest.mark.parametrize("what", INSIDE)
def test_a_dishonest_log_is_found(what: str) -> None:
    change, says = INSIDE[what]
    record = head(WORDS, 23, 2)
    steps = deepcopy(steps_of(record))
    accepted(sealed(record, steps))
    change(steps)
    assert says in refused(sealed(record, steps))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "null", '{"proof": {}}', '{"proof": null}'])
def test_what_is_no_record(text: str) -> None:
    assert "no whole record" in refused(text)


@pytest.mark.parametrize("name", sorted(fair()))
def test_a_record_without_a_part(name: str) -> None:
    record = fair()
    del record[name]
    if name in ("number", "seats"):
        accepted(record)
    else:
        assert "no whole record" in refused(record)
