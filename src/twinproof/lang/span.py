"""Where something stands in a file. Apart from what stands there, so that telling of an error loads no more."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a source file; lines and columns count from one."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
