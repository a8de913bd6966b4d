"""Which metrics of OpenDP say what an adjacency says, and how many adjacent steps a distance is.

| private parameter | domain | metric | steps of distance d |
| --- | --- | --- | --- |
| `within(k)` | AtomDomain | AbsoluteDistance | ⌈d / k⌉ |
| `each_within(k)` | VectorDomain | LInfDistance, L1Distance | ⌈d / k⌉ |
| `each_within(k, monotone=True)` | VectorDomain | LInfDistance(monotonic) | ⌈d / k⌉ |
| `one_within(1)` | VectorDomain | L1Distance | d |

Inputs at distance d are joined by that many steps, each between adjacent inputs: walk from one to the other by at most
k at a time in every entry (or by 1 in one entry). Entries are integers, so an L1 distance of 1 is one entry that moves
by 1; no metric of OpenDP says "one entry moves by at most k" for a larger k. Vectors of different lengths are
infinitely far apart in all of these, as they are never adjacent for us.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

import opendp.prelude as dp

from twinproof.integrations.opendp.problems import DoesNotFit
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.types import INT, ListOf, is_data

INTEGERS = ("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "usize")
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
    if private[0].name in mechanism.faces.parameters:
        message = f"OpenDP has no domain for `{private[0].name}`, which is {mechanism.face(private[0].name)}"
        _refuse(mechanism, message, "take integers, or a list of integers")
    if private[0].bound is None:
        _refuse_adjacency(mechanism, private[0])
    return private[0]


def space(mechanism: Mechanism, parameter: Parameter, k: int, domain: Any, metric: Any) -> Space:
    """The given space if it fits the parameter; without one, OpenDP's usual one for integers."""
    metrics: dict[str, Steps]
    motions = parameter.adjacency.motions if parameter.adjacency is not None else ()
    match parameter.var.type, [(motion.direction, motion.single) for motion in motions]:
        case basic, [(0, False)] if basic == INT:
            wanted, metrics = "AtomDomain", {"AbsoluteDistance": _walk}
            usual = dp.atom_domain(T=int), dp.absolute_distance(T=int)
        case ListOf(item), [(1, False), (-1, False)] if item == INT:
            wanted, metrics = "VectorDomain", {"LInfDistance(monotonic)": _walk}
            usual = dp.vector_domain(dp.atom_domain(T=int)), dp.linf_distance(T=int, monotonic=True)
        case ListOf(item), [(0, False)] if item == INT:
            every = ("LInfDistance", "LInfDistance(monotonic)", "L1Distance")
            wanted, metrics = "VectorDomain", dict.fromkeys(every, _walk)
            usual = dp.vector_domain(dp.atom_domain(T=int)), dp.linf_distance(T=int)
        case ListOf(item), [(0, True)] if item == INT:
            if k != 1:
                message = f"no metric of OpenDP says that one entry of `{parameter.name}` moves, by at most {k}"
                _refuse(mechanism, message, "claim it for `one_within(1)`")
            wanted, metrics = "VectorDomain", {"L1Distance": _unit_steps}
            usual = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
        case _:
            _refuse_adjacency(mechanism, parameter)
    domain = usual[0] if domain is None else domain
    metric = usual[1] if metric is None else metric
    carriers = [f"{wanted}<AtomDomain<{t}>>" if wanted == "VectorDomain" else f"{wanted}<{t}>" for t in INTEGERS]
    if str(domain.type) not in carriers:
        _refuse(mechanism, f"`{parameter.name}` is not in the domain {domain}", f"give a {carriers[2]}, for example")
    kind = _kind(metric)
    if kind not in metrics:
        message = f"the adjacency of `{parameter.name}` is not what {metric} measures"
        _refuse(mechanism, message, f"give {' or '.join(metrics)}")
    return Space(domain, metric, metrics[kind])


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
    _refuse(mechanism, message, "claim it for `within`, `each_within` or `one_within`")


def _refuse(mechanism: Mechanism, message: str, hint: str) -> NoReturn:
    raise DoesNotFit(f"{mechanism.name} does not become a measurement: {message}\n  help: {hint}")
