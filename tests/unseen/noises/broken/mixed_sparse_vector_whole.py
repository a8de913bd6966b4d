from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within, randomized_response


@mechanism(epsilon="eps", requires="c >= 1")
def mixed_sparse_vector_whole(
    answers: Annotated[list[int], one_within(1)], limit: int, c: int, eps: Epsilon
) -> list[int]:
    """WRONG: the response and the value, each with the whole budget."""
    out: list[int] = []
    for answer in answers:
        if len(out) < c and randomized_response(answer > limit, eps):
            out.append(laplace(answer, 1 / eps))
    return out
