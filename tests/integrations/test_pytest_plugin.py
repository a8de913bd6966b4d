"""The pytest plugin: what is collected, what a failure shows, and that nothing happens unless it is asked."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from tests.integrations.programs import COUNT, HALF, HEAD, OPEN, WRONG
from twinproof.integrations.pytest import assert_private

pytest_plugins = ["pytester"]
LOADED_BEFORE = np.__name__  # pytester forgets what is imported in a test, and numpy is not imported twice


@pytest.fixture
def mechanisms(pytester: pytest.Pytester) -> pytest.Pytester:
    """A folder with three mechanisms in two files, and a file without any; pytest itself looks elsewhere."""
    pytester.makeini("[pytest]\ntestpaths = tests")
    pytester.mkdir("tests")
    folder = pytester.mkdir("mechanisms")
    (folder / "a.py").write_text(HEAD + COUNT + HALF)
    (folder / "b.py").write_text(HEAD + WRONG + 'raise SystemExit("this file must not be executed")\n')
    (folder / "plain.py").write_text("x = 1\n")
    (folder / "conftest.py").write_text('raise SystemExit("nor this one")\n')
    return pytester


def node_ids(result: pytest.RunResult) -> list[str]:
    return [line for line in result.outlines if "::" in line]


def test_one_test_for_each_mechanism(mechanisms: pytest.Pytester) -> None:
    result = mechanisms.runpytest("--twinproof", "mechanisms", "--collect-only", "-q")
    assert node_ids(result) == ["mechanisms/a.py::count", "mechanisms/a.py::half", "mechanisms/b.py::wrong"]
    result.stdout.fnmatch_lines(["3 tests collected*"])


def test_verdicts_and_what_a_failure_shows(mechanisms: pytest.Pytester) -> None:
    result = mechanisms.runpytest("--twinproof", "mechanisms", "-rA")
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(
        [
            "refuted  half is not (eps, 0)-differentially private",
            "mechanisms/a.py:12",
            "*half does not keep its claim. Two adjacent inputs*",
            "*with probability*on the left,",
            "mechanisms/b.py:8:5: TP201: *",
            " 8 |     del x",
            "PASSED mechanisms/a.py::count",
            "FAILED mechanisms/a.py::half - refuted  half is not *",
        ]
    )
    result.stdout.no_fnmatch_line("*site-packages*")
    result.stdout.no_fnmatch_line("*plugin.py*")


def test_one_mechanism_by_name(mechanisms: pytest.Pytester) -> None:
    result = mechanisms.runpytest("--twinproof", "mechanisms/a.py::count", "-rA")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["PASSED mechanisms/a.py::count"])
    assert result.ret == pytest.ExitCode.OK


def test_the_same_mechanism_is_tested_once(mechanisms: pytest.Pytester) -> None:
    result = mechanisms.runpytest("--twinproof", "mechanisms", "--twinproof", "mechanisms/a.py", "--collect-only", "-q")
    assert len(node_ids(result)) == 3


def test_a_name_that_is_not_there_fails(mechanisms: pytest.Pytester) -> None:
    result = mechanisms.runpytest("--twinproof", "mechanisms/a.py::counts")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*a.py: TP006: there is no mechanism `counts`"])


def test_a_folder_without_mechanisms_fails(pytester: pytest.Pytester) -> None:
    pytester.mkdir("empty").joinpath("plain.py").write_text("x = 1\n")
    result = pytester.runpytest("--twinproof", "empty")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["empty: TP005: there is no mechanism in this folder"])


def test_a_file_that_is_not_python_fails(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(broken="def f(:\n")
    result = pytester.runpytest("--twinproof", "broken.py")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["broken.py:1:*: TP003: *", "FAILED broken.py::TP003*"])


def test_a_path_that_is_not_there_is_a_wrong_call(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest("--twinproof", "nowhere")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--twinproof: there is no file or folder nowhere"])


def test_paths_in_addopts_are_those_of_the_root_folder(
    mechanisms: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    mechanisms.makeini("[pytest]\ntestpaths = tests\naddopts = --twinproof mechanisms --strict-markers")
    monkeypatch.chdir(mechanisms.path / "tests")
    result = mechanisms.runpytest("--collect-only", "-q", "-k", "count")
    assert node_ids(result) == ["mechanisms/a.py::count"]


def test_a_choice_by_keyword_and_by_marker(mechanisms: pytest.Pytester) -> None:
    mechanisms.makepyfile(test_other="def test_count(): pass")
    both = mechanisms.runpytest("--twinproof", "mechanisms", "test_other.py", "-k", "count", "--collect-only", "-q")
    assert node_ids(both) == ["test_other.py::test_count", "mechanisms/a.py::count"]
    ours = mechanisms.runpytest("--twinproof", "mechanisms", "test_other.py", "-m", "twinproof", "--collect-only", "-q")
    assert len(node_ids(ours)) == 3


def test_the_processes_of_xdist_agree(mechanisms: pytest.Pytester) -> None:
    result = mechanisms.runpytest_subprocess("-n", "2", "--twinproof", "mechanisms", timeout=300)
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(["*refuted  half is not (eps, 0)-differentially private"])


def test_nothing_happens_unless_it_is_asked(mechanisms: pytest.Pytester) -> None:
    mechanisms.makepyfile(test_other="def test_it(): pass")
    result = mechanisms.runpytest("test_other.py", "--collect-only", "-q")
    assert node_ids(result) == ["test_other.py::test_it"]


def test_no_solver_is_loaded_with_the_plugin() -> None:
    heavy = {"z3", "joblib", "networkx", "altair", "twinproof.verify", "twinproof.kernel"}
    text = f"import sys, twinproof.integrations.pytest.plugin; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


def test_assert_private_shows_the_counterexample_and_no_more(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_mine=HEAD
        + "from twinproof.integrations.pytest import assert_private\n"
        + COUNT
        + HALF
        + WRONG
        + "\ndef test_count(): assert_private(count)"
        + "\ndef test_half(): assert_private(half)"
        + "\ndef test_wrong(): assert_private(wrong)\n"
    )
    result = pytester.runpytest()
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(
        [
            "*def test_half(): assert_private(half)",
            "E   AssertionError: refuted  half is not (eps, 0)-differentially private",
            "E*half does not keep its claim. Two adjacent inputs*",
            "E   AssertionError: *test_mine.py:*: TP201: *",
        ]
    )
    result.stdout.no_fnmatch_line("*assertion.py*")
    result.stdout.no_fnmatch_line("*verdict = verify*")


def test_assert_private_by_path(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(mine=HEAD + COUNT + HALF)
    assert_private("mine.py::count")
    with pytest.raises(AssertionError, match=r"(?s)^refuted  half.*on the left"):
        assert_private("mine.py::half")
    with pytest.raises(AssertionError, match="TP006"):
        assert_private("mine.py::third")


def test_assert_private_says_where_the_proof_got_stuck(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(mine=HEAD + OPEN)
    with pytest.raises(AssertionError, match=r"(?s)^unknown  whether undecided.*No proof: none of the couplings that"):
        assert_private("mine.py::undecided")


def test_assert_private_takes_mechanisms_only() -> None:
    with pytest.raises(TypeError, match="a function under @mechanism is needed"):
        assert_private(len)  # type: ignore[arg-type]
