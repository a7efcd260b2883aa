"""Reads many documents from one input: one JSON document, an array of them, or JSON Lines.

The beginning of the input shows which of the three it is. JSON Lines may be endless and are read
line by line. Of an array only the text is held in memory.
"""

from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from itertools import chain
from typing import Any, Final, TypeVar

from fairdeal.errors import BadInputError
from fairdeal.wire.files import MAX_BYTES, Input, open_input
from fairdeal.wire.json import parse_array, parse_json
from fairdeal.wire.nesting import deep_elements

#: The largest line, and the largest document that is not an array. This many characters are also
#: read to tell a document over many lines from JSON Lines that begin with a broken line.
MAX_DOCUMENT: Final = 1024 * 1024

_T = TypeVar("_T")


@dataclass
class Documents:
    """The documents of an input in order, and whether there may be many: an array or JSON Lines.

    A line of JSON Lines that cannot be read, and an element of an array that is nested too deeply,
    are represented by their errors.
    """

    many: bool
    each: Iterator[Any]
    #: The number of documents so far that could not be answered.
    refused: int = 0

    def answers(self, answer: Callable[[Any], _T]) -> Iterator[_T | dict[str, str]]:
        """Yield the answers in order, and `{"error": ...}` for a document without an answer."""
        for document in self.each:
            given = document if isinstance(document, BadInputError) else _try(answer, document)
            if isinstance(given, BadInputError):
                self.refused += 1
                yield {"error": str(given)}
            else:
                yield given


@contextmanager
def open_documents(source: str) -> Iterator[Documents]:
    """Open the documents of a file, or of standard input for `-`."""
    with open_input(source) as opened:
        yield read_documents(opened)


def read_documents(opened: Input) -> Documents:
    """Return the documents of an open input, which must stay open while they are read."""
    data = opened.line(MAX_DOCUMENT + 1)
    first, blank = data.removeprefix(BOM_UTF8), 0
    while not first.strip():
        if not data:
            raise BadInputError("the input is empty")
        first = data = opened.line(MAX_DOCUMENT + 1)
        blank += 1
    first = b"\n" * min(blank, MAX_DOCUMENT) + first  # keeps line numbers in errors right
    if first.lstrip().startswith(b"["):
        return _array(opened.text(first + opened.whole(MAX_BYTES - len(first))))
    if len(first) > MAX_DOCUMENT:
        raise _too_large("the line")
    text, rest = opened.text(first), _lines(opened)
    document = _try(parse_json, text)
    if not isinstance(document, dict):
        return _detect_format(text, rest)
    rest = _skip_blank_lines(rest)
    second = next(rest, None)
    if second is None:
        return Documents(False, iter([document]))
    return Documents(True, chain([document], map(_parse_line, chain([second], rest))))


def _detect_format(first: str, rest: Iterator[str | BadInputError]) -> Documents:
    """Return the documents of an input whose first line is not a document by itself."""
    ahead, size = [first], len(first)
    for line in rest:
        if isinstance(line, BadInputError):
            raise line
        ahead.append(line)
        size += len(line)
        if size > MAX_DOCUMENT:
            break
    whole = _try(parse_json, "".join(ahead))
    if not isinstance(whole, BadInputError) and size <= MAX_DOCUMENT:
        return Documents(False, iter([whole]))
    if not any(map(_is_object, ahead)):
        # An error at the end of what was read may only mean that the document goes on.
        shorter = _try(parse_json, "".join(ahead[:-1]))
        cut = size > MAX_DOCUMENT and str(shorter) != str(whole)
        raise whole if isinstance(whole, BadInputError) and not cut else _too_large("the document")
    return Documents(True, map(_parse_line, _skip_blank_lines(chain(ahead, rest))))


def _array(text: str) -> Documents:
    """Return the documents of an array; all of it is parsed once before the first is returned."""
    try:
        deep = deep_elements(text, MAX_DOCUMENT)
        for _ in parse_array(text, deep):
            pass
    except BadInputError:
        beginning = _skip_blank_lines(StringIO(text[:MAX_DOCUMENT]))
        if isinstance(_parse_line(next(beginning)), BadInputError) or not any(
            map(_is_object, beginning)
        ):
            raise
        return Documents(True, map(_parse_line, _skip_blank_lines(StringIO(text))))
    return Documents(True, parse_array(text, deep))


def _lines(opened: Input) -> Iterator[str | BadInputError]:
    """Yield the lines that follow, as they arrive.

    Only a line feed ends a line: other line separators of Unicode may be part of a text.
    """
    while data := opened.line(MAX_DOCUMENT + 1):
        if len(data) > MAX_DOCUMENT and not data.endswith(b"\n"):
            while data and not data.endswith(b"\n"):
                data = opened.line(MAX_DOCUMENT)
            yield _too_large("the line")
            continue
        try:
            yield data.decode()
        except UnicodeDecodeError:
            yield BadInputError("the line is not text in UTF-8")


def _skip_blank_lines(lines: Iterable[str | BadInputError]) -> Iterator[str | BadInputError]:
    return (line for line in lines if isinstance(line, BadInputError) or line.strip())


def _parse_line(line: str | BadInputError) -> Any:
    return line if isinstance(line, BadInputError) else _try(parse_json, line.strip("\n"))


def _is_object(line: str | BadInputError) -> bool:
    """Return whether a line is a whole JSON object, not an indented part of one."""
    if isinstance(line, BadInputError) or not line.startswith("{") or line.rstrip()[-1] != "}":
        return False
    return isinstance(_try(parse_json, line), dict)


def _too_large(what: str) -> BadInputError:
    return BadInputError(f"{what} is larger than {MAX_DOCUMENT // 1024 // 1024} MiB")


def _try(function: Callable[[Any], _T], argument: Any) -> _T | BadInputError:
    try:
        return function(argument)
    except BadInputError as error:
        return error
