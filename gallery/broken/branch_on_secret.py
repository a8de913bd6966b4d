"""A count that is hidden when it is small, and only then gets its noise. Not private as claimed.

Claim: ε. It does not hold; where the count crosses the limit the loss is limit·ε.

Source: no paper; small counts are suppressed like this in many statistical tables, and it looks safe, as all that is
shown is noisy in the end.

What is wrong: the branch looks at the true count. Just below the limit the number that gets the noise jumps to 0, so it
moves by far more than the 1 that noise of scale 1/ε covers. (Adding the noise first and hiding afterwards would be
private.)

A violating pair: a limit of 2 or more, the counts limit − 1 and limit. The event is the output 0, or any smaller one.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def branch_on_secret(patients: Annotated[int, within(1)], limit: int, eps: Epsilon) -> int:
    shown = patients if patients >= limit else 0
    return laplace(shown, 1 / eps)
