"""Many documents from one input: one JSON document, an array of them, or JSON Lines.

JSON Lines may go on for ever and are read line by line; of an array only the text is kept. Which of
them it is shows at the beginning.
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
from fairdeal.wire.nesting import check_json

#: The largest line, and the largest document that is no array; also how far is looked ahead to
#: tell a document over many lines from JSON Lines that begin with a broken line.
MAX_DOCUMENT: Final = 1024 * 1024

_T = TypeVar("_T")


@dataclass
class Documents:
    """The documents of an input in order, and whether there may be many: an array or JSON Lines.

    A line of JSON Lines that cannot be read stands as the error it gave.
    """

    many: bool
    each: Iterator[Any]
    #: How many had no answer so far.
    refused: int = 0

    def answers(self, answer: Callable[[Any], _T]) -> Iterator[_T | dict[str, str]]:
        """The answers in order, `{"error": ...}` in the place of a document that has none."""
        for document in self.each:
            given = document if isinstance(document, BadInputError) else _try(answer, document)
            if isinstance(given, BadInputError):
                self.refused += 1
                yield {"error": str(given)}
            else:
                yield given


@contextmanager
def open_documents(source: str) -> Iterator[Documents]:
    """The documents of a file, or of standard input for `-`."""
    with open_input(source) as opened:
        yield read_documents(opened)


def read_documents(opened: Input) -> Documents:
    """The documents of an input that is open, and stays so while they are read."""
    data = opened.line(MAX_DOCUMENT + 1)
    first, blank = data.removeprefix(BOM_UTF8), 0
    while not first.strip():
        if not data:
            raise BadInputError("the input is empty")
        first = data = opened.line(MAX_DOCUMENT + 1)
        blank += 1
    first = b"\n" * min(blank, MAX_DOCUMENT) + first  # errors tell the line
    if first.lstrip().startswith(b"["):
        return _array(opened.text(first + opened.whole(MAX_BYTES - len(first))))
    if len(first) > MAX_DOCUMENT:
        raise _too_large("the line")
    text, rest = opened.text(first), _lines(opened)
    document = _try(parse_json, text)
    if not isinstance(document, dict):
        return _by_looking_ahead(text, rest)
    rest = _filled(rest)
    second = next(rest, None)
    if second is None:
        return Documents(False, iter([document]))
    return Documents(True, chain([document], map(_line, chain([second], rest))))


def _by_looking_ahead(first: str, rest: Iterator[str | BadInputError]) -> Documents:
    """Documents whose first line is none by itself."""
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
        # Of a document that goes on, only what is wrong before its end is wrong with it.
        shorter = _try(parse_json, "".join(ahead[:-1]))
        cut = size > MAX_DOCUMENT and str(shorter) != str(whole)
        raise whole if isinstance(whole, BadInputError) and not cut else _too_large("the document")
    return Documents(True, map(_line, _filled(chain(ahead, rest))))


def _array(text: str) -> Documents:
    """An array: all is read once before anything is answered, since it must be sound as a whole."""
    try:
        check_json(text, largest_element=MAX_DOCUMENT)
        for _ in parse_array(text):
            pass
    except BadInputError:
        beginning = _filled(StringIO(text[:MAX_DOCUMENT]))
        if isinstance(_line(next(beginning)), BadInputError) or not any(map(_is_object, beginning)):
            raise
        return Documents(True, map(_line, _filled(StringIO(text))))
    return Documents(True, parse_array(text))


def _lines(opened: Input) -> Iterator[str | BadInputError]:
    """The lines that follow, as they come.

    Only a line feed ends one: the other separators of Unicode may stand inside a text.
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


def _filled(lines: Iterable[str | BadInputError]) -> Iterator[str | BadInputError]:
    return (line for line in lines if isinstance(line, BadInputError) or line.strip())


def _line(line: str | BadInputError) -> Any:
    return line if isinstance(line, BadInputError) else _try(parse_json, line.strip("\n"))


def _is_object(line: str | BadInputError) -> bool:
    """Whether a line is an object by itself, and no indented part of one."""
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
