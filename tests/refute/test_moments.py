"""Claims of zCDP and Rényi privacy: what is broken is refuted, what holds is not, and nothing forged is accepted."""

from __future__ import annotations

import copy
import json
import math
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tests.refute.test_certificate import alterations, is_rejected, sealed
from twinproof.exact.moments import Order
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.refute import Counterexample, refute
from twinproof.refute.replay import NotConfirmed, replay
from twinproof.refute.search import Effort
from twinproof.verify.counterexample_document import check_refuted, write
from twinproof.verify.decide import verify

LITTLE = Effort(sweep=8_000_000, climb=2_000_000, grow=1_000_000, guess=4_000_000)
HEAD = """
from typing import Annotated
from twinproof import Epsilon, each_within, gaussian, laplace, mechanism, moves_by_l2, within

"""
ONE = "x: Annotated[int, within(1)], rho: Epsilon) -> int:\n    return "
BROKEN = {
    "one_percent": f'@mechanism(zcdp="rho")\ndef f({ONE}gaussian(x, variance=99 / (200 * rho))\n',
    "at_order_two": f'@mechanism(renyi=(2, "1.98 * rho"))\ndef f({ONE}gaussian(x, variance=1 / (2 * rho))\n',
    "with_a_delta": f'@mechanism(zcdp="rho", delta=0.001)\ndef f({ONE}gaussian(x, variance=1 / (4 * rho))\n',
    "bare": f'@mechanism(zcdp="rho")\ndef f({ONE}x\n',
    "laplace": f'@mechanism(zcdp="rho * rho / 8")\ndef f({ONE}laplace(x, 1 / rho)\n',
}
PRIVATE = {
    "gaussian": f'@mechanism(zcdp="rho")\ndef f({ONE}gaussian(x, variance=1 / (2 * rho))\n',
    "at_order_two": f'@mechanism(renyi=(2, "2 * rho"))\ndef f({ONE}gaussian(x, variance=1 / (2 * rho))\n',
    "with_a_delta": f'@mechanism(zcdp="rho", delta=0.001)\ndef f({ONE}gaussian(x, variance=1 / (2 * rho))\n',
    "laplace": f'@mechanism(zcdp="rho * rho / 2")\ndef f({ONE}laplace(x, 1 / rho)\n',
    "all_is_given_up": f'@mechanism(zcdp="rho", delta=1)\ndef f({ONE}x\n',
}


@cache
def mechanism(text: str) -> Mechanism:
    (found,) = read_text(HEAD + text)
    assert isinstance(found, Mechanism), found
    return found


@cache
def counterexample(name: str) -> Counterexample:
    found = refute(mechanism(BROKEN[name]), jobs=1).counterexample
    assert found is not None
    return found


def certificate(name: str) -> dict[str, Any]:
    return dict(json.loads(json.dumps(write(mechanism(BROKEN[name]), counterexample(name), "text"))))


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_refuted(name: str) -> None:
    found = counterexample(name)
    assert not isinstance(found.claim, EpsilonDelta)
    assert found.order is not None
    assert found.times > 1
    assert math.isinf(found.loss_at_least) == (name == "bare")
    assert "divergence" in found.explain()
    assert check_refuted(certificate(name), mechanism(BROKEN[name]), "text").counterexample.order == found.order


@pytest.mark.parametrize("name", PRIVATE)
def test_what_holds_is_not(name: str) -> None:
    found = refute(mechanism(PRIVATE[name]), jobs=1, effort=LITTLE)
    assert found.counterexample is None, found.explain()
    assert found.largest_times <= 1
    assert found.pairs > 0


def test_the_verdict_and_its_json() -> None:
    shown = verify(mechanism(BROKEN["one_percent"]), jobs=1).summary("f.py")
    assert shown["verdict"] == "refuted"
    found = shown["counterexample"]
    assert (found["rho"], found["delta"]) == (1, 0)
    assert {"order", "divergence_at_least"} <= set(found)
    assert not {"epsilon", "loss_at_least", "cap"} & set(found)
    unknown = verify(mechanism(PRIVATE["gaussian"]), infer=True, jobs=1)
    assert unknown.kind in ("unknown", "proved")


@pytest.mark.parametrize("name", ["one_percent", "with_a_delta"])
def test_what_is_altered_is_rejected(name: str) -> None:
    document = certificate(name)
    accepted = [what for what, other in alterations(document) if not is_rejected(other)]
    assert accepted == []


@pytest.mark.parametrize("name", ["one_percent", "with_a_delta", "at_order_two"])
def test_numbers_are_computed_and_not_believed(name: str) -> None:
    document = certificate(name)
    stated = document["counterexample"]
    numbers = {part: stated[part] for part in stated if part not in ("left", "right", "event")}
    forged = [(w, sealed({**document, "counterexample": {**stated, **other}})) for w, other in alterations(numbers)]
    assert len(forged) > 20
    assert [what for what, other in forged if not is_rejected(other)] == []


def test_a_certificate_for_what_holds_is_rejected() -> None:
    """The same inputs, event and order, with the claim and the program of the private twin."""
    for broken, private in (("one_percent", "gaussian"), ("with_a_delta", "with_a_delta"), ("at_order_two",) * 2):
        twin = write(mechanism(PRIVATE[private]), counterexample(broken), "text")
        assert is_rejected(json.loads(json.dumps(twin)))
        for order in ("2", "3", "17/16", "1000", "1", "0", "-2", "4/2", "1e3", " 2"):
            forged = copy.deepcopy(twin)
            forged["counterexample"]["order"] = order
            assert is_rejected(sealed(json.loads(json.dumps(forged))))


def test_the_replay_needs_an_order_where_divergences_are_claimed_and_only_there() -> None:
    sides = [{"x": x, "rho": Fraction(1)} for x in (0, 1)]
    gauss, two = mechanism(BROKEN["one_percent"]), mechanism(BROKEN["at_order_two"])
    with pytest.raises(NotConfirmed, match="order of the divergence is missing"):
        replay(gauss, sides[0], sides[1], [0])
    with pytest.raises(NotConfirmed, match="does not speak of this order"):
        replay(two, sides[0], sides[1], [0], order=Order(Fraction(3)))
    with pytest.raises(NotConfirmed, match="a cap where a δ is claimed"):
        replay(gauss, sides[0], sides[1], [0], order=Order(Fraction(2), Fraction(1)))
    pure = mechanism(f'@mechanism(epsilon="rho")\ndef f({ONE}laplace(x, 1 / rho)\n')
    with pytest.raises(NotConfirmed, match="speaks of no order"):
        replay(pure, sides[0], sides[1], [0], order=Order(Fraction(2)))


def test_the_sum_of_the_replay_is_that_of_the_law() -> None:
    """Of Gaussian noise the whole sum is e^((α−1)·α·ρ), and all outputs that matter give nearly that."""
    sides = [{"x": x, "rho": Fraction(1, 2)} for x in (0, 1)]
    gauss = mechanism(PRIVATE["gaussian"])
    for alpha in (2, 3):
        replayed = replay(gauss, sides[0], sides[1], list(range(-14, 8)), order=Order(Fraction(alpha)))
        assert not replayed.breaks
        assert math.isclose(replayed.loss_at_least, alpha / 2, rel_tol=1e-9)
        assert replayed.loss_at_least <= alpha / 2


def test_an_order_nearer_to_one_than_floats_are_is_searched() -> None:
    """In floats it is 1, and what is divided by α − 1 would be divided by zero."""
    text = f'@mechanism(renyi=("1 + 1 / 10**50", "rho"))\ndef f({ONE}gaussian(x, variance=1 / (2 * rho))\n'
    assert refute(mechanism(text), effort=LITTLE, jobs=1).counterexample is None


def test_noise_of_a_rate_smaller_than_all_floats_is_searched() -> None:
    wide = "1" + "0" * 399
    text = f'@mechanism(epsilon="rho")\ndef f({ONE}laplace(x * {wide}0, {wide} / rho)\n'
    refute(mechanism(text), effort=LITTLE, jobs=1)
