"""Which metrics of OpenDP say what an adjacency says, and how many adjacent steps a distance is.

| private parameter | domain | metric | steps of distance d |
| --- | --- | --- | --- |
| `within(k)` | AtomDomain | AbsoluteDistance | ⌈d / k⌉ |
| `each_within(k)` | VectorDomain | LInfDistance, L1Distance | ⌈d / k⌉ |
| `each_within(k, monotone=True)` | VectorDomain | LInfDistance(monotonic) | ⌈d / k⌉ |
| `one_within(1)` | VectorDomain | L1Distance | d |
| `one_added_or_removed()` | VectorDomain | InsertDeleteDistance | d |
| `one_changed()` | VectorDomain with a size | HammingDistance | d |

Inputs at distance d are joined by that many steps, each between adjacent inputs: walk from one to the other by at most
k at a time in every entry (or by 1 in one entry). Entries are integers, so an L1 distance of 1 is one entry that moves
by 1; no metric of OpenDP says "one entry moves by at most k" for a larger k. Vectors of different lengths are
infinitely far apart in the first four and in the last, as they are never adjacent for us.

What is proved of rows is about rows in their order: one is more, less or another one, and all others stay as they are.
That is what InsertDeleteDistance and HammingDistance count. SymmetricDistance and ChangeOneDistance do not see the
order: two vectors in different order are at distance 0, and a mechanism may well tell them apart. These are refused.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

import opendp.prelude as dp

from twinproof.integrations.opendp.problems import DoesNotFit
from twinproof.lang.adjacency_kind import Edit
from twinproof.lang.faces import TEXT, item_of
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.types import BOOL, INT, ListOf, Type, is_data

INTEGERS = ("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "usize")
ROWS: dict[Type, tuple[str, ...]] = {INT: INTEGERS, BOOL: ("bool",), TEXT: ("String",)}  # what OpenDP calls these
UNORDERED = {"SymmetricDistance": "InsertDeleteDistance", "ChangeOneDistance": "HammingDistance"}
Steps = Callable[[Fraction, int], int]


@dataclass(frozen=True, slots=True)
class Space:
    """The input domain and metric of a measurement, and how many steps of size k a distance is."""

    domain: Any
    metric: Any
    steps: Steps


def private_parameter(mechanism: Mechanism) -> Parameter:
    """The one private parameter; an OpenDP measurement has one input."""
    if any(p.adjacency is not None and not is_data(p.var.type) for p in mechanism.parameters):
        _refuse(
            mechanism,
            "what adjacent databases are is left open in it, and OpenDP has to know",
            "take the answers of the queries: `answers: Annotated[list[int], each_within(k)]`",
        )
    private = [p for p in mechanism.parameters if p.private]
    if len(private) != 1:
        names = ", ".join(p.name for p in private) or "none"
        _refuse(mechanism, f"a measurement has one private input, and it has {names}", "put them into one list")
    (parameter,) = private
    rows = row_of(mechanism, parameter)
    if rows not in ROWS if rows is not None else parameter.name in mechanism.faces.parameters:
        message = f"OpenDP has no domain for `{parameter.name}`, which is {mechanism.face(parameter.name)}"
        _refuse(mechanism, message, "take integers, or a list of integers, of truth values or of texts")
    if parameter.bound is None and rows is None:
        _refuse_adjacency(mechanism, parameter)
    return parameter


def row_of(mechanism: Mechanism, parameter: Parameter) -> Type | None:
    """The type of the rows of a data set of which one is more, less or another one; None for all other parameters."""
    kind = mechanism.face(parameter.name)
    edited = parameter.adjacency is not None and parameter.adjacency.EDIT is not None
    return item_of(kind) if edited else None


def space(mechanism: Mechanism, parameter: Parameter, k: int, domain: Any, metric: Any) -> Space:
    """The given space if it fits the parameter; without one, OpenDP's usual one for integers."""
    row = row_of(mechanism, parameter)
    wanted = _of_numbers(mechanism, parameter, k) if row is None else _of_rows(mechanism, parameter, row)
    domain = wanted.domain() if domain is None else domain
    metric = wanted.metric() if metric is None else metric
    if str(domain.type) not in wanted.carriers:
        usual = next((c for c in wanted.carriers if "i32" in c), wanted.carriers[0])
        _refuse(mechanism, f"`{parameter.name}` is not in the domain {domain}", f"give a {usual}, for example")
    kind = _kind(metric)
    if kind not in wanted.steps:
        message, hint = f"the adjacency of `{parameter.name}` is not what {metric} measures", " or ".join(wanted.steps)
        if UNORDERED.get(kind) in wanted.steps:
            message += ", which does not see the order of rows"
            hint += "; `dp.t.make_ordered_random` leads there"
        _refuse(mechanism, message, f"give {hint}")
    if kind == "HammingDistance" and domain.size is None:
        hint = "give a domain with a size: `dp.vector_domain(dp.atom_domain(T=int), size=n)`"
        _refuse(mechanism, "HammingDistance is for vectors of one size", hint)
    return Space(domain, metric, wanted.steps[kind])


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The domains that fit a parameter, by their types; metrics that do, each with its steps; and the usual ones."""

    carriers: tuple[str, ...]
    steps: dict[str, Steps]
    domain: Callable[[], Any]
    metric: Callable[[], Any]


def _vectors(item: type, rust: tuple[str, ...], steps: dict[str, Steps], metric: Callable[[], Any]) -> _Wanted:
    carriers = tuple(f"VectorDomain<AtomDomain<{t}>>" for t in rust)
    return _Wanted(carriers, steps, lambda: dp.vector_domain(dp.atom_domain(T=item)), metric)


def _of_rows(mechanism: Mechanism, parameter: Parameter, row: Type) -> _Wanted:
    """A data set: each row that is more, less or another one is a step."""
    item = {INT: int, BOOL: bool, TEXT: str}[row]
    match parameter.adjacency.EDIT if parameter.adjacency is not None else None:
        case Edit.ADDED_OR_REMOVED:
            return _vectors(item, ROWS[row], {"InsertDeleteDistance": _unit_steps}, dp.insert_delete_distance)
        case Edit.REPLACED:
            return _vectors(item, ROWS[row], {"HammingDistance": _unit_steps}, dp.hamming_distance)
        case _:
            _refuse_adjacency(mechanism, parameter)


def _of_numbers(mechanism: Mechanism, parameter: Parameter, k: int) -> _Wanted:
    """Numbers that move, each by at most k."""
    motions = parameter.adjacency.motions if parameter.adjacency is not None else ()
    match parameter.var.type, [(motion.direction, motion.single) for motion in motions]:
        case basic, [(0, False)] if basic == INT:
            atoms = tuple(f"AtomDomain<{t}>" for t in INTEGERS)
            steps: dict[str, Steps] = {"AbsoluteDistance": _walk}
            return _Wanted(atoms, steps, lambda: dp.atom_domain(T=int), lambda: dp.absolute_distance(T=int))
        case ListOf(item), [(1, False), (-1, False)] if item == INT:
            metric = lambda: dp.linf_distance(T=int, monotonic=True)  # noqa: E731
            return _vectors(int, INTEGERS, {"LInfDistance(monotonic)": _walk}, metric)
        case ListOf(item), [(0, False)] if item == INT:
            every = ("LInfDistance", "LInfDistance(monotonic)", "L1Distance")
            return _vectors(int, INTEGERS, dict.fromkeys(every, _walk), lambda: dp.linf_distance(T=int))
        case ListOf(item), [(0, True)] if item == INT:
            if k != 1:
                message = f"no metric of OpenDP says that one entry of `{parameter.name}` moves, by at most {k}"
                _refuse(mechanism, message, "claim it for `one_within(1)`")
            return _vectors(int, INTEGERS, {"L1Distance": _unit_steps}, lambda: dp.l1_distance(T=int))
        case _:
            _refuse_adjacency(mechanism, parameter)


def _kind(metric: Any) -> str:
    """The name of the metric, without the type of its distances."""
    name = str(metric.type).rpartition("::")[2].partition("<")[0]
    return f"{name}(monotonic)" if "monotonic" in str(metric) else name


def _walk(distance: Fraction, k: int) -> int:
    return math.ceil(distance / k)


def _unit_steps(distance: Fraction, _: int) -> int:
    return math.floor(distance)


def _refuse_adjacency(mechanism: Mechanism, parameter: Parameter) -> NoReturn:
    message = f"no metric of OpenDP is known to say what the adjacency of `{parameter.name}` says"
    known = "`within`, `each_within`, `one_within`, `one_added_or_removed` or `one_changed`"
    _refuse(mechanism, message, f"claim it for {known}")


def _refuse(mechanism: Mechanism, message: str, hint: str) -> NoReturn:
    raise DoesNotFit(f"{mechanism.name} does not become a measurement: {message}\n  help: {hint}")
