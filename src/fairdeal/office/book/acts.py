"""What the floor's own acts change in the book: chips of trays, people, closings."""

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from fairdeal.floor.gaming_day import changed_calendar
from fairdeal.floor.house import house_calendar
from fairdeal.floor.money.denominations import chips_for
from fairdeal.floor.money.variances import INCIDENT_ABOVE_CENTS, NOTIFICATION
from fairdeal.office.book import machine_events, payouts, people_events, second_person
from fairdeal.office.book.facts import (
    ChipMove,
    CountSlip,
    CountVariance,
    Inventory,
    Signature,
    SlipLine,
    VarianceNote,
    Where,
)
from fairdeal.office.book.hands import cents_of, units_of
from fairdeal.rulebook.money import dollars

if TYPE_CHECKING:
    from fairdeal.office.book.book import Book

Document = Mapping[str, Any]
#: Who signs at a table of the automatic dealer.
AUTOMATIC_PAIR: Final = "automatic pair"
#: A clock that goes back by more than this many seconds is a significant event.
CLOCK_SLACK: Final = 2


def apply(book: "Book", where: Where, act: Document) -> None:
    """Apply an act of the floor."""
    by = act["by"]
    if not by.get("automatic"):
        book.names[by["id"]] = by["name"]
    before, book.act_time = book.act_time, act["time"]
    if act["time"] + CLOCK_SLACK < before and act["act"] != "clock":
        machine_events.note_clock(book, where, {**act, "before": before, "after": act["time"]})
    table = act.get("table")
    if table is not None:
        if table in book.tables:
            _of_table(book, where._replace(table=table), act)
        return
    _of_floor(book, where, act)


def signature_of(act: Document) -> Signature:
    """Return who has done an act, in which role and when."""
    by = act["by"]
    name = by.get("name", by["id"])
    return Signature(by["id"], name, by["role"], act["time"], by.get("automatic", False))


def _of_floor(book: "Book", where: Where, act: Document) -> None:
    by, signature = act["by"]["id"], signature_of(act)
    match act["act"]:
        case "sign":
            book.signed.setdefault(act["digest"], {}).setdefault(act["line"], signature)
        case "failed-sign-ins":
            words = f"{act['count']} sign-ins failed within ten minutes"
            book.note(where, "sign-in", "warning", words, None, by, after=str(act["count"]))
        case "disk" | "fault" | "clock" | "audited":
            machine_events.apply(book, where, act)
        case "investigation":
            of = (date.fromisoformat(act["day"]), act["of"])
            book.investigations.setdefault(of, []).append((signature, act["note"]))
            words = f"investigation of {act['of']} on {act['day']}: {act['note']}"
            book.note(where, "investigation", "notice", words, None, by)
        case "payout":
            payouts.sign(book, act, signature)
        case "acknowledge":
            book.acknowledged.setdefault(act["event"], signature)
        case "house":
            _house(book, where, act)
        case "start":
            _started(book, where, act)
        case "resume":
            book.note(
                where, "restart", "notice", "the house listens again after an outage", None, by
            )
        case _:
            people_events.apply(book, where, act)


def _of_table(book: "Book", where: Where, act: Document) -> None:
    by, fold = act["by"]["id"], book.tables[act["table"]]
    where = where._replace(round=fold.round, dealer=fold.dealer)
    if "meter" in act:
        _of_meter(book, where, act)
        return
    match act["act"]:
        case "open":
            units = units_of(act["inventory"])
            book.inventories.append(Inventory(where, "opening", units, by))
            chips = chips_for(cents_of(act["inventory"]))
            slips = book.slips.setdefault(act["table"], [])
            signed = (signature_of(act),)
            name = f"open-{act['floor']}"
            slips.append(CountSlip(where, "opening", chips, 0, (by,), name, signed))
        case "request":
            serial = f"{act['kind']}-{act['floor']}"
            book.chip_moves[serial] = ChipMove(
                where,
                serial,
                act["kind"],
                cents_of(act["amount"]),
                tuple(act["chips"].items()),
                act["reason"],
                by,
                "requested",
                "",
                None,
                asked=signature_of(act),
            )
        case "sign-slip":
            _sign(book, act["request"], act["line"], act["by"], act["time"])
        case "fill" | "credit" | "void-request":
            _answered(book, where, act)
        case "handover":
            words = (
                f"dealt by {'the automatic dealer' if act['dealer'] == 'auto' else 'people'} now"
            )
            second_person.hand_over(fold, where.time, act["dealer"])
            book.note(where, "handover", "notice", words, None, by, after=act["dealer"])
        case "count" | "inventory-count":
            fold.counted = signature_of(act)
        case "payout-due" | "payout" | "void-payout":
            payouts.of_table(book, act, signature_of(act))
        case "closed-table":
            where = _of_day(book, where, act["day"])
            book.closed_tables[f"{act['table']}.{act['day']}"] = where, signature_of(act)
        case "inventory-slip":
            if "day" in act:
                where = _of_day(book, where, act["day"])
                book.drops_since = book.drops_since or where.day
            _moved(book, where, act)
            _counted(book, where, act, act["of"])
        case "close":
            _closed(book, where, act)
        case "error-notification" | "incident-report":
            _paper(book, where, act)


def _of_day(book: "Book", where: Where, text: str) -> Where:
    """Return the place of an act that is of a gaming day that has ended: its last shift."""
    day = date.fromisoformat(text)
    return where._replace(day=day, shift=book.calendar.on(day).shifts[-1].name)


def _house(book: "Book", where: Where, act: Document) -> None:
    """Record when the house's days and shifts begin: before its first table from the beginning on,
    later from the next gaming day on.
    """
    new = house_calendar({name: act[name] for name in ("day", "shifts", "zone")})
    before = book.calendar.start
    if book.tables:
        new = changed_calendar(book.calendar, new, act["time"])
    book.change_calendar(new)
    shifts = ", ".join(
        f"{one.name} {start}" for one, start in zip(new.shifts, act["shifts"].values(), strict=True)
    )
    words = f"the gaming day begins at {new.start} ({new.zone}), shifts: {shifts}"
    if new.before is not None:
        words += f", from {new.since.isoformat()} on"
    book.note(where, "house", "notice", words, None, act["by"]["id"], before, new.start)


def _started(book: "Book", where: Where, act: Document) -> None:
    """Record that a server started to serve, for the first time or again."""
    before, book.program = book.program, act["program"]
    words = f"a server started, Fairdeal {act['version']}"
    if before and before != act["program"]:
        words += ": the program is another one than before"
    kind, by = "restart" if before else "start", act["by"]["id"]
    if differing := act.get("differing", 0):
        verb = "differs" if differing == 1 else "differ"
        words += f": {differing} of its files {verb} from the release"
    book.note(
        where, kind, "alarm" if differing else "notice", words, None, by, before, act["program"]
    )


#: What two people did with a meter, in words.
_METER_ACTS: Final = {
    "move-meter": "moved to another meter",
    "pay-out-meter": "paid out",
    "correct-meter": "corrected",
}


def _of_meter(book: "Book", where: Where, act: Document) -> None:
    """Apply what two people did with a meter: what it gave away is moved, and what it got as well,
    with the other sign.
    """
    done = _METER_ACTS.get(act["act"])
    if done is None:
        return  # somebody has asked only
    changes: dict[str, int] = {}
    for move in act["moves"]:
        units = units_of(move["amount"])
        for account, change in ((move["from"], -units), (move["to"], units)):
            if account.startswith("meter:"):
                changes[account] = changes.get(account, 0) + change
    for account, change in changes.items():
        book.meter(account).move(where.day, where.shift, change)
    own = f"meter:{act['meter']}"
    after = book.meter(own).amount
    before, left = (dollars(units // 10_000) for units in (after - changes[own], after))
    words = f"the meter {act['meter']} was {done}: {act['reason']}"
    book.note(where, "meter", "warning", words, None, act["by"]["id"], before, left)


def _answered(book: "Book", where: Where, act: Document) -> None:
    by, name = act["by"]["id"], act["act"]
    moved = sum(units_of(move["amount"]) for move in act.get("moves", ()))
    if name != "void-request":
        sign = 1 if name == "fill" else -1
        book.inventories.append(Inventory(where, name, sign * moved, by))
    state = "void" if name == "void-request" else "done"
    serial = act.get("request") or f"{name}-{act['floor']}"
    request = book.chip_moves.get(serial)
    if request is None:  # tables of early versions asked nobody first
        cents = moved // 10_000
        request = ChipMove(where, serial, name, cents, (), act["reason"], by, state, "", None)
    reason = f"{request.reason}; void: {act['reason']}" if state == "void" else request.reason
    book.chip_moves[serial] = request._replace(
        state=state,
        answered_by=by,
        answered=act["time"],
        reason=reason,
        answer=signature_of(act),
        void=act["reason"] if state == "void" else "",
    )
    if state == "done":
        line = "dealer" if act["by"]["role"] == "dealer" else "floorperson"
        _sign(book, serial, line, act["by"], act["time"])


def _sign(book: "Book", serial: str, line: str, by: Document, time: int) -> None:
    """Somebody has signed a line of the slip of a request."""
    request = book.chip_moves[serial]
    who = AUTOMATIC_PAIR if by.get("automatic") else by["id"]
    signed = SlipLine(line, who, time, by["role"])
    book.chip_moves[serial] = request._replace(lines=(*request.lines, signed))


def _closed(book: "Book", where: Where, act: Document) -> None:
    duties = book.tables[act["table"]].duties
    if not where.dealer and duties:
        where = where._replace(dealer=duties[-1].dealer)
    _moved(book, where, act)
    if "counted" in act:
        _counted(book, where, act, "closing")


def _moved(book: "Book", where: Where, act: Document) -> None:
    """Note what an act moves between the bank and a tray."""
    by, account = act["by"]["id"], f"inventory:{act['table']}"
    for move in act.get("moves", ()):
        sign = 1 if move["to"] == account else -1
        if account in (move["from"], move["to"]):
            units = sign * units_of(move["amount"])
            book.inventories.append(Inventory(where, move["what"], units, by))


def _counted(book: "Book", where: Where, act: Document, of: str) -> None:
    """Record that two people have counted a tray, or the automatic pair."""
    by, counted = act["by"]["id"], act["counted"]
    first, name = book.tables[act["table"]].counted, counted["count"]
    counters = (first.by if first else "", by)
    signed = (*((first,) if first else ()), signature_of(act))
    difference = cents_of(counted["difference"])
    slip = CountSlip(where, of, dict(counted["chips"]), difference, counters, name, signed)
    book.slips.setdefault(act["table"], []).append(slip)
    if difference:
        words = f"the count differs from the log by {dollars(difference)}"
        severity = "alarm" if abs(difference) > INCIDENT_ABOVE_CENTS else "warning"
        book.variances[name] = CountVariance(where, name, of, difference, counters)
        book.note(where, "variance", severity, words, None, by, after=dollars(difference))


def _paper(book: "Book", where: Where, act: Document) -> None:
    """Record that somebody has written a paper about a count that differs."""
    variance = book.variances[act["count"]]
    text = act["explanation" if act["act"] == NOTIFICATION else "report"]
    paper = VarianceNote(text, act["by"]["id"], act["time"], act["by"]["role"])
    if act["act"] == NOTIFICATION:
        variance = variance._replace(notification=paper, resolved=act["resolved"])
    else:
        variance = variance._replace(incident=paper)
    book.variances[act["count"]] = variance
    words = f"{act['act'].replace('-', ' ')} about {act['count']}: {text}"
    book.note(where, act["act"], "notice", words, None, paper.by)
