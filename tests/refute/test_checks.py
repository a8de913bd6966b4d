"""Every single check of the replay and of what reads a certificate: what it turns down, and that the rest may pass.

`tests.refute.mutate` takes the checks out, one at a time, and looks whether a test here or in `test_attacks` fails.
"""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.refute.forger import Document, forged, sealed
from twinproof.document.strict import Rejected, Unreadable, parse
from twinproof.kernel.replay import check
from twinproof.lang.adjacency import EachWithin, Neighbours, OneWithin, Sensitive, Within
from twinproof.lang.adjacency_of_rows import OneAddedOrRemoved, OneChanged, OneUserAddedOrRemoved, OneUserChanged
from twinproof.lang.claim import EpsilonDelta, pure
from twinproof.lang.command import Assign, Command, If, Sample, Skip, While, sequence
from twinproof.lang.errors import TwinproofError
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Expr, Literal, Op, Place, Var, apply, list_of, negate
from twinproof.lang.inputs import check_adjacent, check_inputs, parse_argument, parse_value
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.noise import LAPLACE, ONE_SIDED
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, ListOf, TupleOf, Type
from twinproof.refute.laws import Laws
from twinproof.refute.probability import probability
from twinproof.refute.replay import NotConfirmed, replay
from twinproof.refute.support import is_impossible
from twinproof.refute.wanted import Other, wanted
from twinproof.verify.counterexample_document import check_refuted

X, Y, RESULT = Var("x", INT), Var("y", INT), Var("result", INT)
XS, D = Var("xs", ListOf(INT)), Var("d", DATABASE)
VISITS, TWO = Var("visits", ListOf(TupleOf((INT, BOOL)))), Literal(2)
SCORES, QUERIES = Var("score", SCORE, Place.RIGID), Var("queries", ListOf(QUERY), Place.RIGID)
LIMIT, EPS = Var("limit", INT, Place.RIGID), Var("eps", REAL, Place.RIGID)
PRIVATE = Parameter(X, Within(ONE))


def mechanism(
    *parameters: Parameter, body: Command | None = None, epsilon: Expr = ZERO, delta: Expr = ZERO, requires: Expr = TRUE
) -> Mechanism:
    given = body or Assign(RESULT, ZERO)
    return Mechanism("tried", parameters, given, RESULT, EpsilonDelta(epsilon, delta), requires)


SHOWN = mechanism(PRIVATE, Parameter(EPS, None, True), body=Assign(RESULT, X), epsilon=EPS)
SIDES = ({"x": 0, "eps": Fraction(1)}, {"x": 1, "eps": Fraction(1)})


@pytest.fixture(scope="module")
def refutation() -> Document:
    return forged(SHOWN, *SIDES, (0,), replay(SHOWN, *SIDES, [0]))


# --------------------------------------------------------------------------------------------------------------- inputs


@pytest.mark.parametrize(
    ("parameter", "left", "right", "fits"),
    [
        (Parameter(X, Within(ONE)), 0, 1, True),
        (Parameter(X, Within(ONE)), 1, 0, True),
        (Parameter(X, Within(ONE)), 0, 2, False),
        (Parameter(X, Within(ONE)), 0, -2, False),
        (Parameter(XS, EachWithin(ONE)), [0, 0], [1, -1], True),
        (Parameter(XS, EachWithin(ONE)), [0, 0], [1, 2], False),
        (Parameter(XS, EachWithin(ONE)), [0, 0], [0], False),
        (Parameter(XS, EachWithin(ONE, True)), [0, 0, 0], [1, 0, 1], True),
        (Parameter(XS, EachWithin(ONE, True)), [0, 0, 0], [-1, 0, -1], True),
        (Parameter(XS, EachWithin(ONE, True)), [0, 0, 0], [1, 0, -1], False),
        (Parameter(XS, OneWithin(ONE)), [0, 0, 0], [0, 1, 0], True),
        (Parameter(XS, OneWithin(ONE)), [0, 0, 0], [1, 1, 0], False),
        (Parameter(XS, OneWithin(ONE)), [0, 0, 0], [0, 2, 0], False),
        (Parameter(XS, OneAddedOrRemoved()), [1, 2, 3], [1, 3], True),
        (Parameter(XS, OneAddedOrRemoved()), [1, 3], [1, 3], False),
        (Parameter(XS, OneAddedOrRemoved()), [1, 2, 3], [3, 1], False),
        (Parameter(XS, OneAddedOrRemoved()), [1, 2, 3], [1], False),
        (Parameter(XS, OneChanged()), [1, 2], [1, 10**20], True),
        (Parameter(XS, OneChanged()), [1, 2], [2, 1], False),
        (Parameter(XS, OneChanged()), [1, 2], [1], False),
        (Parameter(VISITS, OneUserAddedOrRemoved(ZERO, TWO)), [[1, True], [2, True], [1, False]], [[2, True]], True),
        (Parameter(VISITS, OneUserAddedOrRemoved(ZERO, TWO)), [[1, True], [1, False]], [[1, True]], False),
        (Parameter(VISITS, OneUserAddedOrRemoved(ZERO, ONE)), [[1, True], [1, False]], [], False),
        (Parameter(VISITS, OneUserChanged(ZERO, TWO)), [[1, True], [2, True]], [[1, True], [2, False]], True),
        (Parameter(VISITS, OneUserChanged(ZERO, TWO)), [[1, True], [2, True]], [[1, False], [2, False]], False),
        (Parameter(VISITS, OneUserChanged(ZERO, ONE)), [[1, True], [1, True]], [[1, True], [1, False]], False),
        (Parameter(VISITS, OneUserChanged(ZERO, TWO)), [[1, True]], [[2, True]], False),
        (Parameter(LIMIT), 3, 3, True),
        (Parameter(LIMIT), 3, 4, False),
        (Parameter(QUERIES, Sensitive(ONE)), [0, 0], [1, -1], True),
        (Parameter(QUERIES, Sensitive(ONE)), [0, 0], [1, -2], False),
        (Parameter(SCORES, Sensitive(ONE)), {"0": 0, "1": 0}, {"0": 1, "1": -1}, True),
        (Parameter(SCORES, Sensitive(ONE)), {"0": 0, "1": 0}, {"0": 2, "1": 0}, False),
        (Parameter(SCORES, Sensitive(ONE)), {"0": 0, "1": 0}, {"0": 0}, False),
        (Parameter(SCORES, Sensitive(ONE)), {"0": 0, "1": 0}, {"0": 0, "2": 0}, False),
        (Parameter(SCORES, Sensitive(ONE)), {"0": 0, "else": 0}, {"0": 0, "else": 1}, True),
        (Parameter(SCORES, Sensitive(ONE)), {"0": 0, "else": 0}, {"0": 0, "else": 2}, False),
        (Parameter(SCORES, Sensitive(ONE)), {"0": 0, "else": 0}, {"0": 0}, False),
    ],
)
def test_which_inputs_are_adjacent(parameter: Parameter, left: Any, right: Any, fits: bool) -> None:
    tried = mechanism(Parameter(D, Neighbours()), parameter)
    sides = [check_inputs(tried, {parameter.name: value}) for value in (left, right)]
    if fits:
        check_adjacent(tried, *sides)
    else:
        with pytest.raises(TwinproofError, match="not adjacent"):
            check_adjacent(tried, *sides)
        with pytest.raises(TwinproofError, match="not adjacent"):
            replay(tried, {parameter.name: left}, {parameter.name: right}, [0])


@pytest.mark.parametrize(
    ("parameter", "value", "fits"),
    [
        (PRIVATE, 3, True),
        (PRIVATE, True, False),
        (PRIVATE, 3.0, False),
        (PRIVATE, Fraction(3), False),
        (PRIVATE, "3", False),
        (PRIVATE, None, False),
        (PRIVATE, 10**1_000, False),
        (Parameter(EPS, None, True), Fraction(1, 2), True),
        (Parameter(EPS, None, True), 0, False),
        (Parameter(EPS, None, True), Fraction(-1), False),
        (Parameter(EPS, None, True), float("inf"), False),
        (Parameter(EPS, None, True), True, False),
        (Parameter(LIMIT), -5, True),
        (Parameter(XS, EachWithin(ONE)), [0, True], False),
        (Parameter(XS, EachWithin(ONE)), 0, False),
        (Parameter(VISITS, OneChanged()), [[1, True], [2, False]], True),
        (Parameter(VISITS, OneChanged()), [[1, True], [2]], False),
        (Parameter(VISITS, OneChanged()), [[1, True], [2, 1]], False),
        (Parameter(VISITS, OneChanged()), [[True, True]], False),
        (Parameter(VISITS, OneChanged()), [1, True], False),
        (Parameter(SCORES, Sensitive(ONE)), {"0": True}, False),
        (Parameter(SCORES, Sensitive(ONE)), {"0": "1"}, False),
        (Parameter(SCORES, Sensitive(ONE)), {"zero": 1}, False),
        (Parameter(SCORES, Sensitive(ONE)), {"00": 1}, False),
        (Parameter(SCORES, Sensitive(ONE)), {"0": 1, 0: 2}, False),
        (Parameter(SCORES, Sensitive(ONE)), {"-3": 1, "else": 2}, True),
        (Parameter(SCORES, Sensitive(ONE)), [4, 5], True),
    ],
)
def test_which_values_are_inputs(parameter: Parameter, value: Any, fits: bool) -> None:
    tried = mechanism(parameter)
    if fits:
        assert check_inputs(tried, {parameter.name: value})
    else:
        with pytest.raises(TwinproofError):
            check_inputs(tried, {parameter.name: value})


def test_each_parameter_is_given() -> None:
    tried = mechanism(PRIVATE, Parameter(D, Neighbours()), requires=TRUE)
    for given in ({}, {"x": 1, "y": 2}, {"x": 1, "d": 2}):
        with pytest.raises(TwinproofError):
            check_inputs(tried, given)
    two = mechanism(Parameter(D, Neighbours()), Parameter(Var("e", DATABASE), Neighbours()))
    with pytest.raises(TwinproofError, match="several databases"):
        check_inputs(two, {})
    for text in ("x", "=3", " =3"):
        with pytest.raises(TwinproofError):
            parse_argument(tried, text)
    assert parse_argument(tried, "x=3") == ("x", 3)
    for text in ('{"1": 0, "1": 5}', "{1: 0, 1: 5}"):
        with pytest.raises(TwinproofError):
            parse_value(tried, "x", text)
    assert parse_value(tried, "x", "{1: 0, 2: 5}") == {1: 0, 2: 5}
    assert parse_value(tried, "x", "1e-990") == Fraction(1, 10**990)
    with pytest.raises(TwinproofError, match="digits"):
        parse_value(tried, "x", "1e1000")
    for number in (10**5000, [10**5000]):
        with pytest.raises(TwinproofError, match="too long to be shown"):
            check_inputs(tried, {"x": number})


def test_requirements_hold_on_both_sides() -> None:
    longer = apply(Op.LT, ONE, apply(Op.LEN, XS))
    tried = mechanism(Parameter(XS, EachWithin(ONE)), requires=longer)
    with pytest.raises(TwinproofError, match="requires"):
        check_inputs(tried, {"xs": [0]})
    assert check_inputs(tried, {"xs": [0, 0]})


def test_a_score_that_was_not_given() -> None:
    asks = Assign(RESULT, apply(Op.SCORE, SCORES, D, Literal(7)))
    tried = mechanism(Parameter(D, Neighbours()), Parameter(SCORES, Sensitive(ONE)), body=asks)
    with pytest.raises(NotConfirmed, match="score of 7"):
        replay(tried, {"score": {"0": 0}}, {"score": {"0": 1}}, [0])
    assert replay(tried, {"score": {"0": 0, "else": 0}}, {"score": {"0": 1, "else": 1}}, [0]).breaks


# ------------------------------------------------------------------------------------------------------------- admitted


FOUR_Y = apply(Op.MUL, Literal(4), Y)
SQUARE = apply(Op.MUL, *[Literal(2**200)] * 2)


@pytest.mark.parametrize(
    ("tried", "why"),
    [
        (mechanism(PRIVATE, body=sequence(*[Assign(RESULT, X)] * 5_001)), "commands"),
        (
            mechanism(PRIVATE, body=sequence(*[Assign(Var(f"v{n}", INT), X) for n in range(300)], Assign(RESULT, X))),
            "var",
        ),
        (mechanism(PRIVATE, body=Assign(RESULT, apply(Op.MAX, *[X] * 2_001))), "parts"),
        (mechanism(PRIVATE, requires=apply(Op.LE, ZERO, apply(Op.MAX, *[ONE] * 2_001))), "parts"),
        (mechanism(PRIVATE, body=Assign(RESULT, Literal(2**256))), "too large"),
        (mechanism(PRIVATE, body=Sample(RESULT, LAPLACE, (Literal(2**256),), X)), "too large"),
        (mechanism(PRIVATE, body=Sample(RESULT, LAPLACE, (SQUARE,), X)), "rate of noise is too large"),
        (mechanism(PRIVATE, epsilon=Literal(Fraction(1, 2**12_000))), "claim is too large"),
        (mechanism(PRIVATE, delta=apply(Op.MUL, *[Literal(2**6_000)] * 2)), "claim is too large"),
        (mechanism(PRIVATE, requires=apply(Op.LT, *[Literal(2**6_000)] * 2)), "claim is too large"),
        (mechanism(PRIVATE, body=Sample(RESULT, LAPLACE, (X,), X)), "comes to a rate of noise that is not above zero"),
        (mechanism(PRIVATE, body=Sample(RESULT, LAPLACE, (apply(Op.SUB, ZERO, X),), X)), "not above zero"),
        (mechanism(PRIVATE, body=Sample(RESULT, LAPLACE, (apply(Op.QUOTIENT, ONE, X),), X)), "not above zero"),
        (mechanism(PRIVATE, body=sequence(Sample(Y, LAPLACE, (X,), X), Assign(RESULT, X))), "not above zero"),
        (mechanism(PRIVATE, body=Sample(RESULT, LAPLACE, (Y,), X)), "reads y before it is assigned"),
        (mechanism(PRIVATE, body=sequence(Assign(Y, Literal(2**255)), Sample(RESULT, LAPLACE, (FOUR_Y,), X))), "long"),
        (mechanism(PRIVATE, body=Sample(RESULT, LAPLACE, (Literal(-1),), X)), "above zero"),
        (mechanism(PRIVATE, body=Sample(RESULT, LAPLACE, (ZERO,), X)), "above zero"),
        (mechanism(PRIVATE, epsilon=Literal(-1)), "below zero"),
        (mechanism(PRIVATE, delta=Literal(-1)), "below zero"),
        (
            mechanism(
                PRIVATE,
                body=sequence(
                    Assign(Y, Literal(2**255)), Assign(Y, apply(Op.ADD, Y, Y)), Assign(RESULT, apply(Op.MOD, Y, ONE))
                ),
            ),
            "too long",
        ),
    ],
)
def test_programs_that_are_not_admitted(tried: Mechanism, why: str) -> None:
    with pytest.raises(NotConfirmed, match=why):
        replay(tried, {"x": 1}, {"x": 0}, [0])


def test_a_claim_whose_value_is_not_admitted() -> None:
    powers: list[Expr] = [LIMIT]
    while len(powers) < 60:
        powers.append(apply(Op.MUL, powers[-1], LIMIT))
    left, right = ({"x": x, "limit": 2**250} for x in (0, 1))
    fine, too_large = (
        mechanism(PRIVATE, Parameter(LIMIT), body=Assign(RESULT, X), epsilon=powers[n]) for n in (40, 59)
    )
    assert replay(fine, left, right, [0]).breaks
    with pytest.raises(NotConfirmed, match="claim is too large"):
        replay(too_large, left, right, [0])


@pytest.mark.parametrize("power", [1, 400, 1_000])
def test_a_claim_that_is_next_to_nothing_is_broken(power: int) -> None:
    claimed = Literal(Fraction(1, 10**power))
    noisy = mechanism(PRIVATE, body=Sample(RESULT, LAPLACE, (ONE,), X), epsilon=claimed)
    found = replay(noisy, {"x": 0}, {"x": 1}, [0])
    assert found.breaks
    assert found.claim.amount == claimed.value


def test_inputs_that_are_not_admitted() -> None:
    shown = mechanism(PRIVATE, body=Assign(RESULT, X))
    with pytest.raises(NotConfirmed, match="input is too large"):
        replay(shown, {"x": 2**256}, {"x": 2**256 - 1}, [0])
    many = mechanism(Parameter(XS, EachWithin(ONE)))
    with pytest.raises(NotConfirmed, match="input is too large"):
        replay(many, {"xs": [0] * 2_001}, {"xs": [1] * 2_001}, [0])
    asked = mechanism(Parameter(D, Neighbours()), Parameter(QUERIES, Sensitive(ONE)))
    with pytest.raises(NotConfirmed, match="input is too large"):
        replay(asked, {"queries": [2**256]}, {"queries": [2**256]}, [0])
    scored = mechanism(Parameter(D, Neighbours()), Parameter(SCORES, Sensitive(ONE)))
    for score in ({"0": 2**256}, {"else": 2**256}):
        with pytest.raises(NotConfirmed, match="input is too large"):
            replay(scored, {"score": score}, {"score": score}, [0])


@pytest.mark.parametrize("event", [[], [0, 0], [True], ["0"], [[0]], [2**256], list(range(10_001))])
def test_events_that_are_not_admitted(event: list[Any]) -> None:
    with pytest.raises(NotConfirmed, match=r"event|output"):
        replay(SHOWN, *SIDES, event)


@pytest.mark.parametrize("output", [(1,), (1, 2, 3), [1, 2], (1, True), (1, [2]), 1])
def test_tuples_that_are_not_admitted(output: Any) -> None:
    tried = Mechanism("pair", (PRIVATE,), Assign(PAIR, apply(Op.TUPLE, X, X)), PAIR, pure(ZERO))
    with pytest.raises(NotConfirmed, match="output"):
        replay(tried, {"x": 1}, {"x": 0}, [output])
    assert replay(tried, {"x": 1}, {"x": 0}, [(1, 1)]).breaks


@pytest.mark.parametrize("output", [(1,), [True], ["1"], [[1]], 1])
def test_lists_that_are_not_admitted(output: Any) -> None:
    tried = Mechanism("list", (PRIVATE,), Assign(LISTED, list_of(INT, X)), LISTED, pure(ZERO))
    with pytest.raises(NotConfirmed, match="output"):
        replay(tried, {"x": 1}, {"x": 0}, [output])
    assert replay(tried, {"x": 1}, {"x": 0}, [[1]]).breaks


def test_what_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = While(apply(Op.LE, ZERO, Y), Assign(Y, apply(Op.ADD, Y, ONE)))
    tried = mechanism(PRIVATE, body=sequence(Assign(Y, X), turns, Assign(RESULT, X)))
    for limit in ("MOST_STEPS", "MOST_WORK"):
        with monkeypatch.context() as patch:
            patch.setattr(f"twinproof.refute.states.{limit}", 500)
            with pytest.raises(NotConfirmed, match="too long"):
                replay(tried, {"x": 0}, {"x": 1}, [0])


def test_noise_is_only_known_where_it_may_be() -> None:
    laws = Laws()
    hidden = laws.hidden(laws.number(LAPLACE, (Fraction(1),)), 0, 0)
    cut = hidden.cut(0, 3)
    assert cut is not None
    assert cut.cut(4, None) is None
    assert cut.cut(None, -1) is None
    assert cut.cut(None, None) == cut
    assert laws.hidden(laws.number(ONE_SIDED, (Fraction(1),)), 5, 0).cut(None, 4) is None
    for rate in (0, -1):
        with pytest.raises(ValueError, match="above zero"):
            Laws().number(LAPLACE, (Fraction(rate),))


def test_an_epsilon_beyond_all_numbers() -> None:
    noisy = mechanism(PRIVATE, body=Sample(RESULT, LAPLACE, (ONE,), X), epsilon=Literal(10**60))
    assert not replay(noisy, {"x": 0}, {"x": 1}, [0]).breaks


# --------------------------------------------------------------------------------------------------------------- wanted

OUT, MORE = Var("out", ListOf(INT)), Var("more", ListOf(INT))
LISTED = Var("result", ListOf(INT))
PAIR = Var("result", TupleOf((INT, INT)))
ROUNDS = Var("i", INT)


def append(item: Expr, to: Var = OUT) -> Command:
    return Assign(to, apply(Op.APPEND, to, item))


EMPTY = Assign(OUT, list_of(INT))
AGAIN = Assign(ROUNDS, apply(Op.ADD, ROUNDS, ONE))
TWO_ROUNDS = apply(Op.LT, ROUNDS, Literal(2))


def releases(kind: Type, *body: Command) -> Mechanism:
    return Mechanism("releases", (PRIVATE,), sequence(*body), Var("result", kind), pure(ZERO))


@pytest.mark.parametrize(
    ("body", "output", "certain"),
    [
        # set again after something wrong was added
        ((EMPTY, append(X), EMPTY, append(ONE), Assign(LISTED, OUT)), [1], True),
        ((EMPTY, append(X), If(apply(Op.EQ, X, ZERO), EMPTY, Skip()), append(ONE), Assign(LISTED, OUT)), [1], True),
        # set anew in each round of a loop
        (
            (
                EMPTY,
                Assign(ROUNDS, ZERO),
                While(TWO_ROUNDS, sequence(EMPTY, append(ROUNDS), AGAIN)),
                Assign(LISTED, OUT),
            ),
            [1],
            True,
        ),
        # released, and spoilt only afterwards
        ((EMPTY, append(ONE), Assign(LISTED, OUT), append(X)), [1], True),
        # released in one branch, and something else in the other
        (
            (EMPTY, append(X), If(apply(Op.EQ, X, ZERO), Assign(LISTED, list_of(INT, ONE)), Assign(LISTED, OUT))),
            [1],
            True,
        ),
        # looked into
        ((EMPTY, append(Literal(5)), Assign(LISTED, list_of(INT, apply(Op.GET, OUT, ZERO)))), [5], True),
        # spoilt, and mended by what replaces it
        ((EMPTY, append(X), Assign(OUT, apply(Op.SET, OUT, ZERO, ONE)), Assign(LISTED, OUT)), [1], True),
        ((EMPTY, append(ONE), Assign(OUT, apply(Op.SET, OUT, ZERO, X)), Assign(LISTED, OUT)), [1], False),
        # its length counts
        ((EMPTY, append(X), append(X), Assign(LISTED, list_of(INT, apply(Op.LEN, OUT)))), [2], True),
        ((EMPTY, append(X), append(X), Assign(LISTED, list_of(INT, apply(Op.LEN, OUT)))), [1], False),
        # copied, and released under another name
        ((EMPTY, append(Literal(7)), Assign(MORE, OUT), append(ONE, MORE), Assign(LISTED, MORE)), [7, 1], True),
        # the result itself grows
        ((Assign(LISTED, list_of(INT)), append(ONE, LISTED), append(Literal(2), LISTED)), [1, 2], True),
        ((Assign(LISTED, list_of(INT)), append(ONE, LISTED), append(Literal(2), LISTED)), [1], False),
        # a prefix is not the whole
        ((EMPTY, append(ONE), Assign(LISTED, OUT)), [1, 2], False),
        ((EMPTY, append(ONE), append(Literal(2)), Assign(LISTED, OUT)), [1], False),
        # compared as a whole
        (
            (
                EMPTY,
                append(ONE),
                If(apply(Op.EQ, OUT, list_of(INT, ONE)), Assign(LISTED, OUT), Assign(LISTED, list_of(INT))),
            ),
            [1],
            True,
        ),
    ],
)
def test_lists_that_are_released(body: tuple[Command, ...], output: list[int], certain: bool) -> None:
    tried = releases(ListOf(INT), *body)
    values = check_inputs(tried, {"x": 0})
    found = probability(tried, values, [output], Fraction(1, 10**6))
    assert found.lower == found.upper == (1 if certain else 0)
    assert is_impossible(tried, values, output) == (not certain)


NOISE = Sample(Y, LAPLACE, (ONE,), X)
N = Var("n", INT)
ONE_MORE = Assign(N, apply(Op.ADD, Y, ONE))


@pytest.mark.parametrize(
    ("body", "output", "possible"),
    [
        ((NOISE, ONE_MORE, Assign(PAIR, apply(Op.TUPLE, N, N))), (100, 1), False),
        ((NOISE, ONE_MORE, Assign(PAIR, apply(Op.TUPLE, N, N))), (1, 1), True),
        ((NOISE, ONE_MORE, Assign(PAIR, apply(Op.TUPLE, N, Y))), (1, 0), True),
        ((NOISE, ONE_MORE, Assign(PAIR, apply(Op.TUPLE, N, Y))), (1, 1), False),
        # released the other way round in the other branch
        (
            (
                NOISE,
                ONE_MORE,
                Assign(Var("m", INT), Literal(9)),
                If(
                    apply(Op.LE, N, ZERO),
                    Assign(PAIR, apply(Op.TUPLE, N, Var("m", INT))),
                    Assign(PAIR, apply(Op.TUPLE, Var("m", INT), N)),
                ),
            ),
            (9, 3),
            True,
        ),
        # computed with, as well as released
        ((NOISE, ONE_MORE, Assign(PAIR, apply(Op.TUPLE, N, apply(Op.MUL, N, N)))), (3, 9), True),
        ((NOISE, ONE_MORE, Assign(PAIR, apply(Op.TUPLE, N, apply(Op.MUL, N, N)))), (3, 8), False),
        # looked at before it is released
        (
            (
                NOISE,
                ONE_MORE,
                If(apply(Op.LE, N, ZERO), Assign(N, Literal(4)), Skip()),
                Assign(PAIR, apply(Op.TUPLE, N, N)),
            ),
            (4, 4),
            True,
        ),
        (
            (
                NOISE,
                ONE_MORE,
                If(apply(Op.LE, N, ZERO), Assign(N, Literal(4)), Skip()),
                Assign(PAIR, apply(Op.TUPLE, N, N)),
            ),
            (-1, -1),
            False,
        ),
    ],
)
def test_numbers_that_are_released(body: tuple[Command, ...], output: tuple[int, int], possible: bool) -> None:
    tried = releases(TupleOf((INT, INT)), *body)
    values = check_inputs(tried, {"x": 0})
    found = probability(tried, values, [output], Fraction(1, 10**9))
    assert (found.lower > Fraction(1, 1000)) == possible
    assert (found.upper < Fraction(1, 1000)) == (not possible)
    assert not (is_impossible(tried, values, output) and possible)


AT = apply(Op.GET, OUT, N)
FIVE = Literal(5)
TOLD = Assign(PAIR, apply(Op.TUPLE, N, AT))


@pytest.mark.parametrize(
    ("body", "output", "certain"),
    [
        ((EMPTY, NOISE, append(Y), append(FIVE), Assign(N, ONE), TOLD), (1, 5), True),
        ((EMPTY, NOISE, append(FIVE), append(Y), Assign(N, ZERO), TOLD), (0, 5), True),
        ((EMPTY, NOISE, append(FIVE), append(Y), Assign(N, ZERO), TOLD), (0, 4), False),
        # the other way round
        ((EMPTY, NOISE, append(Y), append(FIVE), Assign(N, ONE), Assign(PAIR, apply(Op.TUPLE, AT, N))), (5, 1), True),
        # at a place that is written out
        (
            (EMPTY, append(FIVE), NOISE, append(Y), Assign(PAIR, apply(Op.TUPLE, ZERO, apply(Op.GET, OUT, ZERO)))),
            (0, 5),
            True,
        ),
        # set again after something wrong was put there
        ((EMPTY, NOISE, append(Y), EMPTY, append(FIVE), Assign(N, ZERO), TOLD), (0, 5), True),
        # set anew in each round of a loop
        (
            (
                EMPTY,
                Assign(ROUNDS, ZERO),
                While(TWO_ROUNDS, sequence(NOISE, EMPTY, append(apply(Op.MUL, ROUNDS, FIVE)), append(Y), AGAIN)),
                Assign(N, ZERO),
                TOLD,
            ),
            (0, 5),
            True,
        ),
        # replaced by something else
        (
            (EMPTY, NOISE, append(Y), Assign(OUT, apply(Op.SET, OUT, ZERO, FIVE)), Assign(N, ZERO), TOLD),
            (0, 5),
            True,
        ),
        # added to after it was told
        ((EMPTY, append(ONE), Assign(N, ONE), TOLD, NOISE, append(apply(Op.ADD, Y, FIVE))), (1, 0), True),
        # told in one branch, and something else in the other
        (
            (
                EMPTY,
                NOISE,
                append(Y),
                Assign(N, ZERO),
                If(apply(Op.EQ, X, ZERO), Assign(PAIR, apply(Op.TUPLE, ZERO, FIVE)), TOLD),
            ),
            (0, 5),
            True,
        ),
        # another place than the one that is told
        (
            (
                EMPTY,
                NOISE,
                append(Y),
                append(FIVE),
                Assign(N, ONE),
                Assign(PAIR, apply(Op.TUPLE, apply(Op.SUB, N, ONE), AT)),
            ),
            (0, 5),
            True,
        ),
        # outside of the list
        ((EMPTY, NOISE, append(Y), Assign(N, Literal(-1)), TOLD), (-1, 0), True),
        ((EMPTY, NOISE, append(Y), Assign(N, Literal(3)), TOLD), (3, 0), True),
    ],
)
def test_places_that_are_released(body: tuple[Command, ...], output: tuple[int, int], certain: bool) -> None:
    """A place, and what stands there: nobody is given up who may still give it."""
    tried = releases(TupleOf((INT, INT)), *body)
    values = check_inputs(tried, {"x": 0})
    found = probability(tried, values, [output], Fraction(1, 10**9))
    assert found.upper == 1 if certain else found.upper == 0
    assert found.lower > 1 - Fraction(1, 10**6) if certain else found.lower == 0
    assert not (is_impossible(tried, values, output) and certain)


def test_whoever_puts_something_else_into_a_place_is_given_up() -> None:
    tried = releases(TupleOf((INT, INT)), EMPTY, NOISE, append(Y), append(FIVE), Assign(N, ZERO), TOLD)
    found = wanted(tried, (0, 3))
    assert found.placed == {OUT: (0, 3)}
    assert found.asked_at(OUT, 0, frozenset()) == (3,)
    assert found.asked_at(OUT, 1, frozenset()) == ()
    assert found.asked_at(OUT, 0, frozenset((PAIR,))) == ()
    p = probability(tried, check_inputs(tried, {"x": 0}), [(0, 3)], Fraction(1, 10**9))
    alone = releases(INT, NOISE, Assign(Var("result", INT), Y))
    expected = probability(alone, check_inputs(alone, {"x": 0}), [3], Fraction(1, 10**9))
    assert p.lower <= expected.upper
    assert expected.lower <= p.upper


def test_early_places() -> None:
    """A result that stays when something is put into the place later on."""
    done = Var("done", BOOL)
    leave = If(apply(Op.EQ, ROUNDS, ONE), sequence(TOLD, Assign(done, TRUE)), Skip())
    loop = While(apply(Op.LT, ROUNDS, Literal(3)), sequence(leave, append(Literal(8)), AGAIN))
    after = If(negate(done), TOLD, Skip())
    start = (EMPTY, Assign(ROUNDS, ZERO), Assign(N, ONE), Assign(done, FALSE))
    tried = releases(TupleOf((INT, INT)), *start, loop, after)
    values = check_inputs(tried, {"x": 0})
    assert probability(tried, values, [(1, 0)], Fraction(1, 10**6)).lower == 1


def test_what_is_told_apart() -> None:
    loop = While(TWO_ROUNDS, sequence(append(X), AGAIN))
    tried = releases(ListOf(INT), EMPTY, Assign(ROUNDS, ZERO), loop, Assign(LISTED, OUT))
    found = wanted(tried, (1, 2))
    assert found.parts == {LISTED: ((1, 2),), OUT: ((1, 2),)}
    assert found.is_final(OUT, frozenset())
    assert not found.is_final(OUT, frozenset((LISTED,)))
    assert not found.is_final(LISTED, frozenset())
    assert found.abstracted(OUT, (1,)) == (1,)
    assert found.abstracted(OUT, (2,)) == Other(1)
    assert found.next_items(OUT, (1,)) == [2]
    assert found.next_items(OUT, (1, 2)) == []


def test_early_results() -> None:
    """A result that stays when the list is spoilt later on, after the loop was left by a flag."""
    done = Var("done", BOOL)
    leave = If(apply(Op.EQ, ROUNDS, ONE), sequence(Assign(LISTED, OUT), Assign(done, TRUE)), Skip())
    loop = While(apply(Op.LT, ROUNDS, Literal(3)), sequence(leave, append(Literal(8)), AGAIN))
    after = If(negate(done), Assign(LISTED, OUT), Skip())
    tried = releases(ListOf(INT), EMPTY, Assign(ROUNDS, ZERO), Assign(done, FALSE), loop, after)
    values = check_inputs(tried, {"x": 0})
    assert probability(tried, values, [[8]], Fraction(1, 10**6)).lower == 1
    assert probability(tried, values, [[8, 8, 8]], Fraction(1, 10**6)).upper == 0


# ------------------------------------------------------------------------------------------------------------ documents


def test_documents(refutation: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps(refutation)
    assert check_refuted(parse(text))
    for other in (
        "[]",
        "1",
        '{"version": 1}',
        text.replace("twinproof certificate", "certificate"),
        text.replace('"version": 1', '"version": 2'),
        text.replace('"version": 1', '"version": true'),
        text.replace('"version": 1', '"version": 1.0'),
        text.replace('"version": 1', '"version": 1, "version": 1'),
        text.replace('"x": 0', '"x": -0'),
        text.replace('"x": 0', '"x": ' + "1" * 1_001),
        text.replace('"x": 0', '"x": 1e999'),
        text.replace('"x": 0', '"x": -1e999'),
        text.replace('"x": 0', '"x": -Infinity'),
        text.replace('"x": 0', '"x": "\\n"'),
        text.replace('"x": 0', '"\\u001b": 0'),
        text.replace('"x": 0', '"x": ' + "[" * 60 + "]" * 60),
        text.encode("utf-16"),
    ):
        with pytest.raises(Unreadable):
            parse(other)
    for limit in ("MOST_BYTES", "MOST_VALUES"):
        with monkeypatch.context() as patch:
            patch.setattr(f"twinproof.document.strict.{limit}", 50)
            with pytest.raises(Unreadable, match="more than 50"):
                parse(text)


def with_counterexample(document: Document, **parts: Any) -> Document:
    return {**document, "counterexample": {**document["counterexample"], **parts}}


STRANGE: list[Any] = ["a b", "ﬁne", "n" * 201, 7, None, ["tried"]]
FORGED: list[Callable[[Document], Document]] = [
    lambda d: {**d, "more": 1},
    lambda d: {**d, "source": "0"},
    lambda d: {**d, "source": 7},
    lambda d: {**d, "source": "g" * 64},
    lambda d: {**d, "source": ""},
    lambda d: {name: value for name, value in d.items() if name != "source"},
    lambda d: {**d, "verdict": "proved"},
    lambda d: {**d, "mechanism": {**d["mechanism"], "more": 1}},
    lambda d: {**d, "mechanism": None},
    *(lambda d, name=name: {**d, "mechanism": {**d["mechanism"], "name": name}} for name in STRANGE),
    lambda d: {**d, "mechanism": {**d["mechanism"], "result": 1}},
    lambda d: {**d, "mechanism": {**d["mechanism"], "body": -1}},
    lambda d: {**d, "mechanism": {**d["mechanism"], "body": False}},
    lambda d: {
        **d,
        "mechanism": {**d["mechanism"], "parameters": [{**p, "more": 1} for p in d["mechanism"]["parameters"]]},
    },
    lambda d: {
        **d,
        "mechanism": {
            **d["mechanism"],
            "parameters": [{**p, "positive": int(p["positive"])} for p in d["mechanism"]["parameters"]],
        },
    },
    lambda d: {**d, "terms": [*d["terms"], ["literal", "int", "77"]]},
    lambda d: {**d, "terms": None},
    lambda d: {**d, "terms": {}},
    lambda d: {**d, "programs": [*d["programs"], ["skip"]]},
    lambda d: {**d, "counterexample": None},
    lambda d: with_counterexample(d, more=1),
    lambda d: {**d, "counterexample": {n: v for n, v in d["counterexample"].items() if n != "epsilon"}},
    lambda d: with_counterexample(d, left=[]),
    lambda d: with_counterexample(d, left={"x": 0}),
    lambda d: with_counterexample(d, left={"x": 0, "eps": "1", "y": 0}),
    lambda d: with_counterexample(d, left={"x": False, "eps": "1"}),
    lambda d: with_counterexample(d, left={"x": 0, "eps": 1}),
    lambda d: with_counterexample(d, left={"x": 0, "eps": "1/1"}),
    lambda d: with_counterexample(d, left={"x": 1, "eps": "1"}),
    lambda d: with_counterexample(d, event={"0": 0}),
    lambda d: with_counterexample(d, event=[7]),
    lambda d: with_counterexample(d, event=[0, 0]),
    lambda d: with_counterexample(d, p_left=[1, 1]),
    lambda d: with_counterexample(d, p_left=[1.0, 1]),
    lambda d: with_counterexample(d, p_left=[1, 1.0]),
    lambda d: with_counterexample(d, p_left=[1.0, 0.5]),
    lambda d: with_counterexample(d, p_left=[0.5, 0.5]),
    lambda d: with_counterexample(d, p_right=[0, 0.0]),
    lambda d: with_counterexample(d, p_right=[-0.0, 0.0]),
    lambda d: with_counterexample(d, p_right=[0.0, 1e308]),
    lambda d: with_counterexample(d, epsilon="2"),
    lambda d: with_counterexample(d, delta=0),
    lambda d: with_counterexample(d, loss_at_least=5.0),
]


@pytest.mark.parametrize("number", range(len(FORGED)))
def test_forgeries_of_one_field(refutation: Document, number: int) -> None:
    with pytest.raises(Rejected):
        check_refuted(sealed(FORGED[number](refutation)))


def test_the_source_of_a_refutation(refutation: Document) -> None:
    check_refuted(refutation, SHOWN, "")
    with pytest.raises(Rejected, match="another program"):
        check_refuted(refutation, mechanism(PRIVATE))
    with pytest.raises(Rejected, match="fingerprint"):
        check_refuted(refutation, SHOWN, "other")
    with pytest.raises(Rejected, match="altered"):
        check_refuted({**refutation, "digest": "0" * 64})
    with pytest.raises(Rejected, match="only proofs"):
        check(refutation)


def test_a_refutation_must_break_the_claim() -> None:
    same = replay(SHOWN, *SIDES, [5])
    assert not same.breaks
    with pytest.raises(Rejected, match="do not break"):
        check_refuted(forged(SHOWN, *SIDES, (5,), same))
