"""How many hands of five of 52 cards there are of each kind, as any textbook counts them."""

FIVE = {
    "royal flush": 4,
    "straight flush": 36,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pair": 123_552,
    "pair": 1_098_240,
    "nothing": 1_302_540,
}
