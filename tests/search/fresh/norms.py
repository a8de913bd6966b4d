"""Vectors whose L2 norm is bounded by a square or by a product of parameters. All keep their claims."""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, laplace, mechanism, moves_by_l2, one_added_or_removed


@mechanism(zcdp="rho", requires="clip >= 1")
def clipped_gradient(gradient: Annotated[list[int], moves_by_l2("clip ** 2")], clip: int, rho: Epsilon) -> list[int]:
    variance = clip * clip / (2 * rho)
    noisy = []
    for coordinate in gradient:
        noisy.append(gaussian(coordinate, variance=variance))
    return noisy


@mechanism(zcdp="rho", requires="clip >= 1")
def clipped_by_comprehension(
    gradient: Annotated[list[int], moves_by_l2("clip * clip")], clip: int, rho: Epsilon
) -> list[int]:
    return [gaussian(coordinate, variance=clip**2 / (2 * rho)) for coordinate in gradient]


@mechanism(zcdp="rho", requires="rows >= 1 and clip >= 1")
def product_of_parameters(
    totals: Annotated[list[int], moves_by_l2("rows * clip")], rows: int, clip: int, rho: Epsilon
) -> list[int]:
    return [gaussian(total, variance=rows * clip / (2 * rho)) for total in totals]


@mechanism(zcdp="rho", requires="k >= 1 and clip >= 1")
def each_coordinate_clipped(
    totals: Annotated[list[int], moves_by_l2("k * clip ** 2")], k: int, clip: int, rho: Epsilon
) -> list[int]:
    """K coordinates, each of which moves by `clip`."""
    noisy = []
    i = 0
    while i < len(totals):
        noisy.append(gaussian(totals[i], variance=k * clip * clip / (2 * rho)))
        i += 1
    return noisy


@mechanism(renyi=("alpha", "alpha * rho"), requires="clip >= 1 and alpha > 1")
def at_one_order(
    gradient: Annotated[list[int], moves_by_l2("clip ** 2")], clip: int, rho: Epsilon, alpha: Epsilon
) -> list[int]:
    return [gaussian(coordinate, variance=clip * clip / (2 * rho)) for coordinate in gradient]


@mechanism(
    epsilon="rho + 2 * sqrt(rho * log(1 / delta))", delta="delta", requires="clip >= 1 and 0 < delta and delta < 1"
)
def with_a_delta(
    gradient: Annotated[list[int], moves_by_l2("clip ** 2")], clip: int, rho: Epsilon, delta: Epsilon
) -> list[int]:
    return [gaussian(coordinate, variance=clip**2 / (2 * rho)) for coordinate in gradient]


@mechanism(zcdp="rho", requires="clip >= 1")
def doubled_coordinates(gradient: Annotated[list[int], moves_by_l2("clip ** 2")], clip: int, rho: Epsilon) -> list[int]:
    """Twice a coordinate costs four times as much."""
    return [gaussian(2 * coordinate, variance=4 * clip**2 / (2 * rho)) for coordinate in gradient]


@mechanism(zcdp="clip * clip * eps * eps / 2", requires="clip >= 1")
def laplace_of_a_vector(gradient: Annotated[list[int], moves_by_l2("clip ** 2")], clip: int, eps: Epsilon) -> list[int]:
    return [laplace(coordinate, 1 / eps) for coordinate in gradient]


@mechanism(zcdp="rho", requires="clip >= 1")
def three_sums_of_rows(
    rows: Annotated[list[tuple[int, int, int]], one_added_or_removed()], clip: int, rho: Epsilon
) -> list[int]:
    """Each coordinate of a row is clamped, so the squares add up to 3 clip ** 2."""
    a, b, c = 0, 0, 0
    for x, y, z in rows:
        a += clamp(x, -clip, clip)
        b += clamp(y, -clip, clip)
        c += clamp(z, -clip, clip)
    variance = 3 * clip**2 / (2 * rho)
    return [gaussian(a, variance=variance), gaussian(b, variance=variance), gaussian(c, variance=variance)]
