"""The line between a page and its table: a server that dies, a request whose answer is lost."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect
from web_client import PASSWORD, Server, problem

from browser.looking import Visitors, axe, shot, until
from browser.playing import Frames, faces, place_minimum, play_on, sit
from browser.programs import SAME_CARDS

OPTIONS = ("--pace", "0", "--clock", "0", "--no-bots")


def test_a_server_that_dies_in_a_round_and_comes_back(chromium: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path, *OPTIONS, program=("-c", SAME_CARDS))
    visit = Visitors(chromium, server.url)
    try:
        lost = ("WebSocket", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE")
        page = visit("/tables/t4", allow=lost)
        sit(page, 1)
        place_minimum(page)
        expect(page.locator("#headline")).to_contain_text("Your turn")
        before = faces(page)
        dealer = visit("/tables/t2/deal", token=server.operator().token, allow=lost)
        expect(dealer.locator("#next .words")).not_to_be_empty()
        step = dealer.locator("#next .words").inner_text()
        server.process.kill()
        server.process.wait()
        expect(page.locator("#lost")).to_contain_text("connection is lost")
        expect(page.locator("#actions button").first).to_be_disabled()
        # The dealer's console says so too, and nothing on it can be pressed.
        expect(dealer.locator("#lost")).to_contain_text("connection is lost")
        expect(dealer.locator("#next")).to_have_attribute("aria-disabled", "true")
        expect(dealer.locator("#irregular")).to_be_disabled()
        axe(dealer)
        shot(dealer, "console-lost")
        port = server.url.rsplit(":", 1)[1]
        server.stop()
        server = Server(tmp_path, *OPTIONS, "--port", port, program=("-c", SAME_CARDS))
        expect(page.locator("#note")).to_contain_text("Nothing is lost")
        expect(page.locator("#lost")).to_have_count(0)
        expect(dealer.locator("#polite")).to_contain_text("Nothing is lost")
        expect(dealer.locator("#lost")).to_have_count(0)
        expect(dealer.locator("#next .words")).to_have_text(step)
        after = faces(page)
        assert after == before
        assert len(play_on(page)) >= 3, "the round goes on to its end"
        expect(page.locator("#paid .net")).to_have_text(re.compile("You "))
        assert visit.close() == []
    finally:
        server.stop()


def test_a_command_whose_answer_is_lost_is_sent_again_and_done_once(
    visit: Visitors, server: Server
) -> None:
    page = visit("/tables/t1", allow=["ERR_FAILED"])
    sit(page, 1)
    place_minimum(page)
    expect(page.locator("#headline")).to_contain_text("Bet Number 1")
    keys: list[str | None] = []

    def swallow(route: Route) -> None:
        """The first time the table does it, and the answer is lost."""
        keys.append(route.request.headers.get("idempotency-key"))
        if len(keys) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/commands", swallow)
    # The second request is the same command again, and it is answered.
    with page.expect_response("**/commands") as answered:
        page.locator("#do-ride").click()
    assert answered.value.ok
    assert len(keys) == 2
    assert keys[0] == keys[1]
    expect(page.locator("#headline")).to_contain_text("Bet Number 2")
    page.unroute("**/commands")
    play_on(page)
    record = server.public().get("/api/rounds/t1-1").json()
    rides = [one for one in record["entries"] if '"bet-rode"' in str(one).replace("'", '"')]
    assert len(rides) == 2, "one for each decision"


def test_a_refusal_says_why_and_stays_until_it_is_closed(visit: Visitors) -> None:
    one, other = visit("/tables/t2"), visit("/tables/t2", allow=["409"])
    # The other's page does not hear of it in time: it still offers the seat.

    def too_late(route: Route) -> None:
        sit(one, 4)
        route.continue_()

    other.route("**/commands", too_late)
    other.locator("#seat-4 [data-sit]").click()
    note = other.locator("#note")
    expect(note).to_contain_text("seat 4", ignore_case=True)
    # What happens at the table afterwards does not close it.
    one.locator("#leave").click()
    expect(other.locator("#seat-4 [data-sit]")).to_be_visible()
    expect(note).to_be_visible()
    note.locator("button").click()
    expect(note).to_have_count(0)


class Wire:
    """The line of a page's feed, which can be cut without anybody being told."""

    def __init__(self, page: Page) -> None:
        self.cut = False
        self.opened = 0
        page.route_web_socket(re.compile("/live"), self._opened)

    def _opened(self, here: WebSocketRoute) -> None:
        self.opened += 1
        there = here.connect_to_server()
        there.on_message(lambda text: None if self.cut else here.send(text))


def test_a_line_that_is_only_silent_is_noticed_and_opened_anew(
    visit: Visitors, server: Server
) -> None:
    page = visit("/verify")
    wire = Wire(page)
    page.clock.install()
    page.goto("/tables/t1")
    sit(page, 5)
    wire.cut = True
    opened = wire.opened
    other = server.guest("bob")
    other.do("t1", {"do": "sit", "seat": 6})
    page.clock.fast_forward(11_000)
    expect(page.locator("#lost")).to_have_count(0)
    page.clock.fast_forward(1_100)
    page.clock.fast_forward(1_600)
    expect(page.locator("#lost")).to_contain_text("connection is lost")
    expect(page.locator("#seat-6")).not_to_contain_text("bob")
    wire.cut = False
    page.clock.fast_forward(10_000)
    expect(page.locator("#note")).to_contain_text("Nothing is lost")
    expect(page.locator("#seat-6")).to_contain_text("bob")
    assert wire.opened > opened


def test_a_page_at_rest_is_told_that_the_line_is_there(visit: Visitors) -> None:
    page = visit("/verify")
    frames = Frames(page)
    with page.expect_websocket() as opened:
        page.goto("/tables/t3")
    expect(page.locator("#do-sit")).to_be_visible()
    if "{}" not in frames.texts:
        opened.value.wait_for_event("framereceived", lambda text: text == "{}")
    assert frames.texts[-1] == "{}"
    assert len(frames.scenes) == len(frames.texts) - 1
    expect(page.locator("#lost")).to_have_count(0)


def test_whose_session_ends_goes_on_looking_as_nobody(visit: Visitors, server: Server) -> None:
    guest = server.guest("ann")
    # The list of rounds may be on its way while the session ends.
    page = visit("/tables/t4", token=guest.token, allow=["401"])
    expect(page.locator("#visitor")).to_have_text("ann")
    assert guest.post("/api/sign-out").status_code == 204
    expect(page.locator("#visitor")).not_to_contain_text("ann")
    expect(page.locator("#do-sit")).to_be_visible()
    expect(page.locator("#lost")).to_have_count(0)


@pytest.mark.parametrize("path", ["/tables/t4", "/tables/t4/deal"])
def test_a_session_that_ends_behind_a_broken_line(
    visit: Visitors, server: Server, path: str
) -> None:
    """The page was loaded before the session ended, and asks for its feed afterwards."""
    late = server.operator()
    page = visit("/verify", token=late.token, allow=["401", "403", "closed before the connection"])
    held: list[WebSocketRoute] = []

    def hold(line: WebSocketRoute) -> None:
        held.append(line)
        if len(held) > 1:
            line.connect_to_server()

    page.route_web_socket(re.compile("/live"), hold)
    page.goto(path)
    expect(page.locator("header.top")).to_contain_text("operator")
    until(page, lambda: bool(held))
    assert late.post("/api/sign-out").status_code == 204
    held[0].close(code=1001)
    expect(page.locator("header.top")).not_to_contain_text("operator")


def test_signing_out_at_the_console_leads_to_the_lobby(visit: Visitors, server: Server) -> None:
    page = visit("/tables/t4/deal", token=server.operator().token)
    expect(page.locator("#role")).not_to_be_empty()
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(f"{server.url}/")
    # The page of the console is gone, with all that it could still do.
    page.wait_for_load_state("networkidle")
    expect(page).to_have_url(f"{server.url}/")


def test_after_a_gap_the_page_says_what_happened_in_it(chromium: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path, "--pace", "0", "--clock", "4", "--no-bots")
    visit = Visitors(chromium, server.url)
    try:
        page = visit("/tables/t2", allow=["WebSocket", "ERR_INTERNET_DISCONNECTED"])
        sit(page, 1)
        place_minimum(page)
        expect(page.locator("#headline")).to_contain_text("Your turn")
        page.context.set_offline(True)
        expect(page.locator("#lost")).to_contain_text("Your time to decide may run out")
        watcher = server.guest("bob")
        until(page, lambda: watcher.get("/api/tables/t2").json()["view"]["round"] == 2)
        page.context.set_offline(False)
        words = "You were away. Your time ran out and your hand was folded."
        expect(page.locator("#note")).to_contain_text(words)
        expect(page.locator("#paid")).to_contain_text("time ran out")
        # So it is where the page was left, and is opened again.
        place_minimum(page)
        expect(page.locator("#headline")).to_contain_text("Your turn")
        page.goto("/games")
        until(page, lambda: watcher.get("/api/tables/t2").json()["view"]["round"] == 3)
        page.goto("/tables/t2")
        expect(page.locator("#note")).to_contain_text(words)
        assert visit.close() == []
    finally:
        server.stop()


def test_an_idle_console_stays_locked_until_the_password_opens_it(
    visit: Visitors, server: Server
) -> None:
    """The session ends, and with it the feed; every page of the browser is locked and opened."""
    dora = server.staff("lock dora", "dealer")
    # The session has ended, and a wrong password is refused.
    page = visit("/verify", token=dora.token, allow=["401", "403", "closed before the connection"])
    page.clock.install()
    with page.expect_websocket() as opened:
        page.goto("/tables/t4/deal")
    expect(page.locator("#role")).not_to_be_empty()
    other = page.context.new_page()
    other.goto("/tables/t4/deal")
    expect(other.locator("#role")).not_to_be_empty()
    page.clock.fast_forward(4 * 60_000)
    page.mouse.move(10, 10)
    page.clock.fast_forward(4 * 60_000)
    expect(page.locator("#lock")).to_have_count(0)
    feed = opened.value
    with page.context.expect_event("response", lambda one: one.url.endswith("/api/sign-out")):
        page.clock.fast_forward(61_000)
    if not feed.is_closed():
        feed.wait_for_event("close")
    assert problem(dora.get("/api/me"), 401, "no-session")
    for one in (page, other):
        expect(one.locator("#lock")).to_be_visible()
        expect(one).to_have_url(f"{server.url}/tables/t4/deal")
    axe(page)
    page.keyboard.press("Escape")
    page.get_by_label("Password of").fill("not this one")
    page.get_by_role("button", name="Unlock").click()
    expect(page.locator("#lock-wrong")).not_to_be_empty()
    page.get_by_label("Password of").fill(PASSWORD)
    page.get_by_role("button", name="Unlock").click()
    for one in (page, other):
        expect(one.locator("#lock")).to_have_count(0)
        expect(one.locator("#role")).not_to_be_empty()
