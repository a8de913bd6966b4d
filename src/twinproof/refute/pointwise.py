"""A program made to answer one question: does it give this output?

The result becomes a truth value. Where the output is a list that is only ever added to, the list itself goes away: each
item is compared with the item that the output has there, and a run that differs ends for good. What was a table of all
lists that a run may give is then one number, the position in the output, and noise that is released is never listed.
Where a position is released with what stands there in a list, a run that puts something else there ends for good, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from twinproof.lang.command import Assign, Command, If, Skip, While, mentioned, sequence
from twinproof.lang.expr import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    apply,
    conjunction,
    fresh_name,
    list_of,
    negate,
)
from twinproof.lang.interpret import default
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.released import added
from twinproof.lang.rewriting import with_arguments, with_expressions, with_parts
from twinproof.lang.types import BOOL, INT, ListOf, TupleOf, Type
from twinproof.refute.released_variables import (
    growing_lists,
    is_only_released,
    lists_inside,
    may_grow_later,
    noted_numbers,
)
from twinproof.refute.wanted import at_path, frozen, literal, placed

_NEVER_ENDS = While(TRUE, Skip())


@dataclass(frozen=True, slots=True)
class _Followed:
    """A list that only grows, and must come to be `target`; `at` is how many of its items are there.

    Where it may grow on after it was released, a run does not end at a wrong item: the list is `spoilt`.
    """

    at: Var
    target: tuple[Any, ...]
    item: Type
    spoilt: Var | None

    @property
    def listed(self) -> Expr:
        return list_of(self.item, *(literal(v, self.item) for v in self.target))

    @property
    def done(self) -> Expr:
        whole = apply(Op.EQ, self.at, Literal(len(self.target)))
        return whole if self.spoilt is None else apply(Op.AND, whole, negate(self.spoilt))


@dataclass(frozen=True, slots=True)
class _Inside:
    """A list that is made for the next item of a list which is followed; `spoilt` if it is another one already."""

    at: Var
    spoilt: Var
    outer: _Followed

    @property
    def wanted(self) -> Expr:
        """What it must come to be."""
        return apply(Op.GET, self.outer.listed, self.outer.at)

    @property
    def done(self) -> Expr:
        return apply(Op.AND, apply(Op.EQ, self.at, apply(Op.LEN, self.wanted)), negate(self.spoilt))


def pointwise(core: Mechanism, output: Any) -> Mechanism:
    """The mechanism whose result says whether the output would have been this one; other runs may not end."""
    output = frozen(output)
    taken = {v.name for v in mentioned(core.body)} | {p.name for p in core.parameters} | {core.result.name}
    hit = _fresh("hit", BOOL, taken)
    noted = _noted(core, output, taken)
    followed = _followed(core, output, taken)
    places = {v: at for v, at in placed(core, output).items() if v not in followed and not may_grow_later(core, v)}
    places = places if is_only_released(core) else {}
    maker = _Maker(core, output, hit, followed, _inside(core, followed, taken), noted, places)
    start: list[Command] = [Assign(hit, Literal(default(core.result.type) == output))]
    start += [Assign(flag, Literal(wanted == 0)) for flag, wanted in noted.values()]
    body = maker.command(core.body)
    if not maker.only_released:
        body = sequence(body, Assign(hit, maker.matches(core.result, output, core.result.type)))
    return replace(core, name="hit", body=sequence(*start, body), result=hit)


def _fresh(name: str, kind: Type, taken: set[str]) -> Var:
    var = Var(fresh_name(name, taken), kind)
    taken.add(var.name)
    return var


def _followed(core: Mechanism, output: Any, taken: set[str]) -> Mapping[Var, _Followed]:
    """The lists whose every item is known from the output; a run that differs can never give it."""
    followed: dict[Var, _Followed] = {}
    for var, path in growing_lists(core).items():
        assert isinstance(var.type, ListOf)
        at = _fresh(f"at_{var.name}", INT, taken)
        spoilt = _fresh(f"spoilt_{var.name}", BOOL, taken) if may_grow_later(core, var) else None
        followed[var] = _Followed(at, tuple(at_path(output, path)), var.type.item, spoilt)
    return followed


def _inside(core: Mechanism, followed: Mapping[Var, _Followed], taken: set[str]) -> Mapping[Var, _Inside]:
    """The lists that are made to be items of those."""
    inside: dict[Var, _Inside] = {}
    for outer, f in followed.items():
        inner = lists_inside(core, outer)
        if inner is not None:
            at, spoilt = _fresh(f"at_{inner.name}", INT, taken), _fresh(f"spoilt_{inner.name}", BOOL, taken)
            inside[inner] = _Inside(at, spoilt, f)
    return inside


def _noted(core: Mechanism, output: Any, taken: set[str]) -> Mapping[Var, tuple[Var, int]]:
    """The numbers that are only noted down: whether they are those of the output is all that matters."""
    flags: dict[Var, tuple[Var, int]] = {}
    for var, path in noted_numbers(core).items():
        flags[var] = (_fresh(f"hit_{var.name}", BOOL, taken), at_path(output, path))
    return flags


# -------------------------------------------------------------------------------------------------------- the rewriting


class _Maker:
    def __init__(
        self,
        core: Mechanism,
        output: Any,
        hit: Var,
        followed: Mapping[Var, _Followed],
        inside: Mapping[Var, _Inside],
        noted: Mapping[Var, tuple[Var, int]],
        places: Mapping[Var, tuple[int, Any]],
    ) -> None:
        self.result = core.result
        self.output = output
        self.hit = hit
        self.followed = followed
        self.inside = inside
        self.noted = noted
        self.places = places
        self.only_released = is_only_released(core)

    def command(self, c: Command) -> Command:
        match c:
            case Assign(target, value) if target in self.followed:
                return self._grow(self.followed[target], target, value)
            case Assign(target, value) if target in self.inside:
                return self._grow_inside(self.inside[target], target, value)
            case Assign(target, value) if target in self.places and len(added(value, target) or ()) == 1:
                return self._put(target, value)
            case Assign(target, value) if target in self.noted:
                flag, wanted = self.noted[target]
                return Assign(flag, _same(self.read(value), Literal(wanted), INT))
            case Assign(target, value) if target == self.result and self.only_released:
                return Assign(self.hit, self.matches(value, self.output, value.type))
            case _:
                return with_parts(with_expressions(c, self.read), self.command)

    def _grow(self, f: _Followed, target: Var, value: Expr) -> Command:
        items = added(value, target)
        assert isinstance(value, Apply)
        steps: list[Command] = [Assign(f.at, ZERO)] if items is None else []
        if items is None and f.spoilt is not None:
            steps.append(Assign(f.spoilt, FALSE))
        further = Assign(f.at, apply(Op.ADD, f.at, ONE))
        wrong = _NEVER_ENDS if f.spoilt is None else sequence(Assign(f.spoilt, TRUE), further)
        for item in value.args if items is None else items:
            fits = apply(Op.LT, f.at, Literal(len(f.target)))
            next_one = apply(Op.GET, f.listed, f.at)
            inside = self.inside.get(item) if isinstance(item, Var) else None
            same = conjunction(fits, inside.done if inside else _same(self.read(item), next_one, f.item))
            steps.append(If(same, further, wrong))
        return sequence(*steps)

    def _put(self, target: Var, value: Expr) -> Command:
        """What is added to a list of which one place is known."""
        (item,), (position, wanted) = added(value, target) or (), self.places[target]
        elsewhere = negate(apply(Op.EQ, apply(Op.LEN, target), Literal(position)))
        fits = apply(Op.OR, elsewhere, _same(self.read(item), literal(wanted, item.type), item.type))
        return If(fits, Assign(target, self.read(value)), _NEVER_ENDS)

    def _grow_inside(self, inside: _Inside, target: Var, value: Expr) -> Command:
        items = added(value, target)
        assert isinstance(value, Apply)
        assert isinstance(target.type, ListOf)
        steps: list[Command] = [] if items is not None else [Assign(inside.at, ZERO), Assign(inside.spoilt, FALSE)]
        further = Assign(inside.at, apply(Op.ADD, inside.at, ONE))
        for item in value.args if items is None else items:
            next_one = apply(Op.GET, inside.wanted, inside.at)
            fits = apply(Op.LT, inside.at, apply(Op.LEN, inside.wanted))
            same = conjunction(fits, _same(self.read(item), next_one, target.type.item))
            steps.append(If(same, further, sequence(Assign(inside.spoilt, TRUE), further)))
        return sequence(*steps)

    def read(self, e: Expr) -> Expr:
        """The expression without the lists that are followed: as far as they have come, they are the output's."""
        match e:
            case Apply(Op.LEN, (Var() as whole,)) if whole in self.followed:
                return self.followed[whole].at
            case Apply(Op.GET, (Var() as whole, position)) if whole in self.followed:
                f, place = self.followed[whole], self.read(position)
                blank = literal(default(e.type), e.type)
                return apply(Op.ITE, apply(Op.LT, place, f.at), apply(Op.GET, f.listed, place), blank)
            case _:
                return with_arguments(e, self.read)

    def matches(self, e: Expr, output: Any, kind: Type) -> Expr:
        """Whether the expression has the output's value."""
        if isinstance(e, Var) and e in self.followed:
            return self.followed[e].done
        if isinstance(e, Var) and e in self.noted:
            return self.noted[e][0]
        match e, kind:
            case Apply(Op.TUPLE, args), TupleOf(items):
                return conjunction(*(self.matches(a, o, k) for a, o, k in zip(args, output, items, strict=True)))
            case _, TupleOf(items):
                parts = [apply(Op.PROJ, e, Literal(n)) for n in range(len(items))]
                return conjunction(*(self.matches(a, o, k) for a, o, k in zip(parts, output, items, strict=True)))
            case Apply(Op.LIST, args), ListOf(item):
                if len(args) != len(output):
                    return FALSE
                return conjunction(*(self.matches(a, o, item) for a, o in zip(args, output, strict=True)))
            case _:
                return _same(self.read(e), literal(output, kind), kind)


def _same(a: Expr, b: Expr, kind: Type) -> Expr:
    """Equality; of tuples part by part and of truth values by cases, which a sample can be cut along."""
    if isinstance(kind, TupleOf) and isinstance(a, Apply) and a.op is Op.TUPLE:
        parts = enumerate(zip(a.args, kind.items, strict=True))
        return conjunction(*(_same(part, apply(Op.PROJ, b, Literal(n)), item) for n, (part, item) in parts))
    if kind != BOOL:
        return apply(Op.EQ, a, b)
    match b:
        case Literal(True):
            return a
        case Literal(False):
            return negate(a)
        case _:
            return apply(Op.OR, conjunction(a, b), conjunction(negate(a), negate(b)))
