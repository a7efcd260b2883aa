"""Warnings: what no text forbids and a prudent operator would want to know.

Each has its place in the file as a finding has, and its figures from the lab. A file with findings
still has those warnings that no finding makes meaningless: every warning names what it rests on.
Which comparisons are made, and why these, is described in `docs/rules-files.md`.
"""

from collections.abc import Callable, Iterator
from typing import Final

from fairdeal.rulebook.rules import Rules
from fairdeal.submission.findings import Finding, Paper
from fairdeal.submission.lines import line_of
from fairdeal.submission.warnings.draft import Draft, Warned
from fairdeal.submission.warnings.meters import unfunded_meters
from fairdeal.submission.warnings.returns import hold_outside, over_the_stake
from fairdeal.submission.warnings.seats import seats_and_deck
from fairdeal.submission.warnings.signs import contradictions
from fairdeal.submission.warnings.winnings import most_at_the_minimum
from fairdeal.wire.fields import field_name

_ALL: Final[tuple[Callable[[Draft], Iterator[Warned]], ...]] = (
    over_the_stake,
    hold_outside,
    unfunded_meters,
    contradictions,
    most_at_the_minimum,
    seats_and_deck,
)


def warnings_of(rules: Rules, paper: Paper) -> tuple[Finding, ...]:
    """The warnings that can be said of a file, in the order of lines."""
    if not paper.sound(("game",), ("jurisdiction",)):
        return ()
    draft = Draft(rules, paper.sound)
    found = [
        Finding(one.clause, field_name(one.path), line_of(paper.lines, one.path), one.message)
        for warn in _ALL
        for one in warn(draft)
    ]
    return tuple(sorted(found, key=lambda warning: warning.line))
