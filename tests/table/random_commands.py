"""Any command at all, for random tables: with fields that may or may not make sense."""

import random
from typing import Any

import msgspec
from auditor import SECRETS

from fairdeal.cards import Card
from fairdeal.rulebook.game import BetOrFold, Dealing, Shuffling, TakeBack
from fairdeal.table import commands as cmd
from fairdeal.table.state import DEALING, State
from fairdeal.wire.joker_numbers import number_stub_jokers

REASON = "for a reason"
#: What is tried more often while cards are dealt, and in place of what comes seldom.
_DEALING: tuple[type[cmd.Command], ...] = (cmd.Deal, cmd.CorrectChips)
_PLAYING: tuple[type[cmd.Command], ...] = (
    *(cmd.Bet, cmd.Fold, cmd.Leave, cmd.Forfeit, cmd.Ride, cmd.Draw),
)


def any_command(rng: random.Random, state: State) -> cmd.Command:
    """Any command at all, with fields that may or may not make sense."""
    seat = rng.randint(0, state.rules.seats + 1)
    if state.playing and rng.random() < 0.7:
        seat = rng.choice(state.playing)
    elif state.seats and rng.random() < 0.7:
        seat = rng.choice(list(state.seats))
    if state.turn and rng.random() < 0.5:
        seat = state.turn
    game = state.rules.game
    wagers = [*game.wager, "nonsense"]
    areas = [area.name for area in game.areas] or ["nowhere"]
    cards: tuple[Card, ...] = number_stub_jokers(
        state, rng.sample(game.deck.cards, rng.randint(0, 5))
    )
    held = state.seats[seat].cards if seat in state.seats else ()
    device: Any = rng.choice(["shuffler", "shoe"])
    kind = _any_kind(rng, state)
    step = state.current
    asked = step.wager if isinstance(step, BetOrFold | TakeBack) else rng.choice(wagers)
    reason = rng.choice([REASON, REASON, REASON, "", "a\nb"])
    match kind:
        case cmd.ReceiveDecks:
            colors = rng.choice([("red",), ("blue",), ("red", "blue"), ("red", "red"), ()])
            return cmd.ReceiveDecks(colors=colors, preshuffled=rng.random() < 0.5)
        case cmd.InspectCards:
            deck = rng.choice([None, None, "red", "green"])
            return cmd.InspectCards(deck=deck, defect=rng.choice([None, "a bent card", ""]))
        case cmd.Shuffle:
            count = rng.choice([None, None, 51, len(game.deck), len(game.deck)])
            return cmd.Shuffle(deck=rng.choice([None, "red", "blue", "green"]), cards=count)
        case cmd.Cut:
            return cmd.Cut(depth=rng.choice([0, 9, 10, 30, 42, 43, 44, 45, 52]))
        case cmd.SpreadIdle:
            return cmd.SpreadIdle(face_up=rng.random() < 0.5)
        case cmd.RemovePlayer:
            return cmd.RemovePlayer(seat=seat, reason=reason)
        case cmd.BuyIn:
            return cmd.BuyIn(seat=seat, cents=rng.choice([-100, 0, 1, 200_00, 2**70]))
        case cmd.Bet:
            wager = rng.choice([asked, rng.choice(wagers)])
            cents = rng.choice([-100, 0, 1, 100, 499, 500, 501, 1000, 1500, 50_001, 2**70])
            return cmd.Bet(seat=seat, wager=wager, cents=cents)
        case cmd.PlaceBets:
            some = rng.sample(wagers, rng.randint(0, 3))
            amounts = {wager: rng.choice([0, 100, 500]) for wager in some}
            return cmd.PlaceBets(seat=seat, cents=amounts)
        case cmd.TakeBackBet:
            return cmd.TakeBackBet(seat=seat, wager=rng.choice(wagers))
        case cmd.Ready:
            word = rng.choice([None, None, SECRETS[0], "a|b", ""])
            return cmd.Ready(seat=seat, word=word, pledge=rng.choice([None, "ab" * 32]))
        case cmd.Pledge:
            return cmd.Pledge(seat=seat, pledge=rng.choice(["", "AB" * 32, "ab" * 32]))
        case cmd.RevealWord:
            return cmd.RevealWord(seat=seat, word=rng.choice([SECRETS[0], "a|b", ""]))
        case cmd.GiveBack:
            some_wager = rng.choice([None, *wagers])
            return cmd.GiveBack(seat=seat, wager=some_wager, reason=rng.choice([reason, ""]))
        case cmd.Collect:
            return cmd.Collect(wager=rng.choice(wagers), chips=rng.randint(-1, 3))
        case cmd.CorrectChips:
            before_deal = [wager.name for wager in state.rules.collected] or wagers
            how: Any = rng.choice(["give-back", "added"])
            wager = rng.choice(before_deal)
            return cmd.CorrectChips(seat=seat, wager=wager, how=how, reason=reason)
        case cmd.PayByHand:
            cents = rng.choice([-100, 0, 1, 2_500, 50_000_00, 50_000_01, 2**70])
            return cmd.PayByHand(seat=seat, cents=cents, reason=reason)
        case cmd.Deal:
            return _misdeal(rng, state, cards)
        case cmd.CountStub:
            places: list[int | str] = [seat, rng.choice(areas)]
            place = rng.choice(places)
            found = {place: rng.randint(-1, 6)} if rng.random() < 0.3 else {}
            return cmd.CountStub(cards=rng.randint(-1, len(game.deck)), found=found)
        case cmd.RuleCount:
            return cmd.RuleCount(misdealt=rng.random() < 0.5)
        case cmd.Draw:
            mine = tuple(rng.sample(held, min(len(held), rng.randint(0, 5))))
            return cmd.Draw(seat=seat, discard=rng.choice([(), mine, cards]))
        case cmd.Replace:
            whose = rng.choice([None, seat])
            return cmd.Replace(seat=whose, cards=rng.choice([None, None, cards]))
        case cmd.FaceUp:
            return cmd.FaceUp(cards=rng.choice([None, cards, cards[:1]]))
        case cmd.DrawnInError:
            seen = rng.random() < 0.2
            return cmd.DrawnInError(seen=seen, cards=rng.choice([None, None, cards]))
        case cmd.WrongNumber:
            anywhere: list[int | str] = [seat, *areas, "nowhere"]
            return cmd.WrongNumber(place=rng.choice(anywhere), cards=rng.randint(-1, 6))
        case cmd.ExposedCommunity:
            return cmd.ExposedCommunity(area=rng.choice([*areas, "nowhere"]))
        case cmd.Forfeit:
            return cmd.Forfeit(seat=seat, reason=rng.choice(["", reason]))
        case cmd.Confirm:
            return cmd.Confirm(asked=rng.choice([None, state.version]))
        case cmd.Deny:
            return cmd.Deny(reason=reason, asked=rng.choice([None, state.version]))
        case cmd.Malfunction:
            return cmd.Malfunction(device=device)
        case cmd.MarkOutOfOrder:
            sign: Any = rng.choice(["covered", "sign"])
            return cmd.MarkOutOfOrder(device=device, how=sign)
        case cmd.ReturnDevice:
            return cmd.ReturnDevice(device=device)
        case cmd.ChangeMethod:
            return cmd.ChangeMethod(
                dealing=rng.choice([None, *map(str, Dealing), "x"]),
                shuffling=rng.choice([None, *map(str, Shuffling), "x"]),
            )
        case cmd.Announce:
            return cmd.Announce(words=rng.choice(["good evening", "", "a\nb"]))
        case cmd.CallFloor:
            return cmd.CallFloor(reason=rng.choice([SECRETS[1], ""]))
        case cmd.AnswerCall:
            return cmd.AnswerCall(words=rng.choice(["", SECRETS[1], "a\nb"]))
        case cmd.CloseTable:
            return cmd.CloseTable(cards={"green": 52})
        case cmd.ShowMeters:
            return cmd.ShowMeters(units={"green": 1})
        case cmd.PostLimits:
            least, most = state.rules.minimum_cents or 100, state.rules.maximum_cents or 100
            return cmd.PostLimits(
                rng.choice([least, least, least // 2, 2 * least]),
                rng.choice([most, 2 * most, most // 2]),
            )
        case _:
            fields = {"seat": seat} if "seat" in kind.__struct_fields__ else {}
            return msgspec.convert(fields, kind)


def _any_kind(rng: random.Random, state: State) -> type[cmd.Command]:
    """Any kind; what ends a round, or much of it, comes seldom, or none would be played out."""
    kind = rng.choice(cmd.COMMANDS)
    if state.phase is DEALING and rng.random() < 0.2:
        kind = rng.choice(_DEALING)
    rare: tuple[type[cmd.Command], ...] = (
        *(cmd.RemoveDecks, cmd.Malfunction, cmd.OrderShuffle, cmd.WrongNumber, cmd.ShoeJam),
        *(cmd.ExposedCommunity, cmd.FaceUp, cmd.SpreadIdle, cmd.CountStub, cmd.RemovePlayer),
        *(cmd.GiveBack, cmd.InspectCards),
    )
    if kind in rare and rng.random() < 0.6:
        kind = rng.choice(_PLAYING)
    if kind in (cmd.Leave, cmd.Forfeit) and rng.random() < 0.8:
        kind = cmd.Timeout
    return kind


def _misdeal(rng: random.Random, state: State, cards: tuple[Card, ...]) -> cmd.Deal:
    skip = tuple(rng.sample(range(9), rng.choice([0, 0, 1, 2])))
    if state.playing and rng.random() < 0.5:
        skip = (min(state.playing, key=lambda n: len(state.seats[n].cards)),)
    twice = tuple(rng.sample(range(9), rng.choice([0, 0, 0, 1])))
    part: Any = rng.choice([None, None, "card", "place"])
    return cmd.Deal(
        cards=rng.choice([None, None, cards]),
        rest=rng.random() < 0.1,
        part=part,
        skip=skip,
        twice=twice,
    )
