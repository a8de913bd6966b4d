"""What is computed from a single released value: the value itself is as private as what comes of it.

`return cuts[best]` ends a mechanism that releases `best`. A proof for `best` is one for the whole: where both runs have
the same `best`, they return the same. The other way round it would be harder, since two cuts may be equal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NoReturn

from twinproof.kernel.judgment import Budget
from twinproof.kernel.rules import Theorem, conseq, seq
from twinproof.lang.command import Command, has_loop, has_sampling, parts_of, sequence, written
from twinproof.lang.expr import Apply, Op, Place, Var, apply, tag
from twinproof.lang.liveness import live_before
from twinproof.lang.mechanism import Mechanism
from twinproof.search.result import Proof
from twinproof.tactics.stepping import Stuck, together


@dataclass(frozen=True)
class PostProcessing:
    """A mechanism up to a value that it releases, and what it computes from that value."""

    released: Mechanism
    rest: Command
    result: Var

    def of_the_whole(self, proof: Proof) -> Proof:
        """The proof for the value that is released, as one for what is computed from it."""
        assert proof.theorem is not None
        return replace(proof, theorem=self._extended(proof.theorem))

    def _extended(self, theorem: Theorem) -> Theorem:
        same, value = self._same(self.result), self._same(self.released.result)
        stepped = together(self.rest, self.rest, same, Budget(), _no_noise)
        return seq(theorem, conseq(value, same, Budget(), stepped))

    def _same(self, var: Var) -> Apply:
        return apply(Op.EQ, tag(var, Place.LEFT), tag(var, Place.RIGHT))


def _no_noise(*_: object) -> NoReturn:
    raise Stuck("there is no noise in what is computed from a released value")


def post_processing(mechanism: Mechanism) -> PostProcessing | None:
    """What a mechanism computes at its end from one value alone, if there is such a value."""
    parts, private = parts_of(mechanism.body), {p.var for p in mechanism.parameters if p.private}
    found: PostProcessing | None = None
    for n in reversed(range(1, len(parts))):
        rest = sequence(*parts[n:])
        if has_loop(parts[n]) or has_sampling(parts[n]):
            break
        needed = live_before(rest, frozenset((mechanism.result,)), all_reads=True)
        own = {v for v in needed if v.place is Place.MEMORY}
        if len(own) == 1 and not own & private:
            (value,) = own
            before = sequence(*parts[:n])
            if value in written(before) and value != mechanism.result:
                released = replace(mechanism, body=before, result=value)
                found = PostProcessing(released, rest, mechanism.result)
    return found
