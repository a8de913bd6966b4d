"""A histogram in which at most one cell moves: all noisy cells are made equal, and only the moved one costs anything.

[Exists] takes the cell j that the adjacency says there is; it is the critical one of [WhileExt].
"""

from twinproof.tactics.script import Proof, all_of, length

p = Proof("../gallery/private/histogram.py")
L, R, eps = p.left, p.right, p.rigid.eps

j = p.exists("j")
n = p.name("n", length(L.cells))
p.while_ext(
    all_of(L.k == R.k, L.noisy == R.noisy, L.k >= 0),
    variant=length(L.cells) - L.k,
    critical=n - j,
    epsilon=eps,
)
p.wp().lap_gen(shift=0, bound=0).auto()  # before j
p.wp().lap_gen(shift=0, bound=1).auto()  # at j
p.wp().lap_gen(shift=0, bound=0).auto()  # after j
p.auto()
p.qed()
