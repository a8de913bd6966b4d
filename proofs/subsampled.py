"""A count of one row at most, which is looked at with probability 1/2 only: amplification by subsampling.

The run that has the row tosses its coin alone. That costs one κ = log(1 + (e^ε − 1)/2), and gives one ε back if the
coin is true: [ω-Coin-L], and [ω-Coin-R'] on the other side. The release spends that ε where the two counts differ.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, within
from twinproof.tactics import script
from twinproof.tactics.script import Proof, all_of


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 2)")
def subsampled(there: Annotated[int, within(1)], eps: Epsilon) -> int:
    count = 0
    if there > 0:
        looked = coin(Fraction(1, 2))
        if looked:
            count = 1
    return laplace(count, 1 / eps)


p = Proof("subsampled.py::subsampled")
L, R, eps = p.left, p.right, p.rigid.eps
w = p.pointwise("w", counters={"kappa": script.log(1 + (script.exp(eps) - 1) / 2), "steps": eps})
kappa, steps = p.ledger.kappa, p.ledger.steps
p.sample(0, counter=steps)
p.conseq(post=all_of(kappa <= 1, steps + abs(L.count - R.count) <= 0, eps > 0))
p.seq(all_of(L.count == 0, R.count == 0, kappa == 0, steps == 0), at=18).auto()
p.cond_left()
p.cond_right()
p.wp().map().auto()  # both toss the same coin
p.wp().toss("left", tails={"kappa": 1}, heads={"kappa": 1, "steps": -1}).auto()
p.cond_right()
p.wp().toss("right", tails={"kappa": 1}, heads={"kappa": 1, "steps": -1}).auto()
p.auto()
p.qed()
