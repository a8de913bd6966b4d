"""Mechanisms as objects, over the tables of their expressions and programs: the claim, the adjacency, the body."""

from __future__ import annotations

from typing import Any, assert_never

from twinproof.document.expressions import TermReader, TermWriter
from twinproof.document.programs import ProgramReader, ProgramWriter
from twinproof.document.strict import NOT_WELL_FORMED, Rejected, check_fields, is_name
from twinproof.lang.adjacency import NAMED
from twinproof.lang.adjacency_kind import Adjacency, Form
from twinproof.lang.claim import Claim, Concentrated, EpsilonDelta, Renyi, stated
from twinproof.lang.command import expressions, subcommands
from twinproof.lang.expr import ZERO, Apply, Op, subterms
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.types import is_data

_FIELDS = {"name", "parameters", "body", "result", "requires"}
_AMOUNTS = {"epsilon", "delta"}  # of the first notion; any other has the field `claim` in their place
_PARTS = {"zcdp": ("rho", "delta"), "renyi": ("alpha", "r", "delta")}


def encode_mechanism(writer: ProgramWriter, mechanism: Mechanism) -> dict[str, Any]:
    """A mechanism, over the tables of the writer. Where it stands in a file is not part of it."""
    return {
        "name": mechanism.name,
        "parameters": [encode_parameter(writer, p) for p in mechanism.parameters],
        "body": writer.program(mechanism.body),
        "result": writer.term(mechanism.result),
        **encode_claim(writer, mechanism.claim),
        "requires": writer.term(mechanism.requires),
    }


def decode_mechanism(reader: ProgramReader, row: Any) -> Mechanism:
    """The mechanism of a document."""
    try:
        check_fields(row, _FIELDS | ({"claim"} if "claim" in row else _AMOUNTS))
        parameters = tuple(decode_parameter(reader, p) for p in row["parameters"])
        mechanism = Mechanism(
            name=decode_name(row),
            parameters=parameters,
            body=reader.program(row["body"]),
            result=reader.var(row["result"]),
            claim=decode_claim(reader, row),
            requires=reader.term(row["requires"]),
        )
        _check_comparisons(mechanism)
    except NOT_WELL_FORMED as problem:
        raise Rejected(f"mechanism: {type(problem).__name__}: {problem}") from None
    return mechanism


def decode_name(row: Any) -> str:
    """The name of a mechanism in a document; it is printed, and names files."""
    name = row.get("name") if isinstance(row, dict) else None
    parts = name.split(".") if isinstance(name, str) else []
    if not 1 <= len(parts) <= 2 or not all(map(is_name, parts)):  # of a method, after the name of its class
        raise Rejected("mechanism: its name is not an identifier")
    return str(name)


def _check_comparisons(mechanism: Mechanism) -> None:
    """A program compares data and numbers; a query, a score or a database is known by what it answers only."""
    texts = [e for c in subcommands(mechanism.body) for e in expressions(c)]
    for e in (*texts, mechanism.requires, *mechanism.claim.parts()):
        for t in subterms(e):
            if isinstance(t, Apply) and t.op is Op.EQ and not all(is_data(a.type) for a in t.args):
                raise ValueError("queries, scores and databases are not compared")


def encode_claim(writer: TermWriter, claim: Claim) -> dict[str, Any]:
    """The fields of a mechanism that state its claim."""
    match claim:
        case EpsilonDelta(epsilon, delta):
            return {"epsilon": writer.term(epsilon), "delta": writer.term(delta)}
        case Concentrated() | Renyi():
            return {"claim": {"notion": claim.notion(), **claim.map(writer.term).named()}}
        case _:
            assert_never(claim)


def decode_claim(reader: TermReader, row: Any) -> Claim:
    """The claim of a mechanism: an (ε, δ) stands in two fields, and any other notion in one, with its name."""
    if "claim" not in row:
        return EpsilonDelta(reader.term(row["epsilon"]), reader.term(row["delta"]))
    match row["claim"]:
        case {"notion": "zcdp" | "renyi" as notion, **given}:
            check_fields(given, set(_PARTS[notion]))
            return stated({part: reader.term(given[part]) for part in _PARTS[notion]}, ZERO)
        case _:
            raise ValueError(f"this is not a claim: {row['claim']!r:.60}")


def encode_parameter(writer: TermWriter, parameter: Parameter) -> dict[str, Any]:
    return {
        "var": writer.term(parameter.var),
        "positive": parameter.positive,
        "adjacency": encode_adjacency(writer, parameter.adjacency),
    }


def decode_parameter(reader: TermReader, row: Any) -> Parameter:
    check_fields(row, {"var", "positive", "adjacency"})
    if type(row["positive"]) is not bool:
        raise ValueError("`positive` is true or false")
    return Parameter(reader.var(row["var"]), decode_adjacency(reader, row["adjacency"]), row["positive"])


def encode_adjacency(writer: TermWriter, adjacency: Adjacency | None) -> Any:
    """A row has the name of a kind, and its arguments: amounts are terms, flags true or false."""
    if adjacency is None:
        return None
    if NAMED.get(adjacency.NAME) is not type(adjacency):
        raise ValueError(f"certificates do not know the adjacency {adjacency.NAME}")
    return [adjacency.NAME, *(a if isinstance(a, bool) else writer.term(a) for a in adjacency.arguments)]


def decode_adjacency(reader: TermReader, row: Any) -> Adjacency | None:
    match row:
        case None:
            return None
        case [str(name), *given] if name in NAMED and len(given) == len(NAMED[name].ARGUMENTS):
            forms = [argument.form for argument in NAMED[name].ARGUMENTS]
            if all(type(value) is bool for form, value in zip(forms, given, strict=True) if form is Form.FLAG):
                pairs = zip(forms, given, strict=True)
                return NAMED[name].made([value if form is Form.FLAG else reader.term(value) for form, value in pairs])
    raise ValueError(f"this is not an adjacency: {row!r:.60}")
