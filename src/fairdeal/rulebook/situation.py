"""A player's situation at a decision of a game, and the check that the situation is possible."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import assert_never

from fairdeal.cards import Card, card_text
from fairdeal.english import cards_in_words, counted, how_often
from fairdeal.errors import BadInputError
from fairdeal.rulebook.game import BetOrFold, Call, Draw, Game, Reveal, Settle, TakeBack


@dataclass(frozen=True)
class Situation:
    """What a player knows and has done: own cards, cards turned up, cards thrown away (None before
    the first draw), bets made in the round as multiples of the base bet, bets taken back.
    """

    cards: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    discards: tuple[Card, ...] | None = None
    bets: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    withdrawn: tuple[str, ...] = ()


@dataclass(frozen=True)
class DecisionPoint:
    """A decision of a game: how many community cards are up then, which bets were made before. The
    `wager` is what is decided about; it is empty where cards are drawn and nothing is bet.
    """

    wager: str
    number: int
    board: int
    bets: tuple[str, ...]
    draws: int
    #: Bets that could have been taken back before.
    take_backs: tuple[str, ...]


def decision_points(game: Game) -> list[DecisionPoint]:
    """Return the decisions of a game in order; a draw belongs to a bet of one size right before
    it.
    """
    points: list[DecisionPoint] = []
    board, draws = 0, 0
    bets: list[str] = []
    backs: list[str] = []
    hidden = {area.name: area.cards for area in game.areas}
    paid_for = False

    def decided(wager: str) -> None:
        points.append(DecisionPoint(wager, len(points), board, tuple(bets), draws, tuple(backs)))

    for step in game.round:
        match step:
            case TakeBack(wager=wager):
                decided(wager)
                backs.append(wager)
            case BetOrFold(wager=wager):
                decided(wager)
                size = game.wager[wager].size
                if size.base and not size.equals:
                    bets.append(wager)
            case Draw():
                if not paid_for:
                    decided("")
                draws += 1
            case Reveal():
                board += len(_turned_up(step, hidden))
            case Call() | Settle():
                pass
            case _:
                assert_never(step)
        if not isinstance(step, Call):
            paid_for = isinstance(step, BetOrFold) and bool(game.wager[step.wager].size.equals)
    return points


def board_areas(game: Game, areas: Mapping[str, int]) -> list[str]:
    """Return the area of each community card, in the order in which the cards are turned up;
    `areas` are those in use, with the number of their cards.
    """
    hidden = dict(areas)
    return [area for step in game.reveals for area in _turned_up(step, hidden)]


def _turned_up(step: Reveal, hidden: dict[str, int]) -> list[str]:
    """Return the area of each card that a step turns up. The cards are subtracted from `hidden`,
    the cards that lie face down.
    """
    turned: list[str] = []
    for area in step.areas:
        lying = hidden.get(area, 0)
        count = min(lying, step.count or lying)
        hidden[area] = lying - count
        turned += [area] * count
    return turned


def find_point(game: Game, situation: Situation) -> DecisionPoint:
    """Return the decision of a situation; a situation that is impossible is refused with the
    reason.
    """
    _check_cards(game, situation)
    points = decision_points(game)
    if situation.discards is not None and not any(point.draws for point in points):
        before = " before a decision" if game.draws else ""
        raise BadInputError(f"{game.title} has no discards{before}")
    drawn = int(situation.discards is not None)
    found = [p for p in points if p.board == len(situation.board) and p.draws == drawn]
    if not found:
        allowed = sorted({point.board for point in points})
        counts = " or ".join(map(str, allowed))
        raise BadInputError(
            f"no decision of {game.title} has {cards_in_words(len(situation.board))} turned up: "
            f"{counts}"
        )
    # A bet of several sizes differs from the draw after it by whether the bet was made.
    point = next((p for p in found if set(p.bets) == set(situation.bets)), found[0])
    _check_bets(game, situation, point)
    for bet in situation.withdrawn:
        if bet not in point.take_backs:
            raise BadInputError(f"{bet} cannot have been taken back at this decision")
    if len(set(situation.withdrawn)) < len(situation.withdrawn):
        raise BadInputError("a bet is taken back twice")
    return point


def _check_cards(game: Game, situation: Situation) -> None:
    held, most = len(situation.cards), game.own_cards
    if held != most:
        raise BadInputError(f"a player of {game.title} holds {counted(most, 'card')}, not {held}")
    limit = max((step.up_to for step in game.draws), default=0)
    if len(situation.discards or ()) > limit:
        raise BadInputError(
            f"at most {counted(limit, 'card')} can be thrown away at the first draw"
        )
    known = (*situation.cards, *situation.board, *(situation.discards or ()))
    for card, count in Counter(known).items():
        if card not in game.deck:
            raise BadInputError(f"{game.title} is played without jokers")
        if count > game.deck.copies(card):
            raise BadInputError(f"{card_text(card)} is there {how_often(count)}")


def _check_bets(game: Game, situation: Situation, point: DecisionPoint) -> None:
    for name in situation.bets:
        if name not in point.bets:
            raise BadInputError(f"{name} has not been bet before this decision")
    for name in point.bets:
        if name not in situation.bets:
            raise BadInputError(f"say what was bet on {name} before: its multiple of the ante")
        size = game.wager[name].size
        low, high = size.multiples[0], size.multiples[-1]
        if not low <= situation.bets[name] <= high:
            raise BadInputError(f"{name} is {low} to {high} times {size.base}")
