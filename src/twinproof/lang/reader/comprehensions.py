"""Comprehensions, generator expressions, and the functions that consume them.

A comprehension is a loop that puts its items into a new list. A generator expression is only read where something
consumes it at once: `sum`, `min`, `max`, `any`, `all`, `list`, `tuple`, `sorted` become the loop that they are, which
evaluates each item when Python does, and stops when Python stops.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from twinproof.lang.command import Assign, If, Skip, While, has_sampling, sequence
from twinproof.lang.errors import Code
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Expr, Op, Var, applied, apply, negate
from twinproof.lang.reader.loops import LoopReader
from twinproof.lang.reader.ownership import has_list
from twinproof.lang.reader.scopes import as_written
from twinproof.lang.reader.shared import Lost
from twinproof.lang.reader.statements import Leaf
from twinproof.lang.reader.unknown import blank
from twinproof.lang.types import BOOL, INT, NUMBERS, ListOf, Type


@dataclass(frozen=True)
class Items:
    """The items that something consumes: `element`, for each way through the clauses."""

    element: ast.expr
    clauses: Sequence[ast.comprehension]
    read: Callable[[], Expr] | None = None  # how it is read, if it is no expression of the text


class ComprehensionReader(LoopReader):
    """Reads expressions that run over items."""

    def comprehension(
        self, node: ast.ListComp, expected: Type | None, into: Callable[[Type], Var] | None = None
    ) -> Expr:
        item = expected.item if isinstance(expected, ListOf) else None
        return self._collected(node, Items(node.elt, node.generators), item, into=into)

    def items_of(self, node: ast.expr) -> Items:
        """What a consumer gets from its argument: the items of a generator, or those of something to run over."""
        if isinstance(node, ast.GeneratorExp):
            return Items(node.elt, node.generators)
        if isinstance(node, ast.Call) and self.stands_for(node.func) == "enumerate" and self.is_lazy(node):
            counted, index = self.counted_generator(node)
            return Items(
                ast.copy_location(ast.Tuple([self.load(index, node), counted.elt], ast.Load()), node),
                counted.generators,
            )
        name = self.given_name("item")
        clause = ast.comprehension(ast.copy_location(ast.Name(name, ast.Store()), node), node, [], 0)
        return Items(self.load(name, node), [clause])

    def given(self, base: str, e: Expr, node: ast.AST) -> str:
        """A name for a value, which is held in a variable unless it is short."""
        name = self.given_name(base)
        self.scope[name] = self.in_variable(e, node, base)
        return name

    def called(self, node: ast.AST, function: ast.expr, values: Sequence[Expr]) -> Expr:
        """The result of a function that is given as a value, such as a key."""
        if not isinstance(function, ast.Lambda):
            arguments = [self.load(self.given("item", e, node), node) for e in values]
            return self.expr(ast.copy_location(ast.Call(function, arguments, []), function))
        parameters = function.args
        plain = [*parameters.posonlyargs, *parameters.args]
        if len(plain) != len(values) or parameters.vararg or parameters.kwonlyargs or parameters.kwarg:
            message = f"this key is given {len(values)} value{'s' * (len(values) != 1)}"
            self.refuse(Code.CALL_ARGUMENTS, function, message, "write `lambda x: …`")
        for parameter, e in zip(plain, values, strict=True):
            self.scope[parameter.arg] = self.in_variable(e, node, as_written(parameter.arg))
        return self.value(function.body)

    def _over(self, node: ast.expr, items: Items, work: Callable[[], None], until: Var | None = None) -> None:
        """Emit the loops of the clauses, with this work for each item; they end when `until` is true."""
        before = len(self.shared.problems)
        done: list[bool] = []

        def leaf() -> None:
            work()
            done.append(True)

        body: list[ast.stmt] = [ast.copy_location(Leaf(items.element, leaf), node)]
        for clause in reversed(items.clauses):
            if clause.is_async:
                self.refuse(Code.EXPRESSION, node, "async is not in the language", "write a plain `for`")
            for condition in reversed(clause.ifs):
                body = [ast.copy_location(ast.If(condition, body, []), condition)]
            loop = ast.copy_location(ast.For(clause.target, clause.iter, body, []), clause.target)
            if until is not None:
                self.until[loop] = until
            body = [loop]
        self.inside += 1
        self.block(body)
        self.inside -= 1
        if len(self.shared.problems) > before or not done:
            raise Lost

    def _collected(
        self,
        node: ast.expr,
        items: Items,
        wanted: Type | None,
        shape: Callable[[Type], ListOf] = ListOf,
        into: Callable[[Type], Var] | None = None,
    ) -> Expr:
        """A new list with the items, or something that the core holds as one; `into` says in which variable."""
        made: list[Var] = []

        def put() -> None:
            e = items.read() if items.read else self.value(items.element, wanted)
            self._must_be_new(items.element, e.type)
            if not made:
                made.append(into(shape(e.type)) if into is not None else self.fresh("values", shape(e.type)))
            target = made[0]
            if not self.learn(target, shape(e.type)):
                self.emit(Assign(target, self.apply(node, Op.APPEND, target, e), self.span(node)))

        with self.buffer() as loop:
            self._over(node, items, put)
        self.emit(Assign(made[0], applied(Op.LIST, (), made[0].type), self.span(node)))
        self.out.extend(loop)
        return made[0]

    # -------------------------------------------------------------------------------------------------------- consumers

    def consumed(self, node: ast.Call, name: str) -> Expr:
        """The result of `sum`, `min`, `max`, `any`, `all` or `next` of something to run over."""
        match name:
            case "next":
                return self._next(node)
            case "any" | "all":
                return self._any_or_all(node, name)
            case "sum":
                return self._sum(node)
            case _:
                return self._extreme(node, name)

    def beforehand(self, node: ast.expr) -> Expr:
        """A value beside the items, evaluated before they are; Python does so after it has looked for the first."""
        with self.buffer() as done:
            e = self.value(node)
        if any(map(has_sampling, done)):
            hint = "draw it on a line of its own"
            self.refuse(Code.CALL_ARGUMENTS, node, "noise beside the items would be drawn between them", hint)
        self.out.extend(done)
        return self.held(e, node)

    def _any_or_all(self, node: ast.Call, name: str) -> Expr:
        arguments = self._plain(node)
        if len(arguments) != 1:
            self.refuse(Code.CALL_ARGUMENTS, node, f"`{name}` takes one list here", "give it one list")
        items = self.items_of(arguments[0])
        found = self.fresh("found", BOOL)
        at = self.span(node)

        def look() -> None:
            e = self.condition(items.element)
            self.emit(If(e if name == "any" else negate(e), Assign(found, TRUE, at), Skip(), at))

        self.emit(Assign(found, FALSE, at))
        self._over(node, items, look, found)
        return found if name == "any" else negate(found)

    def _next(self, node: ast.Call) -> Expr:
        """`next` of a generator, which makes no item but the first; and what there is instead if it has none."""
        match node.args, node.keywords:
            case [ast.GeneratorExp() as generator, *others], [] if len(others) <= 1:
                items, at = self.items_of(generator), self.span(node)
            case _:
                hint = "write `next(x for x in xs if …)`, or `next((x for x in xs if …), None)`"
                self.refuse(Code.CALL_ARGUMENTS, node, "`next` takes a generator and a default here", hint)
        default = self.beforehand(others[0]) if others else None
        found = self.fresh("found", BOOL)
        made: list[Var] = []

        def take() -> None:
            e = self.value(items.element)
            if has_list(e.type):
                hint = "look for a position: `next(i for i in range(len(rows)) if …)`"
                self.refuse(Code.TYPE, items.element, "`next` does not choose between lists here", hint)
            made[:] = made or [self.fresh("first", e.type)]
            self.emit(Assign(made[0], e, at))
            self.emit(Assign(found, TRUE, at))

        with self.buffer() as loop:
            self._over(node, items, take, found)
        self.emit(Assign(found, FALSE, at))
        self.emit(Assign(made[0], blank(made[0].type), at))
        self.out.extend(loop)
        if default is None:
            self.emit(While(negate(found), Skip(), at))
            return made[0]
        return self.apply(node, Op.ITE, found, *self.alike(made[0], default))

    def _sum(self, node: ast.Call) -> Expr:
        match node.args, node.keywords:
            case [iterable], []:
                first: Expr = ZERO
            case ([iterable], [ast.keyword("start", start)]) | ([iterable, start], []):
                first = self.beforehand(start)
            case _:
                self.refuse(Code.CALL_ARGUMENTS, node, "`sum` takes a list and a start", "write `sum(xs)`")
        items, at = self.items_of(iterable), self.span(node)
        made: list[Var] = []

        def add() -> None:
            e = self.value(items.element)
            e = apply(Op.ITE, e, ONE, ZERO) if e.type == BOOL else e
            if e.type not in NUMBERS:
                self.refuse(Code.TYPE, items.element, f"`sum` adds numbers, and this is {e.type}", "add numbers")
            total = made[0] if made else self.fresh("total", e.type if first.type == INT else first.type)
            made[:] = [total]
            self.emit(Assign(total, self.apply(node, Op.ADD, total, e), at))

        with self.buffer() as loop:
            self._over(node, items, add)
        self.emit(Assign(made[0], self.as_type(first, made[0].type), at))
        self.out.extend(loop)
        return made[0]

    def _extreme(self, node: ast.Call, name: str) -> Expr:
        """`min` and `max`: the first of the smallest or largest items, with a key and a default."""
        given = {k.arg: k.value for k in node.keywords}
        if len(node.args) != 1 or isinstance(node.args[0], ast.Starred) or set(given) - {"key", "default"}:
            message = f"`{name}` takes a list, a `key` and a `default` here"
            self.refuse(Code.CALL_ARGUMENTS, node, message, f"write `{name}(xs)` or `{name}(xs, key=…)`")
        items, at = self.items_of(node.args[0]), self.span(node)
        key = given.get("key")
        default = self.beforehand(given["default"]) if "default" in given else None
        found = self.fresh("found", BOOL)
        made: list[Var] = []  # the best item, and its key if that is another

        def look() -> None:
            e = self.in_variable(self.value(items.element), items.element, "item")
            if has_list(e.type):
                hint = "choose a position: `max(range(len(rows)), key=lambda i: …)`"
                self.refuse(Code.TYPE, items.element, f"`{name}` does not choose between lists here", hint)
            measure = e if key is None else self.in_variable(self.called(node, key, [e]), node, "measure")
            if not made:
                made.append(self.fresh("best", e.type))
                if measure != e:
                    made.append(self.fresh("best_measure", measure.type))
            best = made[-1]
            better = self.less(node, best, measure) if name == "max" else self.less(node, measure, best)
            taken = [Assign(made[0], e, at), *([Assign(best, measure, at)] if len(made) == 2 else [])]
            self.emit(If(apply(Op.OR, negate(found), better), sequence(*taken, Assign(found, TRUE, at)), Skip(), at))

        with self.buffer() as loop:
            self._over(node, items, look)
        self.measured = made[-1].type
        self.emit(Assign(found, FALSE, at))
        for variable in made:
            self.emit(Assign(variable, blank(variable.type), at))
        self.out.extend(loop)
        if default is None:
            self.emit(While(negate(found), Skip(), at))  # of nothing there is no largest
            return made[0]
        return self.apply(node, Op.ITE, found, *self.alike(made[0], default))
