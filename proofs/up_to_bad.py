"""What δ pays for: an event of the left run that does not look at the output. [ω-Pointwise-Bad], and its credit.

Truncated noise ends, and where it ends the other run cannot follow: the last value on one side is given up, and δ is
its probability. The second mechanism gives everything away when a coin says so, once in a thousand runs; how long its
loop runs does not matter.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, truncated_laplace, within
from twinproof.tactics.script import Proof, all_of, implies


@mechanism(epsilon="eps", delta="exp(-bound * eps)", requires="bound >= 1")
def truncated_count(count: Annotated[int, within(1)], bound: int, eps: Epsilon) -> int:
    return truncated_laplace(count, 1 / eps, bound)


@mechanism(epsilon="eps", delta="1 / 1000")
def seldom_all(secret: Annotated[int, within(1)], rounds: int, eps: Epsilon) -> int:
    answer = laplace(secret, 1 / eps)
    slip = coin(Fraction(1, 1000))
    if slip:
        answer = secret
    waited = 0
    while waited < rounds:
        waited += 1
    return answer


p = Proof("up_to_bad.py::truncated_count")
L, R, bound = p.left, p.right, p.rigid.bound
p.case(L.count <= R.count)
w = p.pointwise_bad("w", L.result <= L.count - bound, tails={17: ("at most", bound)})
p.map().auto()
w = p.pointwise_bad("v", L.result >= L.count + bound, tails={17: ("at least", bound)})
p.map().auto()
p.qed()

p = Proof("up_to_bad.py::seldom_all")
L, R = p.left, p.right
w = p.pointwise_bad("w", L.slip, tails={23: ("true", 0)})
kept = all_of(L.answer == w, ~L.slip)
p.while_ledger((L.waited == R.waited) & implies(kept, (R.answer == w) & (p.ledger.answer <= 1)), keep=kept).auto()
p.wp().map()  # the same coin; where it is true the run is given up
p.sample(0).auto()
p.qed()
