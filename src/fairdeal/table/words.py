"""Questions about the players' words for the shuffle, and the digest by which a word is pledged."""

from hashlib import sha256
from typing import Final

from fairdeal.table.state import DEALING, State

#: The seconds before which no word counts as withheld. A floor waits longer.
LEAST_SECONDS: Final = 1


def word_digest(round_id: str, seat: int, word: str) -> str:
    """Return the pledge to a word: a SHA-256 in hex. A round's id is its table's, a dash and a
    number.
    """
    table = round_id.rpartition("-")[0]
    return sha256(f"fairdeal word 1|{table}|{round_id}|{seat}|{word}".encode()).hexdigest()


def owed_words(state: State) -> tuple[int, ...]:
    """Return the seats whose words were pledged and are to be revealed now."""
    if not state.pledges or state.phase is not DEALING or state.to_pledge:
        return ()
    pledges, seats = state.pledges, state.seats
    return tuple(n for n in state.playing if n in pledges and seats[n].word is None)


def waits_for_words(state: State) -> bool:
    """Return whether no card may leave the deck because a pledge or a pledged word is missing."""
    return bool(state.to_pledge) or bool(owed_words(state))


def words_text(state: State) -> str:
    """Return the words of the seats in the round that have one, by seat."""
    words = ((number, state.seats[number].word) for number in sorted(state.playing))
    return ",".join(f"{number}={word}" for number, word in words if word)
