"""Random programs about data sets: rows of every kind, under every adjacency of rows, asked in the usual ways.

Rows are numbers, truth values, members of an enum, tuples, records and records in records. They are counted, filtered,
clamped and added up, sorted into cells and dictionaries, split into parts, compared with each other and with those
before them, bounded by user, and handed to functions and to other mechanisms. Noise is drawn after a pass, in it, and
in the questions that stop early. What a program returns is what it has found out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from tests.lang.draws import NAMES, other_draw

INT, BOOL, RATIO, COLOR = "int", "bool", "Fraction", "Color"
INTS, BOOLS, TABLE, SHADES = "list[int]", "list[bool]", "dict[int, int]", "dict[Color, int]"
RESULTS = (INT, BOOL, RATIO, COLOR, INTS, BOOLS, TABLE, SHADES, "int | None", "list[Fraction]", "list[Color]")
HEADER = f"""\
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import ceil, floor
from typing import Annotated, NamedTuple

from twinproof import (
    Epsilon,
    clamp,
    laplace,
    mechanism,
    one_added_or_removed,
    one_changed,
    one_sided_laplace,
    one_user_added_or_removed,
    one_user_changed,
    {NAMES},
)

TOP = 3
GROUPS = (0, 1, 2)


class Color(Enum):
    RED = 2
    BLUE = -1
    GREEN = 7


class Point(NamedTuple):
    x: int
    y: int = 1


class Visit(NamedTuple):
    user: int
    page: int
    color: Color
    paid: bool = False


@dataclass(frozen=True)
class Person:
    name: str
    age: int
    child: int | None = None

    def is_adult(self) -> bool:
        return self.age >= 2

    def held(self, low: int, high: int) -> int:
        return clamp(self.age, low, high)


class Sale(NamedTuple):
    shop: int
    price: Fraction
    rebate: Fraction | None = None


@dataclass(frozen=True)
class Trip:
    user: int
    start: Point
    end: Point
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of row: what can be asked of one, what can be made of one, and how one is drawn."""

    type: str
    numbers: tuple[str, ...]
    truths: tuple[str, ...]
    made: Callable[[Random, Mapping[str, Any]], Any]
    users: tuple[str, ...] = ()  # columns of users, as an annotation names them
    colors: tuple[str, ...] = ()
    shares: tuple[str, ...] = ()
    maybes: tuple[str, ...] = ()  # numbers that may be None
    again: tuple[str, ...] = ()  # other rows, from one
    parts: tuple[str, ...] = ()  # how it is unpacked
    ordered: bool = False

    def of(self, row: str, texts: Sequence[str]) -> list[str]:
        return [text.replace("{}", row) for text in texts]


def _number(random: Random) -> int:
    return random.choice((-2, -1, 0, 0, 1, 1, 2, 3, 5))


def _truth(random: Random) -> bool:
    return random.random() < 0.5


def _color(random: Random, classes: Mapping[str, Any]) -> Any:
    return classes["Color"][random.choice(("RED", "BLUE", "GREEN"))]


def _point(random: Random, classes: Mapping[str, Any]) -> Any:
    return classes["Point"](_number(random), _number(random))


def _share(random: Random) -> Fraction:
    return Fraction(_number(random), random.choice((1, 2, 3)))


def _sale(random: Random, classes: Mapping[str, Any]) -> Any:
    return classes["Sale"](_number(random), _share(random), random.choice((None, _share(random))))


def _person(random: Random, classes: Mapping[str, Any]) -> Any:
    return classes["Person"](random.choice("abc"), _number(random), random.choice((None, _number(random))))


KINDS = (
    Kind(
        INT,
        ("{}", "{}", "{} + 1", "abs({})"),
        ("{} > 0", "{} == n", "0 <= {} < n", "{} in ks", "{} % 2 == 0"),
        lambda random, _: _number(random),
        again=("{} + 1", "-{}"),
        ordered=True,
    ),
    Kind(
        BOOL,
        ("int({})", "(2 if {} else -1)"),
        ("{}", "not {}", "{} == (n > 0)"),
        lambda random, _: _truth(random),
        again=("not {}",),
    ),
    Kind(
        RATIO,
        ("floor({})", "ceil({} * 2)", "int({})", "round({})"),
        ("{} > Fraction(1, 2)", "{} == n", "{} * 2 <= low"),
        lambda random, _: _share(random),
        shares=("{}", "min({}, Fraction(1))", "abs({})"),
        again=("{} + 1", "{} / 2"),
        ordered=True,
    ),
    Kind(
        COLOR,
        ("{}.value", "(0 if {} is Color.RED else 1)"),
        ("{} is Color.RED", "{} == Color.BLUE", "{} in (Color.RED, Color.GREEN)", "{} != hue"),
        _color,
        colors=("{}",),
        again=("(Color.RED if {} is Color.BLUE else {})",),
    ),
    Kind(
        "tuple[int, bool]",
        ("{}[0]", "{}[0]", "int({}[1])", "{}[-2]"),
        ("{}[1]", "{}[0] > 1", "not {}[1]", "{}[0] in ks", "{} == (0, True)"),
        lambda random, _: (_number(random), _truth(random)),
        users=("0",),
        again=("({}[0] + 1, {}[1])", "({}[0], not {}[1])"),
        parts=("a, f",),
        ordered=True,
    ),
    Kind(
        "tuple[int, Color, int]",
        ("{}[0]", "{}[2]", "{}[1].value", "{}[-1]"),
        ("{}[0] == {}[2]", "{}[1] is hue", "{}[2] > n", "{}[0] < 2"),
        lambda random, classes: (_number(random), _color(random, classes), _number(random)),
        users=("0", "1", "2"),
        colors=("{}[1]",),
        again=("({}[2], {}[1], {}[0])",),
        parts=("a, _, b", "a, hue_2, b"),
    ),
    Kind(
        "Visit",
        ("{}.user", "{}.page", "{}.page", "{}[1]", "int({}.paid)", "{}.color.value"),
        ("{}.paid", "{}.page > 1", "{}.user == n", "{}.color is Color.BLUE", "{}.page in ks", "{}.color == hue"),
        lambda random, classes: classes["Visit"](
            _number(random), _number(random), _color(random, classes), _truth(random)
        ),
        users=('"user"', '"page"', '"color"'),
        colors=("{}.color",),
        again=("Visit({}.user, {}.page + 1, {}.color)", "Visit(color=hue, user={}.page, page={}.user, paid=True)"),
        parts=("a, b, hue_2, f", "a, b, _, f"),
    ),
    Kind(
        "Person",
        ("{}.age", "{}.age", "{}.held(0, n)", "{}.held(low, 4)"),
        ("{}.is_adult()", "{}.age == n", '{}.name == "a"', "{}.child is None"),
        _person,
        users=('"name"', '"age"'),
        maybes=("{}.child",),
        again=('Person("b", {}.age)', "Person({}.name, 2, {}.child)"),
    ),
    Kind(
        "Sale",
        ("{}.shop", "{}.shop", "floor({}.price)", "ceil(2 * {}.price)", "{}[0]"),
        ("{}.price > Fraction(1, 2)", "{}.shop == n", "{}.rebate is None", "{}.price <= {}.shop", "{}[1] < low"),
        _sale,
        users=('"shop"',),
        shares=("{}.price", "min({}.price, Fraction(1))", "{}[1]"),
        again=("Sale({}.shop, {}.price / 2)", "Sale(1, Fraction({}.shop, 3), {}.price)"),
        parts=("a, _, q",),
        ordered=True,
    ),
    Kind(
        "Trip",
        ("{}.user", "{}.start.x", "{}.end.y", "abs({}.end.x - {}.start.x)", "{}.end[0]"),
        ("{}.start == {}.end", "{}.start.x < {}.end.x", "{}.user != n", "{}.start < {}.end"),
        lambda random, classes: classes["Trip"](_number(random), _point(random, classes), _point(random, classes)),
        users=('"user"',),
        again=("Trip({}.user, {}.end, {}.start)", "Trip(n, Point({}.user), {}.end)"),
    ),
)


class Rows:
    """Writes one program about rows."""

    def __init__(self, seed: int) -> None:
        self.random = random = Random(f"rows {seed}")
        self.kind = random.choice(KINDS)
        self.lines: list[str] = []
        self.indent = 1
        self.used = 0  # how many names there are
        self.loops = 0
        self.noise = random.choice((0.0, 0.15, 0.4))  # how often a number of a row gets noise at once
        self.risk = random.choice((0.0, 0.1, 0.3))  # how often a run may raise
        self.known: dict[str, str] = {"n": INT, "low": INT, "ks": INTS, "hue": COLOR}  # names that have a value here
        self.row_lists = ["rows"]
        self.own: list[str] = []  # the numbers that a pass may change
        self.functions: dict[str, str] = {}
        self.has_others = self.chance(0.3)  # a second list of such rows
        self.counts_only = seed % 3 == 2  # counts in cells, and what is done with them

    # -------------------------------------------------------------------------------------------------------- the whole

    def text(self) -> str:
        if self.has_others:
            self.row_lists.append("others")
        for _ in range(self.random.choice((1, 1, 2, 2, 3, 4))):
            self.piece()
        for name in self.names(INT):
            if name not in ("n", "low") and self.chance(0.25):
                self.line(f"{name} = {self.drawn(name)}")
        kinds = self.results()
        returns = kinds[0] if len(kinds) == 1 else f"tuple[{', '.join(kinds)}]"
        second = ""
        if self.has_others:
            whole = f"list[{self.kind.type}]"
            second = f", others: {self.pick((whole, f'Annotated[{whole}, {self.adjacency()}]'))}"
        head = f"rows: Annotated[list[{self.kind.type}], {self.adjacency()}]{second}, n: int, low: int"
        functions = "".join(f"\n\n{text}\n" for text in self.functions.values())
        return (
            f'{HEADER}{functions}\n\n@mechanism(epsilon="9 * eps")\n'
            f"def main({head}, ks: list[int], hue: Color, eps: Epsilon) -> {returns}:\n" + "\n".join(self.lines) + "\n"
        )

    def adjacency(self) -> str:
        plain = ("one_added_or_removed()", "one_changed()")
        if not self.kind.users or self.chance(0.5):
            return self.pick(plain)
        most = self.random.randint(1, 3)
        return (
            f"{self.pick(('one_user_added_or_removed', 'one_user_changed'))}({self.pick(self.kind.users)}, rows={most})"
        )

    def results(self) -> list[str]:
        """Write the last line: some of what has a value."""
        found = [name for name, kind in self.known.items() if kind in RESULTS and name not in ("n", "low", "ks", "hue")]
        shown = self.random.sample(found, min(len(found), self.random.choice((1, 2, 4, 6)))) or ["n"]
        if any(self.known[name] in (TABLE, SHADES) for name in shown):
            shown = shown[:1]  # a dictionary is no part of a tuple unless its keys are known
        self.line(f"return {', '.join(shown)}")
        return [self.known[name] for name in shown]

    # ------------------------------------------------------------------------------------------------------ small tools

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, options: Sequence[str]) -> str:
        return self.random.choice(options)

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def new(self, kind: str, stem: str = "") -> str:
        """A name that was not used before; it has a value from here on."""
        self.used += 1
        name = f"{stem or self.pick(('found', 'total', 'k', 'item', 'best'))}_{self.used}"
        self.known[name] = kind
        return name

    def set(self, kind: str, value: str) -> str:
        name = self.new(kind)
        self.line(f"{name} = {value}")
        return name

    def names(self, kind: str) -> list[str]:
        return [name for name, k in self.known.items() if k == kind]

    @contextmanager
    def block(self, head: str, loop: bool = False) -> Iterator[None]:
        """What stands under a head; names that are new there have no value after it."""
        self.line(head)
        before, lists = dict(self.known), list(self.row_lists)
        self.indent += 1
        self.loops += loop
        yield
        self.loops -= loop
        self.indent -= 1
        self.known, self.row_lists = before, lists

    # ------------------------------------------------------------------------------------------------------ expressions

    def number(self, row: str = "") -> str:
        """A number: of a row if there is one, perhaps clamped or noisy."""
        if row and row in self.known and self.known[row] == INT:
            value = row
        elif row:
            value = self.pick(self.kind.of(row, self.kind.numbers))
        else:
            value = self.pick((*self.names(INT), "n", "low", "1", "len(ks)"))
        if self.chance(0.4):
            value = self.clamped(value)
        if self.chance(self.noise):
            value = self.drawn(value)
        return value

    def clamped(self, value: str) -> str:
        ends = self.pick(("0, TOP", "low, n", "-1, 2", "-n, n", "low, low + 2"))
        low, high = ends.split(", ")
        ways = (f"clamp({value}, {ends})", f"max({low}, min({value}, {high}))", f"min(max({value}, {low}), {high})")
        return self.pick((*ways, f"min({value}, {high})"))

    def drawn(self, value: str) -> str:
        scales = ["1 / eps", "2 / eps", "TOP / eps", "3", "max(1, n) / eps", "(abs(low) + 1) / eps"]
        if self.chance(0.1):
            scales = [f"max(1, {self.pick(self.names(INT))}) / eps", "max(1, len(rows)) / eps"]
        if self.chance(0.12):
            return other_draw(self.random, value, self.pick((*self.names(INT), "n", "2")), self.pick(scales))
        return f"{self.pick(('laplace', 'laplace', 'laplace', 'one_sided_laplace'))}({value}, {self.pick(scales)})"

    def truth(self, row: str = "", other: str = "") -> str:
        """Something that may hold, of a row if there is one, and of another."""
        ways = [
            f"{self.number(row)} {self.pick(('<', '<=', '==', '>', '>=', '!='))} {self.pick(('n', 'low', '0', '1'))}"
        ]
        if row and row not in self.known:
            ways += 4 * self.kind.of(row, self.kind.truths)
            ways += [f"{row} in {self.pick(self.row_lists)}", f"{row} == rows[0]"] if self.chance(self.risk) else []
            ways += [f"{c} is {self.pick(('hue', 'Color.RED'))}" for c in self.kind.of(row, self.kind.colors)]
        else:
            ways += [name if self.chance(0.5) else f"not {name}" for name in self.names(BOOL)]
        if other:
            ways += [f"{row} {self.pick(('==', '!='))} {other}"] * 4
            ways += [f"{row} {self.pick(('<', '>='))} {other}"] * 2 if self.kind.ordered else []
        found = self.pick(ways)
        if self.chance(0.15):
            found = f"{found} {self.pick(('and', 'or'))} {self.truth(row)}"
        return found

    def rows(self) -> str:
        """Rows to run over: a list of them, or a part of one."""
        whole = self.pick(self.row_lists)
        if self.chance(0.12):
            return self.pick((f"{whole}[1:]", f"{whole}[:-1]", f"{whole}[:2]", f"{whole}[::-1]", f"{whole}[:n]"))
        if self.chance(0.08):
            return f"[r for r in {whole} if {self.truth('r')}]"
        if self.chance(0.05):
            return f"{whole} + {self.pick(self.row_lists)}"
        return whole

    def generator(self, value: Callable[[str], str]) -> str:
        """What a comprehension has between its brackets."""
        row = "r"
        source = self.rows()
        if self.kind.parts and self.chance(0.2):
            target = self.pick(self.kind.parts)
            inner = {"a": INT, "b": INT} if ", b" in target else {"a": INT}
            before = dict(self.known)
            self.known |= inner | ({"f": BOOL} if ", f" in target else {})
            names = list(inner)
            test = f" if {self.truth(self.pick(names))}" if self.chance(0.6) else ""
            text = f"{value(self.pick(names))} for {target} in {source}{test}"
            self.known = before
            return text
        if self.chance(0.15):
            target, source = self.random.choice((("i, r", f"enumerate({source})"), ("r", f"reversed({source})")))
        else:
            target = row
        test = f" if {self.truth(row)}" if self.chance(0.6) else ""
        if self.chance(0.1):
            test += f" if {self.truth(row)}"
        return f"{value(row)} for {target} in {source}{test}"

    # ----------------------------------------------------------------------------------------------------------- pieces

    def piece(self) -> None:
        """One thing that is found out about rows."""
        ways: list[Callable[[], None]] = [self.question] * 4 + [self.plain_pass] * 4 + [self.filtered] * 3
        ways += [self.cells] * 3 + [self.dictionary] * 2 + [self.by_key] * 2 + [self.parts] * 2 + [self.called] * 3
        ways += [self.bins] * 3
        ways += [self.bounded, self.neighbours, self.best_row, self.distinct, self.mechanism_called, self.new_rows]
        ways += [self.positions, self.ordered, self.answers]
        ways += [self.candidates, self.keyed, self.cut_off, self.asked_again] * 2
        ways += [self.shades] * 2 if self.kind.colors else []
        ways += [self.shares] if self.kind.shares else []
        ways += [self.maybes] if self.kind.maybes else []
        if self.counts_only:
            ways = [self.cells] * 4 + [self.bins] * 2 + [self.plain_pass, self.question]
            ways += [self.shades] * 3 if self.kind.colors else [self.dictionary]
        if self.indent < 3:
            ways += [self.branch, self.rounds]
        self.random.choice(ways)()

    def question(self) -> None:
        """A question in one line."""

        number, truth = self.number, self.truth
        ways: list[tuple[str, Callable[[], str]]] = [
            (INT, lambda: f"len({self.rows()})"),
            (INT, lambda: f"sum({self.generator(lambda _: '1')})"),
            (INT, lambda: f"sum({self.generator(truth)})"),
            (INT, lambda: f"len([{self.generator(lambda _: '0')}])"),
            (INT, lambda: f"sum({self.generator(number)})"),
            (INT, lambda: f"sum([{self.generator(number)}])"),
            (BOOL, lambda: f"any({self.generator(truth)})"),
            (BOOL, lambda: f"all({self.generator(truth)})"),
            (INTS, lambda: f"[{self.generator(number)}]"),
            (BOOLS, lambda: f"[{self.generator(truth)}]"),
            (INT, lambda: f"max(({self.generator(number)}), default=0)"),
            (INT, lambda: f"{self.pick(('min', 'max'))}([{self.generator(number)}])"),
            (INTS, lambda: f"sorted({self.generator(number)})"),
            (INTS, lambda: f"[len({self.rows()}), len(rows)]"),
            (INT, lambda: f"1 if {self.pick(self.row_lists)} else 2"),
        ]
        if self.kind.ordered:
            whole = self.pick(self.row_lists)
            order = [f"max({whole}) == {whole}[0]", f"sorted({whole}) == {whole}", f"{whole}[0] <= {whole}[-1]"]
            ways += [(BOOL, lambda: f"{whole} == [] or {self.pick(order)}")] * 2
        kind, make = self.random.choice(ways)
        self.set(kind, make())

    @contextmanager
    def over(self) -> Iterator[str]:
        """A loop over rows, in one of the ways to write one: what a row is called in it."""
        whole = self.rows()
        row = f"row_{self.used}"
        self.used += 1
        plain = self.pick(self.row_lists)
        i = f"i_{self.used}"
        heads = [(f"for {row} in {whole}:", row)] * 5 + [(f"for {i}, {row} in enumerate({whole}):", row)]
        heads += [(f"for {i} in range(len({plain})):", f"{plain}[{i}]")] * 2
        heads += [(f"for {row} in reversed({plain}):", row)]
        if self.chance(self.risk):
            heads = [(f"for {i} in range({self.pick(('n', 'len(rows) + 1', 'len(ks)'))}):", f"{plain}[{i}]")]
        if self.chance(0.1):
            self.line(f"{i} = 0")
            with self.block(f"while {i} < len({plain}):", loop=True):
                yield f"{plain}[{i}]"
                self.line(f"{i} += 1")
            return
        if self.chance(0.1):
            with self.block(f"for {row}, {i} in zip({whole}, ks):", loop=True):
                self.known[i] = INT
                yield row
            return
        head, name = self.random.choice(heads)
        with self.block(head, loop=True):
            if "i_" in head and self.chance(0.5):
                self.known[i] = INT
            yield name

    def accumulator(self) -> str:
        if not self.own or self.chance(0.6) or self.own[-1] not in self.known:
            self.own.append(self.set(INT, self.pick(("0", "0", "0", "1", "n"))))
        return self.own[-1]

    def plain_pass(self) -> None:
        """A loop that adds up, remembers, or stops."""
        name = self.accumulator()
        second = self.accumulator() if self.chance(0.3) else ""
        flag = self.set(BOOL, "False") if self.chance(0.3) else ""
        listed = self.new(INTS, "out") if self.chance(0.3) else ""
        if listed:
            self.line(f"{listed}: list[int] = []")
        with self.over() as row:
            for _ in range(self.random.choice((1, 1, 2, 3))):
                self.update(row, name, second, flag, listed)

    def update(self, row: str, name: str, second: str, flag: str, listed: str) -> None:
        """A statement in a loop over rows."""
        kind = self.random.randint(0, 11)
        if kind <= 3:
            self.line(f"{name} += {self.number(row)}")
        elif kind <= 6:
            with self.block(f"if {self.truth(row)}:"):
                self.line(f"{name} {self.pick(('+=', '+=', '-='))} {self.pick(('1', '1', self.number(row)))}")
            if self.chance(0.2):
                with self.block("else:"):
                    self.line(f"{name} = {self.number(row)}")
        elif kind == 7:
            target = self.pick((name, second or name))
            self.line(f"{target} = {self.pick(('max', 'min'))}({target}, {self.number(row)})")
        elif kind == 8 and flag:
            self.line(self.pick((f"{flag} = {flag} or {self.truth(row)}", f"{flag} = not {flag}")))
        elif kind == 9 and listed:
            self.line(f"{listed}.append({self.number(row)})")
        elif kind == 10 and second:
            self.line(f"{second} += {name} * {self.pick(('2', self.number(row)))}")
        elif kind == 11:
            condition = self.truth(row) if self.chance(0.6) else f"{name} > {self.pick(('n', '2'))}"
            with self.block(f"if {condition}:"):
                self.line(self.pick(("continue", "break", "continue")) if self.loops else "pass")
        else:
            self.line(f"{name} += 1")

    def filtered(self) -> None:
        """Rows that are kept, for what comes later."""
        name = f"kept_{self.used}"
        self.used += 1
        if self.chance(0.5):
            test = self.truth("r")
            self.line(f"{name} = [r for r in {self.rows()} if {test}]")
        else:
            self.line(f"{name}: list[{self.kind.type}] = []")
            with self.over() as row:
                if self.chance(0.2):
                    with self.block(f"if {self.truth(row)}:"):
                        self.line("continue")
                with self.block(f"if {self.pick((self.truth(row), f'len({name}) < n'))}:"):
                    self.line(f"{name}.append({row})")
        self.row_lists.append(name)
        if self.chance(0.6):
            self.question()

    def cells(self) -> None:
        """Counts in place."""
        size = self.pick(("n", "3", "TOP", "len(ks)", "max(n, 1)"))
        name = self.new(INTS, "cells")
        start = "0" if self.chance(0.8) else self.drawn("0")
        self.line(f"{name} = [{start}] * {size}")
        with self.over() as row:
            self.count_in(name, size, self.number(row), row)
        self.after_cells(name)

    def bins(self) -> None:
        """Cells between edges that are constants, which each row looks for."""
        edges = sorted(self.random.sample(range(-2, 7), self.random.choice((3, 4, 4, 5, 8))))
        self.line(f"edges_{self.used} = {self.pick((str(edges), str(tuple(edges))))}")
        named, name = f"edges_{self.used}", self.new(INTS, "cells")
        size = self.pick((str(len(edges) - 1), f"len({named}) - 1", str(len(edges))))
        self.line(f"{name} = [0] * {size if size.isdigit() else f'({size})'}")
        last = self.set(INT, "0") if self.chance(0.4) else ""
        with self.over() as row:
            value = self.set(INT, self.number(row))
            if last or self.chance(0.2):
                self.line(f"e_{self.used} = {self.pick(('-1', 'n'))}")
            place, flag = f"e_{self.used}", f"is_in_{self.used}"
            if self.chance(0.3):
                self.line(f"{flag} = False")
            else:
                flag = ""
            with self.block(f"for {place} in range({self.pick((size, size, f'min({size}, 2)'))}):", loop=True):
                tests = [f"{named}[{place}] <= {value} < {named}[{place} + 1]"] * 3 if size != str(len(edges)) else []
                tests += [f"{value} < {named}[{place}]", f"{value} <= {named}[{place}] and {self.truth(row)}"]
                with self.block(f"if {self.pick(tests)}:"):
                    self.line(f"{name}[{place}] += {self.pick(('1', '1', value))}")
                    if flag:
                        self.line(f"{flag} = {self.pick(('True', f'not {flag}'))}")
                    if self.chance(0.3):
                        self.line(f"{value} += 1")
                    if self.chance(0.7):
                        self.line(self.pick(("break", "break", "break", "continue")))
                if self.chance(0.2):
                    self.line(f"{name}[0] += 1")
                if self.chance(0.2):
                    with self.block(f"if {self.pick((f'{place} > n', f'{value} == 2', flag or 'n > 3'))}:"):
                        self.line("break")
            if last:
                self.line(f"{last} += {self.pick((place, value, name + '[0]'))}")
            if flag:
                with self.block(f"if {self.pick((flag, f'not {flag}'))}:"):
                    self.line(f"{name}[-1] += 1")
        self.after_cells(name)

    def count_in(self, name: str, size: str, at: str, row: str) -> None:
        more = self.pick(("1", "1", "1", self.number(row)))
        way = self.random.randint(0, 5)
        if way == 0 and self.chance(self.risk * 3):
            self.line(f"{name}[{at}] += {more}")  # raises where there is no such cell, and counts from the end
        elif way <= 2:
            place = self.set(INT, at)
            with self.block(f"if {self.pick((f'0 <= {place} < {size}', f'{place} in range({size})'))}:"):
                self.line(f"{name}[{place}] += {more}")
        elif way == 3 and size != "n" and size != "len(ks)":
            self.line(f"{name}[({at}) % {size}] += {more}")
        elif way == 4:
            place = self.set(INT, at)
            with self.block(f"if {place} < 0 or {place} >= len({name}):"):
                self.line("continue")
            self.line(f"{name}[{place}] = {name}[{place}] + {more}")
        else:
            self.line(f"{name}[clamp({at}, 0, {size} - 1)] += {more}")

    def after_cells(self, name: str) -> None:
        ways = [
            (INTS, f"[{self.drawn('c')} for c in {name}]"),
            (INT, f"sum({name})"),
            (INT, f"sum(c > 1 for c in {name})"),
        ]
        ways += [(INT, f"{name}.index(max({name}))"), (INT, f"{name}.count(0)"), (INT, f"{name}[-1]")]
        ways += [(INT, f"max(range(len({name})), key=lambda c: {name}[c])"), (INTS, f"sorted({name})")]
        if self.chance(0.4):
            self.noised_in_place(name)
        if self.chance(0.7):
            self.set(*self.random.choice(ways))

    def noised_in_place(self, name: str) -> None:
        """The cells are set anew, one after the other: all, or some, or one too many."""
        place = "place"
        limits = [f"len({name})"] * 4 + ["3", "TOP", "n", "len(ks)", f"len({name}) - 1"]
        head = f"for {place} in range({self.pick(('', '', '', '1, '))}{self.pick(limits)}):"
        here = f"{name}[{place}]"
        with self.block(head, loop=True):
            self.known[place] = INT
            if self.chance(0.3):
                with self.block(f"if {self.pick((f'{here} > n', f'{place} in ks', f'{self.drawn(here)} > 1'))}:"):
                    self.line(self.pick(("break", "continue", f"{here} = 0", f"{name}[0] += 1")))
            ways = [f"{here} = {self.drawn(here)}"] * 3 + [f"{here} += {self.drawn('0')}", f"{here} = max(0, {here})"]
            ways += [f"{here} = {here} + {name}[{place} - 1]", f"{here} = {self.number()}", f"{name}[-1] += {here}"]
            self.line(self.pick(ways))
        if self.chance(0.3):
            self.set(INT, f"sum({name})")

    def dictionary(self) -> None:
        """A dictionary by a number of the rows: with keys of the text, of a list, or those that occur."""
        name = self.new(TABLE, "table")
        way = self.random.randint(0, 3)
        if way == 0:
            self.line(f"{name} = {{0: 0, 1: 0, 2: 0}}")
        elif way == 1:
            self.line(f"{name} = {{g: 0 for g in {self.pick(('ks', 'GROUPS', 'GROUPS'))}}}")
        else:
            self.line(f"{name}: dict[int, int] = {{}}")
        with self.over() as row:
            place = self.set(INT, self.number(row))
            more = self.pick(("1", "1", self.number(row)))
            if way <= 1:
                if self.chance(1 - self.risk):
                    with self.block(f"if {place} in {name}:"):
                        self.line(f"{name}[{place}] += {more}")
                else:
                    self.line(f"{name}[{place}] += {more}")
            else:
                ways = [f"{name}[{place}] = {name}.get({place}, 0) + {more}"]
                ways += [
                    f"{name}[{place}] = {more}",
                    f"{name}[{place}] = {name}[{place}] + 1 if {place} in {name} else 1",
                ]
                self.line(self.pick(ways))
        asked = [(TABLE, f"{{g: {self.drawn('c')} for g, c in {name}.items()}}"), (INT, f"sum({name}.values())")]
        asked += [(INT, f"len({name})"), (INT, f"{name}.get(n, -1)"), (INT, f"max({name}, key={name}.get)")]
        asked += [(INTS, f"[{self.drawn('c')} for c in {name}.values()]"), (INTS, f"list({name})")]
        if self.chance(0.8):
            self.set(*self.random.choice(asked))

    def shades(self) -> None:
        """A dictionary over all members of the enum."""
        name = self.new(SHADES, "shades")
        self.line(f"{name} = {{c: 0 for c in Color}}")
        with self.over() as row:
            if self.chance(0.3):
                with self.block(f"if {self.truth(row)}:"):
                    self.line("continue")
            color = self.pick(self.kind.of(row, self.kind.colors))
            self.line(f"{name}[{color}] {self.pick(('+=', '+=', '='))} {self.pick(('1', '1', self.number(row)))}")
        asked = [
            (SHADES, f"{{c: {self.drawn('v')} for c, v in {name}.items()}}"),
            (COLOR, f"max({name}, key={name}.get)"),
        ]
        asked += [(INTS, f"[{self.drawn(f'{name}[c]')} for c in Color]"), (INT, f"{name}[hue]")]
        asked += [(INTS, f"[sum({self.pick(self.kind.of('r', self.kind.colors))} is c for r in rows) for c in Color]")]
        self.set(*self.random.choice(asked))

    def by_key(self) -> None:
        """One question about the rows for each of some keys."""
        key, keys = "key", self.pick(("ks", "range(n)", "GROUPS", "range(3)"))
        number = self.pick(self.kind.of("r", self.kind.numbers))
        test = f"{number} {self.pick(('==', '==', '<=', '>'))} {key}"
        ways = [f"sum({test} for r in {self.rows()})", f"len([r for r in {self.rows()} if {test}])"]
        ways += [f"sum({self.number('r')} for r in {self.rows()} if {test})"]
        counted = self.pick(ways)
        counted = self.drawn(counted) if self.chance(0.5) else counted
        name = self.new(INTS, "out")
        way = self.random.randint(0, 3)
        if way == 0:
            self.line(f"{name} = [{counted} for {key} in {keys}]")
            return
        self.line(f"{name} = []")
        with self.block(f"for {key} in {keys}:", loop=True):
            if way == 1:
                self.line(f"{name}.append({counted})")
                return
            self.own.append(self.set(INT, "0"))
            count = self.own[-1]
            with self.over() as row:
                condition = f"{self.pick(self.kind.of(row, self.kind.numbers))} {self.pick(('==', '<='))} {key}"
                with self.block(f"if {condition}:"):
                    self.line(f"{count} += {self.pick(('1', self.number(row)))}")
            noisy = self.drawn(count)
            self.line(f"{name}.append({self.pick((count, noisy, noisy))})")
            if self.chance(0.3):
                with self.block(f"if {self.drawn(count)} > n:"):
                    self.line("break")

    def parts(self) -> None:
        """Rows are split, and each part is asked."""
        if self.chance(0.5):
            yes, no = f"yes_{self.used}", f"no_{self.used}"
            self.used += 1
            self.line(f"{yes}: list[{self.kind.type}] = []")
            self.line(f"{no}: list[{self.kind.type}] = []")
            with self.over() as row:
                with self.block(f"if {self.truth(row)}:"):
                    self.line(f"{yes}.append({row})")
                with self.block(f"elif {self.truth(row)}:" if self.chance(0.2) else "else:"):
                    self.line(f"{no}.append({row})")
            self.row_lists += [yes, no]
            self.question()
            self.question()
            return
        name, item = f"parts_{self.used}", self.pick(("number", "row"))
        self.used += 1
        inner = self.kind.type if item == "row" else INT
        self.line(f"{name}: list[list[{inner}]] = [[] for _ in range(3)]")
        with self.over() as row:
            place = self.set(INT, self.number(row))
            with self.block(f"if 0 <= {place} < 3:"):
                self.line(f"{name}[{place}].append({row if item == 'row' else self.number(row)})")
        of_part = f"len({name}[g])" if item == "row" else self.pick((f"sum({name}[g])", f"len({name}[g])"))
        if item == "row" and self.chance(0.5):
            of_part = f"sum({self.number('r')} for r in {name}[g])"
        self.set(INTS, f"[{self.drawn(of_part)} for g in range(3)]")
        if self.chance(0.4):
            self.set(INTS, f"[{self.drawn('len(part)')} for part in {name}]")

    def function(self, stem: str, head: str, body: Sequence[str]) -> str:
        """A function of the file; its name."""
        name = f"{stem}_{len(self.functions)}"
        self.functions[name] = "\n".join((f"def {name}({head}:", *(f"    {line}" for line in body)))
        return name

    def called(self) -> None:
        """A function that is given rows."""
        whole, kind = self.pick(self.row_lists), self.kind.type
        before, lists, noise = self.known, self.row_lists, self.noise
        self.known, self.row_lists = {"n": INT, "low": INT, "ks": INTS, "hue": COLOR}, ["items"]
        self.noise = 0.0  # a function without a parameter for eps draws nothing
        truth, number = self.truth("r").replace("rows[", "items["), self.number("r")
        self.known, self.row_lists, self.noise = before, lists, noise
        head, given = "items, n, low, ks, hue", f"{whole}, n, low, ks, hue"
        way = self.random.randint(0, 5)
        typed = f"items: list[{kind}], n: int, low: int, ks: list[int], hue: Color"
        head = typed if self.chance(0.5) else head
        if way == 0:
            name = self.function("chosen", f"{head})", [f"return [r for r in items if {truth}]"])
            kept = f"kept_{self.used}"
            self.used += 1
            self.line(f"{kept} = {name}({given})")
            self.row_lists.append(kept)
            self.question()
        elif way == 1:
            name = self.function("summed", f"{head})", [f"return sum({number} for r in items if {truth})"])
            self.set(INT, f"{name}({given})")
        elif way == 2:
            body = ["total = 0", "for r in items:", f"    if {truth}:", "        continue", f"    total += {number}"]
            stop = ["    if total > n:", f"        {self.pick(('break', 'return -total', 'return total'))}"]
            name = self.function("added", f"{head})", [*body, *(stop if self.chance(0.5) else ()), "return total"])
            self.set(INT, f"{name}({given})")
        elif way == 3:
            name = self.function("noisy", f"{head}, scale)", [f"return laplace(sum({number} for r in items), scale)"])
            self.set(INT, f"{name}({given}, {self.pick(('2 / eps', 'TOP / eps', '1 / eps'))})")
        elif way == 4:
            name = self.function("holds", "r, n, low, ks, hue)", [f"return {truth.replace('items', 'ks')}"])
            if "items" in truth:
                return
            self.set(INT, f"sum({name}(r, n, low, ks, hue) for r in {whole})")
            if self.chance(0.5):
                self.set(BOOL, f"any({name}(r, n, low, ks, hue) for r in {whole})")
        else:
            self.line(f"def local_{self.used}(r):")
            self.line(f"    return {number}")
            self.set(INT, f"sum(local_{self.used}(r) for r in {whole})")
            if self.chance(0.5):
                self.set(INTS, f"[local_{self.used - 1}(r) for r in {whole}]")
            self.used += 1

    def mechanism_called(self) -> None:
        """Another mechanism of the file that is given rows, or numbers of them."""
        of_rows = self.chance(0.5)
        kind = self.kind.type if of_rows else INT
        adjacency = self.pick(("one_added_or_removed()", "one_changed()"))
        known, self.known = self.known, {"n": INT, "low": INT}
        value = self.pick(self.kind.of("r", self.kind.numbers)) if of_rows else "r"
        self.known = known
        condition = self.pick(("", "", ', requires="n >= 0"', ', requires="n >= 1"'))
        text = (
            f'@mechanism(epsilon="9 * eps"{condition})\n'
            f"def inner_{len(self.functions)}"
            f"(items: Annotated[list[{kind}], {adjacency}], n: int, low: int, eps: Epsilon) -> int:\n"
            f"    return laplace(sum(clamp({value}, 0, n) for r in items), 2 / eps)"
        )
        name = f"inner_{len(self.functions)}"
        self.functions[name] = text
        source = self.rows() if of_rows else f"[{self.generator(self.number)}]"
        self.set(INT, f"{name}({source}, {self.pick(('n', '2', 'low'))}, low, {self.pick(('eps', 'eps / 2'))})")

    def bounded(self) -> None:
        """At most so many rows of each user."""
        most = self.pick(("1", "2", "TOP", "n"))
        who = "user"
        count = self.set(INT, "0")
        if self.chance(0.5):
            name = f"used_{self.used}"
            self.used += 1
            self.line(f"{name} = [0] * {self.pick(('n', '4', 'len(rows)'))}")
            with self.over() as row:
                self.line(f"{who} = {self.pick(self.kind.of(row, self.kind.numbers))}")
                with self.block(f"if 0 <= {who} < len({name}) and {name}[{who}] < {most}:"):
                    self.line(f"{name}[{who}] += 1")
                    self.line(f"{count} += {self.pick(('1', self.number(row)))}")
            return
        name = self.new(TABLE, "used")
        self.line(f"{name}: dict[int, int] = {{}}")
        with self.over() as row:
            self.line(f"{who} = {self.pick(self.kind.of(row, self.kind.numbers))}")
            with self.block(f"if {name}.get({who}, 0) < {most}:"):
                self.line(f"{name}[{who}] = {name}.get({who}, 0) + 1")
                self.line(f"{count} += {self.pick(('1', self.number(row)))}")

    def neighbours(self) -> None:
        """Rows that are compared with each other."""
        whole, value = self.pick(self.row_lists), self.pick(self.kind.numbers)
        a, b = value.replace("{}", "a"), value.replace("{}", "b")
        apart = [f"abs({a} - {b})", f"max({a}, {b})", f"int({self.truth('a', 'b')})"]
        way = self.random.randint(0, 4)
        if way == 0:
            self.set(INT, f"sum({self.pick(apart)} for a, b in zip({whole}, {whole}[1:]))")
        elif way == 1:
            self.set(INT, f"sum({self.truth('a', 'b')} for a in {whole} for b in {self.pick(self.row_lists)})")
        elif way == 2:
            at = "place"
            x, y = (value.replace("{}", f"{whole}[{where}]") for where in (at, f"{at} - 1"))
            count = self.set(INT, "0")
            with self.block(f"for {at} in range({self.pick(('1', '1', '0'))}, len({whole})):", loop=True):
                self.line(f"{count} += abs({x} - {y})")
        elif way == 3:
            count, last = self.set(INT, "0"), f"last_{self.used}"
            self.line(f"{last}: {self.kind.type} | None = None")
            with self.over() as row:
                with self.block(f"if {last} is not None and {self.truth(row, last)}:"):
                    self.line(f"{count} += 1")
                self.line(f"{last} = {row}")
        else:
            self.set(INT, f"len([a for a in {whole} if {whole}.count(a) {self.pick(('> 1', '== 1'))}])")

    def best_row(self) -> None:
        """The row with the largest number."""
        whole, key = self.pick(self.row_lists), self.pick(self.kind.numbers)
        best = f"top_{self.used}"
        self.used += 1
        of_best = key.replace("{}", best)
        way = self.random.randint(0, 2)
        if way == 0:
            if self.chance(1 - self.risk):
                name = self.set(INT, "0")
                with self.block(f"if {whole}:"):
                    self.line(f"{best} = {self.pick(('max', 'min'))}({whole}, key=lambda r: {key.replace('{}', 'r')})")
                    self.line(f"{name} = {of_best}")
                return
            self.line(f"{best} = max({whole}, key=lambda r: {key.replace('{}', 'r')})")
            self.set(INT, of_best)
        elif way == 1:
            self.line(f"{best}: {self.kind.type} | None = None")
            with self.over() as row:
                with self.block(f"if {best} is None:"):
                    self.line(f"{best} = {row}")
                with self.block(f"elif {key.replace('{}', row)} > {of_best}:"):
                    self.line(f"{best} = {row}")
            self.set(INT, f"0 if {best} is None else {of_best}")
        else:
            self.line(f"{best} = sorted({whole}, key=lambda r: {key.replace('{}', 'r')})")
            self.row_lists.append(best)
            self.question()

    def distinct(self) -> None:
        """How many different ones there are."""
        name = f"seen_{self.used}"
        self.used += 1
        of_rows = self.chance(0.4)
        self.line(f"{name}: list[{self.kind.type if of_rows else INT}] = []")
        with self.over() as row:
            value = row if of_rows else self.set(INT, self.number(row))
            with self.block(f"if {value} not in {name}:"):
                self.line(f"{name}.append({value})")
        self.set(INT, self.pick((f"len({name})", self.drawn(f"len({name})"))))
        if of_rows:
            self.row_lists.append(name)

    def new_rows(self) -> None:
        """Rows that are made from rows."""
        if not self.kind.again:
            return
        name, made = f"new_{self.used}", self.pick(self.kind.again).replace("{}", "r")
        self.used += 1
        test = f" if {self.truth('r')}" if self.chance(0.4) else ""
        self.line(f"{name} = [{made} for r in {self.rows()}{test}]")
        self.row_lists.append(name)
        self.question()

    def positions(self) -> None:
        """Rows at some position, which may not be there."""
        whole = self.pick(self.row_lists)
        place = self.pick(("0", "-1", "n", "len(rows) - 1", "1", "low"))
        value = self.number(f"{whole}[{place}]")
        if self.chance(1 - 2 * self.risk):
            inside = {"0": f"{whole}", "-1": f"{whole}", "1": f"len({whole}) > 1", "n": f"0 <= n < len({whole})"}
            test = inside.get(place, f"0 <= {place} < len({whole})")
            self.set(INT, f"{value} if {test} else 0")
        else:
            self.set(INT, value)

    def ordered(self) -> None:
        """Numbers of rows in order: the middle one, the largest few."""
        name = self.set(INTS, f"sorted([{self.generator(self.number)}]{self.pick(('', ', reverse=True'))})")
        self.set(INT, f"{name}[len({name}) // 2] if {name} else 0")
        if self.chance(0.4):
            self.set(INT, f"sum({name}[:2])")

    def answers(self) -> None:
        """Noise for each row, until an answer is large."""
        name = self.new(INTS, "out")
        self.line(f"{name}: list[int] = []")
        bar = self.set(INT, self.drawn("n"))
        with self.over() as row:
            noisy = self.set(INT, self.drawn(self.pick(self.kind.of(row, self.kind.numbers))))
            with self.block(f"if {noisy} > {bar}:"):
                self.line(self.pick((f"{name}.append({noisy})", "break", "continue", f"{name}.append(1)")))
            if self.chance(0.5):
                self.line(f"{name}.append({self.pick((noisy, '0'))})")

    def shares(self) -> None:
        """Sums of fractions, and means."""
        share = self.pick(self.kind.of("r", self.kind.shares))
        total = self.set(RATIO, f"sum(({share} for r in {self.rows()}), Fraction(0))")
        self.set(RATIO, f"{total} / max(1, len(rows))")
        if self.chance(0.5):
            name = self.set(RATIO, "Fraction(0)")
            with self.over() as row:
                self.line(f"{name} += {self.pick(self.kind.of(row, self.kind.shares))} * {self.pick(('2', 'n'))}")

    def maybes(self) -> None:
        """Numbers that may be missing."""
        maybe = self.pick(self.kind.of("r", self.kind.maybes))
        self.set(INT, f"sum(r.age for r in {self.rows()} if {maybe} is {self.pick(('None', 'not None'))})")
        name = self.set(INT, "0")
        with self.block(f"for r in {self.rows()}:", loop=True):
            child = "child"
            self.line(f"{child} = r.child")
            with self.block(f"if {child} is not None:"):
                self.line(f"{name} += {child}")

    def candidates(self) -> None:
        """One of some candidates, by what is said of each."""
        source = self.pick(("ks", "ks", "ks", "GROUPS", "(2, 0, 5)", "range(n)", "ks[1:]"))
        value = self.pick(self.kind.of("r", self.kind.numbers))
        count = f"sum(1 for r in {self.pick(self.row_lists)} if {value} {self.pick(('<', '==', '>='))} chosen)"
        score = self.drawn(count) if self.chance(0.8) else count
        if self.chance(0.25):
            self.set(INT, f"{self.pick(('max', 'min'))}({source}, key=lambda chosen: {score}, default={self.number()})")
            return
        winner = self.set(INT, self.pick(("0", "-1", "7", "n")))
        best = f"best_{winner}"
        with_none = self.chance(0.6)
        self.line(f"{best}: int | None = None" if with_none else f"{best} = 0")
        if not with_none:
            self.line(f"begun_{winner} = {self.pick(('False', 'False', 'n > 1'))}")
        first = f"{best} is None" if with_none else f"not begun_{winner}"
        with self.block(f"for chosen in {source}:", loop=True):
            if self.chance(0.15):
                self.line(f"{winner} = {self.pick(('chosen', f'{winner} + 1', 'n'))}")
            score = self.set(INT, score if self.chance(0.8) else f"{score} + {winner}")
            with self.block(f"if {first} or {score} > {best}:"):
                lines = [
                    f"{best} = {score}",
                    f"{winner} = {self.pick(('chosen', 'chosen', 'chosen', 'chosen + 1', '3'))}",
                ]
                lines += [] if with_none else [f"begun_{winner} = {self.pick(('True', 'True', 'True', 'n > 0'))}"]
                for line in self.random.sample(lines, len(lines)):
                    self.line(line)
            if self.chance(0.15):
                self.line(self.pick((f"{winner} = chosen", f"{best} = 1", "continue")))
            if not with_none and self.chance(0.15):
                self.line(f"begun_{winner} = {self.pick(('True', 'False'))}")
        if self.chance(0.4):
            self.set(BOOL, f"{first}")

    def keyed(self) -> None:
        """A dictionary that gets its entries in a loop."""
        colors = self.chance(0.5)
        source = "Color" if colors else self.pick(("GROUPS", "range(3)", "range(1, n)", "ks", "(2, 0, 1)", "(1, 1)"))
        name = self.new(SHADES if colors else TABLE, "by")
        self.line(f"{name}: {SHADES if colors else TABLE} = {{}}")
        if self.chance(0.15):
            self.line(f"{name}[{'Color.BLUE' if colors else '1'}] = {self.number()}")
        with self.block(f"for key in {source}:", loop=True):
            with self.block(f"if {self.truth()}:" if self.chance(0.3) else "if n == n:"):
                self.line(f"{name}[key] = {self.pick((self.drawn(self.number()), self.number(), 'len(rows)'))}")
            if self.chance(0.2):
                self.line(f"{name}[key] = {name}.get(key, 0) + 1")
            if self.chance(0.1):
                self.line(f"{name}[{'hue' if colors else 'n'}] = {self.number()}")

    def cut_off(self) -> None:
        """Numbers of rows that statements cut off."""
        total = self.set(INT, "0")
        with self.over() as row:
            x = self.set(INT, self.number(row))
            with self.block(f"if {x} {self.pick(('>', '<', '=='))} {self.pick(('n', 'low', '2'))}:"):
                self.line(f"{x} = {self.pick(('n', 'low', '2', f'{x} - 1', total))}")
            if self.chance(0.5):
                with self.block(f"{self.pick(('if', 'elif'))} {x} < {self.pick(('low', '0', total))}:"):
                    self.line(f"{self.pick((x, x, total))} = {self.pick(('low', '0', f'-{x}'))}")
            if self.chance(0.2):
                with self.block("else:"):
                    self.line(f"{self.pick((x, total))} = {self.pick(('1', x))}")
            self.line(f"{total} += {x}")

    def asked_again(self) -> None:
        """A list of numbers of rows, of which something is asked for each of some others."""
        xs, out = self.set(INTS, f"[{self.generator(self.number)}]"), self.new(INTS, "out")
        self.line(f"{out} = []")
        with self.block(f"for turn in {self.pick(('GROUPS', 'ks', 'range(n)'))}:", loop=True):
            ways = (f"{xs}.count(turn)", f"sum(1 for x in {xs} if x < turn)", f"len([x for x in {xs} if x > turn])")
            found = self.pick((*ways, f"sum({xs}) + len({xs})", f"max({xs}, default=turn)", f"int(turn in {xs})"))
            self.line(f"{out}.append({self.pick((found, self.drawn(found)))})")
            if self.chance(0.1):
                self.line(f"{xs}.append(turn)")

    # ---------------------------------------------------------------------------------------------------------- around

    def branch(self) -> None:
        """A piece that is not always reached; what it finds is kept."""
        name = self.set(INT, "0")
        condition = self.pick((f"{self.drawn('len(rows)')} > n", "n > 0", "len(rows) > 1", self.truth()))
        with self.block(f"if {condition}:"):
            self.piece()
            self.line(f"{name} = {self.number()}")
        if self.chance(0.5):
            with self.block("else:"):
                self.piece()
                self.line(f"{name} = {self.number()}")

    def rounds(self) -> None:
        """A piece in every round of a loop."""
        name = self.set(INT, "0")
        with self.block(f"for turn in {self.pick(('range(2)', 'ks', 'range(n)', 'GROUPS'))}:", loop=True):
            self.known["turn"] = INT
            self.piece()
            self.line(f"{name} += {self.number()}")
            if self.chance(0.2):
                with self.block(f"if {name} > n:"):
                    self.line("break")


def inputs(program: Rows, random: Random, classes: Mapping[str, Any]) -> dict[str, Any]:
    """Values for the parameters of a program that was written; some rows stand in a list twice."""

    def rows() -> list[Any]:
        made = [program.kind.made(random, classes) for _ in range(random.choice((0, 1, 1, 2, 3, 4)))]
        return made + [random.choice(made) for _ in range(random.choice((0, 0, 1, 2))) if made]

    found: dict[str, Any] = {"rows": rows()}
    if program.has_others:
        found["others"] = rows()
    return found | {
        "n": random.choice((-1, 0, 1, 2, 2, 3, 4)),
        "low": random.choice((-2, 0, 0, 1, 2)),
        "ks": [random.choice((0, 1, 2, 3, -1)) for _ in range(random.randint(0, 3))],
        "hue": _color(random, classes),
        "eps": random.choice((1, 2, Fraction(1, 2))),
    }
