"""Every line of every paytable, envy and meter is paid as printed: the digits were copied from the
texts by hand, and each is asked of a settled deal.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from deals import Deal, box, cross, draw, five, hand, only, ride, seats_of, shows

from fairdeal.submission.check import check

#: Own cards and community cards of Let It Ride, from a royal flush down to a pair of tens.
FIVE = (
    *("As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "7c 7d 7h 7s 2c", "7c 7d 7h 2s 2c", "Kc 9c 2c 7c 3c"),
    *("Ac Kd Qh Js Tc", "2c 2d 2h 9s Kc", "3c 3d 2h 2s Kc", "Tc Td 2h 7s Kc"),
)
#: Three cards, from a straight flush down to a pair.
THREE = ("8s 7s 6s", "2c 2d 2h", "4c 5d 6h", "2c 9c Kc", "2c 2d Kc")
#: Own three cards and the bonus box: both Super Royals, then a royal flush down to three alike.
SIX = (
    *("Ad Kd Qd Jd Td 9d", "As Ks Qs Js Ts 9s", "As Ks Qs Js Ts 2c", "Ks Qs Js Ts 9s 2c"),
    *("7c 7d 7h 7s 2c 3d", "7c 7d 7h 2s 2c 3d", "Kc 9c 2c 7c 3c 4d", "Ac Kd Qh Js Tc 2d"),
    "2c 2d 2h 9s Kc 4h",
)
#: Progressives of three cards: ace, king, queen of spades, of another suit, then as THREE has them.
MINI = ("As Ks Qs", "Ah Kh Qh", "8s 7s 6s", "2c 2d 2h", "4c 5d 6h")
#: Two cards of Ultimate Pairs as tables A, B and E name them. The red aces are for C and D.
PAIRS = {
    "aces": "As Ac",
    "red aces": "Ah Ad",
    "AK suited": "As Ks",
    "AQ suited": "Ac Jc",
    "AK": "As Kd",
    "faces": "Qs Qd",
    "AQ": "Ac Qd",
    "tens": "Ts Td",
}
#: What each seat of the tests below stakes.
STAKE = 5


def letters(clause: str, amounts: str) -> Iterator[tuple[str, str, int]]:
    """The lines below a clause, (a) and on, each with what is printed, and its number."""
    for number, amount in enumerate(amounts.split()):
        yield f"{clause}({chr(ord('a') + number)})", amount, number


def line(clause: str, *values: Any) -> Any:
    """The case of a line: it shows the line, the paytable that has it, and the section."""
    case = shows(clause, clause, *values)
    table = clause[: clause.rindex("(")]
    above = [pytest.mark.clause(one) for one in (table, table[: table.rindex("(")])]
    return pytest.param(*case.values, marks=[*case.marks, *above], id=case.id)


def tables(section: str, printed: dict[str, str], hands: tuple[str, ...]) -> list[Any]:
    """A case for each line of the paytables of a section, which numbers them (1) and on."""
    return [
        line(clause, table, hands[at], amount)
        for number, (table, amounts) in enumerate(printed.items(), 1)
        for clause, amount, at in letters(f"{section}({number})", amounts)
    ]


def returned(amount: str, meters: dict[str, float], stake: int = STAKE) -> float:
    """What comes back by a printed payout: `9` is 9 to 1, `9for`, `$9` collected before the deal,
    `$9+` with the stake on the layout, `10%meter` of a meter, `push`.
    """
    if amount == "push":
        return stake
    number = int(re.sub(r"\D", "", amount.partition("%")[0]))
    if amount.startswith("$"):
        return number + (stake if amount.endswith("+") else 0)
    if "%" in amount:
        return meters[amount.partition("%")[2]] * number / 100
    return number * stake if amount.endswith("for") else (number + 1) * stake


def paid(wager: Deal, clause: str, amount: str, meters: dict[str, float], stake: int) -> None:
    """The line is cited, and pays what it says."""
    assert wager["clause"] == clause
    assert wager["returned"] == returned(amount, meters, stake)
    assert wager["net"] == returned(amount, meters, stake) - stake


def three_and_two(cards: str) -> tuple[str, str]:
    names = cards.split()
    return " ".join(names[:3]), " ".join(names[3:])


# Let It Ride --------------------------------------------------------------------------------------

MAIN = {
    "A": "1000 200 50 11 8 5 3 2 1",
    "B": "500 100 25 15 10 5 3 2 1",
    "C": "100 50 30 15 9 6 3 2 1",
}


@pytest.mark.parametrize(("clause", "table", "cards", "amount"), tables("MD-LIR 12.A", MAIN, FIVE))
def test_lir_base_bets(clause: str, table: str, cards: str, amount: str) -> None:
    own, community = three_and_two(cards)
    wagers = only(ride(community, box(1, own, bet=STAKE), main=table))
    for name in ("bet-1", "bet-2", "bet-3"):
        paid(wagers[name], clause, amount, {}, STAKE)


FIVE_CARD = {
    "A": "$20000 $2000 $150 $75 $50 $25 $4 $3 $2",
    "B": "$20000 $2000 $200 $75 $50 $25 $5 $4 $1",
    "C": "$20000 $2000 $100 $75 $50 $25 $9 $6",
    "D": "$10000 $2000 $200 $75 $50 $25 $5 $4 $1",
    "E": "$10000 $2000 $200 $100 $50 $25 $10 $6",
    "F": "$10000 $2000 $100 $75 $50 $25 $9 $6",
    "G": "$20000 $2000 $300 $150 $50 $25 $5",
}


@pytest.mark.parametrize(
    ("clause", "table", "cards", "amount"), tables("MD-LIR 12.B", FIVE_CARD, FIVE)
)
def test_lir_five_card_bonus(clause: str, table: str, cards: str, amount: str) -> None:
    own, community = three_and_two(cards)
    wagers = only(ride(community, box(1, own, five_card_bonus=1), five_card_bonus=table))
    paid(wagers["five-card-bonus"], clause, amount, {}, 1)


THREE_CARD = {"A": "40 30 6 4 1", "B": "40 30 5 4 1", "C": "40 30 6 3 1"}


@pytest.mark.parametrize(
    ("clause", "table", "cards", "amount"), tables("MD-LIR 12.C", THREE_CARD, THREE)
)
def test_lir_three_card_bonus(clause: str, table: str, cards: str, amount: str) -> None:
    wagers = only(ride("9d Jd", box(1, cards, three_card_bonus=STAKE), three_card_bonus=table))
    paid(wagers["three-card-bonus"], clause, amount, {}, STAKE)


SIX_CARD = {
    "A": "$1000000+ $100000+ 1000 200 50 20 15 10 5",
    "B": "$100000+ $100000+ 1000 200 50 20 15 10 5",
}


@pytest.mark.parametrize(
    ("clause", "table", "cards", "amount"), tables("MD-LIR 12.D", SIX_CARD, SIX)
)
def test_lir_six_card_bonus(clause: str, table: str, cards: str, amount: str) -> None:
    own, bonus = three_and_two(cards)
    seat = box(1, own, six_card_bonus=STAKE)
    wagers = only(ride("8c 6h", seat, six_card_bonus=table, bonus=bonus))
    paid(wagers["six-card-bonus"], clause, amount, {}, STAKE)


METERS = {
    "one": {"meter": 23_456.5},
    "two": {"major": 23_456.5, "minor": 765},
    "three": {"mega": 34_567.25, "major": 12_345, "minor": 765},
}
PROGRESSIVE = {
    "A": ("one", "100%meter 10%meter 300for 50for 40for 30for 9for"),
    "B": ("one", "100%meter 500for 70for 60for 6for"),
    "C": ("one", "100%meter 500for 100for 90for"),
    "D": ("two", "100%major 100%minor 300for 50for 40for 30for 9for"),
    "E": ("three", "100%mega 100%major 100%minor 50for 40for 30for 10for"),
    "F": ("three", "100%mega 100%major 100%minor 50for 40for 30for 9for"),
}


@pytest.mark.parametrize(
    ("clause", "table", "amount", "at"),
    [
        line(clause, table, amount, at)
        for number, (table, (_, amounts)) in enumerate(PROGRESSIVE.items(), 1)
        for clause, amount, at in letters(f"MD-LIR 12.E({number})", amounts)
    ],
)
@pytest.mark.parametrize("stake", [1, 5])
def test_lir_progressive(clause: str, table: str, amount: str, at: int, stake: int) -> None:
    own, community = (MINI[at], "9d Jd") if table in "BC" else three_and_two(FIVE[at])
    meters = METERS[PROGRESSIVE[table][0]]
    document = ride(community, box(1, own, progressive=stake), progressive=table, meters=meters)
    paid(only(document)["progressive"], clause, amount, meters, stake)


# Run 'Em Twice ------------------------------------------------------------------------------------

ULTIMATE_PAIRS = {
    "A": "aces=30 AK suited=25 AQ suited=20 AK=15 faces=10 AQ=5 tens=3",
    "B": "aces=30 AK suited=20 AQ suited=20 AK=10 AQ=10 faces=5 tens=5",
    "C": "red aces=100 aces=30 AK suited=20 AQ suited=20 AK=10 AQ=10 faces=4 tens=4",
    "D": "red aces=50 aces=25 AK suited=20 AQ suited=20 AK=10 AQ=10 faces=5 tens=5",
    "E": "aces=25 AK suited=20 AQ suited=20 AK=10 AQ=10 faces=5 tens=5",
}


def ultimate_pairs() -> Iterator[Any]:
    for number, (table, lines) in enumerate(ULTIMATE_PAIRS.items(), 1):
        for at, (cards, amount) in enumerate(re.findall(r"([A-Za-z][A-Za-z ]*)=(\d+)", lines)):
            clause = f"MD-RET 12.E({number})({chr(ord('a') + at)})"
            yield line(clause, table, PAIRS[cards], amount)


@pytest.mark.clause("MD-RET 7.E(2)(b)")
@pytest.mark.parametrize(("clause", "table", "cards", "amount"), list(ultimate_pairs()))
def test_ret_ultimate_pairs(clause: str, table: str, cards: str, amount: str) -> None:
    seat = hand(1, cards, ultimate_pairs=STAKE)
    wagers = only(cross("2d 7h 3c 8s 5d", seat, ultimate_pairs=table))
    paid(wagers["ultimate-pairs"], clause, amount, {}, STAKE)


#: Own cards and the row of the cross, from a royal flush down to three alike.
ROW = (
    *("As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "7c 7d 7h 7s 2c", "7c 7d 7h 2s 2c", "Kc 9c 2c 7c 3c"),
    *("Ac Kd Qh Js Tc", "2c 2d 2h 9s Kc"),
)
RET_PROGRESSIVE = {
    "A": ("one", "100%meter 10%meter 300for 50for 40for 30for 9for"),
    "B": ("one", "100%meter 10%meter 300for 50for 40for 30for 9for"),
    "C": ("two", "100%major 100%minor 300for 50for 40for 30for 9for"),
    "D": ("three", "100%mega 100%major 100%minor 50for 40for 30for 9for"),
}


@pytest.mark.parametrize(
    ("clause", "table", "amount", "at"),
    [
        line(clause, table, amount, at)
        for number, (table, (_, amounts)) in enumerate(RET_PROGRESSIVE.items(), 1)
        for clause, amount, at in letters(f"MD-RET 12.F({number})", amounts)
    ],
)
@pytest.mark.parametrize("stake", [1, 5])
def test_ret_progressive(clause: str, table: str, amount: str, at: int, stake: int) -> None:
    first, second, left, right, center = ROW[at].split()
    meters = METERS[RET_PROGRESSIVE[table][0]]
    seat = hand(1, f"{first} {second}", progressive=stake)
    board = f"{left} {right} 4d 6d {center}"
    document = cross(board, seat, progressive=table, meters=meters)
    paid(only(document)["progressive"], clause, amount, meters, stake)


# Double Draw --------------------------------------------------------------------------------------

JOKERS = (
    *("As Ah Ad Ac *", "As Ks Qs Js Ts", "As Ks Qs * Ts", "9s 8s 7s 6s 5s", "7c 7d 7h 7s 2c"),
    *("7c 7d 7h 2s 2c", "Kc 9c 2c 7c 3c", "Ac Kd Qh Js Tc", "2c 2d 2h 9s Kc", "3c 3d 2h 2s Kc"),
)
BONUS = {"A": "500 100 50 50 20 5 3 2 1 push", "B": "500 100 50 50 20 5 3 2 push push"}


@pytest.mark.parametrize(
    ("clause", "table", "cards", "amount"), tables("MD-DD .12B", BONUS, JOKERS)
)
def test_dd_bonus(clause: str, table: str, cards: str, amount: str) -> None:
    wagers = only(draw(five(1, cards, ante=STAKE), bonus=table))
    paid(wagers["bonus"], clause, amount, {}, STAKE)


# Envy ---------------------------------------------------------------------------------------------

#: For $1, by table: the higher hand and the lower. $5 pays five times as much.
ENVY = {
    "MD-LIR": {table: (100, 25) if table in "BC" else (1_000, 300) for table in "ABCDEF"},
    "MD-RET": dict.fromkeys("ABCD", (1_000, 300)),
}


def envy_lines() -> Iterator[Any]:
    for text, sections in (("MD-LIR", "IJ"), ("MD-RET", "HI")):
        for number, (table, amounts) in enumerate(ENVY[text].items(), 1):
            for section, stake in zip(sections, (1, 5), strict=True):
                for at, amount in enumerate(amounts):
                    clause = f"{text} 12.{section}({number})({'ab'[at]})"
                    yield shows(clause, text, table, at, stake, amount * stake)


def lir_envy(table: str, at: int, stake: int) -> Deal:
    own = ("As Ks Qs", "Ah Kh Qh" if table in "BC" else "9s Ks Qs")[at]
    board = "3d 8d" if table in "BC" else "Js Ts"
    seats = box(1, own), box(2, "2c 7d 4h", progressive=stake)
    return ride(board, *seats, progressive=table)


def ret_envy(table: str, at: int, stake: int) -> Deal:
    seats = hand(1, ("As Ks", "9s Ks")[at]), hand(2, "2d 7c", progressive=stake)
    return cross("Qs Js 3c 5h Ts", *seats, progressive=table)


DEALS: dict[str, Callable[[str, int, int], Deal]] = {"MD-LIR": lir_envy, "MD-RET": ret_envy}


@pytest.mark.clause("MD-LIR 12.H(1)", "MD-LIR 12.H(2)", "MD-RET 12.G(1)", "MD-RET 12.G(2)")
@pytest.mark.parametrize(("text", "table", "at", "stake", "amount"), list(envy_lines()))
def test_envy(text: str, table: str, at: int, stake: int, amount: int) -> None:
    """By the receiver's own stake and the table that was chosen; the holder has no stake."""
    settled = seats_of(DEALS[text](table, at, stake))
    assert (settled[1]["envy"], settled[2]["envy"]) == (0, amount)


# The least that a meter starts with ---------------------------------------------------------------

_HEAD = """operator = "Chesapeake Casino"
jurisdiction = "maryland"
game = "{}"
minimum = 5
maximum = 100
chip-step = 5
dealing = "manual-shoe"
shuffling = "manual"
decks = 1
seats = 6
[paytables]
main = "{}"
progressive = "{}"
[progressive]
"""
_GAMES = {"MD-LIR": ("let-it-ride", "A"), "MD-RET": ("run-em-twice", "standard")}


def least(clause: str, table: str, meter: str, dollars: int, *parts: str) -> Any:
    """A meter's least reset; its clause, the one that it is a part of, and so on."""
    case = pytest.param(clause, table, meter, dollars, id=f"{clause} {meter} {dollars}")
    marks = [pytest.mark.clause(name) for name in (clause, *parts)]
    return pytest.param(*case.values, marks=marks, id=case.id)


LIR_RESET, RET_RESET = "MD-LIR 12.F(2)", "MD-RET 12.F(6)(b)"
LEAST = [
    *(least(f"{LIR_RESET}({at})", at.upper(), "meter", 1_000) for at in "abc"),
    least(f"{LIR_RESET}(d)", "D", "major", 1_000, f"{LIR_RESET}(d)(i)"),
    least(f"{LIR_RESET}(d)", "D", "minor", 250, f"{LIR_RESET}(d)(ii)"),
    *(
        least(f"{LIR_RESET}({at})", at.upper(), meter, dollars, f"{LIR_RESET}({at})({roman})")
        for at in "ef"
        for meter, dollars, roman in (
            ("mega", 10_000, "i"),
            ("major", 1_000, "ii"),
            ("minor", 250, "iii"),
        )
    ),
    least(f"{RET_RESET}(i)", "A", "meter", 10_000),
    least(f"{RET_RESET}(ii)", "B", "meter", 2_000),
    least(f"{RET_RESET}(iii)", "C", "major", 10_000, f"{RET_RESET}(iii)(1)"),
    least(f"{RET_RESET}(iii)", "C", "minor", 1_000, f"{RET_RESET}(iii)(2)"),
    least(f"{RET_RESET}(iv)", "D", "mega", 10_000, f"{RET_RESET}(iv)(1)"),
    least(f"{RET_RESET}(iv)", "D", "major", 1_000, f"{RET_RESET}(iv)(2)"),
    least(f"{RET_RESET}(iv)", "D", "minor", 250, f"{RET_RESET}(iv)(3)"),
]


@pytest.mark.parametrize(("clause", "table", "meter", "dollars"), LEAST)
def test_a_meter_starts_with_no_less(clause: str, table: str, meter: str, dollars: int) -> None:
    text = clause.partition(" ")[0]
    one = table in "ABC" if text == "MD-LIR" else table in "AB"
    two = table == ("D" if text == "MD-LIR" else "C")
    meters = ["meter"] if one else ["major", "minor"] if two else ["mega", "major", "minor"]
    rates = ", ".join(f"{name} = 0.01" for name in meters)

    def found(amount: float) -> list[str | None]:
        # The others have more than enough.
        resets = ", ".join(f"{name} = {amount if name == meter else 50_000}" for name in meters)
        more = f"rate = {{ {rates} }}\nreset = {{ {resets} }}\n"
        checked = check(_HEAD.format(*_GAMES[text], table) + more)
        return [one.clause for one in checked.findings if one.field.startswith("progressive.reset")]

    assert found(dollars) == []
    assert found(dollars - 0.01) == [clause]
