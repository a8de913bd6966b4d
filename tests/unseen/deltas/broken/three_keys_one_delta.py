"""Three counts move, and delta is for one of them."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


def shown(count, t, eps):
    if count <= 0:
        return None
    noisy = laplace(count, 1 / eps)
    if noisy <= t:
        return None
    return noisy


@mechanism(epsilon="3 * eps", delta="exp(-t * eps) / (1 + exp(-eps))", requires="t >= 1")
def three_keys_one_delta(
    red: Annotated[int, within(1)],
    green: Annotated[int, within(1)],
    blue: Annotated[int, within(1)],
    t: int,
    eps: Epsilon,
) -> tuple[int | None, int | None, int | None]:
    return shown(red, t, eps), shown(green, t, eps), shown(blue, t, eps)
