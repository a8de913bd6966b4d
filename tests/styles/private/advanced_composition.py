"""Many noisy counts, in other styles.

Claim: (ε, δ) by advanced composition, as in `gallery/private/advanced_composition.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, within

class Released(NamedTuple):
    counts: list[int]


@mechanism(
    epsilon="n * eps * eps / 2 + sqrt(2 * n * eps * eps * log(1 / delta))",
    delta="delta",
    requires="n >= 1 and delta < 1",
)
def advanced_composition_comprehension(count: Annotated[int, within(1)], n: int, eps: Epsilon, delta: Epsilon) -> list[int]:
    """A comprehension."""
    return [laplace(count, 1 / eps) for _ in range(n)]


@mechanism(
    epsilon="n * eps * eps / 2 + sqrt(2 * n * eps * eps * log(1 / delta))",
    delta="delta",
    requires="n >= 1 and delta < 1",
)
def advanced_composition_while(count: Annotated[int, within(1)], n: int, eps: Epsilon, delta: Epsilon) -> list[int]:
    """A loop that counts down."""
    released: list[int] = []
    left = n
    while left > 0:
        released.append(laplace(count, 1 / eps))
        left -= 1
    return released


@mechanism(
    epsilon="n * eps * eps / 2 + sqrt(2 * n * eps * eps * log(1 / delta))",
    delta="delta",
    requires="n >= 1 and delta < 1",
)
def advanced_composition_records(count: Annotated[int, within(1)], n: int, eps: Epsilon, delta: Epsilon) -> Released:
    """The result is a record."""
    return Released([laplace(count, 1 / eps) for _ in range(n)])
