"""The index in words: how many clauses are met in which way."""

from collections.abc import Sequence

from fairdeal.clauses.index import Clause, count_by_way
from fairdeal.english import counted
from fairdeal.wording.clauses import ComplianceMethod

#: How each way is called where it is counted.
WAY_WORDS = {
    ComplianceMethod.CODE: "code",
    ComplianceMethod.PROCEDURE: "procedure",
    ComplianceMethod.PAPER: "paper",
    ComplianceMethod.PHYSICAL: "physical only",
    ComplianceMethod.OUTSIDE: "outside the product",
    ComplianceMethod.OPEN: "not met yet",
    ComplianceMethod.HEADING: "opening a list",
}


def totals_text(clauses: Sequence[Clause]) -> str:
    """Describe how many clauses there are, by how they are met, and how many are met without a
    test.
    """
    by_way = {way: number for way, number in count_by_way(clauses).items() if number}
    ways = ", ".join(f"{number:,} {WAY_WORDS[way]}" for way, number in by_way.items())
    missing = sum(one.is_missing and one.way is not ComplianceMethod.OPEN for one in clauses)
    return f"{counted(sum(by_way.values()), 'clause')}: {ways}; {missing} without a test"


def ways_met(clause: Clause) -> dict[tuple[ComplianceMethod, str], list[str]]:
    """Return how a clause is met, by way and code, each with a description."""
    found: dict[tuple[ComplianceMethod, str], list[str]] = {}
    for deed in clause.met:
        if deed.way is not ComplianceMethod.HEADING:
            words = found.setdefault((deed.way, deed.where), [])
            words += [deed.words] if deed.words else []
    return found
