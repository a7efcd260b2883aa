"""Chapter 13: irregularities, each with that game's own consequence."""

from fairdeal.english import cards_in_words, quoted
from fairdeal.errors import Refused
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import Actor
from fairdeal.table.decide.dealing import cards_to_come, drawn, require_ready
from fairdeal.table.decide.seats import require_words, seat_of
from fairdeal.table.decide.voiding import ask_void, seat_given_back
from fairdeal.table.questions import is_skipped_without_cards, right_number_so_far
from fairdeal.table.state import OPEN, PLAYING, State, right_number, stub_size, wrong_number_clause
from fairdeal.table.values import Place


def _while_dealing(state: State, clause: str) -> None:
    """Refuse what is found only while cards of the round are still to be dealt or drawn."""
    if not cards_to_come(state):
        raise Refused("no cards are being dealt", clause)
    require_ready(state)


def face_up(state: State, command: cmd.FaceUp, by: Actor) -> list[ev.Event]:
    """Report a card found face up: it is set aside or voids the round, as the game has it. Where it
    would void the round, the card stays in its place until the floorperson has answered (reading
    `denied-report`).
    """
    irregular = state.rules.game.procedure.irregular
    _while_dealing(state, irregular.face_up)
    (card,) = drawn(state, command.cards, 1, irregular.face_up)
    reported = ev.CardReported(card, irregular.face_up)
    if irregular.face_up_voids:
        return [*ask_void(state, by, irregular.face_up, "a card was found face up"), reported]
    if state.set_aside and irregular.more_face_up:
        reason = "a second card was found face up"
        return [*ask_void(state, by, irregular.more_face_up, reason), reported]
    return [ev.CardSetAside(card, irregular.face_up)]


def drawn_in_error(state: State, command: cmd.DrawnInError, by: Actor) -> list[ev.Event]:
    """Report a card drawn in error: it is the next card, unless its face was seen."""
    irregular = state.rules.game.procedure.irregular
    if command.seen:
        return face_up(state, cmd.FaceUp(cards=command.cards), by)
    _while_dealing(state, irregular.drawn_in_error)
    if state.pending:
        raise Refused(
            "deal the card that was drawn in error before another one is reported",
            irregular.drawn_in_error,
        )
    if not stub_size(state):
        raise Refused("the stub holds no card any more", irregular.drawn_in_error)
    return [ev.CardDrawnInError(irregular.drawn_in_error)]


def wrong_number(state: State, command: cmd.WrongNumber, by: Actor) -> list[ev.Event]:
    """Report a wrong number of cards, which voids the round."""
    irregular = state.rules.game.procedure.irregular
    clause = wrong_number_clause(state)
    if state.phase is OPEN or not (state.deal_step or state.deal_part):
        raise Refused("no card has been dealt", clause)
    if right_number(state, command.place) is None:
        raise Refused(f"{quoted(command.place)} is no place that is dealt to", clause)
    if command.cards < 0:
        raise Refused("a number of cards is not below zero", clause)
    place = state.rules.game.place_words(command.place)
    right = right_number_so_far(state, command.place)
    if command.cards == right:
        raise Refused(f"{place} should have {cards_in_words(right)} here", clause)
    if irregular.skipped and not command.cards and not _lies(state, command.place):
        raise Refused(f"{place} has no card: it was skipped", irregular.skipped)
    reason = f"{place} was dealt {cards_in_words(command.cards)} instead of {right}"
    return ask_void(state, by, clause, reason)


def _lies(state: State, place: Place) -> bool:
    """Return whether a place has cards, as recorded; an area is never skipped."""
    return bool(state.seats[place].cards) if isinstance(place, int) else True


def exposed_community(state: State, command: cmd.ExposedCommunity, by: Actor) -> list[ev.Event]:
    """Report a community card that was seen before its time, which voids the round."""
    irregular = state.rules.game.procedure.irregular
    clause = irregular.exposed_community or irregular.face_up
    if command.area not in {area.name for area in state.rules.game.areas}:
        raise Refused(f"there is no community card {quoted(command.area)}", clause)
    lying = len(state.board.get(command.area, ()))
    if lying <= state.revealed.get(command.area, 0):
        place = state.rules.game.place_words(command.area)
        raise Refused(f"no card at {place} lies face down", clause)
    place = state.rules.game.place_words(command.area)
    return ask_void(state, by, clause, f"a card at {place} was exposed")


def skipped(state: State, command: cmd.Skipped, by: Actor) -> list[ev.Event]:
    """Report a player without any card: out of this round where the game says so, and otherwise a
    wrong number of cards.

    It may be found after the whole deal, until the seat has decided: cards that are recorded for
    it go to the discard rack (reading `skipped-or-short`).
    """
    irregular = state.rules.game.procedure.irregular
    clause = irregular.skipped or wrong_number_clause(state)
    seat = seat_of(state, command.seat)
    if not seat.in_round or seat.out or state.phase is OPEN:
        raise Refused(f"seat {command.seat} is not in the round", clause)
    if seat.cards and not is_skipped_without_cards(state, command.seat):
        raise Refused(f"seat {command.seat} has cards: it was not skipped", clause)
    if not any(state.seats[number].cards for number in state.playing):
        raise Refused("no player has been dealt a card yet", clause)
    if not right_number_so_far(state, command.seat):
        raise Refused(f"seat {command.seat} has still to be dealt to", clause)
    if irregular.skipped is None:
        return ask_void(state, by, clause, f"seat {command.seat} was dealt no cards")
    return [*seat_given_back(state, command.seat, clause), ev.PlayerSkipped(command.seat)]


def forfeit(state: State, command: cmd.Forfeit, by: Actor) -> list[ev.Event]:
    """Report a breach of conduct: every wager of the round is lost, and the cards are collected."""
    del by
    procedure = state.rules.game.procedure
    clause = procedure.forfeit
    if clause is None:
        raise Refused("the text sets no forfeit for a breach of conduct", procedure.conduct)
    seat = seat_of(state, command.seat)
    if state.phase is not PLAYING:
        raise Refused(
            "a breach of conduct is reported after cards of the round are dealt", procedure.conduct
        )
    if not seat.in_round or not seat.live:
        raise Refused(f"seat {command.seat} has no wager left to forfeit", clause)
    lost: list[ev.Event] = [
        ev.WagerLost(command.seat, wager, seat.stakes[wager], "forfeit", clause)
        for wager in seat.standing()
    ]
    reason = command.reason or "conduct"
    require_words(reason, "the reason", clause)
    return [*lost, ev.HandForfeited(command.seat, reason)]
