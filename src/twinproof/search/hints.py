"""What somebody says about a proof before there is one: couplings, invariants, and what δ may pay for.

A hint is a line of the source and a text in the syntax of proof scripts. The search tries what it is told and believes
none of it: a shift has to pass the trials, an invariant to be preserved by the clauses, an event to be as unlikely as
δ, and the kernel checks the proof as always. A wrong hint costs time, and no more.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeVar

LONGEST = 2000  # letters of a text
MOST = 40  # hints of each kind
T = TypeVar("T")


class BadHint(Exception):
    """A hint that cannot be tried; `line` is where it should be about."""

    def __init__(self, what: str, line: int | None = None) -> None:
        self.what, self.line = what, line
        super().__init__(what)


@dataclass(frozen=True, slots=True)
class CouplingHint:
    """How far the right run's sample is from the left run's, at a line that draws."""

    line: int
    shift: str


@dataclass(frozen=True, slots=True)
class InvariantHint:
    """What holds each time both runs come to the loop of a line."""

    line: int
    holds: str


@dataclass(frozen=True, slots=True)
class EventHint:
    """What δ may pay for: the noise of a line lies as far out as that, where something holds.

    `instead` is for a draw that only the right run makes: the centre of what the left run draws in its place.
    """

    line: int
    tail: str
    distance: str = "0"
    where: str = "True"
    instead: str = ""


@dataclass(frozen=True, slots=True)
class Hints:
    """All that was said about one mechanism."""

    couplings: tuple[CouplingHint, ...] = ()
    invariants: tuple[InvariantHint, ...] = ()
    events: tuple[EventHint, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.couplings or self.invariants or self.events)

    @classmethod
    def of(cls, given: Any) -> Self:
        """From what JSON has; raises `BadHint` where it is not as `schema` says."""
        if not isinstance(given, Mapping):
            raise BadHint(f"hints are an object with {', '.join(_KINDS)}")
        for name in given:
            if name not in _KINDS:
                raise BadHint(f"there are no hints `{name}`: there are {', '.join(_KINDS)}")
        couplings, invariants, events = (_several(given.get(name, []), kind, name) for name, kind in _KINDS.items())
        return cls(couplings, invariants, events)


NO_HINTS = Hints()
_KINDS: dict[str, type] = {"couplings": CouplingHint, "invariants": InvariantHint, "events": EventHint}


def tails() -> list[str]:
    """The tails that noises have."""
    from twinproof.kernel.tails import TAILS  # with the kernel, which whoever gives no hints does without

    return list(dict.fromkeys(name for _, name in TAILS))


def schema() -> dict[str, Any]:
    """The JSON schema of hints."""
    text = {"type": "string", "minLength": 1, "maxLength": LONGEST}
    line = {"type": "integer", "minimum": 1, "description": "The line of the text."}
    about: dict[str, tuple[dict[str, Any], list[str]]] = {
        "couplings": (
            {"shift": {**text, "description": "The right sample minus the left one, such as `1 if L.i == o else 0`."}},
            ["shift"],
        ),
        "invariants": (
            {"holds": {**text, "description": "An assertion at the loop of that line, such as `L.bar + 1 == R.bar`."}},
            ["holds"],
        ),
        "events": (
            {
                "tail": {"enum": tails(), "description": "Which values of the noise."},
                "distance": {**text, "description": "How far from the centre, over public parameters."},
                "where": {**text, "description": "When, over the variables before the draw."},
                "instead": {**text, "description": "Of a draw of the right run alone: its centre, by the left run."},
            },
            ["tail"],
        ),
    }
    kinds = {
        name: {
            "type": "array",
            "maxItems": MOST,
            "items": {
                "type": "object",
                "properties": {"line": line, **fields},
                "required": ["line", *needed],
                "additionalProperties": False,
            },
        }
        for name, (fields, needed) in about.items()
    }
    return {"type": "object", "properties": kinds, "additionalProperties": False}


def _several(given: Any, kind: Callable[..., T], name: str) -> tuple[T, ...]:
    if not isinstance(given, list | tuple) or len(given) > MOST:
        raise BadHint(f"`{name}` is a list of at most {MOST} hints")
    return tuple(_one(each, kind, f"{name}[{number}]") for number, each in enumerate(given))


def _one(given: Any, kind: Callable[..., T], where: str) -> T:
    fields = {f.name: f for f in dataclasses.fields(kind)}  # type: ignore[arg-type]
    needed = [name for name, f in fields.items() if f.default is dataclasses.MISSING]
    if not isinstance(given, Mapping) or not set(needed) <= set(given) <= set(fields):
        raise BadHint(f"{where} has {', '.join(needed)}" + (_optional(fields, needed)))
    for name, value in given.items():
        if name == "line" and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
            raise BadHint(f"{where}.line is the number of a line")
        if name != "line" and not (isinstance(value, str) and value):
            raise BadHint(f"{where}.{name} is a text")
        if name == "tail" and value not in tails():
            raise BadHint(f"{where}.tail is one of {', '.join(tails())}")
    return kind(**given)


def _optional(fields: Mapping[str, object], needed: Sequence[str]) -> str:
    others = [name for name in fields if name not in needed]
    return f", and perhaps {', '.join(others)}; nothing else" if others else "; nothing else"
