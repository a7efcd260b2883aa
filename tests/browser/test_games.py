"""The page of a game with its figures and card, and the page that answers a question."""

import pytest
from playwright.sync_api import expect

from browser.looking import Visitors, axe, no_sideways, shot


@pytest.mark.parametrize("width", [1440, 800, 360])
def test_figures_card_and_question(visit: Visitors, width: int) -> None:
    page = visit("/games/run-em-twice/maryland", width=width)
    expect(page.locator("#figures")).to_be_visible()
    for summary in page.locator("section:has(#figures, #strategy) summary").all():
        summary.click()
    expect(page.locator(".card-grid tbody tr")).to_have_count(13)
    no_sideways(page)
    axe(page)
    shot(page, "game-figures", (width,))
    page.get_by_role("link", name="What should I do with").click()
    # A pair is typed by keyboard alone, and answered; the first answer is shipped.
    page.get_by_label("Your cards").press_sequentially("Ac Ad")
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_have_text("Bet 3x on 1st Run")
    expect(page.get_by_text("The strategy card says")).to_contain_text("any pair")
    no_sideways(page)
    axe(page)
    shot(page, "ask", (width,))
