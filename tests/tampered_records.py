"""Ways to tamper with a record, outside of the log and inside of one whose proofs are right."""

from collections.abc import Callable
from typing import Any

from built_records import (
    HOUSE,
    OLD_SECRET,
    SECRET,
    WORDS,
    Event,
    Record,
    Step,
    commitment,
    promise,
    reveal,
)

Change = Callable[[Record], Any]


def at(*way: str | int, to: Any) -> Change:
    def change(record: Record) -> None:
        place: Any = record
        for key in way[:-1]:
            place = place[key]
        place[way[-1]] = to

    return change


def swap(record: Record) -> None:
    order = record["order"]
    order[-1], order[-2] = order[-2], order[-1]


def flip_a_hash(record: Record) -> None:
    hashes = record["proof"]["entries"][3]["hashes"]
    hashes[1] = hashes[1][:-1] + ("0" if hashes[1][-1] != "0" else "1")


#: What is changed in a record without the log: what the verifier then says does not hold.
OUTSIDE: dict[str, tuple[Change, str]] = {
    "rules": (lambda r: r.update(rules=r["rules"].replace("Caf", "Kaf")), "the record's own"),
    "opening": (at("opening", to="0" * 64), "hash of the rules"),
    "commitment": (at("commitment", to=commitment(OLD_SECRET)), "the log shows this secret"),
    "secret": (at("secret", to=OLD_SECRET), "the log shows this secret"),
    "table": (at("table", to="t4"), "the log shows this secret"),
    "round": (at("round", to="t3-18"), "no whole record"),
    "words": (at("words", to="2=tea,4=x"), "the players' words"),
    "no words": (at("words", to=""), "the players' words"),
    "cut": (at("cut", to=24), "the cut is the one in the log"),
    "no cut": (at("cut", to=None), "the cut is the one in the log"),
    "order": (swap, "the order follows"),
    "root": (at("proof", "root", to="0" * 64), "the proofs lead"),
    "size": (at("proof", "size", to=5), "the proofs lead"),
    "leaf": (at("proof", "entries", 0, "leaf", to=0), "the proofs lead"),
    "hash": (flip_a_hash, "the proofs lead"),
    "one hash more": (lambda r: r["proof"]["entries"][0]["hashes"].append("00" * 32), "the proofs"),
    "one hash less": (lambda r: r["proof"]["entries"][0]["hashes"].pop(), "no whole record"),
    "a proof less": (lambda r: r["proof"]["entries"].pop(), "they are the record's own"),
    "entry": (lambda r: r["entries"][2].update(time=99), "they are the record's own"),
    "text": (
        lambda r: r["proof"]["entries"][2].update(text=r["proof"]["entries"][2]["text"] + " "),
        "the proofs lead",
    ),
    "the opening's text": (
        lambda r: r["proof"]["entries"][0].update(text=r["proof"]["entries"][1]["text"]),
        "the proofs lead",
    ),
    "an opening of another table": (
        lambda r: r["proof"]["entries"].__setitem__(0, r["proof"]["entries"][1]),
        "they are the record's own",
    ),
    "checkpoint": (
        lambda r: r["proof"].update(checkpoint=r["proof"]["checkpoint"].replace("\n", "\n1", 1)),
        "the checkpoint",
    ),
    "an entry left out": (
        lambda r: (r["entries"].pop(3), r["proof"]["entries"].pop(4)),
        "none is left out",
    ),
    "two entries swapped": (
        lambda r: (
            r["entries"].reverse(),
            r["proof"].update(entries=[r["proof"]["entries"][0], *r["proof"]["entries"][:0:-1]]),
        ),
        "none is left out",
    ),
}


def in_log(
    name: str, change: Callable[[Event], Any], *, number: int = 0
) -> Callable[[list[Step]], Any]:
    """Change an event of that name."""
    return lambda steps: change(
        [event for _, events in steps for event in events if event["event"] == name][number]
    )


def swap_dealt(event: Event) -> None:
    event["cards"][0], event["cards"][1] = event["cards"][1], event["cards"][0]


def unused(steps: list[Step]) -> None:
    """Another commitment after the one that the deal follows."""
    steps.insert(1, (HOUSE, [promise(OLD_SECRET)]))
    steps[-1] = reveal(WORDS, 23, SECRET, OLD_SECRET)


#: What a dishonest house would write into a log whose proofs are right.
INSIDE: dict[str, tuple[Callable[[list[Step]], Any], str]] = {
    "the commitment after the first bet": (
        lambda steps: steps.insert(0, steps.pop(3)),
        "it came before bets",
    ),
    "a commitment of another round": (
        in_log("deck-committed", lambda e: e.update(round="t3-16")),
        "every commitment was opened",
    ),
    "neither commitment nor secret": (
        lambda steps: (steps[0][1].pop(), in_log("secrets-revealed", dict.clear)(steps)),
        "no whole record",
    ),
    "another commitment": (
        in_log("deck-committed", lambda e: e.update(commitment=commitment(OLD_SECRET))),
        "every commitment was opened",
    ),
    "a second one, never opened": (
        lambda steps: steps.insert(1, (HOUSE, [promise(OLD_SECRET)])),
        "every commitment was opened",
    ),
    "a second one, not used": (unused, "this one is the round's last"),
    "a secret that is not the commitment's": (
        in_log("secrets-revealed", lambda e: e.update(secrets=[[commitment(SECRET), OLD_SECRET]])),
        "the log shows this secret",
    ),
    "no secret": (lambda steps: steps.pop(), "no whole record"),
    "other words at the end": (
        in_log("secrets-revealed", lambda e: e.update(words="2=tea for two")),
        "the players' words",
    ),
    "another cut at the end": (
        in_log("secrets-revealed", lambda e: e.update(cut=22)),
        "the cut is the one in the log",
    ),
    "another cut": (in_log("deck-cut", lambda e: e.update(depth=22)), "the cut is the one"),
    "a player's word": (
        in_log("player-ready", lambda e: e.update(word="y"), number=1),
        "the players' words",
    ),
    "cards dealt out of turn": (in_log("cards-dealt", swap_dealt), "came next"),
    "another card dealt": (
        in_log("cards-dealt", lambda e: e["cards"][5].update(card="As"), number=1),
        "came next",
    ),
    "a card dealt from below": (
        in_log("cards-replaced", lambda e: e["cards"].reverse()),
        "came next",
    ),
    "a card that was never there": (
        in_log("card-set-aside", lambda e: e.update(card="*")),
        "set aside, came next",
    ),
}
