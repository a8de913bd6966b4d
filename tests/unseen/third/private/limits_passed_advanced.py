"""Whether each reading is above its limit, by randomized response, with advanced composition by way of zCDP: each
response is eps ** 2 / 2 in zCDP, they add up, and the claim is what that converts to."""

from typing import Annotated

from twinproof import Epsilon, each_within, mechanism, randomized_response


@mechanism(
    epsilon="len(readings) * eps ** 2 / 2 + eps * sqrt(2 * len(readings) * log(1 / delta))",
    delta="delta",
    requires="delta < 1 and len(readings) >= 1",
)
def limits_passed_advanced(
    readings: Annotated[list[int], each_within(1)], limits: list[int], eps: Epsilon, delta: Epsilon
) -> list[bool]:
    return [randomized_response(reading > limit, eps) for reading, limit in zip(readings, limits)]
