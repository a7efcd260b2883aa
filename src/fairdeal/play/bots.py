"""Players that are programs: they sit down, bet the minimum and play cautiously."""

from collections import Counter
from typing import Final

from fairdeal.cards import is_joker, rank_of
from fairdeal.play.session import Session
from fairdeal.table import commands as cmd
from fairdeal.table.actors import PLAYER, Actor
from fairdeal.table.legal import Action, legal_actions
from fairdeal.table.state import Phase, State

NAMES: Final = ("Ann", "Bob", "Cleo")


def take_seats(session: Session, players: int, *, first: int = 1) -> None:
    """Seat that many players from a seat on, or as many as the table has seats for."""
    seats = range(first, min(first + players, session.state.rules.seats + 1))
    for number, name in zip(seats, NAMES, strict=False):
        session.do(cmd.Sit(number), Actor(name.lower(), PLAYER, name, automatic=True))


def bet_of(action: Action, cents: int) -> cmd.Bet:
    """Return the bet that an action offers, of that size."""
    return cmd.Bet(seat=action.seat, wager=action.wager or "", cents=cents)


def required_bets(session: Session, number: int) -> list[Action]:
    """Return the bets before the deal that a seat must make, whatever lies there already."""
    game = session.state.rules.game
    return [
        action
        for action in legal_actions(session.state, number)
        if action.wager and not game.wager[action.wager].optional
    ]


def bets_of_bot(state: State, number: int) -> dict[str, int]:
    """Return what a program bets before the deal: the least of every required bet, and of one side
    bet where any is offered.
    """
    wager = state.rules.game.wager
    chosen: dict[str, int] = {}
    # What else may be bet shows when the bets that it needs are there.
    for action in legal_actions(state, number):
        if action.wager and not wager[action.wager].optional:
            chosen[action.wager] = action.least_cents or 0
    side = sorted(
        name
        for name, (one, needs) in state.rules.to_place.items()
        if one.optional and all(need in chosen for need in needs)
    )
    if side:
        # Not always the same one, and yet nothing that chance decides.
        name = side[(state.rounds + number) % len(side)]
        if least := state.rules.limits[name].least:
            chosen[name] = least
    return chosen


def cautious(state: State) -> cmd.Command:
    """Return the command of a cautious player: let a made pair ride, bet the least, keep paired
    cards.
    """
    action = legal_actions(state)[-1]
    cards = state.seats[action.seat].cards
    pairs = Counter(rank_of(card) for card in cards)
    match action.do:
        case "withdraw":
            tens = any(count > 1 and rank >= 8 for rank, count in pairs.items())
            return cmd.Ride(seat=action.seat) if tens else cmd.Withdraw(seat=action.seat)
        case "bet":
            return bet_of(action, action.least_cents or 0)
        case _:
            single = [c for c in cards if pairs[rank_of(c)] == 1 and not is_joker(c)]
            return cmd.Draw(seat=action.seat, discard=tuple(sorted(single)[: action.up_to]))


def play_out(session: Session) -> None:
    """Play the round to its end with cautious players."""
    while True:
        session.run_dealer(until_round_ends=True)
        if session.state.phase is Phase.OPEN:
            return
        session.do(cautious(session.state))
