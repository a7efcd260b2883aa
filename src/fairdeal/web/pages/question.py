"""The question that waits for a second person, its outcomes, and the answers to it."""

from typing import Any, assert_never

import msgspec

from fairdeal.errors import Refused
from fairdeal.floor.tables.preview import PreviewedOutcome, preview_of
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.rulebook.money import dollars
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import FLOOR, Role
from fairdeal.table.dry_run import SECOND
from fairdeal.table.state import State, dealing_clauses
from fairdeal.table.view import SEES_REPORTED
from fairdeal.web.pages.table.scene_types import ScenePart
from fairdeal.wire.commands import command_document
from fairdeal.wording.dealer import instructions
from fairdeal.wording.declarations import InputField
from fairdeal.wording.player import card_name


class QuestionAnswer(ScenePart, frozen=True):
    """An answer that the second person may give."""

    words: str
    command: dict[str, Any]
    kind: str = "plain"
    fields: tuple[InputField, ...] = ()


class FloorQuestion(ScenePart, frozen=True):
    """A report that a second person must confirm, with its possible `outcomes`.

    `answers` are those that the viewer may give. If there are none, `why` has the reason.
    """

    asked: int
    words: str
    outcomes: tuple[PreviewedOutcome, ...]
    clause: str | None = None
    answers: tuple[QuestionAnswer, ...] = ()
    why: str = ""


def why_no_judge(state: State, person: str) -> str:
    """Return why a person may not answer the question that waits, or an empty text."""
    report = state.asked or state.differs
    if report is not None and report.by == person:
        return "You made this report, so a second person must confirm it."
    if person == state.dealer or person in state.dealt:
        return "You deal this round, so a second person must confirm it."
    return ""


def question(
    table: PublishedTable, roles: tuple[Role, ...], *, barred: str
) -> FloorQuestion | None:
    """Return the report that waits for the floorperson, or None.

    `barred` says why the viewer may not confirm it though a floorperson; see `why_no_judge`.
    """
    state = table.state
    asked, differs = state.asked, state.differs
    if asked is None and differs is None:
        return None
    words = next(iter(instructions(state))).say.removeprefix("Floorperson: ")
    words = f"{words[:1].upper()}{words[1:]}"
    if state.reported is not None and SEES_REPORTED.intersection(roles):
        words = f"{words}. The card is the {card_name(state.reported)}"
    why = ""
    if FLOOR not in roles:
        why = "It waits for the floorperson."
    elif barred:
        why = barred
    deny = InputField("reason", "What was found instead")
    if asked is not None:
        clause: str | None = asked.clause
        sure: cmd.Command = cmd.Confirm(asked=asked.asked)
        outcomes = _outcomes(table, sure)
        back = sum(one.back for one in outcomes)
        match asked:
            case ev.VoidAsked():
                words_for_yes = _with_amount("Void", back)
            case ev.CorrectionAsked():
                words_for_yes = _with_amount("Confirm", back)
            case ev.PaymentAsked():
                words_for_yes = f"Pay {dollars(asked.cents)}"
            case ev.HandPayAsked():
                words_for_yes = f"Confirm {dollars(asked.cents + asked.envy)}"
            case _:
                assert_never(asked)
        answers: tuple[QuestionAnswer, ...] = (
            QuestionAnswer(words_for_yes, command_document(sure), "danger"),
        )
        if not state.secret_lost:
            denied = {"do": "deny", "asked": asked.asked}
            answers += (QuestionAnswer("Deny", denied, fields=(deny,)),)
    else:
        clauses = dealing_clauses(state)
        clause = clauses.floor_rules or clauses.count
        rulings = [cmd.RuleCount(misdealt=True), cmd.RuleCount(misdealt=False)]
        titles = ("Misdealt", "Not misdealt")
        found = [
            (title, one, _outcomes(table, one)) for title, one in zip(titles, rulings, strict=True)
        ]
        outcomes = tuple(outcome for _, _, them in found for outcome in them)
        answers = tuple(
            QuestionAnswer(_with_amount(title, them[0].back), command_document(one), "danger")
            for title, one, them in found
            if them
        )
        again = InputField("reason", "What was found instead")
        answers += (QuestionAnswer("Have it counted again", {"do": "deny"}, fields=(again,)),)
    number = asked.asked if asked is not None else state.version
    return FloorQuestion(number, words, outcomes, clause, () if why else answers, why)


def _with_amount(words: str, cents: int) -> str:
    return f"{words}, return {dollars(cents)}" if cents else words


def _outcomes(table: PublishedTable, command: cmd.Command) -> tuple[PreviewedOutcome, ...]:
    try:
        found = preview_of(table.id, table.state, command, SECOND).outcomes
    except Refused:
        return ()
    said = command_document(command)
    return tuple(msgspec.structs.replace(one, said=said) for one in found)
