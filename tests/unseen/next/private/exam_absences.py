"""How many pupils missed an exam, in steps of five. The count moves by at most 1 and has noise of scale 2, which is
1/2-private; it is rounded afterwards."""

from typing import Annotated

from twinproof import laplace, mechanism, one_added_or_removed


@mechanism(epsilon="1 / 2")
def exam_absences(present: Annotated[list[bool], one_added_or_removed()]) -> int:
    absent = 0
    for here in present:
        if not here:
            absent += 1
    return laplace(absent, 2) // 5 * 5
