"""What was found in an operator's Rules Submission, each thing with its place."""

from dataclasses import dataclass, field

from fairdeal.submission.toml_lines import KeyLines, line_of
from fairdeal.wire.fields import Path, field_name
from fairdeal.wire.suggestions import Suggest


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: the clause it breaks (None where no text speaks) and its place."""

    clause: str | None
    field: str
    line: int
    message: str


@dataclass
class FindingLog:
    """The submission being read, and what was found so far."""

    lines: KeyLines
    findings: list[Finding] = field(default_factory=list)
    #: Where they were made.
    paths: list[Path] = field(default_factory=list)
    #: What would be in order instead, where whoever found them can say.
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
        """Write a finding down; field and clause stand beside it, so it need not stand alone."""
        del sentence
        self.findings.append(Finding(clause, field_name(path), line_of(self.lines, path), message))
        self.paths.append(path)
        self.offers.append(suggest)

    def is_sound(self, *paths: Path) -> bool:
        """Whether nothing was found at these places, around them or inside them."""
        return not any(
            one[: len(other)] == other or other[: len(one)] == one
            for one in paths
            for other in self.paths
        )
