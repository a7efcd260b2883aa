"""The tree of hashes over the floor's log, beside the hashing alone in the same run."""

from hashlib import sha256

from bench.measure import Row, best_seconds, millions
from fairdeal.floor.merkle import Frontier, leaf_hash, root_of

LEAVES = 200_000
#: About as long as an ordinary entry.
ENTRY = 300


def bench() -> list[Row]:
    entries = [b"%*d" % (ENTRY, number) for number in range(LEAVES)]
    hashes = [leaf_hash(entry) for entry in entries]
    raw = LEAVES / best_seconds(lambda: _hashed(entries))
    whole = LEAVES / best_seconds(lambda: root_of(map(leaf_hash, entries)))
    tree = LEAVES / best_seconds(lambda: root_of(hashes))
    one_by_one = LEAVES / best_seconds(lambda: _appended(entries))
    return [
        Row("audit", "sha256 alone, two calls a leaf", millions(raw), f"entries of {ENTRY} bytes"),
        *(
            Row("audit", what, millions(rate), f"{rate / raw:.0%} of sha256 alone", target)
            for what, rate, target in (
                ("leaves hashed, and the root", whole, ">= 0.20 M/s"),
                ("the root over hashed leaves", tree, ""),
                ("leaf by leaf, subtrees told", one_by_one, ""),
            )
        ),
    ]


def _appended(entries: list[bytes]) -> bytes:
    head = Frontier()
    for entry in entries:
        head.append(leaf_hash(entry))
    return head.root()


def _hashed(entries: list[bytes]) -> None:
    """What cannot be spared: a tree of n leaves is n hashes of entries and n - 1 of pairs."""
    pair = bytes(65)
    for entry in entries:
        sha256(entry).digest()
        sha256(pair).digest()
