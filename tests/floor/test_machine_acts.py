"""The audit of acts about the machine: what they may say."""

from typing import Any

import pytest

from fairdeal.floor.machine_watch import machine_objection

#: Acts about the machine that say what cannot be.
MACHINE: dict[str, dict[str, Any]] = {
    "a disk of no state": {"act": "disk", "state": "full", "free": 5},
    "less than no space": {"act": "disk", "state": "low", "free": -1},
    "a clock that stood": {"act": "clock", "before": 5, "after": 5},
    "an audit of entries to come": {"act": "audited", "valid": True, "entries": 10, "head": ""},
    "an audit of less than nothing": {"act": "audited", "valid": True, "entries": -1, "head": ""},
    "a valid log with a reason": {
        "act": "audited",
        "valid": True,
        "entries": 1,
        "head": "",
        "reason": "so",
    },
    "a bad log without a reason": {"act": "audited", "valid": False, "entries": 1, "head": ""},
    "less than no files": {"act": "start", "version": "1", "program": "p", "differing": -1},
    "files by a truth": {"act": "start", "version": "1", "program": "p", "differing": True},
    "tables by numbers": {"act": "fault", "tables": [5], "reasons": []},
    "reasons by numbers": {"act": "fault", "tables": ["t1"], "reasons": [5]},
}


@pytest.mark.parametrize("told", MACHINE)
def test_an_act_about_the_machine_that_cannot_be(told: str) -> None:
    assert machine_objection(9, MACHINE[told])


@pytest.mark.parametrize(
    "what",
    [
        {"act": "disk", "state": "low", "free": 0},
        {"act": "disk", "state": "enough", "free": 5},
        {"act": "clock", "before": 5, "after": 4},
        {"act": "audited", "valid": True, "entries": 9, "head": ""},
        {"act": "audited", "valid": False, "entries": 0, "head": "", "reason": "so"},
        {"act": "start", "version": "1", "program": "p"},
        {"act": "start", "version": "1", "program": "p", "differing": 0},
        {"act": "fault", "tables": ["t1"], "reasons": ["so"]},
    ],
)
def test_what_is_told_of_the_machine(what: dict[str, Any]) -> None:
    """The act is the tenth entry of the log: nine were there to be audited."""
    assert machine_objection(9, what) is None
