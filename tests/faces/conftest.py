"""Parameters of all types that Python has and the core does not: enums, what may be None, dictionaries.

The reader turns such parameters down for now. What takes and shows values, and what admits inputs, is ready for them,
and is tested with them.
"""

from collections.abc import Iterator

import pytest

from twinproof.lang.reader import signature


@pytest.fixture(scope="session", autouse=True)
def every_parameter_is_read() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(signature, "_is_any_value", lambda kind: True)
        yield
