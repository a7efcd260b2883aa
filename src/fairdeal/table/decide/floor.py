"""What takes two people, and what the floorperson does: confirm, rule, come when called, close."""

from typing import Final, assert_never

from fairdeal.english import all_of, quoted
from fairdeal.errors import Refused
from fairdeal.rulebook.money import dollars
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import PLAYER, Actor
from fairdeal.table.decide.betting import with_dependents
from fairdeal.table.decide.hand_pay import as_asked
from fairdeal.table.decide.opening import between_rounds
from fairdeal.table.decide.posts import require_second
from fairdeal.table.decide.seats import require_words, seat_of
from fairdeal.table.decide.settling import settlement
from fairdeal.table.decide.voiding import contribution, return_contributions, void_hands
from fairdeal.table.questions import hours_clause, most_by_hand, to_collect
from fairdeal.table.state import CLOSED, DEALING, OPEN, State, dealing_clauses

#: What the floorperson is asked to confirm, in words.
_ASKED: Final[dict[type[ev.Event], str]] = {
    ev.VoidAsked: "the void",
    ev.CorrectionAsked: "the correction",
    ev.PaymentAsked: "the payment",
    ev.HandPayAsked: "the payment",
}


def require_free(state: State, *, beside: bool) -> None:
    """Refuse what must wait until the floorperson has answered, and all at a closed table.

    `beside`: it may be said while the floorperson's word is awaited.
    """
    if state.phase is CLOSED:
        raise Refused("the table is closed", None)
    if beside or not (state.asked or state.differs):
        return
    if state.asked is not None:
        what = _ASKED[type(state.asked)]
        clause = state.asked.clause or state.rules.game.procedure.place
        raise Refused(f"the floorperson is asked to confirm {what} first", clause)
    clauses = dealing_clauses(state)
    reason = "the floorperson is asked whether the cards were misdealt"
    raise Refused(reason, clauses.floor_rules or clauses.count)


def _asked(state: State, number: int | None, by: Actor, clause: str | None) -> ev.Asked:
    asked = state.asked
    if asked is None or number not in (None, asked.asked):
        raise Refused("no such question waits for the floorperson", clause)
    if asked.by == by.id:
        reason = "the person who reported may not confirm: a second person must"
        raise Refused(reason, asked.clause or state.rules.game.procedure.place)
    require_second(state, by, asked.clause or state.rules.game.procedure.place)
    return asked


def confirm(state: State, command: cmd.Confirm, by: Actor) -> list[ev.Event]:
    """Confirm what the dealer reported, and carry out what follows from it."""
    asked = _asked(state, command.asked, by, state.rules.game.procedure.irregular.face_up)
    confirmed = ev.Confirmed(asked.asked, by.id)
    match asked:
        case ev.VoidAsked():
            void = void_hands(state, asked.clause, asked.reason, removes=asked.removes)
            return [confirmed, *_found(state), *void]
        case ev.PaymentAsked():
            return [confirmed, ev.PaidByHand(asked.seat, asked.cents, asked.reason)]
        case ev.CorrectionAsked():
            return [confirmed, *_corrected(state, asked)]
        case ev.HandPayAsked():
            return [confirmed, *settlement(as_asked(state, asked))]
        case _:
            assert_never(asked)


def _found(state: State) -> list[ev.Event]:
    """Return the event of the reported card, now that the floorperson has confirmed it."""
    if state.reported is None:
        return []
    return [ev.CardSetAside(state.reported, state.rules.game.procedure.irregular.face_up)]


def deny(state: State, command: cmd.Deny, by: Actor) -> list[ev.Event]:
    """Reject what the dealer reported. The round goes on as if nothing had happened, and a card
    that was reported is the next card (reading `denied-report`).
    """
    if state.differs is not None:
        return _counted_again(state, command, by)
    asked = _asked(state, command.asked, by, state.rules.game.procedure.irregular.face_up)
    if state.secret_lost:
        reason = "no card can be dealt without the lost secret: confirm the void"
        raise Refused(reason, asked.clause)
    require_words(command.reason, "the reason", asked.clause or state.rules.game.procedure.place)
    return [ev.Denied(asked.asked, by.id, command.reason)]


def _counted_again(state: State, command: cmd.Deny, by: Actor) -> list[ev.Event]:
    """Reject a stub count that was itself wrong, so that the dealer counts again."""
    counted, clause = state.differs, dealing_clauses(state).floor_rules
    if counted is None or command.asked is not None:
        raise Refused("no such question waits for the floorperson", clause)
    if counted.by == by.id:
        raise Refused(
            "the person who counted may not reject the count: a second person must", clause
        )
    require_second(state, by, clause)
    require_words(command.reason, "the reason", clause)
    return [ev.Denied(state.version, by.id, command.reason)]


def correct_chips(state: State, command: cmd.CorrectChips, by: Actor) -> list[ev.Event]:
    """Correct a wager whose chips differ from what was acknowledged, before it is collected."""
    clauses = dealing_clauses(state)
    clause = clauses.verify.get(command.wager, clauses.no_more_bets)
    if state.phase is not DEALING or state.deal_step or state.deal_part:
        raise Refused("chips are corrected only before the first card is dealt", clause)
    if command.wager not in [wager.name for wager in to_collect(state)]:
        raise Refused(f"no {quoted(command.wager)} stakes are to be collected", clause)
    if command.wager not in seat_of(state, command.seat).stakes:
        raise Refused(f"seat {command.seat} has no {command.wager}", clause)
    require_words(command.reason, "the reason", clause)
    asked = ev.CorrectionAsked(
        state.version, by.id, command.seat, command.wager, command.how, clause, command.reason
    )
    return [asked]


def _corrected(state: State, asked: ev.CorrectionAsked) -> list[ev.Event]:
    if asked.how == "added":
        return [ev.ChipAdded(asked.seat, asked.wager, asked.reason)]
    stakes = state.seats[asked.seat].stakes
    back = {n: stakes[n] for n in with_dependents(state, asked.wager) if n in stakes}
    events: list[ev.Event] = [
        ev.WagerReturned(asked.seat, name, cents, asked.clause, asked.reason)
        for name, cents in back.items()
    ]
    progressive = state.rules.progressive_wager
    if progressive and (fed := contribution(state, back.get(progressive.name, 0))):
        events.append(return_contributions(state, fed))
    return events


def pay_by_hand(state: State, command: cmd.PayByHand, by: Actor) -> list[ev.Event]:
    """Pay a player outside of the settlement, when no round depends on it any more."""
    clause, most = state.rules.game.procedure.place, most_by_hand(state)
    between_rounds(state, "a payment is made by hand", clause)
    seat_of(state, command.seat)
    if not 0 < command.cents <= most:
        raise Refused(f"a payment by hand is above $0 and at most {dollars(most)}", clause)
    require_words(command.reason, "the reason", clause)
    return [ev.PaymentAsked(state.version, by.id, command.seat, command.cents, command.reason)]


def rule_count(state: State, command: cmd.RuleCount, by: Actor) -> list[ev.Event]:
    """Decide what a wrong stub count means. All hands are void either way, and the deck goes unless
    the cards were misdealt. Where places were counted too, a deck that is not whole goes in any
    case (reading `stub-count-duty`), and one that is whole stays.
    """
    clauses = dealing_clauses(state)
    counted = state.differs
    if counted is None:
        reason = "no stub count waits for the floorperson's decision"
        raise Refused(reason, clauses.floor_rules or clauses.count)
    if counted.by == by.id:
        reason = "the person who counted may not decide what the count means: a second person must"
        raise Refused(reason, clauses.floor_rules)
    require_second(state, by, clauses.floor_rules)
    total, right = counted.total, len(state.rules.game.deck)
    if total == right and not command.misdealt:
        reason = f"all {right} cards are there, some where they do not belong"
        raise Refused(reason, clauses.misdealt)
    ruled = ev.CountRuled(command.misdealt, by.id)
    if command.misdealt and (total == right or not counted.misdealt):
        return [ruled, *void_hands(state, clauses.misdealt, "the cards were misdealt")]
    reason = f"{total} cards are counted in all, {right} belong to the deck"
    return [ruled, *void_hands(state, clauses.wrong_deck, reason, removes=state.deck)]


def announce(state: State, command: cmd.Announce, by: Actor) -> list[ev.Event]:
    """Record words that the table hears."""
    require_words(command.words, "an announcement", state.rules.game.procedure.place)
    return [ev.Announced(by.id, command.words)]


def call_floor(state: State, command: cmd.CallFloor, by: Actor) -> list[ev.Event]:
    """Call the floorperson; another call replaces the one before."""
    if by.role is PLAYER and all(seat.player != by.id for seat in state.seats.values()):
        reason = f"{quoted(by.shown)} sits at no seat of this table"
        raise Refused(reason, state.rules.game.procedure.seated)
    require_words(command.reason, "the reason", state.rules.game.procedure.place)
    return [ev.FloorCalled(by.id, command.reason)]


def answer_call(state: State, command: cmd.AnswerCall, by: Actor) -> list[ev.Event]:
    """Record that the floorperson has come."""
    clause = state.rules.game.procedure.place
    if state.called is None:
        raise Refused("nobody has called the floorperson", clause)
    if command.words:
        require_words(command.words, "the answer", clause)
    return [ev.CallAnswered(by.id, command.words)]


def show_meters(state: State, command: cmd.ShowMeters, by: Actor) -> list[ev.Event]:
    """Set what linked meters show now; only the system that links them does so."""
    clause = state.rules.game.procedure.place
    if not by.automatic:
        raise Refused(
            "linked meters are set by the system that links them, not by a person", clause
        )
    known = state.meters.units
    if not command.units or not command.units.keys() <= known.keys():
        raise Refused(f"the table has {all_of(list(known)) if known else 'no meters'}", clause)
    if any(units < 0 for units in command.units.values()):
        raise Refused("a meter cannot show less than $0", clause)
    if not set(command.won) <= known.keys():
        raise Refused(f"the table has {all_of(list(known))}", clause)
    return [ev.MetersShown(command.units, command.won)]


def close_table(state: State, command: cmd.CloseTable, by: Actor) -> list[ev.Event]:
    """Close the table at the end of the day: wagers go back, players leave, decks are counted and
    go.
    """
    clause = hours_clause(state)
    between_rounds(state, "a table is closed", clause)
    assert state.phase is OPEN, "said above"
    colors = [deck.color for deck in state.decks]
    if sorted(command.cards) != sorted(colors):
        decks = all_of([f"the {color} deck" for color in colors]) if colors else "no deck"
        raise Refused(f"count the cards of each deck at the table: {decks}", clause)
    if any(cards < 0 for cards in command.cards.values()):
        raise Refused("a count is not below zero", clause)
    right = len(state.rules.game.deck)
    events: list[ev.Event] = []
    for number, seat in state.seats.items():
        events += [ev.WagerTakenBack(number, wager, cents) for wager, cents in seat.stakes.items()]
        events.append(ev.PlayerLeft(number))
    for color in colors:
        cards = command.cards[color]
        events.append(ev.DeckCounted(color, cards, cards == right))
        events.append(ev.DeckRemoved(color, clause, "day"))
    return [*events, ev.TableClosed(by.id)]
