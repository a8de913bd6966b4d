"""A public switch asks for two answers at rates b and c, or for one at rate d.

Why: Both runs take the same branch, and it costs b + c or d.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="max(b + c, d)")
def detailed_or_brief(
    x: Annotated[int, within(1)], detailed: bool, b: Epsilon, c: Epsilon, d: Epsilon
) -> tuple[int, int]:
    if detailed:
        return laplace(x, 1 / b), laplace(x, 1 / c)
    return laplace(x, 1 / d), 0
