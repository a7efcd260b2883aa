"""The floor's wall as a program sees it: what is wrong where, and what was taken in and won."""

import asyncio
import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hand_dealt import Staff, bet, deal_until, open_table
from msgspec.structs import replace
from web_client import Client, Server, play_round, problem, rules_of

from fairdeal.cards import parse_card
from fairdeal.floor.log.store import Store
from fairdeal.floor.money.table_results import TableResult
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.games import find_game
from fairdeal.office.book.book import Book
from fairdeal.office.book.facts import Where
from fairdeal.office.catalogue import TELL_WIN
from fairdeal.play.session import open_table as play_table
from fairdeal.play.sources import SeededSource
from fairdeal.rulebook.rules import house_rules
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUDITOR, AUTOMATIC_DEALER, DEALER, FLOOR, OPERATOR, PLAYER
from fairdeal.table.state import State, moment
from fairdeal.web.live.log_reader import LogReader
from fairdeal.web.live.office import Office
from fairdeal.web.pages.wall.events import MOST_SHOWN, open_alarms
from fairdeal.web.pages.wall.scene import alarms, may_do, why_not
from fairdeal.wording.player import card_name

T = TypeVar("T")


def wall(client: Client, table: str) -> Any:
    """One table on the wall."""
    (found,) = [one for one in client.json("/floor/state")["tables"] if one["table"] == table]
    return found


def test_handle_drop_and_win_are_what_the_records_say(server: Server, staff: Staff) -> None:
    table = open_table(staff, floor={"name": "Drop", "dealer": "auto"})
    players = {2: server.guest("ann"), 5: server.guest("bob")}
    for seat, one in players.items():
        one.do(table, {"do": "sit", "seat": seat})
    handle = win = 0
    for _ in range(3):
        name = play_round(table, players)
        record = staff.auditor.json(f"/api/rounds/{name}")
        for seat in record["seats"]:
            win -= round(100 * seat["net"])
            # What was taken back was never the house's to win.
            handle += sum(
                round(100 * one["stake"])
                for one in seat["wagers"].values()
                if one["result"] != "withdrawn"
            )
        money = wall(staff.floor, table)["money"]
        assert (money["handle"], money["win"]) == (handle, win)
        drop = money["drop"]
        assert money["inventory"] == 100_000_00 + win - drop
    bought = [
        one["event"]["amount"]
        for one in staff.auditor.json(f"/api/tables/{table}/events?after=0")
        if one["event"]["event"] == "bought-in"
    ]
    assert drop == round(100 * sum(bought)) > 0
    move_chips(staff, table, "fill", 500)
    move_chips(staff, table, "credit", 200)
    money = wall(staff.floor, table)["money"]
    assert (money["fills"], money["credits"], money["win"]) == (500_00, 200_00, win)
    assert money["inventory"] == 100_300_00 + win - drop
    told = staff.floor.post(f"/api/tables/{table}/close").json()
    assert told["reconciled"]
    assert round(100 * told["result"]) == win
    closed = wall(staff.floor, table)
    assert closed["closed"]
    assert closed["money"]["inventory"] == 0
    assert closed["money"]["win"] == win
    assert closed["money"]["credits"] == 200_00, "closing is no credit"
    assert closed["money"]["closing"] == money["inventory"]


def move_chips(staff: Staff, table: str, act: str, amount: int) -> None:
    """A fill or a credit: the floorperson asks, and the operator confirms."""
    address = f"/api/tables/{table}"
    asked = staff.floor.post(f"{address}/{act}", {"amount": amount, "reason": "so"}).json()["asked"]
    alone = staff.floor.post(f"{address}/confirm", {"asked": asked})
    assert "a second person" in problem(alone, 409, "refused")["detail"]
    (alarm,) = [one for one in wall(staff.floor, table)["alarms"] if one["kind"] == "request"]
    assert "waits for a second person" in alarm["words"]
    (mine,), (theirs,) = (
        wall(client, table)["pending"]["requests"] for client in (staff.floor, staff.operator)
    )
    assert "confirms" not in mine
    assert theirs["confirms"]
    assert staff.operator.post(f"{address}/confirm", {"asked": asked}).status_code == 200


def test_a_count_is_blind_until_a_second_person_has_counted(staff: Staff) -> None:
    table = open_table(staff)
    deal_until(staff, table, "spread-cards")
    body = {"chips": {"500": 199}, "cards": {"red": 52}}
    first = staff.dealer.post(f"/api/tables/{table}/close", body).json()
    assert (first["closed"], first["differs"], first["counted"]) == (False, False, None)
    seen = wall(staff.floor, table)
    assert seen["money"]["inventory"] is None, "nobody is told while it is counted"
    assert seen["pending"]["counted_by"] == "dora"
    again = staff.dealer.post(f"/api/tables/{table}/close", body).json()
    assert not again["closed"], "one person is never both"
    other = {"chips": {"500": 200}, "cards": {"red": 52}}
    assert staff.floor.post(f"/api/tables/{table}/close", other).json()["differs"]
    done = staff.dealer.post(f"/api/tables/{table}/close", other).json()
    assert done["closed"]
    assert (done["counted"]["total"], done["counted"]["difference"]) == (100_000, 0)


def test_who_may_count_a_table_is_not_told_what_is_in_its_tray(
    server: Server, staff: Staff
) -> None:
    """Neither on the wall nor in the office nor by the API; auditors are told."""
    table = open_table(staff, floor={"name": "Blind", "dealer": "auto"})
    ann = server.guest("ann")
    ann.do(table, {"do": "sit", "seat": 1})
    play_round(table, {1: ann})
    name = f"/api/tables/{table}/handover"
    for who in (staff.floor, staff.operator):
        assert wall(who, table)["money"]["inventory"] is not None, "the automatic dealer counts"
    assert staff.floor.post(name, {"dealer": "person"}).status_code == 200
    told = wall(staff.auditor, table)["money"]
    assert told["inventory"] > 0
    for who in (staff.floor, staff.operator):
        money = wall(who, table)["money"]
        assert (money["inventory"], money["win"]) == (None, None)
        assert money["handle"] == told["handle"]
        assert "inventory" not in who.table(table)["view"]
        assert "Without Blind: people deal there" in who.get("/office", Accept="text/html").text
        for report in TELL_WIN:
            made = who.json(f"/api/reports/{report}")
            assert "counts are blind" in made["scope"], report
            assert f'"{table}"' not in json.dumps(made["rows"]), report
    assert "inventory" in staff.auditor.table(table)["view"]
    assert "counts are blind" not in staff.auditor.json("/api/reports/drop-and-win")["scope"]


@pytest.mark.clause("MD-LIR 13.B")
def test_the_floorperson_is_shown_the_card_that_was_reported(server: Server, staff: Staff) -> None:
    table = open_table(staff)
    ann = server.guest("ann")
    ann.do(table, {"do": "sit", "seat": 3})
    deal_until(staff, table, "no-more-bets")
    bet(ann, table, 3)
    deal_until(staff, table, "deal")
    for _ in range(2):
        staff.dealer.do(table, {"do": "face-up"})
    view = staff.floor.table(table)["view"]
    told = f"The card is the {card_name(parse_card(view['house']['reported-card']))}"
    assert wall(staff.floor, table)["question"]["words"].endswith(f": all hands are void. {told}")
    for client in (staff.auditor, staff.operator):
        assert wall(client, table)["question"]["words"].endswith(": all hands are void")
        assert "reported-card" not in client.table(table)["view"]["house"]
    staff.floor.do(table, {"do": "deny", "reason": "it lies face down"})
    staff.dealer.do(table, {"do": "deal", "part": "card"})
    (aside,) = view["set-aside"]
    assert ann.table(table)["view"]["set-aside"] == [aside]


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
    assert [one["kind"] for one in asked["alarms"]] == ["count"]
    assert asked["dealt_by"] == "dora"
    assert asked["question"]["outcomes"][0]["back"] == 30_00
    answers = [one["command"]["do"] for one in asked["question"]["answers"]]
    assert answers == ["rule-count", "rule-count", "deny"]
    # Whoever only looks is not asked.
    for client in (staff.auditor, staff.operator):
        question = wall(client, table)["question"]
        assert "answers" not in question
        assert question["why"]
    staff.floor.do(table, {"do": "rule-count", "misdealt": False})
    # An inventory that is nearly gone.
    move_chips(staff, table, "credit", 99_000)
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
        face = PublishedTable("t1", "", 1, state, moment(state), 0, "auto", False, None, [])
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


def test_an_alarm_of_the_office_stays_on_the_wall_until_it_is_acknowledged(staff: Staff) -> None:
    table = open_table(staff, floor={"name": "Alarm", "dealer": "person"})
    counted = {"chips": {"500": 190}, "cards": {}}
    for client in (staff.dealer, staff.floor):
        client.post(f"/api/tables/{table}/close", counted)

    def waiting(client: Client) -> list[Any]:
        found = client.json("/floor/state")["events"]
        return [one for one in found if one["table"] == table]

    for client in (staff.floor, staff.operator, staff.auditor):
        (alarm,) = waiting(client)
        assert "the count differs from the log by -$5,000" in alarm["words"]
    path = f"/api/events/significant/{alarm['number']}/acknowledge"
    assert staff.auditor.post(path, {}).json()["acknowledged_by"] == "otto"
    assert not waiting(staff.floor)
    problem(staff.floor.post(path, {}), 409, "refused")


def test_the_wall_lists_the_latest_alarms_and_counts_the_others() -> None:
    book = Book()
    first = Where(0, 0, date(2026, 1, 31), "", "", "", "")
    for number in range(MOST_SHOWN + 3):
        book.note(first._replace(leaf=number), "x", "alarm", f"alarm {number}")
    book.note(first._replace(leaf=99), "x", "warning", "no alarm")
    shown, more = open_alarms(book)
    assert [one.number for one in shown] == list(range(MOST_SHOWN + 2, 2, -1))
    assert more == 3


class BusyLog(LogReader):
    """A log that has more to read than anybody waits for."""

    def __init__(self) -> None:
        self.released = asyncio.Event()

    async def read(self, do: Callable[[Store], T]) -> T:
        del do
        await self.released.wait()
        raise EOFError


def test_the_wall_does_not_wait_for_a_long_log() -> None:
    async def ask() -> None:
        office = Office(log := BusyLog())
        for _ in range(2):
            assert await office.ask_within(0, lambda book: book.leaves) == 0
        log.released.set()
        with pytest.raises(EOFError):
            await office.ask(lambda book: book.leaves)
        office.close()

    asyncio.run(ask())


@pytest.mark.clause("COMAR 36.05.03.03F(1)", "COMAR 36.05.03.03F(3)(a)(ii)")
def test_a_variance_stays_on_the_wall_until_its_papers_are_written(staff: Staff) -> None:
    table = open_table(staff, floor={"name": "Short", "dealer": "person"})
    counted = {"chips": {"500": 190}, "cards": {}}
    staff.dealer.post(f"/api/tables/{table}/close", counted)
    told = staff.floor.post(f"/api/tables/{table}/close", counted).json()
    assert told["counted"]["difference"] == -5_000
    shown = wall(staff.floor, table)
    assert shown["game"]
    assert shown["variance"]["due"] == "error-notification"
    assert shown["variance"]["may"]
    (alarm,) = shown["alarms"]
    assert alarm["urgent"]
    assert "$5,000 less than the log" in alarm["words"]
    slip = {"explanation": "nobody knows", "resolved": False}
    path = f"/api/tables/{table}"
    assert staff.floor.post(f"{path}/error-notification", slip).status_code == 204
    shown = wall(staff.floor, table)
    assert shown["variance"]["due"] == "incident-report"
    assert "may" not in shown["variance"] or not shown["variance"]["may"], "the one who counted"
    assert "within 24 h" in shown["alarms"][0]["words"]
    assert staff.floor.post(f"{path}/incident-report", {"report": "x"}).status_code == 409
    assert wall(staff.operator, table)["variance"]["may"]
    report = {"report": "the camera shows a wrong fill"}
    assert staff.operator.post(f"{path}/incident-report", report).status_code == 204
    shown = wall(staff.floor, table)
    assert not shown.get("variance")
    assert not shown.get("alarms")


def test_closed_meters_stay_on_the_wall_until_two_people_have_moved_them(staff: Staff) -> None:
    rules = rules_of("1-let-it-ride.toml")
    first, second = (staff.operator.post("/api/tables", rules).json()["table"] for _ in range(2))
    staff.floor.post(f"/api/tables/{first}/close")
    shown = staff.floor.json("/floor/state")
    closed = {one["meter"]: one["words"] for one in shown["closed_meters"]}
    assert closed[f"{first}.mega"].startswith("$20,000 on a meter that no open table shows")
    move = {"meter": f"{first}.mega", "to": f"{second}.mega", "reason": "closed"}
    path = f"/api/tables/{first}"
    assert staff.dealer.post(f"{path}/move-meter", move).status_code == 403
    asked = staff.floor.post(f"{path}/move-meter", move).json()["asked"]
    for client, confirms in ((staff.floor, False), (staff.operator, True)):
        (waits,) = client.json("/floor/state")["meter_requests"]
        assert (waits["asked"], waits["table"]) == (asked, first)
        assert bool(waits.get("confirms")) == confirms
    assert staff.floor.post(f"{path}/confirm", {"asked": asked}).status_code == 409
    assert staff.operator.post(f"{path}/confirm", {"asked": asked}).status_code == 200
    shown = staff.floor.json("/floor/state")
    assert f"{first}.mega" not in {one["meter"] for one in shown["closed_meters"]}
    assert not shown["meter_requests"]
    assert wall(staff.floor, second)["meters"][0]["cents"] == 40_000_00


def test_a_large_payment_of_the_automatic_pair_is_told_for_an_hour() -> None:
    state = replace(
        play_table(house_rules(find_game("let-it-ride")), SeededSource("alarms")).state,
        hand_paid=ev.HandPayAsked(
            asked=1,
            by=AUTOMATIC_DEALER.id,
            seat=3,
            cents=1_250_000,
            wagers={"bet-3": 1_250_000},
            hand="a straight flush",
            pays="200 to 1",
            clause="MD-LIR 11.K",
            present=(3,),
        ),
        hand_paid_at=1_000,
    )

    def told(now: int, state: State) -> list[str]:
        face = PublishedTable("t1", "", 1, state, moment(state), 0, "auto", False, None, [])
        return [one.words for one in alarms(face, TableResult(), now) if one.kind == "hand-pay"]

    words = (
        "The automatic pair has paid $12,500 to seat 3 for a straight flush: "
        "Bet Number 3 $12,500 (MD-LIR 11.K)"
    )
    assert told(1_000, state) == told(1_000 + 3_599, state) == [words]
    assert told(1_000 + 3_600, state) == []
    assert state.hand_paid is not None
    person = replace(state, hand_paid=replace(state.hand_paid, by="dora"))
    assert told(1_000, person) == [], "a floorperson has confirmed it"


def test_the_lines_of_a_slip_are_offered_to_people_who_have_signed_none(staff: Staff) -> None:
    table = open_table(staff, floor={"name": "Slips", "dealer": "person"})
    address = f"/api/tables/{table}"
    body = {"amount": 500, "reason": "low"}
    asked = staff.floor.post(f"{address}/fill", body).json()["asked"]

    def lines(client: Client) -> dict[str, tuple[str, bool]]:
        (request,) = wall(client, table)["pending"]["requests"]
        return {one["line"]: (one.get("by", ""), one.get("may", False)) for one in request["lines"]}

    assert set(lines(staff.floor).values()) == {("", False)}, "who has asked signs no line"
    assert set(lines(staff.operator).values()) == {("", True)}
    body = {"asked": asked, "line": "chip bank"}
    assert staff.operator.post(f"{address}/sign", body).status_code == 204
    assert lines(staff.operator) == {
        "chip bank": ("operator", False),
        "carrier": ("", False),
        "dealer": ("", False),
    }


def test_a_count_of_an_open_table_waits_on_the_wall(staff: Staff) -> None:
    table = open_table(staff, floor={"name": "Tray", "dealer": "person"})
    assert wall(staff.floor, table)["pending"]["open_counts"] == ["opening", "drop"]
    body = {"of": "opening", "chips": {"500": 200}}
    staff.dealer.post(f"/api/tables/{table}/inventory", body)
    shown = wall(staff.floor, table)
    assert shown["pending"]["inventory"] == {"of": "opening", "by": "dora"}
    assert [one["kind"] for one in shown["alarms"]] == ["inventory"]
    staff.floor.post(f"/api/tables/{table}/inventory", body)
    shown = wall(staff.floor, table)
    assert "inventory" not in shown["pending"]
    assert shown["pending"]["open_counts"] == ["drop"], "the opener is counted once"
