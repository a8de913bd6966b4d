"""A loop in two phases: both runs go as far as the shorter one does ([Split]), and then the longer one goes on alone.

How many rounds there are is private. In the first phase both runs draw the same noise. In the second the left run may
have a round more, which has no partner ([ω-While-L]), or the right one may, and then it has to end ([ω-While-R]).
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within
from twinproof.tactics.script import Proof, all_of, maximum, minimum


@mechanism(epsilon="eps")
def private_end(rounds: Annotated[int, within(1)], eps: Epsilon) -> int:
    hits = 0
    i = 0
    while i < rounds:
        noise = laplace(0, 1 / eps)
        if noise > 3:
            hits += 1
        i += 1
    return laplace(hits, 1 / eps)


p = Proof("private_end.py")
L, R = p.left, p.right

w = p.pointwise("w")
n = p.name("n", maximum(0, minimum(L.rounds, R.rounds)))  # so far both go together
nothing_paid = p.ledger.noise <= 0
in_step = all_of(L.i == R.i, L.i >= 0, L.i <= n, L.hits == R.hits, nothing_paid)
on_their_own = all_of(
    (n <= L.i) & (L.i <= maximum(n, L.rounds)), L.hits - R.hits <= L.i - n,
    (n <= R.i) & (R.i <= maximum(n, R.rounds)), R.hits - L.hits <= R.i - n,
    nothing_paid,
)  # fmt: skip

p.sample(0)
p.seq(all_of(L.i == 0, in_step), at=17).auto()
p.split("left", L.i < n).split("right", R.i < n)
p.while_right(on_their_own, variant=R.rounds - R.i)
p.wp().sample_right().auto()
p.while_left(on_their_own)
p.wp().sample_left().auto()
p.while_ledger(in_step)
p.wp().sample(0).auto()
p.auto()
p.qed()
