"""Python statements to core commands.

`return`, `break` and `continue` become structure where they can (what follows `if c: return a` moves into the other
branch) and flags where they must (inside loops).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from itertools import chain
from typing import NoReturn

from twinproof.lang.command import Assign, If, Skip, While, sequence
from twinproof.lang.errors import Code, TwinproofError
from twinproof.lang.expr import (
    FALSE,
    TRUE,
    Apply,
    Expr,
    Literal,
    Op,
    TypeMismatch,
    Var,
    applied,
    apply,
    conjunction,
    free_variables,
    negate,
    size_of,
    substitute,
)
from twinproof.lang.faces import Dictionary, Key, Option, Table, as_dictionary, components, is_list, item_of, option
from twinproof.lang.mechanism import is_public
from twinproof.lang.noise import FUNCTIONS, DrawFunction
from twinproof.lang.reader.annotations import is_epsilon, read_type
from twinproof.lang.reader.calls import CallReader, is_on_grid
from twinproof.lang.reader.flow import (
    BREAK,
    CONTINUE,
    RETURN,
    Statements,
    binding_counts,
    bound_names,
    escapes,
    falls_through,
    known_values,
    linear_names,
    local_names,
    loop_items,
    named_in,
    nested_functions,
    read_from_outside,
)
from twinproof.lang.reader.operators import ARITHMETIC
from twinproof.lang.reader.ownership import has_list, items_reached, reached
from twinproof.lang.reader.reals import has_float
from twinproof.lang.reader.scopes import as_written, is_inner
from twinproof.lang.reader.shared import MOST_PARTS, MOST_SHARED, Lost, Shared, component
from twinproof.lang.reader.unknown import UNKNOWN, fits, has_unknown
from twinproof.lang.types import BOOL, INT, REAL, ListOf, TupleOf, Type, type_size

OUTSIDE = {
    ast.AsyncFor: ("async", "a mechanism is an ordinary function"),
    ast.AsyncFunctionDef: ("async", "a mechanism is an ordinary function"),
    ast.AsyncWith: ("async", "a mechanism is an ordinary function"),
    ast.ClassDef: ("a class", "a mechanism computes with int, bool, lists and tuples only"),
    ast.Delete: ("del", "assign a new value instead"),
    ast.Import: ("an import inside a function", "import at the top of the file"),
    ast.ImportFrom: ("an import inside a function", "import at the top of the file"),
    ast.Match: ("match", "write if / elif / else"),
    ast.Try: ("try", "write the condition with if"),
    ast.TryStar: ("try", "write the condition with if"),
    ast.With: ("with", "a mechanism reads its parameters and returns a value, nothing else"),
}


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


class Leaf(ast.stmt):
    """A statement that stands in no text: what a comprehension does with each item."""

    _fields = ("value",)
    _field_types = {"value": ast.expr | None}  # noqa: RUF012 -- as in Python's own nodes

    def __init__(self, value: ast.expr, work: Callable[[], None]) -> None:
        super().__init__()
        self.value = value
        self.work = work


class StatementReader(CallReader):
    """Reads the body of one function."""

    def __init__(
        self, shared: Shared, function: ast.FunctionDef, scope: dict[str, Expr], returns: Type | None, main: bool
    ) -> None:
        self.function = function
        self.counts = binding_counts(function)
        self.parameters = frozenset(scope)
        super().__init__(shared, scope, local_names(function) - self.parameters)
        self.main = main
        self.returns = returns
        self.variables: dict[str, Var] = {}
        self.declared: dict[str, Type] = {}
        self.borrowed = set(self.parameters)  # names of lists that belong to someone else
        self.items = loop_items(function)  # names of lists that are items of other lists
        self.linear = linear_names(function)
        self.nested = nested_functions(function)
        self.result: Var | None = None
        self.returned: Var | None = None
        self.flags: dict[str, Var] = {}  # the flags that a return, break or continue must set here
        self.instance: str | None = None  # the name of the object that an `__init__` sets up
        self.attributes: dict[str, Expr] = {}  # what it has set
        self.among: dict[str, tuple[Key, ...]] = {}  # names whose values are surely among these
        self.backwards = False  # what a loop runs over is looked at from its end
        self.until: dict[ast.For, Var] = {}  # what ends a loop that stands in no text

    # ------------------------------------------------------------------------------------------------------- blocks

    def block(self, statements: Statements) -> None:
        """Emit the statements, giving structure to what leaves them early."""
        for index, s in enumerate(statements):
            ways = escapes([s])
            rest = [] if not ways and falls_through([s]) else statements[index + 1 :]
            if rest and not falls_through([s]):
                self.never_runs(rest[0])
            if not (rest and ways):
                self.statement(s)
            elif isinstance(s, ast.If) and not falls_through(s.body):
                return self._branch(s, s.body, [*s.orelse, *rest])
            elif isinstance(s, ast.If) and not falls_through(s.orelse):
                return self._branch(s, [*s.body, *rest], s.orelse)
            else:
                return self._flagged(s, ways, rest)
        return None

    def never_runs(self, s: ast.stmt) -> NoReturn:
        hint = "remove it, or correct the line above it"
        self.refuse(Code.UNREACHABLE, s, "this line can never run", hint)

    def _branch(self, s: ast.If, body: Statements, orelse: Statements) -> None:
        condition = self.condition(s.test)
        scope, borrowed, there = dict(self.scope), set(self.borrowed), set(self.there)
        with self.buffer() as yes, self.knowing(s.test, body):
            self.there |= known_values(s.test, True)
            self.block(body)
        # The other branch starts with the names as they were; what either has named is known afterwards.
        after, self.scope, self.borrowed = self.scope, scope, borrowed
        after_yes, self.there = self.there, there | known_values(s.test, False)
        with self.buffer() as no:
            self.block(orelse)
        self.there = self._after_both(after_yes, falls_through(body), self.there, falls_through(orelse))
        self.scope = {**after, **self.scope}
        self.emit(If(condition, sequence(*yes), sequence(*no), self.span(s.test)))

    def _after_both(self, yes: set[str], yes_ends: bool, no: set[str], no_ends: bool) -> set[str]:
        """What is known of names after two branches, of which one may never come to its end."""
        return yes & no if yes_ends and no_ends else yes if yes_ends else no

    def _flagged(self, s: ast.stmt, ways: frozenset[str], rest: Statements) -> None:
        """A statement that may leave the block or not: what follows runs only if no flag was set."""
        before = dict(self.flags)
        for way in sorted(ways - set(self.flags)):
            self._raise_flag(way, s)
        set_here = [self.flags[way] for way in sorted(ways)]
        self.statement(s)
        self.flags = before
        with self.buffer() as following:
            self.block(rest)
        self.emit(If(conjunction(*map(negate, set_here)), sequence(*following), Skip(), self.span(s)))

    def _raise_flag(self, way: str, node: ast.stmt) -> Var:
        """A flag for leaving this way, lowered now."""
        if way == RETURN:
            self.returned = self.returned or self.fresh("returned", BOOL)
            flag = self.returned
        else:
            flag = self.fresh({BREAK: "stopped", CONTINUE: "skipped"}[way], BOOL)
        self.flags[way] = flag
        self.emit(Assign(flag, FALSE, self.span(node)))
        return flag

    # --------------------------------------------------------------------------------------------------- statements

    def statement(self, s: ast.stmt) -> None:
        """Emit one statement; if something is wrong with it, note that and go on, so that all is told at once."""
        self.attempt(s, lambda: self._statement(s))

    def attempt(self, s: ast.stmt, work: Callable[[], None]) -> bool:
        """Whether a statement could be read; what it would have set has no value otherwise."""
        try:
            work()
        except TwinproofError as problem:
            if problem.diagnostic.code in (Code.TOO_LARGE, Code.TOO_DEEP):
                raise
            self.shared.problems.append(problem.diagnostic)
        except TypeMismatch as problem:  # of a value whose type is still unknown, and perhaps is learned below
            hint = "annotate the variables that begin as `[]`, `{}` or None"
            self.shared.problems.append(self.source.diagnose(Code.TYPE, self.span(s), str(problem), hint))
        except Lost:
            pass
        else:
            return True
        self.lost.update(bound_names(s))
        return False

    def _statement(self, s: ast.stmt) -> None:
        self._here = self.span(s)
        match s:
            case ast.Pass():
                pass
            case Leaf():
                s.work()
            case ast.FunctionDef():
                self._define(s)
            case ast.Assign() | ast.AugAssign() | ast.AnnAssign():
                self._set(s)
            case ast.Expr(value):
                self._expression_statement(s, value)
            case ast.If(_, [ast.Raise()], []) | ast.Assert() | ast.Raise():
                self._give_up(s)
            case ast.If(_, body, orelse):
                self._branch(s, body, orelse)
            case ast.While():
                self._while(s)
            case ast.For():
                self._for(s)
            case ast.Return():
                self._return(s)
            case ast.Break() | ast.Continue():
                way = BREAK if isinstance(s, ast.Break) else CONTINUE
                if way in self.flags:
                    self.emit(Assign(self.flags[way], TRUE, self.span(s)))
            case _:
                self._refuse_statement(s)

    def _set(self, s: ast.Assign | ast.AugAssign | ast.AnnAssign) -> None:
        match s:
            case ast.Assign(targets, value):
                self._assign(s, targets, value)
            case ast.AugAssign():
                self._augmented(s)
            case ast.AnnAssign():
                self._annotated(s)

    def _refuse_statement(self, s: ast.stmt) -> NoReturn:
        match s:
            case ast.Global() | ast.Nonlocal():
                message = "a mechanism has no state outside itself"
                self.refuse(Code.GLOBAL_STATE, s, message, "pass the value as a parameter and return the new one")
            case _:
                what, hint = OUTSIDE.get(type(s), ("this statement", "see docs/language.md for what is"))
                self.refuse(Code.STATEMENT, s, f"{what} is not in the language", hint)

    def _give_up(self, s: ast.stmt) -> None:
        """A run that ends without an output, perhaps: in the core it goes on for ever."""
        match s:
            case ast.If(test):
                self.emit(While(self.condition(test), Skip(), self.span(s)))
                self.there |= known_values(test, False)
            case ast.Assert(test):
                self.emit(While(negate(self.condition(test)), Skip(), self.span(s)))
                self.there |= known_values(test, True)
            case _:
                self.emit(While(TRUE, Skip(), self.span(s)))

    def _define(self, s: ast.FunctionDef) -> None:
        """A function inside this one, which is read where it is called."""
        if s.decorator_list:
            self.refuse(Code.STATEMENT, s, f"`{s.name}` has a decorator that is not read", "remove it")
        if self.nested_function(s.name) is None:
            hint = "give it a name of its own"
            self.refuse(Code.STATEMENT, s, f"the name of the function `{s.name}` is bound more than once", hint)

    def nested_function(self, name: str) -> tuple[ast.FunctionDef, CallReader] | None:
        if name in self.nested:
            return self.nested[name], self
        if name in self.local or name in self.scope or not isinstance(self.outer, StatementReader):
            return None
        return self.outer.nested_function(name)

    def _expression_statement(self, s: ast.stmt, value: ast.expr) -> None:
        match value:
            case ast.Constant(str()) if s is self.function.body[0]:
                return
            case ast.Call(ast.Attribute(ast.Name() as whole, "append"), [item], []) if self._is_list(whole):
                self._append(s, whole, item)
                return
            case ast.Call(ast.Attribute(ast.Subscript() as part, "append"), [item], []):
                self.update(s, part, item, None, grows=True)
                return
            case ast.Call(ast.Attribute(ast.Name(name) as whole, "extend"), [more], []) if self._is_list(whole):
                if isinstance(more, ast.GeneratorExp) and not self._is_seen_by(name, more):
                    more = ast.copy_location(ast.ListComp(more.elt, more.generators), more)
                self._augmented(ast.copy_location(ast.AugAssign(ast.Name(name, ast.Store()), ast.Add(), more), s))
                return
            case ast.Call(ast.Attribute(ast.Name(name) as whole, "sort" | "reverse" as method)) if self._is_list(whole):
                self._reordered(s, whole, method, value)
                return
            case ast.Call(ast.Attribute(_, method)):
                hint = "`out.append(x)` is; join lists with `+`"
                self.refuse(Code.STATEMENT, s, f"the method `{method}` is not in the language here", hint)
            case ast.Call():
                self.expr(value)  # for what is wrong with the call itself
        self.refuse(Code.STATEMENT, s, "this line has no effect on the result", "assign the value, or remove the line")

    def _reordered(self, s: ast.stmt, whole: ast.Name, method: str, call: ast.Call) -> None:
        """`xs.sort()` and `xs.reverse()`"""
        self._must_own(s, whole.id)
        target = self._name(whole)
        assert isinstance(target, Var)
        if method == "sort" and any(self._is_seen_by(whole.id, k.value) for k in call.keywords):
            hint = f"write `{whole.id} = sorted({whole.id}, key=…)`"
            self.refuse(Code.CALL_ARGUMENTS, s, "the key reads the list, which is empty while it is sorted", hint)
        if method == "sort" and not call.args:
            inner = ast.copy_location(ast.Call(call.func, [whole], call.keywords), call)
            self.assign(target, self.sorted(inner), s)
            return
        if call.args or call.keywords:
            self.refuse(Code.CALL_ARGUMENTS, s, f"`{method}` takes no plain arguments", "write it without")
        backwards = ast.Slice(None, None, ast.copy_location(ast.Constant(-1), s))
        self.assign(target, self.slice(call, target, backwards), s)

    def _is_list(self, node: ast.Name) -> bool:
        e = self.scope.get(node.id)
        return e is not None and is_list(e.type)

    def _append(self, s: ast.stmt, whole: ast.Name, item: ast.expr) -> None:
        self._must_own(s, whole.id)
        target = self._name(whole)
        assert isinstance(target, Var)
        assert isinstance(target.type, ListOf)
        wanted = None if target.type.item == UNKNOWN else target.type.item
        e = self.value(item, wanted)
        e = e if wanted is None else self.as_type(e, wanted)
        self._must_be_new(item, e.type)
        if not self.learn(target, ListOf(e.type)):
            self.emit(Assign(target, self.apply(s, Op.APPEND, target, e), self.span(s)))

    def _must_own(self, node: ast.stmt, name: str) -> None:
        own = name in self.local or name in self.parameters
        if not own or name in self.borrowed or name in self.items:
            owner = "was passed in" if name in self.borrowed else "is an item of a list in some loop"
            owner = owner if own else "belongs to the function around this one"
            message = f"`{name}` {owner}, and changing it would change what it came from"
            self.refuse(
                Code.CHANGED_PARAMETER, node, message, f"work on a copy under another name: `mine = list({name})`"
            )

    def _must_be_new(self, node: ast.expr, kind: Type) -> None:
        """A list that is stored must be a new one: two names for one list would change together."""
        if reached(node, kind, self._makes_new):
            self._refuse_alias(node, kind, "this would give one list two names")

    def _refuse_alias(self, node: ast.expr, kind: Type, message: str) -> NoReturn:
        hint = "copy it with `list(…)`"
        if isinstance(kind, ListOf) and has_list(kind.item):
            hint = "copy the lists inside it too: `for row in rows: mine.append(list(row))`"
        self.refuse(Code.ALIAS, node, message, hint)

    def _makes_new(self, call: ast.Call) -> bool:
        """Whether a call gives a value that nobody else can reach, as every function of the file does."""
        if not isinstance(call.func, ast.Name):
            return False
        if self.nested_function(call.func.id) is not None:
            return True
        return not self.is_own(call.func.id) and isinstance(self.source.names.get(call.func.id), ast.FunctionDef)

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
            case [ast.Name(name)]:
                e = self.expr(value, self._known_type(name))
                self._must_be_new(value, e.type)
                self._store(s, name, e)
            case [ast.Tuple(parts) | ast.List(parts)] if any(isinstance(p, ast.Subscript) for p in parts):
                self._assign_items(s, parts, value)
            case [ast.Tuple() | ast.List() as target]:
                e = self._components(s, target, self.expr(value))
                if any(isinstance(t, ast.Tuple | ast.List) and not t.elts for t in ast.walk(target)):
                    e = self.held(e, s)  # what is given no name is evaluated all the same
                self._match(s, target, e)
                self._must_be_new(value, e.type)
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
        return self.scope[name].type if name in self.parameters else self.declared.get(name)

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
            first = self.declared.get(name, kind)
            own = self.main and name not in self.parameters and not is_inner(name)
            held = self.typed(name, first) if own else self.fresh(as_written(name), first)
            wanted = self.scope[name].type if name in self.parameters else held.type
            if not fits(wanted, held.type):
                message = f"`{name}` is a parameter of type {wanted} and would get {kind}"
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
            message = f"`{name}` holds {held.type} and would get {kind}"
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
                self.refuse(Code.STATEMENT, target, "only variables can be assigned", "assign to a plain name")

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
        if items_reached(s.value, added.type, self._makes_new):
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
        if self._known_type(name) not in (None, kind):
            message = f"`{name}` holds {self._known_type(name)} and is declared {kind}"
            self.refuse(Code.TYPE_CHANGED, s, message, "a variable has one type: use another name")
        self.declared[name] = kind
        if s.value is not None:
            self._assign(s, [s.target], s.value)

    # ------------------------------------------------------------------------------------------------------- return

    def _returned_value(self, node: ast.stmt, value: ast.expr) -> Expr:
        e = self.value(value, self.returns)
        if isinstance(e, Var) and self.returns is not None:
            self.learn(e, self.returns)
        if not self.main:
            uses = reached(value, e.type, self._makes_new)
            if max(uses.values(), default=0) > 1:
                self._refuse_alias(value, e.type, "this would give the caller one list under two names")
            if set(uses) & (self.borrowed | self.items) or set(uses) - self.local - self.parameters:
                self._refuse_alias(value, e.type, "this would give the caller's list a second name")
        wanted = self.result.type if self.result is not None else self.returns
        if isinstance(wanted, Dictionary) and isinstance(e.type, Table) and as_dictionary(e.type) == wanted:
            return e
        if isinstance(wanted, Option):
            if self.result is not None and has_unknown(wanted) and not has_unknown(e.type):
                self.learn(self.result, e.type if isinstance(e.type, Option) else option(e.type))
            e = self.as_type(e, wanted)
        elif wanted == REAL:
            e = self.as_type(e, wanted)
        if wanted is not None and not fits(wanted, e.type) and not self.shared.stale:
            hint = "every return gives a value of one type, the annotated one"
            self.refuse(Code.TYPE, node, f"this returns {e.type} where {wanted} is expected", hint)
        return e

    def _return(self, s: ast.Return) -> None:
        value = s.value or ast.copy_location(ast.Constant(None), s)
        noise = self._noise(value)
        kind = self.result.type if self.result is not None else self.returns
        if noise is not None and isinstance(value, ast.Call) and kind in (None, noise.value_type):
            kind = noise.value_type
            result = self.result = self.result or self.fresh("result", kind)
            self.sample(value, noise, lambda: result)
        else:
            e = self._returned_value(s, value)
            kind = e.type if self.returns is None or isinstance(e.type, Table) else self.returns
            self.result = self.result or self.fresh("result", kind)
            self.assign(self.result, e, s)
        if RETURN in self.flags:
            self.emit(Assign(self.flags[RETURN], TRUE, self.span(s)))

    def update(self, s: ast.stmt, target: ast.Subscript, value: ast.expr, op: Op | None, grows: bool = False) -> None:
        """One item of a list is assigned, or grows by an item."""
        raise NotImplementedError

    def knowing(self, test: ast.expr, body: Sequence[ast.stmt]) -> AbstractContextManager[None]:
        """While a block is read before which a test has passed."""
        raise NotImplementedError

    def _while(self, s: ast.While) -> None:
        raise NotImplementedError

    def _for(self, s: ast.For) -> None:
        raise NotImplementedError
