"""The automatic prover: seconds for each mechanism of gallery/private, certificate check included, and how they grow.

Times are of one process. The other tool's times were measured on a machine with two cores, for five queries and
ε = 1 only; ours are for all lengths and all ε.
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

GALLERY = Path(__file__).parent.parent / "gallery"
OTHER = {
    "partial_sum": 2.0,
    "smart_sum": 4.4,
    "gap_sparse_vector": 11.8,
    "sparse_vector": 14.8,
    "numeric_sparse_vector": 19.4,
    "adaptive_sparse_vector": 59.6,
    "report_noisy_max": 239.9,
}


def seconds(mechanism: Mechanism) -> tuple[float, float]:
    """For the proof, and for the check of its certificate."""
    start = time.perf_counter()
    answer = Prover(mechanism).find_proof()
    proved = time.perf_counter()
    assert isinstance(answer, Proof), f"{mechanism.name}: {answer.reason}"
    check(json.loads(json.dumps(write(mechanism, answer.theorem))), mechanism)
    return proved - start, time.perf_counter() - proved


def with_samples(count: int) -> Mechanism:
    """A mechanism with this many sampling lines."""
    names = [f"x{i}" for i in range(count)]
    parameters = ", ".join(f"a{i}: Annotated[int, within(1)]" for i in range(count))
    lines = [f"    {name} = laplace(a{i}, {count} / eps)" for i, name in enumerate(names)]
    text = (
        "from typing import Annotated\nfrom twinproof import Epsilon, laplace, mechanism, within\n\n"
        f'@mechanism(epsilon="eps")\ndef many({parameters}, eps: Epsilon) -> tuple[{", ".join(["int"] * count)}]:\n'
        + "\n".join(lines)
        + f"\n    return ({', '.join(names)},)\n"
    )
    (found,) = read_text(text.replace(",)", ")") if count > 1 else text)
    assert isinstance(found, Mechanism), found
    return found


def main() -> None:
    print("prover: gallery/private, seconds (proof + check of the certificate)")
    totals = []
    for path in sorted((GALLERY / "private").glob("*.py")):
        for mechanism in read_file(path):
            assert isinstance(mechanism, Mechanism)
            proof, checked = seconds(mechanism)
            totals.append(proof + checked)
            other = OTHER.get(mechanism.name)
            ratio = f"   {other / (proof + checked):6.0f} × faster than the other tool" if other else ""
            print(f"  {mechanism.name:32} {proof:5.2f} + {checked:4.2f}{ratio}")
    print(f"  median {statistics.median(totals):.2f}   slowest {max(totals):.2f}   all {sum(totals):.1f}")
    print("prover: growth with the number of sampling lines")
    first = None
    for count in (1, 2, 4, 8):
        proof, checked = seconds(with_samples(count))
        first = first or proof + checked
        print(f"  {count} lines: {proof + checked:5.2f} s, {(proof + checked) / first:.1f} × one line")


if __name__ == "__main__":
    main()
