"""How a game is played, in a player's words, from the game's own data: what lies where, which cards
make which hand, what each wager looks at, what is decided in which order, and what a fold costs.

The page, the terminal and the rack card all say what is said here; each only sets it.
"""

from fairdeal.rulebook.rules import Rules
from fairdeal.wording.how_to_play.hands import hand_name, hand_of_wager, hands_of, main_hand
from fairdeal.wording.how_to_play.round import decision_words, fold_words, player_steps
from fairdeal.wording.how_to_play.types import HowToPlay
from fairdeal.wording.how_to_play.wagers import limit_words, wager_description
from fairdeal.wording.phrases import number_words

__all__ = [
    "HowToPlay",
    "decision_words",
    "game_summary",
    "hand_name",
    "hand_of_wager",
    "how_to_play",
    "limit_words",
    "main_hand",
    "player_steps",
]


def how_to_play(rules: Rules) -> HowToPlay:
    """Describe a game as it is offered; `as_written` describes it as its text does."""
    return HowToPlay(
        about=game_summary(rules),
        hands=tuple(hands_of(rules)),
        wagers=tuple(wager_description(rules, terms) for terms in rules.terms.values()),
        moments=tuple(player_steps(rules)),
        folding=fold_words(rules),
        notes=tuple(f"{one.words}." for one in rules.game.felt.inscriptions),
        limit=limit_words(rules),
    )


def game_summary(rules: Rules) -> str:
    """Describe a game in one line."""
    jokers = rules.game.deck.jokers
    also = f", {number_words(jokers)} of them jokers" if jokers else ""
    return (
        f"{len(rules.game.deck)} cards{also}; up to {number_words(rules.seats)} players, each for "
        "themselves. The dealer has no hand: yours is paid by the paytable."
    )
