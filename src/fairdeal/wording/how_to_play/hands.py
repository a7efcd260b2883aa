"""Which cards make which hand, in words."""

from collections.abc import Iterator

from fairdeal.english import all_of
from fairdeal.rulebook.game import OWN, BetterOf, Game, HandOf, HandSpec
from fairdeal.rulebook.rules import Rules, WagerTerms
from fairdeal.wording.how_to_play.types import HandDescription, named_hand
from fairdeal.wording.phrases import number_words


def cards_words(number: int) -> str:
    """Return a number of cards in words."""
    return "one card" if number == 1 else f"{number_words(number)} cards"


def cards_of_hand(game: Game, hand: HandOf | BetterOf) -> str:
    """Describe which cards make a hand, as in `your two cards with left, right and center`."""
    if isinstance(hand, BetterOf):
        return f"the better of {hand.first} and {hand.second}"
    used = [area for area in game.areas if area.name in hand.areas]
    plain = [area.name for area in used if not area.title]
    others = [f"the {number_words(area.cards)} of {area.title}" for area in used if area.title]
    if len(plain) == sum(not area.title for area in game.areas) > 1:
        others.append(f"all {cards_words(len(plain))} of the board")
    else:
        others += plain
    own = OWN in hand.areas
    parts = [f"your {cards_words(game.own_cards)}"] if own else []
    words = " with ".join([*parts, all_of(others)] if others else parts)
    held = sum(area.cards for area in used) + game.own_cards * own
    size = hand.ranking.size
    return f"the best {number_words(size)} of {words}" if held > size else words


def hand_name(rules: Rules, spec: HandSpec) -> str:
    """Name a hand: by its own name, or that of a hand of the same cards, or by its cards."""
    hand = spec.under(rules.readings)
    if hand.name:
        return hand.name
    alike = (other for other in rules.hands.values() if other.name)
    same = (
        other.name
        for other in alike
        if isinstance(other, BetterOf)
        and isinstance(hand, BetterOf)
        and (other.first, other.second) == (hand.first, hand.second)
    )
    return next(same, cards_of_hand(rules.game, hand))


def hand_of_wager(rules: Rules, spec: HandSpec) -> str:
    """Describe the hand that a wager is paid on, and its cards, as in `own cards: your two
    cards`.
    """
    return named_hand(hand_name(rules, spec), cards_of_hand(rules.game, spec.under(rules.readings)))


def hands_of(rules: Rules) -> Iterator[HandDescription]:
    """Yield every hand that a wager on offer looks at, once."""
    found: dict[str, list[WagerTerms]] = {}
    for terms in rules.terms.values():
        found.setdefault(hand_name(rules, terms.hand), []).append(terms)
    for name, alike in found.items():
        cards = cards_of_hand(rules.game, alike[0].hand)
        yield HandDescription(name, cards, tuple(terms.wager.title for terms in alike))


def main_hand(game: Game) -> str:
    """Name the hand of the main wagers by which a round is told, where they look at several hands;
    else return nothing.
    """
    readings = game.default_readings
    plain = {n for n, hand in game.hands.items() if isinstance(hand.under(readings), HandOf)}
    named = [str(wager.hand) for wager in game.wagers if not wager.side]
    hands = [name for name in dict.fromkeys(named) if name in plain]
    return f"the better of {all_of(hands)}" if len(hands) > 1 else ""
