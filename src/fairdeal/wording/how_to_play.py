"""How a game is played, in a player's words, from the game's own data: what lies where, which cards
make which hand, what each wager looks at, what is decided in which order, and what a fold costs.

The page, the terminal and the rack card all say what is said here; each only sets it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from fairdeal.english import all_of
from fairdeal.rulebook.game import (
    OWN,
    Area,
    BetOrFold,
    BetterOf,
    Call,
    DecisionStep,
    Draw,
    Game,
    HandOf,
    HandSpec,
    Reveal,
    Settle,
    Step,
    TakeBack,
)
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.odds import Form
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Rules, WagerTerms
from fairdeal.rulebook.wager import Wager
from fairdeal.wording.phrases import capital, number_words
from fairdeal.wording.wagers import (
    is_chosen,
    outside_limit_words,
    shared_paytables,
    size_words,
    wager_titles,
    when_words,
)


@dataclass(frozen=True)
class HandDescription:
    """A hand: its name, which cards make it, and which wagers look at it."""

    name: str
    made_of: str
    wagers: tuple[str, ...]

    @property
    def words(self) -> str:
        """Return the hand's name and its cards, as in `first run: your two cards with left, right
        and center`.
        """
        return _named(self.name, self.made_of)


@dataclass(frozen=True)
class WagerDescription:
    """What a wager is called, when it is made and how much it is, the hand that it looks at, and
    from which hand on it wins.
    """

    title: str
    when: str
    size: str
    looks_at: str
    wins_from: str
    clause: str
    side: bool


@dataclass(frozen=True)
class PlayerStep:
    """One moment of a round as a player lives it: what was turned up before it, what is done, and
    who says so; and what giving up costs, where one may.
    """

    title: str
    turned: str
    does: str
    clause: str
    fold: str = ""
    fold_clause: str = ""

    @property
    def words(self) -> str:
        """Return the whole step in words."""
        return f"{self.turned} {self.does}".strip()


@dataclass(frozen=True)
class HowToPlay:
    """A game in plain words."""

    about: str
    hands: tuple[HandDescription, ...]
    wagers: tuple[WagerDescription, ...]
    #: The last one is the payment.
    moments: tuple[PlayerStep, ...]
    #: What a fold costs, or what may be taken back instead.
    folding: str
    #: What is written on the felt: what a joker is, where there is one.
    notes: tuple[str, ...]
    limit: str


def how_to_play(rules: Rules) -> HowToPlay:
    """Describe a game as it is offered; `as_written` describes it as its text does."""
    return HowToPlay(
        about=game_summary(rules),
        hands=tuple(_hands(rules)),
        wagers=tuple(_wager(rules, terms) for terms in rules.terms.values()),
        moments=tuple(player_steps(rules)),
        folding=fold_words(rules),
        notes=tuple(f"{one.words}." for one in rules.game.felt.inscriptions),
        limit=limit_words(rules),
    )


def game_summary(rules: Rules) -> str:
    """Describe a game in one line."""
    jokers = rules.game.deck.jokers
    also = f", {number_words(jokers)} of them jokers" if jokers else ""
    return (
        f"{len(rules.game.deck)} cards{also}; up to {number_words(rules.seats)} players, each for "
        "themselves. The dealer has no hand: yours is paid by the paytable."
    )


def _cards(number: int) -> str:
    return "one card" if number == 1 else f"{number_words(number)} cards"


# Hands and wagers ---------------------------------------------------------------------------------


def cards_of_hand(game: Game, hand: HandOf | BetterOf) -> str:
    """Describe which cards make a hand, as in `your two cards with left, right and center`."""
    if isinstance(hand, BetterOf):
        return f"the better of {hand.first} and {hand.second}"
    used = [area for area in game.areas if area.name in hand.areas]
    plain = [area.name for area in used if not area.title]
    others = [f"the {number_words(area.cards)} of {area.title}" for area in used if area.title]
    if len(plain) == sum(not area.title for area in game.areas) > 1:
        others.append(f"all {_cards(len(plain))} of the board")
    else:
        others += plain
    own = OWN in hand.areas
    parts = [f"your {_cards(game.own_cards)}"] if own else []
    words = " with ".join([*parts, all_of(others)] if others else parts)
    held = sum(area.cards for area in used) + game.own_cards * own
    size = hand.ranking.size
    return f"the best {number_words(size)} of {words}" if held > size else words


def hand_name(rules: Rules, spec: HandSpec) -> str:
    """Name a hand: by its own name, or that of a hand of the same cards, or by its cards."""
    hand = spec.under(rules.readings)
    if hand.name:
        return hand.name
    alike = (other for other in rules.hands.values() if other.name)
    same = (
        other.name
        for other in alike
        if isinstance(other, BetterOf)
        and isinstance(hand, BetterOf)
        and (other.first, other.second) == (hand.first, hand.second)
    )
    return next(same, cards_of_hand(rules.game, hand))


def hand_of_wager(rules: Rules, spec: HandSpec) -> str:
    """Describe the hand that a wager is paid on, and its cards, as in `own cards: your two
    cards`.
    """
    return _named(hand_name(rules, spec), cards_of_hand(rules.game, spec.under(rules.readings)))


def _named(name: str, cards: str) -> str:
    """Describe a hand by its name and cards; the name is left out where the cards already say
    it.
    """
    return cards if cards.endswith(name) else f"{name}: {cards}"


def _hands(rules: Rules) -> Iterator[HandDescription]:
    """Yield every hand that a wager on offer looks at, once."""
    found: dict[str, list[WagerTerms]] = {}
    for terms in rules.terms.values():
        found.setdefault(hand_name(rules, terms.hand), []).append(terms)
    for name, alike in found.items():
        cards = cards_of_hand(rules.game, alike[0].hand)
        yield HandDescription(name, cards, tuple(terms.wager.title for terms in alike))


def main_hand(game: Game) -> str:
    """Name the hand of the main wagers by which a round is told, where they look at several hands;
    else return nothing.
    """
    readings = game.default_readings
    plain = {n for n, hand in game.hands.items() if isinstance(hand.under(readings), HandOf)}
    named = [str(wager.hand) for wager in game.wagers if not wager.side]
    hands = [name for name in dict.fromkeys(named) if name in plain]
    return f"the better of {all_of(hands)}" if len(hands) > 1 else ""


def _wager(rules: Rules, terms: WagerTerms) -> WagerDescription:
    wager = terms.wager
    return WagerDescription(
        title=wager.title,
        when=when_words(rules.game, wager),
        size=size_words(rules, wager),
        looks_at=hand_of_wager(rules, terms.hand),
        wins_from=lowest_winning_hand(terms.table),
        clause=wager.clause,
        side=wager.side,
    )


def lowest_winning_hand(table: Paytable) -> str:
    """Name the lowest hand that wins; a hand that only returns the stake does not win."""
    winning = [line for line in table.lines if line.pays.form is not Form.PUSH]
    if not winning:
        return "nothing wins"
    least = winning[-1].hand
    return least if least.endswith(("better", "lower")) else f"{least} or better"


def paytable_range(table: Paytable) -> str:
    """Describe from which hand a paytable pays, and up to how much."""
    winning = [line for line in table.lines if line.pays.form is not Form.PUSH]
    if not winning:
        return lowest_winning_hand(table)
    best, least = winning[0], winning[-1]
    if best.pays == least.pays:
        return f"{lowest_winning_hand(table)} pays {least.pays}"
    lowest = least.hand.removesuffix(" or better")
    return f"from {lowest} ({least.pays}) to {best.hand} ({best.pays})"


def limit_words(rules: Rules) -> str:
    """Describe the most that the wagers of the game itself can win."""
    limit = rules.game.limit
    most = rules.payout_limit_cents or limit.cents
    if most is None:
        where = "." if is_chosen(rules) else ", unless the table's sign states one."
        return f"There is no limit on what a hand can win{where}"
    least_bets = ", or the most that somebody with the least bets could win, where that is more"
    also = least_bets if limit.or_best_at_minimum and rules.payout_limit_cents is None else ""
    outside = outside_limit_words(rules)
    ending = f" ({outside})." if outside else "."
    return f"At most {dollars(most)} in winnings {limit.per}{also}{ending}"


# The round ----------------------------------------------------------------------------------------


def player_steps(rules: Rules) -> Iterator[PlayerStep]:
    """Yield the steps of a round from the bets to the payment."""
    game = rules.game
    back = next((step.clause for step in game.take_back_steps.values()), "")
    stays = fold_words(rules) if back else ""
    yield PlayerStep("Place your bets", "", _bets(rules), game.clauses.wagers, stays, back)
    yield PlayerStep("The cards come", "", _deal(rules), game.dealing[rules.dealing][0].clause)
    turned: list[str] = []
    known: set[str] = set()
    for at, step in enumerate(game.round):
        match step:
            case Reveal():
                if at not in rules.left_out:
                    turned.append(_turned(rules, step, not known.isdisjoint(step.areas)))
                    known.update(step.areas)
            case TakeBack() | BetOrFold() | Draw():
                yield _decision(rules, step, " ".join(turned))
                turned = []
            case Settle():
                yield PlayerStep("You are paid", " ".join(turned), _paid(rules), step.clause)
                return
            case Call():
                pass
            case _:
                assert_never(step)


def _decision(rules: Rules, step: DecisionStep, turned: str) -> PlayerStep:
    game = rules.game
    does = f"{capital(decision_words(rules, step))}."
    if isinstance(step, Draw):
        return PlayerStep("Draw", turned, does, step.clause)
    title = game.wager[step.wager].title
    if isinstance(step, TakeBack):
        return PlayerStep(f"Let {title} ride?", turned, does, step.clause)
    fold = _fold(rules, step.wager)
    return PlayerStep(f"{title}, or fold?", turned, does, step.clause, fold, step.fold_clause)


def decision_words(rules: Rules, step: Step) -> str:
    """Describe what a player does at a decision; nothing where the step is not a decision."""
    title = rules.game.wager
    match step:
        case TakeBack(wager=name):
            return f"let {title[name].title} ride to the end, or take it back"
        case BetOrFold(wager=name):
            return f"bet {title[name].title}, {size_words(rules, title[name])}, or fold"
        case Draw(up_to=1):
            return "throw away one card and get a new one, or keep all"
        case Draw(up_to=most):
            return f"throw away up to {_cards(most)} and get as many new ones, or keep all"
        case Call() | Reveal() | Settle():
            return ""
        case _:
            assert_never(step)


def _bets(rules: Rules) -> str:
    must = [wager for wager, _ in rules.to_place.values() if not wager.optional]
    may = [wager for wager, _ in rules.to_place.values() if wager.optional]
    lead, *others = must
    if others and all(wager.size.equals for wager in others):
        names = all_of([wager.title for wager in must])
        words = f"Put the same amount on {names}: {size_words(rules, lead)}."
    elif others:
        words = f"Bet {_with_sizes(rules, must)}."
    else:
        words = f"Bet {lead.title}: {size_words(rules, lead)}."
    if may:
        where = "" if is_chosen(rules) else ", and where it is offered"
        words += f" If you like{where}, add {_with_sizes(rules, may)}."
    return words


def _with_sizes(rules: Rules, wagers: list[Wager]) -> str:
    return all_of([f"{one.title} ({size_words(rules, one)})" for one in wagers])


def _deal(rules: Rules) -> str:
    game = rules.game
    used = [area for area in game.areas if area.name in rules.areas]
    places = [(area.cards, _place_words(rules, area)) for area in used if area.title]
    if plain := [area for area in used if not area.title]:
        places.append((sum(area.cards for area in plain), "on the board"))
    words = f"You get {_cards(game.own_cards)} of your own."
    if not places:
        return words
    (first, where), *others = places
    lying = [f"{_cards(first)} {where}", *(f"{number_words(n)} {at}" for n, at in others)]
    alone = sum(cards for cards, _ in places) == 1
    verb, them = ("lies", "it") if alone else ("lie", "them")
    return f"{words} {capital(all_of(lying))} {verb} face down; all players share {them}."


def _place_words(rules: Rules, area: Area) -> str:
    """Describe where cards lie, and with which wager alone, if that is not known to be offered."""
    only = f" (where {with_wager} is offered)" if (with_wager := _only_with(rules, area)) else ""
    return f"in {area.title}{only}"


def _only_with(rules: Rules, area: Area) -> str:
    """Name the wager for which an area is dealt, where it is not known whether that wager is
    offered.
    """
    if area.only_with is None or is_chosen(rules):
        return ""
    return rules.game.wager[area.only_with].title


def _turned(rules: Rules, step: Reveal, before: bool) -> str:
    areas = {area.name: area for area in rules.game.areas}
    if len(step.areas) == 1 and (area := areas[step.areas[0]]).title:
        which = _cards(step.count) if step.count else "the cards"
        which = which.replace(" card", " more card") if before else which
        words = f"{which} of {area.title} {'is' if step.count == 1 else 'are'} turned up."
        only = _only_with(rules, area)
        return f"Where {only} is offered, {words}" if only else capital(words)
    several = len(step.areas) > 1
    return capital(f"{all_of(list(step.areas))} {'are' if several else 'is'} turned up.")


def fold_words(rules: Rules) -> str:
    """Describe what a fold costs and what it does not touch; or what may be taken back instead."""
    game = rules.game
    if game.folds:
        return _fold(rules)
    back = game.take_backs
    rest = [w.name for w in rules.wagers if not w.optional and w.name not in back]
    if not back:
        return "Nobody folds: what was bet stays."
    may_go, stays = wager_titles(game, back), wager_titles(game, rest)
    return f"Nobody folds: {may_go} may be taken back, {stays} stays."


def _fold(rules: Rules, decision: str = "") -> str:
    """Describe what a fold costs at a decision, or at any: every wager of the game itself on the
    layout.
    """
    game = rules.game
    lost = [wager.title for wager in rules.wagers if wager.at is None and not wager.side]
    if decision:
        until = game.folds.index(decision)
        lost += [game.wager[name].title for name in game.folds[:until]]
    elif len(game.folds) > 1:
        lost.append("every bet made since")
    live = " Side bets play on." if any(wager.side for wager in rules.wagers) else ""
    return f"A fold loses {all_of(lost)}.{live}"


def _paid(rules: Rules) -> str:
    """Describe what the game's own wagers pay, and which hands only return them."""
    told, pushes = [], dict[str, list[str]]()
    for table, wagers in shared_paytables(rules):
        names = [wager.title for wager in wagers if not wager.side]
        if names:
            told.append(f"{all_of(names)}: {paytable_range(table)}.")
        for line in table.lines if names else ():
            if line.pays.form is Form.PUSH:
                pushes.setdefault(line.hand, []).extend(names)
    main = sum(not wager.side for wager in rules.wagers)
    for hand, names in pushes.items():
        which = "a bet" if len(names) == main else all_of(names)
        told.append(f"{capital(hand)} gives {which} back.")
    return " ".join(told)
