"""What was found in an operator's Rules Submission, each thing with its place."""

from dataclasses import dataclass, field

from fairdeal.submission.lines import KeyLines, line_of
from fairdeal.wire.fields import Path, field_name


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: the clause it breaks (None where no text speaks) and its place."""

    clause: str | None
    field: str
    line: int
    message: str


@dataclass
class Paper:
    """The submission being read, and what was found so far."""

    lines: KeyLines
    findings: list[Finding] = field(default_factory=list)

    def find(
        self, path: Path, message: str, clause: str | None = None, *, sentence: str | None = None
    ) -> None:
        """Write a finding down; field and clause stand beside it, so it need not stand alone."""
        del sentence
        self.findings.append(Finding(clause, field_name(path), line_of(self.lines, path), message))
