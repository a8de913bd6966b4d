"""What a program does with its samples: the tests on each, and what is added to it, before the next iteration.

All is over the memory before the sample, which goes by a name of the proof's own. The grammar of couplings is made from
this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from twinproof.lang.command import Assign, Command, If, Sample, Skip, While, parts_of, site_of, written
from twinproof.lang.expr import (
    TRUE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    conjuncts,
    free_variables,
    fresh_name,
    negate,
    substitute,
    subterms,
    tag,
)
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import BOOL, INT, Type

LEFT = Place.LEFT
Environment = dict[Var, Expr | None]  # variables after the sample, over the memory before it; None: not expressible


@dataclass
class Uses:
    """What the program does with a sample before the next iteration, over the memory before the sample."""

    sampled: Var  # the name of the sample
    tests: dict[Expr, None] = field(default_factory=dict)  # conditions on it, in the left run, in their order
    guarded: dict[Expr, None] = field(default_factory=dict)  # … together with what must hold to come to them
    needed: dict[Expr, None] = field(default_factory=dict)  # when it is copied, if not always
    sums: dict[Expr, None] = field(default_factory=dict)  # what is added to it
    kept: dict[Var, None] = field(default_factory=dict)  # lists that it is put into
    compared: dict[Expr, None] = field(default_factory=dict)  # integers that it is compared with
    known_sums: dict[Expr, Expr | None] = field(default_factory=dict)  # what was found out about what is added

    def collect(self, commands: tuple[Command, ...], env: Environment, path: Expr = TRUE) -> None:
        """What is done with the sample on the way on which `path` holds, a condition that the sample has no part in."""
        for command in commands:
            match command:
                case Assign(target, value):
                    image = _image(value, env)
                    if image is not None:
                        self._note(image, path)
                        if path != TRUE and self._depends(image):
                            self.needed[tag(path, LEFT)] = None
                        if isinstance(image, Apply) and image.op is Op.APPEND and self._depends(image.args[1]):
                            self.kept[target] = None
                    else:
                        self._note_parts(value, env, path)
                    env[target] = image
                case Sample(target):
                    env[target] = None
                case If(condition, then, otherwise):
                    image = _image(condition, env)
                    if image is not None:
                        self._note(image, path)
                    yes, no = dict(env), dict(env)
                    self.collect(parts_of(then), yes, self._along(path, image))
                    self.collect(parts_of(otherwise), no, self._along(path, None if image is None else negate(image)))
                    for var in written(command):
                        env[var] = self._either(image, yes.get(var, var), no.get(var, var))
                case While():
                    return
                case _:
                    pass

    def _either(self, condition: Expr | None, yes: Expr | None, no: Expr | None) -> Expr | None:
        """What a variable is after a conditional: in one branch it may be cut off, to something public."""
        if yes == no:
            return yes
        if condition is None or yes is None or no is None or self._depends(yes) == self._depends(no):
            return None
        end = no if self._depends(yes) else yes
        is_public = all(v.place is Place.RIGID for v in free_variables(end))
        return apply(Op.ITE, condition, yes, no) if is_public and end.type == INT else None

    def _depends(self, e: Expr) -> bool:
        """Whether the sample has a part in it."""
        return self.sampled in free_variables(e)

    def _along(self, path: Expr, condition: Expr | None) -> Expr:
        """The path that goes on under a condition, of which only what the sample has no part in is told."""
        if condition is None or self._depends(condition):
            return path
        return conjunction(path, condition)

    def _note(self, e: Expr, path: Expr) -> None:
        """Keep a test that depends on the sample, with its parts, and what is added to the sample."""
        if not self._depends(e):
            return
        for part in self._new_parts(e):
            self.known_sums[part] = added = self._added(part) if part.type == INT else None
            if added is not None and added != ZERO:
                self.sums[added] = None
            match part:
                case Apply(Op.SUB, (a, b)) if self._depends(b) and not self._depends(a):  # minus the sample and so much
                    rest = self._added(b)
                    if rest is not None:
                        self.sums[negative(a) if rest == ZERO else apply(Op.SUB, rest, a)] = None
                case Apply(Op.LE | Op.LT | Op.EQ, (a, b)) if self.sampled in (a, b):
                    self._compare(b if a == self.sampled else a)
                case Apply(Op.MIN | Op.MAX, args) if self.sampled in args:
                    for a in args:
                        self._compare(a)
                case _:
                    pass
        if e.type != BOOL:
            return
        for part in (e, *conjuncts(e)) if isinstance(e, Apply) else (e,):
            if self._depends(part):
                self.tests[tag(part, LEFT)] = None
                self.guarded.update({tag(conjunction(path, g), LEFT): None for g in self._guarded(part, path)})
                if isinstance(part, Apply) and part.op is Op.OR:
                    self.tests.update({tag(p, LEFT): None for p in part.args if self._depends(p)})

    def _note_parts(self, e: Expr, env: Environment, path: Expr) -> None:
        """The same for what is put together with something that is not expressible, such as another sample."""
        for part in e.args if isinstance(e, Apply) and e.op in (Op.TUPLE, Op.LIST, Op.APPEND) else ():
            image = _image(part, env)
            if image is None:
                self._note_parts(part, env, path)
            else:
                self._note(image, path)

    def _new_parts(self, e: Expr) -> Iterator[Expr]:
        """The parts of an expression that were not looked at before, each before its own."""
        waiting = [e]
        while waiting:
            part = waiting.pop()
            if part in self.known_sums:
                continue
            yield part
            waiting += reversed(part.args) if isinstance(part, Apply) else [*subterms(part)][1:]

    def _compare(self, other: Expr) -> None:
        """The sample is compared with something, which may not be made of it."""
        if not self._depends(other):
            self.compared[other] = None

    def _guarded(self, test: Expr, path: Expr) -> Iterator[Expr]:
        """A test that stands under a condition, or is one of two between which a condition chooses."""
        match test:
            case Apply(Op.ITE, (condition, yes, no)) if not self._depends(condition):
                yield conjunction(condition, yes)
                yield conjunction(negate(condition), no)
            case Apply(Op.OR, cases) if all(isinstance(c, Apply) and c.op is Op.AND for c in cases):
                yield from (c for c in cases if self._depends(c))
            case _ if path != TRUE:
                yield test

    def _added(self, e: Expr) -> Expr | None:
        """What makes e the sample plus it, but for where that is cut off."""
        if e in self.known_sums:
            return self.known_sums[e]
        match e:
            case Var():
                return ZERO if e == self.sampled else None
            case Apply(Op.ADD, (a, b)) if self._depends(a) != self._depends(b):
                inside, other = (a, b) if self._depends(a) else (b, a)
                rest = self._added(inside)
                return None if rest is None else other if rest == ZERO else apply(Op.ADD, rest, other)
            case Apply(Op.SUB, (a, b)) if not self._depends(b):
                rest = self._added(a)
                return None if rest is None else negative(b) if rest == ZERO else apply(Op.SUB, rest, b)
            case Apply(Op.MIN | Op.MAX, args) | Apply(Op.ITE, (_, *args)) if sum(map(self._depends, args)) == 1:
                return self._added(next(a for a in args if self._depends(a)))
            case _:
                return None


def negative(e: Expr) -> Expr:
    """−e, as a literal if it is one."""
    return Literal(-e.value) if isinstance(e, Literal) else apply(Op.NEG, e)


def uses_after(
    command: Command, sampled: Callable[[Type], Var], rest: tuple[Command, ...] = ()
) -> Iterator[tuple[int, Uses]]:
    """For each sampling, by its site, what becomes of its sample."""
    parts = parts_of(command)
    for position, part in enumerate(parts):
        after = (*parts[position + 1 :], *rest)
        match part:
            case Sample():
                uses = Uses(sampled(part.target.type))
                uses.collect(after, {part.target: uses.sampled})
                yield site_of(part), uses
            case If(_, then, otherwise):
                yield from uses_after(then, sampled, after)
                yield from uses_after(otherwise, sampled, after)
            case While(_, body):
                yield from uses_after(body, sampled, (If(part.condition, part.body, Skip()),))
            case _:
                pass


def thresholds(mechanism: Mechanism) -> list[list[Expr]]:
    """For each sampling, the integers that its sample is compared with, over the memory before it."""
    return thresholds_and_sums(mechanism)[0]


def thresholds_and_sums(mechanism: Mechanism) -> tuple[list[list[Expr]], list[list[Expr]]]:
    """For each sampling, the integers that its sample is compared with, and what is added to it, as known before it."""
    uses = dict(uses_after(mechanism.body, lambda kind: Var(fresh_name("sampled", mechanism.names), kind, Place.RIGID)))
    sites = range(len(mechanism.samplings))
    return [list(uses[site].compared) for site in sites], [list(uses[site].sums) for site in sites]


def _image(e: Expr, env: Environment) -> Expr | None:
    """The expression over the memory before the sample."""
    used = {v: env[v] for v in free_variables(e) if v in env}
    if any(image is None for image in used.values()):
        return None
    return substitute(e, {v: image for v, image in used.items() if image is not None})
