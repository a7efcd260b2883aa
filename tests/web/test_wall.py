"""The floor's wall as a program sees it: what is wrong where, and what was taken in and won."""

from pathlib import Path
from typing import Any

import pytest
from hand_dealt import Staff, bet, deal_until, open_table, staff_of
from msgspec.structs import replace
from web_client import Client, Server, play_round, problem

from fairdeal.floor.money.table_results import TableResult
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.games import find_game
from fairdeal.play.session import open_table as play_table
from fairdeal.play.sources import SeededSource
from fairdeal.rulebook.rules import house_rules
from fairdeal.table import commands as cmd
from fairdeal.table.actors import AUDITOR, DEALER, FLOOR, OPERATOR, PLAYER
from fairdeal.table.state import State
from fairdeal.web.pages.wall.scene import alarms, may_do, why_not


@pytest.fixture(scope="module")
def staff(server: Server) -> Staff:
    """Who works at the floor."""
    return staff_of(server)


def wall(client: Client, table: str) -> Any:
    """One table on the wall."""
    (found,) = [one for one in client.json("/floor/state")["tables"] if one["table"] == table]
    return found


def test_drop_and_win_are_what_the_records_say(server: Server, staff: Staff) -> None:
    table = open_table(staff, floor={"name": "Drop", "dealer": "auto"})
    players = {2: server.guest("ann"), 5: server.guest("bob")}
    for seat, one in players.items():
        one.do(table, {"do": "sit", "seat": seat})
    drop = win = 0
    for _ in range(3):
        name = play_round(table, players)
        record = staff.auditor.json(f"/api/rounds/{name}")
        for seat in record["seats"]:
            win -= round(100 * seat["net"])
            # What was taken back was never the house's to win.
            drop += sum(
                round(100 * one["stake"])
                for one in seat["wagers"].values()
                if one["result"] != "withdrawn"
            )
        money = wall(staff.floor, table)["money"]
        assert (money["drop"], money["win"]) == (drop, win)
        assert money["inventory"] == 100_000_00 + win
    assert drop
    staff.floor.post(f"/api/tables/{table}/fill", {"amount": 500, "reason": "more"})
    staff.floor.post(f"/api/tables/{table}/credit", {"amount": 200, "reason": "less"})
    money = wall(staff.floor, table)["money"]
    assert (money["fills"], money["credits"], money["win"]) == (500_00, 200_00, win)
    assert money["inventory"] == 100_300_00 + win
    told = staff.floor.post(f"/api/tables/{table}/close").json()
    assert told["reconciled"]
    assert round(100 * told["result"]) == win
    closed = wall(staff.floor, table)
    assert closed["closed"]
    assert closed["money"]["inventory"] == 0
    assert closed["money"]["win"] == win
    assert closed["money"]["credits"] == 200_00, "closing is no credit"
    assert closed["money"]["closing"] == money["inventory"]


def test_alarms(server: Server, staff: Staff) -> None:
    table = open_table(staff)
    ann = server.guest("ann")
    ann.do(table, {"do": "sit", "seat": 3})
    assert "alarms" not in wall(staff.floor, table)
    ann.do(table, {"do": "call-floor", "reason": "my payout"})
    (alarm,) = wall(staff.floor, table)["alarms"]
    assert alarm == {
        "kind": "called",
        "words": "The floorperson is called: my payout",
        "urgent": True,
    }
    staff.floor.do(table, {"do": "answer-call"})
    assert "alarms" not in wall(staff.floor, table)
    deal_until(staff, table, "no-more-bets")
    bet(ann, table, 3)
    deal_until(staff, table, "rack-stub")
    staff.dealer.do(table, {"do": "count-stub", "cards": 1})
    asked = wall(staff.floor, table)
    assert [one["kind"] for one in asked["alarms"]] == ["asked"]
    assert asked["dealt_by"] == "dora"
    assert asked["question"]["outcomes"][0]["back"] == 30_00
    assert [one["command"]["do"] for one in asked["question"]["answers"]] == ["confirm", "deny"]
    # Whoever only looks is not asked.
    for client in (staff.auditor, staff.operator):
        question = wall(client, table)["question"]
        assert "answers" not in question
        assert question["why"]
    staff.floor.do(table, {"do": "confirm"})
    # An inventory that is nearly gone.
    took = staff.floor.post(f"/api/tables/{table}/credit", {"amount": 99_000, "reason": "audit"})
    assert took.status_code == 200
    # What is there is compared with what came less what went: a credit alone is no alarm.
    assert "alarms" not in wall(staff.floor, table)


def test_who_sees_the_wall_and_what_each_may_do(server: Server, staff: Staff) -> None:
    problem(server.public().get("/floor/state"), 401, "forbidden")
    problem(server.guest().get("/floor/state"), 403, "forbidden")
    problem(staff.dealer.get("/floor/state"), 403, "forbidden")
    assert staff.auditor.json("/floor/state")["may"] == []
    assert "open" in staff.operator.json("/floor/state")["may"]
    assert "answer" in staff.floor.json("/floor/state")["may"]
    for role, may in ((FLOOR, True), (OPERATOR, True), (AUDITOR, False)):
        somebody = Person("x", "x", "registered", (role,))
        assert not why_not(somebody)
        assert ("fill" in may_do(somebody)) == may
    for role in (PLAYER, DEALER):
        assert why_not(Person("x", "x", "registered", (role,)))


def test_a_floor_without_a_dealer_says_so(tmp_path: Path) -> None:
    server = Server(tmp_path, "--pace", "0", "--clock", "0", "--no-bots")
    try:
        operator = server.operator()
        assert wall(operator, "t1").get("alarms", []) == []
        assert operator.post("/api/tables/t1/handover", {"dealer": "person"}).status_code == 200
        (alarm,) = wall(operator, "t1")["alarms"]
        assert "users add NAME --role dealer" in alarm["words"]
        assert not any(
            one.get("alarms")
            for one in operator.json("/floor/state")["tables"]
            if one["table"] != "t1"
        )
        server.staff("dora", "dealer")
        assert wall(operator, "t1").get("alarms", []) == []
    finally:
        server.stop()


def test_alarms_of_decks_devices_and_chips() -> None:
    session = play_table(house_rules(find_game("let-it-ride")), SeededSource("alarms"))
    session.do(cmd.Announce("good evening"), time=1_000)
    session.run_dealer()
    hour = 3600

    def told(now: int, money: TableResult, state: State = session.state) -> list[tuple[str, bool]]:
        face = PublishedTable("t1", "", 1, state, 0, "auto", closed=False, stopped=None, events=[])
        return [(alarm.kind, alarm.urgent) for alarm in alarms(face, money, now)]

    full = TableResult(opening=100_000_00, inventory=100_000_00)
    assert told(1_000, full) == []
    # Decks came at 1,000 seconds, and are used for eight hours.
    end = 1_000 + 8 * hour
    decks = len(session.state.decks)
    assert told(end - 15 * 60 - 1, full) == []
    assert told(end - 15 * 60, full) == [("hours", False)] * decks
    assert told(end, full) == [("hours", True)] * decks
    assert told(1_000, full._replace(inventory=25_000_00)) == []
    assert told(1_000, full._replace(inventory=24_999_99)) == [("low", False)]
    # A fill makes more of what should be there, a credit less.
    filled = TableResult(opening=100_000_00, fills=100_000_00, inventory=49_000_00)
    assert told(1_000, filled) == [("low", False)]
    assert told(1_000, filled._replace(credits=100_000_00)) == []
    failed = replace(session.state, failed=frozenset({"shuffler"}))
    assert told(1_000, full, failed) == [("device", False)]


def test_a_table_is_opened_by_its_file(staff: Staff) -> None:
    (first, *_) = staff.operator.json("/floor/rules")
    assert first["name"].endswith(".toml")
    body = {"rules": first["text"].replace('name = "', 'name = "Second ')}
    problem(staff.floor.post("/floor/open", body), 403, "forbidden")
    answer = staff.operator.post("/floor/open", body)
    assert answer.status_code == 201, answer.text
    assert wall(staff.operator, answer.json()["table"])["name"].startswith("Second ")
    wrong = {"rules": first["text"].replace("seats = 7", "seats = 70")}
    told = problem(staff.operator.post("/floor/open", wrong), 409, "refused")
    assert told["detail"].startswith("line ")
    assert told["clause"].startswith("MD-LIR")
    problem(staff.operator.post("/floor/open", {"rules": "no = = toml"}), 422, "invalid")
    problem(staff.operator.post("/floor/open", {"rules": 5}), 422, "invalid")
