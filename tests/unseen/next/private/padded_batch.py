"""The size of a batch with dummies in it, whose number is pad plus noise and not below zero. The end at zero has mass
exp(-eps * pad) / (1 + exp(-eps)) at most, which is below delta; else the noise costs eps."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Report(NamedTuple):
    bucket: int
    payload: int


@mechanism(epsilon="eps", delta="delta", requires="delta < 1 and pad >= log(1 / delta) / eps")
def padded_batch(
    reports: Annotated[list[Report], one_added_or_removed()], bucket: int, pad: int, eps: Epsilon, delta: Epsilon
) -> int:
    real = sum(1 for report in reports if report.bucket == bucket)
    dummies = max(0, laplace(pad, 1 / eps))
    return real + dummies
