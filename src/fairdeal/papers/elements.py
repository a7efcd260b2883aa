"""Elements that several papers share: the head, and a panel of odds for each paytable."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from fairdeal import __version__
from fairdeal.english import all_of, one_of
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.odds import Form
from fairdeal.rulebook.paytable import STANDARD, Paytable
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager
from fairdeal.wire.rules_digest import rules_digest
from fairdeal.wording.approval import approval_words, full_edition
from fairdeal.wording.felt import felt_of
from fairdeal.wording.how_to_play import hand_name
from fairdeal.wording.phrases import capital
from fairdeal.wording.procedure import ProcedureSection, Ruling, irregularities, procedure


class PaperHead(msgspec.Struct, frozen=True, rename="kebab"):
    """The head of every paper, with the version and the digest that identify it."""

    operator: str
    game: str
    #: The jurisdiction, and its regulation.
    place: str
    text: str
    #: The colour of the game's cloth.
    felt: str
    limits: tuple[str, ...]
    #: The program's version and the digest of the rules.
    version: str
    digest: str
    #: What the payout limit covers; empty if there is no limit.
    limit_scope: str
    #: Edition, date and status of the text.
    edition: str
    #: When the regulator approved the rules, or that it has not.
    approval: str
    license: str


class OddsRow(msgspec.Struct, frozen=True, rename="kebab"):
    """A hand and what it pays."""

    hand: str
    pays: str


class EnvyRow(msgspec.Struct, frozen=True, rename="kebab"):
    """A hand and what it pays to other players, by their stakes."""

    hand: str
    pays: tuple[str, ...]


class OddsPanel(msgspec.Struct, frozen=True, rename="kebab"):
    """A paytable as a sign shows it: its wagers, their cards, its lines and notes."""

    title: str
    on: str
    rows: tuple[OddsRow, ...]
    notes: tuple[str, ...]
    clause: str
    #: The hands that pay an envy bonus, each with an amount for each stake.
    envy: tuple[EnvyRow, ...] = ()
    envy_stakes: tuple[str, ...] = ()
    #: The name of the paytable; empty if the text has only one.
    table: str = ""


def head_of(rules: Rules) -> PaperHead:
    """Return the head of a table's papers."""
    felt = felt_of(rules)
    limits = felt.limits
    if rules.payout_limit_cents is None:
        limits = (*limits, f"No payout limit {rules.game.limit.per}")
    return PaperHead(
        operator=rules.operator,
        game=rules.game.title,
        place=rules.game.place,
        text=rules.game.text,
        felt=felt.colour,
        limits=limits,
        version=__version__,
        digest=rules_digest(rules),
        limit_scope=felt.limit_scope,
        edition=full_edition(rules),
        approval=approval_words(rules),
        license=rules.license,
    )


def own_clause(rules: Rules, clause: str) -> str:
    """Return a clause that a paper may cite: one of the text that the game is offered under.

    Where that text is silent, the procedure may be of another text, which does not apply there.
    """
    return clause if clause.startswith(f"{rules.game.text} ") else ""


def own_procedure(rules: Rules) -> tuple[ProcedureSection, ...]:
    """Return the procedure of a table with the clauses that a paper may cite."""
    return tuple(
        replace(
            part,
            steps=tuple(
                replace(step, clause=own_clause(rules, step.clause)) for step in part.steps
            ),
        )
        for part in procedure(rules)
    )


def own_irregularities(rules: Rules) -> tuple[Ruling, ...]:
    """Return the irregularities of a table with the clauses that a paper may cite."""
    return tuple(
        replace(one, clause=own_clause(rules, one.clause)) for one in irregularities(rules)
    )


def panels_of(rules: Rules) -> tuple[OddsPanel, ...]:
    """Return a panel of odds for each paytable of the wagers on offer."""
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
    """Return the rows with one row, such as `two pair or better`, for the best hands that pay the
    same.
    """
    alike = 0
    while alike < len(rows) and rows[alike].pays == rows[0].pays:
        alike += 1
    if alike < 3:
        return rows
    last = rows[alike - 1].hand
    named = last if last.endswith("or better") else f"{last} or better"
    return [OddsRow(named, rows[0].pays), *rows[alike:]]


def _hand_words(hands: list[str]) -> str:
    """Return words such as `On the first run and second run` or `On your own cards`."""
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
    """Return the stakes of the progressive in cents; envy depends on them."""
    wager = rules.progressive_wager
    assert wager is not None, "envy belongs to a progressive"
    return rules.limits[wager.name].amounts


def split_in_columns(heights: list[int], worth: int = 4) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the indices of panels in two columns of nearly equal height.

    Each column keeps the order, and the first panel is on the left. Each change of columns between
    consecutive panels counts as `worth` lines of extra height, so panels stay in reading order.
    """

    def taller(mask: int) -> int:
        right = sum(height for place, height in enumerate(heights) if mask >> place & 1)
        return max(right, sum(heights) - right) + worth * _column_changes(mask, len(heights))

    best = min(range(0, 1 << len(heights), 2), key=taller)
    places = range(len(heights))
    left = tuple(place for place in places if not best >> place & 1)
    return left, tuple(place for place in places if best >> place & 1)


def _column_changes(mask: int, count: int) -> int:
    """Return how often consecutive panels are in different columns."""
    return sum((mask >> place & 1) != (mask >> place + 1 & 1) for place in range(count - 1))
