"""Records of rounds in which words are pledged, built with nothing of Fairdeal, and every way to
tamper with them.
"""

from collections.abc import Callable
from typing import Any

from built_records import (
    CLOSED,
    DEALER,
    HOUSE,
    OLD_SECRET,
    PLAYER,
    SECRET,
    WORDS,
    Event,
    Record,
    Step,
    bet,
    deal,
    head,
    hex_of,
    promise,
    ready,
    reveal,
    sealed,
)
from tampered_records import in_log


def new_promise(secret: str) -> Event:
    return {**promise(secret), "protocol": 2}


def pledge(seat: int, word: str, *, ready: bool = True) -> Step:
    said = [{"event": "player-ready", "seat": seat, "word": None}] if ready else []
    digest = hex_of(f"fairdeal word 1|t3|t3-17|{seat}|{word}")
    return PLAYER, [*said, {"event": "word-pledged", "seat": seat, "pledge": digest}]


def show(seat: int, word: str) -> Step:
    return PLAYER, [{"event": "word-revealed", "seat": seat, "word": word}]


def withhold(seat: int) -> Step:
    return HOUSE, [{"event": "word-withheld", "seat": seat}]


ORDERED: Step = (DEALER, [{"event": "shuffle-ordered", "deck": "red", "reason": "directed"}])


def pledged_steps(record: Record) -> list[Step]:
    """Seat 2 pledges its word, seat 4 sends an open one, and seat 5 is not in the round."""
    return [
        (HOUSE, [new_promise(SECRET)]),
        *(bet(2), bet(4), bet(5), pledge(5, "not in the round")),
        *(ready(4, "x"), pledge(2, "tea for two")),
        *(CLOSED, show(2, "tea for two")),
        *deal(record["order"]),
        reveal(record["words"], None, SECRET),
    ]


def late_steps(record: Record) -> list[Step]:
    """The deck is shuffled again after the bets: both pledge anew, and seat 4 withholds."""
    return [
        (HOUSE, [new_promise(OLD_SECRET)]),
        *(bet(2), bet(4), pledge(2, "old"), ready(4, "y"), CLOSED, show(2, "old")),
        *(ORDERED, (HOUSE, [new_promise(SECRET)])),
        *(pledge(4, "x", ready=False), pledge(2, "new", ready=False)),
        *(show(2, "new"), withhold(4)),
        *deal(record["order"]),
        reveal("2=new", None, OLD_SECRET, SECRET),
    ]


def pledged() -> Record:
    record = head(WORDS, None, 2)
    return sealed(record, pledged_steps(record))


def late() -> Record:
    record = head("2=new", None, 2)
    return sealed(record, late_steps(record))


def place_of(steps: list[Step], kind: str) -> int:
    return next(n for n, (_, events) in enumerate(steps) if events[-1]["event"] == kind)


def move(kind: str, before: str) -> Callable[[list[Step]], Any]:
    def change(steps: list[Step]) -> None:
        one = steps.pop(place_of(steps, kind))
        steps.insert(place_of(steps, before), one)

    return change


def a_second_late_order(steps: list[Step]) -> None:
    at = place_of(steps, "shuffle-ordered")
    middle = "09" * 32
    steps[at:at] = [ORDERED, (HOUSE, [new_promise(middle)])]
    steps[-1] = reveal("2=new", None, OLD_SECRET, middle, SECRET)


#: What an insider would write: the words are chosen when others are known, or come too late.
PLEDGES: dict[str, tuple[Callable[[Record], list[Step]], Callable[[list[Step]], Any], str]] = {
    "another word than pledged": (
        pledged_steps,
        in_log("word-revealed", lambda e: e.update(word="coffee")),
        "revealed the word that it had pledged",
    ),
    "another pledge": (
        pledged_steps,
        in_log("word-pledged", lambda e: e.update(pledge="00" * 32), number=1),
        "revealed the word that it had pledged",
    ),
    "a pledge after the bets": (
        pledged_steps,
        lambda steps: steps.insert(7, steps.pop(6)),
        "pledged a word without knowing the others'",
    ),
    "an open word after the bets": (
        pledged_steps,
        lambda steps: steps.insert(7, steps.pop(5)),
        "sent an open word with its bets",
    ),
    "a card before the word": (
        pledged_steps,
        move("word-revealed", "stub-counted"),
        "all words were known before this card",
    ),
    "a word before the bets are closed": (
        pledged_steps,
        move("word-revealed", "bets-closed"),
        "revealed the word that it had pledged",
    ),
    "a second late order": (
        late_steps,
        a_second_late_order,
        "the cards were made ready again once at most after the bets",
    ),
    "a word of before a late order": (
        late_steps,
        lambda steps: steps.pop(place_of(steps, "shuffle-ordered") + 4),
        "all words were known before this card",
    ),
    "a word withheld for nothing": (
        late_steps,
        in_log("word-withheld", lambda e: e.update(seat=2)),
        "no whole record",
    ),
}
