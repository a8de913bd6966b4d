"""Vectors whose L2 norm is bounded by a square, with too little noise. None of these is private as claimed."""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, moves_by_l2, one_added_or_removed


@mechanism(zcdp="rho", requires="clip >= 1")
def norm_for_its_square(gradient: Annotated[list[int], moves_by_l2("clip ** 2")], clip: int, rho: Epsilon) -> list[int]:
    return [gaussian(coordinate, variance=clip / (2 * rho)) for coordinate in gradient]


@mechanism(zcdp="rho", requires="clip >= 1")
def twice_the_square(
    gradient: Annotated[list[int], moves_by_l2("2 * clip ** 2")], clip: int, rho: Epsilon
) -> list[int]:
    return [gaussian(coordinate, variance=clip * clip / (2 * rho)) for coordinate in gradient]


@mechanism(zcdp="rho", requires="clip >= 1")
def third_power(gradient: Annotated[list[int], moves_by_l2("clip ** 3")], clip: int, rho: Epsilon) -> list[int]:
    return [gaussian(coordinate, variance=clip**2 / (2 * rho)) for coordinate in gradient]


@mechanism(zcdp="rho", requires="a >= 1 and b >= 1")
def square_of_one_factor(totals: Annotated[list[int], moves_by_l2("a * b")], a: int, b: int, rho: Epsilon) -> list[int]:
    return [gaussian(total, variance=a * a / (2 * rho)) for total in totals]


@mechanism(zcdp="rho", requires="clip >= 1 and k >= 1")
def coordinates_forgotten(
    totals: Annotated[list[int], moves_by_l2("k * clip ** 2")], k: int, clip: int, rho: Epsilon
) -> list[int]:
    return [gaussian(total, variance=clip**2 / (2 * rho)) for total in totals]


@mechanism(zcdp="rho", requires="clip >= 1")
def every_coordinate_twice(
    gradient: Annotated[list[int], moves_by_l2("clip ** 2")], clip: int, rho: Epsilon
) -> list[int]:
    noisy = []
    for coordinate in gradient:
        noisy.append(gaussian(coordinate, variance=clip * clip / (2 * rho)))
        noisy.append(gaussian(coordinate, variance=clip * clip / (2 * rho)))
    return noisy


@mechanism(zcdp="rho", requires="clip >= 1")
def three_sums_for_two(
    rows: Annotated[list[tuple[int, int, int]], one_added_or_removed()], clip: int, rho: Epsilon
) -> list[int]:
    """Three coordinates move, and the noise is for two."""
    a, b, c = 0, 0, 0
    for x, y, z in rows:
        a += clamp(x, -clip, clip)
        b += clamp(y, -clip, clip)
        c += clamp(z, -clip, clip)
    variance = 2 * clip**2 / (2 * rho)
    return [gaussian(a, variance=variance), gaussian(b, variance=variance), gaussian(c, variance=variance)]
