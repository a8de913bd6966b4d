"""Tables for all pairs of three columns: a row is in one cell of each."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def pairs_of_three_columns(
    rows: Annotated[list[tuple[bool, bool, bool]], one_added_or_removed()], eps: Epsilon
) -> list[list[int]]:
    ab = [0] * 4
    ac = [0] * 4
    bc = [0] * 4
    for a, b, c in rows:
        ab[2 * int(a) + int(b)] += 1
        ac[2 * int(a) + int(c)] += 1
        bc[2 * int(b) + int(c)] += 1
    scale = 3 / eps
    return [[laplace(n, scale) for n in ab], [laplace(n, scale) for n in ac], [laplace(n, scale) for n in bc]]
