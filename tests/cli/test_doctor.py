"""twinproof doctor: what it looks at, what it says of what is missing or wrong, and how it ends."""

import importlib.metadata
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import process, twinproof


def states(*words: str, **environment: str) -> dict[str, dict[str, Any]]:
    """What a doctor in a process of its own found, by the names of the checks."""
    done = process("doctor", "--json", *words, **environment)
    document = json.loads(done.stdout)
    assert document["ok"] is (done.returncode == 0)
    assert done.returncode in (0, 3)
    assert done.stderr == ""
    return {c["check"]: c for c in document["checks"]}


def test_here_all_is_well() -> None:
    done = process("doctor")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    *lines, last = done.stdout.splitlines()
    assert last == "all that is required is well"
    assert all(line.startswith("ok ") for line in lines)
    for words in ("python", "z3-solver", "solver", "prover and kernel", "refuter", "cvc5", "cache", "side by side"):
        assert any(line.split(maxsplit=1)[1].startswith(words) for line in lines)


def test_every_library_that_is_needed_is_looked_at() -> None:
    found = states()
    needed = [r for r in importlib.metadata.requires("twinproof") or [] if "extra ==" not in r]
    assert len(needed) >= 10
    for requirement in needed:
        name = re.split("[=<>]", requirement)[0]
        assert found[name]["state"] == "ok"
        assert found[name]["detail"] == importlib.metadata.version(name)


def test_a_solver_that_cannot_be_loaded(tmp_path: Path) -> None:
    (tmp_path / "z3.py").write_text("raise OSError('libz3.so: cannot open shared object file')\n")
    done = process("doctor", PYTHONPATH=str(tmp_path))
    assert done.returncode == 3
    assert done.stderr == ""
    assert "wrong    solver             OSError: libz3.so: cannot open shared object file\n" in done.stdout
    assert "→ correct what is said of z3-solver above" in done.stdout
    assert "ok       ball arithmetic" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("not well: solver, prover and kernel")


@pytest.mark.parametrize("module", ["flint", "numpy"])
def test_a_library_that_cannot_be_loaded(tmp_path: Path, module: str) -> None:
    (tmp_path / f"{module}.py").write_text("raise ImportError('it is for another Python')\n")
    found = states(PYTHONPATH=str(tmp_path))
    assert found["random bits"]["state"] == "wrong"
    assert "ImportError: it is for another Python" in found["random bits"]["detail"]


def test_another_version_of_the_solver(tmp_path: Path) -> None:
    folder = tmp_path / "z3_solver-4.0.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: z3-solver\nVersion: 4.0.0\n")
    found = states(PYTHONPATH=str(tmp_path))
    assert found["z3-solver"]["state"] == "wrong"
    pinned = next(r for r in importlib.metadata.requires("twinproof") or [] if r.startswith("z3-solver"))
    assert found["z3-solver"]["detail"] == f"4.0.0, but {pinned.removeprefix('z3-solver')} is needed"
    assert found["z3-solver"]["remedy"] == f"pip install '{pinned}'"


def without(*names: str) -> Any:
    """Versions as they would be if some packages were not there."""
    real = importlib.metadata.version

    def version(name: str) -> str:
        if name in names:
            raise importlib.metadata.PackageNotFoundError(name)
        return real(name)

    return version


def test_optional_parts_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.metadata, "version", without("cvc5", "distributed", "pygls", "opendp"))
    done = twinproof("doctor")
    assert done.returncode == 0
    for package, extra in (("cvc5", "second-opinion"), ("distributed", "cluster"), ("pygls", "lsp")):
        assert f"missing  {package:<18} not installed" in done.stdout
        assert f"→ pip install 'twinproof[{extra}]'" in done.stdout


def test_required_ones_may_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.metadata, "version", without("jinja2"))
    done = twinproof("doctor")
    assert done.returncode == 3
    assert "missing  jinja2             not installed\n" in done.stdout
    assert "→ pip install 'jinja2>=3.1'" in done.stdout
    assert done.stdout.splitlines()[-1] == "not well: jinja2"


def test_a_package_that_was_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def requires(name: str) -> list[str]:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "requires", requires)
    monkeypatch.setattr(importlib.metadata, "version", without("twinproof"))
    done = twinproof("doctor")
    assert done.returncode == 3
    assert "twinproof          PackageNotFoundError" in done.stdout


def test_a_cache_that_cannot_be_written_is_no_failure() -> None:
    found = states(XDG_CACHE_HOME="/dev/null")
    assert found["cache"]["state"] == "wrong"
    assert found["cache"]["required"] is False
    assert found["cache"]["detail"] == "/dev/null/twinproof cannot be written (Not a directory)"


def test_the_cache_is_counted(tmp_path: Path) -> None:
    (tmp_path / "twinproof").mkdir()
    (tmp_path / "twinproof" / "entry.json").write_text("x" * 2_000_000)
    assert states(XDG_CACHE_HOME=str(tmp_path))["cache"]["detail"] == f"{tmp_path / 'twinproof'}: 1 file, 2.0 MB"


def test_a_cache_that_is_not_there_yet_is_not_made(tmp_path: Path) -> None:
    place = tmp_path / "deep" / "down"
    assert states(XDG_CACHE_HOME=str(place))["cache"]["detail"] == f"{place / 'twinproof'}: 0 files, 0.0 MB"
    assert list(tmp_path.iterdir()) == []


def test_a_terminal_without_symbols() -> None:
    done = process("doctor", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "wrong    terminal           ascii has no letters such as eps (optional)" in done.stdout
    assert done.stdout.isascii()


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("twinproof.smt.prove", "does not decide"),
        ("twinproof.cli.doctor._tiny", "a tiny mechanism is not read"),
    ],
)
def test_parts_that_answer_wrongly(monkeypatch: pytest.MonkeyPatch, place: str, said: str) -> None:
    from twinproof.cli.doctor import Wrong
    from twinproof.smt import Outcome

    def unread(name: str) -> None:
        raise Wrong("a tiny mechanism is not read")

    monkeypatch.setattr(place, unread if place.endswith("_tiny") else lambda _: Outcome(True))
    done = twinproof("doctor")
    assert done.returncode == 3
    assert said in done.stdout
