"""Imports point downward only, and stand at the top of a module."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import ROOT

from fairdeal.lab.cache import code_digest
from fairdeal.rulebook.wager import Size

SOURCE = ROOT / "src" / "fairdeal"

#: From the top to the bottom. Those of one line do not know each other.
LAYERS = (
    ("__main__",),
    ("cli",),
    ("web",),
    ("office",),
    ("floor", "papers"),
    ("learn",),
    ("simulate", "rng", "school"),
    ("api",),
    ("submission",),
    ("lab",),
    ("play",),
    ("wire", "clauses"),
    ("wording",),
    ("table",),
    ("games",),
    ("rulebook",),
    ("hands",),
    ("cards",),
    ("program",),
    ("english", "errors"),
    ("__init__",),
)
HEIGHT = {name: -number for number, line in enumerate(LAYERS) for name in line}

#: Libraries that take long to load: they may be imported where they are used.
HEAVY = (
    *("numpy", "numba", "matplotlib", "pyarrow", "distributed"),
    *("gymnasium", "pettingzoo"),
    *("argon2", "cryptography", "jinja2", "psycopg", "prometheus_client", "starlette", "uvicorn"),
    *("confusable_homoglyphs", "typst"),
)
#: The modules that may import others of this package inside functions: those that need the heavy
#: libraries at their top.
DOORS = (
    *("fairdeal.lab.lazy", "fairdeal.lab.kernels.compiled", "fairdeal.simulate.lazy"),
    *("fairdeal.rng.lazy", "fairdeal.web.start"),
)


class Import(NamedTuple):
    """Who imports what, and whether only when a function is called, or for a type checker."""

    module: str
    line: int
    imported: str
    hidden: bool
    typing: bool

    def __str__(self) -> str:
        return f"{self.module}, line {self.line}: {self.imported}"


def name_of(path: Path) -> str:
    """A module's name by its file."""
    parts = ("fairdeal", *path.relative_to(SOURCE).with_suffix("").parts)
    return ".".join(parts[:-1] if len(parts) > 2 and parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(SOURCE.rglob("*.py"))}


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a file, parsed once for all tests."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imports_of(module: str) -> Iterator[Import]:
    """Every import of a module, also those for type checkers only."""
    tree = tree_of(MODULES[module])
    hidden: set[int] = set()
    typing: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            hidden.update(map(id, ast.walk(node)))
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            typing.update(map(id, ast.walk(node)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: imports are written in full"
            of = node.module or ""
            inner = [f"{of}.{one.name}" for one in node.names if f"{of}.{one.name}" in MODULES]
            names = inner if len(inner) == len(node.names) else [of, *inner]
        else:
            continue
        for name in names:
            yield Import(module, node.lineno, name, id(node) in hidden, id(node) in typing)


@cache
def imports_by_module() -> dict[str, list[Import]]:
    """The imports of every module; made when the first test asks, not when tests are collected."""
    return {module: list(imports_of(module)) for module in MODULES}


def all_imports() -> Iterator[Import]:
    """The imports of all modules."""
    return (one for imports in imports_by_module().values() for one in imports)


def layer_of(module: str) -> str:
    """The top-level module or package that a module is in."""
    _, _, inside = module.partition(".")
    return inside.split(".")[0] if inside else "__init__"


def own(one: Import) -> bool:
    """Whether the imported module is of this package."""
    return one.imported.split(".")[0] == "fairdeal"


def test_the_architecture_page_has_every_layer_in_its_order() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.split("## The layers")[1].split("\n## ")[0]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    names = [name.strip(" `") for row in rows for name in row.split(",")]
    assert set(names) == set(HEIGHT) - {"__init__", "__main__"}
    heights = [HEIGHT[name] for name in names]
    assert heights == sorted(heights, reverse=True)


def test_every_module_has_a_layer() -> None:
    assert {layer_of(module) for module in MODULES} == set(HEIGHT)


def test_imports_point_downward() -> None:
    upward = [
        str(one)
        for one in all_imports()
        if own(one)
        # What the front door leads to is told to type checkers only.
        and not (one.module == "fairdeal.__init__" and one.typing)
        and (here := layer_of(one.module)) != (there := layer_of(one.imported))
        and HEIGHT[here] <= HEIGHT[there]
    ]
    assert upward == []


def test_the_modules_of_decide_belong_to_the_table() -> None:
    """Others give `decide` a command, or ask `table/questions.py`."""
    inside = "fairdeal.table.decide."
    assert not [
        str(one)
        for one in all_imports()
        if one.imported.startswith(inside) and layer_of(one.module) != "table"
    ]


def test_imports_stand_at_the_top() -> None:
    hidden = [
        str(one)
        for one in all_imports()
        if one.hidden
        and one.imported.split(".")[0] not in HEAVY
        and not (one.module in DOORS and own(one))
    ]
    assert hidden == []


def loaded_with(module: str, seen: set[str]) -> set[str]:
    """All modules that are loaded with one, libraries too, but not what waits for a call."""
    if module not in seen:
        seen.add(module)
        for one in imports_by_module().get(module, ()):
            if not one.hidden and not one.typing:
                parts = one.imported.split(".")
                for end in range(1, len(parts) + 1):  # a package is loaded before its modules
                    loaded_with(".".join(parts[:end]), seen)
    return seen


@pytest.mark.parametrize("door", DOORS)
def test_only_what_is_heavy_is_behind_the_door(door: str) -> None:
    """A module that loads quickly is imported at the top: it needs no door."""
    for one in imports_by_module()[door]:
        if own(one):
            assert one.hidden == any(name in loaded_with(one.imported, set()) for name in HEAVY), (
                one
            )


@pytest.mark.parametrize(
    "module", ["fairdeal.cli", "fairdeal.lab.figures.analyze", "fairdeal.lab.decisions.strategy"]
)
def test_nothing_heavy_is_loaded_before_it_is_needed(module: str) -> None:
    assert not loaded_with(module, set()) & set(HEAVY)


def test_results_on_disk_depend_on_all_code_that_makes_them() -> None:
    kept = set(code_digest.code_files(SOURCE))
    makers: set[str] = set()
    for module in ("kernels", "kernels.side", "cache.keys", "cache.codec"):
        loaded_with(f"fairdeal.lab.{module}", makers)
    # The package's own docstring and its version change no result.
    makers -= {
        "fairdeal",
        "fairdeal.lab",
        "fairdeal.lab.cache",
        "fairdeal.lab.decisions",
        "fairdeal.lab.figures",
    }
    assert {MODULES[name] for name in makers if name in MODULES} - kept == set()


# Private names ------------------------------------------------------------------------------------

#: What the standard library documents for everybody, though it begins with an underscore.
DOCUMENTED = {"_asdict", "_exit", "_fields", "_replace", "_value_"}


def is_private(name: str) -> bool:
    """Whether a name says that nobody else should use it."""
    return name.startswith("_") and not name.startswith("__") and name not in DOCUMENTED


def defined_in(tree: ast.AST) -> set[str]:
    """The names that a module gives to anything: functions, classes, variables, attributes."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("self", "cls"):
            names.update([node.attr] if isinstance(node.ctx, ast.Store) else [])
    return names


def private_names(path: Path) -> Iterator[str]:
    """The private names of other modules that a module imports or reaches for."""
    tree = tree_of(path)
    own_names = defined_in(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{one.name}" for one in node.names if is_private(one.name))
        elif isinstance(node, ast.Attribute) and is_private(node.attr):
            of = ast.unparse(node.value)
            if of not in ("self", "cls") and node.attr not in own_names:
                yield f"{of}.{node.attr}"


def test_no_module_uses_private_names_of_another() -> None:
    found = {(module, name) for module, path in MODULES.items() for name in private_names(path)}
    assert found == set()


@pytest.mark.parametrize("folder", ["bench", "tools", "examples"])
def test_nothing_beside_the_package_uses_its_private_names(folder: str) -> None:
    paths = sorted((ROOT / folder).rglob("*.py"))
    assert paths
    assert [(path.name, name) for path in paths for name in private_names(path)] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from fairdeal.table.state import _hidden", ["fairdeal.table.state._hidden"]),
        ("from fairdeal.table import state\nstate._hidden()", ["state._hidden"]),
        ("def f(session):\n    return session._state", ["session._state"]),
        ("class A:\n    def __init__(self):\n        self._x = 1\ndef f(a):\n    a._x", []),
        ("def f(pair):\n    return pair._replace(a=1)", []),
    ],
)
def test_a_private_name_is_seen(text: str, found: list[str], tmp_path: Path) -> None:
    (path := tmp_path / "odd.py").write_text(text)
    assert list(private_names(path)) == found


def test_what_games_share_is_for_games_only() -> None:
    shared = "fairdeal.games._shared"
    assert {layer_of(one.module) for one in all_imports() if one.imported.startswith(shared)} == {
        "games"
    }


def test_only_words_tell_kinds_of_sizes_apart() -> None:
    """Games name the kinds; everybody else asks a size for what it allows."""
    kinds = {kind.__name__ for kind in Size.__subclasses__() if kind.__module__ in MODULES}
    assert len(kinds) == 4
    naming = {
        module
        for module, path in MODULES.items()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Name) and node.id in kinds
    }
    assert {module for module in naming if layer_of(module) != "games"} == {
        "fairdeal.wording.wagers"
    }


# The tests themselves -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["from fairdeal.cli import main", "import fairdeal.cli.output", "from fairdeal import cli"],
)
def test_an_import_is_seen(text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (path := tmp_path / "odd.py").write_text(f"def f():\n    {text}\n")
    monkeypatch.setitem(MODULES, "fairdeal.hands.odd", path)
    found = list(imports_of("fairdeal.hands.odd"))
    assert {layer_of(one.imported) for one in found} >= {"cli"}
    assert all(one.hidden for one in found)
