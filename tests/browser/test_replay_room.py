"""The replay of a round has room for all of it: no step is wider than a narrow phone, however long
the words without a space are that people have said, and the fullest table fits on one sheet.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from web_client import BETS, Client, Server, rules_of

from browser.looking import Visitors, no_sideways, shot
from browser.playing import TABLES
from browser.programs import SAME_SECRETS
from browser.replayed import SIDES, play, seated

PROGRAM = SAME_SECRETS
#: As long as the table takes them, with nothing to break a line at.
LONG_WORD, LONG_LINE = "W" * 64, "M" * 200

#: Goes through every step, and tells those at which the page is wider than the window. A step is
#: drawn at once, and whoever asks for a width has the page laid out.
EVERY_STEP = """() => {
  const slider = document.querySelector("#slider");
  const wide = [];
  const drawn = new Set();
  const root = document.documentElement;
  for (let n = 1; n <= Number(slider.max); n += 1) {
    slider.value = String(n);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    drawn.add(document.querySelector("#now .place").textContent);
    if (root.scrollWidth > root.clientWidth) {
      const words = document.querySelector("#now .headline").textContent;
      wide.push(`step ${n} is ${root.scrollWidth} px wide: ${words}`);
    }
  }
  if (drawn.size !== Number(slider.max)) wide.push(`only ${drawn.size} steps were drawn`);
  return wide;
}"""


@pytest.fixture(scope="module")
def rounds(server: Server) -> dict[str, str]:
    """The ids of rounds: two of each game, with open words and with long ones; one at a full table;
    and one that a person dealt, with long announcements, which is void.
    """
    played = {}
    for name, table in TABLES.items():
        players = seated(server, table, (1, 3))
        played[name] = play(table, players)
        played[f"{name}, long words"] = play(table, players, word=LONG_WORD)
    table = server.operator().post("/api/tables", rules_of("1-let-it-ride.toml")).json()["table"]
    played["full"] = play(table, seated(server, table, tuple(range(1, 8))), SIDES)
    played["dealt by a person"] = dealt_by_hand(server)
    return played


def dealt_by_hand(server: Server) -> str:
    table = "t7"
    guest: Client = server.guest("ann")
    dora, fred = server.staff("dora", "dealer"), server.staff("fred", "floor")
    guest.do(table, {"do": "sit", "seat": 1})
    assert fred.post(f"/api/tables/{table}/handover", {"dealer": "person"}).status_code == 200
    guest.do(table, {"do": "place-bets", "seat": 1, "amounts": BETS["double-draw"]})
    guest.do(table, {"do": "ready", "seat": 1, "word": LONG_WORD})
    dora.do(table, {"do": "no-more-bets"})
    dora.do(table, {"do": "announce", "words": LONG_LINE})
    guest.do(table, {"do": "call-floor", "reason": LONG_LINE})
    fred.do(table, {"do": "answer-call", "words": LONG_LINE})
    dora.do(table, {"do": "face-up"})
    dora.do(table, {"do": "deal", "rest": True})
    dora.do(table, {"do": "face-up"})
    fred.do(table, {"do": "deny", "reason": LONG_LINE})
    dora.do(table, {"do": "face-up"})
    asked: Any = guest.table(table)["view"]["asked"]
    assert fred.post(f"/api/tables/{table}/confirm", {"asked": asked}).status_code == 200
    (ended,) = guest.json(f"/api/rounds?table={table}")
    return str(ended["round"])


def test_no_step_is_wider_than_a_phone(visit: Visitors, rounds: dict[str, str]) -> None:
    found = {}
    for name, number in rounds.items():
        page = visit(f"/r/{number}", width=360)
        if wide := page.evaluate(EVERY_STEP):
            found[name] = wide
        shot(page, f"replay-narrow-{number}")
        if "long words" in name:
            no_sideways(visit(f"/r/{number}", width=360, javascript=False))
    assert not found


EXAMPLES = Path(__file__).parents[2] / "examples" / "rules"


#: Bets on all that examples/rules offers, at every seat.
FULLEST = {
    "let-it-ride": (7, {"bet-1": 10, "bet-2": 10, "bet-3": 10, **SIDES, "six-card-bonus": 5}),
    "run-em-twice": (
        6,
        {"first-ante": 15, "second-ante": 15, "five-card-bonus": 5, "ultimate-pairs": 5}
        | {"progressive": 1},
    ),
}


#: The longest words that the cards of a seat can make.
LONGEST_HANDS = {
    "let-it-ride": "full house, queens full of sevens",
    "run-em-twice": "first run: full house, queens full of sevens; "
    "second run: full house, sevens full of queens",
}


#: Gives every seat these words and a large sum, so that the test does not depend on the cards.
WORST_SEATS = """words => document.querySelectorAll(".seat").forEach(seat => {
  seat.querySelector(".hand").textContent = words;
  seat.querySelector(".note").textContent = "wins $101,540";
})"""


#: As if every wager had been won with words as long as they come.
ALL_WON = """rows => rows.forEach(row => {
  const told = row.querySelector(".became");
  row.className = "won";
  told.innerHTML = `<span class="result">won</span>, full house, queens full of fours: 11 to 1`
    + `<span class="sum">$45 x 11 + $45 back = $540</span>`;
  row.querySelector(".back").textContent = "$1,540";
})"""


@pytest.mark.parametrize("game", FULLEST)
def test_the_fullest_sheet_has_room_for_a_table_of_winners(
    visit: Visitors, server: Server, game: str
) -> None:
    count, bets = FULLEST[game]
    rules = tomllib.loads((EXAMPLES / f"{game}.toml").read_text())
    table = server.operator().post("/api/tables", rules).json()["table"]
    page = visit(f"/r/{play(table, seated(server, table, tuple(range(1, count + 1))), bets)}")
    expect(page.locator("#verdict")).to_contain_text("all of it holds")
    rows = page.locator("#results tbody tr")
    assert rows.count() >= count * len(bets)
    rows.evaluate_all(ALL_WON)
    for size in ("A4", "Letter"):
        made = page.pdf(format=size)
        assert len(re.findall(rb"/Type\s*/Page\b", made)) == 1, size
    # On the screen the whole table is seen at once, from the first step to the last.
    for key in ("Home", "End"):
        page.keyboard.press(key)
        page.evaluate(WORST_SEATS, LONGEST_HANDS[game])
        over = page.evaluate(
            "document.querySelector('.cloth').getBoundingClientRect().bottom"
            " - document.querySelector('.bar').getBoundingClientRect().top"
        )
        assert over <= 1, (key, over)
    shot(page, f"replay-fullest-{game}")
