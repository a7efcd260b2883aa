"""A verifier that anybody could have written from the text alone: it imports nothing of Fairdeal.

It reads the lines of a table's log and checks that every card of every round was bound to before
the first bet, by the secrets that the log reveals afterwards.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import Any

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
#: What may have the players say again that their bets stand, and with which word.
REOPENS = {"shuffle-ordered", "deck-removed", "cards-spread", "method-changed"}


def commitment(table: str, round_: str, rules: str, secret: str) -> str:
    text = "|".join(["fairdeal deck 1", table, round_, rules, secret])
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def pledge(table: str, number: int, seat: int, word: str) -> str:
    text = "|".join(["fairdeal word 1", table, f"{table}-{number}", str(seat), word])
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def numbers(secret: str, text: str) -> Iterator[int]:
    """Big-endian numbers of four bytes."""
    counter = 0
    while True:
        message = f"{text}|{counter}".encode()
        block = hmac.new(bytes.fromhex(secret), message, hashlib.sha256).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        counter += 1


def below(most: int, stream: Iterator[int]) -> int:
    return next(u for u in stream if u < 2**32 // most * most) % most


def order(
    jokers: int, secret: str, table: str, round_: str, words: str, cut: int | None
) -> list[str]:
    cards = DECK + ["*"] * jokers
    stream = numbers(secret, f"fairdeal deck 1|{table}|{round_}|{words}")
    for i in range(len(cards) - 1, 0, -1):
        j = below(i + 1, stream)
        cards[i], cards[j] = cards[j], cards[i]
    return cards[cut or 0 :] + cards[: cut or 0]


def depth(size: int, secret: str, table: str, round_: str) -> int:
    return 10 + below(size - 19, numbers(secret, f"fairdeal cut 1|{table}|{round_}"))


class Verifier:
    """Follows a log line by line; `rounds` are the records of those that were checked."""

    def __init__(self, opening: str, jokers: int) -> None:
        self.table = json.loads(opening)["table"]
        self.rules = hashlib.sha256(opening.encode("utf-8")).hexdigest()
        self.jokers = jokers
        self.number = 1
        self.rounds: list[dict[str, Any]] = []
        self.bound = ""
        #: How deep each deck was cut since its shuffle.
        self.cuts: dict[str, int] = {}
        self._begin()

    def _begin(self) -> None:
        self.commitments: list[str] = []
        #: The commitments whose secrets were told to be lost.
        self.lost: set[str] = set()
        self.deck = ""
        self.cut: int | None = None
        self.dealt: list[str] = []
        self.beside = self.disturbed = self.on = False
        self.words: dict[int, str] = {}
        self.pledges: dict[int, str] = {}
        self.late = 0
        self.protocol = 1
        self.playing: list[int] = []

    def entry(self, line: str) -> None:
        entry = json.loads(line)
        events = entry["events"]
        for at, event in enumerate(events):
            self.event(event)
            if event["event"] in ("round-ended", "round-voided"):
                told = [later["event"] for later in events[at:]]
                assert "secrets-revealed" in told, "revealed in the entry that ends the round"

    def event(self, event: dict[str, Any]) -> None:
        kind = event["event"]
        if kind in REOPENS and not self.on:
            self.disturbed = True
        if kind == "deck-committed":
            assert not self.dealt, "no card has left the deck"
            assert event["round"] == f"{self.table}-{self.number}"
            self.bound = event["commitment"]
            self.deck = event["deck"]
            assert self.bound not in self.commitments
            self.commitments.append(self.bound)
            self.protocol = event.get("protocol", 1)
            if self.on and self.protocol == 2:
                self.late += 1
                assert self.late == 1, "one late order a round"
                self.words, self.pledges = {}, {}
        elif kind == "secrets-lost":
            self.lost = set(self.commitments)
        elif kind == "word-pledged":
            assert self.bound, "no pledge before the commitment"
            assert not self.on or self.late, "pledged before the bets were closed"
            self.words.pop(event["seat"], None)
            self.pledges[event["seat"]] = event["pledge"]
        elif kind == "word-revealed":
            assert self.on, "no word before the bets are closed"
            seat, word = event["seat"], event["word"]
            assert pledge(self.table, self.number, seat, word) == self.pledges.pop(seat)
            self.words[seat] = word
        elif kind == "word-withheld":
            del self.pledges[event["seat"]]
        elif kind in ("shuffle-ordered", "deck-removed", "deck-shuffled", "recut-ordered"):
            self.cuts.pop(event["deck"], None)
            recut = kind == "recut-ordered" and not (self.on and self.protocol == 2)
            if event["deck"] == self.deck and not recut:
                self.bound = ""
        elif kind == "deck-cut":
            self.cuts[event["deck"]] = event["depth"]
        elif kind == "wager-placed":
            assert self.bound, "no bet before the commitment"
        elif kind == "player-ready":
            assert self.bound, "no word before the commitment"
            self.words.pop(event["seat"], None)
            self.pledges.pop(event["seat"], None)
            if event["word"] is not None:
                self.words[event["seat"]] = event["word"]
        elif kind == "bets-closed":
            self.playing, self.on = event["seats"], True
        elif kind in ("wager-returned", "player-left", "player-removed") and not self.on:
            self.words.pop(event["seat"], None)
            self.pledges.pop(event["seat"], None)
        elif kind == "cards-dealt":
            if not self.disturbed:
                assert not self.pledges, "no card before the words"
            self.dealt += [one["card"] for one in event["cards"]]
        elif kind == "cards-replaced":
            self.dealt += event["cards"]
        elif kind == "card-set-aside":
            self.dealt.append(event["card"])
        elif kind == "card-drawn-in-error":
            self.beside = True
        elif kind in ("round-ended", "round-voided"):
            self.number += 1
            self.bound = ""
            self.cut = self.cuts.get(self.deck)  # the deck may leave the table now
        elif kind == "secrets-revealed":
            self.revealed(event)

    def revealed(self, event: dict[str, Any]) -> None:
        round_ = event["round"]
        assert [one for one, _ in event["secrets"]] == self.commitments
        for bound, secret in event["secrets"]:
            assert (secret == "") == (bound in self.lost), "only what was lost is missing"
            if bound in self.lost:
                continue
            assert len(bytes.fromhex(secret)) == 32
            assert commitment(self.table, round_, self.rules, secret) == bound
        if not self.disturbed:
            words = [f"{n}={self.words[n]}" for n in sorted(self.playing) if n in self.words]
            assert event["words"] == ",".join(words)
        _, secret = event["secrets"][-1]
        if self.dealt:
            assert event["cut"] == self.cut
        lay: list[str] = []
        if secret:  # without it nobody can prove the round
            lay = order(self.jokers, secret, self.table, round_, event["words"], event["cut"])
            came = lay[: len(self.dealt)]
            # A card found face up may have lain behind one that was drawn in error.
            assert sorted(came) == sorted(self.dealt) if self.beside else came == self.dealt
        record = {**event, "dealt": len(self.dealt), "order": lay}
        self._begin()
        self.rounds.append(record)


def verified(lines: list[str], jokers: int) -> list[dict[str, Any]]:
    """The rounds of a log, every one checked."""
    verifier = Verifier(lines[0], jokers)
    for line in lines[1:]:
        verifier.entry(line)
    return verifier.rounds
