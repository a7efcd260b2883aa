"""The random numbers of simulations, and the cards that follow from them."""

from collections import Counter
from itertools import islice

import pytest
import randomgen

from fairdeal.cards import STANDARD_52, WITH_TWO_JOKERS, is_joker
from fairdeal.errors import BadInputError
from fairdeal.simulate.philox import SEEDS, Block, RoundDeck, philox4x32, round_words, seed_number

#: Counter, key and answer: the known-answer tests of Random123, kat_vectors, philox4x32 10.
PUBLISHED: tuple[tuple[Block, tuple[int, int], Block], ...] = (
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    (
        (0xFFFFFFFF,) * 4,
        (0xFFFFFFFF,) * 2,
        (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    ),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
)


@pytest.mark.parametrize(("counter", "key", "answer"), PUBLISHED)
def test_published_known_answers(counter: Block, key: tuple[int, int], answer: Block) -> None:
    assert philox4x32(counter, key) == answer


def test_another_implementation_agrees() -> None:
    """randomgen counts up before it draws."""
    for seed, number in ((7, 0), (2**63 + 5, 2**40 + 3), (SEEDS - 1, 1)):
        counter = (number + (1 << 64)) - 1  # block 1 of the round, less one
        other = randomgen.Philox(key=seed, counter=counter, number=4, width=32)
        expected = [int(word) for word in other.random_raw(4)]
        assert list(islice(round_words(seed, number), 4, 8)) == expected


def test_a_round_has_its_own_words() -> None:
    seen = {tuple(islice(round_words(7, number), 8)) for number in range(1_000)}
    assert len(seen) == 1_000
    assert list(islice(round_words(7, 5), 4)) == list(philox4x32((5, 0, 0, 0), (7, 0)))


def test_a_deck_is_a_deck_however_it_is_asked_for() -> None:
    for deck in (STANDARD_52, WITH_TWO_JOKERS):
        for number in range(50):
            whole = RoundDeck(deck, 3, number).top(len(deck))
            assert sorted(whole) == sorted(deck.cards)
            one = RoundDeck(deck, 3, number)
            assert [one.top(count)[-1] for count in range(1, len(deck) + 1)] == list(whole)


def test_the_first_joker_is_the_first_one() -> None:
    for number in range(30):
        order = RoundDeck(WITH_TWO_JOKERS, 1, number).top(54)
        jokers = [card for card in order if is_joker(card)]
        assert jokers == sorted(jokers)


def test_words_become_cards_as_documented() -> None:
    """The first three places, from the words by the text of the module alone."""
    for number in range(200):
        for word in round_words(9, number):
            first, rest = divmod(word * 52, 2**32)
            second, rest = divmod(rest * 51, 2**32)
            third, rest = divmod(rest * 50, 2**32)
            if rest >= 2**32 % (52 * 51 * 50):
                break
        deck = list(range(52))
        for place, chosen in enumerate((first, second, third)):
            other = place + chosen
            deck[place], deck[other] = deck[other], deck[place]
        assert RoundDeck(STANDARD_52, 9, number).top(3) == tuple(deck[:3])


def test_every_choice_takes_as_many_words_as_any_other() -> None:
    """The arithmetic, with words of 8 bits, over all of them: none is favoured."""
    sizes = (6, 5, 4)
    counts: Counter[tuple[int, ...]] = Counter()
    for word in range(256):
        rest, chosen = word, []
        for size in sizes:
            high, rest = divmod(rest * size, 256)
            chosen.append(high)
        if rest >= 256 % (6 * 5 * 4):
            counts[tuple(chosen)] += 1
    assert len(counts) == 6 * 5 * 4
    assert set(counts.values()) == {2}


def test_a_rejected_word_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word of zero leaves nothing in its low bits, which is below every bound."""
    words = iter((0, *islice(round_words(4, 4), 18)))
    monkeypatch.setattr("fairdeal.simulate.philox.round_words", lambda *_: words)
    assert RoundDeck(STANDARD_52, 1, 1).top(52) == RoundDeckOfWords(4, 4).top(52)


class RoundDeckOfWords(RoundDeck):
    """A deck whose words are not replaced."""

    def __init__(self, seed: int, number: int) -> None:
        super().__init__(STANDARD_52, seed, number)
        self._words = round_words(seed, number)


def test_seeds() -> None:
    assert seed_number("7") == seed_number(7) == 7
    assert seed_number("tuesday") == seed_number("tuesday") != seed_number("wednesday")
    for wrong in (-1, SEEDS):
        with pytest.raises(BadInputError, match="a seed is from 0"):
            seed_number(wrong)
