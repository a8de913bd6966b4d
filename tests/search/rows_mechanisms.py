"""Random mechanisms on rows, close enough to private ones that many are, and many are not.

Each asks one or two questions about a list of rows: how many, how many of some kind, a clamped sum, cells, the most
common kind, what stands at some position, what each row says. The noise is for a bound that may be right or nearly
right, and a small mistake may be in the question itself: a clamp that is missing or goes one too far, a loop that
stops, a length that shows.
"""

from __future__ import annotations

from random import Random

HEADER = """\
from enum import Enum
from fractions import Fraction
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
)


class Kind(Enum):
    A = 1
    B = 2
    C = 3


class Row(NamedTuple):
    user: int
    kind: Kind
    value: int
    ok: bool

"""
VALUES = {"int": "{}", "bool": "int({})", "Kind": "{}.value", "tuple[int, int]": "{}[1]", "Row": "{}.value"}
TESTS = {
    "int": ("{} > 0", "{} >= limit", "0 <= {} < 3"),
    "bool": ("{}", "not {}"),
    "Kind": ("{} is Kind.A", "{} != Kind.B"),
    "tuple[int, int]": ("{}[1] > 0", "{}[0] == 1", "{}[0] < {}[1]"),
    "Row": ("{}.ok", "{}.value > 1", "{}.kind is Kind.A", "{}.ok and {}.value >= limit", "{}.user == 0"),
}
KEYS = {"int": "{}", "bool": "int({})", "Kind": "{}.value - 1", "tuple[int, int]": "{}[0]", "Row": "{}.kind.value - 1"}
USERS = {"tuple[int, int]": ("0", "0", "1"), "Row": ('"user"', '"user"', '"value"')}
USER_OF = {"tuple[int, int]": "{}[0]", "Row": "{}.user"}
RARE = {"int": "{} == 77", "tuple[int, int]": "{}[1] == 77", "Row": "{}.value == -77"}
BOUNDS = (("0", "limit"), ("0", "limit"), ("0", "2"), ("-limit", "limit"), ("-3", "1"), ("low", "limit"), ("1", "2"))


class Writer:
    """Writes one mechanism."""

    def __init__(self, seed: int) -> None:
        self.random = random = Random(f"mechanism on rows {seed}")
        self.kind = random.choice(("int", "int", "bool", "Kind", "tuple[int, int]", "Row", "Row"))
        self.lines: list[str] = []
        self.helpers: list[str] = []
        self.bug = random.random() < 0.5  # whether the questions may have mistakes of their own
        self.released: list[tuple[str, str]] = []  # what is returned, with its type
        self.parts = random.choice((1, 1, 1, 2))
        self.share = random.choice((1, self.parts, self.parts))  # among how many the budget is divided
        adjacencies = ["one_added_or_removed()", "one_changed()"]
        self.most = 1
        if self.kind in USERS and random.random() < 0.5:
            self.most = random.choice((1, 2, 2))
            kinds = ("one_user_added_or_removed", "one_user_changed")
            adjacencies = [f"{kind}({random.choice(USERS[self.kind])}, rows={self.most})" for kind in kinds]
        self.adjacency = random.choice(adjacencies)
        self.moved = (2 if "changed" in self.adjacency else 1) * self.most  # rows that leave or enter

    # ------------------------------------------------------------------------------------------------------ small tools

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def mistake(self, share: float) -> bool:
        return self.bug and self.chance(1.5 * share)

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def add(self, line: str, depth: int = 1) -> None:
        self.lines.append("    " * depth + line)

    def value(self, row: str = "r") -> str:
        return VALUES[self.kind].replace("{}", row)

    def test(self, row: str = "r") -> str:
        return self.pick(*TESTS[self.kind]).replace("{}", row)

    def key(self, row: str = "r") -> str:
        return KEYS[self.kind].replace("{}", row)

    def clamped(self, value: str, low: str, high: str) -> str:
        if self.mistake(0.15):
            return self.pick(
                value, f"min({value}, {high})", f"max({value}, {low})", f"clamp({value}, {low}, {high} + 1)"
            )
        return self.pick(
            f"clamp({value}, {low}, {high})",
            f"max({low}, min({value}, {high}))",
            f"min(max({value}, {low}), {high})",
        )

    def noisy(self, value: str, bound: str, moved: int) -> str:
        """Noise for a value that moves by a bound, so many times; sometimes for less."""
        times = self.random.choice((moved, moved, moved, 1)) * self.share
        scale = bound if times == 1 else f"{times} * {bound}"
        if self.mistake(0.1):
            scale = self.pick("max(1, len(rows))", "(1 + len(rows))", f"max(1, {value})")
        divisor = "eps"
        if self.chance(0.15):
            scale, divisor = (bound, divisor) if times > 1 else (bound, "(2 * eps)")
        noise = "one_sided_laplace" if self.chance(0.04) else "laplace"
        return f"{noise}({value}, {scale} / {divisor})"

    def rare(self, name: str, cells: bool = False) -> None:
        """In a loop over rows, something that only a row of one strange number does; few trials have such a row."""
        if self.kind not in RARE or not self.chance(0.3):
            return
        self.add(f"if {RARE[self.kind].replace('{}', 'r')}:", 2)
        place = f"{name}[{self.pick('0', '1')}]" if cells else name
        effects = (
            f"{place} += 1",
            f"{place} += 1",
            f"{place} -= 3",
            f"{place} = 0",
            "break",
            'raise ValueError("rare")',
        )
        self.add(self.pick(*effects), 3)

    def release(self, text: str, kind: str) -> None:
        self.released.append((text, kind))

    # -------------------------------------------------------------------------------------------------------- questions

    def ask(self) -> None:
        questions = [self.count] * 3 + [self.total] * 4 + [self.cells] * 3 + [self.by_key] * 2
        questions += [self.most_common, self.each_row, self.at_position, self.parts_of, self.distinct, self.extreme]
        questions += [self.mean, self.twice_if_many, self.neighbours, self.small]
        questions += [self.bounded] * 3 if self.kind in USERS else []
        questions += [self.shades] * 2 if self.kind in ("Kind", "Row") else []
        self.random.choice(questions)()

    def counted(self) -> str:
        """A count, written in some way; the name that holds it."""
        name = f"count_{len(self.lines)}"
        test = self.test()
        way = self.random.randint(0, 6)
        if way == 0:
            self.add(f"{name} = len(rows)")
        elif way == 1:
            self.add(f"{name} = len([r for r in rows if {test}])")
        elif way == 2:
            self.add(f"{name} = sum({test} for r in rows)")
        elif way == 3:
            self.add(f"{name} = sum(1 for r in rows if {test})")
        elif way == 4:
            self.helpers.append(f"def chosen_{name}(items, limit):\n    return [r for r in items if {test}]\n\n\n")
            self.add(f"{name} = len(chosen_{name}(rows, limit))")
        else:
            self.add(f"{name} = 0")
            self.add("for r in rows:")
            if self.chance(0.4):
                self.add(f"if not ({test}):", 2)
                self.add("continue", 3)
                self.add(f"{name} += 1", 2)
            else:
                self.add(f"if {test}:", 2)
                self.add(f"{name} += {'2' if self.mistake(0.1) else '1'}", 3)
            if self.mistake(0.25):
                stop = self.pick(f"{name} > limit", f"{name} >= 2", self.test())
                self.add(f"if {stop}:", 2)
                self.add("break", 3)
            self.rare(name)
        return name

    def moved_counts(self) -> int:
        """By how much a count moves: a row that is replaced moves it by one."""
        return self.most

    def count(self) -> None:
        self.release(self.noisy(self.counted(), "1", self.moved_counts()), "int")

    def total(self) -> None:
        low, high = self.random.choice(BOUNDS)
        name, value = f"total_{len(self.lines)}", self.clamped(self.value(), low, high)
        if self.chance(0.1):
            value = f"{value} * {value}"
        way = self.random.randint(0, 3)
        if way == 0:
            self.add(f"{name} = sum({value} for r in rows)")
        elif way == 1:
            self.add(f"{name} = sum([{value} for r in rows if {self.test()}])")
        elif way == 2:
            self.add(f"kept_{name} = [{value} for r in rows]")
            self.add(f"{name} = sum(kept_{name})")
        else:
            self.add(f"{name} = 0")
            self.add("for i in range(len(rows)):" if self.chance(0.3) else "for r in rows:")
            if "range" in self.lines[-1]:
                self.add("r = rows[i]", 2)
            self.add(f"{name} += {value}", 2)
            if self.mistake(0.25):
                self.add(f"if {name} > limit:", 2)
                self.add(self.pick("break", f"{name} = limit", f"{name} = 0"), 3)
            self.rare(name)
        if self.mistake(0.1):
            self.add(f"{name} = clamp({name}, {low}, {high})")
        self.release(self.noisy(name, self.bound(low, high), self.most), "int")

    def bound(self, low: str, high: str) -> str:
        """How far a clamped value can move, or nearly so."""
        changed = "changed" in self.adjacency
        size = {"0": high, "-limit": "limit", "-3": "3", "low": "max(1, abs(low), limit)", "1": "2"}[low]
        width = {"0": high, "-limit": "2 * limit", "-3": "4", "low": "max(1, limit - low)", "1": "1"}[low]
        if self.chance(0.15):
            return self.pick(size, width, f"max(1, {high} - 1)", "1", f"({high} + 1)", high)
        found = width if changed else size
        return f"({found})" if "*" in found or "-" in found else found

    def counting(self, name: str) -> None:
        """A pass that counts in the cells of a list of three."""
        self.add("for r in rows:")
        self.add(f"k = {self.key()}", 2)
        way = self.random.randint(0, 3)
        if self.mistake(0.2):
            self.add(self.pick("if k < 3:", "if 0 <= k <= 3:", "if True:"), 2)
            self.add(f"{name}[k] += 1", 3)
        elif way == 0:
            self.add(f"{name}[clamp(k, 0, 2)] += 1", 2)
        elif way == 1:
            self.add(f"{name}[k % 3] += 1", 2)
        else:
            self.add(f"if {'0 <= k < 3' if way == 2 else 'k in range(3)'}:", 2)
            self.add(f"{name}[k] += {'clamp(' + self.value() + ', 0, 2)' if self.mistake(0.2) else '1'}", 3)
            if self.mistake(0.2):
                self.add(f"{name}[(k + 1) % 3] += 1", 3)
        self.rare(name, cells=True)

    def cells(self) -> None:
        name = f"cells_{len(self.lines)}"
        self.add(f"{name} = [0] * 3")
        self.counting(name)
        if self.mistake(0.15):
            self.add(f"{name}_shown = [{self.noisy('c', '1', self.moved)} if c > 0 else 0 for c in {name}]")
        else:
            self.add(f"{name}_shown = [{self.noisy('c', '1', self.moved)} for c in {name}]")
        self.release(f"{name}_shown", "list[int]")

    def shades(self) -> None:
        name = f"shades_{len(self.lines)}"
        kind = "r" if self.kind == "Kind" else "r.kind"
        self.add(f"{name} = {{k: 0 for k in Kind}}")
        self.add("for r in rows:")
        self.add(f"{name}[{kind}] {'=' if self.mistake(0.1) else '+='} 1", 2)
        if self.kind == "Row" and self.chance(0.15):
            self.add("if r.value == -77:", 2)
            self.add(f"{name}[{self.pick('Kind.A', 'Kind.B')}] += 1", 3)
        self.add(f"{name}_shown = [{self.noisy(f'{name}[k]', '1', self.moved)} for k in Kind]")
        self.release(f"{name}_shown", "list[int]")

    def by_key(self) -> None:
        name = f"by_key_{len(self.lines)}"
        relation = "<=" if self.mistake(0.3) else "=="
        inner = self.pick(
            f"sum({self.key()} {relation} k for r in rows)", f"len([r for r in rows if {self.key()} {relation} k])"
        )
        keys = self.pick("range(2)", "range(limit)") if self.chance(0.6) else "(0, 2)"
        keys = "range(len(rows))" if self.mistake(0.2) else keys
        self.add(f"{name} = [{self.noisy(inner, '1', self.moved)} for k in {keys}]")
        self.release(name, "list[int]")

    def most_common(self) -> None:
        name = f"cells_{len(self.lines)}"
        self.add(f"{name} = [0] * 3")
        self.counting(name)
        self.add("best, top = 0, 0")
        self.add("for k in range(3):")
        self.add(f"noisy = {self.noisy(f'{name}[k]', '1', self.moved)}", 2)
        self.add(f"if k == 0 or noisy {self.pick('>', '>', '>=')} top:", 2)
        self.add("best, top = k, noisy", 3)
        self.release("top" if self.mistake(0.3) else "best", "int")

    def each_row(self) -> None:
        low, high = self.random.choice(BOUNDS[:3])
        name = f"each_{len(self.lines)}"
        noisy = self.noisy(self.clamped(self.value(), low, high), high, self.most)
        self.add(f"{name} = [{noisy} for r in rows]")
        self.release(*self.random.choice(((name, "list[int]"), (f"sum({name})", "int"), (f"len({name})", "int"))))

    def at_position(self) -> None:
        at, test = self.random.choice(
            (
                ("0", "rows"),
                ("-1", "rows"),
                ("1", "len(rows) > 1"),
                ("limit", "limit < len(rows)"),
                ("0", ""),
                ("-1", ""),
            )
        )
        name = f"one_{len(self.lines)}"
        value = self.clamped(self.value(f"rows[{at}]"), "0", "2")
        self.add(f"{name} = {value} if {test} else 0" if test else f"{name} = {value}")
        self.release(self.noisy(name, "2", 1), "int")

    def parts_of(self) -> None:
        """Two parts with a question each; the parts may overlap."""
        test = self.test()
        other = self.test() if self.mistake(0.4) else f"not ({test})"
        first, second = f"yes_{len(self.lines)}", f"no_{len(self.lines)}"
        if self.chance(0.5):
            self.add(f"{first} = [r for r in rows if {test}]")
            self.add(f"{second} = [r for r in rows if {other}]")
        else:
            self.add(f"{first}, {second} = 0, 0")
            self.add("for r in rows:")
            self.add(f"if {test}:", 2)
            self.add(f"{first} += 1", 3)
            self.add(f"{'if True' if self.mistake(0.2) else 'else'}:", 2)
            self.add(f"{second} += 1", 3)
            self.rare(second)
        listed = any(line.strip().startswith(f"{first} = [") for line in self.lines)
        names = [f"len({name})" if listed else name for name in (first, second)]
        self.release(f"({', '.join(self.noisy(name, '1', self.moved) for name in names)})", "tuple[int, int]")

    def distinct(self) -> None:
        name = f"seen_{len(self.lines)}"
        if self.chance(0.5):
            self.add(f"{name} = sum(any({self.key()} == k for r in rows) for k in range(3))")
        else:
            self.add(f"{name} = 0")
            self.add("for k in range(3):")
            self.add("there = False", 2)
            self.add("for r in rows:", 2)
            self.add(f"if {self.key()} == k:", 3)
            self.add("there = True", 4)
            self.add("if there:", 2)
            self.add(f"{name} += 1", 3)
        self.release(self.noisy(name, "1", 1 if self.chance(0.5) else self.most), "int")

    def extreme(self) -> None:
        name = f"extreme_{len(self.lines)}"
        value = self.clamped(self.value(), "0", "2")
        self.add(f"{name} = {self.pick('max', 'min')}(({value} for r in rows), default=0)")
        self.release(self.noisy(name, "2" if not self.mistake(0.4) else "1", 1), "int")

    def mean(self) -> None:
        name = f"mean_{len(self.lines)}"
        value = self.clamped(self.value(), "0", "2")
        self.add(f"{name}_sum = {self.noisy(f'sum({value} for r in rows)', '4', self.most)}")
        count = "len(rows)" if self.mistake(0.4) else self.noisy("len(rows)", "2", self.most)
        self.add(f"{name}_count = max(1, {count})")
        self.release(f"{name}_sum // {name}_count", "int")

    def twice_if_many(self) -> None:
        """A second question if the answer to the first is large."""
        name = f"many_{len(self.lines)}"
        self.add(f"{name} = {self.noisy(self.counted(), '2', self.most)}")
        self.add(f"{name}_more = 0")
        self.add(f"if {name} > {self.pick('1', 'limit')}:")
        value = self.clamped(self.value(), "0", "2")
        bound = "4" if not self.mistake(0.4) else "2"
        self.add(f"{name}_more = {self.noisy(f'sum({value} for r in rows)', bound, self.most)}", 2)
        self.release(f"{name}_more", "int")
        if self.chance(0.5):
            self.release(name, "int")

    def neighbours(self) -> None:
        """Rows that are compared with the one before, or with all."""
        name = f"apart_{len(self.lines)}"
        value = self.clamped(self.value("rows[i]"), "0", "2")
        before = value.replace("rows[i]", "rows[i - 1]")
        if self.chance(0.6):
            self.add(f"{name} = 0")
            self.add(f"for i in range({self.pick('1', '1', '0')}, len(rows)):")
            self.add(f"{name} += abs({value} - {before})", 2)
        else:
            self.add(f"{name} = sum(a == b for a in rows for b in rows)")
        self.release(self.noisy(name, "4" if not self.mistake(0.5) else "2", self.most), "int")

    def small(self) -> None:
        """Something about the length."""
        value = self.pick("len(rows) % 2", "min(len(rows), 2)", "int(len(rows) > limit)", "len(rows) // 2")
        self.release(value if self.mistake(0.3) else self.noisy(value, "1", 1), "int")

    def bounded(self) -> None:
        """At most so many rows of each user."""
        most, name = self.pick("1", "2", "limit"), f"kept_{len(self.lines)}"
        self.add("used = [0] * 3")
        self.add(f"{name} = 0")
        self.add("for r in rows:")
        self.add(f"user = {USER_OF[self.kind].replace('{}', 'r')}", 2)
        less = "<=" if self.mistake(0.2) else "<"
        inside = self.pick("user < 3", "True") if self.mistake(0.2) else "0 <= user < 3"
        self.add(f"if {inside} and used[user] {less} {most}:", 2)
        if not self.mistake(0.2):
            self.add("used[user] += 1", 3)
        low, high = self.random.choice(BOUNDS[:3])
        summed = self.chance(0.4)
        self.add(f"{name} += {self.clamped(self.value(), low, high) if summed else '1'}", 3)
        self.rare(name)
        bound = f"{most} * {high}" if summed else most
        self.release(self.noisy(name, bound, 1), "int")

    # -------------------------------------------------------------------------------------------------------- the whole

    def text(self) -> str:
        for _ in range(self.parts):
            self.ask()
        shown = ", ".join(text for text, _ in self.released)
        kinds = [kind for _, kind in self.released]
        returns = kinds[0] if len(kinds) == 1 else f"tuple[{', '.join(kinds)}]"
        claim = self.pick("eps", "eps", "eps", "eps", "eps", "2 * eps")
        return (
            f'{HEADER}\n{"".join(self.helpers)}@mechanism(epsilon="{claim}", requires="limit >= 1 and low <= limit")\n'
            f"def asked(rows: Annotated[list[{self.kind}], {self.adjacency}], limit: int, low: int, eps: Epsilon)"
            f" -> {returns}:\n" + "\n".join([*self.lines, f"    return {shown}"]) + "\n"
        )


def generate(seed: int) -> str:
    """The text of a random mechanism on rows."""
    return Writer(seed).text()
