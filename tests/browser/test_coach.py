"""The coach at a practice table: values, warnings, the reason, and the line on the card."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from browser.looking import HEIGHTS, Visitors, axe, no_sideways, nothing_overlaps, shot
from browser.playing import PRACTICE, TABLES, place_minimum, play_on

#: The longest wait for the coach never ends.
ENDLESS = """const wait = window.setTimeout;
window.setTimeout = (act, ms, ...rest) => ms === 5000 ? 0 : wait(act, ms, ...rest);"""


def begin(page: Page) -> None:
    """Sit down, bet, and wait for the first decision and what the coach knows of it."""
    with page.expect_response(re.compile(r"/coach$")):
        page.locator("#do-sit").click()
        place_minimum(page)
        expect(page.locator("#headline")).to_contain_text("Your turn")


def leave(page: Page) -> None:
    """End the round and go, so that the table is free for the next test."""
    play_on(page)
    page.locator("#leave").click()
    expect(page.locator("#do-sit")).to_be_visible()


@pytest.mark.parametrize("width", [1440, 800, 360])
def test_the_coach_is_where_the_eyes_are(visit: Visitors, width: int) -> None:
    page = visit(f"/tables/{PRACTICE['let-it-ride']}", width=width)
    begin(page)
    advice = page.locator("#advice")
    box, hand = advice.bounding_box(), page.locator(".my-hand").bounding_box()
    assert box is not None
    assert hand is not None
    assert box["y"] + box["height"] <= HEIGHTS[width]
    if width == 1440:
        assert box["x"] >= hand["x"] + hand["width"], "on a desk it stands beside the hand"
    else:
        buttons = page.locator("#actions button").first.bounding_box()
        assert buttons is not None
        assert hand["y"] + hand["height"] <= box["y"], "the strip leaves the hand free"
        assert box["y"] + box["height"] <= buttons["y"], "and the buttons"
        assert box["height"] == pytest.approx(56, abs=2)
    # No choice is recommended before the values are shown, then the best one is.
    golden = page.locator("#actions button.main")
    expect(golden).to_have_count(0)
    page.locator("#values").click()
    expect(page.locator(".values li")).to_have_count(2)
    expect(advice.locator(".why")).to_contain_text("Card: ")
    expect(golden).to_have_count(1)
    best = page.locator(".values .best summary span").first.inner_text()
    assert golden.inner_text().startswith(best)
    no_sideways(page)
    axe(page)
    page.locator("#why").click()
    expect(page.locator(".card-lines .lit")).to_be_visible()
    axe(page)
    if width == 1440:
        shot(page, "coach-card", (1440,))
        page.locator("[data-coach=close]").click()
    else:
        page.keyboard.press("Escape")
    leave(page)


def test_a_costly_choice_is_warned_of_and_no_known_one(visit: Visitors) -> None:
    """The cards are the same in every round, and ace, king and jack of three suits do not ride."""
    page = visit(f"/tables/{PRACTICE['let-it-ride']}")
    begin(page)
    ride, verdict = page.locator("#do-ride"), page.locator("#advice .verdict")
    ride.click()
    expect(verdict).to_contain_text("That costs $")
    expect(page.locator("#headline")).to_contain_text("Bet Number 1")
    # A page that is loaded again still knows that the coach has helped with this decision.
    with page.expect_response(re.compile(r"/coach$")):
        page.reload()
    expect(page.locator("#values")).to_be_enabled()
    ride.click()
    expect(verdict).to_contain_text("That costs $")
    ride.click()
    expect(verdict).to_contain_text("Let it ride cost you $")
    expect(page.locator(".tally")).to_contain_text("1 decision, 0 known, 1 with help")
    play_on(page)
    # Switched off, nothing is between a press and the decision; a right one that nothing told is
    # known.
    page.keyboard.press("?")
    page.locator("#settings input[name=warn]").uncheck()
    page.locator("#settings .main").click()
    made = page.locator(".tally")
    before = int((made.inner_text()).split()[0])
    place_minimum(page)
    expect(page.locator("#headline")).to_contain_text("Bet Number 1")
    page.locator("#do-withdraw").click()
    expect(verdict).to_contain_text("Withdraw: right")
    expect(made).to_contain_text(f"{before + 1} decisions")
    expect(page.locator("#headline")).to_contain_text("Bet Number 2")
    leave(page)


@pytest.mark.parametrize("width", [1440, 800, 360])
def test_the_coach_leaves_the_cards_free_and_says_all(visit: Visitors, width: int) -> None:
    """Five cards with their pile of discards, and the longest words of a strip."""
    page = visit(f"/tables/{PRACTICE['double-draw']}", width=width)
    begin(page)
    page.locator("#actions .fold").click()
    told = page.locator(".told")
    expect(told).to_contain_text("Press it again to do it all the same.")
    room, words = told.evaluate("one => [one.clientHeight, one.scrollHeight]")
    assert words <= room, "the warning is read to its end"
    advice, pile = page.locator("#advice").bounding_box(), page.locator(".discards").bounding_box()
    assert advice is not None
    assert pile is not None
    apart = pile["x"] + pile["width"] <= advice["x"] or pile["y"] + pile["height"] <= advice["y"]
    assert apart, (pile, advice)
    shot(page, "coach-warning", (width,), full=False)
    leave(page)


def test_a_press_waits_for_what_it_costs(visit: Visitors) -> None:
    """A costly press before the coach knows the decision is warned of as soon as it does."""
    page = visit("/games")
    # A press does not wait for ever; here it does, however long this test takes.
    page.add_init_script(ENDLESS)
    page.goto(f"/tables/{PRACTICE['let-it-ride']}")
    held: list[Route] = []

    known: list[bool] = []

    def hold(route: Route) -> None:
        if known:
            route.continue_()
        else:
            held.append(route)

    page.route(re.compile(r"/coach$"), hold)
    page.locator("#do-sit").click()
    place_minimum(page)
    ride, verdict = page.locator("#do-ride"), page.locator("#advice .verdict")
    expect(ride).to_be_visible()
    ride.click()
    expect(verdict).to_have_text("The coach works out what that costs.")
    ride.click()
    known.append(True)
    for route in held:
        route.continue_()
    expect(verdict).to_contain_text("That costs $")
    expect(page.locator("#headline")).to_contain_text("Bet Number 1")
    ride.click()
    expect(page.locator("#headline")).to_contain_text("Bet Number 2")
    leave(page)


def test_the_slider_is_warned_of_too(visit: Visitors) -> None:
    """Between two multiples a bet costs at least what lies between their costs."""
    page = visit(f"/tables/{PRACTICE['run-em-twice']}")
    page.locator("#do-sit").click()
    page.locator("#do-least").click()
    page.locator("#do-double").click()
    with page.expect_response(re.compile(r"/coach$")) as known:
        page.locator("#do-place").click()
    costs = known.value.json()["costs"]
    assert costs["1x"] == 0
    assert costs["2x"] > 200
    slider, verdict = page.get_by_role("slider", name="Bet"), page.locator("#advice .verdict")
    slider.fill("1500")
    page.locator("#do-slide").click()
    half = f"{costs['2x'] // 2 / 100:.2f}".removesuffix(".00")
    expect(verdict).to_contain_text(f"That costs at least ${half} on average")
    slider.fill("2000")
    page.locator("#do-slide").click()
    whole = f"{costs['2x'] / 100:.2f}".removesuffix(".00")
    expect(verdict).to_contain_text(f"That costs ${whole} on average")
    expect(page.locator("#headline")).to_contain_text("1st Run")
    leave(page)


def test_the_card_with_points_can_be_followed(visit: Visitors) -> None:
    """Notes, grid and cost of the card of Run 'Em Twice are on the page."""
    page = visit(f"/tables/{PRACTICE['run-em-twice']}")
    page.locator("#card").click()
    card = page.locator("#card.strategy")
    expect(card).to_contain_text("Points: count 2 for each jack or better, 1 for each six to ten")
    expect(card).to_contain_text("The grid has every hand")
    expect(card.locator(".card-grid tbody tr")).to_have_count(13)
    expect(card).to_contain_text("Following the card costs 0.2126 percent of the ante")
    # On a tablet the name of the row beside the cross leaves the limits of the table free.
    for width in (800, 1024):
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        nothing_overlaps(page, ".limits, .line.along")


def test_an_ordinary_table_has_no_coach(visit: Visitors) -> None:
    page = visit(f"/tables/{TABLES['let-it-ride']}")
    expect(page.locator("#do-sit")).to_be_visible()
    expect(page.locator("#coach")).to_have_count(0)
    expect(page.locator("#advice")).to_have_count(0)
