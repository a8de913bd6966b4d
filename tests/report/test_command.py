"""twinproof report: what it writes, what it says, and how it ends."""

import os
from pathlib import Path

import pytest

from tests.cli.test_commands import twinproof
from tests.report.reading import Page

GOOD = """
from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def good(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
"""
BAD = GOOD.replace("good", "bad").replace("    return", "    print(x)\n    return")


@pytest.fixture
def good(tmp_path: Path) -> Path:
    file = tmp_path / "good.py"
    file.write_text(GOOD)
    return file


def test_it_writes_one_page(good: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = twinproof("report", f"{good}::good", "-o", str(page), "--jobs", "1")
    assert (done.returncode, done.stdout) == (0, f"{page}: 1 proved\n")
    assert "good is (eps, 0)-differentially private." in Page(page.read_text(encoding="utf-8")).text
    assert [p.name for p in tmp_path.iterdir() if p.suffix != ".py"] == ["page.html"]


def test_what_could_not_be_read_stands_in_the_page_too(good: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(BAD)
    page = tmp_path / "page.html"
    done = twinproof("report", str(tmp_path), "-o", str(page))
    assert done.returncode == 3
    assert done.stdout == f"{page}: 1 proved, 1 could not be read\n"
    assert "TP" in done.stderr
    read = Page(page.read_text(encoding="utf-8"))
    assert "print(x)" in read.text
    assert "could not be read" in read.text


@pytest.mark.parametrize(("claim", "result"), [("1e-400", "laplace(x, 1 / eps)"), ("1e400", "x"), ("1e400 * eps", "x")])
def test_claims_that_no_float_can_hold(good: Path, claim: str, result: str) -> None:
    good.write_text(GOOD.replace('"eps"', f'"{claim}"').replace("laplace(x, 1 / eps)", result))
    page = good.parent / "page.html"
    done = twinproof("report", str(good), "-o", str(page), "--jobs", "1")
    assert (done.stdout, done.stderr) == (f"{page}: 1 refuted\n", "")
    read = Page(page.read_text(encoding="utf-8"))
    assert f"claimed is ε = {claim[:5].replace('e4', 'e+4')}" in read.text


@pytest.mark.parametrize("target", ["nowhere.py", "empty", "good.py::other"])
def test_nothing_to_report_writes_nothing(good: Path, target: str) -> None:
    (good.parent / "empty").mkdir()
    page = good.parent / "page.html"
    done = twinproof("report", str(good.parent / target), "-o", str(page))
    assert done.returncode == 3
    assert not done.stdout
    assert "TP00" in done.stderr
    assert "no page was written" in done.stderr
    assert not page.exists()


def test_a_page_that_cannot_be_written_is_told_before_the_work(good: Path, tmp_path: Path) -> None:
    for place, reason in ((tmp_path, "it is a folder"), (tmp_path / "no" / "page.html", "there is no folder")):
        done = twinproof("report", str(good), "-o", str(place))
        assert done.returncode == 3
        assert done.stderr.startswith(f"twinproof: {place} cannot be written: {reason}")


def test_a_place_without_permission(good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    done = twinproof("report", str(good), "-o", str(tmp_path / "page.html"))
    assert done.returncode == 3
    assert "cannot be written: permission denied" in done.stderr


def test_a_full_disk(good: Path) -> None:
    done = twinproof("report", str(good), "-o", "/dev/full")
    assert done.returncode == 3
    assert "/dev/full cannot be written: No space left on device" in done.stderr


def test_a_file_that_disappears_was_read(good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from twinproof.cli import report
    from twinproof.cli.targets import every

    def vanishing(targets: list[str]) -> object:
        for item in every(targets):
            good.unlink()
            yield item

    monkeypatch.setattr(report, "every", vanishing)
    done = twinproof("report", str(good), "-o", str(tmp_path / "page.html"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 proved" in done.stdout
