"""Random programs about one thing: lists that are built in one pass and run over in another.

The reader makes one loop of the two. It must not where the passes do not commute: where they share a counter or an
accumulator, both draw, read what the other sets, or one of them raises where it would not have been run. So each
program has only a few names and returns what they hold in the end; counters, limits and accumulators are set anew
between the passes, and a pass may stand in a branch or in a loop, with what sets it up inside or before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from random import Random

from tests.lang.draws import IMPORT, other_draw

INT, BOOL, MAYBE, RECORD = "int", "bool", "int | None", "Best"
INTS, BOOLS, PAIRS, RECORDS = "list[int]", "list[bool]", "list[tuple[int, int]]", "list[Best]"
PARAMETERS = {"xs": INTS, "ns": INTS, "x": INT, "n": INT}
# What a name holds is the same in all programs.
KINDS = {
    **PARAMETERS,
    **dict.fromkeys(("ys", "zs", "out"), INTS),
    **dict.fromkeys(("i", "j", "k", "m", "s", "t", "y", "v"), INT),
    "seen": BOOL,
    "top": MAYBE,
    "rec": RECORD,
    "above": BOOLS,
    "pairs": PAIRS,
    "found": RECORDS,
}
ITEMS = {INTS: "y", BOOLS: "b", PAIRS: "p", RECORDS: "r"}
TEXT = """\
from fractions import Fraction
from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism, within
{imports}


class Best(NamedTuple):
    value: int
    place: int = 0


@mechanism(epsilon="eps")
def main(
    xs: Annotated[list[int], each_within(1)], x: Annotated[int, within(1)], n: int, ns: list[int], eps: Epsilon
) -> {returns}:
{body}
"""

Write = Callable[[], None]
Head = tuple[str, str, str]  # the target of a loop, what it runs over, and the item in its body


class Passes:
    """Writes one program."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.lines: list[str] = []
        self.indent = 1
        self.known = set(PARAMETERS)
        self.held = self.some(("s", "s", "k", "t", "i", "m"), self.random.randint(1, 3))  # the numbers that it sets
        self.counters = self.some((*self.held, "i", "j"), 2)
        self.more = self.some(("seen", "top", "rec"), self.random.choice((0, 0, 0, 1)))  # what else it sets
        self.noise = self.random.choice((0.0, 0.1, 0.4))  # how often an item is drawn
        self.risk = self.random.choice((0.0, 0.05, 0.15))  # how often a number may have no value
        self.tangled = seed % 4 == 1  # a plain list, much that is set after it, and one pass
        self.measured = seed % 4 == 3  # a list of some length that is set in place, up to another number
        if self.tangled or self.measured:
            self.held, self.counters = self.some(("s", "s", "k", "k", "t", "i"), 2), ["i"]
        self.loops = 0  # around what is written
        self.last = "xs"  # the list that was built last

    def text(self) -> str:
        returned = [*self.held, *(name for name in self.more if KINDS[name] != RECORD)]
        returned += ["ys"] * self.chance(0.15)
        self.returned = returned
        for name in returned:
            if name != "ys" and self.chance(0.6):
                self.start(name)
        if self.tangled:
            self.plain_list_and_pass()
        elif self.measured:
            self.list_of_some_length()
        elif self.chance(0.12):
            self.around()
        else:
            self.passes()
        self.line(self.result())
        kinds = [KINDS[name] for name in returned]
        returns = kinds[0] if len(kinds) == 1 else f"tuple[{', '.join(kinds)}]"
        return TEXT.format(imports=IMPORT, returns=returns, body="\n".join(self.lines))

    def passes(self) -> None:
        """A list is built, some things are set, and it is run over; perhaps once more."""
        for _ in range(self.random.choice((1, 1, 1, 2))):
            self.build()
            for _ in range(self.random.choice((0, 0, 1, 2))):
                self.between()
            for _ in range(self.random.choice((1, 1, 2))):
                self.consume()

    def plain_list_and_pass(self) -> None:
        """A list, and a pass over it of which the names are set several times: before it, or before its branch."""
        name = self.last = self.pick(("ys", "zs"))
        if self.chance(0.5):
            self.by_counting(name)
        else:
            self.set(name, f"[{self.item('y')} for y in {self.pick(('xs', 'xs', 'range(n)'))}]")
        self.known.add(name)
        for target in self.held:
            if target not in self.known:
                self.start(target)
        counter = "i" if self.chance(0.6) else ""
        early, branched = self.chance(0.7), self.chance(0.5)

        def run() -> None:
            if not early:
                self.set_tangled(counter)
            if counter:
                self.run_over(counter)
            else:
                ways = [
                    ("y", name, "y"),
                    ("i", f"range(len({name}))", f"{name}[i]"),
                    ("i, y", f"enumerate({name})", "y"),
                ]
                self.over(self.random.choice(ways), self.work)

        if early:
            self.set_tangled(counter)
        if not branched:
            run()
            return
        self.line(f"if {self.condition()}:")
        self.inside(run)
        if self.chance(0.7):
            self.line("else:")
            self.inside(lambda: self.set(self.pick(self.held), self.small()) if self.chance(0.7) else self.between())

    def set_tangled(self, counter: str) -> None:
        """Names are set to the first item, to each other and to constants, in any order, some of them twice."""
        first = f"{self.last}[0]"
        if counter and self.chance(0.5):
            self.set(counter, "0")
        for _ in range(self.random.randint(1, 4)):
            target, other = self.pick(self.held), self.pick(self.own())
            self.set(target, self.pick(("0", "1", first, first, f"{first} + {other}", other, self.small())))
        if counter and self.chance(0.6):
            self.set(counter, "0")

    def list_of_some_length(self) -> None:
        """A list of which the length and the number of items that are set are sums of numbers that change."""
        name, (a, *others) = self.pick(("ys", "zs")), self.held
        b = others[0] if others else "n"
        sums = (a, b, *[f"({a} + {b})"] * 4, f"({b} + 1)", "(n + 1)", "(n + n)", "n", "2", "3", "len(xs)", "len(ns)")
        sizes = ("n", "n", "1", "1", "2", "len(xs)", a if a in self.known else "n")

        for target in (a, b, *self.held, *self.held)[self.random.randint(0, 4) :]:
            if target != "n":
                self.set(target, self.pick(sizes))
        for target in self.held:
            if target not in self.known:
                self.start(target)
        size = self.pick(sums)
        makings = (f"[0] * {size}", f"[{self.pick('0x')} for _ in range({size})]", f"[0 for _ in range({size})]")
        self.set(name, self.pick(makings))
        self.last = name
        if self.chance(0.3):
            self.set(self.pick(self.held), self.pick(sizes))
        if self.chance(0.2):
            self.set(name, self.pick((*makings, "[]", "[]", "[1]", f"{name} + [1]")))
        if self.chance(0.7):
            limit = self.pick((size, size, size, *sums))
            self.over(("i", f"range({limit})", "i"), lambda i: self.line(f"{name}[{i}] = {i} + x"))
        if self.chance(0.3):
            self.set(self.pick(self.held), self.pick(sizes))
        self.consume()

    def around(self) -> None:
        """Passes in every round of a loop, over a list that is new there or that grows from round to round."""
        grows = self.chance(0.5)
        if grows:
            self.line("out: list[int] = []")
            self.known.add("out")

        def body() -> None:
            if grows:
                self.last = "out"
                self.line(f"out.append({self.item('x')})")
            else:
                self.build()
            self.consume()
            if self.chance(0.5):
                self.when(self.condition(), self.leaving())

        self.line(f"for {self.pick('ij')} in range({self.pick(('n', '3', 'len(xs)'))}):")
        self.in_loop((), body)

    # ----------------------------------------------------------------------------------------------------------- pieces

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, options: Sequence[str]) -> str:
        return self.random.choice(options)

    def some(self, options: Iterable[str], count: int) -> list[str]:
        """That many of them, without those that are there twice."""
        return list(dict.fromkeys(self.random.sample(list(options), count)))

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def set(self, name: str, value: str) -> None:
        self.line(f"{name} = {value}")
        self.known.add(name)

    def inside(self, write: Write) -> None:
        """What stands in a block; names that are first set there may have no value after it."""
        before = set(self.known)
        self.indent += 1
        write()
        self.indent -= 1
        self.known = before

    def when(self, test: str, then: str) -> None:
        self.line(f"if {test}:")
        self.inside(lambda: self.line(then))

    def in_loop(self, names: Iterable[str], body: Write) -> None:
        """A loop; its names are known in its body, and after it where they had a value before."""
        before = set(self.known)
        self.known |= set(names)
        self.loops += 1
        self.inside(body)
        self.loops -= 1
        self.known = before

    def over(self, head: Head, body: Callable[[str], None]) -> None:
        """A loop; sometimes what it runs over has a value before it, and its last item is used after it."""
        target, whole, item = head
        lasting = self.pick(target.split(", ")) if self.chance(0.15) else ""
        if KINDS.get(lasting) == INT:
            self.set(lasting, self.small())
        self.line(f"for {target} in {whole}:")
        if lasting and self.chance(0.25):
            self.inside(lambda: self.line("pass"))
        else:
            self.in_loop(target.split(", "), lambda: body(item))
        if KINDS.get(lasting) == INT and self.chance(0.7):
            held = self.pick(self.held)
            self.set(held, f"{held} + {lasting}" if held in self.known and self.chance(0.5) else lasting)

    def names(self, kind: str) -> list[str]:
        return [name for name, k in KINDS.items() if k == kind and name in self.known]

    def own(self) -> list[str]:
        """The numbers that have a value and that the program may set."""
        return [name for name in dict.fromkeys((*self.held, *self.counters)) if name in self.known]

    def whole(self) -> str:
        """A list of numbers; most often the one that was built last."""
        if KINDS[self.last] == INTS and self.last in self.known and self.chance(0.7):
            return self.last
        return self.pick(self.names(INTS))

    def number(self, depth: int = 1) -> str:
        if self.chance(self.risk):
            xs, less = self.whole(), self.small()
            return self.pick((f"{less} // n", f"{less} // {self.small()}", f"{xs}[{less}]", f"{xs}[0]", f"max({xs})"))
        roll = self.random.random()
        if roll < 0.7 or depth == 0:
            return self.small()
        if roll < 0.8:
            return self.pick((f"len({self.whole()})", f"sum({self.whole()})"))
        return f"{self.small()} {self.pick('+-*')} {self.small()}"

    def small(self) -> str:
        return self.pick(self.names(INT)) if self.chance(0.6) else self.pick("0123")

    def condition(self, about: str = "") -> str:
        about = about or self.small()
        if self.chance(0.15) and "seen" in self.known:
            return self.pick(("seen", "not seen"))
        if self.chance(0.08):
            return f"{about} in {self.whole()}"
        return f"{about} {self.pick(('<', '<=', '>', '>=', '==', '!='))} {self.number()}"

    def item(self, about: str) -> str:
        """A new number made of an item."""
        if self.chance(self.noise):
            if self.chance(0.4):
                return other_draw(self.random, about, self.small(), "1 / eps")
            return f"laplace({about}, 1 / eps)"
        if self.chance(self.risk):
            return f"{about} // {self.small()}"
        return self.pick((about, about, f"{about} + 1", f"{about} + {self.small()}", f"{about} * {self.small()}"))

    def result(self) -> str:
        """What is returned: what the names hold, where they have a value."""
        instead = {INT: "7", BOOL: "True", MAYBE: "None", INTS: "[7]"}
        return f"return {', '.join(n if n in self.known else instead[KINDS[n]] for n in self.returned)}"

    def leaving(self) -> str:
        """What ends a loop, a round of it or the whole run."""
        return self.pick(("break", "break", "continue", self.result()) if self.loops else (self.result(),))

    # ---------------------------------------------------------------------------------------------------------- setting

    def start(self, name: str) -> None:
        """A name gets its first value, or another one."""
        match KINDS[name]:
            case "bool":
                self.set(name, self.pick(("False", "False", "True")))
            case "Best":
                self.set(name, self.pick(("Best(0, 0)", f"Best({self.small()})", f"Best({self.small()}, -1)")))
            case "int | None":
                value = self.pick(("None", "None", f"None if n > 1 else {self.small()}"))
                self.line(f"{name} = {value}" if name in self.known else f"{name}: int | None = {value}")
                self.known.add(name)
            case _ if KINDS[self.last] == INTS and self.last in self.known and self.chance(0.25):
                first = f"{self.last}[0]"
                self.set(name, self.pick((first, first, f"{first} + {self.small()}", f"{self.last}[-1]")))
            case _:
                self.set(name, self.pick(("0", "0", self.number())))

    def between(self) -> None:
        """What may stand between two passes: most of it sets what one of them reads."""
        if self.chance(0.4):
            self.start(self.pick(self.held))
            return
        xs, own = self.whole(), self.own()
        name = self.pick(self.held)
        whole = (f"len({xs})", f"max({xs})", f"sum({xs})", f"{xs}[0] // n", "0", "0")
        ways = [(name, self.item("x")), (name, self.number()), (name, self.pick(whole))]
        if own:
            changed = self.pick(own)
            ways += [(changed, f"{changed} + {self.small()}"), (changed, f"{changed} + 1")]
        if len(own) > 1:
            a, b = self.some(own, 2)
            ways += [(f"{a}, {b}", f"{b}, {a}"), (f"{a}, {b}", f"{b}, {a} + {self.small()}")]
        if xs not in PARAMETERS:
            ways += [(xs, f"{xs} + [{self.small()}]"), (f"{xs}[0]", self.small()), (xs, f"[0] * {self.small()}")]
            ways += [(xs, "[v for v in xs if v < 0]")]
        target, value = self.random.choice(ways)
        if self.chance(0.15) and all(n in self.known for n in target.split(", ")):
            self.when(self.condition(), f"{target} = {value}")
        else:
            self.line(f"{target} = {value}")
            self.known |= {target} & set(KINDS)

    # --------------------------------------------------------------------------------------------------------- building

    def build(self) -> None:
        name = self.pick(("ys", "ys", "ys", "ys", "zs", "zs", "out", "above", "pairs", "found"))
        ways = [self.by_comprehension, self.by_appending, self.by_counting]
        ways += [self.by_filling, self.by_filling, self.by_copying] if KINDS[name] == INTS else []
        self.random.choice(ways)(name)
        self.known.add(name)
        self.last = name

    def made(self, name: str, about: str) -> str:
        """An item for a list of this name."""
        match KINDS[name]:
            case "list[bool]":
                return self.pick((f"{about} > {self.small()}", f"{self.item(about)} >= 1"))
            case "list[tuple[int, int]]":
                return f"({self.item(about)}, {self.small()})"
            case "list[Best]":
                return self.pick((f"Best({self.item(about)}, {self.small()})", f"Best({about})"))
            case _:
                return self.item(about)

    def head(self) -> Head:
        """A loop for a pass that builds a list."""
        xs, item, counter = self.whole(), self.pick("yyyv"), self.pick(self.counters)
        other = "v" if item == "y" else "y"
        limit = self.pick((f"len({xs})", f"len({xs})", "n", "n", self.small(), "len(xs)", f"{self.small()} + n"))
        first = self.pick(("", "", "", "1, ", "0, ", f"{self.small()}, "))
        there = f"{xs}[{counter}]" if limit == f"len({xs})" or self.chance(0.2) else counter
        ways = [(item, xs, item)] * 5 + [(counter, f"range({first}{limit})", there)] * 5
        ways += [(f"{counter}, {item}", f"enumerate({xs})", item)] * 2
        ways += [(f"{item}, {other}", f"zip({xs}, {self.whole()})", f"{item} + {other}")]
        ways += [(item, f"{xs}[{self.pick(('1:', ':n', ':-1', '::-1'))}]", item), (item, f"reversed({xs})", item)]
        return self.random.choice(ways)

    def by_comprehension(self, name: str) -> None:
        target, whole, item = self.head()
        before = set(self.known)
        self.known |= set(target.split(", "))
        test = f" if {self.condition(item)}" if self.chance(0.2) else ""
        self.line(f"{name} = [{self.made(name, item)} for {target} in {whole}{test}]")
        self.known = before

    def by_appending(self, name: str) -> None:
        """A loop that appends to a new list."""
        head = self.head()
        if self.chance(0.3):
            self.start(self.pick(self.held))
        self.line(f"{name}: {KINDS[name]} = []")

        def body(item: str) -> None:
            if self.chance(0.25):
                self.update(item)
            if self.chance(0.1):
                self.when(self.condition(item), self.leaving())
            more = f"{name}.append({self.made(name, item)})"
            if self.chance(0.25):
                self.when(self.condition(item), more)
                if self.chance(0.7):
                    self.line("else:")
                    self.inside(lambda: self.line(f"{name}.append({self.made(name, item)})"))
            else:
                self.line(more)
            if self.chance(0.2):
                self.update(item)
            if self.chance(0.1):
                self.when(f"sum({name}) > n" if KINDS[name] == INTS else f"len({name}) > n", "break")

        self.over(head, body)

    def by_counting(self, name: str) -> None:
        """A list that grows in a loop that counts for itself."""
        counter, xs = self.pick(self.counters), self.pick(("xs", "ns"))
        self.line(f"{name}: {KINDS[name]} = []")
        self.set(counter, self.pick(("0", "0", "0", "1")))

        def body() -> None:
            self.line(f"{name}.append({self.made(name, self.pick((f'{xs}[{counter}]', 'x', counter)))})")
            if self.chance(0.2):
                self.when(self.condition(), "break")
            self.line(f"{counter} += 1")

        self.line(f"while {counter} < {self.pick(('n', f'len({xs})', f'len({xs})'))}:")
        self.in_loop((), body)

    def by_filling(self, name: str) -> None:
        """A list of one value that is then set in place."""
        if self.chance(0.4):
            self.set(self.pick(self.held), self.number())
        size = self.pick(("n", "len(xs)", "len(xs)", self.small(), self.small(), f"({self.small()} + {self.small()})"))
        self.set(name, f"[{self.pick(('0', '0', '1', 'x'))}] * {size}")
        self.last = name
        if self.chance(0.3):
            self.between()
        self.settings(name, size)

    def by_copying(self, name: str) -> None:
        """A copy of another list, which may then be set in place; the other one may have changed before that."""
        if self.chance(0.4):
            self.by_comprehension("zs" if name != "zs" else "ys")
            self.known.add("zs" if name != "zs" else "ys")
        xs = self.pick([n for n in self.names(INTS) if n != name])
        self.set(name, self.pick((f"list({xs})", f"{xs}[:]", f"{xs}.copy()", f"{xs} + {xs}", f"[0] + {xs}")))
        self.last = name
        if self.chance(0.3):
            self.between()
        if xs not in PARAMETERS and self.chance(0.6):
            self.line(self.pick((f"{xs}.append({self.small()})", f"{xs} = {xs} + [1]", f"{xs} = []", f"{xs} = ns")))
        if self.chance(0.8):
            self.settings(name, f"len({xs})")

    def settings(self, name: str, size: str) -> None:
        """A loop that sets the items of a list in place: all, or some, or one too many."""
        i = self.pick(self.counters)
        limits = [f"len({name})"] * 3 + [size] * 4 + [f"{size} - 1", f"{size} + 1", "len(xs)", self.number()]
        here, other = f"{name}[{i}]", f"{self.pick(('xs', 'ns'))}[{i}]"

        def body(_: str) -> None:
            if self.chance(0.2):
                self.update(self.pick((here, i)))
            ways = [f"{here} = {self.item(v)}" for v in (here, i, i, "x", other, other)]
            ways += [f"{here} += {self.item(v)}" for v in (i, other)]
            ways += [f"{name}[{i} - 1] = {self.small()}", f"{here} = {name}[{i} - 1] + 1", f"{name}[0] += 1"]
            ways += [f"{name}[len({name}) - 1 - {i}] = {self.item(i)}"]
            if self.chance(0.2):
                self.when(self.condition(self.pick((i, here))), self.pick((*ways, "break", "continue")))
            self.line(self.pick(ways))
            if self.chance(0.2):
                self.update(here)

        first = self.pick(("", "", "", "", "", "0, ", "1, "))
        self.over((i, f"range({first}{self.pick(limits)})", i), body)

    # -------------------------------------------------------------------------------------------------------- consuming

    def consume(self) -> None:
        kind = KINDS[self.last]
        if self.last not in self.known or (kind == INTS and self.chance(0.3)):
            self.question()
        elif kind == BOOLS and self.chance(0.6):
            self.question_of_truths()
        elif self.chance(0.35):
            self.in_branch()
        else:
            counter = self.counter()
            self.set_up(counter)
            self.run_over(counter)

    def in_branch(self) -> None:
        """A pass in a branch, set up there or before."""
        counter = self.counter()
        early = self.chance(0.5)
        if early:
            self.set_up(counter)

        def then() -> None:
            if not early:
                self.set_up(counter)
            self.run_over(counter)
            if self.chance(0.3):
                self.between()
            if self.chance(0.2):
                self.line(self.result())

        self.line(f"if {self.condition()}:")
        self.inside(then)
        if self.chance(0.6):
            self.line("else:")
            self.inside(self.question if self.chance(0.3) else self.between)

    def counter(self) -> str:
        """The counter of a pass that counts for itself; most do not."""
        return self.pick(self.counters) if self.chance(0.35) else ""

    def set_up(self, counter: str) -> None:
        writes: list[Write] = [partial(self.start, name) for name in (*self.held, *self.more) if self.needs(name)]
        writes += [self.between] * self.chance(0.15)
        if counter:
            writes.append(lambda: self.set(counter, self.pick(("0", "0", "0", "0", "0", "0", "1"))))
        self.random.shuffle(writes)
        for write in writes:
            write()

    def needs(self, name: str) -> bool:
        """Whether a pass sets this before; where it has no value it is most often needed."""
        return self.chance(0.3 if name in self.known else 0.8)

    def run_over(self, counter: str) -> None:
        """The pass over the list that was built last."""
        xs = self.last
        if not counter:
            self.over(self.head_over(xs), lambda item: self.work(self.part(item)))
            return
        item = self.part(f"{xs}[{counter}]")

        def body() -> None:
            self.work(item)
            self.line(f"{counter} += 1")

        limit = self.pick((f"len({xs})", f"len({xs})", f"len({xs})", f"len({xs})", "n", "len(xs)"))
        extra = self.pick((self.condition(item), self.condition(), f"{item} // n > 0", f"ns[{counter}] > {item}"))
        self.line(f"while {counter} < {limit}{f' and {extra}' if self.chance(0.5) else ''}:")
        self.in_loop((), body)

    def part(self, item: str) -> str:
        """A number in an item, which may be a pair, a record or a truth value."""
        match KINDS[self.last]:
            case "list[tuple[int, int]]":
                return self.pick((f"{item}[0]", f"{item}[1]")) if "," not in item else self.pick(item.split(", "))
            case "list[Best]":
                return self.pick((f"{item}.value", f"{item}.place"))
            case "list[bool]":
                return f"(1 if {item} else 0)"
            case _:
                return item

    def head_over(self, xs: str) -> Head:
        """A loop for a pass over this list."""
        item, i = ITEMS[KINDS[xs]], self.pick(self.counters)
        limit = self.pick((f"len({xs})",) * 4 + ("len(xs)", "n", f"len({xs}) - 1", self.small()))
        ways = [(item, xs, item)] * 5 + [(i, f"range({limit})", f"{xs}[{i}]")] * 4
        ways += [(f"{i}, {item}", f"enumerate({xs})", item)] * 3 + [(f"{item}, v", f"zip({xs}, {self.whole()})", item)]
        ways += [(item, f"reversed({xs})", item), (item, f"{xs}[1:]", item), (i, f"range(1, {limit})", f"{xs}[{i}]")]
        ways += [("y, v", xs, "y, v")] * 6 if KINDS[xs] == PAIRS else []
        return self.random.choice(ways)

    def work(self, item: str) -> None:
        """What is done with an item: one to three statements."""
        for _ in range(self.random.choice((1, 1, 1, 2, 2, 3))):
            self.update(item)

    def update(self, item: str) -> None:
        """Something that is done with an item; a name is only read where it has a value."""
        own = [name for name in self.own() if name in self.held]
        if not own:
            self.set(self.pick(self.held), self.item(item))
            return
        name, place = self.pick(own), self.pick([n for n in self.names(INT) if n in self.counters] or ["0"])
        ways = [f"{name} += {self.item(item)}"] * 4 + [f"{name} = max({name}, {item})", f"{name} = {item}"]
        blocks = [(f"{item} > {name}", f"{name} = {item}")] * 3 + [(self.condition(item), f"{name} += {item}")] * 2
        blocks += [(self.condition(item), f"{name} = {place}"), (f"{item} < {name}", f"{name} = {item}")]
        blocks += [(self.condition(self.pick((item, name))), self.leaving())] * 2
        if len(own) > 1:
            a, b = self.some(own, 2)
            blocks += [(f"{item} > {a}", f"{a}, {b} = {item}, {place}")] * 2
            ways += [f"{a}, {b} = {b}, {a}", f"{a}, {b} = {b}, {item}"] + [f"{a} += {b} * {item}"] * 3
        if "seen" in self.known:
            blocks += [(self.condition(item), "seen = True")] * 3
            ways += [f"seen = seen or {self.condition(item)}"]
        if "top" in self.known:
            blocks += [(f"top is None or {item} > top", f"top = {item}")] * 4
            blocks += [(f"top is None and {self.condition(item)}", f"top = {place}")] * 2
        if "rec" in self.known:
            blocks += [(f"{item} > rec.value", f"rec = Best({item}, {place})")] * 4
            ways += [f"rec = Best(rec.value + {item}, {place})", f"{name} += rec.value", f"{name} = rec.place"]
        if "out" in self.known and self.last != "out":
            ways += [f"out.append({self.item(item)})"]
        if self.chance(0.5):
            self.line(self.pick(ways))
        else:
            self.when(*self.random.choice(blocks))

    def question(self) -> None:
        """One or two questions about a list as a whole."""
        xs, name, place = self.whole(), self.pick(self.held), self.pick((*self.held, *self.counters))
        v = self.small()
        ways = [[(name, f"{f}({xs})")] for f in ("sum", "max", "min", "len", "max")]
        ways += [[(name, f"{xs}.index({f}({xs}))")] for f in ("max", "min")]
        ways += [[(name, f"{xs}.index({v}) if {v} in {xs} else {self.small()}")]] * 2
        ways += [[(name, f"{f}({xs})"), (place, f"{xs}.index({name})")] for f in ("max", "min")]
        ways += [[(name, f"{xs}.count({v})")], [(name, f"{xs}[0] + {xs}[-1]")]]
        ways += [[(name, f"sum(v for v in {xs} if v > {self.small()})")], [("seen", f"{v} in {xs}")]]
        ways += [[(name, f"1 if any(v < {self.small()} for v in {xs}) else 0")]]
        ways += [[("seen", f"all(v < {self.small()} for v in {xs})")]]
        ways += [[(name, f"max({xs}) if len({xs}) > 0 else 0")], [(name, f"max({xs}, default=0)")]]
        asked = self.random.choice(ways)
        if len(asked) > 1 and self.chance(0.3):
            asked.insert(1, (self.pick(self.held), self.small()))
        for target, value in asked:
            self.set(target, value)

    def question_of_truths(self) -> None:
        xs, name = self.last, self.pick(self.held)
        ways = [(name, f"{xs}.index(True) if {test} else {self.small()}") for test in (f"True in {xs}", f"any({xs})")]
        ways += [(name, f"{xs}.index({v}) if {v} in {xs} else {self.small()}") for v in ("True", "False")]
        ways += [(name, f"{xs}.index(False)"), (name, f"sum({xs})"), (name, f"{xs}.count(True)")]
        ways += [("seen", f"any({xs})"), ("seen", f"all({xs})")]
        self.set(*self.random.choice(ways))


def inputs(random: Random) -> dict[str, object]:
    """Values for the parameters of a program; most often there are as many items as `n` says."""

    def ints(size: int) -> list[int]:
        return [random.randint(-2, 5) for _ in range(size)]

    n = random.choice((-1, 0, 1, 2, 2, 3, 3, 4))
    sizes = [random.choice((max(0, n), max(0, n), random.randint(0, 4))) for _ in range(2)]
    return {
        "xs": ints(sizes[0]),
        "x": random.randint(-2, 4),
        "n": n,
        "ns": ints(sizes[1]),
        "eps": random.choice((1, 2)),
    }
