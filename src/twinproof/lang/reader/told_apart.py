"""Two types that are not the same, in words that are not the same: `dict[str, int]` stands for many types here."""

from __future__ import annotations

from dataclasses import replace

from twinproof.lang.faces import TEXT, Dictionary, Table, key_and_item
from twinproof.lang.reader.unknown import fits
from twinproof.lang.types import ListOf, TupleOf, Type

MOST_SHOWN = 4  # keys


def told_apart(first: Type, second: Type) -> tuple[str, str]:
    """Both types, with their keys where their names do not tell them apart."""
    if str(first) != str(second):
        return str(first), str(second)
    return _with_keys(first), _with_keys(second)


def _with_keys(kind: Type) -> str:
    inner = _dictionary_in(kind)
    if inner is None:
        return str(kind)
    if not isinstance(inner, Table):
        return f"{kind} with keys that are found in a run"
    keys = [repr(key) if inner.key == TEXT else str(key) for key in inner.keys]
    more = ["…"] if len(keys) > MOST_SHOWN else []
    return f"{kind} with the {'key' if len(keys) == 1 else 'keys'} {', '.join(keys[:MOST_SHOWN] + more)}"


def _dictionary_in(kind: Type) -> Table | Dictionary | None:
    """The first dictionary that is part of a type."""
    match kind:
        case Table() | Dictionary():
            return kind
        case ListOf(item):
            return _dictionary_in(item)
        case TupleOf(items):
            return next((found for found in map(_dictionary_in, items) if found is not None), None)
        case _:
            return None


def declared_with(declared: Type, kind: Type) -> Type:
    """The type of a variable by its annotation and its first value: `dict[…]` does not say that the keys are known."""
    if type(declared) is not Dictionary or not isinstance(kind, Table):
        return declared
    key, item = key_and_item(declared)
    return replace(kind, item=item) if key == kind.key and fits(item, kind.item) else declared
