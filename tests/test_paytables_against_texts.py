"""Every number of every paytable, read out of the rule texts and compared with the data.

The parser knows how the texts number their lists and how they word a payout. It knows nothing of
the data: hands are compared by the words they are made of.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from fairdeal.games import find_game
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.paytable import Paytable

Texts = Callable[[str], str]

# The parser ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Printed:
    """A line of a list as the text prints it: its number, and what stands behind it."""

    clause: str
    words: str


#: How each level of a list is numbered; `(i)` is a letter on one level, a Roman one on the next.
_LEVELS = {
    "section": re.compile(r"([A-Z])\. "),
    "number": re.compile(r"\((\d+)\)"),
    "letter": re.compile(r"\(([a-j])\)"),
    "roman": re.compile(r"\((i|ii|iii|iv|v|vi)\)"),
}


def chapter(text: str, opening: str, closing: str) -> str:
    """The last place where the chapter opens (the first is the table of contents)."""
    start = text.rindex(opening)
    return text[start : text.index(closing, start)]


def printed_lines(text: str, clause: str, levels: tuple[str, ...]) -> Iterator[Printed]:
    """The numbered lines of a chapter with their full clause, page headers passed over."""
    place: list[str] = []
    for raw in text.splitlines():
        line = raw.strip().removeprefix("- ").strip()
        deepest = min(len(place), len(levels) - 1)
        for level in range(deepest, -1, -1):
            match = _LEVELS[levels[level]].match(line)
            if match and (level < len(place) or _is_first(match[1])):
                if level < len(place) and not _follows(place[level], match[1]):
                    continue
                place = [*place[:level], match[1]]
                yield Printed(_cited(clause, place), line[match.end() :].strip())
                break


def _is_first(mark: str) -> bool:
    return mark in ("A", "1", "a", "i")


def _follows(before: str, mark: str) -> bool:
    roman = ["i", "ii", "iii", "iv", "v", "vi"]
    if before in roman and mark in roman:
        return roman.index(mark) == roman.index(before) + 1
    if before.isdigit():
        return mark.isdigit() and int(mark) == int(before) + 1
    return len(mark) == 1 and ord(mark) == ord(before) + 1


def _cited(clause: str, place: list[str]) -> str:
    section, *rest = place
    return clause + section + "".join(f"({mark})" for mark in rest)


_PAYS = re.compile(
    r"For (?P<hand>.+?)(?: the payout (?:shall )?is (?:a )?|, (?=\\\$))(?P<pays>[^;.]+)"
    r"(?:[;.]|; or|; and)"
)


def payout(words: str) -> tuple[frozenset[str], str] | None:
    """The hand and what it pays, if the line states a payout."""
    match = _PAYS.fullmatch(words)
    return (hand_words(match["hand"]), odds_words(match["pays"])) if match else None


def odds_words(text: str) -> str:
    """`\\$20,000` and `100 percent of Major Progressive` as a sign would have them."""
    text = text.strip(" ;.").replace("\\$", "$")
    share = re.fullmatch(r"(\d+) percent of (?:(\w+) Progressive|meter)", text)
    if share:
        return f"{share[1]}% of {(share[2] or 'meter').lower()}"
    return "push" if text.lower() == "push" else text


_RANKS = {"6s": "sixes", "10s": "tens", "jack": "jacks"}
_NOISE = frozenset({"a", "an", "of", "the", "and", "or", "to", "player", "cards", "card", "5"})


def hand_words(text: str) -> frozenset[str]:
    """The words that tell one hand from another, whatever stands between them."""
    text = text.lower().replace("-of-a-", " of a ").replace("3 of a", "three of a")
    words = [_RANKS.get(word, word) for word in re.findall(r"[a-z0-9]+", text)]
    return frozenset(word for word in words if word not in _NOISE)


# What the data should say for the words of the text. Keys: the words that the text uses.
_CALLED = {
    "royal flush": "royal flush",
    "straight flush": "straight flush",
    "four straight flush": "straight flush",  # garbled in envy paytable C, in both extractions
    "four kind": "four of a kind",
    "full house": "full house",
    "flush": "flush",
    "straight": "straight",
    "three kind": "three of a kind",
    "two pair": "two pair",
    "pair": "pair",
    "pair tens jacks queens kings aces": "pair of tens or better",
    "pair two tens jacks queens kings aces": "pair of tens or better",
    "pair jacks better": "pair of jacks or better",
    "pair sixes tens": "pair of sixes to tens",
    "pair sixes through tens": "pair of sixes to tens",
    "pair sixes better": "pair of sixes or better",
    "sixes better": "pair of sixes or better",
    "pair aces": "pair of aces",
    "pair aces hearts diamonds": "aces of hearts and diamonds",
    "ace king same suit": "ace-king suited",
    "ace queen jack same suit": "ace with queen or jack, suited",
    "ace king different suits": "ace-king offsuit",
    "ace queen jack different suits": "ace with queen or jack, offsuit",
    "pair jacks queens kings": "pair of jacks, queens or kings",
    "pair tens less": "pair of tens or lower",
    "super royal diamonds": "super royal of diamonds",
    "super royal hearts spades clubs": "super royal of hearts, spades or clubs",
    "five aces": "five aces",
    "natural royal flush": "natural royal flush",
    "wild royal flush": "wild royal flush",
    "ace king queen spades": "ace-king-queen of spades",
    "ace king queen hearts diamonds clubs": "ace-king-queen of hearts, diamonds or clubs",
    "ace king queen": "ace-king-queen of spades",  # reading progressive-b-top
}
HANDS = {hand_words(words): called for words, called in _CALLED.items()}


def payouts(text: str, clause: str, levels: tuple[str, ...]) -> dict[str, tuple[str, str]]:
    """Clause to hand and odds, for every payout line of the chapter."""
    found = {}
    for line in printed_lines(text, clause, levels):
        if stated := payout(line.words):
            hand, odds = stated
            assert hand in HANDS, f"{line.clause}: what hand is {sorted(hand)}?"
            assert line.clause not in found, f"{line.clause} is there twice"
            found[line.clause] = (HANDS[hand], odds)
    return found


def resets(text: str, clause: str, levels: tuple[str, ...]) -> dict[str, dict[str, str]]:
    """Clause of a paytable's reset to meter and least amount, for every reset of the chapter."""
    found: dict[str, dict[str, str]] = {}
    table = ""
    for line in printed_lines(text, clause, levels):
        if line.words.startswith("Paytable") and not line.words.endswith("Envy Bonus:"):
            table = line.clause
        match = re.match(r"\\\$([\d,]+) for (?:Paytable [A-F]|(\w+) Progressive)", line.words)
        if match:
            meter = (match[2] or "meter").lower()
            found.setdefault(table if match[2] else line.clause, {})[meter] = match[1]
    return found


# The texts ----------------------------------------------------------------------------------------

_LISTS = ("section", "number", "letter")


@dataclass(frozen=True)
class Text:
    """Where a text has its paytables, and how many payout lines it must have."""

    file: str
    game: str
    jurisdiction: str
    opening: str
    closing: str
    clause: str
    lines: int

    def chapter(self, texts: Texts) -> str:
        return chapter(texts(self.file), self.opening, self.closing)

    @property
    def rules(self) -> Game:
        return find_game(self.game, self.jurisdiction)


#: Lines by hand: 12.A 3x9, B 9+9+8+9+8+8+7, C 3x5, D 2x9, E 7+5+4+7+7+7, I and J 6x2 each.
LIR = Text(
    *("004", "let-it-ride", "maryland", "Chapter 12 - Payout Odds.", "Chapter 13", "MD-LIR 12."),
    lines=27 + 58 + 15 + 18 + 37 + 24,
)
#: 12.B 10, D 9, E 7+7+8+8+7, F 4x7, H and I 4x2 each.
RET = [
    Text(
        *(file, "run-em-twice", "maryland", "Chapter 12 - Payout Odds.", "Chapter 13"),
        clause="MD-RET 12.",
        lines=10 + 9 + 37 + 28 + 16,
    )
    for file in ("000", "002")
]
DD = Text(
    *("001", "double-draw", "maryland", ".12 Payout Odds.", ".13 Irregularities", "MD-DD .12"),
    lines=20,
)
ALL = [LIR, *RET, DD]


def _id(value: object) -> str:
    return f"{value.game} {value.file}" if isinstance(value, Text) else str(value)


def _stated(game: Game) -> dict[str, tuple[str, str]]:
    """Clause to hand and odds of the data, envy included."""
    tables = [table for group in game.paytables.values() for table in group.tables]
    lines = {line.clause: (line.hand, str(line.pays)) for table in tables for line in table.lines}
    for table in tables:
        for envy in table.envy:
            for stake, clause in envy.clauses.items():
                lines[clause] = (envy.hand, f"${envy.pays_cents[stake] // 100:,}")
    return lines


@pytest.mark.clause("MD-LIR 12", "MD-RET 12", "MD-DD .12")
@pytest.mark.parametrize("text", ALL, ids=_id)
def test_every_payout_line_of_the_text(text: Text, rule_texts: Texts) -> None:
    read = payouts(text.chapter(rule_texts), text.clause, _LISTS)
    assert len(read) == text.lines
    stated = _stated(text.rules)
    # One clause for all antes and draw wagers: odds of 1 to 1, said in a sentence.
    stated.pop("MD-DD .12A", None)
    assert stated == read


@pytest.mark.clause("MD-LIR 12.F(2)", "MD-RET 12.F(6)(b)")
@pytest.mark.parametrize(
    ("text", "levels", "within", "count"),
    [
        (LIR, (*_LISTS, "roman"), "MD-LIR 12.F(2)", 3 + 2 + 3 + 3),
        *((text, (*_LISTS, "roman", "number"), "MD-RET 12.F(6)(b)", 2 + 2 + 3) for text in RET),
    ],
    ids=_id,
)
def test_every_least_reset_of_the_text(
    text: Text, levels: tuple[str, ...], within: str, count: int, rule_texts: Texts
) -> None:
    read = resets(text.chapter(rule_texts), text.clause, levels)
    assert all(clause.startswith(within) for clause in read)
    assert sum(map(len, read.values())) == count
    stated = {
        table.meters[0].clause: {
            meter.name: f"{meter.least_reset_cents // 100:,}" for meter in table.meters
        }
        for table in text.rules.paytables["progressive"].tables
    }
    assert stated == read


@pytest.mark.clause("MD-RET 12.A", "MD-DD .12A")
@pytest.mark.parametrize(
    ("text", "wagers"),
    [
        *((text, ["first-ante", "second-ante"]) for text in RET),
        (DD, ["ante", "first-draw", "second-draw"]),
    ],
    ids=_id,
)
def test_antes_and_draws_pay_what_section_a_says(
    text: Text, wagers: list[str], rule_texts: Texts
) -> None:
    sentences = [
        line.words
        for line in printed_lines(text.chapter(rule_texts), text.clause, ("section",))
        if line.clause == text.clause + "A"
    ]
    (odds,) = re.findall(r"at odds of (\d+ to \d+)", " ".join(sentences))
    for wager in wagers:
        lines = text.rules.wager[wager].pays.tables[0].lines
        assert {str(line.pays) for line in lines} - {"push"} == {odds}


@pytest.mark.clause("MD-RET 12.C")
@pytest.mark.parametrize("text", RET, ids=_id)
def test_the_payout_limit_of_maryland(text: Text, rule_texts: Texts) -> None:
    read = {
        line.clause: line.words
        for line in printed_lines(text.chapter(rule_texts), text.clause, _LISTS)
    }
    (amount,) = re.findall(r"[\d,]+", read["MD-RET 12.C(1)"])
    assert text.rules.limit.cents == int(amount.replace(",", "")) * 100
    assert "minimum" in read["MD-RET 12.C(2)"]
    assert text.rules.limit.or_best_at_minimum


# Pennsylvania's card ------------------------------------------------------------------------------


def card_tables(text: str) -> list[dict[str, str]]:
    """The tables of the card, hand to odds, in the order they are printed."""
    tables: list[dict[str, str]] = []
    for line in text.splitlines():
        hand, _, odds = line.partition("\t")
        if (hand, odds) == ("HAND", "PAYS*"):
            tables.append({})
        elif odds:
            tables[-1][HANDS[hand_words(hand)]] = odds_words(odds)
    return tables


def _rows(table: Paytable) -> dict[str, str]:
    return {line.hand: str(line.pays) for line in table.lines}


@pytest.mark.clause("PA-RET paytable", "PA-RET five-card-bonus")
def test_every_line_of_pennsylvanias_card(rule_texts: Texts) -> None:
    main, bonus = card_tables(rule_texts("003"))
    assert (len(main), len(bonus)) == (10, 9)
    game = find_game("run-em-twice", "pennsylvania")
    assert list(_rows(game.paytables["main"]["standard"]).items()) == list(main.items())
    assert list(_rows(game.paytables["five-card-bonus"]["standard"]).items()) == list(bonus.items())


@pytest.mark.clause("PA-RET limit")
def test_the_payout_limit_of_pennsylvania(rule_texts: Texts) -> None:
    (amount,) = re.findall(r"aggregate payout of \\\$([\d,]+)", rule_texts("003"))
    limit = find_game("run-em-twice", "pennsylvania").limit
    assert limit.cents == int(amount.replace(",", "")) * 100
    assert not limit.or_best_at_minimum


# The comparison can fail --------------------------------------------------------------------------


@pytest.mark.parametrize("text", ALL, ids=_id)
def test_a_changed_digit_of_the_text_is_noticed(text: Text, rule_texts: Texts) -> None:
    printed = text.chapter(rule_texts)
    right = payouts(printed, text.clause, _LISTS)
    odds = list(
        re.finditer(
            r"\d(?= (?:to|for) 1\b)|\d(?= percent of)|\d(?=[;.]? ?(?:or|and)?$)",
            printed,
            re.MULTILINE,
        )
    )
    changed = 0
    for match in odds:
        digit = str((int(match[0]) + 1) % 10)
        altered = printed[: match.start()] + digit + printed[match.end() :]
        changed += payouts(altered, text.clause, _LISTS) != right
    pushes = sum(odds == "push" for _, odds in right.values())
    assert changed >= text.lines - pushes


@pytest.mark.parametrize("text", ALL, ids=_id)
def test_a_lost_line_of_the_text_is_noticed(text: Text, rule_texts: Texts) -> None:
    lines = text.chapter(rule_texts).splitlines()
    stated = [number for number, line in enumerate(lines) if ") For " in line]
    for number in stated[::7]:
        shorter = "\n".join(lines[:number] + lines[number + 1 :])
        assert len(payouts(shorter, text.clause, _LISTS)) < text.lines


def test_a_changed_number_of_the_data_is_noticed(rule_texts: Texts) -> None:
    read = payouts(LIR.chapter(rule_texts), LIR.clause, _LISTS)
    table = LIR.rules.paytables["main"]["A"].paying({"flush": "9 to 1"})
    assert any(read[line.clause] != (line.hand, str(line.pays)) for line in table.lines)
