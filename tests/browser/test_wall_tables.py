"""The wall in a browser: a table is opened, handed over, filled, counted and closed."""

import re

from hand_dealt import Staff, open_table, seated
from playwright.sync_api import Locator, expect
from web_client import Server

from browser.looking import Visitors, axe, shot


def confirm_request(card: Locator, staff: Staff, table: str) -> None:
    """The operator confirms what the floorperson has asked for on the wall."""
    expect(card.locator(".pending")).to_contain_text("it takes a second person")
    (asked,) = [
        one["pending"]["requests"][0]["asked"]
        for one in staff.operator.json("/floor/state")["tables"]
        if one["table"] == table
    ]
    answer = staff.operator.post(f"/api/tables/{table}/confirm", {"asked": asked})
    assert answer.status_code == 200, answer.text
    expect(card.locator(".pending")).to_have_count(0)


def test_the_floors_acts_on_the_wall(server: Server, staff: Staff, visit: Visitors) -> None:
    table = open_table(staff, floor={"name": "Wall table"})
    players = seated(server, table, 1)
    page = visit("/floor", token=staff.floor.token)
    card = page.locator(f"#table-{table}")
    expect(card).to_contain_text("Automatic dealer")
    expect(card).to_contain_text("$100,000")
    # A second click would hand it back.
    card.get_by_role("button", name="Hand to a dealer").dblclick()
    expect(card).to_contain_text("A person deals")
    assert staff.dealer.say(table, {"do": "announce", "words": "good evening"}).status_code == 200
    # Whoever may count the tray is not told what is in it.
    expect(card).to_contain_text("counted blind")
    expect(card).not_to_contain_text("$100,000")

    card.get_by_role("button", name="Fill").click()
    axe(page)
    page.get_by_label("Amount in dollars").fill("2500.50")
    page.get_by_label("Reason").fill("evening")
    page.keyboard.press("Enter")
    confirm_request(card, staff, table)
    card.get_by_role("button", name="Credit").click()
    page.get_by_label("Amount in dollars").fill("500.50")
    page.get_by_label("Reason").fill("too many")
    page.keyboard.press("Enter")
    confirm_request(card, staff, table)
    expect(card).not_to_contain_text("$102,000")
    watched = visit("/floor", token=staff.auditor.token).locator(f"#table-{table}")
    expect(watched).to_contain_text("$102,000")

    players[1].do(table, {"do": "call-floor", "reason": "my payout"})
    expect(card.locator(".alarms")).to_contain_text("my payout")
    expect(page).to_have_title(re.compile("1 waiting"))
    shot(page, "wall")
    card.get_by_role("button", name="I have come").click()
    expect(card.locator(".alarms")).to_have_count(0)

    count = {"chips": {"500": 204}, "cards": {"red": 52}}
    assert staff.dealer.post(f"/api/tables/{table}/close", count).status_code == 200
    expect(card).to_contain_text("dora has counted the table")
    shot(page, "wall-counting", full=False)
    card.get_by_role("button", name="Close").click()
    for value in ("$100 chips", "$25 chips", "$5 chips", "$1 chips", "Coins, in cents"):
        page.get_by_label(value, exact=True).fill("0")
    page.get_by_label("$500 chips").fill("204")
    page.get_by_label("Cards of the red deck").fill("52")
    shot(page, "wall-count", full=False)
    axe(page)
    page.get_by_role("button", name="Give my count").click()
    told = page.locator("#reconciled")
    expect(told).to_contain_text("The chips agree with the log.")
    expect(told.locator("tbody tr")).to_have_text(
        [
            *("Opened with$100,000", "Fills$2,500.50", "Credits-$500.50"),
            *("Chips sold (drop)$0", "Won in play$0"),
        ]
    )
    shot(page, "wall-closed", full=False)
    axe(page)
    page.get_by_role("button", name="Done").click()
    expect(page.locator(f"#table-{table}")).to_have_count(0)
    expect(page.locator("#closed")).to_contain_text("Wall table")
    expect(page.get_by_role("button", name="Open a table")).to_have_count(0)


def test_the_operator_opens_a_table(staff: Staff, visit: Visitors) -> None:
    page = visit("/floor", token=staff.operator.token, allow=["status of 409"])
    page.get_by_role("button", name="Open a table").click()
    page.get_by_label("Begin with").select_option("4-double-draw.toml")
    rules = page.get_by_label("Rules file")
    text = rules.input_value()
    axe(page)
    shot(page, "wall-open", full=False)
    rules.fill(text.replace('game = "double-draw"', 'game = "triple-draw"'))
    page.get_by_role("button", name="Check and open").click()
    expect(page.locator("#wrong")).to_contain_text("triple-draw")
    rules.fill(text.replace('name = "Double Draw 1"', 'name = "Just opened"'))
    page.get_by_role("button", name="Check and open").click()
    expect(page.locator("#tables")).to_contain_text("Just opened")
