from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, uniform, within


@mechanism(epsilon="5 * eps")
def uniform_one_too_often(x: Annotated[int, within(1)], eps: Epsilon) -> list[int]:
    """WRONG: a die may say six."""
    return [laplace(x, 1 / eps) for _ in range(uniform(1, 6))]
