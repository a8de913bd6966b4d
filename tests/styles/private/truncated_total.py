"""A sum with truncated Laplace noise, in other styles.

Claim: (ε, δ), as in `gallery/private/truncated_total.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, mechanism, one_within, truncated_laplace


class Released(NamedTuple):
    noisy: int


@mechanism(
    epsilon="eps",
    delta="delta",
    requires=(
        "bound >= 1 and delta * (1 + exp(-eps) - 2 * exp(-(bound + 1) * eps)) >= exp(-bound * eps) * (1 - exp(-eps))"
    ),
)
def truncated_total_loop(xs: Annotated[list[int], one_within(1)], bound: int, eps: Epsilon, delta: Epsilon) -> int:
    """The sum is added up in a loop."""
    total = 0
    for x in xs:
        total += x
    return truncated_laplace(total, 1 / eps, bound)


@mechanism(
    epsilon="eps",
    delta="delta",
    requires=(
        "bound >= 1 and delta * (1 + exp(-eps) - 2 * exp(-(bound + 1) * eps)) >= exp(-bound * eps) * (1 - exp(-eps))"
    ),
)
def truncated_total_nested(xs: Annotated[list[int], one_within(1)], bound: int, eps: Epsilon, delta: Epsilon) -> int:
    """A function in a function draws."""

    def noisy(number: int) -> int:
        return truncated_laplace(number, 1 / eps, bound)

    return noisy(sum(xs))


@mechanism(
    epsilon="eps",
    delta="delta",
    requires=(
        "bound >= 1 and delta * (1 + exp(-eps) - 2 * exp(-(bound + 1) * eps)) >= exp(-bound * eps) * (1 - exp(-eps))"
    ),
)
def truncated_total_records(
    xs: Annotated[list[int], one_within(1)], bound: int, eps: Epsilon, delta: Epsilon
) -> Released:
    """The result is a record."""
    return Released(truncated_laplace(sum(x for x in xs), 1 / eps, bound))
