"""The tools that the server has: what each is for, what it takes, and what it gives, as JSON schemas.

Schemas are strict: whatever a tool does not know is refused, so that no hint is lost in silence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from twinproof.search.hints import schema

Schema = dict[str, Any]

MOST_SOURCE = 200_000  # characters
MOST_CERTIFICATE = 20_000_000
TIMEOUT, MOST_TIME = 60, 600  # seconds for each mechanism, unless told otherwise; and at most

INSTRUCTIONS = """Twinproof proves or refutes the differential privacy that a Python function claims by its decorator
`@mechanism(epsilon=…, delta=…)`. Send the whole text of the file. `verify` answers proved, refuted (with two inputs and
an output whose exact probabilities break the claim) or unknown, which says neither yes nor no. Nothing that is sent is
executed. Where it is unknown, `verify` takes `hints` about one mechanism: a shift for the draw of a line, what holds at
the loop of a line, and what δ may pay for. They are tried and never believed. `check` replays a certificate that was
made elsewhere, and believes nothing of it."""


@dataclass(frozen=True, slots=True)
class ToolText:
    """A tool, as a client is told of it."""

    name: str
    title: str
    description: str
    takes: Schema
    gives: Schema


def _object(properties: Schema, required: list[str], closed: bool = True) -> Schema:
    schema: Schema = {"type": "object", "properties": properties, "required": required}
    return {**schema, "additionalProperties": False} if closed else schema


_SOURCE: Schema = {
    "source": {"type": "string", "maxLength": MOST_SOURCE, "description": "The text of a Python file with mechanisms."}
}
_NAME: Schema = {
    "name": {
        "type": "string",
        "pattern": r"^[^\W\d]\w*(\.[^\W\d]\w*)?$",
        "maxLength": 200,
        "description": "The mechanism, where the text has several.",
    }
}
_TIMEOUT: Schema = {
    "timeout": {
        "type": "number",
        "minimum": 1,
        "maximum": MOST_TIME,
        "description": f"Seconds for each mechanism ({TIMEOUT} unless given); then its verdict is unknown.",
    }
}
_HINTS: Schema = {
    "hints": {
        **schema(),
        "description": (
            "What the search should try, about one mechanism. L.x and R.x are x in the left and the right run; what is "
            "the same in both has no mark: a public parameter, the output o, what the left run draws (sampled), what "
            "was paid in units of a noise rate (w). `explain` prints the names that there are."
        ),
    }
}
_INPUTS: Schema = {
    "left": {"type": "object", "description": "The inputs of one run, by parameter."},
    "right": {"type": "object", "description": "The inputs of the other run, which must be adjacent."},
    "both": {"type": "object", "description": "Inputs that are the same on both sides."},
}
_VERDICT = _object(
    {
        "mechanism": {"type": "string"},
        "verdict": {"enum": ["proved", "refuted", "unknown", "error"]},
        "words": {"type": "string", "description": "The verdict and its evidence, or what is wrong, in words."},
    },
    ["mechanism", "verdict", "words"],
    closed=False,
)
_VERDICTS = _object({"verdicts": {"type": "array", "items": _VERDICT}}, ["verdicts"])
_FIX = _object(
    {
        "title": {"type": "string"},
        "line": {"type": "integer"},
        "before": {"type": "string"},
        "after": {"type": "string"},
        "source": {"type": "string", "description": "The whole text after the change, of which the claim is proved."},
    },
    ["title", "line", "before", "after", "source"],
)

TOOLS = (
    ToolText(
        "verify",
        "Prove or refute",
        "Prove or refute the privacy that each mechanism of a text claims. Its certificate can be checked.",
        _object(
            {
                **_SOURCE,
                **_NAME,
                **_TIMEOUT,
                **_HINTS,
                "certificate": {"type": "boolean", "description": "Whether to send the certificates too (long)."},
            },
            ["source"],
        ),
        _VERDICTS,
    ),
    ToolText(
        "infer",
        "The smallest ε",
        "Verify, and also find the smallest ε that can be proved, and the largest loss that was found.",
        _object({**_SOURCE, **_NAME, **_TIMEOUT}, ["source"]),
        _VERDICTS,
    ),
    ToolText(
        "explain",
        "As it is read",
        "A mechanism as the core program that every verdict is about, with its claim and adjacency, and the verdict.",
        _object({**_SOURCE, **_NAME, **_TIMEOUT, **_HINTS}, ["source"]),
        _object({"mechanism": {"type": "string"}, "words": {"type": "string"}}, ["mechanism", "words"]),
    ),
    ToolText(
        "compare",
        "Two inputs, exactly",
        "The exact probability of each output on two adjacent inputs, its loss, and whether the claim is broken.",
        _object({**_SOURCE, **_NAME, **_INPUTS}, ["source", "left", "right"]),
        _object(
            {"mechanism": {"type": "string"}, "violates": {"type": ["boolean", "null"]}}, ["violates"], closed=False
        ),
    ),
    ToolText(
        "fix",
        "Changes that are proved",
        "Changes of one place in a refuted mechanism after which its claim is proved. Each one was verified.",
        _object({**_SOURCE, **_NAME, **_TIMEOUT}, ["source"]),
        _object(
            {"verdict": {"enum": ["proved", "refuted", "unknown"]}, "fixes": {"type": "array", "items": _FIX}},
            ["verdict", "fixes"],
        ),
    ),
    ToolText(
        "check",
        "Check a certificate",
        "Replay a certificate against the mechanism of a text: every rule by the kernel, every probability anew.",
        _object(
            {**_SOURCE, "certificate": {"type": "string", "maxLength": MOST_CERTIFICATE, "description": "Its JSON."}},
            ["source", "certificate"],
        ),
        _object({"accepted": {"type": "boolean"}, "words": {"type": "string"}}, ["accepted", "words"]),
    ),
)
