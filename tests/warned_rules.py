"""Files of rules that earn no warning of `check`, to be changed, and the figures of their warnings.

The figures come from the published counts of five-card hands and from what the tables print, by
formulas of this file: nothing of the lab is asked for them.
"""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

import eval7
from conftest import ROOT
from test_check import GOOD

from fairdeal.submission.findings import Finding
from fairdeal.submission.review import review

SAMPLES = sorted(
    [
        *(ROOT / "examples" / "rules").glob("*.toml"),
        *(ROOT / "src" / "fairdeal" / "floor" / "samples").glob("*.toml"),
    ]
)
#: Five of 52 cards (every book of poker has these counts).
FIVE = 2_598_960
ROYAL, STRAIGHT_FLUSH, FOUR = (Fraction(count, FIVE) for count in (4, 36, 624))
#: What the fixed lines of Run 'Em Twice's progressive C return of a dollar on a five-card hand.
FIXED_C = sum(
    Fraction(count, FIVE) * pays
    for count, pays in ((624, 300), (3_744, 50), (5_108, 40), (10_200, 30), (54_912, 9))
)


#: What progressive C pays of a dollar beside its meters, by the names of another library's hands.
PAYS_C = {"Quads": 300, "Full House": 50, "Flush": 40, "Straight": 30, "Trips": 9}


def better_run_return(pays: dict[str, int]) -> Fraction:
    """What a dollar on the better of two five-card hands returns that share three cards and no
    other: every three up to suits, every two beside them, ranked by another library.
    """
    cards = [eval7.Card(f"{rank}{suit}") for rank in "23456789TJQKA" for suit in "cdhs"]
    turns = [[4 * (n // 4) + turn[n % 4] for n in range(52)] for turn in permutations(range(4))]
    alike = Counter(
        min(tuple(sorted(turn[n] for n in three)) for turn in turns)
        for three in combinations(range(52), 3)
    )
    royal = eval7.evaluate([eval7.Card(f"{rank}s") for rank in "AKQJT"])
    total, back = 0, 0
    for three, weight in alike.items():
        shared = [cards[n] for n in three]
        by_pay: dict[int, list[tuple[int, int]]] = {}
        for pair in combinations([n for n in range(52) if n not in three], 2):
            value = eval7.evaluate([*shared, cards[pair[0]], cards[pair[1]]])
            name = "royal" if value == royal else eval7.handtype(value)
            by_pay.setdefault(pays.get(name, 0), []).append(pair)
        # Two pairs that pay so much or less, and have no card in common: both ways round.
        degrees: Counter[int] = Counter()
        edges = before = 0
        for pay, pairs in sorted(by_pay.items()):
            edges += len(pairs)
            degrees.update(card for pair in pairs for card in pair)
            apart = edges**2 - sum(n * n for n in degrees.values()) + edges
            back += weight * pay * (apart - before)
            before = apart
        total += weight * before
    assert total == 22_100 * 1_176 * 1_081
    return Fraction(back, total)


def but(text: str, *changes: tuple[str, str]) -> str:
    """A file with some things changed, each of which stands there once."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


#: The samples with limits and maxima at which the payout limit cuts nothing.
LIR, RET, PA, DD = (
    but(GOOD[name], change)
    for name, change in (
        ("let-it-ride", ("payout-limit = 50000", "payout-limit = 2000000")),
        ("run-em-twice", ("maximum = 300", "maximum = 15")),
        ("run-em-twice-pennsylvania", ("maximum = 100", "maximum = 15")),
        ("double-draw", ("maximum = 200", "maximum = 200")),
    )
)


def the_one(text: str) -> Finding:
    """The only warning of a file without findings, which stands on the line of its field."""
    checked = review(text)
    assert checked.findings == ()
    assert checked.valid
    (warning,) = checked.warnings
    key = warning.field.split(".")[-1]
    line = text.splitlines()[warning.line - 1]
    assert key in line, (key, line)
    return warning


def figures(warning: Finding) -> list[str]:
    """Its amounts and percentages, in order."""
    return re.findall(r"\$[\d,.]*\d|[\d.,]*\d%", warning.message)


def percent(part: Fraction) -> str:
    return f"{float(part):.2%}"
