"""Words for players: names of cards and hands, the question of a decision, titles of meters."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, assert_never

from fairdeal.cards import RANK_NAMES, SUIT_NAMES, Card, is_joker, plural, rank_of, suit_of
from fairdeal.english import up_to_cards
from fairdeal.rulebook.game import (
    BetOrFold,
    Call,
    Draw,
    Game,
    HandOf,
    Reveal,
    Settle,
    Step,
    TakeBack,
)
from fairdeal.rulebook.hand import OWN
from fairdeal.rulebook.rules import Rules

#: The words on the buttons of the decisions that have no amount and no cards, by the decision.
PLAIN_WORDS: Final = {"ride": "Let it ride", "withdraw": "Withdraw", "fold": "Fold"}


def card_name(card: Card | None) -> str:
    """Name a card as it is read aloud; a card that lies face down has no other name."""
    if card is None:
        return "face-down card"
    if is_joker(card):
        return "joker"
    return f"{RANK_NAMES[rank_of(card)]} of {SUIT_NAMES[suit_of(card)]}"


def hand_so_far(rules: Rules, own: Sequence[Card], board: Mapping[str, Sequence[Card]]) -> str:
    """Name each hand that a player's cards make with the cards that are turned up so far."""
    found: dict[str, str] = {}
    for terms in rules.terms.values():
        hand = terms.hand
        if terms.wager.side or not isinstance(hand, HandOf) or OWN not in hand.areas:
            continue
        lying = {**board, OWN: own}
        cards = [card for area in hand.areas for card in lying.get(area, ())]
        found[hand.name] = _made(cards, hand)
    if len(set(found.values())) <= 1:
        return "".join(list(found.values())[:1])
    return "; ".join(f"{name}: {made}" for name, made in found.items())


def _made(cards: Sequence[Card], hand: HandOf) -> str:
    if len(cards) >= hand.ranking.size:
        # A hand that makes nothing is called by its highest card, as at the table.
        return hand.ranking.evaluate(cards).name.removeprefix("nothing, ")
    return _so_far(cards)


def _so_far(cards: Sequence[Card]) -> str:
    """Name a hand that has fewer cards than it will have."""
    ranks = [rank_of(card) for card in cards if not is_joker(card)]
    counts = sorted(Counter(ranks).items(), key=lambda one: (-one[1], -one[0]))
    if not counts:
        return ""
    (rank, count), *rest = counts
    if count == 4:
        return f"four {plural(rank)}"
    if count == 3:
        return f"three {plural(rank)}"
    if count == 2:
        second = next((other for other, many in rest if many == 2), None)
        return (
            f"pair of {plural(rank)}" if second is None else f"{plural(rank)} and {plural(second)}"
        )
    if len(cards) <= 3:
        names = "-".join(RANK_NAMES[one] for one in sorted(ranks, reverse=True))
        suited = len({suit_of(card) for card in cards}) == 1
        return f"{names} suited" if suited else names
    return f"{RANK_NAMES[rank]} high"


def decision_question(game: Game, step: Step | None) -> str:
    """Return the question to a player at a step of the round."""
    match step:
        case TakeBack(wager=wager):
            return f"let {game.wager[wager].title} ride, or withdraw it"
        case BetOrFold(wager=wager):
            return f"{game.wager[wager].title}, or fold"
        case Draw(up_to=up_to):
            return f"discard {up_to_cards(up_to)}, or keep all"
        case Call() | Reveal() | Settle() | None:
            return "decide"
        case _:
            assert_never(step)


def meter_title(name: str) -> str:
    """Return the name of a meter on its sign."""
    return "Progressive" if name == "meter" else name.capitalize()
