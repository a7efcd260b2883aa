"""Check a round's record (GET /api/rounds/R) with Python alone: verify_record.py FILE, or -."""

import hmac
import json
import sys
from base64 import b64encode
from hashlib import sha256
from itertools import count, pairwise
from types import SimpleNamespace

KINDS = {1: "the players' words were open", 2: "the players' words are pledged before shown"}


def check(right, what):
    """Print that a statement is true, or end the program because it is not."""
    print(f"ok: {what}") if right else sys.exit(f"WRONG: it does not hold that {what}")


def draws(secret, text, limits):
    """Draw a number below each limit; skip those that would make some results likelier."""
    blocks = (hmac.digest(secret, f"{text}|{n}".encode(), "sha256") for n in count())
    numbers = (int.from_bytes(b[n : n + 4], "big") for b in blocks for n in range(0, 32, 4))
    for limit in limits:
        yield next(u for u in numbers if u < 2**32 - 2**32 % limit) % limit


def root_over(size, leaf, text, hashes):
    """Compute the root of a Merkle tree (RFC 6962) from an entry and its proof."""
    found, last, others = sha256(b"\0" + text.encode()).digest(), size - 1, hashes[::-1]
    while last > 0:
        if leaf % 2 or leaf < last:
            other = bytes.fromhex(others.pop())
            found = sha256(b"\1" + (other + found if leaf % 2 else found + other)).digest()
        leaf, last = leaf // 2, last // 2
    return found.hex() if not others and leaf == 0 else "nowhere"


def verify(r, proof):  # noqa: D103, PLR0915 - docs/fairness.md describes the algorithm
    roots = {root_over(proof.size, **one) for one in proof.entries}
    check(roots == {proof.root}, f"the proofs lead all {len(proof.entries)} entries to the root")
    head = f"\n{proof.size}\n{b64encode(bytes.fromhex(proof.root)).decode()}\n\n"
    check(head in (proof.checkpoint or head), "the checkpoint, where there is one, has this root")
    told = [json.loads(one["text"]) for one in proof.entries[1:]]
    check(told == r.entries and proof.entries[0]["text"] == r.rules, "they are the record's own")
    steps = [(e["entry"], p["leaf"]) for e, p in zip(told, proof.entries[1:], strict=True)]
    check(all(a[0] + 1 == b[0] and a[1] < b[1] for a, b in pairwise(steps)), "none is left out")
    check(sha256(r.rules.encode()).hexdigest() == r.opening, "`opening` is the hash of the rules")
    events = [e | {"giver": f["by"], "time": f["time"]} for f in told for e in f["events"]]
    promised = [n for n, e in enumerate(events) if "commitment" in e and e["round"] == r.round]
    if json.loads(r.rules).get("cards") == "named":
        right = not promised and (r.commitment, r.secret, r.order) == (None, None, None)
        check(right, "the rules say that the cards are real, and nothing else is claimed")
        return "Dealt from real cards: no commitment, no proof of the shuffle. The rest holds."
    (shown,) = (e for e in events if e["event"] == "secrets-revealed" and e["round"] == r.round)
    text = f"fairdeal deck 1|{r.table}|{r.round}|{r.opening}|"
    opened = [[c, s] for c, s in shown["secrets"] if sha256((text + s).encode()).hexdigest() == c]
    check([r.commitment, r.secret] in opened, "the log shows this secret, of this commitment")
    told = [events[n]["commitment"] for n in promised]
    right = sorted(told) == sorted(c for c, _ in opened) and told[-1] == r.commitment
    check(right, "every commitment was opened, and this one is the round's last")
    check(all(e["event"] != "wager-placed" for e in events[: promised[0]]), "it came before bets")
    protocol = max(events[n].get("protocol", 1) for n in promised)
    check(protocol in (1, 2), f"it is of protocol {protocol}: {KINDS.get(protocol)}")
    said, seats, left, waiting, closed, made = {}, [], list(r.order), 0, len(events), dict(opened)
    pledged, late, since = {}, 0, 0
    for n, e in enumerate(events):
        kind, seat = e["event"], e.get("seat")
        if n in promised and protocol == 2:
            said, pledged, late, since = {}, {}, late + bool(seats), e["time"]
            check(late < 2, "the cards were made ready again once at most after the bets")
        elif kind == "bets-closed":
            seats, closed, since = sorted(e["seats"]), n, e["time"]
        elif kind == "player-ready" and e["word"]:
            said[seat] = n, f"{seat}={e['word']}"
            check(not seats, f"seat {seat} sent an open word with its bets")
        elif kind == "word-pledged":
            check(late or not seats, f"seat {seat} pledged a word without knowing the others'")
            pledged[seat], since = e["pledge"], e["time"]
        elif kind == "pledges-closed":
            since = e["time"]
        elif kind == "word-revealed":
            text = f"fairdeal word 1|{r.table}|{r.round}|{seat}|{e['word']}"
            right = seats and sha256(text.encode()).hexdigest() == pledged.pop(seat)
            check(right, f"seat {seat} revealed the word that it had pledged")
            said[seat] = n, f"{seat}={e['word']}"
        elif kind == "word-withheld":
            right = pledged.pop(seat) and e["time"] > since
            check(right, f"seat {seat} had its time to reveal a word, and withheld it")
        elif kind in ("wager-returned", "player-left", "player-removed") and not seats:
            said.pop(seat, None)
            pledged.pop(seat, None)
        elif kind == "card-drawn-in-error":
            waiting = 1  # it lies there as the next card
        elif kind == "card-set-aside":
            check(left.pop(waiting) == e["card"], f"{e['card']}, set aside, came next")
        elif kind in ("cards-dealt", "cards-replaced"):
            check(not set(pledged) & set(seats), "all words were known before this card")
            cards = [one if isinstance(one, str) else one["card"] for one in e["cards"]]
            check(cards == left[: len(cards)], f"{' '.join(cards)} came next")
            left, waiting = left[len(cards) :], 0
    sent = [said[seat] for seat in seats if seat in said]  # before the last shuffle: may not count
    kept = [w for n, w in sent if protocol == 2 or n > promised[-1] or w in r.words.split(",")]
    check(r.words == shown["words"] == ",".join(kept), f"the players' words are: {r.words}")
    again = f"fairdeal again 1|{r.table}|{r.round}".encode()
    for n, (old, new) in zip(promised[1:], pairwise(told), strict=True):
        right = hmac.digest(bytes.fromhex(made[old]), again, "sha256").hex() == made[new]
        right = right or n < closed or protocol == 2  # then the words were pledged anew after it
        check(right, "the house chose no secret when it knew the words")
    key, size = bytes.fromhex(r.secret), len(r.order)
    drawn = 10 + next(draws(key, f"fairdeal cut 1|{r.table}|{r.round}", [size - 19]))
    cuts = [(n, e) for n, e in enumerate(events) if e["event"] == "deck-cut" and n > promised[-1]]
    right = all(e["depth"] == drawn for n, e in cuts if n > closed or e["giver"].get("automatic"))
    depth = cuts[-1][1]["depth"] if cuts else None  # made again, it replaces the one before
    check(right and r.cut == shown["cut"] == depth, f"the cut is the one in the log: {r.cut}")
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] + ["*"] * (size - 52)
    stream = draws(key, f"fairdeal deck 1|{r.table}|{r.round}|{r.words}", range(size, 1, -1))
    for i, j in enumerate(stream, 1):
        deck[-i], deck[j] = deck[j], deck[-i]
    check(r.order == deck[r.cut or 0 :] + deck[: r.cut or 0], "the order follows from all that")
    return "The record is valid: every check holds."


if __name__ == "__main__":
    try:
        with open(0 if sys.argv[1:] in ([], ["-"]) else sys.argv[1], encoding="utf-8") as file:
            given = json.load(file)
        said = verify(SimpleNamespace(**given), SimpleNamespace(**given["proof"]))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        sys.exit(f"WRONG: this is no whole record ({error!r})")
    print(said)
