"""The back office over HTTP: who may see reports, in which form, and the manager's first page."""

import csv
import json
import re
from fractions import Fraction
from io import StringIO

import pytest
from web_client import PASSWORD, Client, Server, play_round, problem

from fairdeal.office.expectation import Expectation
from fairdeal.web.pages.office.fan import HEIGHT, STRIP_WIDTH, WIDTH, fan, strip

TABLE = "t1"


@pytest.fixture(scope="module")
def players(server: Server) -> dict[int, Client]:
    """Two people who have played four rounds at a table."""
    found = {2: server.guest("ann"), 4: server.guest("bob")}
    for seat, one in found.items():
        one.do(TABLE, {"do": "sit", "seat": seat})
    for _ in range(4):
        play_round(TABLE, found)
    return found


def test_reports_are_for_those_who_answer_for_the_floor(
    server: Server, players: dict[int, Client], dealer: Client
) -> None:
    for path in ("/api/reports", "/api/reports/statistical"):
        problem(server.http.get(path), 401, "no-session")
        for one in (players[2], dealer):
            problem(one.get(path), 403, "forbidden")
    for path in ("/office", "/office/reports/players"):
        headers = {"Accept": "text/html"}
        assert server.http.get(path, headers=headers).status_code == 401
        assert players[2].get(path, Accept="text/html").status_code == 403


def test_a_report_tells_the_rounds_that_were_played(
    floorperson: Client, players: dict[int, Client]
) -> None:
    """The handle is that of the public records of the rounds."""
    del players
    report = floorperson.json(f"/api/reports/statistical?table={TABLE}")
    (row,) = report["rows"]
    rounds = [one["round"] for one in floorperson.json(f"/api/rounds?table={TABLE}")]
    staked = 0.0
    for name in rounds:
        for seat in floorperson.json(f"/api/rounds/{name}")["seats"]:
            kept = [one for one in seat["wagers"].values() if one["result"] != "withdrawn"]
            staked += sum(one["stake"] for one in kept)
    assert row["rounds"] == len(rounds) >= 4
    assert row["handle"] == pytest.approx(staked)
    assert report["open"]
    assert len(report["program"]["digest"]) == 64


def test_the_same_report_as_csv_and_pdf(floorperson: Client, players: dict[int, Client]) -> None:
    del players
    path = f"/api/reports/statistical?table={TABLE}"
    report = floorperson.json(path)
    table = floorperson.get(f"{path}&format=csv")
    assert table.headers["content-type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(StringIO(table.text)))
    amounts = {column["name"] for column in report["columns"] if column["kind"] == "meter"}
    names = [name for name in rows[0] if name.removesuffix("_rest") == name]
    assert names == ["line", *(column["name"] for column in report["columns"])]
    assert {name for name in rows[0] if name not in names} == {f"{one}_rest" for one in amounts}
    assert Fraction(rows[0]["handle"]) == Fraction(str(report["rows"][0]["handle"]))
    assert floorperson.get(path, Accept="text/csv").text == table.text
    paper = floorperson.get(path, Accept="application/pdf")
    assert paper.headers["content-type"] == "application/pdf"
    assert paper.content.startswith(b"%PDF")


def test_what_is_asked_for_must_exist(floorperson: Client) -> None:
    asked = {
        "/api/reports/statistics": (404, "unknown"),
        "/api/reports/statistical?table=t99": (404, "unknown"),
        "/api/reports/statistical?day=Friday": (422, "invalid"),
        "/api/reports/statistical?day=9999-12-31": (422, "invalid"),
        "/api/reports/statistical?shift=noon": (422, "invalid"),
        "/api/reports/statistical?format=xls": (422, "invalid"),
    }
    for path, told in asked.items():
        problem(floorperson.get(path), *told)


def test_the_first_page_leads_to_rows_that_are_there(
    floorperson: Client, players: dict[int, Client]
) -> None:
    del players
    page = floorperson.get("/office", Accept="text/html").text
    found = re.findall(r'href="(/office/reports/[^"#]+)(?:#([^"]+))?"', page)
    assert len({path for path, _ in found}) >= 11
    texts = {path: floorperson.get(path.replace("&amp;", "&")).text for path, _ in found}
    for path, row in found:
        if row:
            assert f'id="{row}"' in texts[path], (path, row)
    house = floorperson.json("/api/reports/statistical")["totals"][-1]
    assert f"${house['win']:,.2f}".replace("$-", "-$") in page


def test_the_page_of_a_report_has_its_digest(floorperson: Client) -> None:
    path = "/api/reports/meter-movement?day=2026-01-01"
    digest = floorperson.json(path)["digest"]
    assert digest in floorperson.get("/office/reports/meter-movement?day=2026-01-01").text


def test_a_request_for_chips_waits_for_a_signature_on_the_first_page(
    floorperson: Client, operator: Client
) -> None:
    assert "Nothing waits for a signature" in operator.get("/office").text
    body = {"amount": 100, "reason": "low"}
    asked = floorperson.post("/api/tables/t2/fill", body).json()["asked"]
    assert "A fill of $100 waits for a second person" in operator.get("/office").text
    operator.post("/api/tables/t2/confirm", {"asked": asked})
    assert "Nothing waits for a signature" in operator.get("/office").text
    rows = operator.json("/api/reports/fills-and-credits?table=t2")["rows"]
    assert [(row["total"], row["state"]) for row in rows] == [(100, "done")]


PAST = "/api/reports/drop-and-win{}?day=yesterday"


def test_two_people_sign_a_report_and_one_never_twice(
    server: Server, floorperson: Client, operator: Client
) -> None:
    """A person with two roles signs one line; what is open or has other figures is not signed."""
    today = floorperson.json("/api/reports/drop-and-win")
    body = {"digest": today["digest"], "line": "prepared"}
    problem(floorperson.post("/api/reports/drop-and-win/sign", body), 409, "refused")
    both = server.staff("rita", "floor", "auditor")
    digest = floorperson.json(PAST.format(""))["digest"]
    path = PAST.format("/sign")
    wrong = {"digest": "0" * 64, "line": "prepared"}
    problem(both.post(path, wrong), 409, "refused")
    problem(both.post(path, {"digest": digest, "line": "looked at"}), 422, "invalid")
    prepared, reviewed = ({"digest": digest, "line": one} for one in ("prepared", "reviewed"))
    assert both.post(path, prepared).status_code == 200
    problem(both.post(path, reviewed), 409, "refused")
    problem(operator.post(path, prepared), 409, "refused")
    told = operator.post(path, reviewed).json()
    assert [(one["line"], one["by"]) for one in told["signatures"]] == [
        ("prepared", "rita"),
        ("reviewed", "operator"),
    ]
    assert told["digest"] == digest
    page = floorperson.get("/office/reports/drop-and-win?day=yesterday").text
    assert "by rita (floor)" in page
    assert "Sign as" not in page


def test_an_event_is_acknowledged_once(floorperson: Client, operator: Client) -> None:
    path = "/api/events/significant"
    (number,) = [one["number"] for one in floorperson.json(path) if one["acknowledged_by"] is None][
        :1
    ]
    told = floorperson.post(f"{path}/{number}/acknowledge").json()
    assert told["acknowledged_by"] == "flo"
    problem(operator.post(f"{path}/{number}/acknowledge"), 409, "refused")
    problem(operator.post(f"{path}/999999/acknowledge"), 404, "unknown")
    problem(operator.post(f"{path}/x/acknowledge"), 404, "unknown")
    listed = {one["number"]: one for one in operator.json(f"{path}?after={number - 1}")}
    assert listed[number]["acknowledged_by"] == "flo"
    assert all(one >= number for one in listed)


# The drawing --------------------------------------------------------------------------------------


def corners(points: str) -> list[tuple[float, float]]:
    return [tuple(map(float, one.split(","))) for one in points.split()]  # type: ignore[misc]


def test_the_fan_is_as_wide_as_its_deviation() -> None:
    """100 rounds, mean 0, deviation 10: at the end the bands are 1.96 and 0.6745 deviations wide
    to each side, and at a quarter of the rounds half as wide.
    """
    drawn = fan([(25, Fraction(5)), (100, Fraction(-10))], Expectation(Fraction(0), Fraction(100)))
    assert drawn is not None
    shapes = {band.percent: corners(band.corners) for band in drawn.bands}
    heights = {
        percent: max(y for x, y in shape if x == WIDTH) - min(y for x, y in shape if x == WIDTH)
        for percent, shape in shapes.items()
    }
    assert heights[95] / heights[50] == pytest.approx(1.959964 / 0.674490, rel=0.01)
    quarter = [y for x, y in shapes[95] if x == WIDTH / 4]
    assert max(quarter) - min(quarter) == pytest.approx(heights[95] / 2, rel=0.01)
    scale = heights[95] / (2 * 19.59964)  # of one cent
    middle = corners(drawn.mean)[-1][1]
    assert drawn.now[0] == WIDTH
    assert drawn.now[1] - middle == pytest.approx(10 * scale, abs=0.2)
    assert all(0 <= y <= HEIGHT for shape in shapes.values() for _, y in shape)


def test_without_figures_there_is_no_fan() -> None:
    assert fan([(1, Fraction(5))], Expectation(None, None)) is None
    assert fan([], Expectation(Fraction(1), Fraction(1))) is None
    assert strip(None) is None


def test_a_strip_shows_a_result_far_away_at_its_edge() -> None:
    far, near = strip(Fraction(-30)), strip(Fraction(1))
    assert far is not None
    assert near is not None
    assert 0 < far.now < min(left for _, left, _ in far.bands)
    assert near.now == pytest.approx(STRIP_WIDTH * (1 / 2 + 1 / 8))


def test_the_office_answers_json_lines_that_are_whole(floorperson: Client) -> None:
    listed = floorperson.json("/api/reports")
    for one in listed:
        document = floorperson.json(f"/api/reports/{one['report']}")
        names = {column["name"] for column in document["columns"]}
        assert all(row.keys() == names for row in document["rows"])
        json.dumps(document, allow_nan=False)


@pytest.mark.clause("COMAR 36.03.06.01B(1)", "COMAR 36.03.06.01B(2)(a)", "COMAR 36.03.06.01B(2)(d)")
@pytest.mark.clause("COMAR 36.03.06.01C(2)", "COMAR 36.03.06.02A(6)")
def test_the_list_of_exclusions_is_for_named_roles(
    server: Server, operator: Client, floorperson: Client, dealer: Client
) -> None:
    eve = server.sign_up("eve away")
    body = {"name": "eve away", "reason": "asked for it"}
    for one in (dealer, floorperson, eve):
        problem(one.post("/api/exclusions", body), 403, "forbidden")
    assert operator.post("/api/exclusions", body).status_code == 201
    problem(eve.get("/api/me"), 401, "no-session")
    problem(server.http.get("/api/exclusions"), 401, "no-session")
    for one in (dealer, server.guest("ann")):
        problem(one.get("/api/exclusions"), 403, "forbidden")
        assert one.get("/office/exclusions", Accept="text/html").status_code == 403
    for one in (operator, floorperson, server.staff("audrey", "auditor")):
        assert [each["name"] for each in one.json("/api/exclusions")] == ["eve away"]
        assert "eve away" in one.get("/office/exclusions", Accept="text/html").text
    again = {"name": "eve away", "password": PASSWORD}
    refused = server.http.post("/api/sign-in", json=again)
    assert "you are excluded" in problem(refused, 403, "forbidden")["detail"]
    events = floorperson.json("/api/events/significant")
    assert [one["severity"] for one in events if one["kind"] == "exclusion"] == ["notice", "alarm"]
    assert operator.post("/api/exclusions/readmit", body).status_code == 204
    assert operator.json("/api/exclusions") == []


@pytest.mark.clause("COMAR 36.03.06.02A(7)(a)", "COMAR 36.03.06.02A(7)(b)")
@pytest.mark.clause("COMAR 36.03.06.02A(7)(c)", "COMAR 36.03.06.03B(1)", "COMAR 36.03.06.03B(9)")
def test_help_is_on_every_page_and_both_messages_at_the_entrance(server: Server) -> None:
    """The number is that of Pennsylvania's card; the warning is worded by COMAR 36.03.06.03A."""
    for path in ("/", "/sign-in", "/games", "/limits"):
        assert "1-800-GAMBLER" in server.http.get(path).text, path
    for path in ("/", "/sign-in"):
        text = server.http.get(path).text
        assert "No patron under the age of 21 is permitted on the casino floor" in text
    assert "exclude" in server.http.get("/limits").text


def test_a_player_sets_limits_on_a_page(server: Server) -> None:
    eva = server.sign_up("eva limits")
    page = eva.get("/limits", Accept="text/html").text
    assert "Your day so far" in page
    assert eva.post("/api/me/limits", {"kind": "loss", "amount": 50}).status_code == 200
    page = eva.get("/limits", Accept="text/html").text
    assert 'value="50"' in page


def test_a_number_in_a_register_leads_to_the_paper_of_its_form(
    floorperson: Client, dealer: Client
) -> None:
    body = {"amount": 100, "reason": "low"}
    asked = floorperson.post("/api/tables/t2/fill", body).json()["asked"]
    for register in ("fills-and-credits", "forms"):
        page = floorperson.get(f"/office/reports/{register}", Accept="text/html").text
        link = f"/api/forms/fill/{asked}?format=pdf"
        assert link in page
    paper = floorperson.get(link)
    assert paper.headers["content-type"] == "application/pdf"
    assert paper.content.startswith(b"%PDF")
    made = floorperson.json(f"/api/forms/fill/{asked}")
    assert (made["open"], made["total"], made["chips"][0]["number"]) == (True, 100, 1)
    problem(dealer.get(f"/api/forms/fill/{asked}"), 403, "forbidden")
    problem(floorperson.get("/api/forms/fill/fill-99999"), 404, "unknown")
    problem(floorperson.get(f"/api/forms/slip/{asked}"), 404, "unknown")
    problem(floorperson.get(f"/api/forms/fill/{asked}?format=csv"), 422, "invalid")
