"""What every game must be: a game that contradicts itself cannot be built.

Each check below is one property of a game's data and tells what it finds in a sentence's end;
`check_game` collects all of them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from fairdeal.cards import cards_text
from fairdeal.english import all_of, quoted
from fairdeal.errors import BadGameError
from fairdeal.hands import RANKINGS
from fairdeal.hands.order import depends_on_order
from fairdeal.rulebook.clauses import clause_form, clauses_of, clauses_of_tables
from fairdeal.rulebook.hand import OWN, ByReading, HandOf, HandSpec, specs_in
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.round import (
    SEATS,
    Dealing,
    dealt,
)

if TYPE_CHECKING:
    from fairdeal.rulebook.game import Game

Findings: TypeAlias = Iterator[str]

#: The readings that every game must offer, with the choices of each: the table uses them.
TABLE_ASKS: Final = {"abandoned": ("lose", "least-costly")}


def check_game(game: "Game") -> None:
    """Refuse a game that contradicts itself; `BadGameError` lists everything that was found."""
    findings = list(dict.fromkeys(found for check in CHECKS for found in check(game)))
    if findings:
        raise BadGameError(f"{game.name} in {game.jurisdiction}", findings)


# Names --------------------------------------------------------------------------------------------


def names_are_unique(game: "Game") -> Findings:
    """Check that wagers, areas and readings have different names, and that a name of a hand means
    one hand.
    """
    for what, names in (
        ("wager", [wager.name for wager in game.wagers]),
        ("area", [OWN, SEATS, *(area.name for area in game.areas)]),
        ("reading", [reading.id for reading in game.readings]),
    ):
        for name in _twice(names):
            yield f"there are two {what}s {quoted(name)}"
    named: dict[str, HandSpec] = {}
    for wager in game.wagers:
        for spec in wager.hands:
            if not spec.name:
                yield f"a hand of {wager.name} has no name"
            elif named.setdefault(spec.name, spec) is not spec:
                yield f"two hands are called {quoted(spec.name)}"
    for step in game.settlements:
        for name, _ in step.announces:
            if name not in named:
                yield f"{step.clause} announces {quoted(name)}, which no wager is paid on"


# Hands and paytables ------------------------------------------------------------------------------


def hands_can_be_read(game: "Game") -> Findings:
    """Check that a hand has enough cards in existing areas, and the ranking of the table that pays
    it.
    """
    size = {area.name: area.cards for area in game.areas} | {OWN: game.own_cards}
    for wager in game.wagers:
        for table in wager.pays.tables:
            spec = table.hand or wager.hand
            for hand in (one for one in specs_in(spec) if isinstance(one, HandOf)):
                if unknown := [area for area in hand.areas if area not in size]:
                    yield f"{_hand(spec)} is made of {quoted(unknown[0])}, where no card lies"
                elif (cards := sum(size[area] for area in hand.areas)) < hand.ranking.size:
                    yield f"{_hand(spec)} needs {hand.ranking.size} cards and has {cards}"
                if hand.ranking.cells != table.ranking.cells or any(
                    line.hand not in hand.ranking.lines for line in table.lines
                ):
                    yield (
                        f"{_hand(spec)} is ranked as {hand.ranking.name} and {_table(table)} pays "
                        f"{table.ranking.name} hands"
                    )


def hands_are_sets_of_cards(game: "Game") -> Findings:
    """Check that no ranking depends on the order of the cards. The rankings of `fairdeal.hands` are
    not checked at every start of a program, because their tests show it.
    """
    for wager in game.wagers:
        for hand in (one for spec in wager.hands for one in specs_in(spec)):
            if not isinstance(hand, HandOf) or hand.ranking in RANKINGS:
                continue
            if (cards := depends_on_order(hand.ranking, game.deck)) is not None:
                yield (
                    f"{hand.ranking.name} hands depend on the order of their cards: "
                    f"{cards_text(cards)} is another hand in another order"
                )


def readings_are_the_games(game: "Game") -> Findings:
    """Check that hands and wagers use only readings that the game has, with the same choices."""
    choices = {reading.id: [name for name, _ in reading.choices] for reading in game.readings}
    for reading in game.readings:
        if not reading.clauses:
            yield f"the reading {quoted(reading.id)} names no clause"
        if len(reading.choices) == 1 or _twice(choices[reading.id]):
            yield f"the reading {quoted(reading.id)} does not offer two choices or more, each once"
    for asked, offered in TABLE_ASKS.items():
        yield from _asked(choices, asked, offered, "every table")
    for wager in game.wagers:
        for spec in (inner for hand in wager.hands for inner in specs_in(hand)):
            if isinstance(spec, ByReading):
                yield from _asked(choices, spec.reading, spec.choices, wager.name)
        if wager.needs_by_reading:
            reading_id, choice, _ = wager.needs_by_reading
            if choice not in choices.get(reading_id, ()):
                yield f"{wager.name} asks {quoted(reading_id)}, which has no {quoted(choice)}"


def _asked(choices: dict[str, list[str]], reading: str, asked: Iterable[str], who: str) -> Findings:
    if reading not in choices:
        yield f"{who} asks the reading {quoted(reading)}, which the game does not have"
    elif set(asked) != set(choices[reading]):
        offered = all_of(choices[reading]) if choices[reading] else "no choice"
        yield f"{who} asks {quoted(reading)} for {all_of(list(asked))}: it offers {offered}"


def meters_fit(game: "Game") -> Findings:
    """Check that a table's meters are those that its lines pay from, and that a wager on meters has
    stakes of a few amounts, collected before the deal, with an envy payment for each.
    """
    for wager in game.wagers:
        for table in wager.pays.tables:
            paid = dict.fromkeys(line.pays.meter for line in table.lines if line.pays.meter)
            meters = [meter.name for meter in table.meters]
            if list(paid) != meters:
                yield f"the meters of {_table(table)} are not those that its lines pay, in order"
            if any(meter.least_reset_cents <= 0 for meter in table.meters):
                yield f"a meter of {_table(table)} has no least reset amount"
            if table.envy and not meters:
                yield f"{_table(table)} pays envy without a meter"
            stakes = wager.size.amounts
            if meters and not (stakes and wager.collected):
                yield f"{wager.name} is a wager on meters: one of a few stakes, collected"
            if any(tuple(line.pays_cents) != stakes for line in table.envy):
                yield f"the envy of {_table(table)} is not for the stakes of {wager.name}"


# Wagers and the round -----------------------------------------------------------------------------


def wagers_depend_on_earlier_ones(game: "Game") -> Findings:
    """Check that each wager comes after the wagers that it needs or that its size depends on."""
    before: list[str] = []
    for wager in game.wagers:
        needed = [*wager.needs, *(wager.needs_by_reading[2] if wager.needs_by_reading else ())]
        if wager.size.base is not None:
            needed.append(wager.size.base)
        yield from wager.size.contradictions(wager.name)
        for name in needed:
            if name not in before:
                yield f"{wager.name} depends on {name}, which does not stand before it"
        before.append(wager.name)


def decisions_are_about_wagers(game: "Game") -> Findings:
    """Check that every decision is about a wager of the game: one that is made there, in the order
    of the wagers, or one that was made before the deal and may be taken back.
    """
    for name in (*game.folds, *game.take_backs):
        if name not in game.wager:
            yield f"a decision is about {quoted(name)}, which is no wager"
    for name in _twice((*game.folds, *game.take_backs)):
        yield f"two decisions are about {name}"
    made = [wager.name for wager in game.wagers if wager.name in game.folds]
    if made != [name for name in game.folds if name in game.wager]:
        yield "the wagers made in the round do not stand in the order of its decisions"
    for wager in game.wagers:
        if wager.side and wager.at is not None:
            yield f"{wager.name} is a side bet and is made at a decision"
    for area in game.areas:
        if area.only_with is not None and area.only_with not in game.wager:
            yield f"{area.name} is dealt with {quoted(area.only_with)}, which is no wager"


def wagers_are_settled_once(game: "Game") -> Findings:
    """Check that every wager is settled in exactly one step, and that settlements come last and in
    one direction.
    """
    steps = game.settlements
    settled = Counter(name for step in steps for name in step.wagers)
    for wager in game.wagers:
        if settled[wager.name] != 1:
            times = "never" if not settled[wager.name] else "more than once"
            yield f"{wager.name} is settled {times}"
    for name in settled:
        if name not in game.wager:
            yield f"{quoted(name)} is settled and is no wager"
    for step in steps:
        if not step.wagers:
            yield f"{step.clause} settles no wager"
    if steps and steps != game.round[-len(steps) :]:
        yield "settlement does not come last"
    if len({step.direction for step in steps}) > 1:
        yield "settlement goes round the table both ways"


def collections_are_told(game: "Game") -> Findings:
    """Check that each way of dealing names where stakes are collected, for the collected wagers
    only.
    """
    collected = {wager.name for wager in game.wagers if wager.collected}
    known = collected | ({w.name for w in game.basis.wagers} if game.basis else set())
    for way, clauses in game.procedure.dealing.items():
        for told in (clauses.collect, clauses.verify):
            if not collected <= set(told) <= known:
                yield f"the procedure with {way} does not collect and count what is collected"


# Cards --------------------------------------------------------------------------------------------


def every_way_deals_the_same(game: "Game") -> Findings:
    """Check that all three ways of dealing exist and deal the same cards to the same places."""
    for way in Dealing:
        if way not in game.dealing or way not in game.procedure.dealing:
            yield f"dealing from {way} is not told"
    right = {area.name: area.cards for area in game.areas} | {SEATS: game.own_cards}
    scripts = {str(way): script for way, script in game.dealing.items()}
    if game.reshuffler_dealing is not None:
        scripts["a reshuffler"] = game.reshuffler_dealing
    for source, script in scripts.items():
        there = dealt(script)
        for place in dict.fromkeys((*right, *there)):
            if place not in right:
                yield f"dealing from {source} goes to {quoted(place)}, which is no area"
            elif there[place] != right[place] or not there[place]:
                yield f"dealing from {source} gives {there[place]} cards to {place}"


def every_community_card_is_turned(game: "Game") -> Findings:
    """Check that the round turns up all cards of the board, and no others."""
    right = {area.name: area.cards for area in game.areas}
    turned: Counter[str] = Counter()
    for step in game.reveals:
        for area in step.areas:
            turned[area] += right.get(area, 0) if step.count is None else step.count
    for area in dict.fromkeys((*right, *turned)):
        if area not in right:
            yield f"{quoted(area)} is turned up and is no area"
        elif turned[area] != right[area]:
            yield f"{turned[area]} of {right[area]} cards of {area} are turned up"


def the_deck_is_enough(game: "Game") -> Findings:
    """Check that the deck has enough cards for every seat with every draw, and for the board."""
    draws = sum(step.up_to for step in game.draws)
    needed = game.seats * (game.own_cards + draws) + sum(area.cards for area in game.areas)
    if needed > len(game.deck):
        yield f"{game.seats} seats may need {needed} cards of {len(game.deck)}"
    if bool(draws) != game.procedure.stub_in_play:
        yield "the stub stays in play exactly where cards are drawn"


# Clauses ------------------------------------------------------------------------------------------


def the_layout_has_a_place_for_everything(game: "Game") -> Findings:
    """Check that every wager and every area of the board is on the layout exactly once."""
    for what, wanted, rows in (
        ("wager", [wager.name for wager in game.wagers], game.felt.box),
        ("area", [area.name for area in game.areas], game.felt.board),
    ):
        lying = Counter(name for row in rows for name in row if name)
        for name in wanted:
            if lying[name] != 1:
                yield f"the {what} {quoted(name)} lies {lying[name]} times on the layout"
        # A game that differs from another keeps that one's layout, with places that it leaves out.
        for name in lying.keys() - set(wanted) if game.basis is None else ():
            yield f"the layout has a place for {quoted(name)}, which is no {what}"
    areas = {area.name for area in game.areas}
    for line in game.felt.lines:
        if unknown := set(line.areas) - areas:
            yield f"the line {quoted(line.title)} runs over {all_of(sorted(unknown))}"


def clauses_are_written_as_the_text_does(game: "Game") -> Findings:
    """Check that every clause has the form of the game's text, or of the text that it follows, and
    that the clauses of wagers and payouts are of the game's own text.
    """
    texts, forms = [game], []
    while texts[-1].basis is not None:
        texts.append(texts[-1].basis)
    for one in texts:
        if (form := clause_form(one)) is None:
            yield f"{quoted(one.clauses.wagers)} is written as no clause is"
            return
        forms.append(form)
    for clause in dict.fromkeys(clauses_of(game)):
        if not any(form.fullmatch(clause) for form in forms):
            yield f"{quoted(clause)} is no clause of {all_of([one.text for one in texts])}"
    for wager in game.wagers:
        for clause in (wager.clause, *clauses_of_tables(wager.pays)):
            if not clause.startswith(f"{game.text} "):
                yield f"{wager.name} cites {quoted(clause)}, which is of another text"


CHECKS: Final[Sequence[Callable[["Game"], Findings]]] = (
    names_are_unique,
    hands_can_be_read,
    hands_are_sets_of_cards,
    readings_are_the_games,
    meters_fit,
    wagers_depend_on_earlier_ones,
    decisions_are_about_wagers,
    wagers_are_settled_once,
    collections_are_told,
    every_way_deals_the_same,
    every_community_card_is_turned,
    the_deck_is_enough,
    the_layout_has_a_place_for_everything,
    clauses_are_written_as_the_text_does,
)


def _twice(names: Iterable[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def _hand(spec: HandSpec) -> str:
    return f"the hand {quoted(spec.name)}"


def _table(table: Paytable) -> str:
    return f"paytable {table.group} {table.name}"
