"""A table of real cards: the dealer enters them by keyboard or scanner, and every page says so."""

from hand_dealt import Staff, deal_until, open_table
from playwright.sync_api import Page, expect
from web_client import Server, answer_to

from browser.looking import Visitors, axe, until
from browser.playing import place_minimum

#: As a scanner types them, and as people do.
NAMED = [f"{rank}{suit}" for rank in ("A", "10", "k", "9", "7", "4", "2") for suit in "shdc"]
NO_PROOF = "ealt from real cards: no commitment, no proof of the shuffle"


def said(page: Page) -> str:
    return page.locator("#cards-left").inner_text()


def until_other_words(page: Page, before: str) -> None:
    """Wait until the big button says something else."""
    until(page, lambda: page.locator("#next .words").inner_text() != before)


def enter_bets_of_joe(page: Page) -> None:
    """Joe, who has no device, sits down at seat 2, buys chips and bets; a bet of one dollar is
    below the minimum and refused.
    """
    page.get_by_text("Seat a player without a device").first.click()
    page.get_by_label("Seat 1 to 7").fill("2")
    page.get_by_label("Name or number").fill("Joe")
    page.keyboard.press("Enter")
    joe = page.get_by_label("Enter for seat 2")
    expect(joe.locator("h3")).to_contain_text("Seat 2, Joe $0")
    joe.get_by_label("Dollars").fill("200")
    joe.get_by_role("button", name="Buy in").click()
    expect(joe.locator("h3")).to_contain_text("$200")
    for amount, words in (("1", "must be from $10"), ("10", "")):
        for number in (1, 2, 3):
            joe.locator(f'input[name="amounts/bet-{number}"]').fill(amount)
        joe.get_by_role("button", name="Place the bets").click()
        if words:
            expect(page.locator("#notices")).to_contain_text(words)
    joe.get_by_role("button", name="The bets stand").click()
    expect(page.locator("#seat-2 .status")).to_have_text("ready")


def test_the_dealer_enters_the_cards_of_a_round(
    server: Server, staff: Staff, visit: Visitors
) -> None:
    floor = {"name": "Real", "dealer": "person", "cards": "named"}
    table = open_table(staff, floor=floor)
    ann = server.guest("real ann")
    ann.do(table, {"do": "sit", "seat": 1})
    deal_until(staff, table, "no-more-bets")
    place_minimum(player := visit(f"/tables/{table}", token=ann.token))
    assert NO_PROOF in player.content()
    token = staff.dealer.token
    page = visit(f"/tables/{table}/deal", token=token, allow=["status of 409"])
    expect(page.locator("#seat-1 .status")).to_have_text("ready")
    enter_bets_of_joe(page)
    deal_until(staff, table, "deal")
    expect(page.locator("#real-cards")).to_contain_text(NO_PROOF)
    field = page.locator('#acts input[data-kind="cards"]')
    expect(field).to_be_focused()
    deck = iter(NAMED)
    first = next(deck)
    page.keyboard.type(f"{first}\n")
    until(page, lambda: page.locator(".entered").inner_text() == "As")
    page.keyboard.type("As\n")
    until(page, lambda: "As is entered already" in said(page))
    page.keyboard.type("11x\n")
    until(page, lambda: "“11x” is no card" in said(page))
    page.keyboard.press("Backspace")
    until(page, lambda: said(page).startswith("Still to enter: seat 1"))
    assert page.locator(".entered").inner_text() == ""
    axe(page)
    page.keyboard.type(f"{first}\n")
    dealt = 0
    for _ in range(60):
        if server.public().table(table)["view"]["round"] > 1:
            break
        words = page.locator("#next .words").inner_text()
        if field.count():
            if page.locator("#cards-left", has_text="Still to enter").count():
                page.keyboard.type(f"{next(deck)}\n")
                dealt += 1
                continue
            page.keyboard.press("Enter")
        elif page.locator("#next.waits").count():
            asked = page.locator("#entering").get_by_role("button", name="Let it ride")
            if asked.count():
                asked.click()
            else:
                ann.do(table, answer_to(ann.table(table)["view"]["actions"][0]))
        else:
            page.keyboard.press("Space")
        until_other_words(page, words)
    assert dealt + 1 == 2 * 3 + 2, "two hands and two community cards"
    replay = visit(f"/r/{table}-1")
    expect(replay.locator("#verdict")).to_contain_text(NO_PROOF)
    expect(replay.locator('[data-check="log"]')).to_have_class("tick right")
    expect(replay.locator(".real-cards")).to_contain_text(NO_PROOF)
    for path in ("/", f"/tables/{table}", f"/tables/{table}/papers"):
        assert NO_PROOF in server.public().get(path).text, path
    assert NO_PROOF in staff.floor.get("/floor").text
