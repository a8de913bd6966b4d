"""The prover on claims with a δ: seconds for those of the gallery, beside what the same claim takes without one.

Times are of one process, with the check of the certificate. Growth is with the number of draws that δ pays for.
"""

from __future__ import annotations

import json
import statistics
import time
from pathlib import Path

from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file, read_text
from twinproof.search.prover import Prover
from twinproof.search.result import Proof

GALLERY = Path(__file__).parent.parent / "gallery" / "private"
HEAD = """\
from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, truncated_laplace, within

"""


def seconds(mechanism: Mechanism) -> float:
    start = time.perf_counter()
    answer = Prover(mechanism).find_proof()
    assert isinstance(answer, Proof), f"{mechanism.name}: {answer.reason}"
    check(json.loads(json.dumps(write(mechanism, answer.theorem))), mechanism)
    return time.perf_counter() - start


def several(count: int, noise: str, end: str, delta: str) -> Mechanism:
    """So many answers, with noise that ends or with noise that does not."""
    released = ", ".join(f"{noise}(x, 1 / eps{end})" for _ in range(count))
    kinds = f"tuple[{', '.join(['int'] * count)}]" if count > 1 else "int"
    (found,) = read_text(
        f'{HEAD}@mechanism(epsilon="{count} * eps", delta="{delta}", requires="bound >= 1")\n'
        f"def answers(x: Annotated[int, within(1)], bound: int, eps: Epsilon) -> {kinds}:\n    return {released}\n"
    )
    assert isinstance(found, Mechanism), found
    return found


def main() -> None:
    with_a_delta = [
        item
        for path in sorted(GALLERY.glob("*.py"))
        for item in read_file(path)
        if isinstance(item, Mechanism) and item.claim.gives_up
    ]
    taken = {m.name: seconds(m) for m in with_a_delta}
    for name, s in sorted(taken.items(), key=lambda pair: pair[1]):
        print(f"{name:28} {s:6.2f} s")
    print(f"median {statistics.median(taken.values()):.2f} s, slowest {max(taken.values()):.2f} s, of {len(taken)}")
    print("draws     without a δ    with a δ    ratio")
    for count in (1, 2):
        plain = seconds(several(count, "laplace", "", "0"))
        paid = seconds(several(count, "truncated_laplace", ", bound", f"{count} * exp(-bound * eps)"))
        print(f"{count:5} {plain:13.2f} s {paid:9.2f} s {paid / plain:8.1f}")


if __name__ == "__main__":
    main()
