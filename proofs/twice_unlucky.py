"""What is still to be paid may depend on a sample. [U-Part]

Two coins are tossed, each of which comes up once in a hundred runs, and only if both do is the number told. The second
coin has to be paid for only where the first one has come up: that is 1 / 100 in one run of a hundred.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, within
from twinproof.tactics.script import Proof


@mechanism(epsilon="eps", delta="1 / 10000")
def twice_unlucky(secret: Annotated[int, within(1)], eps: Epsilon) -> int:
    answer = laplace(secret, 1 / eps)
    first = coin(Fraction(1, 100))
    second = coin(Fraction(1, 100))
    if first and second:
        answer = secret
    return answer


p = Proof("twice_unlucky.py::twice_unlucky")
L = p.left
w = p.pointwise_bad("w", L.first & L.second, tails={18: ("true", 0, L.first)})
p.wp().map().map()  # the same coins; where both are true the run is given up
p.sample(0).auto()
p.qed()
