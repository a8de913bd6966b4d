"""What the worker answers: readings, verdicts, pairs of inputs, and what they show. Nothing typed is executed."""

import asyncio
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.play.mechanisms import BROKEN, COUNT, HEADER, VOTES
from twinproof.play.asking import Connection, Failed
from twinproof.play.worker import MOST_MEMORY, Worker


class Asked:
    """A worker in this process, and its answers."""

    def __init__(self) -> None:
        self.out = io.StringIO()
        self.worker = Worker(self.out)
        self.number = 0

    def __call__(self, **request: Any) -> list[dict[str, Any]]:
        self.out.seek(0)
        self.out.truncate()
        self.number += 1
        self.worker.do({**request, "number": self.number})
        answers = [json.loads(line) for line in self.out.getvalue().splitlines()]
        assert answers.pop() == {"done": self.number}
        return answers


@pytest.fixture(scope="module")
def ask() -> Asked:
    return Asked()


def views(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [a["view"] for a in answers if "view" in a]


def test_a_proof(ask: Asked) -> None:
    answers = ask(task="judge", text=COUNT)
    assert answers[0] == {"names": ["count"]}
    (view,) = views(answers)
    assert (view["kind"], view["sentence"]) == ("proved", "count is (eps, 0)-differentially private")
    assert [(n["line"], n["kind"], n["short"]) for n in view["notes"]] == [(7, "coupling", "costs at most eps")]
    assert [(k["name"], k["private"], k["shape"]) for k in view["knobs"]] == [
        ("x", True, "number"),
        ("eps", False, "real"),
    ]
    assert view["sections"][0]["title"] == "In words"
    ((pair,),) = [ask(task="begin", name="count")]
    assert abs(pair["left"]["x"] - pair["right"]["x"]) == 1
    (answer,) = ask(task="look", name="count", **pair, seed=3)
    seen = answer["seen"]
    assert (seen["trouble"], seen["is_broken"], seen["epsilon"]) == ("", False, 1.0)
    assert seen["largest"] == "1.0000"
    assert 0.99 < sum(o["left"] for o in seen["outcomes"]) <= 1
    runs = seen["runs"]
    assert (runs["is_together"], runs["spent"], len(runs["steps"])) == (True, 1.0, 1)
    assert max(height for _, height in runs["steps"][0]["curve"]) == 1


def test_a_counterexample(ask: Asked) -> None:
    (view,) = views(ask(task="judge", text=BROKEN))
    assert (view["kind"], view["has_proof"]) == ("refuted", False)
    assert {n["kind"] for n in view["notes"]} == {"blame"}
    (pair,) = ask(task="begin", name="count")
    (answer,) = ask(task="look", name="count", **pair, seed=1)
    assert (answer["seen"]["is_broken"], answer["seen"]["runs"]) == (True, None)
    assert any(o["is_above"] for o in answer["seen"]["outcomes"])


def test_inputs_that_cannot_be(ask: Asked) -> None:
    ask(task="judge", text=COUNT)
    for left, right, said in (
        ({"x": 1, "eps": "1/2"}, {"x": 3, "eps": "1/2"}, "adjacent"),
        ({"x": 1, "eps": -1}, {"x": 1, "eps": -1}, "above zero"),
        ({"x": [1], "eps": 1}, {"x": 1, "eps": 1}, "an integer"),
        ({"eps": 1}, {"x": 1, "eps": 1}, "missing"),
    ):
        (answer,) = ask(task="look", name="count", left=left, right=right, seed=1)
        assert said in answer["seen"]["trouble"]
        assert answer["seen"]["outcomes"] == []


def test_several_and_what_cannot_be_read(ask: Asked) -> None:
    wrong = COUNT.replace("def count", "def wrong").replace("laplace(x, 1 / eps)", "open(x)").replace(HEADER, "")
    answers = ask(task="judge", text=VOTES + wrong)
    assert answers[0] == {"names": ["maximum"]}
    assert [view["kind"] for view in views(answers)] == ["proved"]
    (problem,) = [a["problem"] for a in answers if "problem" in a]
    assert (problem["name"], problem["line"]) == ("wrong", 17)
    assert ask(task="judge", text="def f(:\n")[1]["problem"]["code"] == "TP003"
    assert ask(task="judge", text="")[1]["problem"]["code"] == "TP005"


def test_nothing_typed_is_executed(ask: Asked, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    text = f"open({str(mark)!r}, 'w').close()\nimport os\nos._exit(7)\n"
    ask(task="judge", text=COUNT + text)
    ask(task="judge", text=text + COUNT)
    assert not mark.exists()


def test_a_process_answers_ends_when_it_is_not_wanted_and_starts_again() -> None:
    slow = COUNT.replace("1 / eps", "1 / eps") + "# " + "x" * 100_000

    async def scenario() -> None:
        connection = Connection()
        kinds = [a["view"]["kind"] async for a in connection.ask(60, task="judge", text=COUNT) if "view" in a]
        assert kinds == ["proved"]
        async for answer in connection.ask(60, task="judge", text=slow):
            assert "names" in answer
            break  # a new text has come
        with pytest.raises(TimeoutError):
            async for _ in connection.ask(0.01, task="judge", text=COUNT):
                pass
        with pytest.raises(Failed):
            async for _ in connection.ask(60, task="begin", name="nothing was judged in this process"):
                pass
        await connection.end()

    asyncio.run(scenario())


def test_it_ends_with_the_page_and_has_little_memory() -> None:
    limited = "import resource as r, twinproof.play.worker as w; w._limit_memory(); print(r.getrlimit(r.RLIMIT_AS)[0])"
    done = subprocess.run([sys.executable, "-c", limited], capture_output=True, text=True, check=True, timeout=60)
    assert int(done.stdout) <= MOST_MEMORY
    worker = [sys.executable, "-m", "twinproof.play.worker"]
    done = subprocess.run(worker, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert done.stdout in ("", '{"ready": true}\n')
