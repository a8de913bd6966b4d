"""What a judgment means, on finite instances: the oracle that the kernel's rules are tested against.

It is written from the definitions in `kernel.judgment` and shares no code with the kernel, the solver's encoding or the
exact engine: programs are run on all paths with rational masses, assertions are compiled to Python, and the two
definitions are decided directly. Three remarks make it exact.

* The base. No rule knows the number e: each uses only that e^x is exponential. So the oracle takes 2 for e, in
  the noise (mass ∝ 2^(−ρ|x − c|)), in the factor 2^ε and in assertions alike, and whole rates have rational masses.
* The left run is cut to a small window and to a number of iterations, which only makes the left side smaller.
* The right run has a wider window, and all that it loses there is given back as slack. So a violation is one.
* Divergences are looked at at the orders 2 and 3/2, where s = α/(α−1) is whole. Base 2 is on the safe side there: what
  is α·ε²/2 for e is smaller for 2.

A sampling whose noise does not exist (its rate is not positive, its list of scores is empty) means nothing; the oracle
takes the worst: on the left it returns something of what would be its values, on the right nothing.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product
from random import Random
from typing import Any

from twinproof.kernel.judgment import Budget, Closeness, Judgment, Ledger, Orders, Triple
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While, mentioned
from twinproof.lang.expr import Apply, Expr, Literal, Op, Place, Quantified, Var, free_variables
from twinproof.lang.noise import Noise
from twinproof.lang.types import BOOL, INT, ListOf, TupleOf, Type

FUZZ = int(os.environ.get("TWINPROOF_FUZZ", "1"))
LEFT_WINDOW, RIGHT_WINDOW, FUEL = 2, 8, 12
BOUND_INTEGERS = range(-9, 10)  # what a quantifier over integers ranges over
OMEGA = 9  # a cost as high as this counts as unbounded
_HALVES = tuple(Fraction(half, 2) for half in range(-6, 2 * OMEGA + 1))  # what a real counter may be

Memory = tuple[Any, ...]
Runs = dict[Memory, Fraction]


class OutOfReach(Exception):
    """An instance that the oracle cannot compute exactly: a rate that is not whole, say."""


# --------------------------------------------------------------------------------------------------------- expressions


def values_of(kind: Type) -> Sequence[Any]:
    """A small range of values of a type, for memories."""
    match kind:
        case ListOf(item):
            some = values_of(item)[:3]
            return [(), *((a,) for a in some), *((a, b) for a in some for b in some)]
        case TupleOf(items):
            return list(product(*(values_of(i)[:3] for i in items)))
    if kind == BOOL:
        return (False, True)
    return (0, 1, -1, 2, -2) if kind == INT else (Fraction(2), Fraction(4), Fraction(0), Fraction(-2))


def _default(kind: Type) -> Any:
    match kind:
        case ListOf():
            return ()
        case TupleOf(items):
            return tuple(_default(i) for i in items)
    return False if kind == BOOL else 0


_INFIX = {
    Op.ADD: "+",
    Op.SUB: "-",
    Op.MUL: "*",
    Op.EQ: "==",
    Op.LT: "<",
    Op.LE: "<=",
    Op.AND: " and ",
    Op.OR: " or ",
    Op.CONCAT: "+",
}
_PREFIX = {
    Op.NEG: "-",
    Op.NOT: "not ",
    Op.ABS: "abs",
    Op.MIN: "min",
    Op.MAX: "max",
    Op.LEN: "len",
    Op.REAL: "_q",
    Op.FLOOR: "_floor",
    Op.EXP: "_exp",
}


def _python(e: Expr, names: Mapping[Var, str], depth: int = 0) -> str:
    """The expression as Python text."""
    match e:
        case Var():
            return names[e]
        case Literal(value):
            return f"_q({value.numerator}, {value.denominator})" if isinstance(value, Fraction) else repr(value)
        case Quantified(universal, var, body):
            inner = _python(body, {**names, var: f"q{depth}"}, depth + 1)
            domain = "_integers" if var.type == INT else repr(tuple(values_of(var.type)))
            return f"{'all' if universal else 'any'}({inner} for q{depth} in {domain})"
        case Apply(op, args):
            return _python_apply(e, op, [_python(a, names, depth) for a in args])


def _python_apply(e: Apply, op: Op, args: list[str]) -> str:
    if not args:
        return {Op.AND: "True", Op.OR: "False"}.get(op, "()")
    if op in _INFIX:
        return "(" + _INFIX[op].join(args) + ")"
    if op in _PREFIX:
        return f"({_PREFIX[op]}({', '.join(args)}))"
    match op:
        case Op.IMPLIES:
            return f"(not {args[0]} or {args[1]})"
        case Op.ITE:
            return f"({args[1]} if {args[0]} else {args[2]})"
        case Op.LIST | Op.TUPLE:
            return f"({', '.join(args)},)"
        case Op.APPEND:
            return f"(*{args[0]}, {args[1]})"
        case Op.SET:
            return f"_set({', '.join(args)})"
        case Op.PROJ:
            return f"{args[0]}[{args[1]}]"
        case Op.GET:
            return f"_get({args[0]}, {args[1]}, {_default(e.type)!r})"
        case Op.DIV | Op.MOD:
            return f"_{'div' if op is Op.DIV else 'mod'}({args[0]}, {args[1]})"
        case Op.QUOTIENT:
            return f"_q(_q({args[0]}) / {args[1]})"
    raise OutOfReach(f"no finite meaning for {op}")


def _get(whole: Sequence[Any], position: int, default: Any) -> Any:
    return whole[position] if 0 <= position < len(whole) else default


def _set(whole: Sequence[Any], position: int, item: Any) -> Any:
    return tuple(item if n == position else x for n, x in enumerate(whole))


def _exp(x: Fraction) -> Fraction:
    if Fraction(x).denominator != 1:
        raise OutOfReach("a power must be whole to be rational")
    return Fraction(2) ** int(x)


_HELPERS: dict[str, Any] = {
    "_exp": _exp,
    "_q": Fraction,
    "_integers": BOUND_INTEGERS,
    "_get": _get,
    "_set": _set,
    "_floor": math.floor,
    "_div": lambda a, b: a // b if b else 0,
    "_mod": lambda a, b: a % b if b else a,
}


@dataclass(frozen=True)
class Layout:
    """Where the values of the variables stand: memories, rigid values and ledgers are tuples."""

    memory: tuple[Var, ...]
    rigid: tuple[Var, ...]
    ledger: tuple[Var, ...] = ()

    def names(self) -> dict[Var, str]:
        names = {v: f"a[{i}]" for i, v in enumerate(self.memory)}
        for letter, place in (("a", Place.LEFT), ("b", Place.RIGHT)):
            names |= {Var(v.name, v.type, place): f"{letter}[{i}]" for i, v in enumerate(self.memory)}
        names |= {v: f"r[{i}]" for i, v in enumerate(self.rigid)}
        return names | {v: f"w[{i}]" for i, v in enumerate(self.ledger)}


Compiled = Callable[[Memory, Memory, Memory, Memory], Any]


@lru_cache(maxsize=20_000)
def compiled(e: Expr, layout: Layout) -> Compiled:
    """The expression as a function of the left memory (or the only one), the right one, rigid values and ledger."""
    made: Compiled = eval(f"lambda a, b, r, w: {_python(e, layout.names())}", dict(_HELPERS))
    return made


# ------------------------------------------------------------------------------------------------------------ programs


Masses = dict[Any, Fraction]


def _half_to_the(rate: Fraction) -> Fraction:
    if rate.denominator != 1:
        raise OutOfReach("a rate must be whole to have rational masses")
    return Fraction(1, 2**rate.numerator)


def _shares(weights: Masses) -> Masses:
    whole = sum(weights.values())
    return {value: weight / whole for value, weight in weights.items()}


def _flips(rate: Fraction, scores: tuple[int, ...]) -> Masses:
    """Permute and flip as it is told: in a random order, the first whose coin falls right."""
    half, top = _half_to_the(rate), max(scores)
    masses = dict.fromkeys(range(len(scores)), Fraction(0))
    orders = list(permutations(range(len(scores))))
    for order in orders:
        left = Fraction(1, len(orders))
        for at in order:
            heads = half ** (top - scores[at])
            masses[at] += left * heads
            left *= 1 - heads
    return masses


@lru_cache(maxsize=1_000)
def masses_of(noise: Noise, parameters: tuple[Fraction, ...], centre: Any, window: int) -> Masses | None:
    """The masses of a law, those that lie in the window around the centre; None if there is no such law."""
    near = range(-window, window + 1)
    match noise.name, parameters:
        case "laplace", (rate,) if rate > 0:
            a = _half_to_the(rate)
            return {centre + x: (1 - a) / (1 + a) * a ** abs(x) for x in near}
        case "one_sided_laplace", (rate,) if rate > 0:
            a = _half_to_the(rate)
            return {centre + x: (1 - a) * a**x for x in range(window + 1)}
        case "truncated_laplace", (rate, bound) if rate > 0 and bound >= 0:
            a = _half_to_the(rate)
            whole = _shares({centre + x: a ** abs(x) for x in range(-int(bound), int(bound) + 1)})
            return {value: mass for value, mass in whole.items() if abs(value - centre) <= window}
        case "gaussian", (variance,) if variance > 0:
            a = _half_to_the(1 / (2 * variance))
            above = sum(a ** (x * x) for x in range(-20, 21)) + a**300  # a little more than the whole
            return {centre + x: a ** (x * x) / above for x in near}
        case "coin", (chance,) if 0 <= chance <= 1:
            return {False: 1 - chance, True: chance}
        case "randomized_response", (rate,) if rate > 0:
            return _shares({centre: Fraction(1), not centre: _half_to_the(rate)})
        case "randomized_choice", (count, rate) if rate > 0 and 0 <= centre < count:
            return _shares({x: Fraction(1) if x == centre else _half_to_the(rate) for x in range(int(count))})
        case "uniform", (size,) if size >= 1:
            return {centre + x: 1 / size for x in range(int(size))}
        case "choose", (rate,) if rate > 0 and centre:
            top = max(centre)
            return _shares({at: _half_to_the(rate) ** (top - score) for at, score in enumerate(centre)})
        case "permute_and_flip", (rate,) if rate > 0 and centre:
            return _flips(rate, centre)
    return None


def some_values(noise: Noise, parameters: tuple[Fraction, ...], centre: Any) -> tuple[Any, ...]:
    """Two values that are said to be those of a law that does not exist; none where it would have none."""
    match noise.name, parameters:
        case "coin" | "randomized_response", _:
            return False, True
        case "choose" | "permute_and_flip", _:
            return tuple(range(len(centre)))[:2]
        case "randomized_choice", (count, _):
            return tuple(range(int(count)))[:2]
        case "truncated_laplace", (_, bound):
            return () if bound < 0 else (centre, centre + min(1, int(bound)))
        case "uniform", (size,):
            return tuple(range(centre, centre + int(size)))[:2]
    return centre, centre + 1


class Runner:
    """Runs a program on all paths. `lost` is the mass that the window and the fuel have cut off."""

    def __init__(self, layout: Layout, rigid: Memory, window: int, left: bool) -> None:
        self.layout, self.rigid, self.window, self.left = layout, rigid, window, left
        self.lost = Fraction(0)

    def value(self, e: Expr, memory: Memory) -> Any:
        return compiled(e, self.layout)(memory, (), self.rigid, ())

    def run(self, command: Command, runs: Runs) -> Runs:
        match command:
            case Skip():
                return runs
            case Seq(parts):
                for part in parts:
                    runs = self.run(part, runs)
                return runs
            case If(condition, then, otherwise):
                yes = {m: p for m, p in runs.items() if self.value(condition, m)}
                no = {m: p for m, p in runs.items() if m not in yes}
                return _sum(self.run(then, yes).items(), self.run(otherwise, no).items())
            case While(condition, body):
                return self._loop(condition, body, runs)
            case Assign(target, value):
                at = self.layout.memory.index(target)
                return _sum((((*m[:at], self.value(value, m), *m[at + 1 :]), p) for m, p in runs.items()))
            case Sample():
                return _sum(self._draws(command, runs))

    def _draws(self, command: Sample, runs: Runs) -> Iterator[tuple[Memory, Fraction]]:
        at = self.layout.memory.index(command.target)
        for m, p in runs.items():
            parameters = tuple(Fraction(self.value(e, m)) for e in command.parameters)
            centre = self.value(command.centre, m)
            masses = masses_of(command.noise, parameters, centre, self.window)
            if masses is not None:
                self.lost += p * (1 - sum(masses.values()))
            elif self.left:
                masses = {x: Fraction(1, 2) for x in some_values(command.noise, parameters, centre)}
            for x, mass in (masses or {}).items():
                yield (*m[:at], x, *m[at + 1 :]), p * mass

    def _loop(self, condition: Expr, body: Command, runs: Runs) -> Runs:
        done: list[Runs] = []
        for _ in range(FUEL):
            going = {m: p for m, p in runs.items() if self.value(condition, m)}
            done.append({m: p for m, p in runs.items() if m not in going})
            if not going:
                return _sum(*(d.items() for d in done))
            runs = self.run(body, going)
            if runs == going or isinstance(condition, Literal):  # it goes on like this for ever: nothing comes out
                return _sum(*(d.items() for d in done))
        self.lost += sum(runs.values())
        return _sum(*(d.items() for d in done))


def _sum(*parts: Any) -> Runs:
    total: Runs = {}
    for part in parts:
        for m, p in part:
            total[m] = total.get(m, Fraction(0)) + p
    return total


# ----------------------------------------------------------------------------------------------------------- judgments


def power(exponent: Fraction) -> Fraction:
    """2^exponent, or a little more where it is not rational."""
    if exponent.denominator == 1:
        return Fraction(2) ** exponent.numerator
    return Fraction(2.0 ** float(exponent)) * (1 + Fraction(1, 10**9))


@dataclass
class Violation(Exception):
    """An instance on which a judgment is false."""

    judgment: Judgment
    rigid: dict[Var, Any]
    left: dict[Var, Any]
    right: dict[Var, Any]
    ledger: dict[Var, Any]
    why: str

    def __str__(self) -> str:
        shown = [
            "{" + ", ".join(f"{v.name}={x}" for v, x in part.items()) + "}"
            for part in (self.rigid, self.left, self.right, self.ledger)
        ]
        return (
            f"{self.judgment}\n  is false at rigid {shown[0]} left {shown[1]} right {shown[2]} ω {shown[3]}: {self.why}"
        )


def layout_of(judgment: Judgment) -> Layout:
    cost = judgment.cost
    used = mentioned(judgment.left) | mentioned(judgment.right)
    said = [judgment.pre, judgment.post]
    counters: tuple[Var, ...] = ()
    match cost:
        case Budget(epsilon, delta):
            said += [epsilon, delta]
        case Closeness(orders, bound, delta):
            said += [bound, delta, *_spoken(orders)]
        case Ledger(rates, keep, orders):
            said += [keep, *(rate for _, rate in rates), *_spoken(orders)]
            counters = tuple(c for c, _ in rates)
    used |= frozenset().union(*(free_variables(e) for e in said))
    strange = {v for v in mentioned(judgment.left) | mentioned(judgment.right) if v.place not in _OF_PROGRAMS}
    assert not strange, f"a program cannot read {strange}"
    memory = {Var(v.name, v.type) for v in used if v.place in (Place.LEFT, Place.RIGHT, Place.MEMORY)}
    rigid = {v for v in used if v.place is Place.RIGID}
    return Layout(_in_order(memory), _in_order(rigid), counters)


def _spoken(orders: Orders | None) -> list[Expr]:
    return [] if orders is None or orders.one is None else [orders.one]


_OF_PROGRAMS = (Place.MEMORY, Place.RIGID)


def _in_order(variables: set[Var]) -> tuple[Var, ...]:
    return tuple(sorted(variables, key=lambda v: (v.name, str(v.type))))


class Instance:
    """A judgment at given values of its rigid variables."""

    def __init__(self, judgment: Judgment, layout: Layout, rigid: Memory) -> None:
        self.judgment, self.layout, self.rigid = judgment, layout, rigid
        self.pre, self.post = compiled(judgment.pre, layout), compiled(judgment.post, layout)

    def _runs(self, m1: Memory, m2: Memory) -> tuple[Runs, Runs, Fraction]:
        """Both output distributions, as far as the assertions can see them, and what the right one has lost."""
        one = Runner(self.layout, self.rigid, LEFT_WINDOW, left=True)
        two = Runner(self.layout, self.rigid, RIGHT_WINDOW, left=False)
        left, right = one.run(self.judgment.left, {m1: Fraction(1)}), two.run(self.judgment.right, {m2: Fraction(1)})
        said = free_variables(self.judgment.post)
        if isinstance(self.judgment.cost, Ledger):
            said |= free_variables(self.judgment.cost.keep)
        return self._seen(left, said, Place.LEFT), self._seen(right, said, Place.RIGHT), two.lost

    def _seen(self, runs: Runs, said: frozenset[Var], place: Place) -> Runs:
        keep = [Var(v.name, v.type, place) in said for v in self.layout.memory]
        shown = ((tuple(x if k else None for x, k in zip(m, keep, strict=True)), p) for m, p in runs.items())
        return _sum(shown)

    def violation(self, m1: Memory, m2: Memory, ledger: Memory) -> str | None:
        """Why the judgment is false for these memories, which satisfy its precondition."""
        left, right, lost = self._runs(m1, m2)
        match self.judgment.cost:
            case Budget() as cost:
                return self._budget(cost, left, right, lost)
            case Closeness() as cost:
                return self._closeness(cost, left, right, lost)
            case Ledger(_, _, orders) as cost:
                powers = [(Fraction(1), 1)] if orders is None else self._powers(orders)
                found = (self._ledger(cost, left, right, lost, ledger, t, s) for t, s in powers)
                return next((why for why in found if why is not None), None)

    def _powers(self, orders: Orders) -> Iterator[tuple[Fraction, int]]:
        """What a total is multiplied with at an order, and the power s, for the orders that are looked at."""
        for s in (2, 3):
            order = Fraction(s, s - 1)
            if orders.one is None:
                yield order, s
            elif self._number(orders.one) == order:
                yield Fraction(1), s

    def _closeness(self, cost: Closeness, left: Runs, right: Runs, lost: Fraction) -> str | None:
        if self._number(cost.delta) != 0:
            raise OutOfReach("what may be taken away first is not looked for")
        for times, s in self._powers(cost.orders):
            order, total = Fraction(s, s - 1), Fraction(0)
            for a, p in left.items():
                q = lost + sum((r for b, r in right.items() if self.post(a, b, self.rigid, ())), Fraction(0))
                if p and not q:
                    return "an output of the left run is impossible on the right"
                total += Fraction(float(p) * (float(p) / float(q)) ** float(order - 1)) if p else 0
            allowed = power((order - 1) * times * self._number(cost.bound))
            if total > allowed * (1 + Fraction(1, 10**9)):
                return f"at the order {order} the sum is {float(total)} > {float(allowed)}"
        return None

    def _number(self, e: Expr) -> Fraction:
        return Fraction(compiled(e, self.layout)((), (), self.rigid, ()))

    def _budget(self, cost: Budget, left: Runs, right: Runs, lost: Fraction) -> str | None:
        factor, delta = power(self._number(cost.epsilon)), self._number(cost.delta)
        targets = list(right)
        groups: dict[int, Fraction] = {}  # the left mass of all memories that Ψ relates to the same right ones
        for a, p in left.items():
            related = sum(1 << i for i, b in enumerate(targets) if self.post(a, b, self.rigid, ()))
            groups[related] = groups.get(related, Fraction(0)) + p
        masses = [factor * right[b] for b in targets]
        worst, found = largest_excess(groups, masses)
        allowed = delta + factor * lost
        if worst <= allowed:
            return None
        return f"a set exceeds its share by {float(worst)} > {float(allowed)} ({found})"

    def _ledger(
        self, cost: Ledger, left: Runs, right: Runs, lost: Fraction, ledger: Memory, times: Fraction, s: int
    ) -> str | None:
        """(E f)^s ≤ E g, where what is paid counts so many times; 1 and 1 for the pure ledger."""
        rates = [self._number(rate) for _, rate in cost.counters]
        if any(rate <= 0 for rate in rates):
            raise OutOfReach("the ledger has a rate that is not positive")
        keep = compiled(cost.keep, self.layout)
        start = sum((c * r for c, r in zip(ledger, rates, strict=True)), Fraction(0))
        costs = []  # ledgers with e^(ω − ω₀), None for those at the edge; dearest first
        steps: list[Sequence[int | Fraction]]
        steps = [range(-3, OMEGA + 1) if c.type == INT else _HALVES for c, _ in cost.counters]
        for w in product(*steps):
            total = sum((c * r for c, r in zip(w, rates, strict=True)), Fraction(0))
            costs.append((total - start, w, None if OMEGA in w else power(times * (total - start))))
        costs.sort(key=lambda entry: (entry[2] is not None, -entry[0]))
        kept = [a for a in left if keep(a, (), self.rigid, ())]
        weight: dict[tuple[Memory, Memory], Fraction | None] = {}
        for a, b in product(kept, right):
            for _, w, factor in costs:
                if self.post(a, b, self.rigid, w):
                    weight[a, b] = factor
                    break
        for f in self._functions(kept):
            needed = sum((left[a] * f[a] for a in f), Fraction(0)) ** s
            given = Fraction(0)
            highest = Fraction(0)
            for b, p in right.items():
                shares = [(weight[a, b], f[a] ** s) for a in f if (a, b) in weight and f[a]]
                if any(factor is None for factor, _ in shares):
                    given = needed + 1
                    break
                least = max((factor * x for factor, x in shares if factor is not None), default=Fraction(0))
                highest = max(highest, least)
                given += p * least
            if needed > given + lost * highest:
                return f"E f = {float(needed)} > {float(given)} = E g"
        return None

    def _functions(self, kept: list[Memory]) -> Iterator[dict[Memory, Fraction]]:
        for a in kept:
            yield {a: Fraction(1)}
        yield {a: Fraction(1) for a in kept}
        yield {a: Fraction(1 + i % 3, 2 ** (i % 4)) for i, a in enumerate(kept)}


def largest_excess(groups: Mapping[int, Fraction], masses: Sequence[Fraction]) -> tuple[Fraction, int]:
    """The largest μ₁(X) − c·μ₂(Ψ(X)) over all sets X, and the number of groups in such an X.

    By max-flow min-cut it is |μ₁| less the largest flow from μ₁ along Ψ to c·μ₂.
    """
    supply = dict(groups)
    alike: dict[tuple[bool, ...], int] = {}  # right points that the same groups reach are one point
    sinks: list[Fraction] = []
    reach: dict[int, set[int]] = {related: set() for related in groups}
    for i, mass in enumerate(masses):
        seen_by = tuple(bool(related >> i & 1) for related in groups)
        if not any(seen_by):
            continue
        at = alike.setdefault(seen_by, len(sinks))
        if at == len(sinks):
            sinks.append(Fraction(0))
        sinks[at] += mass
        for related, seen in zip(groups, seen_by, strict=True):
            if seen:
                reach[related].add(at)
    flow: dict[tuple[int, int], Fraction] = {}
    while path := _augmenting(supply, sinks, reach, flow):
        amount = min(
            supply[path[0]],
            sinks[path[-1]],
            *(flow[path[i + 1], path[i]] for i in range(1, len(path) - 1, 2)),
        )
        supply[path[0]] -= amount
        sinks[path[-1]] -= amount
        for i in range(0, len(path) - 1, 2):
            flow[path[i], path[i + 1]] = flow.get((path[i], path[i + 1]), Fraction(0)) + amount
        for i in range(1, len(path) - 1, 2):
            flow[path[i + 1], path[i]] -= amount
    return sum(supply.values(), Fraction(0)), sum(1 for s in supply.values() if s)


def _augmenting(
    supply: Mapping[int, Fraction],
    sinks: Sequence[Fraction],
    reach: Mapping[int, set[int]],
    flow: Mapping[tuple[int, int], Fraction],
) -> list[int]:
    """A path group, sink, group, sink, … from a group with mass left to a sink with room, along flow that can turn."""
    came: dict[tuple[str, int], tuple[str, int] | None] = {("group", g): None for g, s in supply.items() if s}
    queue = list(came)
    for kind, at in queue:
        if kind == "group":
            following = [("sink", s) for s in reach[at]]
        elif sinks[at]:
            path: list[int] = []
            node: tuple[str, int] | None = (kind, at)
            while node is not None:
                path.append(node[1])
                node = came[node]
            return path[::-1]
        else:
            following = [("group", g) for g in reach if flow.get((g, at))]
        for node in following:
            if node not in came:
                came[node] = (kind, at)
                queue.append(node)
    return []


# ------------------------------------------------------------------------------------------------------------- testing


def check_triple(triple: Triple, rng: Random, instances: int = 3, tries: int = 60) -> int:
    """Look for a memory from which a program ends badly more often than its credit says; how many were looked at.

    What the window and the fuel cut off counts for nothing, which only makes the left side smaller.
    """
    said = [triple.pre, triple.before, triple.post, triple.after]
    used = mentioned(triple.program).union(*map(free_variables, said))
    memory = {Var(v.name, v.type) for v in used if v.place in (Place.LEFT, Place.MEMORY)}
    layout = Layout(_in_order(memory), _in_order({v for v in used if v.place is Place.RIGID}))
    pre, before, post, after = (compiled(e, layout) for e in said)
    found = 0
    for _ in range(tries):
        rigid = tuple(rng.choice(_likely(values_of(v.type), rng)) for v in layout.rigid)
        m = tuple(rng.choice(values_of(v.type)) for v in layout.memory)
        try:
            if not pre(m, (), rigid, ()):
                continue
            credit = max(Fraction(0), Fraction(before(m, (), rigid, ())))
            ends = Runner(layout, rigid, RIGHT_WINDOW, left=True).run(triple.program, {m: Fraction(1)})
            worth = Fraction(0)
            for a, p in ends.items():
                left = min(Fraction(1), max(Fraction(0), Fraction(after(a, (), rigid, ()))))
                worth += p * (left if post(a, (), rigid, ()) else 1)
        except (ZeroDivisionError, OutOfReach):
            continue
        if worth > credit:
            values = dict(zip(layout.rigid, rigid, strict=True)) | dict(zip(layout.memory, m, strict=True))
            raise BadCredit(f"{triple}\n  is false at {values}: {float(worth)} > {float(credit)}")
        found += 1
        if found == instances:
            break
    return found


class BadCredit(Exception):
    """An instance on which a triple is false."""


def check(thing: Judgment | Theorem, rng: Random, instances: int = 3, tries: int = 60) -> int:
    """Look for a violation on random instances; the number of those whose precondition held."""
    judgment = thing.judgment if isinstance(thing, Theorem) else thing
    layout = layout_of(judgment)
    found = 0
    instance = None
    for attempt in range(tries):
        if instance is None or attempt % 6 == 0:
            rigid = tuple(rng.choice(_likely(values_of(v.type), rng)) for v in layout.rigid)
            instance = Instance(judgment, layout, rigid)
        m1 = tuple(rng.choice(values_of(v.type)) for v in layout.memory)
        if rng.random() < 0.6:
            m2 = tuple(
                x if rng.random() < 0.7 else rng.choice(values_of(v.type))
                for x, v in zip(m1, layout.memory, strict=True)
            )
        else:
            m2 = tuple(rng.choice(values_of(v.type)) for v in layout.memory)
        ledger = tuple(rng.choice((0, 0, 1, 2)) for _ in layout.ledger)
        if not _holds(instance, m1, m2, ledger):
            continue
        try:
            why = instance.violation(m1, m2, ledger)
        except OutOfReach:
            continue
        if why is not None:
            raise Violation(
                judgment,
                dict(zip(layout.rigid, instance.rigid, strict=True)),
                dict(zip(layout.memory, m1, strict=True)),
                dict(zip(layout.memory, m2, strict=True)),
                dict(zip(layout.ledger, ledger, strict=True)),
                why,
            )
        found += 1
        if found == instances:
            break
    return found


def _likely(values: Sequence[Any], rng: Random) -> Sequence[Any]:
    """The first two values more often than the others: of the reals, the positive ones."""
    return values[:2] if rng.random() < 0.8 else values


def _holds(instance: Instance, m1: Memory, m2: Memory, ledger: Memory) -> bool:
    try:
        return bool(instance.pre(m1, m2, instance.rigid, ledger))
    except (ZeroDivisionError, OutOfReach):
        return False
