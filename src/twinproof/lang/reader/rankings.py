"""Lists that are sorted only to take the first or the last: `ranking = sorted(scores)`, and then `ranking[0]`.

Nobody has to sort for that. The items are kept as they come, and beside them the first of the smallest or largest.
Where the second is taken too, or the third, it is looked for among the others.
"""

from __future__ import annotations

import ast

from twinproof.lang.expr import Expr, Op, apply
from twinproof.lang.faces import is_list, item_of
from twinproof.lang.reader.flow import own_nodes
from twinproof.lang.reader.ownership import has_list
from twinproof.lang.reader.sequences import SequenceReader, may_miss
from twinproof.lang.reader.shared import component

_MOST_FIRST = 3  # items of a sorted list that are looked for one after the other


class RankingReader(SequenceReader):
    """Reads lists that are sorted."""

    def ranked(self, s: ast.stmt, name: str, value: ast.expr) -> bool:
        match value:
            case ast.Call(function, [items], keywords) if self.stands_for(function) == "sorted":
                given = {k.arg: k.value for k in keywords}
            case _:
                return False
        reverse, key = given.pop("reverse", ast.Constant(False)), given.pop("key", None)
        if given or not isinstance(reverse, ast.Constant) or type(reverse.value) is not bool:
            return False
        ends = self._ends_asked_for(name)
        if not ends or isinstance(items, ast.Starred) or (-1 in ends and key is not None):
            return False  # which one of equal ones stands last shows with a key
        if max(ends) > 0 and -1 in ends:
            return False
        with self.buffer() as done:
            if max(ends) > 0:
                found = self._first_ones(s, name, items, key, ends, "_down" if reverse.value else "")
            else:
                chosen = {end: "max" if (end == 0) == reverse.value else "min" for end in ends}
                found = self._kept(s, name, items, key, chosen)
        if found is None:
            return False
        self.out.extend(done)
        self.ends[name] = found
        return True

    def _kept(
        self, s: ast.stmt, name: str, items: ast.expr, key: ast.expr | None, ends: dict[int, str]
    ) -> dict[int, Expr] | None:
        """The items under the name, and the ends of the list; None where sorting would compare what may be None."""
        listed = self.listed(items, None)
        if not is_list(listed.type) or has_list(item_of(listed.type)) or may_miss(listed.type):
            return None
        self._store(s, name, listed)
        found: dict[int, Expr] = {}
        for end, chosen in ends.items():
            keywords = [ast.keyword("default", ast.copy_location(ast.Constant(None), items))]
            keywords += [ast.keyword("key", key)] if key is not None else []
            function = ast.copy_location(ast.Name(chosen, ast.Load()), items)
            call = ast.copy_location(ast.Call(function, [self.load(name, items)], keywords), items)
            found[end] = self.in_variable(self.consumed(call, chosen), items, "first" if end == 0 else "last")
            if self.measured is None or may_miss(self.measured):
                return None
        return found

    def _first_ones(
        self, s: ast.stmt, name: str, items: ast.expr, key: ast.expr | None, ends: set[int], direction: str
    ) -> dict[int, Expr] | None:
        """The same for the first two or three of a list; where there are not so many, the places lie outside of it."""
        listed = self.listed(items, None)
        if not is_list(listed.type) or has_list(item_of(listed.type)) or may_miss(listed.type):
            return None
        self._store(s, name, listed)
        kept = self.expr(self.load(name, items))
        measures = kept if key is None else self.measures(items, kept, key)
        if may_miss(measures.type):
            return None
        self._must_be_ordered(items, item_of(measures.type))
        many = "first_two" if max(ends) == 1 else "first_three"
        places = self.in_variable(self.place_builtin(items, many + direction, {"measures": measures}), items, "places")
        return {end: self._entry(items, name, kept, component(places, end)) for end in ends}

    def _entry(self, items: ast.expr, name: str, kept: Expr, place: Expr) -> Expr:
        """What stands at a place, or None where there is nothing; in `range(n)` it is the place itself."""
        at = self.load(self.given("place", place, items), items)
        inside = self.load(self.given("inside", apply(Op.LT, place, apply(Op.LEN, kept)), items), items)
        match items:
            case ast.Call(function, [_], []) if self.stands_for(function) == "range":
                there: ast.expr = at
            case _:
                there = ast.copy_location(ast.Subscript(self.load(name, items), at, ast.Load()), items)
        nothing = ast.copy_location(ast.Constant(None), items)
        chosen = ast.copy_location(ast.IfExp(inside, there, nothing), items)
        return self.in_variable(self.expr(chosen), items, "entry")

    def end_of_sorted(self, node: ast.Subscript) -> Expr | None:
        match node:
            case ast.Subscript(ast.Name(name)) if name in self.ends and (end := _end(node)) in self.ends[name]:
                return component(self.ends[name][end], 1)  # where there is none it raises, as in Python
            case _:
                return super().end_of_sorted(node)

    def _ends_asked_for(self, name: str) -> set[int] | None:
        """The ends of a list that is asked for nothing else but its length, and whether it has items."""
        if name in self.parameters or self.counts[name] != 1:
            return None
        ends: set[int] = set()
        known: set[ast.AST] = set()
        for node in own_nodes(self.function):
            match node:
                case ast.Subscript(ast.Name() as whole) if whole.id == name and (end := _end(node)) is not None:
                    ends.add(end)
                    known.add(whole)
                case ast.Call(function, [ast.Name() as whole], []) if self.stands_for(function) == "len":
                    known.add(whole)
                case ast.If(ast.Name() as whole) | ast.IfExp(ast.Name() as whole):
                    known.add(whole)
                case _:
                    pass
        loads = (n for n in ast.walk(self.function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
        return ends if all(n in known for n in loads if n.id == name) else None


def _end(node: ast.Subscript) -> int | None:
    """0, 1 and 2 for the first items, −1 for the last, None for others."""
    match node:
        case ast.Subscript(_, ast.Constant(int(place)), ast.Load()) if type(place) is int and 0 <= place < _MOST_FIRST:
            return place
        case ast.Subscript(_, ast.UnaryOp(ast.USub(), ast.Constant(int(1))), ast.Load()):
            return -1
        case _:
            return None
