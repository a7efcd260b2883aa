"""The parts of a game's description: hands, wagers, and the steps of a round."""

from dataclasses import dataclass


def named_hand(name: str, cards: str) -> str:
    """Describe a hand by its name and cards; the name is left out where the cards already say
    it.
    """
    return cards if cards.endswith(name) else f"{name}: {cards}"


@dataclass(frozen=True)
class HandDescription:
    """A hand: its name, which cards make it, and which wagers look at it."""

    name: str
    made_of: str
    wagers: tuple[str, ...]

    @property
    def words(self) -> str:
        """Return the hand's name and its cards, as in `first run: your two cards with left, right
        and center`.
        """
        return named_hand(self.name, self.made_of)


@dataclass(frozen=True)
class WagerDescription:
    """What a wager is called, when it is made and how much it is, the hand that it looks at, and
    from which hand on it wins.
    """

    title: str
    when: str
    size: str
    looks_at: str
    wins_from: str
    clause: str
    side: bool


@dataclass(frozen=True)
class PlayerStep:
    """One moment of a round as a player lives it: what was turned up before it, what is done, and
    who says so; and what giving up costs, where one may.
    """

    title: str
    turned: str
    does: str
    clause: str
    fold: str = ""
    fold_clause: str = ""

    @property
    def words(self) -> str:
        """Return the whole step in words."""
        return f"{self.turned} {self.does}".strip()


@dataclass(frozen=True)
class HowToPlay:
    """A game in plain words."""

    about: str
    hands: tuple[HandDescription, ...]
    wagers: tuple[WagerDescription, ...]
    #: The last one is the payment.
    moments: tuple[PlayerStep, ...]
    #: What a fold costs, or what may be taken back instead.
    folding: str
    #: What is written on the felt: what a joker is, where there is one.
    notes: tuple[str, ...]
    limit: str
