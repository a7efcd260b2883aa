"""The live derivation in volume, beside HMAC of Python's standard library in the same run."""

import hmac
from time import process_time

from bench.measure import Row, best_seconds
from fairdeal.rng.derivation import live_bytes, live_decks, system_secrets

BLOCKS = 200_000
DECKS = 50_000


def bench() -> list[Row]:
    secret, secrets = system_secrets(1), system_secrets(DECKS)
    live_bytes(secret, 1)
    live_decks(secrets[:32])
    size = BLOCKS * 32 / 1e6
    stream = size / best_seconds(lambda: live_bytes(secret, BLOCKS), clock=process_time)
    peer = size / best_seconds(lambda: _standard_library(secret), clock=process_time)
    decks = DECKS / best_seconds(lambda: live_decks(secrets), clock=process_time)
    told = "one core"
    return [
        Row("rng", "HMAC of the standard library", f"{peer:,.1f} MB/s", told),
        Row("rng", "stream of the shuffle", f"{stream:,.1f} MB/s", f"{stream / peer:.2f} of it"),
        Row("rng", "decks of the live path", f"{decks:,.0f}/s", told),
    ]


def _standard_library(secret: bytes) -> None:
    for number in range(BLOCKS):
        hmac.digest(secret, b"fairdeal deck 1|t1|t1-1||%d" % number, "sha256")
