"""A player who makes the best decision at a real table, by the exact values of the lab."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice

from fairdeal.cards import SUITS, Card, is_joker, rank_of, suit_of
from fairdeal.lab.decisions.coaching import seat_limit
from fairdeal.lab.decisions.decision import Choice
from fairdeal.lab.lazy import kernel_of
from fairdeal.rulebook.game import BetOrFold, Draw
from fairdeal.rulebook.hand import HandOf, parts_of
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation, board_areas, find_point
from fairdeal.table import commands as cmd
from fairdeal.table.state import State


class BestPlayer:
    """Plays the main wagers of any seat, under the payout limit of the table. Decisions are cached
    up to the names of suits, because the same few thousand situations come up again and again.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._kernel = kernel_of(rules)
        self._groups = _exchangeable(rules)
        self._known: dict[tuple[Fraction | None, Situation], Choice] = {}

    def __reduce__(self) -> tuple[type["BestPlayer"], tuple[Rules]]:
        """Pickle the player as its rules; a copy makes its tables and its cache anew."""
        return BestPlayer, (self._rules,)

    def command(self, state: State) -> cmd.Command:
        """Return the command of the seat whose turn it is."""
        seat = state.turn
        assert seat is not None, "it is somebody's turn"
        situation = situation_of(state, seat)
        plain, names = _renamed(situation, self._groups)
        limit = seat_limit(state, seat)
        choice = self._known.get((limit, plain))
        if choice is None:
            kernel = self._kernel if limit is None else kernel_of(self._rules, limit)
            choice = self._known[limit, plain] = kernel.decide([plain])[0].best
        if choice.action in cmd.PLAIN_DECISIONS:
            return cmd.PLAIN_DECISIONS[choice.action](seat=seat)
        if choice.action == "draw":
            return self._draw(state, seat, choice, names)
        point = find_point(self._rules.game, situation)
        return self._bet(state, seat, point.wager, choice.times or 1)

    def _bet(self, state: State, seat: int, wager: str, multiple: int) -> cmd.Command:
        base = self._rules.game.wager[wager].size.base
        assert base is not None, "a bet of so many antes"
        cents = multiple * state.seats[seat].stakes[base]
        return cmd.Bet(seat=seat, wager=wager, cents=cents)

    def _draw(
        self, state: State, seat: int, choice: Choice, names: dict[Card, Card]
    ) -> cmd.Command:
        step = state.current
        if isinstance(step, Draw):
            discard = tuple(names[card] for card in choice.discard or ())
            return cmd.Draw(seat=seat, discard=discard)
        # The wager that a draw needs comes first; the discard is asked for after it.
        assert isinstance(step, BetOrFold), "a draw is paid for before it"
        return self._bet(state, seat, step.wager, 1)


def situation_of(state: State, seat: int) -> Situation:
    """Return the situation of a seat: the cards that it sees and the bets that it has made."""
    game = state.rules.game
    held = state.seats[seat]
    up = {area: iter(cards[: state.revealed.get(area, 0)]) for area, cards in state.board.items()}
    board = tuple(
        card
        for area in board_areas(game, state.rules.areas)
        for card in islice(up.get(area, ()), 1)
    )
    bets = {
        name: Fraction(cents, held.stakes[size.base])
        for name, cents in held.stakes.items()
        if (size := game.wager[name].size).base and not size.equals
    }
    draws = sum(step in game.draws for step in game.round[: state.step])
    discards = held.discarded if draws else None
    return Situation(held.cards, board, discards, bets, tuple(sorted(held.withdrawn)))


def _renamed(situation: Situation, groups: Sequence[int]) -> tuple[Situation, dict[Card, Card]]:
    """Return the same situation with suits named in the order they are met, and the way back.
    `groups` says for each community card, in the order of turning up, with which others it may
    change places.
    """
    suits: dict[int, int] = {}
    back: dict[Card, Card] = {}

    def rename(cards: Sequence[Card]) -> tuple[Card, ...]:
        renamed = []
        for card in sorted(cards, key=lambda one: (rank_of(one), one)):
            if is_joker(card):
                new = card
            else:
                suit = suits.setdefault(suit_of(card), len(suits))
                new = rank_of(card) * len(SUITS) + suit
            back[new] = card
            renamed.append(new)
        return tuple(renamed)

    own = rename(situation.cards)
    board = list(situation.board)
    turned_up = groups[: len(board)]
    for group in dict.fromkeys(turned_up):
        places = [place for place, one in enumerate(turned_up) if one == group]
        named = rename([situation.board[place] for place in places])
        for place, card in zip(places, named, strict=True):
            board[place] = card
    discards = None if situation.discards is None else rename(situation.discards)
    return Situation(own, tuple(board), discards, situation.bets, situation.withdrawn), back


def _exchangeable(rules: Rules) -> list[int]:
    """For each community card, in the order of turning up, the group of cards that it may change
    places with: those that belong to the same hands of the wagers which are decided about.
    """
    wagers = (wager for wager in rules.wagers if not wager.optional)
    hands = {part for wager in wagers for part in parts_of(rules.hand_of(wager), rules.readings)}
    groups: dict[frozenset[HandOf], int] = {}
    return [
        groups.setdefault(frozenset(hand for hand in hands if hand.reads(area)), len(groups))
        for area in board_areas(rules.game, rules.areas)
    ]
