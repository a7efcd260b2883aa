"""The back office in a browser: the first page, and reports as pages."""

import pytest
from playwright.sync_api import expect
from web_client import Server, play_round

from browser.looking import Visitors, axe, no_sideways, shot


@pytest.fixture
def token(server: Server) -> str:
    """The session of a floorperson, after a few rounds."""
    guest = server.guest("ann")
    guest.do("t1", {"do": "sit", "seat": 2})
    for _ in range(3):
        play_round("t1", {2: guest})
    floorperson = server.staff("olga", "floor")
    return str(floorperson.headers["Authorization"].removeprefix("Bearer "))


def test_from_the_first_page_to_a_report(visit: Visitors, token: str) -> None:
    page = visit("/floor", token=token)
    page.get_by_role("link", name="Office").click()
    expect(page.get_by_role("heading", name="The office")).to_be_visible()
    expect(page.locator("figure.fan svg")).to_be_visible()
    axe(page, both=True)
    shot(page, "office")
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 740})
        no_sideways(page)
        expect(page.locator("figure.fan svg")).to_be_visible()
        expect(page.get_by_role("heading", name="Alarms")).to_be_visible()
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator(".results").first.get_by_role("link").first.click()
    expect(page.get_by_role("heading", name="Statistical")).to_be_visible()
    page.get_by_label("Shift").select_option("swing")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".lead")).to_contain_text("swing shift")
    axe(page, both=True)
    shot(page, "office-report")
    page.set_viewport_size({"width": 320, "height": 740})
    no_sideways(page)


def test_two_people_sign_the_report_of_yesterday(visit: Visitors, server: Server) -> None:
    path = "/office/reports/statistical?day=yesterday"
    for name, line in (("pia", "prepared"), ("rolf", "reviewed")):
        client = server.staff(name, "floor")
        token = str(client.headers["Authorization"].removeprefix("Bearer "))
        page = visit(path, token=token)
        page.get_by_role("button", name=f"Sign as {line}").click()
        expect(page.locator("main")).to_contain_text(f"{line.capitalize()} by {name} (floor)")
        axe(page)
    expect(page.get_by_role("button", name="Sign as")).to_have_count(0)
