"""Random mechanisms with all noises, of which many are private and many are not."""

from random import Random

HEADER = """from fractions import Fraction
from typing import Annotated
from twinproof import (
    Epsilon, choose, clamp, coin, each_within, gaussian, geometric, laplace, mechanism, one_added_or_removed,
    one_changed, one_within, permute_and_flip, randomized_choice, randomized_response, truncated_laplace,
    uniform, within,
)

"""


class Writer:
    """Writes one mechanism."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.lines: list[str] = []
        self.drawn: list[tuple[str, str]] = []  # names and types

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def rate(self) -> str:
        return self.pick("eps", "eps / 2", "eps / 2", "eps / 4", "2 * eps")

    def chance(self) -> str:
        return self.pick("Fraction(1, 2)", "Fraction(1, 4)")

    def number(self) -> str:
        """An integer that may be private."""
        known = [name for name, kind in self.drawn if kind == "int"]
        return self.pick("a", "a", "a + t", "2 * a", "t", "0", *known, *(f"a + {x}" for x in known))

    def truth(self) -> str:
        """A truth value that may be private."""
        told = [name for name, kind in self.drawn if kind == "bool"]
        return self.pick(f"{self.number()} > {self.pick('t', '0', '1')}", f"{self.number()} == 0", *told)

    def public(self) -> str:
        """A test of what was drawn."""
        tests = [name if kind == "bool" else f"{name} > 0" for name, kind in self.drawn]
        return self.pick("t > 0", *tests)

    def scores(self) -> str:
        return self.pick("[a, t]", "[a, 0, t]", "[a, -a]", "[a, a]", "[a, a + 1, 2]", "[t, 0]")

    def draw(self) -> tuple[str, str]:
        """A call, and the type of what it draws."""
        return self.random.choice(
            (
                (f"laplace({self.number()}, {self.pick('1', '2')} / eps)", "int"),
                (f"geometric({self.pick('1', '2')} / eps)", "int"),
                (f"randomized_response({self.truth()}, {self.rate()})", "bool"),
                (f"randomized_response({self.truth()}, {self.rate()})", "bool"),
                (f"randomized_choice(clamp({self.number()}, 0, 2), 3, {self.rate()})", "int"),
                (f"choose({self.scores()}, {self.rate()})", "int"),
                (f"permute_and_flip({self.scores()}, {self.rate()})", "int"),
                (f"coin({self.chance()})", "bool"),
                (f"uniform(0, {self.pick('1', '2')})", "int"),
                (f"uniform({self.pick('t', 'a')}, {self.pick('t', 'a')} + 2)", "int"),
                (f"truncated_laplace({self.pick('t', 'a', '0')}, 1 / eps, 2)", "int"),
                (f"gaussian({self.pick('t', 'a', '0')}, 1)", "int"),
            )
        )

    def straight(self) -> tuple[str, str]:
        for _ in range(self.random.randint(1, 3)):
            name, (call, kind) = f"x{len(self.drawn)}", self.draw()
            if self.drawn and self.random.random() < 0.3:
                other = self.pick("0", "1") if kind == "int" else self.pick("True", "False")
                self.lines += [
                    f"    if {self.public()}:",
                    f"        {name} = {call}",
                    "    else:",
                    f"        {name} = {other}",
                ]
            else:
                self.lines.append(f"    {name} = {call}")
            self.drawn.append((name, kind))
        shown = self.random.sample(self.drawn, k=min(len(self.drawn), self.random.randint(1, 2)))
        self.lines.append(f"    return {', '.join(name for name, _ in shown)}")
        kinds = ", ".join(kind for _, kind in shown)
        result = f"tuple[{kinds}]" if len(shown) > 1 else kinds
        return f"def fuzzed(a: Annotated[int, within(1)], t: int, eps: Epsilon) -> {result}:", "t >= -2 and t <= 3"

    def over_a_list(self) -> tuple[str, str]:
        adjacency = self.pick("each_within(1)", "each_within(1, monotone=True)", "one_within(1)", "one_changed()")
        kind = "int"
        match self.pick("choose", "flip", "answers", "first", "count", "choices"):
            case "choose":
                self.lines += [f"    return choose(qs, {self.rate()})"]
            case "flip":
                self.lines += [f"    return permute_and_flip(qs, {self.rate()})"]
            case "answers":
                self.lines += [f"    return [randomized_response(q > t, {self.rate()}) for q in qs]"]
                kind = "list[bool]"
            case "choices":
                self.lines += [f"    return [randomized_choice(clamp(q, 0, 2), 3, {self.rate()}) for q in qs]"]
                kind = "list[int]"
            case "first":
                self.lines += [
                    "    for i in range(len(qs)):",
                    f"        if randomized_response(qs[i] > t, {self.rate()}):",
                ]
                self.lines += ["            return i", "    return len(qs)"]
            case _:
                self.lines += [
                    "    n = 0",
                    "    for q in qs:",
                    f"        if randomized_response(q > t, {self.rate()}):",
                ]
                self.lines += ["            n += 1", "    return n"]
        return f"def fuzzed(qs: Annotated[list[int], {adjacency}], t: int, eps: Epsilon) -> {kind}:", "len(qs) >= 1"

    def over_rows(self) -> tuple[str, str]:
        adjacency = self.pick("one_added_or_removed()", "one_added_or_removed()", "one_changed()")
        added = self.pick("1", "clamp(row, 0, 2)", "row")
        self.lines += [
            "    n = 0",
            "    for row in rows:",
            f"        if coin({self.chance()}){self.pick('', ' and row > t')}:",
        ]
        self.lines += [f"            n += {added}", f"    return laplace(n, {self.pick('1', '2')} / eps)"]
        return f"def fuzzed(rows: Annotated[list[int], {adjacency}], t: int, eps: Epsilon) -> int:", ""

    def text(self) -> str:
        signature, requires = self.random.choice((self.straight, self.straight, self.over_a_list, self.over_rows))()
        claims = ["eps", "eps", "2 * eps", "eps / 2"]
        if "rows" in signature:
            claims += ["log(1 + (exp(eps) - 1) / 2)", "log(1 + (exp(eps) - 1) / 4)"] * 2
        needs = f', requires="{requires}"' if requires else ""
        body = "\n".join(self.lines)
        return f'{HEADER}@mechanism(epsilon="{self.pick(*claims)}"{needs})\n{signature}\n{body}\n'


def generate(seed: int) -> str:
    """The text of a random mechanism."""
    return Writer(seed).text()
