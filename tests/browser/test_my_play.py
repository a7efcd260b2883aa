"""One's own play in a real browser: what it shows, how it reads, and that it can be deleted."""

import json
import re

import pytest
from playwright.sync_api import Page, expect
from web_client import Client, Server, play_round

from browser.looking import Visitors, axe, no_sideways, shot
from browser.playing import PRACTICE, TABLES, place_minimum


@pytest.fixture(scope="module")
def player(server: Server) -> Client:
    """A guest with rounds at an ordinary table and at a practice table."""
    ann = server.guest("ann")
    for table, rounds in ((TABLES["let-it-ride"], 6), (TABLES["run-em-twice"], 3)):
        ann.do(table, {"do": "sit", "seat": 1})
        for _ in range(rounds):
            play_round(table, {1: ann})
        ann.do(table, {"do": "leave", "seat": 1})
    ann.do(PRACTICE["let-it-ride"], {"do": "sit", "seat": 1})
    play_round(PRACTICE["let-it-ride"], {1: ann})
    ann.do(PRACTICE["let-it-ride"], {"do": "leave", "seat": 1})
    return ann


def opened(visit: Visitors, player: Client, width: int = 1440, path: str = "/me") -> Page:
    """The page, when everything on it is worked out."""
    page = visit(path, width=width, token=player.token)
    expect(page.locator("#working")).to_have_count(0)
    expect(page.get_by_role("heading", name="My play")).to_be_visible()
    return page


@pytest.mark.parametrize("width", [1440, 800, 360])
def test_the_line_of_results_and_its_band(visit: Visitors, player: Client, width: int) -> None:
    page = opened(visit, player, width)
    expect(page.get_by_role("img", name=re.compile("Result over 9 rounds"))).to_be_visible()
    parts = page.get_by_role("navigation", name="Which rounds")
    expect(parts.get_by_role("link", name="At the floor, 9")).to_have_attribute(
        "aria-current", "page"
    )
    no_sideways(page)
    axe(page, both=width == 800)
    shot(page, "my-play", (width,))
    parts.get_by_role("link", name="At practice tables, 1").click()
    expect(page.get_by_role("heading", name="Result of practice")).to_be_visible()
    no_sideways(page)


def test_the_costliest_mistake_leads_into_its_replay(visit: Visitors, player: Client) -> None:
    page = opened(visit, player)
    first = page.locator("[aria-labelledby=mistakes] li").first
    done = first.get_by_role("link").inner_text().split(": ")[1]
    first.get_by_role("link").click()
    expect(page).to_have_url(re.compile(r"/r/t\d+-\d+\?best#\d+$"))
    step = page.url.rpartition("#")[2]
    # The replay's own list has the same decision at that step.
    told = json.loads(page.request.get(f"{page.url.partition('?')[0]}/best").text())
    assert done in {one["done"] for one in told if one["n"] == int(step)}
    # What best play would have done is open, with that decision in it.
    row = page.locator("#judged tr", has=page.get_by_role("link", name=step, exact=True))
    expect(row).to_contain_text(done)


def test_a_habit_leads_to_the_drill_of_its_line(visit: Visitors, player: Client) -> None:
    page = opened(visit, player)
    habit = page.locator("[aria-labelledby=habits] li", has=page.get_by_role("link")).first
    when = habit.locator("b").first.inner_text().partition(": ")[2]
    habit.get_by_role("link", name="Drill this line").click()
    expect(page.locator("#train")).to_have_attribute("data-loaded", "yes")
    expect(page.locator("#practised")).to_have_text("One line of the card, again and again.")
    page.locator("#buttons button:not(:disabled)").first.click()
    expect(page.locator(".verdict .line")).to_contain_text(f"The card says: {when}:")


def test_the_menu_leads_there_and_a_stranger_is_told_what_it_is(
    visit: Visitors, player: Client
) -> None:
    page = visit("/", token=player.token)
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="My play").click()
    expect(page).to_have_url(re.compile("/me$"))
    stranger = visit("/me", width=360)
    expect(stranger.get_by_text("what luck and what your decisions did")).to_be_visible()
    axe(stranger)


def test_what_the_coach_showed_does_not_count_as_known(visit: Visitors) -> None:
    """One decision after its values were shown, the next without."""
    page = visit(f"/tables/{PRACTICE['let-it-ride']}")
    page.keyboard.press("?")
    page.locator("#settings input[name=warn]").uncheck()
    page.locator("#settings .main").click()
    with page.expect_response(re.compile(r"/coach$")):
        page.locator("#do-sit").click()
        place_minimum(page)
        expect(page.locator("#headline")).to_contain_text("Bet Number 1")
    with page.expect_response(re.compile(r"/coach/helped$")):
        page.locator("#values").click()
    page.locator("#actions button.main").click()
    expect(page.locator("#headline")).to_contain_text("Bet Number 2")
    page.locator("#do-ride").click()
    expect(page.locator("#paid .net")).to_have_text(re.compile("You "))
    page.locator("#leave").click()
    page.goto("/me")
    expect(page.locator("#working")).to_have_count(0)
    decisions = page.get_by_role("region", name="Decisions")
    expect(decisions).to_contain_text(re.compile("[01] of 1"))
    expect(decisions.locator("dd").nth(1)).to_have_text("1")


def test_statistics_are_deleted_and_the_rounds_stay(visit: Visitors, server: Server) -> None:
    bob = server.guest("bob")
    bob.do(TABLES["let-it-ride"], {"do": "sit", "seat": 2})
    name = play_round(TABLES["let-it-ride"], {2: bob})
    bob.do(TABLES["let-it-ride"], {"do": "leave", "seat": 2})
    page = opened(visit, bob, 360)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my rounds").click()
    rows = [json.loads(one) for one in download.value.path().read_text().splitlines()]
    assert [(one["schema"], one["round"], one["player"]) for one in rows] == [
        ("fairdeal-round-1", name, bob.id)
    ]
    page.get_by_text("Delete my statistics", exact=True).click()
    axe(page)
    page.get_by_role("button", name="Delete my statistics now").click()
    expect(page.get_by_text("There is no round of yours yet.")).to_be_visible()
    assert page.request.get(f"/api/rounds/{name}").status == 200
