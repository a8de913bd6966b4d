"""One of several counts, drawn at random, with noise for one count alone.

Claim: ε.

Source: Dwork, McSherry, Nissim, Smith, "Calibrating Noise to Sensitivity in Private Data Analysis", TCC 2006, for the
count; which one is asked has nothing to do with the data.

Coupling: both runs ask for the same count, and the noisy answers are the same: one step of ε, whatever else moved.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism, uniform


@mechanism(epsilon="eps", requires="len(counts) >= 1")
def random_query(counts: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    asked = uniform(0, len(counts) - 1)
    return asked, laplace(counts[asked], 1 / eps)
