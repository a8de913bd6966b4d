"""A sum with noise at the end.

Claim: ε, when between neighbours at most one entry moves, by at most 1.

Source: the example PartialSum of Zhang, Kifer, "LightDP: Towards Automating Differential Privacy Proofs", POPL 2017;
the mechanism is that of Dwork, McSherry, Nissim, Smith, "Calibrating Noise to Sensitivity in Private Data Analysis",
TCC 2006.

Coupling: the totals differ by at most 1, as only one entry does; make the noisy totals equal for 1 unit of ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def partial_sum(entries: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    total = 0
    for entry in entries:
        total += entry
    return laplace(total, 1 / eps)
