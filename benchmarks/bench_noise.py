"""How fast the exact sampler draws, beside OpenDP's discrete Laplace in the same process.

Run as `python benchmarks/bench_noise.py`. The two take turns, so that a busy machine slows both; a rate is the median
of its rounds, and the RATIO is the median of the rounds' ratios. OpenDP is called as its users call it, with a list in
and a list out. The table for a new scale is built once, and that time is given apart.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from statistics import median
from time import perf_counter

from twinproof.lang.noise.geometric import Plan
from twinproof.lang.noise.laplace import laplace, laplace_batch
from twinproof.lang.noise.law import Scale
from twinproof.lang.noise.one_sided_laplace import one_sided_laplace_batch

COMPARED: list[tuple[str, Scale]] = [("1", 1), ("10", 10), ("1000", 1000), ("2/0.1", 2 / 0.1)]
SIZES = [10_000, 100_000, 1_000_000]
SCALES: list[Scale] = [0.5, 1, 10, 64, 100, 1000, 1e4, 1e5, 1e6]
ROUNDS = 5
OPENDP_SIZE = 100_000  # its time is linear in the size, and a million draws would take seconds
SINGLE = 20_000


def rate(size: int, draw: Callable[[int], object]) -> float:
    """Samples a second of one call."""
    start = perf_counter()
    draw(size)
    return size / (perf_counter() - start)


def ours(scale: Scale) -> Callable[[int], object]:
    """Draws of twinproof; the table is built beforehand."""
    laplace_batch(0, scale, 1000)
    return lambda size: laplace_batch(0, scale, size)


def opendp(scale: Scale) -> Callable[[int], object] | None:
    """Draws of OpenDP, or None if it is not installed."""
    try:
        import opendp.prelude as dp
    except ImportError:
        return None
    dp.enable_features("contrib")
    domain, metric = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
    measurement = dp.m.make_laplace(domain, metric, scale=float(scale))
    zeros = [0] * OPENDP_SIZE
    return lambda size: measurement(zeros[:size])


def compare() -> None:
    """Both at the same scales, in alternation."""
    if opendp(1) is None:
        print("OpenDP is not installed, so there is nothing to compare with: pip install 'twinproof[bench]'")
        return
    print(f"{'scale':>8} {'twinproof /s':>14} {'OpenDP /s':>12} {'RATIO':>8}")
    for name, scale in COMPARED:
        mine, theirs = ours(scale), opendp(scale)
        assert theirs is not None
        rounds = [(rate(1_000_000, mine), rate(OPENDP_SIZE, theirs)) for _ in range(ROUNDS)]
        fast, slow, ratio = (median(column) for column in zip(*((a, b, a / b) for a, b in rounds), strict=True))
        print(f"{name:>8} {fast:>14,.0f} {slow:>12,.0f} {ratio:>7,.0f}×")


def one_by_one(scale: Scale, size: int) -> None:
    """Draws as a mechanism makes them."""
    for _ in range(size):
        laplace(0, scale)


def grow() -> None:
    """One scale after the other: batches of each size, one-sided batches, single draws, the time to build the table."""
    sizes = "".join(f"{f'n = {size:,}':>16}" for size in SIZES)
    print(f"{'scale':>12}{sizes}{'one-sided':>16}{'one by one /s':>16}{'build ms':>10}")
    for scale in SCALES:
        start = perf_counter()
        Plan(True, Fraction(scale))
        build = perf_counter() - start
        draw = ours(scale)
        one_sided_laplace_batch(0, scale, 1000)
        cells = [median(rate(size, draw) for _ in range(ROUNDS)) for size in SIZES]
        cells.append(median(rate(SIZES[-1], partial(one_sided_laplace_batch, 0, scale)) for _ in range(ROUNDS)))
        cells.append(rate(SINGLE, partial(one_by_one, scale)))
        print(f"{scale:>12,}{''.join(f'{cell:>16,.0f}' for cell in cells)}{build * 1000:>10.2f}")


def main() -> None:
    """Print both tables."""
    print("Samples a second, twinproof in batches of 1,000,000 and OpenDP side by side")
    compare()
    print("\nSamples a second as the batch and the scale grow")
    grow()


if __name__ == "__main__":
    main()
