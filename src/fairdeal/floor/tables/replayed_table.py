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
from fairdeal.play.sources import CommittedSource, NamedCards, SourceState
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import Actor
from fairdeal.table.decide import count_by_dealer
from fairdeal.table.entry import Entry, Opening
from fairdeal.table.evolve import advance_to
from fairdeal.table.real_cards import deals_real_cards
from fairdeal.table.state import OPEN, State
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
        #: The commitment in the entry that is replayed, and its protocol.
        self.commitment = ""
        self.logged_protocol = 1

    def protocol(self, state: State) -> int:
        """Return the protocol that the log says. While bets are closed it is that of the round, as
        in play.
        """
        return self.logged_protocol if state.phase is OPEN else super().protocol(state)

    def bind(self, number: str, *, follows: bool) -> tuple[str, str]:
        """Return the commitment of the log with its secret, where that is known; in the first
        protocol, when the bets are closed, the one that follows from the secret, as in play.
        """
        if follows:
            return super().bind(number, follows=True)
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
        #: Whether the commands name the cards, which then follow from no secret.
        self.named = opening.cards == NamedCards.name
        self.session = Session(opening, NamedCards() if self.named else self.source)
        #: The latest protocol of a commitment so far.
        self._protocol = 1

    def decide(self, entry: Entry) -> None:
        """Give an entry's command again; `MismatchError` if it does not lead to the same events."""
        session, before = self.session, self.session.state
        bound = [one for one in entry.events if isinstance(one, ev.DeckCommitted)]
        events = self.give(
            entry.command, entry.by, entry.time, entry.at, bound[-1] if bound else None
        )
        if tuple(events) != entry.events:
            former = former_events(events)
            if isinstance(entry.command, cmd.CountStub):
                former = tuple(count_by_dealer(before, entry.command, entry.by))
            if former != entry.events:
                raise MismatchError(_difference(events, entry.events))
            session.state = advance_to(before, entry.time, entry.events)
        if session.entries != entry.number:
            raise MismatchError(f"it is entry {session.entries} of its table")

    def follow(self, entry: Entry) -> None:
        """Apply an entry of a round whose secrets are lost, which cannot be decided again."""
        for event in entry.events:
            if isinstance(event, ev.DeckCommitted):
                self._check_protocol(event.protocol)
        self.session.replay(entry)

    def give(
        self,
        command: cmd.Command,
        by: Actor,
        time: int,
        at: str | None,
        bound: ev.DeckCommitted | None,
    ) -> list[ev.Event]:
        """Give a command again and return its events; `MismatchError` if it would be refused.
        `bound` is the last commitment in its entry.
        """
        session, source = self.session, self.source
        source.commitment, source.logged_protocol = "", 1
        if bound is not None:
            self._check_protocol(bound.protocol)
            source.commitment, source.logged_protocol = bound.commitment, bound.protocol
            if bound.round == source.round and bound.commitment not in source.known:
                raise MismatchError("its commitment to the cards was never revealed")
        try:
            if isinstance(command, cmd.Cut) and by.automatic and not self.named:
                depth = source.cut_depth(session.state)
                if command.depth != depth:
                    raise MismatchError(
                        f"the automatic dealer cut {command.depth} cards deep instead of {depth}"
                    )
            return session.do(command, by, time=time, at=at)
        except MismatchError:
            raise
        except FairdealError as error:
            raise MismatchError(f"its command would be refused: {error}") from None
        except UNREADABLE as error:
            kind = type(error).__name__
            raise MismatchError(f"its command cannot be replayed ({kind})") from None

    def _check_protocol(self, protocol: int) -> None:
        """Check that the protocol of a commitment is not older than the one before it: whoever
        could go back to words that are not pledged could choose cards again.
        """
        if protocol < self._protocol:
            went = f"from {self._protocol} back to {protocol}"
            raise MismatchError(
                f"the cards are committed to by an older protocol than before ({went})"
            )
        self._protocol = protocol


def former_events(events: Sequence[ev.Event]) -> tuple[ev.Event, ...]:
    """Return the events to which version 0.1 came where it differs, so that its logs stay valid. It
    set a card aside as soon as the card was reported, before the floorperson had answered.
    """
    match events:
        case [ev.VoidAsked() as asked, ev.CardReported(card=card, clause=clause)]:
            return ev.CardSetAside(card, clause), asked
        case _:
            return tuple(events)


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


def check_secrets(
    table: str, rules_hash: str, revealed: ev.SecretsRevealed, *, lost: bool = False
) -> None:
    """Check every secret against its commitment; `MismatchError` names the round. Where the log
    says that secrets of the round were `lost`, they are empty.
    """
    for bound, secret in revealed.secrets:
        if lost and not secret:
            continue
        if commitment(table, revealed.round, rules_hash, secret) != bound:
            raise MismatchError(f"a secret of round {revealed.round} is not that of its commitment")


def require_known_cards(opening: Opening) -> None:
    """Check that the cards of a table are committed to, or named where its rules say so."""
    named = deals_real_cards(opening.rules)
    if opening.cards != (NamedCards.name if named else CommittedSource.name):
        raise MismatchError("the table does not commit to its cards, and its rules do not say so")


def revealed_in(entry: Entry) -> ev.SecretsRevealed | None:
    """Return the event of an entry that reveals secrets; None if there is none."""
    found = [one for one in entry.events if isinstance(one, ev.SecretsRevealed)]
    return found[-1] if found else None


def entry_text(table: str, entry: Entry) -> str:
    """Return the text of an entry as the floor's log has it."""
    return dump_line({"table": table, **entry_document(entry)})
