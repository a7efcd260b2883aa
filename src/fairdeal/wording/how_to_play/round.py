"""The steps of a round as a player lives them, in words."""

from collections.abc import Iterator
from typing import assert_never

from fairdeal.english import all_of
from fairdeal.rulebook.game import (
    Area,
    BetOrFold,
    Call,
    DecisionStep,
    Draw,
    Reveal,
    Settle,
    Step,
    TakeBack,
)
from fairdeal.rulebook.rules import Rules
from fairdeal.wording.how_to_play.hands import cards_words
from fairdeal.wording.how_to_play.types import PlayerStep
from fairdeal.wording.how_to_play.wagers import bets_words, paid_words
from fairdeal.wording.phrases import capital, number_words
from fairdeal.wording.wagers import is_chosen, size_words, wager_titles


def player_steps(rules: Rules) -> Iterator[PlayerStep]:
    """Yield the steps of a round from the bets to the payment."""
    game = rules.game
    back = next((step.clause for step in game.take_back_steps.values()), "")
    stays = fold_words(rules) if back else ""
    yield PlayerStep("Place your bets", "", bets_words(rules), game.clauses.wagers, stays, back)
    yield PlayerStep("The cards come", "", _deal(rules), game.dealing[rules.dealing][0].clause)
    turned: list[str] = []
    known: set[str] = set()
    for at, step in enumerate(game.round):
        match step:
            case Reveal():
                if at not in rules.left_out:
                    turned.append(_turned(rules, step, not known.isdisjoint(step.areas)))
                    known.update(step.areas)
            case TakeBack() | BetOrFold() | Draw():
                yield _decision(rules, step, " ".join(turned))
                turned = []
            case Settle():
                yield PlayerStep("You are paid", " ".join(turned), paid_words(rules), step.clause)
                return
            case Call():
                pass
            case _:
                assert_never(step)


def _decision(rules: Rules, step: DecisionStep, turned: str) -> PlayerStep:
    game = rules.game
    does = f"{capital(decision_words(rules, step))}."
    if isinstance(step, Draw):
        return PlayerStep("Draw", turned, does, step.clause)
    title = game.wager[step.wager].title
    if isinstance(step, TakeBack):
        return PlayerStep(f"Let {title} ride?", turned, does, step.clause)
    fold = _fold(rules, step.wager)
    return PlayerStep(f"{title}, or fold?", turned, does, step.clause, fold, step.fold_clause)


def decision_words(rules: Rules, step: Step) -> str:
    """Describe what a player does at a decision; nothing where the step is not a decision."""
    title = rules.game.wager
    match step:
        case TakeBack(wager=name):
            return f"let {title[name].title} ride to the end, or take it back"
        case BetOrFold(wager=name):
            return f"bet {title[name].title}, {size_words(rules, title[name])}, or fold"
        case Draw(up_to=1):
            return "throw away one card and get a new one, or keep all"
        case Draw(up_to=most):
            return f"throw away up to {cards_words(most)} and get as many new ones, or keep all"
        case Call() | Reveal() | Settle():
            return ""
        case _:
            assert_never(step)


def _deal(rules: Rules) -> str:
    game = rules.game
    used = [area for area in game.areas if area.name in rules.areas]
    places = [(area.cards, _place_words(rules, area)) for area in used if area.title]
    if plain := [area for area in used if not area.title]:
        places.append((sum(area.cards for area in plain), "on the board"))
    words = f"You get {cards_words(game.own_cards)} of your own."
    if not places:
        return words
    (first, where), *others = places
    lying = [f"{cards_words(first)} {where}", *(f"{number_words(n)} {at}" for n, at in others)]
    alone = sum(cards for cards, _ in places) == 1
    verb, them = ("lies", "it") if alone else ("lie", "them")
    return f"{words} {capital(all_of(lying))} {verb} face down; all players share {them}."


def _place_words(rules: Rules, area: Area) -> str:
    """Describe where cards lie, and with which wager alone, if that is not known to be offered."""
    only = f" (where {with_wager} is offered)" if (with_wager := _only_with(rules, area)) else ""
    return f"in {area.title}{only}"


def _only_with(rules: Rules, area: Area) -> str:
    """Name the wager for which an area is dealt, where it is not known whether that wager is
    offered.
    """
    if area.only_with is None or is_chosen(rules):
        return ""
    return rules.game.wager[area.only_with].title


def _turned(rules: Rules, step: Reveal, before: bool) -> str:
    areas = {area.name: area for area in rules.game.areas}
    if len(step.areas) == 1 and (area := areas[step.areas[0]]).title:
        which = cards_words(step.count) if step.count else "the cards"
        which = which.replace(" card", " more card") if before else which
        words = f"{which} of {area.title} {'is' if step.count == 1 else 'are'} turned up."
        only = _only_with(rules, area)
        return f"Where {only} is offered, {words}" if only else capital(words)
    several = len(step.areas) > 1
    return capital(f"{all_of(list(step.areas))} {'are' if several else 'is'} turned up.")


def fold_words(rules: Rules) -> str:
    """Describe what a fold costs and what it does not touch; or what may be taken back instead."""
    game = rules.game
    if game.folds:
        return _fold(rules)
    back = game.take_backs
    rest = [w.name for w in rules.wagers if not w.optional and w.name not in back]
    if not back:
        return "Nobody folds: what was bet stays."
    may_go, stays = wager_titles(game, back), wager_titles(game, rest)
    return f"Nobody folds: {may_go} may be taken back, {stays} stays."


def _fold(rules: Rules, decision: str = "") -> str:
    """Describe what a fold costs at a decision, or at any: every wager of the game itself on the
    layout.
    """
    game = rules.game
    lost = [wager.title for wager in rules.wagers if wager.at is None and not wager.side]
    if decision:
        until = game.folds.index(decision)
        lost += [game.wager[name].title for name in game.folds[:until]]
    elif len(game.folds) > 1:
        lost.append("every bet made since")
    live = " Side bets play on." if any(wager.side for wager in rules.wagers) else ""
    return f"A fold loses {all_of(lost)}.{live}"
