from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, randomized_choice


@mechanism(epsilon="eps")
def choice_two_columns(rows: Annotated[list[tuple[int, int]], one_changed()], eps: Epsilon) -> list[tuple[int, int]]:
    """WRONG: two columns of one row with the whole budget each."""
    return [(randomized_choice(a % 3, 3, eps), randomized_choice(b % 3, 3, eps)) for a, b in rows]
