from typing import Annotated

from twinproof import Epsilon, mechanism, one_added_or_removed, truncated_laplace


@mechanism(epsilon="eps", delta="exp(-bound * eps)", requires="bound >= 1")
def truncated_count_rows(rows: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon) -> int:
    """A count that is off by at most bound; what is at the end of the noise is less likely than delta."""
    return truncated_laplace(len(rows), 1 / eps, bound)
