"""The lab in a real browser: edited, cancelled, compared and downloaded, at three widths."""

import json
import re
from collections.abc import Callable
from contextlib import chdir
from decimal import Decimal
from pathlib import Path

import pytest
from conftest import Ran
from playwright.sync_api import Page, expect

from browser.looking import Visitors, axe, few, no_sideways, shot

#: What a bench may look like: a table of one's own with seven printed ones beside it; meters; the
#: main wagers; and main wagers that are paid by two tables.
BENCHES = {
    "side": "#game=let-it-ride&wager=five-card-bonus&line.five-card-bonus.flush=60 to 1",
    "progressive": "#game=let-it-ride&wager=progressive&table.progressive=E",
    "main": "",
    "two-tables": "#game=double-draw",
}
#: A side bet on the bench.
THREE = "#game=let-it-ride&wager=three-card-bonus"


def opened(visit: Visitors, address: str = "", width: int = 1440) -> Page:
    page = visit(f"/lab{address}", width=width)
    settled(page)
    return page


def settled(page: Page) -> None:
    """Wait until the figures are those of the bench."""
    expect(page.locator("#lab")).to_have_attribute("data-settled", "true")


@pytest.mark.parametrize("width", [1440, 800, 360])
@pytest.mark.parametrize("name", few(BENCHES))
def test_the_bench_at_each_width(visit: Visitors, name: str, width: int) -> None:
    page = opened(visit, BENCHES[name], width)
    expect(page.locator("#fan .drawing")).to_be_visible()
    page.locator("#compare-readings").click()
    expect(page.locator("#worth")).not_to_be_empty()
    page.locator("#keep").click()
    expect(page.locator("#kept tbody tr")).to_have_count(1)
    no_sideways(page)
    axe(page, both=True)
    shot(page, f"lab-{name}", (width,))


# By keyboard --------------------------------------------------------------------------------------


def test_a_payout_is_edited_and_taken_home_by_keyboard_alone(visit: Visitors) -> None:
    """From the game and the wager to the last download, without a pointer."""
    page = opened(visit)
    page.locator("#subject select[name=wager]").focus()
    page.keyboard.type("Three Card")
    expect(page.locator("#groups h3")).to_contain_text("Three Card Bonus")
    settled(page)
    before = page.locator("#edge").inner_text()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator("#printed-three-card-bonus-C")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#printed-three-card-bonus-C")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#edge")).not_to_have_text(before)
    settled(page)
    page.keyboard.press("Tab")  # nothing to undo: the region of the lines comes next
    page.keyboard.press("Tab")
    first = page.get_by_label("straight flush pays")
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    flush = page.get_by_label("flush pays", exact=True)
    while not flush.evaluate("one => one === document.activeElement"):
        page.keyboard.press("Enter")
    printed = flush.input_value()
    # Of 22,100 hands 1,096 are a flush that is no straight flush.
    worth = page.locator("#line-worth")
    expect(worth).to_have_text(
        f"One more on flush takes {1096 / 22100:.3%} off the edge.".replace("%", " %")
    )
    edge = Decimal(page.locator("#edge").inner_text().rstrip(" %"))
    page.keyboard.press("ArrowUp")
    expect(flush).to_have_value(f"{int(printed.split()[0]) + 1} to 1")
    settled(page)
    expect(page.locator("#change")).to_contain_text("against printed C")
    after = Decimal(page.locator("#edge").inner_text().rstrip(" %").replace("\N{MINUS SIGN}", "-"))
    assert abs(edge - after - Decimal(109600) / 22100) < Decimal("0.011")
    # What is no payout is said at the line, and asks nothing.
    page.keyboard.type("x")
    expect(flush).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".wrong")).to_have_text("Write it like 50 to 1, 9 for 1 or $200.")
    axe(page)
    page.keyboard.press("Escape")
    expect(flush).to_have_value(printed)
    expect(page.locator("#change")).to_contain_text("as printed")
    page.keyboard.press("ArrowUp")
    settled(page)
    told = page.get_by_role("status")
    expect(told).to_have_text(f"House edge {page.locator('#edge').inner_text()}")
    page.locator("#take-table").focus()
    with page.expect_download() as taken:
        page.keyboard.press("Enter")
    file = taken.value.path().read_text()
    assert file == f'like = "C"\n[lines]\n"flush" = "{int(printed.split()[0]) + 1} to 1"\n'
    page.locator("#take-figures").focus()
    with page.expect_download() as taken:
        page.keyboard.press("Enter")
    (wager,) = json.loads(taken.value.path().read_text())["wagers"]
    shown = page.locator("dl div", has_text="Value, exactly").locator("dd")
    expect(shown).to_contain_text(wager["ev"])


def test_the_downloaded_files_give_the_same_on_the_command_line(
    visit: Visitors, fairdeal: Callable[..., Ran], tmp_path: Path
) -> None:
    page = opened(
        visit, "#game=let-it-ride&wager=three-card-bonus&line.three-card-bonus.pair=2 to 1"
    )
    with page.expect_download() as taken:
        page.locator("#take-table").click()
    assert taken.value.suggested_filename == "let-it-ride-three-card-bonus.toml"
    taken.value.save_as(tmp_path / taken.value.suggested_filename)
    words = page.locator(".command code").inner_text().split()
    assert words[0] == "fairdeal"
    with chdir(tmp_path):
        ran = fairdeal(*words[1:], "--json")
    with page.expect_download() as taken:
        page.locator("#take-figures").click()
    assert json.loads(taken.value.path().read_text()) == ran.json


def test_a_rules_file_that_check_passes_and_a_table_that_it_would_not(
    visit: Visitors, fairdeal: Callable[..., Ran], tmp_path: Path
) -> None:
    page = opened(visit, "#game=let-it-ride&table.main=B")
    page.get_by_role("checkbox", name="Three Card Bonus").check()
    with page.expect_download() as taken:
        page.locator("#take-rules").click()
    file = tmp_path / "rules.toml"
    taken.value.save_as(file)
    expect(page.locator("#take .good")).to_be_visible()
    checked = fairdeal("check", file, "--json").json
    assert checked["valid"]
    text = file.read_text()
    assert 'main = "B"' in text
    assert '\nthree-card-bonus = "A"' in text
    assert '\n# five-card-bonus = "A"' in text
    # A side bet of one's own is printed by no text.
    page.goto(f"/lab{THREE}&line.three-card-bonus.pair=2 to 1")
    page.reload()
    settled(page)
    page.locator("#take-rules").click()
    expect(page.locator("#take .refused")).to_be_visible()
    expect(page.locator("#take .notices li").first).to_contain_text(
        "pair 2 to 1 where A has 1 to 1"
    )
    axe(page)


# Main wagers, searches, comparing -----------------------------------------------------------------


def test_a_long_search_shows_its_progress_and_is_cancelled(visit: Visitors) -> None:
    """Double Draw is solved for every payout that is tried: nobody waits for that here."""
    page = opened(visit, "#game=double-draw", width=360)
    page.locator("#find").click()
    cancel = page.locator("#cancel-target")
    expect(cancel).to_be_visible()
    expect(page.locator("#target progress")).to_be_visible()
    axe(page)
    shot(page, "lab-work", (360,))
    cancel.click()
    expect(page.locator("#target")).to_be_empty()
    assert page.evaluate(FREE_AGAIN)
    # Who leaves the page gives up what is still computed for it.
    page.locator("#find").click()
    expect(cancel).to_be_visible()
    page.goto("/sign-in")
    assert page.evaluate(FREE_AGAIN.replace("edge: 4", "edge: 6"))


def test_main_wagers_of_ones_own_are_solved_behind_a_bar(visit: Visitors) -> None:
    """Meanwhile the old figures are grey; cancelling leaves them, and undoing needs no solver."""
    page = opened(visit, "#game=double-draw")
    printed = page.locator("#edge").inner_text()
    flush = page.locator("input[data-group=bonus][data-hand=flush]")
    flush.press("ArrowUp")
    cancel = page.locator("#cancel-analyze")
    expect(cancel).to_be_visible()
    expect(page.locator("#edge")).to_have_class(re.compile("stale"))
    shot(page, "lab-solving", (1440, 360), full=False)
    axe(page)
    cancel.click()
    expect(page.locator("#work")).to_be_empty()
    expect(page.get_by_role("status")).to_contain_text("Cancelled")
    expect(page.locator("#edge")).to_have_text(printed)
    page.locator("#undo-bonus").click()
    settled(page)
    expect(page.locator("#change")).to_contain_text("as printed")


#: The server computes another question at once: the one that was given up is no longer in the way.
FREE_AGAIN = """async () => {
  const body = JSON.stringify({ game: "let-it-ride", wager: "three-card-bonus", edge: 4 });
  const ask = () => fetch("/api/lab/target", { method: "POST", body });
  for (let answer = await ask(); ; answer = await ask()) {
    if (answer.status === 200) return true;
    if (answer.status !== 202) return false;
    await new Promise((done) => setTimeout(done, 50));
  }
}"""


def test_a_table_for_an_edge_is_tried_kept_and_found_again(visit: Visitors) -> None:
    page = opened(visit, THREE)
    page.locator("#keep").click()
    page.get_by_label("House edge, %").fill("4.5")
    page.locator("#find").click()
    best = page.locator("#target li").first
    expect(best).to_be_visible()
    edge = float(best.locator("b").inner_text().split()[0])
    assert abs(edge - 4.5) < 0.5
    best.get_by_role("button").click()
    settled(page)
    expect(page.locator("#edge")).to_have_text(f"{edge:.2f} %")
    expect(page.locator("tr.changed")).not_to_have_count(0)
    page.locator("#keep").click()
    expect(page.locator("#kept tbody tr")).to_have_count(2)
    # The address has the table: whoever gets it sees the same.
    again = opened(visit, "#" + page.url.partition("#")[2])
    expect(again.locator("#edge")).to_have_text(f"{edge:.2f} %")
    # The first table that was kept comes back to the bench.
    page.locator("#kept a").first.click()
    settled(page)
    expect(page.locator("tr.changed")).to_have_count(0)
    page.locator("#kept button").last.click()
    expect(page.locator("#kept tbody tr")).to_have_count(1)


def test_meters_to_break_even_and_what_feeds_them(visit: Visitors) -> None:
    page = opened(visit, "#game=let-it-ride&wager=progressive&table.progressive=E", width=800)
    row = page.locator("#meters tbody tr").first
    expect(row).to_contain_text("$290,080")
    page.get_by_label("Mega, $").fill("290080")
    expect(page.locator("#edge")).to_have_text("0.00 %")
    for name, share in (("Mega", "5"), ("Major", "4"), ("Minor", "14")):
        page.get_by_label(f"{name} is fed, %").fill(share)
    expect(page.locator("#meters")).to_contain_text("In the long run")
    no_sideways(page)
    axe(page)
    page.set_viewport_size({"width": 320, "height": 640})
    no_sideways(page)


def test_readings_that_differ_are_priced(visit: Visitors) -> None:
    page = opened(visit, "#game=run-em-twice&wager=progressive")
    # Here the wager is worth more than its stake whatever the meter shows.
    figure = page.locator("dl div", has_text="Top meter breaks even").locator("dd")
    expect(figure).to_contain_text("at any amount")
    page.locator("#compare-readings").click()
    expect(page.locator("#worth .reading")).to_have_count(2)
    expect(page.locator("#worth .reading li")).to_have_count(6)
    page.locator("#readings-choice summary").click()
    page.locator("select[name=progressive-hand]").select_option("first-run")
    settled(page)
    expect(page.locator(".command code")).to_contain_text("--reading progressive-hand=first-run")
    axe(page)


def test_without_scripts_the_page_says_what_has_the_same_figures(visit: Visitors) -> None:
    page = visit("/lab", javascript=False)
    expect(page.get_by_text("fairdeal analyze", exact=True)).to_be_visible()
