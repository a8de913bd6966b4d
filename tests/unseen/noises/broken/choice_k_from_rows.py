from typing import Annotated

from twinproof import Epsilon, mechanism, one_added_or_removed, randomized_choice


@mechanism(epsilon="eps")
def choice_k_from_rows(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """WRONG: as many values as there are rows."""
    return randomized_choice(0, 1 + len(rows), eps)
