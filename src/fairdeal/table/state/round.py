"""A new table, and questions about its round: its moment, and the chips on the layout."""

from collections.abc import Mapping

from fairdeal.rulebook.game import BetOrFold, Draw, TakeBack
from fairdeal.rulebook.rules import Rules
from fairdeal.table.events import HandPayAsked
from fairdeal.table.meters import Meters
from fairdeal.table.state.cards import bound, dealing_steps, deck_in_play
from fairdeal.table.state.phases import LIES_IN_ORDER, OPEN
from fairdeal.table.state.structs import State

DECISIONS = (TakeBack, BetOrFold, Draw)


def new_table(
    rules: Rules, meters: Mapping[str, int] | None = None, *, commits: bool = False
) -> State:
    """Return a table before any cards have come to it; meters not carried over stand at their
    reset.
    """
    resets = dict(rules.progressive.resets) if rules.progressive else {}
    return State(
        rules=rules,
        meters=Meters({**resets, **(meters or {})}, resets),
        commits=commits,
        dealing=rules.dealing,
        shuffling=rules.shuffling,
        deal_steps=dealing_steps(rules, rules.dealing, rules.shuffling),
    )


def voided_by_lost_secret(state: State) -> bool:
    """Return whether the round is void if the secret of its cards is lost now: settlement that has
    begun takes no more cards, and goes on (reading `lost-secret`).
    """
    return state.phase is not OPEN and not state.paid and not isinstance(state.asked, HandPayAsked)


def layout_cents(state: State, player: str | None = None) -> int:
    """Return the chips on the layout, in cents: those of all players, or of one."""
    return sum(
        cents
        for seat in state.seats.values()
        for wager, cents in seat.stakes.items()
        if wager not in seat.taken and wager not in seat.settled and player in (None, seat.player)
    )


def account_cents(state: State, player: str) -> int:
    """Return the game account of a player at the table, in cents: bought in, and won or lost
    since.
    """
    return state.bought.get(player, 0) + state.purses.get(player, 0)


def moment(state: State) -> str:
    """Return the moment for which a player's command is decided, the same for everybody. It changes
    when bets open or close, when the question or the seat that is asked changes, and when the round
    ends. It never comes back: bets that open again are another moment.
    """
    number = state.rounds + 1
    if state.phase is OPEN:
        deck = deck_in_play(state)
        betting = deck is not None and deck.stage in LIES_IN_ORDER
        if betting and state.commits:
            betting = bound(state)
        again = f".{state.reopened}" if state.reopened else ""
        return f"{number}.{'bets' if betting else 'opening'}{again}"
    if isinstance(state.current, DECISIONS) and not state.replacing:
        return f"{number}.{state.step}.{state.turn}"
    done = sum([isinstance(step, DECISIONS) for step in state.rules.game.round[: state.step]])
    waiting = f".{state.turn}" if state.replacing else ""
    return f"{number}.play.{done}{waiting}"
