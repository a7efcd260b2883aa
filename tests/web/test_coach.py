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
    ann.do(table, {"do": "leave", "seat": 1})
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


def test_the_coach_says_which_line_of_the_card_applied(server: Server) -> None:
    """Before and after each decision the same line, whose words stand at its place on the card."""
    ann = begun(server, "t6")
    card = ann.json("/tables/t6/coach/card", timeout=300)
    for one in play(ann, "t6"):
        line = one["before"]["line"]
        assert line == one["after"]["line"]
        rule = card["sections"][line["section"]]["rules"][line["rule"]]
        assert (rule["when"], rule["do"]) == (line["when"], line["do"])
    ann.do("t6", {"do": "leave", "seat": 1})


def test_a_game_without_a_practice_table_has_the_coach_too(server: Server) -> None:
    """Pennsylvania's game, at a table of one's own."""
    ann = server.guest("ann")
    table = ann.post("/api/practice", {"table": "t3"}).json()["table"]
    ann.do(table, {"do": "place-bets", "seat": 1, "amounts": {"first-ante": 5, "second-ante": 5}})
    ann.do(table, {"do": "ready", "seat": 1})
    said = play(ann, table)
    assert said
    for one in said:
        assert one["before"]["best"] in {choice["words"] for choice in one["before"]["choices"]}
        assert one["before"]["line"] == one["after"]["line"]
        assert one["after"]["judged"]


def test_what_the_coach_showed_is_known_when_the_page_asks_again(server: Server) -> None:
    ann = begun(server, "t5")
    before = ann.json("/tables/t5/coach", timeout=300)
    assert not before["helped"]
    ann.post("/tables/t5/coach/helped", {"version": before["version"]})
    assert ann.json("/tables/t5/coach", timeout=300)["helped"]
    play(ann, "t5")
    ann.do("t5", {"do": "leave", "seat": 1})


def test_the_coach_knows_the_cost_of_every_button(server: Server) -> None:
    """By the button that makes a choice, so that the page can warn before it is pressed."""
    ann = begun(server, "t7")
    before = ann.json("/tables/t7/coach", timeout=300)
    assert set(before["costs"]) == {"bet", "fold"}
    action = ann.table("t7")["view"]["actions"][-1]
    bet = {"do": "bet", "seat": 1, "wager": action["wager"], "amount": action["least"]}
    ann.do("t7", bet)
    drawn = ann.json("/tables/t7/coach", timeout=300)
    cards = next(one for one in ann.table("t7")["view"]["seats"] if one["seat"] == 1)["cards"]
    # None, one, two or three of five cards.
    assert len(drawn["costs"]) == 1 + 5 + 10 + 10
    assert {"keep", f"draw {cards[0]}"} <= set(drawn["costs"])
    assert [drawn["costs"][key] for key in drawn["best_keys"]] == [0] * len(drawn["best_keys"])
    ann.do("t7", {"do": "draw", "seat": 1, "discard": []})
    ann.do("t7", {"do": "leave", "seat": 1})


def test_the_card_of_two_own_cards_has_notes_and_grid(server: Server) -> None:
    card = server.public().json("/tables/t6/coach/card", timeout=300)
    assert [bool(section["note"]) for section in card["sections"]] == [True, True, True]
    assert "Points: count 2 for each jack or better" in card["sections"][1]["note"]
    rows = {row["rank"]: row["cells"] for row in card["grid"]}
    assert list(rows) == list("AKQJT98765432")
    # Suited queen and jack is above the diagonal; five and four of two suits below it.
    assert rows["Q"][3] == "3x"
    assert rows["J"][2] == "1x"
    assert rows["4"][9] == "fold"
    assert rows["5"][10] == "1x"
    assert "costs 0.2126 percent of the ante" in card["cost"]


def test_the_strategy_card_lies_beside_the_felt(server: Server) -> None:
    card = server.public().json("/tables/t5/coach/card", timeout=300)
    assert [section["decision"] for section in card["sections"]]
    assert all(rule["when"] and rule["do"] for one in card["sections"] for rule in one["rules"])


@pytest.mark.clause("COMAR 36.05.02.17G(4)")
def test_live_tables_have_no_coach(server: Server) -> None:
    ann = server.guest("ann")
    for path in ("coach", "coach/last", "coach/card"):
        problem(ann.get(f"/tables/t1/{path}"), 403, "forbidden")


def test_the_coach_waits_for_a_decision_of_ones_own(server: Server) -> None:
    bob = server.guest("bob")
    assert bob.get("/tables/t6/coach").json() is None, "it is not bob's turn"
    assert bob.get("/tables/t6/coach/last").json() is None, "bob has made no decision"
    problem(server.public().get("/tables/t6/coach"), 401, "no-session")
