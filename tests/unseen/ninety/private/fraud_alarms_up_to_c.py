"""The sparse vector technique with c alarms: after the c-th alarm nothing more is looked at.

middling. Threshold 2 / eps, answers 4 c / eps: eps / 2 + c * 2 / (4 c / eps).
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="c >= 1")
def fraud_alarms_up_to_c(
    suspicious: Annotated[list[int], each_within(1)], limit: int, c: int, eps: Epsilon
) -> list[bool]:
    bar = laplace(limit, 2 / eps)
    alarms: list[bool] = []
    raised = 0
    for count in suspicious:
        if raised == c:
            break
        if laplace(count, 4 * c / eps) >= bar:
            alarms.append(True)
            raised += 1
        else:
            alarms.append(False)
    return alarms
