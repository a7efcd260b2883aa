"""Compiled loops of the general solver: situations that follow others, and their settlement.

A situation is one word for each suit and joker of the deck: four bits for each rank say in which
group the card lies, 0 where it has not been seen. Words of suits that are alike are in order.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairdeal.lab.kernels.compiled import compiled, inlined
from fairdeal.lab.kernels.tables import Ints

#: Situations, a row of words each.
Words: TypeAlias = NDArray[np.uint64]
#: Places of situations among those of a stage.
Places: TypeAlias = NDArray[np.int32]

_EMPTY = -1


class Deck(NamedTuple):
    """Where each card of the deck is in a situation: its word and the shift in it. `kinds` has the
    words that may change places, a row for each kind, filled up with -1.
    """

    word: Ints
    shift: NDArray[np.uint64]
    kinds: Ints


class Hands(NamedTuple):
    """The parts of hands that a situation is settled on.

    A part is made of the cards of some groups (`groups`, as bits), of which the best `size` count.
    `whole` lists the sets of `size` among the cards that lie before the last card comes, as places,
    and `less` those of one card fewer, for parts that the last card goes into. `cells` are the
    hand tables one after the other, from `offset` on.
    """

    groups: Ints
    size: Ints
    whole: Ints
    whole_count: Ints
    less: Ints
    less_count: Ints
    offset: Ints
    cells: NDArray[np.uint8]
    binomials: Ints
    #: The parts of each hand (a row of flags), and what a hand's cell counts in an outcome.
    of_hand: NDArray[np.bool_]
    stride: Ints


@inlined
def _hash(words: Words, row: int, mask: int) -> int:
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for place in range(words.shape[1]):
        mixed = (mixed ^ words[row, place]) * np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(29)
    mixed = mixed * np.uint64(0x94D049BB133111EB)
    return int(np.int64((mixed ^ (mixed >> np.uint64(32))) & np.uint64(mask)))


@inlined
def _sort_kinds(words: Words, row: int, kinds: Ints) -> None:
    """Put the words of suits that are alike in order."""
    for kind in range(kinds.shape[0]):
        for last in range(1, kinds.shape[1]):
            if kinds[kind, last] < 0:
                break
            place = last
            while place > 0:
                here, before = kinds[kind, place], kinds[kind, place - 1]
                if words[row, before] <= words[row, here]:
                    break
                words[row, before], words[row, here] = words[row, here], words[row, before]
                place -= 1


@compiled
def sort_words(words: Words, kinds: Ints) -> None:
    """Put every situation into the form that all situations like it have."""
    for row in range(words.shape[0]):
        _sort_kinds(words, row, kinds)


@inlined
def _slot(words: Words, found: Words, table: Places) -> int:
    """Return the slot of the table where the first of some situations is, or where it is to be
    put.
    """
    slot = _hash(words, 0, table.size - 1)
    while table[slot] != _EMPTY:
        same = True
        for place in range(words.shape[1]):
            if found[table[slot], place] != words[0, place]:
                same = False
                break
        if same:
            break
        slot = (slot + 1) & (table.size - 1)
    return slot


@compiled
def follow(
    deck: Deck, parents: Words, count: int, group: int, ways: int
) -> tuple[Words, Places, Places]:
    """Turn up `count` cards of a group in every situation.

    Return the situations that follow, each once; for every parent and each of its `ways` the place
    of the situation that follows; and the table that `find` looks up.
    """
    cards = deck.word.size
    width = parents.shape[1]
    edges = np.empty((parents.shape[0], ways), np.int32)
    found = np.empty((1024, width), np.uint64)
    table = np.full(4096, _EMPTY, np.int32)
    known = 0
    unseen = np.empty(cards, np.int64)
    chosen = np.empty(count, np.int64)
    child = np.empty((1, width), np.uint64)
    code = np.uint64(group + 1)
    for parent in range(parents.shape[0]):
        free = 0
        for card in range(cards):
            if (parents[parent, deck.word[card]] >> deck.shift[card]) & np.uint64(15) == 0:
                unseen[free] = card
                free += 1
        for place in range(count):
            chosen[place] = place
        for way in range(ways):
            child[0] = parents[parent]
            for place in range(count):
                card = unseen[chosen[place]]
                child[0, deck.word[card]] |= code << deck.shift[card]
            _sort_kinds(child, 0, deck.kinds)
            slot = _slot(child, found, table)
            if table[slot] == _EMPTY:
                if known == found.shape[0]:
                    larger = np.empty((2 * known, width), np.uint64)
                    larger[:known] = found
                    found = larger
                found[known] = child[0]
                table[slot] = known
                edges[parent, way] = known
                known += 1
                if 2 * known > table.size:
                    table = np.full(4 * table.size, _EMPTY, np.int32)
                    for row in range(known):
                        slot = _hash(found, row, table.size - 1)
                        while table[slot] != _EMPTY:
                            slot = (slot + 1) & (table.size - 1)
                        table[slot] = row
            else:
                edges[parent, way] = table[slot]
            # The next set of cards in order.
            place = count - 1
            while place >= 0 and chosen[place] == free - count + place:
                place -= 1
            if place >= 0:
                chosen[place] += 1
                for after in range(place + 1, count):
                    chosen[after] = chosen[after - 1] + 1
    return found[:known].copy(), edges, table


@compiled
def find(words: Words, found: Words, table: Places) -> int:
    """Return the place of a situation among those that `follow` found; -1 if it is not among
    them.
    """
    return int(table[_slot(words, found, table)])


@compiled
def sum_followers(edges: Places, values: Ints, totals: Ints) -> None:
    """Return the sum of the values of all situations that follow each situation, for each way of
    betting.
    """
    for parent in range(edges.shape[0]):
        for way in range(edges.shape[1]):
            for bets in range(values.shape[1]):
                totals[parent, bets] += values[edges[parent, way], bets]


@compiled
def pass_on(edges: Places, weights: Ints, following: Ints) -> None:
    """Add the weight of each situation to each one that follows it."""
    for parent in range(edges.shape[0]):
        for bets in range(weights.shape[1]):
            weight = weights[parent, bets]
            if weight:
                for way in range(edges.shape[1]):
                    following[edges[parent, way], bets] += weight


@inlined
def _prepare(
    hands: Hands,
    owner: Ints,
    takes: NDArray[np.bool_],
    part_cards: Ints,
    held: Ints,
    base: Ints,
    least: Ints,
    gap: Ints,
) -> None:
    """Prepare each part of a hand: its cards in order; the best cell that they make without the
    last card; and, for each set that the last card can join, the set's place without that card, by
    how many cards of the part are below it.
    """
    for part in range(hands.size.size):
        count = 0
        for card in range(owner.size):
            if owner[card] >= 0 and (hands.groups[part] >> owner[card]) & 1:
                part_cards[part, count] = card
                count += 1
        held[part] = count
        size, best = hands.size[part], -1
        for option in range(hands.whole_count[part]):
            place = hands.offset[part]
            for which in range(size):
                card = part_cards[part, hands.whole[part, option, which]]
                place += hands.binomials[card, which + 1]
            best = max(best, int(hands.cells[place]))
        base[part] = best
        if takes[part]:
            for option in range(hands.less_count[part]):
                for before in range(count + 1):
                    # Cards of the set below the last card keep their place in it.
                    place, lower = hands.offset[part], 0
                    for which in range(size - 1):
                        index = hands.less[part, option, which]
                        card = part_cards[part, index]
                        if index < before:
                            lower += 1
                            place += hands.binomials[card, which + 1]
                        else:
                            place += hands.binomials[card, which + 2]
                    least[part, before, option] = place
                    gap[part, before, option] = lower + 1


@inlined
def _outcome(
    hands: Hands,
    new: int,
    takes: NDArray[np.bool_],
    part_cards: Ints,
    held: Ints,
    base: Ints,
    least: Ints,
    gap: Ints,
    cell: Ints,
) -> int:
    """Return the outcome when the last card is `card`."""
    for part in range(hands.size.size):
        best = base[part]
        if takes[part]:
            before = 0
            while before < held[part] and part_cards[part, before] < new:
                before += 1
            for option in range(hands.less_count[part]):
                place = (
                    least[part, before, option] + hands.binomials[new, gap[part, before, option]]
                )
                best = max(best, int(hands.cells[place]))
        cell[part] = best
    outcome = 0
    for hand in range(hands.stride.size):
        best = -1
        for part in range(hands.size.size):
            if hands.of_hand[hand, part]:
                best = max(best, int(cell[part]))
        outcome += hands.stride[hand] * best
    return outcome


@inlined
def _read(deck: Deck, words: Words, row: int, owner: Ints, unseen: Ints) -> int:
    """Read the group of each card, -1 where it is unseen, and list the unseen ones."""
    free = 0
    for card in range(owner.size):
        code = (words[row, deck.word[card]] >> deck.shift[card]) & np.uint64(15)
        owner[card] = np.int64(code) - 1
        if code == 0:
            unseen[free] = card
            free += 1
    return free


@inlined
def _next_card(
    at: Ints, depth: int, chained: NDArray[np.bool_], owner: Ints, unseen: Ints, free: int
) -> int:
    """Return the next unseen card for a place; the one that lies there is taken back."""
    following = 0
    if at[depth] >= 0:
        owner[unseen[at[depth]]] = -1
        following = at[depth] + 1
    elif chained[depth]:
        following = at[depth - 1] + 1
    while following < free and owner[unseen[following]] >= 0:
        following += 1
    return following


@compiled
def settle(
    deck: Deck,
    hands: Hands,
    words: Words,
    groups: Ints,
    chained: NDArray[np.bool_],
    paid: Ints,
    sums: Ints,
    weights: Ints,
    outcomes: Ints,
) -> None:
    """Deal the last cards to every situation in all ways, one group each, and settle.

    The results of each outcome (`paid`) are added to `sums`. If there are `weights`, each outcome
    is also counted in `outcomes` with the weight of its situation. A card that is `chained` is
    turned up together with the one before it.
    """
    cards, parts, last = deck.word.size, hands.size.size, groups.size - 1
    owner = np.empty(cards, np.int64)
    unseen = np.empty(cards, np.int64)
    at = np.empty(last + 2, np.int64)
    part_cards = np.empty((parts, 16), np.int64)
    base = np.empty(parts, np.int64)
    least = np.empty((parts, 17, hands.less.shape[1] + 1), np.int64)
    gap = np.empty((parts, 17, hands.less.shape[1] + 1), np.int64)
    cell = np.empty(parts, np.int64)
    takes = np.zeros(parts, np.bool_)
    held = np.empty(parts, np.int64)
    counting = weights.shape[0] > 0
    if last >= 0:
        for part in range(parts):
            takes[part] = (hands.groups[part] >> groups[last]) & 1 == 1
    for row in range(words.shape[0]):
        if counting and not weights[row].any():
            continue
        free = _read(deck, words, row, owner, unseen)
        for place in range(last):
            at[place] = -1
        depth = 0
        while depth >= 0:
            if depth < last:
                following = _next_card(at, depth, chained, owner, unseen, free)
                if following == free:
                    at[depth] = -1
                    depth -= 1
                else:
                    at[depth] = following
                    owner[unseen[following]] = groups[depth]
                    depth += 1
                continue
            # All cards lie but the last.
            _prepare(hands, owner, takes, part_cards, held, base, least, gap)
            first = 0
            if last > 0 and chained[last]:
                first = at[last - 1] + 1
            for turned in range(first, max(free, 1)):
                new = 0
                if last >= 0:
                    new = unseen[turned]
                    if owner[new] >= 0:
                        continue
                outcome = _outcome(hands, new, takes, part_cards, held, base, least, gap, cell)
                if counting:
                    for bets in range(weights.shape[1]):
                        outcomes[bets, outcome] += weights[row, bets]
                else:
                    for column in range(paid.shape[1]):
                        sums[row, column] += paid[outcome, column]
                if last < 0:
                    break
            depth -= 1
