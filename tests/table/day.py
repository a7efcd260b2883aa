"""A day at one table, told by what is said at it: rounds, voids, reports, reliefs, and the end."""

from collections.abc import Callable

from felt import cards
from people import DORA, FRED

from fairdeal.play.bots import cautious
from fairdeal.play.session import open_committed, open_table
from fairdeal.play.sources import SeededSource
from fairdeal.rulebook.game import Dealing
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table.actors import AUTOMATIC_DEALER, DEALER, FLOOR, OPERATOR, PLAYER, Actor, player
from fairdeal.table.entry import Entry
from fairdeal.table.legal import legal_actions
from fairdeal.table.next_step import next_command
from fairdeal.table.presses import settlement_press
from fairdeal.table.questions import to_collect, to_show
from fairdeal.table.state import OPEN, PLAYING, State, moment, stub_size
from fairdeal.table.words import word_digest
from fairdeal.wire.log import write_entry, write_opening

RITA = Actor("rita", DEALER, "Rita")
ANN, BOB = player("ann", "Ann"), Actor("bob", PLAYER, "Bob", automatic=True)


class Day:
    """The day, told by what is said at the table."""

    def __init__(
        self, rules: Rules, deck: str = "", *, secrets: Callable[[], str] | None = None
    ) -> None:
        self.rules = rules
        if secrets is None:
            self.session = open_table(rules, SeededSource("a day", cards(deck)))
        else:
            self.session = open_committed(rules, "t1", new_secret=secrets)
        self.lines = [write_opening(self.session.opening)]
        self.session.on_entry = self._hear
        self.keys = 0

    def _hear(self, _before: State, entry: Entry) -> None:
        self.lines.append(write_entry(entry))

    @property
    def state(self) -> State:
        return self.session.state

    def say(self, *commands: cmd.Command, by: Actor | None = None, later: int = 3) -> None:
        """Somebody says it, some seconds later; now and then with a key and the moment."""
        for command in commands:
            self.keys += 1
            key = f"key {self.keys}" if self.keys % 5 == 0 else None
            at = moment(self.state) if self.keys % 7 == 0 else None
            time = self.state.clock + later
            self.session.do(command, by, time=time, key=key, at=at)

    def go_on(self) -> None:
        """The automatic pair and cautious players play the round to its end."""
        rounds = self.state.rounds
        while self.state.rounds == rounds:
            self.session.run_dealer(until_round_ends=True)
            if self.state.phase is not OPEN:
                self.session.do(cautious(self.state))

    def open(self) -> None:
        """Chapters 4 and 5, with a deck that has a defect and another that is cut twice."""
        self.say(cmd.ReceiveDecks(), cmd.InspectCards(defect="a bent corner"), by=DORA)
        self.say(cmd.ReceiveDecks(), cmd.InspectCards(), by=DORA)
        self.say(cmd.VerifyInspection(), by=FRED)
        self.say(cmd.SpreadCards(), by=DORA)
        self.say(cmd.Sit(1), by=ANN)
        self.say(cmd.Sit(2), by=BOB)
        self.say(cmd.WashCards(), by=DORA)
        self.session.run_dealer()
        self.say(cmd.OrderShuffle(), by=FRED)
        self.session.run_dealer()
        if not self.state.shuffling.by_machine:
            self.say(cmd.OrderRecut(), by=FRED)
            self.say(cmd.Cut(depth=20), by=DORA)
        self.say(cmd.CallFloor(reason="where is the rack card?"), by=ANN)
        self.say(cmd.AnswerCall(words="beside the layout"), by=FRED)
        self.say(cmd.Announce(words="good evening"), by=DORA)

    def bought_in(self) -> None:
        """Both buy chips; Ann buys more later."""
        self.say(cmd.BuyIn(1, 120_00), by=ANN)
        self.say(cmd.BuyIn(2, 200_00), by=BOB)
        self.say(cmd.BuyIn(1, 37_50), by=ANN)

    def bets(self, *, sides: bool) -> None:
        """Both bet; Bob begins with too little and is given it back."""
        base = [wager.name for wager, _ in self.rules.to_place.values() if not wager.side]
        self.say(cmd.PlaceBets(1, dict.fromkeys(base, 500)), by=ANN)
        self.say(cmd.TakeBackBet(1, base[0]), cmd.Bet(1, base[0], 500), by=ANN)
        self.say(cmd.Bet(2, base[0], 700), by=BOB)
        self.say(cmd.GiveBack(2), by=DORA)
        self.say(cmd.PlaceBets(2, dict.fromkeys(base, 700)), by=BOB)
        for number, who in ((1, ANN), (2, BOB)):
            for action in list(legal_actions(self.state, number)) if sides else []:
                if action.wager and self.rules.game.wager[action.wager].side:
                    self.say(cmd.Bet(number, action.wager, action.least_cents or 0), by=who)
        self.say(cmd.Ready(1, word="seven"), by=ANN)
        self.say(cmd.NoMoreBets(), by=DORA)

    def collected(self, *, differ: bool) -> None:
        """Stakes are collected; of the first, chips may differ, which is put right."""
        waiting = [wager.name for wager in to_collect(self.state)]
        if waiting and differ:
            for how in ("added", "give-back"):
                seat = next(n for n in (2, 1) if waiting[0] in self.state.seats[n].stakes)
                report = cmd.CorrectChips(seat, waiting[0], how, "a chip is missing")
                self.say(report, by=DORA)
                self.say(cmd.Deny(reason="it lay under a card"), by=FRED)
                self.say(report, by=DORA)
                self.say(cmd.Confirm(), by=FRED)
        while to_collect(self.state):
            self.say(next_command(self.state) or cmd.NoMoreBets(), by=DORA)

    def first_round(self) -> None:
        """Card by card, with a card drawn in error, and a report that is not so."""
        self.bets(sides=True)
        self.collected(differ=False)
        self.say(cmd.DrawnInError(), cmd.Deal(part="card"), cmd.Deal(part="place"), by=DORA)
        self.say(cmd.Deal(), by=DORA)
        self.say(cmd.WrongNumber(place=1, cards=9), by=DORA)
        self.say(cmd.Deny(reason="counted again"), by=FRED)
        self.session.run_dealer()
        if any(action.do == "ride" for action in legal_actions(self.state)):
            self.say(cmd.Ride(1), by=ANN)
        self.go_on()

    def void_round(self) -> None:
        """Chips that differ, a card face up, and a wrong number of cards, confirmed."""
        self.session.run_dealer()
        self.bets(sides=True)
        self.collected(differ=True)
        if not self.rules.game.procedure.irregular.face_up_voids:
            self.say(cmd.FaceUp(), by=DORA)
        if self.state.dealing is Dealing.AUTOMATED_SHOE:
            self.say(cmd.ShoeJam(), by=DORA)
            self.say(cmd.Deny(reason="it goes on"), by=FRED)
        while self.state.phase is not PLAYING and not self.state.seats[1].cards:
            self.say(next_command(self.state) or cmd.Deal(), by=DORA)
        if self.state.board:
            self.say(cmd.ExposedCommunity(area=next(iter(self.state.board))), by=DORA)
            self.say(cmd.Deny(reason="it lies face down"), by=FRED)
        self.say(cmd.WrongNumber(place=1, cards=9), by=DORA)
        self.say(cmd.Confirm(), by=FRED)

    def reported_round(self) -> None:
        """A card face up that was none, and one that was."""
        self.session.run_dealer()
        self.bets(sides=False)
        self.say(cmd.FaceUp(), by=DORA)
        self.say(cmd.Deny(reason="it lay face down"), by=FRED)
        self.say(cmd.Deal(part="card"), cmd.DrawnInError(seen=True), by=DORA)
        self.say(cmd.Confirm(), by=FRED)

    def counted_round(self) -> None:
        """A wrong stub count: the deck goes."""
        self.session.run_dealer()
        self.bets(sides=False)
        self.say(cmd.Deal(rest=True), by=DORA)
        self.say(cmd.CountStub(cards=stub_size(self.state) - 1), by=DORA)
        if self.state.differs:
            self.say(cmd.RuleCount(misdealt=False), by=FRED)
        else:
            self.say(cmd.Confirm(), by=FRED)

    def left_round(self) -> None:
        """Ann leaves in the round; where the text has it, Bob is skipped or forfeits."""
        game = self.rules.game
        for _ in range(2 if game.procedure.forfeit else 1):
            self.session.run_dealer()
            self.bets(sides=False)
            if game.procedure.irregular.skipped and self.state.rounds % 2:
                self.say(cmd.Deal(), cmd.Deal(skip=(2,)), cmd.Skipped(2), by=DORA)
            self.session.run_dealer()
            if game.procedure.forfeit and self.state.seats[2].cards:
                self.say(cmd.Forfeit(2, reason="showed the cards"), by=FRED)
            self.go_on()
        self.session.run_dealer()
        self.bets(sides=False)
        self.session.run_dealer()
        self.say(cmd.Timeout(seat=self.state.turn or 0), by=DORA)
        self.say(cmd.Leave(1), by=ANN)
        if any(action.do == "fold" for action in legal_actions(self.state)):
            self.say(cmd.Fold(2), by=BOB)
        self.go_on()

    def devices(self) -> None:
        """The shuffler jams, fails, is done without and comes back."""
        self.session.run_dealer()
        if self.state.shuffling.by_machine:
            self.say(cmd.ShufflerJam(), by=DORA)
            self.session.run_dealer()
            self.say(cmd.Malfunction(device="shuffler"), by=DORA)
            self.say(cmd.MarkOutOfOrder(device="shuffler", how="covered"), by=FRED)
            self.session.run_dealer()
            self.say(cmd.ReturnDevice(device="shuffler"), by=FRED)
            self.session.run_dealer()

    def tapped_round(self) -> None:
        """Dora deals, Rita relieves her in the middle of a seat, and is sent away in the end."""
        self.session.run_dealer()
        self.say(cmd.TapIn(), by=DORA)
        self.bets(sides=True)
        while settlement_press(self.state) is None:
            command = next_command(self.state)
            if command is not None:
                self.say(command, by=DORA)
            else:
                self.session.do(cautious(self.state))
        while not self.state.paid:
            self.say(cmd.Show() if to_show(self.state) else cmd.Settle(row=True), by=DORA)
        self.say(cmd.TapIn(relieves="dora"), by=RITA)
        while press := settlement_press(self.state):
            self.say(press.command, by=RITA)
        self.say(cmd.Clear(), by=RITA)
        self.say(cmd.TapOut(), by=FRED)

    def pledged_round(self) -> None:
        """Both pledge words, the deck is shuffled again, and each is once too late."""
        self.session.run_dealer()
        base = [wager.name for wager, _ in self.rules.to_place.values() if not wager.side]
        for number, who in ((1, ANN), (2, BOB)):
            self.say(cmd.PlaceBets(number, dict.fromkeys(base, 500)), by=who)
            self.say(cmd.Ready(number, pledge=self.pledge(number, f"word {number}")), by=who)
        self.say(cmd.NoMoreBets(), by=DORA)
        self.collected(differ=False)
        self.say(cmd.RevealWord(1, "word 1"), by=ANN)
        self.say(cmd.CloseWords(), by=AUTOMATIC_DEALER)
        self.say(cmd.OrderShuffle(), by=FRED)
        self.session.run_dealer()
        self.say(cmd.Pledge(2, self.pledge(2, "again")), by=BOB)
        self.say(cmd.CloseWords(), by=AUTOMATIC_DEALER)
        self.say(cmd.RevealWord(2, "again"), by=BOB)
        self.go_on()

    def lost_round(self) -> None:
        """The secret of the cards is lost while a round is on, and again between rounds."""
        self.session.run_dealer()
        self.bets(sides=False)
        self.say(cmd.LoseSecrets(), by=AUTOMATIC_DEALER)
        self.session.run_dealer()
        self.say(cmd.LoseSecrets(), by=AUTOMATIC_DEALER)
        self.session.run_dealer()

    def pledge(self, number: int, word: str) -> str:
        return word_digest(self.state.words_round, number, word)

    def by_hand(self) -> None:
        """Bob was paid too little, which is asked for twice."""
        report = cmd.PayByHand(2, 2_500, "the flush was paid as a straight")
        self.say(report, by=DORA)
        self.say(cmd.Deny(reason="it was a straight"), by=FRED)
        self.say(report, by=DORA)
        self.say(cmd.Confirm(), by=FRED)

    def limits(self) -> None:
        """Limits are posted, withdrawn, posted again, and in force when half an hour is over."""
        rules, olga = self.rules, Actor("olga", OPERATOR)
        least, most = rules.minimum_cents or 0, rules.maximum_cents or 0
        self.say(cmd.PostLimits(least, 2 * most), cmd.PostLimits(least, most), by=olga)
        self.say(cmd.PostLimits(least - 200, most + 300), by=olga)
        house = Actor("house", FLOOR, automatic=True)
        self.say(cmd.EnforceLimits(), by=house, later=30 * 60)

    def close(self) -> None:
        """New cards for a player who comes and goes, Bob is asked to leave, and all is counted."""
        self.say(cmd.RemoveDecks(), by=FRED)
        self.session.run_dealer()
        if self.state.meters.units:
            grown = {name: units + 12_345 for name, units in self.state.meters.units.items()}
            self.say(cmd.ShowMeters(units=grown), by=Actor("meters", OPERATOR, automatic=True))
        self.say(cmd.Sit(3), by=player("cleo", "Cleo"))
        self.say(cmd.Leave(3), by=player("cleo", "Cleo"))
        self.say(cmd.RemovePlayer(2, reason="the table closes"), by=FRED)
        self.session.run_dealer()
        right = len(self.rules.game.deck)
        decks = {deck.color: right for deck in self.state.decks}
        self.say(cmd.CloseTable(cards=decks), by=FRED, later=8 * 3600)
