"""Mutants of private mechanisms on rows: each with one small change, most of which break the claim.

Run by hand: `python -m tests.search.row_mutants FOLDER [EACH] [WORD] [--seconds S] [--named] [--count]`, with EACH = 5
to take every fifth, and WORD to take only files whose name has it. Three kinds come first, or alone with `--named`:

- `no clamp`: a clamp is taken out, or is one-sided;
- `wrong bound`: a clamp goes one further, noise is for one less, a user has one row more;
- `one loop short`: a loop has a round less or more, or ends after its first.

The others: half of the noise or none, a filter that is left out, rows that are replaced instead of added, a line that
is missing. Mechanisms take turns.

Every mutant goes to the prover, for S seconds of the processor's time (60 if not told), or for twice as long as the
mechanism itself takes to be proved, if that is more: a wrong proof is found about as soon as the right one, if at all.
So `--named --seconds 3` asks about a whole folder in a time that ends. `--count` says how many mutants there are, and
asks nothing.

One that is proved is compared with the exact engine on small lists, and is printed: either it is private all the same,
or the proof is wrong. (A filter that lets other rows pass, for one, often leaves a count private.)
"""

from __future__ import annotations

import argparse
import ast
import copy
import math
import os
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from functools import partial
from itertools import islice, zip_longest
from pathlib import Path

from tests.search.rows_truth import Violation, shown, violation
from twinproof.lang.errors import Diagnostic, TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.search.result import Proof
from twinproof.verify.forms import prove_a_form
from twinproof.verify.meaning import why_meaningless

SECONDS = 60  # of the processor, for one mutant
COMPARING = 60  # of the processor, for one mutant that was proved
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
    """A changed text, what was changed in which line, and of which kind that is."""

    kind: str
    what: str
    line: int
    text: str


Change = Callable[[ast.AST], Iterator[tuple[str, ast.AST]]]


def _name(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _plus(node: ast.expr, number: int) -> ast.expr:
    sign = ast.Add() if number > 0 else ast.Sub()
    return ast.BinOp(node, sign, ast.Constant(abs(number)))


def no_clamp(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """A clamp that is missing or one-sided."""
    if not isinstance(node, ast.Call):
        return
    match _name(node), node.args:
        case "clamp", [value, low, high]:
            yield "no clamp", value
            yield "no lower bound", ast.Call(ast.Name("min"), [value, high], [])
            yield "no upper bound", ast.Call(ast.Name("max"), [value, low], [])
        case "min" | "max", [first, second] if not isinstance(first, ast.Starred):
            yield "the first of two", first
            yield "the second of two", second
        case "abs", [value]:
            yield "no abs", value
        case _:
            pass


def wrong_bound(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """A clamp that goes one too far, noise for one less, a user with one row more."""
    match node:
        case ast.Call(ast.Name("clamp"), [value, low, high]):
            yield "one too far up", ast.Call(node.func, [value, low, _plus(high, 1)], [])
            yield "one too far down", ast.Call(node.func, [value, _plus(low, -1), high], [])
        case ast.Call(ast.Name("min" | "max"), [first, second]) if not isinstance(first, ast.Starred):
            yield "one more", ast.Call(node.func, [first, _plus(second, 1)], [])
            yield "one less", ast.Call(node.func, [_plus(first, -1), second], [])
        case ast.Call(ast.Name(name), arguments, keywords) if name in SWAPPED:
            for keyword in keywords:
                match keyword:
                    case ast.keyword("rows", ast.Constant(int(number))):
                        more = ast.keyword("rows", ast.Constant(number + 1))
                        yield "one row more", ast.Call(ast.Name(name), arguments, [more])
        case _:
            pass
    noise = _noise(node)
    for part in ast.walk(noise.amount) if noise is not None else ():
        match part:
            case ast.Constant(int(number)) if number >= 2:
                yield f"{number} is {number - 1}", _with(node, part, ast.Constant(number - 1))
            case ast.Name(name) if name not in ("eps", "epsilon"):
                yield f"{name} is one less", _with(node, part, _plus(ast.Name(name), -1))
            case _:
                pass


def one_loop_short(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """A loop with a round less or more, or one that ends after its first."""
    match node:
        case ast.For(target, source, body):
            for what, other in _rounds(source):
                yield what, ast.For(target, other, body, [], lineno=node.lineno)
            yield "only the first round", ast.For(target, source, [*body, ast.Break()], [], lineno=node.lineno)
        case ast.comprehension(target, source, filters):
            for what, other in _rounds(source):
                yield what, ast.comprehension(target, other, filters, 0)
        case ast.While(ast.Compare(left, [comparison], [right]), body):
            for what, step in (("one round less", -1), ("one round more", 1)):
                until = ast.Compare(left, [comparison], [_plus(right, step)])
                yield what, ast.While(until, body, [], lineno=node.lineno)
        case _:
            pass


def _rounds(source: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """What a loop runs over, with one round less or more."""
    match source:
        case ast.Call(ast.Name("range"), [last]):
            yield "one round less", ast.Call(ast.Name("range"), [_plus(last, -1)], [])
            yield "one round more", ast.Call(ast.Name("range"), [_plus(last, 1)], [])
        case ast.Call(ast.Name("range"), [first, last, *step]):
            yield "one round less", ast.Call(ast.Name("range"), [first, _plus(last, -1), *step], [])
            yield "one round more", ast.Call(ast.Name("range"), [first, _plus(last, 1), *step], [])
        case ast.Call(ast.Name("enumerate" | "zip" | "sorted" | "reversed") as name, [inner, *others], keywords):
            for what, other in _rounds(inner):
                yield what, ast.Call(name, [other, *others], keywords)
        case ast.Name() | ast.Subscript():
            yield "not the first", ast.Subscript(source, ast.Slice(ast.Constant(1)))
            yield "not the last", ast.Subscript(source, ast.Slice(None, ast.Constant(-1)))
        case _:
            pass


@dataclass(frozen=True, slots=True)
class _Noise:
    """A call that draws: around which value, by which amount, and what makes the noise less."""

    value: ast.expr
    amount: ast.expr
    less: ast.operator


def _noise(node: ast.AST) -> _Noise | None:
    match node:
        case ast.Call(ast.Name("gaussian"), [value], [ast.keyword("variance", amount)]):
            return _Noise(value, amount, ast.Div())
        case ast.Call(ast.Name(name), [value, amount, *_]) if name in BY_SCALE:
            return _Noise(value, amount, ast.Div())
        case ast.Call(ast.Name("geometric"), [value]):
            return _Noise(value, value, ast.Div())
        case ast.Call(ast.Name(name), [value, amount]) if name in BY_RATE:
            return _Noise(value, amount, ast.Mult())
        case ast.Call(ast.Name("coin"), [value]):
            return _Noise(value, value, ast.Mult())
        case _:
            return None


def less_noise(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Half of the noise, a part of it, or none."""
    noise = _noise(node)
    if noise is None:
        return
    yield "half the noise", _with(node, noise.amount, ast.BinOp(noise.amount, noise.less, ast.Constant(2)))
    if noise.value is not noise.amount:
        yield "no noise", noise.value
    for part in ast.walk(noise.amount):
        match part:
            case ast.BinOp(left, ast.Mult(), right):
                yield from ((f"{ast.unparse(kept)} is all", _with(node, part, kept)) for kept in (left, right))
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
    """Another adjacency, less that is claimed."""
    match node:
        case ast.Call(ast.Name(name), arguments, keywords) if name in SWAPPED:
            yield "another adjacency", ast.Call(ast.Name(SWAPPED[name]), arguments, keywords)
        case ast.keyword("epsilon" | "zcdp" | "delta" as name, ast.Constant(str(claim))):
            yield "half the claim", ast.keyword(name, ast.Constant(f"({claim}) / 2"))
        case _:
            pass


def counted(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """A step that counts twice or not at all."""
    match node:
        case ast.AugAssign(target, ast.Add(), value):
            yield "twice", ast.AugAssign(target, ast.Add(), ast.BinOp(value, ast.Add(), copy.deepcopy(value)))
            yield "no step", ast.Pass()
            yield "set for added", ast.Assign([target], value, lineno=node.lineno)
        case ast.Call(ast.Name("sum"), [inner]):
            double = ast.Call(ast.Name("sum"), [inner], [])
            yield "a double sum", ast.BinOp(double, ast.Add(), copy.deepcopy(double))
        case ast.Call(ast.Name("len"), [inner]):
            double = ast.Call(ast.Name("len"), [inner], [])
            yield "a double length", ast.BinOp(double, ast.Add(), copy.deepcopy(double))
        case _:
            pass


NAMED: dict[str, Change] = {"no clamp": no_clamp, "wrong bound": wrong_bound, "one loop short": one_loop_short}
OTHERS: tuple[Change, ...] = (less_noise, conditions, heads, counted)


def mutants(text: str, named: bool = False) -> Iterator[Mutant]:
    """The texts that differ from this one in one place: the kinds that have a name first, or only these."""
    tree = ast.parse(text)
    seen = {ast.unparse(tree)}
    nodes = list(ast.walk(tree))
    changes = [*NAMED.items(), *(() if named else (("other", change) for change in OTHERS))]
    for kind, change in changes:
        for node in nodes:
            for what, new in change(node):
                made = ast.unparse(ast.fix_missing_locations(_with(tree, node, new)))
                made = _importing(made)
                if made not in seen:
                    seen.add(made)
                    yield Mutant(kind, what, getattr(node, "lineno", 0), made)


def _importing(text: str) -> str:
    """The text with all that twinproof offers for mechanisms on rows imported by name, and what it has imported."""
    imports = [node for node in ast.parse(text).body if isinstance(node, ast.ImportFrom) and node.module == "twinproof"]
    own = (ast.unparse(alias) for node in imports for alias in node.names)
    names = dict.fromkeys(("Epsilon", "clamp", "mechanism", "laplace", *SWAPPED, *own))
    lines = [line for line in text.splitlines() if not line.startswith("from twinproof import")]
    first = next((n for n, line in enumerate(lines) if line.startswith(("import ", "from "))), 0)
    lines.insert(first, f"from twinproof import {', '.join(names)}")
    return "\n".join(lines) + "\n"


def limited(asked: Callable[[], str], seconds: int) -> str:
    """What this says in a process of its own, with so many seconds of the processor; or how it ended."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        try:
            said = asked()
        except BaseException as problem:
            said = type(problem).__name__
        os.write(writing, said.encode())
        os._exit(0)
    os.close(writing)
    try:
        _, status = os.waitpid(child, 0)
        return os.read(reading, 4000).decode() or ("out of time" if os.WIFSIGNALED(status) else "ended")
    finally:
        os.close(reading)


def proved(mechanism: Mechanism, seconds: int = SECONDS) -> str:
    """`proved`, `not proved`, `out of time`, or the kind of exception."""

    def asked() -> str:
        answer, _ = prove_a_form(
            mechanism, lambda _: None
        )  # as `verify` asks: who has keys of the rows is proved in a form
        return "proved" if isinstance(answer, Proof) else "not proved"

    return limited(asked, seconds)


def broken(mechanism: Mechanism) -> Violation | None:
    """Two small lists on which the claim does not hold: short ones first, then longer ones of fewer rows."""
    return violation(mechanism, 1, rounds=10) or violation(mechanism, 2, rounds=4, count=3, longest=4)


def compared(mechanism: Mechanism) -> str:
    """What the exact engine says of small lists: `nothing found`, or what is wrong."""
    try:
        worst = broken(mechanism)
    except (TwinproofError, ValueError) as problem:
        return f"not compared: {problem}"
    return "nothing found" if worst is None else f"WRONG: {said(worst)}"


def said(worst: Violation) -> str:
    return f"{shown(worst.left)} and {shown(worst.right)}: {worst.loss} of {worst.claimed}"


def seconds_for(path: Path, least: int) -> int:
    """So many seconds, or twice what the mechanism itself takes."""
    found = read_text(path.read_text(encoding="utf-8"), path.name)[-1]
    if isinstance(found, Diagnostic):
        return least
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    proved(found)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return max(least, math.ceil(2 * (after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime)))


def in_turn(files: Sequence[Path], named: bool = False) -> Iterator[tuple[Path, Mutant]]:
    """One mutant of each mechanism, then a second one of each, and so on: who stops early has asked about them all."""
    made = {path: list(mutants(path.read_text(encoding="utf-8"), named)) for path in files}
    for kind in (*NAMED, "other"):
        for turn in zip_longest(*([one for one in some if one.kind == kind] for some in made.values())):
            yield from ((path, one) for path, one in zip(made, turn, strict=True) if one is not None)


def changed_lines(path: Path, mutant: Mutant) -> list[str]:
    plain = _importing(ast.unparse(ast.parse(path.read_text(encoding="utf-8"))))
    lines = unified_diff(plain.splitlines(), mutant.text.splitlines(), lineterm="", n=0)
    return [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def main(folder: Path, each: int, word: str, seconds: int, named: bool) -> int:
    files = [path for path in sorted(folder.glob("*.py")) if word in path.name]
    limits: dict[Path, int] = {}
    counts: Counter[tuple[str, str]] = Counter()
    wrong = 0
    for path, mutant in islice(in_turn(files, named), each - 1, None, each):
        found = read_text(mutant.text, path.name)[-1]
        if isinstance(found, Diagnostic) or why_meaningless(found):
            counts[mutant.kind, "refused"] += 1
            continue
        if path not in limits:
            limits[path] = seconds_for(path, seconds)
        verdict = proved(found, limits[path])
        counts[mutant.kind, verdict] += 1
        print(f"{path.stem}:{mutant.line} {mutant.what}: {verdict}", flush=True)
        if verdict == "proved":
            answer = limited(partial(compared, found), COMPARING)
            wrong += answer.startswith("WRONG")
            print(f"    {answer}", *(f"    {line}" for line in changed_lines(path, mutant)), sep="\n", flush=True)
    for (kind, verdict), count in sorted(counts.items()):
        print(f"{kind}: {count} {verdict}")
    print(f"wrong: {wrong}")
    return int(wrong > 0)


def told() -> argparse.Namespace:
    words = argparse.ArgumentParser(prog="python -m tests.search.row_mutants")
    words.add_argument("folder", type=Path)
    words.add_argument("each", type=int, nargs="?", default=1)
    words.add_argument("word", nargs="?", default="")
    words.add_argument("--seconds", type=int, default=SECONDS)
    words.add_argument("--named", action="store_true")
    words.add_argument("--count", action="store_true")
    return words.parse_args()


if __name__ == "__main__":
    asked = told()
    if asked.count:
        among = [path for path in sorted(asked.folder.glob("*.py")) if asked.word in path.name]
        print(dict(Counter(one.kind for _, one in in_turn(among, asked.named))))
        sys.exit(0)
    sys.exit(main(asked.folder, asked.each, asked.word, asked.seconds, asked.named))
