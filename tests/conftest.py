"""Settings for all tests: the same examples in every run, whatever else the machine is doing."""

import os
import signal
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import settings

# What commands keep is kept beside the tests, for as long as they run, and not where their user has it.
_KEPT = tempfile.TemporaryDirectory(prefix="twinproof-tests-")
os.environ |= {"XDG_CACHE_HOME": f"{_KEPT.name}/cache", "XDG_STATE_HOME": f"{_KEPT.name}/state"}

settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")

# Some tests interrupt commands. A job in the background of a shell ignores interrupts, and so would all that it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _interrupts_are_heard() -> Iterator[None]:
    """A command that was run in this process may have said how it wants to be interrupted; a test says so anew."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, signal.default_int_handler)
