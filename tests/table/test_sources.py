"""Sources of cards: the orders that they give, and what they answer when they have none."""

import hashlib

import pytest
from chapters import DORA, FRED
from committed_table import LET_IT_RIDE, Table, rules_by_hand
from felt import Felt, at, rules_of, sits
from msgspec.structs import replace

from fairdeal.cards import Deck, parse_cards
from fairdeal.errors import BadInputError, Refused
from fairdeal.play.fairness import commitment, secret_after
from fairdeal.play.journal import source_of
from fairdeal.play.shuffling import new_order, seeded_stream
from fairdeal.play.sources import (
    NOTHING,
    CommittedSource,
    NamedCards,
    Secrets,
    SeededSource,
    Source,
    SourceState,
    SystemSource,
    first_cards,
    system_secret,
)
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.entry import Opening
from fairdeal.table.state import DEALING, new_table

STATE = new_table(rules_of("let-it-ride"))
DECK = Deck(0)


def test_each_shuffle_of_a_seed_is_the_next_one() -> None:
    """By the text of the seed and the number of the shuffle, from 1."""
    source = SeededSource(7)
    assert source.seed == "7"
    for number in (1, 2, 3):
        source.follow(STATE, ev.DeckShuffled("red", False))
        assert source.orders["red"] == new_order(DECK, seeded_stream("7", number))
        assert source.snapshot().shuffles == number
    kept = source.snapshot()
    source.follow(STATE, ev.DeckShuffled("red", False))
    source.restore(kept)
    assert source.snapshot() == kept
    source.follow(STATE, ev.DeckShuffled("red", False))
    assert source.orders["red"] == new_order(DECK, seeded_stream("7", 4))


def test_decks_that_come_preshuffled_have_an_order_and_others_none() -> None:
    source = SystemSource({"green": tuple(DECK.cards)})
    assert list(source.orders) == ["green"]
    source.follow(STATE, ev.DecksReceived(("red", "blue"), preshuffled=False))
    assert list(source.orders) == ["green"]
    source.follow(STATE, ev.DecksReceived(("red", "blue"), preshuffled=True))
    assert sorted(source.orders) == ["blue", "green", "red"]
    assert all(sorted(order) == list(DECK.cards) for order in source.orders.values())
    assert source.orders["red"] != source.orders["blue"]
    source.follow(STATE, ev.DeckRemoved("green", "X 1"))
    source.follow(STATE, ev.DeckRemoved("white", "X 1"))
    assert sorted(source.orders) == ["blue", "red"]


def test_a_cut_brings_what_lies_below_to_the_top() -> None:
    source = SystemSource({"red": tuple(DECK.cards)})
    source.follow(STATE, ev.DeckCut("red", 10))
    assert source.orders["red"] == (*DECK.cards[10:], *DECK.cards[:10])


def test_a_source_that_commits_to_nothing_adds_nothing_and_cuts_in_the_middle() -> None:
    for source in (SeededSource(1), SystemSource(), NamedCards()):
        assert source.due(STATE, STATE) == []
        assert source.cut_depth(STATE) == 26
    # The depth follows from a secret, and there is none before there is a deck.
    assert CommittedSource("t1", "ab" * 32).cut_depth(STATE) == 26


def test_named_cards_are_in_no_order() -> None:
    source = NamedCards()
    source.follow(STATE, ev.DeckShuffled("red", False))
    assert source.orders == {}
    with pytest.raises(Refused, match="named by whoever deals them") as refused:
        source.coming(STATE, 1)
    assert refused.value.clause is None


def test_nobody_is_told_a_card_before_the_bets_are_closed() -> None:
    """A committed order is made when a card is needed, and not before."""
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    assert table.source.coming(table.state, 3) == ()
    fresh = Table(rules_by_hand(LET_IT_RIDE))
    assert fresh.source.coming(fresh.state, 3) == ()
    table.bet(1)
    table.say(cmd.NoMoreBets())
    coming = table.source.coming(table.state, 3)
    assert len(coming) == 3
    assert table.source.coming(table.state, 2) == coming[:2]


def test_cards_whose_secret_is_lost_do_not_come() -> None:
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    table.bet(1)
    table.say(cmd.NoMoreBets())
    assert table.source.coming(table.state, 1)
    deck = table.state.decks[0]
    table.source.follow(table.state, ev.SecretsLost("lost"))
    assert table.source.coming(table.state, 1) == ()
    sealed = table.source.sealed()
    assert sealed["secrets"] == [{"commitment": deck.commitment, "secret": ""}]
    table.source.unseal(sealed)
    assert table.source.sealed() == sealed, "what is lost need not be found"
    with pytest.raises(BadInputError, match="missing"):
        table.source.cut_depth(table.state)


def test_a_source_that_holds_nothing_has_nothing_to_keep() -> None:
    assert SourceState({}) == NOTHING == SourceState({}, (), 0, None)
    assert Secrets() == Secrets("", "", (), ())
    for source in (SystemSource(), CommittedSource("t1", "ab" * 32), NamedCards()):
        assert source.snapshot() == NOTHING
    assert SeededSource(1, parse_cards("As")).snapshot() == SourceState(
        {}, tuple(parse_cards("As"))
    )


def test_a_secret_has_32_bytes_and_is_never_the_same() -> None:
    secrets = {system_secret() for _ in range(20)}
    assert len(secrets) == 20
    assert {len(bytes.fromhex(secret)) for secret in secrets} == {32}


def test_the_first_round_alone_begins_with_the_cards_named() -> None:
    felt = Felt(rules_of("let-it-ride"), deck="As Ks Qs")
    felt.play(sits(1, "p1"))
    felt.dealer()
    source: Source = felt.session.source
    assert source.coming(felt.state, 3) == tuple(parse_cards("As Ks Qs"))
    whole = source.coming(felt.state, 99)
    assert sorted(whole) == list(DECK.cards)
    felt.base(1).dealer()
    while felt.state.playing:
        felt.play(cmd.Ride(seat=1)) if felt.state.turn else None
        felt.session.run_dealer(until_round_ends=True)
    assert source.snapshot().first == ()
    assert source.coming(felt.state, 3) == (), "nothing before a new shuffle"


def test_fewer_cards_come_where_the_deck_runs_out() -> None:
    felt = at("let-it-ride")
    assert len(felt.session.source.coming(felt.state, 60)) == 52
    assert felt.session.source.coming(felt.state, 0) == ()


@pytest.mark.parametrize(
    ("text", "jokers", "words"),
    [
        ("As As", 0, "As is there twice"),
        ("* * *", 2, "3 times"),
        ("*", 0, "the deck has no such card as"),
    ],
)
def test_cards_that_cannot_come_first(text: str, jokers: int, words: str) -> None:
    with pytest.raises(BadInputError, match=words):
        first_cards(text, Deck(jokers))


def test_the_second_joker_named_is_the_other_one() -> None:
    deck = Deck(2)
    assert first_cards("* As *", deck) == (deck.cards[-2], *parse_cards("As"), deck.cards[-1])


def test_an_opening_without_a_seed_has_the_empty_one() -> None:
    source = source_of(Opening(rules_of("let-it-ride"), cards="seeded"))
    assert isinstance(source, SeededSource)
    assert source.seed == ""


def test_a_late_shuffle_takes_a_secret_of_its_own() -> None:
    """Words are pledged anew to it, so that it need not follow from the secret before."""
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    table.bet(1)
    table.say(cmd.NoMoreBets())
    table.say(cmd.OrderShuffle(), by=FRED)
    table.say(cmd.Shuffle(), by=DORA)
    first, second = table.source.sealed()["secrets"]
    assert [first["secret"], second["secret"]] == table.secrets.made
    assert second["commitment"] == table.commitment != first["commitment"]
    assert second["secret"] != secret_after(first["secret"], "t1", "t1-1")


def test_in_the_first_protocol_a_late_secret_follows_from_the_one_before() -> None:
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    table.bet(1)
    table.say(cmd.NoMoreBets())
    before = table.secrets.made[0]
    bound, secret = table.source.bind("t1-1", follows=True)
    assert secret == secret_after(before, "t1", "t1-1")
    assert bound == commitment("t1", "t1-1", table.source.rules_hash, secret)
    bound, secret = table.source.bind("t1-1", follows=False)
    assert secret == table.secrets.made[-1]
    fresh = CommittedSource("t1", "ab" * 32)
    with pytest.raises(BadInputError, match="missing"):
        fresh.bind("t1-1", follows=True)


def test_words_are_pledged_from_the_next_round_on_where_a_round_began_without() -> None:
    source = CommittedSource("t1", "ab" * 32)
    state = new_table(rules_of("let-it-ride"), commits=True)
    assert source.protocol(state) == 2
    on = replace(state, phase=DEALING)
    assert source.protocol(on) == 1
    assert source.protocol(replace(on, words_round="t1-1")) == 2


def test_a_table_that_closes_without_a_deck_reveals_no_cut() -> None:
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    assert table.state.decks[0].cut
    table.say(cmd.RemoveDecks(), by=DORA)
    (*_, revealed) = table.say(cmd.CloseTable(cards={}), by=FRED)
    assert isinstance(revealed, ev.SecretsRevealed)
    assert (revealed.cut, revealed.words, len(revealed.secrets)) == (None, "", 1)


def test_the_bytes_of_a_seed_are_those_of_its_text() -> None:
    """SHAKE-256 of the seed and the number of the shuffle, from the first byte on."""
    stream = seeded_stream("7", 2)
    read = b"".join(stream(count) for count in (1, 4, 0, 27))
    assert read == hashlib.shake_256(b"fairdeal seed 1|7|2").digest(32)
