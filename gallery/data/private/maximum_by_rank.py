"""About the largest value: the public candidate above which there are about `spare` rows, by noisy maximum.

Claim: ε, when one row may come or go.

Source: ordinary code, after `gallery/data/private/median_by_rank.py`.

Coupling, for each candidate w that may win: the number of rows above a candidate moves by at most 1, and so each score.
All other noise is the same; the noisy score of w is 1 higher on the right, at most 2 units of ε/2.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="steps >= 1")
def maximum_by_rank(
    incomes: Annotated[list[int], one_added_or_removed()],
    steps: int,
    spare: int,
    eps: Epsilon,
) -> int:
    """Candidates are 0, 1000, 2000 and so on."""

    def utility(candidate: int) -> int:
        above = sum(income > candidate for income in incomes)
        return -abs(above - spare)

    noisy = [(laplace(utility(1000 * step), 2 / eps), step) for step in range(steps)]
    _, winner = max(noisy)
    return 1000 * winner
