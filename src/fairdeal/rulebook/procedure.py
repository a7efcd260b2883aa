"""Where each text speaks of the dealer's procedure, and what its irregularities lead to."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class DealingClauses:
    """The clauses of one way of dealing, from "no more bets" to the stub."""

    no_more_bets: str
    stub: str
    count: str
    #: The clauses of a wrong count: because cards were misdealt, and because cards are missing or
    #: too many.
    misdealt: str
    wrong_deck: str
    #: Wagers that are collected before the deal, with the clause that says so.
    collect: Mapping[str, str] = field(default_factory=dict)
    #: Counting the chips collected against the wagers acknowledged, by wager.
    verify: Mapping[str, str] = field(default_factory=dict)
    #: Locking the progressive.
    lock: str | None = None
    #: Where the floorperson, and not the dealer, says whether a wrong count was a misdeal.
    floor_rules: str | None = None


@dataclass(frozen=True, slots=True)
class Irregularities:
    """What a game makes of each irregularity, by the clause that says so."""

    #: The clause of one card found face up, and whether it voids the round. If not, the card is set
    #: aside, and a second one voids the round.
    face_up: str
    face_up_voids: bool
    drawn_in_error: str
    #: The clause of a wrong number of cards; None if the clause of a misdeal shown by the stub's
    #: count applies.
    wrong_number: str | None
    shuffler_jam: str
    shoe_jam: str
    out_of_order: str
    more_face_up: str | None = None
    exposed_community: str | None = None
    #: The clause by which a skipped player gets the wagers back; None if a player without cards
    #: voids the round.
    skipped: str | None = None


@dataclass(frozen=True, slots=True)
class Procedure:
    """The clauses of the cards' life, the seats and the round."""

    inspect: str
    spread: str
    wash: str
    preshuffled: str
    shuffle: str
    shuffle_ordered: str
    #: A counting device tells its count; one that tells a wrong one has its deck removed.
    device_report: str
    device_count: str
    cut: str
    recut: str
    idle: str
    #: What a continuous reshuffler excuses, and where the text has it count the cards.
    reshuffler: str
    reshuffler_count: str
    #: Whether an idle table's cards are spread when a continuous reshuffler is used.
    idle_with_reshuffler: bool
    different_backs: str
    #: The deck that rests is shuffled while the other is in play.
    other_deck: str
    alternate: str
    hours_hand: str
    hours_shoe: str
    seated: str
    leaves: str
    place: str
    closed: str
    #: What players may not do with their cards.
    conduct: str
    clear: str
    dealing: Mapping[str, DealingClauses]
    irregular: Irregularities
    #: Whether the stub stays with the dealer because players draw from it.
    stub_in_play: bool = False
    #: The forfeit for a breach of conduct, where the text sets one.
    forfeit: str | None = None
