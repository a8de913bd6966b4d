"""Mutation of the replay: take one check out at a time, and see that a test fails.

Run by hand: `python -m tests.refute.mutate [WORD]`, with WORD to look only at mutants whose name has it. A check is an
`if` that raises or answers "no" (in `adjacency`: why two values are apart, in `inputs`: that one has another type), one
part of its condition, or one part of a conjunction that is returned. Random tests are left out; a mutant that no other
test notices is a survivor. Some are no mistakes: without `isinstance(var.type, ListOf)` in `wanted` numbers that are
set once would be final too, which they are; an empty text, or a fraction that is not whole, is turned down in two
places.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.kernel.mutate import PACKAGE, ROOT, Mutant, mutants

FILES = (
    "document/strict.py",
    "document/types.py",
    "document/tables.py",
    "document/expressions.py",
    "document/programs.py",
    "document/mechanisms.py",
    "document/values.py",
    "kernel/proof_document.py",
    "kernel/replay.py",
    "verify/counterexample_document.py",
    "refute/admitted.py",
    "refute/replay.py",
    "exact/moments.py",
    "refute/laws/__init__.py",
    "refute/laws/law.py",
    "refute/laws/laplace.py",
    "refute/laws/one_sided_laplace.py",
    "refute/states.py",
    "refute/probability.py",
    "refute/wanted.py",
    "lang/inputs.py",
    "lang/adjacency.py",
    "lang/adjacency_by_l2.py",
    "lang/adjacency_of_rows.py",
    "lang/claim.py",
)
TESTS = (
    "lang/test_claim.py",
    "refute/test_checks.py",
    "refute/test_attacks.py",
    "refute/test_certificate.py",
    "kernel/test_certificate.py",
    "lang/test_adjacency.py",
    "lang/test_adjacency_of_rows.py",
    "lang/test_adjacency_by_l2.py",
    "exact/test_moments.py",
    "refute/test_moments.py",
)
LEFT_OUT = "not accepted and not altered and not forged_program and not numbers_are and not every"  # many, or random


@dataclass(frozen=True)
class Place:
    """A mutant of one file."""

    file: str
    mutant: Mutant

    def __str__(self) -> str:
        return f"{self.file}: {self.mutant.name}"


def refuses(node: ast.stmt) -> bool:
    """Whether a statement may say no."""
    match node:
        case ast.If(_, [ast.Raise()] | [ast.Return(ast.JoinedStr() | ast.Constant(None | False))]):
            return True
        case ast.If(_, [ast.Expr(ast.Call(ast.Name("_refuse")))] | [_, ast.Expr(ast.Call(ast.Name("_refuse")))]):
            return True
        case _:
            return False


def weakened(source: str) -> Iterator[Mutant]:
    """The text with one part less in a conjunction that is returned."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Return(ast.BoolOp(ast.And(), parts) as whole):
                text = ast.get_source_segment(source, whole)
                assert text is not None
                for part in parts:
                    rest = " and ".join(ast.unparse(p) for p in parts if p is not part)
                    name = f"return:{node.lineno}: without {ast.unparse(part)}"
                    yield Mutant(name, "", source.replace(text, f"({rest})" if "\n" in text else rest, 1))
            case _:
                pass


def places(word: str) -> list[Place]:
    texts = {file: (PACKAGE / file).read_text() for file in FILES}
    found = [Place(file, m) for file, text in texts.items() for m in (*mutants(text, refuses), *weakened(text))]
    return [p for p in found if word in str(p)]


def survives(place: Place) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(PACKAGE, Path(folder) / "twinproof", ignore=shutil.ignore_patterns("__pycache__"))
        (Path(folder) / "twinproof" / place.file).write_text(place.mutant.text)
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-k", LEFT_OUT]
        command += [str(ROOT / "tests" / test) for test in TESTS]
        environment = {**os.environ, "PYTHONPATH": f"{folder}:{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False, timeout=900)
        return done.returncode == 0


def main() -> int:
    chosen = places(sys.argv[1] if len(sys.argv) > 1 else "")
    unchanged = Place(FILES[0], Mutant("nothing", "", (PACKAGE / FILES[0]).read_text()))
    if not survives(unchanged):
        print("the tests fail as they are: nothing is known of the mutants")
        return 1
    left = 0
    with ThreadPoolExecutor(2) as pool:
        for place, alive in zip(chosen, pool.map(survives, chosen), strict=True):
            if alive:
                print(f"survived: {place}", flush=True)
                left += 1
    print(f"{len(chosen)} mutants, {left} survivors")
    return bool(left)


if __name__ == "__main__":
    sys.exit(main())
