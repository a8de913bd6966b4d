"""twinproof.verify, .compare, .dist and .explain: the answers of the commands, for programs and notebooks."""

import importlib.util
import sys
import threading
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType

import pytest

import twinproof
from tests.api.mechanisms import count, empty, halved
from tests.report.reading import Page
from tests.search.reading import ABOVE, HEADER, LEAKY
from twinproof.lang.errors import TwinproofError
from twinproof.report import PicturesMissing


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    monkeypatch.chdir(tmp_path)


def test_a_function() -> None:
    answer = twinproof.verify(count)
    assert (answer.kind, answer.proved) == ("proved", True)
    assert str(answer).startswith("proved   count is (eps, 0)-differentially private\n")
    assert repr(answer) == "<proved: count is (eps, 0)-differentially private>"
    assert answer.certificate is not None
    refuted = twinproof.verify(halved)
    assert (refuted.kind, refuted.proved) == ("refuted", False)
    assert "✗ refuted" in Page(refuted._repr_html_()).text


def test_hints_are_tried() -> None:
    mechanism = twinproof.verify(count).mechanism
    line = mechanism.samplings[0].at.line  # type: ignore[union-attr]
    assert twinproof.verify(count, hints={"couplings": [{"line": line, "shift": "0"}]}).proved
    assert twinproof.verify(halved, hints={"couplings": [{"line": line + 5, "shift": "0"}]}).kind == "refuted"
    with pytest.raises(TwinproofError, match="TP008"):
        twinproof.verify(count, hints={"couplings": [{"line": line + 1, "shift": "0"}]})
    with pytest.raises(ValueError, match="there are no hints `shifts`"):
        twinproof.verify(count, hints={"shifts": []})
    with pytest.raises(ValueError, match="without them"):
        twinproof.verify(count, infer=True, hints={"couplings": []})


def test_a_claim_that_protects_nothing_is_an_error() -> None:
    with pytest.raises(TwinproofError, match="TP115"):
        twinproof.verify(empty)
    with pytest.raises(TypeError, match="a function under @mechanism is needed"):
        twinproof.verify(print)  # type: ignore[call-overload]


def test_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(HEADER + ABOVE + LEAKY.replace("@", "\n\n@"))
    (tmp_path / "odd.py").write_text(
        HEADER + "\n@mechanism(epsilon='eps')\ndef odd(eps: Epsilon) -> int:\n    return 1.5\n"
    )
    for subject in ("one.py", tmp_path / "one.py"):
        answers = twinproof.verify(subject)
        assert [a.kind for a in answers] == ["proved", "refuted"]
        assert not answers.proved
        assert answers["above"].proved
    assert twinproof.verify("one.py::above").proved
    everything = twinproof.verify()
    assert (len(everything), len(everything.errors)) == (2, 1)
    assert "<error: " in repr(everything)
    assert "TP" in Page(everything._repr_html_()).text
    assert not twinproof.verify("nowhere.py").proved
    with pytest.raises(KeyError):
        everything["nobody"]


def test_settings_count_here_too(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.twinproof]\ncache = false\npaths = ['src']\n")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "one.py").write_text(HEADER + LEAKY)
    assert [a.kind for a in twinproof.verify()] == ["refuted"]
    assert not (tmp_path / ".cache").exists()
    (tmp_path / "pyproject.toml").write_text("[tool.twinproof]\npath = ['src']\n")
    with pytest.raises(TwinproofError, match="did you mean `paths`"):
        twinproof.verify(count)


def test_a_process_with_threads_is_not_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []
    monkeypatch.setattr("twinproof.verify.batch.Children.begin", lambda *a: started.append(a))
    ended = threading.Event()
    thread = threading.Thread(target=ended.wait)
    thread.start()
    try:
        assert twinproof.verify(count, cache=False).proved
    finally:
        ended.set()
        thread.join()
    assert started == []


def test_dist_and_compare_and_explain() -> None:
    found = twinproof.dist(count, {"x": 3, "eps": 1})
    assert found.most_likely(1)[0][0] == 3
    pair = twinproof.compare(halved, {"x": 0}, {"x": 1}, {"eps": 1})
    assert pair.violates is True
    assert "these two inputs break the claim" in Page(pair._repr_html_()).text
    with pytest.raises(ValueError, match="`eps` is given in `both` and for one side"):
        twinproof.compare(halved, {"x": 0, "eps": 1}, {"x": 1}, {"eps": 1})
    words = twinproof.explain(count)
    assert "claims    (eps, 0)-differential privacy" in words
    assert "coupled by" in words
    assert Page(words._repr_html_()).text == " ".join(words.split())
    assert twinproof.explain(twinproof.verify(halved)).count("refuted") == 1


def test_pictures(tmp_path: Path) -> None:
    for picture in (
        twinproof.dist(count, {"x": 3, "eps": 1}).plot(),
        twinproof.compare(count, {"x": 3, "eps": 1}, {"x": 4, "eps": 1}).plot(),
        twinproof.verify(halved).plot(),
    ):
        drawn = ET.fromstring(picture._repr_svg_())
        assert drawn.get("style") == "max-width:100%;height:auto"
        assert drawn.get("viewBox")
    picture.save(tmp_path / "a.json")
    assert "vega" in (tmp_path / "a.json").read_text()


def test_pictures_ask_for_what_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    there = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "vl_convert" else there(name))
    with pytest.raises(PicturesMissing, match=r"pictures need vl-convert-python: pip install 'twinproof\[plots\]'"):
        twinproof.dist(count, {"x": 3, "eps": 1}).plot()


def test_the_room_is_still_a_room() -> None:
    import twinproof.verify.batch as batch
    from twinproof.verify import Verdict

    assert isinstance(sys.modules["twinproof.verify"], ModuleType)
    assert batch.verdicts.__module__ == Verdict.__module__.replace("verdict", "batch")
    assert {"compare", "dist", "explain", "verify"} <= set(dir(twinproof))
    assert not {"compare", "dist", "explain", "verify"} & set(twinproof.__all__)  # `import *` is for mechanisms
