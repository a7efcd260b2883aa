"""How each silence and contradiction of the rule texts is read, in the order of the texts.

`choices` stands only where an operator may choose; its first is the default.
"""

from typing import Final

from fairdeal.rulebook.readings import Reading


def readings_of(*texts: str) -> tuple[Reading, ...]:
    """The readings that concern one of these texts."""
    return tuple(
        reading
        for reading in READINGS
        if any(clause.split()[0] in texts for clause in reading.clauses)
    )


ALL_GAMES: Final = (
    Reading(
        "to-and-for",
        ("MD-LIR 12", "MD-RET 12", "MD-DD .12", "PA-RET paytable"),
        "What comes back for each way of stating a payout?",
        "N to 1 is the stake and N stakes; N for 1 is N stakes in all, since the stake was "
        "collected before the deal. A dollar amount is all that comes back where the stake was "
        "collected, and comes on top of the stake where that lies on the layout. A share of a "
        "meter is that share, without the stake. A push is the stake.",
    ),
    Reading(
        "meter-turn",
        ("MD-LIR 12.G", "MD-RET 12.F(6)(v)"),
        "What is paid when a round has several meter hits?",
        "What the meter shows when the turn comes: its reset amount after a 100 percent hit, a "
        "tenth less after a 10 percent hit. Whole cents are paid; parts of a cent stay on the "
        "meter, above the reset too.",
    ),
    Reading(
        "meter-feed",
        ("MD-LIR 12.F(1)", "MD-RET 12.F(6)(a)"),
        "When does a meter grow?",
        "When the stakes are locked at 'no more bets': rate times stake for each. A void round "
        "takes its contribution back together with the stakes.",
    ),
    Reading(
        "progressive-stakes",
        ("MD-LIR 12.I", "MD-LIR 12.J", "MD-RET 12.H", "MD-RET 12.I"),
        "Which stakes may a progressive wager have?",
        "$1 or $5, the two that have envy payouts; an operator may offer one of them only. Lines "
        "'for 1' grow with the stake, shares of a meter do not.",
    ),
    Reading(
        "envy-holder",
        ("MD-LIR 1.B(2)", "MD-LIR 1.B(3)", "MD-RET 12.G"),
        "Who gets an envy bonus, and for whose hand?",
        "Every other player with a progressive stake, once for each qualifying hand and for each "
        "box with a stake, by that stake; the holder needs none. Nobody envies himself on a second "
        "box. A folded hand that was collected qualifies nobody, one kept for a live side bet "
        "does. Where the board makes the hand, every seat that holds it gives envy. The three-card "
        "progressives go by the three cards.",
    ),
    Reading(
        "abandoned",
        ("MD-LIR 7.B(2)", "MD-RET 7.B(3)", "MD-DD .07B(3)"),
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
        ("MD-LIR 5.F", "MD-RET 5.D", "MD-DD .05F"),
        "How deep may the cut be?",
        "From ten cards in, as the texts say, to ten from the bottom.",
    ),
    Reading(
        "device-count",
        ("MD-LIR 5.E", "MD-RET 5.B", "MD-DD .05E"),
        "How many cards does a counting shuffler expect?",
        "As many as the deck has: 52, and 54 in Double Draw, whose text says 52 in this place.",
    ),
    Reading(
        "deck-change",
        ("MD-LIR 3.C", "MD-RET 3.C", "MD-DD .03C"),
        "What if the hours of a deck run out during a round?",
        "The round is finished; the next cannot start before the change.",
    ),
    Reading(
        "stub-count",
        ("MD-LIR 8.D(5)", "MD-RET 8.E", "MD-DD .08E"),
        "What does a stub count compare, and when is it due?",
        "Stub, cards dealt and cards set aside together against the deck. Due on every fifth round "
        "without a counting shuffler; the sixth cannot start without it.",
    ),
    Reading(
        "community-order",
        ("MD-LIR 8.D(3)", "MD-RET 8.D(2)"),
        "Which community card lies where?",
        "In the order dealt: left, right, top, bottom, center of the cross; in Let It Ride the "
        "first is the one on the dealer's left.",
    ),
    Reading(
        "payout-limit-scope",
        ("MD-LIR 2.B(10)", "MD-RET 12.C", "MD-DD .02B(6)", "PA-RET limit"),
        "What does a payout limit cut?",
        "The winnings, without stakes, of one hand's paytable wagers; never side bets or the "
        "progressive. The cut is one amount for the hand and comes off the wagers paid last.",
    ),
)

LET_IT_RIDE: Final = (
    Reading(
        "five-card-stake",
        ("MD-LIR 12.B",),
        "For what stake are the dollar amounts of the Five Card Bonus?",
        "For $1, and no other stake is taken.",
    ),
    Reading(
        "five-card-floor",
        ("MD-LIR 11.E(1)", "MD-LIR 12.B"),
        "Does the Five Card Bonus start at two pair, as the procedure has it?",
        "It starts where the chosen paytable starts.",
    ),
    Reading(
        "six-card-needs",
        ("MD-LIR 7.E(5)",),
        "Which wagers must stand before a Six Card Bonus?",
        "The three base bets: the two bonus wagers that are named with them are optional.",
        (
            ("base-only", "the three base bets"),
            ("both-bonuses", "the base bets, the Five Card Bonus and the Three Card Bonus"),
        ),
    ),
    Reading(
        "six-card-box",
        ("MD-LIR 8.D(2)", "MD-LIR 9.B", "MD-LIR 10.B(1)"),
        "Is the bonus box dealt when the Six Card Bonus is not offered?",
        "No. Where it is dealt it is turned up after the second community card, before settlement.",
    ),
    Reading(
        "super-royal",
        ("MD-LIR 12.D",),
        "Do the dollars of a Super Royal grow with the stake?",
        "No; the stake comes back as well.",
    ),
    Reading(
        "progressive-b-top",
        ("MD-LIR 12.E(2)(a)", "MD-LIR 12.I(2)"),
        "Of which suit is the top hand of progressive paytable B?",
        "Spades, as in paytable C and in both envy tables.",
    ),
    Reading(
        "mini-hands",
        ("MD-LIR 12.E(2)", "MD-LIR 12.E(3)"),
        "Is a suited ace-king-queen also a straight flush?",
        "It pays its own line only. A straight flush is any other suited three in sequence, "
        "ace-two-three included.",
    ),
    Reading(
        "reshuffler-stack",
        ("MD-LIR 10.H",),
        "Which of three community cards is discarded?",
        "The third, unseen.",
    ),
    Reading(
        "payout-limit",
        ("MD-LIR 2.B(10)", "MD-DD .02B(6)"),
        "Which payout limit applies, when the chapter on payouts sets none?",
        "The operator's, if the operator sets one.",
    ),
)

RUN_EM_TWICE: Final = (
    Reading(
        "ante-outcome",
        ("MD-RET 12.A", "PA-RET wagers"),
        "When does an ante win?",
        "With its own run: jacks or better win even money, sixes to tens push, the rest loses.",
    ),
    Reading(
        "center-outcome",
        ("MD-RET 11.I(3)(b)", "MD-RET 11.I(3)(c)", "MD-RET 11.I(3)(d)", "PA-RET center"),
        "How is the center bet settled?",
        "It wins if either run wins, at the odds of the better hand; it pushes if none wins and "
        "one at least pushes; it loses if both lose.",
    ),
    Reading(
        "bet-sizes",
        ("MD-RET 1.B(4)", "MD-RET 11.B", "MD-RET 11.D", "MD-RET 11.F"),
        "Is a bet between one and three antes a whole multiple?",
        "Any amount from one to three antes in the table's chip step.",
    ),
    Reading(
        "wheel",
        ("MD-RET 6.A", "MD-RET 6.C"),
        "Is A-2-3-4-5 a straight, though this text does not say so?",
        "Yes, as in the other games.",
        (
            ("low-and-high", "the ace stands above the king and below the two"),
            ("high-only", "the ace stands above the king only"),
        ),
    ),
    Reading(
        "progressive-hand",
        ("MD-RET 7.E(2)(c)", "MD-RET 12.F(5)"),
        "Of which cards is the progressive hand?",
        "The better of the two runs.",
        (
            ("better-run", "the better of the two run hands"),
            ("first-run", "the first run hand"),
            ("community", "the five community cards"),
            ("best-of-seven", "the best five of all seven cards"),
        ),
    ),
    Reading(
        "folded-side-bets",
        ("MD-RET 11.B(3)", "MD-RET 11.D(2)", "MD-RET 11.F(2)"),
        "What happens to the additional wagers of a player who folds?",
        "They stay live, and the player's cards stay on the table.",
    ),
    Reading(
        "all-fold",
        ("MD-RET 11",),
        "What if everybody folds?",
        "The community cards are turned if an additional wager is live; otherwise the round ends.",
    ),
    Reading(
        "limit-floor",
        ("MD-RET 12.C(2)",),
        "What is the most that a bettor of the minimum could win?",
        "The highest total over all deals with both antes at the minimum and every bet at one "
        "ante. It is computed.",
    ),
    Reading(
        "limit-pa",
        ("PA-RET limit",),
        "Does Pennsylvania's limit grow with the minimum, as Maryland's does?",
        "No: $50,000 a player and round, the Five Card Bonus left out.",
    ),
    Reading(
        "pa-procedure",
        ("PA-RET deck", "PA-RET wagers"),
        "The card tells the play and the payouts only. Which procedure does the dealer follow?",
        "Maryland's, as far as the card says nothing else.",
    ),
    Reading(
        "skipped",
        ("MD-RET 13.G",),
        "What becomes of the wagers of a player who was skipped?",
        "They are returned; the player is in the next round.",
    ),
)

DOUBLE_DRAW: Final = (
    Reading(
        "winning-hand",
        ("MD-DD .06D", "MD-DD .12A"),
        "Which hands win the ante and the draw wagers?",
        "Two pair or better, the lowest hand that the ranking permits.",
    ),
    Reading(
        "bonus-equal",
        ("MD-DD .01B(2)", "MD-DD .07E(1)"),
        "May the bonus wager be less than the ante?",
        "No. It is required, and equal to the ante.",
    ),
    Reading(
        "joker",
        ("MD-DD .06B(2)",),
        "What is a joker?",
        "The card that completes the best royal flush, straight flush, flush or straight, or an "
        "ace if that is better; never a third king.",
    ),
    Reading(
        "stub-runs-out",
        ("MD-DD .11C", "MD-DD .13A"),
        "Six players who draw four each use all 54 cards. What if a card was set aside?",
        "The round is void and every wager is returned.",
    ),
)

PROCEDURE: Final = (
    Reading(
        "stub-in-play",
        ("MD-DD .08D(3)", "MD-DD .09B(2)", "MD-DD .10B(2)", "MD-DD .11C"),
        "The stub is racked after the deal, yet players draw from it. Where is it?",
        "With the dealer until the last draw. A count that is due is made right after the deal and "
        "keeps the order.",
    ),
    Reading(
        "stub-count-duty",
        ("MD-LIR 10.D", "MD-RET 10.C", "MD-DD .10C", "MD-DD .08F"),
        "Which ways of dealing and which devices excuse the stub count?",
        "No way of dealing does; counting and reshuffling devices do, a plain shuffler does not. "
        "Rounds are counted by table. A wrong count with a misdeal as well voids the round and "
        "removes the deck.",
    ),
    Reading(
        "missing-irregularities",
        ("MD-DD .13", "MD-RET 13"),
        "What of irregularities that have no letter in one text?",
        "A wrong number of cards voids a Double Draw round. In Run 'Em Twice an exposed community "
        "card voids the round, a jammed shuffler means a new shuffle, and void always means "
        "wagers returned and a new shuffle.",
    ),
    Reading(
        "preshuffled",
        ("MD-LIR 5.D(2)", "MD-RET 5.C(2)", "MD-DD .05D(2)"),
        "What do preinspected and preshuffled decks skip?",
        "The opening procedure and the first shuffle, not the cut.",
    ),
    Reading(
        "hours",
        ("MD-LIR 3.C", "MD-RET 3.C", "MD-DD .03C"),
        "From when are a deck's hours counted?",
        "From its receipt at the table, by the time that commands carry; due at four and at eight "
        "hours exactly.",
    ),
    Reading(
        "idle-spread",
        ("MD-LIR 5.I", "MD-RET 5.H", "MD-DD .05H", "MD-DD .05I"),
        "How are the cards spread at an idle table?",
        "Face down unless a player asks otherwise. With a reshuffler Run 'Em Twice asks for no "
        "spread, the other two games do.",
    ),
    Reading(
        "ordered-shuffle",
        ("MD-LIR 5.A(3)", "MD-RET 5.A(3)", "MD-DD .05A(3)"),
        "When may a floorperson order a shuffle?",
        "Before the first card of the round.",
    ),
    Reading(
        "device-out",
        ("MD-LIR 9.A", "MD-RET 9.A", "MD-DD .09A", "MD-RET 3.B"),
        "What changes when the shuffler is signed out of order?",
        "Dealing from the hand and the second deck are no longer allowed; cuts and stub counts "
        "fall due.",
    ),
    Reading(
        "further-calls",
        ("MD-DD .11C(3)", "MD-DD .11C(9)"),
        "Is 'no more bets' called again inside the round?",
        "Yes, after each draw wager.",
    ),
    Reading(
        "draw-equal",
        ("MD-DD .01B(3)", "MD-DD .01B(6)", "MD-DD .07E"),
        "May a draw wager be less than the ante?",
        "No, it equals the ante.",
    ),
    Reading(
        "draw-order",
        ("MD-DD .11C",),
        "In which order do players decide, discard and draw?",
        "All decide in turn; then seat by seat each discards and is given the replacements at "
        "once. A player who does not answer in time after the wager discards nothing.",
    ),
    Reading(
        "pairs-shown",
        ("MD-RET 11.H", "MD-RET 11.I"),
        "Ultimate Pairs is settled before the players' cards are turned. How?",
        "The cards of a seat with that wager are turned then.",
    ),
    Reading(
        "progressive-moment",
        ("MD-RET 11.J", "MD-RET 11.I"),
        "When is the progressive settled, and from which side?",
        "In a last pass from the dealer's right; those seats' cards stay until then. Envy is paid "
        "to all at once when the qualifying hand has been shown.",
    ),
    Reading(
        "skipped-or-short",
        ("MD-RET 13.G", "MD-RET 13.C", "MD-RET 13.F"),
        "Is a player without cards skipped, or dealt a wrong number?",
        "Without any card: skipped, wagers and meter contribution returned. With one of two: a "
        "wrong number, void.",
    ),
    Reading(
        "void-reach",
        ("MD-LIR 13", "MD-RET 13", "MD-DD .13"),
        "How far back does a void late in the round reach?",
        "Everything is returned, folds and forfeits included. It is refused once settlement has "
        "moved chips. With two decks it counts as that deck's round.",
    ),
    Reading(
        "forfeit",
        ("MD-RET 11.A(5)", "MD-LIR 11.A", "MD-DD .11A"),
        "What does a player forfeit who breaks the rules?",
        "All wagers of the round, side bets too. The cards are collected and neither give nor get "
        "envy; what fed the meter stays. The other two texts set no forfeit, so none is taken.",
    ),
    Reading(
        "abandoned-envy",
        ("MD-LIR 7.B(2)", "MD-RET 7.B(3)"),
        "Does the hand of a player who left give envy?",
        "It gives envy and gets none.",
    ),
    Reading(
        "drawn-and-seen",
        ("MD-LIR 13.C", "MD-RET 13.B", "MD-DD .13C"),
        "What if a card drawn in error is also seen?",
        "It is treated as a card found face up.",
    ),
    Reading(
        "bonus-box-count",
        ("MD-LIR 13.D",),
        "Do the bonus box and the community cards count for a wrong number of cards?",
        "Yes.",
    ),
    Reading(
        "reshuffler-deal",
        ("MD-LIR 10.H",),
        "May a reshuffling shoe deal the community stack another way?",
        "With such a shoe it is always dealt so, and there is no stub.",
    ),
    Reading(
        "chips-differ",
        ("MD-LIR 8.C", "MD-RET 8.C"),
        "What if the chips counted differ from the lammers or from the progressive system?",
        "No card is dealt until it is put right.",
    ),
    Reading(
        "incomplete",
        ("MD-LIR 7", "MD-RET 7", "MD-DD .07"),
        "What if a seat's required wagers are missing or unequal?",
        "'No more bets' is refused and the seat is named; the dealer corrects the wagers or gives "
        "them back.",
    ),
    Reading(
        "maximum",
        ("MD-LIR 7", "MD-RET 7", "MD-DD .07"),
        "What does the table maximum bind?",
        "The base bets and the antes.",
    ),
    Reading(
        "late-jam",
        ("MD-LIR 13.G", "MD-RET 13.D", "MD-DD .13E"),
        "What if the shoe jams after its last card is out?",
        "It is no irregularity of the round.",
    ),
    Reading(
        "lammers",
        ("MD-LIR 11", "MD-LIR 8.C(1)(b)"),
        "Which wager do lammers mark?",
        "Let It Ride's Five Card Bonus only. In Run 'Em Twice the bonus stays on the layout.",
    ),
)

READINGS: Final = (*ALL_GAMES, *LET_IT_RIDE, *RUN_EM_TWICE, *DOUBLE_DRAW, *PROCEDURE)
