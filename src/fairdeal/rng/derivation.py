"""The live derivation of decks in volume: secret, HMAC-SHA256, shuffle and cut, compiled.

The bytes are those of `fairdeal.play.fairness`, which derives one deck at a time in plain Python.
The tests compare both, deck for deck.
"""

import os
from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.errors import BadInputError
from fairdeal.rng.compiled import compiled_here
from fairdeal.table.questions import CUT_MARGIN

Bytes: TypeAlias = NDArray[np.uint8]
Words: TypeAlias = NDArray[np.uint32]
#: Returns the secrets of a number of decks, 32 bytes each.
Secrets: TypeAlias = Callable[[int], bytes]

SECRET_BYTES: Final = 32
_BLOCK: Final = 64
#: The longest message that fits into one block of SHA-256 with its padding.
_MAX_MESSAGE: Final = 55


def _fractions_of_roots(primes: int, power: int) -> Words:
    """Return the first 32 bits of the fractions of the primes' roots, as FIPS 180-4 has them."""
    found: list[int] = []
    candidate = 2
    while len(found) < primes:
        if all(candidate % one for one in range(2, candidate)):
            # An integer root of candidate * 2**(32 * power) has exactly 32 bits of fraction.
            shifted = candidate << (32 * power)
            root = round(shifted ** (1 / power))
            while root**power > shifted:
                root -= 1
            while (root + 1) ** power <= shifted:
                root += 1
            found.append(root & 0xFFFFFFFF)
        candidate += 1
    return np.array(found, dtype=np.uint32)


_INITIAL: Final = _fractions_of_roots(8, 2)
_ROUND_CONSTANTS: Final = _fractions_of_roots(64, 3)


@compiled_here
def _rotated(word: np.uint32, by: int) -> np.uint32:
    return np.uint32((word >> np.uint32(by)) | (word << np.uint32(32 - by)))


@compiled_here
def _compress(state: Words, block: Bytes, schedule: Words) -> None:
    """Add one block of 64 bytes to a state of SHA-256."""
    for i in range(16):
        at = 4 * i
        schedule[i] = (
            (np.uint32(block[at]) << np.uint32(24))
            | (np.uint32(block[at + 1]) << np.uint32(16))
            | (np.uint32(block[at + 2]) << np.uint32(8))
            | np.uint32(block[at + 3])
        )
    for i in range(16, 64):
        early, late = schedule[i - 15], schedule[i - 2]
        small = _rotated(early, 7) ^ _rotated(early, 18) ^ np.uint32(early >> np.uint32(3))
        large = _rotated(late, 17) ^ _rotated(late, 19) ^ np.uint32(late >> np.uint32(10))
        schedule[i] = np.uint32(schedule[i - 16] + small + schedule[i - 7] + large)
    a, b, c, d = state[0], state[1], state[2], state[3]
    e, f, g, h = state[4], state[5], state[6], state[7]
    for i in range(64):
        mixed = _rotated(e, 6) ^ _rotated(e, 11) ^ _rotated(e, 25)
        chosen = (e & f) ^ (~e & g)
        first = np.uint32(h + mixed + np.uint32(chosen) + _ROUND_CONSTANTS[i] + schedule[i])
        turned = _rotated(a, 2) ^ _rotated(a, 13) ^ _rotated(a, 22)
        most = (a & b) ^ (a & c) ^ (b & c)
        second = np.uint32(turned + most)
        h, g, f, e = g, f, e, np.uint32(d + first)
        d, c, b, a = c, b, a, np.uint32(first + second)
    for i, word in enumerate((a, b, c, d, e, f, g, h)):
        state[i] = np.uint32(state[i] + word)


@compiled_here
def _finish(block: Bytes, length: int, total: int) -> None:
    """Pad the last block: a bit, zeros, and the length of the whole message in bits."""
    block[length] = 0x80
    block[length + 1 : 64] = 0
    bits = total * 8
    for i in range(8):
        block[63 - i] = (bits >> (8 * i)) & 0xFF


@compiled_here
def _write_words(words: Words, target: Bytes) -> None:
    for i in range(8):
        for j in range(4):
            target[4 * i + j] = np.uint8((words[i] >> np.uint32(24 - 8 * j)) & np.uint32(0xFF))


@compiled_here
def _write_number(number: int, target: Bytes, at: int) -> int:
    """Write a number in decimal digits, and return the place after it."""
    digits = 1
    power = 10
    while power <= number:
        digits += 1
        power *= 10
    for i in range(digits):
        target[at + digits - 1 - i] = 48 + number % 10
        number //= 10
    return at + digits


@compiled_here
def _keyed(secret: Bytes, inner: Words, outer: Words, block: Bytes, schedule: Words) -> None:
    """Start the two hashes of HMAC with a key of 32 bytes."""
    inner[:] = _INITIAL
    outer[:] = _INITIAL
    block[:] = 0x36
    for i in range(32):
        block[i] = secret[i] ^ 0x36
    _compress(inner, block, schedule)
    block[:] = 0x5C
    for i in range(32):
        block[i] = secret[i] ^ 0x5C
    _compress(outer, block, schedule)


@compiled_here
def _next_block(
    inner: Words,
    outer: Words,
    text: Bytes,
    length: int,
    number: int,
    block: Bytes,
    state: Words,
    schedule: Words,
    target: Bytes,
) -> None:
    """Write the HMAC over `text|number`."""
    block[:length] = text[:length]
    block[length] = 124  # |
    end = _write_number(number, block, length + 1)
    _finish(block, end, 64 + end)
    state[:] = inner
    _compress(state, block, schedule)
    _write_words(state, block)
    _finish(block, 32, 96)
    state[:] = outer
    _compress(state, block, schedule)
    _write_words(state, target)


@compiled_here
def _round_text(prefix: Bytes, number: int, suffix: Bytes, text: Bytes) -> int:
    """Write `prefix`, the number of the round, and `suffix`; return the length."""
    text[: prefix.size] = prefix
    end = _write_number(number, text, prefix.size)
    text[end : end + suffix.size] = suffix
    return end + suffix.size


@compiled_here
def _shuffled(secrets: Bytes, first_round: int, prefix: Bytes, suffix: Bytes, decks: Bytes) -> None:
    count, size = decks.shape
    inner, outer, state = np.empty(8, np.uint32), np.empty(8, np.uint32), np.empty(8, np.uint32)
    schedule = np.empty(64, np.uint32)
    block, text, stream = np.empty(64, np.uint8), np.empty(64, np.uint8), np.empty(32, np.uint8)
    for deck in range(count):
        _keyed(secrets[deck], inner, outer, block, schedule)
        length = _round_text(prefix, first_round + deck, suffix, text)
        cards = decks[deck]
        for i in range(size):
            cards[i] = i
        at, blocks = 32, 0
        for i in range(size - 1, 0, -1):
            bound = np.int64(i + 1)
            limit = np.int64(4294967296) // bound * bound
            while True:
                if at == 32:
                    _next_block(inner, outer, text, length, blocks, block, state, schedule, stream)
                    at, blocks = 0, blocks + 1
                drawn = (
                    (np.int64(stream[at]) << 24)
                    | (np.int64(stream[at + 1]) << 16)
                    | (np.int64(stream[at + 2]) << 8)
                    | np.int64(stream[at + 3])
                )
                at += 4
                if drawn < limit:
                    break
            j = drawn % bound
            cards[i], cards[j] = cards[j], cards[i]


@compiled_here
def _cut_depths(
    secrets: Bytes, first_round: int, prefix: Bytes, suffix: Bytes, places: int, depths: Bytes
) -> None:
    inner, outer, state = np.empty(8, np.uint32), np.empty(8, np.uint32), np.empty(8, np.uint32)
    schedule = np.empty(64, np.uint32)
    block, text, stream = np.empty(64, np.uint8), np.empty(64, np.uint8), np.empty(32, np.uint8)
    limit = np.int64(4294967296) // places * places
    for deck in range(depths.size):
        _keyed(secrets[deck], inner, outer, block, schedule)
        length = _round_text(prefix, first_round + deck, suffix, text)
        at, blocks = 32, 0
        while True:
            if at == 32:
                _next_block(inner, outer, text, length, blocks, block, state, schedule, stream)
                at, blocks = 0, blocks + 1
            drawn = (
                (np.int64(stream[at]) << 24)
                | (np.int64(stream[at + 1]) << 16)
                | (np.int64(stream[at + 2]) << 8)
                | np.int64(stream[at + 3])
            )
            at += 4
            if drawn < limit:
                break
        depths[deck] = drawn % places


@compiled_here
def _filled(secret: Bytes, text: Bytes, first_block: int, target: Bytes) -> None:
    inner, outer, state = np.empty(8, np.uint32), np.empty(8, np.uint32), np.empty(8, np.uint32)
    schedule, block = np.empty(64, np.uint32), np.empty(64, np.uint8)
    _keyed(secret, inner, outer, block, schedule)
    for number in range(target.size // 32):
        part = target[32 * number : 32 * number + 32]
        _next_block(
            inner, outer, text, text.size, first_block + number, block, state, schedule, part
        )


def _text(words: str) -> Bytes:
    return np.frombuffer(words.encode(), dtype=np.uint8)


def _parts(kind: str, table: str, words: str | None, last_round: int) -> tuple[Bytes, Bytes]:
    """Return what stands before and after the number of a round in the message of a stream."""
    prefix = f"fairdeal {kind} 1|{table}|{table}-"
    suffix = "" if words is None else f"|{words}"
    # A deck takes far fewer than a thousand blocks.
    longest = len(f"{prefix}{last_round}{suffix}|999".encode())
    if longest > _MAX_MESSAGE:
        raise BadInputError(
            f"table and words are too long for this derivation: {longest} bytes, at most "
            f"{_MAX_MESSAGE}"
        )
    return _text(prefix), _text(suffix)


def _secrets_array(secrets: bytes) -> Bytes:
    return np.frombuffer(secrets, dtype=np.uint8).reshape(-1, SECRET_BYTES)


def live_decks(
    secrets: bytes, *, size: int = 52, table: str = "t1", first_round: int = 1, words: str = ""
) -> Bytes:
    """Return the decks of consecutive rounds of a table, a row each, from the top.

    `secrets` has 32 bytes for each round. A card is its place in the new deck (`2c 2d 2h 2s 3c …
    As`, then the jokers). The decks are not cut.
    """
    keys = _secrets_array(secrets)
    prefix, suffix = _parts("deck", table, words, first_round + len(keys))
    decks = np.empty((len(keys), size), dtype=np.uint8)
    _shuffled(keys, first_round, prefix, suffix, decks)
    return decks


def live_cuts(secrets: bytes, *, size: int = 52, table: str = "t1", first_round: int = 1) -> Bytes:
    """Return how deep the automatic dealer cuts the deck of each of these rounds."""
    keys = _secrets_array(secrets)
    prefix, suffix = _parts("cut", table, None, first_round + len(keys))
    depths = np.empty(len(keys), dtype=np.uint8)
    _cut_depths(keys, first_round, prefix, suffix, size - 2 * CUT_MARGIN + 1, depths)
    return depths + np.uint8(CUT_MARGIN)


def cut_decks(decks: Bytes, depths: Bytes) -> Bytes:
    """Return decks that were cut: the first cards of each go under the rest."""
    size = decks.shape[1]
    places = (np.arange(size)[None, :] + depths[:, None].astype(np.int64)) % size
    return np.take_along_axis(decks, places, axis=1)


def live_bytes(
    secret: bytes, blocks: int, *, first_block: int = 0, round_id: str = "t1-1"
) -> bytes:
    """Return blocks of 32 bytes of the stream that shuffles a deck, as if it never ended."""
    text = _text(f"fairdeal deck 1|{round_id.rpartition('-')[0]}|{round_id}|")
    target = np.empty(blocks * SECRET_BYTES, dtype=np.uint8)
    _filled(np.frombuffer(secret, dtype=np.uint8), text, first_block, target)
    return target.tobytes()


def system_secrets(count: int) -> bytes:
    """Return the secrets of so many decks from the operating system's cryptographic source."""
    return os.urandom(count * SECRET_BYTES)
