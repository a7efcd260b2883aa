"""The drill in a real browser: by pointer, by keyboard, by the accessibility tree, and offline."""

import re

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, Route, expect

from browser.looking import Visitors, axe, no_sideways, shot


def opened(visit: Visitors, deck: str = "let-it-ride-a", width: int = 1440) -> Page:
    page = visit(f"/train?deck={deck}", width=width)
    expect(page.locator("#train")).to_have_attribute("data-loaded", "yes")
    return page


def one_line(page: Page, words: str) -> None:
    """Choose a line of the card, by some of its words."""
    found = page.locator("select[name=line] option", has_text=words).first
    page.locator("select[name=line]").select_option(found.get_attribute("value"))


def score(page: Page) -> str:
    return page.locator("#score").inner_text()


@pytest.mark.parametrize("width", [1440, 800, 360])
@pytest.mark.parametrize("deck", ["let-it-ride-a", "run-em-twice", "double-draw-a"])
def test_a_decision_and_its_answer_at_each_width(visit: Visitors, deck: str, width: int) -> None:
    page = opened(visit, deck, width)
    no_sideways(page)
    axe(page, both=width == 800)
    shot(page, f"train-{deck}", (width,))
    fold = page.locator("#do-fold, #do-withdraw").first
    box = fold.bounding_box()
    assert box is not None
    viewport = page.viewport_size
    assert viewport is not None
    assert box["y"] + box["height"] <= viewport["height"], "no scrolling before an answer"
    fold.click()
    expect(page.locator(".judgement")).to_be_visible()
    expect(page.locator(".verdict .line")).to_contain_text("The card says: ")
    assert score(page).startswith("1 answered")
    page.get_by_text("The card at this decision").click()
    expect(page.locator(".card-lines .lit")).to_have_count(1)
    no_sideways(page)
    axe(page, both=width == 800)
    shot(page, f"train-{deck}-answer", (width,))
    page.locator("#settings summary").click()
    no_sideways(page)
    axe(page)
    shot(page, f"train-{deck}-settings", (width,))
    page.locator("#next").click()
    expect(page.locator(".judgement")).to_have_count(0)


@pytest.mark.parametrize("width", [1440, 800, 360])
def test_a_whole_drill_by_keyboard(visit: Visitors, width: int) -> None:
    """The same key answers and goes on; Enter presses what has the focus."""
    page = opened(visit, width=width)
    for made in range(1, 13):
        page.keyboard.press("w")
        expect(page.locator("#score")).to_have_text(re.compile(rf"^{made} answered"))
        expect(page.locator("#next")).to_be_focused()
        page.keyboard.press("w" if made % 2 else "Enter")
        expect(page.locator("#do-withdraw")).to_be_visible()
    # The settings are reached and used by keys as well.
    page.locator("#settings summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("Double Draw Poker, A")
    expect(page.locator(".game")).to_have_text("Double Draw Poker, paytable A")
    page.locator("#do-keep").focus()
    page.keyboard.press("3")
    expect(page.locator("#pick-2")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#do-draw")).to_contain_text("Draw 1")
    page.keyboard.press("d")
    expect(page.locator(".judgement")).to_contain_text("Discard")


@pytest.mark.parametrize("width", [1440, 800, 360])
def test_a_whole_drill_by_the_accessibility_tree(visit: Visitors, width: int) -> None:
    """Cards, question, buttons and the answer are found by role and name alone."""
    page = opened(visit, "run-em-twice", width)
    hand = page.get_by_role("region", name="The decision")
    expect(hand.get_by_role("heading")).to_have_text(re.compile("run bet|Center bet"))
    names = [one.get_attribute("aria-label") for one in hand.get_by_role("img").all()]
    assert len(names) >= 2
    assert all(re.fullmatch(r"\w+ of (clubs|diamonds|hearts|spades)", one or "") for one in names)
    for _ in range(3):
        page.get_by_role("group", name="What do you do?").get_by_role(
            "button", name=re.compile("^3x")
        ).click()
        told = page.get_by_role("status")
        expect(told).to_have_text(re.compile(r"^Bet 3x(: right| costs )"))
        region = page.get_by_role("region", name="Answer")
        expect(region).to_contain_text(told.inner_text())
        tree = region.aria_snapshot()
        assert 'list "What each choice costs"' in tree
        assert "The card says: " in tree
        page.get_by_role("button", name="Next").click()
    assert "3 answered" in page.get_by_role("main").aria_snapshot()
    # The settings too: what is practised is chosen by its name.
    page.get_by_text("Settings").click()
    page.get_by_role("combobox", name="Practise").select_option("close calls")
    expect(page.get_by_text("Close calls: the second-best choice is near.")).to_be_visible()


def test_a_drill_goes_on_offline_and_tells_the_server_later(visit: Visitors) -> None:
    page = opened(visit)
    page.context.set_offline(True)
    for _ in range(5):
        page.keyboard.press("r")
        page.keyboard.press("n")
    expect(page.locator("#score")).to_have_text(re.compile("^5 answered"))
    kept = "() => Object.values(JSON.parse(localStorage['fairdeal drill 1']).lines)"
    assert page.evaluate(f"({kept})().every(one => one.pending.length > 0 && !one.memory)")
    lines = page.evaluate(f"({kept})().length")
    with page.expect_response(lambda one: "/train/review" in one.url):
        page.context.set_offline(False)
    for _ in range(200):
        if page.evaluate(f"({kept})().every(one => !one.pending.length && one.memory)"):
            break
        page.evaluate("() => new Promise(done => setTimeout(done, 20))")
    assert page.evaluate(f"({kept})().filter(one => one.memory).length") == lines


def test_nothing_is_asked_between_two_decisions(visit: Visitors) -> None:
    """The next decision is there in the same task as the press, from values fetched before it."""
    page = opened(visit)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    fresh = page.evaluate(
        """() => Array.from({ length: 30 }, () => {
          document.querySelector("#buttons button:not(:disabled)").click();
          const judged = Boolean(document.querySelector(".judgement"));
          document.querySelector("#next").click();
          return judged && !document.querySelector(".judgement")
            && Boolean(document.querySelector("#hand .question"))
            && Boolean(document.querySelector("#buttons button:not(:disabled)"));
        })"""
    )
    assert fresh == [True] * 30
    page.wait_for_load_state("networkidle")
    # What an answer teaches is told to the server afterwards, and no decision waits for it.
    assert {one.partition(" http")[0] + " " + one.rpartition("/train/")[2] for one in asked} == {
        "POST review"
    }


def test_the_first_decision_waits_for_one_small_file_alone(visit: Visitors) -> None:
    """With every other file of decisions held back, the first decision is there."""
    # A service worker fetches the files by itself, past what is held back here.
    page = visit("/verify", service_workers="block", allow=["Service Worker registration blocked"])
    held: list[Route] = []

    def hold(route: Route) -> None:
        if "let-it-ride-a" in route.request.url:
            route.continue_()
        else:
            held.append(route)

    page.context.route(re.compile(r"/train/[a-z-]+\.[0-9a-f]+\.json"), hold)
    page.goto("/train?deck=let-it-ride-a")
    expect(page.locator("#do-ride")).to_be_visible()
    assert page.locator("#train").get_attribute("data-loaded") is None
    assert held
    for route in held:
        route.continue_()
    expect(page.locator("#train")).to_have_attribute("data-loaded", "yes")


@pytest.mark.parametrize("width", [1440, 360])
def test_prices_honour_the_payout_limit(visit: Visitors, width: int) -> None:
    """A royal flush that a limit cuts to $20 gives nearly nothing away."""
    page = visit("/train?deck=let-it-ride-a&stake=10&limit=20", width=width)
    note = page.locator("#limit-note")
    expect(note).to_have_text(
        "Prices are those under the payout limit of $20 a hand, at this bet.", timeout=30_000
    )
    page.locator("#settings summary").click()
    expect(page.get_by_label("Payout limit of a hand, in dollars")).to_have_value("20")
    page.locator("select[name=mode]").select_option("line")
    one_line(page, "three to a royal flush")
    page.locator("#settings summary").click()
    page.locator("#do-withdraw").click()
    under = page.locator(".judgement").inner_text()
    shot(page, "train-limit", (width,))
    no_sideways(page)
    page.locator("#settings summary").click()
    page.get_by_label("Payout limit of a hand, in dollars").fill("")
    page.get_by_label("Payout limit of a hand, in dollars").blur()
    expect(note).to_have_text("No payout limit cuts a win at this bet.")
    page.locator("#settings summary").click()
    page.locator("#next").click()
    page.locator("#do-withdraw").click()
    free = page.locator(".judgement").inner_text()
    # Which of the line's hands comes is left to chance: with an ace, a king or a queen as highest.
    assert re.search(r"costs \$(9\.97|12\.36|14\.76)\.", free), "a royal flush is worth much"
    assert under != free


def test_stake_missed_lines_clock_and_forgetting(visit: Visitors) -> None:
    page = visit("/train?deck=let-it-ride-a")
    expect(page.locator("#train")).to_have_attribute("data-loaded", "yes")
    page.clock.install()
    page.locator("#settings summary").click()
    page.get_by_label("Practise").select_option("what I miss")
    expect(page.locator("#practised")).to_have_text("You have missed nothing yet: all lines.")
    page.get_by_label("One bet, in dollars").fill("100")
    page.get_by_label("One bet, in dollars").blur()
    page.get_by_label("Clock").check()
    expect(page.locator("#clock")).to_have_text("15 s")
    page.clock.run_for(5_000)
    expect(page.locator("#clock")).to_have_text("10 s")
    expect(page.get_by_role("status")).to_have_text("10 seconds")
    page.clock.run_for(10_000)
    expect(page.locator(".judgement")).to_contain_text("Time ran out. Best: ")
    assert "$0 given away" in score(page)
    page.locator("#next").click()
    expect(page.locator("#practised")).to_have_text("What you missed.")
    page.get_by_text("Forget all that I have answered").click()
    expect(page.locator("#practised")).to_have_text("You have missed nothing yet: all lines.")
    assert score(page).startswith("0 answered")


def test_the_drill_and_the_check_open_offline_and_a_table_does_not(visit: Visitors) -> None:
    page = visit("/tables/t1", allow=["ERR_INTERNET_DISCONNECTED"])
    page.locator("#do-sit").click()
    expect(page.locator("#visitor")).to_contain_text("Guest")
    page.goto("/train")
    expect(page.locator("#train")).to_have_attribute("data-loaded", "yes")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto("/train?deck=run-em-twice")
    expect(page.locator("#train")).to_have_attribute("data-loaded", "yes")
    page.keyboard.press("1")
    expect(page.locator(".judgement")).to_be_visible()
    # The page that is kept is a stranger's.
    expect(page.locator("#visitor")).to_have_count(0)
    page.goto("/verify")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto("/school/texts")
    expect(page.get_by_role("heading", name="Lesson texts")).to_be_visible()
    with pytest.raises(PlaywrightError, match="ERR_INTERNET_DISCONNECTED"):
        page.goto("/tables/t1")
    page.context.set_offline(False)


def test_the_same_decision_comes_in_another_coat(visit: Visitors) -> None:
    """The suits are others each time, and the pattern of equal suits is the deck's."""
    page = opened(visit)
    page.locator("#settings summary").click()
    page.get_by_label("Practise").select_option("one line")
    one_line(page, "three to a royal flush")
    suits = set()
    for _ in range(12):
        cards = page.get_by_role("region", name="The decision").get_by_role("img").all()
        names = {(one.get_attribute("aria-label") or "").split()[-1] for one in cards}
        assert len(names) == 1, "three to a royal flush are of one suit"
        suits |= names
        page.locator("#do-ride").click()
        expect(page.locator(".judgement")).to_have_text("Let it ride: right.")
        page.locator("#next").click()
    assert len(suits) > 1


def test_every_choice_has_its_price_at_ones_own_stake(visit: Visitors) -> None:
    page = opened(visit)
    page.locator("#settings summary").click()
    page.get_by_label("One bet, in dollars").fill("50")
    page.get_by_label("One bet, in dollars").blur()
    page.get_by_label("Streak").uncheck()
    expect(page.locator("#score")).to_have_text("0 answered · $0 given away")
    page.locator("#do-withdraw").click()
    prices = page.get_by_role("list", name="What each choice costs")
    expect(prices.get_by_role("listitem")).to_have_count(2)
    expect(prices.locator(".best")).to_contain_text("best")
    cost = prices.locator("li:not(.best) b").inner_text()[1:]
    expect(prices.locator(".chosen")).to_contain_text("Withdraw (yours)")
    verdict = page.locator(".judgement").inner_text()
    assert verdict == "Withdraw: right." or f"costs {cost}." in verdict


@pytest.mark.parametrize("width", [1440, 360])
def test_the_first_decision_of_two_cards_has_its_grid(visit: Visitors, width: int) -> None:
    """The hand's cell in the grid is lit, and the page says what following the card costs."""
    page = opened(visit, "run-em-twice", width)
    page.locator("#settings summary").click()
    page.get_by_label("Practise").select_option("one line")
    one_line(page, "54o, 53o, 43o, 52o, 42o, 32o")
    page.locator("#settings summary").click()
    page.locator("#do-3x").click()
    page.get_by_text("The card at this decision").click()
    expect(page.locator(".card-grid tbody tr")).to_have_count(13)
    expect(page.locator(".card-grid .lit")).to_have_text("-")
    expect(page.locator(".whole-card")).to_contain_text("costs 0.2126 percent of the ante")
    no_sideways(page)
    axe(page)


def test_the_drill_says_where_best_play_leaves_the_card(visit: Visitors) -> None:
    """A line of Run 'Em Twice that best play leaves with some hands and keeps with others. What
    following the card costs is then the price of what it says.
    """
    page = opened(visit, "run-em-twice")
    page.locator("#settings summary").click()
    page.get_by_label("Practise").select_option("one line")
    one_line(page, "fewer than 12 points")
    told = []
    for _ in range(40):
        page.keyboard.press("f")
        words = page.locator(".judgement").inner_text()
        leaves = page.locator(".leaves").count() == 1
        assert leaves == ("Best: Bet 1x." not in words), words
        if leaves:
            prices = page.get_by_role("list", name="What each choice costs")
            once = (
                prices.get_by_role("listitem").filter(has_text="Bet 1x").locator("b").inner_text()
            )
            expect(page.locator(".leaves")).to_contain_text(f"following it costs {once[1:]}.")
        told.append(leaves)
        if {True, False} <= set(told):
            break
        page.keyboard.press("n")
    assert {True, False} <= set(told)
