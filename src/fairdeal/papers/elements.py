"""What several papers share: the head, and the odds of every wager as a sign states them."""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec

from fairdeal import __version__
from fairdeal.english import all_of, one_of
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.odds import Form
from fairdeal.rulebook.paytable import STANDARD, Paytable
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager
from fairdeal.wire.rules import rules_document
from fairdeal.wording.felt import felt_of
from fairdeal.wording.how_to_play import hand_name
from fairdeal.wording.phrases import capital


class PaperHead(msgspec.Struct, frozen=True, rename="kebab"):
    """What stands on top of every paper, and what tells it from another in a file."""

    operator: str
    game: str
    #: Where it is played, and the text that it is played by.
    place: str
    text: str
    #: The colour of the game's cloth.
    felt: str
    limits: tuple[str, ...]
    #: The program's version and the digest of the rules: what the paper was made from.
    version: str
    digest: str


class OddsRow(msgspec.Struct, frozen=True, rename="kebab"):
    """A hand and what it pays."""

    hand: str
    pays: str


class EnvyRow(msgspec.Struct, frozen=True, rename="kebab"):
    """A hand and what it pays to the others, by their stakes."""

    hand: str
    pays: tuple[str, ...]


class OddsPanel(msgspec.Struct, frozen=True, rename="kebab"):
    """A paytable as a sign states it: whose it is, on which cards, its lines, and what is to be
    known beside them.
    """

    title: str
    on: str
    rows: tuple[OddsRow, ...]
    notes: tuple[str, ...]
    clause: str
    #: The hands that pay an envy bonus, each with an amount for each stake.
    envy: tuple[EnvyRow, ...] = ()
    envy_stakes: tuple[str, ...] = ()
    #: The name of the paytable among those of the text; empty where there is one only.
    table: str = ""


def digest_of(rules: Rules) -> str:
    """The digest of an operator's choices, however the file was written or commented.

    What a floor adds (a table's name there, bots) is no part of what is submitted.
    """
    document = {key: value for key, value in rules_document(rules).items() if key != "floor"}
    return sha256(msgspec.json.encode(document, order="sorted")).hexdigest()


@cache
def program_digest() -> str:
    """The digest of the program that makes the papers: its code and its templates."""
    root = Path(__file__).parent.parent
    whole = sha256()
    for path in sorted(root.rglob("*")):
        if path.suffix in (".py", ".typ"):
            whole.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return whole.hexdigest()


def head_of(rules: Rules) -> PaperHead:
    """The head of a paper."""
    felt = felt_of(rules)
    limits = felt.limits
    if rules.payout_limit_cents is None:
        limits = (*limits, "No payout limit per hand")
    return PaperHead(
        operator=rules.operator,
        game=rules.game.title,
        place=rules.game.place,
        text=rules.game.text,
        felt=felt.colour,
        limits=limits,
        version=__version__,
        digest=digest_of(rules),
    )


def panels_of(rules: Rules) -> tuple[OddsPanel, ...]:
    """The odds of every wager on offer, a panel for each paytable."""
    panels = []
    for odds in felt_of(rules).paytables:
        paid = [rules.terms[name] for name in odds.wagers]
        wager, _, table = paid[0]
        rows = [OddsRow(line.hand, capital(line.pays)) for line in odds.lines]
        stakes = envy_stakes(rules) if table.envy else ()
        panels.append(
            OddsPanel(
                title=odds.title,
                on=_hand_words(list(dict.fromkeys(hand_name(rules, terms.hand) for terms in paid))),
                rows=tuple(merge_equal_rows(rows)),
                notes=tuple(_notes(rules, wager, table)),
                clause=odds.clause,
                envy=tuple(
                    EnvyRow(
                        capital(line.hand), tuple(dollars(line.pays_cents[one]) for one in stakes)
                    )
                    for line in table.envy
                ),
                envy_stakes=tuple(map(dollars, stakes)),
                table="" if table.name == STANDARD else table.name,
            )
        )
    return tuple(panels)


def merge_equal_rows(rows: list[OddsRow]) -> list[OddsRow]:
    """Rows with one for all the best hands that pay alike: `two pair or better`."""
    alike = 0
    while alike < len(rows) and rows[alike].pays == rows[0].pays:
        alike += 1
    if alike < 3:
        return rows
    last = rows[alike - 1].hand
    named = last if last.endswith("or better") else f"{last} or better"
    return [OddsRow(named, rows[0].pays), *rows[alike:]]


def _hand_words(hands: list[str]) -> str:
    """`On the first run and second run`, `On your own cards`."""
    words = all_of(hands).removeprefix("the ")
    return f"On {'your' if words.startswith('own') else 'the'} {words}"


def _notes(rules: Rules, wager: Wager, table: Paytable) -> Iterable[str]:
    if stakes := rules.limits[wager.name].amounts:
        yield f"Wager {one_of([dollars(cents) for cents in stakes])}"
    forms = {line.pays.form for line in table.lines}
    if Form.FOR in forms or (Form.DOLLARS in forms and wager.collected):
        yield "The wager is collected before the deal and is not returned"
    elif Form.DOLLARS in forms:
        yield "Dollar amounts are paid whatever the wager"


def envy_stakes(rules: Rules) -> tuple[int, ...]:
    """The stakes on offer that envy is paid by, in cents."""
    wager = rules.progressive_wager
    assert wager is not None, "envy belongs to a progressive"
    return rules.limits[wager.name].amounts


def split_in_columns(heights: list[int], worth: int = 4) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The places of panels in two columns of nearly equal height, in order in each; the first
    panel on the left. To be read down one column and then the other is `worth` some lines.
    """

    def taller(mask: int) -> int:
        right = sum(height for place, height in enumerate(heights) if mask >> place & 1)
        return max(right, sum(heights) - right) + worth * _column_changes(mask, len(heights))

    best = min(range(0, 1 << len(heights), 2), key=taller)
    places = range(len(heights))
    left = tuple(place for place in places if not best >> place & 1)
    return left, tuple(place for place in places if best >> place & 1)


def _column_changes(mask: int, count: int) -> int:
    """How often the columns change as one reads the panels in order: few is better."""
    return sum((mask >> place & 1) != (mask >> place + 1 & 1) for place in range(count - 1))
