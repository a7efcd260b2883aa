"""Cards that are committed to before the first bet, as anybody can check who has the log."""

import json
import random
from collections.abc import Callable
from io import BytesIO

import pytest
import verifier
from committed_table import (
    ANN,
    BOB,
    BOTH,
    EVERY,
    LET_IT_RIDE,
    VIEWERS,
    Secrets,
    Table,
    rules_by_hand,
    rules_by_machine,
)
from driver import Driver
from people import DORA, FRED
from verifier import verified

from fairdeal.cards import Deck, card_text
from fairdeal.games import GAMES
from fairdeal.play import fairness
from fairdeal.play.shuffling import shuffled
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.legal import legal_actions
from fairdeal.table.state import moment
from fairdeal.table.view import PUBLIC, parse_viewer, view
from fairdeal.wire.view import view_document

# The bytes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("jokers", [0, 2])
def test_the_order_is_the_one_that_the_text_gives(jokers: int) -> None:
    rng, deck = random.Random(jokers), Deck(jokers)
    assert [card_text(card) for card in deck.cards] == verifier.DECK + ["*"] * jokers
    for _ in range(300):
        secret = rng.randbytes(32).hex()
        table = rng.choice(["t1", "", "Tisch Nr. 3", "ナ|", "a" * 200])
        number = rng.randrange(1, 10_000)
        words = rng.choice(["", "1=x", "2=lucky 7,5=~", "3=" + "w" * 64])
        cut = rng.choice([None, *range(10, len(deck) - 9)])
        round_id = fairness.round_id(table, number)
        assert round_id == f"{table}-{number}"
        mine = fairness.fair_order(deck, secret, table, round_id, words, cut)
        assert sorted(mine) == list(deck.cards)
        theirs = verifier.order(jokers, secret, table, round_id, words, cut)
        assert [card_text(card) for card in mine] == theirs
        depth = fairness.cut_depth(len(deck), secret, table, round_id)
        assert depth == verifier.depth(len(deck), secret, table, round_id)
        rules = fairness.opening_hash(table)
        mine_bound = fairness.commitment(table, round_id, rules, secret)
        assert mine_bound == verifier.commitment(table, round_id, rules, secret)


def test_a_known_answer() -> None:
    """Written down once: it never changes."""
    secret = "00" * 31 + "01"
    bound = "fc610a503bfaa8e9c52b5d33b4c537e3b83122216ad52a68d883c85edd0c2d21"
    assert fairness.commitment("t1", "t1-1", "ab" * 32, secret) == bound
    order = fairness.fair_order(Deck(0), secret, "t1", "t1-1", "1=seven", None)
    assert " ".join(map(card_text, order[:8])) == "Jh 8s 3h 3s Jc 6c 5s 3c"
    assert fairness.cut_depth(52, secret, "t1", "t1-1") == 25


def test_a_known_secret_after_another() -> None:
    """Written down once, from another program: it never changes."""
    # printf 'fairdeal again 1|t1|t1-1' | openssl dgst -sha256 -mac HMAC -macopt hexkey:00...01
    known = "60f78baa93fda519160b313fa9c80991e96ab7e1a44384e1e2c6b7186436c4a3"
    assert fairness.secret_after("00" * 31 + "01", "t1", "t1-1") == known


@pytest.mark.parametrize(
    ("drawn", "order"),
    [
        # Four bytes give 2**32 numbers, of which one too many for three places: the last is
        # rejected, and the next ones move up.
        (("ffffffff", "00000001", "00000000"), "cab"),
        (("00000001", "ffffffff"), "acb"),  # any number can be shared out over two places
        (("fffffffe", "00000001"), "abc"),
        (("ffffffff", "ffffffff", "00000001", "00000000"), "cab"),
    ],
)
def test_a_number_that_cannot_be_shared_out_evenly_is_drawn_again(
    drawn: tuple[str, ...], order: str
) -> None:
    stream = BytesIO(bytes.fromhex("".join(drawn)))
    assert "".join("abc"[card] for card in shuffled(range(3), stream.read)) == order
    assert stream.read() == b"", "no more is taken than is needed"


@pytest.mark.parametrize("size", [52, 54])
def test_every_cut_that_is_allowed_comes(size: int) -> None:
    rng = random.Random(size)
    depths = {fairness.cut_depth(size, rng.randbytes(32).hex(), "t", "t-1") for _ in range(2_000)}
    assert depths == set(range(10, size - 9))


def test_a_stream_is_the_same_however_it_is_read() -> None:
    at_once = fairness.counter_stream(b"k" * 32, "text")(300)
    stream = fairness.counter_stream(b"k" * 32, "text")
    assert b"".join(stream(n) for n in (1, 31, 32, 0, 33, 4, 199)) == at_once


# Rounds -------------------------------------------------------------------------------------------


@EVERY
@BOTH
def test_every_card_that_is_dealt_was_committed_to(
    game: Game, rules: Callable[[Game], Rules]
) -> None:
    table = Table(rules(game)).sit()
    for words in [("seven", "a lucky one"), (None, None), (None, "x"), ("y z", None)]:
        table.play(*words)
        table.dealer()
    rounds = table.checked()
    assert [one["words"] for one in rounds] == ["1=seven,2=a lucky one", "", "2=x", "1=y z"]
    assert [one["round"] for one in rounds] == ["t1-1", "t1-2", "t1-3", "t1-4"]
    assert all(one["dealt"] and len(one["secrets"]) == 1 for one in rounds)
    size = len(game.deck)
    for one in rounds:
        by_hand = not table.state.shuffling.by_machine
        secret = one["secrets"][-1][1]
        assert one["cut"] == (verifier.depth(size, secret, "t1", one["round"]) if by_hand else None)
    assert table.commitment
    assert len({one["secrets"][0][1] for one in rounds}) == len(rounds)


def test_a_words_change_changes_the_cards() -> None:
    """The secret is the same, the players' part is another."""
    orders = []
    for word in ("seven", "eight", None):
        table = Table(rules_by_machine(LET_IT_RIDE)).sit()
        table.play(word, None)
        orders.append(table.checked()[0]["order"])
    assert len(set(map(tuple, orders))) == 3


def test_the_dealers_own_run_cuts_as_deep_as_the_secret_says() -> None:
    table = Table(rules_by_hand(LET_IT_RIDE))
    table.say(cmd.Sit(1), by=ANN)
    events = table.session.run_dealer()
    (cut,) = [event for event in events if isinstance(event, ev.DeckCut)]
    assert cut.depth == verifier.depth(52, table.secrets.made[0], "t1", "t1-1")


def test_a_dealer_who_is_a_person_cuts_where_he_or_she_likes() -> None:
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    bound = table.commitment
    table.say(cmd.OrderRecut(), by=FRED)
    assert table.commitment == bound, "a cut leaves the shuffle as it was"
    table.say(cmd.Cut(depth=33), by=DORA)
    table.play(None, "w")
    (one,) = table.checked()
    assert (one["cut"], len(one["secrets"])) == (33, 1)


def test_two_decks_are_committed_to_in_turn() -> None:
    """The second as soon as the first round has ended, in the same entry."""
    game = next(game for game in GAMES if game.clauses.two_decks)
    table = Table(rules_by_machine(game)).sit()
    table.play("a", "b")
    last = json.loads(table.lines[-1])["events"]
    ends = [event["event"] for event in last][-3:]
    assert ends == ["round-ended", "secrets-revealed", "deck-committed"]
    assert last[-1]["deck"] == table.state.deck == "blue"
    assert moment(table.state) == "2.bets"


def test_a_preshuffled_second_deck_is_cut_when_its_turn_has_come() -> None:
    """How deep follows from its secret, which there is not before."""
    game = next(game for game in GAMES if game.clauses.two_decks)
    table = Table(rules_by_machine(game))
    table.say(cmd.ReceiveDecks(colors=("red", "blue"), preshuffled=True), by=DORA)
    table.sit()
    table.play("a", "b")
    table.dealer()
    table.play("a", "b")
    one, two = table.checked()
    for record in (one, two):
        secret = record["secrets"][0][1]
        assert record["cut"] == verifier.depth(len(game.deck), secret, "t1", record["round"])


# Before the bets ----------------------------------------------------------------------------------


@EVERY
@BOTH
def test_no_bet_is_taken_before_the_commitment(game: Game, rules: Callable[[Game], Rules]) -> None:
    table = Table(rules(game))
    place = game.procedure.place
    base = next(wager.name for wager, _ in table.rules.to_place.values())
    table.say(cmd.Sit(1), by=ANN)
    while not table.commitment:
        assert moment(table.state) == "1.opening"
        assert legal_actions(table.state) == []
        assert view(table.state, PUBLIC).commitment is None
        assert "commitment" not in view_document(table.state, PUBLIC)
        table.refuses(cmd.Bet(1, base, 500), place, ANN)
        table.refuses(cmd.PlaceBets(1, {base: 500}), place, ANN)
        table.refuses(cmd.Ready(1, word="early"), place, ANN)
        command = table.session.next_command()
        assert command is not None
        table.say(command)
    assert moment(table.state) == "1.bets"
    assert legal_actions(table.state)
    for name in VIEWERS:
        viewer = parse_viewer(name, table.state.rules.seats)
        assert view_document(table.state, viewer)["commitment"] == table.commitment
    table.say(cmd.Bet(1, base, 500), by=ANN)


@EVERY
def test_a_shuffle_ordered_while_bets_are_made(game: Game) -> None:
    table = Table(rules_by_hand(game)).sit()
    table.bet(1)
    table.say(cmd.Ready(1, word="seven"))
    first, at = table.commitment, moment(table.state)
    table.say(cmd.OrderShuffle(), by=FRED)
    assert table.commitment == ""
    assert moment(table.state) == "1.opening.1" != at
    # A word that is known before the secret would be none of the player's.
    table.refuses(cmd.Ready(1, word="eight"), game.procedure.place, ANN)
    table.refuses(cmd.PlaceBets(2, {"any": 500}), game.procedure.place, BOB)
    base = next(wager.name for wager, _ in table.rules.to_place.values())
    table.say(cmd.TakeBackBet(1, base), by=ANN)
    (shuffled, committed) = table.say(cmd.Shuffle(), by=DORA)
    assert isinstance(shuffled, ev.DeckShuffled)
    assert isinstance(committed, ev.DeckCommitted)
    assert committed.commitment != first
    assert moment(table.state) == "1.bets.1"
    table.say(cmd.Bet(1, base, 500), by=ANN)
    table.bet(2)
    table.say(cmd.Ready(1, word="nine"), by=ANN)
    table.to_the_end()
    (one,) = table.checked()
    assert [bound for bound, _ in one["secrets"]] == [first, committed.commitment]
    assert one["words"] == "1=nine"


@EVERY
def test_a_void_reveals(game: Game) -> None:
    table = Table(rules_by_hand(game)).sit()
    table.bet(1)
    table.say(cmd.Ready(1, word="seven"))
    table.say(cmd.NoMoreBets())
    while not table.state.seats[1].cards:
        command = table.session.next_command()
        assert command is not None
        table.say(command)
    table.say(cmd.WrongNumber(place=1, cards=9), by=DORA)
    sealed = table.source.sealed()
    assert sealed["secrets"][0]["secret"] == table.secrets.made[0]
    events = table.say(cmd.Confirm(), by=FRED)
    assert [type(event) for event in events[-2:]] == [ev.RoundVoided, ev.SecretsRevealed]
    assert table.source.sealed() == {}, "what is revealed is forgotten"
    (one,) = table.checked()
    assert one["dealt"]
    assert one["secrets"] == [[sealed["secrets"][0]["commitment"], table.secrets.made[0]]]


def test_a_table_that_closes_reveals_what_it_had_committed_to() -> None:
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    events = table.say(cmd.CloseTable(cards={"red": 52}), by=FRED)
    assert isinstance(events[-1], ev.SecretsRevealed)
    (one,) = table.checked()
    assert (one["dealt"], one["cut"] is None) == (0, False)
    assert table.source.sealed() == {}


def test_cards_that_are_asked_for_too_early_are_refused_as_everywhere() -> None:
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    irregular = LET_IT_RIDE.procedure.irregular
    table.refuses(cmd.FaceUp(), irregular.face_up, DORA)
    table.refuses(cmd.DrawnInError(seen=True), irregular.face_up, DORA)
    fresh = Table(rules_by_hand(LET_IT_RIDE))
    fresh.refuses(cmd.FaceUp(), irregular.face_up, DORA)


# All that may happen ------------------------------------------------------------------------------


@EVERY
def test_at_random_tables_every_card_was_committed_to(game: Game) -> None:
    rounds = []
    for seed in range(25):
        secrets = Secrets(seed)
        driver = Driver(seed, game=game, unruly=0.15, secrets=secrets).run(120).close()
        rounds += verified(driver.lines, game.deck.jokers)
        text = "\n".join(map(bytes.decode, driver.snapshots))
        assert not [secret for secret in secrets.made if secret in text]
    assert sum(bool(one["dealt"]) for one in rounds) > 40
    assert any(len(one["secrets"]) > 1 for one in rounds)
    assert any(one["words"] for one in rounds)
