"""A game checks itself when it is built: each kind of broken game is refused here."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from fairdeal.cards import JOKER, STANDARD_52, WITH_TWO_JOKERS, Card, rank_of
from fairdeal.errors import BadGameError
from fairdeal.games import find_game
from fairdeal.hands import FIVE_CARD, FIVE_CARD_WITH_JOKERS, RANKINGS, THREE_CARD, Hand, Ranking
from fairdeal.hands.order import depends_on_order
from fairdeal.rulebook.conformance import CHECKS
from fairdeal.rulebook.game import (
    OWN,
    SEATS,
    Area,
    BetOrFold,
    BoardLine,
    ByReading,
    Deal,
    Dealing,
    Direction,
    Draw,
    Game,
    HandOf,
    Reveal,
    Settle,
    TakeBack,
)
from fairdeal.rulebook.paytable import single
from fairdeal.rulebook.readings import Reading
from fairdeal.rulebook.wager import AnyAmount, Equal, OneOf, Times

LET_IT_RIDE = find_game("let-it-ride")
RUN_EM_TWICE = find_game("run-em-twice")
PENNSYLVANIA = find_game("run-em-twice", "pennsylvania")
DOUBLE_DRAW = find_game("double-draw")


def wager_of(game: Game, name: str, /, **changes: Any) -> Game:
    """The game with one wager changed."""
    wagers = [replace(one, **changes) if one.name == name else one for one in game.wagers]
    return replace(game, wagers=tuple(wagers))


def round_of(game: Game, kind: type, **changes: Any) -> Game:
    """The game with the first step of a kind changed."""
    steps = list(game.round)
    place = next(at for at, step in enumerate(steps) if isinstance(step, kind))
    steps[place] = replace(steps[place], **changes)
    return replace(game, round=tuple(steps))


def dealt_by(game: Game, *script: Deal) -> Game:
    return replace(game, dealing={**game.dealing, Dealing.HAND: script})


FIVE = HandOf((OWN, "community"), FIVE_CARD)
ANY = Reading("any", ("MD-LIR 7",), "Which?", "Any.", (("one", "one"), ("two", "two")))
CARD_BY_CARD = single("bet", "MD-LIR 12.A", FIVE_CARD, {"royal flush": "1 to 1"})


def _first_card(cards: Sequence[Card]) -> Hand:
    """A hand by the first card alone, which is the same hand only in the same order."""
    cell = int(rank_of(cards[0]) > 0)
    return Hand(cell, (), FIRST_CARDS[cell], FIRST_CARDS[cell])


FIRST_CARDS = ("a two first", "another card first")
BY_FIRST_CARD = Ranking("first-card", FIRST_CARDS, {FIRST_CARDS[1]: range(1, 2)}, 3, _first_card)
FIRST_CARD = HandOf((OWN,), BY_FIRST_CARD, name="first card")
FIRST_CARD_PAYS = single(
    "three-card-bonus", "MD-LIR 12.D", BY_FIRST_CARD, {FIRST_CARDS[1]: "1 to 1"}
)

Broken = Callable[[], Game]
BROKEN: dict[str, Broken] = {
    "there are two wagers 'bet-1'": lambda: wager_of(LET_IT_RIDE, "bet-2", name="bet-1"),
    "there are two areas 'cards'": lambda: replace(
        LET_IT_RIDE, areas=(*LET_IT_RIDE.areas, Area(OWN, "MD-LIR 2.B(4)"))
    ),
    "there are two readings 'hours'": lambda: replace(
        LET_IT_RIDE, readings=(*LET_IT_RIDE.readings, *LET_IT_RIDE.readings)
    ),
    "a hand of bet-1 has no name": lambda: wager_of(LET_IT_RIDE, "bet-1", hand=FIVE),
    "two hands are called 'five cards'": lambda: wager_of(
        LET_IT_RIDE, "bet-1", hand=replace(FIVE, name="five cards")
    ),
    "announces 'third run', which no wager is paid on": lambda: round_of(
        RUN_EM_TWICE, Settle, announces=(("third run", "MD-RET 11.H"),)
    ),
    "the hand 'far' is made of 'moon', where no card lies": lambda: wager_of(
        LET_IT_RIDE, "bet-1", hand=HandOf((OWN, "moon"), FIVE_CARD, name="far")
    ),
    "the hand 'few' needs 5 cards and has 3": lambda: wager_of(
        LET_IT_RIDE, "bet-1", hand=HandOf((OWN,), FIVE_CARD, name="few")
    ),
    "the hand 'odd' is ranked as three-card and paytable main A pays five-card hands": (
        lambda: wager_of(LET_IT_RIDE, "bet-1", hand=HandOf((OWN,), THREE_CARD, name="odd"))
    ),
    (
        "first-card hands depend on the order of their cards: "
        "2c 3d 4h is another hand in another order"
    ): lambda: wager_of(LET_IT_RIDE, "three-card-bonus", hand=FIRST_CARD, pays=FIRST_CARD_PAYS),
    "bet-1 asks the reading 'moon', which the game does not have": lambda: wager_of(
        LET_IT_RIDE, "bet-1", hand=ByReading("moon", {"one": FIVE}, name="by moon")
    ),
    "bet-1 asks 'any' for one: it offers one and two": lambda: wager_of(
        replace(LET_IT_RIDE, readings=(ANY, *LET_IT_RIDE.readings)),
        "bet-1",
        hand=ByReading("any", {"one": FIVE}, name="any"),
    ),
    "bet-1 asks 'hours' for one: it offers no choice": lambda: wager_of(
        LET_IT_RIDE, "bet-1", hand=ByReading("hours", {"one": FIVE}, name="any")
    ),
    "six-card-bonus asks 'six-card-needs', which has no 'none'": lambda: wager_of(
        LET_IT_RIDE, "six-card-bonus", needs_by_reading=("six-card-needs", "none", ())
    ),
    "every table asks the reading 'abandoned', which the game does not have": lambda: replace(
        LET_IT_RIDE, readings=tuple(r for r in LET_IT_RIDE.readings if r.id != "abandoned")
    ),
    "the reading 'any' names no clause": lambda: replace(
        LET_IT_RIDE, readings=(replace(ANY, clauses=()), *LET_IT_RIDE.readings)
    ),
    "the reading 'any' does not offer two choices or more, each once": lambda: replace(
        LET_IT_RIDE, readings=(replace(ANY, choices=ANY.choices[:1]), *LET_IT_RIDE.readings)
    ),
    "progressive is a wager on meters: one of a few stakes, collected": lambda: wager_of(
        LET_IT_RIDE, "progressive", size=AnyAmount()
    ),
    "the envy of paytable progressive A is not for the stakes of progressive": lambda: wager_of(
        LET_IT_RIDE, "progressive", size=OneOf((100, 200, 500))
    ),
    "the meters of paytable progressive D are not those that its lines pay, in order": (
        lambda: wager_of(LET_IT_RIDE, "progressive", pays=_turned_meters())
    ),
    "a meter of paytable progressive A has no least reset amount": lambda: wager_of(
        LET_IT_RIDE, "progressive", pays=_meters_from(0)
    ),
    "paytable five-card-bonus A pays envy without a meter": lambda: wager_of(
        LET_IT_RIDE, "five-card-bonus", size=OneOf((100, 500)), pays=_envy_alone()
    ),
    "bet-2 depends on bet-3, which does not stand before it": lambda: wager_of(
        LET_IT_RIDE, "bet-2", size=Equal("bet-3")
    ),
    "first-run depends on center, which does not stand before it": lambda: wager_of(
        RUN_EM_TWICE, "first-run", size=Times("center", 1, 3)
    ),
    "bet-3 depends on progressive, which does not stand before it": lambda: wager_of(
        LET_IT_RIDE, "bet-3", needs=("progressive",)
    ),
    "the stakes of progressive do not rise from the least to the highest": lambda: wager_of(
        LET_IT_RIDE, "progressive", size=OneOf((500, 100))
    ),
    "a decision is about 'bet-9', which is no wager": lambda: round_of(
        LET_IT_RIDE, TakeBack, wager="bet-9"
    ),
    "a decision is about 'third-run', which is no wager": lambda: round_of(
        RUN_EM_TWICE, BetOrFold, wager="third-run"
    ),
    "two decisions are about bet-2": lambda: round_of(LET_IT_RIDE, TakeBack, wager="bet-2"),
    "the wagers made in the round do not stand in the order of its decisions": lambda: replace(
        DOUBLE_DRAW, round=(*DOUBLE_DRAW.round[3:6], *DOUBLE_DRAW.round[:3], DOUBLE_DRAW.round[6])
    ),
    "first-run is a side bet and is made at a decision": lambda: wager_of(
        RUN_EM_TWICE, "first-run", side=True
    ),
    "bonus is dealt with 'moon', which is no wager": lambda: replace(
        LET_IT_RIDE,
        areas=(replace(LET_IT_RIDE.areas[0], only_with="moon"), LET_IT_RIDE.areas[1]),
    ),
    "center is settled never": lambda: round_of(
        _unsettled(RUN_EM_TWICE), Settle, wagers=("five-card-bonus", "ultimate-pairs")
    ),
    "bet-1 is settled more than once": lambda: replace(
        LET_IT_RIDE, round=(*LET_IT_RIDE.round, LET_IT_RIDE.round[-1])
    ),
    "'moon' is settled and is no wager": lambda: round_of(
        LET_IT_RIDE, Settle, wagers=(*LET_IT_RIDE.wager, "moon")
    ),
    "MD-DD .11F settles no wager": lambda: replace(
        DOUBLE_DRAW, round=(*DOUBLE_DRAW.round, Settle("MD-DD .11F", Direction.CLOCKWISE))
    ),
    "settlement does not come last": lambda: replace(
        LET_IT_RIDE, round=(LET_IT_RIDE.round[-1], *LET_IT_RIDE.round[:-1])
    ),
    "settlement goes round the table both ways": lambda: round_of(
        RUN_EM_TWICE, Settle, direction=Direction.CLOCKWISE
    ),
    "the procedure with hand does not collect and count what is collected": lambda: wager_of(
        LET_IT_RIDE, "three-card-bonus", collected=True
    ),
    "dealing from hand is not told": lambda: replace(
        LET_IT_RIDE, dealing={Dealing.MANUAL_SHOE: LET_IT_RIDE.dealing[Dealing.MANUAL_SHOE]}
    ),
    "dealing from hand gives 4 cards to seats": lambda: dealt_by(
        LET_IT_RIDE, *LET_IT_RIDE.dealing[Dealing.HAND], Deal(1, SEATS, "MD-LIR 9.C(5)")
    ),
    "dealing from hand gives 0 cards to bonus": lambda: dealt_by(
        LET_IT_RIDE, *LET_IT_RIDE.dealing[Dealing.HAND][1:]
    ),
    "dealing from hand goes to 'moon', which is no area": lambda: dealt_by(
        LET_IT_RIDE, *LET_IT_RIDE.dealing[Dealing.HAND], Deal(1, "moon", "MD-LIR 9.C(5)")
    ),
    "dealing from a reshuffler gives 3 cards to community": lambda: replace(
        LET_IT_RIDE,
        reshuffler_dealing=(
            Deal(3, "bonus", "MD-LIR 10.B(1)"),
            Deal(3, "community", "MD-LIR 10.H"),
            Deal(3, SEATS, "MD-LIR 10.B(3)"),
        ),
    ),
    "1 of 2 cards of community are turned up": lambda: replace(
        LET_IT_RIDE, round=(LET_IT_RIDE.round[0], *LET_IT_RIDE.round[2:])
    ),
    "'moon' is turned up and is no area": lambda: replace(
        LET_IT_RIDE, round=(Reveal(("moon",), "MD-LIR 11.B"), *LET_IT_RIDE.round)
    ),
    "6 seats may need 54 cards of 52": lambda: replace(DOUBLE_DRAW, deck=STANDARD_52),
    "the stub stays in play exactly where cards are drawn": lambda: replace(
        LET_IT_RIDE, round=(Draw(1, *["MD-LIR 11.B"] * 3), *LET_IT_RIDE.round)
    ),
    "'chapter one' is written as no clause is": lambda: replace(
        LET_IT_RIDE, clauses=replace(LET_IT_RIDE.clauses, wagers="chapter one")
    ),
    "'MD-LIR .04A' is no clause of MD-LIR": lambda: replace(
        LET_IT_RIDE, procedure=replace(LET_IT_RIDE.procedure, inspect="MD-LIR .04A")
    ),
    "'MD-DD 11.F' is no clause of MD-DD": lambda: round_of(DOUBLE_DRAW, Draw, clause="MD-DD 11.F"),
    "'PA-RET envy' is no clause of PA-RET and MD-RET": lambda: round_of(
        PENNSYLVANIA, BetOrFold, fold_clause="PA-RET envy"
    ),
    "center cites 'MD-RET 11.F', which is of another text": lambda: wager_of(
        PENNSYLVANIA, "center", clause="MD-RET 11.F"
    ),
    "the wager 'bet-1' lies 0 times on the layout": lambda: replace(
        LET_IT_RIDE,
        layout=replace(LET_IT_RIDE.felt, box=(LET_IT_RIDE.felt.box[0], ("bet-2", "bet-3"))),
    ),
    "the area 'community' lies 2 times on the layout": lambda: replace(
        LET_IT_RIDE, layout=replace(LET_IT_RIDE.felt, board=(("bonus", "community", "community"),))
    ),
    "the layout has a place for 'tips', which is no wager": lambda: replace(
        LET_IT_RIDE, layout=replace(LET_IT_RIDE.felt, box=(*LET_IT_RIDE.felt.box, ("tips",)))
    ),
    "the line 'Center' runs over middle": lambda: replace(
        LET_IT_RIDE,
        layout=replace(LET_IT_RIDE.felt, lines=(BoardLine("Center", ("middle",), "MD-LIR 2.B"),)),
    ),
}


def _unsettled(game: Game) -> Game:
    """The game with all settled in one step, so that what that leaves out is settled nowhere."""
    steps = [step for step in game.round if not isinstance(step, Settle)]
    return replace(game, round=(*steps, Settle("MD-RET 11.I", game.settles)))


def _turned_meters() -> Any:
    pays = LET_IT_RIDE.wager["progressive"].pays
    tables = (replace(one, meters=one.meters[::-1]) for one in pays.tables)
    return replace(pays, tables=tuple(tables))


def _meters_from(cents: int) -> Any:
    pays = LET_IT_RIDE.wager["progressive"].pays
    tables = (
        replace(
            table,
            meters=tuple(replace(meter, least_reset_cents=cents) for meter in table.meters),
        )
        for table in pays.tables
    )
    return replace(pays, tables=tuple(tables))


def _envy_alone() -> Any:
    """The paytables of a bonus without a meter, with the envy lines of the progressive."""
    pays = LET_IT_RIDE.wager["five-card-bonus"].pays
    envy = LET_IT_RIDE.wager["progressive"].pays.tables[0].envy
    return replace(pays, tables=tuple(replace(table, envy=envy) for table in pays.tables))


@pytest.mark.parametrize("finding", BROKEN)
def test_a_broken_game_is_refused(finding: str) -> None:
    with pytest.raises(BadGameError) as refused:
        BROKEN[finding]()
    assert finding in str(refused.value)
    assert any(found.endswith(finding) for found in refused.value.findings)


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(BadGameError) as refused:
        replace(
            wager_of(LET_IT_RIDE, "bet-1", pays=CARD_BY_CARD),
            seats=70,
            clauses=replace(LET_IT_RIDE.clauses, one_deck="MD-DD .03A"),
        )
    assert refused.value.findings == (
        "70 seats may need 215 cards of 52",
        "'MD-DD .03A' is no clause of MD-LIR",
    )
    assert str(refused.value).startswith("let-it-ride in maryland: ")


def test_every_check_refuses_something() -> None:
    """Each check has a broken game above that it, and mostly it alone, finds."""
    told = {
        check.__name__: [
            finding
            for finding in BROKEN
            for game in [_without_check(BROKEN[finding])]
            if any(found.endswith(finding) for found in check(game))
        ]
        for check in CHECKS
    }
    assert [name for name, findings in told.items() if not findings] == []
    assert sorted(f for findings in told.values() for f in findings) == sorted(BROKEN)


def _without_check(broken: Broken) -> Game:
    """The game that a check would have refused."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fairdeal.rulebook.game.check_game", lambda _game: None)
        return broken()


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.name)
def test_rankings_do_not_look_at_the_order_of_cards(ranking: Ranking) -> None:
    deck = WITH_TWO_JOKERS if ranking is FIVE_CARD_WITH_JOKERS else STANDARD_52
    assert depends_on_order(ranking, deck) is None


ORDERED: dict[str, Callable[[Sequence[Card]], int]] = {
    "the last card": lambda cards: rank_of(cards[-1]),
    "the middle card": lambda cards: cards[2],
    "whether the first two are of one suit": lambda cards: cards[0] % 4 == cards[1] % 4,
    "whether the first two are a pair": lambda cards: cards[0] // 4 == cards[1] // 4,
    "whether it was dealt in rising order": lambda cards: sorted(cards) == list(cards),
    "the kicker of four of a kind, where it comes last": lambda cards: (
        len({card // 4 for card in cards[:4]}) == 1
    ),
    "the first of a flush": lambda cards: len({card % 4 for card in cards}) == 1 and cards[0] // 4,
}


@pytest.mark.parametrize("what", ORDERED)
def test_rankings_that_look_at_the_order_are_found(what: str) -> None:
    def evaluate(cards: Sequence[Card]) -> Hand:
        return Hand(0, (int(ORDERED[what](cards)),), "any", "any")

    ranking = Ranking("ordered", ("any",), {}, 5, evaluate)
    assert depends_on_order(ranking, STANDARD_52) is not None


@pytest.mark.parametrize("order", list(permutations(range(5)))[1:119], ids=str)
def test_a_ranking_that_minds_one_order_is_found(order: tuple[int, ...]) -> None:
    """One order of 120 is ranked otherwise, and only where all ranks differ."""

    def evaluate(cards: Sequence[Card]) -> Hand:
        ranks = sorted({rank_of(card) for card in cards})
        places = tuple(ranks.index(rank_of(card)) for card in cards)
        return Hand(0, (int(len(ranks) == 5 and places == order),), "any", "any")

    ranking = Ranking("one order", ("any",), {}, 5, evaluate)
    assert depends_on_order(ranking, STANDARD_52) is not None


def test_a_kind_of_hand_that_minds_one_order_is_found() -> None:
    """A full house whose pair lies in the first and in the last place, in no other order."""

    def evaluate(cards: Sequence[Card]) -> Hand:
        ranks = [rank_of(card) for card in cards]
        split = ranks[0] == ranks[4] and ranks[1] == ranks[2] == ranks[3] != ranks[0]
        return Hand(0, (int(split),), "any", "any")

    ranking = Ranking("one order", ("any",), {}, 5, evaluate)
    found = depends_on_order(ranking, STANDARD_52)
    assert found is not None
    assert sorted(Counter(map(rank_of, found)).values()) == [2, 3]


def test_a_ranking_that_minds_where_the_jokers_lie_is_found() -> None:
    """A pair and another card beside both jokers, with a joker first."""

    def evaluate(cards: Sequence[Card]) -> Hand:
        naturals = {rank_of(card) for card in cards if card < JOKER}
        jokers = sum(card >= JOKER for card in cards)
        minds = jokers == 2 and len(naturals) == 2 and cards[0] >= JOKER
        return Hand(0, (int(minds),), "any", "any")

    ranking = Ranking("jokers first", ("any",), {}, 5, evaluate)
    assert depends_on_order(ranking, STANDARD_52) is None, "there are none in this deck"
    found = depends_on_order(ranking, WITH_TWO_JOKERS)
    assert found is not None
    assert len(set(found)) == 5
    assert sorted(found)[-2:] == [JOKER, JOKER + 1]
