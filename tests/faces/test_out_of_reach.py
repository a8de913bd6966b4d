"""A public member of an enum, an `int | None` or a dictionary is never refuted with a value that Python has not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from twinproof.document.strict import Rejected
from twinproof.lang.errors import TwinproofError
from twinproof.lang.faces import NO_FACES, is_held
from twinproof.lang.reader import read_mechanism
from twinproof.refute import refute
from twinproof.refute.replay import replay
from twinproof.verify import verify
from twinproof.verify.counterexample_document import check_refuted, write

FILE = Path(__file__).parent / "out_of_reach.py"


@pytest.mark.parametrize(
    ("name", "public"),
    [
        ("third_member", {"side": 2}),
        ("two_nones", {"limit": (False, 0), "other": (False, 1)}),
        ("key_twice", {"bounds": ([0, 0], [1, 2])}),
    ],
)
def test_what_only_the_core_has_refutes_nothing(name: str, public: dict[str, Any]) -> None:
    mechanism = read_mechanism(FILE, name)
    assert verify(mechanism, jobs=1).kind != "refuted"
    bare = replace(mechanism, faces=NO_FACES)
    left, right = ({"count": count, **public, "eps": 1} for count in (0, 1))
    assert not refute(mechanism, jobs=1, seeds=[(left, right)]).refuted
    found = refute(bare, jobs=1, seeds=[(left, right)]).counterexample
    assert found is not None  # the core program is broken there, so it is the faces that keep it out
    with pytest.raises(TwinproofError, match="Python has no such"):
        replay(mechanism, found.left, found.right, list(found.event))
    document = json.loads(json.dumps(write(bare, found, mechanism.source)))
    check_refuted(document)
    with pytest.raises(Rejected, match="Python has no such"):
        check_refuted(document, mechanism, mechanism.source)


@pytest.mark.parametrize(
    ("name", "words"),
    [("second_member", "side = Side.RIGHT"), ("one_none", "limit = None"), ("key_once", "bounds = {'north': ")],
)
def test_what_python_has_is_found(name: str, words: str) -> None:
    mechanism = read_mechanism(FILE, name)
    found = refute(mechanism, jobs=1).counterexample
    assert found is not None
    assert words in found.explain()
    faces = mechanism.faces
    for side in (found.left, found.right):
        assert all(is_held(_tuples(side[n]), face, faces.texts) for n, face in faces.parameters.items())
    document = json.loads(json.dumps(write(mechanism, found, mechanism.source)))
    check_refuted(document, mechanism, mechanism.source)


def _tuples(value: object) -> object:
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value
