"""Donations, with noise as large as the largest of them needs.

easy. The scale comes from the data. Witness: [0] and [100]: scales 1 and 100.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="len(donations) >= 1")
def donations_scaled_by_largest(donations: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    amounts = [max(0, d) for d in donations]
    largest = max(1, max(amounts))
    return laplace(sum(amounts), largest / eps)
