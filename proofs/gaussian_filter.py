"""Answers with Gaussian noise as long as the budget lasts: a filter is an invariant that speaks of the ledger.

[R-Close] opens a ledger that counts quarters of ρ. An answer that costs `cost` quarters is moved for that by [R-Gauss],
whatever `cost` came out to be; that all of them are within four quarters is what the loop tests.
"""

from twinproof.tactics.script import Proof, all_of

p = Proof("../gallery/private/gaussian_filter.py")
L, R, rho = p.left, p.right, p.rigid.rho

p.close({"quarters": rho / 4})
spent = p.ledger.quarters
p.while_ledger(
    all_of(
        L.i == R.i,
        L.cost == R.cost,
        L.quarters == R.quarters,
        L.released == R.released,
        L.i >= 0,
        L.cost >= 1,
        spent <= L.quarters,
        spent <= 4,
    )
)
p.wp().move(shift=0, counter=spent, price=L.cost).auto()
p.auto()
p.qed()
