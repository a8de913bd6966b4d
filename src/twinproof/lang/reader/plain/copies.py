"""Variables that only pass a value on: after `held ← x`, as long as neither changes, `x` is as good."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from twinproof.lang.command import Assign, Command, If, Seq, Skip, While, sequence, written
from twinproof.lang.expr import Var, substitute
from twinproof.lang.liveness import Live, live_at_head, live_before
from twinproof.lang.rewriting import with_expressions, with_parts

Held = Mapping[Var, Var]  # variables, and those that are as good now


def without_copies(command: Command, after: Live) -> Command:
    """The command without such variables; those in `after` matter when it is done."""
    return _without_idle(_propagated(command, {})[0], after)


def _propagated(command: Command, held: Held) -> tuple[Command, Held]:
    """The command with values in the place of variables that pass them on, and which variables do so after it."""
    match command:
        case Seq(parts):
            done: list[Command] = []
            for part in parts:
                made, held = _propagated(part, held)
                done.append(made)
            return sequence(*done), held
        case If(condition, then, otherwise):
            (yes, first), (no, second) = _propagated(then, held), _propagated(otherwise, held)
            both = {v: e for v, e in first.items() if second.get(v) == e}
            return replace(command, condition=substitute(condition, held), then=yes, otherwise=no), both
        case While(_, body):
            stays = _after(held, written(body))
            command = with_expressions(command, lambda e: substitute(e, stays))
            return with_parts(command, lambda body: _propagated(body, stays)[0]), stays
        case _:
            made = with_expressions(command, lambda e: substitute(e, held))
            now = _after(held, written(made))
            match made:
                case Assign(name, Var() as value) if name != value:
                    return made, {**now, name: value}
                case _:
                    return made, now


def _after(held: Held, changed: frozenset[Var]) -> Held:
    """What is as good after these variables may have changed."""
    return {v: e for v, e in held.items() if v not in changed and e not in changed}


def _without_idle(command: Command, after: Live) -> Command:
    """The command without assignments of one variable to another that nobody reads."""
    match command:
        case Assign(name, Var()) if name not in after:
            return Skip()
        case Seq(parts):
            backward: list[Command] = []
            for part in reversed(parts):
                backward.append(_without_idle(part, after))
                after = live_before(part, after, all_reads=True)
            return sequence(*reversed(backward))
        case While():
            head = live_at_head(command, after, all_reads=True)
            return with_parts(command, lambda body: _without_idle(body, head))
        case _:
            return with_parts(command, lambda part: _without_idle(part, after))
