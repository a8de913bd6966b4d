"""Three counts by name, each of which may move; a helper shows one of them."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


def shown(count, t, eps):
    if count <= 0:
        return None
    noisy = laplace(count, 1 / eps)
    if noisy <= t:
        return None
    return noisy


@mechanism(epsilon="3 * eps", delta="3 * exp(-t * eps) / (1 + exp(-eps))", requires="t >= 1")
def three_keys_by_name(
    red: Annotated[int, within(1)],
    green: Annotated[int, within(1)],
    blue: Annotated[int, within(1)],
    t: int,
    eps: Epsilon,
) -> tuple[int | None, int | None, int | None]:
    return shown(red, t, eps), shown(green, t, eps), shown(blue, t, eps)
