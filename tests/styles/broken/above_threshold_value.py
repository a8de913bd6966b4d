"""Above Threshold that returns the noisy value it compared with its number, in other styles. Not private.

Claim: ε, which does not hold, as in `gallery/broken/above_threshold_value.py`. Queries count from 1, and the last one
is never asked; where nothing was above, the result is (|Q| + 1, 0) or None.
"""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from twinproof import Database, Epsilon, Query, laplace, mechanism, sensitivity


class Hit(NamedTuple):
    number: int
    value: int


@dataclass(frozen=True)
class Answer:
    number: int
    noisy: int


@mechanism(epsilon="eps")
def above_threshold_value_comprehension(
    d: Database,
    queries: Annotated[list[Query], sensitivity(1)],
    t: int,
    eps: Epsilon,
) -> tuple[int, int]:
    """A comprehension of noisy answers, and one of those above with their numbers."""
    noisy_t = laplace(t, 2 / eps)
    noisy = [laplace(queries[i](d), 4 / eps) for i in range(len(queries) - 1)]
    above = [(i, s) for i, s in enumerate(noisy, 1) if noisy_t <= s]
    return above[0] if len(above) > 0 else (len(queries) + 1, 0)


@mechanism(epsilon="eps")
def above_threshold_value_in_place(
    d: Database,
    queries: Annotated[list[Query], sensitivity(1)],
    t: int,
    eps: Epsilon,
) -> tuple[int, int]:
    """Noisy answers in a list that is filled in place and searched from its end."""
    noisy_t = laplace(t, 2 / eps)
    noisy = [0] * len(queries)
    for i in range(len(queries) - 1):
        noisy[i] = laplace(queries[i](d), 4 / eps)
    r, v = len(queries) + 1, 0
    for i in reversed(range(len(queries) - 1)):
        if noisy[i] >= noisy_t:
            r, v = i + 1, noisy[i]
    return r, v


@mechanism(epsilon="eps")
def above_threshold_value_records(
    d: Database,
    queries: Annotated[list[Query], sensitivity(1)],
    t: int,
    eps: Epsilon,
) -> Hit | None:
    """A record once something was found, None before that."""
    noisy_t = laplace(t, 2 / eps)
    hit: Hit | None = None
    for i in range(1, len(queries)):
        s = laplace(queries[i - 1](d), 4 / eps)
        if hit is None and noisy_t <= s:
            hit = Hit(number=i, value=s)
    return hit


@mechanism(epsilon="eps")
def above_threshold_value_nested(
    d: Database,
    queries: Annotated[list[Query], sensitivity(1)],
    t: int,
    eps: Epsilon,
) -> Answer | None:
    """Records of the answers above, of which the one with the least number is returned; a nested function asks."""

    def ask(number: int) -> Answer:
        return Answer(number, laplace(queries[number - 1](d), 4 / eps))

    noisy_t = laplace(t, 2 / eps)
    asked = [ask(number) for number in range(1, len(queries))]
    above = [answer for answer in asked if answer.noisy >= noisy_t]
    if len(above) == 0:
        return None
    return min(above, key=lambda answer: answer.number)
