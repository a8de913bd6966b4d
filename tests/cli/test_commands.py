"""The commands as a user runs them, with what they print and their exit codes."""

import io
import json
import os
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from twinproof.cli import main
from twinproof.lang.reader import read_mechanism
from twinproof.lang.types import DATABASE

ROOT = Path(__file__).parent.parent.parent
GALLERY = sorted((ROOT / "gallery").rglob("*.py"))

BAD = """
from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def good(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)


@mechanism(epsilon="eps")
def bad(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    print(x)
    return laplace(x, 1 / eps)
"""


class Done(NamedTuple):
    """What a command printed and how it ended."""

    returncode: int
    stdout: str
    stderr: str


def process(*words: str, **environment: str) -> Done:
    """A command in a process of its own."""
    run = [sys.executable, "-c", "from twinproof.cli import main; main()", *words]
    env = {**os.environ, "PYTHONUTF8": "1", **environment}
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False, env=env, timeout=60)
    return Done(done.returncode, done.stdout, done.stderr)


def twinproof(*words: str, folder: Path = ROOT) -> Done:
    """A command in this process, from some folder: in most tests the root of the project."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.chdir(folder)
        patch.setenv("COLUMNS", "200")
        patch.setattr(sys, "argv", ["twinproof", *words])
        heard, shown = signal.getsignal(signal.SIGINT), sys.unraisablehook
        try:
            with pytest.raises(SystemExit) as ended:
                main()
        finally:  # a command is the last thing that its process does, but not here
            signal.signal(signal.SIGINT, heard)
            sys.unraisablehook = shown
    assert isinstance(ended.value.code, int)
    return Done(ended.value.code, out.getvalue(), err.getvalue())


def test_show_prints_every_gallery_file() -> None:
    done = process("show", "gallery")
    assert done.returncode == 0, done.stderr
    for path in GALLERY:
        assert f"{path.relative_to(ROOT)}:" in done.stdout


def test_show_in_ascii_where_nothing_else_goes() -> None:
    asked = twinproof("show", "--ascii", "gallery/private/above_threshold.py")
    assert asked.stdout.isascii()
    assert "noisy <-$ L_{eps / 4}(answer)" in asked.stdout
    forced = process("show", "gallery/private/above_threshold.py", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert forced.stdout == asked.stdout


def test_one_bad_mechanism_does_not_hide_the_others(tmp_path: Path) -> None:
    file = tmp_path / "two.py"
    file.write_text(BAD)
    done = twinproof("show", str(file))
    assert done.returncode == 3
    assert "good(x, eps)" in done.stdout
    assert f"{file}:13:5: TP204" in done.stderr
    assert "    print(x)\n" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("show", "nowhere.py"), "TP001"),
        (("show", "tests/cli"), "TP005"),
        (("show", "gallery/private/sequential_composition.py::nothing"), "TP006"),
        (("run", "gallery/private/sequential_composition.py"), "TP006"),
        (("run", "gallery/private/partial_sum.py", "--arg", "entries=[1]"), "TP501"),
        (("run", "gallery/private/partial_sum.py", "--arg", "entries=[1]", "--arg", "eps=1", "--arg", "x=1"), "TP502"),
        (("run", "gallery/private/partial_sum.py", "--arg", "entries=3", "--arg", "eps=1"), "TP503"),
        (("run", "gallery/private/partial_sum.py", "--arg", "entries=[1.5]", "--arg", "eps=1"), "TP503"),
        (("run", "gallery/private/partial_sum.py", "--arg", "entries=[1]", "--arg", "eps=0"), "TP504"),
        (("run", "gallery/private/report_noisy_max.py", "--arg", "scores=[]", "--arg", "eps=1"), "TP504"),
        (("run", "gallery/private/partial_sum.py", "--arg", "entries"), "TP505"),
        (("run", "gallery/private/partial_sum.py", "--arg", "entries=[1,", "--arg", "eps=1"), "TP505"),
        (("run", "gallery/private/partial_sum.py", "--arg", "eps=1", "--arg", "eps=1"), "TP505"),
        (("dist", "gallery/private/partial_sum.py", "--tolerance", "2"), "TP505"),
        (("dist", "gallery/private/partial_sum.py", "--plot", "picture.doc"), "TP505"),
        (("compare", "gallery/private/partial_sum.py", "--left", "[1]", "--right", "{}"), "TP505"),
        (("nonsense",), "No such command"),
        (("run",), "Missing"),
        (("dist", "gallery/private/partial_sum.py", "--top", "0"), "top"),
    ],
)
def test_what_is_wrong_is_said_with_exit_code_3(words: tuple[str, ...], expected: str) -> None:
    done = twinproof(*words)
    assert done.returncode == 3
    assert expected in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def inputs(name: str) -> list[str]:
    """Small inputs for any gallery mechanism, by the names of its parameters."""
    values = {
        "eps": "1", "eps_look": "1", "eps_answer": "1", "threshold": "3", "t": "2", "c": "1", "m": "2", "k": "1",
        "value": "3", "count": "3", "cap": "9", "step": "2", "responses": "2", "visits": "3", "admissions": "2",
        "bound": "4", "delta": "0.1", "cutoff": "3", "low": "0", "high": "21", "gap": "7", "lead": "3", "first": "1",
        "second": "2", "rho": "1", "total": "3", "levels": "1", "n": "2", "days": "2", "eps_day": "1",
        "busy": "3", "patients": "4", "limit": "3", "queries": "[1,2,3]", "score": '{"1": 3, "2": 4, "else": 9}',
    }  # fmt: skip
    lists = ("answers", "cells", "scores", "votes", "entries", "steps", "stream", "counts", "supports", "xs", "values")
    values |= dict.fromkeys(lists, "[1,3]")
    mechanism = read_mechanism(name, Path(name).stem)
    given = [f"{p.name}={values[p.name]}" for p in mechanism.parameters if p.var.type != DATABASE]
    return [word for text in given for word in ("--arg", text)]


def test_every_mechanism_on_data_sets_runs_as_it_is_read() -> None:
    done = process("test", "gallery/data", "--runs", "5", "--json")
    assert done.returncode == 0, done.stderr
    tested = {json.loads(line)["mechanism"] for line in done.stdout.splitlines()}
    assert {path.stem for path in GALLERY if "data" in path.parts} <= tested


@pytest.mark.parametrize("path", [p for p in GALLERY if "data" not in p.parts], ids=lambda p: p.stem)
def test_run_and_dist_on_every_gallery_file(path: Path) -> None:
    target = f"{path}::{path.stem}"
    done = twinproof("run", target, "--seed", "7", *inputs(str(path)))
    assert done.returncode == 0, done.stderr
    output = json.loads(done.stdout)
    found = twinproof("dist", target, "--json", "--tolerance", "1e-6", *inputs(str(path)))
    assert found.returncode == 0, found.stderr
    listed = {json.dumps(row["output"]): row["probability"] for row in json.loads(found.stdout)["outputs"]}
    assert listed[json.dumps(output)][1] > 0
    assert sum(low for low, _ in listed.values()) <= 1


def test_run_is_random_unless_seeded() -> None:
    words = ("run", "gallery/private/partial_sum.py", "--arg", "entries=[1]", "--arg", "eps=1/1000000000000")
    assert twinproof(*words).stdout != twinproof(*words).stdout
    assert twinproof(*words, "--seed", "1").stdout == twinproof(*words, "--seed", "1").stdout


def test_run_says_when_a_run_has_no_result(tmp_path: Path) -> None:
    file = tmp_path / "beyond.py"
    file.write_text(
        "from twinproof import Epsilon, laplace, mechanism\n"
        '@mechanism(epsilon="0")\n'
        "def beyond(xs: list[int], i: int, eps: Epsilon) -> int:\n"
        "    return xs[i]\n"
    )
    words = ("run", str(file), "--arg", "xs=[5,6]", "--arg", "eps=1")
    assert twinproof(*words, "--arg", "i=-1").stdout == "6\n"
    failed = twinproof(*words, "--arg", "i=2")
    assert failed.returncode == 3
    assert "TP506: the run has no result: line 4 raises, or has no end, where ¬(−|xs| ≤ i ∧ i < |xs|)" in failed.stderr
    endless = twinproof(
        "run",
        "gallery/private/stream_above_threshold.py",
        *("--arg", "score=[0]"),
        *("--arg", "threshold=90"),
        *("--arg", "eps=9"),
    )
    assert endless.returncode == 3
    assert "TP506" in endless.stderr


def test_compare_reports_the_loss() -> None:
    words = ("compare", "gallery/broken/noisy_max_half_noise.py", "--arg", "eps=1")
    sides = ("--left", '{"scores": [10, 0]}', "--right", '{"scores": [11, -1]}')
    found = json.loads(twinproof(*words, *sides, "--json").stdout)
    assert found["violates"] is True
    assert found["largest"]["output"] == 1
    assert found["largest"]["p_left"][0] == pytest.approx(7.2759e-5, rel=1e-4)
    assert found["largest"]["p_right"][0] == pytest.approx(1.1374e-5, rel=1e-4)
    assert found["largest"]["loss"][0] == pytest.approx(1.8558, rel=1e-4)
    far = twinproof(*words, "--left", '{"scores": [10, 0]}', "--right", '{"scores": [12, 0]}')
    assert far.returncode == 3
    assert "TP504" in far.stderr
    assert "not adjacent" in far.stderr


COUNTS = ("--left", '{"counts": [1]}', "--right", '{"counts": [0]}', "--arg", "eps=1", "--arg", "threshold=5")


def test_compare_reports_what_the_claim_takes() -> None:
    words = ("compare", "gallery/broken/stability_histogram_at_threshold.py", *COUNTS, "--arg", "delta=0.01")
    said = twinproof(*words).stdout
    assert "least δ for ε  0.0133898, claimed 0.01\n" in said
    assert "least ε for δ  ∞, claimed 1\n" in said or "least ε for δ  ≥ " in said
    found = json.loads(twinproof(*words, "--json").stdout)
    assert found["violates"] is True
    assert found["least_delta"][0] == pytest.approx(0.0133898, rel=1e-5)
    assert found["least_delta"][0] <= found["least_delta"][1]
    assert found["least_epsilon"][1] == "inf"
    assert found["loose"] is None
    middle = found["curve"][len(found["curve"]) // 2]
    assert middle == {"epsilon": 1, "least_delta": found["least_delta"]}


def test_compare_says_that_a_claim_says_nothing(tmp_path: Path) -> None:
    file = tmp_path / "loose.py"
    text = Path("gallery/private/stability_histogram.py").read_text(encoding="utf-8")
    file.write_text(text.replace("delta <= 1 / 2 and ", ""), encoding="utf-8")
    words = ("compare", str(file), *COUNTS, "--arg", "delta=3/2")
    assert "a δ of 1 or more is kept by every mechanism, so this claim says nothing" in twinproof(*words).stdout
    assert json.loads(twinproof(*words, "--json").stdout)["loose"].startswith("a δ of 1 or more")


@pytest.mark.parametrize("delta", ["0.01", "0.05"])
def test_compare_draws_the_least_delta_for_each_epsilon(tmp_path: Path, delta: str) -> None:
    picture = tmp_path / "picture.json"
    words = ("compare", "gallery/broken/stability_histogram_at_threshold.py", *COUNTS, "--arg", f"delta={delta}")
    assert twinproof(*words, "--plot", str(picture)).returncode == 0
    text = json.dumps(json.loads(picture.read_text(encoding="utf-8")), ensure_ascii=False)
    for words_in_it in ('"least δ', '"the claim"', '"above the claimed ε"'):
        assert words_in_it in text


SCORES = ("--left", '{"scores": [0, 1]}', "--right", '{"scores": [1, 0]}')
UNDECIDED = {
    "nothing was computed": ("--arg", "eps=1/100000", "--tolerance", "1e-200"),
    "the outputs that are listed keep it, and a mass of up to": ("--arg", "eps=1"),
}


@pytest.mark.parametrize("why", UNDECIDED)
def test_what_could_not_be_decided_is_not_said_to_be_kept(why: str) -> None:
    words = ("compare", "gallery/private/report_noisy_max.py", *SCORES, *UNDECIDED[why])
    done = twinproof(*words)
    assert done.returncode == 2, done.stderr
    assert f"could not be decided: {why}" in done.stdout
    assert "do not break" not in done.stdout
    asked = twinproof(*words, "--json")
    found = json.loads(asked.stdout)
    assert asked.returncode == 2
    assert found["violates"] is None
    assert found["undecided"].startswith(why)
    assert found["known"]["advice"]
    for advice in found["known"]["advice"]:
        assert f"  to do  {advice}" in done.stdout
    known = [line for line in done.stdout.splitlines() if line.startswith("  known  ")]
    assert len(known) == (3 if found["known"]["listed"] else 0)
    assert "  open   " in done.stdout


def test_a_pair_that_keeps_its_claim_for_all_outputs(tmp_path: Path) -> None:
    file = tmp_path / "coin.py"
    file.write_text(
        "from typing import Annotated\n"
        "from twinproof import Epsilon, laplace, mechanism, within\n"
        '@mechanism(epsilon="eps")\n'
        "def coin(x: Annotated[int, within(1)], eps: Epsilon) -> bool:\n"
        "    return laplace(x, 2 / eps) >= 1\n"
    )
    words = ("compare", str(file), "--left", '{"x": 0}', "--right", '{"x": 1}', "--arg", "eps=1")
    done = twinproof(*words)
    assert done.returncode == 0
    assert "these two inputs do not break the claim" in done.stdout
    found = json.loads(twinproof(*words, "--json").stdout)
    assert (found["violates"], found["complete"], found["undecided"]) == (False, True, None)
    assert found["known"] is None
    assert "  known  " not in done.stdout


def test_an_infinite_loss_is_infinite() -> None:
    words = ("compare", "gallery/broken/lyu_5.py", "--arg", "eps=1", "--arg", "threshold=2")
    sides = ("--left", '{"answers": [0, 0, 3]}', "--right", '{"answers": [1, 0, 2]}')
    found = json.loads(twinproof(*words, *sides, "--json").stdout)
    assert found["largest"]["loss"][0] == "inf"
    assert found["largest"]["output"] == [True, False, True]
    assert "∞ at output [True, False, True]" in twinproof(*words, *sides).stdout


@pytest.mark.parametrize("suffix", [".png", ".svg", ".html", ".json"])
def test_pictures(tmp_path: Path, suffix: str) -> None:
    picture = tmp_path / f"loss{suffix}"
    words = ("compare", "gallery/broken/branch_on_secret.py", "--arg", "eps=0.5", "--arg", "limit=10")
    sides = ("--left", '{"patients": 9}', "--right", '{"patients": 10}')
    done = twinproof(*words, *sides, "--plot", str(picture))
    assert done.returncode == 0, done.stderr
    data = picture.read_bytes()
    start = {".png": b"\x89PNG", ".svg": b"<svg", ".html": b"<!DOCTYPE html>", ".json": b"{"}[suffix]
    assert data.lstrip().startswith(start)
    if suffix == ".html":
        assert b'src="http' not in data


def test_a_picture_that_cannot_be_written(tmp_path: Path) -> None:
    words = ("dist", "gallery/private/partial_sum.py", "--arg", "entries=[1]", "--arg", "eps=1")
    done = twinproof(*words, "--plot", str(tmp_path / "nowhere" / "x.png"))
    assert done.returncode == 3
    assert "cannot be written" in done.stderr


def test_a_closed_pipe_is_no_error() -> None:
    run = f"{sys.executable} -c 'from twinproof.cli import main; main()' show gallery | head -1"
    words = ["bash", "-o", "pipefail", "-c", run]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == ""


def test_limits_are_said(tmp_path: Path) -> None:
    file = tmp_path / "wide.py"
    file.write_text(
        "from typing import Annotated\n"
        "from twinproof import Epsilon, each_within, laplace, mechanism\n"
        '@mechanism(epsilon="len(xs) * eps")\n'
        "def wide(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:\n"
        "    out = []\n"
        "    for x in xs:\n"
        "        out.append(laplace(x, 1 / eps))\n"
        "    return out\n"
    )
    done = twinproof("dist", str(file), "--arg", "xs=[1,2,3,4,5,6]", "--arg", "eps=0.1", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 2
    assert found["complete"] is False
    assert found["lost"] == pytest.approx(1)
    assert "stopped early" in done.stderr
