"""A privacy claim: its parts, its words, its JSON, and the numbers that break it."""

from __future__ import annotations

import ast
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Annotated

import numpy as np
import pytest

import twinproof
from twinproof import Epsilon, laplace, mechanism, within
from twinproof.exact.distribution import Interval, power_of_e
from twinproof.exact.divergence import Exp, exceeds
from twinproof.kernel.judgment import Budget
from twinproof.kernel.statement import privacy
from twinproof.lang.adjacency import EachWithin, Within
from twinproof.lang.claim import Concentrated, EpsilonDelta, Renyi, excess, pure, stated
from twinproof.lang.command import Assign
from twinproof.lang.expr import FALSE, ONE, ZERO, Expr, Literal, Op, Place, TypeMismatch, Var, apply, substitute
from twinproof.lang.inputs import claimed, memory_of
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.printer import ASCII, show_claim, show_expr, show_mechanism
from twinproof.lang.reader import read_text
from twinproof.lang.types import INT, REAL, ListOf
from twinproof.refute.replay import Replayed
from twinproof.verify.verdict import Verdict

X, XS, RESULT = Var("x", INT), Var("xs", ListOf(INT)), Var("result", INT)
N, EPS = Var("n", INT, Place.RIGID), Var("eps", REAL, Place.RIGID)
TWICE = apply(Op.MUL, Literal(2), EPS)
SMALL = Literal(Fraction(1, 1000))


def claiming(claim: EpsilonDelta[Expr]) -> Mechanism:
    parameters = (Parameter(X, Within(ONE)), Parameter(XS, EachWithin(ONE)), Parameter(N), Parameter(EPS, None, True))
    return Mechanism("given", parameters, Assign(RESULT, ZERO), RESULT, claim)


def read(arguments: str) -> Mechanism:
    head = "from typing import Annotated\nfrom twinproof import Epsilon, laplace, mechanism, within\n"
    function = "def f(x: Annotated[int, within(1)], eps: Epsilon) -> int:\n    return laplace(x, 1 / eps)\n"
    (found,) = read_text(f"{head}@mechanism({arguments})\n{function}")
    assert isinstance(found, Mechanism), str(found)
    return found


READ = read('epsilon="2 * eps", delta=0.001')

# ------------------------------------------------------------------------------------------------------------ its parts


def test_the_parts_are_all_that_it_speaks_of() -> None:
    claim = EpsilonDelta(TWICE, SMALL)
    assert claim.parts() == (TWICE, SMALL)
    assert claim.named() == {"epsilon": TWICE, "delta": SMALL}
    assert pure(EPS) == EpsilonDelta(EPS, ZERO)


def test_variables_are_substituted_in_all_parts() -> None:
    rename = {EPS: Var("budget", REAL, Place.RIGID)}
    found = EpsilonDelta(TWICE, apply(Op.QUOTIENT, EPS, Literal(9))).map(lambda e: substitute(e, rename))
    assert show_claim(found).parts() == ("2 · budget", "budget / 9")


def test_a_multiple_is_one_of_epsilon_at_the_same_delta() -> None:
    claim = EpsilonDelta(Fraction(2), Fraction(1, 9))
    assert claim.amount == 2
    assert claim.scaled(lambda e: e / 4) == EpsilonDelta(Fraction(1, 2), Fraction(1, 9))


@pytest.mark.parametrize(
    "claim",
    [
        EpsilonDelta(FALSE, ZERO),
        EpsilonDelta(ZERO, FALSE),
        EpsilonDelta(X, ZERO),
        EpsilonDelta(ZERO, X),
        pure(apply(Op.GET, XS, ZERO)),
        pure(Var("strange", INT, Place.RIGID)),
    ],
)
def test_the_parts_are_public_numbers(claim: EpsilonDelta[Expr]) -> None:
    with pytest.raises(TypeMismatch):
        claiming(claim)


def test_the_kernel_states_it() -> None:
    length = apply(Op.LEN, XS)
    assert privacy(claiming(EpsilonDelta(TWICE, SMALL))).cost == Budget(TWICE, SMALL)
    named = Var("len_xs", INT, Place.RIGID)
    cost = privacy(claiming(EpsilonDelta(length, apply(Op.QUOTIENT, ONE, length)))).cost
    assert cost == Budget(named, apply(Op.QUOTIENT, ONE, named))


# ------------------------------------------------------------------------------------------------------------ its words


@mechanism(epsilon="2 * eps", delta=0.001)
def decorated(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / (2 * eps))


def test_its_words() -> None:
    words = show_claim(EpsilonDelta(TWICE, SMALL))
    assert words.short() == "(2 · eps, 1/1000)"
    assert words.adjective() == "(2 · eps, 1/1000)-differentially private"
    assert words.noun() == "(2 · eps, 1/1000)-differential privacy"
    assert show_claim(EpsilonDelta(TWICE, SMALL), ASCII).adjective() == "(2 * eps, 1/1000)-differentially private"
    assert show_claim(pure(EPS)).adjective() == "(eps, 0)-differentially private"


def test_all_say_it_with_its_words() -> None:
    assert repr(decorated).endswith("claiming (2 * eps, 0.001)-differential privacy>")
    assert "claims    (2 · eps, 1/1000)-differential privacy\n" in show_mechanism(READ)
    assert "claims    (2 * eps, 1/1000)-differential privacy\n" in show_mechanism(READ, ASCII)
    assert Verdict(READ, "unknown", 0.0).line() == ("unknown  whether f is (2 · eps, 1/1000)-differentially private")


def said(path: Path) -> list[str]:
    """The texts of a module that say what is claimed; docstrings are for those who read the code."""
    tree = ast.parse(path.read_text())
    docs = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)}
    texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and id(n) not in docs]
    return [t for t in texts if isinstance(t, str) and ("differentially private" in t or "-differential privacy" in t)]


def test_the_words_stand_in_one_place() -> None:
    package = Path(twinproof.__file__).parent
    found = {str(p.relative_to(package)): len(said(p)) for p in sorted(package.rglob("*.py")) if said(p)}
    assert found == {"lang/claim.py": 2}


# ------------------------------------------------------------------------------------------------------- texts and JSON


@pytest.mark.parametrize(
    ("arguments", "claim", "notion"),
    [
        ('epsilon="eps"', pure(EPS), "pure"),
        ('epsilon="eps", delta="0"', pure(EPS), "pure"),
        ('epsilon="eps", delta=0', pure(EPS), "pure"),
        ('epsilon="eps", delta=0.0', pure(EPS), "pure"),
        ('epsilon="eps", delta="0.001"', EpsilonDelta(EPS, SMALL), "approximate"),
        ('delta=0.001, epsilon="eps"', EpsilonDelta(EPS, SMALL), "approximate"),
        ('epsilon=1, delta="1 - 1"', EpsilonDelta(ONE, apply(Op.SUB, ONE, ONE)), "approximate"),
    ],
)
def test_what_is_written_is_what_is_claimed(arguments: str, claim: EpsilonDelta[Expr], notion: str) -> None:
    assert read(arguments).claim == claim
    assert claim.notion() == notion


def test_what_is_not_said_is_nothing() -> None:
    assert stated({"epsilon": "eps"}, "0") == EpsilonDelta("eps", "0")
    assert stated({"epsilon": "eps", "delta": "d"}, "0") == EpsilonDelta("eps", "d")


def test_its_json() -> None:
    assert pure(TWICE).to_json(show_expr) == {"notion": "pure", "epsilon": "2 · eps", "delta": "0"}
    assert Verdict(READ, "unknown", 0.0).summary("f.py") == {
        "file": "f.py",
        "mechanism": "f",
        "verdict": "unknown",
        "epsilon": "2 · eps",
        "delta": "1/1000",
        "claim": {"notion": "approximate", "epsilon": "2 · eps", "delta": "1/1000"},
        "seconds": 0.0,
        "words": "Neither a proof nor a counterexample was found, so nothing is known about the claim.",
    }


# ---------------------------------------------------------------------------------------------------- the other notions


RHO = Literal(Fraction(1, 8))
SQUARE = apply(Op.MUL, EPS, EPS)


@pytest.mark.parametrize(
    ("arguments", "claim", "words"),
    [
        ("zcdp=0.125", Concentrated(RHO, ZERO), "1/8-zCDP"),
        ('zcdp="0.125", delta="0"', Concentrated(RHO, ZERO), "1/8-zCDP"),
        ('zcdp="eps ** 2"', Concentrated(SQUARE, ZERO), "(eps · eps)-zCDP"),
        ('zcdp="eps", delta=0.001', Concentrated(EPS, SMALL), "1/1000-approximate eps-zCDP"),
        ('renyi=(2, "eps")', Renyi(Literal(2), EPS, ZERO), "(2, eps)-RDP"),
        ('renyi=("1 + eps", 0.125), delta="0.001"', Renyi(apply(Op.ADD, ONE, EPS), RHO, SMALL), None),
    ],
)
def test_other_notions_are_read_as_they_are_written(
    arguments: str, claim: Concentrated[Expr] | Renyi[Expr], words: str | None
) -> None:
    found = read(arguments)
    assert found.claim == claim
    if words is not None:
        assert f"claims    {words}\n" in show_mechanism(found)
        assert show_claim(claim).adjective() == show_claim(claim).noun() == words
    assert found.claim.gives_up is (claim.delta != ZERO)


def test_they_run_and_say_what_they_claim() -> None:
    @mechanism(zcdp="eps ** 2 / 2", requires="eps <= 1")
    def concentrated(x: Annotated[int, within(1)], eps: Epsilon) -> int:
        return laplace(x, 1 / eps)

    @mechanism(renyi=(2, "eps ** 2"), delta=0.5)
    def of_order_two(x: Annotated[int, within(1)], eps: Epsilon) -> int:
        return laplace(x, 1 / eps)

    assert isinstance(concentrated(3, eps=0.5), int)
    assert isinstance(of_order_two(3, eps=0.5), int)
    with pytest.raises(ValueError, match="requires eps <= 1"):
        concentrated(3, eps=2)
    assert repr(concentrated).endswith("claiming (eps ** 2 / 2)-zCDP>")
    assert repr(of_order_two).endswith("claiming 0.5-approximate (2, eps ** 2)-RDP>")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "no `epsilon`"),
        ({"delta": 1}, "no `epsilon`"),
        ({"epsilon": 1, "zcdp": 1}, "several notions at once"),
        ({"zcdp": 1, "renyi": (2, 1)}, "several notions at once"),
        ({"renyi": 2}, "must be a pair"),
        ({"renyi": (2, 1, 0)}, "must be a pair"),
        ({"renyi": (2, None)}, "r must be a text or a number"),
        ({"zcdp": True}, "zcdp must be a text or a number"),
        ({"zcdp": (1,)}, "zcdp must be a text or a number"),
    ],
)
def test_what_is_no_claim_is_refused_in_a_run(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(TypeError, match=words):
        mechanism(**arguments)  # type: ignore[arg-type]


def test_their_json() -> None:
    concentrated: Concentrated[Expr] = Concentrated(EPS, ZERO)
    of_order: Renyi[Expr] = Renyi(Literal(2), EPS, SMALL)
    assert concentrated.to_json(show_expr) == {"notion": "zcdp", "rho": "eps", "delta": "0"}
    order = {"notion": "renyi", "alpha": "2", "r": "eps", "delta": "1/1000"}
    assert of_order.to_json(show_expr) == order
    shown = Verdict(read('zcdp="eps"'), "unknown", 0.0).summary("f.py")
    assert shown["claim"] == {"notion": "zcdp", "rho": "eps", "delta": "0"}
    assert "epsilon" not in shown
    assert "delta" not in shown


def test_their_multiples_and_variables() -> None:
    two = Fraction(2)
    assert Concentrated(two, two).scaled(lambda x: x / 4) == Concentrated(Fraction(1, 2), two)
    assert Renyi(two, two, two).scaled(lambda x: x / 4) == Renyi(two, Fraction(1, 2), two)
    claims: list[Concentrated[Expr] | Renyi[Expr]] = [Concentrated(EPS, SMALL), Renyi(Literal(2), EPS, SMALL)]
    for claim in claims:
        assert claim.amount == EPS
        assert substitute(EPS, {EPS: RHO}) in claim.map(lambda e: substitute(e, {EPS: RHO})).parts()
        assert stated(claim.named(), ZERO) == claim


@pytest.mark.parametrize(
    ("claim", "meant"),
    [
        (Concentrated(Fraction(0), Fraction(0)), True),
        (Concentrated(Fraction(-1), Fraction(0)), False),
        (Concentrated(Fraction(0), Fraction(-1)), False),
        (Renyi(Fraction(2), Fraction(0), Fraction(0)), True),
        (Renyi(Fraction(1), Fraction(0), Fraction(0)), False),
        (Renyi(Fraction(2), Fraction(-1), Fraction(0)), False),
        (Renyi(Fraction(2), Fraction(0), Fraction(-1)), False),
    ],
)
def test_when_they_have_a_meaning(claim: Concentrated[Fraction] | Renyi[Fraction], meant: bool) -> None:
    assert claim.is_meant() is meant


def test_what_they_bound() -> None:
    concentrated, of_order = Concentrated(Fraction(1, 4), Fraction(0)), Renyi(Fraction(3), Fraction(1, 4), Fraction(0))
    assert concentrated.bound(Fraction(3)) == Fraction(3, 4)
    assert of_order.bound(Fraction(3)) == Fraction(1, 4)
    orders = [Fraction(1), Fraction(3, 2), Fraction(3)]
    assert [concentrated.speaks_of(order) for order in orders] == [False, True, True]
    assert [of_order.speaks_of(order) for order in orders] == [False, False, True]


def test_an_order_that_is_no_fraction_is_rounded_so_that_less_is_claimed() -> None:
    of = read('renyi=("1 + sqrt(2)", "sqrt(3)")')
    value = claimed(of, memory_of(of, {"x": 0, "eps": Fraction(1)}))
    assert isinstance(value, Renyi)
    assert (value.alpha - 1) ** 2 < 2
    assert value.r**2 > 3


def test_a_claim_that_says_next_to_nothing_is_loose() -> None:
    one = Fraction(1)
    assert not Concentrated(one, Fraction(0)).looseness()
    assert "next to nothing" in Concentrated(Fraction(20), Fraction(0)).looseness()
    assert "next to nothing" in Renyi(Fraction(2), Fraction(20), Fraction(0)).looseness()
    assert "says nothing" in Concentrated(one, one).looseness()
    assert "showing all data" in EpsilonDelta(one, Fraction(19, 20)).looseness()
    assert "showing all data" in Concentrated(one, Fraction(9, 10)).looseness()
    assert not EpsilonDelta(one, Fraction(1, 2)).looseness()
    assert "says nothing" in Renyi(Fraction(2), one, one).looseness()


# ---------------------------------------------------------------------------------------------------------- its numbers


def test_its_value_on_given_inputs() -> None:
    of = claiming(EpsilonDelta(apply(Op.MUL, apply(Op.LEN, XS), EPS), apply(Op.QUOTIENT, ONE, N)))
    inputs = {"x": 0, "xs": (1, 2, 3), "n": 7, "eps": Fraction(1, 2)}
    assert claimed(of, memory_of(of, inputs)) == EpsilonDelta(Fraction(3, 2), Fraction(1, 7))


@pytest.mark.parametrize(("epsilon", "delta", "meant"), [(0, 0, True), (-1, 0, False), (0, -1, False)])
def test_a_number_below_zero_means_nothing(epsilon: int, delta: int, meant: bool) -> None:
    assert EpsilonDelta(Fraction(epsilon), Fraction(delta)).is_meant() is meant


def rounded_up(epsilon: Fraction) -> Fraction:
    return power_of_e(epsilon, 512).upper


def no_power(epsilon: Fraction) -> Fraction:
    raise AssertionError("no power is needed")


def test_a_claim_that_is_just_kept_is_kept() -> None:
    claim = EpsilonDelta(Fraction(0), Fraction(1, 10))
    p = Fraction(6, 10)
    assert not claim.is_broken_by(p, Fraction(5, 10), rounded_up)
    assert claim.is_broken_by(p + Fraction(1, 10**400), Fraction(5, 10), rounded_up)
    assert not claim.is_broken_by(Fraction(1, 10), Fraction(0), no_power)
    assert claim.is_broken_by(Fraction(101, 1000), Fraction(0), no_power)


def test_no_power_is_computed_that_nobody_could_write_down() -> None:
    claim = EpsilonDelta(Fraction(10**60), Fraction(1, 2))
    assert not claim.is_broken_by(Fraction(1), Fraction(1, 10**300), no_power)
    assert claim.is_broken_by(Fraction(1), Fraction(0), no_power)


def test_what_is_broken_is_so_for_decimals_too() -> None:
    """Against another library, with 200 digits, where it is clear; and near the edge on both sides of it."""
    random = Random(7)
    broken = 0
    for _ in range(400):
        epsilon, delta = (
            Fraction(random.randint(0, 400), 100),
            Fraction(random.choice([0, 0, random.randint(1, 99)]), 100),
        )
        q = Fraction(random.randint(1, 1000), 1000)
        with localcontext() as context:
            context.prec = 200
            power = (Decimal(epsilon.numerator) / epsilon.denominator).exp()
            edge = power * q.numerator / q.denominator + Decimal(delta.numerator) / delta.denominator
            p = Fraction(edge) + random.choice([-1, 1]) * Fraction(1, 10 ** random.choice([1, 9, 90, 140]))
            more = Decimal(p.numerator) / p.denominator > edge
        found = EpsilonDelta(epsilon, delta).is_broken_by(p, q, rounded_up)
        assert found is more
        broken += found
    assert 100 < broken < 300


def test_replay_and_library_agree_with_it() -> None:
    random = Random(8)
    for _ in range(300):
        epsilon, delta = (
            Fraction(random.randint(0, 300), 100),
            Fraction(random.choice([0, 0, random.randint(1, 9)]), 10),
        )
        p, q = (Fraction(random.randint(0, 40), 40) for _ in range(2))
        claim = EpsilonDelta(epsilon, delta)
        left, right = (Interval(x, x) for x in (p, q))
        broken = claim.is_broken_by(p, q, rounded_up)
        assert Replayed(left, right, claim, {}).breaks is broken
        assert exceeds(p, q, Exp(epsilon), delta) is broken


def test_the_replay_rounds_against_itself() -> None:
    """The least that the left may be is compared with the most that the right may be."""
    claim = EpsilonDelta(Fraction(0), Fraction(0))
    low, high = Interval(Fraction(1, 4), Fraction(3, 4)), Interval(Fraction(1, 2), Fraction(1))
    assert not Replayed(high, low, claim, {}).breaks
    assert not Replayed(low, high, claim, {}).breaks
    assert Replayed(high, Interval(Fraction(1, 8), Fraction(1, 4)), claim, {}).breaks


def test_floats_are_compared_by_the_same_formula() -> None:
    p, q = np.array([0.5, 0.25, 0.0]), np.array([0.125, 0.25, 0.5])
    assert excess(p, q, 2.0).tolist() == [0.25, -0.25, -1.0]
    for x, y, found in zip(p, q, excess(p, q, 2.0), strict=True):
        assert excess(Fraction(x), Fraction(y), Fraction(2)) == Fraction(found)
