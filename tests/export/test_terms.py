"""Expressions in Coq: every operator has a form, and substitution in the kernel is computation in Coq."""

from __future__ import annotations

from fractions import Fraction

import pytest

from twinproof.export.terms import CannotExport, Names, View, default, program, projection, type_of
from twinproof.lang.command import Assign, If, Sample, Skip, While, sequence
from twinproof.lang.expr import Expr, Literal, Op, Place, Var, apply, exists, forall, list_of
from twinproof.lang.noise import ONE_SIDED
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, ListOf, TupleOf

LEFT, RIGHT, RIGID, MEMORY = Place.LEFT, Place.RIGHT, Place.RIGID, Place.MEMORY
X, Y = Var("x", INT, LEFT), Var("y", INT, RIGHT)
P, Q = Var("p", BOOL, LEFT), Var("q", BOOL, RIGHT)
EPS, INDEX = Var("eps", REAL, RIGID), Var("i", INT, RIGID)
ITEMS, OTHERS = Var("items", ListOf(INT), LEFT), Var("others", ListOf(INT), RIGHT)
D, QUERY_, SCORES = Var("d", DATABASE, LEFT), Var("query", QUERY, RIGID), Var("scores", SCORE, RIGID)
W = Var("w", INT, Place.LEDGER)

WRITTEN: dict[Op, tuple[Expr, str]] = {
    Op.ADD: (apply(Op.ADD, X, Y), "((p_x m1) + (p_y m2))"),
    Op.SUB: (apply(Op.SUB, X, Literal(-2)), "((p_x m1) - (-2))"),
    Op.MUL: (apply(Op.MUL, W, EPS), "((IZR (w 1%nat)) * r_eps)%Re"),
    Op.NEG: (apply(Op.NEG, X), "(- (p_x m1))"),
    Op.DIV: (apply(Op.DIV, X, Y), "(Z.div (p_x m1) (p_y m2))"),
    Op.MOD: (apply(Op.MOD, X, Y), "(Z.modulo (p_x m1) (p_y m2))"),
    Op.QUOTIENT: (apply(Op.QUOTIENT, EPS, Literal(Fraction(1, 2))), "(r_eps / (IZR (1) / IZR (2))%Re)%Re"),
    Op.REAL: (apply(Op.REAL, X), "(IZR (p_x m1))"),
    Op.FLOOR: (apply(Op.FLOOR, EPS), "(Int_part r_eps)"),
    Op.ABS: (apply(Op.ABS, EPS), "(Rabs r_eps)"),
    Op.MIN: (apply(Op.MIN, X, Y, INDEX), "(Z.min (Z.min (p_x m1) (p_y m2)) r_i)"),
    Op.MAX: (apply(Op.MAX, X, EPS), "(Rmax (IZR (p_x m1)) r_eps)"),
    Op.EQ: (apply(Op.EQ, X, Y), "(`[< ((p_x m1) = (p_y m2)) >])"),
    Op.LT: (apply(Op.LT, X, EPS), "(`[< ((IZR (p_x m1)) < r_eps)%Re >])"),
    Op.LE: (apply(Op.LE, X, Y), "(`[< ((p_x m1) <= (p_y m2)) >])"),
    Op.NOT: (apply(Op.NOT, P), "(`[< (~ ((p_p m1) = true)) >])"),
    Op.AND: (apply(Op.AND, P, Q), "(`[< (((p_p m1) = true) /\\ ((p_q m2) = true)) >])"),
    Op.OR: (apply(Op.OR, P, Literal(False)), "(`[< (((p_p m1) = true) \\/ (false = true)) >])"),
    Op.IMPLIES: (apply(Op.IMPLIES, P, Q), "(`[< (((p_p m1) = true) -> ((p_q m2) = true)) >])"),
    Op.ITE: (apply(Op.ITE, P, X, Y), "(if `[< ((p_p m1) = true) >] then (p_x m1) else (p_y m2))"),
    Op.LEN: (apply(Op.LEN, ITEMS), "(len (p_items m1))"),
    Op.GET: (apply(Op.GET, ITEMS, X), "(get 0 (p_items m1) (p_x m1))"),
    Op.LIST: (list_of(INT, X, Y), "([:: (p_x m1); (p_y m2)] : (seq Z))"),
    Op.APPEND: (apply(Op.APPEND, ITEMS, X), "((p_items m1) ++ [:: (p_x m1)])"),
    Op.CONCAT: (apply(Op.CONCAT, ITEMS, OTHERS), "((p_items m1) ++ (p_others m2))"),
    Op.SET: (apply(Op.SET, ITEMS, X, Y), "(put (p_items m1) (p_x m1) (p_y m2))"),
    Op.TUPLE: (apply(Op.TUPLE, X, P), "((p_x m1), (p_p m1))"),
    Op.PROJ: (apply(Op.PROJ, apply(Op.TUPLE, X, P, Y), Literal(1)), "(snd (fst ((p_x m1), (p_p m1), (p_y m2))))"),
    Op.ANSWER: (apply(Op.ANSWER, QUERY_, D), "(answer r_query (p_d m1))"),
    Op.SCORE: (apply(Op.SCORE, SCORES, D, X), "(score r_scores (p_d m1) (p_x m1))"),
    Op.EXP: (apply(Op.EXP, X), "(exponential (IZR (p_x m1)))"),
    Op.LOG: (apply(Op.LOG, X), "(logarithm (IZR (p_x m1)))"),
    Op.SQRT: (apply(Op.SQRT, X), "(square_root (IZR (p_x m1)))"),
}
NOT_YET = (Op.UP,)
NAMES = Names.of([*(e for e, _ in WRITTEN.values()), forall(INDEX, apply(Op.LT, INDEX, X))])
VIEW = View(NAMES, {LEFT: "m1", RIGHT: "m2"}, {W: 1})


@pytest.mark.parametrize("op", NOT_YET)
def test_what_is_rounded_up_is_refused(op: Op) -> None:
    with pytest.raises(CannotExport, match="no form for Coq yet"):
        VIEW.value(apply(op, X))


@pytest.mark.parametrize("op", [op for op in Op if op not in NOT_YET])
def test_every_other_operator_has_a_form(op: Op) -> None:
    e, text = WRITTEN[op]
    assert VIEW.value(e) == text


def test_quantifiers_bind_what_they_name() -> None:
    assert VIEW.prop(forall(INDEX, apply(Op.LT, INDEX, X))) == "(forall r_i : Z, (r_i < (p_x m1)))"
    assert VIEW.prop(exists(INDEX, apply(Op.EQ, INDEX, X))) == "(exists r_i : Z, (r_i = (p_x m1)))"


def test_variables_that_differ_in_their_type_only_stay_apart() -> None:
    one, two = Var("v", INT, RIGID), Var("v", BOOL, RIGID)
    names = Names.of([one, two, Var("v", INT, LEFT), Var("v", BOOL, MEMORY)])
    assert len({*names.rigid.values()}) == 2
    assert len({*names.fields.values()}) == 2


def test_types_and_what_is_read_outside_of_a_list() -> None:
    kind = ListOf(TupleOf((INT, BOOL)))
    assert type_of(kind) == "(seq (Z * bool)%type)"
    assert default(kind.item) == "(0, false)"
    assert default(DATABASE) == "no_database"


@pytest.mark.parametrize(("position", "text"), [(0, "(fst (fst t))"), (1, "(snd (fst t))"), (2, "(snd t)")])
def test_tuples_are_nested_to_the_left(position: int, text: str) -> None:
    assert projection("t", position, 3) == text


def test_programs() -> None:
    x, y = Var("x", INT), Var("y", INT)
    names = Names.of([x, y, EPS])
    assign, draw = Assign(x, Literal(1)), Sample(y, ONE_SIDED, (EPS,), x)
    looped = sequence(assign, draw, While(apply(Op.LT, x, y), If(apply(Op.LT, y, x), assign, Skip())))
    assert program(names, looped) == (
        "(Seq (Assign RR (fun m : mem => set_p_x m 1)) (Seq (@draw RR mem OneSided (fun m : mem => r_eps) "
        "(fun m : mem => (p_x m)) set_p_y) (While (cond (fun m : mem => ((p_x m) < (p_y m)))) "
        "(If (cond (fun m : mem => ((p_y m) < (p_x m)))) (Assign RR (fun m : mem => set_p_x m 1)) Skip))))"
    )
