"""A cluster to search on: whether there is one is known before the work begins."""

import os
import signal
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from distributed import LocalCluster

from tests.search.reading import ABOVE, LEAKY, mechanism_of
from twinproof.lang.mechanism import Mechanism
from twinproof.verify import Verdict, batch, cluster, decide, verify
from twinproof.verify.batch import Wanted

LAPLACE = """
@mechanism(epsilon="eps")
def noisy(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
"""


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE", 0.5)
    monkeypatch.setattr(cluster, "_GRACE", 60.0)  # for the process that asks to begin, on a busy machine


@pytest.fixture
def silent() -> Iterator[str]:
    """The address of somebody who takes calls and says nothing."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"


@pytest.fixture
def nobody() -> str:
    """An address at which there is nobody."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return f"tcp://127.0.0.1:{server.getsockname()[1]}"


def test_the_search_runs_on_a_cluster() -> None:
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as local:  # type: ignore[no-untyped-call]
        assert cluster.unreachable(local.scheduler_address) == ""
        verdict = verify(mechanism_of(LEAKY), cluster=local.scheduler_address)
    assert verdict.kind == "refuted"
    assert (
        verdict.summary("f.py")["counterexample"]
        == verify(mechanism_of(LEAKY), jobs=1).summary("f.py")["counterexample"]
    )


@pytest.mark.usefixtures("impatient")
def test_where_there_is_nobody(nobody: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert "Timed out trying to connect" in cluster.unreachable(nobody)
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("impatient")
def test_somebody_who_says_nothing(
    silent: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_GRACE", 3.0)
    assert cluster.unreachable(silent) != ""
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("address", ["nonsense", "", "::", "http://127.0.0.1:8786", "tcp://127.0.0.1:port"])
def test_what_is_no_address(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cluster.unreachable(address) != ""
    monkeypatch.setattr(cluster, "can_fork", lambda: False)
    assert cluster.unreachable(address) != ""


def test_a_process_that_dies_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_asked", lambda _: exit(1))
    assert cluster.unreachable("tcp://127.0.0.1:8786") == "the process that asked has ended without an answer"


WIDER = [LAPLACE.replace("within(1)", f"within({k})").replace("1 / eps", f"{k} / eps") for k in (1, 2, 3)]
MANY = [ABOVE, LEAKY, *WIDER]


@contextmanager
def workers(count: int) -> Iterator[Any]:
    """A real cluster on this machine."""
    with LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=None) as local:  # type: ignore[no-untyped-call]
        yield local


def test_whole_mechanisms_run_on_a_cluster_although_a_worker_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No verdict is lost or changed."""
    mechanisms = [mechanism_of(text) for text in MANY]
    expected = {number: verify(mechanism, jobs=1) for number, mechanism in enumerate(mechanisms)}
    monkeypatch.setattr(batch._Crew, "run", lambda *_: iter(()))  # all of it is done there
    with workers(2) as local:
        pids = [worker.pid for worker in local.workers.values()]
        found: dict[int, Verdict] = {}
        for number, verdict in batch.verdicts(mechanisms, Wanted(cluster=local.scheduler_address)):
            if not found:
                os.kill(pids[0], signal.SIGKILL)
            assert isinstance(verdict, Verdict)
            found[number] = verdict
    assert found.keys() == expected.keys()
    for number, verdict in found.items():
        before, after = expected[number].summary("f.py"), verdict.summary("f.py")
        assert {**before, "seconds": 0} == {**after, "seconds": 0}


def kinds_of(mechanisms: list[Mechanism], address: str) -> dict[int, str]:
    """What is found with a cluster that may not be there."""
    answers = dict(batch.verdicts(mechanisms, Wanted(cluster=address)))
    return {number: answer.kind for number, answer in answers.items() if isinstance(answer, Verdict)}


def test_what_a_cluster_says_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    proved = verify(mechanism_of(ABOVE), jobs=1)
    assert decide.accepted(proved) == proved
    leaky = mechanism_of(LEAKY)
    assert decide.accepted(replace(proved, mechanism=leaky)) is None
    assert decide.accepted(replace(proved, certificate=None)) is None
    refuted = verify(leaky, jobs=1)
    assert decide.accepted(refuted) == refuted
    assert decide.accepted(replace(refuted, mechanism=proved.mechanism)) is None

    def lying(_: str, mechanisms: Mapping[int, Mechanism], __: bool, ___: bool, send: Any) -> None:
        for number in mechanisms:
            send("verdict", (number, proved))
        send("done", None)

    monkeypatch.setattr(batch, "verdicts_there", lying)
    kinds = kinds_of([leaky, proved.mechanism], "tcp://nobody:1")
    assert kinds == {0: "refuted", 1: "proved"}


def test_a_cluster_that_goes_away_leaves_the_work_to_us(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "verdicts_there", lambda *_: None)
    monkeypatch.setattr(batch, "_work", _alone)
    mechanisms = [mechanism_of(ABOVE), mechanism_of(LEAKY)]
    kinds = kinds_of(mechanisms, "tcp://127.0.0.1:1")
    assert kinds == {0: "proved", 1: "refuted"}


def _alone(mechanism: Mechanism, wanted: Wanted, jobs: int, alone: float, send: Any) -> None:
    send("verdict", verify(mechanism, jobs=jobs))
