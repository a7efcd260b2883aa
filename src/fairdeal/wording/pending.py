"""Instructions that follow at once from the last events: a fold, a bet taken back, a void."""

import msgspec

from fairdeal.english import all_of
from fairdeal.rulebook.money import dollars
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.state import AUTOMATED_SHOE, State
from fairdeal.wording.payments import hand_pay_words


class Instruction(msgspec.Struct, frozen=True):
    """One instruction to a person at the table, with its clause."""

    say: str
    clause: str | None
    by: str = "dealer"
    #: The command that tells the table that this is done; of several lines, with the last.
    command: cmd.Command | None = None
    #: The chips that change hands with it, in cents, where some do.
    cents: int | None = None


def pending_instructions(state: State) -> list[Instruction]:
    """Return what the dealer does at once after a fold or a forfeit, a bet taken back, a misplaced
    card, returned wagers, a void round, or the removal of a deck.
    """
    lines: list[Instruction] = []
    removed: list[Instruction] = []
    forfeited: list[str] = []
    returned: dict[tuple[int, str], list[tuple[str, int]]] = {}
    gathered: Instruction | None = None
    wagers = state.rules.game.wager
    for event in state.chores:
        match event:
            case ev.HandFolded():
                lines += _fold_words(state, event)
            case ev.BetWithdrawn():
                step = state.rules.game.take_back_steps[event.wager]
                title, cents = wagers[event.wager].title, dollars(event.cents)
                back = f"Move {title}, {cents}, to seat {event.seat}"
                lines.append(Instruction(back, step.back_clause, cents=event.cents))
            case ev.WagerLost():
                if not wagers[event.wager].collected:
                    forfeited.append(f"{wagers[event.wager].title} {dollars(event.cents)}")
            case ev.HandForfeited():
                what = all_of([*forfeited, "the cards"])
                words = f"Collect from seat {event.seat}, forfeited: {what}"
                lines.append(Instruction(words, state.rules.game.procedure.forfeit))
            case ev.DeckRemoved() if event.cause not in ("hours", "day"):
                gone = f"Remove the {event.deck} deck from the table"
                removed.append(Instruction(gone, event.clause))
            case ev.CardSetAside() if ev.first_void(state.chores) is None and state.asked is None:
                words = "Put the card that was found face up into the discard rack, unused"
                lines.append(Instruction(words, event.clause))
            case ev.CardDrawnInError():
                words = "Leave the card that was drawn in error face down: it is the next card"
                lines.append(Instruction(words, event.clause))
            case ev.HandPayAsked():
                words = f"Pay what was confirmed: {hand_pay_words(state, event)}"
                lines.append(Instruction(words, event.clause, cents=event.cents or None))
            case ev.RoundVoided():
                gathered = Instruction(_gather_words(state), event.clause)
            case ev.WagerReturned():
                what = f"{wagers[event.wager].title} {dollars(event.cents)}"
                returned.setdefault((event.seat, event.clause), []).append((what, event.cents))
    for (seat, clause), wagers_back in returned.items():
        words = f"Return to seat {seat}: {all_of([what for what, _ in wagers_back])}"
        lines.append(Instruction(words, clause, cents=sum(cents for _, cents in wagers_back)))
    # A deck that goes takes all its cards along.
    return lines + (removed or ([gathered] if gathered else []))


def _gather_words(state: State) -> str:
    """Say where the cards of a void round go."""
    device = "Remove the cards from the shoe, and " if state.dealing is AUTOMATED_SHOE else ""
    words = "gather all cards, those already dealt too, to be shuffled"
    return f"{device}{words}" if device else f"{words[:1].upper()}{words[1:]}"


def _fold_words(state: State, event: ev.HandFolded) -> list[Instruction]:
    game, seat = state.rules.game, state.seats.get(event.seat)
    step = game.bet_steps[event.at]
    lost = [name for name in (seat.stakes if seat else ()) if not game.wager[name].side]
    if seat is None or not lost:
        return []
    cents = dollars(sum(seat.stakes[name] for name in lost))
    titles = all_of([game.wager[name].title for name in lost])
    cards = "leave the folded cards: an additional wager is live"
    if not event.kept:
        cards = "put the folded cards into the discard rack"
    words = f"Collect {titles} of seat {event.seat}, {cents}, and {cards}"
    return [Instruction(words, step.fold_clause)]
