"""Above Threshold that returns the noisy value it compared, without the number, in other styles.

Claim: ε, as in `gallery/open/above_threshold_value_figure.py`. Queries count from 1, the last one is never asked, and
the result is 0 if nothing was above.
"""

from typing import Annotated, NamedTuple

from twinproof import Database, Epsilon, Query, laplace, mechanism, sensitivity


class Hit(NamedTuple):
    number: int
    value: int


class Noise:
    def __init__(self, eps: Epsilon) -> None:
        self.threshold = 2 / eps
        self.answer = 4 / eps


@mechanism(epsilon="eps")
def above_threshold_value_figure_comprehension(
    d: Database,
    queries: Annotated[list[Query], sensitivity(1)],
    t: int,
    eps: Epsilon,
) -> int:
    """A comprehension of noisy answers, and one of those above."""
    noisy_t = laplace(t, 2 / eps)
    noisy = [laplace(queries[i](d), 4 / eps) for i in range(len(queries) - 1)]
    above = [s for s in noisy if noisy_t <= s]
    return above[0] if len(above) > 0 else 0


@mechanism(epsilon="eps")
def above_threshold_value_figure_in_place(
    d: Database,
    queries: Annotated[list[Query], sensitivity(1)],
    t: int,
    eps: Epsilon,
) -> int:
    """Noisy answers in a list that is filled in place and searched from its end."""
    noisy_t = laplace(t, 2 / eps)
    noisy = [0] * len(queries)
    for i in range(len(queries) - 1):
        noisy[i] = laplace(queries[i](d), 4 / eps)
    v = 0
    for s in reversed(noisy[:-1]):
        if noisy_t <= s:
            v = s
    return v


@mechanism(epsilon="eps")
def above_threshold_value_figure_records(
    d: Database,
    queries: Annotated[list[Query], sensitivity(1)],
    t: int,
    eps: Epsilon,
) -> int:
    """A record once something was found, None before that; only its value is returned."""
    noisy_t = laplace(t, 2 / eps)
    hit: Hit | None = None
    for i in range(1, len(queries)):
        s = laplace(queries[i - 1](d), 4 / eps)
        if hit is None and noisy_t <= s:
            hit = Hit(number=i, value=s)
    return 0 if hit is None else hit.value


@mechanism(epsilon="eps")
def above_threshold_value_figure_class(
    d: Database,
    queries: Annotated[list[Query], sensitivity(1)],
    t: int,
    eps: Epsilon,
) -> int:
    """An object holds the scales, a nested function asks."""
    noise = Noise(eps)

    def ask(number: int) -> int:
        return laplace(queries[number - 1](d), noise.answer)

    noisy_t = laplace(t, noise.threshold)
    is_found = False
    v = 0
    for number in range(1, len(queries)):
        s = ask(number)
        if not is_found and noisy_t <= s:
            is_found, v = True, s
    return v
