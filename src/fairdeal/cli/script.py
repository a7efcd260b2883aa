"""A table driven by a script: one JSON object a line, answered by one line each."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, Final, TextIO

from fairdeal.errors import BadInputError, BusyError, Refused
from fairdeal.play.journal import Journal
from fairdeal.play.session import KEYS_KEPT, Session, digest_of, told_by_event, whose
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_FLOOR, Actor
from fairdeal.table.commands import Command, Confirm
from fairdeal.table.entry import Entry
from fairdeal.table.state import State
from fairdeal.table.view import SEES_RACK, Viewer
from fairdeal.table.walk import walk
from fairdeal.wire.commands import read_line
from fairdeal.wire.json import dump_answer, parse_json, require_known_keys
from fairdeal.wire.view import next_documents, seen_document, view_document
from fairdeal.wording.event_words import round_reports

#: No command comes near it.
MAX_LINE_BYTES: Final = 64 * 1024


class CommandScript:
    """A session, the one who is sent the answers, and what was answered to each key."""

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self._answers: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._seen: list[dict[str, Any]] = []
        self._keyed: str | None = None
        self._givers: dict[str, Actor] = {}

    def run(
        self, session: Session, lines: Iterable[bytes], out: TextIO, journal: Journal | None = None
    ) -> None:
        """Answer each line as soon as it is read, and once the log holds what it led to."""
        told_by_event(session, self._watch)
        cut = False
        for line in lines:
            # The rest of a line that was too long belongs to what was refused.
            goes_on, cut = cut, len(line) > MAX_LINE_BYTES and not line.endswith(b"\n")
            if goes_on or not line.strip():
                continue
            self._seen.clear()
            answer = self._answer(session, line)
            if journal is not None:
                journal.sync()
            out.write(f"{dump_answer(answer)}\n")
            out.flush()

    def remember(self, session: Session, before: State, entry: Entry) -> None:
        """An entry of a log that is gone on from: its key is answered as it was then."""
        confirms = isinstance(entry.command, Confirm) and entry.by == AUTOMATIC_FLOOR
        self._keyed = entry.key or (self._keyed if confirms else None)
        if self._keyed is None:
            return
        if entry.key:
            self._seen.clear()
            self._givers[entry.by.id] = entry.by
        for state, event, _ in walk(before, entry.events):
            self._watch(state, event)
        self._keep(self._keyed, self._done(session))

    def _watch(self, state: State, event: ev.Event) -> None:
        if (sent := seen_document(state, event, self._viewer)) is not None:
            self._seen.append(sent)

    def _done(self, session: Session) -> dict[str, Any]:
        state = session.state
        following = next_documents(state)
        return {"version": state.version, "events": list(self._seen), "next": following}

    def _keep(self, digest: str, answer: dict[str, Any]) -> None:
        self._answers[digest] = answer
        if len(self._answers) > KEYS_KEPT:
            self._answers.popitem(last=False)

    def _answer(self, session: Session, line: bytes) -> dict[str, Any]:
        version = {"version": session.state.version}
        try:
            document = parse_json(_text(line))
            name = document.get("do") if isinstance(document, dict) else None
            if name in ("view", "history", "auto"):
                require_known_keys(document, name, ("do",))
            if name == "view":
                return {**version, "view": view_document(session.state, self._viewer)}
            if name == "history":
                return {**version, **self._history(session)}
            if name == "auto":
                return self._auto(session)
            return self._obey(session, document)
        except Refused as refusal:
            return {**version, "refused": refusal.reason, "clause": refusal.clause}
        except (BadInputError, BusyError) as error:
            return {**version, "error": str(error)}

    def _auto(self, session: Session) -> dict[str, Any]:
        """The automatic dealer's work; what it did before it was refused is answered as done. Where
        it waits for somebody to name cards, that is nothing.
        """
        before = session.state.version
        try:
            session.run_dealer()
        except Refused:
            if session.state.version == before and not session.waits_for_cards:
                raise
        return self._done(session)

    def _obey(self, session: Session, document: Any) -> dict[str, Any]:
        command, envelope = read_line(session.state, document)
        by = envelope.by or self._giver(session, command, envelope.key)
        again = envelope.key is not None and session.answered(by, envelope.key) is not None
        session.do(command, by, time=envelope.time, key=envelope.key, at=envelope.at)
        if envelope.key is None:
            return self._done(session)
        digest = digest_of(by, envelope.key)
        if not again:
            self._givers[by.id] = by
            self._keep(digest, self._done(session))
        return self._answers[digest]

    def _giver(self, session: Session, command: Command, key: str | None) -> Actor:
        """Whoever a line without `by` is from: sent again with its key, whoever it was then, even
        where the seat is another's by now.
        """
        for actor in self._givers.values() if key is not None else ():
            known = session.answered(actor, key or "")
            if known is not None and known.command == command:
                return known.by
        return whose(session.state, command)

    def _history(self, session: Session) -> dict[str, Any]:
        if self._viewer.role not in SEES_RACK:
            reason = "the discard rack is for the dealer, the floor and an auditor"
            raise Refused(reason, session.state.rules.game.procedure.clear)
        told = [told for one in session.finished for told in round_reports(one.before, one.events)]
        return {"history": told}


def _text(line: bytes) -> str:
    if len(line) > MAX_LINE_BYTES:
        raise BadInputError(f"a line of a script is up to {MAX_LINE_BYTES // 1024} KiB long")
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInputError("the line is not text in UTF-8") from None
