"""What the draws of a proof spend: which are free, which have a price that is known beforehand, and what a draw costs
in a few words.
"""

from __future__ import annotations

from collections.abc import Iterable

from twinproof.lang.amounts import minus, product_sum
from twinproof.lang.command import Command, Sample, While, outside_loops, parts_of
from twinproof.lang.expr import ZERO, Expr, Place, free_variables
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_expr
from twinproof.search.result import Account, Case, CoupledSample, Spending


def amount_of(bill: Spending) -> Expr:
    """What is spent at most, as one amount."""
    return product_sum([(bill.bound, bill.rate)])


def is_free(case: Case) -> bool:
    return show_expr(case.price) == "0"


def is_of_one_run(e: Expr) -> bool:
    """Whether this is about one run or the other."""
    return any(v.place in (Place.LEFT, Place.RIGHT) for v in free_variables(e))


def sites_passed_once(mechanism: Mechanism, proof: Account) -> frozenset[int | None]:
    """The samplings outside of loops, which a run comes to once at most."""
    return _sites(c for part in _whole(mechanism, proof) for c in outside_loops(part))


def sites_passed_always(mechanism: Mechanism, proof: Account) -> frozenset[int | None]:
    """The samplings that every run comes to, once: what they cost is missing from what is left for the others."""
    return _sites(c for part in _whole(mechanism, proof) for c in parts_of(part))


def _whole(mechanism: Mechanism, proof: Account) -> list[Command]:
    """The program that the proof is about, or the rounds of it if it is about one round."""
    body = mechanism.body
    return [body] if proof.rounds is None else [c.body for c in parts_of(body) if isinstance(c, While)]


def _sites(commands: Iterable[Command]) -> frozenset[int | None]:
    return frozenset(c.site for c in commands if isinstance(c, Sample))


def is_fixed(coupling: CoupledSample, sites: frozenset[int | None]) -> bool:
    """Whether a draw is at one of these sites, at a price that is the same whatever the inputs."""
    known = len(coupling.cases) == 1 and not is_of_one_run(coupling.cases[0].price)
    return coupling.draw.site in sites and known


def cost_in_short(mechanism: Mechanism, proof: Account, coupling: CoupledSample) -> str | None:
    """What a draw costs whatever the inputs: "nothing", "eps / 2", "at most eps in all".

    None if the proof bounds it only together with others, or has no bound for it.
    """
    once = sites_passed_once(mechanism, proof)
    if all(map(is_free, coupling.cases)):
        return "nothing"
    if is_fixed(coupling, once):
        return show_expr(coupling.cases[0].price)
    bills = [s for s in proof.spending if s.directions == coupling.directions and coupling.draw in s.draws]
    if len(bills) != 1 or proof.first is not None:
        return None
    rest, always = amount_of(bills[0]), sites_passed_always(mechanism, proof)
    others = (c for c in proof.couplings if c.directions == coupling.directions and c.draw in bills[0].draws)
    for other in dict.fromkeys(others):
        if other.draw == coupling.draw or all(map(is_free, other.cases)):
            continue
        if not is_fixed(other, always):
            return None
        rest = minus(rest, other.cases[0].price)
    if rest == ZERO:
        return "nothing"
    within = " in a round" if proof.rounds is not None else "" if coupling.draw.site in once else " in all"
    return f"at most {show_expr(rest)}{within}"
