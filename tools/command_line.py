"""The reference of the command line, from its own help: `make reference` writes the page."""

import sys
from pathlib import Path
from typing import Any

import typer

from fairdeal.cli import app

PAGE = Path(__file__).parent.parent / "docs" / "command-line.md"
_HEAD = """# Reference of the command line

What `fairdeal COMMAND --help` says, made by `make reference`. Every command that prints something
for people prints one JSON document with `--json`. Errors are one line on standard error: exit code
2 for bad input, 1 where a check failed. [The guide](guide.md) shows the commands at work, [the
commands of a table](commands.md) are what is said at one.
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
