"""A table whose commands are decided again with the cards that its revealed secrets give.

The audit of a whole log and the replay of a single record both use it: each command must lead to
exactly the events that the log has.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from fairdeal.english import quoted
from fairdeal.errors import FairdealError, MismatchError
from fairdeal.play.fairness import commitment, opening_hash
from fairdeal.play.session import Session
from fairdeal.play.sources import CommittedSource, SourceState
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.entry import Entry, Opening
from fairdeal.wire.json_line import dump_line
from fairdeal.wire.log import entry_document, event_document

#: The errors that reading a document may end in which somebody has changed.
UNREADABLE: Final = (
    FairdealError,
    ArithmeticError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
    RecursionError,
)


class RevealedSource(CommittedSource):
    """The cards of finished rounds, from the secrets that the log reveals."""

    def __init__(self, table: str, rules_hash: str) -> None:
        super().__init__(table, rules_hash)
        #: The round that is replayed, and its secrets by commitment.
        self.round = ""
        self.known: dict[str, str] = {}
        #: The commitment in the entry that is replayed.
        self.commitment = ""

    def bind(self, number: str, *, closed: bool) -> tuple[str, str]:
        """Return the commitment of the log with its secret, where that is known. When the bets are
        closed the commitment follows from the secret, as in play.
        """
        if closed:
            return super().bind(number, closed=True)
        return self.commitment, self.known.get(self.commitment, "")

    def open(self, number: str, secrets: Iterable[tuple[str, str]]) -> None:
        """Begin to replay a round whose secrets are known; each pair is commitment and secret."""
        self.round, self.known = number, dict(secrets)
        held = self.snapshot().secrets
        if held is not None:
            made = tuple((bound, self.known.get(bound, "")) for bound, _ in held.made)
            self.restore(SourceState({}, secrets=held._replace(made=made)))


class ReplayedTable:
    """A table at which the commands of a log are given again."""

    def __init__(self, opening: Opening, line: str) -> None:
        self.source = RevealedSource(opening.table, opening_hash(line))
        self.session = Session(opening, self.source)

    def decide(self, entry: Entry) -> None:
        """Give an entry's command again; `MismatchError` if it does not lead to the same events."""
        session, source, command = self.session, self.source, entry.command
        bound = [one for one in entry.events if isinstance(one, ev.DeckCommitted)]
        source.commitment = bound[-1].commitment if bound else ""
        if bound and bound[-1].round == source.round and source.commitment not in source.known:
            raise MismatchError("the commitment in it is never opened")
        try:
            if isinstance(command, cmd.Cut) and entry.by.automatic:
                depth = source.cut_depth(session.state)
                if command.depth != depth:
                    raise MismatchError(f"the dealer cuts {command.depth} deep, and not {depth}")
            events = session.do(command, entry.by, time=entry.time, at=entry.at)
        except MismatchError:
            raise
        except FairdealError as error:
            raise MismatchError(f"its command would be refused: {error}") from None
        except UNREADABLE as error:
            kind = type(error).__name__
            raise MismatchError(f"its command cannot be given again ({kind})") from None
        if tuple(events) != entry.events:
            raise MismatchError(_difference(events, entry.events))
        if session.entries != entry.number:
            raise MismatchError(f"it is entry {session.entries} of its table")


def _difference(right: Sequence[ev.Event], logged: Sequence[ev.Event]) -> str:
    number = next(
        (n for n, pair in enumerate(zip(right, logged, strict=False)) if pair[0] != pair[1]),
        min(len(right), len(logged)),
    )
    texts = [
        quoted(dump_line(event_document(events[number]))) if number < len(events) else "nothing"
        for events in (logged, right)
    ]
    return f"its event {number + 1} is {texts[0]}, and the rules and the cards give {texts[1]}"


def check_secrets(table: str, rules_hash: str, revealed: ev.SecretsRevealed) -> None:
    """Check every secret against its commitment; `MismatchError` names the round."""
    for bound, secret in revealed.secrets:
        if commitment(table, revealed.round, rules_hash, secret) != bound:
            raise MismatchError(f"a secret of round {revealed.round} is not that of its commitment")


def revealed_in(entry: Entry) -> ev.SecretsRevealed | None:
    """Return the event of an entry that reveals secrets; None if there is none."""
    found = [one for one in entry.events if isinstance(one, ev.SecretsRevealed)]
    return found[-1] if found else None


def entry_text(table: str, entry: Entry) -> str:
    """Return the text of an entry as the floor's log has it."""
    return dump_line({"table": table, **entry_document(entry)})
