"""Records of rounds, built with nothing of Fairdeal and nothing of the verifiers that check them.

Numbers are taken from the stream as one large text of bits, and the tree is built as RFC 6962
defines it.
"""

import hmac
import json
from base64 import b64encode
from collections.abc import Iterator
from copy import deepcopy
from hashlib import sha256
from typing import Any

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
