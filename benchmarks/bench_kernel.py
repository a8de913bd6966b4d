"""Replaying a certificate: how long it takes, how much of it is the solver, and how it grows with the program."""

from __future__ import annotations

import functools
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.kernel.above_threshold import PATH, proof
from twinproof.document.strict import parse
from twinproof.kernel.judgment import Budget
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.kernel.rules import Theorem, lap_gen
from twinproof.kernel.statement import privacy
from twinproof.lang.command import Assign, Sample, Seq
from twinproof.lang.expr import ONE, ZERO, Op, Place, apply, conjunction, tag
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.smt import Outcome
from twinproof.tactics.paper_rules import assn, in_order, weaken

ROUNDS = 7


def median(action: Callable[[], object]) -> float:
    """The median time of an action, in seconds."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def without_solver(action: Callable[[], object]) -> float:
    """The time of an action when every question to the solver is answered at once."""
    with mock.patch("twinproof.kernel.rules.prove", return_value=Outcome(True)):
        return median(action)


def released(count: int) -> tuple[Mechanism, Theorem]:
    """A mechanism that releases its input many times, and its proof by sequential composition."""
    lines = "\n".join(f"    y{i} = laplace(x, {count} / eps)" for i in range(count))
    values = ", ".join(f"y{i}" for i in range(count))
    text = (
        "from typing import Annotated\nfrom twinproof import Epsilon, laplace, mechanism, within\n"
        f'@mechanism(epsilon="eps")\ndef released(x: Annotated[int, within(1)], eps: Epsilon):\n{lines}\n'
        f"    return [{values}]\n"
    )
    (mechanism,) = read_text(text)
    assert isinstance(mechanism, Mechanism)
    goal = privacy(mechanism)
    assert isinstance(mechanism.body, Seq)
    *samplings, last = mechanism.body.parts
    known = goal.pre
    whole: Theorem | None = None
    for sampling in samplings:
        assert isinstance(sampling, Sample)
        equal = apply(Op.EQ, tag(sampling.target, Place.LEFT), tag(sampling.target, Place.RIGHT))
        after = conjunction(known, equal)
        step = lap_gen(sampling, sampling, ZERO, ONE, sampling.rate, after)
        step = weaken(step, pre=known)
        whole = step if whole is None else in_order(whole, step)
        known = after
    assert isinstance(last, Assign)
    assert whole is not None
    final = weaken(assn(last.target, last.value, last.target, last.value, goal.post, Budget()), pre=known)
    return mechanism, weaken(in_order(whole, final), cost=goal.cost)


def main() -> None:
    mechanism, theorem = proof()
    text = json.dumps(write(mechanism, theorem, PATH.read_text()))
    whole, bare = median(lambda: check(parse(text))), without_solver(lambda: check(parse(text)))
    print("replaying a certificate (goal: under 1 s; the kernel without the solver below 10% of that second)")
    print(
        f"  above_threshold   {whole:.3f} s, of which the kernel {bare:.3f} s ({bare / whole:.0%}); {len(text):,} bytes"
    )
    print("growth with the number of sampling lines (sequential composition)")
    first = None
    for count in (1, 2, 4, 8, 16):
        document = write(*released(count))
        seconds = median(functools.partial(check, document))
        first = first or seconds
        print(f"  {count:3} lines   {seconds:.3f} s   {seconds / first:5.1f} × the time of one line")


if __name__ == "__main__":
    main()
