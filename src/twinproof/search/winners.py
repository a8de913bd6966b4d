"""Several winners in one output: couplings that ask whether a draw is any of them.

Of the best and the second best of one list of draws both move as the winner of a noisy maximum does, and all others
keep their noise. So what is asked of a draw is whether one of the components of the output is its position. Where the
first draws stand outside of the loop there are several samplings, each with its position, and among all combinations
of couplings those that ask this of each draw are few: they are looked at first. What is paid is then paid for one
winner after the other, whichever comes first: nothing until a loop has come to any of them, all when it has passed all.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from twinproof.lang.expr import Apply, Op, Var, free_variables
from twinproof.lang.types import INT
from twinproof.search.components import same_of_several
from twinproof.search.couplings import Cases, Choices
from twinproof.search.facts import Fact, Guard
from twinproof.search.observed import Observed, most
from twinproof.search.terms import LEFT, Slot

_MOST_WINNERS = 4  # of which it is told which have been passed


def asks_for_any(cases: Cases, output: Var) -> bool:
    """Whether what is asked is that something is one of several components of the output, of all at once or in turn."""
    asked = [part for e in cases for part in (e.args if isinstance(e, Apply) and e.op is Op.OR else (e,))]
    return same_of_several(asked, lambda v: v == output) is not None


def any_winner(offered: Sequence[Choices], output: Var) -> Iterator[list[Choices]]:
    """Of what the grammar offers, what asks of each draw whether it is one of several winners, if it offers that.

    First all winners move alike, and then each in its own way.
    """
    for size in (1, 2):
        narrowed = []
        for choices in offered:
            cases = tuple(c for c in choices.cases if len(c) == size and asks_for_any(c, output))
            narrowed.append(replace(choices, cases=cases, windows=()) if cases else choices)
        if any(a is not b for a, b in zip(narrowed, offered, strict=True)):
            yield narrowed


def paid_until(
    counters: Sequence[Var], slots: Sequence[Slot], rigid: Sequence[Slot], output: Var, data: Observed
) -> Iterator[Fact]:
    """What has been paid as long as a position has not passed some of the winners."""
    ends = [s for s in rigid if isinstance(s, Apply) and s.type == INT and output in free_variables(s)]
    positions = [s for s in slots if isinstance(s, Var) and s.type == INT and s.place is LEFT]
    if not len(data) or not 2 <= len(ends) <= _MOST_WINNERS:
        return
    for position, size in itertools.product(positions, range(1, len(ends) + 1)):
        for some in itertools.combinations(ends, size):
            guards = tuple(Guard(position, True, end) for end in some)
            states = data
            for guard in guards:
                states = states.where(guard.chosen(states)) if len(states) else states
            for w in counters if 0 < len(states) < len(data) else ():
                if w.type == INT and (spent := most(states[w])) < most(data[w]):
                    yield Fact(((w, 1),), -int(spent), False, guards)
