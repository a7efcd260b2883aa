"""Everything that can be wrong with what people and programs say, in one tree.

FairdealError              one sentence for the person who can mend it
  BadInputError            a file, a document, an option that cannot be taken
  NotACardError            a text that names no card
  NotMoneyError            a value that is no amount of money (the end of a sentence about it)
  NotOddsError             a text that states no payout
  NoGameError              a game or jurisdiction that there is none of
  BadGameError             a game whose own data contradict each other
  NoPaytableError          a paytable that does not exist, or cannot be one
  NoViewerError            a viewer that there is none of
  NotSolvableError         a game that the lab's general solver cannot take apart
  UnclearError             an answer at the terminal that may mean two things
  Refused                  a command that the rules do not allow now, with the clause
"""

from collections.abc import Sequence


class FairdealError(ValueError):
    """Something that a person can mend; the message is one sentence that says what."""


class BadInputError(FairdealError):
    """Input that cannot be taken; the message is one sentence for the person who wrote it."""


class NotACardError(FairdealError):
    """A text that names no card."""


class NotMoneyError(FairdealError):
    """A value that is no amount of money; the message is the end of a sentence about it."""


class NotOddsError(FairdealError):
    """A text that states no payout."""


class NoGameError(FairdealError):
    """A game or jurisdiction that there is none of."""


class BadGameError(FairdealError):
    """A game that cannot be played as it is written; `findings` are all that was found."""

    def __init__(self, game: str, findings: Sequence[str]) -> None:
        super().__init__(f"{game}: {'; '.join(findings)}")
        self.findings = tuple(findings)


class NoPaytableError(FairdealError):
    """A paytable that does not exist, or that cannot be one."""


class NoViewerError(FairdealError):
    """A viewer that there is none of."""


class NotSolvableError(FairdealError):
    """A game, or a wager of it, that the general solver cannot take apart."""


class UnclearError(FairdealError):
    """An answer that does not say what is to be done; the message asks for a better one."""


class BusyError(FairdealError):
    """A table is being told something else at this very moment."""


class LogError(FairdealError):
    """A log that the disk does not take: the table stops, and goes on from what it holds."""


class Refused(FairdealError):  # noqa: N818 - a refusal is an answer, not a fault
    """A command that cannot be obeyed: why, and the clause that says so."""

    def __init__(self, reason: str, clause: str | None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.clause = clause


class PassedError(Refused):
    """A command that was decided on at a moment which is over."""
