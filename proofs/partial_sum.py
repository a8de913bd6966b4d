"""A sum of which at most one entry moves: a loop without noise, in step and for nothing, and one release at the end.

[While] with a cost of 0 for each iteration; up to the moved entry the sums are equal, and afterwards at most 1 apart.
"""

from twinproof.tactics.script import Proof, all_of, implies, length

p = Proof("../gallery/private/partial_sum.py")
L, R = p.left, p.right

j = p.exists("j")
n = p.name("n", length(L.entries))
p.lap_gen(shift=0, bound=1)
p.while_(
    all_of(n >= 0, L.k == R.k, abs(L.total - R.total) <= 1, implies(L.k <= j, L.total == R.total)),
    variant=length(L.entries) - L.k,
    bound=n,
)
p.auto()
p.auto()
p.qed()
