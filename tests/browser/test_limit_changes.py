"""A change of limits in a browser: posted on the wall, told on the felt, in force at once where
nobody plays.
"""

import pytest
from playwright.sync_api import Page, expect
from web_client import Server

from browser.looking import Visitors, axe, no_sideways, shot
from browser.playing import sit

MOST = "$1,500"


@pytest.mark.clause("COMAR 36.05.03.21C(2)(b)", "COMAR 36.05.03.21C(2)(c)")
@pytest.mark.parametrize("width", [360, 1440])
def test_the_operator_posts_a_change_on_the_wall(
    visit: Visitors, server: Server, width: int
) -> None:
    table = {360: "t1", 1440: "t2"}[width]
    operator = server.operator()
    before = operator.table(table)["view"]["limits"]
    felt = visit(f"/tables/{table}", width=width)
    wall = visit("/floor", token=operator.token, width=width)
    # Nobody plays: the change is in force at once, on the felt and in the digest of the rules.
    digest = felt.locator("#rules-digest").get_attribute("title")
    _post(wall, table, before["minimum"], 1_500)
    expect(felt.locator("#limits")).to_contain_text(MOST)
    assert felt.locator("#rules-digest").get_attribute("title") != digest
    assert operator.table(table)["view"]["limits"]["maximum"] == 1_500
    # Somebody plays: the change is posted with its time.
    sit(felt, 1)
    _post(wall, table, before["minimum"], before["maximum"])
    expect(felt.locator("#limits-notice")).to_contain_text("on: bets $")
    expect(felt.locator("#limits")).to_contain_text(MOST)
    notice = operator.table(table)["view"]["limits"]["notice"]
    assert notice["in-force-at"] - notice["posted-at"] == 1_800
    expect(wall.locator(f"#table-{table}")).to_contain_text("on: bets $")
    expect(felt.locator("#said")).to_contain_text("Posted: bets $")
    for page in (felt, wall):
        axe(page)
        no_sideways(page)
    shot(felt, f"limits-posted-{width}", widths=(width,))
    lobby = visit("/", width=width)
    expect(lobby.locator(f"#table-{table}")).to_contain_text("on: bets $")
    # The notice stands among the limits as well, so that it need not lie over the felt for long.
    expect(felt.locator("#limits-next")).to_contain_text("on: bets $")
    felt.locator("#limits-notice").get_by_role("button", name="Close").click()
    expect(felt.locator("#limits-notice")).to_have_count(0)
    # The limits that are in force now take the posted change back, and the dialog says so.
    _post(wall, table, before["minimum"], 1_500, says="To take the posted change back")
    expect(felt.locator("#limits-next")).to_have_count(0)


def _post(wall: Page, table: str, minimum: float, maximum: float, says: str = "") -> None:
    wall.locator(f"#table-{table} [data-act=limits]").click()
    expect(wall.locator("dialog[open]")).to_contain_text(says or "The minimum can only be lowered")
    wall.get_by_label("Minimum in dollars").fill(str(minimum))
    wall.get_by_label("Maximum in dollars").fill(str(maximum))

    wall.get_by_role("button", name="Post the change").click()
