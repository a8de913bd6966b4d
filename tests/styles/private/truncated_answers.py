"""Every answer with truncated Laplace noise, in other styles.

Claim: (n·ε, n·δ), as in `gallery/private/truncated_answers.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, mechanism, truncated_laplace


class Released(NamedTuple):
    noisy: int


@mechanism(
    epsilon="len(answers) * eps",
    delta="len(answers) * delta",
    requires=(
        "bound >= 1 and delta * (1 + exp(-eps) - 2 * exp(-(bound + 1) * eps)) >= exp(-bound * eps) * (1 - exp(-eps))"
    ),
)
def truncated_answers_loop(
    answers: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    """A loop appends."""
    out = []
    for answer in answers:
        out.append(truncated_laplace(answer, 1 / eps, bound))
    return out


@mechanism(
    epsilon="len(answers) * eps",
    delta="len(answers) * delta",
    requires=(
        "bound >= 1 and delta * (1 + exp(-eps) - 2 * exp(-(bound + 1) * eps)) >= exp(-bound * eps) * (1 - exp(-eps))"
    ),
)
def truncated_answers_in_place(
    answers: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    """A copy is changed in place."""
    out = list(answers)
    for i in range(len(out)):
        out[i] = truncated_laplace(out[i], 1 / eps, bound)
    return out


@mechanism(
    epsilon="len(answers) * eps",
    delta="len(answers) * delta",
    requires=(
        "bound >= 1 and delta * (1 + exp(-eps) - 2 * exp(-(bound + 1) * eps)) >= exp(-bound * eps) * (1 - exp(-eps))"
    ),
)
def truncated_answers_records(
    answers: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon, delta: Epsilon
) -> list[Released]:
    """The result is a list of records."""
    return [Released(truncated_laplace(answer, 1 / eps, bound)) for answer in answers]
