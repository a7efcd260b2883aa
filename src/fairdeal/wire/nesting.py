"""How deep and how finely a text from outside is divided, counted before any parser recurses.

The scans know just enough of JSON and TOML to tell brackets from those inside texts. Where a text
is broken they may lose their way, but a parser that reads from left to right ends there too.
"""

import re
from typing import Final

from fairdeal.errors import BadInputError

#: Objects, lists and tables inside one another: no document of ours needs a tenth of it.
MAX_DEPTH: Final = 64
#: Dots of a TOML file, each of which may open a table inside a table.
MAX_DOTS: Final = 10_000

_TOO_DEEP: Final = "nested too deeply"

# Everything up to the next bracket, or to the end, at one go: nothing is looked at twice, and a
# text that is never closed takes the rest.
_JSON_BRACKET: Final = re.compile(
    r'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+"?)*+([\[\]{}]|\Z)', re.DOTALL
)

# The same for TOML, whose texts are of four kinds and which has comments; an equals sign, a comma,
# a bracket or the end of a line also end a dotted key.
_TOML_MARK: Final = re.compile(
    r'(?:[^"\'#\[\]{}.=,\n]++'
    r'|"""(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5})?'
    r"|'''(?:[^']++|'(?!''))*+(?:'{3,5})?"
    r'|"(?:[^"\\\n]++|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+)*+([\[\]{}.=,\n]|\Z)",
    re.DOTALL,
)


def check_json(text: str, *, largest_element: int | None = None) -> None:
    """Refuse JSON that is nested too deeply, or an element of its array that is too large."""
    if text.count("[") + text.count("{") <= MAX_DEPTH and largest_element is None:
        return
    depth = start = 0
    for found in _JSON_BRACKET.finditer(text):
        mark = found[1]
        if not mark:
            return
        if mark in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise BadInputError(f"not JSON that can be read: {_TOO_DEEP}")
            if depth == 2:
                start = found.start(1)
        else:
            depth -= 1
            if depth == 1 and largest_element and found.end() - start > largest_element:
                size = f"{largest_element // 1024 // 1024} MiB"
                raise BadInputError(f"an element of the array is larger than {size}")


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
