"""Which draws a part of the result depends on, and which are told in it as they are.

Where two runs return different first components, say, no choice is to blame for a draw that the first component does
not depend on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from twinproof.lang.command import Assign, Command, If, Sample, Seq, While, parts_of, site_of, subcommands, written
from twinproof.lang.dataflow import Variables
from twinproof.lang.expr import Apply, Expr, Op, Var, free_variables
from twinproof.lang.mechanism import Mechanism

Sites = frozenset[int]


class Dependence:
    """What the variables of a program are computed from, and under which conditions."""

    def __init__(self, mechanism: Mechanism) -> None:
        self._mechanism = mechanism
        self._sources: dict[Var, set[Var]] = {}
        self._drawn: dict[Var, set[int]] = {}
        self._note(mechanism.body, frozenset())

    def _note(self, command: Command, asked: Variables) -> None:
        match command:
            case Assign(target, value):
                self._sources.setdefault(target, set()).update(asked, free_variables(value))
            case Sample(target):
                read = (free_variables(e) for e in (*command.parameters, command.centre))
                self._sources.setdefault(target, set()).update(asked, *read)
                self._drawn.setdefault(target, set()).add(site_of(command))
            case Seq(parts):
                for part in parts:
                    self._note(part, asked)
            case If(condition, then, otherwise):
                for branch in (then, otherwise):
                    self._note(branch, asked | free_variables(condition))
            case While(condition, body):
                self._note(body, asked | free_variables(condition))
            case _:
                pass

    def sites(self, variables: Variables) -> Sites:
        """The draws that any of these variables depend on."""
        known, found, waiting = set[Var](), set[int](), list(variables)
        while waiting:
            var = Var(waiting[-1].name, waiting.pop().type)
            if var not in known:
                known.add(var)
                found |= self._drawn.get(var, set())
                waiting += self._sources.get(var, ())
        return frozenset(found)

    def of_components(self) -> list[Sites]:
        """The draws that each component of the result depends on, if the result is a tuple that is made once."""
        result = self._mechanism.result
        made = [c for c in subcommands(self._mechanism.body) if isinstance(c, Assign | Sample) and c.target == result]
        match made:
            case [Assign(_, Apply(Op.TUPLE, parts))]:
                return [self.sites(free_variables(part)) for part in parts]
            case _:
                return []

    def behind(self, e: Expr) -> Sites:
        """The draws that an expression of two runs depends on."""
        return self.sites(free_variables(e))


def apart(ours: object, theirs: object, components: list[Sites]) -> Iterator[Sites]:
    """For each component in which two results differ, the draws that it depends on."""
    if components and isinstance(ours, tuple) and isinstance(theirs, tuple):
        yield from (sites for a, b, sites in zip(ours, theirs, components, strict=True) if a != b)


def told_as_drawn(mechanism: Mechanism) -> Sites:
    """The draws that are put into the output as they are: both runs must draw the same value there."""
    body, told = mechanism.body, set[int]()
    whole = {mechanism.result}
    copies = [c for c in subcommands(body) if isinstance(c, Assign)]
    for _ in copies:
        whole.update(v for c in copies if c.target in whole for v in _put(c.value, c.target))
    for c in subcommands(body):
        for place, drawn in enumerate(c.parts if isinstance(c, Seq) else ()):
            if isinstance(drawn, Sample) and _is_told(drawn.target, parts_of(c)[place + 1 :], whole):
                told.add(site_of(drawn))
    return frozenset(told)


def _is_told(var: Var, later: Sequence[Command], whole: set[Var]) -> bool:
    """Whether the next commands put a variable into the output, before it is changed."""
    for command in later:
        if isinstance(command, Assign) and command.target in whole and var in _put(command.value, command.target):
            return True
        if var in written(command):
            return False
    return False


def _put(e: Expr, target: Var) -> list[Var]:
    """The variables that are put into a list or a tuple as they are, where nothing is taken out of it."""
    match e:
        case Var():
            return [e]
        case Apply(Op.TUPLE | Op.LIST, parts):
            return [v for part in parts for v in _put(part, target)]
        case Apply(Op.APPEND, (grown, item)) if grown == target:
            return _put(item, target)
        case _:
            return []
