"""One word has one meaning: no two modules define classes of one name, but for those below."""

import ast
from collections import defaultdict
from pathlib import Path

from conftest import ROOT

SOURCE = ROOT / "src" / "fairdeal"

#: A step of a round and the command that carries it out have the same name at a real table too.
STEPS = {
    *("Bet", "Draw", "Ride"),
    *("Deal", "Reveal", "Settle"),
}
#: The compiled form of a thing, in `lab` and in each game's kernel, is named like the thing.
COMPILED = {
    *("Card", "Counts", "Deck", "Hand", "Hands", "Layout", "Size"),
    *("ActionValues", "CardDecisions", "Decisions"),
}


def classes_of(path: Path) -> list[str]:
    """The classes that a module defines at its top, without the mark of a private name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node.name.lstrip("_") for node in tree.body if isinstance(node, ast.ClassDef)]


def test_no_two_modules_define_a_class_of_one_name() -> None:
    modules = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for name in classes_of(path):
            modules[name].append(path.relative_to(SOURCE).as_posix())
    several = {name: where for name, where in modules.items() if len(where) > 1}
    allowed = STEPS | COMPILED
    assert {name: several[name] for name in several if name not in allowed} == {}
    assert sorted(allowed - several.keys()) == [], "names that stand in one module only"
