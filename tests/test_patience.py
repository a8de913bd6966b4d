"""No test waits for ever: not for a process, not for itself, and not for an interrupt that nobody hears."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parent.parent
WAITING = ("run", "check_output", "check_call", "call")  # of subprocess
HANGING = "import time\n\n\ndef test_hangs():\n    time.sleep(600)\n\n\ndef test_other():\n    pass\n"
HEARING = """
import signal, subprocess, sys
import tests.conftest
child = subprocess.Popen([sys.executable, "-c", "print('begun', flush=True); import time; time.sleep(60)"],
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
child.stdout.readline()
child.send_signal(signal.SIGINT)
print(child.wait(timeout=20))
"""


def waits(file: Path) -> list[tuple[int, str]]:
    """The calls in a file that wait for a process without a limit."""
    found = []
    for node in ast.walk(ast.parse(file.read_text())):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        name, owner = node.func.attr, ast.unparse(node.func.value)
        for_process = (owner == "subprocess" and name in WAITING) or (owner == "process" and name == "wait")
        for_process |= name in ("communicate", "runpytest_subprocess")
        if for_process and not any(k.arg == "timeout" for k in node.keywords):
            found.append((node.lineno, ast.unparse(node)))
    return found


@pytest.mark.parametrize(
    "file", sorted((ROOT / "tests").rglob("*.py")), ids=lambda p: str(p.relative_to(ROOT / "tests"))
)
def test_who_waits_for_a_process_has_a_limit(file: Path) -> None:
    assert waits(file) == []


def test_a_test_that_hangs_fails_and_the_others_go_on(
    pytester: pytest.Pytester, request: pytest.FixtureRequest
) -> None:
    assert float(request.config.getini("timeout")) > 0
    method = request.config.getini("timeout_method")
    pytester.makepyfile(HANGING)
    options = ("-p", "no:cacheprovider", "--timeout", "1", "--timeout-method", method)
    for processes in ((), ("-n", "1")):
        result = pytester.runpytest_subprocess(*options, *processes, timeout=60)
        result.assert_outcomes(passed=1, failed=1)
        result.stdout.fnmatch_lines(["*Timeout (>1.0s) from pytest-timeout.*"])


def test_interrupts_are_heard_although_the_parent_ignores_them() -> None:
    run = ["bash", "-c", 'trap "" INT; exec "$@"', "bash", sys.executable, "-c", HEARING]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (0, "-2\n"), done.stderr
