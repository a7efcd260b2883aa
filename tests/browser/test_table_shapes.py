"""Tables of another shape than the sample floor's: a game that only its file knows, several boxes
of one player, and a round that is void.
"""

import re
import tomllib
from collections.abc import Iterator

import pytest
from conftest import ROOT
from playwright.sync_api import Browser, expect
from web_client import Server

from browser.looking import WIDTHS, Visitors, axe, no_sideways, nothing_overlaps, shot
from browser.playing import place_minimum, play_on, sit
from browser.programs import SAME_CARDS
from fairdeal.games import registered
from fairdeal.wire.games import load

GAMES = ROOT / "tests" / "games"
SAMPLES = ROOT / "src" / "fairdeal" / "floor" / "samples"
OPTIONS = ("--pace", "0", "--clock", "0", "--no-bots")
#: The server with fixed cards in a program that has read a file of games first.
READ_FIRST = (
    f"import pathlib, fairdeal.wire.games as games\ngames.load(pathlib.Path({str(GAMES)!r}))\n"
)


def rules_of_an_unknown_game() -> str:
    """Every wager of the game in the file, with the first paytable of each."""
    with registered():
        (game,) = load(GAMES)
        chosen = {name: group.tables[0].name for name, group in game.paytables.items()}
    lines = [f'{name} = "{table}"' for name, table in chosen.items()]
    return "\n".join(
        [
            'operator = "Neptune House"',
            f'jurisdiction = "{game.jurisdiction}"',
            f'game = "{game.name}"',
            *("minimum = 5", "maximum = 100", "chip-step = 1", 'dealing = "manual-shoe"'),
            *('shuffling = "automated-counting"', "decks = 2", f"seats = {game.seats}"),
            *("payout-limit = 50000", "[paytables]", *lines),
        ]
    )


@pytest.fixture(scope="module")
def odd_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A floor with a game that nobody here has heard of, and with boxes that lie side by side."""
    folder = tmp_path_factory.mktemp("odd")
    rules = folder / "rules"
    rules.mkdir()
    (rules / "1.toml").write_text(rules_of_an_unknown_game())
    ride = (SAMPLES / "1-let-it-ride.toml").read_text()
    several = ride.replace("adjacent-boxes = 1", "adjacent-boxes = 3")
    assert tomllib.loads(several)["adjacent-boxes"] == 3
    (rules / "2.toml").write_text(several)
    (rules / "3.toml").write_text((SAMPLES / "4-double-draw.toml").read_text())
    server = Server(
        folder, *OPTIONS, "--tables", str(rules), program=("-c", READ_FIRST + SAME_CARDS)
    )
    try:
        yield server
    finally:
        code = server.stop()
    assert code == 0


@pytest.fixture
def visit(chromium: Browser, odd_server: Server) -> Iterator[Visitors]:
    visitors = Visitors(chromium, odd_server.url)
    yield visitors
    assert visitors.close() == []


@pytest.mark.parametrize("width", WIDTHS)
def test_a_game_that_only_its_file_knows_has_a_felt(visit: Visitors, width: int) -> None:
    with registered():
        (game,) = load(GAMES)
    page = visit("/tables/t1", width=width)
    sit(page, 1)
    expect(page.locator("#mine .area[data-wager]")).to_have_count(len(game.wagers))
    expect(page.locator("#board .spot:not(.gap)")).to_have_count(len(game.areas))
    expect(page.locator("#seats li")).to_have_count(game.seats)
    for wager in game.wagers:
        assert wager.title in page.locator("#mine").inner_text()
    nothing_overlaps(page, "#mine .area")
    nothing_overlaps(page, "#board .spot")
    no_sideways(page)
    shot(page, "odd-bets", [width], full=False)
    place_minimum(page)
    expect(page.locator("#headline")).to_contain_text("Your turn")
    no_sideways(page)
    shot(page, "odd-mine", [width], full=False)
    if width == 360:
        axe(page)
    assert len(play_on(page)) == 3
    expect(page.locator("#paid .net")).to_have_text(re.compile("You "))
    shot(page, "odd-after", [width], full=False)
    page.locator("#leave").click()
    expect(page.locator("#leave")).to_be_hidden()


@pytest.mark.clause("MD-LIR 7.F")
@pytest.mark.parametrize("width", [360, 1440])
def test_one_player_has_several_boxes(visit: Visitors, width: int) -> None:
    page = visit("/tables/t2", width=width)
    sit(page, 3)
    # Only the boxes beside the own one may be taken.
    expect(page.locator("[data-sit]")).to_have_count(2)
    sit(page, 4)
    expect(page.locator("#seats .mine")).to_have_count(2)
    # Chips go to the box that is chosen; the other keeps what lies there.
    page.locator("[data-box='4']").click()
    expect(page.locator("[data-box='4']")).to_have_attribute("aria-pressed", "true")
    page.locator("#chip-25").click()
    page.locator("#bet-bet-1").click()
    expect(page.locator("#do-place")).to_contain_text("$75")
    page.locator("[data-box='3']").click()
    expect(page.locator("#seat-4 .pill")).to_have_text("$75")
    expect(page.locator("#bet-bet-1")).to_have_attribute("aria-label", "Bet Number 1, empty")
    page.locator("#do-least").click()
    expect(page.locator("#do-place")).to_contain_text("$105")
    no_sideways(page)
    nothing_overlaps(page, "[data-box], #seats .sit")
    axe(page)
    shot(page, "boxes-bets", [width], full=False)
    page.locator("#do-place").click()
    asked = []
    for _ in range(4):
        expect(page.locator("#headline")).to_contain_text("Your turn at seat")
        found = re.search(r"seat (\d)", page.locator("#headline").inner_text())
        assert found is not None
        asked.append(found[1])
        expect(page.locator("#mine .cards .card")).to_have_count(3)
        if len(asked) == 1:
            shot(page, "boxes-mine", [width], full=False)
        before = page.locator("#headline").inner_text()
        # A click counts where the pointer has moved since the button appeared under it.
        page.mouse.move(5, 5)
        page.locator("#do-ride").click()
        expect(page.locator("#headline")).not_to_have_text(before)
    assert asked == ["3", "4"] * 2
    expect(page.locator("#paid .net")).to_have_text(re.compile("You "))
    rows = page.locator("#paid .paid-head span:first-child").all_inner_texts()
    assert {row.split(",")[0] for row in rows} == {"Seat 3", "Seat 4"}
    page.locator("#leave").click()
    expect(page.locator("#leave")).to_be_hidden()


def test_one_of_several_boxes_may_stay_empty(visit: Visitors) -> None:
    page = visit("/tables/t2")
    sit(page, 5)
    sit(page, 6)
    page.locator("[data-box='6']").click()
    page.locator("#do-least").click()
    page.locator("[data-box='5']").click()
    expect(page.locator("#do-place")).to_contain_text("$30")
    page.locator("#do-place").click()
    expect(page.locator("#headline")).to_contain_text("Your turn at seat 6")
    play_on(page)
    page.locator("#leave").click()
    expect(page.locator("#leave")).to_be_hidden()


def test_a_void_says_what_and_what_came_back_to_whom(visit: Visitors, odd_server: Server) -> None:
    page = visit("/tables/t3")
    sit(page, 1)
    ann = odd_server.guest("ann")
    dora, fred = odd_server.staff("dora", "dealer"), odd_server.staff("fred", "floor")
    assert fred.post("/api/tables/t3/handover", {"dealer": "person"}).status_code == 200
    ann.do("t3", {"do": "sit", "seat": 6})
    ann.do("t3", {"do": "place-bets", "seat": 6, "amounts": {"ante": 10, "bonus": 10}})
    ann.do("t3", {"do": "ready", "seat": 6})
    place_minimum(page)
    expect(page.locator("#seat-1")).to_have_class(re.compile("ready"))
    before = dora.version("t3")
    dora.do("t3", {"do": "no-more-bets"})
    dora.until_event("t3", before, "word-revealed", "word-withheld")
    dora.do("t3", {"do": "deal", "rest": True})
    dora.do("t3", {"do": "wrong-number", "place": "seat:1", "cards": 4})
    asked = ann.table("t3")["view"]["asked"]
    assert fred.post("/api/tables/t3/confirm", {"asked": asked}).status_code == 200
    strip = page.locator("#void")
    expect(strip).to_contain_text("All hands are void")
    (ended,) = ann.json("/api/rounds?table=t3")
    record = ann.json(f"/api/rounds/{ended['round']}")
    (voided,) = (
        event
        for entry in record["entries"]
        for event in entry["events"]
        if event["event"] == "round-voided"
    )
    for words in (
        voided["reason"],
        voided["clause"],
        "$10 back to you at seat 1",
        "$20 back to seat 6",
    ):
        expect(strip).to_contain_text(words)
    told = page.locator("#said li", has_text="All hands are void").inner_text()
    assert told.count(voided["clause"]) == 1, told
    expect(page.locator("#assertive")).to_contain_text("All hands are void")
    # Seen whole, on an amber ground, at every width.
    assert strip.evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(255, 226, 163)"
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        box = strip.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width
        no_sideways(page)
        axe(page)
        shot(page, "void", [width], full=False)
