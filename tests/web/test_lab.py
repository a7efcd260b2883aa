"""The lab over HTTP: its answers are those of the command line and of an independent count."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from secrets import randbelow
from threading import Event
from typing import Any

import pytest
from conftest import Ran
from web_client import Client, Server, problem

from fairdeal.lab.figures.payouts import MAIN
from fairdeal.submission.review import review
from fairdeal.web.lab.answers import find_answer
from fairdeal.web.lab.catalog import lab_games
from fairdeal.web.lab.questions import MetersBody

LIR = {"game": "let-it-ride"}
#: Never set: it is waited for between two looks at a question that is being computed.
PAUSE = Event()
THREE = {**LIR, "wager": "three-card-bonus"}
#: A Three Card Bonus of one's own.
OWN_THREE = {"like": "A", "lines": {"flush": "5 to 1", "pair": "2 to 1"}}


@pytest.fixture(scope="module")
def anybody(server: Server) -> Client:
    """Somebody without a session, who may use the lab of a floor that only this machine reaches."""
    return server.public()


def asked(client: Client, kind: str, body: dict[str, Any]) -> Any:
    """The answer to a question, which is waited for where it takes a while."""
    answer = client.post(f"/api/lab/{kind}", body)
    while answer.status_code == 202:
        job = answer.json()["job"]
        with_state = client.json(f"/api/lab/jobs/{job}")
        if with_state["state"] in ("waiting", "running"):
            PAUSE.wait(0.05)  # the lab's process comes after everything else on a machine
            continue
        assert with_state["state"] == "done", with_state
        answer = client.post(f"/api/lab/{kind}", body)
    assert answer.status_code == 200, answer.text
    return answer.json()


# Figures ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "options"),
    [
        ({**LIR}, ("let-it-ride",)),
        (
            {**LIR, "wager": "main", "paytables": {"main": "B"}},
            ("let-it-ride", "--wager", "main", "--paytable", "main=B"),
        ),
        (
            {
                "game": "run-em-twice",
                "jurisdiction": "maryland",
                "wager": "progressive",
                "paytables": {"progressive": "C"},
                "meters": {"major": 54321.09, "minor": 1500},
                "stake": 5,
                "readings": {"progressive-hand": "first-run"},
            },
            (
                *("run-em-twice", "--wager", "progressive", "--paytable", "progressive=C"),
                *("--meter", "major=54321.09", "--meter", "minor=1500", "--stake", "5"),
                *("--reading", "progressive-hand=first-run"),
            ),
        ),
    ],
)
def test_an_answer_is_what_the_command_line_prints_byte_for_byte(
    anybody: Client, fairdeal: Callable[..., Ran], body: dict[str, Any], options: tuple[str, ...]
) -> None:
    answer = anybody.post("/api/lab/analyze", body)
    assert answer.status_code == 200, answer.text
    assert answer.text == fairdeal("analyze", *options, "--json").out


def three_card_hand(ranks: list[int], suits: list[int]) -> str | None:
    """The line of three cards, by rules of this test alone; ranks are 0 (two) to 12 (ace)."""
    counts = sorted(Counter(ranks).values(), reverse=True)
    low, middle, high = sorted(ranks)
    run = counts == [1, 1, 1] and (high - low == 2 or (low, middle, high) == (0, 1, 12))
    suited = len(set(suits)) == 1
    if run and suited:
        return "straight flush"
    if counts == [3]:
        return "three of a kind"
    return "straight" if run else "flush" if suited else "pair" if counts == [2, 1] else None


def three_card_counts() -> Counter[str | None]:
    cards = combinations(range(52), 3)
    return Counter(three_card_hand([c // 4 for c in one], [c % 4 for c in one]) for one in cards)


def test_a_side_bet_of_ones_own_is_what_a_count_of_all_hands_says(
    anybody: Client, tmp_path: Path, fairdeal: Callable[..., Ran]
) -> None:
    body = {**THREE, "paytables": {"three-card-bonus": OWN_THREE}}
    (found,) = asked(anybody, "analyze", body)["wagers"]
    counts = three_card_counts()
    catalog = next(one for one in anybody.json("/api/lab") if one["game"] == "let-it-ride")
    group = next(one for one in catalog["groups"] if one["group"] == "three-card-bonus")
    printed = {line["hand"]: line["pays"] for line in group["tables"][0]["lines"]}
    # A royal flush of three cards would be a line of its own: this table has none.
    assert set(printed) == {hand for hand in counts if hand}
    pays = {
        hand: int(words.split(" to ")[0])
        for hand, words in (printed | OWN_THREE["lines"]).items()  # type: ignore[operator]
    }
    total = sum(counts[hand] * won for hand, won in pays.items()) - counts[None]
    assert Fraction(found["ev"]) == Fraction(total, comb(52, 3))
    # The same table as a file gives the command line's figures.
    file = tmp_path / "own.toml"
    file.write_text('like = "A"\n[lines]\n"flush" = "5 to 1"\n"pair" = "2 to 1"\n')
    own = f"three-card-bonus={file}"
    ran = fairdeal("analyze", "let-it-ride", "--wager", THREE["wager"], "--paytable", own, "--json")
    assert ran.json["wagers"] == [found]


def test_a_table_that_pays_what_a_printed_one_pays_is_that_one(anybody: Client) -> None:
    whole = {"straight flush": "40 to 1"}
    for like, lines in (("A", whole), ("B", {"pair": "1 to 1"})):
        body = {**THREE, "paytables": {"three-card-bonus": {"like": like, "lines": lines}}}
        (found,) = asked(anybody, "analyze", body)["wagers"]
        printed = {**THREE, "paytables": {"three-card-bonus": like}}
        assert asked(anybody, "analyze", printed)["wagers"] == [found]
        assert found["paytable"] == like


@pytest.mark.slow
def test_main_wagers_of_ones_own_are_queued_and_solved_as_on_the_command_line(
    anybody: Client, tmp_path: Path, fairdeal: Callable[..., Ran]
) -> None:
    # Odds that nobody on this machine has asked for: no stored result answers at once.
    pays = 1_001 + randbelow(1_000_000)
    own = {"like": "A", "lines": {"royal flush": f"{pays:,} to 1"}}
    body = {**LIR, "wager": "main", "paytables": {"main": own}}
    first = anybody.post("/api/lab/analyze", body)
    assert first.status_code == 202, first.text
    # The same question has one job, and the address may follow it.
    assert anybody.post("/api/lab/analyze", body).json()["job"] == first.json()["job"]
    (found,) = asked(anybody, "analyze", body)["wagers"]
    (printed,) = asked(anybody, "analyze", {**body, "paytables": {"main": "A"}})["wagers"]
    (royal,) = (one for one in printed["outcomes"] if one["hand"] == "royal flush")
    # The royal flush adds what it pays beyond 1,000; who plays better for it gains more still.
    more = royal["contribution"] * (pays - 1_000) / 1_000
    assert found["ev_decimal"] >= printed["ev_decimal"] + more - 1e-12
    file = tmp_path / "own.toml"
    file.write_text(f'like = "A"\n[lines]\n"royal flush" = "{pays:,} to 1"\n')
    ran = fairdeal(
        *("analyze", "let-it-ride", "--wager", MAIN, "--paytable", f"main={file}", "--json")
    )
    assert ran.json["wagers"] == [found]


def test_the_fan_is_the_distribution_of_all_ways_that_rounds_can_end(anybody: Client) -> None:
    """Quantiles of four rounds, by adding up every combination of results as fractions."""
    body = {**THREE, "paytables": {"three-card-bonus": OWN_THREE}, "stake": 5, "rounds": 4}
    found = asked(anybody, "fan", body)
    pays = {None: -1, "pair": 2, "flush": 5, "straight": 6, "three of a kind": 30}
    pays |= {"straight flush": 40}
    one = {5 * pays[hand]: Fraction(n, comb(52, 3)) for hand, n in three_card_counts().items()}
    assert found["largest"] == 200
    totals: dict[int, Fraction] = {0: Fraction(1)}
    for rounds in range(1, 5):
        after: dict[int, Fraction] = defaultdict(Fraction)
        for total, chance in totals.items():
            for net, share in one.items():
                after[total + net] += chance * share
        totals = after
        if rounds not in found["rounds"]:
            continue
        place = found["rounds"].index(rounds)
        for percent, figures in found["quantiles"].items():
            reached, below = None, Fraction(0)
            for total in sorted(totals):
                below += totals[total]
                if below >= Fraction(int(percent), 100):
                    reached = total
                    break
            assert figures[place] == reached, (rounds, percent)
    assert found["rounds"][-1] == 4
    assert found["is"] == "exact"
    ahead = sum(chance for total, chance in totals.items() if total > 0)
    assert found["ahead"] == pytest.approx(float(ahead), abs=1e-9)
    assert Fraction(found["ev"]) == sum(net * chance for net, chance in one.items())


def test_a_proposed_table_has_the_edge_that_an_analysis_of_it_has(anybody: Client) -> None:
    found = asked(anybody, "target", {**THREE, "edge": 4.5, "lines": ["flush", "straight"]})
    assert found["tables"]
    distances = []
    for one in found["tables"]:
        assert set(one["lines"]) <= {"flush", "straight"}
        own = {"three-card-bonus": {"like": "A", "lines": one["lines"]}}
        (wager,) = asked(anybody, "analyze", {**THREE, "paytables": own})["wagers"]
        assert wager["ev"] == one["ev"]
        distances.append(abs(-Fraction(one["ev"]) - Fraction(45, 1000)))
    assert distances == sorted(distances)


def test_readings_differ_where_an_analysis_under_each_does(anybody: Client) -> None:
    body = {"game": "run-em-twice", "jurisdiction": "maryland", "wager": "progressive"}
    body["paytables"] = {"progressive": "A"}  # type: ignore[assignment]
    worth = {one["reading"]: one for one in asked(anybody, "readings", body)["readings"]}
    assert not worth["abandoned"]["differs"]
    hand = worth["progressive-hand"]
    assert hand["differs"]
    now = next(one for one in hand["choices"] if one["in_force"])
    for one in hand["choices"]:
        chosen = {**body, "readings": {"progressive-hand": one["choice"]}}
        (wager,) = asked(anybody, "analyze", chosen)["wagers"]
        assert one["ev"] == wager["ev"]
        assert Fraction(one["difference"]) == Fraction(one["ev"]) - Fraction(now["ev"])


def test_at_its_break_even_a_meter_makes_the_wager_worth_nothing(anybody: Client) -> None:
    body = {**LIR, "wager": "progressive", "paytables": {"progressive": "E"}, "stake": 1}
    rate = {"mega": 0.05, "major": 0.04, "minor": 0.14}
    found = asked(anybody, "meters", {**body, "rate": rate})
    assert [one["meter"] for one in found["meters"]] == ["mega", "major", "minor"]
    for meter in found["meters"]:
        at = Fraction(meter["break_even"])
        there = round(float(at), 6)
        (wager,) = asked(anybody, "analyze", {**body, "meters": {meter["meter"]: there}})["wagers"]
        if at.denominator == 1:
            assert wager["ev"] == "0"
        assert abs(Fraction(wager["ev"])) < Fraction(1, 10**9)
        for point in meter["points"][:2]:
            shown = {meter["meter"]: round(point["amount"], 6)}
            (wager,) = asked(anybody, "analyze", {**body, "meters": shown})["wagers"]
            assert wager["house_edge"] == pytest.approx(point["house_edge"], abs=1e-8)
        needed = (float(at) - meter["amount"]) / meter["fed"]
        assert meter["wagers_to_break_even"] == pytest.approx(needed, abs=1)
        assert 0 <= meter["reaches_break_even"] < 1
    # What the house pays in at resets comes back from the stakes: without meters nothing is left.
    fixed = 1 - found["long_run_edge"] - sum(rate.values())
    resets = sum(one["amount"] / one["wagers_between"] for one in found["meters"])
    (wager,) = asked(anybody, "analyze", body)["wagers"]
    paid = sum(one["return_per_1000"] / 1000 * one["amount"] for one in found["meters"])
    assert fixed - resets == pytest.approx(1 + wager["ev_decimal"] - paid, abs=1e-9)


def test_every_progressive_is_answered_at_once() -> None:
    """So the description needs no queue for meters."""
    for game in lab_games():
        names = {one.wager: one for one in game.wagers}
        groups = {one.group: one for one in game.groups}
        if "progressive" not in names:
            continue
        reading = next((one for one in game.readings if one.reading == "progressive-hand"), None)
        for table in groups["progressive"].tables:
            for choice in reading.choices if reading else ["-"]:
                question = MetersBody(
                    game=game.game,
                    jurisdiction=game.jurisdiction,
                    wager="progressive",
                    paytables={"progressive": table.paytable},
                    readings={"progressive-hand": choice} if reading else {},
                )
                assert find_answer(question), (game.game, table.paytable, choice)


# Rules files --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        {**LIR, "paytables": {"main": "C", "three-card-bonus": "B"}, "minimum": 15, "maximum": 300},
        {**LIR, "paytables": {"main": "A", "progressive": "A"}},
        {**LIR, "paytables": {"progressive": "E"}, "reset": {"mega": 50000}, "rate": {"mega": 0.2}},
        {"game": "run-em-twice", "jurisdiction": "maryland", "readings": {"wheel": "high-only"}},
        {"game": "run-em-twice", "jurisdiction": "pennsylvania"},
        {"game": "double-draw", "paytables": {"bonus": "B"}, "payout_limit": 20000},
    ],
)
def test_a_rules_file_passes_the_check_and_says_what_was_chosen(
    anybody: Client, body: dict[str, Any]
) -> None:
    found = asked(anybody, "rules", body)
    assert found["valid"], found["findings"]
    rules = review(found["toml"]).rules
    assert rules is not None
    assert rules.game.name == body["game"]
    chosen = body.get("paytables", {})
    assert {name: rules.paytables[name].name for name in chosen} == chosen
    sides = {wager.pays.name for wager in rules.game.wagers if wager.optional}
    assert {one.pays.name for one in rules.wagers if one.optional} == set(chosen) & sides
    for key in ("minimum", "maximum", "payout_limit"):
        if key in body:
            assert getattr(rules, f"{key}_cents") == body[key] * 100
    assert dict(rules.readings).items() >= body.get("readings", {}).items()


def test_a_table_that_no_text_prints_is_a_finding_that_names_its_lines(anybody: Client) -> None:
    own = {"like": "B", "lines": {"flush": "9 to 1"}}
    found = asked(anybody, "rules", {**LIR, "paytables": {"main": own}})
    assert not found["valid"]
    assert found["toml"] is None
    (finding,) = found["findings"]
    assert finding["field"] == "paytables.main"
    assert finding["clause"] == "MD-LIR 12.A"
    assert "flush 9 to 1 where B has 10 to 1" in finding["message"]


def test_findings_of_the_check_are_told(anybody: Client) -> None:
    found = asked(
        anybody, "rules", {**LIR, "paytables": {"main": "A"}, "minimum": 10, "maximum": 5}
    )
    assert not found["valid"]
    assert found["toml"] is None
    assert any(one["field"] == "maximum" for one in found["findings"])


# Hostile input ------------------------------------------------------------------------------------


def own(lines: dict[str, str], **more: Any) -> dict[str, Any]:
    return {**LIR, "wager": "main", "paytables": {"main": {"lines": lines, **more}}}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": 7},
        {"game": "baccarat", "wager": "main"},
        {**LIR, "wager": "tie"},
        {**LIR, "wager": "main", "extra": 1},
        {**LIR, "wager": "main", "paytables": {"main": "Z"}},
        {**LIR, "wager": "main", "paytables": {"nothing": {"lines": {"flush": "1 to 1"}}}},
        {**LIR, "wager": "main", "readings": {"wheel": "low"}},
        {**THREE, "stake": -1},
        {**THREE, "stake": 0},
        {**THREE, "stake": 0.001},
        {**THREE, "stake": 1e300},
        {**THREE, "stake": "5"},
        {**THREE, "meters": {"mega": -5}},
        {**THREE, "meters": {"mega": 5}},
        own({}),
        own({"flush": "-8 to 1"}, like="A"),
        own({"flush": "NaN to 1"}, like="A"),
        own({"flush": "8 to 0"}, like="A"),
        own({"flush": "8"}, like="A"),
        own({"flush": "9" * 41}, like="A"),
        own({"flush": "100% of mega"}, like="A"),
        own({"five aces": "8 to 1"}, like="A"),
        own({"flush": "8 to 1"}, like="Q"),
        own({f"hand {n}": "8 to 1" for n in range(2_000)}),
    ],
)
def test_what_is_no_question_is_refused_in_a_sentence(
    anybody: Client, body: dict[str, Any]
) -> None:
    answer = anybody.post("/api/lab/analyze", body)
    document = problem(answer, 422, "invalid")
    assert len(document["detail"]) < 500


def test_bodies_that_are_no_json_or_too_long_are_refused(anybody: Client) -> None:
    for text in ('{"game": NaN}', '{"game": "let-it-ride", "stake": Infinity}', "[" * 5_000, "[]"):
        problem(anybody.raw("/api/lab/analyze", text), 400, "malformed")
    huge = json.dumps(own({f"a line of a table {n}": "8 to 1" for n in range(10_000)}))
    problem(anybody.raw("/api/lab/analyze", huge), 413, "too-large")
    problem(anybody.get("/api/lab/jobs/none"), 404, "unknown")
    fan = {**THREE, "stake": 1, "rounds": 100_001}
    problem(anybody.post("/api/lab/fan", fan), 422, "invalid")
    problem(anybody.post("/api/lab/fan", {**fan, "rounds": 0}), 422, "invalid")


def test_payouts_beyond_all_counting_end_as_a_problem(anybody: Client) -> None:
    body = own({"royal flush": "999,999,999,999 to 1"}, like="A")
    answer = anybody.post("/api/lab/analyze", body)
    assert answer.status_code == 202
    path = f"/api/lab/jobs/{answer.json()['job']}"
    while (told := anybody.json(path))["state"] in ("waiting", "running"):
        PAUSE.wait(0.05)
    assert told["state"] == "failed"
    assert "payouts are too large" in told["problem"]
    problem(anybody.post("/api/lab/analyze", body), 422, "invalid")
