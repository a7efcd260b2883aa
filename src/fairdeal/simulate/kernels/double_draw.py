"""Double Draw, compiled: five cards, a draw of up to three and a draw of one.

The first decision is looked up by the hand with its suits renamed in the order in which they are
met, as the player at a table does. The second is weighed in every round, because the cards thrown
away count in it.
"""

from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

import numpy as np

from fairdeal.lab.kernels.double_draw.decisions import THROWS, look_up_values, paid_of
from fairdeal.lab.kernels.double_draw.second_draw import PaidHands
from fairdeal.lab.kernels.double_draw.solution import ScaledResults, solve_scaled
from fairdeal.lab.kernels.double_draw.subsets import CHOOSE
from fairdeal.lab.kernels.double_draw.tables import tables_of
from fairdeal.lab.kernels.tables import Ints
from fairdeal.simulate.kernels.compiled import compiled, inlined
from fairdeal.simulate.kernels.deal import (
    BUFFER_ROUNDS,
    DealConstants,
    Endings,
    Small,
    deal_buffer,
    deal_rounds,
    int64,
)
from fairdeal.simulate.kernels.double_draw_card import (
    DECK,
    FOLD,
    FOLD_CHOICE,
    CardDecisions,
    card_choice,
)

HAND: Final = 5
JOKER: Final = 52
#: How a seat decides: by the tables, always with all cards kept, never, always with paired cards
#: and jokers kept, or by the printed card.
BY_TABLES, ALWAYS, NEVER, KEEP_PAIRS, BY_CARD = range(5)
#: The traced numbers of a round: how it ended, the discards of both draws, and the final hand.
STATE, FIRST_COUNT, FIRST, SECOND_COUNT, SECOND, FINAL = 0, 1, 2, 5, 6, 7
MADE: Final = 12


class Decisions(NamedTuple):
    """By place of a hand whose suits are renamed: which of its sorted cards are thrown, as bits."""

    first: Small
    paid: PaidHands


@inlined
def sort_hand(hand: Ints) -> None:
    """Sort five cards in place."""
    for i in range(1, 5):
        card, j = hand[i], i - 1
        while j >= 0 and hand[j] > card:
            hand[j + 1] = hand[j]
            j -= 1
        hand[j + 1] = card


@inlined
def rename(hand: Ints, named: Ints, back: Ints, suits: Ints) -> None:
    """Sort a hand, name its suits in the order in which they are met, and sort the renamed cards
    into `named` with the real ones in `back`. `suits` keeps the names.
    """
    sort_hand(hand)
    for suit in range(4):
        suits[suit] = -1
    met = 0
    for i in range(5):
        card = hand[i]
        if card < JOKER:
            suit = card & 3
            if suits[suit] < 0:
                suits[suit] = met
                met += 1
            card = (card & ~3) | suits[suit]
        j = i - 1
        while j >= 0 and named[j] > card:
            named[j + 1], back[j + 1] = named[j], back[j]
            j -= 1
        named[j + 1], back[j + 1] = card, hand[i]
    suits[4] = met


@compiled
def renamed_hands(found: Ints, count: bool) -> int:
    """Write every hand that keeps its names when it is renamed; how many there are."""
    hand, named = np.empty(5, np.int64), np.empty(5, np.int64)
    back, suits = np.empty(5, np.int64), np.empty(5, np.int64)
    number = 0
    for a in range(54):
        for b in range(a + 1, 54):
            for c in range(b + 1, 54):
                for d in range(c + 1, 54):
                    for e in range(d + 1, 54):
                        hand[0], hand[1], hand[2], hand[3], hand[4] = a, b, c, d, e
                        rename(hand, named, back, suits)
                        same = True
                        for i in range(5):
                            same = same and named[i] == hand[i]
                        if same:
                            if not count:
                                for i in range(5):
                                    found[number, i] = hand[i]
                            number += 1
    return number


@lru_cache(maxsize=2)
def no_decisions(results: ScaledResults) -> Decisions:
    """Return what final hands are, for a player who needs no best decisions: the game is not
    solved for it.
    """
    return Decisions(np.zeros(1, np.uint8), paid_of(results, DECK))


@lru_cache(maxsize=2)
def decisions(results: ScaledResults) -> Decisions:
    """Return the best decisions with the two jokers in the deck."""
    tables = tables_of(DECK)
    solution = solve_scaled(results, tables)
    hands = np.zeros((renamed_hands(np.zeros((0, HAND), np.int64), True), HAND), np.int64)
    renamed_hands(hands, False)
    values = look_up_values(tables, solution.values, hands)
    # Of equal throws the first counts: fewer cards, then the lower ones.
    best = values.argmax(axis=1)
    masks = np.array(THROWS, np.uint8)[best]
    folds = values[np.arange(len(hands)), best] < results.fold_first * tables.denominator
    masks[folds] = FOLD
    first = np.zeros(comb(54, HAND), np.uint8)
    places = sum(CHOOSE[hands[:, i], i + 1] for i in range(HAND))
    first[places] = masks
    return Decisions(first, paid_of(results, DECK))


@inlined
def second_choice(named: Ints, dead: Ints, count: int, paid: PaidHands, four: Ints) -> int:
    """Return the best second choice: 0 to stand pat, 1 to 5 to throw that card of the sorted hand,
    6 to fold. `dead` are the cards thrown away, renamed.
    """
    below = 0
    above = 0
    for k in range(1, 5):
        above += CHOOSE[named[k], k]
    for k in range(5):
        four[k] = below + above
        below += CHOOSE[named[k], k + 1]
        if k + 1 < 5:
            above -= CHOOSE[named[k + 1], k + 1]
    unseen = 54 - HAND - count
    pat = paid.net[paid.made[four[4], named[4]]]
    best, choice = unseen * pat, 0
    for k in range(5):
        value = paid.values[four[k]] - pat
        if value - count * paid.lowest[four[k]] > best:
            for i in range(count):
                value -= paid.net[paid.made[four[k], dead[i]]]
            if value > best:
                best, choice = value, k + 1
    if best < unseen * paid.fold:
        choice = FOLD_CHOICE
    return choice


@inlined
def _hand_place(hand: Ints) -> int:
    """Return the place of a sorted hand."""
    place = 0
    for k in range(5):
        place += CHOOSE[hand[k], k + 1]
    return place


@compiled
def play(  # noqa: PLR0915 - one loop, which helpers with arrays would slow down
    first: int,
    how: DealConstants,
    places: Ints,
    stub: int,
    decided: Decisions,
    printed: CardDecisions,
    policies: Ints,
    endings: Endings,
    cards: Small,
    made: Small,
) -> None:
    """Play rounds from a number on, each seat in its turn. `places` says where in the deck the own
    cards of each seat lie, `stub` where the cards to draw begin. An ending is 0 or 1 for a fold at
    a draw, else two and the cell. What a seat keeps does not depend on the others, but which cards
    it draws does: every seat makes its first draw before any seat makes its second.
    """
    buffer = deal_buffer(how.places, how.bounds.size)
    dealt, deck = buffer.cards, np.empty(how.places, np.uint8)
    hand, held, named = np.empty(5, np.int64), np.empty(5, np.int64), np.empty(5, np.int64)
    back, suits, four = np.empty(5, np.int64), np.empty(5, np.int64), np.empty(5, np.int64)
    thrown, dead = np.empty(3, np.int64), np.empty(3, np.int64)
    seats, rounds = endings.shape
    # What each seat holds and has thrown between the draws.
    holding, gone = np.empty((seats, 5), np.int64), np.empty((seats, 3), np.int64)
    gone_count, folded = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    paid, card_paid = decided.paid, printed.paid
    best_first, card_first, card_second = decided.first, printed.first, printed.second
    traced = cards.size > 0
    for i in range(rounds):
        at = i % BUFFER_ROUNDS
        if at == 0:
            deal_rounds(first + i, min(BUFFER_ROUNDS, rounds - i), how, buffer)
        # Jokers look alike: the first from the top is the first one.
        met = 0
        for place in range(deck.size):
            card = dealt[place, at]
            if card >= JOKER:
                card = JOKER + met
                met += 1
            deck[place] = card
        following = stub
        for seat in range(seats):
            for k in range(5):
                held[k] = deck[places[seat, k]]
                hand[k] = held[k]
            policy, count, mask = policies[seat], 0, 0
            if policy == NEVER:
                mask = FOLD
            elif policy == BY_TABLES:
                rename(hand, named, back, suits)
                mask = int64(best_first[_hand_place(named)])
            elif policy == BY_CARD:
                sort_hand(hand)
                for k in range(5):
                    back[k] = hand[k]
                mask = int64(card_first[_hand_place(hand)])
            folded[seat] = mask == FOLD
            if policy == KEEP_PAIRS:
                count = _unpaired(held, hand, thrown, 3)
            elif mask != FOLD:
                for k in range(5):
                    if mask >> k & 1:
                        thrown[count] = back[k]
                        count += 1
            following = _exchange(held, thrown, count, deck, following)
            gone_count[seat] = count
            for k in range(5):
                holding[seat, k] = held[k]
            for k in range(count):
                gone[seat, k] = thrown[k]
        for seat in range(seats):
            for k in range(5):
                held[k] = holding[seat, k]
                hand[k] = held[k]
            policy, count = policies[seat], gone_count[seat]
            for k in range(count):
                thrown[k] = gone[seat, k]
            ending, last, choice = 2, -1, 0
            if folded[seat]:
                ending = 0
            elif policy == BY_TABLES:
                rename(hand, named, back, suits)
                _rename_dead(thrown, dead, count, suits)
                choice = second_choice(named, dead, count, paid, four)
            elif policy == BY_CARD:
                sort_hand(hand)
                for k in range(5):
                    back[k] = hand[k]
                left_open = int64(card_second[_hand_place(hand)])
                choice = card_choice(hand, thrown, count, left_open, card_paid)
            elif policy == KEEP_PAIRS and _unpaired(held, hand, dead, 1) == 1:
                back[0], choice = dead[0], 1
            if choice == FOLD_CHOICE:
                ending = 1
            elif choice > 0:
                last = back[choice - 1]
                suits[0] = last
                following = _exchange(held, suits, 1, deck, following)
            if ending == 2:
                for k in range(5):
                    hand[k] = held[k]
                sort_hand(hand)
                place = 0
                for k in range(4):
                    place += CHOOSE[hand[k], k + 1]
                ending = 2 + int64(paid.made[place, hand[4]])
            endings[seat, i] = ending
            if traced:
                made[seat, i, STATE], made[seat, i, FIRST_COUNT] = min(ending, 2), count
                for k in range(count):
                    made[seat, i, FIRST + k] = thrown[k]
                made[seat, i, SECOND_COUNT] = 1 if last >= 0 else 0
                made[seat, i, SECOND] = max(last, 0)
                for k in range(5):
                    made[seat, i, FINAL + k] = held[k]
        if traced:
            for place in range(cards.shape[1]):
                cards[i, place] = deck[place]


@inlined
def _unpaired(held: Ints, hand: Ints, thrown: Ints, most: int) -> int:
    """Write the lowest cards of a hand whose rank it has once, up to so many of them, and no joker;
    how many there are.
    """
    for k in range(5):
        hand[k] = held[k]
    sort_hand(hand)
    count = 0
    for k in range(5):
        once = hand[k] < JOKER and count < most
        for j in range(5):
            once = once and (j == k or hand[j] >> 2 != hand[k] >> 2)
        if once:
            thrown[count] = hand[k]
            count += 1
    return count


@inlined
def _exchange(held: Ints, thrown: Ints, count: int, deck: Small, following: int) -> int:
    """Take so many cards out of a hand and put the next ones of the deck at its end."""
    kept = 0
    for k in range(5):
        stays = True
        for j in range(count):
            stays = stays and held[k] != thrown[j]
        if stays:
            held[kept] = held[k]
            kept += 1
    at = following
    while kept < 5:
        held[kept] = deck[at]
        at += 1
        kept += 1
    return at


@inlined
def _rename_dead(thrown: Ints, dead: Ints, count: int, suits: Ints) -> None:
    """Rename the cards thrown away, lowest first, with names that go on from those of the hand."""
    for i in range(1, count):
        card, j = thrown[i], i - 1
        while j >= 0 and thrown[j] > card:
            thrown[j + 1] = thrown[j]
            j -= 1
        thrown[j + 1] = card
    for i in range(count):
        card = thrown[i]
        if card < JOKER:
            suit = card & 3
            if suits[suit] < 0:
                suits[suit] = suits[4]
                suits[4] += 1
            card = (card & ~3) | suits[suit]
        dead[i] = card
