"""Findings in an operator's Rules Submission, each with its field, line and clause."""

from dataclasses import dataclass, field

from fairdeal.submission.toml_lines import KeyLines, line_of
from fairdeal.wire.fields import Path, field_name
from fairdeal.wire.suggestions import Suggest


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem: its place in the file, and the clause it breaks (None if no clause applies)."""

    clause: str | None
    field: str
    line: int
    message: str


@dataclass
class FindingLog:
    """Collects the findings while a submission is read."""

    lines: KeyLines
    findings: list[Finding] = field(default_factory=list)
    #: The path of each finding.
    paths: list[Path] = field(default_factory=list)
    #: The suggestion for each finding, if there is one.
    offers: list[Suggest | None] = field(default_factory=list)

    def add(
        self,
        path: Path,
        message: str,
        clause: str | None = None,
        *,
        sentence: str | None = None,
        suggest: Suggest | None = None,
    ) -> None:
        """Add a finding. `sentence` is not used: the field and the clause are shown beside it."""
        del sentence
        self.findings.append(Finding(clause, field_name(path), line_of(self.lines, path), message))
        self.paths.append(path)
        self.offers.append(suggest)

    def is_sound(self, *paths: Path) -> bool:
        """Return whether there is no finding at these paths, above them or below them."""
        return not any(
            one[: len(other)] == other or other[: len(one)] == one
            for one in paths
            for other in self.paths
        )
