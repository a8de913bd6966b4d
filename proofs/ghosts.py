"""What δ pays for may be forgotten before the run ends: a ghost remembers it. [Ghost], and credit in a loop, [U-Case].

In each of some rounds a coin is tossed, and in one round, which is public, it decides whether all is given away. The
coin is the same variable in all rounds. A ghost remembers that it came up in that round. Once that round has passed
there is nothing left to pay for: the credit of the loop is 0 from then on.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, within
from twinproof.tactics.script import Proof, ite


@mechanism(epsilon="eps", delta="1 / 1000")
def one_chance(secret: Annotated[int, within(1)], rounds: int, which: int, eps: Epsilon) -> int:
    answer = laplace(secret, 1 / eps)
    for i in range(rounds):
        slip = coin(Fraction(1, 1000))
        if slip and i == which:
            answer = secret
    return answer


p = Proof("ghosts.py::one_chance")
L, R, which = p.left, p.right, p.rigid.which
bad = p.ghost("bad", {19: L.slip & (L.i == which)})
once = (~bad, ite(L.i <= which, Fraction(1, 1000), 0))
w = p.pointwise_bad("w", bad, tails={19: ("true", 0, L.i == which)}, loops={18: once})
same = (L.answer == R.answer) & (L.i == R.i) & (p.ledger.answer <= 1)
p.while_ledger(same, keep=~bad)
p.wp().map().auto()
p.wp().sample(0).auto()
p.qed()
