"""How the command line starts: at once, from anywhere, and also where a library is broken."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.cli.test_commands import ROOT, process, twinproof
from twinproof import __version__
from twinproof.cli.parameters import spare

HEAVY = ("altair", "flint", "joblib", "numpy", "z3")
LOADED = f"""
import sys
from twinproof.cli import main
try:
    main()
finally:
    print([m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)
"""


def python(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    run = [sys.executable, *words]
    return subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False, env=environment, timeout=60)


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["verify", "--help"], ["dist", "-h"], ["show", "gallery/private"]]
)
def test_words_need_no_solver(words: list[str]) -> None:
    done = python("-c", LOADED, *words, PYTHONUTF8="1")
    assert (done.returncode, done.stderr) == (0, "[]\n")


def test_a_proof_needs_the_solver_and_nothing_else_that_is_heavy() -> None:
    """Nor pydantic, which Typer would convert every word with."""
    watched = LOADED.replace(repr(HEAVY), repr((*HEAVY, "pydantic", "twinproof.refute.replay")))
    target = "gallery/private/laplace_mechanism.py"
    done = python("-c", watched, "verify", "--no-cache", "-q", target, PYTHONUTF8="1")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "['z3']\n")


def test_completion_needs_no_solver() -> None:
    for words in ("twinproof ve", "twinproof verify --", "twinproof run gallery/private/histogram.py::"):
        done = python("-c", LOADED, _TWINPROOF_COMPLETE="complete_zsh", _TYPER_COMPLETE_ARGS=words, PYTHONUTF8="1")
        assert (done.returncode, done.stderr) == (0, "[]\n")
        assert "_arguments" in done.stdout


def test_it_is_a_module_too() -> None:
    done = python("-m", "twinproof", "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"twinproof {__version__}\n", "")


def test_the_package_has_its_names_although_they_are_loaded_late() -> None:
    import twinproof as package

    assert set(package.__all__) < set(dir(package))
    assert all(getattr(package, name) is not None for name in package.__all__)
    with pytest.raises(AttributeError, match="module 'twinproof' has no attribute 'lapalce'"):
        _ = package.lapalce  # type: ignore[attr-defined]


@pytest.fixture
def without_z3(tmp_path: Path) -> str:
    """A search path on which z3 is there, and fails as it does when its library is not."""
    (tmp_path / "z3.py").write_text("class Z3Exception(Exception): pass\nraise Z3Exception('libz3.so not found.')\n")
    return str(tmp_path)


@pytest.mark.parametrize("words", [["verify", "gallery/private/histogram.py"], ["check", "x.json"], ["prove", "x.py"]])
def test_a_broken_solver_is_said_in_a_line(words: list[str], without_z3: str) -> None:
    done = process(*words, PYTHONPATH=without_z3)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (
        "twinproof: this installation is broken: Z3Exception: libz3.so not found.\n"
        "`twinproof doctor` says what is wrong with it.\n"
    )


@pytest.mark.parametrize("library", ["flint", "numpy"])
def test_a_library_that_only_the_refuter_needs_is_said_in_a_line(library: str, tmp_path: Path) -> None:
    (tmp_path / f"{library}.py").write_text("raise ImportError('it is for another Python')\n")
    broken, private = "gallery/broken/noisy_max_half_noise.py", "gallery/private/laplace_mechanism.py"
    done = process("verify", "--no-cache", broken, PYTHONPATH=str(tmp_path))
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (
        "twinproof: this installation is broken: it is for another Python\n"
        "`twinproof doctor` says what is wrong with it.\n"
    )
    assert process("verify", "--no-cache", "-q", private, PYTHONPATH=str(tmp_path)).returncode == 0


def test_what_needs_no_solver_works_without_one(without_z3: str) -> None:
    target = ("gallery/private/partial_sum.py", "--arg", "entries=[1]", "--arg", "eps=1")
    for words in (("show", target[0]), ("run", *target), ("dist", *target)):
        assert process(*words, PYTHONPATH=without_z3).returncode == 0


def test_a_call_without_words_shows_the_help() -> None:
    done = twinproof()
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("Usage: twinproof [OPTIONS] COMMAND [ARGS]...")


class Parameter:
    """A parameter as Typer has them from 0.29 on: its values are converted by somebody who is long to load."""

    def __init__(self, annotation: object, nargs: int = 1, required: bool = False, callback: Any = None) -> None:
        self.type_descriptor = SimpleNamespace(annotation=annotation)
        self.nargs, self.multiple, self.required, self.callback = nargs, False, required, callback

    def process_value(self, context: object, value: object) -> object:
        return "converted"


@pytest.mark.parametrize(
    ("parameter", "value", "became"),
    [
        (Parameter(str), "text", "text"),
        (Parameter(str), None, None),
        (Parameter(str, required=True), None, "converted"),
        (Parameter(int), None, None),
        (Parameter(int), "3", "converted"),
        (Parameter(Path), "a.py", "converted"),
        (Parameter(list[str], nargs=-1), ("a.py", "b.py"), ["a.py", "b.py"]),
        (Parameter(list[str], nargs=-1), None, ()),
        (Parameter(list[str], nargs=-1, required=True), (), "converted"),
        (Parameter(list[Path], nargs=-1), ("a.py",), "converted"),
        (Parameter(bool, callback=lambda _, __, value: ("called", value)), None, ("called", None)),
    ],
)
def test_what_needs_no_conversion_is_not_converted(parameter: Parameter, value: object, became: object) -> None:
    spare(parameter)
    spare(parameter)
    assert parameter.process_value(None, value) == became


def test_a_misspelt_command_or_option_is_corrected() -> None:
    assert "Did you mean 'verify'?\nSee `twinproof --help`." in twinproof("verfy").stderr
    done = twinproof("verify", "x.py", "--infr")
    assert done.returncode == 3
    assert "--infer" in done.stderr
    assert "See `twinproof verify --help`." in done.stderr
