"""`check --fix`: the nearest lawful values, put into the text of a rules file. A key that is
missing is added where a value is usual.

Who complains of a value says what would be nearest to it (`fairdeal.wire.nearest`). Here it is put
in its place, and kept only if the file is then checked with fewer findings and with none that was
not there before. Comments and layout stay as they are.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Final

from fairdeal.errors import BadInputError
from fairdeal.submission.check import in_order, read_paper
from fairdeal.submission.findings import Finding, Paper
from fairdeal.submission.places import Place, places, with_key, with_new, with_value, without
from fairdeal.wire.fields import Path
from fairdeal.wire.nearest import Nearest

#: So often a changed text is looked at, but of letters no more than so many: each look takes longer
#: the longer a text is.
_LOOKS: Final = 400
_LETTERS: Final = 500_000
#: So many findings are looked at again after each fix; nobody mends a file that has more.
_MANY: Final = 100
#: A key that is spelt right may have a value that is wrong in turn.
_DEEP: Final = 3


@dataclass(frozen=True, slots=True)
class Fix:
    """One finding mended: its lines before and after."""

    clause: str | None
    field: str
    line: int
    message: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Mended:
    """A text with all fixes in it, and what is left to be found."""

    text: str
    fixes: tuple[Fix, ...]
    left: tuple[Finding, ...]


def mend(text: str) -> Mended:
    """Put the nearest lawful value wherever there is one; `BadInputError` where it is no TOML."""
    return _Mending(text).mended()


class _Mending:
    def __init__(self, text: str) -> None:
        self.text = text
        self.paper = read_paper(text)[1]
        self._looks = min(_LOOKS, _LETTERS // max(len(text), 1) + 1)

    def mended(self) -> Mended:
        fixes: list[Fix] = []
        while (fix := self._one()) is not None:
            fixes.append(fix)
        fixes.sort(key=lambda one: one.line)
        return Mended(self.text, tuple(fixes), in_order(self.paper))

    def _one(self) -> Fix | None:
        """Mend the first finding that can be."""
        before = _findings(self.paper)
        for finding, path, nearest in _offers(self.paper):
            better = self._better(self.text, path, nearest, before, _DEEP)
            if better is not None:
                old, new = _changed_lines(self.text, better)
                self.text, self.paper = better, read_paper(better)[1]
                return Fix(finding.clause, finding.field, finding.line, finding.message, old, new)
        return None

    def _better(
        self, text: str, path: Path, nearest: Nearest, before: Counter[str], deep: int
    ) -> str | None:
        """The text with that change if there are then fewer findings and no new ones, or if what is
        new can be mended in turn.
        """
        if self._looks <= 0:
            return None
        self._looks -= 1
        changed = _put(text, path, nearest)
        if changed is None:
            return None
        try:
            paper = read_paper(changed)[1]
        except BadInputError:  # a key that is there twice
            return None
        after = _findings(paper)
        new = after - before
        if not new:
            return changed if after.total() < before.total() else None
        if deep:
            for finding, further, offer in _offers(paper):
                if _told(finding) in new:
                    better = self._better(changed, further, offer, before, deep - 1)
                    if better is not None:
                        return better
        return None


def _offers(paper: Paper) -> Iterator[tuple[Finding, Path, Nearest]]:
    found = zip(paper.findings, paper.paths, paper.offers, strict=True)
    for finding, path, offer in islice(found, _MANY):
        if offer is not None and (nearest := offer()) is not None:
            yield finding, path, nearest


def _findings(paper: Paper) -> Counter[str]:
    return Counter(map(_told, paper.findings))


def _told(finding: Finding) -> str:
    return f"{finding.field}: {finding.message}"


@lru_cache(maxsize=4)
def _places(text: str) -> dict[Path, Place]:
    return places(text)


def _put(text: str, path: Path, nearest: Nearest) -> str | None:
    place = _places(text).get(path)
    if place is None:
        return with_new(text, _places(text), path, nearest.value)
    if nearest.gone:
        return without(text, place)
    if nearest.key is not None:
        return with_key(text, place, nearest.key)
    return with_value(text, place, nearest.value)


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
