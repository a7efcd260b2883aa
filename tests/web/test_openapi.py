"""The OpenAPI description and the answers agree, both ways: every answer has only fields that are
described, and every field that is described is answered.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest
from unlikely_day import unlikely
from web_client import BETS, PASSWORD, answer_to, rules_of

from fairdeal.cli.users import add as add_user
from fairdeal.floor.floor import Floor, FloorSettings
from fairdeal.floor.startup import first_operator, open_floor, sample_rules
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.office.book.facts import Payout, Where
from fairdeal.web.api.openapi import description
from fairdeal.web.app import application
from fairdeal.web.live.service import Service
from fairdeal.web.server import service_for

Json = Any
#: The states of a question whose answer is still to come.
PENDING = ("waiting", "running")
#: Fields that are not asked for here: those of a rules file, which only the command line takes, and
#: those of a target for the main wagers, which are solved many times.
NOT_ASKED = (
    ("WagerAnswer", "at_limits"),
    *(("ValueAtStakeAnswer", field) for field in ("stake", "payout_limit", "ev", "house_edge")),
    *(("TargetAnswer", field) for field in ("stake", "payout_limit")),
)
#: Schemas of the table's own types, whose fields depend on the game and the moment.
OF_THE_TABLE = ("view", "event", "command")


def strict(schema: Json) -> Json:
    """A schema in which no object has other fields than those that are described."""
    if isinstance(schema, list):
        return [strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: strict(one) for name, one in schema.items()}
    if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
        found.setdefault("additionalProperties", False)
    return found


class Description:
    """The description, and what was seen of it."""

    def __init__(self) -> None:
        self.document = description()
        self.components = strict(self.document["components"]["schemas"])
        self.answered: set[tuple[str, str, int]] = set()
        self.fields: set[tuple[str, str]] = set()

    def validate(self, schema: Json, instance: Json) -> None:
        whole = {**strict(schema), "components": {"schemas": self.components}}
        jsonschema_rs.validate(whole, instance)

    def is_valid(self, schema: Json, instance: Json) -> bool:
        whole = {**strict(schema), "components": {"schemas": self.components}}
        return jsonschema_rs.is_valid(whole, instance)

    def check(self, method: str, path: str, answer: httpx.Response) -> None:
        """Check an answer, and note its fields."""
        operation = self.document["paths"][path][method.lower()]
        described = operation["responses"].get(str(answer.status_code))
        assert described, (method, path, answer.status_code, answer.text)
        self.answered.add((method, path, answer.status_code))
        if "content" not in described:
            assert not answer.content
            return
        media = answer.headers["content-type"].partition(";")[0]
        schema = described["content"][media]["schema"]
        if media in ("application/json", "application/problem+json"):
            self.validate(schema, answer.json())
            self._note(schema, answer.json(), "")

    def _note(self, schema: Json, instance: Json, name: str) -> None:
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            if name not in OF_THE_TABLE:
                self._note(self.components[name], instance, name)
            return
        for one in schema.get("anyOf", ()):
            if self.is_valid(one, instance):
                self._note(one, instance, name)
        if isinstance(instance, list) and "items" in schema:
            for item in instance:
                self._note(schema["items"], item, name)
        elif isinstance(instance, dict):
            rest = schema.get("additionalProperties")
            for key, value in instance.items():
                if key in schema.get("properties", {}):
                    self.fields.add((name, key))
                    self._note(schema["properties"][key], value, name)
                elif isinstance(rest, dict):
                    self._note(rest, value, name)

    def successes(self) -> Iterator[tuple[str, str, int]]:
        """Every operation with each status that is no problem."""
        for path, methods in self.document["paths"].items():
            for method, operation in methods.items():
                for status, response in operation["responses"].items():
                    if "application/problem+json" not in response.get("content", {}):
                        yield method.upper(), path, int(status)

    def answer_fields(self) -> set[tuple[str, str]]:
        """Every field of a schema that an answer can have."""
        return {
            (name, field)
            for name, schema in self.components.items()
            if not name.startswith(OF_THE_TABLE) and not name.endswith("Body")
            for field in schema["properties"]
        } - set(NOT_ASKED)


class Caller:
    """Somebody who asks the application, and checks every answer."""

    def __init__(self, client: httpx.AsyncClient, seen: Description, token: str = "") -> None:
        self.client = client
        self.seen = seen
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    async def ask(
        self, method: str, path: str, body: Json = None, *, key: str = "", **names: str
    ) -> Json:
        """Ask for an address of the description; its JSON is the answer."""
        headers = {**self.headers, **({"Idempotency-Key": key} if key else {})}
        address, _, _query = path.partition("?")
        answer = await self.client.request(method, path.format(**names), json=body, headers=headers)
        self.seen.check(method, address, answer)
        kind = answer.headers.get("content-type", "")
        return answer.json() if "json" in kind and "ndjson" not in kind else None

    async def signed_in(self, name: str) -> "Caller":
        body = {"name": name, "password": PASSWORD}
        told = await self.ask("POST", "/api/sign-in", body)
        return Caller(self.client, self.seen, told["token"])

    async def command(self, table: str, key: str, **command: Json) -> Json:
        path = "/api/tables/{table}/commands"
        told = await self.ask("POST", path, command, key=key, table=table)
        assert "view" in told, told
        return told


async def play(player: Caller, table: str, seat: int, key: str = "") -> None:
    """Play one round alone; `key` tells one round of a seat from another."""
    await player.command(table, "sit", do="sit", seat=seat)
    shown = await player.ask("GET", "/api/tables/{table}", table=table)
    bets = BETS[shown["view"]["game"]]
    await player.command(table, f"bets{key}", do="place-bets", seat=seat, amounts=bets)
    told = await player.command(table, f"ready{key}", do="ready", seat=seat)
    for n in range(20):
        if told["view"]["phase"] == "open":
            return
        answer = answer_to(told["view"]["actions"][0])
        told = await player.command(table, f"answer{key} {n}", **answer)
    pytest.fail("the round does not end")


async def play_until_a_mistake(player: Caller, table: str, seat: int) -> None:
    """Let every bet ride until that was wrong, which it is nearly always."""
    for n in range(20):
        await play(player, table, seat, f" {n}")
        own = await player.ask("GET", "/api/me/play")
        while not own["ready"]:
            own = await player.ask("GET", "/api/me/play")
        if own["floor"]["mistakes"]:
            return
    pytest.fail("forty bets in a row rode rightly")


async def use_everything(client: httpx.AsyncClient, service: Service, seen: Description) -> None:
    """Use every operation, so that every status and every field is answered."""
    public = Caller(client, seen)
    guest = Caller(
        client, seen, (await public.ask("POST", "/api/guests", {"name": "ann"}))["token"]
    )
    client.cookies.clear()  # with the guest's session the guest would be registered
    await public.ask("POST", "/api/players", {"name": "reg", "password": PASSWORD})
    operator, floor = await public.signed_in("operator"), await public.signed_in("flo")
    dealer = await public.signed_in("dora")
    await guest.ask("POST", "/api/me/chips")  # there are enough
    await play_until_a_mistake(guest, "t1", 1)
    await play(guest, "t4", 1)
    await guest.ask("GET", "/api/me")
    await guest.ask("GET", "/api/me/rounds")
    await guest.ask("POST", "/api/me/play/forget")
    await public.ask("GET", "/api/tables")
    await public.ask("GET", "/api/tables/{table}/events?after=0", table="t1")
    await public.ask("GET", "/api/rounds")
    for name in ("t1-1", "t4-1"):
        await public.ask("GET", "/api/rounds/{round}", round=name)
    await public.ask("GET", "/api/meters")
    await operator.ask("GET", "/api/reports")
    for query in ("", "?format=csv", "?day=Friday"):
        await operator.ask("GET", "/api/reports/{report}" + query, report="statistical")
    await guest.ask("GET", "/api/reports/{report}", report="statistical")
    past = "?day=yesterday"
    told = await floor.ask("GET", "/api/reports/{report}" + past, report="statistical")
    signed = {"digest": told["digest"], "line": "prepared"}
    path = "/api/reports/{report}/sign" + past
    await floor.ask("POST", path, signed, report="statistical")
    await service.office.ask(lambda book: unlikely(book, book.today - timedelta(days=1)))
    path = "/api/reports/statistical/investigate" + past
    await floor.ask("POST", path, {"of": "t1", "note": "a wrong paytable was posted"})
    await dealer.ask("POST", path, {"of": "t1", "note": "no"})
    await service.submit(lambda floor: open_since_long(floor, "t3"))
    for day in ("2020-01-02", "2020-01-02", "Friday"):
        path = "/api/tables/{table}/closed-table"
        await floor.ask("POST", path, {"day": day}, table="t3")
    events = await floor.ask("GET", "/api/events/significant")
    for _ in range(2):
        path = "/api/events/significant/{event}/acknowledge"
        await floor.ask("POST", path, event=str(events[0]["number"]))
    at = Where(0, 0, date(2027, 1, 15), "day", "t1", "t1-1", "dora")
    won = Payout(at, "t1-1.1.bet-1", 1, "p1", "bet-1", "royal flush", 5_00, 5_000_00, False)
    await service.office.ask(lambda book: book.payouts.update({won.id: won}))
    path = "/api/payouts/{payout}/sign"
    await dealer.ask("POST", path, {"line": "prepared"}, payout=won.id)
    await floor.ask("GET", "/api/payouts/{payout}", payout=won.id)
    await floor.ask("GET", "/api/payouts/{payout}?format=pdf", payout=won.id)
    await floor.ask("GET", "/api/forms/{form}/{number}", form="payout", number=won.id)
    due = {"act": "payout-due", "table": "t1", "payout": won.id, "player": "p1", "amount": 5_000}
    await service.submit(lambda floor: floor.record_act(due, HOUSE))
    path = "/api/payouts/{payout}/sign"
    await dealer.ask("POST", path, {"line": "prepared"}, payout=won.id)
    for _ in range(2):
        why = {"reason": "a wrong name"}
        await floor.ask("POST", "/api/payouts/{payout}/void", why, payout=won.id)
    player = await public.signed_in("reg")
    await player.ask("POST", "/api/me/limits", {"kind": "loss", "amount": 50})
    await player.ask("POST", "/api/me/cool-off", {"hours": 1})
    await player.ask("GET", "/api/me/limits")
    body = {"name": "mallory", "reason": "asked for it"}
    await operator.ask("POST", "/api/exclusions", {**body, "until": "2999-12-31"})
    await operator.ask("GET", "/api/exclusions")
    await operator.ask("POST", "/api/exclusions/readmit", body)
    await public.ask("GET", "/metrics")
    await public.ask("GET", "/healthz")
    rules = rules_of("7-practice-double-draw.toml")
    table = (await operator.ask("POST", "/api/tables", rules))["table"]
    chips = {"amount": 100, "reason": "low"}
    told = await floor.ask("POST", "/api/tables/{table}/fill", chips, table=table)
    asked = {"asked": told["asked"]}
    await operator.ask("POST", "/api/tables/{table}/confirm", asked, table=table)
    told = await floor.ask("POST", "/api/tables/{table}/credit", chips, table=table)
    void = {"asked": told["asked"], "reason": "not needed"}
    await floor.ask("POST", "/api/tables/{table}/void", void, table=table)
    # A person deals, and reports what a floorperson confirms.
    await guest.command(table, "sit", do="sit", seat=1)
    dealt = {"dealer": "person"}
    await operator.ask("POST", "/api/tables/{table}/handover", dealt, table=table)
    bets = BETS["double-draw"]
    await guest.command(table, "bets", do="place-bets", seat=1, amounts=bets)
    await guest.command(table, "ready", do="ready", seat=1)
    await dealer.command(table, "d1", do="no-more-bets")
    await dealer.command(table, "d2", do="deal", rest=True)
    told = await dealer.command(table, "d3", do="wrong-number", place="seat:1", cards=4)
    asked = told["view"]["asked"]
    await floor.ask("POST", "/api/tables/{table}/confirm", {"asked": asked}, table=table)
    await guest.ask("POST", "/api/tables/{table}/confirm", {"asked": 1}, table=table)
    chips = {"amount": 500, "reason": "low"}
    fill = await floor.ask("POST", "/api/tables/{table}/fill", chips, table=table)
    line = {"asked": fill["asked"], "line": "chip bank"}
    await operator.ask("POST", "/api/tables/{table}/sign", line, table=table)
    away = {"asked": fill["asked"], "reason": "not needed"}
    await floor.ask("POST", "/api/tables/{table}/void", away, table=table)
    for one in (dealer, floor):
        tray = {"of": "drop", "chips": {"500": 200}}
        await one.ask("POST", "/api/tables/{table}/inventory", tray, table=table)
    # Two people count nearly nothing, which is explained, and found out by a third one.
    decks = {deck.color: 54 for deck in service.tables[table].state.decks}
    counted = {"chips": {"500": 1}, "cards": decks}
    await dealer.ask("POST", "/api/tables/{table}/close", counted, table=table)
    await floor.ask("POST", "/api/tables/{table}/close", counted, table=table)
    slip = {"explanation": "the tray fell", "resolved": False}
    await floor.ask("POST", "/api/tables/{table}/error-notification", slip, table=table)
    found = {"report": "the chips lay on the floor"}
    await operator.ask("POST", "/api/tables/{table}/incident-report", found, table=table)
    path = f"/api/reports/{{report}}?table={table}"
    for row in (await floor.ask("GET", path, report="forms"))["rows"]:
        place = {"form": row["form"], "number": row["number"]}
        await floor.ask("GET", "/api/forms/{form}/{number}", **place)
    await operator.ask("POST", "/api/tables/{table}/close", table="t7")
    await change_meters(public, operator, floor, (await guest.ask("GET", "/api/me"))["player"])
    other = Caller(
        client, seen, (await public.ask("POST", "/api/guests", {"name": "bob"}))["token"]
    )
    await practise(guest, other)
    await ask_the_lab(operator)
    secret = {"password": PASSWORD, "new": PASSWORD}
    await dealer.ask("POST", "/api/me/password", secret)
    await spend_all(guest)
    await guest.ask("POST", "/api/me/chips")
    await guest.ask("POST", "/api/sign-out")
    stop(service, "t2")
    await public.ask("GET", "/api/tables")
    await public.ask("GET", "/healthz")
    # As in the last minute before the seats of a full table come free.
    service.tables["t3"].freed_at = 1_577_880_000.0
    await public.ask("GET", "/api/tables/{table}", table="t3")


async def change_meters(
    public: Caller, operator: Caller, floor: Caller, player: dict[str, Any]
) -> None:
    """Move and pay out the meters of a table that closes, and correct one that is shown."""
    rules = rules_of("1-let-it-ride.toml")
    table = (await operator.ask("POST", "/api/tables", rules))["table"]
    await operator.ask("POST", "/api/tables/{table}/close", table=table)
    closed = await floor.ask("GET", "/api/meters/closed")
    first, second, *_ = (one["meter"] for one in closed)
    shown, *_ = await public.ask("GET", "/api/meters")
    move = {"meter": first, "to": shown["meter"], "reason": "closed"}
    path = "/api/tables/{table}/"
    asked = (await floor.ask("POST", path + "move-meter", move, table=table))["asked"]
    await operator.ask("POST", path + "confirm", {"asked": asked}, table=table)
    paid = {"meter": second, "player": player["id"], "rest": "bank", "reason": "a raffle"}
    asked = (await operator.ask("POST", path + "pay-out-meter", paid, table=table))["asked"]
    await floor.ask("POST", path + "void", {"asked": asked, "reason": "not now"}, table=table)
    right = {"meter": second, "from": 1, "to": 2, "reason": "failed"}
    await floor.ask("POST", path + "correct-meter", right, table=table)
    shown, *_ = await public.ask("GET", "/api/meters")
    right = {**right, "meter": shown["meter"], "from": shown["amount"], "to": shown["amount"] + 1}
    at = shown["tables"][0]
    await floor.ask("POST", path + "correct-meter", right, table=at)


async def ask_the_lab(staff: Caller) -> None:
    """Ask the lab every question, one of each kind that has to be computed first."""
    await staff.ask("GET", "/api/lab")
    main = {"game": "let-it-ride", "wager": "main", "paytables": {"main": "B"}}
    meters = {**main, "wager": "progressive", "paytables": {"progressive": "E"}, "stake": 1}
    await staff.ask("POST", "/api/lab/analyze", main)
    await staff.ask("POST", "/api/lab/analyze", meters)
    rate = {"mega": 0.1, "major": 0.1, "minor": 0.2}
    await staff.ask("POST", "/api/lab/meters", {**meters, "rate": rate})
    await staff.ask("POST", "/api/lab/readings", main)
    small = {"main": {"like": "A", "lines": {"flush": "5 to 1"}}}
    rules = {"game": "let-it-ride", "minimum": 6}
    await staff.ask("POST", "/api/lab/rules", {**rules, "paytables": small})
    # These two have to be solved, and are given up before they are.
    for name in ("analyze", "readings"):
        job = await staff.ask("POST", f"/api/lab/{name}", {**main, "paytables": small})
        await staff.ask("POST", "/api/lab/jobs/{job}/cancel", job=job["job"])
    target = {**main, "wager": "three-card-bonus", "paytables": {}, "edge": 5}
    for path, body in (
        ("/api/lab/fan", {**main, "stake": 10, "rounds": 9}),
        ("/api/lab/target", target),
    ):
        told = await staff.ask("POST", path, body)
        while (await staff.ask("GET", "/api/lab/jobs/{job}", job=told["job"]))["state"] in PENDING:
            await asyncio.sleep(0.02)
        await staff.ask("POST", path, body)


async def spend_all(guest: Caller) -> None:
    """Lose nearly all chips, whatever the cards: who leaves in a round loses the wagers."""
    me = await guest.ask("GET", "/api/me")
    # What lies in the game account of another table is not for this one.
    elsewhere = sum(one["amount"] for one in me["accounts"] if one["table"] != "t1")
    left = me["chips"] - int(elsewhere + 1)
    amount = min(500, left // 3 // 10 * 10)
    amounts = {f"bet-{number}": amount for number in (1, 2, 3)}
    await guest.command("t1", "all", do="place-bets", seat=1, amounts=amounts)
    await guest.command("t1", "stands", do="ready", seat=1)
    await guest.command("t1", "leaves", do="leave", seat=1)


async def practise(guest: Caller, other: Caller) -> None:
    """Practise alone, at another pace; and skip to the result beside somebody who decides."""
    table = (await guest.ask("POST", "/api/practice", {"table": "t2"}))["table"]
    await guest.ask("POST", "/api/tables/{table}/pace", {"pace": "leisurely"}, table=table)
    amounts = {"first-ante": 5, "second-ante": 5}
    for seat, player in ((1, guest), (2, other)):
        await player.command("t2", "sit", do="sit", seat=seat)
        await player.command("t2", "bets", do="place-bets", seat=seat, amounts=amounts)
    for seat, player in ((1, guest), (2, other)):
        await player.command("t2", "ready", do="ready", seat=seat)
    await guest.command("t2", "fold", do="fold", seat=1)
    await guest.ask("POST", "/api/tables/{table}/skip", table="t2")


def open_since_long(floor: Floor, table: str) -> None:
    """Let a table be one of 2020."""
    session = floor.tables[table].session
    session.opening = replace(session.opening, time=1_577_880_000)


def stop(service: Service, table: str) -> None:
    """Stop a table, as a fault does."""
    service.floor.tables[table].stopped = "a fault"
    service.tables[table].stopped = "a fault"


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    """A floor with its sample tables and staff."""
    url = str(tmp_path / "floor.db")
    floor = open_floor(url, sample_rules(), settings=FloorSettings(pace=0, clock=0, bots=False))
    first_operator(floor, PASSWORD)
    secret = tmp_path / "password"
    secret.write_text(PASSWORD)
    for name, role in (("flo", "floor"), ("dora", "dealer")):
        add_user(name, role=[role], password_file=secret, db=url)
    return floor


def test_every_answer_is_described_and_every_description_answered(
    floor: Floor, tmp_path: Path
) -> None:
    seen = Description()

    async def drive() -> None:
        service = service_for(floor, str(tmp_path / "floor.db"))
        service.start()
        transport = httpx.ASGITransport(app=application(service))
        try:
            async with httpx.AsyncClient(transport=transport, base_url="http://floor") as client:
                await use_everything(client, service, seen)
        finally:
            service.begin_shutdown()
            await service.lab_jobs.close()
            await asyncio.to_thread(service.stop)

    asyncio.run(drive())
    assert set(seen.successes()) - seen.answered == set()
    assert seen.answer_fields() - seen.fields == set()


def test_a_field_that_is_not_described_is_found() -> None:
    seen = Description()
    schema = {"$ref": "#/components/schemas/Health"}
    seen.validate(schema, {"status": "ok", "tables": 1, "stopped": []})
    for wrong in (
        {"status": "ok", "tables": 1, "stopped": [], "more": 1},
        {"status": "ok", "tables": 1},
        {"status": "ok", "tables": "1", "stopped": []},
    ):
        with pytest.raises(jsonschema_rs.ValidationError):
            seen.validate(schema, wrong)
