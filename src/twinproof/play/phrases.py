"""What the page says of what it shows, in sentences, and beside the lines of its editor."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from twinproof.play.wire import Note, Runs, Seen


def number_words(value: int | str) -> str:
    """A number as it stands beside its slider."""
    return f"{float(Fraction(value)):.4g}" if isinstance(value, str) else str(value)


def ending(runs: Runs, has_delta: bool) -> str:
    """What came of two runs."""
    if runs["trouble"]:
        return f"The runs are not followed any further: {runs['trouble']}."
    further = f"{runs['more']} more draws are not shown. " if runs["more"] else ""
    if runs["is_together"]:
        return f"{further}Both runs return {runs['left']}."
    paid = ": this is one of the pairs that δ pays for" if has_delta else ""
    return f"{further}The left run returns {runs['left']}, and the right run {runs['right']}{paid}."


def summary(seen: Seen) -> str:
    """What two inputs show."""
    said = ["These two inputs break the claim."] if seen["is_broken"] else []
    said.append(f"The largest loss of an output is {seen['largest']}; the claimed ε is {seen['epsilon_words']}.")
    if seen["delta_words"]:
        said.append(f"At this ε the least δ is {seen['least_delta']}; claimed is {seen['delta_words']}.")
    if len(seen["outcomes"]) < seen["of"]:
        said.append(f"Shown are {len(seen['outcomes'])} of {seen['of']} outputs.")
    return " ".join(said)


def decorations(notes: list[Note], text: str) -> list[dict[str, Any]]:
    """The lines that there is something to say about, with a few words behind each."""
    lines = text.split("\n")
    ends = [0]
    for line in lines:
        ends.append(ends[-1] + len(line) + 1)
    made: list[dict[str, Any]] = []
    said: set[tuple[int, str]] = set()
    for note in notes:
        key = (note["line"], note["short"])
        if note["line"] > len(lines) or key in said:
            continue
        said.add(key)
        made.append({"kind": "line", "line": note["line"], "class": f"tp-{note['kind']}"})
        position = ends[note["line"]] - 1
        made.append({"kind": "widget", "position": position, "text": note["short"], "class": f"tp-note {note['kind']}"})
    return made
