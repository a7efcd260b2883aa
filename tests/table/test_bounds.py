"""The bounds of what people may enter: the last value that is allowed, and the next one."""

from collections.abc import Callable

import pytest
from felt import Felt, at, dealt, rules_of, sits

from fairdeal.errors import Refused
from fairdeal.rulebook.money import MAX_STAKE
from fairdeal.table import commands as cmd
from fairdeal.table.actors import AUTOMATIC_DEALER, DEALER, FLOOR, PLAYER, Actor, player
from fairdeal.table.decide import decide
from fairdeal.table.game_accounts import FloorTerms
from fairdeal.table.questions import MOST_BY_HAND_CENTS, most_by_hand
from fairdeal.table.real_cards import id_without_device, is_without_device
from fairdeal.table.view import HOUSE, PUBLIC, Viewer, parse_viewer

DORA, FRED = Actor("dora", DEALER, "Dora"), Actor("fred", FLOOR, "Fred")


def takes(felt: Felt, command: cmd.Command, by: Actor | None = None) -> bool:
    """Whether the table would obey a command."""
    try:
        decide(felt.state, command, by or AUTOMATIC_DEALER)
    except Refused:
        return False
    return True


def open_table() -> Felt:
    return Felt(rules_of("let-it-ride"))


SIT, ONE = cmd.Sit(2), player("ann")


@pytest.mark.parametrize(
    ("letters", "command"),
    [
        (30, lambda words: (cmd.ReceiveDecks(colors=(words,)), AUTOMATIC_DEALER)),
        (60, lambda words: (SIT, Actor("p9", PLAYER, words))),
        (60, lambda words: (SIT, Actor(words, PLAYER))),
        (200, lambda words: (cmd.CallFloor(reason=words), AUTOMATIC_DEALER)),
        (200, lambda words: (cmd.Announce(words=words), AUTOMATIC_DEALER)),
        (200, lambda words: (cmd.RemovePlayer(seat=1, reason=words), FRED)),
    ],
    ids=["a colour", "a name", "an id", "a call", "an announcement", "a removal"],
)
def test_a_text_has_so_many_letters_and_no_more(
    letters: int, command: Callable[[str], tuple[cmd.Command, Actor]]
) -> None:
    felt = open_table()
    felt.play(sits(1, "p1"))
    for length, right in ((1, True), (letters, True), (letters + 1, False)):
        assert takes(felt, *command("x" * length)) is right, length
    assert not takes(felt, *command("two\nlines"))
    assert not takes(felt, *command("   "))


@pytest.mark.parametrize(
    ("cents", "right"), [(0, False), (1, True), (MAX_STAKE, True), (MAX_STAKE + 1, False)]
)
def test_a_buy_in_is_above_nothing_and_at_most_the_highest_stake(cents: int, right: bool) -> None:
    felt = Felt(rules_of("let-it-ride", floor=FloorTerms(buy_in_cents=20_000)))
    felt.play(sits(1, "p1"))
    assert takes(felt, cmd.BuyIn(seat=1, cents=cents), player("p1")) is right


def test_whoever_has_left_the_round_buys_in_no_more() -> None:
    felt = dealt("let-it-ride", floor=FloorTerms(buy_in_cents=20_000), seats=(1, 2))
    buys = cmd.BuyIn(seat=1, cents=500)
    assert takes(felt, buys, player("p1"))
    felt.play(cmd.Leave(seat=1))
    felt.refuses((buys, player("p1")), felt.game.procedure.seated, "has left")


def test_a_payment_by_hand_is_no_more_than_fifty_thousand_dollars_and_no_more_than_the_limit() -> (
    None
):
    assert MOST_BY_HAND_CENTS == 5_000_000
    for limit, most in ((None, 5_000_000), (5_000_001, 5_000_000), (4_999_999, 4_999_999)):
        felt = at("let-it-ride", payout_limit_cents=limit)
        assert most_by_hand(felt.state) == most
        for cents, right in ((0, False), (1, True), (most, True), (most + 1, False)):
            pays = cmd.PayByHand(seat=1, cents=cents, reason="a straight was overlooked")
            assert takes(felt, pays) is right, cents


@pytest.mark.parametrize("name", ["let-it-ride", "double-draw"])
def test_a_cut_leaves_ten_cards_above_and_ten_below(name: str) -> None:
    felt = Felt(rules_of(name))
    felt.play(sits(1, "p1"))
    while not isinstance(command := felt.session.next_command(), cmd.Cut):
        assert command is not None
        felt.play(command)
    size = len(felt.game.deck)
    for depth, right in ((9, False), (10, True), (size - 10, True), (size - 9, False)):
        assert takes(felt, cmd.Cut(depth=depth)) is right, depth


def test_the_seats_of_a_table_are_numbered_from_one() -> None:
    felt = Felt(rules_of("let-it-ride", seats=5))
    found = [number for number in range(-1, 8) if takes(felt, cmd.Sit(number), ONE)]
    assert found == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("length", "right"), [(0, False), (1, True), (64, True), (65, False)])
def test_a_word_for_the_shuffle_has_up_to_64_characters(length: int, right: bool) -> None:
    felt = at("let-it-ride")
    felt.base(1)
    assert takes(felt, cmd.Ready(seat=1, word="w" * length), player("p1")) is right


@pytest.mark.parametrize("word", ["a|b", "a,b", "a=b", "é", "a\tb", "a\nb"])
def test_a_word_for_the_shuffle_has_no_separators_and_nothing_but_ascii(word: str) -> None:
    felt = at("let-it-ride")
    felt.base(1)
    assert not takes(felt, cmd.Ready(seat=1, word=word), player("p1"))
    assert takes(felt, cmd.Ready(seat=1, word="a ~!"), player("p1"))


# Who looks at a table -----------------------------------------------------------------------------


def test_viewers_have_the_names_that_a_script_gives_them() -> None:
    assert parse_viewer("public", 3) == PUBLIC
    assert {parse_viewer(str(role), 3) for role in HOUSE} == {Viewer(role) for role in HOUSE}
    assert parse_viewer("seat:3", 3) == Viewer(PLAYER, seat=3)
    assert parse_viewer("player:ann", 3) == Viewer(PLAYER, id="ann")
    for viewer in (PUBLIC, Viewer(PLAYER, seat=3), Viewer(PLAYER, id="ann"), Viewer(DEALER)):
        assert parse_viewer(str(viewer), 3) == viewer
    assert Viewer(PLAYER) != PUBLIC


def test_a_player_without_a_device_is_known_by_the_id() -> None:
    """Logs hold these ids, so that their form stays."""
    assert id_without_device(12, 34) == "at-table-12-34"
    assert is_without_device("at-table-12-34")
    assert not is_without_device("ann")


def test_whom_the_dealer_seats_has_an_id_of_the_moment() -> None:
    """By the table's clock and its version after it, so that no two are alike."""
    floor = FloorTerms(cards="named")
    felt = Felt(rules_of("let-it-ride", floor=floor), named=True)
    felt.play((cmd.Sit(1, name="Ann"), DORA), time=77)
    felt.play((cmd.Sit(2, name="Ann"), DORA), time=78)
    seats = felt.state.seats
    assert [seats[number].player for number in (1, 2)] == ["at-table-77-1", "at-table-78-2"]
    assert [seats[number].name for number in (1, 2)] == ["Ann", "Ann"]
    felt.refuses(cmd.Sit(3, name="Own"), felt.game.procedure.seated, "under the own name")
