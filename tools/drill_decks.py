"""Make the decks of the drill: `src/fairdeal/web/pages/train/*.json`.

Rounds are dealt at random by a seed and played best; each decision on the way is sorted to its line
of the strategy card. Lines that hardly ever come up get situations from hands that are dealt to be
special. `make answers` runs it.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import msgspec

from fairdeal.cards import Card, cards_text, is_joker
from fairdeal.games import GAMES
from fairdeal.lab.card_lines.places import line_place
from fairdeal.lab.decisions.decision import Choice, Decision
from fairdeal.lab.decisions.strategy import strategy_card
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.lazy import kernel_of
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation, board_areas, decision_points
from fairdeal.school.drill_costs import (
    buttons_of,
    cost_parts,
    costs_of,
    most_discards,
    place_of,
    words_before,
)
from fairdeal.school.drill_deck import DrillDecision, DrillDeck, DrillLine, DrillSection
from fairdeal.simulate.card_player import CardPlayer
from fairdeal.web.pages.games.figures import paytable_of, printed_rules
from fairdeal.web.pages.strategy_sheet import strategy_sheet

FOLDER: Final = Path(__file__).parents[1] / "src/fairdeal/web/pages/train"
ROUNDS: Final = 3_000
EACH: Final = 8
SPECIAL: Final = 6_000


class Met(NamedTuple):
    """A decision that was met: its place on the card, the situation, and the values."""

    section: int
    line: int
    situation: Situation
    decision: Decision


class Dealer:
    """Deals rounds of a game and plays them best, decision by decision."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules, self.game = rules, rules.game
        self.card = strategy_card(rules)
        self.kernel = kernel_of(rules)
        self.points = decision_points(self.game)
        self.random = Random(seed)  # noqa: S311 - dealt for study, the same each time
        self.deck = list(self.game.deck.cards)

    def rounds(self, count: int, special: bool = False) -> Iterator[Met]:
        """The decisions of so many rounds. Each decision is solved for all rounds together."""
        decks = [self._deck(special) for _ in range(count)]
        own = self.game.own_cards
        open_rounds = {
            n: (Situation(tuple(deck[:own])), deck[own:]) for n, deck in enumerate(decks)
        }
        for point in self.points:
            here = {
                n: (self._turned(one, rest, point.board), rest)
                for n, (one, rest) in open_rounds.items()
            }
            if special:
                here = dict(self._new(here))
            numbers = list(here)
            situations = [here[n][0] for n in numbers]
            decisions = self.kernel.decide(situations) if situations else []
            open_rounds = {}
            for n, one, decision in zip(numbers, situations, decisions, strict=True):
                place = line_place(self.rules, self.card, one)
                assert place is not None, "the game has a kernel of its own"
                yield Met(place.section, place.rule, one, decision)
                after = self._after(point.wager, one, here[n][1], decision.best)
                if after is not None:
                    open_rounds[n] = after

    def _new(
        self, here: dict[int, tuple[Situation, list[Card]]]
    ) -> Iterator[tuple[int, tuple[Situation, list[Card]]]]:
        """Of special hands only a few of each line, since solving them takes the time."""
        met: Counter[tuple[int, int]] = Counter()
        for n, (one, rest) in here.items():
            place = line_place(self.rules, self.card, one)
            assert place is not None, "the game has a kernel of its own"
            if met[place.section, place.rule] < EACH:
                met[place.section, place.rule] += 1
                yield n, (one, rest)

    def _deck(self, special: bool) -> list[Card]:
        deck = self.random.sample(self.deck, len(self.deck))
        if not special:
            return deck
        first = self._special()
        return [*first, *(card for card in deck if card not in first)]

    def _special(self) -> list[Card]:
        """Own cards of a few neighbouring ranks or of one suit, often with jokers."""
        random, own = self.random, self.game.own_cards
        jokers = [card for card in self.deck if is_joker(card)]
        jokers = random.sample(jokers, random.randrange(len(jokers) + 1))
        low = random.randrange(9)
        near = [c for c in self.deck if not is_joker(c) and low <= c // 4 < low + 5]
        suit = random.randrange(4)
        suited = [c for c in near if c % 4 == suit] or near
        pairs = [c for c in near if c // 4 in random.sample(range(low, low + 5), 2)] or near
        some = random.choice((suited, pairs, near))
        count = random.randrange(own + 1)
        cards = [*jokers, *random.sample(some, min(count, len(some)))][:own]
        rest = [c for c in self.deck if c not in cards]
        cards += random.sample(rest, own - len(cards))
        random.shuffle(cards)
        return cards

    def _turned(self, one: Situation, rest: list[Card], board: int) -> Situation:
        return Situation(one.cards, tuple(rest[:board]), one.discards, one.bets, one.withdrawn)

    def _after(
        self, wager: str, one: Situation, rest: list[Card], best: Choice
    ) -> tuple[Situation, list[Card]] | None:
        match best.action:
            case "fold":
                return None
            case "ride":
                return one, rest
            case "withdraw":
                return Situation(one.cards, one.board, None, one.bets, (wager,)), rest
            case "draw":
                thrown = best.discard or ()
                kept = [card for card in one.cards if card not in thrown]
                new, rest = rest[: len(thrown)], rest[len(thrown) :]
                return Situation((*kept, *new), (), tuple(thrown)), rest
            case _:
                bets = {**one.bets, wager: Fraction(best.times or 1)}
                return Situation(one.cards, one.board, None, bets), rest


def deck_of(rules: Rules, seed: int = 24, rounds: int = ROUNDS) -> DrillDeck:
    """The deck of a game and paytable."""
    dealer = Dealer(rules, seed)
    shares: Counter[tuple[int, int]] = Counter()
    prices: dict[tuple[int, int], list[Fraction]] = defaultdict(list)
    found: dict[tuple[int, int], list[Met]] = defaultdict(list)
    for met in dealer.rounds(rounds):
        place = met.section, met.line
        shares[place] += 1
        prices[place].append(_price(met.decision))
        found[place].append(met)
    for met in dealer.rounds(SPECIAL, special=True):
        place = met.section, met.line
        if len(found[place]) < EACH:
            prices[place].append(_price(met.decision))
            found[place].append(met)
    card_player = CardPlayer(rules)
    decisions = [
        drill_decision(rules.game, met, card_player)
        for place in sorted(found)
        for met in dealer.random.sample(found[place], min(EACH, len(found[place])))
    ]
    game, name, sheet = rules.game, paytable_of(rules), strategy_sheet(rules)
    total = sum(shares.values())
    sections = tuple(
        _sections(dealer, {k: v * 1_000_000 // total for k, v in shares.items()}, prices)
    )
    return DrillDeck(
        id="-".join(filter(None, (game.name, name.lower()))),
        game=game.title,
        place=game.place,
        paytable=name,
        unit=game.unit,
        felt=str(game.felt.colour),
        page=f"/games/{game.name}/{game.jurisdiction}",
        rounds=rounds,
        cost=sheet.cost,
        grid=tuple(row.cells for row in sheet.grid),
        sections=sections,
        decisions=tuple(decisions),
    )


def _price(decision: Decision) -> Fraction:
    """What the second-best choice costs: the likeliest mistake."""
    top = decision.best.ev
    return top - max((one.ev for one in decision.choices if one.ev < top), default=top)


def _sections(
    dealer: Dealer,
    shares: dict[tuple[int, int], int],
    prices: dict[tuple[int, int], list[Fraction]],
) -> Iterator[DrillSection]:
    game, card = dealer.game, dealer.card
    areas = {area.name: area.title or area.name for area in game.areas}
    turned = [areas[name] for name in board_areas(game, dealer.rules.areas)]
    for number, (point, section) in enumerate(zip(dealer.points, card.sections, strict=True)):
        lines = tuple(
            DrillLine(
                rule.when,
                rule.do,
                shares.get((number, place), 0),
                cost_parts(sum(mean, Fraction(0)) / len(mean))
                if (mean := prices.get((number, place)))
                else 0,
            )
            for place, rule in enumerate(section.rules)
        )
        yield DrillSection(
            section.decision,
            section.note,
            tuple(turned[: point.board]),
            buttons_of(game, point.wager),
            most_discards(game, point.draws),
            lines,
        )


def drill_decision(game: Game, met: Met, card_player: CardPlayer) -> DrillDecision:
    """A decision as the browser reads it."""
    one = met.situation
    return DrillDecision(
        met.section,
        met.line,
        cards_text(one.cards),
        cards_text(one.board),
        cards_text(one.discards or ()),
        words_before(game, one),
        costs_of(game, one, met.decision),
        place_of(game, one, card_player.choice(one)),
    )


def decks(log: Callable[[str], object] = sys.stderr.write) -> Iterator[DrillDeck]:
    """The decks of all games; a jurisdiction with the same paytable and play needs none."""
    made: set[tuple[str, StrategyCard]] = set()
    for game in GAMES:
        for rules in printed_rules(game):
            card = strategy_card(rules)
            if (game.name, card) not in made:
                made.add((game.name, card))
                deck = deck_of(rules)
                log(f"{deck.id}: {len(deck.decisions)} decisions\n")
                yield deck


def missing(deck: DrillDeck) -> Sequence[str]:
    """The lines that no decision of a deck is for."""
    there = {(one.section, one.line) for one in deck.decisions}
    return [
        line.when
        for number, section in enumerate(deck.sections)
        for place, line in enumerate(section.lines)
        if (number, place) not in there
    ]


def main() -> None:
    """Write the files."""
    for deck in decks():
        for words in missing(deck):
            sys.stderr.write(f"  no decision for: {words}\n")
        (FOLDER / f"{deck.id}.json").write_bytes(msgspec.json.encode(deck) + b"\n")


if __name__ == "__main__":
    main()
