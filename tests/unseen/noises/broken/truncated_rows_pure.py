from typing import Annotated

from twinproof import Epsilon, mechanism, one_added_or_removed, truncated_laplace


@mechanism(epsilon="eps", requires="bound >= 1")
def truncated_rows_pure(rows: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon) -> int:
    """WRONG: noise that ends has no pure claim."""
    return truncated_laplace(len(rows), 1 / eps, bound)
