"""The bodies of generated functions, as far as they use numbers, truth values, lists and tuples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.lang.programs.kinds import (
    BOOL,
    BOOLS,
    BUNDLE,
    FLAGGED,
    INT,
    INTS,
    ITEMS,
    NAMES,
    PAIR,
    PAIRS,
    PARTS,
    REAL,
    ROWS,
    STORED,
    Function,
    Parameter,
)


@dataclass
class Body:
    """Writes the body of one function."""

    random: Random
    function: Function
    functions: Sequence[Function]
    main: bool
    budget: int  # how many statements may still be written
    lines: list[str] = field(default_factory=list)
    indent: int = 1
    loops: int = 0
    types: dict[str, str] = field(default_factory=dict)  # of all names, once and for all
    known: set[str] = field(default_factory=set)  # the names that have a value here
    fixed: set[str] = field(default_factory=set)  # the names that are not assigned (any more)
    borrowed: set[str] = field(default_factory=set)  # the lists that belong to someone else
    reals: list[str] = field(default_factory=list)  # texts of positive reals that keep their value
    factors: list[str] = field(default_factory=list)  # texts of positive public integers
    bare_empty: bool = False  # whether a bare `[]` needs the return annotation

    def whole(self) -> list[str]:
        for p in self.function.parameters:
            if p.type == REAL:
                self.reals.append(p.name)
                self.types[p.name] = REAL
                self.fixed.add(p.name)
                continue
            self.types[p.name] = p.type
            self.known.add(p.name)
            self.borrowed.add(p.name)
            public = self.main and not p.mark
            if public and p.type == INT and self.chance(0.4):
                self.fixed.add(p.name)
                self.factors += [p.name] if p.positive else [f"max({p.name}, 1)", f"(abs({p.name}) + 1)"]
            if public and p.type == INTS and self.chance(0.4):
                self.fixed.add(p.name)
                self.factors += [f"(abs({p.name}[0]) + 1)", f"max({p.name}[-1], 1)"]
            if self.main and p.type == INTS and self.chance(0.3):
                self.fixed.add(p.name)
                self.factors.append(f"(len({p.name}) + 1)")
        if self.chance(0.2):
            self.line('"""A docstring."""')
        if self.chance(0.6):
            text = self.value(INT, 1)
            self.line(f"{self.fresh(INT)} = {text}")
        if self.function.parameters and self.chance(0.05):
            simple = [p for p in self.function.parameters if p.type in (INT, BOOL)]
            if simple:
                self.line(f"{simple[0].name}: {simple[0].type}")
        self.stock()
        self.block(self.random.randint(2, 5), top=True)
        return self.lines

    def stock(self) -> None:
        """Write what the body may work with, before it begins."""

    # ------------------------------------------------------------------------------------------------------ small tools

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def pick(self, *options: Any) -> Any:
        return self.random.choice(options)

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """A nested block: what it assigns need not have happened afterwards."""
        before = set(self.known)
        self.indent += 1
        yield
        self.indent -= 1
        self.known = before

    def names(self, kind: str) -> list[str]:
        return sorted(n for n in self.known if self.types[n] == kind)

    def fresh(self, kind: str) -> str:
        """A name that was never used in this function, and now has a value."""
        new = [n for n in NAMES if n not in self.types] or [f"v{len(self.types)}"]
        name: str = self.random.choice(new)
        self.types[name] = kind
        self.known.add(name)
        return name

    def target(self, kind: str, fresh: float = 0.35) -> str:
        """A name to assign: one that has this type, or a fresh one. It does not count as assigned yet."""
        old = sorted(n for n, t in self.types.items() if t == kind and n not in self.fixed)
        if old and not self.chance(fresh):
            return str(self.random.choice(old))
        name = self.fresh(kind)
        self.known.discard(name)
        return name

    # ------------------------------------------------------------------------------------------------------- statements

    def block(self, size: int, top: bool = False) -> bool:
        """Write a block; whether its end can be reached. The block of a whole function ends with a return."""
        start = len(self.lines)
        for _ in range(size):
            if self.budget <= 0:
                break
            self.budget -= 1
            if not self.statement(top):
                return False
        if top:
            self.line(f"return {self.returned()}")
            return False
        if self.chance(0.12):
            return self.leave()
        if len(self.lines) == start:
            self.line("pass")
        return True

    def leave(self) -> bool:
        """A bare return, break or continue."""
        ways = ["return"] + ["break", "continue", "continue"] * (self.loops > 0)
        way = self.random.choice(ways)
        self.line(f"return {self.returned()}" if way == "return" else way)
        return False

    def returned(self) -> str:
        kind = self.function.returns
        if kind in ITEMS or kind == BUNDLE:
            own = [n for n in self.names(kind) if self.main or n not in self.borrowed]
            if own and self.chance(0.6):
                return str(self.random.choice(own))
            if kind == BUNDLE and self.chance(0.3) and (lists := [n for n in self.names(INTS) if self.owns(n)]):
                return f"{self.random.choice(lists)}, {self.value(INT, 1)}"
            if kind == INTS and self.chance(0.1):
                self.bare_empty = True
                return "[]"
            return self.new(kind, 1)
        if kind == INT and self.reals and self.chance(0.3):
            return self.draw(1)
        text = self.value(kind, 2)
        return text[1:-1] if kind in PARTS and text.startswith("(") and text.count("(") == 1 else text

    def statement(self, top: bool) -> bool:
        options: list[tuple[int, Callable[[], bool]]] = [
            (16, self.assign),
            (4, self.annotated),
            (7, self.augmented),
            (6, self.append),
            (6, self.unpack),
            (12, self.branch),
            (8, self.for_range),
            (7, self.for_items),
            (5, self.for_enumerate),
            (6, self.loop_while),
            (7, self.maybe_leave),
            (2, self.constant),
        ]
        if top:
            options.append((2, self.real))
        deep = (self.for_range, self.for_items, self.for_enumerate, self.loop_while, self.branch)
        if self.indent > 4 or self.loops > 2 * self.main:
            options = [o for o in options if o[1] not in deep]
        weights = [w for w, _ in options]
        return self.random.choices([o for _, o in options], weights)[0]()

    def assign(self) -> bool:
        kind = self.random.choice(STORED)
        name = self.target(kind)
        if kind == INT and self.reals and self.chance(0.3):
            text = self.draw(1)
        elif kind == INTS and name not in self.known and name not in self.borrowed and self.chance(0.25):
            self.line(f"{name} = []")
            self.known.add(name)
            self.line(f"if {self.value(BOOL, 1)}:")
            with self.deeper():
                self.line(f"{name}.append({self.value(INT, 1)})")
            return True
        else:
            text = self.new(kind, 2)
        self.line(f"{name} = {text}")
        self.known.add(name)
        return True

    def annotated(self) -> bool:
        kind = self.random.choice(STORED)
        name = self.target(kind, 0.7)
        empty = kind in ITEMS and self.chance(0.4)
        text = self.draw(1) if kind == INT and self.reals and self.chance(0.3) else self.new(kind, 1)
        self.line(f"{name}: {kind} = {'[]' if empty else text}")
        self.known.add(name)
        return True

    def augmented(self) -> bool:
        numbers = [n for n in self.names(INT) if n not in self.fixed]
        lists = [n for n in self.names(INTS) + self.names(ROWS) if self.owns(n)]
        if lists and self.chance(0.35):
            name = self.random.choice(lists)
            self.line(f"{name} += [{self.element(self.types[name])}]")
            return True
        if not numbers:
            return self.assign()
        name = self.random.choice(numbers)
        match self.pick("+", "+", "+", "-", "-", "*", "//", "%"):
            case "*":
                self.line(f"{name} *= {self.pick(-2, -1, 0, 2, 3)}")
            case "//" | "%" as op:
                self.line(f"{name} {op}= {self.divisor(1)}")
            case op:
                self.line(f"{name} {op}= {self.value(INT, 2)}")
        return True

    def owns(self, name: str) -> bool:
        return name not in self.borrowed and name not in self.fixed

    def append(self) -> bool:
        lists = [n for kind in ITEMS for n in self.names(kind) if self.owns(n)]
        if not lists:
            return self.assign()
        name = self.random.choice(lists)
        self.line(f"{name}.append({self.element(self.types[name])})")
        return True

    def element(self, kind: str, depth: int = 2) -> str:
        """Something to put into a list of this type."""
        return self.new(ITEMS[kind], max(depth, 0))

    def unpack(self) -> bool:
        numbers = [n for n in self.names(INT) if n not in self.fixed]
        match self.random.randrange(5):
            case 0 if len(numbers) >= 2:
                a, b = self.random.sample(numbers, 2)
                self.line(f"{a}, {b} = {b}, {self.pick(a, self.value(INT, 1))}")
            case 1 if len(numbers) >= 2:
                a, b = self.random.sample(numbers, 2)
                c = self.target(BOOL)
                self.line(f"{a}, ({b}, {c}) = {b}, ({a}, {self.value(BOOL, 1)})")
                self.known.add(c)
            case 2:
                a, b = self.two(INT, BOOL)
                self.line(f"{a}, {b} = {self.value(FLAGGED, 1)}")
                self.known |= {a, b}
            case 3:
                calls = [f for f in self.callable() if f.returns == BUNDLE]
                whole = self.call(self.random.choice(calls), 1) if calls else self.new(BUNDLE, 1)
                a, b = self.two(INTS, INT)
                self.line(f"({a}, {b}) = {whole}")
                self.known |= {a, b}
            case _:
                a, b = self.two(INT, INT)
                self.line(f"[{a}, {b}] = {self.value(PAIR, 1)}")
                self.known |= {a, b}
        return True

    def two(self, first: str, second: str) -> tuple[str, str]:
        a = self.target(first)
        while (b := self.target(second)) == a:
            pass
        return a, b

    def branch(self) -> bool:
        """if / elif / else."""
        before = set(self.known)
        ends: list[set[str]] = []
        arms = self.pick(1, 1, 1, 2, 3)
        closed = self.chance(0.5)
        for arm in range(arms + closed):
            self.known = set(before)
            head = "if" if arm == 0 else "elif" if arm < arms else "else"
            self.line(f"{head} {self.value(BOOL, 2)}:" if head != "else" else "else:")
            self.indent += 1
            if self.block(self.random.randint(1, 2)):
                ends.append(self.known)
            self.indent -= 1
        ends += [] if closed else [before]
        self.known = set.intersection(*ends) if ends else before
        return bool(ends)

    def maybe_leave(self) -> bool:
        self.line(f"if {self.value(BOOL, 2)}:")
        with self.deeper():
            self.leave()
        return True

    @contextmanager
    def body(self, *fixed: str) -> Iterator[None]:
        """The body of a loop; these names keep their value in it."""
        added = set(fixed) - self.fixed
        self.fixed |= added
        self.loops += 1
        with self.deeper():
            yield
        self.loops -= 1
        self.fixed -= added

    def for_range(self) -> bool:
        name = self.target(INT, 0.5)
        low, high = f"max({self.value(INT, 1)}, -2)", f"min({self.value(INT, 2)}, 3)"
        small = self.pick(str(self.random.randint(0, 3)), f"len({self.listing()}) % 4")
        match self.random.randrange(5):
            case 0:
                bounds = small
            case 1:
                bounds = high
            case 2:
                bounds = f"{low}, {high}"
            case 3:
                bounds = f"{high}, {low}, {self.pick('-1', '-2', 'DEPTH')}"
            case _:
                bounds = f"{low}, {high}, {self.pick('1', '2', 'WIDTH', self.value(INT, 1))}"
        if "_" not in self.types and self.chance(0.1):
            name = "_"
        self.line(f"for {name} in range({bounds}):")
        self.run_body({name: INT})
        return True

    def run_body(self, targets: dict[str, str], *fixed: str) -> None:
        """The body of a `for`; in it the targets have values, and lists among them are borrowed."""
        with self.body(*fixed):
            for name, kind in targets.items():
                if name == "_" and name not in self.types:
                    continue
                self.known.add(name)
                if kind in ITEMS or kind == BUNDLE:
                    self.borrowed.add(name)
            self.block(self.random.randint(1, 3))

    def iterated(self, kind: str) -> tuple[str, list[str]]:
        """A list to loop over, and the names that then must not change."""
        names = self.names(kind)
        if names and self.chance(0.65):
            name = self.random.choice(names)
            return name, [name]
        return self.value(kind, 1), []

    def item_target(self, kind: str, avoid: set[str]) -> tuple[str, dict[str, str]]:
        if kind == PAIR and self.chance(0.7):
            a, b = self.two(INT, INT)
            if not {a, b} & avoid:
                return f"({a}, {b})", {a: INT, b: INT}
        while (name := self.target(kind)) in avoid:
            pass
        return name, {name: kind}

    def for_items(self) -> bool:
        kind = self.pick(INTS, INTS, INTS, BOOLS, PAIRS, ROWS)
        iterable, fixed = self.iterated(kind)
        text, targets = self.item_target(ITEMS[kind], set(fixed))
        text = text[1:-1] if text.startswith("(") else text
        self.line(f"for {text} in {iterable}:")
        self.run_body(targets, *fixed)
        return True

    def for_enumerate(self) -> bool:
        kind = self.pick(INTS, INTS, BOOLS, PAIRS, ROWS)
        iterable, fixed = self.iterated(kind)
        index = self.target(INT, 0.5)
        text, targets = self.item_target(ITEMS[kind], {*fixed, index})
        start = self.pick("", "", ", 1", ", -2", ", start=2", ", WIDTH")
        self.line(f"for {index}, {text} in enumerate({iterable}{start}):")
        self.run_body({index: INT, **targets}, *fixed)
        return True

    def loop_while(self) -> bool:
        fuel = self.fresh(INT)
        self.fixed.add(fuel)
        self.line(f"{fuel} = {self.random.randint(1, 4)}")
        match self.random.randrange(4):
            case 0:
                self.line(f"while {fuel} > 0 and {self.value(BOOL, 2)}:")
                with self.body():
                    self.line(f"{fuel} -= 1")
                    self.block(self.random.randint(1, 3))
            case 1:
                self.line(f"while {self.value(BOOL, 2)} and {fuel} > 0:")
                with self.body():
                    self.line(f"{fuel} = {fuel} - 1")
                    self.block(self.random.randint(1, 3))
            case 2:
                self.line(f"while {self.value(BOOL, 2)}:")
                with self.body():
                    self.stop(fuel, "break")
                    self.block(self.random.randint(1, 3))
            case _:
                leaves = self.chance(0.5)
                self.line("while True:")
                start = len(self.lines)
                with self.body():
                    self.stop(fuel, f"return {self.returned()}" if leaves else "break")
                    self.block(self.random.randint(1, 3))
                return not leaves or self.has_own_break(start)
        return True

    def has_own_break(self, start: int) -> bool:
        """Whether the loop whose body starts here has a `break` of its own."""
        inner: list[int] = []
        for text in self.lines[start:]:
            margin = len(text) - len(text.lstrip())
            inner = [m for m in inner if m < margin]
            if text.lstrip().startswith(("for ", "while ")):
                inner.append(margin)
            if text.strip() == "break" and not inner:
                return True
        return False

    def stop(self, fuel: str, how: str) -> None:
        self.line(f"{fuel} -= 1")
        self.line(f"if {fuel} < 0:")
        with self.deeper():
            self.line(how)

    def constant(self) -> bool:
        """A local that is set once, to a public value."""
        name = self.fresh(INT)
        self.fixed.add(name)
        self.line(f"{name} = {self.pick('2', '3', 'WIDTH', *self.factors)}")
        if self.indent == 1:
            self.factors.append(name)
        return True

    def real(self) -> bool:
        """A real constant, or a privacy parameter that is divided up."""
        own = [p.name for p in self.function.parameters if p.type == REAL and p.name not in self.known]
        if not self.reals:
            return self.assign()
        if own and self.chance(0.4):
            name = own[0]
            self.known.add(name)
            self.line(f"{name} = {name} / 2" if self.chance(0.7) else f"{name} /= 2")
            return True
        source = self.random.choice(self.reals)
        name = self.fresh(REAL)
        self.fixed.add(name)
        self.line(f"{name} = {self.pick(f'2 / {source}', f'{source} / 3', f'{source} * 0.5', f'{source} + 1')}")
        self.reals.append(name)
        return True

    # ------------------------------------------------------------------------------------------------------ expressions

    def draw(self, depth: int) -> str:
        """A sampling."""
        if self.chance(0.2):
            return self.other_draw(depth)
        name = self.pick("laplace", "laplace", "one_sided_laplace", "tp.laplace")
        loc, scale = self.value(INT, depth), self.scale(depth)
        match self.random.randrange(8):
            case 0:
                return f"{name}({loc}, scale={scale})"
            case 1:
                return f"{name}(scale={scale}, loc={loc})"
            case _:
                return f"{name}({loc}, {scale})"

    def other_draw(self, depth: int) -> str:
        """A sampling of an integer with other noise; its arguments may be such that it raises."""
        loc, scale, less = self.value(INT, depth), self.scale(depth), max(depth - 1, 0)
        number, whole = self.value(INT, less), self.pick("0", "1", "3", f"abs({self.value(INT, less)})")
        scores = self.value(INTS, less) if self.chance(0.3) else f"[{loc}, {number}, {self.value(INT, less)}]"
        chooser = self.pick("choose", "permute_and_flip")
        bit = self.pick(self.value(BOOL, less), f"{number} > 0")
        return str(
            self.pick(
                f"gaussian({loc}, {scale})",
                f"gaussian({loc}, sigma={scale})",
                f"gaussian({loc}, variance={scale})",
                f"gaussian(variance={scale}, loc={loc})",
                f"truncated_laplace({loc}, {scale}, {whole})",
                f"truncated_laplace({loc}, bound={number}, scale={scale})",
                f"geometric({scale})",
                f"geometric(scale={scale})",
                f"uniform({loc}, {loc} + {whole})",
                f"uniform({self.pick(-2, 0, number)}, {self.pick(2, 5, number)})",
                f"{chooser}({scores}, {scale})",
                f"{chooser}(rate={scale}, scores=[{loc}, *{scores}])",
                f"randomized_choice({number} % 3, 3, {scale})",
                f"randomized_choice({number}, k={self.pick(1, 4, number)}, eps={scale})",
                f"int(randomized_response({bit}, {scale}))",
                f"int(randomized_response(eps={scale}, bit={bit}))",
                f"int(coin({self.pick('Fraction(1, 3)', '0.25', '0', '1', f'Fraction({number}, 4)')}))",
            )
        )

    def scale(self, depth: int) -> str:
        real = self.random.choice(self.reals)
        if self.chance(0.15):  # one that the mechanism computes; it may be zero or less, and then it raises
            number = self.value(INT, depth - 1)
            return str(self.pick(f"(abs({number}) + 1) / {real}", f"max(1, {number}) / {real}", f"({number}) / {real}"))
        factor = self.random.choice(self.factors) if self.factors and self.chance(0.4) else self.pick("1", "2", "3")
        return str(self.pick(*[f"{factor} / {real}"] * 5, f"1 / ({real} / {factor})", f"{factor} * {real}", real))

    def callable(self) -> list[Function]:
        if self.loops > self.main:
            return []
        return [f for f in self.functions if self.reals or not f.draws]

    def call(self, function: Function, depth: int) -> str:
        """A call, with some arguments by keyword and in any order."""
        positional, keywords = [], []
        by_name = False
        for p in function.parameters:
            if p.default and self.chance(0.5):
                by_name = True
                continue
            by_name = by_name or p.keyword or self.chance(0.2)
            text = self.argument(p, depth)
            if by_name:
                keywords.append(f"{p.name}={text}")
            else:
                positional.append(text)
        self.random.shuffle(keywords)
        return f"{function.name}({', '.join(positional + keywords)})"

    def argument(self, parameter: Parameter, depth: int) -> str:
        if parameter.type == REAL:
            real = self.random.choice(self.reals)
            return str(self.pick(real, real, f"{real} / 2", f"{real} / WIDTH", "1", "3", "0.5"))
        if parameter.type in ITEMS and self.chance(0.05):
            return "[]"
        return self.value(parameter.type, depth - 1)

    def listing(self) -> str:
        """A list of any type, by name where there is one."""
        names = [n for kind in ITEMS for n in self.names(kind)]
        return str(self.random.choice(names)) if names else f"[{self.value(INT, 0)}]"

    def new(self, kind: str, depth: int) -> str:
        """An expression whose lists have no other name."""
        if kind in ITEMS:
            return self.new_list(kind, depth)
        if kind == BUNDLE:
            return f"({self.new_list(INTS, depth)}, {self.value(INT, depth)})"
        return self.value(kind, depth)

    def new_list(self, kind: str, depth: int) -> str:
        names, calls = self.names(kind), [f for f in self.callable() if f.returns == kind]
        some = ", ".join(self.element(kind, depth - 1) for _ in range(self.random.randint(1, 3)))
        if names:
            a, b = self.random.choice(names), self.random.choice(names)
            match self.random.randrange(8):
                case 0 | 1:
                    return f"{a} + [{self.element(kind, depth - 1)}]"
                case 2:
                    return f"list({a})"
                case 3:
                    return f"({a} + {b} if len({a}) + len({b}) < 7 else [{some}])"
                case 4:
                    return f"[{some}] + {a}" if depth else f"list({a})"
                case 5 if kind == ROWS and self.names(INTS):
                    return f"{a} + [{self.random.choice(self.names(INTS))}]"
        if calls and depth and self.chance(0.4):
            return self.call(self.random.choice(calls), depth)
        return f"[{some}]"

    def value(self, kind: str, depth: int) -> str:
        """An expression of this type."""
        calls = [f for f in self.callable() if f.returns == kind]
        if calls and depth > 0 and self.chance(0.12):
            return self.call(self.random.choice(calls), depth)
        if depth > 0 and self.chance(0.07):
            test, yes, no = self.value(BOOL, depth - 1), self.value(kind, depth - 1), self.value(kind, depth - 1)
            return f"({yes} if {test} else {no})"
        match kind:
            case "int":
                return self.number(depth) if depth > 0 else self.simple_number()
            case "bool":
                return self.truth(depth) if depth > 0 else self.simple_truth()
            case _ if kind in PARTS:
                return self.tuple(kind, depth)
            case _:
                names = self.names(kind)
                if names and self.chance(0.7):
                    return str(self.random.choice(names))
                return self.new_list(kind, min(depth, 1))

    def tuple(self, kind: str, depth: int) -> str:
        if (names := self.names(kind)) and self.chance(0.5):
            return str(self.random.choice(names))
        if kind == PAIR and (pairs := self.names(PAIRS)) and self.chance(0.3):
            return f"{self.random.choice(pairs)}[{self.position(pairs[0], depth)}]"
        return f"({', '.join(self.value(part, max(depth - 1, 0)) for part in PARTS[kind])})"

    def simple_number(self) -> str:
        names = self.names(INT)
        if names and self.chance(0.7):
            return str(self.random.choice(names))
        return str(self.pick(self.random.randint(-3, 5), self.random.randint(-3, 5), "WIDTH", "DEPTH"))

    def number(self, depth: int) -> str:
        less = depth - 1
        a = self.value(INT, less)
        match self.random.randrange(17):
            case 0 | 1:
                return f"({a} + {self.value(INT, less)})"
            case 2 | 3:
                return f"({a} - {self.value(INT, less)})"
            case 4:
                return f"({a} * {self.pick(-2, -1, 0, 2)})" if self.chance(0.5) else f"(({a} % 5) * WIDTH)"
            case 5:
                return f"({a} {self.pick('//', '%')} {self.divisor(less)})"
            case 6:
                return f"{self.pick('abs(', '-(', '+(')}{a})"
            case 7:
                more = [self.value(INT, less) for _ in range(self.random.randint(1, 2))]
                return f"{self.pick('min', 'max')}({a}, {', '.join(more)})"
            case 8:
                return f"len({self.listing()})"
            case 9:
                return f"int({self.value(BOOL, less)})"
            case 10:
                return f"{self.pick('sum', 'sum', 'max', 'min')}({self.value(INTS, less)})"
            case 11 | 12:
                return self.draw(less) if self.reals else a
            case 13 | 14:
                return self.item(INTS, less) or a
            case 15:
                kind = self.pick(PAIR, FLAGGED, BUNDLE)
                return f"{self.value(kind, less)}[{self.pick(1, -1) if kind == BUNDLE else self.pick(0, -2)}]"
            case _:
                return self.simple_number()

    def item(self, kind: str, depth: int) -> str | None:
        """An item of a list; most of the time one that is there."""
        names = self.names(kind)
        if not names:
            if kind != INTS or not (rows := self.names(ROWS)):
                return None
            row = f"{self.random.choice(rows)}[{self.position(rows[0], depth)}]"
            return f"{row}[{self.random.randint(-1, 0)}]"
        name = self.random.choice(names)
        if self.chance(0.6):
            other = self.value(ITEMS[kind], depth)
            position = self.pick("0", "-1", f"{self.value(INT, depth)} % len({name})")
            return f"({name}[{position}] if len({name}) > 0 else {other})"
        return f"{name}[{self.position(name, depth)}]"

    def position(self, name: str, depth: int) -> str:
        small = self.random.randint(-2, 2)
        return str(self.pick(small, f"len({name}) - {self.random.randint(1, 3)}", self.value(INT, depth)))

    def divisor(self, depth: int) -> str:
        if self.chance(0.25):
            return self.value(INT, depth)
        return str(self.pick(2, 3, -2, f"(abs({self.value(INT, depth)}) + 1)"))

    def simple_truth(self) -> str:
        names = self.names(BOOL)
        if names and self.chance(0.6):
            return str(self.random.choice(names))
        if numbers := self.names(INT):
            op = self.pick("<", "<=", ">", ">=", "==", "!=")
            return f"({self.random.choice(numbers)} {op} {self.random.randint(-2, 3)})"
        return str(self.pick("True", "False", "LOUD", "QUIET"))

    def truth(self, depth: int) -> str:
        less = depth - 1
        match self.random.randrange(13):
            case 0 | 1 | 2:
                op = self.pick("<", "<=", ">", ">=", "==", "!=")
                return f"({self.value(INT, less)} {op} {self.value(INT, less)})"
            case 3 | 4:
                ops = [self.pick("<", "<=", ">", ">=", "==", "!=") for _ in range(self.random.randint(2, 3))]
                return "(" + self.value(INT, less) + "".join(f" {op} {self.value(INT, less)}" for op in ops) + ")"
            case 5 | 6 | 7:
                op = self.pick(" and ", " or ")
                return f"({op.join(self.value(BOOL, less) for _ in range(self.random.randint(2, 3)))})"
            case 8:
                return f"(not {self.value(BOOL, less)})"
            case 9:
                return f"bool({self.value(INT, less)})"
            case 10:
                return f"{self.pick('any', 'all')}({self.value(BOOLS, less)})"
            case 11:
                kind = self.pick(INTS, PAIR, BOOL, BOOLS, ROWS)
                return f"({self.value(kind, less)} {self.pick('==', '!=')} {self.value(kind, less)})"
            case _:
                return self.item(BOOLS, less) or f"{self.value(FLAGGED, less)}[1]"
