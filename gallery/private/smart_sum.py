"""SmartSum: all prefix sums of a stream, in blocks of m, so that the noise of finished blocks is drawn once per block.

Claim: 2ε, when between neighbours at most one entry moves, by at most 1.

Source: the two-level mechanism of Chan, Shi, Song, "Private and Continual Release of Statistics", ACM TISSEC 14(3),
2011, as the example SmartSum of Zhang, Kifer, "LightDP: Towards Automating Differential Privacy Proofs", POPL 2017,
over the whole list instead of up to a given time.

Coupling: all draws equal (shift 0). The entry that moved is paid for at most twice: where its own noisy value is added
(at most 1 unit of ε), and at the end of its block, where the block's exact sum gets noise (at most 1 unit of ε).
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="2 * eps", requires="m >= 1")
def smart_sum(stream: Annotated[list[int], one_within(1)], m: int, eps: Epsilon) -> list[int]:
    out = []
    finished = 0  # noisy sum of the finished blocks
    block = 0  # exact sum of the block that is being filled
    running = 0  # the noisy prefix sum that is shown
    filled = 0
    for x in stream:
        filled += 1
        if filled == m:
            finished += laplace(block + x, 1 / eps)
            running = finished
            block = 0
            filled = 0
        else:
            running += laplace(x, 1 / eps)
            block += x
        out.append(running)
    return out
