"""What stands on the papers, beside the rulebook and the literature."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import comb, sqrt

import pytest
from reading import RULES, drawing, paper

from fairdeal.games import find_game
from fairdeal.lab.figures.analyze import analyze
from fairdeal.papers.catalogue import PAPERS
from fairdeal.papers.elements import split_in_columns
from fairdeal.papers.layout import LEAST_SPOT, SCALE, layout_of
from fairdeal.rulebook.game import Settle
from fairdeal.rulebook.money import UNITS, dollars
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.table.state import dealing_steps
from fairdeal.wire.rules_digest import rules_digest
from fairdeal.wording.felt import felt_of

every = pytest.mark.parametrize("of", RULES)
LETTERS = 26


def lines_of(rules: Rules) -> Iterator[tuple[str, str]]:
    """Each hand of each paytable in force with what it pays, as printed: the best hands that pay
    alike, from three on, are one line.
    """
    for table in {id(terms.table): terms.table for terms in rules.terms.values()}.values():
        pays = [str(line.pays) for line in table.lines]
        alike = next((n for n, odds in enumerate(pays) if odds != pays[0]), len(pays))
        for number, line in enumerate(table.lines):
            hand = line.hand
            if alike >= 3 and number < alike:
                if number < alike - 1:
                    continue
                hand = hand if hand.endswith("or better") else f"{hand} or better"
            yield hand, str(line.pays)


@pytest.mark.clause("COMAR 36.05.03.22B", "MD-LIR 2.B(9)", "MD-RET 2.B(5)", "MD-DD .02B(4)")
@pytest.mark.parametrize("name", ["sign", "rack-card", "layout"])
@every
def test_every_payout_of_every_wager_on_offer(name: str, of: str) -> None:
    text = paper(name, of).text.lower()
    for hand, pays in lines_of(RULES[of]):
        assert f"{hand} {pays}" in text


@pytest.mark.clause("COMAR 36.05.03.20A(1)")
@every
def test_the_submission_has_every_line_with_its_clause(of: str) -> None:
    text = paper("submission", of).text.lower()
    for terms in RULES[of].terms.values():
        for line in terms.table.lines:
            assert f"{line.hand} {line.pays} {line.clause}".lower() in text


@pytest.mark.parametrize("name", PAPERS)
def test_large_amounts_have_all_their_commas(name: str) -> None:
    """The break-even of a mega meter is above a million."""
    text = paper(name, "let-it-ride").text
    assert not re.findall(r"[$,]\d{4,}", text)
    if name == "math-report":
        assert "$1,633,400" in text.replace(" ", "")


@pytest.mark.clause("COMAR 36.05.03.14B", "MD-LIR 2.B(1)", "MD-LIR 2.B(10)", "MD-RET 2.B(1)")
@pytest.mark.clause("MD-DD .02B(1)", "MD-DD .02B(6)")
@pytest.mark.parametrize("name", ["sign", "layout"])
@every
def test_the_operator_the_limits_and_the_limit_per_hand(name: str, of: str) -> None:
    rules, text = RULES[of], paper(name, of).text
    assert rules.minimum_cents is not None
    assert rules.maximum_cents is not None
    # An operator's name is set in capitals, with some space between them.
    assert rules.operator.upper().replace(" ", "") in text.replace(" ", "")
    assert f"Bets {dollars(rules.minimum_cents)} to {dollars(rules.maximum_cents)}" in text
    limit = rules.payout_limit_cents
    words = "No payout limit" if limit is None else f"Payout limit {dollars(limit)}"
    assert words in text


@pytest.mark.clause("MD-DD .02B(5)", "MD-DD .02B(7)")
@pytest.mark.parametrize("name", ["sign", "layout", "rack-card"])
def test_players_are_told_what_a_joker_is(name: str) -> None:
    text = paper(name, "sample 4").text
    assert re.search(r"joker is an ace, or fills a straight or a flush", text)


@every
def test_envy_is_told_for_the_stakes_on_offer(of: str) -> None:
    rules = RULES[of]
    wager = rules.progressive_wager
    if wager is None:
        assert "Envy" not in paper("sign", of).text
        return
    assert rules.progressive is not None
    for line in rules.terms[wager.name].table.envy:
        amounts = [dollars(line.pays_cents[stake]) for stake in rules.progressive.stakes_cents]
        assert f"{line.hand} {' '.join(amounts)}" in paper("sign", of).text.lower()


# The layout ---------------------------------------------------------------------------------------


@pytest.mark.clause("COMAR 36.05.03.16A", "COMAR 36.05.03.20A(4)", "MD-LIR 2.B(5)", "MD-LIR 2.B(6)")
@pytest.mark.clause("MD-LIR 2.B(7)", "MD-LIR 2.B(8)", "MD-RET 2.B(4)(a)", "MD-RET 2.B(4)(b)")
@pytest.mark.clause("MD-RET 2.B(4)(c)", "MD-LIR 2.B(2)", "MD-RET 2.B(2)", "MD-DD .02B(2)")
@every
def test_each_player_has_an_area_for_each_wager(of: str) -> None:
    rules = RULES[of]
    drawn = layout_of(rules)
    titles = Counter(part.title for part in drawn.parts if part.kind in ("spot", "bonus", "coin"))
    assert titles == {wager.title: rules.seats for wager in rules.wagers}
    assert all(part.width >= LEAST_SPOT for part in drawn.parts if part.kind == "spot")


@pytest.mark.clause("MD-RET 2.B(3)(a)", "MD-RET 2.B(3)(b)", "MD-RET 2.B(3)(c)", "MD-RET 2.B(3)")
def test_the_cross_is_inscribed() -> None:
    drawn = drawing("run-em-twice")
    cross = {part.title: [] for part in drawn.parts if part.kind == "cards-1"}  # type: ignore[var-annotated]
    for part in drawn.parts:
        if part.kind == "cards-1":
            cross[part.title].append((part.x, part.y))
    (center,) = cross["Center"]
    # The first ante's line lies across, the second's upright, both through the center.
    assert [y for _, y in cross["1st Ante"]] == [center[1]] * 2
    assert [x for x, _ in cross["2nd Ante"]] == [center[0]] * 2


@pytest.mark.clause("MD-DD .02B(3)")
def test_each_player_has_an_area_for_discards() -> None:
    parts = drawing("sample 4").parts
    assert sum(part.title == "Discards" and part.kind == "hand-1" for part in parts) == 6


@pytest.mark.clause("MD-LIR 2.B(4)")
def test_community_cards_lie_before_the_table_inventory() -> None:
    parts = drawing("let-it-ride").parts
    (tray,) = (part for part in parts if part.kind == "tray")
    for part in parts:
        if part.kind.startswith("cards-"):
            assert tray.y < part.y < tray.y + tray.height
            assert abs(part.x - tray.x) < tray.width / 2


@pytest.mark.clause("MD-LIR 2.B(3)")
@every
def test_each_player_has_a_place_for_the_cards(of: str) -> None:
    rules = RULES[of]
    places = [part for part in layout_of(rules).parts if part.title == "Cards"]
    assert len(places) == rules.seats
    assert {part.kind for part in places} == {f"hand-{rules.game.own_cards}"}


@pytest.mark.clause("MD-LIR 2.B(5)", "MD-LIR 2.B(6)", "MD-LIR 2.B(7)", "MD-LIR 2.B(8)")
def test_what_is_not_offered_has_no_area() -> None:
    rules = house_rules(find_game("let-it-ride"))
    without = replace(rules, paytables={"main": rules.paytables["main"]}, progressive=None)
    every_title = {part.title for part in layout_of(rules).parts}
    titles = {part.title for part in layout_of(without).parts}
    bonuses = {"Five Card Bonus", "Three Card Bonus", "Six Card Bonus", "Progressive"}
    assert every_title >= bonuses
    assert titles.isdisjoint(bonuses)


@pytest.mark.clause("MD-LIR 2.A(2)", "MD-RET 2.A(2)", "MD-DD .02A(2)")
@every
def test_the_dealer_sits_opposite_the_players(of: str) -> None:
    """The table inventory is the dealer's: every player's area lies on the other side of it."""
    parts = drawing(of).parts
    (tray,) = (part for part in parts if part.kind == "tray")
    own = [part for part in parts if part.title == "Cards"]
    assert own
    assert all(part.y > tray.y + tray.height for part in own)


@pytest.mark.clause("MD-LIR 2.D", "MD-LIR 2.F", "MD-RET 2.C(1)", "MD-RET 2.C(2)", "MD-DD .02C")
@pytest.mark.clause("MD-DD .02E")
@every
def test_drop_box_tip_box_and_rack_are_on_the_dealers_side(of: str) -> None:
    parts = drawing(of).parts
    (tray,) = (part for part in parts if part.kind == "tray")
    (drop,) = (part for part in parts if part.title == "Drop box")
    (tip,) = (part for part in parts if part.title == "Tip box")
    (rack,) = (part for part in parts if part.kind == "rack")
    assert (drop.x - tray.x) * (tip.x - tray.x) < 0, "on either hand of the dealer"
    nearest_player = min(part.y for part in parts if part.title == "Cards")
    assert max(drop.y, tip.y, rack.y) < tray.y + tray.height < nearest_player


@every
def test_the_key_names_the_clauses_of_chapter_two(of: str) -> None:
    rules = RULES[of]
    text = paper("layout", of).text
    asked = {spot.clause for spot in felt_of(rules).wagers.values()}
    asked |= {line.clause for line in rules.game.felt.lines}
    told = rules.game.felt.clauses
    asked |= {told["odds"]} | ({told["operator"]} if rules.game.text != "PA-RET" else set())
    for clause in asked:
        assert clause in text
    assert f"Scale 1 : {SCALE}" in text


# The procedure ------------------------------------------------------------------------------------


@every
def test_the_dealers_card_has_every_step_of_the_deal_and_the_round(of: str) -> None:
    rules = RULES[of]
    text = paper("dealers-card", of).text
    steps = [step.clause for step in dealing_steps(rules, rules.dealing, rules.shuffling)]
    offered = {wager.name for wager in rules.wagers}
    for at, step in enumerate(rules.game.round):
        settles_nothing = isinstance(step, Settle) and offered.isdisjoint(step.wagers)
        if at not in rules.left_out and not settles_nothing:
            steps.append(step.clause)
    # Pennsylvania's card has no clause for a step on which Maryland's text is followed.
    for clause in steps:
        if clause.startswith(f"{rules.game.text} "):
            assert clause.removeprefix(f"{rules.game.text} ") in text


@pytest.mark.parametrize(
    ("of", "clauses"),
    [
        # By the texts' own letters: what each way of dealing and of shuffling can meet.
        ("sample 1", ["13.A", "13.B", "13.C", "13.D", "13.E", "13.F", "13.H", "8.F(1)", "8.F(2)"]),
        ("sample 2", ["13.A", "13.B", "13.C", "13.E", "13.G", "9.D(4)", "9.D(5)"]),
        ("sample 4", [".13A", ".13B", ".13C", ".08F(4)", ".08F(5)"]),
        ("sample 7", [".13A", ".13B", ".13C", ".13D", ".13E", ".13F"]),
    ],
)
def test_the_dealers_card_has_the_irregularities(of: str, clauses: list[str]) -> None:
    words = {word.text for word in paper("dealers-card", of).words if word.page == 2}
    assert set(clauses) <= words


def test_what_cannot_happen_is_not_on_the_card() -> None:
    text = paper("dealers-card", "sample 4").text  # by hand from a manual shoe
    assert "shuffler" not in text
    assert "shoe jams" not in text
    assert "cover card" in text
    assert "cover card" not in paper("dealers-card", "sample 1").text  # a machine shuffles


@pytest.mark.clause("COMAR 36.05.03.19A")
@every
def test_the_submission_has_every_reading_and_choice(of: str) -> None:
    rules, text = RULES[of], paper("submission", of).text
    for reading in rules.game.readings:
        assert reading.id in text
        if reading.choices:
            assert f"Operator's choice: {rules.readings[reading.id]}" in text
    for _, rate in rules.progressive.rates.items() if rules.progressive else ():
        assert f"{Decimal(rate) / 100:f} percent of each wager" in text
    assert rules_digest(rules) in text.replace(" ", "")
    assert "signature" in text


def test_how_a_file_is_written_does_not_change_the_digest() -> None:
    assert rules_digest(RULES["sample 2"]) != rules_digest(RULES["sample 3"])
    assert re.fullmatch("[0-9a-f]{64}", rules_digest(RULES["sample 2"]))


# The math report ----------------------------------------------------------------------------------


def test_the_math_report_has_the_published_figures() -> None:
    text = paper("math-report", "sample 1").text
    # Wizard of Odds: 3.51 % of a base bet, element of risk 2.85 %; Three Card Bonus A 2.3 %.
    # What comes back stands beside what is kept.
    main = re.search(r"Main wagers A ([\d.]+)% ([\d.]+)% ([\d.]+)%", text)
    bonus = re.search(r"Three Card Bonus A ([\d.]+)% ([\d.]+)%", text)
    assert main
    assert bonus
    assert [round(float(figure), 2) for figure in main.groups()] == [96.49, 3.51, 2.85]
    assert [round(float(figure), 1) for figure in bonus.groups()] == [97.7, 2.3]


def test_the_deviation_is_that_of_a_calculation_by_hand() -> None:
    # Three of 52 (22,100): straight flush 48, three 52, straight 720, flush 1,096, pair 3,744,
    # nothing 16,440; paytable A pays 40, 30, 6, 4 and 1 to 1.
    counts = {40: 48, 30: 52, 6: 720, 4: 1096, 1: 3744, -1: 16440}
    deals = comb(52, 3)
    mean = sum(net * count for net, count in counts.items()) / deals
    deviation = sqrt(sum(net**2 * count for net, count in counts.items()) / deals - mean**2)
    text = paper("math-report", "sample 1").text
    assert f"{1.6448536 * deviation:.4f}" in text  # the volatility index
    assert f"{deviation:.6f}" in text


@pytest.mark.clause("COMAR 36.05.03.20A(3)")
def test_the_math_report_has_every_outcome_and_the_exact_value() -> None:
    rules = RULES["sample 1"]
    text = paper("math-report", "sample 1").text
    offered = [wager.name for wager in rules.wagers]
    assert rules.progressive is not None
    meters = {name: Fraction(reset, UNITS) for name, reset in rules.progressive.resets.items()}
    for one in analyze(rules.game, paytables=rules.paytables, offered=offered, meters=meters):
        assert str(one.ev) in text
        for outcome in one.outcomes:
            told = f"{outcome.hand} {outcome.pays or ''}".strip()
            assert f"{told} {outcome.combinations:,}" in text.replace("Push", "push") or (
                f"{told.capitalize()} {outcome.combinations:,}" in text
            )


def test_a_wager_that_gives_money_away_is_named() -> None:
    # The house offers the progressive by the reading that is the default.
    text = paper("math-report", "house run-em-twice maryland").text
    assert "returns more than it takes" in text
    assert "returns more than it takes" not in paper("math-report", "run-em-twice").text
    assert "returns more than it takes" not in paper("math-report", "sample 2").text


def test_the_math_report_says_what_a_reading_is_worth() -> None:
    text = paper("math-report", "sample 2").text
    # 8.657 % of an ante, and 9.397 % where the ace is high only: two routes, docs/mathematics.md.
    found = re.search(r"low-and-high high-only Main wagers ([\d.]+)% ([\d.]+)% \+([\d.]+)%", text)
    assert found
    assert [round(float(one), 2) for one in found.groups()] == [8.66, 9.40, 0.74]
    assert "Without influence on any value: abandoned" in text


def test_columns_are_balanced_and_keep_their_order() -> None:
    assert split_in_columns([12, 12]) == ((0,), (1,))
    left, right = split_in_columns([3, 10, 9, 7])
    assert sorted((*left, *right)) == [0, 1, 2, 3]
    assert left == (0, 1)
    assert right == (2, 3)
