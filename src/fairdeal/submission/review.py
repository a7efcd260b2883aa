"""A rules file whole: what the regulation finds, and what a prudent operator would want to know."""

from fairdeal.submission.check import Checked, in_order, read_paper
from fairdeal.submission.warnings import warnings_of


def review(text: str) -> Checked:
    """Check the text of a rules file; `BadInputError` where it is no TOML at all.

    `findings` are what the regulation does not allow, `warnings` what it allows and an operator
    would want to know, with figures of the lab. `rules` is there where nothing was found.
    """
    rules, paper = read_paper(text)
    findings = in_order(paper)
    return Checked(None if findings else rules, findings, warnings_of(rules, paper))
