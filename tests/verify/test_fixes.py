"""What would mend a refuted mechanism: tried before it is said, and a patch that git takes."""

import subprocess
from pathlib import Path

import pytest

from tests.search.reading import mechanism_of
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.verify import verify
from twinproof.verify.changes import Fix, applied, patch
from twinproof.verify.fixes import fixes_of

SCALE = """
@mechanism(epsilon="eps")
def broken(x: Annotated[int, within(3)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
"""
RATE = """
from twinproof import choose

@mechanism(epsilon="eps", requires="len(scores) >= 1")
def broken(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    return choose(scores, eps)
"""
ROUNDS = """
@mechanism(epsilon="eps", requires="k >= 1")
def broken(x: Annotated[int, within(1)], k: int, eps: Epsilon) -> list[int]:
    out = []
    for _ in range(k + 1):
        out.append(laplace(x, k / eps))
    return out
"""
TIMES = """
@mechanism(epsilon="eps", requires="k >= 1")
def broken(x: Annotated[int, within(1)], k: int, eps: Epsilon) -> list[int]:
    return [laplace(x, 1 / eps) for _ in range(k)]
"""
BARE = """
@mechanism(epsilon="2 * eps")
def broken(x: Annotated[int, within(1)], y: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, int]:
    a = laplace(x, 1 / eps)
    b = y
    return a, b
"""
LAST = """
@mechanism(epsilon="eps")
def broken(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    total = 0
    i = 0
    while i < len(xs):
        total = total + xs[i]
        i = i + 1
    return laplace(total, 1 / (2 * eps))
"""
HOPELESS = """
@mechanism(epsilon="eps")
def broken(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return x
"""


def changed(text: str) -> Mechanism:
    (found,) = (m for m in read_text(text, "f.py") if isinstance(m, Mechanism))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SCALE, ["line 7: `3 / eps` instead of `1 / eps`"]),
        (RATE, ["line 9: `eps / 2` instead of `eps`"]),
        (ROUNDS, ["line 9: `2 * k / eps` instead of `k / eps`", "line 8: `0` instead of `1`"]),
        (TIMES, ["line 7: `k / eps` instead of `1 / eps`"]),
        (BARE, ["line 9: `laplace(b, 1 / eps)` instead of `b`"]),
        (LAST, ["line 12: `1 / eps` instead of `1 / (2 * eps)`"]),
        (HOPELESS, []),
    ],
    ids=["scale", "rate", "rounds", "times", "bare", "no crash", "hopeless"],
)
def test_what_would_do(text: str, expected: list[str]) -> None:
    verdict = verify(mechanism_of(text), jobs=1)
    assert verdict.kind == "refuted"
    found = list(fixes_of(verdict))
    assert [fix.words() for fix in found] == expected
    for fix in found:
        mended = applied(verdict.mechanism.source, fix)
        assert verify(changed(mended), jobs=1).kind == "proved"


def test_the_verdict_says_what_would_do() -> None:
    verdict = verify(mechanism_of(SCALE), jobs=1, advise=True)
    assert verdict.evidence().endswith(
        "  What would do (with this change alone the claim is proved):\n    line 7: `3 / eps` instead of `1 / eps`"
    )
    (fix,) = verdict.summary("f.py")["fixes"]
    assert (fix["line"], fix["before"], fix["after"]) == (7, "1 / eps", "3 / eps")
    assert "fixes" not in verify(mechanism_of(HOPELESS), jobs=1, advise=True).summary("f.py")


@pytest.mark.parametrize("end", ["\n", ""])
def test_git_takes_the_patch(tmp_path: Path, end: str) -> None:
    text = f"a = 1\nb = laplace(x, 1 / eps)\nc = 3{end}"
    (tmp_path / "f.py").write_text(text)
    fixes = [Fix("more", 2, 16, "1 / eps", "2 / eps"), Fix("again", 3, 6, "", "\nd = 4")]
    said = patch("f.py", text, fixes)
    git = ["git", "apply", "-"]
    subprocess.run(git, cwd=tmp_path, input=said, text=True, check=True, timeout=60)
    assert (
        (tmp_path / "f.py").read_text() == applied(text, *fixes) == f"a = 1\nb = laplace(x, 2 / eps)\nc = 3\nd = 4{end}"
    )
