"""What two people answer for at a table: questions, answers, payments by hand; and who deals."""

from fairdeal.office.book.facts import Duty, HandPayment, Irregularity
from fairdeal.office.book.hands import cents_of
from fairdeal.office.book.table_fold import Document, TableFold
from fairdeal.rulebook.money import dollars
from fairdeal.table.actors import AUTOMATIC_DEALER


def record_question(table: TableFold, event: Document) -> None:
    """Record that something waits for a second person."""
    table.waiting[event["asked"]] = event


def record_confirmation(table: TableFold, event: Document) -> None:
    """Record that a question is confirmed."""
    question = table.waiting.pop(event["asked"], None)
    if question is None:
        return
    table.confirmed = (question, event["by"])
    seat = question.get("seat", 0)
    match question["event"]:
        case "hand-pay-asked":
            cents = cents_of(question["amount"])
            reason = f"{question['hand']}, {question['pays']}"
            _note_payment(table, "large payment", seat, cents, reason, question, event["by"])
        case "correction-asked":
            reason = f"{question['wager']}, {question['how']}: {question['reason']}"
            _note_payment(table, "correction", seat, 0, reason, question, event["by"])


def record_denial(table: TableFold, event: Document) -> None:
    """Record that a question is denied, in a line of its own among the irregularities."""
    question = table.waiting.pop(event["asked"], None) or {}
    line = Irregularity(
        table.where,
        "denied report",
        question.get("clause") or "",
        question.get("reason", ""),
        question.get("by", ""),
        f"denied: {event['reason']}",
        event["by"],
        0,
        0,
    )
    table.book.irregularities.append(line)
    table.book.note(line.where, "denied report", "notice", f"{line.what}: {line.answer}", line)


def record_hand_payment(table: TableFold, event: Document) -> None:
    """Record a payment outside of the settlement."""
    cents = cents_of(event["amount"])
    table.sums().by_hand += cents
    table.game_accounts.win(event["seat"], cents, table.place)
    session = table.seated.get(event["seat"])
    if session is not None:
        session.at(table.place).result += cents
    question, second = table.confirmed or ({}, table.by["id"])
    _note_payment(table, "payment", event["seat"], cents, event["reason"], question, second)


def _note_payment(
    table: TableFold,
    kind: str,
    seat: int,
    cents: int,
    reason: str,
    question: Document,
    second: str,
) -> None:
    session = table.seated.get(seat)
    line = HandPayment(
        table.where,
        kind,
        seat,
        session.player if session else "",
        cents,
        reason,
        question.get("clause") or "",
        question.get("by", ""),
        second,
    )
    table.book.payments.append(line)
    words = f"{kind} of {dollars(cents)} at seat {seat}: {reason}"
    table.book.note(
        table.where, "hand payment", "notice", words, None, second, after=dollars(cents)
    )


# Who deals ----------------------------------------------------------------------------------------


def record_tap_in(table: TableFold, event: Document) -> None:
    """Record that a dealer has taken the table over."""
    end_duty(table, table.time)
    table.dealer = event["by"]
    duty = Duty(event["by"], event["name"], table.id, table.where, None)
    table.duties.append(duty)


def record_tap_out(table: TableFold, _event: Document) -> None:
    """Record that the dealer has left the table."""
    end_duty(table, table.time)
    table.dealer = ""


def hand_over(table: TableFold, time: int, dealer: str) -> None:
    """Record that somebody else deals from now on: the automatic dealer, or people."""
    end_duty(table, time)
    table.dealer = AUTOMATIC_DEALER.id if dealer == "auto" else ""


def end_duty(table: TableFold, time: int) -> None:
    """Record that the duty of the dealer is over."""
    if table.duties and table.duties[-1].until is None:
        table.duties[-1] = table.duties[-1]._replace(until=time)
