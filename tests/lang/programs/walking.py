"""What generated expressions run over: comprehensions, the things to walk along, and keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.lang.programs.body import Body
from tests.lang.programs.kinds import (
    BOOL,
    BOOLS,
    COUNTS,
    INT,
    INTS,
    KEYS,
    NAMES,
    PAIRS,
    RATIO,
    RECORD,
    RECORDS,
    SHARE,
    SHARES,
    TABLE,
    Function,
)

Walked = tuple[str, dict[str, str]]  # the text of a target, and the types of its names


@dataclass
class Walking(Body):
    """Writes what runs over something, in scopes of its own."""

    gauges: bool = False  # whether the file has the small class
    keys: tuple[int, ...] = KEYS[0]
    there: set[str] = field(default_factory=set)  # names that may be None elsewhere, and probably are not here
    local: list[Function] = field(default_factory=list)  # functions inside this one
    inner: int = 0  # comprehensions and lambdas around the expression

    def callable(self) -> list[Function]:
        return [*super().callable(), *(f for f in self.local if not self.inner)]

    # ---------------------------------------------------------------------------------------------- scopes of their own

    @contextmanager
    def scope(self, variables: dict[str, str]) -> Iterator[None]:
        """The inside of a comprehension or a lambda, whose variables hide those of the function."""
        types, known, borrowed, there = dict(self.types), set(self.known), set(self.borrowed), set(self.there)
        self.types |= variables
        self.known |= set(variables)
        self.borrowed |= set(variables)
        self.there -= set(variables)
        self.inner += 1
        yield
        self.inner -= 1
        self.types, self.known, self.borrowed, self.there = types, known, borrowed, there

    def hiding(self, count: int) -> list[str]:
        """Names for the variables of a comprehension: any, but for those that scales are made of."""
        return self.random.sample([n for n in NAMES if n not in self.fixed and n not in self.reals], count)

    def atom(self, kind: str, depth: int) -> str:
        """A value that may be asked for a part or a method."""
        text = self.value(kind, depth)
        return f"({text})" if " " in text else text

    def walked(
        self, depth: int, small: bool = False, names: Sequence[str] | None = None
    ) -> tuple[str, str, dict[str, str]]:
        """Something to run over, the target, and what the target's names are."""
        a, b, c = names or self.hiding(3)
        cut = "[:0]" if self.chance(0.08) else "[:3]" if small else ""
        less = max(depth - 1, 0)
        match self.random.randrange(14):
            case 0 | 1 | 2 | 3:
                return f"{self.atom(INTS, less)}{cut}", a, {a: INT}
            case 4 | 5:
                return f"range({self.small_range(less)})", a, {a: INT}
            case 6:
                return (
                    f"enumerate({self.atom(INTS, less)}{cut}{self.pick('', ', 1', ', start=WIDTH')})",
                    f"{a}, {b}",
                    {
                        a: INT,
                        b: INT,
                    },
                )
            case 7:
                other = self.pick(f"range({self.small_range(less)})", self.value(INTS, less))
                strict = self.pick("", "", ", strict=True", ", strict=False")
                return f"zip({self.atom(INTS, less)}{cut}, {other}{strict})", f"({a}, {b})", {a: INT, b: INT}
            case 8:
                whole = self.pick(f"{self.atom(INTS, less)}{cut}", f"range({self.small_range(less)})")
                return f"reversed({whole})", a, {a: INT}
            case 9:
                return f"{self.atom(PAIRS, less)}{cut}", f"{a}, {b}", {a: INT, b: INT}
            case 10:
                iterable = f"enumerate(zip({self.atom(INTS, less)}{cut}, {self.value(BOOLS, less)}))"
                return iterable, f"{a}, ({b}, {c})", {a: INT, b: INT, c: BOOL}
            case 11 if tables := self.names(TABLE) + self.names(COUNTS):
                table = self.random.choice(tables)
                if self.chance(0.5):
                    return f"{table}.items()", f"{a}, {b}", {a: INT, b: INT}
                return self.pick(table, f"{table}.keys()", f"{table}.values()"), a, {a: INT}
            case 12 if records := self.names(RECORDS):
                return f"{self.random.choice(records)}{cut}", a, {a: RECORD}
            case 12 | 13 if shares := self.names(SHARES):
                whole = f"{self.random.choice(shares)}{cut}"
                return (whole, a, {a: SHARE}) if self.chance(0.5) else (whole, f"{a}, {b}", {a: INT, b: RATIO})
            case _:
                texts = ", ".join(self.value(INT, 0) for _ in range(self.random.randint(2, 3)))
                return f"({texts})", a, {a: INT}

    def small_range(self, depth: int) -> str:
        high = f"min({self.value(INT, depth)}, 3)"
        return str(
            self.pick("2", "3", high, f"max({self.value(INT, depth)}, -2), {high}", f"{high}, -3, -1", f"0, {high}, 2")
        )

    def clauses(self, depth: int, kind: str, noise: float = 0.3, several: float = 0.2) -> str:
        """`element for … in … if …`, with an element of this type."""
        twice = self.chance(several)
        names = self.hiding(6)
        iterable, target, variables = self.walked(depth, small=twice, names=names[:3])
        text = f" for {target} in {iterable}"
        with self.scope(variables):
            if twice:
                self.known -= set(names[3:])  # they belong to the comprehension, and have no value yet
            if self.chance(0.35):
                text += f" if {self.value(BOOL, 1)}"
            if twice:
                iterable, target, more = self.walked(0, small=True, names=names[3:])
                text += f" for {target} in {iterable}"
                with self.scope(more):
                    text += f" if {self.value(BOOL, 1)}" if self.chance(0.3) else ""
                    return self.item_for(kind, depth, noise) + text
            return self.item_for(kind, depth, noise) + text

    def item_for(self, kind: str, depth: int, noise: float) -> str:
        if kind == INT and self.reals and self.chance(noise):
            return self.draw(0)
        return self.new(kind, min(depth, 1))

    def key(self, kind: str) -> str:
        """A lambda that orders values of a type."""
        (name,) = self.hiding(1)
        with self.scope({name: kind}):
            match kind:
                case "int":
                    body = self.pick(f"-{name}", f"{name} % 3", f"({name} % 2, -{name})", self.value(INT, 1))
                case "tuple[int, int]":
                    body = self.pick(f"{name}[1]", f"-{name}[0]", f"({name}[1], {name}[0])", f"{name}[0] % 2")
                case _:
                    body = self.pick(f"{name}.b", f"({name}.b, -{name}.a)", f"{name}[1] - {name}.a")
        return f"lambda {name}: {body}"
