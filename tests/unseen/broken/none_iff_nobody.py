from typing import Annotated, Optional

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def none_iff_nobody(incomes: Annotated[list[int], one_within(10)], line: int, eps: Epsilon) -> Optional[int]:
    """WRONG: None says for sure that nobody is below the line. With line = 1, incomes [1] always give None and incomes [0]
    never do."""
    poor = [x for x in incomes if x < line]
    if len(poor) == 0:
        return None
    return max(0, laplace(len(poor), 1 / eps))
