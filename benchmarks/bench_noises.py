"""How fast the other noises are drawn, and the discrete Gaussian beside OpenDP's, IBM's and the published algorithm.

Run as `python benchmarks/bench_noises.py`. As in `bench_noise`, those that are compared take turns in one process; a
rate is the median of its rounds and a RATIO the median of the rounds' ratios. OpenDP is called as its users call it.
IBM's is that of diffprivlib: the same algorithm, one draw after the other, with floats; its time grows with sigma. The
published algorithm is that of Canonne, Kamath and Steinke (2020), written here from the paper in plain Python with
exact rational arithmetic, as the code that IBM published with the paper is; that one is no package.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import floor, isqrt
from secrets import randbelow
from statistics import median
from time import perf_counter
from typing import Any

from twinproof.lang.noise.choose import choose, choose_batch
from twinproof.lang.noise.coin import coin_batch
from twinproof.lang.noise.gaussian import gaussian, gaussian_batch
from twinproof.lang.noise.gaussian_sampler import Table, Wide
from twinproof.lang.noise.law import Scale
from twinproof.lang.noise.one_sided_laplace import geometric_batch
from twinproof.lang.noise.permute_and_flip import permute_and_flip, permute_and_flip_batch
from twinproof.lang.noise.randomized_choice import randomized_choice_batch
from twinproof.lang.noise.randomized_response import randomized_response_batch
from twinproof.lang.noise.truncated_laplace import truncated_laplace_batch
from twinproof.lang.noise.uniform import uniform_batch

COMPARED: list[Scale] = [0.5, 1, 10, 64, 100, 1000, 10**6]
GROWING: list[Scale] = [0.1, 1, 10, 64, 65, 1000, 10**6, 10**9, 10**12, 10**15]
ROUNDS = 5
SIZE = 1_000_000
OPENDP_SIZE = 20_000  # its time is linear in the size
PUBLISHED_SIZE = 1_000
IBM_SIZE, IBM_STEPS = 500, 1_000_000  # at most so many draws, and about so many rounds of its inner loop
SINGLE = 5_000


def rate(size: int, draw: Callable[[int], object]) -> float:
    """Samples a second of one call."""
    start = perf_counter()
    draw(size)
    return size / (perf_counter() - start)


# ---------------------------------------------------------------------------------------------- the published algorithm


def bernoulli(p: Fraction) -> bool:
    """True with probability p."""
    return randbelow(p.denominator) < p.numerator


def bernoulli_exp(gamma: Fraction) -> bool:
    """True with probability e^(−gamma)."""
    while gamma > 1:
        if not bernoulli_exp(Fraction(1)):
            return False
        gamma -= 1
    k = 1
    while bernoulli(gamma / k):
        k += 1
    return k % 2 == 1


def published_laplace(scale: int) -> int:
    """Discrete Laplace noise of an integer scale."""
    while True:
        u = randbelow(scale)
        if not bernoulli_exp(Fraction(u, scale)):
            continue
        v = 0
        while bernoulli_exp(Fraction(1)):
            v += 1
        magnitude, negative = u + scale * v, randbelow(2)
        if magnitude or not negative:
            return -magnitude if negative else magnitude


def published_gaussian(variance: Fraction) -> int:
    """Discrete Gaussian noise by rejection from Laplace noise."""
    t = isqrt(floor(variance)) + 1
    while True:
        y = published_laplace(t)
        distance = abs(y) - variance / t
        if bernoulli_exp(distance * distance / (2 * variance)):
            return y


def published(sigma: Scale) -> Callable[[int], object]:
    """Draws of the published algorithm, one by one."""
    variance = Fraction(sigma) ** 2
    return lambda size: [published_gaussian(variance) for _ in range(size)]


# ---------------------------------------------------------------------------------------------------------- comparisons


def opendp(sigma: Scale) -> Callable[[int], object] | None:
    """Draws of OpenDP, or None if it is not installed."""
    try:
        import opendp.prelude as dp
    except ImportError:
        return None
    dp.enable_features("contrib")
    domain, metric = dp.vector_domain(dp.atom_domain(T=int)), dp.l2_distance(T=float)
    measurement = dp.m.make_gaussian(domain, metric, scale=float(sigma))
    zeros = [0] * OPENDP_SIZE
    return lambda size: measurement(zeros[:size])


def ibm(sigma: Scale) -> Callable[[int], object] | None:
    """Draws of diffprivlib, or None if it is not installed."""
    try:
        from diffprivlib.mechanisms import GaussianDiscrete
    except ImportError:
        return None
    drawn = GaussianDiscrete(epsilon=1, delta=0.01)
    drawn._scale = float(sigma)  # it computes its own from ε and δ, and takes none
    return lambda size: [drawn.randomise(0) for _ in range(size)]


def compare() -> None:
    """The Gaussian noise of all four, in alternation."""
    if opendp(1) is None or ibm(1) is None:
        print("OpenDP or diffprivlib is not installed: pip install 'twinproof[bench]'")
    columns = (("OpenDP", OPENDP_SIZE), ("IBM", IBM_SIZE), ("published", PUBLISHED_SIZE))
    titles = "".join(f"{name + ' /s':>14} {'RATIO':>12}" for name, _ in columns)
    print(f"{'sigma':>10} {'twinproof /s':>14}{titles}")
    for sigma in COMPARED:
        others = [opendp(sigma), ibm(sigma), published(sigma)]
        gaussian_batch(0, sigma, 1000)
        mine: list[float] = []
        rounds: list[list[tuple[float, float]]] = [[] for _ in others]
        for _ in range(ROUNDS):
            mine.append(rate(SIZE, partial(gaussian_batch, 0, sigma)))
            for (name, most), draw, seen in zip(columns, others, rounds, strict=True):
                size = min(most, int(IBM_STEPS / sigma)) if name == "IBM" else most
                if draw is not None and size > 1:
                    theirs = rate(size, draw)
                    seen.append((theirs, mine[-1] / theirs))
        shown = "".join(
            f"{median(r for r, _ in seen):>14,.0f} {median(q for _, q in seen):>11,.0f}×"
            if seen
            else f"{'–':>14} {'–':>12}"
            for seen in rounds
        )
        print(f"{sigma:>10,} {median(mine):>14,.0f}{shown}")


def grow() -> None:
    """Gaussian noise, one standard deviation after the other: batches, single draws, the time to build the table."""
    print(f"{'sigma':>24}{'batch /s':>14}{'one by one /s':>16}{'build ms':>10}")
    for sigma in GROWING:
        variance = Fraction(sigma) ** 2
        start = perf_counter()
        _ = Table(variance, signed=True) if variance <= 4096 else Wide(variance)
        build = perf_counter() - start
        gaussian_batch(0, sigma, 1000)
        fast = median(rate(SIZE, partial(gaussian_batch, 0, sigma)) for _ in range(ROUNDS))
        single = rate(SINGLE, lambda size, sigma=sigma: [gaussian(0, sigma) for _ in range(size)])  # type: ignore[misc]
        print(f"{sigma:>24,}{fast:>14,.0f}{single:>16,.0f}{build * 1000:>10.2f}")


def others() -> None:
    """The other noises in batches, and choices by the number of scores."""
    import numpy as np

    bits, values = np.zeros(SIZE, dtype=bool), np.zeros(SIZE, dtype=np.int64)
    batches: list[tuple[str, Callable[[int], Any]]] = [
        ("geometric(10)", partial(geometric_batch, 10)),
        ("truncated_laplace(0, 10, 5)", partial(truncated_laplace_batch, 0, 10, 5)),
        ("truncated_laplace(0, 10, 100)", partial(truncated_laplace_batch, 0, 10, 100)),
        ("uniform(1, 6)", partial(uniform_batch, 1, 6)),
        ("uniform(1, 10**9)", partial(uniform_batch, 1, 10**9)),
        ("coin(1/3)", partial(coin_batch, Fraction(1, 3))),
        ("randomized_response(…, 1)", lambda size: randomized_response_batch(bits[:size], 1)),
        ("randomized_choice(…, 10, 1)", lambda size: randomized_choice_batch(values[:size], 10, 1)),
        ("choose of 10", partial(choose_batch, list(range(10)), Fraction(1, 2))),
        ("permute_and_flip of 10", partial(permute_and_flip_batch, list(range(10)), Fraction(1, 2))),
    ]
    print(f"{'noise':>32}{'batch /s':>14}")
    for name, draw in batches:
        draw(1000)
        print(f"{name:>32}{median(rate(SIZE, draw) for _ in range(ROUNDS)):>14,.0f}")
    print(f"\n{'scores':>10}{'choose, new scores ms':>24}{'permute_and_flip ms':>22}")
    for count in (10, 100, 1000):
        times = []
        for function in (choose, permute_and_flip):
            start = perf_counter()
            for shift in range(5):
                function([i * i % 37 + shift for i in range(count)], Fraction(1, 2))
            times.append((perf_counter() - start) / 5 * 1000)
        print(f"{count:>10}{times[0]:>24.2f}{times[1]:>22.2f}")


def main() -> None:
    """Print all tables."""
    print("Discrete Gaussian noise, samples a second: batches of 1,000,000, OpenDP, IBM and the published algorithm")
    compare()
    print("\nDiscrete Gaussian noise as the standard deviation grows")
    grow()
    print("\nThe other noises")
    others()


if __name__ == "__main__":
    main()
