"""JSON and TOML from outside: exact numbers, no repeated keys, a sentence for whatever is wrong.

A file holds one document, an array of them, or JSON Lines.
"""

import json
import tomllib
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, NoReturn, TypeVar

from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import BadInputError

_T = TypeVar("_T")


def parse_json(text: str) -> Any:
    """One JSON document, its fractions as exact decimals."""
    try:
        document = json.loads(
            text,
            parse_float=exact_number,
            parse_constant=_no_constant,
            object_pairs_hook=_no_repeats,
        )
        # Half of a character by its escape is no text that could be written out again.
        if "\\ud" in text.lower():
            json.dumps(document, default=str, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadInputError(f"not JSON: {error.msg.lower()} at {where}") from None
    except RecursionError:
        raise BadInputError("not JSON that can be read: nested too deeply") from None
    except UnicodeEncodeError:
        raise BadInputError("not JSON that can be read: half of a character") from None
    except ValueError as error:
        raise (
            error
            if isinstance(error, BadInputError)
            else BadInputError("not JSON that can be read: a number is too long")
        ) from None
    return document


def parse_toml(text: str) -> dict[str, Any]:
    """A TOML document, its fractions as exact decimals."""
    try:
        return tomllib.loads(text, parse_float=exact_number)
    except tomllib.TOMLDecodeError as error:
        raise BadInputError(f"not TOML: {str(error)[:1].lower()}{str(error)[1:]}") from None
    except BadInputError as error:
        raise BadInputError(f"not TOML that can be read: {error}") from None
    except (RecursionError, ValueError):
        raise BadInputError("not TOML that can be read") from None


def exact_number(text: str) -> Decimal:
    """A number with a fraction or an exponent, without loss."""
    try:
        return Decimal(text)
    except InvalidOperation:
        raise BadInputError(f"the number {quoted(text)} cannot be read") from None


def parse_documents(text: str) -> tuple[Any, bool]:
    """The documents of a text, and whether there are many: an array or JSON Lines.

    A line of JSON Lines that cannot be read stands as the error it gave.
    """
    # Only a line feed ends a line: the other separators of Unicode may stand inside a text.
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines:
        raise BadInputError("the input is empty")
    try:
        document = parse_json(text)
    except BadInputError:
        documents = [_or_error(parse_json, line) for line in lines]
        if not _are_lines(lines, documents):
            raise
        return documents, True
    return document, isinstance(document, list)


def _are_lines(lines: Sequence[str], documents: Sequence[Any]) -> bool:
    """Whether a text that is no JSON as a whole is JSON Lines, and not one broken document: some
    line is an object by itself, other than as an indented part or in an array that was opened.
    """
    if len(lines) == 1 or (lines[0].startswith("[") and isinstance(documents[0], BadInputError)):
        return False
    if all(isinstance(document, dict) for document in documents):
        return True
    return any(
        isinstance(document, dict) and not line[0].isspace()
        for line, document in zip(lines, documents, strict=True)
    )


def answer_each(documents: Sequence[Any], answer: Callable[[Any], _T]) -> list[_T | dict[str, str]]:
    """The answers in order, `{"error": ...}` in the place of a document that has none."""
    answers: list[_T | dict[str, str]] = []
    for document in documents:
        given = document if isinstance(document, BadInputError) else _or_error(answer, document)
        answers.append({"error": str(given)} if isinstance(given, BadInputError) else given)
    return answers


def _or_error(function: Callable[[Any], _T], argument: Any) -> _T | BadInputError:
    try:
        return function(argument)
    except BadInputError as error:
        return error


def _no_constant(name: str) -> NoReturn:
    raise BadInputError(f"not JSON: {name} is no number")


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for key, value in pairs:
        if key in document:
            raise BadInputError(f"the key {quoted(key)} stands twice in one object")
        document[key] = value
    return document


def an_object(value: Any, what: str) -> dict[str, Any]:
    """The value, which must be a JSON object."""
    if not isinstance(value, dict):
        raise BadInputError(f"{what} must be an object, not {quoted(value)}")
    return value


def a_text(value: Any, what: str) -> str:
    """The value, which must be a text with something in it that can be written again."""
    if not isinstance(value, str) or not value.strip() or _has_half_characters(value):
        raise BadInputError(f"{what} must be a text, not {quoted(value)}")
    return value


def a_choice(value: Any, what: str, choices: Sequence[str]) -> str:
    """The value, which must be one of the choices."""
    if value not in choices or not isinstance(value, str):
        hint = did_you_mean(value, choices) if isinstance(value, str) else ""
        hint = hint or f": choose {one_of(choices)}"
        raise BadInputError(f"{what} cannot be {quoted(value)}{hint}")
    return value


def known_keys(document: dict[str, Any], what: str, known: Sequence[str]) -> None:
    """Refuse a key that nobody knows."""
    for key in document:
        if key not in known:
            raise BadInputError(f"{what} has no {quoted(key)}{did_you_mean(key, known)}")


def _has_half_characters(text: str) -> bool:
    """JSON can escape half of a surrogate pair, which no output can hold."""
    return any("\ud800" <= character <= "\udfff" for character in text)


def dump_line(document: Any) -> str:
    """A document as one line."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def dump_answer(document: Any) -> str:
    """An answer as one line that a person can read too."""
    return json.dumps(document, ensure_ascii=False)
