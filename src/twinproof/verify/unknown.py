"""What there is to say where neither a proof nor a counterexample was found, in a paragraph.

What failed and where, how far both searches looked, what may be rewritten, and what is known nevertheless. Nothing is
said about whether the claim is true: that is not known.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from twinproof.lang.command import Assign, If, Sample, While, expressions, loops_in, subcommands
from twinproof.lang.expr import Apply, Literal, Op, Var, subterms
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_claim
from twinproof.lang.types import ListOf
from twinproof.refute.evidence import Refutation
from twinproof.search.in_source import identifiers, loop_lines
from twinproof.search.result import Account, Searched, Stuck

_MATCHED = "couplings keep all runs that were tried together, but no proof was found: "
_LONGEST = 10**6  # denominator of a number that somebody has meant
_APART = "none of the couplings that were tried keeps the two runs together within the budget"


def in_words(mechanism: Mechanism, stuck: Stuck | None, refutation: Refutation | None, inferred: Account | None) -> str:
    """All of it in a paragraph."""
    return " ".join(_sentences(mechanism, stuck, refutation, inferred))


def _sentences(
    mechanism: Mechanism, stuck: Stuck | None, refutation: Refutation | None, inferred: Account | None
) -> Iterator[str]:
    yield "Neither a proof nor a counterexample was found, so nothing is known about the claim."
    if stuck is not None:
        yield from _why(mechanism, stuck)
        advice = list(_rewriting(mechanism, stuck))
        if advice:
            yield f"What may help: {'; '.join(advice)}."
    if inferred is not None:
        yield f"{show_claim(inferred.claim).amount} can be proved in its place."
    if refutation is not None:
        if refutation.pairs:
            yield f"The search for counterexamples compared {refutation.pairs:,} pairs of neighbouring inputs."
            yield refutation.largest.explain() if refutation.largest is not None else "No loss was seen at all."
        else:
            yield "The search for counterexamples found no inputs that it could compare."


def _why(mechanism: Mechanism, stuck: Stuck) -> Iterator[str]:
    """What the prover was stuck at."""
    where = f", most often at line {stuck.line}" if stuck.line is not None else ""
    ways = [search for search in stuck.tried if isinstance(search, Searched)]
    if stuck.reason.startswith(_MATCHED):
        missing = stuck.reason.removeprefix(_MATCHED)
        yield "On all inputs that were tried, the noise of two neighbouring runs can be matched within the budget."
        yield f"What is missing is a reason that this is always so{_at_loops(mechanism)}: {missing}."
    elif stuck.reason == _APART:
        count = max((number for search in ways for _, number in search.offered), default=0)
        lines = sorted({draw.line for search in ways for draw, _ in search.offered if draw.line is not None})
        draws = f" of the draws in {_lines(lines)}" if lines else ""
        offered = f"up to {count:,} ways" if count > 1 else "the one way that there is"
        yield f"For the noise{draws}, {offered} to match it between two neighbouring runs {_were(count)} tried."
        yield f"None of them keeps the outputs the same within the budget{where}; there may be others."
    else:
        at = f" (line {stuck.line})" if stuck.line is not None else ""
        yield f"The prover stopped: {stuck.reason}{at}."
    if any(search.given_up for search in ways):
        yield "It had reached its limit by then, which is a count."


def _were(count: int) -> str:
    return "were" if count > 1 else "was"


def _at_loops(mechanism: Mechanism) -> str:
    lines = sorted({loop.at.line for loop in loops_in(mechanism.body) if loop.at is not None})
    if not lines:
        return ""
    return f" in every round of the loop{'s' if len(lines) > 1 else ''} in {_lines(lines)}"


def _lines(lines: list[int]) -> str:
    *others, last = map(str, lines)
    return f"lines {', '.join(others)} and {last}" if others else f"line {last}"


# ------------------------------------------------------------------------------------------------------------ rewriting


def _rewriting(mechanism: Mechanism, stuck: Stuck) -> Iterator[str]:
    """What of the program is hard for a prover, and could be written in another way."""
    nested = [loop for outer in loops_in(mechanism.body) for loop in loops_in(outer.body)]
    written = loop_lines(mechanism.source)  # what a dictionary is made into has loops that nobody has written
    lines = sorted({loop.at.line for loop in nested if loop.at is not None and loop.at.line in written})
    if lines:
        yield f"a single loop in the place of the inner one in {_lines(lines)}"
    for line, name in dict.fromkeys(_lists_read(mechanism)):
        yield f"in line {line}, using each entry of `{name}` where it is made and not from the list"
    for line in dict.fromkeys(_products(mechanism)):
        yield f"in line {line}, a constant in place of one of the factors"
    for line, meant in dict.fromkeys(_rounded(mechanism)):
        exact = f"Fraction({meant.numerator}, {meant.denominator})"
        yield f"in line {line}, `{exact}` in place of the float, which is not quite that number"


def _lists_read(mechanism: Mechanism) -> Iterator[tuple[int, str]]:
    """Lists that the program builds itself and then reads by their positions."""
    inputs = {p.var for p in mechanism.parameters}
    written = identifiers(mechanism.source)
    for command in subcommands(mechanism.body):
        at = getattr(command, "at", None)
        if at is None or not isinstance(command, Assign | Sample | If | While):
            continue
        for e in (part for whole in expressions(command) for part in subterms(whole)):
            match e:
                case Apply(Op.GET, (Var(type=ListOf()) as items, _)) if items not in inputs and items.name in written:
                    yield at.line, items.name


def _rounded(mechanism: Mechanism) -> Iterator[tuple[int, Fraction]]:
    """Floats in the text that stand for a simpler fraction, which they are only near to."""
    for command in subcommands(mechanism.body):
        at = getattr(command, "at", None)
        if at is None:
            continue
        for e in (part for whole in expressions(command) for part in subterms(whole)):
            match e:
                case Literal(Fraction() as value):
                    meant = value.limit_denominator(_LONGEST)
                    if meant != value and Fraction(float(meant)) == value:
                        yield at.line, meant
                case _:
                    pass


def _products(mechanism: Mechanism) -> Iterator[int]:
    """Lines in which a variable is multiplied with another one that is not public."""
    public = {p.var for p in mechanism.parameters if p.adjacency is None}
    for command in subcommands(mechanism.body):
        at = getattr(command, "at", None)
        if at is None or not isinstance(command, Assign):
            continue
        for e in subterms(command.value):
            known = isinstance(e, Apply) and any(isinstance(a, Literal) or a in public for a in e.args)
            if isinstance(e, Apply) and e.op is Op.MUL and not known:
                yield at.line
