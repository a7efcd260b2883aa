"""How a game is played, in a player's words: a line for each thing that happens, from the wagers to
what they win. Whatever is said comes from the game's own steps.
"""

from collections.abc import Iterator

from fairdeal.english import all_of, cards_in_words, up_to_cards
from fairdeal.rulebook.game import OWN, BetOrFold, BetterOf, Draw, HandOf, Reveal, TakeBack
from fairdeal.rulebook.odds import Form
from fairdeal.rulebook.rules import Rules
from fairdeal.wording.sizes import size_words


def how_to_play(rules: Rules) -> tuple[str, ...]:
    """The way of a round, for a player who has never seen one."""
    return tuple(_lines(rules))


def _lines(rules: Rules) -> Iterator[str]:
    game = rules.game
    must = [wager for wager, _ in rules.to_place.values() if not wager.optional]
    may = [wager for wager, _ in rules.to_place.values() if wager.optional]
    first = f"Place {all_of([wager.title for wager in must])}"
    equal = ", all of one size" if len(must) > 2 else ", of one size" if len(must) > 1 else ""
    yield f"{first}{equal}: {size_words(rules, must[0])}."
    if may:
        yield f"If you like, add {all_of([wager.title for wager in may])} before the deal."
    areas = {name: count for name, count in rules.areas.items() if count}
    dealt = f"You are dealt {cards_in_words(game.own_cards)}"
    if areas:
        dealt += f", and {cards_in_words(sum(areas.values()))} lie face down on the board"
    yield f"{dealt}."
    for at, step in enumerate(game.round):
        match step:
            case TakeBack(wager=wager):
                yield f"Let {game.wager[wager].title} ride, or take it back."
            case BetOrFold(wager=wager):
                size = size_words(rules, game.wager[wager])
                yield f"Bet {game.wager[wager].title}, {size}, or fold."
            case Draw(up_to=up_to):
                new = "a new one" if up_to == 1 else "new ones"
                yield f"Throw away {up_to_cards(up_to)} for {new}, or keep all."
            case Reveal() if at not in rules.left_out:
                yield _revealed(rules, step)
            case _:
                pass
    yield from _paid(rules)


def _revealed(rules: Rules, step: Reveal) -> str:
    count = step.count or sum(rules.areas[area] for area in step.areas)
    words = all_of([rules.game.place_words(area) for area in step.areas])
    if step.count is not None:
        return f"The dealer turns up {cards_in_words(count)} of {words}."
    return f"The dealer turns up the card{'s' * (count > 1)} at {words}."


def _paid(rules: Rules) -> Iterator[str]:
    """What the game's own wagers are paid on, hand by hand."""
    seen: dict[str, list[str]] = {}
    for terms in rules.terms.values():
        if not terms.wager.side:
            seen.setdefault(_hand(rules, terms.hand), []).append(terms.wager.title)
    for hand, titles in seen.items():
        verb = "plays" if len(titles) == 1 else "play"
        yield f"{all_of(titles)} {verb} {hand}."
    if any(isinstance(step, BetOrFold) for step in rules.game.round):
        live = ", your side bets stay live" if any(one.side for one in rules.wagers) else ""
        yield f"Who folds loses the wagers made so far{live}."
    forms = {line.pays.form for terms in rules.terms.values() for line in terms.table.lines}
    if Form.PUSH in forms:
        yield "A push gives your wager back."


def _hand(rules: Rules, hand: HandOf | BetterOf) -> str:
    if isinstance(hand, BetterOf):
        return f"the {hand.name or 'better hand'}"
    board = [rules.game.place_words(area) for area in hand.areas if area != OWN]
    if not board or OWN not in hand.areas:
        return f"the {hand.name}"
    return f"the {hand.name}: your cards with {all_of(board)}"
