"""Every error of this package, in one tree. Each has a cause that its reader can correct.

FairdealError              the message is one sentence that says what is wrong
  BadInputError            a file, a document or an option that cannot be used
    KeyUsedError           an idempotency key that was used for another request
    SignInError            a name and a password that do not belong together
    TooLongError           a computation that would take longer than its caller allowed
  BadGameError             a game whose own data contradict each other
  BusyError                a table that is carrying out another command
  DeckError                cards that a kernel has no tables for
  Forbidden                an act for which somebody has not the role or the seat
  LogError                 a log that could not be written to disk
  MismatchError            a record that does not replay as it was written
    BadEntryError          a fault in another entry than the one being read
  NoGameError              a game or a jurisdiction that does not exist
  NoPaytableError          a paytable that does not exist, or cannot be one
  NoViewerError            a viewer that does not exist
  NotACardError            a text that names no card
  NotAResultError          a stored result of the lab that cannot be read
  NotMoneyError            a value that is no amount of money
  NotOddsError             a text that states no payout
  NotSolvableError         a game that the lab's general solver cannot solve
  Refused                  a command that the rules do not allow now, with the clause
    PassedError            a command that was decided on at a moment that is over
    ShortTrayError         a payment for which the table's tray has too few chips
  StoppedError             a table that accepts no command until the floor is started again
  StoreError               a database that cannot be reached, or that failed to store something
  UnclearError             an answer at the terminal that can mean two things
  UnknownError             a table, a round or a person that does not exist

These are no errors but signals inside one package, which catches all of them:

fairdeal.cli.terminal_session.AskAgainError    asks again, since the table has changed
fairdeal.cli.terminal_session.LeaveTableError  ends the session at the terminal
fairdeal.web.http.problems.Problem             carries an answer to the place that sends it
"""

from collections.abc import Sequence


class FairdealError(ValueError):
    """A fault that a person or a program can correct; the message is one sentence that says what it
    is.
    """


# What people and programs write -------------------------------------------------------------------


class BadInputError(FairdealError):
    """Input that cannot be used; the message is one sentence for the person who wrote the input."""


class TooLongError(BadInputError):
    """A computation that would take longer than its caller allowed."""


class NotACardError(FairdealError):
    """A text that names no card."""


class NotMoneyError(FairdealError):
    """A value that is no amount of money; the message completes a sentence about the value."""


class NotOddsError(FairdealError):
    """A text that states no payout."""


class NoViewerError(FairdealError):
    """A viewer that does not exist."""


class UnclearError(FairdealError):
    """An answer at the terminal that can mean more than one thing; the message asks for a better
    one.
    """


# Games and the lab --------------------------------------------------------------------------------


class NoGameError(FairdealError):
    """A game or a jurisdiction that does not exist."""


class BadGameError(FairdealError):
    """A game that cannot be played as it is written; `findings` lists everything that is wrong."""

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
    """A command that the rules do not allow now, with the reason and the clause."""

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
    """A command that was decided on at a moment that is over."""


class BusyError(FairdealError):
    """A table that is carrying out another command at this moment."""


class LogError(FairdealError):
    """A log that could not be written to disk. The table stops; what the log holds is what
    counts.
    """


# The floor ----------------------------------------------------------------------------------------


class Forbidden(FairdealError):  # noqa: N818 - a refusal is an answer, not a fault
    """An act for which a person lacks the role or the seat."""

    def __init__(self, reason: str, clause: str | None = None) -> None:
        super().__init__(reason)
        self.clause = clause


class UnknownError(FairdealError):
    """A table, a round or a person that does not exist."""


class KeyUsedError(BadInputError):
    """An idempotency key that was already used with another request body."""


class SignInError(BadInputError):
    """A name and a password that do not belong together."""


class StoppedError(FairdealError):
    """A table that accepts no command until the floor is started again."""


class StoreError(FairdealError):
    """A database that cannot be reached, or that failed to store what it was given."""


class MismatchError(FairdealError):
    """A record that does not replay as it was written; the message has no full stop at its end."""


class BadEntryError(MismatchError):
    """A fault in another entry of the log than the one being read."""

    def __init__(self, leaf: int, reason: str) -> None:
        super().__init__(reason)
        self.leaf = leaf
