"""The verifier for players: it accepts a fair round and finds each kind of tampering.

The record is built here with nothing of Fairdeal and nothing of the verifier: numbers are taken
from the stream as one large text of bits, and the tree is built as RFC 6962 defines it.
"""

import hmac
import json
import runpy
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Ran

PROGRAM = ROOT / "examples" / "verify_record.py"
SECRET = "5e" * 32
OLD_SECRET = "07" * 32
DEALER = {"id": "dora", "name": "Dora", "role": "dealer"}
HOUSE = {"id": "house", "name": "House", "role": "dealer", "automatic": True}
PLAYER = {"id": "ann", "name": "Ann", "role": "player"}

Record = dict[str, Any]
Event = dict[str, Any]
#: Who gave the command, and what it led to.
Step = tuple[dict[str, Any], list[Event]]


def hex_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()


# An independent derivation ------------------------------------------------------------------------


def words_of_stream(secret: str, text: str) -> Iterator[int]:
    """The stream in pieces of four bytes, from a long beginning of it."""
    blocks = [hmac.new(bytes.fromhex(secret), f"{text}|{n}".encode(), sha256) for n in range(40)]
    digits = "".join(block.hexdigest() for block in blocks)
    return iter([int(digits[start : start + 8], 16) for start in range(0, len(digits), 8)])


def number_below(most: int, stream: Iterator[int]) -> int:
    drawn = next(stream)
    while drawn >= (2**32 // most) * most:
        drawn = next(stream)
    return drawn % most


def order_of(secret: str, words: str, cut: int | None, jokers: int) -> list[str]:
    order = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] + ["*"] * jokers
    stream = words_of_stream(secret, f"fairdeal deck 1|t3|t3-17|{words}")
    for i in reversed(range(1, len(order))):
        j = number_below(i + 1, stream)
        order[i], order[j] = order[j], order[i]
    return order[cut or 0 :] + order[: cut or 0]


def house_cut(jokers: int) -> int:
    stream = words_of_stream(SECRET, "fairdeal cut 1|t3|t3-17")
    return 10 + number_below(52 + jokers - 19, stream)


def tree(leaves: list[bytes]) -> bytes:
    if len(leaves) == 1:
        return sha256(b"\0" + leaves[0]).digest()
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return sha256(b"\1" + tree(leaves[:half]) + tree(leaves[half:])).digest()


def path(index: int, leaves: list[bytes]) -> list[str]:
    if len(leaves) == 1:
        return []
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if index < half:
        return [*path(index, leaves[:half]), tree(leaves[half:]).hex()]
    return [*path(index - half, leaves[half:]), tree(leaves[:half]).hex()]


# A record -----------------------------------------------------------------------------------------

RULES = json.dumps({"entry": 0, "table": "t3", "rules": {"operator": "Café"}}, ensure_ascii=False)


def commitment(secret: str) -> str:
    return hex_of(f"fairdeal deck 1|t3|t3-17|{hex_of(RULES)}|{secret}")


def promise(secret: str) -> Event:
    return {
        "event": "deck-committed",
        "deck": "red",
        "round": "t3-17",
        "commitment": commitment(secret),
    }


def ready(seat: int, word: str | None) -> Step:
    return PLAYER, [{"event": "player-ready", "seat": seat, "word": word}]


def bet(seat: int) -> Step:
    return PLAYER, [{"event": "wager-placed", "seat": seat, "wager": "ante", "amount": 5}]


def pairs(cards: list[str]) -> list[dict[str, str]]:
    return [{"place": "seat:2", "card": card} for card in cards]


def deal(order: list[str]) -> list[Step]:
    """A card found face up behind one that was drawn in error, a deal in two parts, a draw."""
    left = list(order)
    aside = left.pop(1)
    first, second, drawn = left[:4], left[4:10], left[10:13]
    return [
        (HOUSE, [{"event": "card-drawn-in-error", "clause": "MD-DD .13C"}]),
        (HOUSE, [{"event": "card-set-aside", "card": aside, "clause": "MD-DD .13A"}]),
        (HOUSE, [{"event": "cards-dealt", "cards": pairs(first), "steps": 0, "part": 4}]),
        (HOUSE, [{"event": "cards-dealt", "cards": pairs(second), "steps": 1, "part": 0}]),
        (PLAYER, [{"event": "cards-discarded", "seat": 2, "count": 3, "cards": first[:3]}]),
        (HOUSE, [{"event": "cards-replaced", "seat": 2, "count": 3, "cards": drawn}]),
        (HOUSE, [{"event": "hand-shown", "seat": 2, "cards": [*drawn, *second]}]),
        (HOUSE, [{"event": "stub-counted", "cards": 40, "total": 54, "result": "right"}]),
    ]


def reveal(words: str, cut: int | None, *secrets: str) -> Step:
    return HOUSE, [
        {"event": "round-ended"},
        {
            "event": "secrets-revealed",
            "round": "t3-17",
            "secrets": [[commitment(secret), secret] for secret in secrets],
            "words": words,
            "cut": cut,
        },
    ]


def shuffle(secret: str, cards: int) -> Step:
    shuffled = {"event": "deck-shuffled", "deck": "red", "by_machine": True, "cards": cards}
    return HOUSE, [shuffled, promise(secret)]


def cut_at(depth: int, by: dict[str, Any] = DEALER) -> Step:
    return by, [{"event": "deck-cut", "deck": "red", "depth": depth}]


CLOSED: Step = (DEALER, [{"event": "bets-closed", "seats": [2, 4]}])


def sealed(
    record: Record, steps: list[Step], *, others: int = 3, first: int = 40, checkpoint: bool = True
) -> Record:
    """The record with these entries, in a log where other tables write between them."""
    entries = [
        {"entry": first + n, "time": n, "by": by, "command": {"do": "x"}, "events": events}
        for n, (by, events) in enumerate(steps)
    ]
    texts = [record["rules"], *map(json.dumps, entries)]
    leaves: list[bytes] = []
    places = []
    for number, text in enumerate(texts):
        leaves += [b"another table's %d.%d" % (number, n) for n in range(others)]
        places.append(len(leaves))
        leaves.append(text.encode())
    root = tree(leaves)
    proof = {
        "size": len(leaves),
        "root": root.hex(),
        "entries": [
            {"leaf": place, "text": text, "hashes": path(place, leaves)}
            for place, text in zip(places, texts, strict=True)
        ],
        "checkpoint": None,
    }
    if checkpoint:
        text = f"casino.example/floor\n{len(leaves)}\n{b64encode(root).decode()}\n"
        proof["checkpoint"] = f"{text}\n\N{EM DASH} casino.example/floor AAAA\n"
    return {**record, "entries": deepcopy(entries), "proof": proof}


def head(words: str, cut: int | None, jokers: int) -> Record:
    return {
        "round": "t3-17",
        "table": "t3",
        "number": 17,
        "rules": RULES,
        "opening": hex_of(RULES),
        "commitment": commitment(SECRET),
        "secret": SECRET,
        "words": words,
        "cut": cut,
        "order": order_of(SECRET, words, cut, jokers),
        "seats": [],
    }


WORDS = "2=tea for two,4=x"


def fair(jokers: int = 2, cut: int | None = 23, words: str = WORDS, **sealing: Any) -> Record:
    """A round as it should be."""
    record = head(words, cut, jokers)
    return sealed(record, steps_of(record), **sealing)


def steps_of(record: Record) -> list[Step]:
    cut = record["cut"]
    said = dict(one.split("=") for one in record["words"].split(",") if one)
    return [
        shuffle(SECRET, len(record["order"])),
        *([] if cut is None else [cut_at(cut)]),
        *(bet(2), bet(4), bet(5), ready(5, "not in the round")),
        *(ready(seat, said.get(str(seat))) for seat in (4, 2)),
        CLOSED,
        *deal(record["order"]),
        reveal(record["words"], cut, SECRET),
    ]


def run(record: Any) -> subprocess.CompletedProcess[str]:
    text = record if isinstance(record, str) else json.dumps(record)
    command = [sys.executable, "-I", str(PROGRAM), "-"]
    return subprocess.run(
        command,
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def accepted(record: Record) -> list[str]:
    ran = run(record)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


def refused(record: Any) -> str:
    ran = run(record)
    assert (ran.returncode, ran.stderr[:7]) == (1, "WRONG: ")
    assert "Traceback" not in ran.stderr
    return ran.stderr


# Fair rounds --------------------------------------------------------------------------------------


def test_it_is_short_and_needs_nothing_of_ours() -> None:
    text = PROGRAM.read_text("utf-8")
    assert len(text.splitlines()) <= 100
    assert "import fairdeal" not in text
    assert "from fairdeal" not in text


@pytest.mark.parametrize("jokers", [0, 2])
@pytest.mark.parametrize("cut", [None, 23])
@pytest.mark.parametrize("words", ["", WORDS, "2=a"])
def test_a_fair_round(jokers: int, cut: int | None, words: str) -> None:
    said = accepted(fair(jokers, cut, words))
    assert all(line.startswith("ok: ") for line in said[:-1])
    assert f"ok: the players' words are: {words}" in said
    assert said[-1] == "All of it holds."


@pytest.mark.parametrize("others", [0, 1, 2, 7])
def test_in_logs_of_any_length(others: int) -> None:
    accepted(fair(others=others, checkpoint=False))


def test_from_a_file(tmp_path: Path) -> None:
    (file := tmp_path / "round.json").write_text(json.dumps(fair()), "utf-8")
    ran = subprocess.run(
        [sys.executable, str(PROGRAM), str(file)], capture_output=True, check=False
    )
    assert ran.returncode == 0


def test_the_cut_of_the_house() -> None:
    cut = house_cut(2)
    record = head(WORDS, cut, 2)
    steps = steps_of(record)
    steps[1] = cut_at(cut, HOUSE)
    accepted(sealed(record, steps))
    record = head(WORDS, cut + 1, 2)
    steps = steps_of(record)
    steps[1] = cut_at(cut + 1, HOUSE)
    assert "the cut is the one in the log" in refused(sealed(record, steps))


def test_a_cut_that_is_made_again() -> None:
    """It takes the place of the one before."""
    record = head(WORDS, 40, 2)
    steps = steps_of(record)
    steps[1:2] = [cut_at(24), (DEALER, [{"event": "recut-ordered", "deck": "red"}]), cut_at(40)]
    accepted(sealed(record, steps))


@pytest.mark.parametrize(
    ("game", "jokers", "bets", "decisions"),
    [
        ("double-draw", 2, "ante bonus", ["bet", "draw", "fold"]),
        ("let-it-ride", 0, "bet-1 bet-2 bet-3", ["withdraw", "ride"]),
    ],
)
def test_the_entries_of_a_real_table(
    game: str,
    jokers: int,
    bets: str,
    decisions: list[str],
    fairdeal: Callable[..., Ran],
    tmp_path: Path,
) -> None:
    """A table plays the round; commitment and secret are added to what it wrote."""
    record = head("1=tea", None, jokers)
    order: list[str] = record["order"]
    more: dict[str, Event] = {
        "bet": {"wager": "first-draw", "amount": 10},
        "draw": {"discard": order[:2]},
    }
    auto = {"do": "auto"}
    commands = [
        *({"do": "sit", "seat": 1, "player": "ann"}, auto),
        *({"do": "bet", "seat": 1, "wager": bet, "amount": 10} for bet in bets.split()),
        *({"do": "ready", "seat": 1, "word": "tea"}, auto),
    ]
    for name in decisions:
        commands += [{"do": name, "seat": 1, **more.get(name, {})}, auto]
    script = "\n".join(map(json.dumps, commands))
    ran = fairdeal(
        *("table", game, "--seed", "1", "--deck", " ".join(order)),
        *("--script", "-", "--log", tmp_path / "log"),
        stdin=script,
    )
    assert "refused" not in ran.out, ran.out
    assert "error" not in ran.out, ran.out
    lines = (tmp_path / "log").read_text("utf-8").splitlines()
    entries = [json.loads(line) for line in lines[1:]]
    steps = [(entry["by"], entry["events"]) for entry in entries]
    kinds = [event["event"] for _, events in steps for event in events]
    assert kinds.count("round-ended") == 1
    assert "cards-dealt" in kinds
    assert ("cards-replaced" in kinds) == (game == "double-draw")
    steps[0][1].append(promise(SECRET))
    steps = [step for step in steps if all(event["event"] != "deck-cut" for event in step[1])]
    steps.append(reveal("1=tea", None, SECRET))
    said = accepted(sealed(record, steps))
    assert any("came next" in line for line in said)


def again(words: str) -> Record:
    """A shuffle is ordered when seat 2 has sent its word and seat 4 has not."""
    record = head(words, None, 2)
    order = (DEALER, [{"event": "shuffle-ordered", "deck": "red", "reason": "directed"}])
    steps = [
        *(shuffle(OLD_SECRET, 54), bet(2), bet(4), ready(2, "a")),
        *(order, shuffle(SECRET, 54), ready(4, "b"), CLOSED),
        *deal(record["order"]),
        reveal(words, None, OLD_SECRET, SECRET),
    ]
    return sealed(record, steps)


def test_a_shuffle_that_was_ordered_after_bets() -> None:
    accepted(again("4=b"))
    accepted(again("2=a,4=b"))
    for words in ("2=a", "", "2=c,4=b", "4=b,2=a"):
        assert "the players' words are" in refused(again(words))


def test_numbers_that_cannot_be_shared_out_are_passed_over() -> None:
    """Too rare to meet in a real stream: all ones, then the largest that may stand, then zeros."""
    most = 2**32 - 2**32 % 54
    blocks = [b"\xff" * 32, most.to_bytes(4, "big") + (most - 1).to_bytes(4, "big") + bytes(24)]

    class Hmac:
        @staticmethod
        def digest(_: bytes, text: bytes, __: str) -> bytes:
            return blocks[int(text.rpartition(b"|")[2])]

    draws = runpy.run_path(str(PROGRAM))["draws"]
    draws.__globals__["hmac"] = Hmac
    assert list(draws(b"", "x", [54, 53])) == [53, 0]
    assert list(draws(b"", "x", [32, 54])) == [31, 53]


# What is found ------------------------------------------------------------------------------------

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


@pytest.mark.parametrize("what", OUTSIDE)
def test_a_changed_record_is_found(what: str) -> None:
    change, says = OUTSIDE[what]
    change(record := fair())
    assert says in refused(record)


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


@pytest.mark.parametrize("what", INSIDE)
def test_a_dishonest_log_is_found(what: str) -> None:
    change, says = INSIDE[what]
    record = head(WORDS, 23, 2)
    steps = deepcopy(steps_of(record))
    accepted(sealed(record, steps))
    change(steps)
    assert says in refused(sealed(record, steps))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "null", '{"proof": {}}', '{"proof": null}'])
def test_what_is_no_record(text: str) -> None:
    assert "no whole record" in refused(text)


@pytest.mark.parametrize("name", sorted(fair()))
def test_a_record_without_a_part(name: str) -> None:
    record = fair()
    del record[name]
    if name in ("number", "seats"):
        accepted(record)
    else:
        assert "no whole record" in refused(record)
