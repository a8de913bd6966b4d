"""Two runs that do different things: one-sided loops, conditionals and samplings, and a lemma for any sensitivity.

How long the loop runs, and whether the extra noise is drawn, depends on the secret. Nothing of it is released (and time
is not part of the model), so each side is gone through on its own. Only the right loop has to end.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within
from twinproof.tactics.script import Proof


@mechanism(epsilon="eps")
def out_of_step(secret: Annotated[int, within(1)], eps: Epsilon) -> int:
    waited = secret
    while waited > 0:
        waited -= 1
    if secret > 0:
        _extra = laplace(0, 1 / eps)
    return laplace(secret, 1 / eps)


p = Proof("out_of_step.py")
L, R, eps = p.left, p.right, p.rigid.eps

m = p.any("m")  # [Inst]: a lemma for any m, used for 1
release = p.lemma(p.lines(20), (abs(L.secret - R.secret) <= m) & (eps > 0), L.result == R.result, epsilon=m * eps)
release.lap_gen(shift=0, bound=m).auto()
p.apply(release.qed(), m=1)

p.seq(True, at=18)
p.while_left(True).auto()
p.while_right(True, variant=R.waited).auto()
p.auto()

p.cond_left()  # the conditional: four ways
p.cond_right()
p.sample_left().sample_right().skip()  # both draw
p.sample_left().skip()  # only the left
p.cond_right()
p.sample_right().skip()  # only the right
p.skip()
p.qed()
