"""A dealer at a terminal, and what a person is told there."""

import pytest
from terminal import SIDE_BETS, typed

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
        ("face down to seat 1 ", "Seat 1 is given"),
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
    # Why: the line of the card, with the hint and with the verdict.
    assert "Withdraw +$1,081.63 530/49 base bets (card: three of a kind: let it ride)" in words
    assert "nothing is better (card: any hand that already pays" in words
    assert "Practice: 1 of 2 decisions best; the rest cost $" in words


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--practice", "--view", "dealer", "--bots", "1"], "lessons have cards and players"),
        (["--bots", "9"], "--bots is 0 to 3, not 9"),
        (["--bots", "1", "--script", "-"], "are for a terminal"),
    ],
)
def test_what_cannot_be_is_said_at_once(arguments: list[str], words: str) -> None:
    assert words in typed(["table", "let-it-ride", *arguments], [])
