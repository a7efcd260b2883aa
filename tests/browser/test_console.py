"""A dealer and a floorperson at their own screens: a round by hand, an irregularity, the wall."""

import json
import re
from typing import Any

import pytest
from hand_dealt import Staff, bet, deal_until, next_of, open_table, seated
from playwright.sync_api import Page, WebSocket, expect
from web_client import Client, Server, answer_to, problem

from browser.looking import Visitors, axe, next_frame, no_sideways, shot, until

#: What the console complains about where a page is refused on purpose.
REFUSED = ("status of 401", "status of 403")


def chips(client: Client) -> float:
    return float(client.json("/api/me")["chips"])


def step_words(page: Page) -> str:
    """What the big button says."""
    return page.locator("#next .words").inner_text()


def press_space(page: Page) -> None:
    """The next step, with its number where one is asked for: the dealer counts the chips of the
    Progressive as they lie there, and cuts twenty cards from the top.
    """
    field = page.locator("#acts input:focus")
    if field.count():
        expect(field).to_have_value("")
        chips_there = page.locator(".bets li", has_text="Progressive").count()
        counts = "Collect the Progressive" in step_words(page)
        page.keyboard.type(str(chips_there) if counts else "20")
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("Space")


def until_other_words(page: Page, before: str) -> None:
    """Wait until the big button says something else."""
    until(page, lambda: step_words(page) != before)


def press_on(page: Page, words: str, players: dict[int, Client], table: str, staff: Staff) -> None:
    """By keyboard alone: Space for each step until the button says some words; players answer, and
    the floorperson verifies.
    """
    for _ in range(150):
        now = step_words(page)
        if re.search(words, now):
            return
        if "verify the inspection" in now:
            staff.floor.do(table, {"do": "verify-inspection"})
        elif page.locator("#next.waits").count():
            turn = re.search(r"seat (\d+)", now)
            assert turn, now
            one = players[int(turn[1])]
            one.do(table, answer_to(one.table(table)["view"]["actions"][0]))
        else:
            press_space(page)
        until_other_words(page, now)
    pytest.fail(f"it never came to {words}: {step_words(page)}")


def tap_in(page: Page) -> None:
    """The dealer taps in, with the big button."""
    expect(page.locator("#next .words")).to_have_text("Tap in: you deal from now on")
    page.keyboard.press("Space")
    expect(page.locator("#role")).to_have_text("You deal.")


def test_a_dealer_taps_in_is_relieved_in_a_settlement_and_taps_out(
    server: Server, staff: Staff, visit: Visitors
) -> None:
    """Where the first stopped the second goes on, row by row; the first only watches."""
    rita = server.staff("rita", "dealer")
    table = open_table(staff)
    players = seated(server, table, 2, 5)
    dealer = visit(f"/tables/{table}/deal", token=staff.dealer.token)
    relief = visit(f"/tables/{table}/deal", token=rita.token)
    tap_in(dealer)
    expect(relief.locator("#role")).to_have_text("dora deals here. You watch until you tap in.")
    expect(relief.locator("#next")).to_have_attribute("aria-disabled", "true")
    deal_until(staff, table, "no-more-bets")
    for seat, one in players.items():
        bet(one, table, seat)
    deal_until(staff, table, "show", players=players)
    expect(dealer.locator("#next .words")).to_contain_text("turn up the cards")
    dealer.keyboard.press("r")
    expect(dealer.locator("#next .words")).to_have_text("Turn up the cards of seat 5")
    dealer.keyboard.press("Space")
    expect(dealer.locator("#next .words")).not_to_have_text("Turn up the cards of seat 5")
    dealer.keyboard.press("Space")
    expect(dealer.locator("#seat-5 .over")).to_be_visible()
    # What the seat has won and lost, not the stakes that it has won on.
    expect(dealer.locator("#seat-5 .over")).to_have_text(re.compile(r"^(paid|lost|push|back) \$"))
    row = step_words(dealer)
    relief.get_by_role("button", name="Relieve dora").click()
    expect(relief.locator("#role")).to_have_text("You deal.")
    expect(dealer.locator("#role")).to_have_text("rita deals here. You watch until you tap in.")
    relief.keyboard.press("r")
    expect(relief.locator("#next .words")).to_have_text(row)
    relief.keyboard.press("r")
    press_on(relief, "Put all cards", players, table, staff)
    relief.get_by_role("button", name="Tap out").click()
    expect(dealer.locator("#next .words")).to_have_text("Tap in: you deal from now on")


@pytest.mark.clause("MD-LIR 11.B(2)")
def test_the_first_community_card_lies_on_the_dealers_left(
    server: Server, staff: Staff, visit: Visitors
) -> None:
    """Which is the right of whoever sits opposite."""
    table = open_table(staff)
    players = seated(server, table, 2)
    deal_until(staff, table)
    bet(players[2], table, 2)
    deal_until(staff, table, "reveal", players=players)
    staff.dealer.do(table, next_of(staff.dealer, table)["command"])
    sides = {}
    for path, token, cards in (
        (f"/tables/{table}/deal", staff.dealer.token, "#board .cards > *"),
        (f"/tables/{table}", players[2].token, "#area-community .beds > *"),
    ):
        page = visit(path, token=token)
        expect(page.locator(cards).first).to_be_visible()
        lying = []
        for one in page.locator(cards).all():
            box = one.bounding_box()
            assert box is not None
            lying.append((box["x"], one.get_attribute("aria-label") != "face-down card"))
        sides[path] = [up for _, up in sorted(lying)]
    assert list(sides.values()) == [[True, False], [False, True]]


def test_a_double_click_is_one_step(staff: Staff, visit: Visitors) -> None:
    def pressed(how: str) -> Page:
        page = visit(f"/tables/{open_table(staff)}/deal", token=staff.dealer.token)
        tap_in(page)
        before = step_words(page)
        getattr(page.locator("#next"), how)()
        expect(page.locator("#next .words")).not_to_have_text(before)
        # The table has answered what was sent.
        expect(page.locator("#next")).not_to_have_attribute("aria-disabled", "true")
        next_frame(page)
        return page

    assert step_words(pressed("dblclick")) == step_words(pressed("click"))


@pytest.mark.clause("MD-LIR 13.D")
def test_a_round_by_hand_with_an_irregularity_and_then_another(
    server: Server, staff: Staff, visit: Visitors
) -> None:
    table = open_table(staff)
    players = seated(server, table, 2, 5)
    dealer = visit(f"/tables/{table}/deal", token=staff.dealer.token)
    floor = visit("/floor", token=staff.floor.token)
    console = visit(f"/tables/{table}/deal", token=staff.floor.token)
    tap_in(dealer)
    expect(console.locator("#role")).to_have_text(
        "dora deals here. You are here as the floorperson."
    )

    press_on(dealer, "Wait for wagers", players, table, staff)
    bet(players[2], table, 2, progressive=1)
    bet(players[5], table, 5, three_card_bonus=25)
    held = {seat: chips(one) for seat, one in players.items()}
    expect(dealer.locator("#seat-2 .total")).to_contain_text("$31")
    # Three bets of the same size are one line.
    expect(dealer.locator("#seat-2 .bets li").last).to_have_text(
        re.compile(r"^Bet Number 1, 2, 3\s*\$10 each$")
    )
    expect(dealer.locator("#seat-5 .total")).to_contain_text("$55")
    # Seat 1 is at the dealer's left, and so on the screen's.
    left, right = (dealer.locator(f"#seat-{n}").bounding_box() for n in (1, 7))
    assert left is not None
    assert right is not None
    assert left["x"] < right["x"]
    press_on(dealer, "Rack the stub", players, table, staff)
    assert dealer.locator("#next").evaluate("one => one.getBoundingClientRect().height") >= 72
    expect(dealer.locator("#next .clause")).to_have_text("MD-LIR 8.D(4)")
    expect(dealer.locator(".later li").first).to_contain_text("Ask seat 2")
    # The same words in a row stand once.
    expect(dealer.locator("#log li", has_text="dealt face down")).to_have_count(1)
    expect(dealer.locator("#log .times")).to_have_text(re.compile(r" . \d"))
    axe(dealer)
    shot(dealer, "console-dealt")

    # Nothing but keys: what has happened, where, how many cards lie there.
    dealer.keyboard.press("i")
    expect(dealer.get_by_role("heading", name="What has happened?")).to_be_visible()
    expect(dealer.get_by_role("button", name="A player was skipped")).to_have_count(1)
    axe(dealer)
    shot(dealer, "console-declare")
    dealer.keyboard.press("1")
    dealer.keyboard.press("Tab")
    dealer.keyboard.type("4")
    dealer.keyboard.press("Enter")
    preview = dealer.locator("#preview")
    expect(preview).to_contain_text("seat 2 was dealt 4 cards instead of 3")
    expect(preview).to_contain_text("MD-LIR 13.D")
    expect(preview.locator("tbody tr")).to_have_count(2)
    expect(preview.locator("tbody tr").first).to_contain_text("$31")
    expect(preview.locator("tbody tr").first).to_contain_text("Bet Number 1, 2, 3 at $10 each")
    expect(preview.locator("tbody tr").first).to_contain_text("1 green, 1 red, 1 white")
    expect(preview.locator("tfoot")).to_contain_text("$86")
    expect(preview).to_contain_text("mega -$0.10, major -$0.07, minor -$0.03")
    expect(preview).to_contain_text("second person")
    axe(dealer)
    shot(dealer, "console-preview")
    # Nothing has happened by then.
    assert staff.auditor.table(table)["view"].get("asked") is None
    dealer.keyboard.press("Tab")
    if preview.locator(".scroll:focus").count():
        dealer.keyboard.press("Tab")
    expect(preview.get_by_role("button", name="Void, return $86")).to_be_focused()
    dealer.keyboard.press("Enter")
    expect(dealer.locator(".question")).to_contain_text("It waits for the floorperson.")
    expect(dealer.locator(".question button")).to_have_count(0)
    assert {seat: chips(one) for seat, one in players.items()} == held

    # The second person is asked at both of his or her screens.
    asked = floor.locator(f"#table-{table}")
    expect(asked.locator(".alarms")).to_contain_text("waits for the floorperson")
    expect(asked.locator(".question")).to_contain_text("$86")
    axe(floor)
    shot(floor, "wall-asked")
    expect(console.locator(".question")).to_contain_text("4 cards instead of 3")
    axe(console)
    shot(console, "console-asked")
    confirm = asked.get_by_role("button", name="Void, return $86")
    confirm.focus()
    floor.keyboard.press("Enter")
    expect(dealer.locator("#notices")).to_contain_text("All hands are void")
    expect(dealer.locator(".parts li").first).to_contain_text("Return to seat 2")
    expect(dealer.locator(".parts li").first).to_contain_text("cut 1 green, 1 red, 1 white")
    shot(dealer, "console-return", full=False)
    assert {s: chips(one) for s, one in players.items()} == {2: held[2] + 31, 5: held[5] + 55}
    expect(asked.locator(".question")).to_have_count(0)

    # Another round, from shuffle to clear.
    press_on(dealer, "Wait for wagers", players, table, staff)
    for seat, one in players.items():
        bet(one, table, seat)
    press_on(dealer, "Seats?.*: turn up", players, table, staff)
    shot(dealer, "console-settling")
    axe(dealer)
    press_on(dealer, "Put all cards into the discard rack", players, table, staff)
    press_on(dealer, "Wait for wagers", players, table, staff)
    rounds = staff.auditor.json(f"/api/rounds?table={table}")
    assert [(one["number"], one["void"]) for one in rounds] == [(2, False), (1, True)]
    for page in (dealer, floor, console):
        for width in (360, 800, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            no_sideways(page)


def test_a_count_is_typed_and_its_consequence_shown_first(
    server: Server, staff: Staff, visit: Visitors
) -> None:
    table = open_table(staff)
    players = seated(server, table, 3)
    page = visit(f"/tables/{table}/deal", token=staff.dealer.token)
    for number in range(1, 6):
        deal_until(staff, table, "no-more-bets", players=players)
        bet(players[3], table, 3)
        expect(page.locator(".gauge").first).to_contain_text(f"{number} of 5")
        if number < 5:
            deal_until(staff, table, "clear", players=players)
            staff.dealer.do(table, {"do": "clear"})
    deal_until(staff, table, "count-stub")
    expect(page.locator(".gauge.due")).to_contain_text("due now")
    expect(page.locator("#next")).to_contain_text("Count the stub")
    field = page.get_by_label("Cards counted")
    expect(field).to_be_focused()
    # Three cards lie at the seat and two at the community area; the page does not say so.
    right = str(52 - 3 - 2)
    expect(page.locator("#acts")).not_to_contain_text(right)
    shot(page, "console-count", full=False)
    page.keyboard.type(right)
    page.keyboard.press("Enter")
    expect(page.locator("#next")).to_contain_text("Rack the stub")


def test_whoever_reports_does_not_confirm(server: Server, staff: Staff, visit: Visitors) -> None:
    both = server.staff("bea", "dealer", "floor")
    table = open_table(staff)
    players = seated(server, table, 4)
    deal_until(staff, table, "no-more-bets")
    bet(players[4], table, 4)
    deal_until(staff, table, "rack-stub")
    dora = staff.dealer.json("/api/me")["player"]["id"]
    both.do(table, {"do": "tap-in", "relieves": dora})
    both.do(table, {"do": "exposed-community", "area": "community"})
    page = visit(f"/tables/{table}/deal", token=both.token, width=1024)
    expect(page.locator(".question")).to_contain_text("a second person must confirm it")
    # The narrow column of a tablet shows all of the amounts.
    shown, whole = page.locator(".question .scroll").evaluate("e => [e.clientWidth, e.scrollWidth]")
    assert whole <= shown
    expect(page.locator(".question button")).to_have_count(0)
    problem(both.say(table, {"do": "confirm"}), 409, "refused")
    # Somebody else denies it, with a word, and the round goes on.
    other = visit(f"/tables/{table}/deal", token=staff.floor.token)
    other.get_by_label("What was found instead").fill("it lies face down")
    other.get_by_role("button", name="Deny").click()
    expect(page.locator("#next")).to_contain_text("Rack the stub")
    expect(page.locator("#log")).to_contain_text("it lies face down")


def test_who_is_refused_and_told_why(server: Server, staff: Staff, visit: Visitors) -> None:
    table = open_table(staff)
    ann = server.guest("ann")
    for path in (f"/tables/{table}/deal", "/floor"):
        answer = server.public().get(path)
        assert answer.status_code == 401
        assert "sign in" in answer.text
    for client, path, words in (
        (ann, f"/tables/{table}/deal", "dealers and floorpersons"),
        (ann, "/floor", "for floorpersons"),
    ):
        page = visit(path, token=client.token, allow=REFUSED)
        expect(page.locator("body")).to_contain_text(words)
        assert client.get(path).status_code == 403
    # A dealer is shown where to deal, and nothing of the floor's figures.
    page = visit("/floor", token=staff.dealer.token)
    page.get_by_role("link", name="By hand").last.click()
    expect(page.locator("#role")).to_have_text("Nobody deals here. You watch until you tap in.")
    problem(staff.dealer.get("/floor/state"), 403, "forbidden")
    problem(ann.get("/floor/rules"), 403, "forbidden")
    problem(staff.floor.post("/floor/open", {"rules": ""}), 403, "forbidden")
    # A dealer who plays here does not see the dealer's side.
    plays = server.staff("pip", "dealer", "player")
    plays.do(table, {"do": "sit", "seat": 1})
    assert "you sit at this table" in plays.get(f"/tables/{table}/deal").text
    # An auditor looks on, and at the automatic dealer's table so does the dealer.
    page = visit(f"/tables/{table}/deal", token=staff.auditor.token)
    expect(page.locator("#role")).to_contain_text("You look on")
    expect(page.locator("#next")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#irregular")).to_be_disabled()
    page.keyboard.press("Space")
    page = visit("/tables/t1/deal", token=staff.dealer.token)
    expect(page.locator("#role")).to_contain_text("The automatic dealer deals here")
    # An auditor's wall has no act.
    page = visit("/floor", token=staff.auditor.token)
    expect(page.locator(f"#table-{table}")).to_contain_text("By hand")
    expect(page.locator("#main").get_by_role("button")).to_have_count(0)


def test_no_hidden_card_comes_to_a_console(server: Server, staff: Staff, visit: Visitors) -> None:
    """Until a hand is shown, no face but those that are turned up is in the page or its frames."""
    table = open_table(staff)
    players = seated(server, table, 2)
    frames: list[str] = []
    page = visit("/", token=staff.dealer.token)

    def hear(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: frames.append(str(data)))

    page.on("websocket", hear)
    page.goto(f"/tables/{table}/deal")
    deal_until(staff, table, "no-more-bets")
    bet(players[2], table, 2)
    deal_until(staff, table, "show", players=players)
    own = [card["face"] for card in _seat(frames_scene(page, frames, "turn up the cards"), 2)]
    assert own == []
    mine = players[2].table(table)["view"]["seats"][0]["cards"]
    assert len(mine) == 3
    text = "".join(frames) + page.content()
    for card in mine:
        assert f'"{card}"' not in text


def frames_scene(page: Page, frames: list[str], words: str) -> Any:
    """The last scene that was sent, once the button says some words."""
    expect(page.locator("#next")).to_contain_text(words)
    told = [message for message in map(json.loads, frames) if message]
    return told[-1]["scene"]


def _seat(scene: Any, number: int) -> list[Any]:
    (seat,) = [one for one in scene["seen"]["seats"] if one["seat"] == number]
    return [card for card in seat["cards"] if "face" in card]


def test_the_fill_that_a_payment_needs_is_asked_for_in_one_press(
    server: Server, staff: Staff, visit: Visitors
) -> None:
    table = open_table(staff, floor={"name": "Short tray", "dealer": "person"})
    seated(server, table, 1)
    address = f"/api/tables/{table}"
    most = {"amount": 99_995, "reason": "too many"}
    asked = staff.floor.post(f"{address}/credit", most).json()["asked"]
    assert staff.operator.post(f"{address}/confirm", {"asked": asked}).status_code == 200
    by_hand = {"do": "pay-by-hand", "seat": 1, "amount": 20, "reason": "a pair of tens"}
    staff.dealer.do(table, by_hand)
    page = visit(f"/tables/{table}/deal", token=staff.dealer.token)
    pending = page.locator("#pending")
    expect(pending).to_contain_text("The tray is short: a fill of $1,000 is needed")
    axe(page)
    pending.get_by_role("button", name="Ask for a fill of $1,000").click()
    expect(pending).to_contain_text("Fill of $1,000, asked by dora: a payment needs it")
    expect(pending.get_by_role("button", name="Ask for a fill")).to_have_count(0)
    (fill,) = _pending(staff.floor, table)
    answer = staff.floor.post(f"{address}/confirm", {"asked": fill["asked"]})
    assert answer.status_code == 200, answer.text
    expect(page.locator(".pending")).to_have_count(0)


def _pending(client: Client, table: str) -> list[Any]:
    (found,) = [one for one in client.json("/floor/state")["tables"] if one["table"] == table]
    return list(found["pending"]["requests"])
