"""Python loops to `while`.

A loop over `range`, `enumerate` or a list becomes a counter and a condition. Whatever Python evaluates once, before the
loop, is held fixed here too.
"""

from __future__ import annotations

import ast
from itertools import chain

from twinproof.lang.command import Assign, Command, If, While, sequence
from twinproof.lang.errors import Code
from twinproof.lang.expr import (
    FALSE,
    TRUE,
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    apply,
    free_variables,
    negate,
)
from twinproof.lang.reader.flow import BREAK, CONTINUE, RETURN, bound_names, escapes, is_read, read_outside
from twinproof.lang.reader.guards import is_partial
from twinproof.lang.reader.ownership import is_inside_a_name, items_reached, lent
from twinproof.lang.reader.statements import StatementReader
from twinproof.lang.types import BOOL, INT, ListOf


class LoopReader(StatementReader):
    """Reads loops."""

    def _while(self, s: ast.While) -> None:
        with self.buffer() as hoisted:
            condition = self.condition(s.test)
        self._loop(s, condition, hoisted, [], [])

    def _loop(
        self,
        s: ast.While | ast.For,
        condition: Expr,
        hoisted: list[Command],
        setup: list[Command],
        step: list[Command],
    ) -> Command:
        """Emit the loop; `hoisted` is what the condition does, `setup` and `step` frame the body. Returns the body."""
        if s.orelse:
            self.refuse(Code.LOOP_FORM, s.orelse[0], "`else` on a loop is not in the language", "use a flag")
        before = dict(self.flags)
        self.flags.pop(BREAK, None)
        self.flags.pop(CONTINUE, None)
        ways = escapes(s.body)
        for way in sorted(ways & {BREAK, RETURN} - set(self.flags)):
            self._raise_flag(way, s)
        guards = [negate(self.flags[way]) for way in sorted(ways & {BREAK, RETURN})]
        with self.buffer() as inner:
            for command in setup:
                self.emit(command)
            self.block(s.body)
            for command in step:
                self.emit(command)
        self.flags = before
        body, at = sequence(*inner), self.span(s.test if isinstance(s, ast.While) else s.target)
        if hoisted:
            going = self.fresh("going", BOOL)
            self.emit(Assign(going, TRUE, at))
            body = sequence(*hoisted, If(condition, body, Assign(going, FALSE, at), at))
            condition = going
        whole = both(*guards, condition) if is_partial(condition) else both(condition, *guards)
        self.emit(While(whole, body, at))
        return body

    def _for(self, s: ast.For) -> None:
        iterable = s.iter
        called = self.stands_for(iterable.func) if isinstance(iterable, ast.Call) else None
        if called == "range" and isinstance(iterable, ast.Call):
            self._for_range(s, iterable)
        elif called == "enumerate" and isinstance(iterable, ast.Call):
            self._for_enumerate(s, iterable)
        else:
            self._for_items(s, iterable, s.target, None, 0)

    def _for_range(self, s: ast.For, call: ast.Call) -> None:
        arguments = self._plain(call)
        if not 1 <= len(arguments) <= 3:
            self.refuse(Code.LOOP_FORM, call, "`range` takes one to three arguments", "write `range(start, stop)`")
        if not isinstance(s.target, ast.Name):
            self.refuse(Code.LOOP_FORM, s.target, "`range` gives one number at a time", "use one loop variable")
        ends = [self.integer(a, "an end of `range`") for a in arguments[:2]]
        start, stop = (Literal(0), ends[0]) if len(ends) == 1 else ends
        step = 1
        if len(arguments) == 3:
            stride = self.expr(arguments[2])
            if not isinstance(stride, Literal) or stride.type != INT or stride.value == 0:
                message = "the step of `range` must be a constant other than 0"
                self.refuse(Code.LOOP_FORM, arguments[2], message, "write the number, or use `while`")
            step = int(stride.value)
        counter, setup = self._counter(s, s.target.id)
        at = self.span(s.target)
        fixed = self._fixed(s, stop, "limit", counter)
        self.emit(Assign(counter, start, at))
        condition = apply(Op.LT, counter, fixed) if step > 0 else apply(Op.LT, fixed, counter)
        move = apply(Op.ADD, counter, Literal(step)) if step > 0 else apply(Op.SUB, counter, Literal(-step))
        self._loop(s, condition, [], setup, [Assign(counter, move, at)])

    def _counter(self, s: ast.For, name: str) -> tuple[Var, list[Command]]:
        """The variable that counts: the loop variable itself when nobody could tell, else one of its own."""
        if name == "_" and not is_read(self.function, name):
            return self.fresh("k", INT), []
        changed = name in set(chain(*(bound_names(b) for b in s.body)))
        if not changed and name not in self.parameters and not read_outside(self.function, s, name):
            return self._variable(name, INT, s), []
        counter = self.fresh(f"{name}_at", INT)
        return counter, [Assign(self._variable(name, INT, s), counter, self.span(s.target))]

    def _fixed(self, s: ast.For, e: Expr, base: str, *also: Var) -> Expr:
        """A value that stays as it is during the loop: the expression itself if its variables do."""
        changed = set(chain(bound_names(s.target), *(bound_names(b) for b in s.body)))
        variables = {self.variables[n] for n in changed if n in self.variables} | set(also)
        if not variables & free_variables(e):
            return e
        held = self.fresh(base, e.type)
        self.emit(Assign(held, e, self.span(s.iter)))
        return held

    def _for_enumerate(self, s: ast.For, call: ast.Call) -> None:
        match call.args, call.keywords:
            case [iterable], [] | [ast.keyword("start")]:
                start_node = call.keywords[0].value if call.keywords else None
            case [iterable, start_node], []:
                pass
            case _:
                self.refuse(Code.LOOP_FORM, call, "`enumerate` takes a list and a start", "write `enumerate(xs)`")
        match s.target:
            case ast.Tuple([ast.Name(index), item]):
                pass
            case _:
                hint = "write `for i, x in enumerate(xs)`"
                self.refuse(Code.LOOP_FORM, s.target, "`enumerate` gives a position and an item", hint)
        if index in set(bound_names(item)):
            self.refuse(Code.TUPLE_SHAPE, s.target, "one name stands twice on the left", "use different names")
        start = self.expr(start_node) if start_node is not None else Literal(0)
        if not isinstance(start, Literal) or start.type != INT:
            assert start_node is not None
            self.refuse(Code.LOOP_FORM, start_node, "the start of `enumerate` must be a constant", "write the number")
        self._for_items(s, iterable, item, index, int(start.value))

    def _for_items(self, s: ast.For, node: ast.expr, item: ast.expr, index: str | None, start: int) -> None:
        """Over the items of a list, by position; `index` names the position, counted from `start`."""
        whole = self.expr(node)
        if not isinstance(whole.type, ListOf):
            hint = "loop over a list, `range(…)` or `enumerate(…)`"
            self.refuse(Code.LOOP_FORM, node, f"a loop cannot run over {whole.type}", hint)
        changed = set(chain(bound_names(s.target), *(bound_names(b) for b in s.body)))
        copied = node.args[0] if isinstance(node, ast.Call) and self.stands_for(node.func) == "list" else node
        if not is_inside_a_name(copied) and items_reached(node, whole.type, self._makes_new):
            self._refuse_alias(node, whole.type, "the loop would give one list two names")
        if both := sorted(lent(node) & changed):
            hint = f"loop over a copy: `for … in list({both[0]})`"
            self.refuse(Code.CHANGED_WHILE_ITERATED, node, f"the loop changes `{both[0]}`, which it runs over", hint)
        at = self.span(s.target)
        if not isinstance(whole, Var) or self._fixed(s, whole, "items") != whole:
            held = self.fresh("items", whole.type)
            self.emit(Assign(held, whole, self.span(node)))
            whole = held
        setup: list[Command] = []
        if index is not None and start == 0:
            counter, setup = self._counter(s, index)
        else:
            counter = self.fresh("k", INT)
            if index is not None:
                shifted = apply(Op.ADD, counter, Literal(start))
                setup = [Assign(self._variable(index, INT, s), shifted, at)]
        self.emit(Assign(counter, Literal(0), at))
        with self.buffer() as got:
            self._bind_item(s, item, apply(Op.GET, whole, counter))
        condition = apply(Op.LT, counter, apply(Op.LEN, whole))
        step: list[Command] = [Assign(counter, apply(Op.ADD, counter, Literal(1)), at)]
        self._loop(s, condition, [], setup + got, step)

    def _bind_item(self, s: ast.For, target: ast.expr, e: Expr) -> None:
        pairs = self._match(s, target, e)
        if len({name for name, _ in pairs}) < len(pairs):
            self.refuse(Code.TUPLE_SHAPE, target, "one name stands twice on the left", "use different names")
        for name, value in pairs:
            self.emit(Assign(self._variable(name, value.type, s), value, self.span(s.target)))


def both(*parts: Expr) -> Expr:
    """All parts hold, in this order. Nothing but `true` is left out: an earlier part may have no value."""
    flat: list[Expr] = []
    for part in parts:
        flat.extend(part.args if isinstance(part, Apply) and part.op is Op.AND else (part,))
    flat = [p for p in flat if p != TRUE]
    return flat[0] if len(flat) == 1 else apply(Op.AND, *flat) if flat else TRUE
