"""A noisy check that a page is popular, and then the exact count. Witness: minimum 0, no views against one; the outputs
0 and 1 tell them apart with certainty."""

from typing import Annotated, Optional

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def exact_if_popular(
    views: Annotated[list[str], one_added_or_removed()], page: str, minimum: int, eps: Epsilon
) -> Optional[int]:
    count = sum(1 for view in views if view == page)
    popular = laplace(count, 1 / eps) >= minimum
    return count if popular else None
