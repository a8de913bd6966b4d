"""The exponential mechanism at the rate for counts, on scores that move any way. Not private as claimed.

Claim: ε. It does not hold; 2ε does.

Source: McSherry, Talwar, "Mechanism Design via Differential Privacy", FOCS 2007; Dwork, Roth, "The Algorithmic
Foundations of Differential Privacy", 2014, section 3.4. The rate ε is enough where all scores move the same way, as
counts do; in general it is ε/2.

What is wrong: one score may fall while all others rise, so its weight falls by e^ε and the sum of all weights rises by
nearly as much.

A violating pair: scores (1, 0, 0) against (0, 1, 1). The event is that the first one is chosen.
"""

from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def choice_monotone_price(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    return choose(scores, eps)
