"""Constants and small helpers that the tests of several chapters share."""

from typing import Any

from felt import Felt, at_round, prepared, with_side_bets

from fairdeal.rulebook.game import BetOrFold, Dealing, Draw, Settle, Shuffling, TakeBack
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_DEALER, AUTOMATIC_FLOOR, DEALER, FLOOR, Actor
from fairdeal.table.next_step import next_command
from fairdeal.table.state import State
from fairdeal.wording.dealer import instructions

AUTOMATED: dict[str, Any] = {"dealing": Dealing.AUTOMATED_SHOE, "shuffling": Shuffling.AUTOMATED}
#: A body for each command that needs one.
BODIES: dict[str, dict[str, Any]] = {
    "pledge": {"seat": 1, "pledge": "ab" * 32},
    "reveal-word": {"seat": 1, "word": "seven"},
    "cut": {"depth": 20},
    "bet": {"seat": 1, "wager": "x", "cents": 500},
    "buy-in": {"seat": 1, "cents": 500},
    "place-bets": {"seat": 1, "cents": {}},
    "take-back-bet": {"seat": 1, "wager": "x"},
    "collect": {"wager": "x", "chips": 1},
    "correct-chips": {"seat": 1, "wager": "x", "how": "added", "reason": "short"},
    "pay-by-hand": {"seat": 1, "cents": 100, "reason": "short"},
    "count-stub": {"cards": 1},
    "rule-count": {"misdealt": True},
    "wrong-number": {"place": 1, "cards": 1},
    "exposed-community": {"area": "left"},
    "remove-player": {"seat": 1, "reason": "conduct"},
    "deny": {"reason": "not so"},
    "announce": {"words": "good luck"},
    "call-floor": {"reason": "a question"},
    "close-table": {"cards": {}},
    "show-meters": {"units": {}},
    "post-limits": {"minimum": 500, "maximum": 500},
    "malfunction": {"device": "shoe"},
    "mark-out-of-order": {"device": "shoe"},
    "return-device": {"device": "shoe"},
}
#: Where the texts speak of the decks' arrival, the cut and the count of a deck.
CLAUSES = {
    "let-it-ride": ("MD-LIR", {"4.A": "4.A", "cut": "5.F", "recut": "5.G", "count": "5.E"}),
    "run-em-twice": ("MD-RET", {"4.A": "4.A", "cut": "5.D", "recut": "5.E", "count": "5.B"}),
    "double-draw": ("MD-DD", {"4.A": ".04A", "cut": ".05F", "recut": ".05G", "count": ".05E"}),
}
CARD = cmd.Deal(part="card")
DECK = (
    "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad "
    "2h 3h 4h 5h 6h 7h 8h 9h"
)
DORA = Actor("dora", DEALER)
FRED = Actor("fred", FLOOR)
GATHER = "Gather all cards, those already dealt too, to be shuffled"
HAND: dict[str, Any] = {"dealing": Dealing.HAND, "shuffling": Shuffling.AUTOMATED}
MANUAL: dict[str, Any] = {}
#: Where each card goes for seats 1 and 3, by the dealing chapters.
ONE_BY_ONE_LIR = "bonus bonus bonus 1 3 community 1 3 community 1 3"
PLACE = cmd.Deal(part="place")
RESHUFFLED: dict[str, Any] = {
    "dealing": Dealing.AUTOMATED_SHOE,
    "shuffling": Shuffling.RESHUFFLING,
}
ORDER = [
    ("let-it-ride", MANUAL, ONE_BY_ONE_LIR),
    ("let-it-ride", HAND, ONE_BY_ONE_LIR),
    ("let-it-ride", AUTOMATED, "bonus bonus bonus community community 1 1 1 3 3 3"),
    ("let-it-ride", RESHUFFLED, "bonus bonus bonus community community rack 1 1 1 3 3 3"),
    ("run-em-twice", MANUAL, "left right top bottom center 1 3 1 3"),
    ("run-em-twice", HAND, "left right top bottom center 1 3 1 3"),
    ("run-em-twice", AUTOMATED, "left right top bottom center 1 1 3 3"),
    ("double-draw", MANUAL, "1 3 1 3 1 3 1 3 1 3"),
    ("double-draw", HAND, "1 3 1 3 1 3 1 3 1 3"),
    ("double-draw", AUTOMATED, "1 1 1 1 1 3 3 3 3 3"),
]
SHOE: dict[str, Any] = {"dealing": Dealing.AUTOMATED_SHOE, "shuffling": Shuffling.AUTOMATED}
#: Where the texts speak of a wrong number of cards, by how the cards are dealt.
WRONG_NUMBER = [
    ("let-it-ride", MANUAL, "MD-LIR 13.D"),
    ("let-it-ride", HAND, "MD-LIR 13.D"),
    ("let-it-ride", AUTOMATED, "MD-LIR 13.D"),
    ("run-em-twice", MANUAL, "MD-RET 13.C"),
    ("run-em-twice", HAND, "MD-RET 13.C"),
    ("run-em-twice", AUTOMATED, "MD-RET 13.C"),
    ("double-draw", MANUAL, "MD-DD .08F(4)"),
    ("double-draw", HAND, "MD-DD .09D(4)"),
    ("double-draw", AUTOMATED, "MD-DD .10C(3)"),
]
TWO: dict[str, Any] = {"decks": 2, "shuffling": Shuffling.AUTOMATED}


def all_dealt(felt: Felt) -> bool:
    return felt.state.deal_step == len(felt.state.deal_steps)


def answer(state: State) -> cmd.Command:
    """A player who stays in, and changes one card."""
    seat = state.turn
    assert seat is not None
    match state.current:
        case TakeBack():
            return cmd.Ride(seat=seat)
        case BetOrFold(wager=wager):
            return cmd.Bet(seat=seat, wager=wager, cents=500)
        case Draw():
            return cmd.Draw(seat=seat, discard=state.seats[seat].cards[:1])
    raise AssertionError(state.current)


def bets(felt: Felt, seat: int, **sides: int) -> None:
    for wager, cents in sides.items():
        felt.bet(seat, wager.replace("_", "-"), cents)


def body_of(kind: type[cmd.Command]) -> cmd.Command:
    name = str(kind.__struct_config__.tag)
    seated = {"seat": 1} if kind.__struct_fields__[:1] == ("seat",) and name != "replace" else {}
    return kind(**BODIES.get(name, seated))


def cite(game: str, key: str) -> str:
    """The clause of a game's text that speaks of that."""
    text, places = CLAUSES[game]
    return f"{text} {places[key]}"


def counted(game: str, dealing: Dealing, deals: int, **found: int) -> tuple[Felt, list[ev.Event]]:
    felt = prepared(with_side_bets(game, dealing=dealing, shuffling=Shuffling.AUTOMATED))
    felt.play(*[cmd.Deal()] * deals)
    clause = felt.game.procedure.dealing[dealing].count
    felt.refuses(cmd.CountStub(cards=-1), clause, "below zero")
    felt.refuses(cmd.CountStub(cards=40, found={5: 2}), clause, "was dealt no cards")
    places: dict[int | str, int] = {
        2 if name == "seat_2" else name: cards for name, cards in found.items() if name != "cards"
    }
    events = felt.play(cmd.CountStub(cards=found["cards"], found=places))
    return felt, ruled(felt, events)


def one_round(felt: Felt) -> Felt:
    """A round of seat 1 alone; the dealer stops when it is over."""
    while (command := next_command(felt.state)) is not None:
        felt.play(command)
    felt.base(1)
    rounds = felt.state.rounds
    while felt.state.rounds == rounds:
        felt.play(next_command(felt.state) or cmd.Timeout(felt.state.turn or 0))
    return felt


def placed(order: str) -> list[str]:
    return [f"seat:{place}" if place.isdigit() else place for place in order.split()]


def ready(game: str, how: dict[str, Any]) -> Felt:
    return prepared(at_round(game, seats=(1, 3), deck=DECK, **how))


def royal_at_seat_1(**how: Any) -> Felt:
    """Seat 1 gets the ace and ten of spades: a royal flush in the 1st run."""
    return at_round("run-em-twice", deck="Ks Qs 2d 9d Js As 3c 4h Ts 5c 7h", seats=(1, 2, 3), **how)


def ruled(felt: Felt, events: list[ev.Event]) -> list[ev.Event]:
    """What comes of a wrong count: at once, or by the floorperson's word (reading floor-rules)."""
    clause = felt.game.procedure.dealing[felt.state.dealing].floor_rules
    if clause is None:
        assert felt.state.differs is None
        return events
    (counted,) = events
    assert isinstance(counted, ev.StubCounted)
    assert (counted.result, felt.state.differs) == ("differs", counted)
    felt.refuses(cmd.RackStub(), clause, "the floorperson is asked")
    felt.refuses((cmd.RuleCount(misdealt=True), AUTOMATIC_DEALER), clause, "for the floorperson")
    word = next_command(felt.state)
    assert isinstance(word, cmd.RuleCount)
    said, *events = felt.play(word)
    assert said == ev.CountRuled(word.misdealt, AUTOMATIC_FLOOR.id)
    return events


def settled(felt: Felt) -> list[ev.Event]:
    """What the next seat's settlement is, its cards turned up first where they are."""
    if next_command(felt.state) == cmd.RackStub():
        felt.play(cmd.RackStub())
    if next_command(felt.state) == cmd.Show():
        felt.play(cmd.Show())
    return felt.play(cmd.Settle())


def to_settlement(felt: Felt) -> Felt:
    """Everybody stays in with the least, draws nothing, and the dealer goes on to settlement."""
    while not isinstance(felt.state.current, Settle):
        command = next_command(felt.state)
        if command is None:
            seat, step = felt.state.turn or 0, felt.state.current
            match step:
                case TakeBack():
                    command = cmd.Ride(seat)
                case BetOrFold(wager=wager):
                    command = cmd.Bet(seat, wager, 500)
                case _:
                    command = cmd.Draw(seat)
        felt.play(command)
    return felt


def to_the_end(felt: Felt) -> None:
    """Everybody bets the least at every decision."""
    felt.dealer()
    for wager in ("first-run", "second-run", "center"):
        for seat in felt.state.playing:
            if not (felt.state.seats[seat].folded or felt.state.seats[seat].out):
                felt.bet(seat, wager, 500)
        felt.dealer()


def told(felt: Felt) -> list[tuple[str, str | None]]:
    return [(line.say, line.clause) for line in instructions(felt.state)]
