from typing import Annotated, NamedTuple, Optional

from twinproof import Epsilon, each_within, laplace, mechanism


class Hit(NamedTuple):
    index: int
    value: int


@mechanism(epsilon="eps")
def sparse_vector_reused_value(
    answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon
) -> Optional[Hit]:
    """WRONG: the noisy answer that was compared is released, which bounds the noisy threshold from above. Answers
    [0, 0, 0, 0, 0] and [1, 1, 1, 1, -1], output Hit(4, 0): each of the four answers below costs eps / 4, and the value too."""
    noisy_threshold = laplace(threshold, 2 / eps)
    for i, answer in enumerate(answers):
        noisy = laplace(answer, 4 / eps)
        if noisy >= noisy_threshold:
            return Hit(index=i, value=noisy)
    return None
