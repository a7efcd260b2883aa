"""Every error of this package, in one tree. A person or a program that uses it can mend each.

FairdealError              the message is one sentence that says what is wrong
  BadInputError            a file, a document or an option that cannot be taken
    KeyUsedError           an idempotency key that was used for another request
    SignInError            a name and a password that do not belong together
    TooLongError           a computation that would take longer than was allowed
  BadGameError             a game whose own data contradict each other
  BusyError                a table that is being told something else at this moment
  DeckError                cards that a kernel has no tables for
  Forbidden                an act for which somebody has not the role or the seat
  LogError                 a log that the disk does not take
  MismatchError            a record that does not replay as it was written
    BadEntryError          the same, found at another entry than the one that is read
  NoGameError              a game or a jurisdiction that does not exist
  NoPaytableError          a paytable that does not exist, or cannot be one
  NoViewerError            a viewer that does not exist
  NotACardError            a text that names no card
  NotAResultError          a stored result of the lab that cannot be read
  NotMoneyError            a value that is no amount of money
  NotOddsError             a text that states no payout
  NotSolvableError         a game that the lab's general solver cannot take apart
  Refused                  a command that the rules do not allow now, with the clause
    PassedError            a command that was decided on at a moment which is over
    ShortTrayError         a payment for which the table's tray has too few chips
  StoppedError             a table that takes nothing until the floor is started again
  StoreError               a database that cannot be reached, or did not take what it was given
  UnclearError             an answer at the terminal that may mean two things
  UnknownError             a table, a round or a person that does not exist

These are no errors but signals inside one package, which catches them all itself:

fairdeal.cli.terminal_session.AskAgainError    asks again, since the table has changed
fairdeal.cli.terminal_session.LeaveTableError  ends the session at the terminal
fairdeal.web.http.problems.Problem             carries an answer to the place that sends it
"""

from collections.abc import Sequence


class FairdealError(ValueError):
    """Something that a person can mend; the message is one sentence that says what."""


# What people and programs write -------------------------------------------------------------------


class BadInputError(FairdealError):
    """Input that cannot be taken; the message is one sentence for the person who wrote it."""


class TooLongError(BadInputError):
    """A computation that would take longer than the person who asked for it has allowed."""


class NotACardError(FairdealError):
    """A text that names no card."""


class NotMoneyError(FairdealError):
    """A value that is no amount of money; the message is the end of a sentence about it."""


class NotOddsError(FairdealError):
    """A text that states no payout."""


class NoViewerError(FairdealError):
    """A viewer that does not exist."""


class UnclearError(FairdealError):
    """An answer that does not say what is to be done; the message asks for a better one."""


# Games and the lab --------------------------------------------------------------------------------


class NoGameError(FairdealError):
    """A game or a jurisdiction that does not exist."""


class BadGameError(FairdealError):
    """A game that cannot be played as it is written; `findings` are all that was found."""

    def __init__(self, game: str, findings: Sequence[str]) -> None:
        super().__init__(f"{game}: {'; '.join(findings)}")
        self.findings = tuple(findings)


class NoPaytableError(FairdealError):
    """A paytable that does not exist, or that cannot be one."""


class NotSolvableError(FairdealError):
    """A game, or a wager of it, that the general solver cannot take apart."""


class DeckError(FairdealError):
    """Cards that are not whole ranks in four suits with at most two jokers."""


class NotAResultError(FairdealError):
    """A stored result of the lab that cannot be read as one."""


# The table ----------------------------------------------------------------------------------------


class Refused(FairdealError):  # noqa: N818 - a refusal is an answer, not a fault
    """A command that cannot be obeyed: why, and the clause that says so."""

    def __init__(self, reason: str, clause: str | None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.clause = clause


class ShortTrayError(Refused):
    """A payment for which the table's tray holds too few chips; `fill_cents` is the fill that it
    needs first.
    """

    def __init__(self, reason: str, fill_cents: int) -> None:
        super().__init__(reason, None)
        self.fill_cents = fill_cents


class PassedError(Refused):
    """A command that was decided on at a moment which is over."""


class BusyError(FairdealError):
    """A table that is being told something else at this very moment."""


class LogError(FairdealError):
    """A log that the disk does not take: the table stops, and goes on from what the log holds."""


# The floor ----------------------------------------------------------------------------------------


class Forbidden(FairdealError):  # noqa: N818 - a refusal is an answer, not a fault
    """Somebody may not do this: the role or the seat is another's."""

    def __init__(self, reason: str, clause: str | None = None) -> None:
        super().__init__(reason)
        self.clause = clause


class UnknownError(FairdealError):
    """There is no such table, round or person."""


class KeyUsedError(BadInputError):
    """A key that was used for another body."""


class SignInError(BadInputError):
    """The name and the password do not belong together."""


class StoppedError(FairdealError):
    """A table that takes nothing more until the floor is started again."""


class StoreError(FairdealError):
    """The database did not take what it was given, or cannot be reached."""


class MismatchError(FairdealError):
    """A record that does not replay as it was written; the message is a sentence without a stop."""


class BadEntryError(MismatchError):
    """A finding about another entry of the log than the one that is being read."""

    def __init__(self, leaf: int, reason: str) -> None:
        super().__init__(reason)
        self.leaf = leaf
