"""The record of a simulated round: what `audit replay` checks and the replay page shows.

Such a record has the form of a floor's, with nothing to prove: nobody committed to the cards, and
no log has the entries. It is a table that opens for this round alone. Whoever has the record draws
the cards again from its seed, gives every command again, and must come to the same record.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Any, Final

from fairdeal import __version__
from fairdeal.cards import card_text
from fairdeal.errors import BadInputError, FairdealError, MismatchError
from fairdeal.play.session import Session
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.rules import Rules
from fairdeal.simulate.history import RoundRow, simulated_rows
from fairdeal.simulate.philox import SEEDS, RoundDeck
from fairdeal.simulate.settings import Settings, run_settings
from fairdeal.simulate.sources import PhiloxSource
from fairdeal.simulate.strategies import NEVER
from fairdeal.simulate.table_engine import TableEngine
from fairdeal.table import commands as cmd
from fairdeal.table.actors import Actor, player
from fairdeal.table.entry import Entry, Opening
from fairdeal.table.outcome_events import seat_outcomes
from fairdeal.table.state import OPEN, State, new_table
from fairdeal.table.walk import walk_entries
from fairdeal.wire.commands import read_command
from fairdeal.wire.deal import seat_document
from fairdeal.wire.json_line import dump_line
from fairdeal.wire.log import entry_document, read_entry, read_opening, write_opening
from fairdeal.wire.rules_digest import document_digest
from fairdeal.wire.state import write_state

#: What every page and verifier says of such a round.
NO_PROOF: Final = "simulated: its cards follow from a seed, so nothing was committed to or proved"
_KIND: Final = "simulated"
#: What a record of a floor has and this one has not.
_ABSENT: Final = ("commitment", "secret", "cut", "proof", "protocol")


def is_simulated(record: Any) -> bool:
    """Return whether a JSON value says that it is the record of a simulated round."""
    return isinstance(record, dict) and _KIND in record


def texts_of(record: Any) -> list[str]:
    """Return the texts of the opening and of the entries of a simulated round's record."""
    return [record["rules"], *(_entry_text(record["table"], one) for one in record["entries"])]


# Rows to records ----------------------------------------------------------------------------------


def simulated_record(
    rules: Rules, rows: Sequence[RoundRow], meters: dict[str, int] | None = None
) -> dict[str, Any]:
    """Return the record of a simulated round from its rows, one for each seat. The rules are those
    of the run, and `meters` its meters where they did not begin at their resets.

    The round is played again from the seed with the decisions of the rows, and must come to the
    rows.
    """
    settings = _settings(rules, rows, meters)
    first = rows[0]
    seed, number = settings.seed, first.number
    _compare(settings, rows)
    opening = _opening(settings)
    table = _DealtTable(opening, seed, number)
    names = {row.seat: row.player for row in rows}
    people = {seat: player(f"player {seat}", name) for seat, name in names.items()}
    for seat, who in people.items():
        table.session.do(cmd.Sit(seat), who)
    table.session.run_dealer()
    for seat, who in people.items():
        table.session.do(cmd.PlaceBets(seat=seat, cents=dict(settings.stakes)), who)
    decide = _decisions(rows)
    while True:
        table.session.run_dealer(until_round_ends=True)
        state = table.session.state
        if state.phase is OPEN:
            break
        table.session.do(decide(state), people[state.turn or 0])
    return _document(opening, seed, number, table.entries)


def _settings(rules: Rules, rows: Sequence[RoundRow], meters: dict[str, int] | None) -> Settings:
    first = rows[0]
    if first.source != "simulation" or first.seed is None:
        raise BadInputError(
            f"round {first.round} was played on a floor: "
            f"`fairdeal audit export --round {first.round}` has its record"
        )
    staked = {one.wager: one.stake for one in first.wagers}
    base = next(wager.name for wager in rules.game.wagers if wager.size.binding)
    sides = [name for name, (wager, _) in rules.to_place.items() if wager.optional]
    if base not in staked:
        raise BadInputError(f"the row of seat {first.seat} has no {base}")
    bets = {"main": staked[base], **{name: staked[name] for name in sides if name in staked}}
    settings = run_settings(
        rules,
        first.number + 1,
        int(first.seed),
        strategies=(NEVER,) * len(rows),
        bets={name: Fraction(cents, CENTS) for name, cents in bets.items()},
        meters=meters,
    )
    if settings.own:
        raise BadInputError(
            "a record names paytables of the text: rounds with paytables of one's own have none"
        )
    if settings.rules_digest != first.rules:
        raise BadInputError(
            f"the rows were played under other rules ({first.rules[:12]}…, not "
            f"{settings.rules_digest[:12]}…): give the --rules, --paytable and --reading of the run"
        )
    return settings


def _compare(settings: Settings, rows: Sequence[RoundRow]) -> None:
    """Play the round of some rows again, and compare it with them."""
    engine = TableEngine(settings)
    engine.begin(rows[0].number)
    decide = _decisions(rows)
    while state := engine.wait():
        engine.decide(decide(state))
    made = simulated_rows(settings, [engine.result()])
    for row, again in zip(rows, made, strict=True):
        right = _plain(again) | {"player": row.player, "version": row.version}
        wrong = [name for name, value in _plain(row).items() if right[name] != value]
        if wrong:
            hint = " (give the --meter of the run)" if settings.meters else ""
            raise BadInputError(
                f"seat {row.seat} of round {row.round}: {wrong[0]} is not what the seed and the "
                f"decisions come to{hint}"
            )


def _plain(row: RoundRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}


def _decisions(rows: Iterable[RoundRow]) -> Callable[[State], cmd.Command]:
    """Return a player who makes the decisions of the rows again, seat by seat."""
    left = {row.seat: iter(row.decisions) for row in rows}

    def decide(state: State) -> cmd.Command:
        seat = state.turn or 0
        words = next(left.get(seat, iter(())), None)
        if words is None:
            raise BadInputError(f"the row of seat {seat} lacks a decision")
        name, _, rest = words.partition(" ")
        if name in cmd.PLAIN_DECISIONS:
            return cmd.PLAIN_DECISIONS[name](seat=seat)
        if name == "draw":
            document = {"do": "draw", "seat": seat, "discard": rest.split()}
            return read_command(state, document)
        if not rest.isdigit():
            raise BadInputError(f"{words!r} is no decision")
        return cmd.Bet(seat=seat, wager=name, cents=int(rest))

    return decide


def _opening(settings: Settings) -> Opening:
    fed = settings.fed()
    return Opening(
        settings.rules,
        {name: units - fed[name] for name, units in settings.meters},
        _KIND,
        str(settings.seed),
        table=f"{_KIND}-{settings.seed}",
    )


# The record ---------------------------------------------------------------------------------------


class _DealtTable:
    """A table that is dealt one numbered round from a seed, and its entries."""

    def __init__(self, opening: Opening, seed: int, number: int) -> None:
        source = PhiloxSource(seed)
        source.round = number
        self.session = Session(opening, source)
        self.entries: list[Entry] = []
        self.session.on_entry = lambda _, entry: self.entries.append(entry)

    def give(self, command: cmd.Command, by: Actor, at: str | None) -> None:
        """Give a command of a record again."""
        if self.session.state.rounds:
            raise MismatchError("an entry comes after the round")
        try:
            self.session.do(command, by, at=at)
        except FairdealError as error:
            number = self.session.entries + 1
            raise MismatchError(f"entry {number}: its command would be refused: {error}") from None


def _document(opening: Opening, seed: int, number: int, entries: Sequence[Entry]) -> dict[str, Any]:
    text = write_opening(opening)
    rules = opening.rules
    before = new_table(rules, opening.meters, commits=False)
    order = RoundDeck(rules.game.deck, seed, number).top(len(rules.game.deck.cards))
    return {
        "round": f"{opening.table}-{number}",
        "table": opening.table,
        "number": number,
        "void": False,
        "rules": text,
        "opening": sha256(text.encode()).hexdigest(),
        **dict.fromkeys(_ABSENT),
        "words": "",
        "order": [card_text(card) for card in order],
        "entries": [json.loads(_entry_text(opening.table, entry_document(e))) for e in entries],
        "before": json.loads(write_state(before)),
        "seats": [seat_document(one) for one in seat_outcomes(walk_entries(before, entries))],
        "rules_digest": document_digest(json.loads(text)["rules"]),
        "approved": rules.approved,
        "secrets": [],
        _KIND: {"seed": str(seed), "round": number, "version": __version__},
    }


def _entry_text(table: str, document: dict[str, Any]) -> str:
    return dump_line({"table": table, **document})


def check_record(record: Any) -> tuple[int, int]:
    """Play the round of a record again, and return the numbers of its entries and events;
    `MismatchError` where the record is another one.
    """
    run = record[_KIND]
    seed, number = int(run["seed"]), run["round"]
    if not (0 <= seed < SEEDS and type(number) is int and 0 <= number < SEEDS):
        raise MismatchError("the seed and the round are no numbers of a simulation")
    opening = read_opening(record["rules"])
    if opening.cards != _KIND or opening.table != f"{_KIND}-{seed}" or opening.seed != str(seed):
        raise MismatchError("the table does not say that it is simulated from this seed")
    table = _DealtTable(opening, seed, number)
    for text in texts_of(record)[1:]:
        entry = read_entry(table.session.state, text)
        table.give(entry.command, entry.by, entry.at)
    if table.session.state.rounds != 1:
        raise MismatchError("the entries do not end the round")
    right = _document(opening, seed, number, table.entries)
    right[_KIND]["version"] = run["version"]
    for place, (made, told) in enumerate(zip(right["entries"], record["entries"], strict=False)):
        if made != told:
            raise MismatchError(f"entry {place + 1} is not what the rules and the seed give")
    for name in {**right, **record}:
        if name not in record or name not in right or right[name] != record[name]:
            raise MismatchError(f"`{name}` is not what the rules and the seed give")
    return len(table.entries), sum(len(entry.events) for entry in table.entries)
