"""The phases of a table and the stages of a deck."""

from enum import StrEnum


class Phase(StrEnum):
    """Where a table is between two rounds and inside one."""

    OPEN = "open"  # cards are prepared, players sit down and bet
    DEALING = "dealing"  # bets are closed, stakes collected, cards dealt
    PLAYING = "playing"  # the round's steps, from the first decision to the last settlement
    CLOSED = "closed"  # the end of the day


# A name of its own for each: the table asks for them with every command.
OPEN, DEALING, PLAYING, CLOSED = Phase


class Stage(StrEnum):
    """What has been done with a deck."""

    RECEIVED = "received"
    INSPECTED = "inspected"
    VERIFIED = "verified"
    FACE_DOWN = "spread face down"  # of an idle table
    SPREAD = "spread"  # face up
    STACKED = "stacked"  # to be shuffled: washed, or back from a round
    SHUFFLED = "shuffled"  # to be cut
    READY = "ready"


# For these as well: an enumeration looks its members up anew each time that one is asked for.
RECEIVED, INSPECTED, VERIFIED, FACE_DOWN, SPREAD, STACKED, SHUFFLED, READY = Stage

#: A deck that has been washed and is dealt from, or waits for it.
IN_USE = frozenset({STACKED, SHUFFLED, READY})
#: A deck that lies in the order that a shuffle gave it.
LIES_IN_ORDER = (SHUFFLED, READY)
