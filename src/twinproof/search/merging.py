"""Values of the two runs, put together: a choice between two of them."""

from __future__ import annotations

import z3

from twinproof.search.terms import (
    Database,
    Items,
    Opaque,
    Origin,
    Query,
    Strand,
    Term,
    Unsupported,
    Value,
    both_of,
    choose,
)


class Merging:
    """The values of one z3 context."""

    def __init__(self) -> None:
        self.context = z3.Context()
        self.true, self.false = z3.BoolVal(True, self.context), z3.BoolVal(False, self.context)

    def _merge(self, test: Term, first: Value, second: Value) -> Value:
        """first if test else second. A value that only one branch has set is not read after the other."""
        if first is None or second is None or first is second:
            return second if first is None else first
        if isinstance(first, tuple):
            return tuple(self._merge(test, a, b) for a, b in zip(first, second, strict=True))
        if isinstance(first, Items):
            return self._merge_lists(test, first, second)
        if isinstance(first, Query) and first.source == second.source:
            return Query(first.source, choose(test, first.index, second.index))
        if isinstance(first, Database | Opaque | Query):
            if first != second:
                raise Unsupported("a choice between abstract values")
            return first
        return choose(test, first, second)

    def _merge_lists(self, test: Term, a: Items, b: Items) -> Items:
        if len(a.options) == len(b.options) == 1 and a.origin == b.origin:
            return self._items(self._merge_strands(test, a.options[0][1], b.options[0][1]))
        mine = [(both_of(test, g), s) for g, s in a.options]
        other = [(both_of(z3.Not(test), g), s) for g, s in b.options]
        return Items((*mine, *other))

    def _merge_strands(self, test: Term, a: Strand, b: Strand) -> Strand:
        shared = 0
        while shared < min(len(a.writes), len(b.writes)) and a.writes[shared] is b.writes[shared]:
            shared += 1
        mine = tuple((both_of(test, g), p, x) for g, p, x in a.writes[shared:])
        other = tuple((both_of(z3.Not(test), g), p, x) for g, p, x in b.writes[shared:])
        writes = (*a.writes[:shared], *mine, *other)
        return Strand(a.origin, a.base, choose(test, a.length, b.length), writes, a.replaced or b.replaced)

    def _items(self, strand: Strand) -> Items:
        return Items(((self.true, strand),))

    def _list(self, origin: Origin, length: Term) -> Items:
        return self._items(Strand(origin, length, length))
