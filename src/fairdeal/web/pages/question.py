"""The question that waits for a second person, its outcomes, and the answers to it."""

from typing import Any, assert_never

import msgspec

from fairdeal.errors import Refused
from fairdeal.floor.tables.preview import Outcome, preview_of
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.rulebook.money import dollars
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import FLOOR, Role
from fairdeal.table.dry_run import SECOND
from fairdeal.table.state import State, dealing_clauses
from fairdeal.web.pages.table.scene_types import ScenePart
from fairdeal.wire.commands import command_document
from fairdeal.wording.dealer import instructions
from fairdeal.wording.declarations import InputField


class QuestionAnswer(ScenePart, frozen=True):
    """An answer that the second person may give."""

    words: str
    command: dict[str, Any]
    kind: str = "plain"
    fields: tuple[InputField, ...] = ()


class Question(ScenePart, frozen=True):
    """What waits for a second person. `answers` are the viewer's; where there are none, `why` says
    why not. `outcomes` are what comes of it.
    """

    asked: int
    words: str
    outcomes: tuple[Outcome, ...]
    clause: str | None = None
    answers: tuple[QuestionAnswer, ...] = ()
    why: str = ""


def reporter(state: State) -> str | None:
    """The id of whoever has reported what waits for the floorperson."""
    report = state.asked or state.differs
    return report.by if report is not None else None


def question(face: PublishedTable, roles: tuple[Role, ...], *, reported: bool) -> Question | None:
    """What waits for the floorperson, with what comes of it; `reported` by the viewer or not."""
    state = face.state
    asked, differs = state.asked, state.differs
    if asked is None and differs is None:
        return None
    words = next(iter(instructions(state))).say.removeprefix("Floorperson: ")
    words = f"{words[:1].upper()}{words[1:]}"
    why = ""
    if FLOOR not in roles:
        why = "It waits for the floorperson."
    elif reported:
        why = "Whoever reports does not confirm: it takes a second person."
    deny = InputField("reason", "What was found instead")
    if asked is not None:
        clause: str | None = asked.clause
        sure: cmd.Command = cmd.Confirm(asked=asked.asked)
        outcomes = _outcomes(face, sure)
        back = sum(one.back for one in outcomes)
        match asked:
            case ev.VoidAsked():
                words_for_yes = _with_amount("Void", back)
            case ev.CorrectionAsked():
                words_for_yes = _with_amount("Confirm", back)
            case ev.PaymentAsked():
                words_for_yes = f"Pay {dollars(asked.cents)}"
            case _:
                assert_never(asked)
        answers: tuple[QuestionAnswer, ...] = (
            QuestionAnswer(words_for_yes, command_document(sure), "danger"),
            QuestionAnswer("Deny", {"do": "deny", "asked": asked.asked}, fields=(deny,)),
        )
    else:
        clauses = dealing_clauses(state)
        clause = clauses.floor_rules or clauses.count
        rulings = [cmd.RuleCount(misdealt=True), cmd.RuleCount(misdealt=False)]
        titles = ("Misdealt", "Not misdealt")
        found = [
            (title, one, _outcomes(face, one)) for title, one in zip(titles, rulings, strict=True)
        ]
        outcomes = tuple(outcome for _, _, them in found for outcome in them)
        answers = tuple(
            QuestionAnswer(_with_amount(title, them[0].back), command_document(one), "danger")
            for title, one, them in found
            if them
        )
    number = asked.asked if asked is not None else state.version
    return Question(number, words, outcomes, clause, () if why else answers, why)


def _with_amount(words: str, cents: int) -> str:
    return f"{words}, return {dollars(cents)}" if cents else words


def _outcomes(face: PublishedTable, command: cmd.Command) -> tuple[Outcome, ...]:
    try:
        found = preview_of(face.id, face.state, command, SECOND).outcomes
    except Refused:
        return ()
    said = command_document(command)
    return tuple(msgspec.structs.replace(one, said=said) for one in found)
