"""Above Threshold on an endless stream, by the ledger rules: without a variant, and whether or not the loop ends.

A ledger collects what was paid: ω_bar in units of ε/2, ω_sample in units of ε/4. Only left runs that can still report w
matter ("kept"): they have not passed w, or have stopped there. The others are given up, and cost nothing.
"""

from twinproof.tactics.script import Proof, all_of, ite

p = Proof("../gallery/private/stream_above_threshold.py")
L, R, score = p.left, p.right, p.rigid.score

w = p.pointwise("w")
W = p.ledger
p.while_ledger(
    all_of(
        L.i == R.i,
        L.going == R.going,
        L.bar + 1 == R.bar,
        W.bar <= 1,
        W.sample <= ite(L.going, 0, 2),
    ),
    keep=ite(L.going, L.i <= w, L.i == w),
)
p.wp().sample(ite(L.i == w, 1, score(R.d, R.i) - score(L.d, L.i))).auto()
p.wp().sample(1).auto()
p.qed()
