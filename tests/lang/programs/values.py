"""Expressions of generated programs: comprehensions, what consumes them, slices, records, None, dictionaries."""

from __future__ import annotations

from dataclasses import dataclass

from tests.lang.programs.kinds import (
    BOOL,
    COLOR,
    COLORS,
    COUNTS,
    DICTIONARIES,
    FLAGGED,
    GAUGE,
    INT,
    INTS,
    ITEMS,
    MAYBE,
    PAIR,
    PAIRS,
    RATIO,
    RATIOS,
    RECORD,
    RECORDS,
    ROWS,
    SHADES,
    SHARE,
    SHARES,
    SPOT,
    TABLE,
    TEXT,
    WORDS,
)
from tests.lang.programs.walking import Walking

Walked = tuple[str, dict[str, str]]  # the text of a target, and the types of its names


@dataclass
class Values(Walking):
    """Writes expressions."""

    # ------------------------------------------------------------------------------------------------------ new values

    def new(self, kind: str, depth: int) -> str:
        if kind in DICTIONARIES:
            return self.new_dictionary(kind, depth)
        return super().new(kind, depth)

    def new_list(self, kind: str, depth: int) -> str:
        if depth > 0 and self.chance(0.45) and (text := self.made_list(kind, depth)) is not None:
            return text
        return super().new_list(kind, depth)

    def made_list(self, kind: str, depth: int) -> str | None:
        less = depth - 1
        if self.chance(0.35):
            return f"[{self.clauses(less, ITEMS[kind])}]"
        match kind:
            case "list[int]":
                return self.made_ints(less)
            case "list[tuple[int, int]]":
                return self.made_pairs(less)
            case "list[Row]" if names := self.names(RECORDS):
                name = self.random.choice(names)
                part = f"{name}[{self.pick('1:', ':2', '::-1')}]"
                return str(self.pick(f"sorted({name}, key={self.key(RECORD)})", f"sorted({name})", part))
            case "list[list[int]]":
                width = self.pick("2", f"({self.value(INT, 0)} % 3)")
                (name,) = self.hiding(1)
                return f"[[{self.value(INT, less)}] * {width} for {name} in range({self.pick('2', 'WIDTH')})]"
            case "list[bool]":
                return str(self.pick(f"[{self.value(BOOL, 0)}] * 2", f"{self.atom(kind, 0)}[::-1]"))
            case _:
                return None

    def made_ints(self, less: int) -> str:
        whole = self.atom(INTS, less)
        match self.random.randrange(12):
            case 0:
                return f"list({self.clauses(less, INT)})"
            case 1:
                options = self.pick(
                    "", ", reverse=True", f", key={self.key(INT)}", f", reverse=True, key={self.key(INT)}"
                )
                return f"sorted({whole}{options})"
            case 2:
                return f"sorted({self.clauses(less, INT)})" if self.chance(0.5) else f"sorted({self.value(PAIR, less)})"
            case 3 | 4:
                return f"{whole}{self.slice(less)}"
            case 5:
                return f"{whole}[::-1]"
            case 6:
                times = self.pick("2", "0", "-1", f"({self.value(INT, 0)} % 3)", f"min({self.value(INT, less)}, 2)")
                return f"[{self.value(INT, less)}] * {times}" if self.chance(0.6) else f"{times} * {whole}[:2]"
            case 7:
                return f"list(range({self.small_range(less)}))"
            case 8:
                return f"list(reversed({whole}))"
            case 9 if names := self.names(INTS):
                return f"{self.random.choice(names)}.copy()"
            case 10 if tables := self.names(TABLE) + self.names(COUNTS):
                table = self.random.choice(tables)
                views = (f"list({table})", f"list({table}.values())", f"sorted({table})", f"sorted({table}.values())")
                return str(self.pick(*views, f"sorted({table}, key=lambda k: {table}[k])"))
            case 11 if gauges := self.names(GAUGE):
                return f"{self.random.choice(gauges)}.marks({self.value(INT, 0)})"
            case _:
                return f"[{self.clauses(less, INT)}]"

    def made_pairs(self, less: int) -> str:
        match self.random.randrange(5):
            case 0:
                return f"list(enumerate({self.value(INTS, less)}))"
            case 1:
                return f"list(zip({self.value(INTS, less)}, {self.value(INTS, less)}))"
            case 2:
                return f"sorted({self.value(PAIRS, less)}{self.pick('', f', key={self.key(PAIR)}')}, reverse=True)"
            case 3 if tables := self.names(TABLE) + self.names(COUNTS):
                table = self.random.choice(tables)
                return str(self.pick(f"list({table}.items())", f"sorted({table}.items(), key={self.key(PAIR)})"))
            case _:
                return f"sorted(enumerate({self.value(INTS, less)}), key={self.key(PAIR)})"

    def slice(self, depth: int) -> str:
        def end() -> str:
            return str(self.pick("", "1", "-1", "2", "-5", "9", self.value(INT, depth)))

        return f"[{end()}:{end()}]"

    def new_dictionary(self, kind: str, depth: int) -> str:
        less = max(depth - 1, 0)
        if (names := self.names(kind)) and self.chance(0.25):
            name = self.random.choice(names)
            return str(self.pick(f"dict({name})", f"{name}.copy()"))
        a, b = self.hiding(2)
        if kind == COUNTS:
            if self.chance(0.3):
                return self.counted_dictionary(less, a, b)
            if self.chance(0.4):
                return f"{{{self.value(INT, less)}: {self.value(INT, less)} for {a} in range(2)}}"
            iterable, target, variables = self.walked(less, small=True)
            with self.scope(variables):
                condition = f" if {self.value(BOOL, 1)}" if self.chance(0.4) else ""
                return f"{{{self.value(INT, 0)}: {self.value(INT, less)} for {target} in {iterable}{condition}}}"
        if self.chance(0.1):
            return f"dict.fromkeys({'KEYS' if kind == TABLE else 'Color'}, {self.value(INT, less)})"
        if self.chance(0.35):
            keys = [str(k) for k in self.keys] if kind == TABLE else [f"Color.{c}" for c in COLORS]
            return f"{{{', '.join(f'{k}: {self.item_for(INT, less, 0.2)}' for k in keys)}}}"
        if names and self.chance(0.5):
            name = self.random.choice(names)
            with self.scope({a: INT if kind == TABLE else COLOR, b: INT}):
                return f"{{{a}: {self.item_for(INT, less, 0.2)} for {a}, {b} in {name}.items()}}"
        with self.scope({a: INT if kind == TABLE else COLOR}):
            whole = self.pick("KEYS", str(self.keys), *names) if kind == TABLE else self.pick("Color", *names)
            return f"{{{a}: {self.item_for(INT, less, 0.3)} for {a} in {whole}}}"

    def counted_dictionary(self, less: int, a: str, b: str) -> str:
        """A dictionary whose keys are counted, or those of another."""
        tables = self.names(COUNTS)
        head, walked = self.pick(
            (f"{a}", f"range({self.small_range(less)})"),
            (f"{a}, {b}", f"enumerate({self.value(INTS, less)}{self.pick('', ', 1')})"),
            *((f"{a}, {b}", f"{table}.items()") for table in tables),
            *((f"{a}", table) for table in tables),
        )
        with self.scope({a: INT, **({b: INT} if "," in head else {})}):
            condition = f" if {self.value(BOOL, 0)}" if self.chance(0.2) else ""
            return f"{{{a}: {self.item_for(INT, less, 0.3)} for {head} in {walked}{condition}}}"

    # --------------------------------------------------------------------------------------------------------- values

    def value(self, kind: str, depth: int) -> str:
        if kind not in (RECORD, SPOT, COLOR, TEXT, MAYBE, GAUGE, RATIO, SHARE, *DICTIONARIES):
            return super().value(kind, depth)
        names, less = self.names(kind), max(depth - 1, 0)
        if names and self.chance(0.5):
            return str(self.random.choice(names))
        calls = [f for f in self.callable() if f.returns == kind]
        if calls and depth > 0 and self.chance(0.3):
            return self.call(self.random.choice(calls), depth)
        if depth > 0 and self.chance(0.15) and kind not in DICTIONARIES:
            test, yes, no = self.value(BOOL, less), self.value(kind, less), self.value(kind, less)
            return f"({yes} if {test} else {no})"
        match kind:
            case "Row":
                return self.record(less)
            case "Spot":
                on = self.pick("", f", {self.value(BOOL, less)}", f", on={self.value(BOOL, less)}")
                return f"Spot({self.value(INT, less)}{on})"
            case "Fraction":
                return self.ratio(depth)
            case "Share" if (shares := self.names(SHARES)) and self.chance(0.5):
                name = self.random.choice(shares)
                return f"{name}[{self.position(name, less)}]"
            case "Share":
                return f"Share({self.value(INT, less)}, {self.value(RATIO, less)})"
            case "Color":
                return f"Color.{self.pick(*COLORS)}"
            case "str":
                colors = self.names(COLOR)
                return f"{self.pick(*colors)}.name" if colors and self.chance(0.4) else f'"{self.pick(*WORDS)}"'
            case "int | None":
                return self.optional(less)
            case "a gauge":
                high = self.pick("", f", {self.value(INT, less)}", f", high={self.value(INT, less)}")
                return f"Gauge({self.value(INT, less)}{high})"
            case _:
                return self.new_dictionary(kind, depth)

    def record(self, less: int) -> str:
        a, b = self.value(INT, less), self.value(INT, less)
        if (records := self.names(RECORDS)) and self.chance(0.3):
            name = self.random.choice(records)
            best = f"{self.pick('max', 'min')}({name}{self.pick('', f', key={self.key(RECORD)}')})"
            return str(self.pick(f"{name}[{self.position(name, less)}]", best))
        return str(self.pick(f"Row({a}, {b})", f"Row({a})", f"Row(b={b}, a={a})", f"Row({a}, b={b})"))

    def ratio(self, depth: int) -> str:
        """A rational."""
        less, a = depth - 1, self.value(INT, max(depth - 1, 0))
        divisor = self.pick("2", "3", "-2", self.divisor(max(less, 0)))
        if depth <= 0:
            return f"Fraction({a}, {self.pick(2, 3)})"
        one, other = self.value(RATIO, less), self.pick(self.value(RATIO, less), self.value(INT, less))
        drawn = f"laplace({a}, {self.scale(0)}, grid={self.pick(1, 2, 10)})" if self.reals else one
        return str(
            self.pick(
                f"Fraction({a}, {divisor})",
                f"Fraction({a})",
                *(f"({one} {op} {other})" for op in ("+", "-", "*")),
                f"({other} - {one})",
                f"({one} / {divisor})",
                f"({one} % {self.pick(1, 2, divisor)})",
                f"{self.pick('abs', '-')}({one})",
                f"round({one}, {self.pick(0, 1, 2)})",
                f"{self.pick('min', 'max')}({one}, {self.value(RATIO, less)})",
                f"{self.pick('min', 'max')}({self.value(RATIOS, less)})",
                f"sum(({self.clauses(less, RATIO)}), Fraction({a}, 2))",
                f"{self.value(SHARE, less)}.part",
                drawn,
                drawn,
            )
        )

    def optional(self, less: int) -> str:
        options = ["None" if self.chance(0.5) else self.value(INT, less), self.value(INT, less)]
        if tables := self.names(TABLE) + self.names(COUNTS):
            options.append(f"{self.random.choice(tables)}.get({self.value(INT, less)})")
        if self.chance(0.3):
            options.append(f"next(({self.clauses(less, INT)}), None)")
        return str(self.random.choice(options))

    def risky_number(self) -> str:
        """A number that may have no value, where it may not even be asked for."""
        number, whole = self.pick(*self.names(INT), "WIDTH"), self.pick(*self.names(INTS), "[4]")
        return str(self.pick(f"(5 // {number})", f"{whole}[{self.pick(0, 1, 9)}]", f"{whole}[{number}]"))

    def simple_number(self) -> str:
        if self.chance(0.015):
            return self.risky_number()
        if self.there and self.chance(0.25) and (names := sorted(self.there & self.known)):
            return str(self.random.choice(names))
        return super().simple_number()

    def number(self, depth: int) -> str:
        if self.chance(0.45) and (text := self.wide_number(depth - 1)) is not None:
            return text
        return super().number(depth)

    def wide_number(self, less: int) -> str | None:
        ways = (self.consumed, self.consumed, self.measured, self.taken, self.taken, self.looked_up, self.of_a_name)
        return self.random.choice(ways)(less)

    def consumed(self, less: int) -> str:
        """A number that a generator gives."""
        extreme, a = self.pick("min", "max"), self.value(INT, less)
        default = self.pick("", "", f", default={a}")
        match self.random.randrange(7):
            case 0 | 1:
                return f"sum({self.clauses(less, self.pick(INT, INT, BOOL))})"
            case 6:
                return f"next(({self.clauses(less, INT)}){self.pick('', f', {a}')})"
            case 2:
                return f"sum(({self.clauses(less, INT)}){self.pick(', start=2', f', {a}')})"
            case 3:
                return f"{extreme}(({self.clauses(less, INT)}){default})"
            case 4:
                return f"{extreme}({self.value(INTS, less)}, key={self.key(INT)}{default})"
            case _:
                whole = self.pick(f"enumerate({self.value(INTS, less)})", self.value(PAIRS, less))
                return f"{extreme}({whole}{self.pick('', f', key={self.key(PAIR)}')})[{self.pick(0, 1, -1)}]"

    def measured(self, less: int) -> str:
        """A number that a list gives."""
        whole = self.atom(INTS, less)
        return str(
            self.pick(
                f"len([{self.clauses(less, self.pick(INT, BOOL))}])",
                f"{whole}.{self.pick('count', 'count', 'index')}({self.value(INT, less)})",
                f"sum({whole}{self.slice(less)})",
                f"{whole}{self.slice(less)}[{self.pick(0, -1)}]",
                f"sorted({whole})[{self.pick(0, -1)}]",
                f"STEPS[{self.value(INT, less)} % 3]",
                f"sum({self.pick('STEPS', 'PRICES.values()')})",
                f"PRICES{self.pick(f'[{self.value(INT, less)}]', f'.get({self.value(INT, less)}, 9)', '[3]')}",
                f"max(range({self.pick('2', 'WIDTH')}), key={self.pick(*self.names(INTS), '[4, 5, 6]')}.__getitem__)",
            )
        )

    def taken(self, less: int) -> str:
        """A number that is a part of something, or of an operation of its own."""
        a = self.value(INT, less)
        return str(
            self.pick(
                f"({a} % {self.pick(3, 5)}) ** {self.pick(0, 1, 2, 3)}",
                f"clamp({a}, {self.pick(-2, 0, self.value(INT, 0))}, {self.pick(3, 5)})",
                f"{self.value(RECORD, less)}{self.pick('.a', '.b', '[0]', '[-1]')}",
                f"{self.value(SPOT, less)}.at",
                f"{self.value(SHARE, less)}.of",
                f"{self.value(COLOR, less)}.value",
                f"({a}, {self.value(INT, less)}, 5)[{self.value(INT, less)} % 3]",
                f"sum({self.value(RECORD, less)})",
                f"{self.pick('floor', 'ceil', 'round', 'int')}({self.value(RATIO, less)})",
                f"({self.value(RATIO, less)} // {self.pick(1, 2, self.divisor(max(less, 0)))})",
            )
        )

    def of_a_name(self, less: int) -> str | None:
        """A number from something that has a name here."""
        kind = self.pick(MAYBE, MAYBE, GAUGE, ROWS, "function")
        a = self.value(INT, less)
        if kind == "function":
            functions = [f for f in self.callable() if f in self.local and f.returns == INT]
            return self.call(self.random.choice(functions), 1) if functions else None
        if not (names := self.names(kind)):
            return None
        name = self.random.choice(names)
        match kind:
            case "int | None":
                other = self.pick(f"({name} if {name} is not None else {a})", f"({a} if {name} is None else {name})")
                return str(self.pick(other, other, name if name in self.there else f"({name} + 1)"))
            case "a gauge":
                return str(
                    self.pick(
                        f"{name}.held({a})", f"{name}({a})", f"{name}.low", f"{name}.span", f"len({name}.marks(2))"
                    )
                )
            case _:
                return f"{name}[{self.position(name, less)}][{self.random.randint(-1, 1)}]"

    def looked_up(self, less: int) -> str | None:
        """A number from a dictionary."""
        kinds = [k for k in DICTIONARIES if self.names(k)]
        if not kinds:
            return None
        kind = self.random.choice(kinds)
        table = self.random.choice(self.names(kind))
        key = self.value(COLOR if kind == SHADES else INT, less)
        simple = self.pick(*self.names(INT), "3") if kind != SHADES else key
        views = (
            *(f"len({table})", f"sum({table}.values())", f"max({table}.values(), default=1)"),
            f"sum({table}[k] * 2 for k in {table})",
            f"sum({table}[k] + v for k, v in {table}.items())",
        )
        chosen = (
            f"max({table}, key={table}.{self.pick('get', '__getitem__')})",
            f"min({table}, key=lambda k: {table}[k])",
        )
        return str(
            self.pick(
                f"{table}[{key}]",
                f"{table}.get({key}, {self.value(INT, less)})",
                f"({table}[{simple}] if {simple} in {table} else {self.value(INT, less)})",
                self.pick(*views),
                self.pick(*chosen) + (".value" if kind == SHADES else ""),
            )
        )

    def truth(self, depth: int) -> str:
        if self.chance(0.4) and (text := self.wide_truth(depth - 1)) is not None:
            return text
        return super().truth(depth)

    def wide_truth(self, less: int) -> str | None:
        return self.random.choice((self.quantified, self.among, self.among, self.compared, self.compared))(less)

    def quantified(self, less: int) -> str:
        which = self.pick("any", "all")
        if not self.reals or self.chance(0.5):
            return f"{which}({self.clauses(less, BOOL)})"
        iterable, target, variables = self.walked(less)
        with self.scope(variables):
            return f"{which}({self.draw(0)} > {self.pick(0, 2)} for {target} in {iterable})"

    def among(self, less: int) -> str:
        a, b = self.value(INT, less), self.value(INT, less)
        words = f"({self.value(TEXT, less)}, {self.value(TEXT, less)})"
        places = [
            "STEPS",
            "PRICES",
            self.value(INTS, less),
            f"({b}, {self.value(INT, less)})",
            f"range({self.pick('3', f'{b}, 4')})",
        ]
        for table in self.names(TABLE) + self.names(COUNTS):
            places += [table, f"{table}{self.pick('.keys()', '.values()')}"]
        asked, place = self.pick(*((a, p) for p in places), (self.value(TEXT, less), words))
        return f"({asked} {self.pick('in', 'in', 'not in')} {place})"

    def compared(self, less: int) -> str:
        if (names := self.names(MAYBE)) and self.chance(0.35):
            name, a = self.random.choice(names), self.value(INT, less)
            tests = (f"({name} is None or {name} > 1)", f"({name} is not None and {name} < {a})")
            return str(self.pick(f"({name} is None)", f"({name} is not None)", f"({name} == {a})", *tests))
        if self.chance(0.1):
            return f"{self.value(SPOT, less)}.on"
        if self.chance(0.15):
            op = self.pick("<", "<=", ">", ">=", "==", "!=")
            return (
                f"({self.value(RATIO, less)} {op} {self.pick(self.value(INT, less), self.value(RATIO, less), '0.5')})"
            )
        kind = self.pick(PAIR, FLAGGED, RECORD, RECORD, COLOR, TEXT, INTS, PAIRS, SPOT, RECORDS)
        more = {COLOR: ("is", "is not")} | dict.fromkeys((PAIR, FLAGGED, RECORD), ("<", "<=", ">", ">="))
        return f"({self.value(kind, less)} {self.pick('==', '!=', *more.get(kind, ()))} {self.value(kind, less)})"
