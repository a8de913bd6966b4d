"""Gaussian noise at its own price: δ pays for what the samples in the tail cost over ε. [Excess], and [ω-Budget].

How far apart the two centres are is what counts, and that is a matter of the loop before the draw: there a ledger is
opened, in which nothing is paid. The second mechanism draws twice, and each draw has its share of ε and of δ.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import gaussian, mechanism, within
from twinproof.tactics.script import Proof


@mechanism(epsilon="1", delta="0.00725")
def after_a_loop(count: Annotated[int, within(1)], rounds: int) -> int:
    total, i = count, 0
    while i < rounds:
        total += i
        i += 1
    return gaussian(total, variance=4) // 2


@mechanism(epsilon="2", delta="0.0145", requires="width == 4")
def asked_twice(count: Annotated[int, within(1)], width: int) -> int:
    once = gaussian(count, variance=width)
    return once + gaussian(count, variance=width)


p = Proof("exact_delta.py::after_a_loop")
L, R = p.left, p.right
p.wp().excess(1, epsilon=1, delta=Fraction("0.00725"))
p.collect()
near = (L.i == R.i) & (abs(L.total - R.total) <= 1)
p.while_ledger(near).auto()
p.auto()
p.qed()

p = Proof("exact_delta.py::asked_twice")
half = {"epsilon": 1, "delta": Fraction("0.00725"), "numbers": (4,)}
p.wp().excess(1, **half).excess(1, **half).auto()
p.qed()
