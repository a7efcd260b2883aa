"""Warnings about lawful choices that a prudent operator would want to know about.

Each warning has a place in the file, as a finding has, and figures from the lab. A warning names
the fields that it depends on, and is given only if those fields have no findings.
`docs/rules-files.md` describes the comparisons and the reasons for them.
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
    """Return the warnings about a file in the order of their lines."""
    if not log.is_sound(("game",), ("jurisdiction",)):
        return ()
    context = WarningContext(rules, log.is_sound)
    found = [
        Finding(one.clause, field_name(one.path), line_of(log.lines, one.path), one.message)
        for warn in _WARNINGS
        for one in warn(context)
    ]
    return tuple(sorted(found, key=lambda warning: warning.line))
