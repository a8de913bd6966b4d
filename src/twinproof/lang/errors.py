"""What can be wrong with a mechanism file or with the inputs of a run, each with a code that never changes.

A `Diagnostic` says where, what, why it matters and what to write instead. `docs/errors.md` shows an example of every
code.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from twinproof.lang.span import Span


class Code(Enum):
    """TP0xx: files; TP1xx: signature and claim; TP2xx: constructs; TP3xx: types; TP4xx: noise; TP5xx: inputs."""

    NO_FILE = "TP001"
    NOT_TEXT = "TP002"
    NOT_PYTHON = "TP003"
    TOO_DEEP = "TP004"
    NO_MECHANISM = "TP005"
    NO_SUCH_MECHANISM = "TP006"
    SETTINGS = "TP007"
    HINT = "TP008"

    CLAIM_MISSING = "TP101"
    CLAIM_ARGUMENT = "TP102"
    CLAIM_TEXT = "TP103"
    CLAIM_NAME = "TP104"
    CLAIM_PRIVATE = "TP105"
    CLAIM_NEGATIVE = "TP106"
    ANNOTATION_MISSING = "TP107"
    ANNOTATION_UNKNOWN = "TP108"
    ADJACENCY_TYPE = "TP109"
    ADJACENCY_ARGUMENT = "TP110"
    PARAMETER_KIND = "TP111"
    MECHANISM_PLACE = "TP112"
    MECHANISM_TWICE = "TP113"
    RESULT_TYPE = "TP114"
    NOTHING_PRIVATE = "TP115"
    NO_INPUT = "TP116"
    NOTHING_MOVES = "TP117"
    CLAIM_EMPTY = "TP118"
    CLAIM_SEVERAL = "TP119"
    CLAIM_ORDER = "TP120"

    STATEMENT = "TP201"
    EXPRESSION = "TP202"
    UNKNOWN_NAME = "TP203"
    UNKNOWN_CALL = "TP204"
    CALL_ARGUMENTS = "TP205"
    RECURSION = "TP206"
    MISSING_RETURN = "TP207"
    MAYBE_UNASSIGNED = "TP208"
    UNREACHABLE = "TP209"
    ALIAS = "TP210"
    CHANGED_PARAMETER = "TP211"
    CHANGED_WHILE_ITERATED = "TP212"
    GLOBAL_STATE = "TP213"
    LOOP_FORM = "TP214"
    TOO_LARGE = "TP215"
    CLASS_FORM = "TP216"
    DICTIONARY = "TP217"
    SET = "TP218"

    TYPE = "TP301"
    TYPE_CHANGED = "TP302"
    NOT_A_CONDITION = "TP303"
    EMPTY_LIST = "TP304"
    REAL_DATA = "TP305"
    TUPLE_SHAPE = "TP306"

    # TP401 and TP402 refused scales that are not public; they are not used for anything else.
    SCALE_SIGN = "TP403"
    NOISE_ARGUMENTS = "TP404"
    IRRATIONAL = "TP405"

    INPUT_MISSING = "TP501"
    INPUT_UNKNOWN = "TP502"
    INPUT_TYPE = "TP503"
    INPUT_RANGE = "TP504"
    INPUT_TEXT = "TP505"
    RUN_FAILED = "TP506"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that is wrong: what, what to do about it, and where."""

    code: Code
    message: str
    hint: str
    path: str
    span: Span | None = None
    line_text: str = ""
    mechanism: str = ""
    further: tuple[Diagnostic, ...] = ()  # what else is wrong with the same mechanism

    def __str__(self) -> str:
        """As people read it: place, code and message, the line itself, a caret below it, and the way out."""
        texts = [d._text() for d in self.all[:_MOST_SHOWN]]
        if len(self.all) > _MOST_SHOWN:
            texts.append(f"{self.path}: and {len(self.all) - _MOST_SHOWN} more in `{self.mechanism}`")
        return "\n".join(map(_printable, "\n".join(texts).split("\n")))

    @property
    def all(self) -> tuple[Diagnostic, ...]:
        """Everything that is wrong with the mechanism, this first."""
        return self, *self.further

    def of(self, mechanism: str) -> Diagnostic:
        """The same, said of a mechanism."""
        return replace(self, mechanism=mechanism, further=tuple(d.of(mechanism) for d in self.further))

    def _text(self) -> str:
        if self.span is None:
            return f"{self.path}: {self.code.value}: {self.message}\n  help: {self.hint}"
        if not self.line_text:
            place = f"{self.path}:{self.span.line}:{self.span.column}"
            return f"{place}: {self.code.value}: {self.message}\n  help: {self.hint}"
        column, text = _window(self.line_text, self.span)
        width = self.span.end_column - self.span.column if self.span.end_line == self.span.line else len(text)
        carets = "^" * max(1, min(width, len(text) - column + 1))
        number = str(self.span.line)
        gutter = " " * len(number)
        return (
            f"{self.path}:{self.span.line}:{self.span.column}: {self.code.value}: {self.message}\n"
            f" {number} | {text}\n"
            f" {gutter} | {' ' * (column - 1)}{carets}\n"
            f" {gutter} = help: {self.hint}"
        )


_WIDEST = 160
_MOST_SHOWN = 8  # things that are wrong with one mechanism


def joined(diagnostics: Iterable[Diagnostic]) -> Diagnostic:
    """Several things that are wrong as one, in the order of the text, each once."""
    flat = dict.fromkeys(replace(d, further=()) for whole in diagnostics for d in whole.all)
    first, *rest = sorted(flat, key=lambda d: (d.span.line, d.span.column) if d.span is not None else (0, 0))
    return replace(first, further=tuple(rest))


def _printable(text: str) -> str:
    """The text without characters that would do something to a terminal."""
    return "".join(c if c.isprintable() else "·" for c in text)


def _window(text: str, span: Span) -> tuple[int, str]:
    """The part of an over-long line around the place, and the column in it; tabs become one space each."""
    text = text.replace("\t", " ")
    if len(text) <= _WIDEST:
        return span.column, text
    start = max(0, span.column - 1 - _WIDEST // 2)
    return span.column - start, text[start : start + _WIDEST]


class TwinproofError(Exception):
    """Something about the user's input is wrong; it carries the diagnostic to show."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(str(diagnostic))
        self.diagnostic = diagnostic
