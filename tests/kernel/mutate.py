"""Mutation: take one check out of the rules at a time, and see that a test fails.

Run by hand: `python -m tests.kernel.mutate [WORD]`, with WORD to look only at mutants whose name has it. A check is a
statement that may refuse (`_same`, `_must`, `_fresh`, …, or an `if` that raises), one part of the condition of such
an `if`, or one of the things that a variable must be new to. A copy of the package without it is put before the real
one, and the tests of the rule are run on it; a mutant that no test notices is a survivor. Random tests are left out.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "src" / "twinproof"
RULES = PACKAGE / "kernel" / "rules.py"
CHECKS = (
    "_same",
    "_fresh",
    "_must",
    "_places",
    "_one_type",
    "_noise",
    "_free_of_charge",
    "_two_cases",
    "_unary",
    "_goes_alone",
    "_pure",
    "_renyi",
    "_stepwise",
    "_credited",
)
WANTED = {"_fresh": 1, "_one_type": 1, "_goes_alone": 5}  # so many arguments are no list of things to look at

TESTS = {
    "assign_left": "assign",
    "assign_right": "assign",
    "sample_left": "sample",
    "sample_right": "sample",
    "cond_left": "cond",
    "cond_right": "cond",
    "instantiate": "inst",
    "while_both": "while",
    "ledger_while_left": "while_left",
    "_must": "conseq",
    "_same": "seq",
    "_budget": "seq",
    "_ledger": "ledger_seq",
    "_fresh": "exists",
    "_free_of_charge": "skip",
    "_two_cases": "case",
    "_unary": "ledger_seq",
    "_goes_alone": "ledger_while_right",
    "_noise": "lap_gen",
    "_places": "lap_gen",
    "_one_type": "lap_gen",
    "_distance": "lap_gen",
    "_rates": "lap_gen",
    "_counter_and_distance": "ledger_sample",
    "_coupled_at": "ledger_sample",
    "ledger_map": "ledger_map",
    "_raised": "ledger_map",
    **dict.fromkeys(("ledger_coins", "_expectation", "_fair"), "ledger_coins"),
    "coin_left": "coin",
    "coin_right": "coin",
    "good_right": "good",
    "_tossed": "coin",
    "pointwise_bad": "credit",
    "ledger_interval": "interval",
    "while_composed": "ac_while",
    **dict.fromkeys(("subsample_left", "subsample_right", "_subsampled"), "subsample"),
    "_before": "cond_seq",
    "sample_excess": "excess",
    "_number": "excess",
    "ledger_budget": "ledger_budget",
    **dict.fromkeys(("renyi_gauss", "renyi_laplace", "renyi_choose", "renyi_sample"), "renyi"),
    **dict.fromkeys(("renyi_block", "renyi_close"), "renyi"),
    **dict.fromkeys(("renyi_close_bad", "renyi_pure", "renyi_conseq", "renyi_budget", "concentrated_budget"), "renyi"),
    **dict.fromkeys(("renyi_budget_of_textbooks", "_moved", "_counted", "_cost_at", "_outputs", "_close"), "renyi"),
    **dict.fromkeys(("_pure", "_renyi", "_stepwise", "_credited"), "renyi"),
    "ghost": "ghost",
    "_without": "ghost",
    **dict.fromkeys(("credit_seq", "credit_cond", "credit_case", "credit_conseq", "credit_while"), "credit"),
    **dict.fromkeys(("credit_skip", "credit_assign", "credit_tail", "credit_part", "credit_free"), "credit"),
    "_at": "forall_eq",
    "_rules_made_by": "theorem",
    "_workshop": "theorem",
    "look_up": "theorem",
    "Theorem": "theorem",
    "__init__": "theorem",
    "__init_subclass__": "theorem",
    "__setattr__": "theorem",
    "__reduce__": "theorem",
}


@dataclass(frozen=True)
class Mutant:
    """A text of rules.py with one check less."""

    name: str
    function: str
    text: str


def _refuses(node: ast.stmt) -> bool:
    match node:
        case ast.Expr(ast.Call(ast.Name(name))):
            return name in CHECKS
        case ast.If():
            return any(isinstance(n, ast.Raise) for n in node.body)
        case _:
            return False


def _inside(function: ast.FunctionDef, refuses: Callable[[ast.stmt], bool]) -> Iterator[ast.stmt]:
    for node in ast.walk(function):
        if isinstance(node, ast.stmt) and refuses(node):
            yield node


def _text(node: ast.expr, source: str) -> str:
    return ast.get_source_segment(source, node) or ""


def _edits(node: ast.stmt, source: str) -> Iterator[tuple[str, ast.AST, str]]:
    """What may be taken out: a name for it, the node, and the text in its place."""
    yield "", node, "pass"
    match node:
        case ast.If(ast.BoolOp(_, parts)):
            joint = " or " if isinstance(node.test.op, ast.Or) else " and "  # type: ignore[attr-defined]
            for part in parts:
                rest = joint.join(_text(p, source) for p in parts if p is not part)
                yield f" without {_text(part, source)}", node.test, rest
        case ast.Expr(ast.Call(ast.Name(name), args)) if name in WANTED:
            for arg in args[WANTED[name] :]:
                rest = ", ".join(_text(a, source) for a in args if a is not arg)
                yield f" without {_text(arg, source)}", node.value, f"{name}({rest})"
        case _:
            pass


def mutants(source: str, refuses: Callable[[ast.stmt], bool] = _refuses) -> Iterator[Mutant]:
    """The text without one check or a part of one, for all that `refuses` takes for checks."""
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    raw = source.encode()
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef) or function.name in ("rule", "make"):
            continue
        for node in _inside(function, refuses):
            for name, part, text in _edits(node, source):
                assert isinstance(part, ast.expr | ast.stmt)
                assert part.end_lineno is not None
                assert part.end_col_offset is not None
                begin = starts[part.lineno - 1] + part.col_offset
                end = starts[part.end_lineno - 1] + part.end_col_offset
                changed = (raw[:begin] + text.encode() + raw[end:]).decode()
                first = source.splitlines()[node.lineno - 1].strip()
                yield Mutant(f"{function.name}:{node.lineno}: {first}{name}", function.name, changed)


def survives(mutant: Mutant) -> bool:
    with tempfile.TemporaryDirectory() as place:
        shutil.copytree(PACKAGE, Path(place) / "twinproof", ignore=shutil.ignore_patterns("__pycache__"))
        (Path(place) / "twinproof" / "kernel" / "rules.py").write_text(mutant.text)
        rule = TESTS.get(mutant.function, mutant.function)
        test = ROOT / "tests" / "kernel" / ("" if rule == "theorem" else "rules") / f"test_{rule}.py"
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-k", "not valid", str(test)]
        environment = {**os.environ, "PYTHONPATH": place, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False, timeout=3600)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{mutant.name}\n{done.stdout.decode()}")
        return done.returncode == 0


def main() -> int:
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    source = RULES.read_text()
    chosen = [m for m in mutants(source) if word in m.name]
    unchanged = [
        Mutant("nothing", rule, source) for rule in sorted({TESTS.get(m.function, m.function) for m in chosen})
    ]
    with ThreadPoolExecutor(2) as pool:
        for mutant, passed in zip(unchanged, pool.map(survives, unchanged), strict=True):
            if not passed:
                print(f"the tests of {mutant.function} fail as they are: nothing is known of its mutants")
        left = [m for m, alive in zip(chosen, pool.map(survives, chosen), strict=True) if alive]
    for mutant in left:
        print(f"survived: {mutant.name}")
    print(f"{len(chosen)} mutants, {len(left)} survivors")
    return bool(left)


if __name__ == "__main__":
    sys.exit(main())
