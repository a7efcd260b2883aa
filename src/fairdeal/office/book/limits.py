"""Changes of limits: posted by whom, from what to what, and when they came into force (.21C)."""

from fairdeal.office.book.facts import LimitChange
from fairdeal.office.book.hands import cents_of
from fairdeal.office.book.table_fold import Document, TableFold
from fairdeal.rulebook.money import dollars


def _span(event: Document, before: str = "") -> str:
    low, high = (dollars(cents_of(event[f"{before}{name}"])) for name in ("minimum", "maximum"))
    return f"{low} to {high}"


def record_notice(table: TableFold, event: Document) -> None:
    """Record that other limits were posted; they replace a notice of before."""
    withdraw(table, "replaced")
    # The operator may have done nothing else of which the log tells a name.
    table.book.names.setdefault(event["by"], table.by.get("name", event["by"]))
    was, will = _span(event, "from_"), _span(event)
    change = LimitChange(table.where, event["by"], was, will, event["in_force_at"])
    table.book.limit_changes.append(change)
    words = f"limits of {will} are posted in place of {was}"
    table.book.note(table.where, "limits", "notice", words, None, event["by"], was, will)


def record_withdrawal(table: TableFold, event: Document) -> None:
    """Record that a notice was withdrawn."""
    notice = withdraw(table, "withdrawn")
    if notice is not None:
        words = f"the notice of limits of {notice.to} is withdrawn"
        table.book.note(table.where, "limits", "notice", words, None, event["by"], "", notice.was)


def record_change(table: TableFold, event: Document) -> None:
    """Record that posted limits are in force."""
    changes = table.book.limit_changes
    for at in range(len(changes) - 1, -1, -1):
        one = changes[at]
        if one.where.table == table.id and one.state == "posted":
            changes[at] = one._replace(state="in force", changed=table.place.time)
            if one.where.leaf != table.place.leaf:
                words = f"limits of {_span(event)} are in force"
                table.book.note(
                    table.where, "limits", "notice", words, None, one.by, one.was, one.to
                )
            return


def withdraw(table: TableFold, state: str) -> LimitChange | None:
    """End the notice that waits at a table, and return it as it was; None where there is none."""
    changes = table.book.limit_changes
    for at in range(len(changes) - 1, -1, -1):
        one = changes[at]
        if one.where.table == table.id and one.state == "posted":
            changes[at] = one._replace(state=state, changed=table.place.time)
            return one
    return None
