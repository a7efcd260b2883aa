"""The replay of a round on a narrow phone: no step of it is wider than the screen, however long the
words without a space are that people have said.
"""

from typing import Any

import pytest
from web_client import BETS, Client, Server

from browser.looking import Visitors, no_sideways, shot
from browser.programs import SAME_SECRETS
from browser.test_replay import TABLES, play, seated

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
    """The ids of rounds: two of each game, with open words and with long ones; and one that a
    person dealt, with long announcements, which is void.
    """
    played = {}
    for name, table in TABLES.items():
        players = seated(server, table, (1, 3))
        played[name] = play(table, players)
        played[f"{name}, long words"] = play(table, players, word=LONG_WORD)
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
