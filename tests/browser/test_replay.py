"""The replay of a finished round in a real browser: rounds of every game, played over HTTP."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from web_client import Server, rules_of

from browser.looking import Visitors, axe, few, no_sideways, shot
from browser.playing import TABLES
from browser.programs import SAME_SECRETS
from browser.replayed import SIDES, play, seated, void_round
from fairdeal.games import find_game
from fairdeal.rulebook.rules import house_rules
from fairdeal.simulate.history import simulated_rows
from fairdeal.simulate.records import simulated_record
from fairdeal.simulate.settings import run_settings
from fairdeal.simulate.table_engine import TableEngine

#: The program of the server: the proofs of its rounds are looked at.
PROGRAM = SAME_SECRETS


@pytest.fixture(scope="module")
def rounds(server: Server) -> dict[str, str]:
    """The ids of rounds: one of each game, one at a full table, one that is void."""
    played = {}
    for name, table in TABLES.items():
        players = seated(server, table, (1, 3))
        played[name] = play(table, players, word="tea for two")
    rules = rules_of("1-let-it-ride.toml")
    table = server.operator().post("/api/tables", rules).json()["table"]
    played["full"] = play(table, seated(server, table, (1, 2, 3, 4, 5, 6, 7)), SIDES)
    played["void"] = void_round(server)
    return played


@pytest.fixture(scope="module")
def records(server: Server, rounds: dict[str, str]) -> dict[str, Any]:
    return {name: server.public().json(f"/api/rounds/{one}") for name, one in rounds.items()}


def place(page: Page) -> tuple[int, int]:
    """The step that is shown, and how many there are."""
    found = re.match(r"Step (\d+) of (\d+)", page.locator("#now .place").inner_text())
    assert found is not None
    return int(found[1]), int(found[2])


GAMES = tuple(TABLES)


# Steps --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", few(GAMES))
def test_keys_lead_through_a_round(visit: Visitors, rounds: dict[str, str], game: str) -> None:
    page = visit(f"/r/{rounds[game]}")
    assert place(page)[0] == 1
    many = place(page)[1]
    assert many == page.locator(".step").count()
    for number in range(2, many + 1):
        page.keyboard.press("ArrowRight")
        assert place(page) == (number, many)
        assert page.url.endswith(f"#{number}")
        expect(page.locator(".step a[aria-current]")).to_have_attribute("href", f"#{number}")
        words = page.locator(".step").nth(number - 1).locator(".words").inner_text()
        assert page.locator("#now .headline").inner_text().startswith(words)
    page.keyboard.press("ArrowRight")
    assert place(page) == (many, many)
    page.keyboard.press("ArrowLeft")
    assert place(page) == (many - 1, many)
    page.keyboard.press("Home")
    assert place(page) == (1, many)
    page.keyboard.press("End")
    assert place(page) == (many, many)


def test_up_and_down_go_from_phase_to_phase(visit: Visitors, rounds: dict[str, str]) -> None:
    page = visit(f"/r/{rounds['run-em-twice']}")
    phases = page.locator("#phases button").all_inner_texts()
    assert phases[1:] == ["Bets", "Deal", "1st Run", "2nd Run", "Center", "Settlement", "End"]
    for phase in phases[1:]:
        page.keyboard.press("ArrowDown")
        expect(page.locator("#phases [aria-current]")).to_have_text(phase)
    page.keyboard.press("ArrowUp")
    expect(page.locator("#phases [aria-current]")).to_have_text("Settlement")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("#now .headline")).to_contain_text("The cards are dealt")


def test_the_slider_and_the_list(visit: Visitors, rounds: dict[str, str]) -> None:
    page = visit(f"/r/{rounds['double-draw']}")
    slider = page.get_by_role("slider", name="Step")
    slider.fill("9")
    assert place(page)[0] == 9
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^9 of \d+, "))
    page.locator('.step a[href="#12"]').click()
    assert place(page)[0] == 12
    expect(slider).to_have_value("12")
    page.get_by_role("button", name="Step on").click()
    assert place(page)[0] == 13
    page.get_by_role("button", name="First step").click()
    assert place(page)[0] == 1
    expect(page.get_by_role("button", name="Step back")).to_be_disabled()


def test_the_link_keeps_the_step(visit: Visitors, rounds: dict[str, str]) -> None:
    page = visit(f"/r/{rounds['let-it-ride']}#7")
    assert place(page)[0] == 7
    page.reload()
    assert place(page)[0] == 7
    page.evaluate("location.hash = '#3'")
    expect(page.locator("#now .place")).to_contain_text("Step 3 of")
    for wrong in ("#0", "#-4", "#x", "#99999", "#"):
        page.goto(f"/r/{rounds['let-it-ride']}{wrong}")
        page.reload()
        assert 1 <= place(page)[0] <= place(page)[1]


def test_keys_can_be_switched_off(visit: Visitors, rounds: dict[str, str]) -> None:
    page = visit(f"/r/{rounds['let-it-ride']}")
    page.keyboard.press("ArrowRight")
    assert place(page)[0] == 2
    page.locator("#keys").uncheck()
    page.locator("#keys").blur()
    page.keyboard.press("ArrowRight")
    assert place(page)[0] == 2
    page.reload()
    expect(page.locator("#keys")).not_to_be_checked()


@pytest.mark.parametrize("game", few(GAMES, 2))
def test_results_are_hidden_until_they_are_reached(
    visit: Visitors, rounds: dict[str, str], records: dict[str, Any], game: str
) -> None:
    page = visit(f"/r/{rounds[game]}")
    expect(page.locator("#results")).to_be_hidden()
    assert page.locator(".step .words >> visible=true").count() == 1
    assert page.locator(".seat .cards [aria-label*=' of ']").count() == 0
    page.keyboard.press("End")
    expect(page.locator("#results")).to_be_visible()
    for seat in records[game]["seats"]:
        net = abs(seat["net"])
        caption = page.locator("caption", has_text=f"Seat {seat['seat']},")
        expect(caption).to_contain_text(f"${net:g}" if net else "comes out even")
        for name, wager in seat["wagers"].items():
            if wager["result"] == "win":
                row = page.locator("#results table", has=caption).locator("tr.won")
                assert row.filter(has_text=wager["clause"]).count(), (name, wager)


@pytest.mark.parametrize("game", few(GAMES, 2))
def test_the_table_is_drawn_as_it_was(
    visit: Visitors, rounds: dict[str, str], records: dict[str, Any], game: str
) -> None:
    page = visit(f"/r/{rounds[game]}")
    events = [e for entry in records[game]["entries"] for e in entry["events"]]
    up = [one["card"] for e in events if e["event"] == "cards-revealed" for one in e["cards"]]
    page.get_by_role("button", name="Deal", exact=True).click()
    dealt = page.locator('.step:has(.words:text-is("The cards are dealt"))').last
    dealt.locator("a").click()
    faces = page.locator("#board .card[aria-label*=' of ']")
    assert faces.count() == 0
    assert page.locator("#board [aria-label='face-down card']").count() == len(up)
    page.keyboard.press("End")
    assert faces.count() == len(up)
    shown = [e for e in events if e["event"] == "hand-shown"]
    assert shown
    for event in shown:
        seat = page.get_by_role("group", name=re.compile(f"^Seat {event['seat']},"))
        assert seat.locator(".cards .card").count() == len(event["cards"])


def test_who_did_what(visit: Visitors, rounds: dict[str, str], records: dict[str, Any]) -> None:
    page = visit(f"/r/{rounds['run-em-twice']}")
    page.keyboard.press("End")
    ready = page.locator(".step", has_text="with an open word for the shuffle: tea for two")
    assert ready.count() == 2
    assert {one.split("\n")[0] for one in ready.locator(".by").all_inner_texts()} == {"ann", "bob"}
    ended = records["run-em-twice"]["entries"][-1]["time"]
    assert page.locator(".about time").inner_text().endswith("UTC")
    assert abs(ended - page.evaluate("Date.now() / 1000")) < 3600


def test_a_void_round_says_what_and_what_came_back(
    visit: Visitors, rounds: dict[str, str], records: dict[str, Any]
) -> None:
    page = visit(f"/r/{rounds['void']}")
    note = page.get_by_role("note")
    expect(note).to_contain_text("Seat 1 was dealt 4 cards instead of 5")
    events = [e for entry in records["void"]["entries"] for e in entry["events"]]
    (voided,) = (e for e in events if e["event"] == "round-voided")
    expect(note).to_contain_text(voided["clause"])
    expect(note).to_contain_text("$10 came back to ann (seat 1)")
    page.keyboard.press("End")
    expect(page.locator("#results h2")).to_have_text("What came back")
    expect(page.locator("#results tbody tr")).to_have_count(2)
    expect(page.locator("#verdict")).to_contain_text("all of it holds")
    shot(page, "replay-void")


def test_neighbours_and_unknown_rounds(visit: Visitors, server: Server) -> None:
    players = seated(server, "t6", (2,))
    first, second = (play("t6", players) for _ in range(2))
    page = visit(f"/r/{first}", allow=["404"])
    page.get_by_role("link", name="Round 2").click()
    expect(page).to_have_url(re.compile(f"/r/{second}$"))
    page.get_by_role("link", name="Round 1").click()
    expect(page).to_have_url(re.compile(f"/r/{first}$"))
    answer = page.goto("/r/t6-99")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no finished round t6-99")


# Best play ----------------------------------------------------------------------------------------


def test_what_best_play_would_have_done(
    visit: Visitors, rounds: dict[str, str], server: Server
) -> None:
    page = visit(f"/r/{rounds['let-it-ride']}")
    details = page.locator("#best")
    assert details.get_attribute("open") is None
    details.locator("summary").click()
    rows = details.locator("tbody tr")
    expect(rows.first).to_be_visible(timeout=120_000)
    told = server.public().json(f"/r/{rounds['let-it-ride']}/best")
    # Two players, two bets that may be taken back; this client lets them all ride.
    assert [one["done"] for one in told] == ["Let it ride"] * 4
    assert rows.count() == 4
    costly = [one["n"] for one in told if one.get("cost")]
    assert all((one["best"] == "Withdraw") == bool(one.get("cost")) for one in told)
    page.locator("#slider").focus()
    page.keyboard.press("Home")
    for number in costly:
        page.keyboard.press("n")
        expect(page.locator("#now .place")).to_contain_text(f"Step {number} of")
        expect(page.locator("#note")).to_contain_text("cost")
    page.keyboard.press("n")
    expect(page.locator("#note")).to_have_text("No costly decision after this step.")


# Everybody ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [*GAMES, "full"])
def test_it_reads_without_a_script(
    visit: Visitors, rounds: dict[str, str], records: dict[str, Any], game: str
) -> None:
    page = visit(f"/r/{rounds[game]}", javascript=False)
    text = page.locator("main").inner_text()
    for words in ("No more bets", "The cards are dealt", "What was paid", "The house commits"):
        assert words in text
    signs = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
    for event in (e for entry in records[game]["entries"] for e in entry["events"]):
        if event["event"] == "hand-shown":
            for card in event["cards"]:
                shown = "joker" if card == "*" else card[0].replace("T", "10") + signs[card[1]]
                assert shown in text
    assert page.locator("#results table").count() == len(records[game]["seats"])
    expect(page.locator("#slider")).to_be_hidden()
    no_sideways(page)


@pytest.mark.parametrize("game", few(["full", "void", *GAMES], 2))
def test_no_barriers_at_any_width(visit: Visitors, rounds: dict[str, str], game: str) -> None:
    page = visit(f"/r/{rounds[game]}")
    expect(page.locator("#verdict")).to_contain_text("all of it holds")
    axe(page)
    page.keyboard.press("End")
    axe(page)
    for width in (320, 360, 800, 1440, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        no_sideways(page)
    shot(page, f"replay-{game}-end")
    page.locator("#slider").fill("9")
    axe(page, both=True)
    page.locator("#slider").fill("18")
    page.evaluate("scrollTo(0, 0)")
    shot(page, f"replay-{game}", full=False)


@pytest.mark.parametrize("game", few(["full", "void", *GAMES], 2))
def test_it_prints_on_one_sheet(
    visit: Visitors, rounds: dict[str, str], records: dict[str, Any], game: str
) -> None:
    page = visit(f"/r/{rounds[game]}")
    expect(page.locator("#verdict")).to_contain_text("all of it holds")
    for size in ("A4", "Letter"):
        made = page.pdf(format=size)
        assert len(re.findall(rb"/Type\s*/Page\b", made)) == 1, size
    page.emulate_media(media="print")
    plain = re.sub(r"\s", "", page.locator("main").inner_text())
    assert records[game]["secret"] in plain
    assert "".join(records[game]["order"]) in plain
    for seat in records[game]["seats"]:
        assert f"Seat{seat['seat']}," in plain
        for wager in seat["wagers"].values():
            if wager["clause"]:
                assert wager["clause"].replace(" ", "") in plain
    expect(page.locator("#slider")).to_be_hidden()


def test_it_is_there_at_once(visit: Visitors, rounds: dict[str, str], server: Server) -> None:
    """The page brings all it draws; the check and the lab's values are asked for afterwards."""
    page = visit("/verify")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(server.url)))
    page.goto(f"/r/{rounds['full']}")
    expect(page.locator("#verdict")).to_contain_text("all of it holds")
    own = [one for one in asked if not one.startswith("/static/")]
    assert own == [f"/r/{rounds['full']}", f"/api/rounds/{rounds['full']}"]
    shift = page.evaluate(
        """new Promise((done) => {
          const sum = (list) => list.getEntries().reduce((all, one) => all + one.value, 0);
          const watch = new PerformanceObserver((list) => done(sum(list)));
          watch.observe({ type: "layout-shift", buffered: true });
          setTimeout(() => done(0), 300);
        })"""
    )
    assert shift < 0.1
    body = server.public().get(f"/r/{rounds['full']}").text
    assert json.loads(re.findall(r'id="script">(.*?)</script>', body)[0])["round"] == rounds["full"]


def test_a_replay_plays_by_itself(visit: Visitors, rounds: dict[str, str]) -> None:
    page = visit(f"/r/{rounds['let-it-ride']}")
    expect(page.locator("#verdict")).to_have_class(re.compile("right"))
    page.clock.install()
    slider, play = page.locator("#slider"), page.locator("#play")
    last = slider.get_attribute("max") or ""
    play.click()
    expect(play).to_have_attribute("aria-label", "Pause (P)")
    page.clock.run_for(5_000)
    assert 1 < int(slider.input_value()) < int(last)
    # A step of one's own stops it; the key goes on with it.
    page.keyboard.press("ArrowLeft")
    expect(play).to_have_attribute("aria-label", "Play by itself (P)")
    stopped = slider.input_value()
    page.clock.run_for(5_000)
    expect(slider).to_have_value(stopped)
    page.keyboard.press("p")
    page.clock.run_for(int(last) * 2_500)
    expect(slider).to_have_value(last)
    expect(play).to_have_attribute("aria-label", "Play by itself (P)")
    axe(page)
    shot(page, "replay-play", (360, 1440))


def test_a_record_of_ones_own(visit: Visitors, tmp_path: Path) -> None:
    rules = house_rules(find_game("double-draw"))
    settings = run_settings(rules, 2, 3, strategies=("never", "always"))
    rows = list(simulated_rows(settings, TableEngine(settings).rounds(1, 1)))
    file = tmp_path / "round.json"
    file.write_text(json.dumps(simulated_record(rules, rows)))
    page = visit("/replay")
    axe(page)
    page.locator("#file").set_input_files(file)
    expect(page.locator("h1")).to_contain_text("Simulated round 1")
    expect(page.locator("#verdict")).to_contain_text("was simulated")
    page.keyboard.press("End")
    expect(page.locator("#results")).to_contain_text("always")
    page.locator("#best summary").click()
    expect(page.locator("#judged table")).to_contain_text("never")
    axe(page)
    no_sideways(page)
    shot(page, "replay-own")
