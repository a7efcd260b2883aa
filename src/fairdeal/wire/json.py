"""JSON and TOML from outside: exact numbers, no repeated keys, a sentence for whatever is wrong."""

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, Final, NoReturn

from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.wire.nesting import check_json, check_toml


def parse_json(text: str) -> Any:
    """One JSON document, its fractions as exact decimals."""
    check_json(text)
    document, end = decode_json(text, _after_space(text, 0))
    end = _after_space(text, end)
    if end < len(text):
        raise json_error("extra data", text, end)
    return document


def decode_json(text: str, start: int) -> tuple[Any, int]:
    """The value that begins there, and where it ends."""
    try:
        document, end = _DECODER.raw_decode(text, start)
        # Half of a character by its escape is no text that could be written out again.
        if "\\ud" in text[start:end].lower():
            json.dumps(document, default=str, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise json_error(error.msg.lower(), text, error.pos) from None
    except UnicodeEncodeError:
        raise BadInputError("not JSON that can be read: half of a character") from None
    except BadInputError:
        raise
    except ValueError:
        raise BadInputError("not JSON that can be read: a number is too long") from None
    return document, end


def parse_array(text: str) -> Iterator[Any]:
    """The elements of a JSON array, one after the other; the text has been scanned for depth.

    Elements that were read are not kept, so an array takes no more memory than its text.
    """
    at = _after_space(text, _after_space(text, 0) + 1)
    if text[at : at + 1] != "]":
        while True:
            element, at = decode_json(text, at)
            yield element
            at = _after_space(text, at)
            if text[at : at + 1] == "]":
                break
            if text[at : at + 1] != ",":
                raise json_error("expecting ',' delimiter", text, at)
            at = _after_space(text, at + 1)
    at = _after_space(text, at + 1)
    if at < len(text):
        raise json_error("extra data", text, at)


def json_error(what: str, text: str, at: int) -> BadInputError:
    """The error that something is wrong at a place of a text."""
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return BadInputError(f"not JSON: {what} at line {line}, column {column}")


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def parse_toml(text: str) -> dict[str, Any]:
    """A TOML document, its fractions as exact decimals."""
    try:
        check_toml(text)
        return tomllib.loads(text, parse_float=exact_number)
    except tomllib.TOMLDecodeError as error:
        raise BadInputError(f"not TOML: {str(error)[:1].lower()}{str(error)[1:]}") from None
    except BadInputError as error:
        raise BadInputError(f"not TOML that can be read: {error}") from None
    except ValueError:
        raise BadInputError("not TOML that can be read") from None


def exact_number(text: str) -> Decimal:
    """A number with a fraction or an exponent, without loss."""
    try:
        return Decimal(text)
    except InvalidOperation:
        raise BadInputError(f"the number {quoted(text)} cannot be read") from None


def _no_constant(name: str) -> NoReturn:
    raise BadInputError(f"not JSON: {name} is no number")


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for key, value in pairs:
        if key in document:
            raise BadInputError(f"the key {quoted(key)} stands twice in one object")
        document[key] = value
    return document


_SPACE: Final = re.compile(r"[ \t\n\r]*")
_DECODER: Final = json.JSONDecoder(
    parse_float=exact_number, parse_constant=_no_constant, object_pairs_hook=_no_repeats
)


def require_object(value: Any, what: str) -> dict[str, Any]:
    """The value, which must be a JSON object."""
    if not isinstance(value, dict):
        raise BadInputError(f"{what} must be an object, not {quoted(value)}")
    return value


def require_text(value: Any, what: str) -> str:
    """The value, which must be a text with something in it that can be written again."""
    if not isinstance(value, str) or not value.strip() or _has_half_characters(value):
        raise BadInputError(f"{what} must be a text, not {quoted(value)}")
    return value


def require_choice(value: Any, what: str, choices: Sequence[str]) -> str:
    """The value, which must be one of the choices."""
    if value not in choices or not isinstance(value, str):
        hint = did_you_mean(value, choices) if isinstance(value, str) else ""
        hint = hint or f": choose {one_of(choices)}"
        raise BadInputError(f"{what} cannot be {quoted(value)}{hint}")
    return value


def require_known_keys(document: dict[str, Any], what: str, known: Sequence[str]) -> None:
    """Refuse a key that nobody knows."""
    for key in document:
        if key not in known:
            raise BadInputError(f"{what} has no {quoted(key)}{did_you_mean(key, known)}")


def _has_half_characters(text: str) -> bool:
    """JSON can escape half of a surrogate pair, which no output can hold."""
    return any("\ud800" <= character <= "\udfff" for character in text)


def dump_answer(document: Any) -> str:
    """An answer as one line that a person can read too."""
    return json.dumps(document, ensure_ascii=False)
