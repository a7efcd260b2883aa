"""`fairdeal table`: scripts answered line by line, views, errors, the schema, and by itself."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from felt import ALL

from fairdeal.cli import main
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.wire.schema import schema

PROGRAM = [sys.executable, "-c", "from fairdeal.cli import main; main()", "table"]
RET = "run-em-twice"
DECK = "Ah Kd 6c 6d Qs As Ks"
ROUND: list[dict[str, Any]] = [
    {"do": "sit", "seat": 1, "player": "ann"},
    {"do": "auto"},
    {"do": "bet", "seat": 1, "wager": "first-ante", "amount": 5},
    {"do": "bet", "seat": 1, "wager": "second-ante", "amount": 5.00},
    {"do": "auto"},
    {"do": "bet", "seat": 1, "wager": "first-run", "amount": 15},
    {"do": "auto"},
    {"do": "bet", "seat": 1, "wager": "second-run", "amount": 5},
    {"do": "auto"},
    {"do": "bet", "seat": 1, "wager": "center", "amount": 10},
    {"do": "auto"},
]


def lines(*commands: Any) -> bytes:
    return (
        b"\n".join(c if isinstance(c, bytes) else json.dumps(c).encode() for c in commands) + b"\n"
    )


def answers(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    script: bytes,
    *options: str,
    game: str = RET,
) -> list[dict[str, Any]]:
    """What the command answers to a script on standard input, one document a line."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(script), "utf-8"))
    with pytest.raises(SystemExit) as done:
        main(["table", game, "--script", "-", *options])
    out, err = capsys.readouterr()
    assert done.value.code == 0, err
    assert err == ""
    return [json.loads(line) for line in out.splitlines()]


@pytest.fixture(name="ask")
def _ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    return lambda *commands, options=(), game=RET: answers(
        capsys, monkeypatch, lines(*commands), *options, game=game
    )


def test_one_answer_a_line_with_version_events_and_next(ask: Any) -> None:
    told = ask(*ROUND, options=("--deck", DECK))
    assert len(told) == len(ROUND)
    assert all(set(answer) == {"version", "events", "next"} for answer in told)
    version = 0
    for answer in told:
        version += len(answer["events"])
        assert answer["version"] == version
        assert all({"say", "clause", "by"} <= set(line) for line in answer["next"])
    paid = [e for e in told[-1]["events"] if e["event"] == "wager-paid"]
    # Aces and kings: ante 5, run 15 at 2 to 1, sixes push twice, center 10 at 2 to 1.
    # Pushes are told before wins are paid (reading losing-first).
    assert [(e["wager"], e["amount"]) for e in paid] == [
        *(("second-ante", 5), ("second-run", 5), ("first-ante", 10), ("first-run", 45)),
        ("center", 30),
    ]


def test_a_refused_command_changes_nothing_and_the_run_goes_on(ask: Any) -> None:
    bad = {"do": "bet", "seat": 1, "wager": "first-ante", "amount": 3}
    told = ask(ROUND[0], bad, {"do": "view"})
    assert told[1]["version"] == told[0]["version"] == told[2]["version"] == 1
    assert set(told[1]) == {"version", "refused", "clause"}
    assert told[1]["clause"] == "MD-RET 7.E(1)"
    ann = {"seat": 1, "player": "ann", "name": "ann", "wagers": {}, "purse": 0}
    assert told[2]["view"]["seats"] == [ann]


def test_several_wagers_in_one_line(ask: Any) -> None:
    antes = {"first-ante": 15, "second-ante": 15.00}
    told = ask(ROUND[0], {"do": "place-bets", "seat": 1, "amounts": antes}, {"do": "view"})
    assert [event["amount"] for event in told[1]["events"]] == [15, 15]
    assert told[2]["view"]["seats"][0]["wagers"] == antes


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"do": "place-bets", "seat": 1}, "place-bets needs amounts"),
        ({"do": "place-bets", "seat": 1, "amounts": 5}, "place-bets: amounts cannot be 5"),
        (
            {"do": "place-bets", "seat": 1, "amount": 5},
            "has no 'amount': it takes seat, amounts and accepted",
        ),
        ({"do": "bet", "seat": 1, "wager": "center", "amounts": {"a": 5}}, "has no 'amounts'"),
        ({"do": "bet", "seat": 1, "wager": "center"}, "bet needs amount"),
        (
            {"do": "place-bets", "seat": 1, "amounts": {"center": 5}, "amount": 5},
            "has no 'amount'",
        ),
        ({"do": "cut"}, "cut needs depth"),
        ({"do": "wrong-number", "seat": 1}, "has no 'seat': it takes place and cards"),
    ],
)
def test_what_is_wrong_with_an_amount_is_said(ask: Any, line: dict[str, Any], said: str) -> None:
    (told,) = ask(line)
    assert said in told["error"]
    assert "cents" not in told["error"]


NO_COMMANDS = [
    b'{"do": "place-bets", "seat": 1}',
    b'{"do": "place-bets", "seat": 1, "amounts": 5}',
    b'{"do": "place-bets", "seat": 1, "amounts": {"first-ante": "5"}}',
    b'{"do": "place-bets", "seat": 1, "amounts": {"first-ante": 5.001}}',
    b'{"do": "place-bets", "seat": 1, "cents": {"first-ante": 500}}',
    b"nonsense",
    b"{",
    b"[]",
    b"7",
    b"null",
    b'"deal"',
    b"{}",
    b'{"do": 7}',
    b'{"do": "dael"}',
    b'{"do": "sit"}',
    b'{"do": "sit", "seat": "1", "player": "ann"}',
    b'{"do": "sit", "seat": 1, "player": "ann", "shoe": 1}',
    b'{"do": "sit", "seat": true, "player": "ann"}',
    b'{"do": "sit", "seat": 1.5, "player": "ann"}',
    b'{"do": "sit", "seat": 1, "player": "\\ud800"}',
    b'{"do": "sit", "seat": 1, "player": "a", "player": "b"}',
    b'{"do": "bet", "seat": 1, "wager": "first-ante", "amount": "5"}',
    b'{"do": "bet", "seat": 1, "wager": "first-ante", "amount": 5.001}',
    b'{"do": "bet", "seat": 1, "wager": "first-ante", "amount": NaN}',
    b'{"do": "bet", "seat": 1, "wager": "first-ante", "amount": 1e400}',
    b'{"do": "bet", "seat": 1, "wager": "first-ante", "cents": 500}',
    b'{"do": "bet", "seat": 1, "wager": "first-ante"}',
    b'{"do": "deal", "cards": ["Xx"]}',
    b'{"do": "deal", "cards": 7}',
    b'{"do": "deal", "cards": [1, 2]}',
    b'{"do": "draw", "seat": 1, "discard": "As Xx"}',
    b'{"do": "malfunction", "device": "lamp"}',
    b'{"do": "count-stub", "cards": "As"}',
    b'{"do": "count-stub", "cards": ' + b"9" * 4_300 + b"}",
    b'{"do": "count-stub", "cards": 1, "found": {"left": ' + b"9" * 4_300 + b"}}",
    b'{"do": "deal", "skip": [' + b"9" * 4_300 + b"]}",
    b'{"do": "auto", "rounds": 3}',
    b'{"do": "view", "viewer": "seat:1"}',
    b"\xff\xfe",
    b'{"do": "sit", "seat": 1, "player": "\xff"}',
    b"[" * 100_000,
]


def test_a_line_that_is_no_command_is_answered_with_error(ask: Any) -> None:
    told = ask(*NO_COMMANDS, ROUND[0])
    assert len(told) == len(NO_COMMANDS) + 1
    for line, answer in zip(NO_COMMANDS, told, strict=False):
        assert set(answer) == {"version", "error"}, line
        assert answer["version"] == 0
        assert len(answer["error"]) < 300
        assert "Traceback" not in answer["error"]
    assert told[-1]["version"] == 1, "the run goes on"


def test_every_command_has_a_place_in_a_script(ask: Any) -> None:
    """A command of every kind is read: it may be refused at an empty table, not misunderstood."""
    sample = {
        "seat": 1,
        "wager": "first-ante",
        "amount": 5,
        "minimum": 5,
        "maximum": 500,
        "amounts": {"first-ante": 5},
        "dollars": {"mega": 10000},
        "chips": 1,
        "cards": 3,
        "place": "seat:1",
        "area": "left",
        "device": "shoe",
        "depth": 20,
        "reason": "the floor says so",
        "words": "good evening",
        "word": "seven",
        "pledge": "ab" * 32,
        "how": "added",
        "misdealt": False,
    }
    documents = []
    for name, definition in schema()["$defs"]["commands"].items():
        tag = definition["properties"]["do"]["const"]
        required = [key for key in definition["required"] if key != "do"]
        document = {"do": tag, **{key: sample[key] for key in required}}
        if tag == "sit":
            document["player"] = "ann"
        if tag == "close-table":
            document["cards"] = {"red": 52}
        documents.append(document)
        assert name
    told = ask(*documents)
    assert len(told) == len(cmd.COMMANDS)
    assert not [answer for answer in told if "error" in answer]


# Views --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", ["public", "dealer", "floor", "seat:1", "seat:2"])
def test_a_view_is_sent_what_it_may_see_and_nothing_more(ask: Any, viewer: str) -> None:
    told = ask(*ROUND[:5], {"do": "view"}, options=("--deck", DECK, "--view", viewer))
    text = json.dumps(told)
    own = viewer == "seat:1"
    assert ('"As"' in text) is own
    assert ('"Ks"' in text) is own
    assert not any(card in text for card in ("Ah", "Kd", "6c", "6d", "Qs"))


@pytest.mark.parametrize("viewer", ["public", "seat:1"])
def test_the_discard_rack_is_not_for_players(ask: Any, viewer: str) -> None:
    told = ask(*ROUND, {"do": "history"}, options=("--deck", DECK, "--view", viewer))
    assert told[-1]["clause"] == "MD-RET 11.K"
    assert "refused" in told[-1]


@pytest.mark.parametrize("viewer", ["auditor", "dealer"])
def test_the_discard_rack_is_for_the_house(ask: Any, viewer: str) -> None:
    told = ask(*ROUND, {"do": "history"}, options=("--deck", DECK, "--view", viewer))
    assert told[-1]["history"][0]["seats"][0]["cards"] == ["As", "Ks"]


def test_the_history_tells_finished_rounds_only(ask: Any) -> None:
    history = {"do": "history"}
    told = ask(*ROUND[:6], history, *ROUND[6:], history, options=("--deck", DECK))
    assert told[6]["history"] == []
    (round_told,) = told[-1]["history"]
    assert round_told["seats"][0]["cards"] == ["As", "Ks"]
    assert "Seat 1 bets $15 on 1st Run" in round_told["told"]


# The same bytes, the schema, options --------------------------------------------------------------


def run(*options: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*PROGRAM, *options], input=stdin, capture_output=True, check=False, timeout=60
    )


def test_same_deck_seed_and_script_same_bytes(tmp_path: Path) -> None:
    script = tmp_path / "round.jsonl"
    script.write_bytes(lines(*ROUND))
    first = run(RET, "--seed", "7", "--script", str(script))
    assert first.returncode == 0
    assert first.stdout.count(b"\n") == len(ROUND)
    assert run(RET, "--seed", "7", "--script", "-", stdin=lines(*ROUND)).stdout == first.stdout
    assert run(RET, "--seed", "8", "--script", str(script)).stdout != first.stdout


def test_a_line_separator_inside_a_text_splits_no_line(tmp_path: Path) -> None:
    # A name that cannot be printed is refused, as one command and not as two halves of one.
    command = json.dumps({"do": "receive-decks", "colors": ["a\u2028b"]}, ensure_ascii=False)
    script = tmp_path / "names.jsonl"
    script.write_text("\ufeff" + command + "\r\n\r\n" + command, encoding="utf-8")
    done = run(RET, "--script", str(script))
    assert [set(json.loads(line)) for line in done.stdout.decode().split("\n")[:-1]] == [
        {"version", "refused", "clause"},
        {"version", "refused", "clause"},
    ]


@pytest.mark.parametrize(
    "options",
    [
        ("roulette",),
        (RET, "--jurisdiction", "nevada"),
        (RET, "--view", "seat:9", "--script", "-"),
        (RET, "--deck", "As As", "--script", "-"),
        (RET, "--deck", "*", "--script", "-"),
        (RET, "--deck", "Xx", "--script", "-"),
        (RET, "--script", "no-such-file"),
        (RET, "--rules", "no-such-file", "--script", "-"),
    ],
)
def test_bad_options_are_one_line_and_code_2(
    options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as done:
        main(["table", *options])
    out, err = capsys.readouterr()
    assert done.value.code == 2
    assert out == ""
    assert err.startswith("fairdeal: ")
    assert err.count("\n") == 1


def fits(definition: dict[str, Any], value: Any) -> bool:
    """A small part of JSON Schema: what this schema uses."""
    if "anyOf" in definition:
        return any(fits(option, value) for option in definition["anyOf"])
    if "enum" in definition:
        return value in definition["enum"]
    if "const" in definition:
        return bool(value == definition["const"])
    kinds = definition.get("type")
    checks = {
        "object": lambda v: isinstance(v, dict),
        "array": lambda v: isinstance(v, list),
        "string": lambda v: isinstance(v, str),
        "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
        "number": lambda v: isinstance(v, int | float) and not isinstance(v, bool),
        "boolean": lambda v: isinstance(v, bool),
        "null": lambda v: v is None,
    }
    if kinds and not any(checks[k](value) for k in ([kinds] if isinstance(kinds, str) else kinds)):
        return False
    if isinstance(value, dict):
        properties = definition.get("properties", {})
        if not set(definition.get("required", [])) <= set(value):
            return False
        if properties and not set(value) <= set(properties):
            return False
        return all(fits(properties[key], value[key]) for key in value if key in properties)
    if isinstance(value, list) and "items" in definition:
        return all(fits(definition["items"], one) for one in value)
    return True


def test_everything_printed_fits_the_schema(ask: Any) -> None:
    definitions = schema()["$defs"]
    events = {d["properties"]["event"]["const"]: d for d in definitions["events"].values()}
    for viewer in ("floor", "seat:1"):
        for game, answer in (("run-em-twice", "fold"), ("let-it-ride", "ride")):
            base = {"run-em-twice": ["first-ante", "second-ante"]}.get(
                game, ["bet-1", "bet-2", "bet-3"]
            )
            script = [
                ROUND[0],
                {"do": "auto"},
                *({"do": "bet", "seat": 1, "wager": wager, "amount": 5} for wager in base),
                {"do": "bet", "seat": 1, "wager": "progressive", "amount": 1},
                *({"do": "auto"}, {"do": answer, "seat": 1}, {"do": "auto"}) * 2,
                {"do": "view"},
            ]
            told = ask(*script, options=("--view", viewer), game=game)
            for document in told[:-1]:
                for event in document.get("events", []):
                    assert fits(events[event["event"]], event), event
            assert fits(definitions["view"], told[-1]["view"])
            # Nothing is asked of the floorperson, these cards are committed to by nobody, so that
            # no words are pledged, and the house's own part is the house's.
            absent = {"asked", "commitment", "words-round"} | (
                {"inventory", "house"} if viewer == "seat:1" else set()
            )
            assert set(told[-1]["view"]) == set(definitions["view"]["properties"]) - absent


def test_the_schema_is_printed_with_a_sentence_for_each() -> None:
    done = run(RET, "--schema")
    printed = json.loads(done.stdout)
    assert done.returncode == 0
    assert printed == json.loads(json.dumps(schema()))
    commands, events = printed["$defs"]["commands"], printed["$defs"]["events"]
    assert len(commands) == len(cmd.COMMANDS)
    assert len(events) == len(ev.EVENTS)
    for definition in [*commands.values(), *events.values()]:
        assert definition["description"].strip()
        assert "\n" not in definition["description"]
    for line in ROUND:
        # Who sits down is told beside the command.
        command = {key: value for key, value in line.items() if key != "player"}
        if command["do"] != "auto":
            assert any(fits(definition, command) for definition in commands.values())


@pytest.mark.parametrize(("game", "jurisdiction"), ALL)
def test_without_a_terminal_it_plays_one_round_by_itself(game: str, jurisdiction: str) -> None:
    done = run(game, "--jurisdiction", jurisdiction, "--seed", "3")
    text = done.stdout.decode()
    assert done.returncode == 0, done.stderr
    assert "one round told in words" in text
    assert "Seat 1 is taken by Ann" in text
    assert text.count("No more bets") == (3 if game == "double-draw" else 1)
    assert "Round 1 is over" in text
    assert run(game, "--jurisdiction", jurisdiction, "--seed", "3").stdout == done.stdout


def test_a_rules_file_is_obeyed(tmp_path: Path, ask: Any) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text(
        'operator = "x"\njurisdiction = "maryland"\ngame = "run-em-twice"\nminimum = 25\n'
        'maximum = 100\nchip-step = 25\ndealing = "hand"\nshuffling = "automated-counting"\n'
        "decks = 2\n"
    )
    told = ask(
        ROUND[0],
        {"do": "auto"},
        ROUND[2],
        {"do": "bet", "seat": 1, "wager": "five-card-bonus", "amount": 25},
        options=("--rules", str(rules)),
    )
    assert told[1]["events"][0]["colors"] == ["red", "blue"]
    assert "from $25 to $100" in told[2]["refused"]
    assert "not offered" in told[3]["refused"]


def test_a_table_of_one_seat_plays_by_itself(tmp_path: Path) -> None:
    rules = (ROOT / "examples/rules/double-draw.toml").read_text()
    file = tmp_path / "one.toml"
    file.write_text(re.sub(r"seats = \d", "seats = 1", rules))
    done = run("double-draw", "--rules", str(file))
    assert done.returncode == 0
    assert b"Round 1 is over" in done.stdout
    assert b"Bob" not in done.stdout
