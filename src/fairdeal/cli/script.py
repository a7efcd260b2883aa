"""A table driven by a script: each line is a JSON object and is answered by one line."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, Final, TextIO

from fairdeal.errors import BadInputError, BusyError, Refused
from fairdeal.play.journal import Journal
from fairdeal.play.session import KEYS_KEPT, Session, call_on_event, digest_of, whose
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
from fairdeal.wording.dealer import instructions
from fairdeal.wording.event_words import round_reports

#: Longer lines are refused; no valid command is nearly as long.
MAX_LINE_BYTES: Final = 64 * 1024


class CommandScript:
    """Runs the lines of a script at a table, and remembers the answer to each key.

    A line that is sent again with the same key gets the same answer, and changes nothing.
    """

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self._answers: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._events: list[dict[str, Any]] = []
        self._last_digest: str | None = None
        self._actors: dict[str, Actor] = {}

    def run(
        self, session: Session, lines: Iterable[bytes], out: TextIO, journal: Journal | None = None
    ) -> None:
        """Answer each line as soon as the log holds the events that the line led to."""
        call_on_event(session, self._on_event)
        cut = False
        for line in lines:
            # The rest of a line that was too long has been refused with its beginning.
            goes_on, cut = cut, len(line) > MAX_LINE_BYTES and not line.endswith(b"\n")
            if goes_on or not line.strip():
                continue
            self._events.clear()
            answer = self._answer(session, line)
            if journal is not None:
                journal.sync()
            out.write(f"{dump_answer(answer)}\n")
            out.flush()

    def remember(self, session: Session, before: State, entry: Entry) -> None:
        """Remember the answer to an entry of a resumed log, for a script that repeats its key."""
        confirms = isinstance(entry.command, Confirm) and entry.by == AUTOMATIC_FLOOR
        self._last_digest = entry.key or (self._last_digest if confirms else None)
        if self._last_digest is None:
            return
        if entry.key:
            self._events.clear()
            self._actors[entry.by.id] = entry.by
        for state, event, _ in walk(before, entry.events):
            self._on_event(state, event)
        self._remember_answer(self._last_digest, self._success(session))

    def _on_event(self, state: State, event: ev.Event) -> None:
        if (sent := seen_document(state, event, self._viewer)) is not None:
            self._events.append(sent)

    def _success(self, session: Session) -> dict[str, Any]:
        state = session.state
        following = next_documents(instructions(state))
        return {"version": state.version, "events": list(self._events), "next": following}

    def _remember_answer(self, digest: str, answer: dict[str, Any]) -> None:
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
            return self._run_command(session, document)
        except Refused as refusal:
            return {**version, "refused": refusal.reason, "clause": refusal.clause}
        except (BadInputError, BusyError) as error:
            return {**version, "error": str(error)}

    def _auto(self, session: Session) -> dict[str, Any]:
        """Let the automatic dealer work until a player must act, and answer with the events.

        If the dealer is refused after some steps, or waits for named cards, the answer has the
        events up to then.
        """
        before = session.state.version
        try:
            session.run_dealer()
        except Refused:
            if session.state.version == before and not session.waits_for_cards:
                raise
        return self._success(session)

    def _run_command(self, session: Session, document: Any) -> dict[str, Any]:
        command, envelope = read_line(session.state, document)
        by = envelope.by or self._find_actor(session, command, envelope.key)
        repeated = envelope.key is not None and session.entry_of_key(by, envelope.key) is not None
        session.do(command, by, time=envelope.time, key=envelope.key, at=envelope.at)
        if envelope.key is None:
            return self._success(session)
        digest = digest_of(by, envelope.key)
        if not repeated:
            self._actors[by.id] = by
            self._remember_answer(digest, self._success(session))
        return self._answers[digest]

    def _find_actor(self, session: Session, command: Command, key: str | None) -> Actor:
        """Return who gives a command whose line has no `by`.

        A repeated line belongs to its first giver, even if another player has the seat by now.
        """
        for actor in self._actors.values() if key is not None else ():
            entry = session.entry_of_key(actor, key or "")
            if entry is not None and entry.command == command:
                return entry.by
        return whose(session.state, command)

    def _history(self, session: Session) -> dict[str, Any]:
        if self._viewer.role not in SEES_RACK:
            reason = "the discard rack is for the dealer, the floor and an auditor"
            raise Refused(reason, session.state.rules.game.procedure.clear)
        rounds = session.finished
        reports = [report for one in rounds for report in round_reports(one.before, one.events)]
        return {"history": reports}


def _text(line: bytes) -> str:
    if len(line) > MAX_LINE_BYTES:
        raise BadInputError(f"a line of a script is up to {MAX_LINE_BYTES // 1024} KiB long")
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInputError("the line is not text in UTF-8") from None
