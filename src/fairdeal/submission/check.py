"""`check`: an operator's Rules Submission against the regulation, all findings at once."""

from dataclasses import dataclass

from fairdeal.rulebook.rules import Rules
from fairdeal.submission.findings import Finding, FindingLog
from fairdeal.submission.toml_lines import find_key_lines
from fairdeal.wire.json import parse_toml
from fairdeal.wire.rules import check_rules


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A rules file after the check: `rules` is there where nothing was found."""

    rules: Rules | None
    findings: tuple[Finding, ...]
    #: What is lawful and still worth knowing; only a review looks for it.
    warnings: tuple[Finding, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether the submission is in order."""
        return not self.findings


def check(text: str) -> CheckResult:
    """Check the text of a rules file; `BadInputError` where it is no TOML at all.

    Whoever wants the rules asks here; `fairdeal.submission.review` has the warnings too.
    """
    rules, log = read_submission(text)
    findings = sorted_findings(log)
    return CheckResult(None if findings else rules, findings)


def read_submission(text: str) -> tuple[Rules, FindingLog]:
    """The rules of a text as far as they can be told, and all that was found."""
    document = parse_toml(text)
    log = FindingLog(find_key_lines(text))
    return check_rules(document, log.add), log


def sorted_findings(log: FindingLog) -> tuple[Finding, ...]:
    """What was found, in the order of lines."""
    return tuple(sorted(log.findings, key=lambda finding: finding.line))
