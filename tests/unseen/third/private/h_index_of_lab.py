"""The h-index of a laboratory: the largest h such that h papers have h citations or more. One paper more or less moves
it by at most 1, however often it is cited."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def h_index_of_lab(citations: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    h = 0
    for rank, cited in enumerate(sorted(citations, reverse=True), 1):
        if cited >= rank:
            h = rank
    return laplace(h, 1 / eps)
