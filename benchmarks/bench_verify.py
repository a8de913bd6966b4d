"""The front door: `twinproof verify` on the whole gallery, searched for and only checked again, and how it starts.

Times are of the command as a user runs it, from the shell to its end, on all cores. Each is the best of some runs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent


def seconds(*words: str, cache: str, runs: int = 1) -> float:
    """The best time of a command."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "twinproof", *words],
            cwd=ROOT,
            env={**os.environ, "XDG_CACHE_HOME": cache},
            stdout=subprocess.DEVNULL,
            check=False,  # the gallery has broken mechanisms
        )
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    with tempfile.TemporaryDirectory() as cache:
        print(f"verify: the whole gallery, seconds on {os.cpu_count()} cores")
        first = seconds("verify", "gallery", cache=cache)
        again = seconds("verify", "gallery", cache=cache, runs=3)
        print(f"  searched for     {first:6.2f}")
        print(f"  checked again    {again:6.2f}   {first / again:.0f} × faster")
        one = seconds("verify", "gallery/private/above_threshold.py", cache=cache, runs=3)
        start = seconds("--version", cache=cache, runs=3)
        print(f"  one file again   {one:6.2f}   the gallery takes {again / one:.1f} × as long")
        print(f"  the version only {start:6.2f}")


if __name__ == "__main__":
    main()
