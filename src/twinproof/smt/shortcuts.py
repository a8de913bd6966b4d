"""Implications that need no solver: what follows by propositional steps alone is left out of the question."""

from __future__ import annotations

from twinproof.lang.expr import FALSE, TRUE, Apply, Expr, Op, conjunction, implies, negate

_MOST_STEPS = 30  # one after the other; what they do not reach, the solver is asked for


def implication(a: Expr, b: Expr) -> Expr:
    """a ⇒ b, without what of b follows from a by propositional steps alone: the solver need not be asked for it."""
    facts = {a}
    for _ in range(_MOST_STEPS):
        new = {p for e in facts for p in _follows(e, facts)} - facts
        if not new:
            break
        facts |= new
    if FALSE in facts or any(_is_denied(e, facts) for e in facts):
        return TRUE
    return implies(a, conjunction(*(p for p in _parts(b) if not _is_clear(p, facts))))


def _follows(e: Expr, facts: set[Expr]) -> tuple[Expr, ...]:
    """The parts of a conjunction; the conclusion of an implication whose condition is known; of ¬(p ∨ q), ¬p and ¬q."""
    match e:
        case Apply(Op.IMPLIES, (condition, conclusion)):
            return (conclusion,) if facts.issuperset(_parts(condition)) else ()
        case Apply(Op.NOT, (Apply(Op.OR, cases),)):
            return tuple(negate(p) for p in cases)
        case _:
            return _parts(e)


def _is_denied(e: Expr, facts: set[Expr]) -> bool:
    """Whether its opposite is known too. (Of e and ¬e, the second one finds the first.)"""
    match e:
        case Apply(Op.NOT, (inner,)):
            return inner in facts
        case Apply(Op.LT | Op.LE):
            return negate(e) in facts
        case _:
            return False


def _is_clear(e: Expr, facts: set[Expr]) -> bool:
    """Whether it is known, or one of its cases is."""
    cases = e.args if isinstance(e, Apply) and e.op is Op.OR else ()
    return e in facts or any(facts.issuperset(_parts(p)) for p in cases)


def _parts(e: Expr) -> tuple[Expr, ...]:
    return e.args if isinstance(e, Apply) and e.op is Op.AND else (e,)
