"""Assignments: what a name comes to hold, and who owns the lists in it.

A name has one variable of one type. A list has one owner: what is stored is new, and only its owner changes it.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import chain
from typing import NoReturn

from twinproof.lang.command import Assign, Skip, While
from twinproof.lang.errors import Code
from twinproof.lang.expr import (
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    applied,
    apply,
    free_variables,
    negate,
    size_of,
    substitute,
)
from twinproof.lang.faces import Dictionary, Option, Record, components, is_list, item_of, option
from twinproof.lang.mechanism import is_public
from twinproof.lang.noise import FUNCTIONS, DrawFunction
from twinproof.lang.reader.annotations import is_epsilon, read_type
from twinproof.lang.reader.calls import CallReader, is_on_grid
from twinproof.lang.reader.flow import (
    binding_counts,
    linear_names,
    local_names,
    loop_items,
    named_in,
    nested_functions,
    read_from_outside,
)
from twinproof.lang.reader.moves import may_move
from twinproof.lang.reader.operators import ARITHMETIC
from twinproof.lang.reader.ownership import has_list, items_reached, reached
from twinproof.lang.reader.reals import has_float
from twinproof.lang.reader.scopes import as_written, is_inner
from twinproof.lang.reader.shared import MOST_PARTS, MOST_SHARED, Shared, component
from twinproof.lang.reader.told_apart import declared_with, told_apart
from twinproof.lang.reader.unknown import fits, has_unknown
from twinproof.lang.types import INT, REAL, ListOf, TupleOf, Type, type_size


def has_real(kind: Type) -> bool:
    """Whether a real number is, or is part of, a value of this type."""
    match kind:
        case TupleOf(items):
            return any(map(has_real, items))
        case ListOf(item):
            return has_real(item)
        case _:
            return kind == REAL


def is_widened(held: Type, kind: Type) -> bool:
    """Whether a value of one type may stand where another is held: an integer is a rational."""
    return held == REAL and kind == INT


class AssignmentReader(CallReader):
    """Reads what sets the names of one function."""

    def __init__(self, shared: Shared, function: ast.FunctionDef, scope: dict[str, Expr], main: bool) -> None:
        self.function = function
        self.counts = binding_counts(function)
        self.parameters = frozenset(scope)
        super().__init__(shared, scope, local_names(function) - self.parameters)
        self.main = main
        self.variables: dict[str, Var] = {}
        self.declared: dict[str, Type] = {}
        self.borrowed = set(self.parameters)  # names of lists that belong to someone else
        self.items = loop_items(function)  # names of lists that are items of other lists
        self.linear = linear_names(function)
        self.nested = nested_functions(function)
        self.instance: str | None = None  # the name of the object that an `__init__` sets up
        self.attributes: dict[str, Expr] = {}  # what it has set

    # --------------------------------------------------------------------------------------------------- ownership

    def _must_own(self, node: ast.stmt, name: str) -> None:
        own = name in self.local or name in self.parameters
        if not own or name in self.borrowed or name in self.items:
            owner = "was passed in" if name in self.borrowed else "is an item of a list in some loop"
            owner = owner if own else "belongs to the function around this one"
            message = f"`{name}` {owner}, and changing it would change what it came from"
            self.refuse(
                Code.CHANGED_PARAMETER, node, message, f"work on a copy under another name: `mine = list({name})`"
            )

    def _must_be_new(self, node: ast.expr, kind: Type, s: ast.stmt | None = None) -> None:
        """A list that is stored must be a new one: two names for one list would change together. In a statement it may
        change hands."""
        if reached(node, kind, self._makes_new) and (s is None or not self._moves(s, node, kind)):
            self._refuse_alias(node, kind, "this would give one list two names")

    def _moves(self, s: ast.stmt, node: ast.expr, kind: Type) -> bool:
        """Whether all lists of names that a value reaches are reached by nothing else from this statement on."""
        match node:
            case ast.Name(name) if has_list(kind):
                own = name in self.local and name not in self.borrowed | self.items and name in self.variables
                flat = is_list(kind) and not has_list(item_of(kind))
                return own and may_move(self.function, s, name, flat, self.stands_for)
            case ast.Tuple(parts) if isinstance(kind, TupleOf) and len(parts) == len(kind.items):
                pairs = list(zip(parts, kind.items, strict=True))
            case ast.List(parts) if isinstance(kind, ListOf):
                pairs = [(part, kind.item) for part in parts]
            case ast.Call(ast.Name(made), arguments, keywords) if (
                isinstance(kind, Record) and made == kind.name and not kind.has_identity
            ):
                pairs = list(zip(arguments, kind.items, strict=False))
                pairs += [(k.value, kind.items[kind.fields.index(k.arg)]) for k in keywords if k.arg in kind.fields]
            case _:
                return not reached(node, kind, self._makes_new)
        return all(self._moves(s, part, its) for part, its in pairs)

    def _refuse_alias(self, node: ast.expr, kind: Type, message: str) -> NoReturn:
        hint = "copy it with `list(…)`"
        if isinstance(kind, ListOf) and has_list(kind.item):
            hint = "copy the lists inside it too: `for row in rows: mine.append(list(row))`"
        self.refuse(Code.ALIAS, node, message, hint)

    def _makes_new(self, call: ast.Call) -> bool:
        """Whether a call gives a value that nobody else can reach, as every function of the file does."""
        if self.stands_for(call.func) in ("Counter", "defaultdict"):
            return True
        if isinstance(call.func, ast.Attribute):
            return call.func.attr == "fromkeys" and self.stands_for(call.func.value) == "dict"
        if not isinstance(call.func, ast.Name):
            return False
        if self.nested_function(call.func.id) is not None:
            return True
        return not self.is_own(call.func.id) and isinstance(self.source.names.get(call.func.id), ast.FunctionDef)

    def nested_function(self, name: str) -> tuple[ast.FunctionDef, CallReader] | None:
        if name in self.nested:
            return self.nested[name], self
        if name in self.local or name in self.scope or not isinstance(self.outer, AssignmentReader):
            return None
        return self.outer.nested_function(name)

    # -------------------------------------------------------------------------------------------------- assignments

    def _noise(self, node: ast.expr) -> DrawFunction | None:
        """The function by which noise is drawn, if this is a draw."""
        if not isinstance(node, ast.Call) or is_on_grid(node):
            return None
        return FUNCTIONS.get(self.stands_for(node.func) or "")

    def _assign(self, s: ast.stmt, targets: Sequence[ast.expr], value: ast.expr) -> None:
        match targets:
            case [ast.Name(name)] if isinstance(value, ast.Call) and (noise := self._noise(value)) is not None:
                self._draw(s, name, value, noise)
            case [ast.Name(name)] if isinstance(value, ast.ListComp) and not self._is_seen_by(name, value):
                self.comprehension(value, self._known_type(name), lambda kind: self._variable(name, kind, s))
                if name in self.linear:
                    self.borrowed.discard(name)
            case [ast.Name(name)] if self.ranked(s, name, value):
                pass
            case [ast.Name(name)]:
                e = self.expr(value, self._known_type(name))
                self._must_be_new(value, e.type, s)
                self._store(s, name, e)
            case [ast.Tuple(parts) | ast.List(parts)] if any(isinstance(p, ast.Subscript) for p in parts):
                self._assign_items(s, parts, value)
            case [ast.Tuple() | ast.List() as target]:
                e = self._components(s, target, self.expr(value))
                if any(isinstance(t, ast.Tuple | ast.List) and not t.elts for t in ast.walk(target)):
                    e = self.held(e, s)  # what is given no name is evaluated all the same
                self._match(s, target, e)
                self._must_be_new(value, e.type, s)
                self._unpack(s, target, e)
            case [ast.Subscript() as target]:
                self.update(s, target, value, None)
            case [ast.Attribute(ast.Name(name), attribute)] if name == self.instance:
                self._set_attribute(s, attribute, value)
            case [_, _, *_] if all(isinstance(t, ast.Name) for t in targets):
                self._assign_all(s, targets, value)
            case [_]:
                self.refuse(Code.STATEMENT, s, "only variables can be assigned", "assign to a plain name")
            case _:
                self.refuse(Code.STATEMENT, s, "several targets in one assignment", "write one assignment for each")

    def _draw(self, s: ast.stmt, name: str, value: ast.Call, noise: DrawFunction) -> None:
        """name ←$ noise; on the way through another variable if that holds more than what is drawn."""
        drawn: list[Var] = []

        def target() -> Var:
            variable = self._variable(name, noise.value_type, s)
            drawn.append(variable if variable.type == noise.value_type else self.fresh("sample", noise.value_type))
            return drawn[0]

        self.sample(value, noise, target)
        if drawn[0] != self.scope.get(name):
            self._store(s, name, drawn[0])

    def _is_seen_by(self, name: str, value: ast.expr) -> bool:
        """Whether a name was passed in, or may be read by an expression or by a function inside this one."""
        inside = any(name in read_from_outside(f) for f in self.nested.values())
        return inside or name in self.parameters or name in named_in(value)

    def _components(self, s: ast.stmt, target: ast.Tuple | ast.List, e: Expr) -> Expr:
        """A list that is unpacked is a tuple, if it is as long as it must be; Python raises otherwise."""
        if not is_list(e.type):
            return e
        if has_list(item_of(e.type)):
            self.refuse(Code.TUPLE_SHAPE, s, "a list of lists is not unpacked here", "name its items one by one")
        whole = self.in_variable(e, s, "held")
        number = Literal(len(target.elts))
        self.emit(While(negate(apply(Op.EQ, apply(Op.LEN, whole), number)), Skip(), self.span(s)))
        return apply(Op.TUPLE, *(apply(Op.GET, whole, Literal(i)) for i in range(len(target.elts))))

    def _assign_items(self, s: ast.stmt, parts: Sequence[ast.expr], value: ast.expr) -> None:
        """`xs[i], xs[j] = xs[j], xs[i]`: the values first, then each in its place."""
        e = self.expr(value)
        if len(components(e.type) or ()) != len(parts) or has_list(e.type):
            message = f"{len(parts)} places are given for a {e.type}"
            self.refuse(Code.TUPLE_SHAPE, s, message, "give one place for each component of a tuple")
        values = [self.in_variable(component(e, i), s, "held") for i in range(len(parts))]
        for part, held in zip(parts, values, strict=True):
            match part:
                case ast.Name(name):
                    self._store(s, name, held)
                case ast.Subscript():
                    self.update(s, part, self.load(self.given("held", held, s), s), None)
                case _:
                    self.refuse(Code.STATEMENT, part, "only variables and items can be assigned", "use plain names")

    def load(self, name: str, node: ast.AST) -> ast.expr:
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def ranked(self, s: ast.stmt, name: str, value: ast.expr) -> bool:
        """Whether a list is sorted only to take its ends, and has been read as one that is not."""
        raise NotImplementedError

    def given(self, base: str, e: Expr, node: ast.AST) -> str:
        """A name for a value, which is held in a variable unless it is short."""
        raise NotImplementedError

    def _assign_all(self, s: ast.stmt, targets: Sequence[ast.expr], value: ast.expr) -> None:
        """`a = b = e`"""
        e = self.expr(value)
        if has_list(e.type):
            self._refuse_alias(value, e.type, "this would give one list several names")
        if e.type != REAL and not has_unknown(e.type):
            e = self.in_variable(e, s, "held")
        for target in targets:
            assert isinstance(target, ast.Name)
            self._store(s, target.id, e)

    def _set_attribute(self, s: ast.stmt, name: str, value: ast.expr) -> None:
        """`self.name = e` in an `__init__`."""
        if s not in self.function.body:
            hint = "set it at the top level of `__init__`, once for all cases"
            self.refuse(Code.CLASS_FORM, s, f"the attribute `{name}` is set on some ways only", hint)
        known = self.attributes.get(name)
        e = self.expr(value, None if known is None else known.type)
        if has_list(e.type):
            self._must_be_new(value, e.type)
        self.attributes[name] = self.by_parts(e, s, name)

    def own_attribute(self, node: ast.Attribute) -> Expr | None:
        if self.instance is None or not isinstance(node.value, ast.Name) or node.value.id != self.instance:
            return None
        if node.attr not in self.attributes:
            self.refuse(Code.MAYBE_UNASSIGNED, node, f"`{node.attr}` is not set yet", "set it first")
        return self.attributes[node.attr]

    def by_parts(self, e: Expr, node: ast.AST, base: str = "held") -> Expr:
        """A value with its parts in variables, but for those that are public and stand for themselves."""
        public = substitute(e, self.constants)
        if isinstance(e, Apply) and e.op is Op.TUPLE and has_real(e.type) and not isinstance(e.type, Dictionary):
            return applied(Op.TUPLE, tuple(self.by_parts(part, node, base) for part in e.args), e.type)
        if is_public(public, self.shared.parameters) and (e.type == REAL or size_of(public) <= MOST_SHARED):
            self.evaluate_here(e, node)
            return public
        variable = self.fresh(base, e.type)
        self.assign(variable, e, node)
        return variable

    def _known_type(self, name: str) -> Type | None:
        if name in self.variables:
            return self.variables[name].type
        if name in self.parameters or name in self.declared:
            return self.scope[name].type if name in self.parameters else self.declared[name]
        learned = self.shared.learned.get(name) if self.main and not is_inner(name) else None
        return learned if isinstance(learned, ListOf) else None

    def _store(self, s: ast.stmt, name: str, e: Expr) -> None:
        """name ← e; a real, or an integer that is set once from public values, counts as a constant."""
        constant = name in self.linear or (self.counts[name] == 1 and name not in self.parameters)
        public = substitute(e, self.constants)
        constant = constant and is_public(public, self.shared.parameters)
        if e.type == REAL:
            if constant:
                self.evaluate_here(e, s)
                self.scope[name] = public
                return
            if has_float(e):
                hint = "set it once, or write `Fraction(1, 2)`"
                self.refuse(Code.REAL_DATA, s, f"`{name}` would hold a float that changes", hint)
        is_table = isinstance(e.type, Dictionary)
        if has_real(e.type) and name in self.linear and isinstance(e, Apply) and e.op is Op.TUPLE and not is_table:
            self.scope[name] = self.by_parts(e, s, name)
            return
        target = self._variable(name, e.type, s)
        if isinstance(target.type, Option) and not isinstance(e.type, Option):
            self.there.add(name)
        if name in self.linear:
            self.borrowed.discard(name)  # from here on the name stands for a list of our own
        once = self.counts[name] == 1 and name not in self.parameters
        if constant and once and e.type == INT and size_of(public) <= MOST_SHARED:
            self.constants[target] = public
        self.assign(target, e, s)

    def _variable(self, name: str, kind: Type, node: ast.stmt) -> Var:
        """The core variable of a local name, with its one type."""
        held = self.variables.get(name)
        self.there.discard(name)
        if held is None:
            if type_size(kind) > MOST_PARTS:
                hint = "use fewer components"
                self.refuse(Code.TOO_LARGE, node, f"the type of `{name}` has more than {MOST_PARTS} parts", hint)
            first = declared_with(self.declared.get(name, kind), kind)
            own = self.main and name not in self.parameters and not is_inner(name)
            held = self.typed(name, first) if own else self.fresh(as_written(name), first)
            wanted = self.scope[name].type if name in self.parameters else held.type
            if not fits(wanted, held.type):
                one, other = told_apart(wanted, kind)
                message = f"`{name}` is a parameter of type {one} and would get {other}"
                self.refuse(Code.TYPE_CHANGED, node, message, "a variable has one type: use another name")
            self.variables[name] = held
        self.scope[name] = held
        if isinstance(held.type, Option) and not isinstance(kind, Option):
            kind = option(kind)
        if held.type == INT and kind == REAL:
            self.widen(held, REAL)
            return held
        may_be_missing = isinstance(kind, Option) and not isinstance(held.type, Option)
        if may_be_missing and fits(option(held.type), kind) and name not in self.parameters:
            self.widen(held, option(held.type))
            return held
        if not fits(held.type, kind) and not self.learn(held, kind) and not is_widened(held.type, kind):
            one, other = told_apart(held.type, kind)
            message = f"`{name}` holds {one} and would get {other}"
            self.refuse(Code.TYPE_CHANGED, node, message, "a variable has one type: use another name")
        return held

    def _unpack(self, s: ast.stmt, target: ast.Tuple | ast.List, e: Expr) -> None:
        pairs = list(self._match(s, target, e))
        taken = {name for name, _ in pairs}
        values = [value for _, value in pairs]
        if len(taken) < len(pairs):
            self.refuse(Code.TUPLE_SHAPE, s, "one name stands twice on the left", "use different names")
        current = {self.variables[n] for n in taken & set(self.variables)}
        if any(current & free_variables(v) for v in values):
            for i, value in enumerate(values):
                if not isinstance(value, Literal):
                    held = self.fresh("held", value.type)
                    self.emit(Assign(held, value, self.span(s)))
                    values[i] = held
        for (name, _), value in zip(pairs, values, strict=True):
            self._store(s, name, value)

    def _match(self, s: ast.stmt, target: ast.expr, e: Expr) -> list[tuple[str, Expr]]:
        match target:
            case ast.Name(name):
                return [(name, e)]
            case ast.Tuple(parts) | ast.List(parts):
                if len(components(e.type) or ()) != len(parts):
                    message = f"{len(parts)} names are given for a {e.type}"
                    self.refuse(Code.TUPLE_SHAPE, s, message, "give one name for each component of a tuple")
                return list(chain(*(self._match(s, p, component(e, i)) for i, p in enumerate(parts))))
            case _:
                hint = "write `rest = xs[1:]`" if isinstance(target, ast.Starred) else "assign to a plain name"
                self.refuse(Code.STATEMENT, target, "only variables can be assigned", hint)

    def _augmented(self, s: ast.AugAssign) -> None:
        op = ARITHMETIC.get(type(s.op))
        if op is None:
            self.refuse(Code.EXPRESSION, s, "this operator is not in the language", "use += -= *= //= or %=")
        if isinstance(s.target, ast.Subscript):
            self.update(s, s.target, s.value, op)
            return
        if not isinstance(s.target, ast.Name):
            self.refuse(Code.STATEMENT, s, "only variables can be assigned", "assign to a plain name")
        name = s.target.id
        current = self._name(ast.copy_location(ast.Name(name, ast.Load()), s.target))
        if isinstance(current.type, ListOf):
            self._must_own(s, name)
        added = self.expr(s.value, current.type)
        moves = isinstance(s.value, ast.List) and self._moves(s, s.value, added.type)
        if items_reached(s.value, added.type, self._makes_new) and not moves:
            self._refuse_alias(s.value, added.type, "this would give one list two names")
        if isinstance(current, Var) and isinstance(current.type, ListOf) and self.learn(current, added.type):
            return
        located = ast.copy_location(ast.BinOp(s.target, s.op, s.value), s)
        self._store(s, name, self.combine(located, op, current, added))

    def _annotated(self, s: ast.AnnAssign) -> None:
        if not isinstance(s.target, ast.Name):
            self.refuse(Code.STATEMENT, s, "only variables can be annotated", "assign to a plain name")
        name = s.target.id
        kind = read_type(self.source, s.annotation)
        if kind == REAL and is_epsilon(self.source, s.annotation):
            hint = "leave the annotation out, or write `Fraction`"
            self.refuse(Code.REAL_DATA, s, "a variable is not a privacy parameter", hint)
        known = self._known_type(name)
        if known is not None and known != declared_with(kind, known):
            message = f"`{name}` holds {known} and is declared {kind}"
            self.refuse(Code.TYPE_CHANGED, s, message, "a variable has one type: use another name")
        self.declared[name] = kind
        if s.value is not None:
            self._assign(s, [s.target], s.value)

    def update(self, s: ast.stmt, target: ast.Subscript, value: ast.expr, op: Op | None, grows: bool = False) -> None:
        """One item of a list is assigned, or grows by an item."""
        raise NotImplementedError
