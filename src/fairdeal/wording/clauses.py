"""How the program complies with each clause of a game's text, in words and from the game's data."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, Final, NamedTuple, assert_never

from fairdeal.english import all_of, counted
from fairdeal.rulebook.game import SEATS, BetterOf, Deal, Game
from fairdeal.rulebook.hand import specs_in
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.paytable import Paytable, Paytables
from fairdeal.rulebook.procedure import DealingClauses, Irregularities
from fairdeal.rulebook.round import BetOrFold, Call, Draw, Reveal, Settle, Step, TakeBack
from fairdeal.rulebook.rules import Rules
from fairdeal.wording.how_to_play import decision_words
from fairdeal.wording.wagers import rules_as_written, size_words, when_words


class ComplianceMethod(StrEnum):
    """By what kind of means a clause is complied with."""

    #: The program does it, works it out, or refuses what is against it.
    CODE = "code"
    #: A step that the program tells the dealer or the floorperson, and waits for.
    PROCEDURE = "procedure"
    #: It stands on a paper that is hung up or filed.
    PAPER = "paper"
    #: Hands, furniture and gestures, which people see to.
    PHYSICAL = "physical"
    #: It binds somebody else, or a thing that the product does not have, and the reason is given.
    OUTSIDE = "outside"
    #: The product does not meet it yet; what is missing is named.
    OPEN = "open"
    #: It only opens a list, or says what words mean.
    HEADING = "heading"


class Compliance(NamedTuple):
    """A measure that complies with a clause, and its code: `table/payout.py:settle_wager`."""

    words: str
    way: ComplianceMethod
    where: str


_QUESTIONS: Final = "table/questions.py"
_OPENING: Final = "table/decide/opening.py"
_BETTING: Final = "table/decide/betting.py"
_DEALING: Final = "table/decide/dealing.py"
_PLAYING: Final = "table/decide/playing.py"
_SETTLING: Final = "table/decide/settling.py"
_IRREGULAR_CODE: Final = "table/decide/irregular.py"
_DEVICES: Final = "table/decide/devices.py"
_CHECK: Final = "wire/rules.py:check_rules"
_LAYOUT: Final = "papers/layout.py:layout_of"
_PAYS: Final = "table/payout.py:settle_wager"
_TABLES: Final = "wire/choices.py:read_paytables"
#: What a player does at each kind of decision.
_ACTS: Final[Mapping[type[Step], str]] = {TakeBack: "ride", BetOrFold: "bet", Draw: "draw"}


def _step_of(words: str, where: str) -> Compliance:
    return Compliance(words, ComplianceMethod.PROCEDURE, where)


def _code(words: str, where: str) -> Compliance:
    return Compliance(words, ComplianceMethod.CODE, where)


def _on_paper(words: str, where: str = _LAYOUT) -> Compliance:
    return Compliance(words, ComplianceMethod.PAPER, where)


#: What the fields of the procedure's data stand for.
_PROCEDURE: Final = {
    "inspect": _step_of(
        "the dealer inspects new cards, the floorperson verifies it", f"{_OPENING}:inspect_cards"
    ),
    "spread": _step_of(
        "the cards are spread face up for the first player", f"{_OPENING}:spread_cards"
    ),
    "wash": _step_of("the cards are turned down, washed and stacked", f"{_OPENING}:wash_cards"),
    "preshuffled": _step_of(
        "preshuffled decks are opened without spreading and washing", f"{_OPENING}:receive_decks"
    ),
    "shuffle": _step_of("the cards are shuffled", f"{_OPENING}:shuffle"),
    "shuffle_ordered": _step_of("the floorperson may order a shuffle", f"{_OPENING}:order_shuffle"),
    "device_report": _code("a counting device tells its count", f"{_OPENING}:shuffle"),
    "device_count": _code(
        "a wrong count of the device: the deck is removed", f"{_OPENING}:shuffle"
    ),
    "cut": _step_of("the cards are cut, the cover card at least ten cards in", f"{_OPENING}:cut"),
    "recut": _step_of("the floorperson may order a recut", f"{_OPENING}:order_recut"),
    "idle": _step_of(
        "an idle table's cards are spread face down, and prepared anew", f"{_OPENING}:spread_idle"
    ),
    "reshuffler": _code("what a continuous reshuffler excuses", f"{_OPENING}:cut"),
    "reshuffler_count": _code("a continuous reshuffler counts the cards", f"{_OPENING}:shuffle"),
    "different_backs": _code(
        "two decks have backs of different colours", f"{_OPENING}:receive_decks"
    ),
    "other_deck": _code("the deck that rests is shuffled meanwhile", f"{_BETTING}:_require_decks"),
    "alternate": _code("two decks are used in turn", f"{_OPENING}:_to_shuffle"),
    "hours_hand": _code(
        "a deck dealt from the hand is changed after its hours", f"{_QUESTIONS}:hours_over"
    ),
    "hours_shoe": _code(
        "a deck dealt from a shoe is changed after its hours", f"{_QUESTIONS}:hours_over"
    ),
    "seated": _code("who may sit and wager", "table/decide/seats.py:seat_of"),
    "leaves": _code("a player who leaves during a round", "table/decide/seats.py:leave"),
    "place": _code("wagers are placed before no more bets", f"{_BETTING}:place"),
    "closed": _code(
        "no wager is placed, changed or taken back after no more bets", f"{_BETTING}:_require_open"
    ),
    "conduct": _step_of(
        "what players may not do with their cards is reported and refused",
        f"{_IRREGULAR_CODE}:forfeit",
    ),
    "clear": _step_of("all cards go to the discard rack in order", f"{_SETTLING}:clear"),
    "forfeit": _code("a breach of conduct forfeits the wagers", f"{_IRREGULAR_CODE}:forfeit"),
    # a way of dealing
    "no_more_bets": _step_of("no more bets is announced", f"{_BETTING}:no_more_bets"),
    "stub": _step_of("the stub is racked unseen", f"{_DEALING}:rack_stub"),
    "count": _step_of("the stub is counted", f"{_DEALING}:count_stub"),
    "misdealt": _code(
        "a wrong count with all cards there: misdealt, all hands are void",
        f"{_DEALING}:count_stub",
    ),
    "wrong_deck": _code(
        "a wrong count with cards missing or too many: void, the deck is removed",
        f"{_DEALING}:count_stub",
    ),
    "collect": _step_of("the stakes are collected before the deal", f"{_BETTING}:collect"),
    "verify": _step_of(
        "the chips are counted against the wagers acknowledged", f"{_BETTING}:collect"
    ),
    "lock": _step_of("the progressive is locked", f"{_BETTING}:no_more_bets"),
    "floor_rules": _step_of(
        "the floorperson rules on a wrong count", "table/decide/floor.py:rule_count"
    ),
    # what an operator chooses
    "wagers": _code("the wagers that may be offered", _CHECK),
    "one_deck": _code("one deck", _CHECK),
    "two_decks": _code("two decks, with a shuffling device", _CHECK),
    "seats": _code("the number of seats", _CHECK),
    "hand_needs_machine": _code("dealing from the hand needs a shuffling device", _CHECK),
    "boxes": _code("one person may take adjacent boxes", "table/decide/seats.py:sit"),
    "rates": _code("the rate at which stakes feed the meters", "wire/choices.py:read_rates"),
    "resets": _code("the least reset of the meters", "wire/choices.py:read_resets"),
    "progressive_stakes": _code("the stakes of the progressive", _CHECK),
    # the layout
    "operator": _on_paper("on the felt: the operator's name"),
    "odds": _on_paper("on the felt or a sign: the payout odds", "papers/sign.py:sign_of"),
    "limit": _on_paper("on the felt or a sign: the payout limit", "papers/sign.py:sign_of"),
    "cards": _on_paper("on the felt: a place for each player's cards"),
}
#: What is also filed.
_FILED: Final = {
    name: _on_paper(f"in the Rules Submission: {words}", "papers/submission.py:submission_of")
    for name, words in {
        "boxes": "how many boxes",
        "rates": "the rate of each meter",
        "resets": "the initial and reset amounts",
    }.items()
}
_IRREGULAR: Final = {
    "drawn_in_error": _code(
        "a card drawn in error is used as the next card", f"{_IRREGULAR_CODE}:drawn_in_error"
    ),
    "wrong_number": _code(
        "a wrong number of cards: all hands are void", f"{_IRREGULAR_CODE}:wrong_number"
    ),
    "shuffler_jam": _code(
        "the shuffler jams: the cards are shuffled anew", f"{_DEVICES}:shuffler_jam"
    ),
    "shoe_jam": _code("the shoe jams: the round is void", f"{_DEVICES}:shoe_jam"),
    "out_of_order": _step_of(
        "a device out of order is covered or signed, and done without",
        f"{_DEVICES}:mark_out_of_order",
    ),
    "more_face_up": _code(
        "a second card found face up: all hands are void", f"{_IRREGULAR_CODE}:face_up"
    ),
    "exposed_community": _code(
        "a community card exposed: all hands are void", f"{_IRREGULAR_CODE}:exposed_community"
    ),
    "skipped": _code("a skipped player's wagers are returned", f"{_IRREGULAR_CODE}:skipped"),
}


def compliance_by_clause(game: Game) -> dict[str, list[Compliance]]:
    """Return the measures for each clause that a game cites, each measure once."""
    found: dict[str, list[Compliance]] = {}
    for clause, deed in _all(game):
        if clause and deed not in found.setdefault(clause, []):
            found[clause].append(deed)
    return found


def in_order(clause: str) -> tuple[Any, ...]:
    """Return a key that sorts clauses in the order of their text: 9 before 10, B(2) before B(10),
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


def _all(game: Game) -> Iterator[tuple[str | None, Compliance]]:
    rules = rules_as_written(game)
    for wager in game.wagers:
        when, size = when_words(game, wager), size_words(rules, wager)
        yield wager.clause, _code(f"{wager.title}: {size}, {when}", f"{_BETTING}:check_amount")
        yield wager.settled, _code(f"{wager.title} is settled", _PAYS)
        for spec in (inner for hand in wager.hands for inner in specs_in(hand)):
            if isinstance(spec, BetterOf) and spec.push_clauses:
                for clause, hand in zip(spec.push_clauses, (spec.first, spec.second), strict=True):
                    words = f"{wager.title} pushes where the {hand} is better and pushes"
                    yield clause, _code(words, _PAYS)
    for group in {wager.pays.name: wager.pays for wager in game.wagers}.values():
        yield from _tables(game, group)
    for step in game.round:
        yield from _step(rules, step)
    for way, script in game.dealing.items():
        yield from _script(game, str(way), script)
    yield from _script(game, "reshuffling shoe", game.reshuffler_dealing or ())
    for area in game.areas:
        words = f"{game.place_words(area.name)}: {counted(area.cards, 'card')}"
        yield area.clause, _on_paper(words)
    yield from _layout(game)
    limit = "the highest payout of a round, a player"
    if game.limit.cents:
        limit += f": {dollars(game.limit.cents)} at most"
    yield game.limit.clause, _code(limit, "table/payout.py:cut_by_limit")
    yield from _fields(game.clauses)
    yield from _fields(game.procedure)
    for name, clauses in game.procedure.dealing.items():
        yield from _fields(clauses, f"{name}: ")
    yield from _irregular(game.procedure.irregular)


def _tables(game: Game, group: Paytables) -> Iterator[tuple[str, Compliance]]:
    wagers = [wager.title for wager in game.wagers if wager.pays.name == group.name]
    titles = all_of(wagers)
    pay = "pay" if len(wagers) > 1 else "pays"
    if len(group.tables) > 1:
        names = f"{group.names[0]}-{group.names[-1]}"
        yield group.clause, _code(f"{titles}: one of the paytables {names}", _TABLES)
        filed = "in the Rules Submission: which paytable"
        yield group.clause, _on_paper(filed, "papers/submission.py:submission_of")
    for table in group.tables:
        named = f" {table.name}" if len(group.tables) > 1 else ""
        yield table.clause, _code(f"{titles}{named} {pay}: {_lines(table)}", _PAYS)
        for line in table.lines:
            if line.clause != table.clause:
                yield line.clause, _code(f"a line of {titles}{named}", _PAYS)
        for meter in table.meters:
            least = dollars(meter.least_reset_cents)
            words = f"least reset of {meter.name}{named}: {least}"
            yield meter.clause, _code(words, "wire/choices.py:read_resets")
        for envy in table.envy:
            for stake, amount in envy.pays_cents.items():
                words = f"envy{named} for {envy.hand}, {dollars(stake)} staked: {dollars(amount)}"
                yield envy.clauses[stake], _code(words, "table/payout.py:_envy")


def _lines(table: Paytable) -> str:
    return ", ".join(f"{line.hand} {line.pays}" for line in table.lines)


def _step(rules: Rules, step: Step) -> Iterator[tuple[str, Compliance]]:
    game = rules.game
    words = decision_words(rules, step)
    if words:
        act = f"{_PLAYING}:{_ACTS[type(step)]}"
        yield step.clause, _code(f"each player in turn may {words}", act)
    match step:
        case TakeBack(back_clause=clause, wager=wager):
            words = f"{game.wager[wager].title} is moved back to the player"
            yield clause, _code(words, f"{_PLAYING}:withdraw")
        case BetOrFold(fold_clause=clause):
            words = "the wagers of a player who folds are collected"
            yield clause, _code(words, f"{_PLAYING}:fold")
        case Draw(collect_clause=collect, replace_clause=give):
            yield collect, _step_of("the discards are collected", f"{_PLAYING}:replace_discards")
            yield give, _step_of("as many cards are given", f"{_PLAYING}:replace_discards")
        case Reveal(areas=areas, clause=clause):
            words = f"turned up: {all_of([game.place_words(area) for area in areas])}"
            yield clause, _step_of(words, f"{_PLAYING}:reveal")
        case Settle(clause=clause, direction=direction, announces=announces):
            yield clause, _code(f"settlement, {direction}", f"{_SETTLING}:settle")
            for hand, cited in announces:
                yield cited, _step_of(f"the {hand} is announced", f"{_SETTLING}:_announced")
        case Call(clause=clause):
            words = "no more bets is announced again"
            yield clause, _step_of(words, f"{_PLAYING}:no_more_bets_again")
        case _:
            assert_never(step)


def _script(game: Game, way: str, script: tuple[Deal, ...]) -> Iterator[tuple[str, Compliance]]:
    for deal in script:
        to = "each seat" if deal.to == SEATS else all_of([game.place_words(a) for a in deal.areas])
        burn = f", {deal.burn} of them discarded unseen" if deal.burn else ""
        words = f"{way}: {counted(deal.count, 'card')} to {to}{burn}"
        yield deal.clause, _step_of(words, f"{_DEALING}:deal")


def _layout(game: Game) -> Iterator[tuple[str, Compliance]]:
    felt = game.felt
    yield felt.clause, _on_paper("what the layout has")
    for name, clause in felt.clauses.items():
        if name in game.wager:
            yield clause, _on_paper(f"on the felt: {game.wager[name].title}")
        else:
            yield clause, _PROCEDURE.get(name) or _on_paper(f"on the felt: {name}")
    for line in felt.lines:
        yield line.clause, _on_paper(f"inscribed {line.title}: {', '.join(line.areas)}")
    for one in felt.inscriptions:
        yield one.clause, _on_paper(f"inscribed: {one.words}")
    if felt.discards:
        yield felt.discards, _on_paper("on the felt: a place for discards")


def _fields(value: Any, before: str = "") -> Iterator[tuple[str, Compliance]]:
    """Yield the clauses of a value of the procedure, each with what its field means."""
    for one in fields(value):
        cited = getattr(value, one.name)
        if isinstance(cited, str):
            yield cited, _before(before, _PROCEDURE[one.name])
            if one.name in _FILED:
                yield cited, _FILED[one.name]
        elif isinstance(cited, Mapping):
            for name, clause in cited.items():
                if not isinstance(clause, DealingClauses):
                    deed = _before(before, _PROCEDURE[one.name])
                    yield clause, deed._replace(words=f"{deed.words} ({name})")


def _before(words: str, deed: Compliance) -> Compliance:
    return deed._replace(words=words + deed.words)


def _irregular(value: Irregularities) -> Iterator[tuple[str, Compliance]]:
    voids = "all hands are void" if value.face_up_voids else "it is set aside"
    yield value.face_up, _code(f"a card found face up: {voids}", f"{_IRREGULAR_CODE}:face_up")
    for name, deed in _IRREGULAR.items():
        if clause := getattr(value, name):
            yield clause, deed
