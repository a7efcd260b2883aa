"""Reads JSON and TOML with exact numbers, and refuses repeated keys; every error is a sentence."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, Final, NoReturn

from fairdeal.english import did_you_mean, escape_controls, one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.wire.nesting import check_json, check_toml, too_deep


def parse_json(text: str) -> Any:
    """Parse one JSON document; numbers with a fraction become exact decimals."""
    check_json(text)
    document, end = decode_json(text, _after_space(text, 0))
    end = _after_space(text, end)
    if end < len(text):
        raise json_error("extra data", text, end)
    return document


def decode_json(text: str, start: int) -> tuple[Any, int]:
    """Return the value that begins at `start`, and the position of its end."""
    try:
        document, end = _DECODER.raw_decode(text, start)
        # An escape of half a surrogate pair cannot be written out again.
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


def parse_array(text: str, deep: Mapping[int, int]) -> Iterator[Any]:
    """Yield the elements of a JSON array one by one. Those that `deep_elements` has found nested
    too deeply are yielded as errors.

    An array takes no more memory than its text, because elements are not held.
    """
    at = _after_space(text, _after_space(text, 0) + 1)
    if text[at : at + 1] != "]":
        while True:
            element, at = (too_deep(), deep[at]) if at in deep else decode_json(text, at)
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
    """Return an error with the line and the column of a position."""
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return BadInputError(f"not JSON: {what} at line {line}, column {column}")


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def parse_toml(text: str) -> dict[str, Any]:
    """Parse a TOML document; numbers with a fraction become exact decimals."""
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
    """Return a number with a fraction or an exponent as an exact decimal."""
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
    """Return the value, which must be a JSON object."""
    if not isinstance(value, dict):
        raise BadInputError(f"{what} must be an object, not {quoted(value)}")
    return value


def require_text(value: Any, what: str) -> str:
    """Return the value, which must be a text that is not blank and can be written again."""
    if not isinstance(value, str) or not value.strip() or _has_half_characters(value):
        raise BadInputError(f"{what} must be a text, not {quoted(value)}")
    return value


def require_choice(value: Any, what: str, choices: Sequence[str]) -> str:
    """Return the value, which must be one of the choices."""
    if value not in choices or not isinstance(value, str):
        hint = did_you_mean(value, choices) if isinstance(value, str) else ""
        hint = hint or f": choose {one_of(choices)}"
        raise BadInputError(f"{what} cannot be {quoted(value)}{hint}")
    return value


def require_known_keys(document: dict[str, Any], what: str, known: Sequence[str]) -> None:
    """Refuse a document with an unknown key."""
    for key in document:
        if key not in known:
            raise BadInputError(f"{what} has no {quoted(key)}{did_you_mean(key, known)}")


def _has_half_characters(text: str) -> bool:
    """Return whether a text has half of a surrogate pair, which cannot be written as UTF-8."""
    return any("\ud800" <= character <= "\udfff" for character in text)


def dump_answer(document: Any) -> str:
    """Return an answer as one line of JSON, with spaces for people."""
    return json.dumps(document, ensure_ascii=False)


def json_text(document: Any) -> str:
    """Return a document as indented JSON in which control characters are escaped."""
    text = json.dumps(document, indent=2, ensure_ascii=False)
    return text if text.isascii() and "\x7f" not in text else escape_controls(text)
