"""`strategy`: situations in, the exact value of every choice out."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from conftest import SHARED

Run = Callable[..., Any]

EXAMPLES = SHARED / "examples" / "strategy.json"


def examples() -> list[Any]:
    if not EXAMPLES.exists():
        return []
    found: list[Any] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return found


@pytest.mark.skipif(not examples(), reason="the shared examples are not beside this checkout")
@pytest.mark.parametrize("example", examples(), ids=lambda one: str(one["situation"]["cards"]))
def test_the_shared_examples(fairdeal: Run, example: dict[str, Any]) -> None:
    ran = fairdeal(
        *example["command"], "--from", "-", "--json", stdin=json.dumps(example["situation"])
    )
    assert ran.code == 0
    (answer,) = ran.json
    wanted = example["answer"]
    values = [{"action": one["action"], "ev": one["ev"]} for one in answer["choices"]]
    if "choices" in wanted:
        assert values == wanted["choices"]
    else:
        assert answer["best"] in wanted["best"]
        best = [one for one in answer["choices"] if answer["best"].items() <= one.items()]
        assert [one["ev"] for one in best] == [wanted["best ev"]]


def test_one_situation_by_options(fairdeal: Run) -> None:
    # A pair of tens on three cards: each bet is worth as much more as it was before.
    ran = fairdeal("strategy", "let-it-ride", "--cards", "Ts Td 2c", "--board", "2s", "--json")
    values = {one["action"]: one["ev"] for one in ran.json["choices"]}
    # Two pair pays 2 on all 48 fifth cards but four, which make a full house: 2 + 4 x 9 / 48 = 11/4
    # a bet, and three bets or two are in play.
    assert values == {"ride": "33/4", "withdraw": "11/2"}
    assert ran.json["best"] == {"action": "ride"}
    assert ran.json["situation"] == {"cards": ["Ts", "Td", "2c"], "board": ["2s"]}


@pytest.mark.clause("MD-RET 11.F")
def test_a_center_that_cannot_lose(fairdeal: Run) -> None:
    # Four of a kind on the first run whatever comes: 40 to 1 on the run and on the center; the
    # second run holds the pair of aces and one more card: at least a pair.
    ran = fairdeal(
        *("strategy", "run-em-twice", "--cards", "As Ah", "--board", "Ad Ac 2c 7d"),
        *("--bets", "first-run=3,second-run=1", "--json"),
    )
    values = {one["action"]: one["ev_decimal"] for one in ran.json["choices"]}
    assert values["fold"] == -6
    assert values["bet-2x"] - values["bet-1x"] == pytest.approx(40)
    assert ran.json["best"] == {"action": "bet-3x"}


def test_double_draw_lists_every_discard(fairdeal: Run) -> None:
    ran = fairdeal("strategy", "double-draw", "--cards", "As Ks Qs Js Ts", "--json")
    thrown = [one["discard"] for one in ran.json["choices"] if one["action"] == "draw"]
    assert len(thrown) == len({tuple(one) for one in thrown}) == 1 + 5 + 10 + 10
    # A natural royal flush in the hand pays 100 on the bonus and 1 on three more: nothing better.
    assert ran.json["best"] == {"action": "draw", "discard": []}
    best = next(one for one in ran.json["choices"] if one.get("discard") == [])
    assert best["ev"] == "103"
    second = fairdeal(
        "strategy", "double-draw", "--cards", "* * As Ah Ad", "--discards", "", "--json"
    )
    # Five aces: 500 on the bonus and 1 on three more.
    assert {"action": "draw", "discard": [], "ev": "503", "ev_decimal": 503.0} in second.json[
        "choices"
    ]
    # The two jokers look alike, so throwing one or the other is one choice.
    assert len(second.json["choices"]) == 1 + 1 + 4


@pytest.mark.parametrize(
    ("game", "options", "says"),
    [
        ("let-it-ride", ["--cards", "Ts Td"], "holds 3 cards"),
        ("let-it-ride", ["--cards", "Ts Td Ts"], "Ts is there twice"),
        ("let-it-ride", ["--cards", "Ts Td *"], "without jokers"),
        ("let-it-ride", ["--cards", "Ts Td 1x"], "not a card"),
        ("let-it-ride", ["--cards", "Ts Td 2c", "--board", "2s 3s"], "no decision"),
        ("let-it-ride", ["--cards", "Ts Td 2c", "--withdrawn", "bet-1"], "cannot have been"),
        ("let-it-ride", ["--cards", "Ts Td 2c", "--discards", ""], "no discards"),
        ("let-it-ride", ["--cards", "Ts Td 2c", "--bets", "first-run=1"], "has not been bet"),
        ("let-it-ride", ["--board", "Ts"], "needs cards"),
        ("run-em-twice", ["--cards", "Ts Td", "--board", "2c 3c"], "first-run"),
        ("run-em-twice", ["--cards", "Ts Td", "--board", "2c"], "no decision"),
        (
            "run-em-twice",
            ["--cards", "Ts Td", "--board", "2c 3c", "--bets", "first-run=4"],
            "1 to 3 times",
        ),
        (
            "run-em-twice",
            ["--cards", "Ts Td", "--board", "2c 3c", "--bets", "first-run"],
            "first-run=3",
        ),
        ("double-draw", ["--cards", "* * * As Ks"], "* is there 3 times"),
        (
            "double-draw",
            ["--cards", "2c 3c 4c 5c 7c", "--discards", "8c 9c Tc Jc"],
            "at most 3 cards",
        ),
    ],
)
def test_impossible(fairdeal: Run, game: str, options: list[str], says: str) -> None:
    ran = fairdeal("strategy", game, *options)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1


def test_many_with_an_impossible_one_among_them(fairdeal: Run) -> None:
    lines = [
        {"cards": ["Ts", "Td", "2c"]},
        {"cards": ["Ts", "Ts", "2c"]},
        {"cards": "Ts Td 2c", "board": ["2s"], "withdrawn": ["bet-1"]},
        {"card": []},
    ]
    text = "\n".join(json.dumps(line) for line in lines)
    ran = fairdeal("strategy", "let-it-ride", "--from", "-", "--json", stdin=text)
    assert ran.code == 2
    assert ["error" in one for one in ran.json] == [False, True, False, True]


def test_thousands_in_one_call(fairdeal: Run) -> None:
    ranks, suits = "23456789TJQKA", "cdhs"
    cards = [rank + suit for rank in ranks for suit in suits]
    lines = [
        {"cards": [cards[n % 52], cards[(n * 7 + 1) % 52], cards[(n * 11 + 3) % 52]]}
        for n in range(3_000)
    ]
    distinct = [line for line in lines if len(set(line["cards"])) == 3]
    text = "\n".join(json.dumps(line) for line in distinct)
    ran = fairdeal("strategy", "let-it-ride", "--from", "-", "--json", stdin=text)
    assert len(ran.json) == len(distinct)
    assert all(one["best"]["action"] in ("ride", "withdraw") for one in ran.json)
