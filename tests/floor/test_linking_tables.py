"""Which tables may share a meter: the reset, the stake, the rate and the odds must agree."""

import re
from pathlib import Path

import pytest
from harness import TWICE, Harness, rules_of
from linked import LINKED, linked_rules

from fairdeal.errors import Refused


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("minor = 250", "minor = 400", "'small' is reset to $250 at table t1, and to $400 here"),
        ('minor = "small"', 'major = "small"', "'small' is 'minor' at table t1, and 'major' here"),
    ],
    ids=["another reset", "another name"],
)
def test_tables_that_share_a_meter_agree_about_it(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    """Whoever won it would leave the other below its own reset."""
    text = LINKED.format(name="South", bots=0, shuffling="reshuffling", decks=1)
    house = Harness(str(tmp_path / "floor.db"), linked_rules("North"))
    with pytest.raises(Refused, match=re.escape(f"the shared meter {reason}")):
        house.open_table(rules_of(text.replace(old, new)))
    assert list(house.floor.tables) == ["t1"]
    house.open_table(rules_of(text))
    house.audit()
    house.close()


@pytest.mark.clause("COMAR 36.05.03.24H(2)(a)", "COMAR 36.05.03.24H(2)(b)")
@pytest.mark.parametrize(
    ("old", "new", "reason", "clause"),
    [
        ("[1, 5]", "[5]", "'house' takes $1 or $5 at table t1, and $5 here", "(2)(a)"),
        (
            "minor = 0.0333",
            "minor = 0.05",
            "'small' grows by 333/100 % of a stake at table t1, and by 5 % here",
            "(2)(b)",
        ),
    ],
    ids=["another stake", "another rate"],
)
def test_linked_tables_take_the_same_stake_at_the_same_rate(
    tmp_path: Path, old: str, new: str, reason: str, clause: str
) -> None:
    text = LINKED.format(name="South", bots=0, shuffling="reshuffling", decks=1)
    house = Harness(str(tmp_path / "floor.db"), linked_rules("North"))
    with pytest.raises(Refused, match=re.escape(f"the shared meter {reason}")) as refused:
        house.open_table(rules_of(text.replace(old, new)))
    assert refused.value.clause == f"COMAR 36.05.03.24H{clause}"
    assert list(house.floor.tables) == ["t1"]
    house.close()


LINKED_TWICE = f"""
{TWICE}progressive = "D"

[progressive]
stakes = [1, 5]
rate = {{ mega = 0.1001, major = 0.07, minor = 0.0333 }}
reset = {{ mega = 10000, major = 1000, minor = 250 }}

[floor]
linked = {{ mega = "house" }}
"""


@pytest.mark.clause("COMAR 36.05.03.24H(1)")
def test_linked_tables_have_the_same_probability_of_the_jackpot(tmp_path: Path) -> None:
    """Five cards are a royal flush once in 649,740 deals, under paytables E and F alike; the better
    of two runs is one more often.
    """
    text = LINKED.format(name="South", bots=0, shuffling="reshuffling", decks=1)
    house = Harness(str(tmp_path / "floor.db"), linked_rules("North"))
    house.open_table(rules_of(text.replace('progressive = "F"', 'progressive = "E"')))
    assert list(house.floor.tables) == ["t1", "t2"]
    with pytest.raises(Refused, match="'house' pays 100 % once in 649,740 at table t1") as refused:
        house.open_table(rules_of(LINKED_TWICE))
    assert refused.value.clause == "COMAR 36.05.03.24H(1)"
    house.audit()
    house.close()
