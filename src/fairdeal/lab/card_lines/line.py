"""The line of a strategy card that applies to a situation, and whether best play agrees with it."""

from dataclasses import dataclass

from fairdeal.lab import lazy
from fairdeal.lab.card_lines.line_place import LinePlace
from fairdeal.lab.decisions.decision import Choice, Decision
from fairdeal.lab.decisions.strategy import strategy_card
from fairdeal.lab.decisions.strategy_card import CardRule, Section, StrategyCard
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation


@dataclass(frozen=True)
class CardLine:
    """A line of a card that applies to a situation."""

    section: Section
    rule: CardRule
    place: LinePlace

    def agrees(self, choice: Choice) -> bool:
        """Return whether a choice is what the line says."""
        if choice.action != self.rule.action:
            return False
        discards = self.place.discards
        return discards is None or tuple(sorted(choice.discard or ())) in discards

    def left_by(self, decision: Decision) -> bool:
        """Return whether best play leaves the card here: no best choice is what the line says."""
        best = [one for one in decision.choices if one.ev == decision.best.ev]
        return not any(map(self.agrees, best))


def card_line(rules: Rules, situation: Situation) -> CardLine | None:
    """Return the line of the game's strategy card that applies to a situation; None where a card's
    lines cannot be told apart, as for a game that has no kernel of its own.
    """
    card = strategy_card(rules)
    place = lazy.line_place(rules, card, situation)
    return None if place is None else line_at(card, place)


def line_at(card: StrategyCard, place: LinePlace) -> CardLine:
    """Return the line at a place of a card."""
    section = card.sections[place.section]
    return CardLine(section, section.rules[place.rule], place)
