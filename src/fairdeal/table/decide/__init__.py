"""`decide(state, command, by) -> events`: what a command leads to, or `Refused` with the clause."""

from collections.abc import Callable
from typing import Any

from fairdeal.errors import Refused
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import PLAYER, Actor
from fairdeal.table.decide import (
    betting,
    dealing,
    devices,
    floor,
    irregular,
    limits,
    opening,
    playing,
    posts,
    seats,
    settling,
    words,
)
from fairdeal.table.decide.citations import clause_of
from fairdeal.table.decide.dealing import count_by_dealer
from fairdeal.table.questions import TAKES_CARDS
from fairdeal.table.state import State

__all__ = ["clause_of", "count_by_dealer", "decide"]


def decide(state: State, command: cmd.Command, by: Actor) -> list[ev.Event]:
    """Answer a command of somebody with events; a refusal changes nothing."""
    kind = type(command)
    role = by.role
    if role in kind.entered_by:
        seats.require_entered(state, command, by)
    elif role not in kind.given_by:
        names = " or ".join(role.words for role in kind.given_by)
        refusal = f"{kind.__struct_config__.tag} is for {names} to say, not for {role.words}"
        raise Refused(refusal, clause_of(state, kind))
    if role is PLAYER:
        seat = state.seats.get(getattr(command, "seat", 0))
        if (seat is None or seat.player != by.id) and kind is not cmd.Sit:
            seats.require_own(state, command, by)
    elif not by.automatic:
        seats.require_not_seated(state, by, clause_of(state, kind))
        if state.dealer:
            posts.require_post(state, kind, by)
    if state.held:
        floor.require_free(state, beside=kind in _BESIDE_A_QUESTION)
    if state.words_round and kind in TAKES_CARDS:
        words.require_words_known(state)
    return _DECIDE[kind](state, command, by)


#: What may be said while the floorperson's word is awaited.
_BESIDE_A_QUESTION = frozenset(
    {
        *(cmd.Confirm, cmd.Deny, cmd.RuleCount, cmd.Announce, cmd.CallFloor, cmd.AnswerCall),
        *(cmd.Leave, cmd.Sit, cmd.ShowMeters, cmd.TapIn, cmd.TapOut),
        *(cmd.Pledge, cmd.RevealWord, cmd.LoseSecrets, cmd.BuyIn),
        *(cmd.PostLimits, cmd.EnforceLimits),
    }
)

_DECIDE: dict[type[cmd.Command], Callable[[State, Any, Actor], list[ev.Event]]] = {
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
    cmd.Sit: seats.sit,
    cmd.Leave: seats.leave,
    cmd.BuyIn: seats.buy_in,
    cmd.RemovePlayer: seats.remove_player,
    cmd.Bet: playing.bet,
    cmd.PlaceBets: betting.place_bets,
    cmd.TakeBackBet: betting.take_back,
    cmd.Ready: betting.ready,
    cmd.Pledge: words.pledge,
    cmd.RevealWord: words.reveal_word,
    cmd.CloseWords: words.close_words,
    cmd.GiveBack: betting.give_back,
    cmd.NoMoreBets: playing.no_more_bets,
    cmd.Collect: betting.collect,
    cmd.CorrectChips: floor.correct_chips,
    cmd.Deal: dealing.deal,
    cmd.CountStub: dealing.count_stub,
    cmd.RuleCount: floor.rule_count,
    cmd.RackStub: dealing.rack_stub,
    cmd.Ride: playing.ride,
    cmd.Withdraw: playing.withdraw,
    cmd.Fold: playing.fold,
    cmd.Draw: playing.draw,
    cmd.Replace: playing.replace_discards,
    cmd.Timeout: playing.timeout,
    cmd.Reveal: playing.reveal,
    cmd.Show: settling.show,
    cmd.Settle: settling.settle,
    cmd.Clear: settling.clear,
    cmd.FaceUp: irregular.face_up,
    cmd.DrawnInError: irregular.drawn_in_error,
    cmd.WrongNumber: irregular.wrong_number,
    cmd.ExposedCommunity: irregular.exposed_community,
    cmd.Skipped: irregular.skipped,
    cmd.Forfeit: irregular.forfeit,
    cmd.Confirm: floor.confirm,
    cmd.Deny: floor.deny,
    cmd.ShufflerJam: devices.shuffler_jam,
    cmd.LoseSecrets: devices.lose_secrets,
    cmd.ShoeJam: devices.shoe_jam,
    cmd.Malfunction: devices.malfunction,
    cmd.MarkOutOfOrder: devices.mark_out_of_order,
    cmd.ReturnDevice: devices.return_device,
    cmd.ChangeMethod: devices.change_method,
    cmd.TapIn: posts.tap_in,
    cmd.TapOut: posts.tap_out,
    cmd.Announce: floor.announce,
    cmd.CallFloor: floor.call_floor,
    cmd.PayByHand: floor.pay_by_hand,
    cmd.AnswerCall: floor.answer_call,
    cmd.CloseTable: floor.close_table,
    cmd.ShowMeters: floor.show_meters,
    cmd.PostLimits: limits.post_limits,
    cmd.EnforceLimits: limits.enforce_limits,
}
