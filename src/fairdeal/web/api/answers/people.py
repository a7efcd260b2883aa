"""Answers about people: sessions, seats, chips, limits and exclusions."""

from fairdeal.web.api.answers.base import Answer, Dollars


class PlayerName(Answer, frozen=True):
    """A person's id and name."""

    id: str
    name: str


class NewGuest(Answer, frozen=True):
    """A new guest, and the token of the session."""

    token: str
    player: PlayerName


class NewSession(Answer, frozen=True):
    """A person who has signed in, and the token of the session."""

    token: str
    player: PlayerName
    roles: list[str]


class OwnSeat(Answer, frozen=True):
    """A seat of the person who asks."""

    table: str
    seat: int


class OwnAccount(Answer, frozen=True):
    """The game account of the person who asks, at one table."""

    table: str
    amount: Dollars


class Me(Answer, frozen=True):
    """The person who asks: seats, and chips, which are those in the purse and in the game accounts,
    without those on a layout. Held are those of payouts that wait for signatures.
    """

    player: PlayerName
    roles: list[str]
    chips: Dollars
    seats: list[OwnSeat]
    purse: Dollars
    accounts: list[OwnAccount]
    layout: Dollars
    held: Dollars


class OwnLimit(Answer, frozen=True):
    """A limit of one's own in dollars or minutes; `after` is in force from `since` on, where a
    limit was raised or given up.
    """

    kind: str
    amount: float
    after: float | None
    since: str | None


class OwnLimits(Answer, frozen=True):
    """One's own limits, and the day so far (UTC): the result with stakes on layouts counted as
    lost, the first bet, and until when a break lasts.
    """

    limits: list[OwnLimit]
    result: float
    playing_since: str | None
    cool_off: str | None
    time: str


class Excluded(Answer, frozen=True):
    """An exclusion; `player` is null for a name that has no account, `until` for no end."""

    player: str | None
    name: str
    reason: str
    by: str
    since: str
    until: str | None
