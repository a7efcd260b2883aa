"""Rounds a second through the state machine with the automatic dealer, beside PokerKit's."""

import random
from dataclasses import replace
from time import process_time

from bench.measure import Row, best_seconds
from bench.peers import NO_OPENSPIEL, openspiel_hands, pokerkit_hands
from fairdeal.games import GAMES
from fairdeal.play.session import open_table
from fairdeal.play.sources import SeededSource
from fairdeal.rulebook.game import Dealing, Draw, Game, Shuffling
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.table import commands as cmd
from fairdeal.table.actors import player
from fairdeal.table.legal import legal_actions
from fairdeal.table.state import OPEN, State

ROUNDS = 300
RUNS = 40
HANDS = 40_000


def quick_rules(game: Game) -> Rules:
    """The game's own wagers, from an automated shoe with a shuffler that counts the cards."""
    house = house_rules(game)
    required = {one.pays.name for one in game.wagers if not one.optional}
    return replace(
        house,
        paytables={name: one for name, one in house.paytables.items() if name in required},
        progressive=None,
        dealing=Dealing.AUTOMATED_SHOE,
        shuffling=Shuffling.COUNTING,
    )


class Players:
    """A table whose players bet the least, let bets ride and draw one card."""

    def __init__(self, game: Game, seats: int) -> None:
        self.session = open_table(quick_rules(game), SeededSource(1))
        wagers = [wager for wager in game.wagers if wager.at is None and not wager.optional]
        cents = {wager.name: 500 for wager in wagers}
        self.bets = [cmd.PlaceBets(seat=number, cents=cents) for number in range(1, seats + 1)]
        self.known: dict[tuple[int, int], cmd.Command] = {}
        # Whoever drives a table knows who speaks.
        self.who = {number: player(f"player {number}") for number in range(1, seats + 1)}
        for number, who in self.who.items():
            self.session.do(cmd.Sit(number), who)

    def round(self) -> None:
        session, who = self.session, self.who
        session.run_dealer()
        for bet in self.bets:
            session.do(bet, who[bet.seat])
        while True:
            session.run_dealer(until_round_ends=True)
            state = session.state
            if state.phase is OPEN:
                break
            seat = state.turn or 0
            session.do(self.decision(state, seat), who[seat])

    def decision(self, state: State, seat: int) -> cmd.Command:
        """What the seat does; a bet that was made before at this point is made again unasked."""
        if type(state.current) is Draw:
            return cmd.Draw(seat=seat, discard=state.seats[seat].cards[:1])
        point = (seat, state.step)
        if point not in self.known:
            self.known[point] = self.asked()
        return self.known[point]

    def asked(self) -> cmd.Command:
        action = legal_actions(self.session.state)[-1]
        if action.do == "bet":
            return cmd.Bet(
                seat=action.seat, wager=action.wager or "", cents=action.least_cents or 0
            )
        return cmd.Ride(seat=action.seat)


def _rate(game: Game, seats: int) -> float:
    players = Players(game, seats)
    rounds = ROUNDS // seats
    chance, cards = random.Random(2), game.deck.cards
    ranking = game.wagers[0].pays.tables[0].ranking
    for _ in range(HANDS):  # hands are remembered once they were named
        ranking.evaluate(chance.sample(cards, ranking.size))
    for _ in range(rounds):
        players.round()

    def run() -> None:
        for _ in range(rounds):
            players.round()

    return rounds / best_seconds(run, runs=RUNS, clock=process_time)


def bench() -> list[Row]:
    peers = {players: pokerkit_hands(players) for players in (2, 6)}
    rows = [
        Row("table", f"pokerkit, no-limit hold'em, {players} players", f"{rate:,.0f} rounds/s")
        for players, rate in peers.items()
    ]
    for players in peers:
        spiel = openspiel_hands(players)
        figure = "-" if spiel is None else f"{spiel:,.0f} rounds/s"
        what = f"OpenSpiel, no-limit hold'em, {players} players"
        told = "compiled, without chips, dealer or log"
        rows.append(Row("table", what, figure, NO_OPENSPIEL if spiel is None else told))
    for game in GAMES:
        if game.jurisdiction != "maryland":
            continue
        for seats, target in ((1, ">= 30 times"), (game.seats, ">= 40 times")):
            rate = _rate(game, seats)
            who = "1 player" if seats == 1 else f"{seats} players"
            # The peer has no game against the house: two players are its least.
            peer = 2 if seats == 1 else 6
            against = f"{rate / peers[peer]:,.1f} times pokerkit's {peer} players"
            figure = f"{rate:,.0f} rounds/s"
            rows.append(Row("table", f"{game.name}, {who}", figure, against, target))
    return rows
