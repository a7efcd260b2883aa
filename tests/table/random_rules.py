"""An operator's choices by chance, and decks that give a seat good cards."""

import dataclasses
import random
from collections.abc import Sequence
from typing import Any

from felt import rules_of

from fairdeal.cards import card_text
from fairdeal.games import GAMES
from fairdeal.rulebook.game import OWN, SEATS, BetterOf, Dealing, Game, HandOf, Shuffling
from fairdeal.rulebook.rules import Rules
from fairdeal.table.state import dealing_steps


def allowed(rng: random.Random, game: Game) -> tuple[Dealing, Shuffling, int]:
    """A way of dealing and of shuffling, and a number of decks, that the game's text allows."""
    shuffling, dealing = rng.choice(list(Shuffling)), rng.choice(list(Dealing))
    if dealing is Dealing.HAND and game.clauses.hand_needs_machine:
        shuffling = rng.choice([way for way in Shuffling if way.by_machine])
    two = shuffling.by_machine and game.clauses.two_decks is not None and rng.random() < 0.5
    return dealing, shuffling, 2 if two else 1


def random_rules(rng: random.Random, game: Game | None = None) -> Rules:
    """Some operator's choices: any game, any way of dealing and shuffling, any reading."""
    game = game or rng.choice(GAMES)
    dealing, shuffling, decks = allowed(rng, game)
    without = {
        name
        for name in game.paytables
        if name in game.wager and game.wager[name].optional and rng.random() < 0.25
    }
    for wager in game.wagers:  # what needs a wager goes with it
        if wager.optional and without & set(wager.needs) and wager.name in game.paytables:
            without.add(wager.name)
    readings = {r.id: rng.choice(r.choices)[0] for r in game.readings if r.choices}
    for wager in game.wagers:
        if wager.needs_by_reading and wager.name not in without:
            reading, choice, more = wager.needs_by_reading
            if readings[reading] == choice and without & set(more):
                readings[reading] = game.default_readings[reading]
    paytables = {
        name: rng.choice(group.names)
        for name, group in game.paytables.items()
        if name not in without
    }
    rules = rules_of(
        game.name,
        game.jurisdiction,
        paytables=paytables,
        without=without,
        readings=readings,
        rate=rng.choice([1_000, 333, 1]),
        dealing=dealing,
        shuffling=shuffling,
        decks=decks,
        adjacent_boxes=rng.choice([1, 2, 3]) if game.several_boxes else 1,
    )
    limits = [game.limit.cents, (rules.minimum_cents or 500) * rng.choice([18, 80, 120])]
    return dataclasses.replace(rules, payout_limit_cents=rng.choice(limits))


def stacked_deck(rng: random.Random, rules: Rules, seats: int) -> str:
    """Often nothing; else an order that gives one of so many seats the best cards of a suit for
    one of the game's hands, so that meters and envy pay.
    """
    if rng.random() < 0.4:
        return ""
    game = rules.game
    lucky = rng.randint(1, seats)
    areas = rng.choice([areas for terms in rules.terms.values() for areas in hands(terms.hand)])
    places: set[int | str] = {lucky if area == OWN else area for area in areas}
    suit = rng.choice("cdhs")
    best = [rank + suit for rank in "AKQJT98"]
    order = dealing_order(rules, seats)
    lucky_ones = best[: sum(place in places for place in order)]
    if rng.random() < 0.5:
        rng.shuffle(lucky_ones)
    rest = [card_text(card) for card in game.deck.cards if card_text(card) not in lucky_ones]
    rng.shuffle(rest)
    return " ".join(
        (lucky_ones if place in places and lucky_ones else rest).pop(0) for place in order
    )


def hands(spec: Any) -> list[tuple[str, ...]]:
    """The areas of each hand that a wager may be paid on."""
    if isinstance(spec, BetterOf):
        return [*hands(spec.first), *hands(spec.second)]
    assert isinstance(spec, HandOf)
    return [spec.areas]


def dealing_order(rules: Rules, seats: int) -> list[int | str]:
    """Where each card of the first round goes, by the game's own script."""
    order: list[int | str] = []
    for step in dealing_steps(rules, rules.dealing, rules.shuffling):
        each: Sequence[int | str] = range(1, seats + 1) if step.to == SEATS else step.areas
        for place in each:
            order += [place] * (step.count - step.burn) + ["rack"] * step.burn
    return order
