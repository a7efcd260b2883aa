"""A person at a terminal: a whole round of each game, typed into a pseudo-terminal."""

import contextlib
import os
import pty
import re
import select
import signal
import sys
import time
from pathlib import Path

import pytest
from conftest import ROOT

from fairdeal.cli.prompts import choose, read_amount
from fairdeal.errors import UnclearError
from fairdeal.rulebook.money import dollars
from fairdeal.table import commands as cmd
from fairdeal.table.legal import Action

PROGRAM = [sys.executable, "-c", "from fairdeal.cli import main; main()"]


def typed(arguments: list[str], answers: list[tuple[str, str]], *, seconds: float = 40) -> str:
    """Start the program on a terminal, wait for each prompt and answer it; all it wrote."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="dumb", COLUMNS="100", NO_COLOR="1")
        os.environ["PYTHONIOENCODING"] = "utf-8:strict"  # as in most locales
        os.execv(PROGRAM[0], [*PROGRAM, *arguments])
    text, seen, until = "", 0, time.monotonic() + seconds
    waiting = list(answers)
    try:
        while time.monotonic() < until:
            if waiting and waiting[0][0] in text[seen:]:
                seen = len(text)
                os.write(terminal, f"{waiting.pop(0)[1]}\n".encode(errors="surrogateescape"))
            ready, _, _ = select.select([terminal], [], [], 0.2)
            if not ready:
                continue
            try:
                chunk = os.read(terminal, 65536)
            except OSError:  # Linux says so when the other side has closed
                break
            if not chunk:
                break
            text += chunk.decode(errors="replace")
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)
    assert not waiting, f"never asked for {waiting[0][0]!r}:\n{text}"
    return text


def rules_file(folder: Path, game: str, changes: dict[str, str]) -> str:
    """The sample file of a game with some of its words changed."""
    text = (ROOT / "examples" / "rules" / f"{game}.toml").read_text()
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    path = folder / "rules.toml"
    path.write_text(text)
    return str(path)


SIDE_BETS = [("Five Card", ""), ("Ultimate", ""), ("Progressive", "")]


@pytest.mark.parametrize(
    ("game", "deck", "answers", "says"),
    [
        (
            "run-em-twice",
            "Ah Kd 6c 6d Qs As Ks",
            [
                ("and the same on", "x"),  # no amount: asked again
                ("and the same on", "3"),  # refused: below the minimum
                ("and the same on", ""),
                ("Five Card Bonus", ""),
                ("Ultimate Pairs", "1"),
                ("$1 or $5", ""),
                ("1) fold", "4"),
                ("1) fold", "2"),
                ("1) fold", "b"),  # of which size?
                ("How much, $5 to $15", "5"),
                ("and the same on", "q"),
            ],
            # Ultimate Pairs 25 to 1; ante 5, 1st run 15 at 2 to 1, center 5 at 2 to 1.
            ["your cards As Ks", "must be from $5 to $500", "In all: +$70"],
        ),
        (
            "let-it-ride",
            "2c 3d 4h Ts Tc Td 8s 5h",
            [
                ("and the same on", "10"),
                ("Five Card Bonus, $1 ", ""),
                ("Three Card Bonus", ""),
                ("Six Card Bonus", ""),
                ("Progressive", ""),
                ("1) ride", "z"),  # no such choice: asked again
                ("1) ride", "\udcff"),  # a byte that is no text
                ("1) ride", "r"),
                ("1) ride", "withdraw"),
                ("and the same on", "q"),
            ],
            # Three tens, 3 to 1 on the two bets of $10 that stayed.
            ["your cards Ts Td 5h", "choose by its number", "In all: +$60"],
        ),
        (
            "double-draw",
            "7c 7d 9h Ks 2c 7h 5c 5d",
            [
                ("and the same on", ""),
                ("1) fold", "2"),
                ("Discard up to 3 cards", "Xx"),  # no card: asked again
                ("Discard up to 3 cards", "As"),  # not held: refused
                ("Discard up to 3 cards", "3, ks 2C"),
                ("1) fold", "bet"),
                ("Discard one card", ""),
                ("and the same on", "q"),
            ],
            # A full house: 5 to 1 on the bonus, 1 to 1 on three.
            ["is not a card", "does not hold", "your cards 7c 7d 7h 5c 5d", "In all: +$40"],
        ),
    ],
)
def test_a_round_at_the_terminal(
    game: str, deck: str, answers: list[tuple[str, str]], says: list[str]
) -> None:
    text = typed(["table", game, "--deck", deck], answers)
    for words in says:
        assert words in text, text
    assert "Traceback" not in text


def test_a_command_of_the_floor_is_typed_as_json() -> None:
    text = typed(
        ["table", "run-em-twice", "--seed", "1"],
        [
            ("and the same on", '{"do": "fold", "seat": 1}'),
            ("and the same on", ""),
            ("Five Card Bonus", ""),
            ("Ultimate Pairs", ""),
            ("Progressive", ""),
            # The round is void: the question that stood is gone.
            ("1) fold", '{"do": "exposed-community", "area": "top"}'),
            ("and the same on", "q"),
        ],
    )
    assert "MD-RET 7.D" in text
    assert "All hands are void" in text
    assert "In all: $0" in text
    assert "Traceback" not in text


def test_bets_that_were_placed_come_back_to_a_player_who_leaves() -> None:
    answers = [("and the same on", "10"), ("Five Card Bonus", "Q")]
    text = typed(["table", "run-em-twice"], answers)
    assert "Seat 1 gets $10 of 2nd Ante back" in text
    assert "In all: $0" in text


def test_a_player_who_leaves_in_a_round_loses_its_wagers_and_is_told() -> None:
    answers = [("and the same on", "10"), *[(name, "") for name in ("Five", "Ultimate", "Progr")]]
    leaving = [("1) fold", "pays"), ("1) fold", "exit"), ("all the same", "y")]
    text = typed(["table", "run-em-twice"], [*answers, *leaving])
    assert "500 to 1" in text, "what pays what"
    assert "stay behind, and lose" in text
    assert "In all: -$20" in text


def test_a_refused_side_bet_is_asked_for_again() -> None:
    answers = [("and the same on", ""), ("Five Card Bonus, $1 ", "5"), ("Five Card Bonus", "1")]
    text = typed(["table", "let-it-ride"], [*answers, ("Three Card Bonus", "q")])
    assert "must be $1" in text
    assert "gets $1 of Five Card Bonus back" in text


# Wagers before the deal ---------------------------------------------------------------------------


def test_a_wager_that_was_typed_as_json_is_completed() -> None:
    text = typed(
        ["table", "double-draw", "--seed", "1"],
        [
            ("[$5]", '{"do": "bet", "seat": 1, "wager": "ante", "amount": 10}'),
            ("[$10]", '{"do": "bet", "seat": 1, "wager": "bonus", "amount": 20}'),  # not equal
            ("[$10]", ""),
            ("bet $10", "f"),
            ("[$5, ", '{"do": "bet", "seat": 1, "wager": "bonus", "amount": 10}'),
            ("[$5]", "7"),
            ("bet $7", "f"),
            ("[$5, ", "q"),
        ],
    )
    assert "gets $20 of Bonus back" in text
    assert "Seat 1 bets $7 on Bonus" in text
    assert "In all: -$34." in text


def test_the_table_says_that_it_waits_for_the_wager_of_another_seat() -> None:
    text = typed(
        ["table", "double-draw", "--seed", "1"],
        [
            ("and the same on", '{"do": "sit", "seat": 2, "player": "bob"}'),
            ("and the same on", '{"do": "bet", "seat": 2, "wager": "ante", "amount": 10}'),
            ("and the same on", "10"),
            ("look again", ""),
            ("look again", '{"do": "bet", "seat": 2, "wager": "bonus", "amount": 10}'),
            ("1) fold", "b"),
            ("look again", "b"),  # not this seat's turn: looked again
            ("look again", '{"do": "fold", "seat": 2}'),
            ("Discard", "q"),
            ("all the same", "yes"),
        ],
    )
    assert text.count("The table waits.") == 4
    assert text.count("seat 2: bonus is missing") == 2
    assert text.count("seat 2: First Draw of $10") == 2
    assert "In all: -$30." in text


def test_a_line_of_json_at_a_side_bet_does_not_close_the_bets() -> None:
    text = typed(
        ["table", "run-em-twice", "--seed", "1"],
        [
            ("and the same on", ""),
            ("Five Card Bonus", "{"),
            ("Five Card Bonus", '{"do": "fold", "seat": 1}'),
            ("Five Card Bonus", '{"do": "order-recut"}'),
            ("Five Card Bonus", ""),
            ("Ultimate Pairs", '{"do": "bet", "seat": 1, "wager": "ultimate-pairs", "amount": 2}'),
            ("Progressive", "1"),
            ("1) fold", "q"),
            ("all the same", "y"),
        ],
    )
    assert text.index("not JSON") < text.index("folding is not what the table asks")
    assert text.count("Cut the cards") == 2
    assert text.index("bets $1 on Progressive") < text.index("Announce: no more bets")
    assert "In all: -$13." in text


def test_the_bets_of_others_are_not_closed_before_the_person_was_asked() -> None:
    bob = '{{"do": "bet", "seat": 2, "wager": "{}", "amount": 5}}'
    text = typed(
        ["table", "run-em-twice", "--seed", "1"],
        [
            ("and the same on", '{"do": "sit", "seat": 2, "player": "bob"}'),
            ("and the same on", bob.format("first-ante")),
            ("and the same on", bob.format("second-ante")),
            ("and the same on", '{"do": "no-more-bets"}'),  # who says so closes them
            ("look again", "q"),
        ],
    )
    assert text.count("No more bets") == 1
    assert "seat 2: 1st Run of $5 to $15" in text
    assert "stay behind" not in text, "nothing of seat 1 is in the round"
    assert "In all: $0." in text


# Choices ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "means"),
    [
        ("1", "fold"),
        ("f", "fold"),
        ("2", "$5"),
        ("4", "$15"),
        ("5", "$5"),
        ("7", "$7"),
        ("$2", "$2"),  # the table refuses it: never the choice of that number
        ("15", "$15"),
        ("15.00", "$15"),
        ("$15", "$15"),
        ("bet 15", "$15"),
        ("bet $7.50", "$7.50"),
        ("b", "how much"),
        ("bet", "how much"),
        ("", "unclear"),
        ("x", "unclear"),
        ("1,5", "unclear"),
        ("9" * 5000, "unclear"),
    ],
)
def test_what_an_answer_means_at_a_run_bet(answer: str, means: str) -> None:
    bet = Action("bet", 1, "first-run", least=500, most=1500, step=100)
    assert meaning(answer, [Action("fold", 1), bet]) == means


@pytest.mark.parametrize(
    ("answer", "means"),
    [
        ("1", "unclear"),  # $1, or fold?
        ("2", "unclear"),  # $2, or the bet of $1?
        ("3", "unclear"),
        ("4", "$3"),  # there is no bet of $4
        ("$1", "$1"),
        ("1.00", "$1"),
        ("bet 2", "$2"),
        ("fold", "fold"),
    ],
)
def test_a_number_that_is_a_choice_and_another_amount_is_refused(answer: str, means: str) -> None:
    bet = Action("bet", 1, "first-run", least=100, most=300, step=100)
    assert meaning(answer, [Action("fold", 1), bet]) == means


def meaning(answer: str, actions: list[Action]) -> str:
    try:
        meant = choose(answer, actions)
    except UnclearError:
        return "unclear"
    if isinstance(meant, Action):
        return "how much"
    return dollars(meant.cents) if isinstance(meant, cmd.Bet) else "fold"


@pytest.mark.parametrize(
    ("answer", "cents"),
    [("5", 500), ("$5", 500), ("2.5", 250), ("$1,500.00", 150000), ("1,50", None), ("-5", None)],
)
def test_amounts_are_read_as_the_table_writes_them(answer: str, cents: int | None) -> None:
    assert read_amount(answer) == cents


def test_a_number_that_is_also_an_amount_moves_no_money(tmp_path: Path) -> None:
    changes = {"minimum = 5": "minimum = 1", "chip-step = 5": "chip-step = 1"}
    rules = rules_file(tmp_path, "double-draw", changes)
    answers = [
        ("and the same on", "1"),
        ("1) fold  2) bet $1", "1"),
        ("1) fold  2) bet $1", "$1"),
        ("Discard", ""),
        ("1) fold  2) bet $1", "2"),
        ("Discard", ""),
        ("and the same on", "q"),
    ]
    text = typed(["table", "double-draw", "--rules", rules, "--seed", "1"], answers)
    assert "1 may be the amount or the choice 1: say $1 or fold" in text
    assert "Seat 1 bets $1 on First Draw" in text
    assert "Seat 1 bets $1 on Second Draw" in text


def test_a_run_bet_may_be_of_any_size_in_the_chip_step() -> None:
    answers = [
        ("and the same on", "10"),
        *SIDE_BETS,
        ("or an amount between", "17.50"),  # no multiple of the chip step
        ("or an amount between", "17"),
        ("or an amount between", "b"),
        ("How much, $10 to $30", ""),  # back
        ("or an amount between", "bet 23"),
        ("or an amount between", "$30"),
        ("and the same on", "q"),
    ]
    text = typed(["table", "run-em-twice", "--seed", "1"], answers)
    for bet in ("$17 on 1st Run", "$23 on 2nd Run", "$30 on Center"):
        assert f"Seat 1 bets {bet}" in text
    assert "no multiple of the chip step" in text


# Leaving, and help --------------------------------------------------------------------------------


@pytest.mark.parametrize("leave", ["q", '{"do": "leave", "seat": 1}', "\x04"])
@pytest.mark.parametrize(
    ("abandoned", "says"),
    [("lose", "stay behind, and lose"), ("least-costly", "play on, decided at the least cost")],
)
def test_leaving_a_round_says_what_becomes_of_the_wagers(
    tmp_path: Path, leave: str, abandoned: str, says: str
) -> None:
    changes = {"[readings]": f'[readings]\nabandoned = "{abandoned}"'}
    rules = rules_file(tmp_path, "let-it-ride", changes)
    sides = [(name, "") for name in ("Five Card", "Three Card", "Six Card", "Progressive")]
    bobs = [f'{{"do": "bet", "seat": 2, "wager": "bet-{n}", "amount": 10}}' for n in (1, 2, 3)]
    answers = [
        ("same on", '{"do": "sit", "seat": 2, "player": "bob"}'),
        *[("same on", bet) for bet in bobs],
        ("same on", "10"),
        *sides,
        ("1) ride", leave),
        *([("all the same", "y")] if leave == "q" else []),
    ]
    # Nothing for seat 1: of three bets two come back where the least costly is done, else none.
    deck = "2c 3d 4h 7s 9c 8d Jh Kd 6c Qs"
    text = typed(["table", "let-it-ride", "--rules", rules, "--deck", deck], answers)
    assert "Traceback" not in text, text
    assert f"The wagers of this round {says}." in text
    assert ("In all: -$30." if abandoned == "lose" else "In all: -$10.") in text


def test_help_shows_every_paytable_once() -> None:
    answers = [("and the same on", "pays"), ("and the same on", "q")]
    text = typed(["table", "run-em-twice"], answers)
    titles = ["1st Ante and 2nd Ante", "1st Run, 2nd Run and Center", "Five Card Bonus (MD-RET"]
    for title in [*titles, "Ultimate Pairs Bonus (MD-RET", "Progressive (MD-RET"]:
        assert text.count(title) == 1, title
    antes = text[text.index(titles[0]) : text.index(titles[1])]
    assert antes.count("1 to 1") == 9, "even money, from a royal flush to a pair of jacks"
    assert "push" in antes


def test_one_wager_s_paytable_is_shown_by_its_name_or_title() -> None:
    asked = ["pays ultimate-pairs", "PAYS Five Card Bonus", "pays center", "pays poker"]
    answers = [*(("and the same on", one) for one in asked), ("and the same on", "q")]
    text = typed(["table", "run-em-twice"], answers)
    shown = re.findall(r"(.*) \((MD-RET 12[^)]*)", text)
    assert [title.strip() for title, _ in shown] == [
        "Ultimate Pairs Bonus",
        "Five Card Bonus",
        "1st Run, 2nd Run and Center",
    ]
    assert "There is no wager 'poker'" in " ".join(text.split())
    assert "the meter shows" not in text, "a wager without a meter"


# The dealer's side --------------------------------------------------------------------------------


def test_a_person_is_told_what_the_dealer_does_and_by_which_clause() -> None:
    said = typed(
        ["table", "run-em-twice", "--deck", "Ah Kd 6c 6d Qs As Ks"],
        [("and the same on", ""), *SIDE_BETS, ("1) fold", "f"), ("and the same on", "q")],
    )
    for line in (
        "Floorperson: verify the inspection (MD-RET 4.A)",
        "Announce: no more bets (MD-RET 8.C(1))",
        "Deal one card face down to seat 1 (MD-RET 8.D(3))",
        "your cards As Ks",
        "Ask seat 1: 1st Run of $5 to $15, or fold (MD-RET 11.B(1))",
    ):
        assert line in said


@pytest.mark.parametrize(
    ("game", "count"), [("let-it-ride", 25), ("run-em-twice", 29), ("double-draw", 29)]
)
def test_a_dealer_is_led_through_a_round(game: str, count: int) -> None:
    steps = [("Enter does it", "")] * count
    said = typed(
        ["table", game, "--seed", "7", "--view", "dealer"],
        [
            *[("Enter does it", "")] * 8,
            ("Enter does it", "nonsense"),
            ("Enter does it", '{"do": "drawn-in-error"}'),
            *steps,
            ("Enter does it", "q"),
        ],
    )
    for line in (
        "Receive a red deck",
        "Announce: no more bets",
        "Round 1 is over",
        "Ann: ",
        "Bob: ",
    ):
        assert line in said
    assert "anything else is JSON" in said
    assert "A card drawn in error is used as the next card" in said
    assert said.index("Seat 2 is taken by Bob") < said.index("Seat 1 bets $5 on")


def test_a_dealer_is_shown_no_card_that_lies_face_down() -> None:
    said = typed(
        ["table", "run-em-twice", "--deck", "Ah Kd 6c 6d Qs As Ks Th 9h", "--view", "dealer"],
        [*[("Enter does it", "")] * 12, ("Enter does it", "q")],
    )
    assert "Rack the stub" in said
    assert not [card for card in ("Ah", "Kd", "6c", "6d", "Qs", "As", "Ks") if card in said]


def test_what_the_dealer_may_type_voids_a_round() -> None:
    said = typed(
        ["table", "run-em-twice", "--seed", "7", "--view", "dealer"],
        [
            *[("Enter does it", "")] * 10,
            ("Enter does it", '{"do": "exposed-community", "area": "top"}'),
            ("Enter does it", ""),
            ("Enter does it", '{"do": "leave", "seat": 1}'),
            ("Enter does it", '{"do": "leave", "seat": 2}'),
            ("Enter does it", ""),
            ("Nobody bets", "q"),
        ],
    )
    assert "All hands are void: a card at the top was exposed (MD-RET 13.A)" in said
    assert "Nobody plays: take all cards and spread them face down (MD-RET 5.F)" in said
    for seat in (1, 2):
        assert f"Seat {seat} gets $5 of 1st Ante back" in said
        assert f"Seat {seat} gets $5 of 2nd Ante back" in said
    assert "Ann: " not in said, "who left took the purse along"


def test_every_step_of_the_dealer_is_the_dealers_own() -> None:
    """Asking each player, collecting what a player gives up, and the draws are steps too."""
    said = typed(
        ["table", "double-draw", "--seed", "7", "--view", "dealer"],
        [*[("Enter does it", "")] * 30, ("Enter does it", "q")],
    )
    for asked, follows in (
        ("Ask seat 1: First Draw of $5, or fold", "Seat 1 bets $5 on First Draw"),
        ("Ask seat 2: First Draw of $5, or fold", "Seat 2 bets $5 on First Draw"),
        ("Ask seat 1: discard up to 3 cards or none", "Seat 1 discards"),
        ("Give seat 1 ", "Seat 1 is given"),
        ("Ask seat 2: discard one card or none", "Seat 2 discards"),
    ):
        between = said[said.index(asked) : said.index(follows, said.index(asked))]
        assert between.count("Enter does it") == 1, (asked, between)
    back = typed(
        ["table", "let-it-ride", "--seed", "7", "--view", "dealer"],
        [*[("Enter does it", "")] * 20, ("Enter does it", "q")],
    )
    collected = back.index("Move Bet Number 1, $5, to seat 1 (MD-LIR 11.B(1)(b))")
    assert back.index("Seat 1 gets $5 of Bet Number 1 back") < collected
    assert collected < back.index("Enter does it", collected) < back.index("Ask seat 2", collected)


# What a person is told ----------------------------------------------------------------------------


def test_a_question_mark_says_what_can_be_done_now() -> None:
    said = typed(
        ["table", "run-em-twice", "--deck", "Ah Kd 6c 6d Qs As Ks"],
        [
            ("and the same on", "?"),
            ("and the same on", ""),
            ("Five Card", "?"),
            ("Five Card", ""),
            *SIDE_BETS[1:],
            ("1) fold", "?"),
            ("1) fold", "hint"),
            ("1) fold", "rules"),
            ("1) fold", "f"),
            ("and the same on", "q"),
        ],
    )
    words = " ".join(said.split())
    for told in (
        "Bet $5 to $500 on 1st Ante, and the same on 2nd Ante; Enter bets $5.",
        "Five Card Bonus is extra: $1 to $500, or Enter for none.",
        "the first letter of fold, bet $5, bet $10 or bet $15, or an amount between",
        "A hint is for practice",
        "first run = your two cards with left, right and center",
        "A fold loses 1st Ante, 2nd Ante and every bet made since.",
    ):
        assert told in words, told


def test_the_hand_held_so_far_is_named() -> None:
    said = typed(
        ["table", "run-em-twice", "--deck", "Ah Kd 6c 6d Qs As Ks"],
        [
            ("and the same on", ""),
            *SIDE_BETS,
            ("1) fold", "5"),
            ("1) fold", "5"),
            ("1) fold", "f"),
            ("and the same on", "q"),
        ],
    )
    assert "your cards As Ks (ace-king suited)" in said
    assert "left Ah, right Kd (first run: aces and kings; second run: ace-king suited)" in " ".join(
        said.split()
    )


def test_the_bets_before_are_made_again_by_one_letter() -> None:
    said = typed(
        ["table", "let-it-ride", "--seed", "3"],
        [
            ("and the same on", "10"),
            ("Five Card Bonus, $1 ", "1"),
            ("Three Card Bonus", "2"),
            ("Six Card", ""),
            ("Progressive", ""),
            ("1) ride", "r"),
            ("1) ride", "r"),
            ("r: as before", "?"),
            ("r: as before", "r"),
            ("1) ride", "w"),
            ("1) ride", "w"),
            ("r: as before", "q"),
        ],
    )
    assert "r bets as before: Bet Number 1 $10" in " ".join(said.split())
    assert said.count("Seat 1 bets $10 on Bet Number 1") == 2
    assert said.count("Seat 1 bets $1 on Five Card Bonus") == 2
    assert said.count("Seat 1 bets $2 on Three Card Bonus") == 2
    assert said.count("Six Card Bonus, $1") == 1, "not asked again"
    nets = [line for line in said.splitlines() if "This round: " in line]
    assert len(nets) == 2
    first, second = (dollars_in(line) for line in nets)
    assert second[1] == first[1] + second[0], "the session's net is the sum of the rounds'"


def dollars_in(line: str) -> list[float]:
    """The amounts of a line, the full stop of a sentence apart."""
    words = [word.strip(".").replace("$", "").replace(",", "") for word in line.split()]
    return [float(word) for word in words if word.lstrip("+-").replace(".", "").isdigit()]


def test_leaving_in_a_round_asks_first() -> None:
    said = typed(
        ["table", "run-em-twice", "--seed", "1"],
        [
            ("and the same on", ""),
            *SIDE_BETS,
            ("1) fold", "q"),
            ("all the same", "n"),
            ("1) fold", "f"),
            ("and the same on", "q"),
        ],
    )
    assert "your wagers, $10, are lost if you leave now" in said
    assert "Seat 1 folds" in said
    assert "You leave. In all: -$10." in said


def test_programs_sit_at_the_table_and_take_side_bets() -> None:
    said = typed(
        ["table", "run-em-twice", "--seed", "1", "--bots", "2"],
        [
            ("and the same on", ""),
            *SIDE_BETS,
            ("1) fold", "f"),
            ("and the same on", "q"),
        ],
    )
    assert "Seat 2 is taken by Ann, a program" in said
    side = [f"Seat {n} bets $1 on {w}" for n in (2, 3) for w in ("Five", "Ultimate", "Progressive")]
    assert sum(words in said for words in side) == 2, "one each"
    assert "Seat 3 bets $5 on 1st Run" in said


def test_at_practice_a_coach_says_what_a_decision_cost() -> None:
    """Let It Ride: three tens are never withdrawn, and nothing is let ride on 2-7-9."""
    said = typed(
        ["table", "let-it-ride", "--practice", "--deck", "2c 3d 4h Ts Tc Td 8s Th"],
        [
            ("and the same on", "100"),
            *[(name, "") for name in ("Five Card", "Three Card", "Six Card", "Progressive")],
            ("1) ride", "hint"),
            ("1) ride", "w"),
            ("1) ride", "r"),
            ("and the same on", "q"),
        ],
        seconds=120,
    )
    words = " ".join(said.split())
    assert "Let it ride" in words
    assert "Coach: Withdraw costs $" in words
    assert "better: Let it ride" in words
    assert "Coach: Let it ride: nothing is better" in words
    assert "Practice: 1 of 2 decisions best; the rest cost $" in words


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--practice", "--view", "dealer"], "--practice is for a player at a terminal"),
        (["--bots", "9"], "--bots is 0 to 3, not 9"),
        (["--bots", "1", "--script", "-"], "are for a terminal"),
    ],
)
def test_what_cannot_be_is_said_at_once(arguments: list[str], words: str) -> None:
    assert words in typed(["table", "let-it-ride", *arguments], [])
