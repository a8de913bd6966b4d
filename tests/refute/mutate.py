"""Mutation of the replay: take one check out at a time, and see that a test fails.

Run by hand: `python -m tests.refute.mutate [WORD]`, with WORD to look only at mutants whose name has it. A check is an
`if` that raises or answers "no" (in `inputs`: why two inputs are not adjacent, that a value has another type), or one
part of its condition. Random tests are left out; a mutant that no other test notices is a survivor.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.kernel.mutate import PACKAGE, ROOT, Mutant, mutants

FILES = (
    "kernel/document.py",
    "kernel/certificate.py",
    "verify/refuted.py",
    "refute/admitted.py",
    "refute/replay.py",
    "refute/laws.py",
    "refute/states.py",
    "refute/balls.py",
    "refute/wanted.py",
    "lang/inputs.py",
)
TESTS = ("refute/test_checks.py", "refute/test_attacks.py", "refute/test_certificate.py", "kernel/test_certificate.py")
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


def places(word: str) -> list[Place]:
    found = [Place(file, m) for file in FILES for m in mutants((PACKAGE / file).read_text(), refuses)]
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
    with ThreadPoolExecutor(2) as pool:
        left = [p for p, alive in zip(chosen, pool.map(survives, chosen), strict=True) if alive]
    for place in left:
        print(f"survived: {place}")
    print(f"{len(chosen)} mutants, {len(left)} survivors")
    return bool(left)


if __name__ == "__main__":
    sys.exit(main())
