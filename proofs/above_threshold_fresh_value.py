"""Above Threshold with the value under fresh noise: 2ε, by sequential composition.

[Seq] after the search: both runs stand at the same index, for ε. The search stops early, so the runs would fall out of
step where the left one stops at another index than w; the ledger rules give those runs up. Then the fresh values are
made equal by [LapGen], for the other ε.
"""

from twinproof.tactics.script import Proof, all_of, ite

p = Proof("../gallery/private/above_threshold_fresh_value.py")
L, R, eps = p.left, p.right, p.rigid.eps

p.seq(L.hit == R.hit, at=30, epsilon=eps)
p.frame()
w = p.pointwise("w")
W = p.ledger
p.while_ledger(
    all_of(
        L.i == R.i,
        L.i >= 0,
        L.stopped == R.stopped,
        L.hit == R.hit,
        L.stopped | (L.hit == -1),
        L.bar + 1 == R.bar,
        W.bar <= 1,
        W.sample <= ite(L.stopped, 2, 0),
    ),
    keep=(L.hit == w) | (~L.stopped & (L.i <= w)),
)
p.wp().sample(ite(L.i == w, 1, R.answers[R.i] - L.answers[L.i])).auto()
p.wp().sample(1).auto()
p.cond()
p.auto()  # nothing was found
p.wp().lap_gen(shift=0, bound=1).auto()
p.qed()
