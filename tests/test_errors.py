"""The error tree is whole: every exception of the package stands in `errors.py` and its drawing."""

import ast
import builtins
import re
from collections.abc import Iterator

from conftest import ROOT

from fairdeal import errors

SOURCE = ROOT / "src"
BUILT_IN = {
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
}


def exceptions() -> Iterator[tuple[str, list[str]]]:
    """Every exception class of the source by its dotted name, with the names of its bases."""
    classes = {
        f"{'.'.join(path.relative_to(SOURCE).with_suffix('').parts)}.{node.name}": [
            ast.unparse(base).rpartition(".")[2] for base in node.bases
        ]
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    known = set(BUILT_IN)
    while found := {
        name
        for name, bases in classes.items()
        if known & set(bases) and name.rpartition(".")[2] not in known
    }:
        known |= {name.rpartition(".")[2] for name in found}
    for name, bases in classes.items():
        if known & set(bases):
            yield name, bases


def drawn() -> tuple[dict[str, str], set[str]]:
    """The parent of each error in the drawing, and the signals that are listed below it."""
    tree, _, below = (errors.__doc__ or "").partition("These are no errors")
    parents: dict[str, str] = {}
    above = ["ValueError"]
    for indent, name in re.findall(r"^( *)([A-Z]\w+)   +\S", tree, re.MULTILINE):
        depth = len(indent) // 2
        above[depth + 1 :] = [name]
        parents[name] = above[depth]
    return parents, set(re.findall(r"^(fairdeal\.\S+)  +\S", below, re.MULTILINE))


def test_the_drawing_is_the_tree() -> None:
    parents, _ = drawn()
    tree = {
        name: value.__base__.__name__
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, Exception) and value.__base__
    }
    assert parents == tree
    assert parents.pop("FairdealError") == "ValueError"
    assert all(issubclass(getattr(errors, name), errors.FairdealError) for name in parents)


def test_no_exception_is_defined_elsewhere() -> None:
    _, signals = drawn()
    elsewhere = {name for name, _ in exceptions() if not name.startswith("fairdeal.errors.")}
    assert elsewhere == signals


def test_signals_are_no_errors_of_the_package() -> None:
    """A signal that were one would be told to people as if they could mend it."""
    _, signals = drawn()
    assert {tuple(bases) for name, bases in exceptions() if name in signals} == {("Exception",)}
