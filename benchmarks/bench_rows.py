"""The prover on data sets: seconds for gallery/data/private, and how they grow with columns, keys and loops.

Times are of one process, with the check of the certificate. Growth is against the smallest of each kind.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from twinproof.kernel.proof_document import write
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file, read_text
from twinproof.search.result import Proof
from twinproof.verify.forms import check_proof, prove_a_form

DATA = Path(__file__).parent.parent / "gallery" / "data" / "private"
HEAD = """\
from enum import Enum
from typing import Annotated, NamedTuple
from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed

"""


def seconds(mechanism: Mechanism) -> float:
    start = time.perf_counter()
    answer, form = prove_a_form(mechanism, lambda _: None)
    assert isinstance(answer, Proof), f"{mechanism.name}: {answer.reason}"
    check_proof(json.loads(json.dumps(write(form, answer.theorem, mechanism.source))), mechanism)
    return time.perf_counter() - start


def read(text: str) -> Mechanism:
    (found,) = read_text(HEAD + text)
    assert isinstance(found, Mechanism), found
    return found


def with_columns(count: int) -> Mechanism:
    """The sums of so many clamped columns."""
    fields = "\n".join(f"    c{n}: int" for n in range(count))
    start = " = ".join(f"s{n}" for n in range(count))
    sums = "\n".join(f"        s{n} += clamp(row.c{n}, 0, 10)" for n in range(count))
    released = ", ".join(f"laplace(s{n}, {10 * count} / eps)" for n in range(count))
    kinds = f"tuple[{', '.join(['int'] * count)}]" if count > 1 else "int"
    return read(
        f'class Row(NamedTuple):\n{fields}\n\n\n@mechanism(epsilon="eps")\n'
        f"def columns(rows: Annotated[list[Row], one_added_or_removed()], eps: Epsilon) -> {kinds}:\n"
        f"    {start} = 0\n    for row in rows:\n{sums}\n    return {released}\n"
    )


def with_keys(count: int) -> Mechanism:
    """A histogram by so many keys."""
    members = "\n".join(f"    K{n} = {n}" for n in range(count))
    return read(
        f'class Key(Enum):\n{members}\n\n\n@mechanism(epsilon="eps")\n'
        "def keys(rows: Annotated[list[Key], one_added_or_removed()], eps: Epsilon) -> dict[Key, int]:\n"
        "    counts = {key: 0 for key in Key}\n    for row in rows:\n        counts[row] += 1\n"
        "    return {key: laplace(count, 1 / eps) for key, count in counts.items()}\n"
    )


def with_loops(count: int) -> Mechanism:
    """So many filtered counts, each in a loop of its own."""
    loops = "\n".join(f"    n{n} = sum(1 for row in rows if row > {n})" for n in range(count))
    released = ", ".join(f"laplace(n{n}, {count} / eps)" for n in range(count))
    kinds = f"tuple[{', '.join(['int'] * count)}]" if count > 1 else "int"
    return read(
        '@mechanism(epsilon="eps")\n'
        f"def loops(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> {kinds}:\n"
        f"{loops}\n    return {released}\n"
    )


def growth(name: str, made: Callable[[int], Mechanism], sizes: tuple[int, ...]) -> None:
    times = {size: seconds(made(size)) for size in sizes}
    first = times[sizes[0]]
    shown = ", ".join(f"{size}: {took:.2f} s ({took / first:.1f} ×)" for size, took in times.items())
    print(f"  {name:8} {shown}")


def main() -> None:
    print("prover: gallery/data/private, seconds (proof and check of the certificate)")
    mechanisms = [m for path in sorted(DATA.glob("*.py")) for m in read_file(path) if isinstance(m, Mechanism)]
    times = {m.name: seconds(m) for m in mechanisms}
    for name, took in sorted(times.items(), key=lambda pair: pair[1]):
        print(f"  {name:32} {took:6.2f}")
    print(f"  median {statistics.median(times.values()):.2f}, slowest {max(times.values()):.2f}")
    print("growth")
    growth("columns", with_columns, (1, 2, 4))
    growth("keys", with_keys, (2, 4, 8, 16))
    growth("loops", with_loops, (1, 2, 4))


if __name__ == "__main__":
    main()
