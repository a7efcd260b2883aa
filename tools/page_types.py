"""Write the types of the documents that pages draw, for the type checker of their scripts.

`make types` writes `src/fairdeal/web/pages/types.d.ts` from the Python structs that are sent to
browsers, so that a script and its page cannot disagree about a field.
"""

import enum
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from fairdeal.floor.tables.preview import Preview
from fairdeal.lab.decisions.coaching import Advice, Verdict
from fairdeal.school.drill_deck import DrillDeck
from fairdeal.web.lab.documents import (
    FanAnswer,
    LabGame,
    LabJob,
    MetersAnswer,
    ReadingsAnswer,
    RulesAnswer,
    TargetAnswer,
)
from fairdeal.web.pages.console.routes import ConsoleMessage
from fairdeal.web.pages.console.scene import Cloth
from fairdeal.web.pages.replay.best_play import JudgedStep
from fairdeal.web.pages.replay.steps import ReplayStep
from fairdeal.web.pages.school.scene import BenchScene
from fairdeal.web.pages.strategy_sheet import StrategySheet
from fairdeal.web.pages.table.feed import TableMessage
from fairdeal.web.pages.train.routes import DrillAnswer, Scheduled
from fairdeal.web.pages.wall.scene import Wall
from fairdeal.wire.lab_answers import AnalyzeAnswer
from fairdeal.wording.felt import FeltScene

FILE: Final = Path(__file__).parent.parent / "src" / "fairdeal" / "web" / "pages" / "types.d.ts"
#: The documents that browsers are sent. What they contain is found from them.
DOCUMENTS: Final[tuple[type[msgspec.Struct], ...]] = (
    TableMessage,
    FeltScene,
    Advice,
    DrillDeck,
    DrillAnswer,
    Scheduled,
    Verdict,
    StrategySheet,
    ConsoleMessage,
    Cloth,
    Preview,
    Wall,
    BenchScene,
    ReplayStep,
    JudgedStep,
    AnalyzeAnswer,
    TargetAnswer,
    FanAnswer,
    ReadingsAnswer,
    MetersAnswer,
    RulesAnswer,
    LabGame,
    LabJob,
)
_PLAIN: Final = {
    str: "string",
    datetime: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    msgspec.UnsetType: "undefined",
    Any: "any",
}
_HEAD: Final = (
    "// The documents that pages are sent. `make types` writes this file from the Python structs.\n"
)


def structs() -> dict[str, type[msgspec.Struct]]:
    """Return every struct by its name, a document before what it contains."""
    found: dict[str, type[msgspec.Struct]] = {}
    waiting = list(DOCUMENTS)
    while waiting:
        one = waiting.pop(0)
        known = found.setdefault(one.__name__, one)
        if known is not one:
            raise ValueError(f"two structs have the name {one.__name__}: {known}, {one}")
        hints = get_type_hints(one).values()
        waiting += [part for hint in hints for part in _parts(hint) if part not in found.values()]
    return found


def _parts(hint: Any) -> Iterator[type[msgspec.Struct]]:
    """Yield the structs that an annotation names."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for argument in get_args(hint):
        yield from _parts(argument)


def type_words(hint: Any) -> str:
    """Return an annotation as TypeScript writes it."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(f'"{one}"' for one in arguments)
    if origin in (Union, UnionType):
        return " | ".join(map(type_words, arguments))
    if origin is dict:
        return f"Record<string, {type_words(arguments[1])}>"
    if origin is list or (origin is tuple and arguments[-1] is Ellipsis):
        inner = type_words(arguments[0])
        several = " | " in inner and not inner.startswith("[")
        return f"({inner})[]" if several else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(map(type_words, arguments))}]"
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint.__name__
    if isinstance(hint, type) and issubclass(hint, enum.StrEnum):
        return " | ".join(f'"{one}"' for one in hint)
    raise TypeError(f"no TypeScript is known for {hint}")


def interface(struct: type[msgspec.Struct]) -> str:
    """Return a struct as an interface. A field that may be left out has a question mark. A struct
    that is sent as an array is a tuple.
    """
    hints = get_type_hints(struct)
    if struct.__struct_config__.array_like:
        parts = ", ".join(type_words(hints[one.name]) for one in msgspec.structs.fields(struct))
        return f"export type {struct.__name__} = [{parts}];"
    may_miss = struct.__struct_config__.omit_defaults
    lines = [
        f"  {field.encode_name}{'?' if may_miss and not field.required else ''}: "
        f"{type_words(hints[field.name])};"
        for field in msgspec.structs.fields(struct)
    ]
    return "\n".join([f"export interface {struct.__name__} {{", *lines, "}"])


def text() -> str:
    """Return the file as it should be."""
    found = sorted(structs().items())
    return "\n".join([_HEAD, *(f"{interface(struct)}\n" for _, struct in found)])


def main() -> None:
    """Write the file."""
    FILE.write_text(text(), encoding="utf-8")
    sys.stdout.write(f"{FILE.name}: {len(structs())} types\n")


if __name__ == "__main__":
    main()
