"""`decide(state, command) -> events`: what a command leads to, or `Refused` with the clause."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from fairdeal.errors import Refused
from fairdeal.rulebook.game import Call
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.decide import betting, dealing, irregular, opening, settling
from fairdeal.table.decide import playing as deciding
from fairdeal.table.state import State


def decide(state: State, command: cmd.Command) -> list[ev.Event]:
    """Answer a command with events; a refusal changes nothing."""
    answer = _DECIDE[type(command)]
    if command.time is None or command.time == state.clock:
        return answer(state, command)
    if command.time < state.clock:
        raise Refused(
            f"the table's clock stands at {state.clock}, and the command says {command.time}",
            opening.hours_clause(state),
        )
    clock = ev.ClockSet(command.time)
    return [clock, *answer(replace(state, clock=command.time), command)]


def _no_more_bets(state: State, command: cmd.NoMoreBets) -> list[ev.Event]:
    if isinstance(state.current, Call):
        return deciding.no_more_bets_again(state)
    return betting.no_more_bets(state, command)


_DECIDE: dict[type[cmd.Command], Callable[[State, Any], list[ev.Event]]] = {
    cmd.ReceiveDecks: opening.receive_decks,
    cmd.InspectCards: opening.inspect_cards,
    cmd.VerifyInspection: opening.verify_inspection,
    cmd.SpreadCards: opening.spread_cards,
    cmd.WashCards: opening.wash_cards,
    cmd.Shuffle: opening.shuffle,
    cmd.Cut: opening.cut,
    cmd.OrderRecut: opening.order_recut,
    cmd.OrderShuffle: opening.order_shuffle,
    cmd.RemoveDecks: opening.remove_decks,
    cmd.SpreadIdle: opening.spread_idle,
    cmd.Sit: betting.sit,
    cmd.Leave: betting.leave,
    cmd.Bet: deciding.bet,
    cmd.PlaceBets: betting.place_bets,
    cmd.TakeBackBet: betting.take_back,
    cmd.NoMoreBets: _no_more_bets,
    cmd.Collect: betting.collect,
    cmd.Deal: dealing.deal,
    cmd.CountStub: dealing.count_stub,
    cmd.RackStub: dealing.rack_stub,
    cmd.Ride: deciding.ride,
    cmd.Withdraw: deciding.withdraw,
    cmd.Fold: deciding.fold,
    cmd.Draw: deciding.draw,
    cmd.Timeout: deciding.timeout,
    cmd.Reveal: deciding.reveal,
    cmd.Show: settling.show,
    cmd.Settle: settling.settle,
    cmd.Clear: settling.clear,
    cmd.FaceUp: irregular.face_up,
    cmd.DrawnInError: irregular.drawn_in_error,
    cmd.WrongNumber: irregular.wrong_number,
    cmd.ExposedCommunity: irregular.exposed_community,
    cmd.Skipped: irregular.skipped,
    cmd.Forfeit: irregular.forfeit,
    cmd.ShufflerJam: irregular.shuffler_jam,
    cmd.ShoeJam: irregular.shoe_jam,
    cmd.Malfunction: irregular.malfunction,
    cmd.MarkOutOfOrder: irregular.mark_out_of_order,
    cmd.ReturnDevice: irregular.return_device,
    cmd.ChangeMethod: irregular.change_method,
}
