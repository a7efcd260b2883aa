"""What Maryland's texts say alike about the dealer's procedure.

They number their chapters alike too: a place is written `4.A` here, which one text prints as `4.A`
and another as `.04A`. A game's file says where its text differs.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import Any, Final

from fairdeal.rulebook.procedure import DealingClauses, Irregularities, Procedure
from fairdeal.rulebook.round import Dealing

_ALIKE: Final[dict[str, Any]] = {
    # Chapter 3: the decks
    "different_backs": "3.B(2)",
    "other_deck": "3.B(3)",
    "alternate": "3.B(4)",
    "hours_hand": "3.C(1)",
    "hours_shoe": "3.C(2)",
    # Chapter 4: opening the table
    "inspect": "4.A",
    "spread": "4.B",
    "wash": "4.C",
    "preshuffled": "4.F",
    # Chapter 5: shuffle, cut and an idle table
    "shuffle": "5.A",
    "shuffle_ordered": "5.A(3)",
    "device_report": "5.E(1)",
    "device_count": "5.E",
    "cut": "5.F",
    "recut": "5.G",
    "idle": "5.H",
    "reshuffler": "5.I",
    "reshuffler_count": "5.E(2)",
    "idle_with_reshuffler": True,
    # Chapter 7: the seats and the wagers
    "seated": "7.B(1)",
    "leaves": "7.B(3)",
    "place": "7.C",
    "closed": "7.D",
    # Chapter 11: the round
    "conduct": "11.A",
}

# Chapters 8, 9 and 10: the stub that is counted, and what a wrong count leads to
from_manual_shoe = partial(DealingClauses, count="8.E", misdealt="8.F(4)", wrong_deck="8.F(5)")
from_hand = partial(DealingClauses, count="9.C", misdealt="9.D(4)", wrong_deck="9.D(5)")
from_automated_shoe = partial(
    DealingClauses, count="10.C", misdealt="10.C(3)", wrong_deck="10.C(4)"
)


def maryland(
    text: str,
    *,
    dealing: Mapping[Dealing, DealingClauses],
    irregular: Irregularities,
    dotted: bool = False,
    **differs: Any,
) -> Procedure:
    """Return the procedure of one text: its ways of dealing, its irregularities, and where it
    differs.

    Places are those of the text, without its name; `dotted`: it prints `4.A` as `.04A`.
    """

    def cited(value: Any) -> Any:
        if isinstance(value, str):
            if dotted and not value.startswith("."):
                chapter, _, below = value.partition(".")
                value = f".{chapter:0>2}{below}"
            return f"{text} {value}"
        if isinstance(value, Mapping):
            return {key: cited(inner) for key, inner in value.items()}
        if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{f.name: cited(getattr(value, f.name)) for f in fields(value)})
        return value

    told = {**_ALIKE, **differs, "dealing": dealing, "irregular": irregular}
    return Procedure(**cited(told))
