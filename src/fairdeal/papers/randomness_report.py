"""The report over the live shuffle as a paper for a laboratory's file."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from fairdeal import __version__


class TestRow(msgspec.Struct, frozen=True, rename="kebab"):
    """One test, its p-values, and whether it has a finding."""

    name: str
    question: str
    statistic: str
    p_value: str
    corrected: str
    verdict: str


class PowerRow(msgspec.Struct, frozen=True, rename="kebab"):
    """One test, or all of them together, and how often it found each planted fault."""

    name: str
    found: tuple[str, ...]


class HandRow(msgspec.Struct, frozen=True, rename="kebab"):
    """One kind of hand: how often it came, and how often it should."""

    hand: str
    counted: str
    expected: str


class RandomnessPaper(msgspec.Struct, frozen=True, rename="kebab"):
    """The content of the paper."""

    title: str
    summary: str
    version: str
    method: tuple[str, ...]
    tests: tuple[TestRow, ...]
    power_note: str
    faults: tuple[str, ...]
    #: What each fault does, in the same order.
    explanations: tuple[str, ...]
    power: tuple[PowerRow, ...]
    hands: tuple[HandRow, ...]


def randomness_paper(document: Mapping[str, Any]) -> RandomnessPaper:
    """Return the paper of a report, which is given as its JSON document."""
    tests, power = document["tests"], document["power"]
    findings = [test["name"] for test in tests if not test["passed"]]
    verdict = "no finding" if not findings else f"finding in {', '.join(findings)}"
    return RandomnessPaper(
        title="The live shuffle under test",
        summary=f"{document['decks']:,} decks of {document['cards']} cards, {verdict}",
        version=__version__,
        method=_method(document),
        tests=tuple(_test_row(test) for test in tests),
        power_note=(
            f"Each fault was planted {power['replicates']} times, in {power['decks']:,} decks; the "
            f"bias of 0.1 % in {document['decks']:,}."
        ),
        faults=tuple(power["found"]),
        explanations=tuple(power["faults"][name] for name in power["found"]),
        power=(
            *(_power_row(test["name"], test["power"], power["found"]) for test in tests),
            _power_row("all tests together", power["found"], power["found"]),
        ),
        hands=tuple(
            HandRow(row["hand"], f"{row['counted']:,}", f"{row['expected']:,.1f}")
            for row in document["hands"]
        ),
    )


def _method(document: Mapping[str, Any]) -> tuple[str, ...]:
    live = (
        "Every deck was made as a live table makes it: a secret of 32 bytes, HMAC-SHA256 of it, a "
        "shuffle that draws again instead of favouring small numbers, and a depth of the cut."
    )
    law = (
        "Each test compares counts with an exact law. The p-value is the chance that a perfect "
        "shuffle is at least so far from it. The corrected one counts that many tests were made "
        f"(Holm). A corrected value below {document['level']} is a finding."
    )
    power = (
        "A test that finds nothing proves little by itself. So shuffles with planted faults went "
        "through the same tests, and the tables say how many of them were found."
    )
    return live, law, power


def _test_row(test: Mapping[str, Any]) -> TestRow:
    degrees = f" ({test['degrees']:,})" if test["degrees"] is not None else ""
    return TestRow(
        test["name"],
        test["question"],
        f"{test['statistic']:,.2f}{degrees}",
        _p(test["p_value"]),
        _p(test["corrected"]),
        "no finding" if test["passed"] else "FINDING",
    )


def _p(value: float) -> str:
    return f"{value:.4f}" if value >= 0.0001 else f"{value:.1e}"


def _power_row(name: str, found: Mapping[str, float], faults: Iterable[str]) -> PowerRow:
    shares = (found[fault] for fault in faults)
    return PowerRow(name, tuple(f"{share:.0%}" if share else "-" for share in shares))
