"""Python loops to `while`.

A loop over `range`, `enumerate`, `zip`, `reversed`, a list or a tuple becomes a counter and a condition. Whatever
Python evaluates once, before the loop, is held fixed here too.
"""

from __future__ import annotations

import ast
from itertools import chain

from twinproof.lang.command import Assign, Command, If, Skip, While, sequence
from twinproof.lang.errors import Code
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
    free_variables,
    list_of,
    negate,
)
from twinproof.lang.faces import components, is_list, item_of
from twinproof.lang.reader.classes import EnumClass
from twinproof.lang.reader.flow import (
    BREAK,
    CONTINUE,
    RETURN,
    bound_names,
    escapes,
    is_read,
    known_values,
    read_outside,
    stored_names,
)
from twinproof.lang.reader.guards import is_partial
from twinproof.lang.reader.moves import changed_inside, is_over
from twinproof.lang.reader.ownership import has_list, is_inside_a_name, items_reached, lent, reached
from twinproof.lang.reader.progressions import spelled_out
from twinproof.lang.reader.scopes import as_written, invented, is_inner
from twinproof.lang.reader.shared import article, component
from twinproof.lang.reader.statements import StatementReader
from twinproof.lang.reader.walks import Walk, backwards, numbered, over_list, over_range, side_by_side
from twinproof.lang.types import BOOL, INT


class LoopReader(StatementReader):
    """Reads loops."""

    def _while(self, s: ast.While) -> None:
        self.there -= set(chain(*map(bound_names, s.body)))  # the test is made again after the body
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
        if isinstance(s, ast.For) and s in self.until:
            guards.append(negate(self.until[s]))
        there = self.there - set(chain(*(bound_names(b) for b in s.body)))
        self.there = set(there)
        if isinstance(s, ast.While):
            self.there |= known_values(s.test, True)
        with self.buffer() as inner:
            for command in setup:
                self.emit(command)
            self.block(s.body)
            for command in step:
                self.emit(command)
        self.there = there
        if isinstance(s, ast.While) and BREAK not in ways:
            self.there |= known_values(s.test, False)
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
        if isinstance(s.iter, ast.GeneratorExp):
            self._for_generator(s, s.iter, s.target)
        elif isinstance(s.iter, ast.Call) and self.stands_for(s.iter.func) == "enumerate" and self.is_lazy(s.iter):
            match s.target:
                case ast.Tuple([index, item]):
                    if set(bound_names(index)) & set(bound_names(item)):
                        message = "one name stands twice on the left"
                        self.refuse(Code.TUPLE_SHAPE, s.target, message, "use different names")
                    counted, name = self.counted_generator(s.iter)
                    number = ast.copy_location(ast.Assign([index], self.load(name, s)), s)
                    self._for_generator(s, counted, item, number)
                case _:
                    hint = "write `for i, x in enumerate(…)`"
                    self.refuse(Code.LOOP_FORM, s.target, "`enumerate` gives a position and an item", hint)
        else:
            self._run(s, self.walk(s, s.iter))

    def _for_generator(self, s: ast.For, generator: ast.GeneratorExp, target: ast.expr, *first: ast.stmt) -> None:
        """Over a generator, which makes each item when it is asked for: the loops of the generator themselves."""
        if len(generator.generators) > 1 and BREAK in escapes(s.body):
            message = "a loop over a generator with several `for`s is left early"
            self.refuse(Code.LOOP_FORM, s.iter, message, "write the loops themselves")
        item = ast.copy_location(ast.Assign([target], generator.elt), s)
        body: list[ast.stmt] = [item, *first, *s.body]
        for clause in reversed(generator.generators):
            for condition in reversed(clause.ifs):
                body = [ast.copy_location(ast.If(condition, body, []), condition)]
            body = [ast.copy_location(ast.For(clause.target, clause.iter, body, s.orelse), s.target)]
        self._statement(body[0])

    def is_lazy(self, call: ast.Call) -> bool:
        """Whether an iterable makes its items as it goes."""
        return bool(call.args) and isinstance(call.args[0], ast.GeneratorExp)

    def counted_generator(self, call: ast.Call) -> tuple[ast.GeneratorExp, str]:
        """`enumerate` of a generator, as a generator that has a number beside each item; the name of the number."""
        generator = call.args[0]
        assert isinstance(generator, ast.GeneratorExp)
        clause = generator.generators[0]
        if len(generator.generators) > 1 or clause.ifs or clause.is_async:
            message = "`enumerate` of a generator with a condition, or with several `for`s, is not in the language"
            self.refuse(Code.LOOP_FORM, call, message, "write a list: `enumerate([…])`")
        name = self.given_name("position")
        number = ast.copy_location(ast.Name(name, ast.Store()), call)
        target = ast.copy_location(ast.Tuple([number, clause.target], ast.Store()), call)
        inner = ast.copy_location(ast.Call(call.func, [clause.iter, *call.args[1:]], call.keywords), call)
        return ast.GeneratorExp(generator.elt, [ast.comprehension(target, inner, [], 0)]), name

    def given_name(self, base: str) -> str:
        """A name for something that has none in the text."""
        self.shared.invented += 1
        return invented(base, -self.shared.invented)

    def _run(self, s: ast.For, walk: Walk) -> None:
        """Emit the loop along a walk; the loop variable itself counts when nobody could tell."""
        at = self.span(s.target)
        anywhere = Var("position", INT)
        pairs = self._match(s, s.target, walk.item(anywhere))
        if len({name for name, _ in pairs}) < len(pairs):
            self.refuse(Code.TUPLE_SHAPE, s.target, "one name stands twice on the left", "use different names")
        self._items_stay(s, pairs)
        unread = [n for n, v in pairs if v == anywhere and n == "_" and not is_read(self.function, n)]
        counting = next((n for n, v in pairs if v == anywhere and n not in unread and self._can_count(s, n)), None)
        if counting is not None:
            counter = self._variable(counting, INT, s)
        else:
            named = next((n for n, v in pairs if v == anywhere and n not in unread), None)
            counter = self.fresh("k" if named is None else f"{as_written(named)}_at", INT)
        self.emit(Assign(counter, walk.start, at))
        with self.buffer() as setup:
            for name, value in self._match(s, s.target, walk.item(counter)):
                if name != counting and name not in unread:
                    self.emit(Assign(self._variable(name, value.type, s), value, at))
        step = walk.step if not isinstance(walk.step, int) else Literal(abs(walk.step))
        back = isinstance(walk.step, int) and walk.step < 0
        move = apply(Op.SUB if back else Op.ADD, counter, step)
        self._loop(s, walk.goes_on(counter), [], setup, [Assign(counter, move, at)])

    def _items_stay(self, s: ast.For, pairs: list[tuple[str, Expr]]) -> None:
        """After a loop its variables are lists in other lists still, which nobody may change then."""
        named = [n for n, v in pairs if has_list(v.type) and not is_inner(n) and not is_over(self.function, s, n)]
        if named and any(map(changed_inside, self.function.body)):
            message = f"`{named[0]}` is read after its loop, and is a list in another one, which may be changed by then"
            hint = f"keep a copy under another name: `last = list({named[0]})`"
            self.refuse(Code.CHANGED_WHILE_ITERATED, s.target, message, hint)

    def _can_count(self, s: ast.For, name: str) -> bool:
        """Whether nobody could tell if the counter of a loop were this variable."""
        changed = name in set(chain(*(bound_names(b) for b in s.body)))
        known_outside = not is_inner(name) and read_outside(self.function, s, name)
        return not changed and name not in self.parameters and not known_outside

    # ---------------------------------------------------------------------------------------------- what it runs over

    def walk(self, s: ast.For, node: ast.expr, whole: bool = True) -> Walk:
        """What an iterable gives to a loop; what it takes to find it is emitted. A part of it is given where it is not
        `whole`."""
        called = self.stands_for(node.func) if isinstance(node, ast.Call) else None
        if isinstance(node, ast.Call) and called in ("range", "enumerate", "zip", "reversed"):
            match called:
                case "range":
                    return self._over_range(s, node, whole)
                case "enumerate":
                    return self._enumerated(s, node)
                case "zip":
                    return self._zipped(s, node)
                case "reversed":
                    return self._reversed(s, node)
        return self._over_items(s, node)

    def _over_range(self, s: ast.For, call: ast.Call, whole: bool) -> Walk:
        arguments = self._plain(call)
        if not 1 <= len(arguments) <= 3:
            self.refuse(Code.LOOP_FORM, call, "`range` takes one to three arguments", "write `range(start, stop)`")
        ends = [self.integer(a, "an end of `range`") for a in arguments[:2]]
        if not whole:  # where something else may end the loop, they are evaluated all the same
            ends = [self.held(e, call) for e in ends]
        start, stop = (ZERO, ends[0]) if len(ends) == 1 else ends
        stride = self.integer(arguments[2], "the step of `range`") if len(arguments) == 3 else ONE
        if stride == ZERO:
            self.refuse(Code.LOOP_FORM, arguments[2], "the step of `range` is 0", "write another number")
        start = start if whole else self._fixed(s, start, "start")
        stop = self._fixed(s, stop, "limit")
        if isinstance(stride, Literal):
            return over_range(start, stop, int(stride.value))
        step = self._fixed(s, stride, "step")
        self.emit(While(apply(Op.EQ, step, ZERO), Skip(), self.span(call)))  # Python raises there
        return over_range(start, stop, step)

    def _enumerated(self, s: ast.For, call: ast.Call) -> Walk:
        match call.args, call.keywords:
            case [iterable], []:
                start_node = None
            case ([iterable], [ast.keyword("start", start_node)]) | ([iterable, start_node], []):
                pass
            case _:
                self.refuse(Code.LOOP_FORM, call, "`enumerate` takes a list and a start", "write `enumerate(xs)`")
        walk = self.walk(s, iterable, whole=False)
        start = ZERO
        if start_node is not None:
            start = self.held(self.integer(start_node, "the start of `enumerate`"), start_node)
        return numbered(walk, self._fixed(s, start, "start"))

    def _zipped(self, s: ast.For, call: ast.Call) -> Walk:
        strict = False
        match call.keywords:
            case []:
                pass
            case [ast.keyword("strict", ast.Constant(bool(strict)))]:
                pass
            case _:
                self.refuse(Code.LOOP_FORM, call, "`zip` takes lists, and `strict`", "write `zip(xs, ys)`")
        if not call.args or any(isinstance(a, ast.Starred) for a in call.args):
            self.refuse(Code.LOOP_FORM, call, "`zip` takes one or more lists", "write `zip(xs, ys)`")
        walks = [self.walk(s, a, whole=False) for a in call.args]
        if strict:
            if escapes(s.body) & {BREAK, RETURN} or s in self.until:
                message = "a strict `zip` in a loop that may be left early is not in the language"
                self.refuse(Code.LOOP_FORM, call, message, "check the lengths before the loop")
            lengths = [w.length for w in walks]
            same = conjunction(*(apply(Op.EQ, lengths[0], other) for other in lengths[1:] if other != lengths[0]))
            if same != TRUE:
                self.emit(While(negate(same), Skip(), self.span(call)))
        return side_by_side(walks)

    def _reversed(self, s: ast.For, call: ast.Call) -> Walk:
        match call.args, call.keywords:
            case [ast.Call(function) as inner], [] if self.stands_for(function) in ("zip", "enumerate"):
                message = f"`{self.stands_for(function)}` cannot be reversed, in Python as here"
                self.refuse(Code.LOOP_FORM, inner, message, "reverse the lists that it is given")
            case [iterable], [] if not isinstance(iterable, ast.Starred):
                before, self.backwards = self.backwards, True
                walk = self.walk(s, iterable, whole=False)
                self.backwards = before
                return backwards(walk)
            case _:
                self.refuse(Code.LOOP_FORM, call, "`reversed` takes one list", "write `reversed(xs)`")

    def _over_items(self, s: ast.For, node: ast.expr) -> Walk:
        """The items of a list, or of a tuple whose components are of one type, by position."""
        if isinstance(node, ast.GeneratorExp):
            hint = "write a list: `[…]`"
            self.refuse(Code.LOOP_FORM, node, "a generator is not read here", hint)
        made = self.class_of(node)
        if isinstance(made, EnumClass):
            e: Expr = list_of(made.type, *self.members(made))
        else:
            e = self.expr(node)
        kinds = components(e.type)
        if kinds is not None and len(set(kinds)) == 1:
            e = list_of(kinds[0], *(component(e, i) for i in range(len(kinds))))
        if not is_list(e.type):
            hint = "loop over a list, `range(…)`, `enumerate(…)`, `zip(…)` or `reversed(…)`"
            self.refuse(Code.LOOP_FORM, node, f"{article(e.type)} cannot be run over", hint)
        changed = set(chain(bound_names(s.target), *(bound_names(b) for b in s.body)))
        copied = node.args[0] if isinstance(node, ast.Call) and self.stands_for(node.func) == "list" else node
        if not is_inside_a_name(copied) and items_reached(node, e.type, self._makes_new):
            self._refuse_alias(node, e.type, "the loop would give one list two names")
        if self._is_live(s, node, e):
            return over_list(e)  # as Python looks into the list when it comes to an item
        if both := sorted(lent(node) & changed):
            hint = f"loop over a copy: `for … in list({both[0]})`"
            self.refuse(Code.CHANGED_WHILE_ITERATED, node, f"the loop changes `{both[0]}`, which it runs over", hint)
        of = set(reached(node, e.type, self._makes_new)) if has_list(item_of(e.type)) else set[str]()
        if inside := sorted(of & set(chain(*map(changed_inside, s.body)))):
            message = f"the loop changes the lists in `{inside[0]}`, and runs over them"
            hint = f"copy them too: `for … in [list(x) for x in {inside[0]}]`"
            self.refuse(Code.CHANGED_WHILE_ITERATED, node, message, hint)
        following = spelled_out(e)
        if following is not None:
            return following.walk()
        fixed = self._fixed(s, e, "items")
        if not isinstance(fixed, Var):
            fixed = self.fresh("items", e.type)
            self.emit(Assign(fixed, e, self.span(node)))
        return over_list(fixed, len(e.args) if isinstance(e, Apply) and e.op is Op.LIST else None)

    def _is_live(self, s: ast.For, node: ast.expr, e: Expr) -> bool:
        """Whether a loop changes the very list that it runs over, and gives its name to no other."""
        if not isinstance(node, ast.Name) or not isinstance(e, Var) or self.backwards:
            return False
        bound = set(chain(bound_names(s.target), *map(bound_names, s.body)))
        stored = set(chain(stored_names(s.target), *map(stored_names, s.body)))
        return node.id in bound - stored and node.id in self.local and not has_list(item_of(e.type))

    def _fixed(self, s: ast.For, e: Expr, base: str) -> Expr:
        """A value that stays as it is during the loop: the expression itself if its variables do."""
        changed = set(chain(bound_names(s.target), *(bound_names(b) for b in s.body)))
        variables = {self.variables[n] for n in changed if n in self.variables}
        if not variables & free_variables(e):
            return e
        held = self.fresh(base, e.type)
        self.emit(Assign(held, e, self.span(s.iter)))
        return held


def both(*parts: Expr) -> Expr:
    """All parts hold, in this order. Nothing but `true` is left out: an earlier part may have no value."""
    flat: list[Expr] = []
    for part in parts:
        flat.extend(part.args if isinstance(part, Apply) and part.op is Op.AND else (part,))
    flat = [p for p in flat if p != TRUE]
    return flat[0] if len(flat) == 1 else apply(Op.AND, *flat) if flat else TRUE
