"""The types of what generated programs compute with, the head of their files, and the inputs of their mechanisms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

INT, BOOL, REAL = "int", "bool", "Epsilon"
INTS, BOOLS = "list[int]", "list[bool]"
PAIR, FLAGGED, PAIRS = "tuple[int, int]", "tuple[int, bool]", "list[tuple[int, int]]"
ROWS, BUNDLE = "list[list[int]]", "tuple[list[int], int]"
RECORD, SPOT, RECORDS, COLOR, TEXT, MAYBE = "Row", "Spot", "list[Row]", "Color", "str", "int | None"
RATIO, RATIOS = "Fraction", "list[Fraction]"
SHARE, SHARES = "Share", "list[Share]"  # rows with a fraction in them
# Dictionaries: with the keys of KEYS, with all colors as keys, with keys that are found; an object of a small class.
TABLE, SHADES, COUNTS, GAUGE = "a table", "shades", "counts", "a gauge"

PARTS = {PAIR: (INT, INT), FLAGGED: (INT, BOOL), BUNDLE: (INTS, INT)}
ITEMS = {INTS: INT, BOOLS: BOOL, PAIRS: PAIR, ROWS: INTS, RECORDS: RECORD, RATIOS: RATIO, SHARES: SHARE}
DICTIONARIES = (TABLE, SHADES, COUNTS)
ANNOTATIONS = {TABLE: "dict[int, int]", COUNTS: "dict[int, int]", SHADES: "dict[Color, int]"}
_PLAIN = (INT, INT, INT, INT, BOOL, BOOL, INTS, INTS, BOOLS, PAIR, FLAGGED, PAIRS, ROWS, BUNDLE)
STORED = (
    *_PLAIN,
    INTS,
    RECORD,
    SPOT,
    RECORDS,
    COLOR,
    TEXT,
    MAYBE,
    MAYBE,
    TABLE,
    SHADES,
    COUNTS,
    RATIO,
    RATIO,
    RATIOS,
    SHARE,
)
KEYS = ((3, 0, 1), (0, 1, 2), (-1, 0, 1))  # of the tables of a file: these, or those
COLORS = ("RED", "BLUE", "GREEN")
WORDS = ("low", "mid", "another")
# The reader's own names for temporaries, and names that look like them with a number.
NAMES = (
    "sample", "result", "returned", "stopped", "skipped", "k", "items", "limit", "holds", "chosen", "going", "held",
    "item", "total", "best", "found", "i", "j", "x", "y", "z", "out", "i_at", "j_at", "k_2", "sample_2", "result_2",
    "x_2", "y_2", "held_2", "holds_2", "items_2", "limit_2", "i_2", "returned_2", "_", "values", "place", "position",
    "ordered", "keys", "measure", "times", "key", "value",
)  # fmt: skip
HEADER = """\
from collections import Counter, defaultdict
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import ceil, floor
from typing import Annotated, NamedTuple

import twinproof as tp
from twinproof import Epsilon, clamp, each_within, laplace, mechanism, one_sided_laplace, within
from twinproof import one_added_or_removed, one_changed, one_user_added_or_removed
from twinproof import choose, coin, gaussian, geometric, permute_and_flip, randomized_choice
from twinproof import randomized_response, truncated_laplace, uniform

WIDTH = 3
DEPTH: int = -2
LOUD = True
QUIET = False
KEYS = {keys}
STEPS = [2, 0, 3]
PRICES = {{1: 4, 3: -2}}


class Color(Enum):
    RED = 2
    BLUE = -1
    GREEN = 7


class Row(NamedTuple):
    a: int
    b: int = 3


class Share(NamedTuple):
    of: int
    part: Fraction


@dataclass(frozen=True)
class Spot:
    at: int
    on: bool = True
"""
SMALL_CLASS = """\
class Gauge:
    def __init__(self, low: int, high: int = 2) -> None:
        least = min(low, high)
        self.low = least
        self.span = abs(high - low)

    def held(self, value: int) -> int:
        return max(self.low, min(value, self.low + self.span))

    def __call__(self, value: int) -> int:
        return self.low - value

    def marks(self, step: int) -> list[int]:
        return [self.low + step * i for i in range(min(self.span, 3))]
"""
CONSTANTS = {"WIDTH": INT, "DEPTH": INT, "LOUD": BOOL, "QUIET": BOOL}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a generated function."""

    name: str
    type: str
    mark: str = ""
    default: str = ""
    keyword: bool = False
    positive: bool = False  # an int that the function requires to be at least 1

    def __str__(self) -> str:
        kind = f": Annotated[{self.type}, {self.mark}]" if self.mark else f": {self.type}"
        kind = "" if self.type in DICTIONARIES else kind
        return f"{self.name}{kind}" + (f" = {self.default}" if self.default else "")


@dataclass(frozen=True, slots=True)
class Function:
    """A function that others may call."""

    name: str
    parameters: tuple[Parameter, ...]
    returns: str
    draws: bool


@dataclass(frozen=True, slots=True)
class Program:
    """A generated file and the mechanism in it to run."""

    text: str
    main: Function

    def inputs(self, random: Random, classes: Any) -> dict[str, Any]:
        """Inputs that meet the requirements, with Python's lists and instances of these classes."""
        return {p.name: _input(p, random, classes) for p in self.main.parameters}


def _input(parameter: Parameter, random: Random, classes: Any) -> Any:
    def number() -> int:
        return random.randint(-3, 4)

    def several(make: Callable[[], Any], most: int = 3) -> list[Any]:
        return [make() for _ in range(random.randint(0, most))]

    makers: dict[str, Callable[[], Any]] = {
        INT: lambda: random.randint(1 if parameter.positive else -3, 4),
        BOOL: lambda: random.random() < 0.5,
        REAL: lambda: random.choice((Fraction(1, 2), Fraction(1), Fraction(2, 3), 0.7, 2)),
        INTS: lambda: several(number, 4),
        BOOLS: lambda: several(makers[BOOL]),
        ROWS: lambda: several(lambda: several(number)),
        PAIR: lambda: (number(), number()),
        RATIO: lambda: Fraction(number(), random.choice((1, 2, 3))),
        RECORD: lambda: classes["Row"](number(), number()),
        SPOT: lambda: classes["Spot"](number(), random.random() < 0.5),
        RECORDS: lambda: several(makers[RECORD]),
        SHARE: lambda: classes["Share"](number(), makers[RATIO]()),
        SHARES: lambda: several(makers[SHARE]),
        COLOR: lambda: classes["Color"][random.choice(COLORS)],
        TEXT: lambda: random.choice((*WORDS, "RED", "an unknown text", "")),
        MAYBE: lambda: random.choice((None, number())),
    }
    return makers[parameter.type]()
