"""What can go wrong around a command, from a file that is not there to a pipe that closes: a line and an exit code."""

import io
import os
import pty
import shlex
import signal
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from tests.cli.sessions import ends
from tests.cli.test_commands import ROOT, Done, twinproof
from twinproof.cli import main

RUN = [sys.executable, "-m", "twinproof"]
NOISY = """\
from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def noisy(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
"""
SCRIPT = (
    NOISY
    + "\n\nfrom twinproof.tactics.script import Proof\n\np = Proof(__file__)\np.lap_gen(shift=0, bound=1).auto()\n"
)
INPUTS = ("--arg", "x=1", "--arg", "eps=1")
SIDES = ("--left", '{"x": 1}', "--right", '{"x": 2}', "--arg", "eps=1")
OPEN = str(ROOT / "gallery" / "open")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a new user, in which the commands are run."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "noisy.py").write_text(NOISY)
    (tmp_path / "script.py").write_text(SCRIPT)
    (tmp_path / "plain.py").write_text("x = 1\n")
    (tmp_path / "empty").mkdir()
    return tmp_path


def shell(folder: Path, line: str, **environment: str) -> Done:
    """A line for bash in which `tp` is the command, in a process of its own."""
    tp = f'tp() {{ {sys.executable} -m twinproof "$@"; }}; '
    env = {**os.environ, "PYTHONUTF8": "1", "COLUMNS": "200", **environment}
    words = ["bash", "-o", "pipefail", "-c", tp + line]
    done = subprocess.run(words, cwd=folder, capture_output=True, check=False, env=env, timeout=60)
    return Done(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))


def in_folder(folder: Path, *words: str) -> Done:
    """A command on files of the folder, in this process."""
    return twinproof(*(str(folder / w) if (folder / w.partition("::")[0]).exists() else w for w in words))


# -------------------------------------------------------------------------------------------------------------- inputs


@pytest.mark.timeout(30)
@pytest.mark.parametrize("command", ["run", "dist", "compare"])
@pytest.mark.parametrize(
    ("x", "eps", "said"),
    [
        ("1", "1e99999999", "TP503: the value of `eps` holds a number of more than 1000 digits: '1e99999999'"),
        ("1", "-1e-5000", "TP503: the value of `eps` holds a number of more than 1000 digits: '1e-5000'"),
        ("1", "1/" + "1" * 2000, "TP503: the value of `eps` holds a number of more than 1000 digits: '1111"),
        ("1e5000", "1", "TP503: the value of `x` holds a number of more than 1000 digits: '1e5000'"),
        ("[1.5e9_999]", "1", "TP503: the value of `x` holds a number of more than 1000 digits: '1.5e9_999'"),
        ("1" * 5000, "1", "TP503: the value of `x` holds a number of more than 1000 digits: '1111"),
        ("1.0", "1", "TP503: `x` must be an integer, not 1.0\n"),
        ("1e3", "1", "TP503: `x` must be an integer, not 1e3\n"),
        ("[2.50, 1]", "1", "TP503: `x` must be an integer, not [2.50, 1]\n"),
        ("1", "-0.50", "TP504: `eps` must be above zero, not -0.50\n"),
    ],
)
def test_numbers_that_are_no_inputs(folder: Path, command: str, x: str, eps: str, said: str) -> None:
    sides = ("--left", "{}", "--right", "{}") if command == "compare" else ()
    done = twinproof(command, str(folder / "noisy.py"), "--arg", f"x={x}", "--arg", f"eps={eps}", *sides)
    assert (done.returncode, done.stdout) == (3, "")
    assert said in done.stderr


@pytest.mark.parametrize(
    ("left", "arguments", "said"),
    [
        ('{"x": 1, "x": 2}', ["eps=1"], "TP505: --left: `x` is given twice"),
        ('{"x": 1}', ["eps=1", "x=1"], "TP505: `x` is given by --arg and by --left"),
        ('{"x": 1e5000}', ["eps=1"], "TP503: --left holds a number of more than 1000 digits: '1e5000'"),
        ('{"x": 1.0}', ["eps=1"], "TP503: `x` must be an integer, not 1.0"),
        ('{"x": 1', ["eps=1"], "TP505: --left is not a JSON object"),
    ],
)
def test_sides_that_are_no_inputs(folder: Path, left: str, arguments: list[str], said: str) -> None:
    given = [word for a in arguments for word in ("--arg", a)]
    done = in_folder(folder, "compare", "noisy.py", "--left", left, "--right", '{"x": 2}', *given)
    assert (done.returncode, done.stdout) == (3, "")
    assert said in done.stderr


# ------------------------------------------------------------------------------------------------------------- targets

ABOUT_MANY = ["show", "verify", "report"]
ABOUT_ONE = ["run", "dist", "compare"]


@pytest.mark.parametrize("command", ABOUT_MANY + ABOUT_ONE)
@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("nowhere.py", "nowhere.py: TP001: there is no such file"),
        ("plain.py", "plain.py: TP005: there is no mechanism in this file"),
        ("noisy.py::other", "noisy.py: TP006: there is no mechanism `other` in this file"),
        ("noisy.py::", "noisy.py: TP006: there is no name after `::`"),
        ("::noisy", "'::noisy': TP001: there is no path"),
        ("noisy.py::noisy::x", "noisy.py: TP006: there is no mechanism `noisy::x` in this file"),
        ("empty::noisy", "empty: TP001: this is a folder, not a file"),
        ("", "'': TP001: there is no path"),
        ("dangling.py", "dangling.py: TP001: there is no such file"),
        ("loop.py", "loop.py: TP001: the file cannot be read (Too many levels of symbolic links)"),
        ("nul.py", "nul.py:1:1: TP003: this is not Python"),
        ("latin.py", "latin.py: TP002: line 1 is not UTF-8 text"),
        ("coded.py", "coded.py: TP002: the file says that it is not UTF-8"),
        ("pipe.py", "pipe.py: TP001: the file cannot be read (it is a named pipe, not a regular file)"),
        ("/dev/zero", "/dev/zero: TP001: the file cannot be read (it is a device, not a regular file)"),
    ],
)
def test_targets_that_are_wrong(folder: Path, command: str, target: str, said: str) -> None:
    (folder / "dangling.py").symlink_to("gone.py")
    (folder / "loop.py").symlink_to("loop.py")
    os.mkfifo(folder / "pipe.py")
    (folder / "nul.py").write_bytes(b'x = "\0"\n')
    (folder / "latin.py").write_bytes(b'x = "\xe9"\n')
    (folder / "coded.py").write_bytes(b"# coding: latin-1\n")
    rest = SIDES if command == "compare" else INPUTS if command in ABOUT_ONE else ()
    done = twinproof(command, target, *rest, folder=folder)
    assert done.returncode == 3
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert "  help: " in done.stderr or " = help: " in done.stderr
    assert not (folder / "report.html").exists()


@pytest.mark.parametrize("command", ABOUT_MANY)
def test_a_folder_without_mechanisms(folder: Path, command: str) -> None:
    done = in_folder(folder, command, "empty")
    assert done.returncode == 3
    assert "TP005: there is no mechanism in this folder" in done.stderr


def test_a_folder_is_read_as_far_as_it_can_be(folder: Path) -> None:
    (folder / "dangling.py").symlink_to("gone.py")
    (folder / "loop.py").symlink_to("loop.py")
    (folder / "empty" / "up").symlink_to(folder)
    done = twinproof("show", str(folder))
    assert done.returncode == 3
    assert done.stdout.count("claims") == 2
    assert done.stderr.count("TP001") == 2


def test_certificates_and_scripts_that_are_no_files(folder: Path, certificate: str) -> None:
    os.mkfifo(folder / "pipe")
    for words, what in (
        (("check", "pipe"), "unreadable: "),
        (("check", certificate, "--source", "pipe"), "TP001: the file cannot be read ("),
        (("prove", "pipe"), "the script cannot be read: "),
    ):
        done = in_folder(folder, *words)
        assert done.returncode == 3
        assert f"pipe: {what}it is a named pipe, not a regular file" in done.stderr


def test_a_pipe_that_the_shell_made_is_read(folder: Path) -> None:
    assert shell(folder, "cat noisy.py | tp show /dev/stdin").returncode == 0
    assert shell(folder, "tp show <(cat noisy.py)").returncode == 0


@pytest.mark.parametrize("command", ABOUT_MANY)
def test_a_file_of_another_python_in_a_folder_is_none_of_ours(folder: Path, command: str) -> None:
    (folder / "old.py").write_text("print 'hello'\n")
    rest = ("-o", str(folder / "page.html")) if command == "report" else ()
    done = twinproof(command, str(folder), *rest)
    assert (done.returncode, done.stderr) == (0, "")
    assert "TP003" in in_folder(folder, command, "old.py", *rest).stderr
    (folder / "old.py").write_text("import twinproof\nprint 'hello'\n")
    done = twinproof(command, str(folder), *rest)
    assert done.returncode == 3
    assert "old.py:2:1: TP003: this is not Python" in done.stderr


def test_virtual_environments_and_the_like_are_not_read(folder: Path) -> None:
    for name in (".venv", "node_modules", "__pycache__"):
        (folder / name).mkdir()
        (folder / name / "noisy.py").write_text(NOISY)
    assert twinproof("show", str(folder)).stdout.count("claims") == 2
    assert twinproof("show", str(folder / ".venv")).stdout.count("claims") == 1


def test_a_folder_that_cannot_be_listed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.scandir

    def guarded(path: Path) -> object:
        if str(path).endswith("empty"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", guarded)
    for target in (folder, folder / "empty"):
        done = twinproof("show", str(target))
        assert done.returncode == 3
        assert "empty: TP001: the folder cannot be listed (Permission denied)" in done.stderr


def test_targets_that_are_given_twice_are_taken_once(folder: Path) -> None:
    (folder / "link.py").symlink_to("noisy.py")
    targets = [str(folder / t) for t in ("noisy.py", "noisy.py::noisy", "./noisy.py", "link.py", "noisy.py")]
    assert twinproof("show", *targets).stdout.count("claims") == 1
    assert twinproof("show", *targets, "nowhere.py", "nowhere.py").stderr.count("TP001") == 1


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"], ids=["plain", "BOM"])
def test_line_ends_and_tabs_of_other_systems(folder: Path, start: bytes) -> None:
    text = NOISY.replace("    ", "\t").replace("\n", "\r\n").encode()
    (folder / "other.py").write_bytes(start + text)
    done = in_folder(folder, "show", "other.py")
    assert (done.returncode, done.stderr) == (0, "")
    assert in_folder(folder, "run", "other.py", *INPUTS).returncode == 0


def test_a_name_that_is_not_text(folder: Path) -> None:
    name = os.fsencode(folder) + b"/caf\xe9.py"
    Path(os.fsdecode(name)).write_text(NOISY)
    run = [*RUN, "show", os.fsdecode(name)]
    done = subprocess.run(run, capture_output=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(name + b":6\n")


# ------------------------------------------------------------------------------------------------ values that are wrong


@pytest.mark.parametrize(
    "words",
    [
        ("verify", "x.py", "--timeout", "0"),
        ("verify", "x.py", "--timeout", "nan"),
        ("verify", "x.py", "--jobs", "0"),
        ("report", "x.py", "--jobs", "-1"),
        ("report", "x.py", "-j", "two"),
        ("run", "x.py", "--seed", "1.5"),
        ("dist", "x.py", "--top", "0"),
        ("prove", "x.py", "--upto", "0"),
        ("compare", "x.py", "--left", "{}"),
        ("check",),
        ("doctor", "now"),
        ("lsp", "now"),
        ("--jobs", "2"),
    ],
    ids=" ".join,
)
def test_words_that_are_wrong(words: tuple[str, ...]) -> None:
    done = twinproof(*words)
    assert (done.returncode, done.stdout) == (3, "")
    first, second = done.stderr.splitlines()
    assert first.startswith("twinproof: ")
    assert second.startswith("See `twinproof ")


# ---------------------------------------------------------------------------------------- places that cannot be written


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("certificates")
    (folder / "script.py").write_text(SCRIPT)
    assert twinproof("prove", str(folder / "script.py"), "--certificates", str(folder)).returncode == 0
    return str(folder / "noisy.json")


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("/nonexistent/x", "there is no folder /nonexistent"),
        ("/dev/null/x", "there is no folder /dev/null"),
        ("{folder}/taken", "it is a folder"),
    ],
)
def test_files_that_cannot_be_written_are_told_before_the_work(folder: Path, place: str, reason: str) -> None:
    for suffix in (".png", ".svg", ".html", ".json"):
        (folder / f"taken{suffix}").mkdir()
        file = place.format(folder=folder) + suffix
        for words in (("dist", "noisy.py", *INPUTS, "--plot"), ("compare", "noisy.py", *SIDES, "--plot")):
            done = in_folder(folder, *words, file)
            assert (done.returncode, done.stdout) == (3, "")
            assert f"{file} cannot be written: {reason}" in done.stderr
    file = place.format(folder=folder) + ".html"
    done = in_folder(folder, "report", "noisy.py", "-o", file)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == f"twinproof: {file} cannot be written: {reason}\n"


def test_a_place_without_permission(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    done = in_folder(folder, "dist", "noisy.py", *INPUTS, "--plot", str(folder / "x.png"))
    assert (done.returncode, done.stdout) == (3, "")
    assert "x.png cannot be written: permission denied" in done.stderr


@pytest.mark.parametrize("suffix", [".png", ".svg", ".html", ".json"])
def test_a_disk_that_is_full(folder: Path, suffix: str) -> None:
    (folder / f"full{suffix}").symlink_to("/dev/full")
    done = in_folder(folder, "dist", "noisy.py", *INPUTS, "--plot", f"full{suffix}")
    assert done.returncode == 3
    assert "cannot be written: No space left on device" in done.stderr


@pytest.mark.parametrize("place", ["/dev/null/x", "noisy.py"])
def test_folders_that_cannot_be_made(folder: Path, certificate: str, place: str) -> None:
    for words in (("check", certificate, "--smtlib"), ("prove", "script.py", "--certificates")):
        done = in_folder(folder, *words, place)
        assert done.returncode == 3
        assert "cannot be written: " in done.stderr
        assert "Traceback" not in done.stderr


def test_folders_on_a_disk_that_is_full(folder: Path, certificate: str) -> None:
    (folder / "noisy-0001.smt2").symlink_to("/dev/full")
    (folder / "noisy.json").symlink_to("/dev/full")
    for words in (("check", certificate, "--smtlib"), ("prove", "script.py", "--certificates")):
        done = in_folder(folder, *words, str(folder))
        assert done.returncode == 3
        assert "cannot be written: No space left on device" in done.stderr


# --------------------------------------------------------------------------------------------------- pipes and streams


@pytest.mark.parametrize(
    "line",
    [
        f"tp show {ROOT}/gallery | head -1",
        f"tp show {ROOT}/gallery nowhere.py 2>&1 | head -1",
        "tp dist noisy.py --arg x=1 --arg eps=1 --json | true",
        "tp doctor | head -1",
    ],
)
def test_a_reader_that_goes_away(folder: Path, line: str) -> None:
    done = shell(folder, line)
    assert (done.returncode, done.stderr) == (141, "")


def test_a_reader_of_errors_that_goes_away(folder: Path) -> None:
    assert shell(folder, "tp show nowhere.py 2> >(true) 1>/dev/null").returncode in (3, 141)


@pytest.mark.parametrize(
    "command", ["show noisy.py", "doctor", "--help", "--version", "run noisy.py --arg x=1 --arg eps=1"]
)
def test_stdout_that_is_closed_or_full(folder: Path, command: str) -> None:
    closed = shell(folder, f"tp {command} >&-")
    assert (closed.returncode, closed.stderr) == (
        3,
        "twinproof: stdout is closed, so there is no place for an answer\n",
    )
    full = shell(folder, f"tp {command} >/dev/full")
    assert (full.returncode, full.stderr) == (3, "twinproof: No space left on device\n")


def test_stderr_and_stdin_that_are_closed(folder: Path) -> None:
    assert shell(folder, "tp show noisy.py 2>&-").returncode == 0
    assert shell(folder, "tp show nowhere.py 2>&-").returncode == 3
    assert shell(folder, "tp show nowhere.py 2>/dev/full").returncode == 3
    assert shell(folder, "tp show nowhere.py >&- 2>&-").returncode == 3
    assert shell(folder, "tp show noisy.py <&-").returncode == 0
    assert shell(folder, "tp lsp <&-").returncode == 0


SHOWING = [
    "show noisy.py",
    "dist noisy.py --arg x=1 --arg eps=1 --top 1",
    "compare noisy.py --left '{\"x\": 1}' --right '{\"x\": 2}' --arg eps=1 --top 1",
    "prove script.py --upto 12",
    "check noisy.json --explain",
    "doctor",
]
ENCODINGS = ["ascii", "latin-1", "cp1252"]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("command", SHOWING)
def test_output_that_takes_no_symbols(
    folder: Path, certificate: str, command: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "noisy.json").write_bytes(Path(certificate).read_bytes())
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "argv", ["twinproof", *shlex.split(command)])
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code in (0, 2)
    assert err.buffer.getvalue() == b""
    assert "?" not in out.buffer.getvalue().decode(encoding)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("command", ["show noisy.py", "verify --help"])
def test_a_process_whose_output_takes_no_symbols(folder: Path, command: str, encoding: str) -> None:
    """What the streams of a process are comes from its environment."""
    run = [*RUN, *shlex.split(command)]
    env = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": encoding}
    done = subprocess.run(run, cwd=folder, capture_output=True, check=False, env=env, timeout=60)
    assert done.returncode == 0
    assert done.stderr == b""
    assert "?" not in done.stdout.decode(encoding if command != "verify --help" else "utf-8").replace("* and ?", "")


def on_terminal(folder: Path, *words: str, **environment: str) -> tuple[int, bytes]:
    """A command whose stdout and stderr are a terminal: its exit code and all that the terminal got."""
    here, there = pty.openpty()
    env = {**os.environ, "PYTHONUTF8": "1", "COLUMNS": "100", **environment}
    process = subprocess.Popen([*RUN, *words], cwd=folder, stdin=there, stdout=there, stderr=there, env=env)
    os.close(there)
    shown = b""
    while True:
        try:
            piece = os.read(here, 4096)
        except OSError:  # Linux says so when the other end is closed
            break
        if not piece:
            break
        shown += piece
    os.close(here)
    return process.wait(timeout=60), shown


COLOURFUL = [
    ("compare", "noisy.py", *SIDES),
    ("prove", "script.py", "--upto", "12"),
    ("report", "noisy.py"),
]


@pytest.mark.parametrize("words", COLOURFUL, ids=[words[0] for words in COLOURFUL])
def test_escape_codes_are_for_terminals(folder: Path, words: tuple[str, ...]) -> None:
    code, shown = on_terminal(folder, *words, TERM="xterm-256color", NO_COLOR="")
    assert code in (0, 2)
    assert b"\x1b[" in shown
    code, shown = on_terminal(folder, *words, TERM="dumb")
    assert code in (0, 2)
    assert b"\x1b" not in shown
    code, shown = on_terminal(folder, *words, TERM="xterm-256color", NO_COLOR="1")
    assert not any(f"\x1b[{n}m".encode() in shown for n in range(30, 50))
    piped = subprocess.run([*RUN, *words], cwd=folder, capture_output=True, check=False, timeout=60)
    assert b"\x1b" not in piped.stdout + piped.stderr


# ---------------------------------------------------------------------------------------------------------- interrupts

LONG = (str(ROOT / "gallery/private/sparse_vector.py"), "--arg", "threshold=8", "--arg", "c=8", "--arg", "eps=0.01")
LONG_SCRIPT = "import time\nprint('begun', flush=True)\ntime.sleep(60)\n"


@pytest.mark.parametrize("to_all", [True, False], ids=["Ctrl-C", "kill"])
@pytest.mark.parametrize(
    "words",
    [
        ("report", OPEN, "-o", "page.html", "-j", "2"),
        ("dist", *LONG, "--arg", f"answers={list(range(16))}"),
        ("prove", "long.py"),
    ],
    ids=["report", "dist", "prove"],
)
def test_an_interrupt(folder: Path, words: tuple[str, ...], to_all: bool) -> None:
    (folder / "long.py").write_text(LONG_SCRIPT)
    run, piped = [*RUN, *words], subprocess.PIPE
    with subprocess.Popen(run, cwd=folder, start_new_session=True, text=True, stdout=piped, stderr=piped) as process:
        time.sleep(1)  # the shortest of these is at work for two
        (os.killpg if to_all else os.kill)(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (130, "interrupted\n")
    assert not (folder / "page.html").exists()
    assert ends(process.pid)
