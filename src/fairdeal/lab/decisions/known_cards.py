"""Decisions of a player who knows more cards than the game shows: cards that were flashed, or that
others at the table hold. They are out of the deck; the rest is as likely as ever.
"""

from collections.abc import Sequence
from fractions import Fraction

from fairdeal.cards import Card, card_text, is_joker
from fairdeal.english import how_often
from fairdeal.errors import BadInputError, NotSolvableError
from fairdeal.lab.decisions.decision import Decision
from fairdeal.lab.figures.payout_limit import cutting_limit
from fairdeal.lab.lazy import kernel_of
from fairdeal.lab.solver import Solver, best
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation, find_point


def decide_knowing(
    rules: Rules, situation: Situation, dead: Sequence[Card], *, limit: Fraction | None = None
) -> Decision:
    """Return the exact value of every choice where some cards are known to be out of the deck.
    Where a kernel has no quick way to it, the general solver computes it. `limit` is a payout limit
    in units of the base bet.
    """
    game = rules.game
    find_point(game, situation)
    known = (*situation.cards, *situation.board, *(situation.discards or ()))
    deck = _without(game, known, dead)
    limit = cutting_limit(rules, limit)
    found = kernel_of(rules, limit).decide_knowing(situation, dead)
    if found is not None:
        return found
    try:
        choices = Solver(rules, deck, limit=limit).decision(
            situation.cards,
            situation.board,
            discards=situation.discards,
            bets=dict(situation.bets),
            withdrawn=situation.withdrawn,
        )
    except NotSolvableError as error:
        raise BadInputError(str(error)) from None
    return Decision(tuple(choices), best(choices))


def _without(game: Game, known: Sequence[Card], dead: Sequence[Card]) -> tuple[Card, ...]:
    """Return the deck without the dead cards; the last jokers, which look alike, go first."""
    for card in dead:
        if card not in game.deck:
            raise BadInputError(f"{game.title} is played without jokers")
        count = [*known, *dead].count(card)
        if count > game.deck.copies(card):
            raise BadInputError(f"{card_text(card)} is there {how_often(count)}")
    jokers = sum(map(is_joker, dead))
    kept_jokers = list(game.deck.joker_cards)[: len(game.deck.joker_cards) - jokers]
    plain = [card for card in game.deck.cards if not is_joker(card) and card not in dead]
    return (*plain, *kept_jokers)
