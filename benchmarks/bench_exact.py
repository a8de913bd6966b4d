"""How fast the exact engine computes output distributions, how the time grows, and beside it the goals.

Run as `python benchmarks/bench_exact.py`. Every time is the best of a few rounds at the default tolerance of 1e-30.
GROWTH is the time against that of the first size of the same mechanism, and WIDER the time at ε = 0.1 against that at
ε = 1 (the noise is then ten times as wide). The peak memory is that of this process, over all of it.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from time import perf_counter

from twinproof.exact.meaning import OutputDistribution, distribution
from twinproof.lang.reader import read_mechanism

GALLERY = Path(__file__).parents[1] / "gallery" / "private"
ROUNDS = 3
LONG = 5.0  # a computation that takes longer is measured once
WIDER = 15
MEMORY = 2.0

Inputs = dict[str, object]


@dataclass(frozen=True)
class Family:
    """A mechanism at several sizes, and how long a size may take at ε = 1."""

    name: str
    sizes: tuple[int, ...]
    inputs: Callable[[int], Inputs]
    goals: dict[int, float]
    unit: str


def answers(size: int) -> Inputs:
    return {"answers": [i % 7 - 3 for i in range(size)], "threshold": 4}


def scores(size: int) -> Inputs:
    return {"scores": [i % 11 for i in range(size)]}


FAMILIES = [
    Family("above_threshold", (100, 200, 500, 1000), answers, {100: 0.5, 1000: 5}, "queries"),
    Family("above_threshold_early_return", (100, 200, 500, 1000), answers, {100: 0.5, 1000: 5}, "queries"),
    Family("sparse_vector", (10, 20), lambda size: {**answers(size), "c": 3}, {20: 2}, "queries"),
    Family("report_noisy_max", (25, 50, 100), scores, {100: 2}, "scores"),
]


def timed(family: Family, size: int, epsilon: Fraction) -> tuple[float, OutputDistribution]:
    """The best time, and the answer."""
    mechanism = read_mechanism(GALLERY / f"{family.name}.py", family.name)
    inputs = {**family.inputs(size), "eps": epsilon}
    best = float("inf")
    for _ in range(ROUNDS):
        start = perf_counter()
        found = distribution(mechanism, inputs)
        best = min(best, perf_counter() - start)
        if best > LONG:
            break
    return best, found


def verdict(value: float, goal: float | None, unit: str) -> str:
    """A goal, and whether it is met."""
    if goal is None:
        return ""
    return f"{'yes' if value <= goal else 'NO'} (≤ {goal:g} {unit})"


def peak_gibibytes() -> float:
    """The most memory that this process has held."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**30 if sys.platform == "darwin" else peak / 2**20


def main() -> None:
    """Print the table."""
    print("Exact output distributions, all outputs, lost mass at most 1e-30")
    head = f"{'mechanism':<30}{'size':>6}{'outputs':>9}{'ε = 1':>10}{'GROWTH':>9}{'in time':>16}"
    print(f"{head}{'ε = 0.1':>11}{'WIDER':>8}{'in ratio':>16}{'lost':>10}")
    for family in FAMILIES:
        first: float | None = None
        for size in family.sizes:
            narrow, found = timed(family, size, Fraction(1))
            wide, _ = timed(family, size, Fraction(1, 10))
            first = narrow if first is None else first
            growth = f"{narrow / first:.1f}×"
            grown = f"{family.name:<30}{size:>6}{len(found):>9,}{narrow:>8.2f} s{growth:>9}"
            goal = verdict(narrow, family.goals.get(size), "s")
            ratio = verdict(wide / narrow, WIDER, "×")
            print(f"{grown}{goal:>16}{wide:>9.2f} s{wide / narrow:>7.1f}×{ratio:>16}{found.lost:>10.0e}", flush=True)
        print(f"{'':<30}sizes grow {family.sizes[-1] / family.sizes[0]:.0f}× in {family.unit}")
    print(f"peak memory {peak_gibibytes():.2f} GiB: {verdict(peak_gibibytes(), MEMORY, 'GiB')}")


if __name__ == "__main__":
    main()
