"""What every game must be. A game that is added to GAMES is tested here before it has a test."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from conftest import ROOT

from fairdeal.cards import JOKER
from fairdeal.errors import NoGameError
from fairdeal.games import GAMES, JURISDICTIONS, NAMES, find_game, jurisdictions_of
from fairdeal.games.readings import READINGS
from fairdeal.rulebook.game import (
    OWN,
    SEATS,
    BetOrFold,
    BetterOf,
    ByReading,
    Deal,
    Dealing,
    Draw,
    Game,
    HandOf,
    HandSpec,
    Reveal,
    Settle,
    TakeBack,
)
from fairdeal.rulebook.odds import Form, Odds
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.wager import Equal, OneOf, Times

every_game = pytest.mark.parametrize("game", GAMES, ids=repr)

# A text numbers its chapters `7.E(1)` or `.07E(1)`, which its own clause of the wagers shows; a
# card has headings only, and these are all of them.
HEADINGS = {
    "PA-RET": (
        *("deck", "wagers", "first-run", "second-run", "center"),
        *("five-card-bonus", "paytable", "limit"),
    )
}
_BELOW = r"[A-K](?:\(\d{1,2}\))?(?:\([a-j]\))?(?:\([ivx]+\))?"
_NUMBERING = (rf"\d{{1,2}}(?:\.{_BELOW})?", rf"\.\d\d(?:{_BELOW})?")


def numbering(game: Game) -> str:
    """How clauses of the game's text are written."""
    if headings := HEADINGS.get(game.text):
        return f"{re.escape(game.text)} (?:{'|'.join(headings)})"
    place = game.clauses.wagers.removeprefix(f"{game.text} ")
    form = next((form for form in _NUMBERING if re.fullmatch(form, place)), None)
    assert form, f"{game.clauses.wagers} is written as no clause is"
    return f"{re.escape(game.text)} {form}"


CLAUSE = re.compile("|".join(numbering(game) for game in GAMES))


def tables_of(game: Game) -> Iterator[Paytable]:
    groups = {wager.pays.name: wager.pays for wager in game.wagers}
    for group in groups.values():
        yield from group.tables


def clauses_of(game: Game) -> Iterator[str]:
    yield game.limit.clause
    for name in game.clauses.__slots__:
        if clause := getattr(game.clauses, name):
            yield clause
    for wager in game.wagers:
        yield from (wager.clause, wager.settled)
    for step in game.round:
        yield step.clause
        if isinstance(step, BetOrFold):
            yield step.fold_clause
        if isinstance(step, Draw):
            yield step.replace_clause
    for script in (*game.dealing.values(), game.reshuffler_dealing or ()):
        yield from (deal.clause for deal in script)
    yield from (area.clause for area in game.areas)
    for table in tables_of(game):
        yield table.clause
        yield from (line.clause for line in table.lines)
        yield from (meter.clause for meter in table.meters)
        yield from (clause for line in table.envy for clause in line.clauses.values())


@every_game
def test_clauses_are_written_as_they_are_cited(game: Game) -> None:
    clauses = list(clauses_of(game))
    assert len(clauses) > 20
    assert [clause for clause in clauses if not CLAUSE.fullmatch(clause)] == []


@every_game
def test_a_games_clauses_are_of_its_own_text(game: Game) -> None:
    """Pennsylvania's card follows Maryland in procedure; all that it pays by, it says itself."""
    for table in tables_of(game):
        assert all(line.clause.startswith(game.text) for line in table.lines)
    for wager in game.wagers:
        assert wager.clause.startswith(game.text)
    if game.text != "PA-RET":
        assert all(clause.startswith(game.text) for clause in clauses_of(game))


@every_game
def test_lines_of_a_paytable_have_clauses_of_their_own(game: Game) -> None:
    for table in tables_of(game):
        clauses = [line.clause for line in table.lines]
        assert len(set(clauses)) in (1, 2, len(clauses))
        assert all(clause.startswith(table.clause) or len(set(clauses)) <= 2 for clause in clauses)


@every_game
def test_names_are_unique(game: Game) -> None:
    for names in (
        [wager.name for wager in game.wagers],
        [area.name for area in game.areas],
        [reading.id for reading in game.readings],
    ):
        assert max(Counter(names).values(), default=1) == 1
    assert OWN not in {area.name for area in game.areas}


def plain_hands(spec: HandSpec) -> Iterator[HandOf]:
    match spec:
        case HandOf():
            yield spec
        case BetterOf():
            yield from (*plain_hands(spec.first), *plain_hands(spec.second))
        case ByReading():
            for choice in spec.choices.values():
                yield from plain_hands(choice)


def readings_asked(spec: HandSpec) -> Iterator[tuple[str, frozenset[str]]]:
    match spec:
        case BetterOf():
            yield from (*readings_asked(spec.first), *readings_asked(spec.second))
        case ByReading():
            yield spec.reading, frozenset(spec.choices)
            for choice in spec.choices.values():
                yield from readings_asked(choice)


@every_game
def test_every_wager_has_a_hand_and_a_paytable_of_one_ranking(game: Game) -> None:
    size = {area.name: area.cards for area in game.areas} | {OWN: game.own_cards}
    for wager in game.wagers:
        for table in wager.pays.tables:
            for hand in plain_hands(game.hands[table.hand or wager.hand]):
                assert set(hand.areas) <= size.keys()
                assert sum(size[area] for area in hand.areas) >= hand.ranking.size
                assert hand.ranking.cells == table.ranking.cells
                assert all(line.hand in hand.ranking.lines for line in table.lines)


@every_game
def test_hands_ask_readings_that_the_game_has(game: Game) -> None:
    choices = {r.id: frozenset(name for name, _ in r.choices) for r in game.readings if r.choices}
    for spec in game.hands.values():
        for reading, offered in readings_asked(spec):
            assert choices[reading] == offered


@every_game
def test_wagers_depend_on_wagers_that_stand_before_them(game: Game) -> None:
    names = [wager.name for wager in game.wagers]
    for place, wager in enumerate(game.wagers):
        before = names[:place]
        assert set(wager.needs) <= set(before)
        if wager.needs_by_reading:
            reading, choice, needed = wager.needs_by_reading
            assert set(needed) <= set(before)
            assert any(r.id == reading and choice in r for r in game.readings)
        match wager.size:
            case Equal(to=other) | Times(of=other):
                assert other in before
            case OneOf(cents=amounts):
                assert list(amounts) == sorted(set(amounts))
        assert wager.at in (None, *game.folds)


@every_game
def test_every_wager_is_settled_exactly_once(game: Game) -> None:
    settled = [name for step in game.round if isinstance(step, Settle) for name in step.wagers]
    assert sorted(settled) == sorted(wager.name for wager in game.wagers)
    assert len({step.direction for step in game.round if isinstance(step, Settle)}) == 1
    kinds = [isinstance(step, Settle) for step in game.round]
    assert kinds == sorted(kinds), "settlement comes last"


@every_game
def test_every_decision_is_about_a_wager(game: Game) -> None:
    decided = [step.wager for step in game.round if isinstance(step, BetOrFold)]
    assert decided == [wager.name for wager in game.wagers if wager.at]
    assert all(game.wager[name].at == name for name in decided)
    for step in game.round:
        if isinstance(step, TakeBack):
            assert game.wager[step.wager].at is None


@every_game
def test_every_community_card_is_turned_up(game: Game) -> None:
    turned: Counter[str] = Counter()
    cards = {area.name: area.cards for area in game.areas}
    for step in game.round:
        if isinstance(step, Reveal):
            for area in step.areas:
                turned[area] += cards[area] if step.count is None else step.count
    assert turned == cards


@every_game
def test_every_way_of_dealing_deals_the_right_cards(game: Game) -> None:
    assert set(game.dealing) == set(Dealing)
    scripts: list[tuple[Deal, ...]] = list(game.dealing.values())
    if game.reshuffler_dealing:
        scripts.append(game.reshuffler_dealing)
    expected = {area.name: area.cards for area in game.areas} | {SEATS: game.own_cards}
    for script in scripts:
        dealt: Counter[str] = Counter()
        for deal in script:
            for place in [deal.to] if isinstance(deal.to, str) else deal.to:
                dealt[place] += deal.count - deal.burn
        assert dealt == expected


@every_game
def test_the_deck_is_enough_for_every_seat(game: Game) -> None:
    draws = sum(step.up_to for step in game.round if isinstance(step, Draw))
    board = sum(area.cards for area in game.areas)
    assert game.seats * (game.own_cards + draws) + board <= len(game.deck)
    assert (JOKER in game.deck) == (len(game.deck) > 52)
    assert len(set(game.deck.cards)) == len(game.deck)


@every_game
def test_paytables_pay_the_better_hand_more(game: Game) -> None:
    """From the lowest cell up no line pays less than the one below it, shares of meters aside."""
    worth = {Form.PUSH: 0, Form.TO: 0, Form.FOR: 0, Form.DOLLARS: 0}
    for table in tables_of(game):
        if table.group == "ultimate-pairs":
            continue  # table A and the others order two lines differently
        paid = [line.pays for line in table.by_cell if line and line.pays.form in worth]
        for form in worth:
            amounts = [odds.amount for odds in paid if odds.form is form]
            assert amounts == sorted(amounts), (table.group, table.name)


@every_game
def test_meters_and_resets_fit_the_paytable(game: Game) -> None:
    for wager in game.wagers:
        for table in wager.pays.tables:
            named = [line.pays.meter for line in table.lines if line.pays.meter]
            meters = [meter.name for meter in table.meters]
            assert list(dict.fromkeys(named)) == meters
            assert set(meters) <= {"meter", "mega", "major", "minor"}
            assert bool(table.envy) == bool(meters) == wager.progressive
            assert all(meter.least_reset_cents > 0 for meter in table.meters)
            if meters:
                assert isinstance(wager.size, OneOf)
                assert all(tuple(line.pays_cents) == wager.size.cents for line in table.envy)
                assert wager.collected


@every_game
def test_odds_are_read_as_they_are_written(game: Game) -> None:
    for table in tables_of(game):
        for line in table.lines:
            assert Odds.parse(str(line.pays)) == line.pays


def test_readings_are_unique_and_complete() -> None:
    assert len({reading.id for reading in READINGS}) == len(READINGS)
    texts = {game.text for game in GAMES}
    for reading in READINGS:
        assert reading.question.endswith("?")
        assert reading.answer.endswith(".")
        assert reading.clauses
        assert all(clause.split()[0] in texts for clause in reading.clauses)
        assert [c for c in reading.clauses if not CLAUSE.fullmatch(c)] == [], reading.id
        assert len(dict(reading.choices)) == len(reading.choices) != 1


@every_game
def test_a_game_is_found_by_its_name(game: Game) -> None:
    assert find_game(game.name, game.jurisdiction) is game
    assert game.jurisdiction in jurisdictions_of(game.name)
    assert find_game(game.name).jurisdiction == jurisdictions_of(game.name)[0]
    with pytest.raises(NoGameError):
        find_game(game.name, "nowhere")


def test_no_game_is_named_outside_its_file() -> None:
    """What the product knows of a game it asks of the game: nothing is written for one of them."""
    names = [*NAMES, *(name.replace("-", "_") for name in NAMES)]
    names += [name.upper() for name in names]
    source = ROOT / "src" / "fairdeal"
    found = []
    for path in sorted(source.rglob("*.py")):
        if path.is_relative_to(source / "games"):
            continue
        # A compiled kernel is written for one game, bears its name, and is found in one list.
        kernel = (
            any(name in str(path.relative_to(source / "lab")) for name in names)
            if (path.is_relative_to(source / "lab"))
            else False
        )
        if kernel or path == source / "lab" / "kernels" / "__init__.py":
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            # The command line may use a game as an example, in help and in the tour; so may a
            # docstring.
            shown = line.lstrip().startswith((">>>", "..."))
            example = shown or path.is_relative_to(source / "cli")
            if any(name in line for name in names) and not example:
                found.append(f"{path.relative_to(source)}:{number}")
    assert found == []


def test_no_jurisdiction_is_named_outside_games() -> None:
    source = ROOT / "src" / "fairdeal"
    allowed = {"wire/deal.py"}  # the default jurisdiction of a deal
    for path in sorted(source.rglob("*.py")):
        inside = path.is_relative_to(source / "games") or path.is_relative_to(source / "cli")
        if inside or str(path.relative_to(source)) in allowed:
            continue
        text = path.read_text(encoding="utf-8")
        assert not any(f'"{name}"' in text for name in JURISDICTIONS), path
