"""What the side view of an editor shows: titled sections of a few kinds of blocks, as plain data and as Markdown.

An editor draws the blocks as it likes; one that draws none shows the Markdown. Lines are lines of the text that the
section is about, so that an editor can lead there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypedDict


class Words(TypedDict):
    """A paragraph."""

    kind: Literal["words"]
    text: str


class Step(TypedDict):
    """What is said of a line: a heading, and rows of a label (or none) and a text."""

    line: int | None
    title: str
    rows: list[tuple[str, str]]


class Steps(TypedDict):
    """Lines, and what is said of each."""

    kind: Literal["steps"]
    steps: list[Step]


class Grid(TypedDict):
    """A table; the first column names the rows."""

    kind: Literal["table"]
    head: list[str]
    rows: list[list[str]]


class Part(TypedDict):
    """A stretch of the budget, from where to where it goes (of 1)."""

    what: str
    bound: str
    start: float
    end: float


class Budget(TypedDict):
    """The claim, and which part of it is spent where, with example values of the public parameters."""

    kind: Literal["budget"]
    claim: str
    example: str
    parts: list[Part]


class Code(TypedDict):
    """A command to copy, or lines of a program."""

    kind: Literal["code"]
    text: str


Block = Words | Steps | Grid | Budget | Code


class Section(TypedDict):
    """Blocks under a title; a folded one is for those who look closer."""

    title: str
    folded: bool
    blocks: list[Block]


def section(title: str, *blocks: Block, folded: bool = False) -> Section:
    return {"title": title, "folded": folded, "blocks": list(blocks)}


def words(text: str) -> Words:
    return {"kind": "words", "text": text}


def steps(items: Iterable[Step]) -> Steps:
    return {"kind": "steps", "steps": list(items)}


def step(line: int | None, title: str, rows: Iterable[tuple[str, str]] = ()) -> Step:
    return {"line": line, "title": title, "rows": list(rows)}


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Grid:
    return {"kind": "table", "head": list(head), "rows": [list(row) for row in rows]}


def code(text: str) -> Code:
    return {"kind": "code", "text": text}


def markdown(sections: Iterable[Section]) -> str:
    """The sections as Markdown. Formulas are in code font, where nothing has another meaning."""
    return "\n".join(line for one in sections for line in (f"## {one['title']}", "", *_blocks(one["blocks"]))).strip()


def _blocks(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block["kind"]:
            case "words":
                yield from (block["text"], "")
            case "steps":
                yield from (line for one in block["steps"] for line in _step(one))
                yield ""
            case "table":
                yield from _table(block)
            case "budget":
                yield from _budget(block)
            case "code":
                yield from ("```text", block["text"], "```", "")


def _step(one: Step) -> Iterator[str]:
    where = f"line {one['line']}: " if one["line"] is not None else ""
    yield f"- {where}{one['title']}"
    for label, text in one["rows"]:
        yield f"  - {label} {_code(text)}" if label else f"  - {_code(text)}"


def _table(block: Grid) -> Iterator[str]:
    yield f"| {' | '.join(block['head'])} |"
    yield f"|{' --- |' * len(block['head'])}"
    for first, *others in block["rows"]:
        yield f"| {first} | {' | '.join(map(_cell, others))} |"
    yield ""


def _budget(block: Budget) -> Iterator[str]:
    for part in block["parts"]:
        yield f"- {part['what']}: {_code(part['bound'])}, {share(part)} of {_code(block['claim'])}"
    if block["parts"] and block["example"]:
        yield f"- (shares with {_code(block['example'])})"
    yield ""


def share(part: Part) -> str:
    """How much of the claim a part is."""
    return f"{part['end'] - part['start']:.0%}"


def _code(text: str) -> str:
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}" if text else ""


def _cell(text: str) -> str:
    return _code(text.replace("|", "\\|"))
