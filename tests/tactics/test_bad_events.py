"""Scripts that say what δ pays for: what is wrong about the event, or too small a δ, is told where it is noticed."""

from pathlib import Path

import pytest

from twinproof.tactics.running import run_script

ROOT = Path(__file__).parent.parent.parent
SCRIPT = (ROOT / "proofs" / "stability_histogram.py").read_text(encoding="utf-8")
GALLERY = (ROOT / "gallery" / "private" / "stability_histogram.py").read_text(encoding="utf-8")
OWN = "here & (L.noisy >= L.count + threshold)"
OTHER = "here & (drawn >= L.count + 1 + threshold)"


def said(folder: Path, script: str, mechanism: str = GALLERY) -> str:
    """What comes of a script about a mechanism beside it; empty if it proves all."""
    (folder / "stability_histogram.py").write_text(mechanism, encoding="utf-8")
    path = folder / "script.py"
    path.write_text(script.replace("../gallery/private/stability_histogram.py", "stability_histogram.py"), "utf-8")
    ran = run_script(path)
    assert ran.proved == (not ran.problem)
    return ran.problem


def changed(text: str, was: str, becomes: str) -> str:
    assert was in text
    return text.replace(was, becomes)


def test_the_script_itself(tmp_path: Path) -> None:
    assert said(tmp_path, SCRIPT) == ""


@pytest.mark.parametrize(
    ("was", "becomes", "words"),
    [
        (OWN, "here & (L.noisy >= L.count)", "pointwise_bad does not apply: [U-Conseq]"),  # likelier than what is paid
        (OWN, "L.noisy >= L.count + threshold", "pointwise_bad does not apply: [U-Conseq]"),  # in each cell
        (OWN, "here & (L.noisy >= L.count + threshold + 1)", "auto does not apply"),  # the runs come apart
        (OTHER, "here & (drawn >= L.count + 2 + threshold)", "auto does not apply"),
        (OWN, "here & (R.noisy >= L.count + threshold)", "what is remembered may speak of p.left only"),
        ("{25: here & (L.noisy", "{24: here & (L.noisy", "nothing is drawn in line 24"),
        ("exp(-((threshold - 1) * eps)) / 2", "exp(-((threshold - 1) * eps)) / 3", "[U-Conseq]"),
        ("(L.k <= m, exp", "(L.k < m, exp", "[U-Conseq]"),
        ('"at least", threshold, here', '"at least", threshold', "[U-Conseq]"),
        ('"at least", threshold, here', '"at last", threshold, here', "there is no tail 'at last' of laplace noise"),
        ('pointwise_bad("w", bad,', 'pointwise_bad("w", R.k > 0,', "it may speak of p.left only"),
    ],
)
def test_a_wrong_event_is_told(tmp_path: Path, was: str, becomes: str, words: str) -> None:
    assert words in said(tmp_path, changed(SCRIPT, was, becomes))


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ('delta="delta"', 'delta="delta / 1.05"'),
        (">= 1 + log", ">= 1 and threshold >= log"),
        ("threshold >= 1 + log(1 / (2 *", "threshold >= 1 and threshold >= 1 + log(1 / (3 *"),
    ],
)
def test_too_small_a_delta_is_told(tmp_path: Path, was: str, becomes: str) -> None:
    assert "pointwise_bad does not apply: δ must pay for it" in said(tmp_path, SCRIPT, changed(GALLERY, was, becomes))


def test_what_is_drawn_instead_needs_another_branch(tmp_path: Path) -> None:
    branch = "        if count > 0:\n            noisy = laplace(count, 1 / eps)\n"
    flat = changed(GALLERY, branch, "        noisy = laplace(count, 1 / eps)\n        if count > 0:\n")
    words = said(tmp_path, SCRIPT.replace("{25:", "{24:"), flat)
    assert "what is drawn in line 24 is not drawn in a branch: there is no other one" in words
