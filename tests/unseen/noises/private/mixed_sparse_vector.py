from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within, randomized_response


@mechanism(epsilon="eps", requires="c >= 1")
def mixed_sparse_vector(answers: Annotated[list[int], one_within(1)], limit: int, c: int, eps: Epsilon) -> list[int]:
    """Positions that are told to be above a limit, and their noisy values, until c were."""
    out: list[int] = []
    for answer in answers:
        if len(out) < c and randomized_response(answer > limit, eps / 2):
            out.append(laplace(answer, 2 / eps))
    return out
