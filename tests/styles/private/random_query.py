"""One of several counts, drawn at random, in other styles.

Claim: ε, as in `gallery/private/random_query.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism, uniform


class Answer(NamedTuple):
    asked: int
    noisy: int


@mechanism(epsilon="eps", requires="len(counts) >= 1")
def random_query_records(counts: Annotated[list[int], each_within(1)], eps: Epsilon) -> Answer:
    """The result is a record."""
    asked = uniform(0, len(counts) - 1)
    return Answer(asked, laplace(counts[asked], 1 / eps))


@mechanism(epsilon="eps", requires="len(counts) >= 1")
def random_query_nested(counts: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """A function in a function draws."""

    def answer(position: int) -> int:
        return laplace(counts[position], 1 / eps)

    asked = uniform(0, len(counts) - 1)
    return asked, answer(asked)


@mechanism(epsilon="eps", requires="len(counts) >= 1")
def random_query_from_one(counts: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """Positions are counted from one."""
    asked = uniform(1, len(counts))
    return asked, laplace(counts[asked - 1], 1 / eps)
