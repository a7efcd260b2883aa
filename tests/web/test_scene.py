"""What a table's page is told: phases, buttons, bets, payments and the coach, from real rounds."""

import random
import re
from fractions import Fraction

import msgspec
import pytest
from scene_room import Room, mine, sit

from fairdeal.cards import parse_cards
from fairdeal.floor.people.accounts import Person
from fairdeal.games import find_game
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT
from fairdeal.rulebook.rules import house_rules
from fairdeal.table.view import PUBLIC
from fairdeal.web.pages import card_words
from fairdeal.web.pages.table.announcements import announcements_after
from fairdeal.web.pages.table.headline import headline
from fairdeal.web.pages.table.scene_types import Button, Scene
from fairdeal.wording.felt import felt_of
from fairdeal.wording.payments import payment_sum
from fairdeal.wording.player import card_name, hand_so_far

#: A table of each game.
TABLES = ("t1", "t2", "t3", "t4")


def bet_minimum(room: Room, table: str, players: dict[int, Person]) -> None:
    """The least of every wager that may lie before the deal, by what the scene says of each."""
    for seat, person in players.items():
        amounts = {
            bet.wager: (bet.least or 0) // CENTS
            for bet in mine(room.scene(person, table)).bets
            if bet.open
        }
        room.do(person, table, {"do": "place-bets", "seat": seat, "amounts": amounts})
    for person in players.values():
        (ready,) = room.scene(person, table).buttons
        assert (ready.words, ready.key) == ("My bets stand", "P")
        room.do(person, table, {**ready.command})


def chosen(shown: Scene, chance: random.Random) -> Button:
    button = chance.choice(shown.buttons)
    if button.id == "draw" and shown.draw:
        cards = [card.face for card in mine(shown).cards]
        discard = chance.sample(cards, chance.randint(1, shown.draw))
        return msgspec.structs.replace(button, command={**button.command, "discard": discard})
    return button


@pytest.mark.parametrize("table", TABLES)
def test_whole_rounds_by_buttons_alone(room: Room, table: str) -> None:
    """Every button's command is taken, the others have none meanwhile, and what the rows of the
    payments come to is what the purses changed by.
    """
    chance = random.Random(table)
    players = sit(room, table)
    phases = set()
    for _ in range(12):
        for person in players.values():
            room.more(person)
        before = {seat: room.chips(person) for seat, person in players.items()}
        for person in players.values():
            assert room.scene(person, table).headline == "Place your bets"
        bet_minimum(room, table, players)
        for _ in range(60):
            scenes = {seat: room.scene(person, table) for seat, person in players.items()}
            asked = [seat for seat, shown in scenes.items() if shown.phase == "mine"]
            phases |= {shown.phase for shown in scenes.values()}
            if not asked:
                break
            (seat,) = asked
            for other, shown in scenes.items():
                if other != seat:
                    assert (shown.phase, shown.buttons) == ("others", ())
                    assert shown.headline == f"Seat {seat} decides: {players[seat].name}"
            shown = scenes[seat]
            assert shown.headline.startswith("Your turn: ")
            assert len({button.key for button in shown.buttons}) == len(shown.buttons)
            assert mine(shown).hand
            watched = room.scene(None, table)
            assert (watched.phase, watched.buttons, watched.balance) == ("others", (), None)
            assert all(card.face is None for one in watched.seats for card in one.cards)
            room.do(players[seat], table, {**chosen(shown, chance).command, "at": shown.at})
        for seat, person in players.items():
            shown = room.scene(person, table)
            assert shown.phase == "bets"
            assert shown.net == room.chips(person) - before[seat]
            assert shown.net == sum(row.net for row in shown.paid if row.seat == seat)
            for row in shown.paid:
                assert row.mine == (row.seat == seat)
                assert row.clause or row.result == "back"
                check_sum(row.sum, row.stake, row.net)
    assert phases >= {"mine", "others", "bets"}


def check_sum(words: str, stake: int, net: int) -> None:
    """That a sum in words adds up, read with nothing but arithmetic."""
    amounts = [int(one.replace(",", "")) * CENTS for one in re.findall(r"\$([\d,]+)", words)]
    if match := re.fullmatch(r"\$[\d,]+ x ([\d,]+) \+ \$[\d,]+ back = \$[\d,]+", words):
        first, back, total = amounts
        assert first == back == stake
        assert first * int(match[1].replace(",", "")) + back == total == stake + net
    elif match := re.fullmatch(r"\$[\d,]+ x ([\d,]+) = \$[\d,]+", words):
        first, total = amounts
        assert first * int(match[1].replace(",", "")) == total == stake + net
    elif words:
        assert amounts[-1] in (stake + net, stake)


@pytest.mark.parametrize(
    ("stake", "paid", "pays", "cut", "words"),
    [
        (4500, 13500, "2 to 1", 0, "$45 x 2 + $45 back = $135"),
        (500, 25000, "50 for 1", 0, "$5 x 50 = $250"),
        (100, 2000000, "$20,000", 0, "$20,000 = $20,000"),
        (500, 500, "push", 0, "$5 back"),
        (
            *(10000, 5000000, "1,000 to 1", 5010000),
            "$100 x 1,000 + $100 back = $100,100, less $50,100 at the payout limit",
        ),
        (100, 1000000, "100% of mega", 0, "100% of mega = $10,000"),
    ],
)
def test_a_payment_is_worked_out_in_words(
    stake: int, paid: int, pays: str, cut: int, words: str
) -> None:
    assert payment_sum(stake, paid, pays, cut) == words


@pytest.mark.parametrize(
    ("game", "own", "board", "name"),
    [
        ("let-it-ride", "As Kd Qh", {}, "ace-king-queen"),
        ("let-it-ride", "As Ks Qs", {}, "ace-king-queen suited"),
        ("let-it-ride", "6s 6d Qh", {}, "pair of sixes"),
        ("let-it-ride", "6s 6d 6h", {}, "three sixes"),
        ("let-it-ride", "6s 6d Qh", {"community": "Qc"}, "queens and sixes"),
        ("let-it-ride", "2s 6d Qh", {"community": "9c"}, "queen high"),
        ("let-it-ride", "6s 6d 6h", {"community": "6c"}, "four sixes"),
        ("let-it-ride", "Ts 6d Th", {"community": "9c 2c"}, "pair of tens"),
        ("let-it-ride", "2s 6d Qh", {"community": "9c Kc"}, "king high"),
        ("run-em-twice", "As Kd", {}, "ace-king"),
        (
            *("run-em-twice", "As Kd", {"left": "Ac", "right": "2d"}),
            "first run: pair of aces; second run: ace-king",
        ),
        ("run-em-twice", "As Ad", {"left": "7c", "right": "2d"}, "pair of aces"),
        ("double-draw", "As Ad 7c 2d *", {}, "three of a kind, aces"),
    ],
)
def test_what_the_cards_make_so_far(game: str, own: str, board: dict[str, str], name: str) -> None:
    rules = house_rules(find_game(game))
    lying = {area: parse_cards(cards) for area, cards in board.items()}
    assert hand_so_far(rules, parse_cards(own), lying) == name


def test_cards_are_read_aloud() -> None:
    spoken = [card_name(card) for card in parse_cards("As Td 2c *")]
    assert spoken == ["ace of spades", "ten of diamonds", "two of clubs", "joker"]
    assert card_name(None) == "face-down card"


def test_cards_in_a_sentence_are_seen_with_their_signs_and_heard_by_their_names() -> None:
    told = "Turned up: left Td and right 4s"
    assert card_words.with_suit_signs(told) == "Turned up: left 10♦ and right 4♠"
    assert (
        card_words.with_card_names(told)
        == "Turned up: left ten of diamonds and right four of spades"
    )
    shows = "Seat 7 shows As 5d *"
    assert card_words.with_suit_signs(shows) == "Seat 7 shows A♠ 5♦ joker"
    assert (
        card_words.with_card_names(shows) == "Seat 7 shows ace of spades, five of diamonds, joker"
    )
    # A word that looks like a card inside another stays what it is.
    assert (
        card_words.with_card_names("Seat 2 has Asked for 4saken") == "Seat 2 has Asked for 4saken"
    )


@pytest.mark.parametrize("table", TABLES)
def test_the_felt_has_all_that_is_offered_and_no_more(room: Room, table: str) -> None:
    rules = room.floor.tables[table].state.rules
    felt = felt_of(rules)
    lying = [name for row in felt.box for name in row]
    assert sorted(lying) == sorted(felt.wagers) == sorted(wager.name for wager in rules.wagers)
    areas = [name for row in felt.board for name in row if name]
    assert sorted(areas) == sorted(felt.areas) == sorted(rules.areas)
    paid = [name for one in felt.paytables for name in one.wagers]
    assert sorted(paid) == sorted(lying)
    assert felt.operator == "Fairdeal House"
    assert any("$" in words for words in felt.limits)


@pytest.mark.clause("COMAR 36.05.03.24D", "COMAR 36.05.03.24F(3)(a)", "COMAR 36.05.03.24G(1)(b)")
@pytest.mark.clause("COMAR 36.05.03.24G(1)(c)")
@pytest.mark.parametrize("table", TABLES)
def test_every_viewer_sees_what_each_meter_holds(room: Room, table: str) -> None:
    sit(room, table)
    held = room.floor.tables[table].state.meters.units
    for person in (None, room.people[0]):
        shown = {one.name: one.cents for one in room.scene(person, table).meters}
        assert shown == {name: units // UNITS_PER_CENT for name, units in held.items()}


def test_a_run_bet_between_multiples_has_a_slider(room: Room) -> None:
    players = sit(room, "t2")
    for seat, person in players.items():
        amounts = {"first-ante": 15, "second-ante": 15}
        room.do(person, "t2", {"do": "place-bets", "seat": seat, "amounts": amounts})
    for seat, person in players.items():
        room.do(person, "t2", {"do": "ready", "seat": seat})
    shown = {seat: room.scene(person, "t2") for seat, person in players.items()}
    (one,) = [one for one in shown.values() if one.phase == "mine"]
    assert [(b.words, b.amount, b.key) for b in one.buttons if b.id != "fold"] == [
        ("1x", "$15", "1"),
        ("2x", "$30", "2"),
        ("3x", "$45", "3"),
    ]
    assert one.slider is not None
    assert (one.slider.least, one.slider.most, one.slider.step) == (1500, 4500, 500)
    assert Fraction(one.slider.most, one.slider.least) == 3


@pytest.mark.clause("MD-RET 2.B(3)(a)", "MD-RET 2.B(3)(c)")
def test_a_run_lights_its_line(room: Room) -> None:
    """The bar while the first run is bet on, the upright for the second, both for the center."""
    players = sit(room, "t2")
    assert room.scene(None, "t2").lit == ()
    bet_minimum(room, "t2", players)
    lit = []
    for _ in range(6):
        shown = next(
            one
            for one in (room.scene(person, "t2") for person in players.values())
            if one.phase == "mine"
        )
        assert shown.lit == room.scene(None, "t2").lit
        lit.append({"1st Ante", "2nd Ante"} & set(shown.lit))
        bet = next(button for button in shown.buttons if button.id == "1x")
        room.do(players[mine(shown).seat], "t2", bet.command)
    assert lit == [{"1st Ante"}] * 2 + [{"2nd Ante"}] * 2 + [{"1st Ante", "2nd Ante"}] * 2
    assert room.scene(None, "t2").lit == ()


@pytest.mark.parametrize("table", TABLES)
def test_of_others_only_what_lies_there_is_told(room: Room, table: str) -> None:
    players = sit(room, table)
    ann, bob = players.values()
    offered = {wager.name for wager in room.floor.tables[table].state.rules.wagers}
    assert {bet.wager for bet in mine(room.scene(ann, table)).bets} == offered
    others = [one for one in room.scene(ann, table).seats if not one.mine]
    assert all(one.bets == () for one in others)
    bet_minimum(room, table, {4: bob} | {2: ann})
    seen = {one.seat: one for one in room.scene(ann, table).seats}
    own = mine(room.scene(bob, table))
    assert {b.wager: b.cents for b in seen[4].bets} == {
        b.wager: b.cents for b in own.bets if b.cents
    }
    assert len(seen[4].bets) >= 2


@pytest.mark.parametrize(
    ("replacing", "words"),
    [(True, "Seat 4 draws"), (False, "No more bets: the cards are dealt")],
)
def test_the_headline_while_the_dealer_is_at_work(room: Room, replacing: bool, words: str) -> None:
    room.do(room.people[0], "t4", {"do": "sit", "seat": 4})
    table = room.faces["t4"]
    table.state = msgspec.structs.replace(table.state, turn=4, replacing=replacing)
    assert headline(table, "dealing", frozenset({4})) == words


@pytest.mark.parametrize(
    ("turn", "words"),
    [(4, "Settling your wagers"), (2, "Settling seat 2"), (None, "All wagers are settled")],
)
def test_the_headline_while_wagers_are_settled(room: Room, turn: int | None, words: str) -> None:
    room.do(room.people[0], "t4", {"do": "sit", "seat": 4})
    table = room.faces["t4"]
    table.state = msgspec.structs.replace(table.state, turn=turn)
    assert headline(table, "settling", frozenset({4})) == words


def test_equal_bets_are_told_as_one(room: Room) -> None:
    ann, bob = room.people
    version = room.faces["t1"].state.version if "t1" in room.faces else 0
    room.do(ann, "t1", {"do": "sit", "seat": 1})
    room.do(bob, "t1", {"do": "sit", "seat": 2})
    bets = {"bet-1": 10, "bet-2": 10, "bet-3": 10, "three-card-bonus": 25}
    room.do(ann, "t1", {"do": "place-bets", "seat": 1, "amounts": bets})
    room.do(bob, "t1", {"do": "place-bets", "seat": 2, "amounts": {**bets, "three-card-bonus": 10}})
    face = room.faces["t1"]
    told = announcements_after(face, version, PUBLIC)
    words = [one.words for one in told if " bets " in one.words]
    assert words == [
        "Seat 1 bets $10 each on Bet Number 1, 2 and 3",
        "Seat 1 bets $25 on Three Card Bonus",
        "Seat 2 bets $10 each on Bet Number 1, Bet Number 2, Bet Number 3 and Three Card Bonus",
    ]
    versions = [one.version for one in told]
    assert versions == sorted(set(versions))


def test_who_sits_out_is_told_when_the_seat_is_free(room: Room) -> None:
    ann, bob = sit(room, "t1").values()
    for left in ("9 more rounds", "8 more rounds"):
        bet_minimum(room, "t1", {4: bob})
        while room.scene(bob, "t1").phase != "bets":
            room.do(bob, "t1", room.scene(bob, "t1").buttons[0].command)
        shown = room.scene(ann, "t1")
        assert mine(shown).note == "sits out"
        assert shown.headline == f"You sit out: bet, or after {left} your seat is free"
        assert shown.warns
    assert room.scene(bob, "t1").headline == "Place your bets"
    assert not room.scene(bob, "t1").warns
