"""Programs as rows of a table, over the table of their expressions: `["while", 12, 3]`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from twinproof.document.expressions import TermReader, TermWriter
from twinproof.document.tables import Count, ReadTable, WrittenTable
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While, sequence
from twinproof.lang.noise import NOISES

MOST_COMMANDS = 20_000  # of one program, spelled out


class ProgramWriter(TermWriter):
    """Encodes programs, each once."""

    def __init__(self) -> None:
        super().__init__()
        self.programs: WrittenTable[Command] = WrittenTable()

    def program(self, command: Command) -> int:
        """The number of the row of a program."""
        if command not in self.programs:
            self.programs.add(command, self._encode_program(command))
        return self.programs.number(command)

    def _encode_program(self, command: Command) -> Any:
        match command:
            case If(condition, then, otherwise):
                return ["if", self.term(condition), self.program(then), self.program(otherwise)]
            case While(condition, body):
                return ["while", self.term(condition), self.program(body)]
            case Seq(parts):
                return ["seq", [self.program(p) for p in parts]]
            case Skip():
                return ["skip"]
            case Assign(target, value):
                return ["assign", self.term(target), self.term(value)]
            case Sample(target, noise, parameters, centre):
                return ["sample", self.term(target), noise.name, *map(self.term, parameters), self.term(centre)]


class ProgramReader(TermReader):
    """Decodes the expressions and programs of a document."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        count = Count()
        super().__init__(document, count)
        self._programs: ReadTable[Command] = ReadTable(MOST_COMMANDS, count)
        self._programs.fill("programs", document.get("programs"), self._decode_program)

    def program(self, number: Any) -> Command:
        """The program of a row."""
        return self._programs.at(number)

    def _decode_program(self, row: Any) -> Command:
        match row:
            case ["if", condition, then, otherwise]:
                yes, no = self._programs.parts(then, otherwise)
                return If(self.term(condition), yes, no)
            case ["while", condition, body]:
                (inner,) = self._programs.parts(body)
                return While(self.term(condition), inner)
            case ["seq", list(parts)]:
                return sequence(*self._programs.parts(*parts))
            case ["skip"]:
                self._programs.parts()
                return Skip()
            case ["assign", target, value]:
                self._programs.parts()
                return Assign(self.var(target), self.term(value))
            case ["sample", target, str(name), *parameters, centre] if name in NOISES:
                self._programs.parts()
                numbers = tuple(map(self.term, parameters))
                return Sample(self.var(target), NOISES[name], numbers, self.term(centre))
        raise ValueError(f"this is not a program: {row!r:.80}")
