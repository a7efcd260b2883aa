"""Descriptions of the keys of a rules file, for the comments in a new file and for editors."""

from typing import Final

#: The keys above the first table, and the tables.
KEY_WORDS: Final = {
    "operator": "who submits the rules",
    "jurisdiction": "whose text applies",
    "game": "the game",
    "minimum": "the least base bet or ante in dollars, a multiple of chip-step",
    "maximum": "the largest base bet or ante in dollars, a multiple of chip-step",
    "chip-step": "the smallest chip in dollars: wagers go in steps of it",
    "dealing": "how the cards come to the players",
    "shuffling": "how the cards are shuffled",
    "decks": "one, or two that take turns and need a shuffling device",
    "seats": "the places at this table; the game's own number if left out",
    "adjacent-boxes": "how many boxes side by side one person may play, in all",
    "payout-limit": (
        "the most in dollars that is won on one hand, side bets and progressive apart; the text's "
        "own limit, or none, if left out"
    ),
    "approved": "the day on which the regulator approved these rules",
    "license": "the number of the operator's license",
    "paytables": "a table for each wager on offer; a side bet that is not named is not offered",
    "progressive": "there if the progressive is offered, and only then",
    "readings": "what is chosen where the text may be read in more than one way",
    "side-maximum": "the most on a side bet of any amount in dollars; maximum if left out",
    "hold": "check warns where a wager holds less or more than this, in percent of its unit",
    "floor": "what a live floor adds",
}

PROGRESSIVE_WORDS: Final = {
    "stakes": "the stakes that are taken; all that the text has if left out",
    "rate": "what part of each stake feeds each meter: four decimals at most, at most 1 together",
    "reset": "the dollars that a meter starts from, and falls back to when it is won",
}

FLOOR_WORDS: Final = {
    "name": "what the table is called",
    "practice": "a table with a coach, for one player",
    "bots": "programs that keep players company",
    "linked": "the shared meter that one of its own is linked to",
    "dealer": "whether a program deals or a person",
    "cards": "whether the program shuffles, or the dealer enters real cards: committed or named",
    "hand-pay": "the least payment that a second person must confirm, in dollars",
    "table-test": "whether a dealer needs the table test of this game to tap in",
    "buy-in": "the dollars that a bet beyond the game account buys in; default: twenty minimums",
}
