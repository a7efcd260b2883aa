"""A player at a terminal: a whole round of each game, typed into a pseudo-terminal."""

import re
from pathlib import Path

import pytest
from terminal import SIDE_BETS, rules_file, typed

from fairdeal.cli.prompts import read_amount, read_decision
from fairdeal.errors import UnclearError
from fairdeal.rulebook.money import dollars
from fairdeal.table import commands as cmd
from fairdeal.table.legal import Action


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
    assert text.index("not JSON") < text.index("the table does not ask for folding now")
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
    bet = Action("bet", 1, "first-run", least_cents=500, most_cents=1500, step_cents=100)
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
    bet = Action("bet", 1, "first-run", least_cents=100, most_cents=300, step_cents=100)
    assert meaning(answer, [Action("fold", 1), bet]) == means


def meaning(answer: str, actions: list[Action]) -> str:
    try:
        meant = read_decision(answer, actions)
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
