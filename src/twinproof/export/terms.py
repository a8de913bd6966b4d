"""Types, expressions and programs in Coq: a memory is a record, an expression a function of it.

The same expression is written in the same way in programs and in assertions, so that substitution in the kernel is
computation in Coq. A condition is a proposition; where a truth value is stored it is the decision `[< P >] of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While
from twinproof.lang.expr import (
    Apply,
    ByType,
    Expr,
    Literal,
    Op,
    Place,
    Quantified,
    UnknownOperator,
    Var,
    free_variables,
    subterms,
)
from twinproof.lang.noise import GAUSSIAN, LAPLACE, ONE_SIDED, Noise
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, ListOf, TupleOf, Type

ABSTRACT: Mapping[Type, str] = {DATABASE: "Database", QUERY: "Query", SCORE: "Score"}
_BASIC = ByType[tuple[str, str]]({INT: ("Z", "0"), BOOL: ("bool", "false"), REAL: ("R", "0%Re")})
_ARITHMETIC = {Op.ADD: "+", Op.SUB: "-", Op.MUL: "*", Op.QUOTIENT: "/"}
_COMPARED = {Op.LT: "<", Op.LE: "<="}
_FUNCTIONS = {
    (Op.ABS, False): "Z.abs",
    (Op.ABS, True): "Rabs",
    (Op.MIN, False): "Z.min",
    (Op.MIN, True): "Rmin",
    (Op.MAX, False): "Z.max",
    (Op.MAX, True): "Rmax",
}
_OF_REALS = {Op.EXP: "exponential", Op.LOG: "logarithm", Op.SQRT: "square_root"}
_CALLS = {Op.DIV: "Z.div", Op.MOD: "Z.modulo", Op.ANSWER: "answer", Op.SCORE: "score"}


def type_of(kind: Type) -> str:
    """A type of the language."""
    match kind:
        case ListOf(item):
            return f"(seq {type_of(item)})"
        case TupleOf(items):
            return f"({' * '.join(map(type_of, items))})%type" if items else "unit"
        case _:
            return ABSTRACT[kind] if kind in ABSTRACT else _BASIC[kind][0]


def default(kind: Type) -> str:
    """What a read outside of a list yields."""
    match kind:
        case ListOf(item):
            return f"(@nil {type_of(item)})"
        case TupleOf(items):
            return f"({', '.join(map(default, items))})" if items else "tt"
        case _:
            return f"no_{ABSTRACT[kind].lower()}" if kind in ABSTRACT else _BASIC[kind][1]


@dataclass(frozen=True, slots=True)
class Names:
    """The names of all variables that a proof mentions."""

    fields: Mapping[tuple[str, Type], str]
    rigid: Mapping[Var, str]
    parameters: tuple[Var, ...]

    @staticmethod
    def of(mentioned: Iterable[Expr]) -> Names:
        fields: dict[tuple[str, Type], str] = {}
        rigid: dict[Var, str] = {}
        free: set[Var] = set()
        for e in mentioned:
            free |= {v for v in free_variables(e) if v.place is Place.RIGID}
            for part in subterms(e):
                var = part.var if isinstance(part, Quantified) else part
                if not isinstance(var, Var) or var.place is Place.LEDGER:
                    continue
                if var.place is Place.RIGID:
                    rigid.setdefault(var, _new(f"r_{var.name}", rigid.values()))
                else:
                    fields.setdefault((var.name, var.type), _new(f"p_{var.name}", fields.values()))
        return Names(fields, rigid, tuple(sorted(free, key=lambda v: rigid[v])))

    def arguments(self, changed: Mapping[Var, str] | None = None) -> str:
        """The parameters of every definition, as they are passed on; some may have another value."""
        return "".join(f" {(changed or {}).get(v, self.rigid[v])}" for v in self.parameters)

    def binders(self) -> str:
        return "".join(f" ({self.rigid[v]} : {type_of(v.type)})" for v in self.parameters)


def _new(name: str, taken: Iterable[str]) -> str:
    names_in_use, number, candidate = set(taken), 2, name
    while candidate in names_in_use:
        candidate, number = f"{name}_{number}", number + 1
    return candidate


@dataclass(frozen=True, slots=True)
class View:
    """How variables are read: from which memories, which state of the ledger, or by another name."""

    names: Names
    memories: Mapping[Place, str]
    counters: Mapping[Var, int] = field(default_factory=dict)
    instead: Mapping[Var, str] = field(default_factory=dict)

    def variable(self, var: Var) -> str:
        if var in self.instead:
            return self.instead[var]
        match var.place:
            case Place.RIGID:
                return self.names.rigid[var]
            case Place.LEDGER:
                return f"(w {self.counters[var]}%nat)"
            case _:
                return f"({self.names.fields[var.name, var.type]} {self.memories[var.place]})"

    def prop(self, e: Expr) -> str:
        """A formula as a proposition."""
        match e:
            case Literal(bool(value)):
                return "(true = true)" if value else "(false = true)"
            case Quantified(universal, var, body):
                word, name = "forall" if universal else "exists", self.names.rigid[var]
                inner = View(self.names, self.memories, self.counters, {**self.instead, var: name})
                return f"({word} {name} : {type_of(var.type)}, {inner.prop(body)})"
            case Apply(Op.NOT, (inner_part,)):
                return f"(~ {self.prop(inner_part)})"
            case Apply((Op.AND | Op.OR) as op, args):
                if not args:
                    return self.prop(Literal(op is Op.AND))
                return "(" + (" /\\ " if op is Op.AND else " \\/ ").join(map(self.prop, args)) + ")"
            case Apply(Op.IMPLIES, (condition, conclusion)):
                return f"({self.prop(condition)} -> {self.prop(conclusion)})"
            case Apply((Op.LT | Op.LE) as op, (a, b)):
                return self._compared(_COMPARED[op], a, b)
            case Apply(Op.EQ, (a, b)):
                return self._compared("=", a, b)
            case _:
                return f"({self.value(e)} = true)"

    def _compared(self, sign: str, a: Expr, b: Expr) -> str:
        if REAL in (a.type, b.type):
            return f"({self.real(a)} {sign} {self.real(b)})%Re"
        return f"({self.value(a)} {sign} {self.value(b)})"

    def real(self, e: Expr) -> str:
        """A number as a real."""
        if e.type != INT:
            return self.value(e)
        return f"(IZR {self.value(e)}%Z)" if isinstance(e, Apply) else f"(IZR {self.value(e)})"

    def value(self, e: Expr) -> str:
        match e:
            case Var():
                return self.variable(e)
            case Literal(bool(value)):
                return "true" if value else "false"
            case Literal(Fraction() as value):
                return f"(IZR ({value.numerator}) / IZR ({value.denominator}))%Re"
            case Literal(value):
                return f"({value})" if value < 0 else str(value)
            case Quantified():
                return f"(`[< {self.prop(e)} >])"
            case Apply(op, args):
                return self._applied(e, op, args)

    def _applied(self, e: Apply, op: Op, args: tuple[Expr, ...]) -> str:
        real = e.type == REAL
        number = self.real if real else self.value
        match op:
            case Op.ADD | Op.SUB | Op.MUL | Op.QUOTIENT:
                return f"({number(args[0])} {_ARITHMETIC[op]} {number(args[1])})" + "%Re" * real
            case Op.NEG:
                return f"(- {number(args[0])})" + "%Re" * real
            case Op.REAL:
                return self.real(args[0])
            case Op.FLOOR:
                return f"(Int_part {self.value(args[0])})" if args[0].type == REAL else self.value(args[0])
            case Op.ABS:
                return f"({_FUNCTIONS[op, real]} {number(args[0])})"
            case Op.MIN | Op.MAX:
                text = number(args[0])
                for a in args[1:]:
                    text = f"({_FUNCTIONS[op, real]} {text} {number(a)})"
                return text
            case Op.DIV | Op.MOD | Op.ANSWER | Op.SCORE:
                return f"({_CALLS[op]} {' '.join(map(self.value, args))})"
            case Op.ITE:
                condition, yes, no = args
                return f"(if `[< {self.prop(condition)} >] then {self.value(yes)} else {self.value(no)})"
            case Op.LEN | Op.GET | Op.LIST | Op.APPEND | Op.CONCAT | Op.SET | Op.TUPLE | Op.PROJ:
                return self._structured(e, op, args)
            case Op.EQ | Op.LT | Op.LE | Op.NOT | Op.AND | Op.OR | Op.IMPLIES:
                return f"(`[< {self.prop(e)} >])"
            case Op.EXP | Op.LOG | Op.SQRT:
                return f"({_OF_REALS[op]} {self.real(args[0])})"
            case Op.UP:
                raise CannotExport("what is rounded up has no form for Coq yet")
            case _:
                raise UnknownOperator(op)

    def _structured(self, e: Apply, op: Op, args: tuple[Expr, ...]) -> str:
        parts = [self.value(a) for a in args]
        match op:
            case Op.LEN:
                return f"(len {parts[0]})"
            case Op.GET:
                return f"(get {default(e.type)} {parts[0]} {parts[1]})"
            case Op.LIST:
                return f"([:: {'; '.join(parts)}] : {type_of(e.type)})" if parts else default(e.type)
            case Op.APPEND:
                return f"({parts[0]} ++ [:: {parts[1]}])"
            case Op.CONCAT:
                return f"({parts[0]} ++ {parts[1]})"
            case Op.SET:
                return f"(put {' '.join(parts)})"
            case Op.TUPLE:
                return f"({', '.join(parts)})" if parts else "tt"
            case Op.PROJ:
                return projection(parts[0], int(parts[1]), len(_items(args[0].type)))
            case _:
                raise UnknownOperator(op)


def _items(kind: Type) -> tuple[Type, ...]:
    assert isinstance(kind, TupleOf)
    return kind.items


def projection(whole: str, position: int, size: int) -> str:
    """A component of a tuple, which is nested to the left: ((a, b), c)."""
    steps = size - 1 - position if position else size - 1
    text = whole
    for _ in range(steps):
        text = f"(fst {text})"
    return f"(snd {text})" if position else text


def program(names: Names, command: Command) -> str:
    """A program."""
    view = View(names, {Place.MEMORY: "m"})
    match command:
        case Skip():
            return "Skip"
        case Assign():
            return f"(Assign RR {assignment(names, command)})"
        case Sample(noise=noise) if noise in _BY_VARIANCE:
            return f"(@draw_gaussian RR mem {' '.join(drawn(names, command))})"
        case Sample():
            return f"(@draw RR mem {' '.join(sampling(names, command))})"
        case If(condition, then, otherwise):
            branches = f"{program(names, then)} {program(names, otherwise)}"
            return f"(If (cond (fun m : mem => {view.prop(condition)})) {branches})"
        case While(condition, body):
            return f"(While (cond (fun m : mem => {view.prop(condition)})) {program(names, body)})"
        case Seq(parts):
            *first, last = (program(names, p) for p in parts)
            text = last
            for part in reversed(first):
                text = f"(Seq {part} {text})"
            return text


def setter(names: Names, target: Var) -> str:
    return f"set_{names.fields[target.name, target.type]}"


def assignment(names: Names, command: Assign) -> str:
    """x ← e as a function on memories."""
    value = View(names, {Place.MEMORY: "m"}).value(command.value)
    return f"(fun m : mem => {setter(names, command.target)} m {value})"


class CannotExport(Exception):
    """A proof that cannot be written for Coq, and why."""


_BY_VARIANCE = (GAUSSIAN,)
_KINDS: Mapping[Noise, str] = MappingProxyType({LAPLACE: "Laplace", ONE_SIDED: "OneSided"})


def sampling(names: Names, command: Sample) -> tuple[str, str, str, str]:
    """The kind of noise, its rate, its centre, and where the value goes."""
    view = View(names, {Place.MEMORY: "m"})
    kind = _KINDS.get(command.noise)
    if kind is None:
        raise CannotExport(f"{command.noise.name} noise has no form for Coq yet")
    rate, centre = view.real(command.rate), view.value(command.centre)
    return kind, f"(fun m : mem => {rate})", f"(fun m : mem => {centre})", setter(names, command.target)


def drawn(names: Names, command: Sample) -> tuple[str, str, str]:
    """The one parameter of noise that is moved, its centre, and where the value goes."""
    if command.noise not in _BY_VARIANCE:
        return sampling(names, command)[1:]
    view = View(names, {Place.MEMORY: "m"})
    variance, centre = view.real(command.parameters[0]), view.value(command.centre)
    return f"(fun m : mem => {variance})", f"(fun m : mem => {centre})", setter(names, command.target)
