"""The decks of the drill: whole, in step with the cards, and their costs by a second route."""

import json
from fractions import Fraction
from itertools import combinations

import msgspec
import pytest

from fairdeal.cards import cards_text, parse_cards
from fairdeal.games import GAMES
from fairdeal.lab.decisions.strategy import strategy_card
from fairdeal.rulebook.situation import decision_points
from fairdeal.school.drill_costs import buttons_of, situation_of, words_before
from fairdeal.school.drill_deck import COST_PARTS, DrillDeck
from fairdeal.simulate.card_player import CardPlayer
from fairdeal.web.lab.drill_prices import DrillBody, drill_answer, drill_question
from fairdeal.web.pages.games.figures import paytable_of, printed_rules
from tools.drill_decks import FOLDER, missing
from tools.drill_learner import as_dealt, each_alike, lines_of, medians, the_drill

DECKS = {
    path.stem: msgspec.json.decode(path.read_bytes(), type=DrillDeck)
    for path in sorted(FOLDER.glob("*.json"))
}
RULES = {
    "-".join(filter(None, (game.name, paytable_of(rules).lower()))): rules
    for game in GAMES
    for rules in printed_rules(game)
}
#: What Let It Ride pays to one by paytable A, MD-LIR 12.A, for the hands of one deck.
PAYS = (0, 1, 2, 3, 5, 8, 11, 50, 200, 1000)


def test_every_game_and_paytable_has_a_deck() -> None:
    assert set(DECKS) == set(RULES)


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_has_every_line_of_its_card(name: str) -> None:
    deck, rules = DECKS[name], RULES[name]
    card = strategy_card(rules)
    assert [[(line.when, line.do) for line in section.lines] for section in deck.sections] == [
        [(rule.when, rule.do) for rule in section.rules] for section in card.sections
    ]
    assert missing(deck) == []


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_says_what_a_player_does_who_follows_the_card(name: str) -> None:
    """Of the first decision of each line, by the strategy that follows the card."""
    deck, rules = DECKS[name], RULES[name]
    follows = CardPlayer(rules)
    first = {(one.section, one.line): one for one in reversed(deck.decisions)}
    for one in first.values():
        situation = situation_of(rules.game, one)
        choice = follows.choice(situation)
        section = deck.sections[one.section]
        sizes = range(section.most + 1) if section.most else ()
        discards = [sorted(some) for size in sizes for some in combinations(situation.cards, size)]
        if choice.action == "draw":
            place = len(section.buttons) + discards.index(sorted(choice.discard or ()))
        else:
            place = section.buttons.index(f"{choice.times}x" if choice.times else choice.action)
        assert one.card == place, one


def test_a_deck_has_the_grid_and_the_cost_of_its_card() -> None:
    deck = DECKS["run-em-twice"]
    assert "costs 0.2126 percent of the ante" in deck.cost
    # Rows and columns from the ace down: suited queen and jack is above the diagonal.
    assert [len(row) for row in deck.grid] == [13] * 13
    assert (deck.grid[2][3], deck.grid[3][2], deck.grid[10][9]) == ("3x", "1x", "fold")
    assert all(not one.grid for name, one in DECKS.items() if name != "run-em-twice")


@pytest.mark.parametrize("name", DECKS)
def test_every_decision_has_a_cost_for_each_choice_and_a_best_one(name: str) -> None:
    deck, game = DECKS[name], RULES[name].game
    points = decision_points(game)
    for one in deck.decisions:
        section = deck.sections[one.section]
        assert section.buttons == buttons_of(game, points[one.section].wager)
        cards = parse_cards(one.cards)
        discards = sum(
            1 for size in range(section.most + 1) for _ in combinations(cards, size) if section.most
        )
        assert len(one.costs) == len(section.buttons) + discards
        assert min(one.costs) == 0
        seen = [*cards, *parse_cards(one.board), *parse_cards(one.thrown)]
        jokers = [card for card in seen if card >= 52]
        assert len(set(seen)) == len(seen) or jokers


def worth(cards: list[tuple[int, int]]) -> int:
    """What five cards pay at Let It Ride, counted here and not by the program."""
    ranks = sorted((rank for rank, _ in cards), reverse=True)
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    flush = len({suit for _, suit in cards}) == 1
    wheel = ranks == [14, 5, 4, 3, 2]
    straight = counts[0] == 1 and (ranks[0] - ranks[4] == 4 or wheel)
    if straight and flush:
        return PAYS[9] if ranks[4] == 10 else PAYS[8]
    if counts[0] == 4:
        return PAYS[7]
    if counts[:2] == [3, 2]:
        return PAYS[6]
    if flush or straight:
        return PAYS[5] if flush else PAYS[4]
    if counts[0] == 3 or counts[:2] == [2, 2]:
        return PAYS[3] if counts[0] == 3 else PAYS[2]
    high_pair = any(rank >= 10 and ranks.count(rank) == 2 for rank in set(ranks))
    return PAYS[1] if high_pair else -1


def test_costs_at_let_it_ride_by_counting_every_last_card() -> None:
    """Bet 2 rides or not: the other choice costs the mean payment over all cards that may come."""
    ranks = {face: number for number, face in enumerate("23456789TJQKA", start=2)}
    deck = [(rank, suit) for rank in ranks.values() for suit in range(4)]
    looked = 0
    for one in DECKS["let-it-ride-a"].decisions:
        if one.section != 1:
            continue
        words = f"{one.cards} {one.board}".split()
        seen = [(ranks[word[0]], "cdhs".index(word[1])) for word in words]
        rest = [card for card in deck if card not in seen]
        mean = Fraction(sum(worth([*seen, card]) for card in rest), len(rest))
        ride, withdraw = max(-mean, Fraction(0)), max(mean, Fraction(0))
        assert one.costs == (round(ride * COST_PARTS), round(withdraw * COST_PARTS)), one
        looked += 1
    assert looked >= 40


def test_costs_under_a_limit_by_counting_every_last_card() -> None:
    """With so many bets in action a hand wins what the limit leaves of it, and loses them all."""
    ranks = {face: number for number, face in enumerate("23456789TJQKA", start=2)}
    deck = [(rank, suit) for rank in ranks.values() for suit in range(4)]
    limit = 20
    question = drill_question(
        RULES["let-it-ride-a"], Fraction(limit), DECKS["let-it-ride-a"].decisions
    )
    told = json.loads(drill_answer(msgspec.convert(question, DrillBody)))["costs"]
    changed = 0
    for one, costs in zip(DECKS["let-it-ride-a"].decisions, told, strict=True):
        if one.section != 1:
            continue
        words = f"{one.cards} {one.board}".split()
        seen = [(ranks[word[0]], "cdhs".index(word[1])) for word in words]
        last = [worth([*seen, card]) for card in deck if card not in seen]
        bets = 2 if "withdrawn" in one.before else 3
        ride, withdraw = (
            Fraction(sum(min(won * n, limit) for won in last), len(last)) for n in (bets, bets - 1)
        )
        best = max(ride, withdraw)
        assert costs == [round((best - ev) * COST_PARTS) for ev in (ride, withdraw)], one
        changed += tuple(costs) != one.costs
    assert changed


@pytest.mark.parametrize("name", ["let-it-ride-c", "double-draw-a"])
def test_a_decision_of_a_file_is_read_as_it_was_written(name: str) -> None:
    game = RULES[name].game
    for one in DECKS[name].decisions:
        found = situation_of(game, one)
        assert cards_text(found.cards) == one.cards
        assert cards_text(found.board) == one.board
        assert cards_text(found.discards or ()) == one.thrown
        assert words_before(game, found) == one.before
        assert len({*found.cards, *found.board}) == len(found.cards) + len(found.board)


def test_the_drill_needs_fewer_decisions_than_chance() -> None:
    """A small sample of what docs/drill.md tells of a hundred learners for each deck."""
    lines = lines_of(DECKS["let-it-ride-a"])
    with the_drill("let-it-ride-a") as order:
        drill, _ = medians(lines, lambda _lines, _random: order, rests=True, learners=5)
    for way in (as_dealt, each_alike):
        needed, _ = medians(lines, way, learners=5)
        assert drill <= 0.7 * needed
