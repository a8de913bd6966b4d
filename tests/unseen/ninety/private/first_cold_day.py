"""Below threshold over abstract queries: the first query whose noisy answer is at or below the noisy bar.

middling. The mirror image of above threshold.
"""

from typing import Annotated

from twinproof import Database, Epsilon, Query, laplace, mechanism, sensitivity


@mechanism(epsilon="eps")
def first_cold_day(d: Database, queries: Annotated[list[Query], sensitivity(1)], bar: int, eps: Epsilon) -> int | None:
    noisy_bar = laplace(bar, 2 / eps)
    return next((i for i, q in enumerate(queries) if laplace(q(d), 4 / eps) <= noisy_bar), None)
