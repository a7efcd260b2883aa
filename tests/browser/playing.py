"""A person at a table's page: sits down, bets, decides, by mouse or by keys."""

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocket, expect

from browser.looking import MOST_FRAMES, next_frame

#: A table of each game on the sample floor, with the jurisdiction's other one.
TABLES = {"let-it-ride": "t1", "run-em-twice": "t2", "pennsylvania": "t3", "double-draw": "t4"}
PRACTICE = {"let-it-ride": "t5", "run-em-twice": "t6", "double-draw": "t7"}


def phase(page: Page) -> str:
    """What the page shows now."""
    words = page.locator("#table").get_attribute("class") or ""
    found = re.search(r"phase-(\w+)", words)
    return found[1] if found else ""


def faces(page: Page, where: str = "#mine .card") -> list[str]:
    """The cards that lie somewhere, by their short names; "" is face down."""
    found: list[str] = page.locator(where).evaluate_all("all => all.map(one => one.dataset.face)")
    return found


def card_names(page: Page, where: str = "#mine .card") -> list[str]:
    """The same cards as a reader is told them."""
    found: list[str] = page.locator(where).evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label'))"
    )
    return found


def sit(page: Page, seat: int) -> None:
    """Sit down at a seat that is empty, by a click on it."""
    page.locator(f"#seat-{seat} [data-sit]").click()
    expect(page.locator(f"#seat-{seat}")).to_have_class(re.compile(r"\bmine\b"))


def place_minimum(page: Page) -> None:
    """Bet the minimum and say that the bets stand."""
    page.locator("#do-least").click()
    page.locator("#do-place").click()


#: Presses the boldest button of a decision, and returns its name. All of it is one task of the
#: page: between two tasks another scene may come, with which the button goes.
_DECIDE = """() => {
  const draw = document.querySelector("#do-draw");
  if (draw) document.querySelector("#pick-0[aria-pressed=false]")?.click();
  const choices = "#actions button:is(.choice, .main):not(#do-place, .fold)";
  const button = document.querySelector(draw ? "#do-draw" : choices);
  const name = button?.innerText ?? "";
  button?.click();
  return name;
}"""


def decide(page: Page) -> str:
    """Make one decision, the boldest there is, and return the name of the button; an empty text
    where the round ended meanwhile, and bets are open.
    """
    return str(page.evaluate(_DECIDE))


def play_on(*pages: Page, until: str = "bets", most: int = MOST_FRAMES) -> list[str]:
    """Whoever is asked decides, until every page shows a phase; what was pressed is the answer."""
    pressed = []
    # What was sent a moment ago may not be on the page yet.
    for page in pages:
        expect(page.locator("#table")).not_to_have_class(re.compile(f"phase-{until}"))
    for _ in range(most):
        asked = [
            page
            for page in pages
            if phase(page) == "mine" and page.locator("#actions button").count()
        ]
        pressed += [name for page in asked if (name := decide(page))]
        if all(phase(page) == until for page in pages):
            return pressed
        next_frame(pages[0])
    raise AssertionError(f"after {most} looks: {[phase(page) for page in pages]}")


class Frames:
    """All that a page was sent over its feed."""

    def __init__(self, page: Page) -> None:
        self.texts: list[str] = []
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.texts.append(str(data)))

    @property
    def scenes(self) -> list[dict[str, Any]]:
        """The scenes, oldest first."""
        told = map(json.loads, self.texts)
        return [one["scene"] for one in told if one]  # now and then only that the line is there
