"""What is done twice, too soon or by mistake at a table's page does no harm."""

import re

import pytest
from playwright.sync_api import Page, Request, Route, expect
from web_client import Client, Server, rules_of

from browser.looking import Visitors, next_frame
from browser.playing import PRACTICE, place_minimum, play_on, sit

RIDE = "1-let-it-ride.toml"


def opened(server: Server, **changes: object) -> str:
    """A table of Let It Ride of a test's own."""
    answer = server.operator().post("/api/tables", {**rules_of(RIDE), **changes})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def test_sitting_down_twice_makes_one_guest(visit: Visitors, server: Server) -> None:
    page = visit(f"/tables/{opened(server)}")
    made: list[str] = []

    def count(request: Request) -> None:
        if request.url.endswith("/api/guests"):
            made.append(request.url)

    page.on("request", count)
    page.locator("#seat-3 [data-sit]").dblclick()
    expect(page.locator("#seat-3")).to_have_class(re.compile(r"\bmine\b"))
    expect(page.locator("#do-place")).to_be_visible()
    assert len(made) == 1
    expect(page.locator("#note")).to_have_count(0)
    expect(page.locator("#visitor")).to_have_text(re.compile(r"^Guest \d{4}$"))


def test_what_was_answered_about_leaving_once_is_no_answer_the_next_time(
    visit: Visitors, server: Server
) -> None:
    page = visit(f"/tables/{opened(server)}")
    for answer in ("Leave, give up my bets", "Escape"):
        sit(page, 2)
        place_minimum(page)
        expect(page.locator("#headline")).to_contain_text("Your turn")
        page.locator("#leave").click()
        expect(page.locator("#sure")).to_be_visible()
        if answer == "Escape":
            page.keyboard.press("Escape")
        else:
            page.get_by_text(answer).click()
            expect(page.locator("#do-sit")).to_be_visible()
    expect(page.locator("#sure")).to_be_hidden()
    next_frame(page)
    expect(page.locator("#headline")).to_contain_text("Your turn")
    play_on(page)


def test_bets_that_have_closed_since_are_not_given_up_unasked(
    visit: Visitors, server: Server
) -> None:
    table = opened(server)
    page = visit(f"/tables/{table}", allow=["409"])
    other = server.guest("bob")
    other.do(table, {"do": "sit", "seat": 5})
    bets = {"bet-1": 10, "bet-2": 10, "bet-3": 10}
    other.do(table, {"do": "place-bets", "seat": 5, "amounts": bets})
    sit(page, 2)
    place_minimum(page)
    expect(page.locator("#headline")).not_to_contain_text("Place your bets")
    # The round begins while the page still shows that bets are open.

    asked: list[Route] = []

    def too_late(route: Route) -> None:
        asked.append(route)
        # What the page sends afterwards, such as the word that it pledged, finds bets closed.
        if len(asked) == 1:
            other.do(table, {"do": "ready", "seat": 5})
        route.continue_()

    page.route("**/commands", too_late)
    page.locator("#leave").click()
    expect(page.locator("#sure")).to_be_visible()
    page.unroute("**/commands")
    page.get_by_text("Stay").click()
    expect(page.locator("#seat-2")).to_have_class(re.compile(r"\bmine\b"))


def opened_with_a_waiting_player(server: Server) -> tuple[str, Client]:
    """A table at which no round begins before a player at seat 5 is ready."""
    table, other = opened(server), server.guest("bob")
    other.do(table, {"do": "sit", "seat": 5})
    bets = {"bet-1": 10, "bet-2": 10, "bet-3": 10}
    other.do(table, {"do": "place-bets", "seat": 5, "amounts": bets})
    return table, other


def test_whoever_comes_back_before_the_round_may_bet_again(visit: Visitors, server: Server) -> None:
    table, other = opened_with_a_waiting_player(server)
    page = visit(f"/tables/{table}")
    sit(page, 2)
    place_minimum(page)
    # The buttons vanish at once, and "ready" follows the bets: whoever leaves before is refused it.
    expect(page.locator("#headline")).to_contain_text("Your bets stand")
    page.locator("#leave").click()
    sit(page, 2)
    place_minimum(page)
    expect(page.locator("#actions button")).to_have_count(0)
    other.do(table, {"do": "ready", "seat": 5})
    expect(page.locator("#headline")).to_contain_text(re.compile("Your turn|Seat 5"))


def test_who_leaves_while_bets_are_sent_is_refused_nothing(visit: Visitors, server: Server) -> None:
    table, _ = opened_with_a_waiting_player(server)
    page = visit(f"/tables/{table}")
    sit(page, 2)
    held: list[Route] = []

    def hold_the_bets(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/commands", hold_the_bets)
    with page.expect_request("**/commands"):
        place_minimum(page)
    page.locator("#leave").click()
    held[0].continue_()
    # The player was ready before: `visit` would find the refusal among the page's errors.
    expect(page.locator("#seat-2")).not_to_have_class(re.compile(r"\bmine\b"))


def at_a_dear_table(visit: Visitors, server: Server, each: int) -> Page:
    """Somebody at a table whose round takes $600, who has lost three bets at another."""
    dear, other = opened(server, minimum=200, maximum=300), opened(server)
    guest = server.guest("ann")
    lay_bets(guest, other, each)
    # Wagers of a player who leaves in the round lose, whatever the cards.
    guest.do(other, {"do": "ready", "seat": 1})
    guest.do(other, {"do": "leave", "seat": 1})
    guest.do(dear, {"do": "sit", "seat": 2})
    return visit(f"/tables/{dear}", token=guest.token)


def lay_bets(guest: Client, table: str, each: int) -> None:
    """Put three bets on a layout."""
    guest.do(table, {"do": "sit", "seat": 1})
    bets = dict.fromkeys(("bet-1", "bet-2", "bet-3"), each)
    guest.do(table, {"do": "place-bets", "seat": 1, "amounts": bets})


def test_a_player_without_chips_is_given_more(visit: Visitors, server: Server) -> None:
    page = at_a_dear_table(visit, server, 200)
    expect(page.locator("#balance")).to_have_text("$400")
    expect(page.locator(".under")).to_contain_text("too few")
    expect(page.locator("#do-least")).to_have_count(0)
    page.keyboard.press("g")
    expect(page.locator("#balance")).to_have_text("$1,000")
    expect(page.locator("#do-least")).to_contain_text("$600")
    # Twice as much is more than may lie there, or more than is left.
    page.locator("#do-least").click()
    expect(page.locator("#do-double")).to_be_disabled()


def test_whoever_would_be_given_none_is_not_offered_more(visit: Visitors, server: Server) -> None:
    """Half of what a guest begins with is left: too little for this table, enough for another."""
    page = at_a_dear_table(visit, server, 150)
    expect(page.locator("#balance")).to_have_text("$550")
    expect(page.locator("#do-chips")).to_have_count(0)
    expect(page.locator("#do-least")).to_be_disabled()
    expect(page.locator(".under")).to_contain_text("too few")


def test_chips_on_another_layout_count(visit: Visitors, server: Server) -> None:
    """Only $400 are in the purse, and the house gives none: $600 lie at another table."""
    dear, other = opened(server, minimum=200, maximum=300), opened(server)
    guest = server.guest("ann")
    lay_bets(guest, other, 200)
    guest.do(dear, {"do": "sit", "seat": 2})
    page = visit(f"/tables/{dear}", token=guest.token)
    expect(page.locator("#balance")).to_have_text("$400")
    expect(page.locator("#do-least")).to_be_disabled()
    expect(page.locator("#do-chips")).to_have_count(0)


def test_doubling_says_what_it_comes_to_and_stops_at_the_maximum(
    visit: Visitors, server: Server
) -> None:
    page = visit(f"/tables/{opened(server, maximum=30)}")
    sit(page, 1)
    page.locator("#do-least").click()
    expect(page.locator("#do-double")).to_contain_text("$60")
    page.locator("#do-double").click()
    expect(page.locator("#do-place")).to_contain_text("$60")
    expect(page.locator("#do-double")).to_be_disabled()
    expect(page.locator("#do-double")).not_to_contain_text("$")


@pytest.mark.parametrize("steps", [0, 1])
def test_the_slider_stands_where_its_button_says(
    visit: Visitors, server: Server, steps: int
) -> None:
    del server
    page = visit(f"/tables/{PRACTICE['run-em-twice']}")
    sit(page, 1)
    page.locator("#chip-25").click()
    page.locator("#bet-first-ante").click()
    page.locator("#do-place").click()
    expect(page.locator("#headline")).to_contain_text("Your turn")
    slider = page.locator("#amount")
    least, step = (int(slider.get_attribute(name) or "") for name in ("min", "step"))
    slider.focus()
    for _ in range(steps):
        page.keyboard.press("ArrowRight")
    cents = least + steps * step
    expect(slider).to_have_value(str(cents))
    expect(page.locator("#do-slide")).to_contain_text(f"${cents // 100}")
    page.locator("#do-slide").click()
    expect(page.locator("#bet-first-run")).to_have_attribute(
        "aria-label", re.compile(rf"\${cents // 100}\b")
    )
    play_on(page)


def test_the_focus_is_where_the_answer_is_heard(visit: Visitors, server: Server) -> None:
    page = visit(f"/tables/{opened(server)}")
    sit(page, 1)
    place_minimum(page)
    expect(page.locator("#headline")).to_contain_text("Bet Number 1")
    page.locator("#do-ride").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#headline")).to_contain_text("Bet Number 2")
    expect(page.locator("#say")).to_be_focused()
    play_on(page)
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator("[data-sheet=pays]").click()
    expect(page.locator("#pays")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("[data-sheet=pays]")).to_be_focused()


def test_a_key_pressed_twice_in_a_row_decides_once(visit: Visitors, server: Server) -> None:
    page = visit(f"/tables/{opened(server)}")
    sit(page, 1)
    place_minimum(page)
    expect(page.locator("#headline")).to_contain_text("Bet Number 1")
    page.keyboard.press("r")
    # The moment that the next question stands there, which nobody can have read.
    page.evaluate(
        """() => new Promise(done => {
          const asked = () => document.getElementById("headline").textContent.includes("Number 2");
          const watch = () => (asked() ? done(document.body.dispatchEvent(
            new KeyboardEvent("keydown", {key: "r", bubbles: true}))) : setTimeout(watch));
          watch();
        })"""
    )
    # The time is over in which the same key does nothing.
    pressed = page.evaluate("performance.now()")
    page.wait_for_function("pressed => performance.now() > pressed + 400", arg=pressed)
    expect(page.locator("#headline")).to_contain_text("Bet Number 2")
    page.keyboard.press("r")
    expect(page.locator("#headline")).not_to_contain_text("Bet Number 2")
