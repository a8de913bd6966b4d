"""Noisy pulse readings until one is below a floor. One reading moves by 2 and costs eps; when to stop is decided on the
noisy reading that is released anyway."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def pulse_until_quiet(pulses: Annotated[list[int], one_within(2)], floor: int, eps: Epsilon) -> list[int]:
    seen: list[int] = []
    i = 0
    quiet = False
    while i < len(pulses) and not quiet:
        noisy = laplace(pulses[i], 2 / eps)
        seen.append(noisy)
        quiet = noisy < floor
        i += 1
    return seen
