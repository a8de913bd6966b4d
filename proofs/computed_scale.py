"""Noise whose scale the mechanism computes, from what a noisy step has found: [ω-Pay], twice.

First in whole steps: the second draw moves by at most `bound` at the rate eps / bound, so one step of eps is enough.
Then exactly, with a real counter that counts ε itself: what is paid is what the draw costs.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within
from twinproof.tactics.script import Proof


@mechanism(epsilon="eps", requires="k >= 1")
def computed_scale(x: Annotated[int, within("k")], guess: int, k: int, eps: Epsilon) -> int:
    bound = max(k, laplace(guess, 1 / eps))
    return laplace(x, bound / eps)


p = Proof("computed_scale.py::computed_scale")
w = p.pointwise("w", counters={"paid": p.rigid.eps})
p.sample(0, counter=p.ledger.paid, price=1)
p.wp().sample(0).auto()
p.qed()

p = Proof("computed_scale.py::computed_scale")
w = p.pointwise("w", counters={"same": p.rigid.eps, "paid": None})
p.sample(0, counter=p.ledger.paid, price=abs(p.left.x - p.right.x) * (p.rigid.eps / p.left.bound))
p.wp().sample(0).auto()
p.qed()
