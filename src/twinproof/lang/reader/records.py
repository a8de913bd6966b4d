"""Values of the types that Python has and the core does not: records, members of enums, texts, and None."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from twinproof.lang.errors import Code
from twinproof.lang.expr import FALSE, TRUE, Apply, Expr, Literal, Op, applied, apply, negate
from twinproof.lang.faces import TEXT, Member, Option, Record, has_identity, option
from twinproof.lang.reader.classes import Class, EnumClass, read_class
from twinproof.lang.reader.expressions import ExpressionReader
from twinproof.lang.reader.shared import article, component
from twinproof.lang.reader.unknown import UNKNOWN, blank, has_unknown
from twinproof.lang.types import INT, Type

# Operators that Python has on numbers and lists, and not on None: there a missing value raises.
_NEED_A_VALUE = (
    *(Op.ADD, Op.SUB, Op.MUL, Op.NEG, Op.DIV, Op.MOD, Op.QUOTIENT, Op.ABS, Op.MIN, Op.MAX, Op.LT, Op.LE, Op.GET),
    Op.LEN,
)


class RecordReader(ExpressionReader):
    """Reads texts, None, attributes and members."""

    # --------------------------------------------------------------------------------------------------- texts and None

    def text(self, text: str) -> Expr:
        self.shared.has_faces = True
        number = self.shared.texts.setdefault(text, len(self.shared.texts))
        return applied(Op.TUPLE, (Literal(number),), TEXT)

    def none(self, expected: Type | None) -> Expr:
        self.shared.has_faces = True
        kind = expected if isinstance(expected, Option) else option(UNKNOWN)
        return applied(Op.TUPLE, (FALSE, blank(kind.items[1])), kind)

    def is_none(self, e: Expr) -> Expr:
        return negate(component(e, 0)) if isinstance(e.type, Option) else FALSE

    def as_type(self, e: Expr, kind: Type) -> Expr:
        if isinstance(kind, Option) and not isinstance(e.type, Option):
            inner = self.as_type(e, kind.items[1])
            return applied(Op.TUPLE, (TRUE, inner), option(inner.type))
        if isinstance(kind, Option) and isinstance(e.type, Option) and e.type != kind:
            match e:
                case Apply(Op.TUPLE, (Literal(False), _)):
                    return self.none(kind)
                case Apply(Op.TUPLE, (Literal(True), inner)):
                    return self.as_type(inner, kind)
        return super().as_type(e, kind)

    def meet(self, a: Expr, b: Expr) -> tuple[Expr, Expr]:
        """Two values of one type, where None takes the type of the other, and a value may stand beside None."""
        for one, other in ((a, b), (b, a)):
            if isinstance(one.type, Option) and not isinstance(other.type, Option):
                kind = option(other.type) if has_unknown(one.type) else one.type
                return self.as_type(a, kind), self.as_type(b, kind)
        if isinstance(a.type, Option) and isinstance(b.type, Option) and a.type != b.type:
            kind = b.type if has_unknown(a.type) else a.type
            return self.as_type(a, kind), self.as_type(b, kind)
        return super().meet(a, b)

    def apply(self, node: ast.AST, op: Op, *args: Expr) -> Expr:
        if op is Op.EQ and any(has_identity(a.type) for a in args):
            message = "objects of a plain class are equal to themselves only"
            self.refuse(Code.TYPE, node, message, "compare their attributes, or make the class a frozen dataclass")
        if op in _NEED_A_VALUE:
            args = tuple(component(a, 1) if isinstance(a.type, Option) else a for a in args)
            known = [a.type for a in args if a.type != UNKNOWN]
            if len(known) < len(args):  # of something that is still to be learned, and then read again
                args = tuple(blank(known[0] if known else INT) if a.type == UNKNOWN else a for a in args)
        return super().apply(node, op, *args)

    # ------------------------------------------------------------------------------------------------------- attributes

    def class_of(self, node: ast.expr) -> Class | None:
        """The class of the file that a name stands for."""
        if not isinstance(node, ast.Name) or self.is_own(node.id):
            return None
        meaning = self.source.names.get(node.id)
        return read_class(self.source, meaning) if isinstance(meaning, ast.ClassDef) else None

    def means_members(self, whole: ast.Tuple) -> bool:
        """Whether the attributes in a top-level tuple are members of enums, and mean the same here as there."""
        attributes = [n for n in ast.walk(whole) if isinstance(n, ast.Attribute)]
        return all(isinstance(made := self.class_of(a.value), EnumClass) and a.attr in made.members for a in attributes)

    def attribute(self, node: ast.Attribute) -> Expr:
        own = self.own_attribute(node)
        if own is not None:
            return own
        match self.class_of(node.value):
            case EnumClass() as made:
                return self.enum_member(node, made, node.attr)
            case None:
                pass
            case made:
                message = f"`{made.node.name}.{node.attr}` belongs to the class"
                self.refuse(Code.EXPRESSION, node, message, "ask an instance of it")
        if not self.is_value(node.value):
            origin = self.source.origin(node)
            what = (
                f"`{origin}` comes from a module that is not read"
                if origin
                else "this attribute is not in the language"
            )
            self.refuse(Code.EXPRESSION, node, what, "use parameters, variables and constants of this file")
        whole = self.expr(node.value)
        if isinstance(whole.type, Option):  # None has no attributes: there the run raises
            whole = component(whole, 1)
        match whole.type:
            case Record(_, name, fields):
                if node.attr not in fields:
                    message = f"{article(whole.type)} has no field `{node.attr}`"
                    self.refuse(Code.EXPRESSION, node, message, f"its fields are {', '.join(fields) or 'none'}")
                return component(self.held(whole, node), fields.index(node.attr))
            case Member(_, name):
                return self._of_member(node, whole, name)
            case _:
                message = f"{article(whole.type)} has no attribute `{node.attr}` that is read"
                self.refuse(Code.EXPRESSION, node, message, "records have fields, and members of enums a value")

    def own_attribute(self, node: ast.Attribute) -> Expr | None:
        """What an `__init__` has set already, of the object that it sets up."""
        return None

    def is_value(self, node: ast.expr) -> bool:
        """Whether an expression is one of the mechanism's own values, and not a module or a class."""
        root = node
        while isinstance(root, ast.Attribute | ast.Subscript):
            root = root.value
        if not isinstance(root, ast.Name):
            return True
        return self.is_own(root.id) or self.class_of(root) is not None

    def enum_member(self, node: ast.expr, made: EnumClass, name: str) -> Expr:
        self.shared.has_faces = True
        if name not in made.members:
            message = f"the enum `{made.node.name}` has no member `{name}`"
            self.refuse(Code.EXPRESSION, node, message, f"its members are {', '.join(made.members)}")
        return applied(Op.TUPLE, (Literal(made.members.index(name)),), made.type)

    def members(self, made: EnumClass) -> list[Expr]:
        """All members of an enum."""
        self.shared.has_faces = True
        return [applied(Op.TUPLE, (Literal(i),), made.type) for i in range(len(made.members))]

    def _of_member(self, node: ast.Attribute, e: Expr, name: str) -> Expr:
        """`.value` and `.name` of a member."""
        meaning = self.source.names.get(name)
        assert isinstance(meaning, ast.ClassDef)
        made = read_class(self.source, meaning)
        assert isinstance(made, EnumClass)
        texts: Sequence[int | str | None] = made.values if node.attr == "value" else made.members
        if node.attr not in ("value", "name") or None in texts or len({type(t) for t in texts}) != 1:
            message = f"`{node.attr}` of a member of `{name}` is not known here"
            self.refuse(
                Code.EXPRESSION, node, message, "`.name`, and `.value` if all are numbers or all are texts, are"
            )
        e = self.in_variable(e, node, "held")
        values = [self.text(t) if isinstance(t, str) else Literal(int(t or 0)) for t in texts]
        chosen = values[-1]
        for i in reversed(range(len(values) - 1)):
            is_it = apply(Op.EQ, apply(Op.PROJ, e, Literal(0)), Literal(i))
            chosen = apply(Op.ITE, is_it, values[i], chosen)
        return chosen
