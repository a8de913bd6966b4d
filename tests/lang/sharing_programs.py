"""Random programs about one thing: which names share a list.

Helpers take, make, pack, unpack, copy and return lists, lists of lists and tuples of lists in every way that the syntax
has; mechanisms call them, change what they get and return what others hold. Most of what is generated shares a list
somewhere and must be refused; what is accepted must do in the core just what it does in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

INTS, ROWS, PAIR, MIXED, PAIRS = "list[int]", "list[list[int]]", "tuple[list[int], list[int]]", "MIX", "LP"
TYPES = {
    INTS: INTS,
    ROWS: ROWS,
    PAIR: PAIR,
    MIXED: "tuple[list[int], int]",
    PAIRS: "list[tuple[list[int], int]]",
}
HEADER = "from typing import Annotated\nfrom twinproof import mechanism, within\n"


class Sharing:
    """Writes one program."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.lines: list[str] = []
        self.indent = 1
        self.known: dict[str, str] = {}
        self.helpers: list[tuple[str, list[str], str]] = []
        self.count = 0
        self.focused = seed % 2 == 1  # on what helpers return
        self.names_only = 0.0  # how often an expression is a name, if there is one

    def text(self) -> str:
        whole = HEADER
        for number in range(self.random.randint(1, 3)):
            whole += self.function(f"helper_{number}", False)
        return whole + self.function("main", True)

    def function(self, name: str, main: bool) -> str:
        self.lines, self.known, self.count = [], {}, 0
        kinds = [self.kind() for _ in range(self.random.randint(0, 2))]
        returns = self.kind()
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
        if self.focused and not main:  # make one thing, perhaps copy it, and return it or a part of it, perhaps twice
            kind = self.kind()
            self.line(f"v0 = {self.literal(kind, 2)}")
            self.known["v0"] = kind
            if kind != PAIR and kind != MIXED and self.random.random() < 0.4:
                self.line("w0 = list(v0)")
                self.known["w0"] = kind
            self.names_only = 0.8
        elif self.focused:  # get something from a helper, change a part of it, and return another part
            able = [h for h in self.helpers if h[2] in (PAIR, MIXED, INTS)] or self.helpers
            for number in range(self.random.randint(1, 2)):
                name, kinds, made = self.random.choice(able)
                call = f"{name}({', '.join(self.expr(k, 1) for k in kinds)})"
                if made in (PAIR, MIXED):
                    self.line(f"a{number}, b{number} = {call}")
                    self.known |= {f"a{number}": INTS} | ({f"b{number}": INTS} if made == PAIR else {})
                else:
                    self.line(f"a{number} = {call}")
                    self.known[f"a{number}"] = made
            self.change()
            self.names_only = 0.8
        else:
            for _ in range(self.random.randint(1, 5)):
                self.statement(2)
        self.line(f"return {self.expr(returns, 3)}")
        self.names_only = 0.0

    # ------------------------------------------------------------------------------------------------------- statements

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def kind(self) -> str:
        return self.random.choice((INTS, INTS, ROWS, ROWS, PAIR, MIXED, PAIRS))

    def fresh(self, kind: str) -> str:
        if self.random.random() < 0.2 and (same := [n for n, k in self.known.items() if k == kind]):
            return self.random.choice(same)
        self.count += 1
        return f"v{self.count}"

    def statement(self, depth: int) -> None:
        match self.random.randrange(11):
            case 0 | 1 | 2:
                kind = self.kind()
                value, name = self.expr(kind, 2), self.fresh(kind)
                annotation = f": {TYPES[kind]}" if self.random.random() < 0.15 and name not in self.known else ""
                self.line(f"{name}{annotation} = {value}")
                self.known[name] = kind
            case 3 | 4:
                self.unpack()
            case 5 | 6 | 7:
                self.change()
            case 8 if depth:
                self.loop(depth)
            case 9 if depth:
                before = dict(self.known)
                self.line(f"if len({self.some(INTS)}) > {self.random.randrange(3)}:")
                self.inside(depth)
                if self.random.random() < 0.4:
                    self.known = dict(before)
                    self.line("else:")
                    self.inside(depth)
                self.known = before
            case _:
                self.change()

    def inside(self, depth: int) -> None:
        self.indent += 1
        for _ in range(self.random.randint(1, 2)):
            self.statement(depth - 1)
        self.indent -= 1

    def unpack(self) -> None:
        kind = self.random.choice((PAIR, MIXED))
        value = self.expr(kind, 2)
        second = INTS if kind == PAIR else "int"
        self.count += 2
        a, b = f"v{self.count - 1}", f"v{self.count}"
        left = self.random.choice((f"{a}, {b}", f"({a}, {b})", f"[{a}, {b}]"))
        self.line(f"{left} = {value}")
        self.known[a] = INTS
        if second == INTS:
            self.known[b] = INTS

    def change(self) -> None:
        lists = [(n, k) for n, k in self.known.items() if k in (INTS, ROWS, PAIRS)]
        if self.random.random() < 0.9:
            lists = [(n, k) for n, k in lists if not n.startswith("p")]  # changing a parameter is always refused
        if not lists:
            name = self.fresh(INTS)
            self.line(f"{name} = [{self.random.randrange(9)}]")
            self.known[name] = INTS
            return
        name, kind = self.random.choice(lists)
        item = {INTS: None, ROWS: INTS, PAIRS: MIXED}[kind]
        value = self.expr(item, 1) if item else self.number()
        if self.random.random() < 0.6:
            self.line(f"{name}.append({value})")
        else:
            self.line(f"{name} += {self.random.choice((f'[{value}]', self.expr(kind, 1)))}")

    def loop(self, depth: int) -> None:
        before = dict(self.known)
        kind = self.random.choice((INTS, ROWS, ROWS, PAIRS))
        whole = self.expr(kind, 1)
        self.count += 2
        a, b = f"v{self.count - 1}", f"v{self.count}"
        target = f"({a}, {b})" if kind == PAIRS and self.random.random() < 0.6 else a
        if self.random.random() < 0.2:
            whole, target = f"enumerate({whole})", f"i{self.count}, {target}"
        if kind == ROWS and self.random.random() < 0.15 and (same := [n for n, k in self.known.items() if k == INTS]):
            target = self.random.choice(same)
        self.line(f"for {target} in {whole}:")
        if kind != INTS:
            inner = INTS if kind == ROWS or target != a else MIXED
            if "," not in target or kind == PAIRS:
                self.known[target.split(", ")[-1].strip("()") if "enumerate" in whole else a] = inner
        if target in before:
            self.known[target] = INTS
        self.inside(depth)
        self.known = {n: k for n, k in self.known.items() if n in before}

    # ------------------------------------------------------------------------------------------------------ expressions

    def number(self) -> str:
        names = [n for n, k in self.known.items() if k == INTS]
        return self.random.choice(
            (str(self.random.randrange(9)), f"len({self.random.choice(names)})" if names else "7")
        )

    def some(self, kind: str) -> str:
        names = [n for n, k in self.known.items() if k == kind]
        return self.random.choice(names) if names else self.literal(kind, 1)

    def expr(self, kind: str, depth: int) -> str:
        names = [n for n, k in self.known.items() if k == kind]
        roll = self.random.random()
        if names and (roll < 0.2 or self.random.random() < self.names_only):
            return self.random.choice(names)
        if depth == 0 or roll < 0.5:
            return self.literal(kind, depth)
        if roll < 0.6:
            return f"({self.expr(kind, depth - 1)} if len({self.some(INTS)}) > 1 else {self.expr(kind, depth - 1)})"
        if roll < 0.75 and (able := [h for h in self.helpers if h[2] == kind]):
            name, kinds, _ = self.random.choice(able)
            return f"{name}({', '.join(self.expr(k, depth - 1) for k in kinds)})"
        if roll < 0.85 and kind in (INTS, ROWS, PAIRS):
            return f"list({self.expr(kind, depth - 1)})"
        if roll < 0.93 and kind in (INTS, ROWS, PAIRS):
            return f"{self.expr(kind, depth - 1)} + {self.expr(kind, depth - 1)}"
        return self.taken(kind, depth)

    def taken(self, kind: str, depth: int) -> str:
        """A part of something larger."""
        if kind == INTS:
            whole = self.random.choice((ROWS, PAIR, MIXED))
            index = self.random.choice(("0", "1", "-1")) if whole != MIXED else "0"
            return f"{self.expr(whole, depth - 1)}[{index}]"
        if kind == MIXED:
            return f"{self.expr(PAIRS, depth - 1)}[{self.random.choice(('0', '-1'))}]"
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
            case _:
                return f"({self.expr(INTS, down)}, {self.expr(INTS, down)})"


def inputs(text_parameters: dict[str, str], random: Random) -> dict[str, object]:
    """Values for the parameters of `main`; no two of them share a list."""

    def ints() -> list[int]:
        return [random.randrange(9) for _ in range(random.randint(0, 3))]

    makers: dict[str, Callable[[], object]] = {
        INTS: ints,
        ROWS: lambda: [ints() for _ in range(random.randint(0, 2))],
        PAIR: lambda: (ints(), ints()),
        TYPES[MIXED]: lambda: (ints(), random.randrange(5)),
        TYPES[PAIRS]: lambda: [(ints(), random.randrange(5)) for _ in range(random.randint(0, 2))],
        "int": lambda: random.randrange(-2, 3),
    }
    return {name: makers[kind]() for name, kind in text_parameters.items()}
