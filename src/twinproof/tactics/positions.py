"""Finding commands by the line of the source that they came from, or by their position."""

from __future__ import annotations

from collections.abc import Iterator

from twinproof.lang.command import Command, If, Seq, While, parts_of, sequence, subcommands
from twinproof.tactics.failures import TacticFailed


def position(side: str, program: Command, line: int | None, count: int | None) -> int:
    """How many commands come before the cut."""
    parts = parts_of(program)
    if line is not None:
        lines = [part.at.line if not isinstance(part, Seq) and part.at is not None else None for part in parts]
        if line not in lines:
            there = ", ".join(dict.fromkeys(str(n) for n in lines if n is not None))
            raise TacticFailed(
                "seq", f"no command of the {side} program stands in line {line}; there are lines {there}"
            )
        return lines.index(line)
    if count is None:
        raise TacticFailed("seq", "say where to cut: at=LINE, or left=… and right=… commands")
    if not 0 <= count <= len(parts):
        raise TacticFailed("seq", f"the {side} program has {len(parts)} commands, and cannot be cut after {count}")
    return count


def in_lines(program: Command, first: int, last: int) -> Command:
    """The commands of one sequence that stand in these lines of the source."""
    for block in _blocks(program):
        chosen = [p for p in parts_of(block) if not isinstance(p, Seq) and p.at and first <= p.at.line <= last]
        if chosen:
            return sequence(*chosen)
    raise TacticFailed("lines", f"no command stands in lines {first} to {last}")


def _blocks(program: Command) -> Iterator[Command]:
    """The program and the blocks inside it, outer ones first."""
    yield program
    for command in subcommands(program):
        match command:
            case If(_, then, otherwise):
                yield from (then, otherwise)
            case While(_, body):
                yield body
            case _:
                pass
