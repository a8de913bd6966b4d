"""Random programs about one thing: which names share a list.

Helpers take, make, pack, unpack, copy and return lists, lists of lists, tuples, records and dictionaries of lists in
every way that the syntax has; mechanisms call them, change what they get and return what others hold. Most of what is
generated shares a list somewhere and must be refused; what is accepted must do in the core just what it does in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

INTS, ROWS, PAIR, MIXED, PAIRS = "list[int]", "list[list[int]]", "tuple[list[int], list[int]]", "MIX", "LP"
HOLDER, HOLDERS, TABLE, BOX = "Holder", "list[Holder]", "dict[int, list[int]]", "Box"
TYPES = {
    **{kind: kind for kind in (INTS, ROWS, PAIR, HOLDER, HOLDERS, TABLE)},
    MIXED: "tuple[list[int], int]",
    PAIRS: "list[tuple[list[int], int]]",
}
ITEMS = {INTS: None, ROWS: INTS, PAIRS: MIXED, HOLDERS: HOLDER, TABLE: INTS}
LISTS = (INTS, ROWS, PAIRS, HOLDERS)
HEADER = """\
from typing import Annotated, NamedTuple

from twinproof import choose, mechanism, permute_and_flip, within


class Holder(NamedTuple):
    xs: list[int]
    n: int = 0
"""
BOX_CLASS = """

class Box:
    def __init__(self, xs: list[int], n: int) -> None:
        self.xs = list(xs)
        self.n = n

    def more(self, m: int) -> list[int]:
        return self.xs + [m]

    def first(self) -> int:
        return self.xs[0]
"""


class Sharing:
    """Writes one program."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.lines: list[str] = []
        self.indent = 1
        self.known: dict[str, str] = {}
        self.helpers: list[tuple[str, list[str], str]] = []
        self.inside: list[tuple[str, list[str], str]] = []  # functions inside the one that is written
        self.count = 0
        self.focused = seed % 4 == 1  # on what helpers return
        self.simple = seed % 4 == 3  # one owner, one borrower, one change
        self.boxes = seed % 8 == 6
        self.moving = seed % 8 == 2  # lists that are put into others
        self.names_only = 0.0  # how often an expression is a name, if there is one

    def text(self) -> str:
        whole = HEADER + BOX_CLASS * self.boxes
        for number in range(0 if self.simple else self.random.randint(1, 3)):
            whole += self.function(f"helper_{number}", False)
        return whole + self.function("main", True)

    def function(self, name: str, main: bool) -> str:
        self.lines, self.known, self.count, self.inside = [], {}, 0, []
        kinds = [self.kind() for _ in range(self.random.randint(0, 2))]
        returns = self.random.choice((ROWS, ROWS, TABLE, INTS)) if self.moving and main else self.kind()
        for kind in kinds:
            self.known[f"p{len(self.known)}"] = kind
        parameters = [f"{n}: {TYPES[k]}" for n, k in self.known.items()]
        if main:
            parameters.append("x: Annotated[int, within(1)]")
        self.body(returns, main)
        head = '@mechanism(epsilon="0")\n' if main else ""
        annotation = f" -> {TYPES[returns]}" if main or self.random.random() < 0.6 else ""
        body = "\n".join(self.lines)
        if not main:
            self.helpers.append((name, kinds, returns))
        return f"\n{head}def {name}({', '.join(parameters)}){annotation}:\n{body}\n"

    def body(self, returns: str, main: bool) -> None:
        if self.simple:
            self.owner_and_borrower(returns)
        elif self.focused and not main:  # make one thing, perhaps copy it, and return it or a part of it, perhaps twice
            kind = self.kind()
            self.line(f"v0 = {self.literal(kind, 2)}")
            self.known["v0"] = kind
            if kind in LISTS and self.random.random() < 0.4:
                self.line("w0 = list(v0)")
                self.known["w0"] = kind
            self.names_only = 0.8
        elif self.focused:  # get something from a helper, change a part of it, and return another part
            able = [h for h in self.helpers if h[2] in (PAIR, MIXED, INTS, HOLDER)] or self.helpers
            for number in range(self.random.randint(1, 2)):
                name, kinds, made = self.random.choice(able)
                call = f"{name}({', '.join(self.expr(k, 1) for k in kinds)})"
                if made in (PAIR, MIXED, HOLDER):
                    self.line(f"a{number}, b{number} = {call}")
                    self.known |= {f"a{number}": INTS} | ({f"b{number}": INTS} if made == PAIR else {})
                else:
                    self.line(f"a{number} = {call}")
                    self.known[f"a{number}"] = made
            self.change()
            self.names_only = 0.8
        elif self.moving and main:
            into = self.own(ROWS if returns == INTS else returns)
            for _ in range(self.random.randint(1, 2)):
                self.left_over() if returns == INTS and self.random.random() < 0.6 else self.move(into)
            self.names_only = 0.9
        else:
            for _ in range(self.random.randint(1, 5)):
                self.statement(2)
        self.line(f"return {self.expr(returns, 3)}")
        self.names_only = 0.0

    def owner_and_borrower(self, returns: str) -> None:
        """A list inside something, something that may share it, a change through one, and a look through the other."""
        kind = self.random.choice((ROWS, ROWS, TABLE, HOLDER, PAIR, HOLDERS, INTS))
        self.line(f"v0 = {self.literal(kind, 2)}")
        self.known["v0"] = kind
        for _ in range(self.random.randint(1, 2)):
            target = self.random.choice((INTS, kind, ROWS, self.kind()))
            self.line(f"w{self.count} = {self.expr(target, 2)}")
            self.known[f"w{self.count}"] = target
            self.count += 1
        if self.random.random() < 0.3:
            self.statement(1)
        for _ in range(self.random.randint(1, 2)):
            self.change()
        self.names_only = 0.7 if returns in self.known.values() else 0.5

    # ------------------------------------------------------------------------------------------------------- statements

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def kind(self) -> str:
        return self.random.choice((INTS, INTS, ROWS, ROWS, PAIR, MIXED, PAIRS, HOLDER, HOLDERS, TABLE, TABLE))

    def fresh(self, kind: str) -> str:
        if self.random.random() < 0.2 and (same := [n for n, k in self.known.items() if k == kind]):
            return self.random.choice(same)
        self.count += 1
        return f"v{self.count}"

    def statement(self, depth: int) -> None:
        match self.random.randrange(17):
            case 0 | 1 | 2:
                kind = self.kind()
                value, name = self.expr(kind, 2), self.fresh(kind)
                plain = kind != TABLE and self.random.random() < 0.15 and name not in self.known
                self.line(f"{name}{f': {TYPES[kind]}' if plain else ''} = {value}")
                self.known[name] = kind
            case 3 | 4:
                self.unpack()
            case 5 | 6 | 7 | 8:
                self.change()
            case 9 | 10 if depth:
                self.loop(depth)
            case 11 if depth:
                before = dict(self.known)
                self.line(f"if len({self.some(INTS)}) > {self.random.randrange(3)}:")
                self.nested(depth)
                if self.random.random() < 0.4:
                    self.known = dict(before)
                    self.line("else:")
                    self.nested(depth)
                self.known = before
            case 12 if self.indent == 1:
                self.closure()
            case 14 | 15 if depth:
                self.move()
            case 16 if depth:
                self.left_over()
            case 13 if self.boxes:
                self.count += 1
                self.line(f"v{self.count} = Box({self.expr(INTS, 1)}, {self.number()})")
                self.known[f"v{self.count}"] = BOX
            case _:
                self.change()

    def nested(self, depth: int) -> None:
        self.indent += 1
        for _ in range(self.random.randint(1, 2)):
            self.statement(depth - 1)
        self.indent -= 1

    def closure(self) -> None:
        """A function inside this one, which may give out, take in or change what this one names."""
        name, returns = f"inner_{len(self.inside)}", self.random.choice((INTS, INTS, ROWS, TABLE, HOLDER))
        kinds = [self.kind()] if self.random.random() < 0.4 else []
        known, count = dict(self.known), self.count
        self.line(f"def {name}({', '.join(f'q{i}' for i in range(len(kinds)))}):")
        self.known |= {f"q{i}": k for i, k in enumerate(kinds)}
        self.indent += 1
        if self.random.random() < 0.4:
            self.change()
        self.line(f"return {self.expr(returns, 2)}")
        self.indent -= 1
        self.known, self.count = known, count
        self.inside.append((name, kinds, returns))

    def unpack(self) -> None:
        kind = self.random.choice((PAIR, MIXED, HOLDER))
        value = self.expr(kind, 2)
        self.count += 2
        a, b = f"v{self.count - 1}", f"v{self.count}"
        left = self.random.choice((f"{a}, {b}", f"({a}, {b})", f"[{a}, {b}]"))
        self.line(f"{left} = {value}")
        self.known[a] = INTS
        if kind == PAIR:
            self.known[b] = INTS

    def change(self) -> None:
        changed = [(n, k) for n, k in self.known.items() if k in ITEMS]
        if self.random.random() < 0.9:
            changed = [(n, k) for n, k in changed if n[0] not in "pq"]  # changing a parameter is always refused
        if not changed:
            name = self.fresh(INTS)
            self.line(f"{name} = [{self.random.randrange(9)}]")
            self.known[name] = INTS
            return
        name, kind = self.random.choice(changed)
        item = ITEMS[kind]
        value = self.expr(item, 1) if item else self.number()
        at = self.random.choice(("0", "-1", "0", "1"))
        if kind == TABLE:
            inner = f"{name}[{self.random.choice('12')}]"
            self.line(self.inner_change(inner) if self.random.random() < 0.6 else f"{inner} = {value}")
        elif kind == ROWS and self.random.random() < 0.45:
            self.line(self.inner_change(f"{name}[{at}]"))
        else:
            more = self.random.choice((f"[{value}]", self.expr(kind, 1)))
            ways = [f"{name}.append({value})"] * 3 + [f"{name} += {more}", f"{name}.extend({more})"]
            ways += [f"{name}[{at}] = {value}"] * 2 + [f"{name}.reverse()", f"{name}.sort()"]
            self.line(self.random.choice(ways))

    def move(self, into: str | None = None) -> None:
        """A list that is made, filled and put into another one, and perhaps looked at or changed once more."""
        kind = self.random.choice((ROWS, ROWS, PAIRS, HOLDERS, TABLE)) if into is None else self.known[into]
        into = into or self.own(kind)
        self.count += 1
        name, counter = f"v{self.count}", f"i{self.count}"
        made = f"{name}{self.random.choice((': list[int]', ''))} = [{self.number()}]"
        item = {PAIRS: f"({name}, 1)", HOLDERS: f"Holder({name}, 1)"}.get(kind, name)
        put = f"{into}[{self.random.choice('12')}] = {item}"
        if kind != TABLE:
            ways = (f"{into}.append({item})", f"{into}.append({item})", f"{into} += [{item}]", f"{into}[0] = {item}")
            put = self.random.choice(ways)
        inner = {ROWS: f"{into}[-1].append(5)", TABLE: f"{into}[1].append(5)"}.get(kind, f"{into}.append({into}[0])")
        filled = (f"{name}.append({counter})", f"{name}[0] += {counter}", f"{name}.extend([{counter}, 1])")
        again = (f"{name}.append(9)", f"{name}[0] = 8", inner, f"{into}.append({item})", put, f"{name} = [len({name})]")
        leaving = (f"{name} = [3]", f"{name}.append(2)", "continue", "break", f"{name} = list({name})")
        outside = self.random.random() < 0.35
        if outside:
            self.line(made)
        heads = (f"for {counter} in range(3):", f"for {counter} in list({name}):" if outside else "if x > 0:")
        self.line(self.random.choice(heads))
        self.indent += 1
        counted = "for" in self.lines[-1]
        if not outside or self.random.random() < 0.3:
            self.line(made.replace(": list[int]", "") if outside else made)
        steps = [put]
        if self.random.random() < 0.7:
            steps.insert(0, self.random.choice(filled).replace(counter, counter if counted else "4"))
        if self.random.random() < 0.35:
            steps.append(self.random.choice(again))
        if self.random.random() < 0.35:
            one = self.random.choice(leaving if counted else leaving[:2])
            deeper = "    " * (self.indent + 1)
            steps.insert(self.random.randint(0, len(steps)), f"if {counter if counted else 'x'} == 1:\n{deeper}{one}")
        if self.random.random() < 0.3:
            steps.append(f"{name} = [6]")
        for step in steps:
            self.line(step)
        self.indent -= 1
        if outside and self.random.random() < 0.4:
            self.known[name] = INTS
        if self.random.random() < 0.6:
            self.line(inner)

    def left_over(self) -> None:
        """The variable of a loop over lists, after the loop; the lists are perhaps changed then."""
        kind = self.random.choice((ROWS, ROWS, TABLE))
        whole = self.own(kind)
        self.count += 1
        name = f"v{self.count}"
        self.line(f"{name} = [{self.number()}]")
        views = (f"{whole}.values()", f"list({whole}.values())")
        runs = (whole, f"list({whole})", f"{whole}[1:]", f"reversed({whole})", f"[q[:] for q in {whole}]")
        self.line(f"for {name} in {self.random.choice(views if kind == TABLE else runs)}:")
        change = f"{whole}[{'1' if kind == TABLE else '-1'}].append({self.number()})"
        where = self.random.random()
        self.line("    " + (change if where < 0.3 else "break" if where < 0.5 else "pass"))
        if self.random.random() < 0.7:
            self.line(change)
        if self.random.random() < 0.3:
            self.line(f"{name} = [1]")
        self.known[name] = INTS

    def own(self, kind: str) -> str:
        """A name of this function for something of a kind."""
        names = [n for n, k in self.known.items() if k == kind and n[0] not in "pq"]
        if names and self.random.random() < 0.6:
            return self.random.choice(names)
        self.count += 1
        self.line(f"v{self.count} = {self.literal(kind, 0)}")
        self.known[f"v{self.count}"] = kind
        return f"v{self.count}"

    def inner_change(self, place: str) -> str:
        value = self.number()
        ways = (f"{place}.append({value})", f"{place}[0] = {value}", f"{place}[-1] += {value}", f"{place} += [{value}]")
        return self.random.choice((*ways[:3], *ways))

    def loop(self, depth: int) -> None:
        before = dict(self.known)
        kind = self.random.choice((INTS, ROWS, ROWS, PAIRS, HOLDERS, TABLE, TABLE))
        if kind == TABLE:
            self.loop_over_table(depth)
            self.known = {n: k for n, k in self.known.items() if n in before}
            return
        whole = self.expr(kind, 1)
        self.count += 2
        a, b = f"v{self.count - 1}", f"v{self.count}"
        target = f"({a}, {b})" if kind in (PAIRS, HOLDERS) and self.random.random() < 0.6 else a
        roll = self.random.random()
        if roll < 0.2:
            whole, target = f"enumerate({whole})", f"i{self.count}, {target}"
        elif roll < 0.3:
            whole = f"reversed({whole})"
        elif roll < 0.4:
            whole, target = f"zip({whole}, range(2))", f"{target}, i{self.count}"
        elif roll < 0.5:
            whole = f"(q for q in {whole})"
        if kind == ROWS and self.random.random() < 0.15 and (same := [n for n, k in self.known.items() if k == INTS]):
            target = self.random.choice(same)
        self.line(f"for {target} in {whole}:")
        if kind != INTS and a in target:
            self.known[a] = INTS if kind == ROWS or b in target else {PAIRS: MIXED, HOLDERS: HOLDER}[kind]
        if target in before:
            self.known[target] = INTS
        self.nested(depth)
        self.known = {n: k for n, k in self.known.items() if n in before}

    def loop_over_table(self, depth: int) -> None:
        table = self.some(TABLE)
        self.count += 1
        a = f"v{self.count}"
        if table not in self.known:
            self.line(f"{a}t = {table}")
            table = f"{a}t"
            self.known[table] = TABLE
        head = self.random.choice((f"for k{a}, {a} in {table}.items()", f"for {a} in {table}.values()"))
        self.line(f"{head}:")
        self.known[a] = INTS
        self.nested(depth)

    # ------------------------------------------------------------------------------------------------------ expressions

    def number(self) -> str:
        names = [n for n, k in self.known.items() if k == INTS]
        boxes = [n for n, k in self.known.items() if k == BOX]
        inner = [f"len({self.random.choice(names)})"] if names else ["7"]
        inner += (
            [f"{self.random.choice(('choose', 'permute_and_flip'))}({self.random.choice(names)}, 1)"] if names else []
        )
        inner += [f"{self.random.choice(boxes)}.first()"] if boxes else []
        return self.random.choice((str(self.random.randrange(9)), *inner))

    def some(self, kind: str) -> str:
        names = [n for n, k in self.known.items() if k == kind]
        return self.random.choice(names) if names else self.literal(kind, 1)

    def expr(self, kind: str, depth: int) -> str:
        names = [n for n, k in self.known.items() if k == kind]
        roll = self.random.random()
        if names and (roll < 0.2 or self.random.random() < self.names_only):
            return self.random.choice(names)
        if depth == 0 or roll < 0.4:
            return self.literal(kind, depth)
        if roll < 0.48:
            return f"({self.expr(kind, depth - 1)} if len({self.some(INTS)}) > 1 else {self.expr(kind, depth - 1)})"
        if roll < 0.62 and (able := [h for h in (*self.helpers, *self.inside, *self.inside) if h[2] == kind]):
            name, kinds, _ = self.random.choice(able)
            return f"{name}({', '.join(self.expr(k, depth - 1) for k in kinds)})"
        if roll < 0.8 and kind in (*LISTS, TABLE):
            return self.copied(kind, depth)
        if roll < 0.85 and kind in LISTS:
            return f"{self.expr(kind, depth - 1)} + {self.expr(kind, depth - 1)}"
        return self.taken(kind, depth)

    def copied(self, kind: str, depth: int) -> str:
        """Another list, or dictionary, with the same items; or with copies of them."""
        whole = self.expr(kind, depth - 1)
        whole = f"({whole})" if " " in whole else whole
        if kind == TABLE:
            ways = (f"dict({whole})", f"{whole}.copy()", f"{{k: v for k, v in {whole}.items()}}")
            return self.random.choice((*ways, f"{{k: list(v) for k, v in {whole}.items()}}"))
        ways = (f"list({whole})", f"{whole}[{self.random.choice((':', '1:', ':1', '::-1'))}]", f"{whole}.copy()")
        more = (f"[q for q in {whole}]", f"list(reversed({whole}))", f"list(q for q in {whole})", f"{whole} * 1")
        fresh = (
            [f"[list(q) for q in {whole}]", f"[q[:] for q in {whole}]"] * 2 if kind == ROWS else [f"sorted({whole})"]
        )
        return self.random.choice((*ways, *ways, *more, *fresh))

    def taken(self, kind: str, depth: int) -> str:
        """A part of something larger, or something around a part."""
        less = depth - 1
        if kind == INTS:
            whole = self.random.choice((ROWS, ROWS, PAIR, MIXED, HOLDER, TABLE, TABLE))
            inner = self.expr(whole, less)
            inner = f"({inner})" if " " in inner else inner
            key = self.random.choice("12")
            if boxes := [n for n, k in self.known.items() if k == BOX]:
                box = self.random.choice(boxes)
                return self.random.choice((f"{box}.xs", f"{box}.more(1)"))
            match whole:
                case "Holder":
                    return self.random.choice((f"{inner}.xs", f"{inner}[0]"))
                case "dict[int, list[int]]":
                    return self.random.choice((f"{inner}[{key}]", f"{inner}.get({key}, {self.expr(INTS, less)})"))
                case "MIX":
                    return f"{inner}[0]"
                case _:
                    return f"{inner}[{self.random.choice(('0', '1', '-1'))}]"
        if kind == ROWS:
            inner = self.some(TABLE)
            ways = (f"list({inner}.values())", f"[v for v in {inner}.values()]", f"[list(v) for v in {inner}.values()]")
            around = f"[{self.expr(INTS, less)} for _ in range(2)]"
            return self.random.choice((*ways, around, f"[h.xs for h in {self.expr(HOLDERS, less)}]"))
        if kind in (MIXED, HOLDER):
            return f"({self.expr(PAIRS if kind == MIXED else HOLDERS, less)})[{self.random.choice(('0', '-1'))}]"
        if kind == TABLE:
            return f"{{k: {self.expr(INTS, less)} for k in (1, 2)}}"
        if kind == HOLDERS:
            return f"[Holder({self.random.choice(('q', 'list(q)'))}, 1) for q in {self.expr(ROWS, less)}]"
        return self.literal(kind, depth)

    def literal(self, kind: str, depth: int) -> str:
        down = max(0, depth - 1)
        match kind:
            case "list[int]":
                return f"[{', '.join(self.number() for _ in range(self.random.randint(1, 2)))}]"
            case "list[list[int]]":
                return f"[{', '.join(self.expr(INTS, down) for _ in range(self.random.randint(1, 2)))}]"
            case "LP":
                return f"[{', '.join(self.expr(MIXED, down) for _ in range(self.random.randint(1, 2)))}]"
            case "MIX":
                return f"({self.expr(INTS, down)}, {self.number()})"
            case "Holder":
                return f"Holder({self.expr(INTS, down)}, {self.number()})"
            case "list[Holder]":
                return f"[{', '.join(self.expr(HOLDER, down) for _ in range(self.random.randint(1, 2)))}]"
            case "dict[int, list[int]]":
                return f"{{1: {self.expr(INTS, down)}, 2: {self.expr(INTS, down)}}}"
            case _:
                return f"({self.expr(INTS, down)}, {self.expr(INTS, down)})"


def inputs(parameters: Mapping[str, str], random: Random, classes: Mapping[str, Any]) -> dict[str, object]:
    """Values for the parameters of `main`; no two of them share a list."""

    def ints() -> list[int]:
        return [random.randrange(9) for _ in range(random.randint(0, 3))]

    def holder() -> object:
        made: object = classes["Holder"](ints(), random.randrange(5))
        return made

    makers: dict[str, Callable[[], object]] = {
        INTS: ints,
        ROWS: lambda: [ints() for _ in range(random.randint(0, 2))],
        PAIR: lambda: (ints(), ints()),
        TYPES[MIXED]: lambda: (ints(), random.randrange(5)),
        TYPES[PAIRS]: lambda: [(ints(), random.randrange(5)) for _ in range(random.randint(0, 2))],
        HOLDER: holder,
        HOLDERS: lambda: [holder() for _ in range(random.randint(0, 2))],
        TABLE: lambda: {k: ints() for k in random.sample((1, 2, 5), 2)},
        "int": lambda: random.randrange(-2, 3),
    }
    return {name: makers[kind]() for name, kind in parameters.items()}
