"""What is tried as an input can be passed to the Python function, and only that counts as a counterexample."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.faces import survey
from twinproof.document.strict import Rejected
from twinproof.lang.errors import TwinproofError
from twinproof.lang.faces import NO_FACES, is_held
from twinproof.lang.inputs import check_inputs
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.random_inputs import random_inputs
from twinproof.lang.reader import read_mechanism
from twinproof.refute import refute
from twinproof.refute.moves import neighbours, simpler
from twinproof.refute.replay import NotConfirmed, replay
from twinproof.refute.seeds import stages
from twinproof.refute.space import space_of
from twinproof.search.compiled import Program
from twinproof.search.trials import Trials
from twinproof.verify import verify
from twinproof.verify.counterexample_document import check_refuted, write

FILE = Path(__file__).parent / "survey.py"
NAMES = ["chosen", "half", "beyond", "above", "leaky"]


def core(name: str) -> Mechanism:
    return read_mechanism(FILE, name)


def can_be_passed(mechanism: Mechanism, point: Any) -> bool:
    faces = mechanism.faces
    return all(is_held(point[name], face, faces.texts) for name, face in faces.parameters.items())


@pytest.mark.parametrize("name", NAMES)
def test_where_a_search_starts_and_goes(name: str) -> None:
    space = space_of(core(name))
    points = [p for stage in islice(stages(space), 8) for batch in stage.batches for p in batch.points]
    assert len(points) > 20
    assert all(can_be_passed(space.core, p) for p in points)
    faces = space.core.faces.parameters
    for parameter in faces:
        assert len({p[parameter] for p in points}) > 1, parameter
    for a in points[:: len(points) // 10]:
        moved = [*neighbours(space, a, a), *simpler(space, a, a)]
        assert all(can_be_passed(space.core, side) for pair in moved for side in pair)


@pytest.mark.parametrize("name", NAMES)
def test_trials(name: str) -> None:
    mechanism = core(name)
    trials = Trials(Program(mechanism), {})
    for stream in (trials.stream(60), trials.long(20)):
        made = list(stream)
        assert len(made) > 10
        assert all(can_be_passed(mechanism, {**t.rigid, **t.left, **t.right}) for t in made)


@pytest.mark.parametrize("name", NAMES)
def test_random_inputs(name: str) -> None:
    mechanism, random = core(name), Random(1)
    for _ in range(40):
        assert random_inputs(mechanism, random, vars(survey)) is not None


def test_what_cannot_be_passed_refutes_nothing() -> None:
    found = verify(core("beyond"), jobs=1)
    assert found.kind != "refuted"


BEYOND = {"count": 0, "limit": (False, 0), "eps": 1}


@pytest.mark.parametrize(
    "given",
    [{**BEYOND, "color": 3}, {**BEYOND, "color": -1}, {**BEYOND, "color": 0, "limit": (False, 5)}],
    ids=["beyond the last", "below the first", "None with a number"],
)
def test_the_replay_takes_nothing_else(given: dict[str, Any]) -> None:
    mechanism = core("beyond")
    with pytest.raises(TwinproofError, match=r"TP504: .* Python has no such"):
        check_inputs(mechanism, given)
    with pytest.raises(TwinproofError, match="Python has no such"):
        replay(mechanism, given, {**given, "count": 1}, [(False, 0)])


def test_an_event_that_python_cannot_show_is_none() -> None:
    given = {**BEYOND, "color": 0}
    for output in ((True, 3), (False, 1)):
        with pytest.raises(NotConfirmed, match="is not an output"):
            replay(core("beyond"), given, {**given, "count": 1}, [output])


def test_a_certificate_about_what_cannot_be_passed_is_refused() -> None:
    """The core program alone is broken there; the mechanism of the source is not."""
    mechanism = core("beyond")
    bare = replace(mechanism, faces=NO_FACES)
    found = refute(bare, jobs=1)
    assert found.counterexample is not None
    assert found.counterexample.public["color"] not in (0, 1, 2)
    document = json.loads(json.dumps(write(bare, found.counterexample, mechanism.source)))
    assert check_refuted(document).counterexample.event == found.counterexample.event
    with pytest.raises(Rejected, match="Python has no such Color"):
        check_refuted(document, mechanism, mechanism.source)


def test_seeds_are_given_as_python_has_them() -> None:
    left = {"count": 0, "color": "BLUE", "row": ["somewhere", 1], "limit": None, "eps": 1}
    found = refute(survey.half, jobs=1, seeds=[(left, {**left, "count": 2}), ({"color": 7}, {})])
    assert found.refuted
    assert "Color.BLUE" in found.explain()
