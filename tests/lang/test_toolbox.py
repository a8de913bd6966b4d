"""The syntax toolbox: rewriting, liveness, data flow, and what a program releases."""

from __future__ import annotations

import typing

import pytest

from twinproof.lang import command as commands
from twinproof.lang.adjacency import EachWithin, Within
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While, numbered, outside_loops, sequence
from twinproof.lang.dataflow import (
    closure,
    noisy_variables,
    only_grows,
    private_variables,
    public_variables,
    reached,
    set_before,
)
from twinproof.lang.expr import Expr, Literal, Op, Place, Var, apply, exists, free_variables, list_of
from twinproof.lang.liveness import live_at_head, live_before, without_dead_code
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.noise import LAPLACE
from twinproof.lang.released import added, beside_variables, values_read, whole_variables
from twinproof.lang.rewriting import replaced, rewritten, with_arguments, with_expressions, with_parts
from twinproof.lang.types import BOOL, INT, ListOf

X, Y, Z, B = Var("x", INT), Var("y", INT), Var("z", INT), Var("b", BOOL)
XS, YS = Var("xs", ListOf(INT)), Var("ys", ListOf(INT))
ONE, TWO = Literal(1), Literal(2)
LESS = apply(Op.LT, X, Y)


def plus(a: Expr, b: Expr) -> Expr:
    return apply(Op.ADD, a, b)


def draw(target: Var, centre: Expr) -> Sample:
    return Sample(target, LAPLACE, (ONE,), centre)


PROGRAM = sequence(
    Assign(X, ONE),
    If(LESS, sequence(draw(Y, X), Assign(Z, Y)), Skip()),
    While(LESS, sequence(Assign(X, plus(X, Y)), If(B, Assign(Z, X), draw(Y, Z)))),
)
KINDS: dict[type[Command], Command] = {
    Skip: Skip(),
    Assign: Assign(X, Y),
    Sample: draw(X, Y),
    If: If(LESS, Assign(X, Y), draw(Y, X)),
    While: While(LESS, Assign(X, Y)),
    Seq: sequence(Assign(X, Y), draw(Y, X)),
}


def test_there_is_one_of_each_kind() -> None:
    assert set(KINDS) == set(typing.get_args(commands.Command))


@pytest.mark.parametrize("command", [*KINDS.values(), PROGRAM], ids=lambda c: type(c).__name__)
def test_changing_nothing_changes_nothing(command: Command) -> None:
    assert with_parts(command, lambda part: part) == command
    assert with_expressions(command, lambda e: e) == command
    assert rewritten(command, lambda part: part) == command


@pytest.mark.parametrize("command", KINDS.values(), ids=lambda c: type(c).__name__)
def test_all_own_expressions_are_changed_and_no_others(command: Command) -> None:
    changed = with_expressions(command, lambda e: replaced(e, {Y: Z, LESS: B}))
    own = [replaced(e, {Y: Z, LESS: B}) for e in commands.expressions(command)]
    assert list(commands.expressions(changed)) == own
    assert with_parts(changed, lambda part: Skip()) == with_expressions(
        with_parts(command, lambda part: Skip()), lambda e: replaced(e, {Y: Z, LESS: B})
    )


def test_each_command_is_changed_once() -> None:
    """Also where all but one part of a sequence go, and the one stands for the sequence."""

    def changed(c: Command) -> Command:
        match c:
            case Assign(target, value) if target == X:
                return Assign(X, plus(value, ONE))
            case _:
                return Skip()

    assert rewritten(sequence(Assign(Y, ONE), Assign(X, TWO)), changed) == Assign(X, plus(TWO, ONE))


def test_inner_commands_are_changed_first() -> None:
    order: list[str] = []
    rewritten(PROGRAM, lambda c: order.append(type(c).__name__) or c)  # type: ignore[func-returns-value]
    assert order == ["Assign", "Sample", "Assign", "Skip", "If", "Assign", "Assign", "Sample", "If", "While"]


def test_parts_of_expressions() -> None:
    e = apply(Op.AND, LESS, apply(Op.NOT, LESS))
    assert replaced(e, {LESS: B}) == apply(Op.AND, B, apply(Op.NOT, B))
    assert replaced(e, {X: Y, Y: X}) == apply(Op.AND, apply(Op.LT, Y, X), apply(Op.NOT, apply(Op.LT, Y, X)))
    j = Var("j", INT, Place.RIGID)
    bound = exists(j, apply(Op.LT, j, X))
    assert replaced(apply(Op.NOT, bound), {X: j}) == apply(Op.NOT, bound)  # what is bound captures nothing
    assert with_arguments(bound, lambda part: B) == bound


def test_what_only_dead_code_reads_is_dead_unless_all_reads_count() -> None:
    code = sequence(Assign(Y, Z), Assign(X, ONE))
    assert live_before(code, frozenset((X,))) == frozenset()
    assert live_before(code, frozenset((X,)), all_reads=True) == {Z}
    loop = While(LESS, Assign(Z, plus(Z, X)))
    assert live_at_head(loop, frozenset((X,))) == {X, Y}
    assert live_at_head(loop, frozenset((X,)), all_reads=True) == {X, Y, Z}
    assert without_dead_code(code, frozenset((X,))) == Assign(X, ONE)
    assert without_dead_code(sequence(code, loop), frozenset((X,))) == sequence(code, While(LESS, Skip()))


def mechanism(body: Command, result: Var, *parameters: Parameter) -> Mechanism:
    return Mechanism("m", parameters, body, result, EpsilonDelta(ONE, Literal(0)))


SECRET, LIST, N = Var("secret", INT), Var("list", ListOf(INT)), Var("n", INT, Place.RIGID)
INPUTS = (Parameter(SECRET, Within(ONE)), Parameter(LIST, EachWithin(ONE)), Parameter(N))


def test_what_is_public_and_what_is_reached() -> None:
    body = sequence(
        Assign(X, apply(Op.LEN, LIST)),  # public
        Assign(Y, ONE),
        If(apply(Op.LT, SECRET, N), Assign(Y, TWO), Skip()),  # by a branch
        draw(Z, N),
        While(apply(Op.LT, Z, SECRET), Assign(B, Literal(True))),  # by a loop, which runs in step go round together
    )
    core = mechanism(body, X, *INPUTS)
    assert public_variables(core) == {X, B}
    assert private_variables(core) == {SECRET, LIST, Y, B}
    assert noisy_variables(core) == {Z, B}
    assert reached(body, frozenset((SECRET,)), free_variables) == {SECRET}
    assert reached(body, frozenset((SECRET,)), free_variables, (If,)) == {SECRET, Y}


def test_the_length_of_a_list_of_the_program_is_private() -> None:
    body = sequence(Assign(XS, list_of(INT, SECRET)), draw(Y, N), Assign(X, apply(Op.LEN, XS)))
    assert public_variables(mechanism(body, X, *INPUTS)) == frozenset()


def test_a_closure_stops_when_nothing_is_new() -> None:
    follows = {X: Y, Y: Z, Z: X}
    assert closure(frozenset((X,)), lambda so_far: [follows[v] for v in so_far]) == {X, Y, Z}


def test_what_has_a_value_before_a_draw() -> None:
    inner, last = draw(Y, X), draw(Z, X)
    body = sequence(Assign(X, ONE), If(LESS, inner, Skip()), While(LESS, Assign(B, LESS)), last)
    before, after = set_before(numbered(body), frozenset((N,)))
    assert before == {0: {N, X}, 1: {N, X}}
    assert after == {N, X, Z}


@pytest.mark.parametrize(
    ("value", "grows"),
    [
        (apply(Op.APPEND, XS, X), True),
        (apply(Op.CONCAT, apply(Op.APPEND, XS, X), YS), True),
        (apply(Op.CONCAT, YS, XS), False),
        (apply(Op.SET, XS, X, Y), False),
        (apply(Op.APPEND, apply(Op.SET, XS, X, Y), X), False),
        (XS, False),
        (list_of(INT), False),
    ],
)
def test_lists_that_only_grow(value: Expr, grows: bool) -> None:
    assert only_grows(While(LESS, Assign(XS, value)), XS) is grows
    assert only_grows(While(LESS, Assign(XS, value)), YS)


def test_what_is_added_and_what_is_released() -> None:
    assert added(apply(Op.APPEND, XS, X), XS) == (X,)
    assert added(apply(Op.CONCAT, XS, list_of(INT, X, Y)), XS) == (X, Y)
    assert added(apply(Op.CONCAT, YS, list_of(INT, X)), XS) is None
    assert added(apply(Op.SET, XS, X, Y), XS) is None
    result = apply(Op.TUPLE, X, apply(Op.TUPLE, XS, plus(X, Y)))
    assert list(whole_variables(result)) == [(X, (0,)), (XS, (1, 0))]
    assert list(beside_variables(result)) == [plus(X, Y)]
    assert values_read(plus(apply(Op.LEN, XS), apply(Op.GET, YS, X))) == {YS, X}
    assert values_read(plus(apply(Op.LEN, XS), apply(Op.LEN, YS)), frozenset((YS,))) == {XS}


def test_commands_in_loops_are_told_apart_from_equal_ones() -> None:
    inside, outside = Assign(X, ONE), Assign(X, ONE)
    assert [*outside_loops(sequence(outside, While(LESS, If(B, inside, Skip()))))].count(outside) == 1
    assert inside not in outside_loops(While(LESS, inside))
