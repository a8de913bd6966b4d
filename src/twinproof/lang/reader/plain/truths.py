"""`b == True`, as `True in above` or `above.index(True)` come to ask, is b."""

from __future__ import annotations

from twinproof.lang.command import Command
from twinproof.lang.expr import FALSE, TRUE, Apply, Expr, Op, negate
from twinproof.lang.rewriting import rewritten, with_arguments, with_expressions


def with_plain_truths(program: Command) -> Command:
    """The program without comparisons to true and false."""
    return rewritten(program, lambda c: with_expressions(c, _plain))


def _plain(e: Expr) -> Expr:
    match e:
        case Apply(Op.EQ, (part, truth)) if truth in (TRUE, FALSE):
            return _plain(part) if truth == TRUE else negate(_plain(part))
        case Apply():
            return with_arguments(e, _plain)
        case _:
            return e
