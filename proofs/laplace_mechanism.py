"""The Laplace mechanism for k-sensitive queries: k·ε.

First for a number that moves by at most k, with [LapGen]: both runs draw the same result. Then as the paper states it,
for any k-sensitive query on a database, from the general theorem that `laplace` is.
"""

from typing import Annotated

from twinproof import Database, Epsilon, Query, mechanism, sensitivity
from twinproof import laplace as draw
from twinproof.tactics.script import Proof, laplace


@mechanism(epsilon="k * eps", requires="k >= 0 and len(queries) >= 1")
def noisy_query(d: Database, queries: Annotated[list[Query], sensitivity("k")], k: int, eps: Epsilon) -> int:
    return draw(queries[0](d), 1 / eps)


p = Proof("../gallery/private/laplace_mechanism.py")
p.lap_gen(shift=0, bound=p.rigid.k).auto()
p.qed()

p = Proof("laplace_mechanism.py")
p.apply(laplace(p.lines(16), bound=p.rigid.k)).auto()
p.qed()
