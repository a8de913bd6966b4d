"""What the worker tells the page: plain data, and nothing that takes long to load."""

from __future__ import annotations

from typing import TypedDict

from twinproof.integrations.lsp.sections import Section


class Note(TypedDict):
    """What is said beside a line of the editor."""

    line: int
    kind: str  # "coupling", "blame" or "stuck"
    short: str
    text: str


class Problem(TypedDict):
    """Something that is wrong with a mechanism, or with the text."""

    name: str
    line: int | None
    code: str
    message: str
    hint: str


class Knob(TypedDict):
    """An input that can be moved; `shape` says how: as a number, a real, a truth value, or as JSON."""

    name: str
    private: bool
    shape: str


class View(TypedDict):
    """A verdict as the page shows it."""

    name: str
    kind: str
    sentence: str
    seconds: float
    loose: str
    sections: list[Section]
    notes: list[Note]
    knobs: list[Knob]
    has_proof: bool


class Outcome(TypedDict):
    """An output on both inputs."""

    output: str
    left: float
    right: float
    loss: float | None  # None: infinite
    is_above: bool
    words: str


class Drawn(TypedDict):
    """A draw of both runs."""

    line: int | None
    variable: str
    noise: str
    left: str
    right: str
    left_centre: str
    right_centre: str
    shift: int | None
    when: str
    price: str
    cost: float
    spent: float
    numbers: list[float] | None  # centres and values, where they are numbers: what a picture needs
    curve: list[tuple[float, float]]  # the noise around 0, as high as 1


class Runs(TypedDict):
    """A pair of coupled runs."""

    case: str
    steps: list[Drawn]
    more: int
    left: str
    right: str
    is_together: bool
    spent: float
    trouble: str


class Seen(TypedDict):
    """What two inputs show."""

    trouble: str
    outcomes: list[Outcome]
    of: int
    epsilon: float
    epsilon_words: str
    delta: float
    delta_words: str
    least_delta: str
    limit: str
    largest: str
    is_broken: bool
    curve: list[tuple[float, float]]
    runs: Runs | None
