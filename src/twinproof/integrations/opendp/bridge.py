"""`measurement`: a proved mechanism, with its public parameters bound, as an OpenDP Measurement."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, assert_never

import opendp.prelude as dp
from opendp.mod import GLOBAL_FEATURES

from twinproof.integrations.opendp.problems import DoesNotFit, NotProved
from twinproof.integrations.opendp.spaces import Space, private_parameter, space
from twinproof.integrations.subject import Subject, mechanism_of
from twinproof.lang.claim import ClaimValue, Concentrated, EpsilonDelta, Renyi
from twinproof.lang.declare import RunnableMechanism
from twinproof.lang.expr import Apply, Expr, Op, subterms
from twinproof.lang.faces import TEXT, item_of
from twinproof.lang.inputs import called_with, check_inputs, claimed, memory_of
from twinproof.lang.interpret import evaluate, run
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.noise import SystemNoise
from twinproof.lang.python_values import held
from twinproof.lang.types import BOOL, INT, Type
from twinproof.verify import Verdict, verify


def measurement(mechanism: Subject, input_domain: Any = None, input_metric: Any = None, /, **public: Any) -> Any:
    """An OpenDP Measurement that runs the mechanism, and whose privacy map is its proved claim.

    `mechanism` is a function under `@mechanism`, or the text "PATH::name"; every public parameter is given by its name:
    `measurement(above_threshold, *counts.output_space, threshold=20, eps=1)`. Without a domain and a metric these are
    OpenDP's usual ones for integers. Raises `NotProved` unless the claim is proved, `DoesNotFit` where OpenDP cannot
    say what the mechanism takes, and `TwinproofError` for wrong parameters.

    What runs is the very program that was proved, on integers of any size, with exact noise from the system's secure
    generator.
    """
    for given, kind in ((input_domain, dp.Domain), (input_metric, dp.Metric)):
        if given is not None and not isinstance(given, kind):
            raise TypeError(f"an OpenDP {kind.__name__} is needed, not {given!r:.60}; public parameters go by name")
    core = mechanism_of(mechanism)
    classes = mechanism.namespace if isinstance(mechanism, RunnableMechanism) else None
    parameter = private_parameter(core)
    if parameter.name in public:
        raise DoesNotFit(f"`{parameter.name}` is the private input of {core.name}; the measurement is called with it")
    size = input_domain.size if input_domain is not None and str(input_domain.type).startswith("Vec") else None
    core, (inputs,) = called_with(core, {**public, parameter.name: _sample(core, parameter, size)})
    memory = memory_of(core, inputs)
    k = 1 if parameter.bound is None else evaluate(parameter.bound, memory)
    where = space(core, parameter, k, input_domain, input_metric)
    verdict = _verdict(core, core.source)
    if verdict.kind != "proved":
        raise NotProved(verdict)
    measure, amount = measured(claimed(core, memory))

    def function(data: Any) -> Any:
        if size is not None and len(data) != size:
            raise ValueError(f"the domain has lists of {size} entries, and this one has {len(data)}")
        given = {**inputs, parameter.name: held(data, core.face(parameter.name), core.faces.texts)}
        result = run(core, check_inputs(core, given), SystemNoise())
        return core.faces.output(result, classes)

    with _features("contrib", "honest-but-curious"):
        loss = privacy_map(where, k, amount)
        return dp.m.make_user_measurement(where.domain, where.metric, measure(), function, loss, TO="ExtrinsicObject")


@contextmanager
def _features(*names: str) -> Iterator[None]:
    """OpenDP asks those who bring their own measurements to say so. That is said here, and for no one else."""
    missing = [name for name in names if name not in GLOBAL_FEATURES]
    dp.enable_features(*missing)
    try:
        yield
    finally:
        dp.disable_features(*missing)


@dataclass(frozen=True, slots=True)
class Amount:
    """What one step between adjacent inputs costs, and how m steps do: m times as much, or m² times for zCDP."""

    each: Fraction
    delta: Fraction
    squared: bool = False


def privacy_map(where: Space, k: int, amount: Amount) -> Callable[[Any], Any]:
    """From the distance of two inputs to the privacy that is lost at most.

    Adjacent inputs cost ε, equal ones nothing. With δ = 0, m steps between adjacent inputs cost m·ε: the bounds on the
    ratios multiply. Of zCDP they cost m²·ρ (Bun, Steinke 2016, Prop. 1.9). With δ > 0 the claim says nothing beyond one
    step, and the loss is given as infinite.
    """

    def loss(distance: Any) -> Any:
        steps = _steps(where, k, distance)
        if not amount.delta:
            times = None if steps is None else steps * steps if amount.squared else steps
            return math.inf if times is None else rounded_up(times * amount.each)
        if steps is None or steps > 1:
            return math.inf, 1.0
        return rounded_up(steps * amount.each), rounded_up(steps * amount.delta)

    return loss


def _steps(where: Space, k: int, distance: Any) -> int | None:
    """None when no number of steps reaches that far."""
    if distance == 0:
        return 0
    if k == 0 or math.isinf(distance):
        return None
    if not distance > 0:
        raise ValueError(f"a distance is not negative, as {distance} is")
    return where.steps(Fraction(distance), k)


def rounded_up(exact: Fraction) -> float:
    """The smallest float that is not below."""
    try:
        near = float(exact)
    except OverflowError:
        return math.inf
    return near if math.isinf(near) or Fraction(near) >= exact else math.nextafter(near, math.inf)


def measured(claim: ClaimValue) -> tuple[Callable[[], Any], Amount]:
    """OpenDP's measure that a claim bounds, and by how much.

    A δ with zCDP is not OpenDP's: there what is taken away is an event of each run, and here of the left one.
    """
    match claim:
        case EpsilonDelta(epsilon, delta):
            return (lambda: dp.approximate(dp.max_divergence())) if delta else dp.max_divergence, Amount(epsilon, delta)
        case Concentrated(rho, delta) if delta == 0:
            return dp.zero_concentrated_divergence, Amount(rho, delta, squared=True)
        case Concentrated():
            raise DoesNotFit("OpenDP does not have zCDP with a δ as it is claimed here; claim it without")
        case Renyi():
            raise DoesNotFit("OpenDP has Rényi divergences for all orders at once, and this claim is about one")
        case _:
            assert_never(claim)


def _sample(core: Mechanism, parameter: Parameter, size: int | None) -> Any:
    """A private input of the domain, to check the public ones and to evaluate the claim with."""
    if parameter.var.type == INT:
        return 0
    if size is None and any(_has_length(e, parameter) for e in (*core.claim.parts(), core.requires)):
        raise DoesNotFit(
            f"{core.name} does not become a measurement: its claim depends on the length of `{parameter.name}`\n"
            "  help: give a domain with a size: `dp.vector_domain(dp.atom_domain(T=int), size=n)`"
        )
    blank: dict[Type, Any] = {INT: 0, BOOL: False, TEXT: ""}
    return [blank[item_of(core.face(parameter.name))]] * (size or 0)


def _has_length(e: Expr, parameter: Parameter) -> bool:
    return any(isinstance(t, Apply) and t.op is Op.LEN and parameter.var in t.args for t in subterms(e))


@functools.lru_cache(maxsize=64)
def _verdict(core: Mechanism, source: str) -> Verdict:
    """The same program in another text has another certificate."""
    assert core.source == source
    return verify(core)
