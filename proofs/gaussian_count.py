"""A count with Gaussian noise is (ε, δ)-private, by way of zCDP: [zCDP-DP-sym], [R-Close] and [R-Gauss]."""

from twinproof.tactics.script import Proof

p = Proof("../gallery/private/gaussian_count.py")
eps = p.rigid.eps

p.through_zcdp(eps * eps / 8)
p.close()
p.move(shift=0).auto()
p.qed()
