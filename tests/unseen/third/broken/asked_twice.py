"""Each person is asked the same question twice, "to be on the safe side", with eps each time. Witness: one person with
answer 0 against one with answer 1, two choices; both reports are 0, a loss of twice eps."""

from typing import Annotated

from twinproof import Epsilon, clamp, mechanism, one_changed, randomized_choice


@mechanism(epsilon="eps", requires="k >= 2")
def asked_twice(answers: Annotated[list[int], one_changed()], k: int, eps: Epsilon) -> list[tuple[int, int]]:
    reports: list[tuple[int, int]] = []
    for answer in answers:
        choice = clamp(answer, 0, k - 1)
        first = randomized_choice(choice, k, eps)
        second = randomized_choice(choice, k, eps)
        reports.append((first, second))
    return reports
