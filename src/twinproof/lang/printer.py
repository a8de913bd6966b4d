"""The printer: expressions, commands and mechanisms in the paper's notation, or in plain ASCII.

Printing is for people. What is stored and re-read has its own exact form elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from twinproof.lang.claim import Claim, ClaimText
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While
from twinproof.lang.expr import TRUE, Apply, Expr, Literal, Op, Place, Quantified, UnknownOperator, Var
from twinproof.lang.faces import Dictionary, Faces, Member, Option, Record, Table, from_core, key_to_core
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.python_values import Words, shown
from twinproof.lang.types import ListOf, TupleOf, Type


@dataclass(frozen=True, slots=True)
class Notation:
    """The symbols that differ between the two ways of printing."""

    assign: str
    sample: str
    ascii: bool
    left: str
    right: str
    symbols: dict[Op, str]
    becomes: str  # between a position of a list and its new item
    not_equal: str
    forall: str
    exists: str


PAPER = Notation(
    assign="←",
    sample="←$",
    ascii=False,
    left="⟨1⟩",
    right="⟨2⟩",
    symbols={
        Op.ADD: "+", Op.SUB: "−", Op.MUL: "·", Op.NEG: "−", Op.DIV: "div", Op.MOD: "mod", Op.QUOTIENT: "/",
        Op.EQ: "=", Op.LT: "<", Op.LE: "≤", Op.NOT: "¬", Op.AND: "∧", Op.OR: "∨", Op.IMPLIES: "⇒", Op.CONCAT: "++",
        Op.APPEND: "::",
    },
    becomes="↦",
    not_equal="≠",
    forall="∀",
    exists="∃",
)  # fmt: skip

ASCII = Notation(
    assign="<-",
    sample="<-$",
    ascii=True,
    left="<1>",
    right="<2>",
    symbols={
        Op.ADD: "+", Op.SUB: "-", Op.MUL: "*", Op.NEG: "-", Op.DIV: "div", Op.MOD: "mod", Op.QUOTIENT: "/",
        Op.EQ: "=", Op.LT: "<", Op.LE: "<=", Op.NOT: "not ", Op.AND: "and", Op.OR: "or", Op.IMPLIES: "=>",
        Op.CONCAT: "++", Op.APPEND: "::",
    },
    becomes=":=",
    not_equal="!=",
    forall="forall ",
    exists="exists ",
)  # fmt: skip

# How tightly an operator binds; higher binds tighter. An argument that binds less than its place asks for parentheses.
_LEVEL = {
    Op.IMPLIES: 1, Op.OR: 2, Op.AND: 3, Op.NOT: 4, Op.EQ: 5, Op.LT: 5, Op.LE: 5, Op.CONCAT: 6, Op.APPEND: 6,
    Op.ADD: 7, Op.SUB: 7, Op.MUL: 8, Op.QUOTIENT: 8, Op.DIV: 8, Op.MOD: 8, Op.NEG: 9,
}  # fmt: skip
_ATOM = 10


def show_expr(e: Expr, notation: Notation = PAPER) -> str:
    """The expression as people write it."""
    return _Expressions(notation).show(e, 0)


def show_claim(claim: Claim, notation: Notation = PAPER) -> ClaimText:
    """The claim with its parts as people write them; it has the words for what is claimed."""
    return claim.map(lambda e: show_expr(e, notation))


def show_command(command: Command, notation: Notation = PAPER) -> str:
    """The command, one line for each step, indented by structure."""
    return "\n".join(_command(command, notation, ""))


def show_mechanism(mechanism: Mechanism, notation: Notation = PAPER) -> str:
    """The claim, the adjacency and the core program."""
    names = ", ".join(p.name for p in mechanism.parameters)
    facts = (f"  {label:<9} {text}" for label, text in mechanism_facts(mechanism, notation))
    return "\n".join([f"{mechanism.name}({names})", *facts, "", *mechanism_lines(mechanism, notation)])


def mechanism_facts(mechanism: Mechanism, notation: Notation = PAPER) -> Iterator[tuple[str, str]]:
    """What is claimed, for which inputs, each with its label; a second adjacency has none.

    Then how the program holds the values that Python has and the core does not.
    """
    say = _Expressions(notation)
    yield "claims", show_claim(mechanism.claim, notation).noun()
    public = [_public(p, mechanism.face(p.name)) for p in mechanism.parameters if p.adjacency is None]
    if public:
        yield "for all", ", ".join(public)
    if mechanism.requires != TRUE:
        yield "requires", say.show(mechanism.requires, 0)
    label = "adjacent"
    for parameter in mechanism.parameters:
        if parameter.adjacency is not None:
            relation = parameter.adjacency.shown(parameter.var, notation, partial(show_expr, notation=notation))
            yield label, relation
            label = ""
    if mechanism.result_face != mechanism.result.type:
        yield "returns", str(mechanism.result_face)
    label = "where"
    for text in _legend(mechanism.faces):
        yield label, text.encode("ascii", "backslashreplace").decode() if notation.ascii else text
        label = ""


def mechanism_lines(mechanism: Mechanism, notation: Notation = PAPER) -> list[str]:
    """The lines of the program, and what it returns."""
    lines = _command(mechanism.body, notation, "  ")
    if not isinstance(mechanism.body, Skip):
        lines[-1] += ";"
    return [*lines, f"  return {mechanism.result.name}"]


def _public(parameter: Parameter, kind: Type) -> str:
    return f"{parameter.name} > 0" if parameter.positive else f"{parameter.name} : {kind}"


def _legend(faces: Faces) -> Iterator[str]:
    """How the core holds the values of Python's types, and the texts that the program names."""
    kinds = [*faces.parameters.values(), *([] if faces.result is None else [faces.result])]
    for kind in dict.fromkeys(part for whole in kinds for part in _parts(whole)):
        match kind:
            case Member(_, name, members):
                yield f"{name} = {', '.join(f'{n} {member}' for n, member in enumerate(members))}"
            case Record(items, name, fields):
                yield f"{name} = ({', '.join(f'{f} : {i}' for f, i in zip(fields, items, strict=True))})"
            case Option((_, inner)):
                yield f"{kind} = (whether there is one, {inner})"
            case Table(item, key, keys):
                named = (shown(from_core(key_to_core(k, key, faces.texts), key, faces.texts)) for k in keys)
                yield f"{kind} = [{', '.join(f'{item} of {name}' for name in named)}]"
            case Dictionary((keys, values)):
                yield f"{kind} = ({keys} of its keys, {values} of their values)"
            case _:
                continue
    if faces.texts:
        yield f"str = {', '.join(f'{n} {text!r}' for n, text in enumerate(faces.texts))}, or another number"


def _parts(kind: Type) -> Iterator[Type]:
    """A type, before it the types that it is made of."""
    for part in (kind.item,) if isinstance(kind, ListOf) else kind.items if isinstance(kind, TupleOf) else ():
        yield from _parts(part)
    if isinstance(kind, Table):
        yield from _parts(kind.key)
    yield kind


def _command(command: Command, notation: Notation, indent: str) -> list[str]:
    say = _Expressions(notation)
    deeper = indent + "  "
    match command:
        case Skip():
            return [f"{indent}skip"]
        case Assign(target, value):
            return [f"{indent}{target.name} {notation.assign} {say.show(value, 0)}"]
        case Sample(target, noise, parameters, centre):
            letters = noise.ascii_letters if notation.ascii else noise.letters
            numbers = ", ".join(say.show(p, 0) for p in parameters)
            around = f"({say.show(centre, 0)})" if noise.has_centre else ""
            drawn = f"{letters}_{{{numbers}}}{around}"
            return [f"{indent}{target.name} {notation.sample} {drawn}"]
        case Seq(parts):
            lines: list[str] = []
            for part in parts:
                if lines:
                    lines[-1] += ";"
                lines += _command(part, notation, indent)
            return lines
        case If(condition, then, otherwise):
            lines = [f"{indent}if {say.show(condition, 0)} then", *_command(then, notation, deeper)]
            if isinstance(otherwise, If):
                chained = _command(otherwise, notation, indent)
                return [*lines, f"{indent}else {chained[0].lstrip()}", *chained[1:]]
            if not isinstance(otherwise, Skip):
                lines += [f"{indent}else", *_command(otherwise, notation, deeper)]
            return lines
        case While(condition, Skip()):
            return [f"{indent}while {say.show(condition, 0)} do skip"]
        case While(condition, body):
            return [f"{indent}while {say.show(condition, 0)} do", *_command(body, notation, deeper)]


class _Expressions:
    """Prints expressions with as few parentheses as the levels allow."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation

    def show(self, e: Expr, level: int) -> str:
        match e:
            case Var(name, _, Place.LEFT):
                return name + self.notation.left
            case Var(name, _, Place.RIGHT):
                return name + self.notation.right
            case Var(name):
                return name
            case Literal(value):
                return self._literal(value, level)
            case Quantified(universal, var, body):
                sign = self.notation.forall if universal else self.notation.exists
                return self._wrap(f"{sign}{var.name}. {self.show(body, 0)}", 0, level)
            case Apply():
                return self._apply(e, level)

    def _literal(self, value: bool | int | Fraction, level: int) -> str:
        if isinstance(value, bool):
            return str(value).lower()
        text = str(value)
        if value < 0:
            text = self.notation.symbols[Op.NEG] + text[1:]
        tight = 8 if "/" in text else 9 if value < 0 else _ATOM
        return self._wrap(text, tight, level)

    def _apply(self, e: Apply, level: int) -> str:
        op, args, symbols = e.op, e.args, self.notation.symbols
        match op:
            case Op.REAL:
                return self.show(args[0], level)
            case Op.NOT:
                if isinstance(args[0], Apply) and args[0].op is Op.EQ:
                    left, right = (self.show(a, 6) for a in args[0].args)
                    return self._wrap(f"{left} {self.notation.not_equal} {right}", 5, level)
                return self._wrap(symbols[op] + self.show(args[0], 5), 4, level)
            case Op.NEG:
                return self._wrap(symbols[op] + self.show(args[0], _ATOM), 9, level)
            case Op.AND | Op.OR:
                if not args:
                    return "true" if op is Op.AND else "false"
                mine = _LEVEL[op]
                return self._wrap(f" {symbols[op]} ".join(self.show(a, mine + 1) for a in args), mine, level)
            case Op.IMPLIES:
                return self._wrap(f"{self.show(args[0], 2)} {symbols[op]} {self.show(args[1], 1)}", 1, level)
            case _ if op in _LEVEL:
                mine = _LEVEL[op]
                loose = mine + 1 if mine == 5 else mine
                return self._wrap(
                    f"{self.show(args[0], loose)} {symbols[op]} {self.show(args[1], mine + 1)}", mine, level
                )
            case _:
                return self._call(op, args, level)

    def _call(self, op: Op, args: tuple[Expr, ...], level: int) -> str:
        parts = [self.show(a, 0) for a in args]
        match op:
            case Op.LEN | Op.ABS:
                return f"|{parts[0]}|"
            case Op.FLOOR:
                return f"floor({parts[0]})" if self.notation.ascii else f"⌊{parts[0]}⌋"
            case Op.SQRT:
                return f"sqrt({parts[0]})" if self.notation.ascii else f"√{self.show(args[0], _ATOM)}"
            case Op.GET:
                return f"{self.show(args[0], _ATOM)}[{parts[1]}]"
            case Op.SET:
                return f"{self.show(args[0], _ATOM)}[{parts[1]} {self.notation.becomes} {parts[2]}]"
            case Op.PROJ:
                return f"{self.show(args[0], _ATOM)}.{int(parts[1]) + 1}"
            case Op.LIST:
                return f"[{', '.join(parts)}]"
            case Op.TUPLE:
                return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
            case Op.ITE:
                return self._wrap(f"if {parts[0]} then {parts[1]} else {parts[2]}", 0, level)
            case Op.ANSWER:
                return f"evalQ({parts[0]}, {parts[1]})"
            case Op.SCORE:
                return f"{self.show(args[0], _ATOM)}({parts[1]}, {parts[2]})"
            case Op.MIN | Op.MAX | Op.EXP | Op.LOG | Op.UP:
                return f"{op.value}({', '.join(parts)})"
            case _:
                raise UnknownOperator(op)

    def _wrap(self, text: str, mine: int, level: int) -> str:
        return f"({text})" if mine < level else text


def show_values(values: Mapping[Var, Any]) -> str:
    """Values of variables, both runs side by side."""
    lines = []
    for name in dict.fromkeys(v.name for v in values):
        here = {v.place: value for v, value in values.items() if v.name == name}
        if Place.LEFT in here or Place.RIGHT in here:
            left, right = (here.get(place, Words("·")) for place in (Place.LEFT, Place.RIGHT))
            lines.append(f"    {name}⟨1⟩ = {shown(left)}    {name}⟨2⟩ = {shown(right)}")
        else:
            lines.append(f"    {name} = {shown(next(iter(here.values())))}")
    return "\n".join(lines)
