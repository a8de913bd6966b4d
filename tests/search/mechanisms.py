"""Random mechanisms, close enough to private ones that many are, and many are not.

Each is a text: a few samples of private and public values, tests on them, perhaps a loop with a cut-off, an output made
of what was drawn, and a claim that may be true or not.
"""

from random import Random

HEADER = """from typing import Annotated
from twinproof import Epsilon, each_within, laplace, mechanism, one_sided_laplace, one_within, within

"""


class Writer:
    """Writes one mechanism."""

    def __init__(self, seed: int, computed: bool = False) -> None:
        self.random = Random(seed)
        self.computed = computed  # scales may depend on what was drawn, or on private values
        self.lines: list[str] = []
        self.private = ["a"]
        self.known = ["t"]  # public, or drawn
        self.noise = self.random.choice(["laplace", "laplace", "laplace", "one_sided_laplace"])

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def add(self, depth: int, line: str) -> None:
        self.lines.append("    " * depth + line)

    def value(self) -> str:
        x, y = self.pick(*self.private), self.pick(*self.known)
        return self.pick(x, x, x, y, f"{x} + {y}", f"{x} - {y}", f"2 * {x}", "0")

    def scale(self) -> str:
        if self.computed and self.random.random() < 0.6:
            x = self.pick(*self.known, *self.known, *self.private)
            factor = self.pick(f"max(1, {x})", f"max(2, {x})", f"(abs({x}) + 1)", f"max(1, min({x}, 3))")
            return f"{self.pick('', '', '2 * ')}{factor} / eps"
        return self.pick("1 / eps", "2 / eps", "2 / eps", "4 / eps", "1 / (2 * eps)")

    def test(self) -> str:
        x, y = self.pick(*self.known), self.pick(*self.known, "0", "2")
        return f"{x} {self.pick('<', '<=', '>', '>=', '==')} {y}"

    def draw(self, depth: int) -> str:
        name = f"x{len(self.known)}"
        self.add(depth, f"{name} = {self.noise}({self.value()}, {self.scale()})")
        return name

    def straight(self) -> str:
        """A few draws and tests, one after the other."""
        if self.random.random() < 0.5:
            self.private.append("b")
        for _ in range(self.random.randint(1, 3)):
            self.known.append(self.draw(1))
            if self.random.random() < 0.4:
                name = f"y{len(self.known)}"
                self.add(1, f"if {self.test()}:")
                self.add(2, f"{name} = {self.noise}({self.value()}, {self.scale()})")
                self.add(1, "else:")
                self.add(2, f"{name} = {self.pick('0', '1', *self.known[1:])}")
                self.known.append(name)
        shown = self.random.sample(self.known[1:], k=min(len(self.known) - 1, self.random.randint(1, 2)))
        result = [self.pick(x, x, f"{x} % 3", f"max({x}, 0)") for x in shown]
        if self.random.random() < 0.3:
            result = [f"1 if {self.test()} else 0"]
        self.add(1, f"return {', '.join(result)}" if len(result) > 1 else f"return {result[0]}")
        kind = "tuple[int, int]" if len(result) == 2 else "int"
        second = ", b: Annotated[int, within(1)]" if "b" in self.private else ""
        bound = self.pick("1", "1", "2")
        return f"def fuzzed(a: Annotated[int, within({bound})]{second}, t: int, eps: Epsilon) -> {kind}:"

    def loop(self) -> str:
        """A threshold, a loop over queries, perhaps a cut-off."""
        bar = self.pick("laplace(t, 2 / eps)", "laplace(t, 2 / eps)", "laplace(t, 1 / eps)", "t")
        self.add(1, f"bar = {bar}")
        style = self.pick("first", "list", "count", "best", "sum")
        scale = self.pick("4 / eps", "4 / eps", "2 / eps", "4 * c / eps", "1 / eps")
        compare = self.pick(">=", ">", "<", "<=")
        if style == "sum":
            self.add(1, "total = 0")
            self.add(1, "for q in qs:")
            self.add(2, f"total = total + {self.pick('q', 'q', 'laplace(q, ' + scale + ')')}")
            self.add(1, f"return {self.pick('laplace(total, 1 / eps)', 'laplace(total, 2 / eps)', 'total')}")
            return self._over("int")
        if style == "best":
            self.add(1, "best = 0")
            self.add(1, "top = 0")
            self.add(1, "for i in range(len(qs)):")
            self.add(2, f"v = {self.noise}(qs[i], {scale})")
            self.add(2, f"if i == 0 or v {compare} top:")
            self.add(3, "best = i")
            self.add(3, "top = v")
            self.add(1, f"return {self.pick('best', 'best', 'top')}")
            return self._over("int")
        if style == "first":
            self.add(1, "for i, q in enumerate(qs):")
            self.add(2, f"v = laplace(q, {scale})")
            self.add(2, f"if v {compare} bar:")
            self.add(3, self.pick("return i", "return i", "return v"))
            self.add(1, self.pick("return -1", "return len(qs)"))
            return self._over("int")
        if style == "count":
            self.add(1, "hits = 0")
            self.add(1, "for q in qs:")
            self.add(2, f"if laplace(q, {scale}) {compare} bar:")
            self.add(3, "hits = hits + 1")
            self.add(1, f"return {self.pick('hits', 'hits > 0')}")
            return self._over("int" if self.lines[-1].endswith("hits") else "bool")
        self.add(1, "out = []")
        self.add(1, "hits = 0")
        self.add(1, "for q in qs:")
        self.add(2, f"v = laplace(q, {scale})")
        self.add(2, f"if v {compare} bar:")
        self.add(3, f"out.append({self.pick('True', 'True', 'v > 1')})")
        self.add(3, "hits += 1")
        if self.random.random() < 0.7:
            self.add(3, f"if hits {self.pick('==', '>=', '>')} c:")
            self.add(4, "break")
        self.add(2, "else:")
        self.add(3, "out.append(False)")
        self.add(1, "return out")
        return self._over("list[bool]")

    def _over(self, kind: str) -> str:
        adjacency = self.pick("each_within(1)", "each_within(1)", "each_within(1, monotone=True)", "one_within(1)")
        return f"def fuzzed(qs: Annotated[list[int], {adjacency}], t: int, c: int, eps: Epsilon) -> {kind}:"

    def text(self) -> str:
        straight = self.computed or self.random.random() < 0.45
        signature = self.straight() if straight else self.loop()
        claim = self.pick("eps", "eps", "2 * eps", "3 * eps", "eps / 2")
        requires = "" if straight else ', requires="c >= 1 and len(qs) >= 1"'
        return f'{HEADER}@mechanism(epsilon="{claim}"{requires})\n{signature}\n' + "\n".join(self.lines) + "\n"


def generate(seed: int, computed: bool = False) -> str:
    """The text of a random mechanism, perhaps with scales that it computes."""
    return Writer(seed, computed).text()
