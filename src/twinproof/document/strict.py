"""Reading JSON strictly, and what all documents have in common: names, fingerprints, and how they are turned down.

No field twice, no text with control characters (nothing in it can break a line of what is printed), no numbers that are
none, and limits on everything that grows: all of them are counts. What the fields mean is not known here.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Mapping
from typing import Any

from twinproof.lang.expr import TypeMismatch

FORMAT, VERSION = "twinproof certificate", 1
MOST_BYTES = 10_000_000
MOST_VALUES = 2_000_000  # texts, numbers, lists and objects
MOST_NESTING = 60  # of lists and objects
MOST_DIGITS = 1_000  # of a number
MOST_LETTERS = 200  # of a name

# What constructors raise when they are given something else than they take.
NOT_WELL_FORMED = (
    *(TypeMismatch, ValueError, KeyError, TypeError, IndexError),
    *(AttributeError, ArithmeticError, AssertionError),
)


class Unreadable(Exception):
    """The document is not a certificate at all."""


class Rejected(Exception):
    """The document does not prove what it says, and where."""


def source_hash(text: str) -> str:
    """The fingerprint of a source text."""
    return hashlib.sha256(text.encode()).hexdigest()


def is_hash(value: Any) -> bool:
    """Whether a value may be such a fingerprint."""
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def is_name(text: Any) -> bool:
    """Whether a text is an identifier, in the one spelling that Python gives it."""
    return (
        isinstance(text, str)
        and len(text) <= MOST_LETTERS
        and text.isidentifier()
        and unicodedata.normalize("NFKC", text) == text
    )


def check_fields(row: Any, names: set[str]) -> None:
    """That a row is an object with these very fields."""
    if not isinstance(row, dict) or set(row) != names:
        raise ValueError(f"the fields must be {', '.join(sorted(names))}")


def parse(text: str | bytes) -> Mapping[str, Any]:
    """A document; raises `Unreadable` when it is not JSON, or not one of ours."""
    if len(text) > MOST_BYTES:
        raise Unreadable(f"the document has more than {MOST_BYTES} bytes")
    try:
        decoded = text if isinstance(text, str) else text.decode("utf-8")
        document = json.loads(
            decoded, object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant
        )
        _check_values(document)
    except RecursionError:
        raise Unreadable("this is not JSON: it is nested too deeply") from None
    except ValueError as problem:
        raise Unreadable(f"this is not JSON: {problem}") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Unreadable("this is not a certificate")
    if type(document.get("version")) is not int or document["version"] != VERSION:
        raise Unreadable(f"this is version {document.get('version')!r:.20}, and only {VERSION} is known")
    return document


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("an object has a field twice")
    return dict(pairs)


def _integer(text: str) -> int:
    if len(text) > MOST_DIGITS or text == "-0":
        raise ValueError(f"a number has more than {MOST_DIGITS} digits, or is -0")
    return int(text)


def _float(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError("a number is too large")
    return value


def _constant(text: str) -> Any:
    raise ValueError(f"{text} is not a number")


def _check_values(document: Any) -> None:
    """Every text is printable, and there are not too many values, nor too deep."""
    layer, count = [document], 1
    for _ in range(MOST_NESTING):
        texts = [v for v in layer if isinstance(v, str)] + [k for v in layer if isinstance(v, dict) for k in v]
        if not all(map(str.isprintable, texts)):
            raise ValueError("a text has control characters in it")
        layer = [i for v in layer if isinstance(v, list | dict) for i in (v.values() if isinstance(v, dict) else v)]
        count += len(layer)
        if count > MOST_VALUES:
            raise ValueError(f"it holds more than {MOST_VALUES} values")
        if not layer:
            return
    raise ValueError(f"it is nested more than {MOST_NESTING} deep")
