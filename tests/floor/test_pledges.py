"""Pledged words on a floor: how long they are waited for, and what an insider gains."""

import json
import random
from hashlib import sha256
from pathlib import Path

import pytest
from harness import QUIET, RIDE, Harness, rest, rules_of

from fairdeal.cards import card_text
from fairdeal.errors import Refused
from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.records import record
from fairdeal.floor.tables.replay import replay
from fairdeal.floor.tables.table_acts import hand_over
from fairdeal.play.fairness import fair_order
from fairdeal.table.legal import legal_actions
from fairdeal.table.state import DEALING, OPEN
from fairdeal.table.words import waits_for_words


@pytest.fixture
def url(tmp_path: Path) -> str:
    return str(tmp_path / "floor.db")


PACED = FloorSettings(pace=1.0, clock=0, bots=False)


def pledge(round_id: str, seat: int, word: str) -> str:
    table = round_id.rpartition("-")[0]
    return sha256(f"fairdeal word 1|{table}|{round_id}|{seat}|{word}".encode()).hexdigest()


def bets(house: Harness, people: dict[int, Person], words: dict[int, str]) -> None:
    """All bet, and say that their bets stand, with the pledge to a word where they have one."""
    for seat, who in people.items():
        house.say(who, "t1", **house.bets("t1", seat))
    for seat, who in people.items():
        more = {"pledge": pledge("t1-1", seat, words[seat])} if seat in words else {}
        house.say(who, "t1", do="ready", seat=seat, **more)


def two(url: str, settings: FloorSettings = QUIET) -> tuple[Harness, dict[int, Person]]:
    house = Harness(url, rules_of(RIDE), settings=settings)
    people = {1: house.guest("ann"), 2: house.guest("bob")}
    for seat, who in people.items():
        house.sit(who, seat=seat)
    if settings.pace:
        rest(house, 20)
    return house, people


def test_the_deal_waits_for_the_words_and_no_longer(url: str) -> None:
    house, people = two(url)
    bets(house, people, {1: "seven", 2: "eight"})
    state = house.table().state
    assert (state.phase, state.out) == (DEALING, frozenset())
    house.say(people[1], "t1", do="reveal-word", seat=1, word="seven")
    assert not house.table().state.out
    house.say(people[2], "t1", do="reveal-word", seat=2, word="eight")
    assert house.table().state.out, "dealt as soon as the last word is known"
    house.play_out(people)
    told = record(house.floor.store, "t1-1")
    assert (told["words"], told["protocol"]) == ("1=seven,2=eight", 2)
    assert replay(told).valid
    house.audit()


@pytest.mark.parametrize("settings", [QUIET, PACED])
def test_a_word_is_waited_for_one_or_two_seconds(url: str, settings: FloorSettings) -> None:
    """Bob's connection is gone: his word is withheld, and the round goes on."""
    house, people = two(url, settings)
    house.time += 0.9  # the entry's time is rounded down: what counts is what has really passed
    bets(house, people, {1: "seven", 2: "eight"})
    if settings.pace:
        rest(house, 1.5)  # the dealer's pause before "no more bets"
    assert house.table().state.phase is DEALING
    house.say(people[1], "t1", do="reveal-word", seat=1, word="seven")
    seconds = settings.word_seconds
    assert seconds == (2 if settings.pace else 1)
    waited = 0.0
    while house.table().state.pledges.keys() == {1, 2}:
        rest(house, 0.1, 0.1)
        waited += 0.1
    assert seconds - 0.6 <= waited <= seconds + 1.0
    with pytest.raises(Refused):
        house.say(people[2], "t1", do="reveal-word", seat=2, word="eight")
    rest(house, 60)
    while house.table().state.phase is not OPEN:
        for action in legal_actions(house.table().state)[:1]:
            house.decide(people[action.seat])
        rest(house, 30)
    told = record(house.floor.store, "t1-1")
    assert told["words"] == "1=seven"
    kinds = [event["event"] for entry in told["entries"] for event in entry["events"]]
    assert kinds.count("word-withheld") == 1
    assert replay(told).valid


def test_a_word_is_withheld_though_the_clock_was_set_back(url: str) -> None:
    """The table's own clock stands still then, and the table stopped with the stakes on it."""
    house, people = two(url)
    bets(house, people, {1: "seven"})
    house.time -= 3_600
    rest(house, 5)
    assert house.table().stopped is None
    assert house.table().state.out, "the round goes on without the word"
    house.play_out(people)
    assert record(house.floor.store, "t1-1")["words"] == ""
    house.audit()


def test_the_clock_closes_the_words_where_a_person_deals(url: str) -> None:
    house, people = two(url)
    staff = house.staff()
    house.ask(lambda floor: hand_over(floor, staff["floor"], "t1", "person"))
    bets(house, people, {1: "seven"})
    house.say(staff["dealer"], "t1", do="no-more-bets")
    rest(house, 5)
    assert house.table().stopped is None
    assert not waits_for_words(house.table().state)
    house.audit()


def test_after_a_restart_the_words_are_still_waited_for(url: str) -> None:
    house, people = two(url)
    bets(house, people, {1: "seven"})
    house.reopen()
    assert house.table().deadline(0, 1) is not None
    house.say(people[1], "t1", do="reveal-word", seat=1, word="seven")
    assert house.table().state.out
    house.play_out(people)
    assert record(house.floor.store, "t1-1")["words"] == "1=seven"


def test_nobody_is_held_up_where_nothing_is_pledged(url: str) -> None:
    house, people = two(url)
    bets(house, people, {})
    assert house.table().state.out


def test_a_late_order_is_taken_once_on_a_floor(url: str) -> None:
    house, people = two(url)
    fred = house.staff()["floor"]
    bets(house, people, {1: "seven", 2: "eight"})
    first = house.table().state.decks[0].commitment
    house.say(fred, "t1", do="order-shuffle")
    state = house.table().state
    assert state.decks[0].commitment != first
    assert state.to_pledge == {1, 2}
    for seat, who in people.items():
        house.say(who, "t1", do="pledge", seat=seat, pledge=pledge("t1-1", seat, f"new {seat}"))
    for late in ("order-shuffle", "order-recut"):
        with pytest.raises(Refused) as refused:
            house.say(fred, "t1", do=late)
        assert "second order is refused" in refused.value.reason
    for seat, who in people.items():
        house.say(who, "t1", do="reveal-word", seat=seat, word=f"new {seat}")
    house.play_out(people)
    told = record(house.floor.store, "t1-1")
    assert [one["words"] for one in told["secrets"]] == ["", "1=new 1,2=new 2"]
    assert told["secrets"][0]["commitment"] == first
    assert told["secrets"][-1]["secret"] == told["secret"]
    assert replay(told).valid
    house.audit()


# The insider --------------------------------------------------------------------------------------

#: How many words an insider tries.
TRIED = 200


def top_card(house: Harness, secret: str, words: str) -> str:
    """The card that is dealt first, in a deck that is shuffled with those words."""
    deck = house.table().state.rules.game.deck
    return card_text(fair_order(deck, secret, "t1", "t1-1", words, None)[0])


def test_an_insider_finds_no_word_that_helps(url: str) -> None:
    """Mallory reads the secret and all that the database holds, waits for Ann's word, and searches
    for one of his own that puts an ace on top. He finds it, and it is refused.
    """
    house, people = two(url)
    ann, mallory = people[1], people[2]
    rng = random.Random("ann")
    ann_word = rng.randbytes(16).hex()
    for seat, who in people.items():
        house.say(who, "t1", **house.bets("t1", seat))
    house.say(ann, "t1", do="ready", seat=1, pledge=pledge("t1-1", 1, ann_word))
    # What he can read before he has to pledge: the secret, and nothing that gives Ann's word.
    held = house.table().session.source.snapshot().secrets
    assert held is not None
    secret = held.made[-1][1]
    assert ann_word not in json.dumps(house.dump(), default=str)
    assert ann_word not in json.dumps(house.faces[-1].view(house.faces[-1].viewer(mallory)))
    words = [f"luck {n}" for n in range(TRIED)]
    best = next(word for word in words if top_card(house, secret, f"2={word}")[0] == "A")
    house.say(mallory, "t1", do="ready", seat=2, pledge=pledge("t1-1", 2, best))
    house.say(ann, "t1", do="reveal-word", seat=1, word=ann_word)
    # Now he knows all, and searches again.
    suits = [w for w in words if top_card(house, secret, f"1={ann_word},2={w}")[0] == "A"]
    assert len(suits) > TRIED / 26
    for word in {*suits} - {best}:
        with pytest.raises(Refused):
            house.say(mallory, "t1", do="reveal-word", seat=2, word=word)
    house.say(mallory, "t1", do="reveal-word", seat=2, word=best)
    house.play_out(people)
    told = record(house.floor.store, "t1-1")
    assert told["order"][0] == top_card(house, secret, f"1={ann_word},2={best}")
    assert replay(told).valid


def test_what_an_insider_prepares_is_worth_no_more_than_chance(url: str) -> None:
    """The word that he found for an ace on top, once with the word of an honest player beside it:
    aces come as often as they do by chance. With an open word of his own he has one every time.
    """
    house, _ = two(url)
    rng = random.Random("insider")
    rounds, aces = 400, 0
    for _ in range(rounds):
        secret = rng.randbytes(32).hex()
        words = (f"luck {n}" for n in range(10_000))
        best = next(word for word in words if top_card(house, secret, f"2={word}")[0] == "A")
        honest = rng.randbytes(16).hex()
        aces += top_card(house, secret, f"1={honest},2={best}")[0] == "A"
    expected, deviation = rounds / 13, (rounds * (1 / 13) * (12 / 13)) ** 0.5
    assert abs(aces - expected) < 4 * deviation
