"""The coach of a practice table, over a real server."""

from fractions import Fraction
from typing import Any

import pytest
from web_client import BETS, Client, Server, problem

#: A practice table of each game.
PRACTICE = {"t5": "let-it-ride", "t6": "run-em-twice", "t7": "double-draw"}


def begun(server: Server, table: str) -> Client:
    """Somebody who has bet at a table, and is asked something."""
    ann = server.guest("ann")
    ann.do(table, {"do": "sit", "seat": 1})
    game = ann.table(table)["view"]["game"]
    stakes = {wager: 2 * amount for wager, amount in BETS[game].items()}
    ann.do(table, {"do": "place-bets", "seat": 1, "amounts": stakes})
    ann.do(table, {"do": "ready", "seat": 1})
    return ann


def play(ann: Client, table: str) -> list[dict[str, Any]]:
    """A whole round by the first button each time, with what the coach said before and after."""
    said = []
    for _ in range(8):
        view = ann.table(table)["view"]
        if view["phase"] == "open":
            break
        before = ann.json(f"/tables/{table}/coach", timeout=300)
        action = view["actions"][-1]
        command: dict[str, Any] = {"do": action["do"], "seat": 1}
        if action["do"] == "bet":
            command |= {"wager": action["wager"], "amount": action["least"]}
        ann.do(table, command)
        said.append(
            {"before": before, "after": ann.json(f"/tables/{table}/coach/last", timeout=300)}
        )
    return said


@pytest.mark.parametrize("table", PRACTICE)
def test_the_coach_knows_every_choice_and_what_one_cost(server: Server, table: str) -> None:
    ann = begun(server, table)
    said = play(ann, table)
    assert len(said) >= 2
    for one in said:
        before, after = one["before"], one["after"]
        values = {choice["words"]: Fraction(choice["ev"]) for choice in before["choices"]}
        best = max(values.values())
        assert values[before["best"]] == best
        assert [choice["best"] for choice in before["choices"]] == [
            Fraction(choice["ev"]) == best for choice in before["choices"]
        ]
        assert before["equal"] == (list(values.values()).count(best) > 1)
        assert after["judged"]
        assert after["version"] > before["version"]
        if after["words"] in values:  # of very many, only the best are told beforehand
            lost = best - values[after["words"]]
            assert after["right"] == (lost == 0)
            assert bool(after["cost"]) == (lost > 0)
            unit = 2 * min(BETS[PRACTICE[table]].values()) * 100
            assert abs(after["cents"] - lost * unit) <= Fraction(1, 2)


def test_the_strategy_card_lies_beside_the_felt(server: Server) -> None:
    card = server.public().json("/tables/t5/coach/card", timeout=300)
    assert [section["decision"] for section in card["sections"]]
    assert all(rule["when"] and rule["do"] for one in card["sections"] for rule in one["rules"])


def test_live_tables_have_no_coach(server: Server) -> None:
    ann = server.guest("ann")
    for path in ("coach", "coach/last", "coach/card"):
        problem(ann.get(f"/tables/t1/{path}"), 403, "forbidden")


def test_the_coach_waits_for_a_decision_of_ones_own(server: Server) -> None:
    bob = server.guest("bob")
    problem(bob.get("/tables/t6/coach"), 404, "no-decision")
    problem(bob.get("/tables/t6/coach/last"), 404, "no-decision")
    problem(server.public().get("/tables/t6/coach"), 401, "no-session")
