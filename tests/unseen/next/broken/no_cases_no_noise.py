"""Where there are no cases 0 is returned without noise, "as there is nobody to protect". Witness: no tests against one
positive test; the output 1 never comes on the left."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Test(NamedTuple):
    district: int
    positive: bool


@mechanism(epsilon="eps")
def no_cases_no_noise(tests: Annotated[list[Test], one_added_or_removed()], district: int, eps: Epsilon) -> int:
    cases = [test for test in tests if test.district == district and test.positive]
    if not cases:
        return 0
    return laplace(len(cases), 1 / eps)
