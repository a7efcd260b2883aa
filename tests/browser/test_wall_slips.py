"""Slips and counts at the wall and at the console, in a browser: each line by another person."""

import pytest
from hand_dealt import RULES
from playwright.sync_api import Page, expect
from web_client import Client, Server

from browser.looking import Visitors, axe, few, no_sideways, shot
from browser.programs import SAME_CARDS

#: On the wall of this server every gaming day has ended.
PROGRAM = SAME_CARDS.replace(
    "from fairdeal.cli import main",
    """from fairdeal.web.pages.wall import scene
due = scene.drop_due
scene.drop_due = lambda table, now, calendar: due(table, now + 86_400, calendar)
from fairdeal.cli import main""",
)
REFUSED = ("status of 409",)


@pytest.fixture(scope="module")
def people(server: Server) -> dict[str, Client]:
    """Who works at the floor."""
    found = {name: server.staff(name, "floor") for name in ("bea", "carl", "fay")}
    return {**found, "dora": server.staff("dora", "dealer"), "operator": server.operator()}


def table_of(people: dict[str, Client], name: str) -> str:
    rules = {**RULES, "floor": {"name": name, "dealer": "person"}}
    return str(people["operator"].post("/api/tables", rules).json()["table"])


def count(page: Page, **chips: int) -> None:
    """Give a count of the tray in the dialog that is open, by keyboard alone."""
    dialog = page.get_by_role("dialog")
    for value in ("500", "100", "25", "5", "1", "0-01"):
        field = dialog.locator(f"#chips-{value}")
        field.focus()
        page.keyboard.type(str(chips.get(f"c{value}", 0)))
    dialog.get_by_role("button", name="Give my count").focus()
    page.keyboard.press("Enter")


@pytest.mark.parametrize("width", few([360, 800, 1440]))
def test_each_line_of_a_slip_is_signed_by_another_person(
    visit: Visitors, people: dict[str, Client], width: int
) -> None:
    table = table_of(people, f"Slip {width}")
    asked = (
        people["bea"]
        .post(f"/api/tables/{table}/fill", {"amount": 1_225, "reason": "the tray is low"})
        .json()["asked"]
    )
    bea, carl, fay = (
        visit("/floor", token=people[name].token, width=width) for name in ("bea", "carl", "fay")
    )
    slip = f"#table-{table} .slip"
    expect(bea.locator(slip).get_by_text("not signed")).to_have_count(3)
    for page, line, name in ((carl, "chip bank", "carl"), (fay, "carrier", "fay")):
        button = page.get_by_role("button", name=f"Sign {asked} as {line}")
        button.focus()
        page.keyboard.press("Enter")
        expect(page.locator(slip).get_by_text(name)).to_be_visible()
    shot(carl, f"wall-slip-{width}", widths=(width,))
    axe(carl)
    no_sideways(carl)
    console = visit(f"/tables/{table}/deal", token=people["dora"].token, width=width)
    console.get_by_role("button", name=f"Sign {asked} as dealer").click()
    expect(console.locator("#pending .slip").get_by_text("dora")).to_be_visible()
    axe(console)
    no_sideways(console)
    expect(carl.get_by_role("button", name=f"Sign {asked}")).to_have_count(0)
    operator = visit("/floor", token=people["operator"].token, width=width)
    operator.locator(f"#table-{table}").get_by_role("button", name="Confirm").click()
    expect(operator.locator(slip)).to_have_count(0)


@pytest.mark.parametrize("width", few([1440, 360]))
def test_two_people_count_an_open_table_at_the_console_and_at_the_wall(
    visit: Visitors, people: dict[str, Client], width: int
) -> None:
    table = table_of(people, f"Tray {width}")
    console = visit(f"/tables/{table}/deal", token=people["dora"].token, width=width)
    console.get_by_role("button", name="Count the tray").click()
    console.get_by_label("$25 chips").fill("3")
    console.get_by_label("Coins, in cents").fill("50")
    expect(console.locator(".counted")).to_contain_text("$75.50")
    axe(console)
    shot(console, f"console-tray-{width}", widths=(width,))
    console.get_by_label("$25 chips").fill("")
    console.get_by_label("Coins, in cents").fill("")
    expect(console.locator(".counted")).to_contain_text("$0")
    count(console, c500=199)
    expect(console.locator("#pending")).to_contain_text("You have counted the tray for its opening")
    wall = visit("/floor", token=people["fay"].token, width=width)
    card = wall.locator(f"#table-{table}")
    expect(card).to_contain_text("dora has counted the tray for its opening")
    expect(card).to_contain_text("has ended: two people count the tray for its drop")
    card.get_by_role("button", name="Count tray").click()
    dialog = wall.get_by_role("dialog")
    expect(dialog.get_by_role("radio")).to_have_count(1)
    dialog.get_by_role("button", name="Cancel").click()
    # What the wall asks for is the drop; the opener is given by the second person's program.
    body = {"of": "opening", "chips": {"500": 199}}
    people["fay"].post(f"/api/tables/{table}/inventory", body)
    expect(card).to_contain_text("an Error Notification Slip is due")
    shot(wall, f"wall-variance-{width}", widths=(width,))
    axe(wall)
    no_sideways(wall)
    card.get_by_role("button", name="Write the slip").click()
    wall.get_by_label("What differs, and why").fill("a column of chips fell")
    wall.get_by_label("The difference is resolved").check()
    wall.get_by_role("button", name="Sign", exact=True).click()
    expect(card).not_to_contain_text("Error Notification Slip")
    # The drop, by keyboard, and by the dealer as the second person.
    card.get_by_role("button", name="Count tray").focus()
    wall.keyboard.press("Enter")
    count(wall, c500=199)
    expect(wall.locator("#counted")).to_contain_text("A second person counts")
    wall.keyboard.press("Escape")
    body = {"of": "drop", "chips": {"500": 199}}
    slip = people["dora"].post(f"/api/tables/{table}/inventory", body).json()["slip"]
    assert slip["difference"] == 0


def test_the_wall_offers_a_closed_table_form_and_tells_why_it_is_refused(
    visit: Visitors, people: dict[str, Client]
) -> None:
    """The day of this server is not over but on its wall, so that the floor refuses the form."""
    table = table_of(people, "Shut")
    wall = visit("/floor", token=people["fay"].token, width=800, allow=REFUSED)
    wall.locator(f"#table-{table}").get_by_role("button", name="Closed Table form").click()
    axe(wall)
    shot(wall, "wall-closed-table", widths=(800,))
    wall.get_by_role("button", name="Sign the form").click()
    expect(wall.locator("#notices")).to_contain_text("when the gaming day is over")
