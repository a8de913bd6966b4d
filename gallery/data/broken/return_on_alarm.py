"""A noisy count, but an alarm in any row ends the matter at once. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold, and no other bound does.

Source: ordinary code; an early exit for a special case.

What is wrong: the special answer has no noise.

A violating pair: the rows (False) against (True). The answer None is impossible in one case, and certain in the other.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def return_on_alarm(alarms: Annotated[list[bool], one_changed()], eps: Epsilon) -> int | None:
    for alarm in alarms:
        if alarm:
            return None
    return laplace(len(alarms), 1 / eps)
