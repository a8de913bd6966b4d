"""A proof of Above Threshold for all lengths and all ε, by the ledger rules: the certificate that the tests work on."""

from pathlib import Path

from twinproof.kernel.judgment import Budget, Ledger
from twinproof.kernel.rules import Theorem, conseq, exfalso, ledger_conseq, ledger_seq, ledger_while, pointwise
from twinproof.kernel.statement import privacy
from twinproof.lang.command import Sample, Seq, Skip, While, mentioned, sequence
from twinproof.lang.expr import FALSE, TRUE, Expr, Literal, Op, Place, Var, apply, conjunction, implies, negate, tag
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_mechanism
from twinproof.lang.types import INT
from twinproof.tactics.stepping import LEFT, RIGHT, Paired, together

PATH = Path(__file__).parent.parent.parent / "gallery" / "private" / "above_threshold.py"
INDEX, SAMPLED = (Var(name, INT, Place.RIGID) for name in ("o", "sampled"))
BAR, QUERY = (Var(name, INT, Place.LEDGER) for name in ("w_bar", "w_query"))


def eq(a: Expr, b: Expr) -> Expr:
    return apply(Op.EQ, a, b)


def le(a: Expr, b: Expr) -> Expr:
    return apply(Op.LE, a, b)


def proof() -> tuple[Mechanism, Theorem]:
    """The mechanism, and the theorem that it is private."""
    mechanism = read_mechanism(PATH)
    goal = privacy(mechanism)
    assert isinstance(mechanism.body, Seq)
    *start, loop = mechanism.body.parts
    assert isinstance(loop, While)
    variables = {v.name: v for v in mentioned(mechanism.body)}

    def left(name: str) -> Var:
        return Var(name, variables[name].type, LEFT)

    def right(name: str) -> Var:
        return Var(name, variables[name].type, RIGHT)

    rates = {s.target.name: s.rate for s in mechanism.samplings}
    counters = ((BAR, rates["bar"]), (QUERY, rates["noisy"]))
    cost = Ledger(counters, TRUE)
    paid = apply(Op.ITE, apply(Op.LT, INDEX, left("i")), Literal(2), Literal(0))
    invariant = conjunction(
        goal.pre,
        eq(left("i"), right("i")),
        le(Literal(0), left("i")),
        eq(left("nothing"), apply(Op.LEN, left("answers"))),
        eq(right("nothing"), apply(Op.LEN, right("answers"))),
        eq(apply(Op.ADD, left("bar"), Literal(1)), right("bar")),
        le(BAR, Literal(1)),
        implies(eq(left("first"), left("nothing")), eq(right("first"), right("nothing"))),
        implies(eq(left("first"), INDEX), eq(right("first"), INDEX)),
        apply(Op.OR, eq(left("first"), left("nothing")), apply(Op.LT, left("first"), left("i"))),
        le(QUERY, paid),
    )

    def couple(sampling: Sample, _: Sample) -> Paired:
        if sampling.target.name == "bar":
            return Paired(Literal(1), SAMPLED, BAR)
        same_noise = apply(Op.SUB, right("answer"), left("answer"))
        return Paired(apply(Op.ITE, eq(left("i"), INDEX), Literal(1), same_noise), SAMPLED, QUERY)

    b1, b2 = tag(loop.condition, LEFT), tag(loop.condition, RIGHT)
    post = conjunction(invariant, eq(b1, b2))
    body = together(loop.body, loop.body, post, cost, couple)
    body = ledger_conseq(conjunction(invariant, b1, b2), post, TRUE, body)
    never = conseq(conjunction(FALSE, b1), FALSE, Budget(), exfalso(loop.body, Skip(), FALSE, Budget()))
    looped = ledger_while(loop.condition, loop.condition, invariant, body, never)
    hit = eq(left("first"), INDEX)
    spent = apply(Op.ADD, apply(Op.MUL, BAR, rates["bar"]), apply(Op.MUL, QUERY, rates["noisy"]))
    final = implies(hit, conjunction(eq(right("first"), INDEX), le(spent, mechanism.claim.amount)))
    looped = ledger_conseq(looped.judgment.pre, final, hit, looped)
    begin = together(sequence(*start), sequence(*start), looped.judgment.pre, cost, couple)
    empty = conjunction(goal.pre, eq(BAR, Literal(0)), eq(QUERY, Literal(0)))
    begin = ledger_conseq(empty, looped.judgment.pre, TRUE, begin)
    whole = ledger_seq(begin, looped, exfalso(loop, Skip(), negate(hit), Budget()))
    result = mechanism.result
    return mechanism, pointwise(result, result, INDEX, mechanism.claim.amount, goal.pre, whole)
