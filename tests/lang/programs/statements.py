"""Statements of generated programs beyond those of `body`: updates, walks, dictionaries, None, functions inside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.lang.programs.kinds import (
    ANNOTATIONS,
    BOOL,
    COLOR,
    COUNTS,
    DICTIONARIES,
    GAUGE,
    INT,
    INTS,
    ITEMS,
    MAYBE,
    PAIR,
    PAIRS,
    RECORD,
    RECORDS,
    ROWS,
    SHADES,
    STORED,
    TABLE,
    Function,
    Parameter,
)
from tests.lang.programs.values import Values


@dataclass
class Writer(Values):
    """Writes the body of one function, with all that the language has."""

    @contextmanager
    def deeper(self) -> Iterator[None]:
        there = set(self.there)
        with super().deeper():
            yield
        self.there = there & self.there

    def stock(self) -> None:
        kinds = (INTS, INTS, ROWS, RECORDS, PAIRS, TABLE, TABLE, COUNTS, SHADES, MAYBE, MAYBE)
        for kind in self.random.sample(kinds, self.pick(0, 1, 2, 2, 3) if self.main else self.pick(0, 0, 1)):
            if kind == MAYBE:
                self.maybe()
                continue
            text = self.new(kind, self.pick(0, 1))
            self.line(f"{self.fresh(kind)} = {text}")
        if self.local or (self.main and self.chance(0.25)):
            self.inside()

    def statement(self, top: bool) -> bool:
        if self.chance(0.6):
            return self.wide_statement(top)
        return super().statement(top)

    def wide_statement(self, top: bool) -> bool:
        owned = {self.types[n] for n in self.known if self.owns(n)}
        options: list[tuple[int, Callable[[], bool]]] = [
            (12 if owned & {INTS, ROWS, RECORDS, PAIRS} else 1, self.update),
            (9 if owned & {INTS, RECORDS, PAIRS} else 1, self.reorder),
            (12 if owned & set(DICTIONARIES) else 3, self.change_dictionary),
            (3, self.assign_all),
            (3, self.check),
            (4, self.maybe),
            (3, self.unpack_record),
            (12 * bool(self.local), self.ask),
            (9, self.gather),
        ]
        if self.indent <= 4 and self.loops <= 2 * self.main:
            options += [(14, self.walk), (12 if self.names(MAYBE) else 2, self.narrowed)]
        if top:
            options += [(4, self.inside)]
            options += [(8, self.gauge)] * self.gauges
        weights = [w for w, _ in options]
        return self.random.choices([o for _, o in options], weights)[0]()

    # ------------------------------------------------------------------------------------------------------ assignments

    def annotated(self) -> bool:
        kind = self.random.choice(STORED)
        if kind in (TABLE, SHADES):
            return self.assign()
        name = self.target(kind, 0.7)
        empty = {COUNTS: "{}"} | dict.fromkeys(ITEMS, "[]")
        text = empty[kind] if kind in empty and self.chance(0.4) else self.new(kind, 1)
        self.line(f"{name}: {ANNOTATIONS.get(kind, kind)} = {text}")
        self.known.add(name)
        return True

    def assign(self) -> bool:
        done = super().assign()
        self.there -= {self.lines[-1].split(" = ")[0].strip()}
        return done

    def assign_all(self) -> bool:
        kind = self.pick(INT, INT, BOOL, COLOR, PAIR)
        a, b = self.two(kind, kind)
        self.line(f"{a} = {b} = {self.value(kind, 1)}")
        self.known |= {a, b}
        return True

    def update(self) -> bool:
        """An item of a list."""
        lists = [n for kind in (INTS, ROWS, RECORDS, PAIRS) for n in self.names(kind) if self.owns(n)]
        if not lists:
            return self.assign()
        name = self.random.choice(lists)
        kind = self.types[name]
        at = f"{name}[{self.pick(0, -1, self.position(name, 1), f'{self.value(INT, 1)} % max(len({name}), 1)')}]"
        if kind == ROWS and self.chance(0.85):
            inner = f"{at}[{self.pick(0, -1, self.value(INT, 0))}]"
            match self.random.randrange(3):
                case 0:
                    self.line(f"{at}.append({self.value(INT, 1)})")
                case 1:
                    self.line(f"{inner} = {self.value(INT, 1)}")
                case _:
                    self.line(f"{inner} += {self.value(INT, 1)}")
        elif kind == INTS and self.chance(0.5):
            self.line(f"{at} {self.pick('+', '-', '+')}= {self.value(INT, 1)}")
        else:
            value = self.draw(1) if kind == INTS and self.reals and self.chance(0.3) else self.new(ITEMS[kind], 1)
            self.line(f"{at} = {value}")
        return True

    def reorder(self) -> bool:
        lists = [n for kind in (INTS, PAIRS, RECORDS) for n in self.names(kind) if self.owns(n)]
        if not lists:
            return self.assign()
        name = self.random.choice(lists)
        kind = self.types[name]
        match self.random.randrange(4):
            case 0:
                self.line(f"{name}.reverse()")
            case 1 if kind == INTS:
                self.line(f"{name}.extend({self.atom(INTS, 1)}[:2])")
            case _:
                saved = set(self.known)
                self.known.discard(name)  # a key that asks the list that is sorted sees it empty, and is refused
                key = self.pick("", f"key={self.key(ITEMS[kind])}")
                self.known = saved
                both = self.pick("reverse=True", f"{key}, reverse=True" if key else "reverse=True", key, key)
                self.line(f"{name}.sort({both})")
        return True

    def check(self) -> bool:
        match self.random.randrange(3):
            case 0:
                test = self.value(BOOL, 2)
                self.line(f"assert {test} or {self.value(BOOL, 1)}")
            case 1:
                self.line(f"if {self.value(BOOL, 1)} and {self.value(BOOL, 1)}:")
                with self.deeper():
                    self.line('raise ValueError("not so")')
            case _:
                self.line(f"if {self.value(BOOL, 1)} and {self.value(BOOL, 1)}:")
                with self.deeper():
                    self.block(1)
                    if not self.lines[-1].lstrip().startswith(("return", "break", "continue", "raise")):
                        self.line("raise KeyError")
        return True

    def unpack_record(self) -> bool:
        a, b = self.two(INT, INT)
        self.line(f"{a}, {b} = {self.value(RECORD, 1)}")
        self.known |= {a, b}
        return True

    def ask(self) -> bool:
        """A function inside this one is called, with names as they are now."""
        function = self.random.choice(self.local)
        if function.returns not in (INT, BOOL, INTS, PAIR) or not self.callable():
            return self.assign()
        name = self.target(function.returns)
        self.line(f"{name} = {self.call(function, 1)}")
        self.known.add(name)
        return True

    def gauge(self) -> bool:
        name = self.target(GAUGE)
        self.line(f"{name} = {self.value(GAUGE, 1)}")
        self.known.add(name)
        return True

    def returned(self) -> str:
        kind = self.function.returns
        if kind in DICTIONARIES:
            own = [n for n in self.names(kind) if self.main or n not in self.borrowed]
            return str(self.random.choice(own)) if own and self.chance(0.7) else self.new(kind, 1)
        return super().returned()

    # ----------------------------------------------------------------------------------------------------- dictionaries

    def change_dictionary(self) -> bool:
        kinds = [k for k in DICTIONARIES if any(map(self.owns, self.names(k)))]
        if not kinds:
            kind = self.pick(*DICTIONARIES)
            name = self.target(kind)
            empty = kind == COUNTS and name not in self.known and self.chance(0.5)
            self.line(f"{name} = {'{}' if empty else self.new(kind, 1)}")
            self.known.add(name)
            if empty:
                self.line(f"{name}[{self.value(INT, 0)}] = {self.value(INT, 1)}")
            return True
        kind = self.random.choice(kinds)
        name = self.random.choice([n for n in self.names(kind) if self.owns(n)])
        key = self.value(COLOR if kind == SHADES else INT, 1)
        numbers = [n for n in self.names(INT) if n not in self.fixed]
        match self.random.randrange(4):
            case 0:
                self.line(f"{name}[{key}] {self.pick('+', '-')}= {self.value(INT, 1)}")
            case 1 if kind == TABLE and numbers:
                number = self.random.choice(numbers)
                self.line(f"if {number} in {self.pick(name, 'KEYS')}:")
                with self.deeper():
                    self.line(f"{name}[{number}] {self.pick('', '+')}= {self.value(INT, 1)}")
            case _:
                key = str(self.pick(*self.keys)) if kind == TABLE else key
                value = self.draw(1) if self.reals and self.chance(0.3) else self.value(INT, 1)
                self.line(f"{name}[{key}] = {value}")
        return True

    def gather(self) -> bool:
        """A set, a counter or a dictionary with a default, and a number that it gives."""
        bag = f"bag_{len(self.lines)}"
        items, a, b = self.atom(INTS, 1), self.value(INT, 1), self.value(INT, 1)
        each = f"for of_{bag} in {items}:"
        made = {
            "counter": (f"{bag} = Counter({items})", f"{bag}[{a}] {self.pick('+', '-', '*')}= {b}"),
            "asked": (f"{bag} = Counter(v % 3 for v in {items})", f"{bag}[{a}] {self.pick('', '+', '-')}= {b}"),
            "default": (f"{bag} = defaultdict({self.pick('int', 'lambda: 2')})", each, f"    {bag}[of_{bag}] += {a}"),
            "lists": (f"{bag} = defaultdict(list)", each, f"    {bag}[of_{bag} % 2].append({a})"),
            "new": (f"{bag} = {{}}", each, f"    {bag}.setdefault(of_{bag}, {a})"),
            "set": (f"{bag} = set({items})", f"{bag}.add({a})", f"{bag}.{self.pick('discard', 'remove')}({b})"),
            "seen": (f"{bag} = set()", each, f"    if of_{bag} not in {bag}:", f"        {bag}.add(of_{bag})"),
            "sets": (f"{bag} = {{{a}, {b}}} {self.pick('|', '&', '-', '^')} set({items})",),
        }
        form = self.random.choice(list(made))
        asked = {
            "counter": (f"{bag}[{a}] * 10 + len({bag})", f"sum({bag}.values())", f"len({bag}.most_common(2))"),
            "asked": (f"{bag}[0] + 7 * {bag}[2]",),
            "default": (f"{bag}[{a}] + {bag}[{b}]", f"len({bag}) + {bag}.get({a}, 5)"),
            "lists": (f"len({bag}[0])", f"len({bag})"),
            "new": (f"sum({bag}.values())", f"{bag}.get({a}, 5)"),
        }
        of_sets = (f"len({bag}) + sum({bag})", f"max({bag})", f"sorted({bag})[0]", f"len({bag}) * int({a} in {bag})")
        for line in made[form]:
            self.line(line)
        name = self.target(INT)
        self.line(f"{name} = {self.pick(*asked.get(form, of_sets))}")
        self.known.add(name)
        if form == "default" and self.chance(0.5):
            self.line(f"{name} += len({bag})")
        return True

    # ------------------------------------------------------------------------------------------------------------- None

    def maybe(self) -> bool:
        """A value that may be missing, given or taken away."""
        name = self.target(MAYBE)
        value = self.value(MAYBE, 1)
        self.line(f"{name} = {value}")
        if name not in self.known and "None" in value:  # its type must be seen somewhere
            self.line(f"if {self.value(BOOL, 1)}:")
            with self.deeper():
                self.line(f"{name} = {self.draw(0) if self.reals and self.chance(0.5) else self.value(INT, 1)}")
        self.known.add(name)
        self.there.discard(name)
        return True

    def narrowed(self) -> bool:
        names = self.names(MAYBE)
        if not names:
            return self.maybe()
        name = self.random.choice(names)
        match self.random.randrange(5):
            case 0:
                self.line(f"if {name} is None:")
                with self.deeper():
                    self.leave()
                self.there.add(name)
            case 1:
                self.line(f"assert {name} is not None")
                self.there.add(name)
            case 2:
                fuel = self.fresh(INT)
                self.fixed.add(fuel)
                self.line(f"{fuel} = {self.random.randint(1, 3)}")
                self.line(f"while {name} is not None and {fuel} > 0:")
                with self.body():
                    self.there.add(name)
                    self.line(f"{fuel} -= 1")
                    if name not in self.fixed:
                        self.line(f"{name} = {self.pick('None', f'{name} - 1', f'None if {name} > 1 else {name} + 1')}")
                        self.there.discard(name)
                    self.block(self.random.randint(0, 2))
            case 3:
                self.line(f"if {name} is not None and {self.value(BOOL, 1)}:")
                with self.deeper():
                    self.there.add(name)
                    self.block(self.random.randint(1, 2))
            case _:
                return self.either(name)
        return True

    def either(self, name: str) -> bool:
        """One branch where there is a value, another where there is none."""
        flipped = self.chance(0.5)
        before, ends = set(self.known), []
        self.line(f"if {name} is {'' if flipped else 'not '}None:")
        for first in (True, False):
            self.known = set(before)
            if not first:
                self.line("else:")
            self.indent += 1
            there = set(self.there)
            if first != flipped:
                self.there.add(name)
            if self.block(self.random.randint(1, 2)):
                ends.append(self.known)
            self.there = there
            self.indent -= 1
        self.known = set.intersection(*ends) if ends else before
        return bool(ends)

    # ------------------------------------------------------------------------------------------------------------ walks

    def walk(self) -> bool:
        """A `for` over anything that is not a list itself."""
        match self.random.randrange(9):
            case 0 | 1 | 2:
                return self.for_generator()
            case 3:
                a, b = self.two(INT, INT)
                lists = [self.iterated(INTS) for _ in range(2)]
                strict = self.pick("", "", ", strict=False")
                self.line(f"for {a}, {b} in zip({lists[0][0]}, {lists[1][0]}{strict}):")
                self.run_body({a: INT, b: INT}, *lists[0][1], *lists[1][1])
            case 4:
                name = self.target(INT)
                iterable, fixed = self.iterated(INTS)
                whole, fixed = self.pick((iterable, fixed), (f"range({self.small_range(1)})", []))
                if name in fixed:
                    return self.assign()
                self.line(f"for {name} in reversed({whole}):")
                self.run_body({name: INT}, *fixed)
            case 5:
                kind = self.pick(INT, INT, COLOR, PAIR)
                name = self.target(kind)
                values = ", ".join(self.value(kind, 1) for _ in range(self.random.randint(2, 3)))
                self.line(f"for {name} in {'Color' if kind == COLOR and self.chance(0.6) else f'({values})'}:")
                self.run_body({name: kind})
            case 6 | 7 if any(self.names(k) for k in DICTIONARIES):
                return self.for_dictionary()
            case _:
                name = self.target(RECORD)
                iterable, fixed = self.iterated(RECORDS)
                self.line(f"for {name} in {iterable}:")
                self.run_body({name: RECORD}, *fixed)
        return True

    def for_generator(self) -> bool:
        """Over items that are made when they are asked for, perhaps with numbers beside them."""
        kind = self.pick(INT, INT, INT, BOOL, PAIR)
        name, index = self.target(kind), self.target(INT, 0.6)
        kept = [n for k in (*ITEMS, TABLE, COUNTS) for n in self.names(k)]
        known = set(self.known)
        self.known -= {name, index}
        numbered = self.chance(0.3) and index != name
        text = self.generator(kind, numbered)
        self.known = known
        if numbered:
            start = self.pick("", "", ", 1", ", start=WIDTH")
            whole = f"({text})" if start else text
            self.line(f"for {index}, {name} in enumerate({whole}{start}):")
            self.run_body({index: INT, name: kind}, *kept)
        else:
            self.line(f"for {name} in ({text}):")
            self.run_body({name: kind}, *kept)
        return True

    def generator(self, kind: str, plain: bool) -> str:
        if not plain:
            return self.clauses(1, kind, noise=0.5, several=0.05)
        iterable, target, variables = self.walked(1)
        with self.scope(variables):
            return f"{self.item_for(kind, 1, 0.5)} for {target} in {iterable}"

    def for_dictionary(self) -> bool:
        kind = self.pick(*[k for k in DICTIONARIES if self.names(k)])
        table = self.random.choice(self.names(kind))
        key = COLOR if kind == SHADES else INT
        fixed = [table] if kind == COUNTS else []
        if self.chance(0.5):
            a = self.target(key)
            while (b := self.target(INT)) == a:
                pass
            self.line(f"for {a}, {b} in {table}.items():")
            targets = {a: key, b: INT}
        else:
            name = self.target(key)
            self.line(f"for {name} in {table}{self.pick('', '.keys()')}:")
            targets = {name: key}
        # The dictionary itself is not assigned in the loop, but its values may be.
        with self.body(*fixed):
            self.known |= set(targets)
            if kind != COUNTS and self.owns(table) and self.chance(0.5):
                first = next(iter(targets))
                self.line(f"{table}[{first}] {self.pick('+', '-', '')}= {self.value(INT, 1)}")
            held = self.types.pop(table)  # nothing else is done with it
            self.known.discard(table)
            self.types[table] = "a dictionary in its loop"
            self.block(self.random.randint(1, 2))
            self.types[table] = held
        return True

    # -------------------------------------------------------------------------------------------------------- functions

    def inside(self) -> bool:
        """A function inside this one, which reads names of this one as they are when it is called."""
        name = f"inside_{len(self.local)}"
        if name in self.types:
            return self.assign()
        kind = self.pick(INT, INT, BOOL, INTS, PAIR)
        (parameter, other) = self.hiding(2)
        parameters = (Parameter(parameter, self.pick(INT, INTS)),) if self.chance(0.6) else ()
        self.line(f"def {name}({', '.join(map(str, parameters))}) -> {kind}:")
        with self.scope({p.name: p.type for p in parameters}):
            loops, self.loops = self.loops, 9
            self.indent += 1
            if self.chance(0.4) and other not in {p.name for p in parameters}:
                self.line(f"{other} = {self.value(INT, 1)}")
                self.types[other] = INT
                self.known.add(other)
            if self.chance(0.3):
                self.line(f"if {self.value(BOOL, 1)}:")
                self.line(f"    return {self.new(kind, 1)}")
            draws = bool(self.reals) and kind == INT and self.chance(0.3)
            self.line(f"return {self.draw(1) if draws else self.new(kind, 1)}")
            self.indent -= 1
            self.loops = loops
        self.local.append(Function(name, parameters, kind, False))
        return True
