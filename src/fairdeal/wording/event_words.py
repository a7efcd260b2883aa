"""Events as sentences, and reports of finished rounds made from their events."""

from collections.abc import Iterable
from typing import Any, Final

from fairdeal.cards import Card, card_text, cards_text
from fairdeal.english import all_of, cards_in_words
from fairdeal.rulebook.money import UNITS, UNITS_PER_CENT, dollars
from fairdeal.table import events as ev
from fairdeal.table.actors import FLOOR
from fairdeal.table.state import State
from fairdeal.table.view import PUBLIC, Viewer, event_for, own_seats
from fairdeal.table.walk import walk
from fairdeal.wording.limits import clock_words, limits_words
from fairdeal.wording.payments import (
    LOST_WITHOUT_HAND,
    chips_paid,
    hand_pay_words,
    limit_words,
    meter_name,
)


def event_sentence(  # noqa: PLR0915 - one line an event
    state: State, event: ev.Event, viewer: Viewer = PUBLIC
) -> str | None:
    """Return an event as a sentence for a viewer; None for an event that needs no words.

    `state` is the table's before the event. What the viewer may not see is left out.
    """
    sent = event_for(state, event, viewer)
    if sent is None:
        return None
    event = sent
    if settled := _settled(state, event):
        return settled
    own = own_seats(state, viewer)
    match event:
        case ev.PlayerSat():
            program = ", a program" if event.bot else ""
            return f"Seat {event.seat} is taken by {event.name}{program}"
        case ev.BoughtIn(cents=cents):
            return f"Seat {event.seat} buys in for {dollars(cents)}"
        case ev.PlayerLeft():
            return f"Seat {event.seat} is free"
        case ev.PlayerRemoved():
            return f"The floorperson has seat {event.seat} leave: {event.reason}"
        case ev.PlayerReady():
            return f"Seat {event.seat} is ready"
        case ev.WordPledged():
            return f"Seat {event.seat} pledges a word for the shuffle"
        case ev.PledgesClosed():
            return "The time to pledge words anew is over"
        case ev.WordRevealed():
            return f"Seat {event.seat} reveals its word for the shuffle"
        case ev.WordWithheld():
            return f"Seat {event.seat} withholds the word that it pledged: it has none"
        case ev.HandAbandoned():
            return f"Seat {event.seat} leaves during the round"
        case ev.HandForfeited():
            return f"Seat {event.seat} forfeits all wagers of the round: {event.reason}"
        case ev.PlayerSkipped():
            return f"Seat {event.seat} was skipped and plays the next round"
        case ev.DecksReceived():
            kind = "preshuffled " if event.preshuffled else ""
            decks = all_of([f"a {kind}{color} deck" for color in event.colors])
            return f"{decks[:1].upper()}{decks[1:]} at the table"
        case ev.DefectFound():
            return f"The {event.deck} deck has a defect: {event.found}"
        case ev.CardsSpread():
            return f"The cards lie spread face {'up' if event.face_up else 'down'}"
        case ev.DeckShuffled():
            how = "by machine" if event.by_machine else "by hand"
            count = "" if event.cards is None else f", which counts {event.cards} cards"
            return f"The {event.deck} deck is shuffled {how}{count}"
        case ev.DeckCut():
            return f"The {event.deck} deck is cut, {event.depth} cards from the top"
        case ev.DeckCommitted():
            return f"The house commits to the {event.deck} deck: {event.commitment}"
        case ev.SecretsRevealed():
            return _secrets(event)
        case ev.SecretsLost():
            return "The secret of the cards is lost: nobody can check their order"
        case ev.DeckCounted():
            right = "" if event.right else ", which is wrong"
            return f"The {event.deck} deck is counted: {event.cards} cards{right}"
        case ev.DeckRemoved():
            return f"The {event.deck} deck leaves the table ({event.clause})"
        case ev.RecutOrdered():
            return "The floorperson has the cards cut again"
        case ev.ShuffleOrdered():
            return f"The {event.deck} deck is to be shuffled again: {event.reason}"
        case ev.WagerPlaced():
            title = state.rules.game.wager[event.wager].title
            return f"Seat {event.seat} bets {dollars(event.cents)} on {title}"
        case ev.WagerTakenBack() | ev.WagerReturned() | ev.BetWithdrawn():
            title = state.rules.game.wager[event.wager].title
            clock = isinstance(event, ev.BetWithdrawn) and event.cause == "clock"
            who = "The time is up: seat" if clock else "Seat"
            why = event.reason if isinstance(event, ev.WagerReturned) else ""
            back = f"{who} {event.seat} gets {dollars(event.cents)} of {title} back"
            return f"{back}: {why}" if why else back
        case ev.ChipAdded():
            title = state.rules.game.wager[event.wager].title
            return f"Seat {event.seat} adds the missing chip of {title}: {event.reason}"
        case ev.BetsClosed() | ev.BetsCalled():
            return "No more bets"
        case ev.MetersFed():
            fed = [f"{_exact(units)} to the {meter_name(n)}" for n, units in event.units.items()]
            return f"The progressive stakes add {all_of(fed)}"
        case ev.MetersUnfed() if event.house:
            meters = all_of([f"the {meter_name(name)}" for name in event.house])
            return f"The house gives back what fed {meters}, which another table has won since"
        case ev.StakesCollected():
            title = state.rules.game.wager[event.wager].title
            lammers = ", a lammer each" if event.lammers else ""
            return f"The {title} stakes are collected{lammers}"
        case ev.CardsDealt():
            return _dealt(event, own)
        case ev.CardSetAside():
            return f"{cards_text([event.card])} was found face up and is set aside"
        case ev.CardReported():
            return f"The floorperson is shown {cards_text([event.card])}, which stays in its place"
        case ev.CardDrawnInError():
            return "A card drawn in error is used as the next card"
        case ev.StubCounted():
            return f"The stub is counted: {event.cards} cards, {_COUNTS[event.result]}"
        case ev.CountRuled():
            was = "were misdealt" if event.misdealt else "were not misdealt"
            return f"The floorperson finds that the cards {was}"
        case ev.BetRode():
            title = state.rules.game.wager[event.wager].title
            return f"Seat {event.seat} lets {title} ride"
        case ev.HandFolded():
            kept = ", the cards stay for the side bets" if event.kept else ""
            who = "The time is up: seat" if event.cause == "clock" else "Seat"
            return f"{who} {event.seat} folds{kept}"
        case ev.CardsDiscarded():
            who = "The time is up: seat" if event.cause == "clock" else "Seat"
            return f"{who} {event.seat} discards {_faces(event, 'nothing')}"
        case ev.CardsReplaced():
            return f"Seat {event.seat} is given {_faces(event, 'nothing')}"
        case ev.CardsRevealed():
            return (
                f"Turned up: {all_of([f'{place} {card}' for place, card in _cards_by_area(event)])}"
            )
        case ev.HandAnnounced():
            return f"Announced for seat {event.seat}, {event.of}: {event.hand}"
        case ev.HandShown():
            return f"Seat {event.seat} shows {cards_text(event.cards)}"
        case ev.MeterPaid():
            shown = dollars(event.units // UNITS_PER_CENT)
            return f"The {meter_name(event.meter)} shows {shown} now"
        case ev.VoidAsked():
            return f"The dealer reports: {event.reason}"
        case ev.CorrectionAsked():
            title = state.rules.game.wager[event.wager].title
            return f"The dealer reports {title} of seat {event.seat}: {event.reason}"
        case ev.PaymentAsked():
            paid = dollars(event.cents)
            return f"The dealer asks to pay seat {event.seat} {paid} by hand: {event.reason}"
        case ev.HandPayAsked():
            return f"The dealer asks the floorperson to confirm {hand_pay_words(state, event)}"
        case ev.PaidByHand():
            return f"Seat {event.seat} is paid {dollars(event.cents)} by hand: {event.reason}"
        case ev.Confirmed():
            return "The floorperson confirms it"
        case ev.Denied():
            return f"The floorperson finds that it is not so: {event.reason}"
        case ev.RoundVoided():
            return f"All hands are void: {event.reason} ({event.clause})"
        case ev.RoundEnded():
            return f"Round {state.rounds + 1} is over"
        case ev.DeviceFailed():
            return f"The {event.device} is out of order"
        case ev.DeviceMarked():
            how = "covered" if event.how == "covered" else "marked with a sign"
            return f"The {event.device} is {how}"
        case ev.DeviceReturned():
            return f"The {event.device} is in order again"
        case ev.MethodChanged():
            return f"The way of dealing is {event.dealing} now, of shuffling {event.shuffling}"
        case ev.DealerTappedIn():
            relieved = f" in place of {state.dealer_name}" if event.relieved else ""
            return f"{event.name} deals from now on{relieved}"
        case ev.DealerTappedOut():
            return f"{state.dealer_name} has left the table: nobody deals"
        case ev.Announced():
            return f"Announced: {event.words}"
        case ev.FloorCalled():
            return f"The floorperson is called: {event.reason}"
        case ev.CallAnswered():
            return f"The floorperson has come{': ' if event.words else ''}{event.words}"
        case ev.TableClosed():
            return "The table is closed"
        case ev.LimitsPosted():
            return f"Posted: bets {limits_words(event)} from {clock_words(event.in_force_at)} on"
        case ev.LimitsWithdrawn():
            return "The notice of other limits is withdrawn: the limits stay"
        case ev.LimitsChanged():
            return f"The limits of this table are {limits_words(event)} now"
        case ev.MetersShown():
            amounts = [f"the {meter_name(n)} {_exact(units)}" for n, units in event.units.items()]
            return f"Linked with other tables: {all_of(amounts)}"
        case _:
            return None


def _secrets(event: ev.SecretsRevealed) -> str:
    """Name the values that the order of a deck can be checked with."""
    *replaced, (_, secret) = event.secrets
    told = f"The secret of the cards is {secret}"
    parts = [f"with the words {event.words}" if event.words else ""]
    parts.append(f"cut {event.cut} cards from the top" if event.cut else "")
    parts += [f"before it, for a deck that was not dealt, {before}" for _, before in replaced]
    return ", ".join([told, *filter(None, parts)])


def _exact(units: int) -> str:
    """Write an amount of a meter with as many decimals as it has, and two at the least."""
    whole, rest = divmod(units, UNITS)
    decimals = f"{rest:06d}".rstrip("0").ljust(2, "0")
    return f"${whole:,}.{decimals}"


def _settled(state: State, event: ev.Event) -> str | None:
    """Say how a wager ended, as players say it; `dealer` has the dealer's sentences."""
    match event:
        case ev.WagerPaid():
            title = state.rules.game.wager[event.wager].title
            if event.result == "push":
                kept = f"Seat {event.seat} keeps {dollars(event.cents)} on {title}"
                return f"{kept}: {event.hand}, push"
            paid = f"Seat {event.seat} is paid {dollars(chips_paid(state, event))} on {title}"
            return f"{paid}: {event.hand}, {event.pays}{limit_words(event)}"
        case ev.WagerLost():
            title = state.rules.game.wager[event.wager].title
            why = event.hand if event.cause == "hand" else LOST_WITHOUT_HAND[event.cause]
            lost = f"Seat {event.seat} loses {dollars(event.cents)} on {title}"
            return f"{lost}: {why}" if why else lost
        case ev.EnvyPaid():
            bonus = dollars(event.cents)
            return f"Seat {event.seat} gets an Envy Bonus of {bonus} for seat {event.holder}'s hand"
        case _:
            return None


_COUNTS: Final = {
    "right": "as it should be",
    "misdealt": "and some place has a wrong number",
    "wrong-deck": "and the deck is not whole",
    "differs": "which is not right: the floorperson is called",
}


def _dealt(event: ev.CardsDealt, own: frozenset[int]) -> str | None:
    """Name the cards that a viewer's own seats are dealt."""
    hands: dict[int | str, list[Card]] = {number: [] for number in sorted(own)}
    for place, card in event.cards:
        if place in hands and card is not None:
            hands[place].append(card)
    told = [f"Seat {seat} is dealt {cards_text(cards)}" for seat, cards in hands.items() if cards]
    return "; ".join(told) or (None if own else "Cards are dealt face down")


def _cards_by_area(event: ev.CardsRevealed) -> list[tuple[str, str]]:
    """Return each area with the cards that are turned up there."""
    areas = dict.fromkeys(str(area) for area, _ in event.cards)
    return [(area, cards_text([c for a, c in event.cards if a == area])) for area in areas]


def _faces(event: ev.CardsDiscarded | ev.CardsReplaced, none: str) -> str:
    """Name the cards for viewers who may see them, and say how many there are for others."""
    if not event.count:
        return none
    return cards_in_words(event.count) if event.cards is None else cards_text(event.cards)


def round_reports(state: State, events: Iterable[ev.Event]) -> list[dict[str, Any]]:
    """Return a report of every finished round: each hand and each card, in the order of the discard
    rack. `state` is the table's before the first event.

    A report settles disputes. It names cards that were never turned up, so it is only for people
    who may look into the discard rack.
    """
    rounds: list[dict[str, Any]] = []
    moves: list[str] = []
    dealt: list[tuple[int | str, Card]] = []
    for before, event, _ in walk(state, events):
        if isinstance(event, ev.RoundEnded | ev.RoundVoided):
            rounds.append(_round_report(before, event, moves, dealt))
            moves, dealt = [], []
        elif before.playing or isinstance(event, _BETS):
            moves += [words] if (words := event_sentence(before, event, _FLOOR)) else []
        if isinstance(event, ev.CardsDealt):
            dealt += [(place, card) for place, card in event.cards if card is not None]
        if isinstance(event, ev.CardsReplaced):
            dealt += [(event.seat, card) for card in event.cards or ()]
    return rounds


_FLOOR: Final = Viewer(FLOOR)
#: What belongs to a round before its bets are closed.
_BETS = (ev.WagerPlaced, ev.WagerTakenBack, ev.BetsClosed)


def _round_report(
    state: State, event: ev.Event, moves: list[str], dealt: list[tuple[int | str, Card]]
) -> dict[str, Any]:
    return {
        "round": state.rounds + 1,
        "void": event.reason if isinstance(event, ev.RoundVoided) else None,
        "board": {area: cards_text(cards).split() for area, cards in state.board.items()},
        "seats": [
            {
                "seat": number,
                "player": state.seats[number].player,
                "name": state.seats[number].name,
                "cards": cards_text(state.seats[number].cards).split(),
                "discarded": cards_text(state.seats[number].discarded).split(),
                "folded": state.seats[number].folded or False,
            }
            for number in state.playing
        ],
        "dealt": [
            {"place": f"seat:{place}" if isinstance(place, int) else place, "card": card_text(card)}
            for place, card in dealt
        ],
        "set-aside": cards_text(state.set_aside).split(),
        "burned": cards_text(state.burned).split(),
        "told": moves,
    }
