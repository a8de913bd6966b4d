"""How long the refuter takes for every mechanism of the gallery, and what it finds, beside the goals.

Run as `python benchmarks/bench_refute.py`. A broken mechanism is timed until its counterexample has been made simple,
recomputed in ball arithmetic and explained; a private one until the search has given up. TIMES is the largest certified
loss in multiples of the claimed ε: above 1 the claim is broken, and for a private mechanism it may never be. The peak
memory is that of the largest process.
"""

from __future__ import annotations

import resource
import statistics
import sys
from pathlib import Path
from time import perf_counter

from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file
from twinproof.refute import Refutation, refute

GALLERY = Path(__file__).parents[1] / "gallery"
MEDIAN, SLOWEST, PRIVATE = 0.5, 10.0, 10.0
MEMORY = 4.0


def mechanisms(kind: str) -> list[Mechanism]:
    """The mechanisms of a folder of the gallery."""
    found = [m for path in sorted((GALLERY / kind).glob("*.py")) for m in read_file(path)]
    return [m for m in found if isinstance(m, Mechanism)]


def timed(mechanism: Mechanism) -> tuple[float, Refutation]:
    """The time, and the answer."""
    start = perf_counter()
    found = refute(mechanism)
    return perf_counter() - start, found


def verdict(value: float, goal: float, unit: str) -> str:
    """A goal, and whether it is met."""
    return f"{'yes' if value <= goal else 'NO'} (≤ {goal:g} {unit})"


def peak_gibibytes() -> float:
    """The most memory that this process, or one that it started, has held."""
    peaks = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return max(peaks) / (2**30 if sys.platform == "darwin" else 2**20)


def table(kind: str, expected: bool) -> list[float]:
    """Print a line for each mechanism of a folder; the times."""
    print(f"\n{kind:<36}{'time':>9}{'refuted':>9}{'as it should':>14}{'pairs':>9}{'loss':>9}{'TIMES':>9}")
    times: list[float] = []
    for mechanism in mechanisms(kind):
        seconds, found = timed(mechanism)
        times.append(seconds)
        right = found.refuted == expected and (found.refuted or found.largest_times <= 1)
        words = f"{'yes' if found.refuted else 'no':>9}{'yes' if right else 'NO':>14}{found.pairs:>9,}"
        loss = found.farthest.at_least if found.farthest is not None else 0.0
        losses = f"{loss:>9.4g}{found.largest_times:>8.4g}×"
        print(f"{mechanism.name:<36}{seconds:>7.2f} s{words}{losses}", flush=True)
    return times


def main() -> None:
    """Print the tables."""
    print("Search for counterexamples: every number is certified, nothing is sampled")
    broken = table("broken", True)
    private = table("private", False)
    still_open = table("open", False)
    median, slowest, longest = statistics.median(broken), max(broken), max(private + still_open)
    print(f"\nbroken: median {median:.2f} s: {verdict(median, MEDIAN, 's')}", end="; ")
    print(f"slowest {slowest:.2f} s: {verdict(slowest, SLOWEST, 's')}, {slowest / median:.1f}× the median")
    print(f"private and open: slowest {longest:.2f} s: {verdict(longest, PRIVATE, 's')}")
    print(f"peak memory {peak_gibibytes():.2f} GiB: {verdict(peak_gibibytes(), MEMORY, 'GiB')}")


if __name__ == "__main__":
    main()
