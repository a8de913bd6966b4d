"""Parts of lists and questions about them: slices, membership, `index`, `sorted`, `[0] * n`, `xs[i] = v`."""

from __future__ import annotations

import ast
from itertools import chain

from twinproof.lang.command import Assign
from twinproof.lang.errors import Code
from twinproof.lang.expr import FALSE, ONE, ZERO, Apply, Expr, Literal, Op, Var, apply, conjunction, list_of, subterms
from twinproof.lang.faces import Dictionary, Option, components, is_list, item_of
from twinproof.lang.interpret import evaluate
from twinproof.lang.reader.comprehensions import ComprehensionReader, Items
from twinproof.lang.reader.flow import bound_names
from twinproof.lang.reader.ownership import has_list
from twinproof.lang.reader.scopes import RANGE
from twinproof.lang.reader.shared import article, component
from twinproof.lang.reader.told_apart import told_apart
from twinproof.lang.reader.unknown import UNKNOWN, filled, has_unknown
from twinproof.lang.reader.walks import Walk, minus, over_part, plus
from twinproof.lang.types import INT, ListOf, TupleOf, Type

MOST_REPEATED = 64  # items of `[x] * n` that are spelled out
_SURE = (Op.ADD, Op.SUB, Op.MUL)  # of which constants have a value


class SequenceReader(ComprehensionReader):
    """Reads what is asked of lists, and what is done to them."""

    def _runs(self, node: ast.expr) -> bool:
        """Whether something can be run over without being a list, or without being made into one."""
        called = self.stands_for(node.func) if isinstance(node, ast.Call) else None
        return called in ("range", "zip", "enumerate", "reversed") or self._sliced(node) is not None

    def _sliced(self, node: ast.expr) -> tuple[Var, ast.Slice] | None:
        """A list of numbers, or of tuples of them, that has a name; and the part of it that a slice is."""
        match node:
            case ast.Subscript(ast.Name(name) as of, ast.Slice(_, _, None) as part) if self.is_own(name):
                xs = self._name(of)
                if isinstance(xs, Var) and is_list(xs.type) and not has_list(item_of(xs.type)):
                    return xs, part
        return None

    def place_builtin(self, node: ast.expr, name: str, values: dict[str, Expr]) -> Expr:
        raise NotImplementedError

    # ----------------------------------------------------------------------------------------------------------- slices

    def slice(self, node: ast.expr, whole: Expr, part: ast.Slice) -> Expr:
        if components(whole.type) is not None:
            return self._slice_of_tuple(node, whole, part)
        if not is_list(whole.type):
            self.refuse(Code.TYPE, node, f"a slice is taken of a list, not of {article(whole.type)}", "slice a list")
        step = self.expr(part.step) if part.step is not None else ONE
        xs = self.in_variable(whole, node, "items")
        length = apply(Op.LEN, xs)
        if step == Literal(-1) and part.lower is None and part.upper is None:
            return self._gathered(node, xs, ZERO, length, minus(length, ONE))
        if step != ONE:
            hint = "write `xs[a:b]`, or `xs[::-1]` for all in the other order"
            self.refuse(Code.EXPRESSION, node, "this step of a slice is not in the language", hint)
        low = self._end(part.lower, length) if part.lower is not None else ZERO
        high = self._end(part.upper, length) if part.upper is not None else length
        return self._gathered(node, xs, low, high, None)

    def walk(self, s: ast.For, node: ast.expr, whole: bool = True) -> Walk:
        changed = set(chain(bound_names(s.target), *map(bound_names, s.body)))
        sliced = self._sliced(node)
        if sliced is None or sliced[0] in {self.variables.get(name, self.scope.get(name)) for name in changed}:
            return super().walk(s, node, whole)
        xs, part = sliced
        length = apply(Op.LEN, xs)
        low = self._end(part.lower, length) if part.lower is not None else ZERO
        high = self._end(part.upper, length) if part.upper is not None else length
        start = low if low == ZERO else self.in_variable(low, node, "low")
        return over_part(xs, self._fixed(s, start, "low"), self._fixed(s, high, "high"))

    def _end(self, node: ast.expr, length: Expr) -> Expr:
        """An end of a slice: negative ones count from the end, and all are cut off at the ends of the list."""
        e = self.integer(node, "an end of a slice")
        if isinstance(e, Literal):
            number = int(e.value)
            return apply(Op.MIN, e, length) if number >= 0 else apply(Op.MAX, ZERO, minus(length, Literal(-number)))
        if self.shared.facts.entails(apply(Op.LE, ZERO, e)):
            return e if self.shared.facts.entails(apply(Op.LE, e, length)) else apply(Op.MIN, e, length)
        e = self.in_variable(e, node, "end")
        from_end = apply(Op.MAX, ZERO, plus(e, length))
        return apply(Op.ITE, apply(Op.LT, e, ZERO), from_end, apply(Op.MIN, e, length))

    def _gathered(self, node: ast.expr, xs: Expr, low: Expr, high: Expr, last: Expr | None) -> Expr:
        """The items of a list from one position up to another; or all, from the last one on."""
        names = {"items": xs, "low": low, "high": high, **({"last": last} if last is not None else {})}
        bound = {base: self.given(base, e, node) for base, e in names.items()}
        position = self.given_name("i")
        index: ast.expr = self.load(position, node)
        if last is not None:
            index = ast.copy_location(ast.BinOp(self.load(bound["last"], node), ast.Sub(), index), node)
        element = ast.copy_location(ast.Subscript(self.load(bound["items"], node), index, ast.Load()), node)
        ends = [self.load(bound["low"], node), self.load(bound["high"], node)]
        return self._collected(node, Items(element, [self._clause(position, ends, node)]), None)

    def _clause(self, target: str, ends: list[ast.expr], node: ast.AST) -> ast.comprehension:
        """`for target in range(…)`, which stands in no text."""
        function = ast.copy_location(ast.Name(RANGE, ast.Load()), node)
        call = ast.copy_location(ast.Call(function, ends, []), node)
        return ast.comprehension(ast.copy_location(ast.Name(target, ast.Store()), node), call, [], 0)

    def _slice_of_tuple(self, node: ast.expr, whole: Expr, part: ast.Slice) -> Expr:
        assert isinstance(whole.type, TupleOf)
        ends = [self.expr(e) if e is not None else None for e in (part.lower, part.upper, part.step)]
        if not all(e is None or (isinstance(e, Literal) and e.type == INT) for e in ends):
            message = "a slice of a tuple has constant ends"
            self.refuse(Code.TUPLE_SHAPE, node, message, "use a list, or name the components")
        numbers = [int(e.value) if isinstance(e, Literal) else None for e in ends]
        held = self.in_variable(whole, node, "held")
        chosen = range(len(whole.type.items))[slice(*numbers)]
        return apply(Op.TUPLE, *(component(held, i) for i in chosen))

    # ------------------------------------------------------------------------------------------------------- membership

    def member(self, node: ast.expr, e: Expr, whole: ast.expr) -> Expr:
        called = self.stands_for(whole.func) if isinstance(whole, ast.Call) else None
        if called == "range" and isinstance(whole, ast.Call) and 1 <= len(self._plain(whole)) <= 2:
            ends = [self.held(self.integer(a, "an end of `range`"), a) for a in whole.args]
            if e.type != INT:
                self.refuse(Code.TYPE, node, f"`range` holds integers, and this is {article(e.type)}", "ask for an int")
            low, high = (ZERO, ends[0]) if len(ends) == 1 else ends
            return conjunction(self.apply(node, Op.LE, low, e), self.apply(node, Op.LT, e, high))
        if isinstance(whole, ast.List | ast.Set | ast.Tuple):
            e = self.held(e, node)
            parts: list[Expr] = [self.held(self.value(part, e.type), part) for part in whole.elts]
        else:
            among = self.value(whole, ListOf(e.type))
            if is_list(among.type):
                return self.place_builtin(node, "contains", {"items": among, "value": e})
            kinds = components(among.type)
            if kinds is None:
                message = f"`in` asks a list or a tuple, not {article(among.type)}"
                self.refuse(Code.TYPE, whole, message, "give it a list")
            held = self.in_variable(among, whole, "held")
            parts = [component(held, i) for i in range(len(kinds))]
        tests = [self.apply(node, Op.EQ, *self.meet(e, part)) for part in parts]
        return FALSE if not tests else tests[0] if len(tests) == 1 else apply(Op.OR, *tests)

    # ---------------------------------------------------------------------------------------------------------- methods

    def method(self, node: ast.Call, whole: Expr, name: str) -> Expr | None:
        """The result of a method of a list that leaves it as it is; None if there is none of this name."""
        if not isinstance(whole.type, ListOf) or not is_list(whole.type):
            return None
        match name, self._plain(node):
            case (("index" | "count"), [value]):
                e = self.value(value, whole.type.item)
                if e.type != whole.type.item:
                    message = f"this list holds {whole.type.item}, and {article(e.type)} is looked for"
                    self.refuse(Code.TYPE, value, message, "look for a value of the type of its items")
                return self.place_builtin(node, name, {"items": whole, "value": e})
            case "copy", []:
                return whole
            case "__getitem__", [position]:
                return self._index(node, whole, position)
            case _:
                return None

    def sorted(self, node: ast.Call) -> Expr:
        """`sorted`, by the items or by a key of each; equal ones stay in their order."""
        given = {k.arg: k.value for k in node.keywords}
        reverse = given.pop("reverse", ast.Constant(False))
        key = given.pop("key", None)
        if len(node.args) != 1 or given or not isinstance(reverse, ast.Constant) or type(reverse.value) is not bool:
            hint = "write `sorted(xs)`, with `key=` and `reverse=True` if you like"
            self.refuse(Code.CALL_ARGUMENTS, node, "`sorted` takes a list, a `key` and `reverse`", hint)
        if self.shared.bounds is not None and key is None and (pairs := self._by_keys(node)) is not None:
            return self.value(pairs)
        items = self.listed(node.args[0], None)
        assert isinstance(items.type, ListOf)
        if has_list(items.type.item):
            self.refuse(Code.TYPE, node, "lists of lists are not sorted here", "sort positions, by a key")
        name = "sorted_down" if reverse.value else "sorted"
        if key is None:
            self._must_be_ordered(node, items.type.item)
            if (bounds := self.shared.bounds) is not None and items.type.item == INT:
                given_too = {"items": items, "lowest": bounds.lowest, "highest": bounds.highest}
                if not bounds.watched:
                    return self.place_builtin(node, f"{name}_between", given_too)
                items = self.place_builtin(node, "watched", given_too)
            return self.place_builtin(node, name, {"items": items})
        held = self.in_variable(items, node, "items")
        measures = self.measures(node, held, key)
        return self.place_builtin(node, f"{name}_by", {"items": held, "measures": measures})

    def measures(self, node: ast.expr, items: Expr, key: ast.expr) -> Expr:
        """What the key of each item is, by which these have an order."""
        source, item = self.given("items", items, node), self.given_name("item")
        clause = ast.comprehension(ast.copy_location(ast.Name(item, ast.Store()), node), self.load(source, node), [], 0)
        measures = self._collected(node, Items(key, [clause], lambda: self.called(node, key, [self.scope[item]])), None)
        assert isinstance(measures.type, ListOf)
        self._must_be_ordered(node, measures.type.item)
        return measures

    def _by_keys(self, node: ast.Call) -> ast.expr | None:
        """`sorted(d.items())` of a dictionary that grows as `[(k, d[k]) for k in sorted(d)]`: no key is there twice."""
        match node.args[0]:
            case ast.Call(ast.Attribute(ast.Name(name) as whole, "items"), [], []) if self.is_own(name):
                if not isinstance(self._name(whole).type, Dictionary):
                    return None
            case _:
                return None
        key = self.given_name("key")
        pair = ast.Tuple([self.load(key, node), ast.Subscript(whole, self.load(key, node), ast.Load())], ast.Load())
        keys = ast.Call(node.func, [whole], node.keywords)
        clause = ast.comprehension(ast.Name(key, ast.Store()), keys, [], 0)
        made = ast.ListComp(pair, [clause])
        for part in (pair, pair.elts[1], keys, clause.target, made):
            ast.copy_location(part, node)
        return made

    def end_of_sorted(self, node: ast.Subscript) -> Expr | None:
        """`sorted(xs)[0]` and `sorted(xs)[-1]`, which nobody has to sort for; None if it is something else.

        Of equal ones the first stands first, also when it goes down; which of them stands last shows with a key only.
        """
        match node:
            case ast.Subscript(ast.Call(_, [ast.expr() as items], keywords) as call, ast.Constant(int(0))):
                last = False
            case ast.Subscript(
                ast.Call(_, [ast.expr() as items], keywords) as call, ast.UnaryOp(ast.USub(), ast.Constant(int(1)))
            ):
                last = True
            case _:
                return None
        given = {k.arg: k.value for k in keywords}
        reverse = given.pop("reverse", ast.Constant(False))
        if self.stands_for(call.func) != "sorted" or set(given) - {"key"} or isinstance(items, ast.Starred):
            return None
        if not isinstance(reverse, ast.Constant) or type(reverse.value) is not bool:
            return None
        if "key" in given and (last or isinstance(items, ast.GeneratorExp)):
            return None  # all items are made before the first key is asked for
        key = [ast.keyword("key", given["key"])] if "key" in given else []
        chosen = ast.copy_location(ast.Call(call.func, [items], key), call)
        self.measured = None
        with self.buffer() as done:
            end = self.builtin(chosen, "max" if last != reverse.value else "min")
        if self.measured is not None and may_miss(self.measured):
            return None  # sorting compares others, and where one is None it raises
        self.out.extend(done)
        return end

    def _must_be_ordered(self, node: ast.expr, kind: Type) -> None:
        sample = Var("x", kind)
        self.less(node, sample, sample)

    def listed(self, node: ast.expr, wanted: Type | None) -> Expr:
        """The items of something to run over, as a list: itself where it is one."""
        if not self._runs(node) and not isinstance(node, ast.GeneratorExp):
            e = self.value(node, wanted)
            if is_list(e.type):
                return e
            any_order = node in self.unordered
            node = self.load(self.given("items", e, node), node)
            self.unordered |= {node} if any_order else set()
        item = wanted.item if isinstance(wanted, ListOf) else None
        return self._collected(node, self.items_of(node), item)

    # ---------------------------------------------------------------------------------------------------------- updates

    def repeat(self, node: ast.expr, xs: Expr, times: Expr) -> Expr:
        """`[x] * n`"""
        assert isinstance(xs.type, ListOf)
        kind = xs.type.item
        if times.type != INT:
            self.refuse(Code.TYPE, node, f"a list is repeated so many times, not {article(times.type)}", "use an int")
        if has_list(kind):
            hint = "write `[[0] * n for _ in range(m)]`"
            self.refuse(Code.ALIAS, node, "this would put one list into several places", hint)
        if all(isinstance(e, Literal) or (isinstance(e, Apply) and e.op in _SURE) for e in subterms(times)):
            times = Literal(evaluate(times, {}))
        parts = [self.held(item, node) for item in xs.args] if isinstance(xs, Apply) and xs.op is Op.LIST else None
        if parts is not None and isinstance(times, Literal) and max(0, int(times.value)) * len(parts) <= MOST_REPEATED:
            return list_of(kind, *(parts * max(0, int(times.value))))
        limit, turn = self.given("times", times, node), self.given_name("k")
        clauses = [self._clause(turn, [self.load(limit, node)], node)]
        if parts is not None and len(parts) == 1:
            if has_unknown(kind):  # None, so far
                return self._collected(node, Items(node, clauses, lambda: parts[0]), kind)
            element = self.load(self.given("item", parts[0], node), node)
            return self._collected(node, Items(element, clauses), kind)
        whole = self.given("items", xs if parts is None else list_of(kind, *parts), node)
        item = self.given_name("item")
        stored = ast.copy_location(ast.Name(item, ast.Store()), node)
        clauses.append(ast.comprehension(stored, self.load(whole, node), [], 0))
        return self._collected(node, Items(self.load(item, node), clauses), kind)

    def step_into(self, outer: Expr, step: ast.expr, s: ast.stmt) -> tuple[Expr, Expr]:
        """One step towards the item that is assigned: the list, and the position in it."""
        if isinstance(step, ast.Slice):
            self.refuse(Code.STATEMENT, s, "a slice cannot be assigned here", "assign the items one by one")
        if not is_list(outer.type):
            message = f"a part of {article(outer.type)} cannot be assigned here"
            self.refuse(Code.STATEMENT, s, message, "make a new one")
        return outer, self.in_variable(self.integer(step, "a position"), s, "position")

    def update(self, s: ast.stmt, target: ast.Subscript, value: ast.expr, op: Op | None, grows: bool = False) -> None:
        """`xs[i] = v`, and `xs[i] += v` with an operator; `grid[i][j] = v` too, and `rows[i].append(v)`."""
        path: list[ast.expr] = []
        root: ast.expr = target
        while isinstance(root, ast.Subscript):
            path.insert(0, root.slice)
            root = root.value
        if not isinstance(root, ast.Name):
            self.refuse(Code.STATEMENT, s, "only an item of a named list can be assigned", "give the list a name")
        whole = self._name(root)
        if not isinstance(whole, Var) or not isinstance(whole.type, ListOf):
            message = f"an item of {article(whole.type)} cannot be assigned"
            self.refuse(Code.STATEMENT, s, message, "assign the items of lists")
        self._must_own(s, root.id)
        e: Expr = FALSE
        if op is None and not grows:
            e = self.value(value, _inside(whole.type, len(path)))
        levels: list[Expr] = [whole]
        positions: list[Expr] = []
        for step in path:
            outer, position = self.step_into(levels[-1], step, s)
            positions.append(position)
            levels.append(apply(Op.GET, outer, position))
        if op is not None:
            current = self.in_variable(levels[-1], s, "held")
            located = ast.copy_location(ast.BinOp(target, ast.Add(), value), s)
            e = self.combine(located, op, *self.meet(current, self.expr(value, current.type)))
        if grows:
            inner = levels[-1]
            if not isinstance(inner.type, ListOf) or not is_list(inner.type):
                self.refuse(Code.STATEMENT, s, f"nothing is appended to {article(inner.type)}", "append to a list")
            added = self.value(value, None if inner.type.item == UNKNOWN else inner.type.item)
            self._must_be_new(value, added.type, s)
            if has_unknown(inner.type) and self.learn(whole, filled(whole.type, added.type)):
                return
            e = self.apply(s, Op.APPEND, inner, added)
        elif has_list(e.type):
            self._must_be_new(value, e.type, s)
        if (
            e.type != levels[-1].type
            and has_unknown(levels[-1].type)
            and self.learn(whole, _with_inside(whole.type, e.type))
        ):
            return
        e = self.as_type(e, levels[-1].type)
        if e.type != levels[-1].type:
            held, other = told_apart(levels[-1].type, e.type)
            message = f"`{root.id}` holds {held} there, and would get {other}"
            self.refuse(Code.TYPE_CHANGED, s, message, "the items of a list have one type")
        for outer, position in zip(reversed(levels[:-1]), reversed(positions), strict=True):
            e = self.apply(s, Op.SET, outer, position, e)
        self.emit(Assign(whole, e, self.span(s)))


def _with_inside(kind: Type, item: Type) -> Type:
    """The type of a list with what was unknown of its items known; those that began as None may be None."""
    return filled(kind, item.items[1] if isinstance(item, Option) else item)


def _inside(kind: Type, depth: int) -> Type | None:
    """The type of the items so deep inside a list."""
    for _ in range(depth):
        if not isinstance(kind, ListOf):
            return None
        kind = kind.item
    return kind


def may_miss(kind: Type) -> bool:
    """Whether a value that may be None is part of the type."""
    match kind:
        case Option():
            return True
        case ListOf(item):
            return may_miss(item)
        case TupleOf(items):
            return any(map(may_miss, items))
        case _:
            return False
