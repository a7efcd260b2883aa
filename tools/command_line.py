"""The reference of the command line, from its own help: `make reference` writes the page."""

import sys
from pathlib import Path
from typing import Any

import typer

from fairdeal.cli import app

PAGE = Path(__file__).parent.parent / "docs" / "command-line.md"
_HEAD = """# Command-line reference

This is what `fairdeal COMMAND --help` prints; `make reference` writes the page. Commands that print
data print one JSON document with `--json`. Errors are one line on standard error, with [an exit
code](limits.md#exit-codes-of-the-command-line). What players and dealers say at a table are
[the commands of a table](commands.md).

| task | command |
| --- | --- |
| look up a game, a clause or a reading | `games`, `explain`, `clauses`, `readings` |
| [settle a finished round](settle.md) | `settle` |
| [write and check rules, print papers](rules-files.md) | `init`, `check`, `papers` |
| [analyse a game](analysis.md) | `analyze`, `bet`, `target`, `strategy`, `seen` |
| [play many rounds](simulation.md) | `simulate` |
| [play at a table](table.md) | `table`, `tour` |
| [run a floor](operations.md) | `serve`, `users`, `doctor`, `backup`, `restore` |
| [audit a floor](audit.md) | `audit` |
"""
COLUMNS = 80


def page() -> str:
    """The page as it should be."""
    root: Any = typer.main.get_command(app())
    parts = [_HEAD]
    for name, command in root.commands.items():
        for words, one in _with_below(name, command):
            context = one.make_context(f"fairdeal {words}", [], resilient_parsing=True)
            context.max_content_width = context.terminal_width = COLUMNS
            text = "\n".join(line.rstrip() for line in one.get_help(context).strip().split("\n"))
            parts.append(f"## `fairdeal {words}`\n\n```text\n{text}\n```\n")
    return "\n".join(parts)


def _with_below(words: str, command: Any) -> list[tuple[str, Any]]:
    """A command and those below it."""
    found = [(words, command)]
    for name, one in getattr(command, "commands", {}).items():
        found += _with_below(f"{words} {name}", one)
    return found


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE.name} is written\n")
