"""twinproof new: a first mechanism, and its test beside it."""

from __future__ import annotations

from pathlib import Path

from twinproof.cli.streams import echo

WRITTEN, UNWRITTEN = 0, 3

MECHANISM = '''"""What customers spent, told with noise."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def total_spent(amounts: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """The sum of all amounts, each counted up to 100: one customer moves it by 100 at most."""
    total = sum(clamp(amount, 0, 100) for amount in amounts)
    return laplace(total, 100 / eps)
'''

TEST = '''"""The claim of {module}.py, as a test."""

from {module} import total_spent

from twinproof.integrations.pytest import assert_private


def test_total_spent_keeps_its_claim() -> None:
    assert_private(total_spent)


def test_total_spent_is_about_right() -> None:
    assert 49_000 < total_spent([50] * 1000, eps=10) < 51_000
'''


def new(path: Path) -> int:
    """Write both files, unless one is there; and say what to do with them."""
    if path.suffix != ".py" or not path.stem.isidentifier():
        echo(f"twinproof: {path} cannot be imported by its test: choose a name such as counts.py", err=True)
        return UNWRITTEN
    test = path.with_name(f"test_{path.name}")
    for file in (path, test):
        if file.exists():
            echo(f"twinproof: {file} is there already; name another file", err=True)
            return UNWRITTEN
    for file, text in ((path, MECHANISM), (test, TEST.format(module=path.stem))):
        try:
            file.write_text(text, encoding="utf-8")
        except OSError as problem:
            echo(f"twinproof: {file} cannot be written: {problem.strerror}", err=True)
            return UNWRITTEN
    echo(f"{path}: a mechanism that claims to be private")
    echo(f"{test}: its test, for pytest")
    echo(f"next: twinproof verify {path}")
    return WRITTEN
