"""How a game is played, told from its data alone: the round step by step, what each wager looks at
and may be, what a fold costs.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from fairdeal.english import all_of, one_of
from fairdeal.rulebook.game import (
    OWN,
    Area,
    BetOrFold,
    BetterOf,
    Call,
    Draw,
    Game,
    HandOf,
    HandSpec,
    Limit,
    Reveal,
    Settle,
    TakeBack,
)
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.odds import Form
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.wager import AnyAmount, Equal, OneOf, Times, Wager

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class Moment(NamedTuple):
    """One moment of a round as a player lives it: what it is called, what happens, who says so."""

    title: str
    words: str
    clause: str
    #: What giving up costs here, where one may.
    fold: str = ""
    fold_clause: str = ""


def number_words(number: int) -> str:
    """`three`; from ten on in figures."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _cards(number: int) -> str:
    return "one card" if number == 1 else f"{number_words(number)} cards"


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def titles(game: Game, names: Sequence[str]) -> str:
    """Wagers by what the felt calls them: `Bet 1, Bet 2 and Bet 3`."""
    return all_of([game.wager[name].title for name in names])


# What there is ------------------------------------------------------------------------------------


def tagline(game: Game) -> str:
    """A game in one line."""
    jokers = game.deck.jokers
    also = f", {number_words(jokers)} of them jokers" if jokers else ""
    return (
        f"{len(game.deck)} cards{also}; up to {number_words(game.seats)} players, each for "
        "themselves. The dealer has no hand: yours is paid by the paytable."
    )


def size_words(game: Game, wager: Wager) -> str:
    """How much a wager may be."""
    size = wager.size
    match size:
        case AnyAmount():
            return "from the table's minimum to its maximum" if size.binding else "any amount"
        case Equal():
            return f"as much as {game.wager[size.to].title}"
        case Times():
            whole = ", in whole multiples" if size.whole else ""
            return f"{size.low} to {size.high} times {game.wager[size.of].title}{whole}"
        case OneOf():
            return one_of([dollars(cents) for cents in size.cents])


def when_words(wager: Wager) -> str:
    """When a wager is made."""
    if wager.at is not None:
        return "at its decision"
    return "before the deal, if you like" if wager.side else "before the deal"


def looks_at(game: Game, spec: HandSpec) -> str:
    """The cards that a wager is paid on, under the readings in force."""
    return _looks_at(game, spec.under(game.default_readings))


def _looks_at(game: Game, hand: HandSpec) -> str:
    match hand:
        case BetterOf():
            first, second = _looks_at(game, hand.first), _looks_at(game, hand.second)
            return f"the better of two: {first}, or {second}"
        case HandOf():
            areas = {area.name: area for area in game.areas}
            used = [areas[name] for name in hand.areas if name != OWN]
            plain = [area.name for area in used if not area.title]
            parts = [f"your {_cards(game.own_cards)}"] if OWN in hand.areas else []
            parts += [f"the {_cards(area.cards)} of {area.title}" for area in used if area.title]
            if plain and len(plain) == sum(not area.title for area in game.areas) > 1:
                parts.append(f"all {_cards(len(plain))} of the board")
            elif plain:
                parts.append(f"the {all_of(plain)} {'card' if len(plain) == 1 else 'cards'}")
            held = sum(area.cards for area in used) + game.own_cards * (OWN in hand.areas)
            best = f"the best {number_words(hand.ranking.size)} of "
            return (best if held > hand.ranking.size else "") + all_of(parts)
        case _:
            return looks_at(game, hand)


def least_paid(table: Paytable) -> str:
    """From which hand a paytable pays, and up to what."""
    winning = [line for line in table.lines if line.pays.form is not Form.PUSH]
    if not winning:
        return "nothing wins"
    first, last = winning[0], winning[-1]
    push = [line.hand for line in table.lines if line.pays.form is Form.PUSH]
    back = f"; {one_of(push)} gives the bet back" if push else ""
    if first.pays == last.pays:
        return f"{last.hand} or better pays {last.pays}{back}".replace(
            " or better or better", " or better"
        )
    return f"from {last.hand} ({last.pays}) to {first.hand} ({first.pays}){back}"


def limit_words(limit: Limit) -> str:
    """What is the most that one hand's own wagers can win."""
    if limit.cents is None:
        return "There is a limit only where the operator sets one; the table's sign tells it."
    also = (
        ", or the most that somebody with the least bets could win, where that is more"
        if limit.or_best_at_minimum
        else ""
    )
    return (
        f"At most {dollars(limit.cents)} in winnings for one hand{also}; side bets stand outside."
    )


# The round ----------------------------------------------------------------------------------------


def moments(game: Game) -> Iterator[Moment]:
    """A round from the bets to the payment."""
    yield Moment("Place your bets", _bets(game), game.clauses.wagers)
    script = next(iter(game.dealing.values()))
    yield Moment("The cards come", _deal(game), script[0].clause)
    turned: list[str] = []
    known: set[str] = set()
    for step in game.round:
        match step:
            case Reveal():
                turned.append(_turned(game, step, not known.isdisjoint(step.areas)))
                known.update(step.areas)
            case TakeBack():
                title = game.wager[step.wager].title
                words = (
                    f"Let {title} ride, and it stays in play to the end; or take it back, and its "
                    "chips are yours again."
                )
                yield Moment(f"Let {title} ride?", _after(turned, words), step.clause)
            case BetOrFold():
                wager = game.wager[step.wager]
                words = f"Bet {size_words(game, wager)} on {wager.title}, or fold."
                yield Moment(
                    f"{wager.title}, or fold?",
                    _after(turned, words),
                    step.clause,
                    fold_words(game, step.wager),
                    step.fold_clause,
                )
            case Draw():
                words = (
                    f"Throw away up to {_cards(step.up_to)} and get as many new ones; or keep all."
                    if step.up_to > 1
                    else "Throw away one card and get a new one; or keep all."
                )
                yield Moment("Draw", _after(turned, words), step.clause)
            case Call():
                pass
            case Settle():
                break
    settled = next(step for step in game.round if isinstance(step, Settle))
    yield Moment("You are paid", _after(turned, _paid(game)), settled.clause)


def _after(turned: list[str], words: str) -> str:
    """A step's words after those of the cards that were turned up before it; these are told."""
    together = " ".join([*turned, words])
    turned.clear()
    return together


def _bets(game: Game) -> str:
    first = [wager for wager in game.wagers if wager.at is None and not wager.side]
    side = [wager for wager in game.wagers if wager.side]
    equal = [w for w in first if isinstance(w.size, Equal)]
    lead = [w for w in first if w not in equal]
    names = all_of([wager.title for wager in (*lead, *equal)])
    size = size_words(game, lead[0]) if lead else ""
    same = "the same amount on each of " if equal else ""
    words = f"Put {same}{names}: {size}." if same else f"Bet on {names}: {size}."
    if game.take_backs:
        stays = [wager.name for wager in first if wager.name not in game.take_backs]
        later = titles(game, game.take_backs)
        words += f" You may take {later} back later; {titles(game, stays)} stays."
    if side:
        offers = [f"{wager.title} ({size_words(game, wager)})" for wager in side]
        words += f" If you like, and where it is offered: {all_of(offers)}."
    return words


def _deal(game: Game) -> str:
    words = f"You get {_cards(game.own_cards)}, which only you may see."
    plain = [area for area in game.areas if not area.title]
    places = [_lying(game, area) for area in game.areas if area.title]
    if plain:
        cards = _cards(sum(area.cards for area in plain))
        places.append(f"{cards} on the board ({all_of([area.name for area in plain])})")
    return words + (f" Face down for everybody lie {all_of(places)}." if places else "")


def _lying(game: Game, area: Area) -> str:
    with_wager = game.wager[area.only_with].title if area.only_with else ""
    only = f" (where {with_wager} is offered)" if with_wager else ""
    return f"{_cards(area.cards)} in {area.title}{only}"


def _turned(game: Game, step: Reveal, before: bool) -> str:
    areas = {area.name: area for area in game.areas}
    if len(step.areas) == 1 and (area := areas[step.areas[0]]).title:
        which = _cards(step.count) if step.count else "the cards"
        which = which.replace(" card", " more card") if before else which
        verb = "is" if step.count == 1 else "are"
        if area.only_with is not None:
            offered = game.wager[area.only_with].title
            return f"Where {offered} is offered, {which} of {area.title} {verb} turned up."
        return _sentence(f"{which} of {area.title} {verb} turned up.")
    names = all_of(list(step.areas))
    several = len(step.areas) > 1
    return f"The {names} {'cards are' if several else 'card is'} turned up."


def fold_words(game: Game, decision: str) -> str:
    """What a fold costs at a decision: every wager of the game itself that lies by then."""
    lost = [wager.name for wager in game.wagers if wager.at is None and not wager.side]
    for name in game.folds:
        if name == decision:
            break
        lost.append(name)
    words = f"A fold costs {titles(game, lost)}"
    side = any(wager.side for wager in game.wagers)
    return f"{words}; side bets stay in play." if side else f"{words}."


def _paid(game: Game) -> str:
    groups: dict[str, list[Wager]] = {}
    for wager in game.wagers:
        if not wager.side:
            groups.setdefault(wager.pays.name, []).append(wager)
    told = [
        f"{all_of([wager.title for wager in wagers])}: {least_paid(wagers[0].pays.tables[0])}."
        for wagers in groups.values()
    ]
    return " ".join(told)


# What goes wrong ----------------------------------------------------------------------------------


def irregularities(game: Game) -> Iterator[tuple[str, str]]:
    """What may go wrong with the cards and what follows, each with its clause."""
    found = game.procedure.irregular
    if found.face_up_voids:
        yield (
            "A card is found face up: all hands are void and every wager comes back.",
            found.face_up,
        )
    else:
        yield "One card is found face up: it is set aside, and the round goes on.", found.face_up
    if found.more_face_up:
        yield "More than one is found face up: all hands are void.", found.more_face_up
    yield "A card is drawn in error: it is used as the next card.", found.drawn_in_error
    if found.exposed_community:
        yield "A card of the board is seen too early: all hands are void.", found.exposed_community
    if found.wrong_number:
        yield "Somebody has a wrong number of cards: all hands are void.", found.wrong_number
    if found.skipped:
        yield "A player is skipped: the wagers come back, the round goes on.", found.skipped
    yield "The shuffler jams: the cards are shuffled anew.", found.shuffler_jam
    yield "The shoe jams: all hands are void.", found.shoe_jam
    yield "A device is out of order: it is covered or marked, and not used.", found.out_of_order
