"""Limits the nesting of JSON and TOML before a recursive parser reads it.

The scans recognise strings and comments, so that brackets inside them do not count. In a broken
document a scan may count wrongly, but the parser then fails at the same place.
"""

import re
from typing import Final

from fairdeal.errors import BadInputError

#: The greatest depth of objects, lists and tables; valid documents need less than a tenth of it.
MAX_DEPTH: Final = 64
#: The greatest number of dots in a TOML file, each of which may open a table inside a table.
MAX_DOTS: Final = 10_000

_TOO_DEEP: Final = "nested too deeply"

# Matches everything up to the next bracket or to the end. The possessive quantifiers make the scan
# linear, and a string that is never closed extends to the end.
_JSON_BRACKET: Final = re.compile(
    r'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+"?)*+([\[\]{}]|\Z)', re.DOTALL
)

# The same for TOML, which has four kinds of strings and comments. An equals sign, a comma, a
# bracket or the end of a line ends a dotted key.
_TOML_MARK: Final = re.compile(
    r'(?:[^"\'#\[\]{}.=,\n]++'
    r'|"""(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5})?'
    r"|'''(?:[^']++|'(?!''))*+(?:'{3,5})?"
    r'|"(?:[^"\\\n]++|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+)*+([\[\]{}.=,\n]|\Z)",
    re.DOTALL,
)


def check_json(text: str) -> None:
    """Refuse JSON that is nested too deeply."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for found in _JSON_BRACKET.finditer(text):
        mark = found[1]
        if not mark:
            return
        depth += 1 if mark in "[{" else -1
        if depth > MAX_DEPTH:
            raise too_deep()


def deep_elements(text: str, largest: int) -> dict[int, int]:
    """Find the elements of a JSON array that are nested too deeply: where each begins and ends.
    Refuse an element that is larger than so many characters, and one so deep that never ends.
    """
    found_deep: dict[int, int] = {}
    depth = start = deepest = 0
    for found in _JSON_BRACKET.finditer(text):
        mark = found[1]
        if not mark:
            break
        if mark in "[{":
            depth += 1
            deepest = max(deepest, depth)
            if depth == 2:
                start, deepest = found.start(1), depth
        else:
            depth -= 1
            if depth == 1 and found.end() - start > largest:
                raise BadInputError(
                    f"an element of the array is larger than {largest // 1024 // 1024} MiB"
                )
            if depth == 1 and deepest > MAX_DEPTH + 1:
                found_deep[start] = found.end()
    if depth > 1 and deepest > MAX_DEPTH + 1:
        raise too_deep()
    return found_deep


def too_deep() -> BadInputError:
    """Return the error that JSON is nested too deeply."""
    return BadInputError(f"not JSON that can be read: {_TOO_DEEP}")


def check_toml(text: str) -> None:
    """Refuse TOML that is nested too deeply, by brackets or by dotted keys."""
    depth = dots = in_key = 0
    for found in _TOML_MARK.finditer(text):
        mark = found[1]
        if not mark:
            return
        if mark == ".":
            dots, in_key = dots + 1, in_key + 1
        else:
            in_key = 0
            depth = max(0, depth + (mark in "[{") - (mark in "]}"))
        if depth > MAX_DEPTH or in_key >= MAX_DEPTH:
            raise BadInputError(_TOO_DEEP)
        if dots > MAX_DOTS:
            raise BadInputError(f"more than {MAX_DOTS:,} dots")
