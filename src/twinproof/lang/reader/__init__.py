"""The reader: Python text to mechanisms.

A file is parsed, never imported or executed. Each mechanism in it is read on its own, so one that is wrong does not
hide the others.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from itertools import islice
from pathlib import Path

from twinproof.lang.bounds import Facts
from twinproof.lang.command import Command, Sample, Seq, mentioned, sequence, subcommands, written
from twinproof.lang.command import expressions as expressions_of
from twinproof.lang.errors import Code, Diagnostic, TwinproofError, joined
from twinproof.lang.expr import ZERO, Expr, Op, Place, Var, apply, fresh_name, may_be_irrational
from twinproof.lang.faces import Faces, Option, Table, erased, erased_expression, erased_program, erased_variable
from twinproof.lang.mechanism import Mechanism, Parameter, is_public
from twinproof.lang.noise.law import NoiseParameter
from twinproof.lang.reader.annotations import is_mechanism
from twinproof.lang.reader.classes import ObjectClass, read_class
from twinproof.lang.reader.flow import own_nodes
from twinproof.lang.reader.functions import FunctionReader, instance
from twinproof.lang.reader.gathered import as_plain, has_set
from twinproof.lang.reader.guards import guarded
from twinproof.lang.reader.plain import plain_form, plainer_form
from twinproof.lang.reader.plain.key_by_key import key_by_key
from twinproof.lang.reader.plain.one_key import NoProgram
from twinproof.lang.reader.shared import Bounds, Lost, Shared
from twinproof.lang.reader.signature import Signature, read_signature
from twinproof.lang.reader.source import Source, decode, load, parse
from twinproof.lang.reader.unknown import filled, has_unknown
from twinproof.lang.reader.vocabulary import EVERY_NAME, Foreign, Opaque
from twinproof.lang.types import INT, ListOf, Type, is_data

__all__ = ["read_bytes", "read_directly", "read_file", "read_mechanism", "read_text", "the_one"]


MOST_SYNTAX = 60_000  # nodes of the syntax tree of one function


def read_file(path: str | Path) -> list[Mechanism | Diagnostic]:
    """Every mechanism of a file in the order of the text, each read or with what is wrong with it."""
    try:
        return _read(decode(load(path), str(path)))
    except TwinproofError as problem:
        return [problem.diagnostic]


def read_bytes(data: bytes, path: str) -> list[Mechanism | Diagnostic]:
    """As `read_file`, for what is in a file."""
    try:
        return _read(decode(data, path))
    except TwinproofError as problem:
        return [problem.diagnostic]


def read_text(text: str, path: str = "<text>") -> list[Mechanism | Diagnostic]:
    """As `read_file`, for a text."""
    try:
        return _read(parse(text, path))
    except TwinproofError as problem:
        return [problem.diagnostic]


def read_mechanism(path: str | Path, name: str | None = None) -> Mechanism:
    """One mechanism of a file, by its name; without a name, the only one. Raises `TwinproofError`."""
    return the_one(read_file(path), str(path), name)


def the_one(readings: list[Mechanism | Diagnostic], path: str, name: str | None = None) -> Mechanism:
    """The mechanism of that name among those of a text; without a name, the only one. Raises `TwinproofError`."""
    names = [f.name if isinstance(f, Mechanism) else f.mechanism for f in readings]
    if isinstance(readings[0], Diagnostic) and not readings[0].mechanism:
        raise TwinproofError(readings[0])
    chosen = [f for f, n in zip(readings, names, strict=True) if name in (None, n)]
    if name is not None and len(chosen) > 1 and isinstance(chosen[0], Diagnostic):
        raise TwinproofError(chosen[0])  # it stands there several times, and that is what is wrong with each
    if len(chosen) != 1:
        what = f"there is no mechanism `{name}` in this file" if name else "the file has several mechanisms"
        hint = f"name one of: {', '.join(names)}"
        raise TwinproofError(Diagnostic(Code.NO_SUCH_MECHANISM, what, hint, path))
    if isinstance(chosen[0], Diagnostic):
        raise TwinproofError(chosen[0])
    return chosen[0]


def read_directly(mechanism: Mechanism) -> Mechanism | None:
    """The mechanism as it was written, without its plain form; None where that is more than can be read so."""
    source = parse(mechanism.source, "")
    function = next((f for f in source.functions if _full_name(source, f) == mechanism.name), None)
    if not isinstance(function, ast.FunctionDef):
        return None
    try:
        return _read_one(source, function, plain=False)
    except (TwinproofError, RecursionError):
        return None


def read_between(mechanism: Mechanism, watched: bool = False) -> Mechanism | None:
    """The mechanism with two more public numbers, between which all integers lie that it sorts, if it has such a form.

    So it goes through all numbers between them, and looks at those that are there. Watched, it is as it was written,
    and a run in which one lies elsewhere raises.
    """
    source = parse(mechanism.source, "")
    function = next((f for f in source.functions if _full_name(source, f) == mechanism.name), None)
    if not isinstance(function, ast.FunctionDef):
        return None
    taken = {n.id for n in ast.walk(source.tree) if isinstance(n, ast.Name)} | mechanism.names
    lowest, highest = (fresh_name(base, taken) for base in ("lowest_key", "keys_end"))
    bounds = Bounds(Var(lowest, INT, Place.RIGID), Var(highest, INT, Place.RIGID), watched)
    try:
        return _read_one(source, function, plain=not watched, bounds=bounds)
    except (TwinproofError, RecursionError, NoProgram):
        return None


def _read(source: Source) -> list[Mechanism | Diagnostic]:
    marked = sorted((f for f in source.functions if is_mechanism(source, f)), key=lambda f: (f.lineno, f.col_offset))
    if not marked and isinstance(meaning := source.names.get("mechanism"), Opaque | Foreign):
        return [
            Diagnostic(Code.NO_MECHANISM, f"`mechanism` {meaning.why}", "import it once, from twinproof", source.path)
        ]
    if not marked:
        hint = 'put `@mechanism(epsilon="…")`, imported from twinproof, on a function'
        return [Diagnostic(Code.NO_MECHANISM, "there is no mechanism in this file", hint, source.path)]
    results: list[Mechanism | Diagnostic] = []
    for function in marked:
        try:
            results.append(_read_one(source, function))
        except TwinproofError as problem:
            results.append(problem.diagnostic.of(_full_name(source, function)))
        except RecursionError:
            message, hint = "the mechanism is nested too deeply to be read", "split it into several statements"
            diagnostic = source.diagnose(Code.TOO_DEEP, source.span(function), message, hint)
            results.append(diagnostic.of(_full_name(source, function)))
    return results


def _class_of(source: Source, function: ast.AST) -> ast.ClassDef | None:
    """The class of the file of which a function is a method."""
    return next((c for c in source.tree.body if isinstance(c, ast.ClassDef) and function in c.body), None)


def _full_name(source: Source, function: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """The name of a mechanism; of a method, after that of its class."""
    home = _class_of(source, function)
    return function.name if home is None else f"{home.name}.{function.name}"


def _read_one(
    source: Source,
    function: ast.FunctionDef | ast.AsyncFunctionDef,
    plain: bool = True,
    bounds: Bounds | None = None,
) -> Mechanism:
    home = _class_of(source, function)
    if isinstance(function, ast.AsyncFunctionDef) or (home is None and function not in source.tree.body):
        message = f"the mechanism `{function.name}` is not a plain function at the top level of the file"
        source.refuse(Code.MECHANISM_PLACE, function, message, "move it to the top level, with `def`")
    if source.names.get(function.name if home is None else home.name) is not (function if home is None else home):
        message = f"the name `{function.name}` is bound more than once in this file"
        source.refuse(Code.MECHANISM_TWICE, function, message, "give each mechanism a name of its own")
    if source.size > MOST_SYNTAX and sum(1 for _ in islice(ast.walk(function), MOST_SYNTAX + 1)) > MOST_SYNTAX:
        message = f"the mechanism has more than {MOST_SYNTAX} parts"
        source.refuse(Code.TOO_LARGE, function, message, "make it smaller")
    initial = _initial(source, home) if home is not None else None
    signature = read_signature(source, function, initial)
    if bounds is not None:
        signature = replace(
            signature, parameters=(*signature.parameters, *map(Parameter, (bounds.lowest, bounds.highest)))
        )
    learned: dict[str, Type] = {}
    may_hold_ints: set[str] = set()
    while True:
        learned_before = len(learned), len(may_hold_ints)
        try:
            mechanism = _read_body(source, function, signature, (learned, may_hold_ints), home, plain, bounds)
        except TwinproofError:
            if (len(learned), len(may_hold_ints)) == learned_before:
                raise
        else:
            if mechanism is not None:
                break
    if isinstance(anything := source.names.get(EVERY_NAME), Opaque):
        source.refuse(Code.GLOBAL_STATE, function, anything.why, "give every name one plain meaning in this file")
    return mechanism


def _initial(source: Source, home: ast.ClassDef) -> ast.FunctionDef:
    """The `__init__` of a class that holds parameters."""
    made = read_class(source, home)
    if not isinstance(made, ObjectClass):
        message = f"a mechanism is a method of `{home.name}`, which is a record"
        source.refuse(Code.MECHANISM_PLACE, home, message, "use a class whose `__init__` sets its attributes")
    if "__init__" not in made.methods:
        source.refuse(Code.MECHANISM_PLACE, home, f"`{home.name}` has no `__init__`", "make the mechanism a function")
    return made.methods["__init__"]


def _read_body(
    source: Source,
    function: ast.FunctionDef,
    signature: Signature,
    known: tuple[dict[str, Type], set[str]],
    home: ast.ClassDef | None,
    plain: bool,
    bounds: Bounds | None,
) -> Mechanism | None:
    """The mechanism; None when a list's type was learned on the way, and all is to be read again with it."""
    names = {p.name for p in signature.parameters}
    names |= {n.id for n in own_nodes(function) if isinstance(n, ast.Name)}
    facts = signature.facts
    learned, may_hold_ints = known
    shared = Shared(
        source, signature.parameters, facts, names, learned, may_hold_ints, stack=[function.name], bounds=bounds
    )
    scope: dict[str, Expr] = {p.name: p.var for p in signature.parameters}
    before: list[Command] = []
    try:
        if home is not None:
            shared.taken |= {n.id for n in own_nodes(_initial(source, home)) if isinstance(n, ast.Name)}
            held = instance(shared, home, _initial(source, home), scope)
            before, own = held.out, {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)}
            first = [*function.args.posonlyargs, *function.args.args][0].arg
            scope = {n: e for n, e in scope.items() if n in own} | {first: held.whole(home.name)}
        reader = FunctionReader(shared, function, scope, signature.returns, main=True)
        result: Expr | None = reader.read()
    except Lost:
        result = None
    if shared.stale:
        return None
    if shared.problems:
        raise TwinproofError(joined(shared.problems))
    assert isinstance(result, Var)
    program = sequence(*before, *reader.out)
    _check_result(source, function, result.type)
    for variable in sorted((v for v in written(program) if has_unknown(v.type)), key=lambda v: v.name):
        if isinstance(variable.type, Option):  # it is never anything but None
            learned[variable.name] = filled(variable.type, INT)
            return None
        message = f"the items of the list `{variable.name}` are of unknown type"
        hint = f"annotate it: `{variable.name}: list[int] = []`"
        raise TwinproofError(source.diagnose(Code.EMPTY_LIST, shared.places[variable.name], message, hint))

    def wrong_number(sampling: Sample, parameter: NoiseParameter, e: Expr) -> None:
        if not is_public(e, signature.parameters):
            return  # the draw raises in a run, as its guard does not end
        assert sampling.at is not None
        raise TwinproofError(source.diagnose(Code.SCALE_SIGN, sampling.at, parameter.doubt, parameter.hint))

    _refuse_irrational(source, function, program)
    rows = any(p.adjacency is not None and p.adjacency.counts_rows for p in signature.parameters)
    as_written, program = program, (_plain_form(program, result, shared, rows) if plain else program)
    start = facts.copy()
    for variable in mentioned(program):
        if isinstance(variable.type, ListOf):
            start.limit(ZERO, apply(Op.LEN, variable), 0)
    body = guarded(program, start, wrong_number)
    faces = Faces()
    variables = {*mentioned(body), *(p.var for p in signature.parameters), result}
    if shared.has_faces or any(erased(v.type) != v.type for v in variables):
        shown = {p.name: p.var.type for p in signature.parameters if erased(p.var.type) != p.var.type}
        faces = Faces(
            shown, result.type if isinstance(result.type, Table) else as_plain(result.type), tuple(shared.texts)
        )
        body, result = erased_program(body), erased_variable(result)
    public = frozenset(map(erased_variable, _public(shared)))
    if plain:
        body = plainer_form(
            body,
            result,
            shared.taken,
            of_rows=rows,
            public=public,
            positive=_positive(public, facts),
            uneven=frozenset(erased_variable(p.var) for p in signature.parameters if not p.has_public_length),
            by_keys=bounds is not None,
        )
    return Mechanism(
        name=_full_name(source, function),
        parameters=tuple(replace(p, var=erased_variable(p.var)) for p in signature.parameters),
        body=body,
        result=result,
        claim=signature.claim.map(erased_expression),
        requires=erased_expression(signature.requires),
        faces=faces,
        doc=ast.get_docstring(function) or "",
        at=source.span(function),
        source=source.text,
        as_written=as_written,
    )


def _public(shared: Shared) -> frozenset[Var]:
    return frozenset(p.var for p in shared.parameters if not p.private)


def _positive(public: frozenset[Var], facts: Facts) -> frozenset[Var]:
    """The integers among public parameters that are surely above zero."""
    return frozenset(v for v in public if v.type == INT and facts.is_positive(v))


def _plain_form(program: Command, result: Var, shared: Shared, of_rows: bool) -> Command:
    """A program as it was read, in its plain form; if it is read between bounds, in that which goes through keys."""
    public = _public(shared)
    program = plain_form(
        program, result, shared.taken, of_rows=of_rows, public=public, positive=_positive(public, shared.facts)
    )
    return program if shared.bounds is None else key_by_key(program, result, shared.bounds, shared.taken)


def _check_result(source: Source, function: ast.FunctionDef | ast.AsyncFunctionDef, kind: Type) -> None:
    """A result is data, and has an order if it has parts."""
    if not is_data(kind) and not has_unknown(kind):
        message = f"a mechanism cannot return a {kind}"
        source.refuse(Code.RESULT_TYPE, function, message, "return int, bool, or lists and tuples of them")
    if has_set(kind):
        message = "a mechanism cannot return a set, whose order is not defined"
        source.refuse(Code.RESULT_TYPE, function, message, "return a list: `sorted(s)`")


def _refuse_irrational(source: Source, function: ast.FunctionDef, program: Command) -> None:
    """exp, log and sqrt are rounded where a scale needs them; a program that computes with them is turned down."""
    for c in subcommands(program):
        if not isinstance(c, Seq) and any(map(may_be_irrational, expressions_of(c))):
            message = "what exp, log and sqrt make is used here for more than the scale of a noise"
            hint = "write it in the scale, as in `laplace(x, sqrt(k) / eps)`, or keep it in a name that is set once"
            raise TwinproofError(source.diagnose(Code.IRRATIONAL, c.at or source.span(function), message, hint))
