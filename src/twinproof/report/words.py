"""A proof in words, for the page."""

from __future__ import annotations

from twinproof.lang.mechanism import Mechanism
from twinproof.search.display import show_directions, show_payment, show_spending, show_tie
from twinproof.search.result import Account, Directions


def in_words(mechanism: Mechanism, proof: Account) -> list[str]:
    """The proof in paragraphs, one for each case that it goes by."""
    return [f"Take two runs of {mechanism.name} on adjacent inputs. {_case(proof, shape)}" for shape in proof.shapes]


def _case(proof: Account, shape: Directions) -> str:
    """What is tied together, what that costs, and what δ pays for."""
    couplings = sorted((c for c in proof.couplings if c.directions == shape), key=lambda c: (c.line or 0, c.draw.site))
    said = [f"Let {show_directions(shape)}."] if shape else []
    said += [f"In line {c.line}: {show_tie(c)}" if c.line is not None else show_tie(c) for c in couplings]
    spent = "; ".join(show_spending(s) for s in proof.spending if s.directions == shape)
    said.append("So whatever the left run returns, the right run returns too.")
    said.append(f"All that costs no more than is claimed: {spent}." if spent else "Nothing of the claim is spent.")
    said += [f"δ pays for {show_payment(p)}." for p in proof.payments if p.directions == shape]
    return " ".join(said)
