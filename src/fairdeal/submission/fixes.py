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

#: So often a changed text is looked at, but of letters no more than so many: each look takes longer
#: the longer a text is.
_MAX_CHECKS: Final = 400
_MAX_CHARACTERS: Final = 500_000
#: So many findings are looked at again after each fix; nobody mends a file that has more.
_MAX_FINDINGS: Final = 100
#: A key that is spelt right may have a value that is wrong in turn.
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
    """A text with all fixes in it, and what is left to be found."""

    text: str
    fixes: tuple[Fix, ...]
    left: tuple[Finding, ...]


def fix_text(text: str) -> FixedText:
    """Put the nearest lawful value wherever there is one; `BadInputError` where it is no TOML."""
    return _Fixer(text).fixed()


class _Fixer:
    def __init__(self, text: str) -> None:
        self.text = text
        self.log = read_submission(text)[1]
        self._looks = min(_MAX_CHECKS, _MAX_CHARACTERS // max(len(text), 1) + 1)

    def fixed(self) -> FixedText:
        fixes: list[Fix] = []
        while (fix := self._one()) is not None:
            fixes.append(fix)
        fixes.sort(key=lambda one: one.line)
        return FixedText(self.text, tuple(fixes), sorted_findings(self.log))

    def _one(self) -> Fix | None:
        """Mend the first finding that can be."""
        before = _count_findings(self.log)
        for finding, path, suggestion in _suggestions(self.log):
            better = self._better(self.text, path, suggestion, before, _MAX_DEPTH)
            if better is not None:
                old, new = _changed_lines(self.text, better)
                self.text, self.log = better, read_submission(better)[1]
                return Fix(finding.clause, finding.field, finding.line, finding.message, old, new)
        return None

    def _better(
        self, text: str, path: Path, suggestion: Suggestion, before: Counter[str], deep: int
    ) -> str | None:
        """The text with that change if there are then fewer findings and no new ones, or if what is
        new can be fixed in turn.
        """
        if self._looks <= 0:
            return None
        self._looks -= 1
        changed = _apply(text, path, suggestion)
        if changed is None:
            return None
        try:
            log = read_submission(changed)[1]
        except BadInputError:  # a key that is there twice
            return None
        after = _count_findings(log)
        new = after - before
        if not new:
            return changed if after.total() < before.total() else None
        if deep:
            for finding, further, offer in _suggestions(log):
                if _finding_text(finding) in new:
                    better = self._better(changed, further, offer, before, deep - 1)
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
    """The lines in which two texts differ."""
    old, new = before.split("\n"), after.split("\n")
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return "\n".join(old[start : len(old) - end]), "\n".join(new[start : len(new) - end])
