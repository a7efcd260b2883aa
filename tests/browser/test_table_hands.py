"""Chips and decisions by hand: mouse, touch, keys alone; what a reader is told."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.looking import MOST_FRAMES, Visitors, next_frame, until
from browser.playing import PRACTICE, card_names, phase, place_minimum, play_on, sit

#: The keys of the decisions, by the button that each presses.
KEYS = {"r": "do-ride", "1": "do-1x", "b": "do-bet"}


def amounts(page: Page) -> dict[str, str]:
    """What lies on the areas of the own box, as a reader is told."""
    labels = page.locator("#mine .area").evaluate_all(
        "all => all.map(one => [one.dataset.wager, one.getAttribute('aria-label')])"
    )
    return {wager: label.split(", ")[1] for wager, label in labels}


def test_one_tap_fills_the_whole_equal_set(visit: Visitors) -> None:
    page = visit("/tables/t1")
    sit(page, 1)
    page.locator("#chip-25").click()
    page.locator("#bet-bet-2").click()
    lying = amounts(page)
    assert [lying[f"bet-{n}"] for n in (1, 2, 3)] == ["$25", "$25", "$25"]
    expect(page.locator("#do-place")).to_contain_text("$75")
    # Another chip, the top one off by the other mouse button, then the last step undone.
    page.locator("#chip-5").click()
    page.locator("#bet-bet-1").click()
    assert amounts(page)["bet-3"] == "$30"
    page.locator("#bet-bet-1").click(button="right")
    assert amounts(page)["bet-3"] == "$25"
    page.locator("#do-undo").click()
    assert amounts(page)["bet-3"] == "$30"
    page.locator("#do-double").click()
    expect(page.locator("#do-place")).to_contain_text("$180")
    page.locator("#do-clear").click()
    assert set(amounts(page).values()) == {"empty"}
    expect(page.locator("#do-place")).to_be_disabled()


def test_what_is_missing_is_said_before_it_is_refused(visit: Visitors) -> None:
    page = visit("/tables/t1")
    sit(page, 2)
    page.locator("#chip-5").click()
    page.locator("#bet-bet-1").click()
    expect(page.locator(".under")).to_contain_text("at least $10")
    expect(page.locator("#do-place")).to_be_disabled()
    page.locator("#bet-bet-1").click()
    expect(page.locator("#do-place")).to_be_enabled()
    page.locator("#do-clear").click()
    page.locator("#bet-three-card-bonus").click()
    expect(page.locator(".under")).to_contain_text("Bet Number 1")
    expect(page.locator("#do-place")).to_be_disabled()


def test_the_first_chip_counts_however_soon_it_comes(visit: Visitors) -> None:
    page = visit("/tables/t1")
    # A page that was opened a moment ago, for as long as one looks at it.
    page.add_init_script("performance.now = () => 100")
    page.reload()
    sit(page, 4)
    page.locator("#chip-25").click()
    page.locator("#bet-bet-1").click()
    assert amounts(page)["bet-1"] == "$25"


def test_a_long_press_takes_a_chip_off(visit: Visitors) -> None:
    page = visit("/tables/t4", width=360, has_touch=True, is_mobile=True)
    sit(page, 3)
    page.locator("#chip-25").tap()
    page.locator("#bet-ante").tap()
    page.locator("#bet-ante").tap()
    assert amounts(page)["bonus"] == "$50"
    box = page.locator("#bet-ante").bounding_box()
    assert box is not None
    point = {"x": box["x"] + 20, "y": box["y"] + 20}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    until(page, lambda: amounts(page)["bonus"] == "$25")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    next_frame(page)
    assert amounts(page)["bonus"] == "$25"


def test_bets_are_repeated_in_the_next_round(visit: Visitors) -> None:
    page = visit("/tables/t3")
    sit(page, 1)
    page.locator("#chip-25").click()
    page.locator("#bet-first-ante").click()
    page.locator("#do-place").click()
    expect(page.locator("#headline")).to_contain_text("Your turn")
    play_on(page)
    page.reload()
    button = page.locator("#do-repeat")
    expect(button).to_contain_text("Repeat bets")
    button.click()
    assert amounts(page)["second-ante"] == "$25"


@pytest.mark.parametrize("game", ["let-it-ride", "run-em-twice", "double-draw"])
def test_a_whole_round_by_keys_alone(visit: Visitors, game: str) -> None:
    page = visit(f"/tables/{PRACTICE[game]}")
    keys = page.keyboard
    expect(page.locator("#do-sit")).to_be_visible()
    keys.press("j")
    expect(page.locator("#do-place")).to_be_visible()
    # A chip is picked by its number, an area reached by Tab, filled with Enter, emptied again.
    keys.press("3")
    expect(page.locator("#chip-25")).to_have_attribute("aria-pressed", "true")
    for _ in range(40):
        keys.press("Tab")
        if page.evaluate("document.activeElement.dataset.wager || ''"):
            break
    wager = page.evaluate("document.activeElement.dataset.wager")
    keys.press("Enter")
    assert amounts(page)[wager] != "empty"
    # Focus is where it was: drawing does not take it away.
    assert page.evaluate("document.activeElement.dataset.wager") == wager
    keys.press("c")
    keys.press("m")
    keys.press("p")
    expect(page.locator("#headline")).to_contain_text("Your turn")
    asked = set()
    for _ in range(MOST_FRAMES):
        if phase(page) == "bets":
            break
        if phase(page) == "mine" and page.locator("#actions button").count():
            keys.press("h")
            said = page.locator("#polite p").last.inner_text()
            assert said, "the hand is told"
            ids = set(page.locator("#actions button").evaluate_all("all => all.map(a => a.id)"))
            asked |= ids
            if "do-draw" in ids:
                if page.locator("#pick-0[aria-pressed=false]").count():
                    keys.press("1")
                expect(page.locator("#pick-0")).to_have_attribute("aria-pressed", "true")
                keys.press("d")
            else:
                # The buttons may have gone between the two looks.
                found = [key for key, name in KEYS.items() if name in ids]
                if found:
                    keys.press(found[0])
        next_frame(page)
    expect(page.locator("#paid .net")).to_be_visible()
    assert len(asked) >= 2


def test_keys_can_be_switched_off(visit: Visitors) -> None:
    page = visit("/tables/t4")
    page.keyboard.press("?")
    page.locator("#settings input[name=keys]").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    next_frame(page)
    expect(page.locator("#do-sit")).to_be_visible()
    expect(page.locator("#actions kbd")).to_have_count(0)
    page.reload()
    expect(page.locator("#do-sit")).to_be_visible()
    expect(page.locator("#actions kbd")).to_have_count(0)


def test_a_reader_is_told(visit: Visitors) -> None:
    """Cards and areas have names, the turn interrupts, and the same words twice are said twice."""
    page = visit("/tables/t7")
    sit(page, 1)
    place_minimum(page)
    expect(page.locator("#assertive")).to_contain_text("Your turn")
    names = card_names(page)
    assert len(names) == 5
    # What is dealt is heard by its name, and seen with the sign of its suit.
    said = page.locator("#said li").all_inner_texts()
    heard = page.locator("#polite p").all_inner_texts()
    for name in names:
        assert any(words.startswith("Seat 1 is dealt") and name in words for words in heard), name
    assert any(re.search(r"is dealt (10|[2-9JQKA])[♠♥♦♣]|joker", words) for words in said), said
    assert all(re.fullmatch(r"\w+ of (spades|hearts|diamonds|clubs)|joker", name) for name in names)
    assert page.locator("#mine .area").first.get_attribute("aria-label", timeout=100) == "Ante, $5"
    page.keyboard.press("t")
    page.keyboard.press("t")
    # The words of the keys are loaded with the first key.
    told = page.locator("#polite p", has_text="There is no clock.")
    expect(told).to_have_count(2)
    play_on(page)
