"""Changes of meters at the wall, in a browser: one person asks, and another one confirms."""

import pytest
from playwright.sync_api import Page, expect
from web_client import Server, rules_of

from browser.looking import Visitors, axe, no_sideways, shot


def _ask(page: Page, button: str, meter: str, **fields: str) -> None:
    page.get_by_role("button", name=f"{button}: {meter}").click()
    dialog = page.get_by_role("dialog")
    for label, value in fields.items():
        field = dialog.locator(f"#{label}")
        if field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    dialog.get_by_label("Reason").fill("after the audit")
    axe(page)
    dialog.get_by_role("button", name="Ask for it").click()
    expect(dialog).to_be_hidden()


@pytest.mark.clause("COMAR 36.05.03.24J(2)")
@pytest.mark.parametrize("width", [360, pytest.param(1440, marks=pytest.mark.slow)])
def test_two_people_move_correct_and_pay_out_meters(
    visit: Visitors, server: Server, width: int
) -> None:
    operator = server.operator()
    floor = server.staff(f"fiona{width}", "floor")
    rules = rules_of("1-let-it-ride.toml")
    first, second, third = (operator.post("/api/tables", rules).json()["table"] for _ in range(3))
    for table in (first, third):
        assert operator.post(f"/api/tables/{table}/close").status_code == 200
    begins = operator.table(second)["view"]["meters"]["mega"]
    asks = visit("/floor", token=floor.token, width=width)
    confirms = visit("/floor", token=operator.token, width=width)
    meters = asks.locator("#meters")

    # A closed meter goes to an open one.
    _ask(asks, "Move it", f"{first}.mega", to=f"{second}.mega")
    expect(meters).to_contain_text("Whoever asks does not confirm")
    shot(asks, f"wall-meters-{width}", widths=(width,))
    no_sideways(asks)
    confirms.locator("#meters").get_by_role("button", name="Confirm").click()
    expect(meters.locator(f"[data-key='{first}.mega']")).to_have_count(0)
    assert operator.table(second)["view"]["meters"]["mega"] == 2 * begins

    # What a meter shows is corrected.
    asks.locator(f"#table-{second}").get_by_text("Correct a meter").click()
    name = asks.locator(f"#table-{second} [data-meter='{second}.mega']").inner_text()
    _ask(asks, name, f"{second}.mega", right=str(2 * begins - 5))
    confirms.locator("#meters").get_by_role("button", name="Confirm").click()
    expect(meters.get_by_role("button", name="Confirm")).to_have_count(0)
    expect(meters).not_to_contain_text("Correct the meter")
    assert operator.table(second)["view"]["meters"]["mega"] == 2 * begins - 5

    # The operator decides on a payment, and a request can be voided with its reason.
    expect(asks.get_by_role("button", name=f"Pay it out: {third}.mega")).to_have_count(0)
    identity = server.sign_up(f"pat{width}").id
    _ask(confirms, "Pay it out", f"{third}.mega", player=identity, amount="7.5", rest="bank")
    waiting = meters.locator("li", has_text="Pay $7.50 of the meter")
    waiting.get_by_text("Void it").click()
    waiting.get_by_label("Why it is void").fill("the wrong player")
    waiting.get_by_role("button", name="Void").click()
    expect(waiting).to_have_count(0)
    assert {one["meter"] for one in operator.json("/api/meters/closed")} >= {f"{third}.mega"}
