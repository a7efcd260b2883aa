"""The reference of the front door, from its own docstrings: `make reference` writes the page."""

import inspect
import sys
from pathlib import Path
from typing import Any

import fairdeal
from fairdeal import api
from fairdeal.api import results
from fairdeal.api.results import TableLimitAnalysis
from fairdeal.lab.figures.betting_pattern import BettingPattern, PatternWager
from fairdeal.lab.figures.bounds import Bounded, SessionFigures
from fairdeal.lab.figures.paytable_search import Proposal
from fairdeal.lab.figures.seen_hands import Seen
from fairdeal.simulate.result import Simulation
from fairdeal.simulate.simulation import simulate
from fairdeal.submission.check import CheckResult

PAGE = Path(__file__).parent.parent / "docs" / "reference.md"
_HEAD = """# Python reference

These are the names that `import fairdeal` gives. `make reference` writes this page from the
docstrings, and the examples run as tests. For everything else, import the module: [the
architecture](architecture.md) has a map of them.

| task | call |
| --- | --- |
| settle a finished round | `settle` |
| play at a table | `Table` |
| check a rules file | `check` |
| find the house edge | `analyze`, `compare` |
| find the figures of a betting pattern | `bet` |
| find a paytable for a house edge | `target` |
| find the best decision | `strategy`, `strategy_card`, `seen`, `best_player` |
| play many rounds | `simulate`, which returns a `Simulation` |
| find or load a game | `find_game`, `load_game`, `GAMES`, `rules` |

Amounts in JSON documents, and parameters and fields whose names end in `_dollars`, are dollars.
Fields whose names end in `_cents` are whole cents. Values and edges are exact fractions of a unit.
Every result has `to_dict()`, which returns what the command prints with `--json`. The parts of
results are at the end of this page.
"""
#: What is a value, and has no docstring of its own.
_VALUES = {"GAMES": "Every game under every regulation, the first jurisdiction of each first."}
#: Types that a person meets in results, and never makes.
_PARTS = (
    *(CheckResult, Proposal, BettingPattern, PatternWager, SessionFigures, Bounded, Seen),
    TableLimitAnalysis,
)
_RESULTS = (results.__name__, *(one.__module__ for one in (Simulation, *_PARTS)))


def page() -> str:
    """The page as it should be."""
    names = [name for name in fairdeal.__all__ if name != "__version__"]
    values = {"simulate": simulate, "Simulation": Simulation}
    entries = [_entry(name, values.get(name) or getattr(api, name)) for name in names]
    parts = [_entry(part.__name__, part) for part in (Simulation, *_PARTS)]
    return "\n".join([_HEAD, *entries, *parts])


def _entry(name: str, value: Any) -> str:
    if name in _VALUES:
        return f"## `{name}`\n\n{_VALUES[name]}\n"
    parts = [f"## `{name}{_signature(value)}`", "", _text(value), ""]
    if inspect.isclass(value) and value.__module__.startswith((api.__name__, *_RESULTS)):
        for member, one in vars(value).items():
            if not member.startswith("_") and (
                inspect.isfunction(one) or isinstance(one, property)
            ):
                shown = "" if isinstance(one, property) else _signature(one)
                parts += [f"### `{name}.{member}{shown}`", "", _text(one), ""]
    return "\n".join(parts)


def _signature(value: Any) -> str:
    if inspect.isclass(value) and (
        issubclass(value, Exception | int | tuple) or value.__module__ in _RESULTS
    ):
        return ""  # nobody makes one by its constructor, or by its fields
    signature = inspect.signature(value)
    kept = [one.replace(annotation=one.empty) for one in signature.parameters.values()]
    kept = [one for one in kept if one.name != "self"]
    shown = inspect.Signature(kept)
    return str(shown)


def _text(value: Any) -> str:
    """A docstring with its examples as code."""
    lines, code = [], False
    for line in (inspect.getdoc(value) or "").split("\n"):
        example = line.startswith((">>>", "...")) or (code and line.strip() != "")
        if example != code:
            lines.append("```python" if example else "```")
            code = example
        lines.append(line)
    return "\n".join([*lines, "```"] if code else lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE.name} is written\n")
