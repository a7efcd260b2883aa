"""Files that build on others are sent with them in one: a page asks once for its look and once for
its script, and no comment goes over the line.

The sources are what a browser would take as they are: style sheets with `@import`, modules that
import each other by name. A module keeps its names to itself also when it is joined.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

_SHEET: Final = re.compile(r'(?m)^@import "(?P<name>[\w-]+\.css)";\n')
_REMARK: Final = re.compile(r"(?s)/\*.*?\*/")
_MODULE: Final = re.compile(r'(?m)^import (\{[\w$, ]+\}) from "\./(?P<name>[\w-]+\.js)";\n')
_OFFERED: Final = re.compile(r"(?m)^export (?=(?:async )?(?:function|class|const|let) ([\w$]+))")
#: Text that is what it is, and room between signs that is only for the eye. What stands in a line
#: with a template or a pattern of its own is left alone: a text may go on inside of it.
_ROOM: Final = re.compile(r'("(?:[^"\\]|\\.)*")| *([{}(),;:=<>?&|]+) *')
_TEXTS: Final = re.compile("[`/']")
#: Lines that only explain what stands below them.
_COMMENT: Final = re.compile(r"(?m)^[ \t]*(?://.*|/\*\*.*?\*/)\n")


def joined(name: str, sources: Mapping[str, str]) -> str:
    """A file with all that it builds on."""
    if name.endswith(".css"):
        order = _order(name, sources, _SHEET, set())
        return _bare("".join(_SHEET.sub("", sources[one]) for one in order), _REMARK)
    if name.endswith(".js"):
        *others, _ = _order(name, sources, _MODULE, set())
        whole = "".join(_closed(one, sources[one]) for one in others) + _taken(sources[name])
        return "".join(map(_close, _bare(whole, _COMMENT).splitlines(keepends=True)))
    return sources[name]


def _order(
    name: str, sources: Mapping[str, str], asked: re.Pattern[str], done: set[str]
) -> Iterator[str]:
    """What a file builds on, each once and before whatever needs it, and the file at last."""
    if name not in done:
        done.add(name)
        for match in asked.finditer(sources[name]):
            yield from _order(match["name"], sources, asked, done)
        yield name


def _closed(name: str, module: str) -> str:
    """A module as a function that is called at once and answers what the module offers."""
    offered = ", ".join(_OFFERED.findall(module))
    body = _OFFERED.sub("", _taken(module))
    return f"const {_variable(name)} = (() => {{\n{body}\nreturn {{ {offered} }};\n}})();\n"


def _taken(module: str) -> str:
    """A module that takes what it needs from others in the same file."""
    return _MODULE.sub(lambda one: f"const {one[1]} = {_variable(one['name'])};\n", module)


def _variable(name: str) -> str:
    return f"from_{name.removesuffix('.js').replace('-', '_')}"


def _bare(text: str, remark: re.Pattern[str]) -> str:
    """A text without what only its readers need."""
    lines = (line.strip() for line in remark.sub("", text).splitlines())
    return "".join(f"{line}\n" for line in lines if line)


def _close(line: str) -> str:
    """A line of a script without room between its signs."""
    return line if _TEXTS.search(line) else _ROOM.sub(lambda one: one[1] or one[2], line)
