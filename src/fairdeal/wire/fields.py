"""Reads the fields of a document, and reports each problem to a function that the caller gives.

The function of `check` collects all problems. The function for a single deal or command raises an
error at the first one. The same readers serve both.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, Protocol, TypeAlias

from fairdeal.english import did_you_mean, one_of, quoted, shown
from fairdeal.errors import BadInputError, NotMoneyError
from fairdeal.rulebook.money import CENTS, MAX_STAKE, dollars, parse_amount, to_json
from fairdeal.wire import suggestions
from fairdeal.wire.suggestions import Suggest

Path: TypeAlias = tuple[str, ...]


class Reporter(Protocol):
    """Reports a problem at a path, and the clause that it breaks (None if no clause applies).

    `message` is shown beside the field and the clause. `sentence` is shown alone; by default it is
    the message with its clause. `suggest` offers a value that would be valid.
    """

    def __call__(
        self,
        path: Path,
        message: str,
        clause: str | None = None,
        *,
        sentence: str | None = None,
        suggest: Suggest | None = None,
    ) -> None:
        """Collect the problem, or raise an error."""


def refuse(
    path: Path,
    message: str,
    clause: str | None = None,
    *,
    sentence: str | None = None,
    suggest: Suggest | None = None,
) -> NoReturn:
    """Raise an error with the sentence that is shown alone."""
    del path, suggest
    raise BadInputError(sentence or _cited(message, clause))


def refuse_field(
    path: Path,
    message: str,
    clause: str | None = None,
    *,
    sentence: str | None = None,
    suggest: Suggest | None = None,
) -> NoReturn:
    """Raise an error that names the field."""
    del sentence, suggest
    raise BadInputError(with_field(path, _cited(message, clause)))


def field_name(path: Path) -> str:
    """Return a path as text; very long keys are shortened."""
    return ".".join(map(shown, path))


def with_field(path: Path, message: str) -> str:
    """Return a message that names its field, and does so once."""
    name = field_name(path)
    return message if message.startswith(f"{name} ") else f"{name}: {message}"


def _cited(message: str, clause: str | None) -> str:
    return f"{message} ({clause})" if clause else message


def read_money(
    value: Any,
    path: Path,
    report: Reporter,
    *,
    what: str,
    clause: str | None = None,
    most: int = MAX_STAKE,
    per_dollar: int = CENTS,
    zero: bool = False,
) -> int:
    """Return an amount in cents (or meter units), or 0 after reporting a problem.

    It must be above zero, unless `zero` allows zero.
    """
    try:
        amount = parse_amount(value, per_dollar=per_dollar)
    except NotMoneyError as error:
        instead = suggestions.nearest_amount(value, per_dollar=per_dollar, most=most)
        report(path, f"{what} {error}, not {quoted(value)}", suggest=instead)
        return 0
    if amount < 0 or not (amount or zero):
        above = f"{what} must be {'not below' if zero else 'above'} zero"
        report(path, above, clause, sentence=f"{above}, not {quoted(value)}")
        return 0
    if amount > most:
        over = f"{what} is over {dollars(most * CENTS // per_dollar)}"
        instead = suggestions.use_value(to_json(most, per_dollar=per_dollar))
        report(path, over, clause, sentence=over, suggest=instead)
        return 0
    return amount


class Fields:
    """Reads the values and tables of a document by their paths."""

    def __init__(self, document: Mapping[str, Any], report: Reporter) -> None:
        self.document = document
        self.report = report

    def get(
        self,
        path: Path,
        *,
        clause: str | None = None,
        required: bool = True,
        needs: str = "",
        usual: Suggest | None = None,
    ) -> Any:
        """Return the value at a path, or None. A missing required value is reported, with what is
        to be written there (`needs`), and with `usual` as the suggestion.
        """
        value: Any = self.document
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        if value is None and required:
            missing = f"{path[-1]} is missing"
            self.report(path, f"{missing}: {needs}" if needs else missing, clause, suggest=usual)
        return value

    def table(self, name: str) -> dict[str, Any]:
        """Return a table of the document; it is empty if it is missing or is not a table."""
        value = self.document.get(name)
        return value if isinstance(value, dict) else {}

    def is_no_table(self, name: str) -> bool:
        """Return whether a value is there that is not a table.

        That is reported once, and nothing inside the table is reported as missing.
        """
        return name in self.document and not isinstance(self.document[name], dict)

    def choice(
        self,
        path: Path,
        choices: Sequence[str],
        *,
        required: bool = True,
        usual: Suggest | None = None,
    ) -> str | None:
        """Return one of the allowed names, or None after reporting another value."""
        needs = f"choose {one_of(choices)}"
        value = self.get(path, required=required, needs=needs, usual=usual)
        if value is None or (isinstance(value, str) and value in choices):
            return value
        hint = did_you_mean(value, choices) if isinstance(value, str) else ""
        hint = hint or f": {needs}"
        message = f"{path[-1]} cannot be {quoted(value)}{hint}"
        self.report(path, message, suggest=suggestions.similar_name(value, choices))
        return None

    def whole(
        self,
        path: Path,
        low: int,
        high: int,
        clause: str | None = None,
        *,
        absent: str | None = None,
        required: bool = True,
        usual: Suggest | None = None,
    ) -> int | None:
        """Return a whole number between bounds, or None; `absent` is cited if it is missing."""
        allowed, name = str(low) if low == high else f"{low} to {high}", path[-1]
        needs = f"write {allowed}" if low > 0 else "write a whole number"
        value = self.get(path, clause=absent, required=required, needs=needs, usual=usual)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            message = f"{name} must be a whole number, not {quoted(value)}"
            self.report(path, message, suggest=suggestions.nearest_whole(value, low, high))
        elif not low <= value <= high:
            message = f"{name} is {quoted(value)}, allowed is {allowed}"
            self.report(path, message, clause, suggest=suggestions.nearest_whole(value, low, high))
        else:
            return value
        return None

    def money(self, key: str, *, usual: Suggest | None = None) -> int:
        """Return an amount in cents, or 0 if it is missing or not an amount."""
        value = self.get((key,), needs="write an amount in dollars, such as 10", usual=usual)
        return 0 if value is None else read_money(value, (key,), self.report, what=key)
