"""Double Draw Poker (MD-DD), exactly: its value under the best play and every decision in it.

The tree
--------
Five of 54 cards are dealt. The player folds, or throws away a set D of up to three cards, keeps K
and draws A: now holds H = K + A, has seen D die, and n = 49 - |D| cards are unseen. The player
folds, stands pat, or throws one card of H and draws one of the n. Every hand, every D, every A and
every last card is counted; nothing is sampled or rounded. The payouts come in as the net result
of each cell of the ranking.

`plain` walks this tree card by card, which would take weeks. `solve` gives the same numbers in
seconds, for these reasons.

1. *Suits.* Hands keep their names when suits, or the jokers, change places (`symmetry`).

2. *The last card is counted, not dealt.* For four cards, `tables` has how many fifth cards make
   each cell. The unseen cards are the deck without H and D, so throwing card i of H ends as
   `counts[H - i]`, less the hand that i itself makes, less the hands that the cards of D make.

3. *Only outs matter.* For each four, most cards make the same, "usual" cell. Count all of D as
   usual first; then only its other cards, the outs, need a correction. So there is a function
   f(H, S), how the round ends under the best second choice when S is dead and |D| - |S| further
   dead cards are usual to every choice, with f(H, D) what the round really does and
   f(H, S) = f(H, S and outs). That f is no sum over the cards of S, because the best choice may
   turn from one to another as outs die. But every function of sets is a sum over subsets:
   f(H, D) = sum of g(H, R) over R in D, where g(H, R) = sum of (-1)^|R-S| f(H, S) over S in R.
   g is zero unless all of R are outs. It is zero for two cards or more if no subset of R turns the
   choice; if one card of R takes the same from every choice; and if two of them change no choice's
   value, as each then adds its own to whatever choice the others lead to.

4. *The drawn cards are not the dead ones.* A runs over the sets that do not meet D. The sum over
   these is the sum over all Q in D of (-1)^|Q| times the sum over the A that hold Q. With the
   third step, and g(H, R) counted only where R does not meet H,
   sum over A of f(K + A, D) = sum over T in D of share(K, T), where
   share(K, T) = sum over Q in T of (-1)^|Q| times the sum over A that hold Q of g(K + A, T - Q).
   So one walk over the draws to K fills the shares of all T of up to three cards, and the value
   of any D is the sum of at most eight of them (`sweep`).

5. *Suits again.* Only one A of those that are alike for K is walked, with its weight; the shares
   are then summed over the changes of suits that keep K. That sum is a known multiple of the
   true one.

What is summed is not a value but twelve counts, one a cell, four words of three (`words`); what is
missing to all ways is folded rounds. Values follow from counts, and so the value and the
distribution of endings cannot disagree.

Equal choices
-------------
Of choices that are worth the same, playing goes before folding, which keeps more money in play.
Then fewer cards thrown go before more; then the lower ranks thrown, compared from the lowest, a
joker above the ace; then, at the first decision, the choice that ends more often in five aces, or
if that is equal in the next hand below. What is equal even then differs in suits alone. At the
second decision cards of one rank are taken in the order of the suits: their endings can differ
only by flushes, so where a flush is worth more than what it replaces they are never of equal value
and yet different.
"""

from fairdeal.errors import DeckError
from fairdeal.lab.kernels.double_draw.decisions import (
    DrawChoice,
    DrawDecision,
    first_decision,
    first_decisions,
    second_decision,
    second_decisions,
)
from fairdeal.lab.kernels.double_draw.solution import DoubleDrawSolution, solve

__all__ = [
    "DeckError",
    "DoubleDrawSolution",
    "DrawChoice",
    "DrawDecision",
    "first_decision",
    "first_decisions",
    "second_decision",
    "second_decisions",
    "solve",
]
