"""The parts of the playground that need no browser and no worker: its gallery, its sliders, who may speak to it."""

import asyncio
import socket
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import ROOT
from twinproof.cli.play import free_port
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.play import pieces
from twinproof.play.gallery import FIRST, FOLDERS, examples, folder
from twinproof.play.guard import Guard
from twinproof.play.knobs import moved, number_at, sliders
from twinproof.play.wire import Drawn


def test_what_stands_between_two_ticks_is_code() -> None:
    text = "`a < b` is `c`, and ` is a tick"
    shown = pieces.told([{"title": "In words", "folded": False, "blocks": [{"kind": "words", "text": text}]}])
    assert "<p><code>a &lt; b</code> is <code>c</code>, and ` is a tick</p>" in shown


def test_the_gallery_is_all_there() -> None:
    found = examples()
    assert FIRST in found
    assert {e.path for e in found.values()} == {*(ROOT / "gallery").rglob("*.py")}
    assert {e.heading for e in found.values()} == set(FOLDERS.values())
    assert any(isinstance(m, Mechanism) for m in read_text(found[FIRST].text()))


def test_a_gallery_that_was_built_in_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "gallery").mkdir()
    monkeypatch.setattr("twinproof.__file__", str(tmp_path / "__init__.py"))
    assert folder() == tmp_path / "gallery"


# ------------------------------------------------------------------------------------------------------------- sliders


def test_numbers_have_sliders() -> None:
    left, right = {"xs": [1, -2], "k": 3, "eps": "1/2"}, {"xs": [2, -2], "k": 3, "eps": "1/2"}
    first, second = sliders("xs", "json", left, right) or []
    assert (first.label, second.label) == ("xs[0]", "xs[1]")
    assert first.choices == second.choices == tuple(range(-7, 8))
    assert first.choices[first.position(right)] == 2
    assert moved(right, first.path, 5) == {**right, "xs": [5, -2]}
    assert right["xs"] == [2, -2]
    (real,) = sliders("eps", "real", left, right) or []
    assert real.choices[real.position(left)] == "1/2"
    assert real.choices[0] == "1/20"
    assert number_at(left, ("eps",)) == "1/2"


def test_small_reals_move_by_factors() -> None:
    inputs = {"delta": "1/1000"}
    (real,) = sliders("delta", "real", inputs, inputs) or []
    position = real.position(inputs)
    assert [*map(str, real.choices[position - 1 : position + 2])] == ["1/2000", "1/1000", "1/500"]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ([1], [1, 2]),
        ([], []),
        ([True], [False]),
        ("text", "text"),
        ([*range(20)], [*range(20)]),
        ([[1, "a"]], [[1, "a"]]),
    ],
)
def test_other_inputs_are_written(left: object, right: object) -> None:
    assert sliders("rows", "json", {"rows": left}, {"rows": right}) is None


def test_a_number_that_is_far_away_has_no_slider() -> None:
    inputs = {"score": {"0": 2, "else": 1_000_000}}
    assert [s.label for s in sliders("score", "json", inputs, inputs) or []] == ["score[0]"]


# ---------------------------------------------------------------------------------------------------------------- HTML


def test_what_is_typed_is_text() -> None:
    evil = "<img src=x onerror=alert(1)>"
    drawn: Drawn = {
        "line": 1,
        "variable": evil,
        "noise": evil,
        "left": evil,
        "right": evil,
        "left_centre": "1",
        "right_centre": "2",
        "shift": 1,
        "when": evil,
        "price": evil,
        "cost": 0.5,
        "spent": 0.5,
        "numbers": [1.0, 2.0, 3.0, 4.0],
        "curve": [(-2.0, 0.5), (0.0, 1.0), (2.0, 0.5)],
    }
    written = pieces.draw(drawn, 1) + pieces.told(
        [{"title": evil, "folded": False, "blocks": [{"kind": "words", "text": evil}, {"kind": "code", "text": evil}]}]
    )
    assert "<img" not in written
    assert written.count("&lt;img") == 11
    picture = pieces.picture_of(drawn)
    assert picture is not None
    assert picture.left_centre < picture.right_centre < picture.left < picture.right
    assert pieces.picture_of({**drawn, "numbers": None}) is None


# --------------------------------------------------------------------------------------------------------------- guard


def answer(kind: str, *headers: tuple[str, str]) -> list[Any]:
    """What is sent in answer to a request with these headers; "page" stands for the page."""
    sent: list[Any] = []

    async def page(*_: Any) -> None:
        sent.append("page")

    async def send(message: Any) -> None:
        sent.append(message.get("status") or message["type"])

    async def receive() -> dict[str, Any]:
        return {}

    scope = {"type": kind, "headers": [(name.encode(), value.encode()) for name, value in headers]}
    asyncio.run(Guard(page, 8000)(scope, receive, send))
    return sent


def test_only_the_page_itself_may_speak_to_it() -> None:
    ours = ("host", "127.0.0.1:8000")
    for kind, refused in (("http", [403, "http.response.body"]), ("websocket", ["websocket.close"])):
        assert answer(kind, ours) == ["page"]
        assert answer(kind, ("host", "localhost:8000"), ("origin", "http://localhost:8000")) == ["page"]
        assert answer(kind, ("host", "evil.example:8000")) == refused
        assert answer(kind, ("host", "127.0.0.1:8001")) == refused
        assert answer(kind, ours, ("origin", "http://evil.example")) == refused
        assert answer(kind, ours, ("origin", "null")) == refused
        assert answer(kind, ours, ours) == refused
        assert answer(kind) == refused
    assert answer("lifespan") == ["page"]


# ------------------------------------------------------------------------------------------------------------- command


def test_without_nicegui_there_is_a_clear_line() -> None:
    text = "import sys; sys.modules['nicegui'] = None; sys.argv[1:] = ['play']; from twinproof.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False, timeout=60)
    said = "twinproof: the playground needs NiceGUI: pip install 'twinproof[play]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (3, "", said)


def test_a_port_that_is_taken_is_refused() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match="in use"):
            free_port(port)
    assert free_port(0) > 0


def test_a_wheel_has_the_gallery() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included["gallery"] == "twinproof/gallery"
