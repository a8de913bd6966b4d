"""Missing and present answers: a row is either, so both counts may use the whole budget."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def missing_and_present(answers: Annotated[list[int | None], one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    missing = 0
    present = 0
    for answer in answers:
        if answer is None:
            missing += 1
        else:
            present += 1
    return laplace(missing, 1 / eps), laplace(present, 1 / eps)
