"""SmartSum that forgets the noise when a block is finished. Not private at all.

Claim: 2ε. It does not hold, for any multiple of ε.

Source: BadSmartSum in Wang, Ding, Kifer, Zhang, "CheckDP: An Automated and Integrated Approach for Proving Differential
Privacy or Finding Precise Counterexamples", CCS 2020; the sums run over all finished blocks as in
`gallery/private/smart_sum.py`.

What is wrong: the entries inside a block are noisy, but at its end the exact sum of the block takes their place.

A violating pair: m = 1 and the list (0) against (1). The output is the entry itself, so no output of the one is
possible for the other. With larger m, the last output of the first block does the same.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="2 * eps", requires="m >= 1")
def smart_sum_bare_blocks(stream: Annotated[list[int], one_within(1)], m: int, eps: Epsilon) -> list[int]:
    out: list[int] = []
    finished, block, running = 0, 0, 0
    for i, x in enumerate(stream):
        if (i + 1) % m == 0:
            finished = finished + block + x
            running = finished
            block = 0
        else:
            running = running + laplace(x, 1 / eps)
            block = block + x
        out.append(running)
    return out
