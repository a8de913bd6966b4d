"""The same noise is added to the yes and taken from the no, "so that they still add up": they add up to the true number
of rows, which is private. Witness: no rows against one; the outputs add up to 0 or to 1."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def yes_and_no_same_noise(answers: Annotated[list[bool], one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    yes = 0
    no = 0
    for answer in answers:
        if answer:
            yes += 1
        else:
            no += 1
    noise = laplace(0, 1 / eps)
    return yes + noise, no - noise
