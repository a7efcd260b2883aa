"""The dealer's whole procedure in words, step by step with clauses: from the opening of a table to
its irregularities, by the way of dealing and of shuffling that an operator has chosen.

`fairdeal.wording.dealer` says what comes next at a table in play; here is what comes at any.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import assert_never

import msgspec

from fairdeal.english import all_of, cards_in_words, how_often, up_to_cards
from fairdeal.rulebook.game import (
    BetOrFold,
    Call,
    Deal,
    Dealing,
    Draw,
    Reveal,
    Settle,
    Shuffling,
    TakeBack,
)
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.rules import Rules
from fairdeal.table.questions import CUT_MARGIN
from fairdeal.table.state import dealing_steps
from fairdeal.wording.wagers import outside_limit_words, size_words

DEALING_WORDS = {
    Dealing.MANUAL_SHOE: "from a manual shoe",
    Dealing.HAND: "from the hand",
    Dealing.AUTOMATED_SHOE: "from an automated shoe",
}
SHUFFLING_WORDS = {
    Shuffling.MANUAL: "by hand",
    Shuffling.AUTOMATED: "by an automated shuffler",
    Shuffling.COUNTING: "by an automated shuffler that counts the cards",
    Shuffling.RESHUFFLING: "by a continuous reshuffler",
}


class ProcedureStep(msgspec.Struct, frozen=True):
    """A step of the procedure, with its clause and the role that takes it."""

    say: str
    clause: str
    by: str = "dealer"


class ProcedureSection(msgspec.Struct, frozen=True):
    """A section of the procedure; its steps are in their order."""

    title: str
    steps: tuple[ProcedureStep, ...]


class Ruling(msgspec.Struct, frozen=True):
    """An irregularity, what it leads to, and whether the hands are void."""

    found: str
    then: str
    clause: str
    void: bool


def procedure(rules: Rules) -> tuple[ProcedureSection, ...]:
    """Return the procedure of a table under an operator's choices."""
    return (
        ProcedureSection("Opening the table", tuple(_opening(rules))),
        ProcedureSection("Wagers", tuple(_wagers(rules))),
        ProcedureSection(f"The deal, {DEALING_WORDS[rules.dealing]}", tuple(deal_steps(rules))),
        ProcedureSection("The round", tuple(round_steps(rules))),
        ProcedureSection("Settlement", tuple(settlement_steps(rules))),
        ProcedureSection("Between rounds", tuple(_between(rules))),
    )


def _opening(rules: Rules) -> Iterator[ProcedureStep]:
    text, many = rules.game.procedure, rules.decks > 1
    what = "two decks, their backs of different colours" if many else "the deck"
    yield ProcedureStep(f"Receive {what}, and inspect the cards for defects", text.inspect)
    yield ProcedureStep("Verify the inspection", text.inspect, "floorperson")
    yield ProcedureStep("Spread the cards face up, by suit and in sequence", text.spread)
    yield ProcedureStep(
        "When the first player has looked: turn them down, wash and stack", text.wash
    )
    words = SHUFFLING_WORDS[rules.shuffling]
    yield ProcedureStep(f"Shuffle {words}", text.shuffle)
    if rules.shuffling is Shuffling.COUNTING:
        count = len(rules.game.deck)
        yield ProcedureStep(f"Read the device's count: {count} cards", text.device_report)
    if not rules.shuffling.by_machine:
        yield ProcedureStep(
            f"Have the cards cut: cover card {CUT_MARGIN} cards in at least", text.cut
        )
    words = "A deck that came inspected and shuffled needs the cut only"
    if rules.shuffling.by_machine:
        words = "A deck that came inspected and shuffled needs no washing, but a cut"
    yield ProcedureStep(words, text.preshuffled)


def _wagers(rules: Rules) -> Iterator[ProcedureStep]:
    game = rules.game
    for wager, needs in rules.to_place.values():
        after = ", after " + all_of([game.wager[name].title for name in needs]) if needs else ""
        kind = "may" if wager.optional else "must"
        words = f"{wager.title}: each player {kind} place it, {size_words(rules, wager)}{after}"
        yield ProcedureStep(words, wager.clause, "player")
    clauses = game.procedure.dealing[rules.dealing]
    yield ProcedureStep("Announce: no more bets", clauses.no_more_bets)
    progressive = rules.progressive_wager
    for wager in rules.collected:
        if wager is progressive and clauses.lock:
            yield ProcedureStep("Lock the progressive: it takes no further wager", clauses.lock)
        mark = ", place a lammer for each" if wager.lammer else ""
        words = f"Collect the {wager.title} wagers{mark}"
        yield ProcedureStep(words, clauses.collect.get(wager.name, clauses.no_more_bets))
        against = "the lammers" if wager.lammer else "the wagers accepted"
        if verify := clauses.verify.get(wager.name):
            yield ProcedureStep(
                f"Count the chips in front of the tray: as many as {against}", verify
            )


def deal_steps(rules: Rules) -> Iterator[ProcedureStep]:
    """Yield the steps of the deal in the chosen way, the stub included."""
    game = rules.game
    text, clauses = game.procedure, game.procedure.dealing[rules.dealing]
    steps = dealing_steps(rules, rules.dealing, rules.shuffling)
    for _, same in groupby(steps, key=lambda step: (step.count, step.to, step.burn, step.clause)):
        alike = list(same)
        yield ProcedureStep(_deal_words(rules, alike[0], len(alike)), alike[0].clause)
    if _reshuffling_shoe(rules):
        if text.stub_in_play:
            yield ProcedureStep("Leave the stub in the shoe: players draw from it", clauses.stub)
        else:
            yield ProcedureStep("There is no stub: the device keeps the rest", text.reshuffler)
        return
    if not rules.shuffling.counts:
        words = "Every fifth round: count the stub face down; with the cards dealt it makes "
        yield ProcedureStep(words + _deck(rules), clauses.count)
    if text.stub_in_play:
        yield ProcedureStep("Keep the stub in order: players draw from it", clauses.stub)
    else:
        yield ProcedureStep("Put the stub into the discard rack, its cards unseen", clauses.stub)


def _deck(rules: Rules) -> str:
    return f"{len(rules.game.deck)} cards"


def _deal_words(rules: Rules, step: Deal, times: int) -> str:
    if not step.areas:
        what = "one card" if step.count == 1 else f"a stack of {step.count} cards"
        again = "" if times == 1 else f", {how_often(times)} round"
        return f"Deal {what} face down to each player, from your left{again}"
    words = all_of([rules.game.place_words(area) for area in step.areas])
    order = ", in this order" if len(step.areas) > 1 else ""
    burn = f"; discard {step.burn} of them unseen" if step.burn else ""
    each = (
        "one card each" if len(step.areas) > 1 and step.count == 1 else cards_in_words(step.count)
    )
    return f"Deal {each} face down to {words}{order}{burn}"


def round_steps(rules: Rules) -> Iterator[ProcedureStep]:
    """Yield the steps after the deal, at which the dealer asks players and turns up cards."""
    game = rules.game
    asked = "Ask each player in turn, from your left"
    for at, step in enumerate(game.round):
        match step:
            case TakeBack(wager=wager):
                title = game.wager[wager].title
                yield ProcedureStep(f"{asked}: let {title} ride, or take it back", step.clause)
                yield ProcedureStep(
                    f"Move {title}, where it is taken back, to the player", step.back_clause
                )
            case BetOrFold(wager=wager):
                size = size_words(rules, game.wager[wager])
                yield ProcedureStep(
                    f"{asked}: {game.wager[wager].title}, {size}, or fold", step.clause
                )
                yield ProcedureStep(_fold_words(rules), step.fold_clause)
            case Call():
                yield ProcedureStep("Announce: no more bets", step.clause)
            case Draw(up_to=up_to):
                yield ProcedureStep(f"{asked}: discard {up_to_cards(up_to)}, or none", step.clause)
                yield ProcedureStep(
                    "Collect the discards into the rack, unseen", step.collect_clause
                )
                yield ProcedureStep(
                    "Give as many cards from the stub, face down", step.replace_clause
                )
            case Reveal():
                if at not in rules.left_out:
                    yield ProcedureStep(_reveal_words(rules, step), step.clause)
            case Settle():  # told by `the_settlement`
                pass
            case _:
                assert_never(step)
    if not game.procedure.stub_in_play:
        return
    if _reshuffling_shoe(rules):
        words = "After the last draw the stub stays in the shoe, which reshuffles and counts it"
        yield ProcedureStep(words, game.procedure.reshuffler)
    else:
        stub = game.procedure.dealing[rules.dealing].stub
        yield ProcedureStep("After the last draw put the stub into the discard rack", stub)


def _reshuffling_shoe(rules: Rules) -> bool:
    """Return whether the cards are dealt from a shoe that reshuffles them itself."""
    return rules.shuffling is Shuffling.RESHUFFLING and rules.dealing is Dealing.AUTOMATED_SHOE


def _reveal_words(rules: Rules, step: Reveal) -> str:
    areas = all_of([rules.game.place_words(area) for area in step.areas])
    if step.count is not None:
        return f"Turn up the next card of {areas}, from your left"
    if sum(rules.areas[area] for area in step.areas) == 1:
        return f"Turn up the card at {areas}"
    return f"Turn up the cards at {areas}"


def _fold_words(rules: Rules) -> str:
    lives = any(wager.side for wager in rules.wagers)
    kept = "; leave the cards if an additional wager is live" if lives else ""
    return f"On a fold collect the wagers and put the cards into the rack{kept}"


def settlement_steps(rules: Rules) -> Iterator[ProcedureStep]:
    """Yield the steps of settling the wagers and clearing the cards."""
    offered = {wager.name for wager in rules.wagers}
    for step in rules.game.settlements:
        if not offered & set(step.wagers):
            continue
        names = [name for name in step.wagers if name in offered]
        main = [rules.game.wager[name] for name in names if not rules.game.wager[name].side]
        side = [rules.game.wager[name] for name in names if rules.game.wager[name].side]
        turns = bool(rules.reads_own_cards & set(names))
        first = "turn up the cards" if turns else "settle"
        yield ProcedureStep(f"Seat by seat, {step.direction}: {first}", step.clause)
        for hand, clause in step.announces:
            yield ProcedureStep(f"Announce the {hand} by name", clause)
        if main:
            words = "Collect the wagers that lose, name those that push, pay those that win: "
            yield ProcedureStep(words + all_of([one.title for one in main]), main[0].settled)
        for wager in side:
            yield ProcedureStep(f"Settle the {wager.title}", wager.settled)
        if any(wager.progressive for wager in side):
            yield from _envy(rules)
        if step.collects:
            yield ProcedureStep(
                "Collect the seat's cards when nothing is left to settle", step.clause
            )
    if rules.payout_limit_cents is not None:
        most = dollars(rules.payout_limit_cents)
        words = f"Over {most} {rules.game.limit.per}, the wagers paid last are cut"
        outside = outside_limit_words(rules)
        words += f" ({outside})" if outside else ""
        yield ProcedureStep(words, rules.game.limit.clause)
    words = "Put all cards into the rack, so that each hand can be told again"
    yield ProcedureStep(words, rules.game.procedure.clear)


def _envy(rules: Rules) -> Iterator[ProcedureStep]:
    wager = rules.progressive_wager
    table = rules.terms[wager.name].table if wager else None
    if table is None or not table.envy:
        return
    hands = all_of([line.hand for line in table.envy])
    clause = next(iter(table.envy[0].clauses.values()))
    yield ProcedureStep(
        f"Pay every other player with that wager the Envy Bonus for {hands}", clause
    )


def _between(rules: Rules) -> Iterator[ProcedureStep]:
    game, text = rules.game, rules.game.procedure
    if rules.decks > 1:
        words = "Play the two decks in turn; shuffle one while the other is played"
        yield ProcedureStep(words, text.other_deck)
    by_hand = rules.dealing is Dealing.HAND
    hours, clause = (4, text.hours_hand) if by_hand else (8, text.hours_shoe)
    yield ProcedureStep(f"Change the cards every {hours} hours at least", clause)
    if not rules.shuffling.by_machine:
        yield ProcedureStep(
            "The floorperson may have the cards cut again", text.recut, "floorperson"
        )
    words = "The floorperson may order a shuffle before the first card"
    yield ProcedureStep(words, text.shuffle_ordered, "floorperson")
    if rules.shuffling is not Shuffling.RESHUFFLING or text.idle_with_reshuffler:
        yield ProcedureStep("Nobody plays: spread all cards face down", text.idle)
    if game.several_boxes and game.clauses.boxes:
        most = "one box" if rules.adjacent_boxes == 1 else f"{rules.adjacent_boxes} adjacent boxes"
        yield ProcedureStep(f"One player may play {most}", game.clauses.boxes)


_RETURN = "Give all wagers back, and shuffle"


def irregularities(rules: Rules) -> tuple[Ruling, ...]:
    """Return what may go wrong at the table, and what follows by the text."""
    return tuple(_irregular(rules))


def all_irregularities(rules: Rules) -> tuple[Ruling, ...]:
    """Return what may go wrong however the cards are shuffled and dealt, each irregularity once."""
    found = {
        ruling.found: ruling
        for way in reversed(list(rules.game.dealing))
        for shuffled in (Shuffling.COUNTING, Shuffling.MANUAL)
        for ruling in irregularities(replace(rules, dealing=way, shuffling=shuffled))
    }
    return tuple(found.values())


def _irregular(rules: Rules) -> Iterator[Ruling]:
    game = rules.game
    text, clauses = game.procedure.irregular, game.procedure.dealing[rules.dealing]
    shoe = rules.dealing is Dealing.AUTOMATED_SHOE
    if text.face_up_voids:
        yield Ruling("A card is found face up", _RETURN, text.face_up, void=True)
    else:
        aside = "Put it into the discard rack; it is not used in this round"
        yield Ruling("One card is found face up", aside, text.face_up, void=False)
    if text.more_face_up:
        yield Ruling("A second card is found face up", _RETURN, text.more_face_up, void=True)
    words = "Use it as the next card; if its face was seen, as one found face up"
    yield Ruling("A card is drawn in error", words, text.drawn_in_error, void=False)
    wrong = text.wrong_number or clauses.misdealt
    yield Ruling(f"A {_places(rules)} has a wrong number of cards", _RETURN, wrong, void=True)
    if text.skipped:
        words = "Give the player's wagers back; the player is in the next round"
        yield Ruling("A player has no card at all", words, text.skipped, void=False)
    if text.exposed_community and rules.areas:
        found = "A community card is exposed too soon"
        yield Ruling(found, _RETURN, text.exposed_community, void=True)
    if not _reshuffling_shoe(rules):
        who = "On the floorperson's word, give" if clauses.floor_rules else "Give"
        words = f"{who} all wagers back; the deck stays"
        found = "The stub count is wrong because of a misdeal"
        yield Ruling(found, words, clauses.misdealt, void=True)
        words = f"{who} all wagers back; the deck leaves the table"
        found = f"Stub and cards dealt are not {_deck(rules)}"
        yield Ruling(found, words, clauses.wrong_deck, void=True)
    if rules.shuffling.by_machine:
        again = "Shuffle the cards again"
        yield Ruling("The shuffler jams or stops", again, text.shuffler_jam, void=False)
    if rules.shuffling is Shuffling.COUNTING:
        found = f"The device does not count {_deck(rules)}"
        yield Ruling(found, "The deck leaves the table", game.procedure.device_count, void=False)
    if shoe:
        words = "Give all wagers back, and shuffle all cards together"
        yield Ruling("The shoe jams or stops dealing", words, text.shoe_jam, void=True)
    if rules.shuffling.by_machine or shoe:
        words = "Cover it or mark it with a sign before another method is used"
        yield Ruling("A device is out of order", words, text.out_of_order, void=False)
    words = "The wagers stay until settlement and then lose"
    if rules.readings.get("abandoned") == "least-costly":
        words = "The hand plays on with the least costly decision each time"
    yield Ruling("A player leaves in the round", words, game.procedure.leaves, void=False)
    if forfeit := game.procedure.forfeit:
        words = "All wagers of the round are lost; collect the cards"
        yield Ruling("A player breaks the rules of conduct", words, forfeit, void=False)


def _places(rules: Rules) -> str:
    names: Sequence[str] = ("player", "community area") if rules.areas else ("player",)
    return " or ".join(names)
