"""How many codes occur exactly once, with noise for 1, where a row is replaced and moves that by up to 2. Witness: [1,
1] against [1, 2]; from none to two, a loss of twice eps."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def unique_codes_replaced(codes: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    unique = sum(1 for code in codes if codes.count(code) == 1)
    return laplace(unique, 1 / eps)
