"""Kind to people: everything fits the terminal, and says what it means."""

import os
import pty
import re
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import ROOT, Ran
from rich.console import Console
from rich.progress import Progress

from fairdeal.cli.output import RateColumn, with_suit_signs
from fairdeal.cli.terminal_session import wrap_prompt
from fairdeal.english import counted, how_often
from fairdeal.games import GAMES, NAMES, find_game

Run = Callable[..., Ran]

# What a new user tries, none of which takes long.
SCREENS: dict[str, list[str]] = {
    "help": ["--help"],
    "games": ["games"],
    **{f"games {name}": ["games", name] for name in NAMES},
    **{f"explain {name}": ["explain", name] for name in NAMES},
    "readings": ["readings"],
    "reading": ["readings", "wheel"],
    "settle": ["settle", str(ROOT / "examples" / "deal.json")],
    "check": ["check", str(ROOT / "examples" / "faulty-rules.toml")],
    "side bet": ["analyze", "let-it-ride", "--wager", "five-card-bonus"],
    "pairs": ["analyze", "run-em-twice", "--wager", "ultimate-pairs"],
    "progressive": ["analyze", "let-it-ride", "--wager", "progressive"],
    "compared": [
        *("analyze", "let-it-ride", "--wager", "five-card-bonus", "--brief"),
        *("--paytable", "five-card-bonus=A,B,G"),
    ],
    "target": ["target", "let-it-ride", "--wager", "three-card-bonus", "--edge", "5"],
    "bet": ["bet", "let-it-ride", "five-card-bonus=1", "progressive=1"],
    "decision": ["strategy", "let-it-ride", "--cards", "Ts Td 2c"],
    "seen": ["seen", "let-it-ride", "--hands", "1"],
    "tour": ["tour"],
    "samples": ["tour", "--samples"],
}
#: Lines that are drawn, and mean nothing.
_DRAWN = re.compile(r"[─━]+")


@pytest.fixture
def at_width(fairdeal: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """What a command prints where so many columns are asked for."""

    def run(arguments: list[str], width: int) -> str:
        monkeypatch.setenv("COLUMNS", str(width))
        ran = fairdeal(*arguments)
        assert ran.err == ""
        return _DRAWN.sub("", ran.out)

    return run


@pytest.mark.parametrize("width", [80, 60])
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_fits_and_no_word_is_broken(
    screen: str, width: int, at_width: Callable[..., str]
) -> None:
    narrow = re.sub(r"left out, for[^;]*;\s--json has\sall", "", at_width(SCREENS[screen], width))
    assert [line for line in narrow.splitlines() if len(line.rstrip()) > width] == []
    whole = set(at_width(SCREENS[screen], 400).split())
    # A column may be dropped, which is told; a row told line by line has its header with a colon.
    broken = [word for word in narrow.split() if word not in whole and word[:-1] not in whole]
    assert broken == []


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_game_is_explained_on_one_screen(game: object, at_width: Callable[..., str]) -> None:
    """80 by 24, and a line for the prompt."""
    found = next(one for one in GAMES if one is game)
    arguments = ["explain", found.name, "--jurisdiction", found.jurisdiction]
    text = at_width(arguments, 80)
    assert len(text.splitlines()) < 24
    words = " ".join(text.split())
    for wager in found.wagers:
        assert wager.title in words
    for area in found.areas:
        assert area.name in words
    for inscription in found.felt.inscriptions:
        assert inscription.words in words
    if found.folds:
        assert "A fold loses" in words
    else:
        assert "Nobody folds" in words


def test_the_cross_is_drawn_as_it_lies(fairdeal: Run) -> None:
    lines = fairdeal("explain", "run-em-twice").out.splitlines()
    top, middle, bottom = (next(x for x in lines if f"{name}" in x) for name in CROSS)
    assert middle.index("left") < middle.index("center") < middle.index("right")
    assert lines.index(top) + 1 == lines.index(middle) == lines.index(bottom) - 1
    column = middle.index("[center]")
    assert top.index("[") == column == bottom.index("[")
    told = "first run = your two cards with left, right and center: 1st Ante, 1st Run"
    assert told in "".join(lines)


CROSS = ("[ top", "[left]", "[bottom]")


@pytest.mark.parametrize("group", [[], ["users"], ["audit"]])
def test_every_summary_of_the_help_is_whole(group: list[str], fairdeal: Run) -> None:
    text = fairdeal(*group, "--help").out
    listed = text[text.index("Commands:") : text.index("Examples:")]
    assert "..." not in listed
    last = {
        "": "a web server with tables for many players.",
        "users": "The log keeps past acts.",
        "audit": "their proofs, shuffles, commands and payments.",
    }
    assert last["".join(group)] in " ".join(listed.split())


def test_a_column_that_is_left_out_is_named(at_width: Callable[..., str]) -> None:
    """The clause of a payment is what a regulator looks for."""
    deal = SCREENS["settle"]
    assert "MD-RET 12.A" in (wide := at_width(deal, 120))
    assert "left out" not in wide
    assert "MD-RET" not in (narrow := at_width(deal, 80))
    assert "left out, for the terminal is narrow: clause; --json has all" in narrow


def test_a_question_leaves_room_for_its_answer() -> None:
    short = "Five Card Bonus, $1 [none]:"
    assert wrap_prompt(short, 80) == short
    bets = "Bet Number 1, and the same on Bet Number 2 and Bet Number 3: $5 to $500 [$5]:"
    assert wrap_prompt(bets, 100) == bets
    assert wrap_prompt(bets, 80).splitlines() == [
        "Bet Number 1, and the same on Bet Number 2 and Bet Number 3:",
        "$5 to $500 [$5]:",
    ]
    for width in (20, 40, 60):
        lines = wrap_prompt(bets, width).splitlines()
        assert max(map(len, lines)) <= max(width - 12, 12)
        assert " ".join(lines) == bets


def test_the_lines_of_a_fix_hang_below_their_sign(
    fairdeal: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = (ROOT / "examples" / "rules" / "let-it-ride.toml").read_text()
    monkeypatch.setenv("COLUMNS", "60")
    long = 'shufling = "automated-counting" # manual, automated, automated-counting, reshuffling'
    (old,) = [line for line in sample.splitlines() if line.startswith("shuffling")]
    lines = fairdeal("check", "--fix", "-", stdin=sample.replace(old, long)).out.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("  - shufling"))
    assert lines[at : at + 2] == [
        '  - shufling = "automated-counting" # manual, automated,',
        "    automated-counting, reshuffling",
    ]


@pytest.mark.parametrize("command", [["init"], ["explain"], ["users", "add"]])
def test_who_leaves_something_out_is_told_where_it_is_explained(
    command: list[str], fairdeal: Run
) -> None:
    ran = fairdeal(*command)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("fairdeal: Missing argument")
    assert ran.err.endswith(f"See fairdeal {' '.join(command)} --help\n")


# A floor that is not there ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        *(("users", "list"), ("users", "revoke", "dora"), ("users", "password", "dora")),
        *(("audit", "verify"), ("audit", "checkpoint"), ("audit", "checkpoint", "--key")),
    ],
)
def test_no_floor_is_made_by_a_name_that_was_misspelt(
    command: tuple[str, ...], fairdeal: Run, tmp_path: Path
) -> None:
    ran = fairdeal(*command, "--db", tmp_path / "flor.db")
    assert (ran.code, ran.out) == (2, "")
    assert "there is no database" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_port_that_is_taken_is_told_before_a_floor_is_made(fairdeal: Run, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        ran = fairdeal("serve", "--port", str(port), "--db", tmp_path / "floor.db")
    assert (ran.code, ran.out) == (2, "")
    assert f"127.0.0.1, port {port}, cannot be listened at: address already in use" in ran.err
    assert "--port 0" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_an_address_that_is_another_machines(fairdeal: Run, tmp_path: Path) -> None:
    # 192.0.2.0/24 is kept for examples: nobody has it.
    ran = fairdeal(*("serve", "--host", "192.0.2.1", "--port", "0", "--db", tmp_path / "floor.db"))
    assert (ran.code, ran.out) == (2, "")
    assert "192.0.2.1, port 0, cannot be listened at" in ran.err
    assert "--port P" not in ran.err


# Cards --------------------------------------------------------------------------------------------


def test_options_take_cards_as_people_write_them(fairdeal: Run) -> None:
    answers = [
        fairdeal("strategy", "let-it-ride", "--cards", cards, "--json").json
        for cards in ("Ts Td 2c", "10s,10d,2c", "TSTD2C", "T♠ T♦ 2♣")
    ]
    assert answers[0]["situation"]["cards"] == ["Ts", "Td", "2c"]
    assert all(answer == answers[0] for answer in answers)


def test_suits_have_signs_and_colours_on_a_terminal(tmp_path: Path) -> None:
    words = "your cards As Td 9c; Ask seat 1 (MD-RET 11.B) for $5s, Kd-high"
    with (tmp_path / "out").open("w", encoding="utf-8") as file:
        terminal = Console(file=file, force_terminal=True, color_system="standard", _environ={})
        shown = with_suit_signs(terminal, words)
        assert shown.plain == "your cards A♠ T♦ 9♣; Ask seat 1 (MD-RET 11.B) for $5s, Kd-high"
        assert [shown.plain[span.start : span.end] for span in shown.spans if span.style] == ["T♦"]
        pipe = Console(file=file, _environ={})
        assert with_suit_signs(pipe, words).plain == words
        dumb = Console(file=file, force_terminal=True, _environ={"TERM": "dumb"})
        assert with_suit_signs(dumb, words).plain == words


# English ------------------------------------------------------------------------------------------


def test_numbers_agree_with_their_nouns(fairdeal: Run) -> None:
    assert [counted(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [how_often(n) for n in (1, 2, 3)] == ["once", "twice", "3 times"]
    for cards, words in {
        "Ts Ts 2c": "Ts is there twice",
        "Ts Ts Ts": "Ts is there 3 times",
        "Ts": "holds 3 cards, not 1",
    }.items():
        ran = fairdeal("strategy", "let-it-ride", "--cards", cards)
        assert (ran.code, ran.out) == (2, "")
        assert words in ran.err


# One reading, and the text ------------------------------------------------------------------------


def test_a_reading_is_found_by_its_name(fairdeal: Run) -> None:
    (one,) = fairdeal("readings", "wheel", "--json").json["readings"]
    assert (one["id"], one["choice"]) == ("wheel", "low-and-high")
    text = " ".join(fairdeal("readings", "wheel").out.split())
    assert "MD-RET 6.A" in text
    assert "asked by Run 'Em Twice Poker in Maryland" in text
    ran = fairdeal("readings", "whel")
    assert ran.code == 2
    assert "did you mean wheel?" in ran.err


@pytest.mark.parametrize(
    ("game", "jurisdiction", "words"),
    [
        ("let-it-ride", "maryland", ["Maryland State Lottery", "Standard Rules", "chapters 1-13"]),
        ("run-em-twice", "maryland", ["Maryland State Lottery", "Version 1.0"]),
        (
            "run-em-twice",
            "pennsylvania",
            ["Pennsylvania Gaming Control Board", "February 14, 2025; approved"],
        ),
        ("double-draw", "maryland", ["COMAR 36.05.19", ".01-.13"]),
    ],
)
def test_a_game_says_which_text_it_follows(
    game: str, jurisdiction: str, words: list[str], fairdeal: Run
) -> None:
    text = " ".join(fairdeal("games", game, "--jurisdiction", jurisdiction).out.split())
    for word in words:
        assert word in text
    assert find_game(game, jurisdiction).place in text


def test_a_wager_has_one_title_and_one_name(fairdeal: Run) -> None:
    """Titles as the regulation has them: MD-LIR 7.E(1), MD-RET 2.B(4)(b)."""
    text = " ".join(fairdeal("games", "let-it-ride").out.split())
    assert "Bet Number 1 bet-1" in text
    assert "Ultimate Pairs Bonus" in fairdeal("games", "run-em-twice").out


def on_a_terminal(*arguments: str) -> tuple[str, str]:
    """What Python prints on standard output, and on standard error that is a terminal."""
    terminal, its_end = pty.openpty()
    try:
        with subprocess.Popen(
            [sys.executable, *arguments], stdout=subprocess.PIPE, stderr=its_end, text=True
        ) as program:
            os.close(its_end)
            shown = b""
            with suppress(OSError):  # how the end of a terminal is told
                while part := os.read(terminal, 65_536):
                    shown += part
            out, _ = program.communicate()
        assert program.returncode == 0, shown
    finally:
        os.close(terminal)
    return out, shown.decode()


def test_papers_tell_what_is_being_written(tmp_path: Path) -> None:
    rules = str(ROOT / "examples" / "rules" / "let-it-ride.toml")
    command = ("-m", "fairdeal", "papers", rules, "--only", "sign", "-o", str(tmp_path))
    out, shown = on_a_terminal(*command)
    assert "writing the table sign" in shown
    assert out.startswith(f"{tmp_path / 'sign.pdf'}  Table sign")


def test_a_part_of_the_work_is_shown_on_the_bar_of_the_whole() -> None:
    program = """
from fairdeal.cli.output import TerminalProgress
bar = TerminalProgress("writing the report")
part = bar.part("solving")
part.progress(1, 2)
part.end()
bar.end()
"""
    _, shown = on_a_terminal("-c", program)
    assert "writing the report: solving" in shown
    assert shown.index("writing the report: solving") < shown.rindex("writing the report")


def test_a_progress_bar_tells_the_rate() -> None:
    """A run that plays 500 rounds in each of four seconds shows 500 rounds a second."""
    now = 0.0
    bar = Progress(get_time=lambda: now, auto_refresh=False, disable=True)
    column, task = RateColumn("rounds"), bar.add_task("playing", total=4_000)
    assert column.render(bar.tasks[0]).plain == ""
    for second in range(5):
        now = float(second)
        bar.update(task, completed=500 * second)
    assert column.render(bar.tasks[0]).plain == "500 rounds a second"
