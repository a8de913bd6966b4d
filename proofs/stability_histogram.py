"""Keys that nobody knew before: δ pays for the one key that is new, where its noisy count is above the threshold.

The run without the key draws nothing for it. There both runs draw into a ghost instead, around the count that the other
run would have, so that each draw has a partner, and what δ pays for is always something that happens on the left: in
the cell that moved, a draw that is `threshold` or more above its centre. It is paid for once; the credit of the loop is
0 when that cell has passed.
"""

from twinproof.tactics.script import Proof, all_of, exp, ite, length

p = Proof("../gallery/private/stability_histogram.py")
L, R, eps, threshold = p.left, p.right, p.rigid.eps, p.rigid.threshold

m = p.exists("m")
here = L.k == m
bad = p.ghost(
    "bad",
    {25: here & (L.noisy >= L.count + threshold)},
    instead={25: ("drawn", L.count + 1, lambda drawn: here & (drawn >= L.count + 1 + threshold))},
)
good = all_of(~bad, eps > 0, threshold >= 1)
owed = ite(L.k <= m, exp(-((threshold - 1) * eps)) / 2, 0)
w = p.pointwise_bad("w", bad, tails={25: ("at least", threshold, here)}, loops={22: (good, owed)})
paid = p.ledger.noisy
same = all_of(L.k == R.k, L.shown == R.shown, L.k >= 0, paid <= ite(L.k <= m, 0, 1))
p.while_ledger(same, keep=~bad)
read = all_of(L.count == L.counts[L.k], R.count == R.counts[R.k], L.cell == 0, R.cell == 0)
p.wp().seq(same & read & (L.k < length(L.counts)), at=24, keep=~bad).auto()
p.cond_left().cond_right()
p.wp().sample(0).auto()  # both draw
p.wp().sample(0).auto()  # the left one alone
p.cond_right()
p.wp().sample(0).auto()  # the right one alone
p.wp().sample().auto()  # neither
p.auto()
p.qed()
