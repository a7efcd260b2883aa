"""Learn Let It Ride from rewards alone, and measure exactly what the learned play costs.

    pip install 'fairdeal[learn]'
    python docs/examples/learn_let_it_ride.py

The agent lets every bet ride while it learns. So a third of the reward is what one bet brought, and
the agent averages it over situations that look alike to it: the same ranks, of one suit or not.
After three cards it does not average rewards, which a royal flush in a million rounds would upset,
but what it has learned about the four cards that followed. Then it lets a bet ride where the
average is not below zero. `fairdeal.learn.exploit` goes through all 1,105,000 situations of the
game and tells the cost of this policy as a fraction.
"""

import sys
import time

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

import fairdeal.learn

ID = "fairdeal/LetItRide-MD-A-v0"
COPIES = 16_384
DECISION = 5


def class_of(cards: np.ndarray) -> np.ndarray:
    """Number the situations that look alike: the ranks in order, and whether all are of a suit."""
    ranks = np.sort(cards // 4, axis=1)
    number = np.zeros(len(cards), np.int64)
    for rank in ranks.T:
        number = 13 * number + rank
    suited = (cards % 4 == cards[:, :1] % 4).all(axis=1)
    return 2 * number + suited


class Agent:
    """Averages of what one bet brings, after three cards and after four."""

    def __init__(self) -> None:
        self.totals = [np.zeros(2 * 13**3), np.zeros(2 * 13**4)]
        self.counts = [np.zeros(2 * 13**3), np.zeros(2 * 13**4)]
        self.pairs: list[np.ndarray] = []

    def learn(self, three: np.ndarray, four: np.ndarray, bet: np.ndarray) -> None:
        """Take in rounds: the classes of three and of four cards, and what one bet brought."""
        np.add.at(self.totals[1], four, bet)
        np.add.at(self.counts[1], four, 1)
        self.pairs.append(np.stack([three, four]))

    def finish(self) -> None:
        """Average over the four cards that came after each three: a bet that rides now stays."""
        after = self.totals[1] / np.maximum(self.counts[1], 1)
        for three, four in self.pairs:
            np.add.at(self.totals[0], three, after[four])
            np.add.at(self.counts[0], three, 1)

    def __call__(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Decide: 1 lets the bet ride, 0 takes it back."""
        del masks
        actions = np.zeros(len(observations), np.int64)
        for decision, totals in enumerate(self.totals):
            there = observations[:, DECISION] == decision
            known = observations[there, : 3 + decision].astype(np.int64)
            actions[there] = totals[class_of(known)] >= 0
        return actions


def train(rounds: int, seed: int = 1) -> Agent:
    """Play so many rounds, and return what was learned."""
    copies = gymnasium.make_vec(
        f"fairdeal.learn:{ID}",
        num_envs=COPIES,
        vectorization_mode="vector_entry_point",
        autoreset_mode=AutoresetMode.SAME_STEP,
    )
    agent = Agent()
    ride = np.ones(COPIES, np.int64)
    seen, _ = copies.reset(seed=seed)
    for _ in range(-(-rounds // COPIES)):
        three = class_of(seen[:, :3].astype(np.int64))
        seen, *_ = copies.step(ride)
        four = class_of(seen[:, :4].astype(np.int64))
        seen, rewards, *_ = copies.step(ride)
        agent.learn(three, four, rewards / 3)
    agent.finish()
    return agent


def main(rounds: int = 8_000_000) -> None:
    """Learn and report."""
    began = time.monotonic()
    agent = train(rounds)
    learned = time.monotonic() - began
    result = fairdeal.learn.exploit(agent, ID)
    print(f"{rounds:,} rounds learned in {learned:.0f} s")
    for one in result.decisions:
        print(f"decision {one.decision}: costs {float(one.cost):.6f} base bets a round")
    print(f"in all {float(result.cost):.6f}, exactly {result.cost}")
    print(f"the best play is worth {result.best}, this play {result.value}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
