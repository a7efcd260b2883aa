"""Settlement as a player sees it where a person deals: seat by seat, chip by chip."""

import re

from hand_dealt import Staff, bet, deal_until, next_of, open_table, seated
from playwright.sync_api import expect
from web_client import Server

from browser.looking import Visitors, axe, motion_ends, no_sideways, shot

#: Whether the result has the place of the headline, and no words hang out of it.
WITHIN_THE_HEADLINE = """one => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const [inner, outer] = [words, one.parentElement].map(each => each.getBoundingClientRect());
  return inner.left >= outer.left && inner.right <= outer.right
    && inner.top >= outer.top && inner.bottom <= outer.bottom;
}"""


def test_light_and_chips_go_from_seat_to_seat(
    server: Server, staff: Staff, visit: Visitors
) -> None:
    """The seat that is settled is lit; what is lost is gone from it, and its sum stands there."""
    table = open_table(staff)
    players = seated(server, table, 2, 5, 6)
    deal_until(staff, table, "no-more-bets")
    for seat, one in players.items():
        bet(one, table, seat, three_card_bonus=5, progressive=1)
        one.do(table, {"do": "ready", "seat": seat})
    # With motion: what moves is never what is waited for.
    page = visit(f"/tables/{table}", token=players[5].token, still=False)
    deal_until(staff, table, "settle", players=players)
    lit = []
    for _ in range(60):
        step = next_of(staff.dealer, table)["command"]
        if step["do"] == "clear":
            break
        turn = staff.dealer.table(table)["view"]["turn"]
        if turn not in lit:
            expect(page.locator(f"#seat-{turn}")).to_have_class(re.compile(r"\bturn\b"))
            words = "Settling your wagers" if turn == 5 else f"Settling seat {turn}"
            expect(page.locator("#headline")).to_have_text(words)
            # The others are settled, or wait with their chips before them.
            for seat in players:
                sign = "[+-]|even" if seat in lit else r"\$"
                expect(page.locator(f"#seat-{seat} .pill")).to_have_text(re.compile(f"^({sign})"))
            lit.append(turn)
        staff.dealer.do(table, step)
    assert lit == [6, 5, 2]
    expect(page.locator("#headline")).to_have_text("All wagers are settled")
    expect(page.locator("#say .under")).to_contain_text("You ")
    # What was lost has no chips any more, what was won has two stacks: the stake and what it won.
    assert page.locator("#mine .area.lost .stack").count() == 0
    won = page.locator("#mine .area.won:has(.pushed)")
    assert won.locator(".stack").count() == 2 * won.count()
    expect(page.locator("#purse p").first).to_contain_text("$0")
    # What still moves, moves within the window that it began in.
    motion_ends(page)
    # The result can be read across a room, in the place of the headline and within it.
    for width, size in ((360, "24px"), (800, "40px"), (1440, "48px")):
        page.set_viewport_size({"width": width, "height": 900})
        no_sideways(page)
        expect(page.locator("#result")).to_have_css("font-size", size)
        assert page.locator("#result").evaluate(WITHIN_THE_HEADLINE)
    axe(page)
    shot(page, "settled", full=False)
    pills = {seat: page.locator(f"#seat-{seat} .pill").inner_text() for seat in players}
    staff.dealer.do(table, step)
    (ended,) = players[2].json(f"/api/rounds?table={table}")
    for one in players[2].json(f"/api/rounds/{ended['round']}")["seats"]:
        said = pills[one["seat"]].replace("$", "").replace(",", "").replace("even", "0")
        assert float(said) == one["net"], (one["seat"], pills)
