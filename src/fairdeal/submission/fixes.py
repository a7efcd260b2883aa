"""`check --fix`: put the nearest lawful values into the text of a rules file, and add keys that are
missing where there is a usual value for them.

The code that reports a problem also suggests the nearest lawful value (see
`fairdeal.wire.suggestions`). A suggestion is applied here, and kept only if a check of the changed
text reports fewer findings and no new ones. Comments and layout stay as they are.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Final

from fairdeal.errors import BadInputError
from fairdeal.submission.check import read_submission, sorted_findings
from fairdeal.submission.findings import Finding, FindingLog
from fairdeal.submission.toml_positions import (
    KeyPosition,
    comment_out,
    insert_key,
    key_positions,
    rename_key,
    replace_value,
)
from fairdeal.wire.fields import Path
from fairdeal.wire.suggestions import Suggestion

#: At most this many changed texts are checked, with at most this many characters in all, because
#: the time of a check grows with the length of the text.
_MAX_CHECKS: Final = 400
_MAX_CHARACTERS: Final = 500_000
#: At most this many findings are considered for a fix.
_MAX_FINDINGS: Final = 100
#: A fix may reveal another finding, such as a wrong value of a key that was misspelt. At most this
#: many fixes are tried together.
_MAX_DEPTH: Final = 3


@dataclass(frozen=True, slots=True)
class Fix:
    """One finding fixed: its lines before and after."""

    clause: str | None
    field: str
    line: int
    message: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class FixedText:
    """A text with all fixes applied, and the findings that are left."""

    text: str
    fixes: tuple[Fix, ...]
    left: tuple[Finding, ...]


def fix_text(text: str) -> FixedText:
    """Apply all fixes to a text; a text that is not TOML raises `BadInputError`."""
    return _Fixer(text).fix_all()


class _Fixer:
    def __init__(self, text: str) -> None:
        self.text = text
        self.log = read_submission(text)[1]
        self._checks_left = min(_MAX_CHECKS, _MAX_CHARACTERS // max(len(text), 1) + 1)

    def fix_all(self) -> FixedText:
        fixes: list[Fix] = []
        while (fix := self._fix_first()) is not None:
            fixes.append(fix)
        fixes.sort(key=lambda one: one.line)
        return FixedText(self.text, tuple(fixes), sorted_findings(self.log))

    def _fix_first(self) -> Fix | None:
        """Fix the first finding that can be fixed."""
        before = _count_findings(self.log)
        for finding, path, suggestion in _suggestions(self.log):
            better = self._improve(self.text, path, suggestion, before, _MAX_DEPTH)
            if better is not None:
                old, new = _changed_lines(self.text, better)
                self.text, self.log = better, read_submission(better)[1]
                return Fix(finding.clause, finding.field, finding.line, finding.message, old, new)
        return None

    def _improve(
        self, text: str, path: Path, suggestion: Suggestion, before: Counter[str], deep: int
    ) -> str | None:
        """Return the changed text if it has fewer findings and no new ones.

        New findings are fixed too if they can be. Return None if the change is no improvement.
        """
        if self._checks_left <= 0:
            return None
        self._checks_left -= 1
        changed = _apply(text, path, suggestion)
        if changed is None:
            return None
        try:
            log = read_submission(changed)[1]
        except BadInputError:  # the change has repeated a key
            return None
        after = _count_findings(log)
        new = after - before
        if not new:
            return changed if after.total() < before.total() else None
        if deep:
            for finding, further, offer in _suggestions(log):
                if _finding_text(finding) in new:
                    better = self._improve(changed, further, offer, before, deep - 1)
                    if better is not None:
                        return better
        return None


def _suggestions(log: FindingLog) -> Iterator[tuple[Finding, Path, Suggestion]]:
    found = zip(log.findings, log.paths, log.offers, strict=True)
    for finding, path, offer in islice(found, _MAX_FINDINGS):
        if offer is not None and (suggestion := offer()) is not None:
            yield finding, path, suggestion


def _count_findings(log: FindingLog) -> Counter[str]:
    return Counter(map(_finding_text, log.findings))


def _finding_text(finding: Finding) -> str:
    return f"{finding.field}: {finding.message}"


@lru_cache(maxsize=4)
def _places(text: str) -> dict[Path, KeyPosition]:
    return key_positions(text)


def _apply(text: str, path: Path, suggestion: Suggestion) -> str | None:
    place = _places(text).get(path)
    if place is None:
        return insert_key(text, _places(text), path, suggestion.value)
    if suggestion.remove:
        return comment_out(text, place)
    if suggestion.key is not None:
        return rename_key(text, place, suggestion.key)
    return replace_value(text, place, suggestion.value)


def _changed_lines(before: str, after: str) -> tuple[str, str]:
    """Return the lines in which two texts differ, of the one and of the other."""
    old, new = before.split("\n"), after.split("\n")
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return "\n".join(old[start : len(old) - end]), "\n".join(new[start : len(new) - end])
