"""Python statements to core commands.

`return`, `break` and `continue` become structure where they can (what follows `if c: return a` moves into the other
branch) and flags where they must (inside loops).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import NoReturn

from twinproof.lang.command import Assign, If, Skip, While, sequence
from twinproof.lang.errors import Code, TwinproofError
from twinproof.lang.expr import (
    FALSE,
    TRUE,
    Expr,
    Op,
    TypeMismatch,
    Var,
    applied,
    conjunction,
    negate,
)
from twinproof.lang.faces import Dictionary, Key, Option, Table, as_dictionary, is_list, option
from twinproof.lang.reader.assignments import AssignmentReader
from twinproof.lang.reader.flow import (
    BREAK,
    CONTINUE,
    RETURN,
    Statements,
    bound_names,
    escapes,
    falls_through,
    known_values,
)
from twinproof.lang.reader.gathered import Counts, Defaulting, as_plain
from twinproof.lang.reader.ownership import reached
from twinproof.lang.reader.shared import Lost, Shared, component
from twinproof.lang.reader.told_apart import told_apart
from twinproof.lang.reader.unknown import UNKNOWN, fits, has_unknown
from twinproof.lang.types import BOOL, REAL, ListOf, Type

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


class Leaf(ast.stmt):
    """A statement that stands in no text: what a comprehension does with each item."""

    _fields = ("value",)
    _field_types = {"value": ast.expr | None}  # noqa: RUF012 -- as in Python's own nodes

    def __init__(self, value: ast.expr, work: Callable[[], None]) -> None:
        super().__init__()
        self.value = value
        self.work = work


class StatementReader(AssignmentReader):
    """Reads the body of one function."""

    def __init__(
        self, shared: Shared, function: ast.FunctionDef, scope: dict[str, Expr], returns: Type | None, main: bool
    ) -> None:
        super().__init__(shared, function, scope, main)
        self.returns = returns
        self.result: Var | None = None
        self.returned: Var | None = None
        self.flags: dict[str, Var] = {}  # the flags that a return, break or continue must set here
        self.among: dict[str, tuple[Key, ...]] = {}  # names whose values are surely among these
        self.met: dict[
            str, tuple[Expr, Expr]
        ] = {}  # keys that loops over dictionaries have come to, and their positions
        self.ends: dict[str, dict[int, Expr]] = {}  # the first and the last of lists that are sorted for that
        self.measured: Type | None = None  # what the last `min` or `max` has compared
        self.unordered: set[ast.expr] = set()  # sets that are run over where the order does not matter
        self.surely_new: set[ast.stmt] = set()  # what adds an item to a set in which it is not
        self.line: ast.AST | None = None  # what is evaluated before anything else is read
        self.kept: set[str] = set()  # counters of which only what is asked for is kept
        self.guarded: set[ast.stmt] = set()  # what is done to these where the key is one of those
        self.inside = 0  # how many comprehensions are around what is read
        self.walked: frozenset[str] | set[str] = frozenset()  # the names that the loops around run over
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
        self.note_new(s.test, body, orelse)
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
        line = self.line
        if self.inside == 0:
            self.line = s.test if isinstance(s, ast.If | ast.While) else s.iter if isinstance(s, ast.For) else s
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
        finally:
            self.line = line
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
        self._must_be_new(item, e.type, s)
        if not self.learn(target, ListOf(e.type)):
            self.emit(Assign(target, self.apply(s, Op.APPEND, target, e), self.span(s)))

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
        if self.main and isinstance(e.type, Counts | Defaulting) and as_plain(e.type) == wanted:
            return applied(Op.TUPLE, (component(e, 0), component(e, 1)), wanted)  # to look at, it is a dictionary
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
            given, expected = told_apart(e.type, wanted)
            self.refuse(Code.TYPE, node, f"this returns {given} where {expected} is expected", hint)
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

    def note_new(self, test: ast.expr, body: Statements, orelse: Statements) -> None:
        """Note what adds an item to a set in which a test has just not found it."""
        raise NotImplementedError

    def knowing(self, test: ast.expr, body: Sequence[ast.stmt]) -> AbstractContextManager[None]:
        """While a block is read before which a test has passed."""
        raise NotImplementedError

    def _while(self, s: ast.While) -> None:
        raise NotImplementedError

    def _for(self, s: ast.For) -> None:
        raise NotImplementedError
