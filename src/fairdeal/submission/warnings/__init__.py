"""Warnings: what no text forbids and a prudent operator would want to know.

Each has its place in the file as a finding has, and its figures from the lab. A file with findings
still has those warnings that no finding makes meaningless: every warning names what it rests on.
Which comparisons are made, and why these, is described in `docs/rules-files.md`.
"""

from collections.abc import Callable, Iterator
from typing import Final

from fairdeal.rulebook.rules import Rules
from fairdeal.submission.findings import Finding, FindingLog
from fairdeal.submission.toml_lines import line_of
from fairdeal.submission.warnings.context import RulesWarning, WarningContext
from fairdeal.submission.warnings.meters import unfunded_meters
from fairdeal.submission.warnings.returns import hold_out_of_range, returns_over_stake
from fairdeal.submission.warnings.seats import seats_over_deck
from fairdeal.submission.warnings.signs import contradicting_paytables
from fairdeal.submission.warnings.winnings import winnings_over_limit
from fairdeal.wire.fields import field_name

_WARNINGS: Final[tuple[Callable[[WarningContext], Iterator[RulesWarning]], ...]] = (
    returns_over_stake,
    hold_out_of_range,
    unfunded_meters,
    contradicting_paytables,
    winnings_over_limit,
    seats_over_deck,
)


def warnings_of(rules: Rules, log: FindingLog) -> tuple[Finding, ...]:
    """The warnings that can be said of a file, in the order of lines."""
    if not log.is_sound(("game",), ("jurisdiction",)):
        return ()
    context = WarningContext(rules, log.is_sound)
    found = [
        Finding(one.clause, field_name(one.path), line_of(log.lines, one.path), one.message)
        for warn in _WARNINGS
        for one in warn(context)
    ]
    return tuple(sorted(found, key=lambda warning: warning.line))
