"""What a program, its inputs and an event must be before a probability is computed from them.

Types and places are checked where a mechanism is built (`lang`). Here is the rest that a claim needs to have a meaning,
and sizes that bound the time and the memory of what comes; nothing of it depends on a clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, assert_never

from twinproof.lang.claim import ClaimValue, Concentrated, EpsilonDelta, Renyi
from twinproof.lang.command import expressions, mentioned, subcommands
from twinproof.lang.expr import ByType, Expr, Literal, size_of, subterms
from twinproof.lang.faces import is_held
from twinproof.lang.inputs import FixedQuery, FixedScore, claimed, memory_of, value_of
from twinproof.lang.mechanism import Mechanism, is_public
from twinproof.lang.types import BOOL, INT, REAL, Basic, ListOf, TupleOf, Type
from twinproof.refute.laws import FINITE_LAWS, LAWS
from twinproof.refute.states import is_too_large

MOST_COMMANDS = 5_000
MOST_VARIABLES = 300
MOST_NODES = 2_000  # of one expression
MOST_OUTPUTS = 10_000  # of an event
MOST_BITS_OF_A_CLAIM = 12_000  # of the numbers of one part, or of `requires`, together, and of their values


class NotAdmitted(Exception):
    """The claim has no meaning on these inputs, or takes more room than there is."""


def admit_program(core: Mechanism) -> None:
    """Sizes, and what must be public."""
    if sum(1 for _ in subcommands(core.body)) > MOST_COMMANDS or len(mentioned(core.body)) > MOST_VARIABLES:
        raise NotAdmitted(f"the program has more than {MOST_COMMANDS} commands or {MOST_VARIABLES} variables")
    limits = [amount for p in core.parameters for amount in p.amounts]
    places = [e for c in subcommands(core.body) for e in expressions(c)]
    places += limits
    claims = [core.requires, *core.claim.parts()]
    if any(size_of(e) > MOST_NODES for e in (*places, *claims)):
        raise NotAdmitted(f"an expression has more than {MOST_NODES} parts")
    if any(isinstance(t, Literal) and is_too_large(t.value) for e in places for t in subterms(e)):
        raise NotAdmitted("a number of the program is too large")
    if any(sum(map(_bits, subterms(e))) > MOST_BITS_OF_A_CLAIM for e in claims):
        raise NotAdmitted("a number of the claim is too large")
    if not all(is_public(e, core.parameters) and e.type == INT for e in limits):
        raise NotAdmitted("how far an input may move must be a public integer")
    strange = [s.noise for s in core.samplings if s.noise not in LAWS and s.noise not in FINITE_LAWS]
    if strange:
        raise NotAdmitted(f"the replay does not know {strange[0].name} noise")


def admit_inputs(core: Mechanism, values: Mapping[str, Any]) -> ClaimValue:
    """Sizes, the public rates of noise, and the claim; what is claimed is returned."""
    if any(map(_is_too_large, values.values())):
        raise NotAdmitted("an input is too large")
    for s in core.samplings:
        for parameter, e in zip(s.noise.parameters, s.parameters, strict=True):
            if not is_public(e, core.parameters):  # looked at where it is drawn
                continue
            number = Fraction(value_of(e, core, values))
            if is_too_large(number):
                raise NotAdmitted(f"a {parameter.name} of noise is too large")
            if not parameter.allowed.holds(number):
                raise NotAdmitted(f"a {parameter.name} of noise is not {parameter.allowed.words}")
    match claimed(core, memory_of(core, values)):
        case EpsilonDelta() | Concentrated() | Renyi() as claim:
            if max(map(_length, claim.parts())) > MOST_BITS_OF_A_CLAIM:
                raise NotAdmitted("a number of the claim is too large")
            if not claim.is_meant():
                raise NotAdmitted("a number of the claim is below zero, or its order is not above 1")
            return claim
        case other:
            assert_never(other)


def admit_event(core: Mechanism, event: Sequence[Any]) -> None:
    """Outputs that the mechanism may give, each once."""
    if not 0 < len(event) <= MOST_OUTPUTS:
        raise NotAdmitted(f"an event has between one and {MOST_OUTPUTS} outputs")
    for output in event:
        value = _as_tuple(output)
        has_type = _has_type(output, core.result.type) and is_held(value, core.result_face, core.faces.texts)
        if not has_type or is_too_large(value):
            raise NotAdmitted(f"{output!r:.40} is not an output of this mechanism")
    if len({repr(o) for o in event}) < len(event):
        raise NotAdmitted("an event holds an output once")


def _bits(e: Expr) -> int:
    return _length(Fraction(e.value)) if isinstance(e, Literal) else 0


def _length(number: Fraction) -> int:
    return max(number.numerator.bit_length(), number.denominator.bit_length())


def _is_too_large(value: Any) -> bool:
    match value:
        case FixedScore(pairs, otherwise):
            return is_too_large(pairs) or is_too_large(otherwise)
        case tuple():
            return is_too_large(tuple(v.answer if isinstance(v, FixedQuery) else v for v in value))
        case _:
            return is_too_large(value)


def _has_type(value: Any, kind: Type) -> bool:
    match kind:
        case ListOf(item):
            return type(value) is list and all(_has_type(v, item) for v in value)
        case TupleOf(items):
            fits = type(value) is tuple and len(value) == len(items)
            return fits and all(map(_has_type, value, items))
        case Basic():
            return type(value) is _OUTPUTS[kind]
        case _:
            assert_never(kind)


_OUTPUTS = ByType[type]({BOOL: bool, INT: int, REAL: Fraction})


def _as_tuple(value: Any) -> Any:
    return tuple(map(_as_tuple, value)) if isinstance(value, list | tuple) else value
