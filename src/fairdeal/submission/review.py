"""`review`: checks a rules file for violations of the regulation and for lawful risks."""

from fairdeal.submission.check import CheckResult, read_submission, sorted_findings
from fairdeal.submission.warnings import warnings_of


def review(text: str) -> CheckResult:
    """Check the text of a rules file; a text that is not TOML raises `BadInputError`.

    `findings` break the regulation. `warnings` are lawful, but a prudent operator would want to
    know them; they have figures of the lab. `rules` is None if there are findings.
    """
    rules, log = read_submission(text)
    findings = sorted_findings(log)
    return CheckResult(None if findings else rules, findings, warnings_of(rules, log))
