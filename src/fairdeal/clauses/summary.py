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
    ComplianceMethod.HEADING: "opening a list",
}


def totals_text(clauses: Sequence[Clause]) -> str:
    """How many clauses there are, by how they are met, and how many no test shows."""
    by_way = {way: number for way, number in count_by_way(clauses).items() if number}
    ways = ", ".join(f"{number:,} {WAY_WORDS[way]}" for way, number in by_way.items())
    missing = sum(clause.is_missing for clause in clauses)
    return f"{counted(sum(by_way.values()), 'clause')}: {ways}; {missing} without a test"


def ways_met(clause: Clause) -> dict[tuple[ComplianceMethod, str], list[str]]:
    """How a clause is met, by way and code, each with what is done there in words."""
    found: dict[tuple[ComplianceMethod, str], list[str]] = {}
    for deed in clause.met:
        if deed.way is not ComplianceMethod.HEADING:
            words = found.setdefault((deed.way, deed.where), [])
            words += [deed.words] if deed.words else []
    return found
