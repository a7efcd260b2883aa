"""The command line: what it prints, where, and with which exit code."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Ran
from deals import cross, five, hand
from deals import draw as double_draw

from fairdeal.cli.games import game_document
from fairdeal.games import GAMES, READINGS
from fairdeal.wire.deal import settle

Run = Callable[..., Ran]

GOOD = double_draw(five(1, "7c 7d 7h 7s 2c"))
BAD = double_draw(five(1, "7c 7c 7h 7s 2c"))
TEXT = json.dumps(GOOD)


def refused(ran: Ran, *words: str) -> None:
    """Exit code 2, nothing on standard output, one line on standard error."""
    assert ran.code == 2
    assert ran.out == ""
    (line,) = ran.err.splitlines()
    assert line.startswith("fairdeal: ")
    for word in words:
        assert word in line


# settle -------------------------------------------------------------------------------------------


def test_settle_a_file(fairdeal: Run, tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    path.write_text(json.dumps(GOOD, indent=2))
    ran = fairdeal("settle", "--json", path)
    assert (ran.code, ran.err) == (0, "")
    assert ran.json == settle(GOOD)


# What stands on standard input, and whether the answer is an object or an array.
SHAPES: dict[str, tuple[str, Any]] = {
    "one object": (TEXT, settle(GOOD)),
    "one line with a line feed": (TEXT + "\n", settle(GOOD)),
    "blank lines around": (f"\n\n{TEXT}\n\n", settle(GOOD)),
    "over many lines": (json.dumps(GOOD, indent=4), settle(GOOD)),
    "byte order mark": ("\ufeff" + TEXT, settle(GOOD)),
    "carriage returns": (json.dumps(GOOD, indent=1).replace("\n", "\r\n"), settle(GOOD)),
    "an array": (json.dumps([GOOD, GOOD]), [settle(GOOD)] * 2),
    "an array of one": (json.dumps([GOOD]), [settle(GOOD)]),
    "an empty array": ("[]", []),
    "JSON Lines": (f"{TEXT}\n{TEXT}\n", [settle(GOOD)] * 2),
    "JSON Lines with blank lines": (f"{TEXT}\r\n\r\n{TEXT}", [settle(GOOD)] * 2),
    "many digits": (TEXT.replace(": 10", ": 10.00000000000000000000000"), settle(GOOD)),
    "an exponent": (TEXT.replace(": 10", ": 1e1"), settle(GOOD)),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_settle_standard_input(shape: str, fairdeal: Run) -> None:
    text, answer = SHAPES[shape]
    ran = fairdeal("settle", "--json", "-", stdin=text)
    assert (ran.code, ran.err) == (0, "")
    assert ran.json == answer


def test_settle_answers_an_impossible_deal_in_its_place(fairdeal: Run) -> None:
    for text in (json.dumps([GOOD, BAD, GOOD]), "\n".join(map(json.dumps, [GOOD, BAD, GOOD]))):
        ran = fairdeal("settle", "--json", "-", stdin=text)
        assert ran.code == 2
        assert ran.json == [settle(GOOD), {"error": "7c is there twice"}, settle(GOOD)]


@pytest.mark.parametrize(
    "broken", ["{", '{"a": NaN}', '{"a": 1, "a": 2}', "5", '{"a": 1e99999999999999999999}']
)
def test_settle_answers_a_broken_line_in_its_place(broken: str, fairdeal: Run) -> None:
    ran = fairdeal("settle", "--json", "-", stdin=f"{TEXT}\n{broken}\n{TEXT}\n")
    assert ran.code == 2
    first, second, third = ran.json
    assert first == third == settle(GOOD)
    assert list(second) == ["error"]


def test_names_may_hold_any_character(fairdeal: Run) -> None:
    name = "Zoë \u2028 \x85 王 [bold]"
    deal = GOOD | {"seats": [GOOD["seats"][0] | {"player": name}]}
    line = json.dumps(deal, ensure_ascii=False)
    ran = fairdeal("settle", "--json", "-", stdin=f"{line}\n{line}")
    assert ran.code == 0
    assert [answer["seats"][0]["player"] for answer in ran.json] == [name] * 2
    assert "[bold]" in fairdeal("settle", "-", stdin=line).out


UNREADABLE: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "empty"),
    "blank": (b" \n \n", "empty"),
    "half an object": (b'{"game": ', "not JSON"),
    "half an object over lines": (json.dumps(GOOD, indent=1)[:-3].encode(), "not JSON"),
    "a comma too few": (b'{"seats": [\n {"seat": 1}\n {"seat": 2}]}', "not JSON"),
    "half an array": (f"[\n{TEXT},\n{TEXT}\n".encode(), "not JSON"),
    "an impossible deal": (json.dumps(BAD).encode(), "7c is there twice"),
    "a number": (b"5", "must be an object"),
    "null": (b"null", "must be an object, not null"),
    "binary": (bytes(range(256)), "not text in UTF-8"),
    "UTF-16": (TEXT.encode("utf-16"), "not text in UTF-8"),
    "a null byte": (b"\x00", "not JSON"),
    "NaN": (TEXT.replace(": 10", ": NaN").encode(), "NaN is no number"),
    "Infinity": (TEXT.replace(": 10", ": -Infinity").encode(), "-Infinity is no number"),
    "a key twice": (b'{"game": "double-draw", "game": "let-it-ride"}', "'game' stands twice"),
    "deep nesting": (b"[" * 100_000, "nested too deeply"),
    "deep nesting inside": (b'{"game": ' + b"[" * 64 + b"]" * 64 + b"}", "nested too deeply"),
    "nesting that is still read": (
        b'{"game": ' + b"[" * 63 + b"]" * 63 + b"}",
        "game cannot be [[",
    ),
    "a long integer": (TEXT.replace(": 10", ": " + "9" * 5_000).encode(), "too long"),
    "a long number": (TEXT.replace(": 10", ": 9e" + "9" * 50).encode(), "cannot be read"),
    "a large exponent": (TEXT.replace(": 10", ": 1e999999999").encode(), "too large"),
    "a small exponent": (TEXT.replace(": 10", ": 1e-999999999").encode(), "decimals"),
    "half a character": (TEXT.replace('"7c ', '"\\ud800 ').encode(), "half of a character"),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_settle_refuses(kind: str, fairdeal: Run) -> None:
    data, words = UNREADABLE[kind]
    refused(fairdeal("settle", "--json", "-", stdin=data), words)
    refused(fairdeal("settle", "-", stdin=data), words)


def test_files_that_cannot_be_read(fairdeal: Run, tmp_path: Path) -> None:
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(64 * 1024 * 1024 + 1)
    for command in ("settle", "check"):
        refused(fairdeal(command, tmp_path / "absent"), "absent", "no such file")
        refused(fairdeal(command, tmp_path), "is a directory")
        refused(fairdeal(command, huge), "larger than")


def test_settle_for_a_person(fairdeal: Run) -> None:
    seat = hand(2, "As Ks", player="ann", progressive=1)
    ran = fairdeal("settle", "-", stdin=json.dumps(cross("Qs Js 2d 7h Ts", seat, progressive="A")))
    assert ran.code == 0
    assert "Seat 2, ann" in ran.out
    assert "royal flush" in ran.out
    assert "500 to 1" in ran.out
    assert "MD-RET 12.B(1)" in ran.out
    assert "meters after the round: meter $10,000\n" in ran.out
    ran = fairdeal("settle", "-", stdin=json.dumps([GOOD, BAD]))
    assert ran.code == 2
    assert "refused: 7c is there twice" in ran.out


def test_a_meter_is_shown_in_whole_cents_rounded_down(fairdeal: Run) -> None:
    deal = cross(
        "Ah Kd Qs Jc 9s", hand(1, "2c 7d"), progressive="A", meters={"meter": 10_000.999999}
    )
    assert "meter $10,000.99\n" in fairdeal("settle", "-", stdin=json.dumps(deal)).out
    assert (
        fairdeal("settle", "--json", "-", stdin=json.dumps(deal)).json["meters"] == deal["meters"]
    )


# check --------------------------------------------------------------------------------------------

RULES = ROOT / "examples" / "rules" / "double-draw.toml"


def test_check_a_good_file(fairdeal: Run, tmp_path: Path) -> None:
    ran = fairdeal("check", "--json", RULES)
    assert (ran.code, ran.err) == (0, "")
    assert list(ran.json) == ["valid", "findings", "warnings"]
    assert ran.json["valid"] is True
    assert ran.json["findings"] == []
    text = (ROOT / "examples" / "rules" / "let-it-ride.toml").read_text(encoding="utf-8")
    uncut = tmp_path / "uncut.toml"
    # A maximum at which the payout limit cuts no win is warned of by nobody.
    uncut.write_text(re.sub("^maximum = .*$", "maximum = 16", text, flags=re.MULTILINE))
    ran = fairdeal("check", uncut)
    assert (ran.code, ran.out) == (0, "uncut.toml: in order, no findings\n")


def test_check_tells_warnings_and_is_content(fairdeal: Run) -> None:
    ran = fairdeal("check", "--json", RULES)
    (warning,) = ran.json["warnings"]
    assert list(warning) == ["clause", "field", "line", "message"]
    ran = fairdeal("check", RULES)
    assert (ran.code, ran.err) == (0, "")
    first, *words, last = ran.out.splitlines()
    assert first == f"warning: line {warning['line']}, seats (MD-DD .13A)"
    assert " ".join(" ".join(words).split()) == warning["message"]
    assert last == "double-draw.toml: in order, no findings, 1 warning"


def test_check_a_bad_file(fairdeal: Run) -> None:
    text = RULES.read_text().replace("decks = 1", "decks = 3").replace("seats = 6", "colour = 1")
    ran = fairdeal("check", "--json", "-", stdin=text)
    assert (ran.code, ran.err) == (1, "")
    assert ran.json["valid"] is False
    decks, colour = ran.json["findings"]
    assert list(decks) == ["clause", "field", "line", "message"]
    assert (decks["clause"], decks["field"], decks["line"]) == ("MD-DD .03A", "decks", 12)
    assert (colour["clause"], colour["field"], colour["line"]) == (None, "colour", 13)
    ran = fairdeal("check", "-", stdin=text)
    assert ran.code == 1
    assert "2 findings" in ran.out
    assert "MD-DD .03A" in ran.out


@pytest.mark.parametrize(
    ("data", "words"),
    [
        pytest.param(b"decks = ", "not TOML", id="half a line"),
        pytest.param(b"{}", "not TOML", id="JSON"),
        pytest.param(b"\x00\x01", "not TOML", id="null bytes"),
        pytest.param(bytes(range(256)), "not text in UTF-8", id="binary"),
        pytest.param(b"# " + b"x" * 1024 * 1024, "larger than 1 MiB", id="huge"),
        pytest.param(b"x = " + b"[" * 10_000, "not TOML", id="deep"),
        pytest.param(b"x = 1e" + b"9" * 50, "not TOML", id="a long number"),
        pytest.param(b"x = " + b"9" * 5_000, "not TOML", id="a long integer"),
    ],
)
def test_check_refuses(data: bytes, words: str, fairdeal: Run) -> None:
    refused(fairdeal("check", "--json", "-", stdin=data), words)


# games and readings -------------------------------------------------------------------------------


def test_games(fairdeal: Run) -> None:
    ran = fairdeal("games", "--json")
    assert ran.json == {"games": [game_document(game) for game in GAMES]}
    names = {(game["game"], game["jurisdiction"]) for game in ran.json["games"]}
    assert names == {
        ("let-it-ride", "maryland"),
        ("run-em-twice", "maryland"),
        ("run-em-twice", "pennsylvania"),
        ("double-draw", "maryland"),
    }
    wagers = {game["game"]: [w["wager"] for w in game["wagers"]] for game in ran.json["games"][:2]}
    assert wagers == {
        "let-it-ride": [
            *("bet-1", "bet-2", "bet-3", "five-card-bonus", "three-card-bonus", "six-card-bonus"),
            "progressive",
        ],
        "run-em-twice": [
            *("first-ante", "second-ante", "first-run", "second-run", "center"),
            *("five-card-bonus", "ultimate-pairs", "progressive"),
        ],
    }
    listed = fairdeal("games").out
    assert all(game.name in listed for game in GAMES)


def test_one_game(fairdeal: Run) -> None:
    ran = fairdeal("games", "run-em-twice", "--json")
    assert [game["jurisdiction"] for game in ran.json["games"]] == ["maryland", "pennsylvania"]
    ran = fairdeal("games", "run-em-twice", "--jurisdiction", "pennsylvania", "--json")
    (game,) = ran.json["games"]
    assert [wager["wager"] for wager in game["wagers"]][-1] == "five-card-bonus"
    shown = fairdeal("games", "let-it-ride").out
    for words in ("1,000 to 1", "$20,000", "100% of mega", "MD-LIR 12.A", "$1,500 for $5"):
        assert words in shown


def test_readings(fairdeal: Run) -> None:
    ran = fairdeal("readings", "--json")
    assert [reading["id"] for reading in ran.json["readings"]] == [r.id for r in READINGS]
    chosen = {
        r["id"]: [r["choice"], *r["alternatives"]] for r in ran.json["readings"] if r["choice"]
    }
    assert chosen == {
        "wheel": ["low-and-high", "high-only"],
        "progressive-hand": ["better-run", "first-run", "community", "best-of-seven"],
        "six-card-needs": ["base-only", "both-bonuses"],
        "abandoned": ["lose", "least-costly"],
    }
    some = fairdeal("readings", "double-draw", "--json").json["readings"]
    assert "wheel" not in {reading["id"] for reading in some}
    assert "in force by default" in fairdeal("readings").out


def test_tour(fairdeal: Run) -> None:
    ran = fairdeal("tour")
    assert (ran.code, ran.err) == (0, "")
    for title in ("Let It Ride Poker", "Run 'Em Twice Poker", "Double Draw Poker"):
        assert title in ran.out


# The command itself -------------------------------------------------------------------------------


def test_without_a_command_it_helps(fairdeal: Run) -> None:
    ran = fairdeal()
    assert ran.code == 0
    assert ran.out == fairdeal("--help").out
    assert ran.out.startswith("Usage: fairdeal [OPTIONS] COMMAND")


@pytest.mark.parametrize(
    "command",
    [
        *("", "games", "explain", "readings", "clauses", "settle", "init", "check", "papers"),
        *("analyze", "bet", "target", "strategy", "seen", "table", "serve", "doctor", "tour"),
        *("backup", "restore", "users", "audit"),
        *(f"users {name}" for name in ("add", "list", "password", "revoke")),
        *(f"audit {name}" for name in ("verify", "checkpoint", "extends", "export", "replay")),
    ],
)
def test_help_has_examples(command: str, fairdeal: Run) -> None:
    ran = fairdeal(*command.split(), "--help")
    assert ran.code == 0
    assert "Example" in ran.out
    assert f"fairdeal {command}".strip() in ran.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play"], "No such command 'play'"),
        (["setle", "x"], "setle"),
        (["--colour"], "--colour"),
        (["settle"], "FILE"),
        (["settle", "a", "b"], "b"),
        (["settle", "--fast", "a"], "--fast"),
        (["games", "whist"], "there is no game 'whist'"),
        (["games", "let-it-rid"], "did you mean let-it-ride?"),
        (["games", "--jurisdiction", "ohio"], "choose maryland or pennsylvania"),
        (["games", "double-draw", "--jurisdiction", "pennsylvania"], "choose maryland"),
        (["readings", "whist"], "there is no game and no reading 'whist'"),
    ],
)
def test_wrong_commands(arguments: list[str], words: str, fairdeal: Run) -> None:
    refused(fairdeal(*arguments), words)


def test_version(fairdeal: Run) -> None:
    assert fairdeal("--version").out.split()[0] == "fairdeal"


# Rules files ----------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", sorted((ROOT / "examples" / "rules").glob("*.toml")), ids=str)
def test_every_command_takes_every_sample_file(fairdeal: Run, sample: Path) -> None:
    game = next(line for line in sample.read_text().splitlines() if line.startswith("game"))
    name = game.split('"')[1]
    assert fairdeal("table", name, "--rules", sample, "--schema").code == 0
    assert fairdeal("check", sample).code == 0
    other = "double-draw" if name != "double-draw" else "let-it-ride"
    refused(fairdeal("table", other, "--rules", sample, "--schema"), "is for")


def test_a_file_of_another_jurisdiction_is_refused(fairdeal: Run) -> None:
    sample = ROOT / "examples" / "rules" / "run-em-twice-pennsylvania.toml"
    options = ("run-em-twice", "--jurisdiction", "maryland", "--rules", sample, "--schema")
    refused(fairdeal("table", *options), "is for run-em-twice in pennsylvania")


def test_no_figure_is_cut_however_wide_the_table(fairdeal: Run) -> None:
    out = fairdeal("games", "let-it-ride").out
    for words in (
        "before the deal, optional",
        "Three Card Bonus: three-card-bonus (MD-LIR 12.C)",
        "$1,000,000",
        "MD-LIR 7.E(6)",
    ):
        assert words in out
    assert all("…" not in line for line in out.splitlines())
