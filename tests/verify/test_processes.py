"""A process that is told to end while it begins another ends, without a word, and so does the other."""

import subprocess
import sys
import time

import pytest

from tests.cli.sessions import ends
from twinproof.verify.processes import can_fork

# A signal comes in the midst of the fork: before it, afterwards in the parent, or afterwards in the child.
FORKING = """
import os, signal, sys, time
from twinproof.verify.processes import Children

def leave(*_):
    print("left", flush=True)
    sys.exit(1)

def task(send):
    time.sleep(60)

signal.signal(signal.SIGTERM, leave)
tell = lambda: signal.raise_signal(signal.SIGTERM)
os.register_at_fork(**{sys.argv[1]: tell})
children = Children()
try:
    children.begin("one", task)
    print("begun", flush=True)
    child = children.at_work["one"]
    child.speaks_within(60)
    print("the child has ended", flush=True)
finally:
    children.end()
"""


@pytest.mark.parametrize(
    ("where", "said", "code"),
    [("before", "left\n", 1), ("after_in_parent", "left\n", 1), ("after_in_child", "begun\nthe child has ended\n", 0)],
)
def test_told_to_end_while_a_process_is_begun(where: str, said: str, code: int) -> None:
    assert can_fork()
    start = time.monotonic()
    run = [sys.executable, "-c", FORKING, where]
    with subprocess.Popen(run, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        output, errors = process.communicate(timeout=50)
    assert (output.decode(), errors.decode(), process.returncode) == (said, "", code)
    assert time.monotonic() - start < 50
    assert ends(process.pid)


def test_a_second_interrupt_is_not_made_to_wait() -> None:
    text = """
import signal
from twinproof.verify.processes import undisturbed
with undisturbed():
    signal.raise_signal(signal.SIGINT)
    print("still here", flush=True)
    signal.raise_signal(signal.SIGINT)
    print("and here", flush=True)
"""
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False, timeout=50)
    assert (done.stdout, done.returncode) == ("still here\n", 130)


DEAF = """
import signal, sys, time
from twinproof.verify.processes import Children

def task(send):
    signal.signal(signal.SIGTERM, lambda *_: None)
    send("begun", None)
    3 ** 300_000_000  # nothing else runs in this process meanwhile, for minutes

children = Children()
children.begin("one", task)
children.at_work["one"].hear()
print("begun", flush=True)
if sys.argv[1] == "killed":
    time.sleep(60)
children.end()
print("ended", flush=True)
"""


@pytest.mark.parametrize("how", ["killed", "told to end"])
def test_whoever_computes_and_hears_nothing_ends_too(how: str) -> None:
    run = [sys.executable, "-c", DEAF, how]
    with subprocess.Popen(run, start_new_session=True, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        if how == "killed":
            process.kill()
        else:
            assert process.stdout.readline() == "ended\n"
    assert ends(process.pid)
