"""The Rules Submission: an operator's choices, paytables, readings and procedures, to sign."""

from collections.abc import Iterator

import msgspec

from fairdeal.english import all_of
from fairdeal.papers.elements import (
    PaperHead,
    envy_stakes,
    head_of,
    own_clause,
    own_irregularities,
    own_procedure,
)
from fairdeal.rulebook.money import UNITS_PER_CENT, dollars
from fairdeal.rulebook.paytable import STANDARD, Paytable
from fairdeal.rulebook.readings import Reading
from fairdeal.rulebook.rules import Rules
from fairdeal.wording.felt import felt_of
from fairdeal.wording.phrases import capital
from fairdeal.wording.procedure import DEALING_WORDS, SHUFFLING_WORDS, ProcedureSection, Ruling
from fairdeal.wording.wagers import shared_paytables, size_words


class ChosenValue(msgspec.Struct, frozen=True, rename="kebab"):
    """A choice of the operator, and the clause about it."""

    what: str
    chosen: str
    clause: str


class SubmittedLine(msgspec.Struct, frozen=True, rename="kebab"):
    """A line of a paytable with its clause."""

    hand: str
    pays: str
    clause: str


class ChosenPaytable(msgspec.Struct, frozen=True, rename="kebab"):
    """A paytable in full, and the wagers that it pays."""

    title: str
    name: str
    clause: str
    lines: tuple[SubmittedLine, ...]
    envy: tuple[SubmittedLine, ...]


class ReadingInForce(msgspec.Struct, frozen=True, rename="kebab"):
    """A reading: its question, the answer in force, and the alternatives."""

    id: str
    clauses: str
    question: str
    answer: str
    chosen: str
    others: tuple[str, ...]


class Submission(msgspec.Struct, frozen=True, rename="kebab"):
    """The content of a Rules Submission."""

    head: PaperHead
    choices: tuple[ChosenValue, ...]
    wagers: tuple[ChosenValue, ...]
    tables: tuple[ChosenPaytable, ...]
    readings: tuple[ReadingInForce, ...]
    parts: tuple[ProcedureSection, ...]
    rulings: tuple[Ruling, ...]


def submission_of(rules: Rules) -> Submission:
    """Return the Rules Submission of an operator."""
    return Submission(
        head=head_of(rules),
        choices=tuple(_choices(rules)),
        wagers=tuple(
            ChosenValue(wager.title, capital(size_words(rules, wager)), wager.clause)
            for wager in rules.wagers
        ),
        tables=tuple(_tables(rules)),
        readings=tuple(readings_of(rules)),
        parts=own_procedure(rules),
        rulings=own_irregularities(rules),
    )


def _choices(rules: Rules) -> Iterator[ChosenValue]:
    game, clauses = rules.game, rules.game.clauses
    text = game.procedure
    deck = f"{len(game.deck)} cards"
    decks = f"One deck of {deck}" if rules.decks == 1 else f"{rules.decks} decks of {deck} each"
    two = clauses.two_decks if rules.decks > 1 else None
    yield ChosenValue("Decks", decks, two or clauses.one_deck)
    yield ChosenValue("Positions", str(rules.seats), clauses.seats or "")
    shuffled = own_clause(rules, text.shuffle)
    yield ChosenValue("Shuffling", capital(SHUFFLING_WORDS[rules.shuffling]), shuffled)
    dealt = own_clause(rules, text.dealing[rules.dealing].no_more_bets)
    yield ChosenValue("Dealing", capital(DEALING_WORDS[rules.dealing]), dealt)
    if rules.minimum_cents is not None:
        yield ChosenValue("Minimum wager", dollars(rules.minimum_cents), clauses.wagers)
    if rules.maximum_cents is not None:
        yield ChosenValue("Maximum wager", dollars(rules.maximum_cents), clauses.wagers)
    for name, cents in rules.side_maximum_cents.items():
        wager = game.wager[name]
        yield ChosenValue(f"Maximum of {wager.title}", dollars(cents), wager.clause)
    yield ChosenValue("Chip step", dollars(rules.chip_step_cents), clauses.wagers)
    limit = rules.payout_limit_cents
    words = "None" if limit is None else dollars(limit)
    yield ChosenValue(f"Payout limit {game.limit.per}", words, game.limit.clause)
    if limit is not None:
        scope = felt_of(rules).limit_scope
        yield ChosenValue("What the payout limit covers", scope, game.limit.clause)
    if clauses.boxes:
        yield ChosenValue("Boxes of one player", str(rules.adjacent_boxes), clauses.boxes)
    yield from _progressive(rules)


def _progressive(rules: Rules) -> Iterator[ChosenValue]:
    if (progressive := rules.progressive) is None:
        return
    clauses = rules.game.clauses
    stakes = all_of([dollars(cents) for cents in progressive.stakes_cents])
    yield ChosenValue("Progressive wagers", stakes, clauses.progressive_stakes or "")
    for name, rate in progressive.rates.items():
        percent = f"{rate * 100 / UNITS_PER_CENT:.4f}".rstrip("0").rstrip(".")
        words = f"{percent} percent of each wager"
        yield ChosenValue(f"Rate of the {name}", words, clauses.rates or "")
    for name, units in progressive.resets.items():
        amount = dollars(units // UNITS_PER_CENT)
        yield ChosenValue(f"Initial and reset amount of the {name}", amount, clauses.resets or "")


def _tables(rules: Rules) -> Iterator[ChosenPaytable]:
    for table, wagers in shared_paytables(rules):
        yield ChosenPaytable(
            title=all_of([wager.title for wager in wagers]),
            name="" if table.name == STANDARD else table.name,
            clause=table.clause,
            lines=tuple(
                SubmittedLine(capital(line.hand), capital(str(line.pays)), line.clause)
                for line in table.lines
            ),
            envy=tuple(_envy(rules, table)) if table.envy else (),
        )


def _envy(rules: Rules, table: Paytable) -> Iterator[SubmittedLine]:
    for line in table.envy:
        for stake in envy_stakes(rules):
            hand = f"{capital(line.hand)}, with a wager of {dollars(stake)}"
            yield SubmittedLine(hand, dollars(line.pays_cents[stake]), line.clauses[stake])


def own_clauses(rules: Rules, reading: Reading) -> str:
    """Return the clauses of a reading that a paper may cite."""
    return ", ".join(clause for clause in reading.clauses if own_clause(rules, clause))


def readings_of(rules: Rules) -> Iterator[ReadingInForce]:
    """Yield every reading of the game with the operator's choice."""
    for reading in rules.game.readings:
        meanings = dict(reading.choices)
        chosen = rules.readings.get(reading.id, "")
        # The reading's answer describes the default; each other choice has its own words.
        default = not chosen or chosen == reading.default
        yield ReadingInForce(
            id=reading.id,
            clauses=own_clauses(rules, reading),
            question=reading.question,
            answer=reading.answer if default else f"{capital(meanings[chosen])}.",
            chosen=chosen,
            others=tuple(words for name, words in meanings.items() if name != chosen),
        )
