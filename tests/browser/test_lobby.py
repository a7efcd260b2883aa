"""The lobby, the games' pages and the way in, as people meet them: in a browser."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from web_client import PASSWORD, Client, Server, play_round

from browser.looking import Visitors, axe, few, no_sideways, shot
from fairdeal.games import GAMES

PATHS = ("/", "/games", "/games/let-it-ride", "/games/run-em-twice", "/games/double-draw")
BOTH = pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
#: The narrowest and the widest that is looked at closely.
ENDS = (1440, 360)


@pytest.fixture(scope="module")
def crowd(server: Server) -> Client:
    """Somebody at a table, and a round that has ended."""
    ann = server.guest("ann")
    ann.do("t1", {"do": "sit", "seat": 3})
    play_round("t1", {3: ann})
    return ann


def tab_to(page: Page, name: str, most: int = 60) -> None:
    """Press Tab until something of this name has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        at = page.evaluate("document.activeElement.innerText || document.activeElement.name || ''")
        if re.sub(r"\s+", " ", at).strip().startswith(name):
            return
    pytest.fail(f"Tab does not lead to {name!r}")


def test_a_table_that_is_stopped_offers_no_seat(chromium: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path, "--pace", "0", "--clock", "0", "--no-bots")
    visit = Visitors(chromium, server.url)
    try:
        page = visit("/")
        table = page.locator("[data-table=t4]")
        expect(table.locator("form button")).to_be_enabled()
        with closing(sqlite3.connect(server.db)) as database, database:
            database.execute(
                "CREATE TRIGGER full BEFORE INSERT ON entries WHEN NEW.tbl = 't4' "
                "BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
            )
        database.close()
        assert server.guest().say("t4", {"do": "sit", "seat": 1}).status_code == 503
        expect(table.locator(".phase")).to_have_text("Stopped")
        expect(table.locator("form button")).to_be_disabled()
        assert visit.close() == []
    finally:
        server.stop()


def test_a_table_that_fills_says_so_and_offers_another(visit: Visitors, server: Server) -> None:
    """After the page was loaded, and no more when somebody leaves."""
    page = visit("/")
    table = page.locator("[data-table=t2]")
    expect(table.locator("form button").first).to_be_enabled()
    guests = [server.guest(f"full {seat}") for seat in range(1, 7)]
    for seat, guest in enumerate(guests, 1):
        guest.do("t2", {"do": "sit", "seat": seat})
    expect(table.locator(".full")).to_have_text(re.compile(r"^All 6 seats .* has room\.$"))
    expect(table.locator("form button").first).to_be_disabled()
    for seat, guest in enumerate(guests, 1):
        guest.do("t2", {"do": "leave", "seat": seat})
    expect(table.locator(".full")).to_have_count(0)


# How it looks -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    few(["/", "/sign-in", "/games/run-em-twice/pennsylvania", "/tables/t4/papers", *PATHS[1:]], 3),
)
def test_no_page_has_a_barrier(visit: Visitors, crowd: Client, path: str) -> None:
    del crowd
    page = visit(path)
    expect(page.locator("h1")).to_have_count(1)
    for width in ENDS:
        page.set_viewport_size({"width": width, "height": 800})
        axe(page, both=True)
        no_sideways(page)


def test_no_page_has_a_barrier_for_who_works_here(visit: Visitors, server: Server) -> None:
    page = visit("/", token=server.operator().token)
    for path in ("/", "/sign-in"):
        page.goto(path)
        for width in ENDS:
            page.set_viewport_size({"width": width, "height": 800})
            expect(page.get_by_role("link", name="Floor", exact=True)).to_be_visible()
            axe(page)
            no_sideways(page)


def test_text_twice_as_large_still_fits(visit: Visitors, crowd: Client) -> None:
    del crowd
    page = visit("/", width=320)
    for path in (*PATHS, "/sign-in"):
        page.set_viewport_size({"width": 320, "height": 640})
        page.goto(path)
        no_sideways(page)
        page.set_viewport_size({"width": 720, "height": 800})
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        no_sideways(page)


def test_pictures(visit: Visitors, crowd: Client) -> None:
    page = visit("/")
    for path in ("/", "/games", "/games/run-em-twice", "/sign-in", "/tables/t4/papers"):
        page.goto(path)
        # The rules in full are a long page: what is seen first is looked at.
        full = path.count("/") < 2
        shot(page, path.strip("/").replace("/", "-") or "lobby", full=full)
    shot(visit("/", dark=False), "lobby-light")
    shot(visit("/", token=crowd.token), "lobby-known")


def test_an_error_page_is_a_page(visit: Visitors) -> None:
    page = visit("/nothing-here", width=360, allow=["404 (Not Found)"])
    expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing here")
    axe(page)
    page.get_by_role("link", name="To the lobby").click()
    expect(page).to_have_title("Fairdeal: the lobby")


def test_nothing_moves_after_the_first_paint(visit: Visitors, crowd: Client) -> None:
    del crowd
    page = visit("/", still=False)
    page.wait_for_load_state("networkidle")
    moved = page.evaluate(
        """new Promise(done => new PerformanceObserver(list => done(list.getEntries()
             .reduce((sum, one) => sum + one.value, 0)))
             .observe({type: "layout-shift", buffered: true})
           || setTimeout(() => done(0), 300))"""
    )
    assert moved == 0


# Sitting down -------------------------------------------------------------------------------------


@pytest.mark.parametrize("javascript", [True, False], ids=["script", "no script"])
def test_one_click_to_a_seat(visit: Visitors, server: Server, javascript: bool) -> None:
    page = visit("/", javascript=javascript)
    page.get_by_role("button", name="Sit down at Run 'Em Twice 1").click()
    expect(page).to_have_url(f"{server.url}/tables/t2")
    page.goto("/")
    back = page.get_by_role("link", name=re.compile(r"Back to seat \d at Run 'Em Twice 1"))
    expect(back).to_be_visible()
    expect(page.locator(".visitor-name")).to_have_text(re.compile(r"Guest \d{4}"))
    seats = server.public().table("t2")["view"]["seats"]
    assert [seat["name"] for seat in seats][-1] == page.locator(".visitor-name").inner_text()


def test_a_double_click_takes_one_seat(visit: Visitors, server: Server) -> None:
    before = len(server.public().table("t3")["view"]["seats"])
    page = visit("/")
    page.get_by_role("button", name="Sit down at Run 'Em Twice, Pennsylvania").dblclick()
    expect(page).to_have_url(f"{server.url}/tables/t3")
    assert len(server.public().table("t3")["view"]["seats"]) == before + 1


def test_by_keyboard_alone(visit: Visitors, server: Server) -> None:
    page = visit("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(page, "Sit down at Double Draw 1")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    assert outline == "3px"
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{server.url}/tables/t4")


def test_every_target_is_large_enough(visit: Visitors, crowd: Client) -> None:
    page = visit("/", width=360, token=crowd.token)
    small = page.evaluate(
        """[...document.querySelectorAll("a, button")].map(one => [one.innerText,
             one.getBoundingClientRect()]).filter(([name, box]) => name !== "Skip to the page"
             && box.width && (box.width < 24 || box.height < 24)).map(([name]) => name)"""
    )
    assert small == []


def test_a_refusal_stands_at_its_table(visit: Visitors, server: Server) -> None:
    page = visit("/", allow=["409 (Conflict)"], javascript=False)
    names = {table["table"]: table["name"] for table in server.public().json("/api/tables")}
    taken = {one["seat"] for one in server.public().table("t2")["view"]["seats"]}
    for seat in {*range(1, 7)} - taken:
        server.guest(f"p{seat}").do("t2", {"do": "sit", "seat": seat})
    page.get_by_role("button", name=f"Sit down at {names['t2']}").click()
    alert = page.locator("#table-t2").get_by_role("alert")
    expect(alert).to_contain_text(f"All 6 seats of {names['t2']} are taken by players")
    axe(visit("/"))


# As it goes on ------------------------------------------------------------------------------------


def test_seats_and_meters_follow_by_themselves(visit: Visitors, server: Server) -> None:
    page = visit("/", still=False)
    table = page.locator("#table-t1")
    mega = table.locator("[data-meter=mega]")
    before = float(mega.inner_text().strip("$").replace(",", ""))
    taken = table.locator(".dot.taken").count()
    bob = server.guest("bob")
    bob.do("t1", {"do": "sit", "seat": 7})
    expect(table.locator(".dot.taken")).to_have_count(taken + 1)
    expect(table.locator(".dot").last).to_have_attribute("title", "seat 7: bob")
    bets = {"bet-1": 10, "bet-2": 10, "bet-3": 10, "progressive": 5}
    bob.do("t1", {"do": "place-bets", "seat": 7, "amounts": bets})
    bob.do("t1", {"do": "ready", "seat": 7})
    # A tenth of the stake, rolled there; what is shown is what would be paid.
    expect(mega).to_have_text(f"${before + 0.5:,.2f}")
    expect(table.locator(".phase")).to_have_text("A round is on")


def test_meters_are_still_where_motion_is_not_wanted(visit: Visitors, server: Server) -> None:
    del server
    page = visit("/", still=True)
    expect(page.locator("#table-t1 [data-meter=mega]")).to_have_text(
        re.compile(r"^\$20,000\.\d\d$")
    )


def test_a_table_that_opens_is_told(visit: Visitors, server: Server) -> None:
    page = visit("/")
    expect(page.locator("#strip")).to_be_hidden()
    operator = server.operator()
    rules = server.public().table("t4")["rules"]
    answer = operator.post("/api/tables", rules)
    assert answer.status_code == 201, answer.text
    expect(page.locator("#strip")).to_contain_text("A table has opened or closed")
    page.get_by_role("link", name="Show the current tables").click()
    expect(page.locator(f"#table-{answer.json()['table']}")).to_be_visible()
    assert operator.post(f"/api/tables/{answer.json()['table']}/close").status_code == 200


# Reading ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", few(PATHS, 3))
def test_pages_read_without_a_script(visit: Visitors, crowd: Client, path: str) -> None:
    del crowd
    with_script = visit(path).locator("main").inner_text()
    without = visit(path, javascript=False).locator("main").inner_text()
    # Times are told in the reader's own zone where there is a script.
    times = re.compile(r"\d\d:\d\d( UTC)?( [AP]M)?")
    assert times.sub("", without) == times.sub("", with_script)


def test_from_the_lobby_to_the_rules_and_back(visit: Visitors) -> None:
    page = visit("/")
    page.get_by_role("link", name="How to play Double Draw Poker").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Double Draw Poker")
    expect(page.get_by_role("img", name="The table of Double Draw Poker")).to_be_visible()
    expect(page.locator(".joker")).to_contain_text("What is a joker?")
    page.get_by_role("link", name="Pennsylvania").wait_for(state="detached")
    page.get_by_role("link", name="Lobby").click()
    expect(page).to_have_title("Fairdeal: the lobby")


def test_a_minute_of_each_game_fits_one_printed_sheet(visit: Visitors) -> None:
    for game in GAMES:
        page = visit(f"/games/{game.name}/{game.jurisdiction}", width=800)
        page.emulate_media(media="print")
        # A letter sheet at 96 dots an inch, less its margins.
        page.set_viewport_size({"width": 696, "height": 936})
        foot = page.locator(".moments").evaluate("one => one.getBoundingClientRect().bottom")
        assert foot < 936, game
        expect(page.locator("header.top")).to_be_hidden()


# The way in ---------------------------------------------------------------------------------------


def test_sign_in_by_keyboard_with_an_error_on_the_way(visit: Visitors, server: Server) -> None:
    server.sign_up("kim")
    page = visit("/sign-in", allow=["401 (Unauthorized)"])
    tab_to(page, "name")
    page.keyboard.type("kim")
    page.keyboard.press("Tab")
    page.keyboard.type("not the password")
    page.keyboard.press("Enter")
    field = page.locator("#sign-in-password")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description(
        "The name and the password do not belong together."
    )
    expect(page.locator("#sign-in-name")).to_have_value("kim")
    axe(page)
    page.keyboard.insert_text(PASSWORD)  # pasted
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{server.url}/")
    expect(page.locator(".visitor-name")).to_have_text("kim")
    expect(page.locator(".visitor-chips")).to_contain_text("$1,000")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_register_without_a_script(visit: Visitors, server: Server) -> None:
    page = visit("/sign-in", javascript=False, width=360)
    form = page.get_by_role("form", name="Create an account")
    form.get_by_label("Name").fill("newcomer")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Register").click()
    expect(page).to_have_url(f"{server.url}/")
    expect(page.locator(".welcome")).to_contain_text("Welcome, newcomer: you have $1,000")


def test_who_works_here_comes_to_the_floor(visit: Visitors, server: Server) -> None:
    page = visit("/sign-in", allow=["404 (Not Found)"])
    form = page.get_by_role("form", name="With your account")
    form.get_by_label("Name").fill("operator")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(f"{server.url}/floor")


def test_practice_at_a_table_and_a_pace_of_ones_own(visit: Visitors, server: Server) -> None:
    page = visit("/")
    page.locator("#table-t3").get_by_role("button", name="Practise alone").click()
    expect(page).to_have_url(re.compile(r"/tables/t\d+$"))
    assert not page.url.endswith("/tables/t3")
    expect(page.locator("#headline")).to_have_text("Place your bets")
    page.get_by_role("button", name="Settings").click()
    axe(page)
    expect(page.get_by_label("Quick")).to_be_checked()
    page.get_by_label("Instant").check()
    page.get_by_role("button", name="Done").click()
    table = page.url.rsplit("/", 1)[1]
    page.reload()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Instant")).to_be_checked()
    assert table not in {one["table"] for one in server.public().json("/api/tables")}
