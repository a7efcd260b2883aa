"""A rules file whole: what the regulation finds, and what a prudent operator would want to know."""

from fairdeal.submission.check import CheckResult, read_submission, sorted_findings
from fairdeal.submission.warnings import warnings_of


def review(text: str) -> CheckResult:
    """Check the text of a rules file; `BadInputError` where it is no TOML at all.

    `findings` are what the regulation does not allow, `warnings` what it allows and an operator
    would want to know, with figures of the lab. `rules` is there where nothing was found.
    """
    rules, log = read_submission(text)
    findings = sorted_findings(log)
    return CheckResult(None if findings else rules, findings, warnings_of(rules, log))
