"""Loops out of step: one run begins a round earlier, and that round has no partner ([ω-While-Async]).

Where the loop begins is private. The run that begins earlier goes on alone until it has caught up with the other one;
from there on both go on together, with the same noise. So one hit more or less is all that the secret makes of it.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within
from twinproof.tactics.script import Proof, all_of


@mechanism(epsilon="eps")
def private_start(start: Annotated[int, within(1)], rounds: int, eps: Epsilon) -> int:
    hits = 0
    i = start
    while i < rounds:
        noise = laplace(0, 1 / eps)
        if noise > 3:
            hits += 1
        i += 1
    return laplace(hits, 1 / eps)


p = Proof("private_start.py")
L, R, rounds = p.left, p.right, p.rigid.rounds

w = p.pointwise("w")
p.sample(0)
p.while_async(
    all_of(abs(L.hits - R.hits) + abs(L.i - R.i) <= 1, p.ledger.noise <= 0),
    left=(L.i < R.i) & (L.i < rounds),
    right=(R.i < L.i) & (R.i < rounds),
    variant=rounds - R.i,
)
p.wp().sample(0).auto()  # both go on
p.wp().sample_left().auto()  # only the left
p.wp().sample_right().auto()  # only the right
p.auto()
p.qed()
