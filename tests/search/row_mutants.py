"""Mutants of private mechanisms on rows: each with one small change, most of which break the claim.

Run by hand: `python -m tests.search.row_mutants FOLDER [EACH] [WORD]`, with EACH = 5 to take every fifth, and WORD to
take only files whose name has it. A clamp is taken out or goes one further, a scale is halved or has one step less, a
user has one row more, a filter is left out, rows are replaced instead of added, noise is left out, a line is missing.
Mechanisms take turns. Every mutant goes to the prover, for some seconds of the processor's time. One that is proved is
compared with the exact engine on small lists, and is printed: either it is private all the same, or the proof is wrong.
(A filter that lets other rows pass, for one, often leaves a count private.)
"""

from __future__ import annotations

import ast
import copy
import os
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from itertools import islice, zip_longest
from pathlib import Path

from tests.search.rows_truth import Violation, shown, violation
from twinproof.lang.errors import Diagnostic, TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.search.prover import Prover
from twinproof.search.result import Proof
from twinproof.verify.meaning import why_meaningless

SECONDS = 60  # of the processor, for one mutant
BY_SCALE = ("laplace", "one_sided_laplace", "geometric", "truncated_laplace")  # the larger, the more noise
BY_RATE = ("choose", "permute_and_flip", "randomized_response", "randomized_choice", "coin")  # the smaller, the more
SWAPPED = {
    "one_added_or_removed": "one_changed",
    "one_changed": "one_added_or_removed",
    "one_user_added_or_removed": "one_user_changed",
    "one_user_changed": "one_user_added_or_removed",
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed text, and what was changed in which line."""

    what: str
    line: int
    text: str


Change = Callable[[ast.AST], Iterator[tuple[str, ast.AST]]]


def _name(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _plus(node: ast.expr, number: int) -> ast.expr:
    sign = ast.Add() if number > 0 else ast.Sub()
    return ast.BinOp(node, sign, ast.Constant(abs(number)))


def clamps(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """A clamp that is missing, is one-sided, or goes one too far."""
    if not isinstance(node, ast.Call):
        return
    match _name(node), node.args:
        case "clamp", [value, low, high]:
            yield "no clamp", value
            yield "no lower bound", ast.Call(ast.Name("min"), [value, high], [])
            yield "no upper bound", ast.Call(ast.Name("max"), [value, low], [])
            yield "one too far up", ast.Call(node.func, [value, low, _plus(high, 1)], [])
            yield "one too far down", ast.Call(node.func, [value, _plus(low, -1), high], [])
        case "min" | "max", [first, second] if not isinstance(first, ast.Starred):
            yield "the first of two", first
            yield "the second of two", second
            yield "one more", ast.Call(node.func, [first, _plus(second, 1)], [])
            yield "one less", ast.Call(node.func, [_plus(first, -1), second], [])
        case "abs", [value]:
            yield "no abs", value
        case _:
            pass


def scales(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Less noise, or none."""
    match node:
        case ast.Call(ast.Name("gaussian"), [value], [ast.keyword("variance", amount)]):
            less: ast.operator = ast.Div()
        case ast.Call(ast.Name(name), [value, amount, *_]) if name in BY_SCALE:
            less = ast.Div()
        case ast.Call(ast.Name("geometric"), [value]):
            amount, less = value, ast.Div()
        case ast.Call(ast.Name(name), [value, amount]) if name in BY_RATE:
            less = ast.Mult()
        case ast.Call(ast.Name("coin"), [value]):
            amount, less = value, ast.Mult()
        case _:
            return
    yield "half the noise", _with(node, amount, ast.BinOp(amount, less, ast.Constant(2)))
    if value is not amount:
        yield "no noise", value
    for part in ast.walk(amount):
        match part:
            case ast.BinOp(left, ast.Mult(), right):
                yield from ((f"{ast.unparse(kept)} is all", _with(node, part, kept)) for kept in (left, right))
            case ast.Constant(int(number)) if number >= 2:
                yield f"{number} is {number - 1}", _with(node, part, ast.Constant(number - 1))
            case ast.Name(name) if name not in ("eps", "epsilon"):
                yield f"{name} is one less", _with(node, part, _plus(ast.Name(name), -1))
            case ast.Call(_, [first, second]):
                yield from ((f"{ast.unparse(kept)} is all", _with(node, part, kept)) for kept in (first, second))
            case _:
                pass


def _with(whole: ast.AST, part: ast.AST, new: ast.AST) -> ast.AST:
    """A copy of a tree with one part replaced."""
    if whole is part:
        return copy.deepcopy(new)
    made = copy.copy(whole)
    for field, value in ast.iter_fields(whole):
        if isinstance(value, ast.AST):
            setattr(made, field, _with(value, part, new))
        elif isinstance(value, list):
            setattr(made, field, [_with(v, part, new) if isinstance(v, ast.AST) else v for v in value])
    return made


def conditions(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """A filter that is missing, or lets one more through."""
    match node:
        case ast.comprehension(target, source, [_, *others]):
            yield "no filter", ast.comprehension(target, source, others, 0)
        case ast.If(_, body, otherwise) if not otherwise:
            yield "no condition", ast.If(ast.Constant(value=True), body, [])
        case ast.If(test, body, otherwise):
            yield "no else", ast.If(test, body, [])
            yield "no elif", ast.If(test, body, [ast.If(ast.Constant(value=True), otherwise, [])])
        case ast.Compare(left, [ast.Lt()], [right]):
            yield "≤ for <", ast.Compare(left, [ast.LtE()], [right])
        case ast.Compare(left, [ast.LtE()], [right]):
            yield "< for ≤", ast.Compare(left, [ast.Lt()], [right])
        case ast.Compare(left, [ast.LtE(), ast.Lt()], [middle, right]):
            yield "no lower end", ast.Compare(middle, [ast.Lt()], [right])
            yield "≤ for the upper <", ast.Compare(left, [ast.LtE(), ast.LtE()], [middle, right])
        case ast.Compare(left, [ast.Eq() | ast.Is()], [right]) if not isinstance(right, ast.Attribute):
            yield "≥ for =", ast.Compare(left, [ast.GtE()], [right])
        case ast.Continue():
            yield "break for continue", ast.Break()
        case _:
            pass


def heads(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Another adjacency, more rows of a user, less that is claimed."""
    match node:
        case ast.Call(ast.Name(name), arguments, keywords) if name in SWAPPED:
            yield "another adjacency", ast.Call(ast.Name(SWAPPED[name]), arguments, keywords)
            for keyword in keywords:
                match keyword:
                    case ast.keyword("rows", ast.Constant(int(number))):
                        more = ast.keyword("rows", ast.Constant(number + 1))
                        yield "one row more", ast.Call(ast.Name(name), arguments, [more])
        case ast.keyword("epsilon" | "zcdp" | "delta" as name, ast.Constant(str(claim))):
            yield "half the claim", ast.keyword(name, ast.Constant(f"({claim}) / 2"))
        case _:
            pass


def counted(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """A step that counts twice, not at all, or in a loop that stops."""
    match node:
        case ast.AugAssign(target, ast.Add(), value):
            yield "twice", ast.AugAssign(target, ast.Add(), ast.BinOp(value, ast.Add(), copy.deepcopy(value)))
            yield "no step", ast.Pass()
            yield "set for added", ast.Assign([target], value, lineno=node.lineno)
        case ast.For(target, source, body):
            stop = ast.Break()
            yield "only the first round", ast.For(target, source, [*body, stop], [], lineno=node.lineno)
        case ast.Call(ast.Name("sum"), [inner]):
            double = ast.Call(ast.Name("sum"), [inner], [])
            yield "a double sum", ast.BinOp(double, ast.Add(), copy.deepcopy(double))
        case ast.Call(ast.Name("len"), [inner]):
            double = ast.Call(ast.Name("len"), [inner], [])
            yield "a double length", ast.BinOp(double, ast.Add(), copy.deepcopy(double))
        case _:
            pass


CHANGES: tuple[Change, ...] = (clamps, scales, conditions, heads, counted)


def mutants(text: str) -> Iterator[Mutant]:
    """The texts that differ from this one in one place."""
    tree = ast.parse(text)
    seen = {ast.unparse(tree)}
    for node in list(ast.walk(tree)):
        for change in CHANGES:
            for what, new in change(node):
                made = ast.unparse(ast.fix_missing_locations(_with(tree, node, new)))
                made = _importing(made)
                if made not in seen:
                    seen.add(made)
                    yield Mutant(what, getattr(node, "lineno", 0), made)


def _importing(text: str) -> str:
    """The text with all that twinproof offers for mechanisms on rows imported by name, and what it has imported."""
    imports = [node for node in ast.parse(text).body if isinstance(node, ast.ImportFrom) and node.module == "twinproof"]
    own = (ast.unparse(alias) for node in imports for alias in node.names)
    names = dict.fromkeys(("Epsilon", "clamp", "mechanism", "laplace", *SWAPPED, *own))
    lines = [line for line in text.splitlines() if not line.startswith("from twinproof import")]
    first = next((n for n, line in enumerate(lines) if line.startswith(("import ", "from "))), 0)
    lines.insert(first, f"from twinproof import {', '.join(names)}")
    return "\n".join(lines) + "\n"


def proved(mechanism: Mechanism, seconds: int = SECONDS) -> str:
    """`proved`, `not proved`, `out of time`, or the kind of exception: in a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        try:
            said = "proved" if isinstance(Prover(mechanism).find_proof(), Proof) else "not proved"
        except BaseException as problem:
            said = type(problem).__name__
        os.write(writing, said.encode())
        os._exit(0)
    os.close(writing)
    try:
        _, status = os.waitpid(child, 0)
        return os.read(reading, 100).decode() or ("out of time" if os.WIFSIGNALED(status) else "ended")
    finally:
        os.close(reading)


def broken(mechanism: Mechanism) -> Violation | None:
    """Two small lists on which the claim does not hold: short ones first, then longer ones of fewer rows."""
    return violation(mechanism, 1, rounds=10) or violation(mechanism, 2, rounds=4, count=3, longest=4)


def in_turn(folder: str, word: str) -> Iterator[tuple[Path, Mutant]]:
    """One mutant of each mechanism, then a second one of each, and so on: who stops early has asked about them all."""
    files = [path for path in sorted(Path(folder).glob("*.py")) if word in path.name]
    rounds = zip_longest(*(list(mutants(path.read_text(encoding="utf-8"))) for path in files))
    yield from ((path, one) for made in rounds for path, one in zip(files, made, strict=True) if one is not None)


def main(folder: str, each: str = "1", word: str = "") -> int:
    counts: Counter[str] = Counter()
    wrong = 0
    for path, mutant in islice(in_turn(folder, word), int(each) - 1, None, int(each)):
        found = read_text(mutant.text, path.name)[-1]
        if isinstance(found, Diagnostic) or why_meaningless(found):
            counts["refused"] += 1
            continue
        verdict = proved(found)
        counts[verdict] += 1
        print(f"{path.stem}:{mutant.line} {mutant.what}: {verdict}", flush=True)
        if verdict != "proved":
            continue
        try:
            worst = broken(found)
            counts["proved and compared"] += 1
        except (TwinproofError, ValueError) as problem:
            print(f"    not compared: {problem}")
            worst = None
        if worst is not None:
            wrong += 1
            print(f"WRONG: {shown(worst.left)} and {shown(worst.right)}: {worst.loss} of {worst.claimed}")
        plain = _importing(ast.unparse(ast.parse(path.read_text(encoding="utf-8"))))
        changed = unified_diff(plain.splitlines(), mutant.text.splitlines(), lineterm="", n=0)
        print(*(f"    {line}" for line in changed if line[:1] in "+-" and line[:3] not in ("+++", "---")), sep="\n")
    print(dict(counts), f"wrong: {wrong}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
