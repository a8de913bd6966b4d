"""What the solver is told of exp, log, sqrt and rounding up: instances of a short list of true facts.

No solver knows these functions. So each term exp(t), log(t), sqrt(t) or up(t) of a question becomes a number of which
nothing is known, and the question is asked under facts about those terms. Each fact is an instance of a schema below,
and each schema holds of all real numbers (`docs/logic.md` says why), so it does not matter for soundness which
instances are chosen: a fact that is missing can only leave a question open. Terms with a bound variable in them stay
as they are, and stand for an unknown function. A term without variables lies between two fractions (`enclosure`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations

from twinproof.lang.amounts import is_same
from twinproof.lang.computable import at_least, at_most
from twinproof.lang.enclosure import NoNumber
from twinproof.lang.expr import (
    ONE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Quantified,
    Var,
    apply,
    conjunction,
    free_variables,
    fresh_name,
    implies,
    size_of,
    subterms,
)
from twinproof.lang.interpret import evaluate_stated
from twinproof.lang.rewriting import with_arguments
from twinproof.lang.types import REAL

FUNCTIONS = (Op.EXP, Op.LOG, Op.SQRT, Op.UP)
MOST_TERMS = 8  # of one function that are compared with each other; those that occur first
MOST_POWER = 8  # up to which a multiple of an exponent, or a power under a logarithm, is looked for
_LARGE = 16  # parts of an argument whose higher powers would be long to multiply out


def asked_with_facts(formula: Expr) -> Expr | None:
    """A formula that holds only if this one does, in the solver's own words; None if this one is so already."""
    if not any(isinstance(e, Apply) and e.op in FUNCTIONS for e in subterms(formula)):
        return None
    terms = tuple(dict.fromkeys(_terms(formula, frozenset())))
    known = _all_facts(terms)
    match formula:
        case Apply(Op.IMPLIES, (condition, goal)):
            whole = implies(conjunction(condition, known), goal)
        case _:
            whole = implies(known, formula)
    bound = (e.var if isinstance(e, Quantified) else e for e in subterms(whole))
    taken = {v.name for v in bound if isinstance(v, Var)}
    names: dict[Expr, Var] = {}
    for term in terms:
        names[term] = Var(fresh_name(f"{term.op.value}_{len(names)}", taken), REAL, Place.RIGID)
        taken.add(names[term].name)
    return _named(whole, names, frozenset())


@lru_cache(maxsize=256)  # many questions of a proof are about the same terms
def _all_facts(terms: tuple[Apply, ...]) -> Expr:
    return conjunction(*facts(terms))


def facts(terms: Sequence[Apply]) -> Iterator[Expr]:
    """The instances for these terms."""
    for term in terms:
        yield from _ALONE[term.op](term)
        yield from _enclosed(term)
    by = {op: [t for t in terms if t.op is op][:MOST_TERMS] for op in FUNCTIONS}
    for a, b in (pair for op in FUNCTIONS for pair in combinations(by[op], 2)):
        yield _in_order(a, b)
    for power, logarithm in ((a, b) for a in by[Op.EXP] for b in by[Op.LOG]):
        yield from _inverse(power, logarithm)
    for op, schema in _MULTIPLES.items():
        for a, b in permutations(by[op], 2):
            yield from schema(a, b)
    for op, combined in _COMBINED.items():
        for a, b in ((x, y) for n, x in enumerate(by[op]) for y in by[op][n:]):
            for whole in by[op]:
                yield from combined(a, b, whole)


# --------------------------------------------------------------------------------------------------- one term at a time


def _of_exp(e: Apply) -> Iterator[Expr]:
    """0 < exp t;  1 + t ≤ exp t;  exp t · (1 − t) ≤ 1;  exp t is above or below 1 as t is above or below 0."""
    (t,) = e.args
    yield _less(ZERO, e)
    yield _at_most(_sum(ONE, t), e)
    yield _at_most(_times(e, _minus(ONE, t)), ONE)
    yield from _alike((ZERO, t), (ONE, e))


def _of_log(e: Apply) -> Iterator[Expr]:
    """0 < t ⇒ log t ≤ t − 1;  t − 1 ≤ t · log t;  log t is above or below 0 as t is above or below 1."""
    (t,) = e.args
    positive = _less(ZERO, t)
    yield implies(positive, _at_most(e, _minus(t, ONE)))
    yield implies(positive, _at_most(_minus(t, ONE), _times(t, e)))
    yield from (implies(positive, fact) for fact in _alike((ONE, t), (ZERO, e)))


def _of_sqrt(e: Apply) -> Iterator[Expr]:
    """0 ≤ t ⇒ 0 ≤ sqrt t;  sqrt t · sqrt t = t."""
    (t,) = e.args
    yield implies(_at_most(ZERO, t), conjunction(_at_most(ZERO, e), apply(Op.EQ, _times(e, e), t)))


def _of_up(e: Apply) -> Iterator[Expr]:
    """t ≤ up t, and both have one sign."""
    (t,) = e.args
    yield _at_most(t, e)
    yield from _alike((ZERO, t), (ZERO, e))


_ALONE: dict[Op, Callable[[Apply], Iterator[Expr]]] = {
    Op.EXP: _of_exp,
    Op.LOG: _of_log,
    Op.SQRT: _of_sqrt,
    Op.UP: _of_up,
}


def _enclosed(e: Apply) -> Iterator[Expr]:
    """A term without variables lies between two fractions; where it has no value, nothing is said."""
    if free_variables(e):
        return
    try:
        value = evaluate_stated(e, {})
        low, high = at_least(value), at_most(value)
    except (ZeroDivisionError, NoNumber):
        return
    yield _at_most(Literal(low), e)
    yield _at_most(e, Literal(high))


# ------------------------------------------------------------------------------------------------------ several of them


def _in_order(a: Apply, b: Apply) -> Expr:
    """t ≤ u ⇔ f t ≤ f u, where f is defined; of rounding up only t ≤ u ⇒ up t ≤ up u, and likewise with u and t."""
    t, u = a.args[0], b.args[0]
    if a.op is Op.UP:
        forth = implies(_at_most(t, u), _at_most(a, b))
        return conjunction(forth, implies(_at_most(u, t), _at_most(b, a)))
    return implies(_defined(a, b), conjunction(*_alike((t, u), (a, b))))


def _inverse(power: Apply, logarithm: Apply) -> Iterator[Expr]:
    """0 < u ⇒ (t ≤ log u ⇔ exp t ≤ u), and (t + log u ≤ 0 ⇔ exp t · u ≤ 1), and both with ≥;
    t = −log u ⇒ exp t · u = 1."""
    t, u = power.args[0], logarithm.args[0]
    yield implies(_less(ZERO, u), conjunction(*_alike((t, logarithm), (power, u))))
    yield implies(_less(ZERO, u), conjunction(*_alike((_sum(t, logarithm), ZERO), (_times(power, u), ONE))))
    if is_same(t, apply(Op.NEG, logarithm)):
        when = conjunction(_less(ZERO, u), apply(Op.EQ, t, apply(Op.NEG, logarithm)))
        yield implies(when, apply(Op.EQ, _times(power, u), ONE))


def _multipliers(t: Expr) -> range:
    return range(2, (MOST_POWER if size_of(t) <= _LARGE else 2) + 1)


def _multiples_of_exp(a: Apply, b: Apply) -> Iterator[Expr]:
    """u = n · t ⇒ exp u = (exp t)ⁿ;  u = −t ⇒ exp u · exp t = 1."""
    t, u = a.args[0], b.args[0]
    for n in _multipliers(t):
        if is_same(u, _times(Literal(n), t)):
            yield implies(apply(Op.EQ, u, _times(Literal(n), t)), apply(Op.EQ, b, _power(a, n)))
    if is_same(u, apply(Op.NEG, t)):
        yield implies(apply(Op.EQ, u, apply(Op.NEG, t)), apply(Op.EQ, _times(a, b), ONE))


def _multiples_of_log(a: Apply, b: Apply) -> Iterator[Expr]:
    """0 < t ∧ u = tⁿ ⇒ log u = n · log t;  0 < t ∧ u · t = 1 ⇒ log u = −log t."""
    t, u = a.args[0], b.args[0]
    for n in _multipliers(t):
        if is_same(u, _power(t, n)):
            when = conjunction(_less(ZERO, t), apply(Op.EQ, u, _power(t, n)))
            yield implies(when, apply(Op.EQ, b, _times(Literal(n), a)))
    if is_same(_times(u, t), ONE):
        when = conjunction(_less(ZERO, t), apply(Op.EQ, _times(u, t), ONE))
        yield implies(when, apply(Op.EQ, b, apply(Op.NEG, a)))


_MULTIPLES = {Op.EXP: _multiples_of_exp, Op.LOG: _multiples_of_log}


def _sum_of_exponents(a: Apply, b: Apply, whole: Apply) -> Iterator[Expr]:
    """v = t + u ⇒ exp v = exp t · exp u."""
    t, u, v = a.args[0], b.args[0], whole.args[0]
    if is_same(v, _sum(t, u)):
        yield implies(apply(Op.EQ, v, _sum(t, u)), apply(Op.EQ, whole, _times(a, b)))


def _log_of_product(a: Apply, b: Apply, whole: Apply) -> Iterator[Expr]:
    """0 < t ∧ 0 < u ∧ v = t · u ⇒ log v = log t + log u."""
    t, u, v = a.args[0], b.args[0], whole.args[0]
    if is_same(v, _times(t, u)):
        when = conjunction(_defined(a, b), apply(Op.EQ, v, _times(t, u)))
        yield implies(when, apply(Op.EQ, whole, _sum(a, b)))


def _root_of_product(a: Apply, b: Apply, whole: Apply) -> Iterator[Expr]:
    """0 ≤ t ∧ 0 ≤ u ∧ v = t · u ⇒ sqrt v = sqrt t · sqrt u."""
    t, u, v = a.args[0], b.args[0], whole.args[0]
    if is_same(v, _times(t, u)):
        when = conjunction(_defined(a, b), apply(Op.EQ, v, _times(t, u)))
        yield implies(when, apply(Op.EQ, whole, _times(a, b)))


_COMBINED = {Op.EXP: _sum_of_exponents, Op.LOG: _log_of_product, Op.SQRT: _root_of_product}


# ---------------------------------------------------------------------------------------------------------------- terms


def _terms(e: Expr, bound: frozenset[Var]) -> Iterator[Apply]:
    """The terms of these functions, inner ones first, but for those with a bound variable in them."""
    match e:
        case Apply(op, args):
            for a in args:
                yield from _terms(a, bound)
            if op in FUNCTIONS and bound.isdisjoint(e.free):
                yield e
        case Quantified(_, var, body):
            yield from _terms(body, bound | {var})
        case _:
            pass


def _named(e: Expr, names: dict[Expr, Var], bound: frozenset[Var]) -> Expr:
    """The expression with a variable for each term that has a name."""
    match e:
        case Apply(op) if op in FUNCTIONS and bound.isdisjoint(e.free):
            return names[e]
        case Apply():
            return with_arguments(e, lambda part: _named(part, names, bound))
        case Quantified(universal, var, body):
            return Quantified(universal, var, _named(body, names, bound | {var}))
        case _:
            return e


def _defined(*terms: Apply) -> Expr:
    """That the functions have a value there."""
    needs = {Op.LOG: Op.LT, Op.SQRT: Op.LE}
    return conjunction(*(apply(needs[e.op], ZERO, e.args[0]) for e in terms if e.op in needs))


def _alike(one: tuple[Expr, Expr], other: tuple[Expr, Expr]) -> Iterator[Expr]:
    """a ≤ b ⇔ c ≤ d, and b ≤ a ⇔ d ≤ c."""
    (a, b), (c, d) = one, other
    yield apply(Op.EQ, _at_most(a, b), _at_most(c, d))
    yield apply(Op.EQ, _at_most(b, a), _at_most(d, c))


def _less(a: Expr, b: Expr) -> Expr:
    return apply(Op.LT, a, b)


def _at_most(a: Expr, b: Expr) -> Expr:
    return apply(Op.LE, a, b)


def _sum(a: Expr, b: Expr) -> Expr:
    return apply(Op.ADD, a, b)


def _minus(a: Expr, b: Expr) -> Expr:
    return apply(Op.SUB, a, b)


def _times(a: Expr, b: Expr) -> Expr:
    return apply(Op.MUL, a, b)


def _power(e: Expr, n: int) -> Expr:
    whole = e
    for _ in range(n - 1):
        whole = _times(whole, e)
    return whole
