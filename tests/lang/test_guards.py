"""Where Python raises: expressions made total, with the condition under which they have a value."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from twinproof.lang.bounds import Facts
from twinproof.lang.command import Assign
from twinproof.lang.expr import TRUE, Expr, Literal, Op, Var, apply
from twinproof.lang.interpret import evaluate
from twinproof.lang.printer import show_command, show_expr
from twinproof.lang.reader.guards import guarded, is_partial, total
from twinproof.lang.types import INT, ListOf

XS, N, V = Var("xs", ListOf(INT)), Var("n", INT), Var("v", INT)
POSITIONS: list[Expr] = [N, Literal(0), Literal(1), Literal(-1), Literal(-2), apply(Op.ADD, N, Literal(1))]


def in_python(op: Op, items: tuple[int, ...], position: int, value: int) -> Any:
    there = list(items)
    try:
        if op is Op.GET:
            return there[position]
        there[position] = value
    except IndexError:
        return None
    return tuple(there)


@pytest.mark.parametrize("position", POSITIONS, ids=show_expr)
@pytest.mark.parametrize("op", [Op.GET, Op.SET])
def test_a_position_counts_as_in_python(op: Op, position: Expr) -> None:
    e = apply(op, XS, position, *([V] if op is Op.SET else []))
    made, domain = total(e, Facts())
    for items, n in itertools.product([(), (4,), (4, 5)], range(-4, 4)):
        memory = {XS: items, N: n, V: 9}
        wanted = in_python(op, items, evaluate(position, memory), 9)
        assert evaluate(domain, memory) is (wanted is not None)
        assert wanted is None or evaluate(made, memory) == wanted


def test_what_may_raise_inside_counts_too() -> None:
    inner = apply(Op.GET, XS, V)
    e = apply(Op.SET, apply(Op.SET, XS, N, V), V, apply(Op.DIV, inner, N))
    assert is_partial(e)
    made, domain = total(e, Facts())
    for items, n, v in itertools.product([(), (4,), (4, 5)], range(-3, 3), range(-3, 3)):
        memory = {XS: items, N: n, V: v}
        first = in_python(Op.SET, items, n, v)
        number = in_python(Op.GET, items, v, 0)
        there = first is not None and number is not None and n != 0
        assert evaluate(domain, memory) is there
        assert not there or evaluate(made, memory) == in_python(Op.SET, first, v, number // n)


def test_a_guard_stands_before_the_assignment_unless_it_surely_passes() -> None:
    command = Assign(XS, apply(Op.SET, XS, N, V))
    written = guarded(command, Facts(), lambda *_: None)
    assert show_command(written) == (
        "while ¬(−|xs| ≤ n ∧ n < |xs|) do skip;\nxs ← xs[if n < 0 then n + |xs| else n ↦ v]"
    )
    inside = Facts().given(apply(Op.AND, apply(Op.LE, Literal(0), N), apply(Op.LT, N, apply(Op.LEN, XS))))
    assert guarded(command, inside, lambda *_: None) == command


def test_the_length_stays_known_when_an_item_is_replaced() -> None:
    within = apply(Op.AND, apply(Op.LE, Literal(0), N), apply(Op.LT, N, apply(Op.LEN, XS)))
    facts = Facts().given(within)
    facts.assign(XS, apply(Op.SET, XS, N, V))
    assert facts.entails(within)
    made, domain = total(apply(Op.GET, XS, N), facts)
    assert (made, domain) == (apply(Op.GET, XS, N), TRUE)
