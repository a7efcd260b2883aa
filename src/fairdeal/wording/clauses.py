"""What is done about each clause, in words, from a game's data: for whoever reads the text beside
the program.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, Final

from fairdeal.english import all_of, counted
from fairdeal.rulebook.game import SEATS, BetterOf, Deal, Game
from fairdeal.rulebook.hand import specs_in
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.paytable import Paytable, Paytables
from fairdeal.rulebook.procedure import DealingClauses, Irregularities
from fairdeal.rulebook.round import BetOrFold, Call, Draw, Reveal, Settle, Step, TakeBack
from fairdeal.wording.explain import decision_in_words, size_in_words, when_in_words

#: What the fields of the procedure's data stand for.
_PROCEDURE: Final = {
    "inspect": "the dealer inspects new cards, the floorperson verifies it",
    "spread": "the cards are spread face up for the first player",
    "wash": "the cards are turned down, washed and stacked",
    "preshuffled": "preshuffled decks are opened without spreading and washing",
    "shuffle": "the cards are shuffled",
    "shuffle_ordered": "the floorperson may order a shuffle",
    "device_report": "a counting device tells its count",
    "device_count": "a wrong count of the device: the deck is removed",
    "cut": "the cards are cut, the cover card at least ten cards in",
    "recut": "the floorperson may order a recut",
    "idle": "an idle table's cards are spread face down, and prepared anew",
    "reshuffler": "what a continuous reshuffler excuses",
    "reshuffler_count": "a continuous reshuffler counts the cards",
    "different_backs": "two decks have backs of different colours",
    "other_deck": "the deck that rests is shuffled meanwhile",
    "alternate": "two decks are used in turn",
    "hours_hand": "a deck dealt from the hand is changed after its hours",
    "hours_shoe": "a deck dealt from a shoe is changed after its hours",
    "seated": "who may sit and wager",
    "leaves": "a player who leaves during a round",
    "place": "wagers are placed before no more bets",
    "closed": "no wager is placed, changed or taken back after no more bets",
    "conduct": "what players may not do with their cards is reported and refused",
    "clear": "all cards go to the discard rack in order",
    "forfeit": "a breach of conduct forfeits the wagers",
    # a way of dealing
    "no_more_bets": "no more bets is announced",
    "stub": "the stub is racked unseen",
    "count": "the stub is counted",
    "misdealt": "a wrong count with all cards there: misdealt, all hands are void",
    "wrong_deck": "a wrong count with cards missing or too many: void, the deck is removed",
    "collect": "the stakes are collected before the deal",
    "verify": "the chips are counted against the wagers acknowledged",
    "lock": "the progressive is locked",
    "floor_rules": "the floorperson rules on a wrong count",
    # what an operator chooses
    "wagers": "the wagers that may be offered",
    "one_deck": "one deck",
    "two_decks": "two decks, with a shuffling device",
    "seats": "the number of seats",
    "hand_needs_machine": "dealing from the hand needs a shuffling device",
    "boxes": "one person may take adjacent boxes",
    "rates": "the rate at which stakes feed the meters",
    "resets": "the least reset of the meters",
    "progressive_stakes": "the stakes of the progressive",
    # the layout
    "operator": "on the felt: the operator's name",
    "odds": "on the felt or a sign: the payout odds",
    "limit": "on the felt or a sign: the payout limit",
    "cards": "on the felt: a place for each player's cards",
}
_IRREGULAR: Final = {
    "drawn_in_error": "a card drawn in error is used as the next card",
    "wrong_number": "a wrong number of cards: all hands are void",
    "shuffler_jam": "the shuffler jams: the cards are shuffled anew",
    "shoe_jam": "the shoe jams: the round is void",
    "out_of_order": "a device out of order is covered or signed, and done without",
    "more_face_up": "a second card found face up: all hands are void",
    "exposed_community": "a community card exposed: all hands are void",
    "skipped": "a skipped player's wagers are returned",
}


def deeds(game: Game) -> dict[str, list[str]]:
    """What the program does about each clause that a game cites, each thing once."""
    found: dict[str, list[str]] = {}
    for clause, words in _all(game):
        if clause and words not in found.setdefault(clause, []):
            found[clause].append(words)
    return found


def in_order(clause: str) -> tuple[Any, ...]:
    """A key that sorts the clauses of a text as the text has them: 9 before 10, B(2) before B(10),
    (iv) before (v).
    """
    text, _, place = clause.partition(" ")
    roman = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"]
    parts: list[tuple[int, int, str]] = []
    for at, part in enumerate(re.findall(r"\d+|[A-Za-z-]+", place)):
        if part.isdigit():
            parts.append((0, int(part), ""))
        elif part in roman and at > 3:
            parts.append((1, roman.index(part), ""))
        else:
            parts.append((2, 0, part))
    return text, parts


def _all(game: Game) -> Iterator[tuple[str | None, str]]:
    for wager in game.wagers:
        when, size = when_in_words(game, wager), size_in_words(game, wager)
        yield wager.clause, f"{wager.title}: {size}, {when}"
        yield wager.settled, f"{wager.title} is settled"
        for spec in (inner for hand in wager.hands for inner in specs_in(hand)):
            if isinstance(spec, BetterOf) and spec.push_clauses:
                for clause, hand in zip(spec.push_clauses, (spec.first, spec.second), strict=True):
                    yield clause, f"{wager.title} pushes where the {hand} is better and pushes"
    for group in {wager.pays.name: wager.pays for wager in game.wagers}.values():
        yield from _tables(game, group)
    for step in game.round:
        yield from _step(game, step)
    for way, script in game.dealing.items():
        yield from _script(game, str(way), script)
    yield from _script(game, "reshuffling shoe", game.reshuffler_dealing or ())
    for area in game.areas:
        yield area.clause, f"{game.place_words(area.name)}: {counted(area.cards, 'card')}"
    yield from _layout(game)
    limit = "the highest payout of a round, a player"
    if game.limit.cents:
        limit += f": {dollars(game.limit.cents)} at most"
    yield game.limit.clause, limit
    yield from _fields(game.clauses)
    yield from _fields(game.procedure)
    for name, clauses in game.procedure.dealing.items():
        yield from _fields(clauses, f"{name}: ")
    yield from _irregular(game.procedure.irregular)


def _tables(game: Game, group: Paytables) -> Iterator[tuple[str, str]]:
    titles = all_of([wager.title for wager in game.wagers if wager.pays.name == group.name])
    if len(group.tables) > 1:
        names = f"{group.names[0]}-{group.names[-1]}"
        yield group.clause, f"{titles}: one of the paytables {names}"
    for table in group.tables:
        named = f" {table.name}" if len(group.tables) > 1 else ""
        yield table.clause, f"{titles}{named} pays: {_lines(table)}"
        for meter in table.meters:
            least = dollars(meter.least_reset_cents)
            yield meter.clause, f"least reset of {meter.name}{named}: {least}"
        for line in table.envy:
            for stake, amount in line.pays_cents.items():
                words = f"envy{named} for {line.hand}, {dollars(stake)} staked: {dollars(amount)}"
                yield line.clauses[stake], words


def _lines(table: Paytable) -> str:
    return ", ".join(f"{line.hand} {line.pays}" for line in table.lines)


def line_clauses(game: Game) -> dict[str, str]:
    """The clauses of single lines of paytables, each with that of its table."""
    return {
        line.clause: table.clause
        for wager in game.wagers
        for table in wager.pays.tables
        for line in table.lines
        if line.clause != table.clause
    }


def _step(game: Game, step: Step) -> Iterator[tuple[str, str]]:
    words = decision_in_words(game, step)
    if words:
        yield step.clause, f"each player in turn may {words}"
    match step:
        case TakeBack(back_clause=clause, wager=wager):
            yield clause, f"{game.wager[wager].title} is moved back to the player"
        case BetOrFold(fold_clause=clause):
            yield clause, "the wagers of a player who folds are collected"
        case Draw(collect_clause=collect, replace_clause=give):
            yield collect, "the discards are collected"
            yield give, "as many cards are given"
        case Reveal(areas=areas, clause=clause):
            yield clause, f"turned up: {all_of([game.place_words(area) for area in areas])}"
        case Settle(clause=clause, direction=direction, announces=announces):
            yield clause, f"settlement, {direction}"
            for hand, cited in announces:
                yield cited, f"the {hand} is announced"
        case Call(clause=clause):
            yield clause, "no more bets is announced again"


def _script(game: Game, way: str, script: tuple[Deal, ...]) -> Iterator[tuple[str, str]]:
    for deal in script:
        to = "each seat" if deal.to == SEATS else all_of([game.place_words(a) for a in deal.areas])
        burn = f", {deal.burn} of them discarded unseen" if deal.burn else ""
        yield deal.clause, f"{way}: {counted(deal.count, 'card')} to {to}{burn}"


def _layout(game: Game) -> Iterator[tuple[str, str]]:
    felt = game.felt
    yield felt.clause, "what the layout has"
    for name, clause in felt.clauses.items():
        titled = f"on the felt: {game.wager[name].title}" if name in game.wager else ""
        yield clause, titled or _PROCEDURE.get(name, name)
    for line in felt.lines:
        yield line.clause, f"inscribed {line.title}: {', '.join(line.areas)}"
    for one in felt.inscriptions:
        yield one.clause, f"inscribed: {one.words}"
    if felt.discards:
        yield felt.discards, "on the felt: a place for discards"


def _fields(value: Any, before: str = "") -> Iterator[tuple[str, str]]:
    """The clauses of a value of the procedure, each by what its field stands for."""
    for one in fields(value):
        cited = getattr(value, one.name)
        words = _PROCEDURE.get(one.name, one.name.replace("_", " "))
        if isinstance(cited, str):
            yield cited, f"{before}{words}"
        elif isinstance(cited, Mapping):
            for name, clause in cited.items():
                if not isinstance(clause, DealingClauses):
                    yield clause, f"{before}{words} ({name})"


def _irregular(value: Irregularities) -> Iterator[tuple[str, str]]:
    voids = "all hands are void" if value.face_up_voids else "it is set aside"
    yield value.face_up, f"a card found face up: {voids}"
    for name, words in _IRREGULAR.items():
        if clause := getattr(value, name):
            yield clause, words
