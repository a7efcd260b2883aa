"""A result outside of its interval on the page of the Statistical report: a note closes it."""

from playwright.sync_api import expect
from web_client import Server, play_round

from browser.looking import Visitors, axe, no_sideways, shot

#: Every period is over at this server, and every result is outside of its interval.
PROGRAM = """
from fairdeal.office.reports import statistical
from fairdeal.office.scope import Scope
Scope.is_open = lambda *_: False
statistical.is_outside = lambda z: z is not None
from fairdeal.cli import main
main()
"""


def test_a_note_closes_an_investigation(visit: Visitors, server: Server) -> None:
    players = {2: server.guest("ann")}
    players[2].do("t1", {"do": "sit", "seat": 2})
    play_round("t1", players)
    floor = server.staff("flora", "floor")
    page = visit("/office/reports/statistical", token=floor.token, width=360)
    expect(
        page.get_by_text("t1 is outside of its 95 % interval: nobody has closed it")
    ).to_have_count(1)
    axe(page)
    shot(page, "office-investigate")
    no_sideways(page)
    note = page.get_by_label("What the investigation of t1 found")
    note.fill("one round only")
    page.get_by_role("button", name="Close it with this note").first.click()
    expect(page.get_by_text("t1, investigated by flora (floor)")).to_contain_text("one round only")
    expect(page.get_by_label("What the investigation of t1 found")).to_have_count(0)
    page.goto(f"{server.url}/office/reports/forms")
    expect(page.locator("table.report a").first).to_be_visible()
    axe(page)
    shot(page, "office-forms")
    no_sideways(page)
