"""The lines of a Double Draw card: holds that a player sees as one, and their names."""

from typing import Final

from fairdeal.lab.kernels.double_draw.holds import Hold

_STRAIGHT_FLUSH: Final = ("royal", "open straight flush", "inside straight flush")
_TOP: Final = ("straight flush", "wild royal flush", "natural royal flush", "five aces")

_PAT: Final = ("straight", "flush", "full house")
#: By name of the line: its words, and how many cards are kept.
_BOTH: Final = {
    "top": ("a straight flush or better", 5),
    "full house": ("a full house", 5),
    "flush": ("a flush", 5),
    "straight": ("a straight", 5),
    "four": ("four of a kind", 4),
    "two pair": ("two pair (a joker with an ace is a pair)", 4),
    "straight flush 4": ("four to a straight flush", 4),
    "joker straight flush 4": ("four to a straight flush with a joker", 4),
    "jokers straight flush 4": ("four to a straight flush with two jokers", 4),
    "flush 4": ("four to a flush", 4),
    "joker flush 4": ("four to a flush with a joker", 4),
    "open 4": ("four to an open straight", 4),
    "joker open 4": ("a joker and three in sequence, open", 4),
    "inside 4": ("four to an inside straight", 4),
    "joker inside 4": ("a joker and three to a straight, one gap", 4),
    "joker wide 4": ("a joker and three to a straight, wider", 4),
}
FIRST_WORDS: Final = {
    **_BOTH,
    "three": ("three of a kind", 3),
    "three aces": ("three aces", 3),
    "royal 3": ("three to a royal flush", 3),
    "open 3": ("three to a straight flush, open", 3),
    "inside 3": ("three to a straight flush, inside", 3),
    "joker suited ace": ("a joker, an ace and another to its straight flush", 3),
    "joker royal 3": ("a joker and two to a royal flush", 3),
    "joker open 3": ("a joker and two to a straight flush, open", 3),
    "joker inside 3": ("a joker and two to a straight flush, inside", 3),
    "flush 3": ("three to a flush", 3),
    "joker flush 3": ("a joker and two to a flush", 3),
    "straight 3": ("three in sequence", 3),
    "joker straight 3": ("a joker and two next to each other, or one apart", 3),
    "joker pair": ("a joker and a pair", 3),
    "two jokers": ("two jokers", 2),
    "joker ace": ("a joker and an ace", 2),
    "aces": ("a pair of aces", 2),
    "pair": ("a pair", 2),
    "pair and ace": ("a pair and an ace", 3),
    "joker high": ("a joker and a ten or better", 2),
    "joker card": ("a joker and one other card", 2),
    "suited ace": ("an ace and another of its suit", 2),
    "ace": ("an ace and another card", 2),
    "suited high": ("two suited, ten or better", 2),
    "suited close": ("two suited that fit a straight", 2),
    "suited": ("two suited", 2),
    "high cards": ("two cards, ten or better", 2),
}
SECOND_WORDS: Final = {
    **_BOTH,
    "three": ("three of a kind", 4),
    "three aces": ("three aces", 4),
    "aces": ("a pair of aces", 4),
    "pair": ("a lower pair", 4),
}


def _both(hold: Hold) -> str | None:
    """Return the lines that both draws have."""
    joker = "joker " if hold.jokers else ""
    match hold:
        case Hold(5, _, kind):
            return "top" if kind in _TOP else kind if kind in _PAT else None
        case Hold(4, _, "four of a kind"):
            return "four"
        case Hold(4, _, "two pair"):
            return "two pair"
        case Hold(4, _, kind) if kind in _STRAIGHT_FLUSH:
            return f"{'jokers ' if hold.jokers == 2 else joker}straight flush 4"
        case Hold(4, _, "flush"):
            return f"{joker}flush 4"
        case Hold(4, _, "open straight"):
            return f"{joker}open 4"
        case Hold(4, _, "inside straight"):
            return f"{joker}inside 4"
        case Hold(4, _, "wide straight"):
            return "joker wide 4"
    return None


def first_family(hold: Hold) -> str | None:
    """Return the line of the first draw's list that a hold belongs to; None if there is none."""
    joker = "joker " if hold.jokers else ""
    match hold:
        case Hold(3, _, "three of a kind"):
            return "three"
        case Hold(3, 0, "pair and ace") | Hold(3, _, "three aces"):
            return hold.kind
        case Hold(3, 1, "suited aces"):
            return "joker suited ace"
        case Hold(3, 0 | 1, kind) if kind in _STRAIGHT_FLUSH:
            return f"{joker}{kind.split()[0]} 3"
        case Hold(3, 0 | 1, "flush"):
            return f"{joker}flush 3"
        case Hold(3, 0 | 1, "open straight"):
            return f"{joker}straight 3"
        case Hold(3, 1, "pair+"):
            return "joker pair"
        case Hold(2, 2, _):
            return "two jokers"
        case Hold(2, 1, "aces"):
            return "joker ace"
        case Hold(2, 1, kind):
            return "joker high" if kind == "high cards" else "joker card"
        case Hold(2, 0, kind):
            return kind if kind in FIRST_WORDS else None
    return _both(hold)


def second_family(hold: Hold) -> str | None:
    """Return the line of the second draw's list that a hold belongs to; None if there is none."""
    match hold:
        case Hold(4, _, "three of a kind+"):
            return "three"
        case Hold(4, _, "three aces+"):
            return "three aces"
        case Hold(4, _, "aces++"):
            return "aces"
        case Hold(4, _, "pair++"):
            return "pair"
    return _both(hold)
