"""What a proof of zCDP or of Rényi privacy means as (ε, δ): in words, in JSON, in a kept verdict and on the page."""

from __future__ import annotations

import json
import math
from fractions import Fraction

from twinproof.exact.accounting import OfZcdp, epsilon_at
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_mechanism, read_text
from twinproof.report.content import entry
from twinproof.report.page import render
from twinproof.verify.meaning import accounted
from twinproof.verify.sarif import sarif
from twinproof.verify.verdict import Verdict

TEXT = """
from typing import Annotated
from twinproof import Epsilon, gaussian, mechanism, within

@mechanism({claim})
def f(x: Annotated[int, within(1)], rho: Epsilon) -> int:
    return gaussian(x, variance=1 / (2 * rho))
"""


def claiming(claim: str) -> Mechanism:
    (found,) = read_text(TEXT.format(claim=claim), "f.py")
    assert isinstance(found, Mechanism), found
    return found


def test_numbers_and_words() -> None:
    found = accounted(claiming('zcdp="rho"'))
    assert found is not None
    assert found.given == "rho = 1/2"
    assert found.enough[0] == (Fraction(1, 10**6), epsilon_at(OfZcdp(Fraction(1, 2)), Fraction(1, 10**6)))
    assert (
        found.explain() == "With rho = 1/2 that is (ε, δ) with ε = 5.22154 at δ = 1e-06 and ε = 6.47408 at δ = 1e-09."
    )
    assert json.dumps(found.to_json())


def test_a_delta_that_is_given_up_leaves_nothing_below() -> None:
    found = accounted(claiming('zcdp="rho", delta=0.001'))
    assert found is not None
    assert all(math.isinf(e) for _, e in found.enough)
    assert "no (ε, δ) at these δ" in found.explain()
    assert found.to_json()["at_delta"][0]["epsilon"] == "inf"


def test_an_epsilon_needs_no_conversion() -> None:
    assert accounted(read_mechanism("gallery/private/laplace_mechanism.py")) is None
    assert accounted(claiming('renyi=(2, "2 * rho")')) is not None


def test_a_verdict_shows_and_keeps_it() -> None:
    mechanism = claiming('zcdp="rho"')
    verdict = Verdict(mechanism, "proved", 0.5, accounted=accounted(mechanism))
    assert "that is (ε, δ) with ε = 5.22154" in verdict.evidence()
    assert verdict.summary("f.py")["as_epsilon_delta"]["given"] == "rho = 1/2"
    kept = Verdict.from_json(json.loads(json.dumps(verdict.to_json())), mechanism)
    assert kept.accounted == verdict.accounted
    shown = render([entry(verdict)])
    assert "that is (ε, δ) with ε = 5.22154" in shown
    assert "a δ that is enough for each ε" in shown


def test_sarif_says_which_notion() -> None:
    mechanism = claiming('zcdp="rho"')
    document = sarif([Verdict(mechanism, "unknown", 0.5)])
    (result,) = document["runs"][0]["results"]
    assert result["properties"]["claim"] == {"notion": "zcdp", "rho": "rho", "delta": "0"}
    assert "rho-zCDP" in result["message"]["text"]
