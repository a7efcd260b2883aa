"""Readings that several games share: the question and the answer once, each game's clauses in its
own file. `choices` stands only where an operator may choose; its first is the default.
"""

from dataclasses import replace
from typing import Final

from fairdeal.rulebook.readings import Reading


def shared(reading: str, *clauses: str) -> Reading:
    """Return a reading that several games share, with the clauses of one that ask it."""
    return replace(_SHARED[reading], clauses=clauses)


_READINGS: Final = (
    Reading(
        "to-and-for",
        (),
        "What comes back for each way of stating a payout?",
        "N to 1 is the stake and N stakes; N for 1 is N stakes in all, since the stake was "
        "collected before the deal. A dollar amount is all that comes back where the stake was "
        "collected, and comes on top of the stake where that lies on the layout. A share of a "
        "meter is that share, without the stake. A push is the stake.",
    ),
    Reading(
        "meter-turn",
        (),
        "What is paid when a round has several meter hits?",
        "What the meter shows when the turn comes: its reset amount after a 100 percent hit, a "
        "tenth less after a 10 percent hit. Whole cents are paid; parts of a cent stay on the "
        "meter, above the reset too.",
    ),
    Reading(
        "meter-feed",
        (),
        "When does a meter grow?",
        "When the stakes are locked at 'no more bets': rate times stake for each. A void round "
        "takes its contribution back together with the stakes.",
    ),
    Reading(
        "progressive-stakes",
        (),
        "Which stakes may a progressive wager have?",
        "$1 or $5, the two that have envy payouts; an operator may offer one of them only. Lines "
        "'for 1' grow with the stake, shares of a meter do not.",
    ),
    Reading(
        "envy-holder",
        (),
        "Who gets an envy bonus, and for whose hand?",
        "Every other player with a progressive stake, once for each qualifying hand and for each "
        "box with a stake, by that stake; the holder needs none. Nobody envies himself on a second "
        "box. A folded hand that was collected qualifies nobody, one kept for a live side bet "
        "does. Where the board makes the hand, every seat that holds it gives envy. The three-card "
        "progressives go by the three cards.",
    ),
    Reading(
        "abandoned",
        (),
        "What becomes of the wagers of a player who leaves during a round?",
        "They stay until settlement and then lose. A lost connection is not leaving: when the time "
        "runs out the least costly decision is made and play goes on.",
        (
            ("lose", "the wagers lose at settlement"),
            ("least-costly", "they play on with the least costly decision each time"),
        ),
    ),
    Reading(
        "cut-depth",
        (),
        "How deep may the cut be?",
        "From ten cards in, as the texts say, to ten from the bottom.",
    ),
    Reading(
        "device-count",
        (),
        "How many cards does a counting shuffler expect?",
        "As many as the deck has: 52, and 54 in Double Draw, whose text says 52 in this place.",
    ),
    Reading(
        "deck-change",
        (),
        "What if the hours of a deck run out during a round?",
        "The round is finished; the next cannot start before the change.",
    ),
    Reading(
        "stub-count",
        (),
        "What does a stub count compare, and when is it due?",
        "Stub, cards dealt and cards set aside together against the deck. Due on every fifth round "
        "without a counting shuffler; the sixth cannot start without it.",
    ),
    Reading(
        "community-order",
        (),
        "Which community card lies where?",
        "In the order dealt: left, right, top, bottom, center of the cross; in Let It Ride the "
        "first is the one on the dealer's left.",
    ),
    Reading(
        "payout-limit-scope",
        (),
        "What does a payout limit cut?",
        "The winnings, without stakes, of one hand's paytable wagers; never side bets or the "
        "progressive. The cut is one amount for the hand and comes off the wagers paid last.",
    ),
    Reading(
        "payout-limit",
        (),
        "Which payout limit applies, when the chapter on payouts sets none?",
        "The operator's, if the operator sets one.",
    ),
    Reading(
        "stub-count-duty",
        (),
        "Which ways of dealing and which devices excuse the stub count?",
        "No way of dealing does; counting and reshuffling devices do, a plain shuffler does not. "
        "Rounds are counted by table. A wrong count with a misdeal as well voids the round and "
        "removes the deck.",
    ),
    Reading(
        "missing-irregularities",
        (),
        "What of irregularities that have no letter in one text?",
        "A wrong number of cards voids a Double Draw round. In Run 'Em Twice an exposed community "
        "card voids the round, a jammed shuffler means a new shuffle, and void always means "
        "wagers returned and a new shuffle.",
    ),
    Reading(
        "preshuffled",
        (),
        "What do preinspected and preshuffled decks skip?",
        "The opening procedure and the first shuffle, not the cut.",
    ),
    Reading(
        "hours",
        (),
        "From when are a deck's hours counted?",
        "From its receipt at the table, by the time that commands carry; due at four and at eight "
        "hours exactly.",
    ),
    Reading(
        "idle-spread",
        (),
        "How are the cards spread at an idle table?",
        "Face down unless a player asks otherwise. With a reshuffler Run 'Em Twice asks for no "
        "spread, the other two games do.",
    ),
    Reading(
        "ordered-shuffle",
        (),
        "When may a floorperson order a shuffle?",
        "Before the first card of the round.",
    ),
    Reading(
        "late-order",
        (),
        "May the cards be shuffled or cut again when the bets are closed?",
        "Before the first card, and once a round: a second order is refused. Bets stay closed. "
        "Where an order is committed to, a new secret is, players pledge and reveal their words "
        "anew, and the depth of the cut follows from the secret, whatever the dealer names.",
    ),
    Reading(
        "lost-secret",
        (),
        "The program has lost the secret of a deck in play and cannot deal it on: what then?",
        "As when the dealing shoe stops: all hands are void and every wager goes back. Bets that "
        "are still open stay, for a deck that is shuffled anew. Settlement that has begun goes on. "
        "The log says that the secret is lost. The floorperson cannot deny it, and what else was "
        "asked about the round falls.",
    ),
    Reading(
        "device-out",
        (),
        "What changes when the shuffler is signed out of order?",
        "Dealing from the hand and the second deck are no longer allowed; cuts and stub counts "
        "fall due.",
    ),
    Reading(
        "void-reach",
        (),
        "How far back does a void late in the round reach?",
        "Everything is returned, folds and forfeits included. It is refused once settlement has "
        "moved chips. With two decks it counts as that deck's round.",
    ),
    Reading(
        "forfeit",
        (),
        "What does a player forfeit who breaks the rules?",
        "All wagers of the round, side bets too. The cards are collected and neither give nor get "
        "envy; what fed the meter stays. The other two texts set no forfeit, so none is taken.",
    ),
    Reading(
        "abandoned-envy",
        (),
        "Does the hand of a player who left give envy?",
        "It gives envy and gets none.",
    ),
    Reading(
        "drawn-and-seen",
        (),
        "What if a card drawn in error is also seen?",
        "It is treated as a card found face up.",
    ),
    Reading(
        "denied-report",
        (),
        "What if the floorperson denies that a card was found face up, or drawn and seen?",
        "Nothing has happened. Until the floorperson answers, the card stays in its place, and "
        "only dealer and floorperson are shown it; after a denial it is the next card.",
    ),
    Reading(
        "floor-rules",
        (),
        "Who says what a wrong stub count means?",
        "The floorperson, whom the dealer calls: only then are hands void and the deck kept or "
        "removed. Where the text has the dealer determine it, the dealer counts and the "
        "floorperson says what was found, since a void takes two. A count that was itself wrong "
        "is made again.",
    ),
    Reading(
        "verified-by",
        (),
        "Who verifies an inspection?",
        "Wherever the dealer is a person, a floorperson who is a person too, and not the dealer. "
        "The automatic floorperson verifies what the automatic dealer inspects.",
    ),
    Reading(
        "positions",
        (),
        "May a table have fewer betting positions than the text names?",
        "Where the text says 'no more than', it may. Run 'Em Twice has six.",
    ),
    Reading(
        "chips-differ",
        (),
        "What if the chips counted differ from the lammers or from the progressive system?",
        "No card is dealt until it is put right. A floorperson rules at a named seat: the wager "
        "goes back, or the player adds the chip that is missing. Who ruled and why is recorded, "
        "and the chips are counted once more.",
    ),
    Reading(
        "incomplete",
        (),
        "What if a seat's required wagers are missing or unequal?",
        "'No more bets' is refused and the seat is named. The player puts it right before that, or "
        "the dealer gives the wagers back, with all that depends on them, and the seat sits out.",
    ),
    Reading(
        "maximum",
        (),
        "What does the table maximum bind?",
        "The base bets and the antes, and at the table a side bet of any amount too, unless the "
        "rules file gives that one its own. A finished round is settled whatever was staked.",
    ),
    Reading(
        "off-limit",
        (),
        "What if a wager outside the table's limits was accepted?",
        "It is paid or lost whole (COMAR 36.05.03.14C). The program refuses such a wager before; a "
        "dealer with real cards may have taken it, and says so.",
    ),
    Reading(
        "late-jam",
        (),
        "What if the shoe jams after its last card is out?",
        "It is no irregularity of the round.",
    ),
    Reading(
        "losing-first",
        (),
        "In which order are the wagers of one seat settled?",
        "Those that lose are taken first, those that push are named next, those that win are paid "
        "last, each group in the order of the text. Let It Ride's side bets keep their own order.",
    ),
    Reading(
        "other-deck",
        (),
        "Until when may the deck that rests be shuffled?",
        "Until the next 'no more bets': nothing of a round may reach the discard rack while the "
        "other deck lies in it.",
    ),
    Reading(
        "device-reports",
        (),
        "What if a counting device tells no count?",
        "It has to tell one; the count is recorded.",
    ),
    Reading(
        "reshuffler-count",
        (),
        "What if a reshuffler, which need not count, finds the deck wrong?",
        "The deck is removed, as after any device's wrong count: no deck known to be wrong is "
        "dealt.",
    ),
    Reading(
        "method-change-count",
        (),
        "Is a stub count still due when a counting device is back after rounds without a count?",
        "Yes, as if it had stayed away: five rounds never pass without a count by somebody.",
    ),
    Reading(
        "defect-found",
        (),
        "What if the inspection, or its verification, finds a defect?",
        "The deck leaves the table and the finding is recorded; another takes its place, for which "
        "the opening starts from the beginning.",
    ),
    Reading(
        "idle-again",
        (),
        "How much of the opening is repeated after an idle table's cards were spread?",
        "All from the first player's look at the cards on: wash, stack, shuffle and cut. They have "
        "been inspected.",
    ),
    Reading(
        "meter-void-linked",
        (),
        "What if a round is void and another table has won the linked meter since?",
        "The house gives the contribution back; the meter stays as it is.",
    ),
)

_SHARED: Final = {reading.id: reading for reading in _READINGS}
