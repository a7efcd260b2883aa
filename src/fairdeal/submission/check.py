"""`check`: compares an operator's Rules Submission with the regulation, and lists all findings."""

from dataclasses import asdict, dataclass
from typing import Any

from fairdeal.english import counted
from fairdeal.rulebook.rules import Rules
from fairdeal.submission.findings import Finding, FindingLog
from fairdeal.submission.toml_lines import find_key_lines
from fairdeal.wire.json import parse_toml
from fairdeal.wire.rules import check_rules


@dataclass(frozen=True, slots=True, repr=False)
class CheckResult:
    """The result of checking a rules file.

    - `rules`: the rules of the file; None if there are findings.
    - `findings`: what breaks the regulation, each with `clause`, `field`, `line` and `message`.
    - `warnings`: what is lawful and still worth knowing, in the same form.
    """

    rules: Rules | None
    findings: tuple[Finding, ...]
    #: What is lawful and still worth knowing; only `fairdeal.submission.review` fills it.
    warnings: tuple[Finding, ...] = ()

    @property
    def valid(self) -> bool:
        """Return whether there are no findings."""
        return not self.findings

    def to_dict(self) -> dict[str, Any]:
        """Return the document of `fairdeal check FILE --json`."""
        return {
            "valid": self.valid,
            "findings": [asdict(finding) for finding in self.findings],
            "warnings": [asdict(warning) for warning in self.warnings],
        }

    def __repr__(self) -> str:
        game = self.rules.game if self.rules else None
        where = f" {game.name} in {game.jurisdiction}" if game else ""
        found = counted(len(self.findings), "finding")
        return f"<CheckResult{where}: {found}, {counted(len(self.warnings), 'warning')}>"


def check(text: str) -> CheckResult:
    """Check the text of a rules file; a text that is not TOML raises `BadInputError`.

    This gives rules and findings; `fairdeal.submission.review` gives the warnings too.
    """
    rules, log = read_submission(text)
    findings = sorted_findings(log)
    return CheckResult(None if findings else rules, findings)


def read_submission(text: str) -> tuple[Rules, FindingLog]:
    """Return the rules of a text, as far as they could be read, and the log of findings."""
    document = parse_toml(text)
    log = FindingLog(find_key_lines(text))
    return check_rules(document, log.add), log


def sorted_findings(log: FindingLog) -> tuple[Finding, ...]:
    """Return the findings in the order of their lines."""
    return tuple(sorted(log.findings, key=lambda finding: finding.line))
