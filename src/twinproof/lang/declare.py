"""What mechanism authors import: the types of parameters, and the decorator (adjacencies come from `adjacency`).

A decorated function runs as it stands: it draws real noise. What twinproof says about it comes from its text.
"""

from __future__ import annotations

import copy
import functools
import inspect
import math
import os
import typing
from collections import OrderedDict
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Generic, ParamSpec, TypeVar

from twinproof.lang import claim_text
from twinproof.lang.checked import checked as checked_run
from twinproof.lang.checked import is_running, run_by_core
from twinproof.lang.claim import KEYWORDS, NOTIONS, ClaimText, argument_of, stated, why_no_notion
from twinproof.lang.errors import TwinproofError
from twinproof.lang.given_fractions import ALONE, Types
from twinproof.lang.in_memory import is_in_memory, text_of_function
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_mechanism
from twinproof.lang.reader import read_mechanism, read_text, the_one
from twinproof.pages import rendered

_ROUNDING = (math.exp, math.log, math.sqrt)
CHECKED = "TWINPROOF_CHECKED"  # the variable of the environment that makes every call a checked one

P = ParamSpec("P")
R = TypeVar("R")
Number = TypeVar("Number", int, Fraction)


class _Positive:
    """Marks a privacy parameter."""

    def __repr__(self) -> str:
        return "positive"


POSITIVE = _Positive()

Epsilon = Annotated[float | Fraction, POSITIVE]
"""A positive real parameter. In a run it is taken at its exact value."""

Database = Any
"""Private data that only queries and scores look at."""

Query = Callable[[Any], int]
"""A function from databases to integers."""

Score = Callable[[Any, int], int]
"""A function from a database and a candidate to an integer."""


class Exact(Fraction):
    """A rational that stays exact when it meets floats: they count at their exact values."""

    __slots__ = ()


def _exact_operator(name: str) -> Callable[[Exact, object], object]:
    plain = getattr(Fraction, name)

    def method(self: Exact, other: object) -> object:
        if not isinstance(other, int | float | Fraction | Decimal):
            return NotImplemented
        result = plain(self, Fraction(other))
        return Exact(result) if isinstance(result, Fraction) else result

    return functools.wraps(plain)(method)


def _exact_sign(name: str) -> Callable[[Exact], Exact]:
    plain = getattr(Fraction, name)
    return functools.wraps(plain)(lambda self: Exact(plain(self)))


for _method in ("__neg__", "__pos__", "__abs__"):
    setattr(Exact, _method, _exact_sign(_method))
for _name in ("add", "sub", "mul", "truediv"):
    for _method in (f"__{_name}__", f"__r{_name}__"):
        setattr(Exact, _method, _exact_operator(_method))


def clamp(x: Number, low: Number, high: Number) -> Number:
    """x, or the bound beyond which it lies: `max(low, min(x, high))`."""
    return max(low, min(x, high))


class RunnableMechanism(Generic[P, R]):
    """A mechanism as people call it; `core` is the program that twinproof reads in its text."""

    def __init__(self, function: Callable[P, R], claim: ClaimText, requires: str | None, checked: bool = False) -> None:
        self.claim = claim
        self.requires = requires
        self.checked = checked
        self._function = function
        self._signature = inspect.signature(function)
        self._condition = claim_text.parse(requires) if requires is not None else None
        self._owner: type | None = None
        self._read: Mechanism | None = None  # of what is in no file
        functools.update_wrapper(self, function)

    def __set_name__(self, owner: type, name: str) -> None:
        self._owner = owner

    @functools.cached_property
    def _positive(self) -> frozenset[str]:
        hints = typing.get_type_hints(self._function, include_extras=True)
        return frozenset(name for name, hint in hints.items() if POSITIVE in getattr(hint, "__metadata__", ()))

    @functools.cached_property
    def _rational(self) -> Mapping[str, Any]:
        """The types of the parameters that are, or hold, fractions."""
        return _with_fractions(self._function, self._types)

    @property
    def _types(self) -> Types:
        return Types(self._function.__globals__)

    @property
    def core(self) -> Mechanism:
        """The core program, read once from the source file; or from the cell of a notebook, whose names may change."""
        path = inspect.getsourcefile(self._function)
        if path is None:
            raise OSError(f"the source of {self._function.__name__} is not in a file")
        if self._owner is not None or not is_in_memory(path):
            return self._core_of_file
        text = text_of_function(self._function, path, RunnableMechanism)
        if self._read is None or self._read.source != text:
            self._read = the_one(read_text(text, path), path, self._function.__name__)
        return self._read

    @functools.cached_property
    def _core_of_file(self) -> Mechanism:
        path, name = inspect.getsourcefile(self._function), self._function.__name__
        assert path is not None
        return read_mechanism(path, name if self._owner is None else f"{self._owner.__name__}.{name}")

    @functools.cached_property
    def _is_rounded(self) -> bool:
        """Whether exp, log or sqrt is in a number of its noise, so that floats would not do.

        Only then the core program has to be read for a run. What cannot be read has no verdict either, and runs as is.
        """
        if not any(value is known for value in self.namespace.values() for known in (math, *_ROUNDING)):
            return False
        try:
            return self.core.rounds
        except (OSError, TwinproofError):
            return False

    @property
    def function(self) -> Callable[P, R]:
        """The function as it was written."""
        return self._function

    @property
    def namespace(self) -> Mapping[str, object]:
        """The names of the file in which it stands."""
        return self._function.__globals__

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        for name in self._positive & set(bound.arguments):
            bound.arguments[name] = _positive(name, bound.arguments[name])
        for name in self._rational.keys() & bound.arguments.keys():
            bound.arguments[name] = _exact_parts(self._types, name, bound.arguments[name], self._rational[name])
        spoken: dict[str, Any] = dict(bound.arguments)
        if self._owner is not None:
            spoken = {**self._exact_object(bound), **spoken}
        if self._condition is not None and not claim_text.value(self._condition, spoken):
            raise ValueError(f"{self._function.__name__} requires {self.requires}; {self._shown(bound.arguments)}")
        if self._is_rounded and not is_running():
            given = {p.name: spoken[p.name] for p in self.core.parameters}
            drawn: R = run_by_core(self.core, self._called, given)
            return drawn
        if (self.checked or os.environ.get(CHECKED, "0") not in ("", "0")) and not is_running():
            core = self.core
            if self._owner is not None:
                spoken = {p.name: spoken[p.name] for p in core.parameters}
            result: R = checked_run(core, self._called, spoken)
            return result
        return self._function(*bound.args, **bound.kwargs)

    def _exact_object(self, bound: inspect.BoundArguments) -> dict[str, Any]:
        """What the object of a method holds, once its privacy parameters and fractions are at their exact values."""
        assert self._owner is not None
        first = next(iter(self._signature.parameters))
        held = copy.copy(bound.arguments[first])
        hints = typing.get_type_hints(self._owner.__init__, include_extras=True)  # type: ignore[misc]
        for name, hint in hints.items():
            if POSITIVE in getattr(hint, "__metadata__", ()) and hasattr(held, name):
                object.__setattr__(held, name, _positive(name, getattr(held, name)))
        for name, hint in _with_fractions(self._owner.__init__, self._types).items():  # type: ignore[misc]
            if hasattr(held, name):
                object.__setattr__(held, name, _exact_parts(self._types, name, getattr(held, name), hint))
        bound.arguments[first] = held
        return dict(vars(held))

    def _with_object(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments, with those of which the object of a method is made put into one."""
        given = dict(arguments)
        if self._owner is None:
            return given
        first, *_ = self._signature.parameters
        initial = inspect.signature(self._owner.__init__).parameters  # type: ignore[misc]
        made = self._owner(**{name: given.pop(name) for name in list(initial)[1:]})
        return {first: made, **given}

    def of_parts(self, **arguments: Any) -> R:
        """A call with all arguments by name; of a method, also those of which its object is made."""
        bound = inspect.BoundArguments(self._signature, OrderedDict(self._with_object(arguments)))
        return self(*bound.args, **bound.kwargs)

    def _called(self, **arguments: Any) -> R:
        """The function itself, on arguments by name, whatever kind its parameters are."""
        bound = inspect.BoundArguments(self._signature, OrderedDict(self._with_object(arguments)))
        if self._owner is not None:
            self._exact_object(bound)
        return self._function(*bound.args, **bound.kwargs)

    def _shown(self, arguments: Mapping[str, object]) -> str:
        """The privacy parameters as they count: a float such as 0.1 is not exactly one tenth."""
        return "here " + ", ".join(f"{n} = {arguments[n]}" for n in sorted(self._positive & set(arguments)))

    def __get__(self, instance: object, owner: type | None = None) -> Callable[..., R]:
        return self if instance is None or self._owner is None else functools.partial(self, instance)  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"<mechanism {self._function.__name__}{self._signature} claiming {self.claim.noun()}>"

    def __str__(self) -> str:
        return show_mechanism(self.core)

    def _repr_html_(self) -> str:
        """In a notebook: the claim, the adjacency and the core program; or why the text could not be read."""
        try:
            shown = str(self)
        except (OSError, TwinproofError) as problem:
            shown = f"{self!r}\n{problem}"
        return rendered("notebook/text.html", words=shown)


def _exact(name: str, value: object) -> Exact:
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction | Decimal):
        raise TypeError(f"{name} must be a number, not {value!r}")
    try:
        return Exact(value)
    except (ValueError, OverflowError):
        raise ValueError(f"{name} must be a finite number, not {value}") from None


def _with_fractions(function: Callable[..., Any], types: Types) -> dict[str, Any]:
    """The types of the parameters that are, or hold, fractions; a privacy parameter is none of them."""
    hints = typing.get_type_hints(function, include_extras=True)
    plain = typing.get_type_hints(function)
    rates = {name for name, hint in hints.items() if POSITIVE in getattr(hint, "__metadata__", ())}
    return {n: hint for n, hint in plain.items() if n != "return" and n not in rates and types.with_fractions(hint)}


def _exact_parts(types: Types, name: str, value: Any, hint: Any) -> Any:
    """The value with its fractions at their exact values; where they are inside of something, as they are."""
    if hint in ALONE:
        return [_exact(name, part) for part in value] if isinstance(value, list) else _exact(name, value)
    try:
        where = types.where_no_fraction(value, hint)
    except (TypeError, ValueError, AttributeError):
        raise TypeError(f"{name} must be {hint}, not {value!r:.60}") from None
    if where is not None:
        raise TypeError(f"{name}{where} must be a Fraction, and is none in {value!r:.60}")
    return value


def _positive(name: str, value: object) -> Exact:
    exact = _exact(name, value)
    if exact <= 0:
        raise ValueError(f"{name} must be above zero, not {value}")
    return exact


def mechanism(
    *,
    epsilon: str | float | None = None,
    zcdp: str | float | None = None,
    renyi: tuple[str | float, str | float] | None = None,
    delta: str | float = "0",
    requires: str | None = None,
    checked: bool = False,
) -> Callable[[Callable[P, R]], RunnableMechanism[P, R]]:
    """Claim that a function is (epsilon, delta)-differentially private, zCDP, or private by a Rényi divergence.

    The claim is written over the function's public parameters: `@mechanism(epsilon="2 * eps", requires="k >= 1")`,
    `@mechanism(zcdp="rho")`, or with an order and a bound `@mechanism(renyi=("alpha", "alpha * rho"))`.
    With `checked=True`, or where the environment has TWINPROOF_CHECKED=1, each call also runs the core program that
    twinproof reads in the text, on the same noise, and raises if the two differ.
    """
    arguments = {"epsilon": epsilon, "zcdp": zcdp, "renyi": renyi}
    said = {name: value for name, value in arguments.items() if value is not None}
    if problem := why_no_notion(said):
        raise TypeError(f"{problem}; write one of {', '.join(f'{name}=' for name in NOTIONS)}")
    if renyi is not None and not (isinstance(renyi, tuple) and len(renyi) == 2):
        raise TypeError(f"renyi must be a pair, an order and a bound, not {renyi!r}")
    given: dict[str, str] = {}
    for name, value in {**said, "delta": delta}.items():
        parts = KEYWORDS[name]
        for part, number in zip(parts, value if name == "renyi" else (value,), strict=True):  # type: ignore[arg-type]
            if isinstance(number, bool) or not isinstance(number, str | int | float):
                raise TypeError(f"{argument_of(part)} must be a text or a number, not {number!r}")
            given[part] = str(number)
    if requires is not None and not isinstance(requires, str):
        raise TypeError(f"requires must be a text, not {requires!r}")
    if not isinstance(checked, bool):
        raise TypeError(f"checked must be True or False, not {checked!r}")
    claim = stated(given, nothing="0")

    def decorate(function: Callable[P, R]) -> RunnableMechanism[P, R]:
        return RunnableMechanism(function, claim, requires, checked)

    return decorate
