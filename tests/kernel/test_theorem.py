"""Theorems come out of rules, and out of nothing else."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import pytest

from tests.kernel.derivations import FREE, LEDGERS, eq, n, one, refused, two, x
from twinproof.kernel import rules
from twinproof.kernel.judgment import ALL_ORDERS, Budget, Closeness, Judgment, Ledger
from twinproof.kernel.rules import RULES, Refused, Theorem
from twinproof.lang.command import Sample, Skip, While
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Expr, Literal, Op, Place, TypeMismatch, Var, apply
from twinproof.lang.noise import COIN
from twinproof.lang.types import BOOL, INT, REAL

LIE = Judgment(Skip(), Skip(), TRUE, FALSE, FREE)
SAME = eq(one(x), two(x))


def credit() -> Theorem:
    return rules.credit_skip(TRUE, ZERO)


def theorem() -> Theorem:
    return rules.skip(TRUE, FREE)


def test_a_theorem_says_what_was_derived_and_how() -> None:
    made = rules.conseq(SAME, TRUE, FREE, theorem())
    assert rules.is_theorem(made)
    assert made.judgment == Judgment(Skip(), Skip(), SAME, TRUE, FREE)
    assert made.step.rule == "Conseq"
    assert made.step.given["pre"] == SAME
    assert repr(made) == str(made.judgment)


def test_there_is_no_constructor() -> None:
    with pytest.raises(TypeError):
        Theorem()
    with pytest.raises(TypeError):
        Theorem(LIE)  # type: ignore[call-arg]


def test_there_is_no_other_class_of_theorems() -> None:
    with pytest.raises(TypeError, match="one kind of theorem"):
        type("Fake", (Theorem,), {})


def test_a_theorem_is_not_copied() -> None:
    for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            attempt(theorem())
    with pytest.raises(TypeError):
        dataclasses.replace(theorem(), _judgment=LIE)  # type: ignore[type-var]


def test_a_theorem_does_not_change() -> None:
    made = theorem()
    for name, value in (("_judgment", LIE), ("judgment", LIE), ("_step", None), ("__class__", Impostor), ("more", 1)):
        with pytest.raises(AttributeError):
            setattr(made, name, value)
    with pytest.raises(AttributeError):
        del made.judgment
    assert made.judgment.post == TRUE


def test_what_a_theorem_says_is_not_in_its_reach() -> None:
    """Also for those who go around its own methods."""
    made = theorem()
    for name in ("_judgment", "judgment", "_step"):
        with pytest.raises(AttributeError):
            object.__setattr__(made, name, LIE)
    assert made.judgment.post == TRUE
    assert rules.conseq(TRUE, TRUE, FREE, made).judgment.post == TRUE


def test_the_maker_of_rules_is_gone() -> None:
    """Whoever had it could make a rule that derives anything."""
    for name in ("_rule", "_workshop", "_rules_made_by", "seal"):
        assert not hasattr(rules, name)


def raw() -> Theorem:
    """An object of the class that no rule has made."""
    forged: Theorem = object.__new__(Theorem)
    return forged


class Impostor:
    """It has all that a theorem has."""

    __slots__ = ("__weakref__", "_judgment", "_step")
    judgment = LIE
    step = None

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(id(self))


class Pretender(Impostor):
    """It even says that it is a theorem."""

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return Theorem


def reborn() -> object:
    """An impostor that has changed its class."""
    fake = Impostor()
    fake.__class__ = Theorem  # type: ignore[assignment]
    return fake


FORGED: list[Callable[[], Any]] = [
    raw,
    Impostor,
    Pretender,
    lambda: None,
    lambda: LIE,
    lambda: Theorem,
    lambda: "theorem",
]

TOSSED = Sample(Var("tossed", BOOL), COIN, (Literal(Fraction(1, 2)),), FALSE)
APPLICATIONS: list[Callable[[Any], Theorem]] = [
    lambda t: rules.cond_left(TRUE, TRUE, t, theorem()),
    lambda t: rules.cond_left(TRUE, TRUE, theorem(), t),
    lambda t: rules.cond_right(TRUE, TRUE, t, theorem()),
    lambda t: rules.cond_right(TRUE, TRUE, theorem(), t),
    lambda t: rules.case(TRUE, TRUE, t, theorem()),
    lambda t: rules.case(TRUE, TRUE, theorem(), t),
    lambda t: rules.frame(TRUE, t),
    lambda t: rules.exists(n, TRUE, TRUE, t),
    lambda t: rules.instantiate(n, ZERO, t),
    lambda t: rules.unfold(While(TRUE, Skip()), "left", t),
    lambda t: rules.split(While(TRUE, Skip()), TRUE, "left", t),
    lambda t: rules.seq(t, theorem()),
    lambda t: rules.seq(theorem(), t),
    lambda t: rules.conseq(TRUE, TRUE, FREE, t),
    lambda t: rules.forall_eq(x, x, n, (), t),
    lambda t: rules.while_both(TRUE, TRUE, TRUE, x, n, n, TRUE, FREE, t),
    lambda t: rules.while_composed(TRUE, TRUE, TRUE, x, ONE, n, (), FREE, t, theorem(), theorem()),
    lambda t: rules.while_composed(TRUE, TRUE, TRUE, x, ONE, n, (), FREE, theorem(), t, theorem()),
    lambda t: rules.while_composed(TRUE, TRUE, TRUE, x, ONE, n, (), FREE, theorem(), theorem(), t),
    lambda t: rules.cond_seq(Skip(), "left", t),
    lambda t: rules.subsample_left(TOSSED, FREE, t, theorem()),
    lambda t: rules.subsample_left(TOSSED, FREE, theorem(), t),
    lambda t: rules.subsample_right(TOSSED, FREE, t, theorem()),
    lambda t: rules.subsample_right(TOSSED, FREE, theorem(), t),
    lambda t: rules.while_left(TRUE, TRUE, t),
    lambda t: rules.while_right(TRUE, TRUE, x, n, t),
    lambda t: rules.ledger_budget(ZERO, TRUE, TRUE, t),
    lambda t: rules.ledger_seq(t, theorem(), theorem()),
    lambda t: rules.ledger_seq(theorem(), t, theorem()),
    lambda t: rules.ledger_seq(theorem(), theorem(), t),
    lambda t: rules.ledger_conseq(TRUE, TRUE, TRUE, t),
    lambda t: rules.ledger_while(TRUE, TRUE, TRUE, t, theorem()),
    lambda t: rules.ledger_while(TRUE, TRUE, TRUE, theorem(), t),
    lambda t: rules.ledger_while_left(TRUE, TRUE, t, theorem()),
    lambda t: rules.ledger_while_left(TRUE, TRUE, theorem(), t),
    lambda t: rules.ledger_while_right(TRUE, TRUE, x, n, t),
    lambda t: rules.ledger_while_async(TRUE, TRUE, TRUE, TRUE, TRUE, x, n, t, theorem(), theorem(), theorem()),
    lambda t: rules.ledger_while_async(TRUE, TRUE, TRUE, TRUE, TRUE, x, n, theorem(), t, theorem(), theorem()),
    lambda t: rules.ledger_while_async(TRUE, TRUE, TRUE, TRUE, TRUE, x, n, theorem(), theorem(), t, theorem()),
    lambda t: rules.ledger_while_async(TRUE, TRUE, TRUE, TRUE, TRUE, x, n, theorem(), theorem(), theorem(), t),
    lambda t: rules.pointwise(x, x, n, ONE, TRUE, t),
    lambda t: rules.pointwise_bad(x, x, n, FALSE, ONE, ONE, TRUE, t, credit()),
    lambda t: rules.pointwise_bad(x, x, n, FALSE, ONE, ONE, TRUE, theorem(), t),
    lambda t: rules.ghost(x, t),
    lambda t: rules.renyi_block((), TRUE, Ledger((), orders=ALL_ORDERS), t),
    lambda t: rules.renyi_close(x, x, ONE, TRUE, t),
    lambda t: rules.renyi_close_bad(x, x, FALSE, ONE, ONE, TRUE, t, credit()),
    lambda t: rules.renyi_close_bad(x, x, FALSE, ONE, ONE, TRUE, theorem(), t),
    lambda t: rules.renyi_pure(None, t, theorem(), theorem()),
    lambda t: rules.renyi_pure(None, theorem(), t, theorem()),
    lambda t: rules.renyi_pure(None, theorem(), theorem(), t),
    lambda t: rules.renyi_conseq(TRUE, Closeness(ALL_ORDERS, ONE), t),
    lambda t: rules.renyi_budget(ONE, ONE, ONE, t),
    lambda t: rules.renyi_budget_of_textbooks(ONE, ONE, ONE, t),
    lambda t: rules.concentrated_budget(ONE, ONE, t),
    lambda t: rules.credit_case(TRUE, TRUE, t, credit()),
    lambda t: rules.credit_case(TRUE, TRUE, credit(), t),
    lambda t: rules.credit_seq(t, credit()),
    lambda t: rules.credit_seq(credit(), t),
    lambda t: rules.credit_cond(TRUE, TRUE, t, credit()),
    lambda t: rules.credit_cond(TRUE, TRUE, credit(), t),
    lambda t: rules.credit_conseq(TRUE, ONE, TRUE, ZERO, t),
    lambda t: rules.credit_while(TRUE, TRUE, ONE, t),
]


@pytest.mark.parametrize("forge", FORGED)
@pytest.mark.parametrize("application", APPLICATIONS)
def test_a_premise_is_a_theorem(forge: Callable[[], Any], application: Callable[[Any], Theorem]) -> None:
    forged = forge()
    assert not rules.is_theorem(forged)
    with refused("is not a theorem"):
        application(forged)


def test_an_object_cannot_become_a_theorem() -> None:
    try:
        fake = reborn()
    except TypeError:
        return
    assert not rules.is_theorem(fake)
    with refused("is not a theorem"):
        rules.frame(TRUE, fake)  # type: ignore[arg-type]


def test_a_forged_object_that_is_filled_in_is_not_a_theorem() -> None:
    forged = raw()
    for name, value in (("_judgment", LIE), ("_step", theorem().step)):
        try:
            object.__setattr__(forged, name, value)
        except AttributeError:
            continue
    assert not rules.is_theorem(forged)
    with refused("is not a theorem"):
        rules.conseq(TRUE, FALSE, FREE, forged)


def test_every_premise_of_every_rule_has_been_tried() -> None:
    premises = sum(
        1
        for rule in RULES.values()
        for p in inspect.signature(rule).parameters.values()
        if p.annotation in ("Theorem", "Credited")
    )
    assert premises == len(APPLICATIONS)


def test_a_judgment_that_is_built_by_hand_is_no_theorem() -> None:
    assert not rules.is_theorem(LIE)
    figure = rules.skip.__wrapped__  # type: ignore[attr-defined]
    assert not rules.is_theorem(figure(TRUE, FREE))


@pytest.mark.parametrize("cost", [None, 0, (ZERO, ZERO), "free"])
def test_a_cost_is_a_budget_or_a_ledger(cost: Any) -> None:
    for apply_rule in (rules.skip, lambda post, cost: rules.exfalso(Skip(), Skip(), post, cost)):
        with pytest.raises((Refused, TypeError, AttributeError)):
            apply_rule(TRUE, cost)


@pytest.mark.parametrize("program", [None, "skip", TRUE, x, Skip])
def test_a_program_is_a_command(program: Any) -> None:
    with pytest.raises((Refused, TypeError, AttributeError)):
        rules.exfalso(program, Skip(), TRUE, FREE)
    with pytest.raises((Refused, TypeError, AttributeError)):
        rules.exfalso(Skip(), program, TRUE, FREE)


@pytest.mark.parametrize("assertion", [None, True, "true", 1, LIE])
def test_an_assertion_is_an_expression(assertion: Any) -> None:
    for cost in (FREE, LEDGERS):
        with pytest.raises((Refused, TypeError, AttributeError)):
            rules.skip(assertion, cost)
    with pytest.raises((Refused, TypeError, AttributeError)):
        rules.frame(assertion, theorem())
    with pytest.raises((Refused, TypeError, AttributeError)):
        rules.conseq(assertion, TRUE, FREE, theorem())


def test_a_float_is_no_number() -> None:
    """0.1 is equal to one rational in Python and written as another to the solver: from both follows true ⇒ false."""
    tenth = Literal(Fraction(1, 10))

    def derive() -> Theorem:
        rounded = Literal(0.1)  # type: ignore[arg-type]
        first = rules.conseq(TRUE, eq(rounded, tenth), FREE, theorem())
        never = rules.exfalso(Skip(), Skip(), FALSE, FREE)
        return rules.seq(first, rules.conseq(eq(Literal(Fraction(0.1)), tenth), FALSE, FREE, never))

    with pytest.raises((Refused, TypeMismatch, TypeError)):
        derive()


def test_a_refusal_names_the_rule_the_condition_and_the_values() -> None:
    with pytest.raises(Refused) as caught:
        rules.conseq(TRUE, SAME, FREE, rules.skip(TRUE, FREE))
    problem = caught.value
    assert problem.rule == "Conseq"
    assert problem.obligation == SAME
    assert problem.outcome is not None
    assert set(problem.outcome.model) == {one(x), two(x)}
    assert "x⟨1⟩ = " in str(problem)
    assert "x⟨2⟩ = " in str(problem)
    assert Budget() == FREE


def test_side_conditions_belong_to_their_own_rule_in_every_thread() -> None:
    def apply_one(bound: int) -> tuple[Expr, ...]:
        small = apply(Op.LT, Var("x", INT, Place.LEFT), Literal(bound))
        large = apply(Op.LT, Var("x", INT, Place.LEFT), Literal(bound + 1))
        return rules.conseq(small, large, Budget(), rules.skip(small, Budget())).step.obligations

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(apply_one, range(40)))
    assert found == [apply_one(bound) for bound in range(40)]
    assert all(len(obligations) == 1 for obligations in found)


def test_costs_are_shown_in_the_notation() -> None:
    epsilon, ledger = Var("eps", REAL, Place.RIGID), Var("w", INT, Place.LEDGER)
    assert str(Budget(epsilon)) == "⟨eps, 0⟩"
    assert str(Ledger(((ledger, epsilon),), TRUE)) == "ω = w · eps | true"
    assert str(Ledger(())) == "ω = 0 | true"
