"""Chapter 5: the shuffle, the cut, counting devices, and the cards of an idle table."""

import pytest
from chapters import DORA, FRED, cite, one_round
from committed_table import Secrets
from felt import MARYLAND, Felt, at, at_round, chapter, dealt, prepared, rules_of, stages

from fairdeal.cards import card_text
from fairdeal.play.fairness import fair_order
from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.submission.check import check
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import FLOOR
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase
from fairdeal.wording.dealer import instructions

# Shuffle and cut ----------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 5.F", "MD-RET 5.D", "MD-DD .05F(1)")
@pytest.mark.parametrize(
    ("game", "deepest"), [("let-it-ride", 42), ("run-em-twice", 42), ("double-draw", 44)]
)
def test_5_f_the_cut_is_ten_cards_in_and_ten_from_the_bottom(game: str, deepest: int) -> None:
    for depth, obeyed in [(9, False), (10, True), (deepest, True), (deepest + 1, False)]:
        felt = Felt(rules_of(game))
        felt.play(cmd.ReceiveDecks(preshuffled=True))
        if obeyed:
            assert felt.play(cmd.Cut(depth=depth)) == [ev.DeckCut("red", depth)]
        else:
            felt.refuses(cmd.Cut(depth=depth), cite(game, "cut"))


@pytest.mark.clause("MD-LIR 5.F(1)", "MD-RET 5.D(1)", "MD-DD .05F(2)")
@pytest.mark.parametrize("game", MARYLAND)
@pytest.mark.parametrize("depth", [10, 21, 40])
def test_5_f_1_what_was_above_the_cover_card_goes_to_the_bottom(game: str, depth: int) -> None:
    felt = Felt(rules_of(game), seed=3)
    felt.play(cmd.ReceiveDecks(preshuffled=True))
    order = faces(felt)
    assert sorted(order) == sorted(card_text(card) for card in felt.game.deck.cards)
    felt.play(cmd.Cut(depth=depth))
    assert faces(felt) == order[depth:] + order[:depth]
    felt.sit(1).base(1)
    felt.dealer()
    dealt_faces = [face for _, face in felt.dealt()]
    assert dealt_faces == (order[depth:] + order[:depth])[: len(dealt_faces)]


@pytest.mark.clause("MD-LIR 5.F(1)", "MD-RET 5.D(1)", "MD-DD .05F(2)")
@pytest.mark.parametrize("game", MARYLAND)
def test_5_f_1_the_cut_of_a_committed_deck_is_dealt_and_revealed(game: str) -> None:
    """A deck whose order follows from a secret is cut before the deal like any other."""
    secrets = Secrets()
    felt = Felt(rules_of(game), secrets=secrets)
    felt.sit(1)
    one_round(felt)
    (cut,) = felt.happened(ev.DeckCut)
    words = felt.happened(ev.SecretsRevealed)[0].words
    before = fair_order(felt.game.deck, secrets.made[0], "t1", "t1-1", words, None)
    uncut = [card_text(card) for card in before]
    dealt_faces = [face for _, face in felt.dealt()]
    assert dealt_faces == (uncut[cut.depth :] + uncut[: cut.depth])[: len(dealt_faces)]
    assert [event.cut for event in felt.happened(ev.SecretsRevealed)] == [cut.depth]


def faces(felt: Felt) -> list[str]:
    """The order of the only deck from the top, as its cards are called."""
    return [card_text(card) for card in felt.session.source.orders["red"]]


@pytest.mark.clause("MD-LIR 5.G", "MD-RET 5.E", "MD-DD .05G")
@pytest.mark.parametrize("game", MARYLAND)
def test_5_g_a_recut_may_be_ordered_until_the_first_card(game: str) -> None:
    felt = at_round(game)
    recut, cut = cite(game, "recut"), cite(game, "cut")
    felt.play(cmd.OrderRecut())
    felt.refuses(cmd.OrderRecut(), recut)
    felt.refuses(cmd.NoMoreBets(), cut)
    felt.play(cmd.Cut(depth=12), cmd.NoMoreBets())
    prepared(felt).play(cmd.OrderRecut())
    felt.refuses(cmd.Deal(), cut, "cut first")
    felt.refuses(cmd.FaceUp(), cut)
    assert next_command(felt.state) == cmd.Cut(depth=26)
    felt.play(cmd.Cut(depth=33), cmd.Deal())
    felt.refuses(cmd.OrderRecut(), recut, "first card")
    felt.refuses(cmd.Cut(depth=33), cut, "first card")
    assert cmd.OrderRecut.given_by == (FLOOR,)


@pytest.mark.clause("MD-LIR 5.G")
def test_a_recut_after_no_more_bets_gives_another_order() -> None:
    def cards_dealt(depth: int) -> list[tuple[str, str]]:
        felt = prepared(at_round("let-it-ride", seed=4))
        felt.play(cmd.OrderRecut(), cmd.Cut(depth=depth))
        felt.dealer()
        return felt.dealt()

    assert cards_dealt(20) == cards_dealt(20)
    assert cards_dealt(20)[1][1] == cards_dealt(21)[0][1]


@pytest.mark.clause("MD-LIR 5.A(3)", "MD-RET 5.A(3)", "MD-DD .05A(3)")
@pytest.mark.parametrize("game", MARYLAND)
def test_5_a_3_a_floorperson_may_order_a_shuffle_before_the_first_card(game: str) -> None:
    clause = chapter(game, 5, "A(3)")
    felt = at_round(game)
    felt.play(cmd.OrderShuffle())
    felt.refuses(cmd.NoMoreBets(), chapter(game, 5, "A"))
    felt.play(cmd.Shuffle(), cmd.OrderShuffle(), cmd.Shuffle(), cmd.Cut(depth=20))
    prepared(felt).play(cmd.OrderShuffle())
    felt.refuses(cmd.Deal(), chapter(game, 5, "A"), "shuffled first")
    before = len(felt.log)
    felt.dealer()
    assert [type(e) for e in felt.log[before : before + 2]] == [ev.DeckShuffled, ev.DeckCut]
    assert felt.state.phase is Phase.PLAYING
    felt.refuses(cmd.OrderShuffle(), clause)
    assert cmd.OrderShuffle.given_by == (FLOOR,)


@pytest.mark.clause("MD-LIR 5.A(2)", "MD-RET 5.A(2)", "MD-DD .05A(2)")
@pytest.mark.parametrize("game", MARYLAND)
@pytest.mark.parametrize("shuffling", list(Shuffling))
def test_5_a_2_the_cards_are_shuffled_after_each_round(game: str, shuffling: Shuffling) -> None:
    felt = dealt(game, shuffling=shuffling)
    while not felt.is_open or not felt.state.rounds:
        felt.play(cmd.Timeout(seat=1))
        while (command := next_command(felt.state)) and not felt.is_open:
            felt.play(command)
    assert stages(felt) == ["stacked"]
    felt.base(1).refuses(cmd.NoMoreBets(), chapter(game, 5, "A"), "must be shuffled")
    if shuffling is Shuffling.COUNTING:
        felt.refuses(cmd.Shuffle(), f"{cite(game, 'count')}(1)", "say how many")
    felt.play(cmd.Shuffle(cards=len(felt.game.deck) if shuffling is Shuffling.COUNTING else None))
    # Only what a person shuffled is cut.
    assert stages(felt) == ["ready" if shuffling.by_machine else "shuffled"]


@pytest.mark.clause("MD-LIR 5.A(2)", "MD-RET 5.A(2)", "MD-DD .05A(2)")
@pytest.mark.parametrize("game", MARYLAND)
def test_5_a_2_no_card_comes_from_the_order_of_the_round_before(game: str) -> None:
    felt = dealt(game)
    before = faces(felt)
    while not felt.is_open:
        felt.play(next_command(felt.state) or cmd.Timeout(seat=1))
    assert felt.session.source.orders == {}
    assert felt.session.source.coming(felt.state, 1) == ()
    felt.play(cmd.Shuffle())
    assert sorted(faces(felt)) == sorted(before)
    assert faces(felt) != before


@pytest.mark.clause("MD-LIR 5.A(2)", "MD-RET 5.A(2)", "MD-DD .05A(2)")
@pytest.mark.parametrize("game", MARYLAND)
def test_5_a_2_no_card_comes_from_the_order_of_a_void_round(game: str) -> None:
    felt = prepared(at_round(game))
    while not felt.happened(ev.RoundVoided):
        felt.play(cmd.Deal(part="card"), (cmd.FaceUp(), DORA))
        if felt.state.asked:
            felt.play((cmd.Confirm(), FRED))
    assert felt.session.source.orders == {}
    assert felt.session.source.coming(felt.state, 1) == ()


def test_scripted_cards_come_in_the_first_round_only() -> None:
    felt = Felt(rules_of("let-it-ride"), "As Ad Ac Ah Ks Kd")
    one_round(felt.sit(1))
    first = [face for _, face in felt.dealt()]
    assert first[:6] == ["As", "Ad", "Ac", "Ah", "Ks", "Kd"]
    before = len(felt.dealt())
    one_round(felt)
    assert [face for _, face in felt.dealt()[before:]][:6] != first[:6]


@pytest.mark.clause("MD-LIR 5.E", "MD-RET 5.B", "MD-DD .05E", "MD-LIR 5.E(2)", "MD-RET 5.B(2)")
@pytest.mark.clause("MD-DD .05E(2)")
@pytest.mark.parametrize(
    ("game", "right"), [("let-it-ride", 52), ("run-em-twice", 52), ("double-draw", 54)]
)
def test_5_e_a_wrong_device_count_removes_the_deck(game: str, right: int) -> None:
    felt = at(game, shuffling=Shuffling.COUNTING)
    felt.play(cmd.OrderShuffle(), cmd.Shuffle(cards=right))
    assert stages(felt) == ["ready"]
    felt.play(cmd.OrderShuffle())
    *_, removed = felt.play(cmd.Shuffle(cards=right - 1))
    assert removed == ev.DeckRemoved("red", cite(game, "count"), "count")
    assert felt.state.decks == ()
    assert isinstance(next_command(felt.state), cmd.ReceiveDecks)


@pytest.mark.clause("MD-RET 5.B(2)")
def test_a_wrong_device_count_after_no_more_bets_voids_the_round() -> None:
    felt = at_round("run-em-twice", shuffling=Shuffling.COUNTING)
    felt.bet(1, "progressive", 100)
    prepared(felt).play(cmd.OrderShuffle(), cmd.Shuffle(cards=51))
    assert felt.is_open
    assert felt.purse(1) == 0
    assert felt.state.meters == at("run-em-twice").state.meters


def test_only_a_counting_device_counts() -> None:
    felt = at("run-em-twice", shuffling=Shuffling.AUTOMATED)
    felt.play(cmd.OrderShuffle())
    felt.refuses(cmd.Shuffle(cards=52), "MD-RET 5.B", "count")
    felt.refuses(cmd.Shuffle(deck="green"), "MD-RET 5.A", "green")


@pytest.mark.parametrize(
    ("game", "shuffling", "cut"),
    [
        pytest.param(game, shuffling, cut, marks=pytest.mark.clause(clause))
        for game, clause in (
            ("let-it-ride", "MD-LIR 5.D(1)"),
            ("run-em-twice", "MD-RET 5.C(1)"),
            ("double-draw", "MD-DD .05D(1)"),
        )
        for shuffling, cut in ((Shuffling.AUTOMATED, 0), (Shuffling.MANUAL, 1))
    ],
)
def test_cards_that_a_device_shuffled_are_dealt_uncut(
    game: str, shuffling: Shuffling, cut: int
) -> None:
    felt = at(game, shuffling=shuffling)
    felt.base(1).dealer()
    assert felt.happened(ev.CardsDealt)
    assert len(felt.happened(ev.DeckCut)) == cut


# Devices that count -------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 5.E(1)", "MD-RET 5.B(1)", "MD-DD .05E(1)")
@pytest.mark.parametrize(
    ("game", "says", "removes"),
    [
        ("let-it-ride", "MD-LIR 5.E(1)", "MD-LIR 5.E"),
        ("run-em-twice", "MD-RET 5.B(1)", "MD-RET 5.B"),
        ("double-draw", "MD-DD .05E(1)", "MD-DD .05E"),
    ],
)
def test_5_e_1_a_counting_device_says_its_count(game: str, says: str, removes: str) -> None:
    felt = one_round(at(game, shuffling=Shuffling.COUNTING))
    felt.refuses(cmd.Shuffle(), says, "say how many it counted")
    size = len(felt.game.deck)
    assert felt.play(cmd.Shuffle(cards=size)) == [ev.DeckShuffled("red", True, size)]
    one_round(felt)
    counted = felt.play(cmd.Shuffle(cards=size - 1))
    assert counted == [
        ev.DeckCounted("red", size - 1, False),
        ev.DeckRemoved("red", removes, "count"),
    ]
    assert felt.state.decks == ()
    told = [(line.say, line.clause) for line in instructions(felt.state)]
    assert told[0] == ("Remove the red deck from the table", removes)


@pytest.mark.clause("MD-LIR 5.I", "MD-DD .05I")
@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("let-it-ride", "MD-LIR 5.E(2)"),
        ("run-em-twice", "MD-RET 5.B(2)"),
        ("double-draw", "MD-DD .05E(2)"),
    ],
)
def test_5_i_a_reshuffler_need_not_tell_but_a_wrong_deck_goes(game: str, clause: str) -> None:
    felt = one_round(at(game, shuffling=Shuffling.RESHUFFLING, dealing=Dealing.AUTOMATED_SHOE))
    felt.play(cmd.Shuffle())
    assert stages(felt) == ["ready"]
    one_round(felt)
    size = len(felt.game.deck)
    counted = felt.play(cmd.Shuffle(cards=size + 1))
    assert counted == [
        ev.DeckCounted("red", size + 1, False),
        ev.DeckRemoved("red", clause, "count"),
    ]


def test_5_b_a_device_that_does_not_count_has_no_count_to_tell() -> None:
    felt = one_round(at("run-em-twice", shuffling=Shuffling.AUTOMATED))
    felt.refuses(cmd.Shuffle(cards=52), "MD-RET 5.B", "does not count")


@pytest.mark.clause("MD-RET 5.B(2)")
def test_5_b_2_a_wrong_count_after_no_more_bets_is_reported_and_confirmed() -> None:
    felt = at_round("run-em-twice", shuffling=Shuffling.COUNTING)
    felt.play(cmd.NoMoreBets(), cmd.OrderShuffle())
    counted, asked = felt.play((cmd.Shuffle(cards=51), DORA))
    assert counted == ev.DeckCounted("red", 51, False)
    assert isinstance(asked, ev.VoidAsked)
    assert asked.removes == "red"
    felt.play((cmd.Deny(reason="the tray was open"), FRED))
    felt.play((cmd.Shuffle(cards=51), DORA), (cmd.Confirm(), FRED))
    assert felt.state.decks == ()
    assert felt.purse(1) == 0


@pytest.mark.clause("MD-RET 5.G")
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand", "automated-shoe"])
def test_ret_a_device_that_reshuffles_and_counts_may_be_used(dealing: str) -> None:
    text = f"""operator = "Chesapeake Casino"
jurisdiction = "maryland"
game = "run-em-twice"
minimum = 5
maximum = 100
chip-step = 5
dealing = "{dealing}"
shuffling = "reshuffling"
decks = 1
seats = 6
"""
    rules = check(text).rules
    assert rules is not None
    assert rules.shuffling is Shuffling.RESHUFFLING
    felt = Felt(rules).sit(1)
    felt.base(1).dealer()
    assert felt.state.phase is Phase.PLAYING
    assert not felt.happened(ev.DeckCut)


# An idle table ------------------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 4.A", "MD-RET 4.E", "MD-LIR 5.H(3)", "MD-RET 5.F(3)", "MD-DD .05H(4)")
@pytest.mark.parametrize("game", MARYLAND)
def test_4_e_a_second_deck_that_comes_to_an_idle_table_is_inspected(game: str) -> None:
    felt = at(game, shuffling=Shuffling.AUTOMATED, decks=2)
    felt.play(cmd.Leave(seat=1))
    felt.dealer()
    felt.play(cmd.Malfunction(device="shuffler"))
    felt.dealer()
    felt.play(cmd.ReturnDevice(device="shuffler"))
    felt.dealer()
    felt.sit(1)
    assert stages(felt) == ["spread face down", "received"]
    before = len(felt.log)
    felt.dealer()
    done = [type(event) for event in felt.log[before:]]
    opening = [ev.CardsSpread, ev.CardsWashed, ev.DeckShuffled]
    assert done == [*opening, ev.CardsInspected, ev.InspectionVerified, *opening]
    assert stages(felt) == ["ready", "ready"]


@pytest.mark.clause("MD-LIR 5.H(1)", "MD-LIR 5.H(2)", "MD-RET 5.F(1)", "MD-RET 5.F(2)")
@pytest.mark.clause("MD-DD .05H(1)", "MD-DD .05H(2)", "MD-DD .05H(3)", "MD-LIR 5.H", "MD-RET 5.F")
@pytest.mark.clause("MD-DD .05H")
@pytest.mark.parametrize("game", MARYLAND)
@pytest.mark.parametrize("face_up", [False, True])
def test_5_h_an_idle_table_spreads_its_cards(game: str, face_up: bool) -> None:
    idle = {"let-it-ride": "MD-LIR 5.H", "run-em-twice": "MD-RET 5.F", "double-draw": "MD-DD .05H"}
    felt = at_round(game)
    felt.refuses(cmd.SpreadIdle(), idle[game], "wagers")
    felt.play(cmd.Leave(seat=1))
    (asked,) = instructions(felt.state)
    assert next_command(felt.state) == cmd.SpreadIdle(), "the dealer is told"
    assert asked.clause == idle[game]
    assert "take all cards and spread them face down" in asked.say
    assert felt.play(cmd.SpreadIdle(face_up=face_up)) == [ev.CardsSpread(face_up)]
    felt.refuses(cmd.SpreadIdle(face_up=face_up), idle[game], "already")
    # The first player to arrive looks; then chapter 4 again from the wash.
    assert next_command(felt.state) is None
    assert instructions(felt.state)[0].clause == (chapter(game, 4, "B") if face_up else idle[game])
    felt.sit(2)
    if not face_up:
        felt.refuses(cmd.WashCards(), chapter(game, 4, "C"))
        assert felt.play(cmd.SpreadIdle(face_up=True)) == [ev.CardsSpread(face_up=True)]
    kinds = [type(event) for event in felt.dealer()]
    assert kinds == [ev.CardsWashed, ev.DeckShuffled, ev.DeckCut]


def test_a_preshuffled_deck_is_not_spread_for_nobody() -> None:
    felt = Felt(rules_of("let-it-ride"))
    felt.play(cmd.ReceiveDecks(colors=("red",), preshuffled=True))
    felt.dealer()
    assert stages(felt) == ["ready"]
    assert next_command(felt.state) is None


@pytest.mark.clause("MD-RET 5.H", "MD-LIR 5.I", "MD-DD .05I")
@pytest.mark.parametrize(
    ("game", "spreads"), [("let-it-ride", True), ("run-em-twice", False), ("double-draw", True)]
)
def test_idle_spread_with_a_reshuffler(game: str, spreads: bool) -> None:
    """Reading idle-spread."""
    felt = at(game, shuffling=Shuffling.RESHUFFLING)
    if spreads:
        felt.play(cmd.SpreadIdle())
    else:
        felt.refuses(cmd.SpreadIdle(), "MD-RET 5.H")


def test_whom_an_empty_table_waits_for() -> None:
    felt = at("run-em-twice")
    felt.play(cmd.Leave(seat=1), cmd.SpreadIdle(), cmd.RemoveDecks())
    felt.dealer()
    assert instructions(felt.state)[0].clause == "MD-RET 4.B", (
        "new cards, spread for the first player"
    )
    spread = at("run-em-twice", shuffling=Shuffling.RESHUFFLING)
    spread.play(cmd.Leave(seat=1))
    assert instructions(spread.state)[0].clause == "MD-RET 7.C", (
        "a reshuffler's cards are not spread"
    )


@pytest.mark.clause("MD-LIR 5.H(3)", "MD-RET 5.F(3)", "MD-DD .05H(4)")
@pytest.mark.parametrize("game", MARYLAND)
def test_5_h_3_after_an_idle_spread_chapter_4_from_the_look_on(game: str) -> None:
    felt = one_round(at(game))
    felt.play(cmd.Leave(1))
    felt.dealer()
    assert stages(felt) == ["spread face down"]
    idle = felt.game.procedure.idle
    felt.refuses(cmd.WashCards(), felt.game.procedure.wash, "and none is")
    felt.sit(1)
    assert instructions(felt.state)[0].clause == idle
    written = len(felt.log)
    felt.dealer()
    told = [type(event) for event in felt.log[written:]]
    assert told == [ev.CardsSpread, ev.CardsWashed, ev.DeckShuffled, ev.DeckCut]
    assert len(felt.happened(ev.CardsInspected)) == 1, "these cards were inspected already"


def test_5_h_the_cards_of_a_player_who_asks_lie_face_up() -> None:
    felt = one_round(at("let-it-ride"))
    felt.play(cmd.SpreadIdle(face_up=True))
    assert stages(felt) == ["spread"]
    felt.refuses(cmd.SpreadIdle(), "MD-LIR 5.H", "spread already")
    felt.play(cmd.WashCards())


def test_what_cannot_be_shuffled_is_told_in_words() -> None:
    felt = Felt(rules_of("let-it-ride"))
    clause = felt.game.procedure.shuffle
    none = "no deck is stacked for a shuffle"
    assert felt.refuses(cmd.Shuffle(), clause) == none
    assert felt.refuses(cmd.Shuffle(deck="green"), clause) == "there is no green deck"
    felt.play(cmd.ReceiveDecks(colors=("red",)))
    assert felt.refuses(cmd.Shuffle(deck="red"), clause) == "the red deck is received"
    assert felt.refuses(cmd.Shuffle(), clause) == none
