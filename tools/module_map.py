"""The map of modules in docs/architecture.md, which `make reference` writes.

A module is described by its docstring, and a script by the comment that it begins with.
"""

import ast
import re
import sys
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
SOURCE: Final = ROOT / "src" / "fairdeal"
PAGE: Final = ROOT / "docs" / "architecture.md"
BEGIN: Final = "<!-- The map below is written by `make reference`. -->\n"
#: Files beside the modules that belong to the map: what pages load, texts and samples.
_OTHER: Final = (".html", ".css", ".svg", ".typ", ".toml", ".txt", ".json")
#: The purpose of folders that are no packages.
_FOLDERS: Final = {
    "clauses/texts/": "One line for each clause of a text: what it asks, and how it is met.",
    "floor/samples/": "The rules files of the tables that a new floor opens.",
    "papers/templates/": "The Typst templates of the papers: columns, headings and look.",
    "web/pages/shared/": "Scripts, styles and templates that several pages load.",
}


def page() -> str:
    """Return the page as it should be: its prose, and the map of today's modules."""
    prose, _, _ = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return prose + BEGIN + "".join(_packages())


def _packages() -> Iterator[str]:
    folders = [SOURCE, *sorted(path for path in SOURCE.rglob("*") if _holds_files(path))]
    for folder in folders:
        name = "fairdeal" if folder == SOURCE else folder.relative_to(SOURCE).as_posix() + "/"
        init = folder / "__init__.py"
        about = purpose(init) if init.exists() else _FOLDERS.get(name, "")
        yield f"\n### `{name}`\n\n" + (f"{about}\n\n" if about else "")
        modules = [path for path in sorted(folder.glob("*.py")) if path.name != "__init__.py"]
        rows = [(path.stem, purpose(path)) for path in modules]
        rows += [(path.name, script_purpose(path)) for path in sorted(folder.glob("*.js"))]
        if rows:
            yield "| module | purpose |\n| --- | --- |\n"
            yield from (f"| `{stem}` | {_cell(text)} |\n" for stem, text in rows)
        others = [path.name for path in sorted(folder.iterdir()) if path.suffix in _OTHER]
        if others:
            yield ("\n" if rows else "") + "Files: " + ", ".join(f"`{one}`" for one in others)
            yield "\n"


def _holds_files(path: Path) -> bool:
    if not path.is_dir() or path.name == "__pycache__":
        return False
    return any(one.suffix in (".py", ".js", *_OTHER) for one in path.iterdir())


def purpose(path: Path) -> str:
    """Return the first sentence of a module's docstring."""
    return _first_sentence(ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "")


def script_purpose(path: Path) -> str:
    """Return the first sentence of the comment that a script begins with."""
    lines = path.read_text(encoding="utf-8").splitlines()
    comment = takewhile(lambda line: line.startswith("//"), lines)
    return _first_sentence("\n".join(line.removeprefix("//").strip() for line in comment))


def _first_sentence(text: str) -> str:
    first = " ".join(text.split("\n\n", maxsplit=1)[0].split())
    return re.split(r"(?<=[.!?]) (?=[A-Z`])", first)[0]


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"the map of {PAGE.name} is written\n")
