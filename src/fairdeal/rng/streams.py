"""The live derivation as an endless stream: decks, or the bytes that shuffle them."""

import os
from typing import Final

from fairdeal.lab.kernels.threads import map_in_threads
from fairdeal.rng.derivation import (
    SECRET_BYTES,
    Secrets,
    cut_decks,
    live_bytes,
    live_cuts,
    live_decks,
    system_secrets,
)
from fairdeal.rng.lazy import Write

#: Decks that one thread makes at a time, and blocks of 32 bytes for one secret.
_DECKS: Final = 20_000
_BLOCKS: Final = 1 << 15


def write_decks(
    write: Write,
    decks: int | None,
    *,
    size: int = 52,
    cut: bool = False,
    secrets: Secrets = system_secrets,
) -> None:
    """Write decks of consecutive rounds, a byte a card; None writes without an end.

    A byte is the card's place in a new deck: 0 is the two of clubs, 51 the ace of spades, and the
    jokers follow. With `cut` each deck is cut as the automatic dealer cuts it.
    """

    def make(lot: tuple[int, bytes]) -> bytes:
        first, keys = lot
        made = live_decks(keys, size=size, first_round=first + 1)
        if cut:
            made = cut_decks(made, live_cuts(keys, size=size, first_round=first + 1))
        return made.tobytes()

    workers, at = os.cpu_count() or 1, 0
    while decks is None or at < decks:
        lots: list[tuple[int, bytes]] = []
        for _ in range(workers):
            count = _DECKS if decks is None else min(_DECKS, decks - at)
            if count:
                lots.append((at, secrets(count)))
                at += count
        for made in map_in_threads(make, lots, workers):
            write(made)


def write_bytes(write: Write, count: int | None, *, secrets: Secrets = system_secrets) -> None:
    """Write bytes of the stream that shuffles decks; None writes without an end.

    A secret gives a mebibyte, as if a deck took that many; then comes the next one.
    """
    workers, left = os.cpu_count() or 1, count
    while left is None or left > 0:
        keys = secrets(workers)
        parts = [keys[at : at + SECRET_BYTES] for at in range(0, len(keys), SECRET_BYTES)]
        for made in map_in_threads(lambda key: live_bytes(key, _BLOCKS), parts, workers):
            write(made if left is None else made[:left])
            left = left if left is None else max(0, left - len(made))
