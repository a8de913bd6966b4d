"""The front door: `twinproof verify` as a user runs it, from the shell to its end, on all cores.

What it takes beside the computing itself: one simple mechanism, the gallery that is searched for, the gallery that was
kept, a file of many mechanisms of which one has changed; and how time and memory grow with the number of mechanisms.
Each time is the best of some runs.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
HEAD = "from typing import Annotated\nfrom twinproof import Epsilon, laplace, mechanism, within\n"
COMPUTING = """
import sys, time
from twinproof.lang.reader.folder import read_folder
from twinproof.verify import verify
mechanisms = [m for _, items in read_folder(sys.argv[1]) for m in items]
start = time.process_time()
for m in mechanisms:
    verify(m, jobs=1)
print(time.process_time() - start)
"""


def seconds(*words: str, cache: str, runs: int = 1) -> float:
    """The best time of a command."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "twinproof", *words],
            cwd=ROOT,
            env={**os.environ, "XDG_CACHE_HOME": cache, "XDG_STATE_HOME": cache},
            stdout=subprocess.DEVNULL,
            check=False,  # the gallery has broken mechanisms
        )
        times.append(time.perf_counter() - start)
    return min(times)


def file_of(count: int, first: int = 0) -> str:
    """A file of simple mechanisms, all of them different."""
    each = (
        f'\n\n@mechanism(epsilon="eps")\ndef count_{n}(x: Annotated[int, within({n + 1})], eps: Epsilon) -> int:\n'
        f"    return laplace(x, {n + 1} / eps)\n"
        for n in range(first, first + count)
    )
    return HEAD + "".join(each)


def simple(folder: Path) -> None:
    """One mechanism, and many of which one has changed."""
    one, many = folder / "one.py", folder / "many.py"
    one.write_text(file_of(1))
    alone = seconds("verify", "--no-cache", str(one), cache=str(folder), runs=5)
    print(f"  one simple mechanism       {alone:6.2f}   the goal is 0.35")
    print(f"  the version only           {seconds('--version', cache=str(folder), runs=3):6.2f}")
    many.write_text(file_of(60))
    first = seconds("verify", str(many), cache=str(folder))
    again = []
    for n in range(3):
        many.write_text(file_of(60).replace(f"laplace(x, {n + 1} / eps)", f"laplace(x + 0 * {n}, {n + 1} / eps)"))
        again.append(seconds("verify", str(many), cache=str(folder)))
    print(f"  a file of 60               {first:6.2f}")
    print(f"  … one of them changed      {min(again):6.2f}   {min(again) / alone:.1f} × one alone")


def gallery(folder: Path) -> None:
    """The gallery, against the computing that its proofs take in one process."""
    run = [sys.executable, "-c", COMPUTING, "gallery/private"]
    computing = float(subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    cores = os.cpu_count() or 1
    private = seconds("verify", "--no-cache", "gallery/private", cache=str(folder))
    ratio = private / (computing / cores)
    print(
        f"  gallery/private            {private:6.2f}   {ratio:.2f} × its computing of {computing:.2f} on {cores} cores"
    )
    first = seconds("verify", "gallery/private", "gallery/broken", cache=str(folder))
    again = seconds("verify", "gallery/private", "gallery/broken", cache=str(folder), runs=3)
    print(f"  … and broken, searched for {first:6.2f}")
    print(f"  … and broken, kept         {again:6.2f}   {first / again:.0f} × faster; the goal is 1")


def growth(folder: Path) -> None:
    """Ten mechanisms a file, in more and more files."""
    for files in (10, 30, 100):
        place = folder / f"files_{files}"
        place.mkdir()
        for n in range(files):
            (place / f"f{n}.py").write_text(file_of(10, 10 * n))
        took = seconds("verify", "--no-cache", str(place), cache=str(folder))
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        count, each = 10 * files, took / (10 * files)
        print(f"  {count:4} in {files:3} files          {took:6.2f}   {each:.3f} each, {peak:.0f} MB at most")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        print(f"verify: seconds on {os.cpu_count()} cores")
        simple(Path(folder))
        gallery(Path(folder))
        growth(Path(folder))


if __name__ == "__main__":
    main()
