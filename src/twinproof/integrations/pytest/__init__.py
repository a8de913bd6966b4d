"""pytest: `assert_private` for tests, and `--twinproof PATH`, which makes a test of every mechanism there.

The plugin is loaded by every run of pytest in the environment, so it does nothing, and loads no solver, until it is
asked.
"""

from twinproof.integrations.pytest.assertion import assert_private

__all__ = ["assert_private"]
