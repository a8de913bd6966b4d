"""A table of counts in a dictionary, whose keys are pairs.

Claim: ε, when one row is replaced.

Source: ordinary code.

Coupling: a replaced row leaves one pair and enters another; two cells cost at most 1 unit of ε/2 each.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def histogram_pairs(
    patients: Annotated[list[tuple[bool, bool]], one_changed()],
    eps: Epsilon,
) -> dict[tuple[bool, bool], int]:
    """How many smoke, and how many are ill: (smokes, ill)."""
    counts = {(False, False): 0, (False, True): 0, (True, False): 0, (True, True): 0}
    for smokes, ill in patients:
        counts[(smokes, ill)] += 1
    return {pair: laplace(count, 2 / eps) for pair, count in counts.items()}
