"""Warns if a deck may not have enough cards for the seats."""

from collections.abc import Iterator

from fairdeal.rulebook.game import Deal
from fairdeal.rulebook.rules import Rules
from fairdeal.submission.warnings.context import RulesWarning, WarningContext
from fairdeal.table.state import dealing_steps


def seats_over_deck(context: WarningContext) -> Iterator[RulesWarning]:
    """Yield a warning if the last draw may find no card, in every round or after a misdeal.

    Under some texts a card that is found face up is set aside, and the round goes on without it.
    """
    if not context.is_sound(("seats",), ("dealing",), ("shuffling",), ("paytables",)):
        return
    rules = context.rules
    game, deck = rules.game, len(rules.game.deck)
    needed = cards_needed(rules)
    irregular = game.procedure.irregular
    if needed > deck:
        message = f"{rules.seats} seats can need {needed} cards, and the deck has {deck}"
        yield RulesWarning(("seats",), message, game.clauses.seats or game.clauses.one_deck)
    elif needed == deck and not irregular.face_up_voids:
        message = (
            f"{rules.seats} seats can need all {deck} cards of the deck: with one found face up "
            "and set aside there are too few, and the round is void"
        )
        yield RulesWarning(("seats",), message, irregular.face_up)


def cards_needed(rules: Rules) -> int:
    """Return the most cards of a round: every seat is dealt in and draws as many as it may."""
    game = rules.game
    script: tuple[Deal, ...] = ()
    if rules.dealing in game.dealing:
        script = dealing_steps(rules, rules.dealing, rules.shuffling)
    draws = sum(step.up_to for step in game.draws)
    total = rules.seats * draws
    for deal in script:
        places = [area for area in deal.areas if area in rules.areas]
        total += deal.count * (len(places) if deal.areas else rules.seats)
    return total
