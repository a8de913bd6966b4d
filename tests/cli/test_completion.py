"""Completion, as the shells ask for it: through the environment, with the words of the line so far."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_commands import BAD

RUN = [sys.executable, "-m", "twinproof"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "two.py").write_text(BAD + 'raise SystemExit("this must not be executed")\n')
    (tmp_path / "none.py").write_text("x = (\n")
    return tmp_path


def asked(folder: Path, **environment: str) -> str:
    env = {"PATH": os.environ["PATH"], "PYTHONUTF8": "1", **environment}
    done = subprocess.run(RUN, cwd=folder, capture_output=True, text=True, check=False, env=env, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def bash(folder: Path, *words: str) -> list[str]:
    """What bash gets for the last word; it breaks words at colons."""
    words = ("twinproof", *words)
    position = str(len(words) - 1)
    shown = asked(folder, _TWINPROOF_COMPLETE="complete_bash", COMP_WORDS="\n".join(words), COMP_CWORD=position)
    return shown.split()


def fish(folder: Path, line: str) -> list[str]:
    """What fish gets for the end of a line, without the explanations."""
    wanted = {"_TYPER_COMPLETE_FISH_ACTION": "get-args", "_TYPER_COMPLETE_ARGS": line}
    shown = asked(folder, _TWINPROOF_COMPLETE="complete_fish", **wanted)
    return [row.split("\t")[0] for row in shown.splitlines() if row]


def zsh(folder: Path, line: str) -> str:
    return asked(folder, _TWINPROOF_COMPLETE="complete_zsh", _TYPER_COMPLETE_ARGS=line)


def test_commands_and_options(folder: Path) -> None:
    assert bash(folder, "re") == fish(folder, "twinproof re") == ["report"]
    assert {"verify", "doctor", "check"} <= set(bash(folder, ""))
    assert bash(folder, "verify", "--ce") == fish(folder, "twinproof verify --ce") == ["--certificates"]
    assert '"--certificates":"' in zsh(folder, "twinproof verify --ce")


def test_verdicts(folder: Path) -> None:
    assert bash(folder, "verify", "two.py", "--expect", "") == ["proved", "refuted", "unknown"]
    assert fish(folder, "twinproof verify --expect re") == ["refuted"]


def test_files_are_left_to_the_shell(folder: Path) -> None:
    for command in ("verify", "show", "run", "check", "prove"):
        assert bash(folder, command, "t") == fish(folder, f"twinproof {command} t") == []
        assert zsh(folder, f"twinproof {command} t") == "_files\n"


@pytest.mark.parametrize("command", ["verify", "show", "report", "run", "dist", "compare"])
def test_names_of_mechanisms(folder: Path, command: str) -> None:
    assert fish(folder, f"twinproof {command} two.py::") == ["two.py::good", "two.py::bad"]
    assert fish(folder, f"twinproof {command} two.py::g") == ["two.py::good"]
    assert zsh(folder, f"twinproof {command} two.py::g") == "_arguments '*: :((\"two.py\\\\:\\\\:good\"))'\n"


def test_bash_gets_what_comes_after_the_colons(folder: Path) -> None:
    assert bash(folder, "run", "two.py", "::") == ["good", "bad"]
    assert bash(folder, "run", "two.py", "::", "b") == ["bad"]
    assert bash(folder, "verify", "two.py", "two.py", "::", "g") == ["good"]
    assert bash(folder, "verify", "two.py::g") == ["two.py::good"]  # if it is told not to break words at colons


def test_what_cannot_be_read_has_no_names(folder: Path) -> None:
    for target in ("none.py::", "nowhere.py::", "::", ".::"):
        assert fish(folder, f"twinproof run {target}") == []


@pytest.mark.parametrize(
    ("shell", "place"),
    [
        ("bash", ".bash_completions/twinproof.sh"),
        ("zsh", ".zfunc/_twinproof"),
        ("fish", ".config/fish/completions/twinproof.fish"),
    ],
)
def test_it_is_installed(tmp_path: Path, shell: str, place: str) -> None:
    env = {"HOME": str(tmp_path), "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1", "PATH": os.environ["PATH"]}
    words = [*RUN, "--install-completion", shell]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=env, timeout=60)
    assert done.returncode == 0, done.stderr
    script = (tmp_path / place).read_text()
    assert f"_TWINPROOF_COMPLETE=complete_{shell}" in script
    shown = subprocess.run(
        [*RUN, "--show-completion", shell], capture_output=True, text=True, check=False, env=env, timeout=60
    )
    assert shown.stdout.strip() == script.strip()
