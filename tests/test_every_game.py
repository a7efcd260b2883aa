"""What is true of every game that is found, and of what is derived from its data."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from conftest import ROOT

from fairdeal.errors import BadGameError, NoGameError
from fairdeal.games import GAMES, JURISDICTIONS, NAMES, READINGS, find_game, jurisdictions_of
from fairdeal.rulebook.game import Direction, Game, Settle
from fairdeal.rulebook.layout import plain_layout
from fairdeal.rulebook.odds import Form, Odds
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.readings import Reading, defaults, merged

every_game = pytest.mark.parametrize("game", GAMES, ids=repr)

LET_IT_RIDE = find_game("let-it-ride")
RUN_EM_TWICE = find_game("run-em-twice")
PENNSYLVANIA = find_game("run-em-twice", "pennsylvania")
DOUBLE_DRAW = find_game("double-draw")


def tables_of(game: Game) -> Iterator[Paytable]:
    groups = {wager.pays.name: wager.pays for wager in game.wagers}
    for group in groups.values():
        yield from group.tables


# What is derived ----------------------------------------------------------------------------------


def test_what_is_said_once_is_known_everywhere() -> None:
    assert [game.own_cards for game in GAMES] == [3, 2, 2, 5]
    assert {area.name: area.cards for area in LET_IT_RIDE.areas} == {"bonus": 3, "community": 2}
    assert {wager.name: wager.at for wager in DOUBLE_DRAW.wagers} == {
        "ante": None,
        "bonus": None,
        "first-draw": "first-draw",
        "second-draw": "second-draw",
    }
    assert list(LET_IT_RIDE.hands) == [
        *("five cards", "three cards", "six cards", "three cards, progressive"),
    ]
    assert [step.wagers for step in RUN_EM_TWICE.round if isinstance(step, Settle)] == [
        ("five-card-bonus", "ultimate-pairs"),
        ("first-ante", "second-ante", "first-run", "second-run", "center"),
        ("progressive",),
    ]
    # The card's clauses of payout are not those of the procedure, which stays Maryland's.
    assert [step.wagers for step in PENNSYLVANIA.round if isinstance(step, Settle)] == [
        ("five-card-bonus",),
        ("first-ante", "second-ante", "first-run", "second-run", "center"),
    ]


def test_the_steps_of_a_round_are_known_by_what_they_are_for() -> None:
    assert [[getattr(step, "wager", "draw") for step in game.decisions] for game in GAMES] == [
        ["bet-1", "bet-2"],
        ["first-run", "second-run", "center"],
        ["first-run", "second-run", "center"],
        ["first-draw", "draw", "second-draw", "draw"],
    ]
    assert [(len(game.draws), len(game.calls), len(game.reveals)) for game in GAMES] == [
        *((0, 0, 3), (0, 0, 3), (0, 0, 3), (2, 2, 0)),
    ]
    # The last of the two draws is the sixth step; where nobody draws there is none.
    assert [game.draws_until for game in GAMES] == [0, 0, 0, 6]
    assert LET_IT_RIDE.take_backs == tuple(LET_IT_RIDE.take_back_steps) == ("bet-1", "bet-2")
    assert (LET_IT_RIDE.folds, LET_IT_RIDE.bet_steps) == ((), {})
    assert DOUBLE_DRAW.folds == tuple(DOUBLE_DRAW.bet_steps) == ("first-draw", "second-draw")
    assert (DOUBLE_DRAW.take_backs, DOUBLE_DRAW.take_back_steps) == ((), {})
    for game in GAMES:
        assert all(step.wager == name for name, step in game.bet_steps.items())
        assert all(step.wager == name for name, step in game.take_back_steps.items())
        assert {step.direction for step in game.settlements} == {game.settles}


def test_places_have_the_dealers_names() -> None:
    assert [LET_IT_RIDE.place_words(area) for area in ("bonus", "community")] == [
        *("the bonus box", "the community area"),
    ]
    assert RUN_EM_TWICE.place_words("left") == "the left"
    assert RUN_EM_TWICE.place_words(3) == "seat 3"
    assert RUN_EM_TWICE.place_words("rack") == "rack"
    assert [game.place for game in GAMES] == ["Maryland", "Maryland", "Pennsylvania", "Maryland"]
    assert replace(LET_IT_RIDE, jurisdiction="new-jersey").place == "New Jersey"
    assert repr(PENNSYLVANIA) == "<Game run-em-twice in pennsylvania>"


def test_a_game_that_prescribes_no_layout_has_a_plain_one() -> None:
    """Side bets on the far row, wagers before the deal on the next, those of decisions near."""
    plain = replace(RUN_EM_TWICE, layout=None).felt
    assert plain.box == (
        ("five-card-bonus", "ultimate-pairs", "progressive"),
        ("first-ante", "second-ante"),
        ("first-run", "second-run", "center"),
    )
    assert plain.board == (("left", "right", "top", "bottom", "center"),)
    assert plain.clause == RUN_EM_TWICE.clauses.wagers
    assert plain_layout((), (), "X 1").box == ()


def test_a_wager_without_a_choice_has_the_one_table_that_is_standard() -> None:
    main = DOUBLE_DRAW.paytables["main"]
    assert main.names == ("standard",)
    assert main.only is main["standard"]
    assert ("standard" in main, "A" in main) == (True, False)
    choice = LET_IT_RIDE.paytables["main"]
    assert choice.only is None
    assert ("standard" in choice, "A" in choice) == (False, True)
    with pytest.raises(KeyError):
        choice["standard"]


def test_a_clause_stands_under_another() -> None:
    step = Settle("MD-RET 11.I", Direction.CLOCKWISE)
    assert step.covers("MD-RET 11.I")
    assert step.covers("MD-RET 11.I(3)(b)")
    assert not step.covers("MD-RET 11.IA")
    assert not step.covers("MD-RET 11")


# Every game that is found -------------------------------------------------------------------------


@every_game
def test_lines_of_a_paytable_have_clauses_of_their_own(game: Game) -> None:
    for table in tables_of(game):
        clauses = [line.clause for line in table.lines]
        assert len(set(clauses)) in (1, 2, len(clauses))
        assert all(clause.startswith(table.clause) or len(set(clauses)) <= 2 for clause in clauses)


@every_game
def test_paytables_pay_more_the_higher_a_line_is_printed(game: Game) -> None:
    """Shares of meters aside. (A cell is not always above another that is paid less: two tables of
    Ultimate Pairs rank two hands differently.)
    """
    for table in tables_of(game):
        for form in (Form.TO, Form.FOR, Form.DOLLARS):
            amounts = [line.pays.amount for line in table.lines if line.pays.form is form]
            assert amounts == sorted(amounts, reverse=True), (table.group, table.name)


@every_game
def test_odds_are_read_as_they_are_written(game: Game) -> None:
    for table in tables_of(game):
        for line in table.lines:
            assert Odds.parse(str(line.pays)) == line.pays


@every_game
def test_a_game_is_found_by_its_name(game: Game) -> None:
    assert find_game(game.name, game.jurisdiction) is game
    assert game.jurisdiction in jurisdictions_of(game.name)
    assert find_game(game.name).jurisdiction == jurisdictions_of(game.name)[0]
    with pytest.raises(NoGameError):
        find_game(game.name, "nowhere")


# Readings -----------------------------------------------------------------------------------------


def test_readings_are_unique_and_complete() -> None:
    assert len({reading.id for reading in READINGS}) == len(READINGS)
    for reading in READINGS:
        assert reading.question.endswith("?")
        assert reading.answer.endswith(".")
        assert set(reading.clauses) == {
            clause
            for game in GAMES
            for asked in game.readings
            if asked.id == reading.id
            for clause in asked.clauses
        }


def test_a_reading_offers_its_choices_the_first_by_default() -> None:
    asked = Reading("any", ("X 1",), "Which?", "Any.", (("one", "1"), ("two", "2")))
    assert asked.default == "one"
    assert ("one" in asked, "two" in asked, "three" in asked) == (True, True, False)
    told = Reading("told", ("X 1",), "Which?", "That.")
    assert (told.default, "one" in told) == (None, False)
    assert defaults((told, asked)) == {"any": "one"}


def test_readings_of_several_games_are_merged() -> None:
    """Each once; what one game alone asks stands before what follows it there."""
    a, b, c, d = (Reading(name, (f"X {name}",), "What?", "That.") for name in "abcd")
    elsewhere = replace(c, clauses=("Y c",))
    both = merged([(a, c), (b, elsewhere, d)])
    assert [reading.id for reading in both] == ["a", "b", "c", "d"]
    assert both[2].clauses == ("X c", "Y c")
    with pytest.raises(BadGameError, match="different words"):
        merged([(a,), (replace(a, answer="Other."),)])


# Nothing outside its file knows a game ------------------------------------------------------------


def test_no_game_is_named_outside_its_file() -> None:
    """What the product knows of a game it asks of the game: nothing is written for one of them."""
    names = [*NAMES, *(name.replace("-", "_") for name in NAMES)]
    names += [name.upper() for name in names]
    source = ROOT / "src" / "fairdeal"
    found = []
    for path in sorted(source.rglob("*.py")):
        if path.is_relative_to(source / "games"):
            continue
        # A compiled kernel is written for one game, bears its name, and is found in one list of its
        # package.
        kernel = any(
            name in str(path.relative_to(folder))
            for folder in (source / "lab", source / "simulate/kernels", source / "learn/kernels")
            if path.is_relative_to(folder)
            for name in names
        )
        lists = (
            "lab/kernels/__init__.py",
            "lab/card_lines/places.py",
            "simulate/kernel_engine.py",
            "learn/catalog.py",
        )
        if kernel or str(path.relative_to(source)) in lists:
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
    # The default jurisdiction of a deal, and the index of regulations, each of its jurisdiction.
    allowed = {"wire/deal.py", "clauses/regulations.py"}
    for path in sorted(source.rglob("*.py")):
        if path.is_relative_to(source / "games") or str(path.relative_to(source)) in allowed:
            continue
        text = path.read_text(encoding="utf-8")
        assert not any(f'"{name}"' in text for name in JURISDICTIONS), path
