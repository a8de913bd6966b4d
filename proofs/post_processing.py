"""Post-processing: a noisy count that is clamped and rounded stays as private as it was, by the general theorem."""

from twinproof.tactics.script import Proof, laplace, post_processing

p = Proof("../gallery/private/post_processing.py")
noisy = laplace(p.commands(0, 1), bound=1)
p.apply(post_processing(noisy, p.commands(1, 4), p.left.result)).auto()
p.qed()
