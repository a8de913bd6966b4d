"""A cluster to search on: whether there is one is known before the work begins."""

import socket
from collections.abc import Iterator

import pytest
from distributed import LocalCluster

from tests.search.reading import LEAKY, mechanism_of
from twinproof.verify import cluster, verify


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
