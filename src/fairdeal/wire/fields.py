"""The fields of a document, read with a way to complain.

`check` collects what is wrong, whoever answers one deal or one command refuses at the first: the
same functions read for both.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, Protocol, TypeAlias

from fairdeal.english import did_you_mean, one_of, quoted, shown
from fairdeal.errors import BadInputError, NotMoneyError
from fairdeal.rulebook.money import CENTS, MAX_STAKE, dollars, parse_amount, to_json
from fairdeal.wire import suggestions
from fairdeal.wire.suggestions import Suggest

Path: TypeAlias = tuple[str, ...]


class Complain(Protocol):
    """Says what is wrong at a path, and the clause that is broken (None where no text speaks).

    `message` is for whoever sees field and clause beside it, `sentence` stands alone; where there
    is none, the message does with its clause. `suggest` offers what would be in order instead.
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
        """Collect it, or raise."""


def refuse(
    path: Path,
    message: str,
    clause: str | None = None,
    *,
    sentence: str | None = None,
    suggest: Suggest | None = None,
) -> NoReturn:
    """Refuse at once, in the sentence that stands alone."""
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
    """Refuse at once, and name the field."""
    del sentence, suggest
    raise BadInputError(f"{field_name(path)}: {_cited(message, clause)}")


def field_name(path: Path) -> str:
    """A path as it is told: whole, unless a key is beyond all reading."""
    return ".".join(map(shown, path))


def _cited(message: str, clause: str | None) -> str:
    return f"{message} ({clause})" if clause else message


def read_money(
    value: Any,
    path: Path,
    complain: Complain,
    *,
    what: str,
    clause: str | None = None,
    most: int = MAX_STAKE,
    per_dollar: int = CENTS,
    zero: bool = False,
) -> int:
    """An amount above zero (or `zero`) in cents (or meter units); 0 where it is none."""
    try:
        amount = parse_amount(value, per_dollar=per_dollar)
    except NotMoneyError as error:
        instead = suggestions.nearest_amount(value, per_dollar=per_dollar, most=most)
        complain(path, f"{what} {error}, not {quoted(value)}", suggest=instead)
        return 0
    if amount < 0 or not (amount or zero):
        above = f"{what} must be {'not below' if zero else 'above'} zero"
        complain(path, above, clause, sentence=f"{above}, not {quoted(value)}")
        return 0
    if amount > most:
        over = f"{what} is over {dollars(most * CENTS // per_dollar)}"
        instead = suggestions.use_value(to_json(most, per_dollar=per_dollar))
        complain(path, over, clause, sentence=over, suggest=instead)
        return 0
    return amount


class Fields:
    """A document of named values and tables."""

    def __init__(self, document: Mapping[str, Any], complain: Complain) -> None:
        self.document = document
        self.complain = complain

    def get(
        self,
        path: Path,
        *,
        clause: str | None = None,
        required: bool = True,
        usual: Suggest | None = None,
    ) -> Any:
        """The value at a path, or None; a missing one is complained of where it is required, and
        `usual` is what could be put there.
        """
        value: Any = self.document
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        if value is None and required:
            self.complain(path, f"{path[-1]} is missing", clause, suggest=usual)
        return value

    def table(self, name: str) -> dict[str, Any]:
        """A table of the document, empty where it is not there or is no table at all."""
        value = self.document.get(name)
        return value if isinstance(value, dict) else {}

    def is_no_table(self, name: str) -> bool:
        """Whether something else stands there; that is one complaint, and none follows from it."""
        return name in self.document and not isinstance(self.document[name], dict)

    def choice(
        self,
        path: Path,
        choices: Sequence[str],
        *,
        required: bool = True,
        usual: Suggest | None = None,
    ) -> str | None:
        """One of a few names, or None where it is none of them."""
        value = self.get(path, required=required, usual=usual)
        if value is None or (isinstance(value, str) and value in choices):
            return value
        hint = did_you_mean(value, choices) if isinstance(value, str) else ""
        hint = hint or f": choose {one_of(choices)}"
        message = f"{path[-1]} cannot be {quoted(value)}{hint}"
        self.complain(path, message, suggest=suggestions.similar_name(value, choices))
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
        """A whole number between bounds, or None; `absent` is cited where it is missing."""
        value, name = self.get(path, clause=absent, required=required, usual=usual), path[-1]
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            message = f"{name} must be a whole number, not {quoted(value)}"
            self.complain(path, message, suggest=suggestions.nearest_whole(value, low, high))
        elif not low <= value <= high:
            allowed = str(low) if low == high else f"{low} to {high}"
            message = f"{name} is {quoted(value)}, allowed is {allowed}"
            self.complain(
                path, message, clause, suggest=suggestions.nearest_whole(value, low, high)
            )
        else:
            return value
        return None

    def money(self, key: str, *, usual: Suggest | None = None) -> int:
        """An amount in cents; 0 where it is missing or none."""
        value = self.get((key,), usual=usual)
        return 0 if value is None else read_money(value, (key,), self.complain, what=key)
