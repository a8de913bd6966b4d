"""A verdict that was written down, or sent, and read again is the verdict that it was."""

import dataclasses
import json
import pickle
import typing
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.search.reading import ABOVE, LEAKY, mechanism_of
from tests.volume import some
from twinproof.document.records import RecordReader, RecordWriter, _form, declared
from twinproof.integrations.lsp.finding import finding_of
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.expr import ONE, Expr, Op, Place, Var, apply
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file
from twinproof.lang.types import INT
from twinproof.refute import LargestLoss, Refutation
from twinproof.search.result import Attempted, Draw, Example, Searched, Stuck
from twinproof.verify import Verdict, verify
from twinproof.verify.verdict import _written_fields

GALLERY = Path(__file__).parent.parent.parent / "gallery"
EXPECTED = {"private": "proved", "broken": "refuted"}
WHOLE_GALLERY = [
    pytest.param(mechanism, kind, id=f"{folder}/{path.stem}::{mechanism.name}")
    for folder, kind in EXPECTED.items()
    for path in sorted((GALLERY / folder).glob("*.py"))
    for mechanism in read_file(path)
    if isinstance(mechanism, Mechanism)
]
MECHANISMS = some(WHOLE_GALLERY, 9)


def again(verdict: Verdict) -> Verdict:
    return Verdict.from_json(json.loads(json.dumps(verdict.to_json(), allow_nan=False)), verdict.mechanism)


def check_all_of(verdict: Verdict) -> None:
    """Equal, and the same wherever it is shown."""
    for other in (again(verdict), pickle.loads(pickle.dumps(verdict))):
        assert other == verdict
        assert other.mechanism.at == verdict.mechanism.at
        assert (other.evidence(), other.summary("f.py")) == (verdict.evidence(), verdict.summary("f.py"))
        assert (finding_of(other), other.blamed()) == (finding_of(verdict), verdict.blamed())
        assert other._repr_html_() == verdict._repr_html_()


@pytest.mark.parametrize(("mechanism", "kind"), MECHANISMS)
def test_the_gallery(mechanism: Mechanism, kind: str) -> None:
    verdict = verify(mechanism, jobs=1)
    assert verdict.kind == kind
    check_all_of(verdict)


@pytest.mark.parametrize("text", [ABOVE, LEAKY, LEAKY.replace("laplace(x", "laplace(2 * x")])
def test_with_the_smallest_budget(text: str) -> None:
    verdict = verify(mechanism_of(text), infer=True, jobs=1)
    assert verdict.inferred is not None
    check_all_of(verdict)


def unknown_ones() -> list[Verdict]:
    mechanism = mechanism_of(ABOVE)
    left: dict[str, Any] = {"answers": [0, 3], "t": 2, "eps": Fraction(1, 3)}
    right = {**left, "answers": [1, 3]}
    bar = Draw(0, 22, "bar")
    example = Example(left, right, (1, [True]), ((bar, 5), (Draw(1, None, "noisy"), -7)))
    attempted = Attempted(((bar, apply(Op.ADD, Var("x", INT, Place.LEFT), ONE)),), "nothing is inductive")
    searched = Searched(((bar, 3),), 0, 12, given_up=True)
    stuck = Stuck("no shift keeps the runs together", 24, (attempted, searched), example)
    claim = EpsilonDelta(Fraction(1, 3), Fraction(0))
    near, far = (LargestLoss(left, right, {"t": 2}, claim, loss) for loss in (0.1 + 0.2, float("inf")))
    refutation = Refutation(mechanism.name, None, near, far, 4321, ("2 entries",), ("long lists",), interrupted=True)
    return [
        Verdict(mechanism, "unknown", 0.1),
        Verdict(mechanism, "unknown", 1.5, stuck=stuck),
        Verdict(mechanism, "unknown", 1.5, None, Stuck("the time was over"), refutation, interrupted=True),
        Verdict(mechanism, "unknown", 1.5, None, stuck, refutation, complete=True, nothing_inferred=Stuck("nothing")),
    ]


@pytest.mark.parametrize("verdict", unknown_ones(), ids=range(4))
def test_unknown_ones(verdict: Verdict) -> None:
    other = again(verdict)
    assert other == verdict
    assert pickle.loads(pickle.dumps(verdict)) == verdict
    assert finding_of(other) == finding_of(verdict)


def test_whatever_a_verdict_may_hold_has_a_form() -> None:
    """A field of a new kind, anywhere in it, is noticed here and not on the day when it is kept."""
    waiting: list[Any] = list(_written_fields().values())
    seen: list[Any] = []
    while waiting:
        kind = waiting.pop()
        if kind in seen or kind is type(None) or kind is Ellipsis or _form(kind)[0] == "term":
            continue
        seen.append(kind)
        made: Any = typing.get_origin(kind) or kind
        if dataclasses.is_dataclass(made):
            assert made.__dataclass_params__.frozen  # type: ignore[union-attr]
            waiting += declared(kind).values()
        elif typing.get_origin(kind) is not typing.Literal:
            waiting += typing.get_args(kind)
    classes = {getattr(typing.get_origin(kind) or kind, "__name__", "") for kind in seen}
    assert {
        "Account",
        "CoupledSample",
        "Stuck",
        "Refutation",
        "Counterexample",
        "Blame",
        "Interval",
        "EpsilonDelta",
    } <= classes
    for kind in seen:
        assert _form(kind)


@pytest.mark.parametrize(
    "change",
    [
        {"kind": 1, "surprise": 2},
        {"stuck": {"reason": "it has too few fields"}},
        {
            "proof": {
                "claim": {"epsilon": 99, "delta": 99},
                "couplings": [],
                "invariants": [],
                "spending": [],
                "tighter": False,
            }
        },
        {"terms": [["apply", "+", [0, 0], "int"]]},
        {"seconds": "soon"},
    ],
    ids=str,
)
def test_what_is_no_verdict(change: dict[str, Any]) -> None:
    verdict = unknown_ones()[1]
    with pytest.raises(ValueError, match="this is not a verdict"):
        Verdict.from_json({**verdict.to_json(), **change}, verdict.mechanism)


@dataclasses.dataclass(frozen=True)
class Part:
    """Data that nobody has told the encoder about."""

    name: str
    e: Expr
    share: Fraction
    loss: float
    places: tuple[tuple[int | None, str], ...]
    inputs: typing.Mapping[str, Any]
    inner: "Part | None" = None
    derived: int = dataclasses.field(init=False, default=3)


def test_other_data() -> None:
    e = apply(Op.ADD, Var("x", INT, Place.LEFT), ONE)
    inputs = {"xs": [1, 2], "pair": (1, True), "score": {"1": 2, "else": 0}, "eps": Fraction(1, 3), "none": None}
    part = Part("in", e, Fraction(-(10**5000), 7), float("-inf"), ((None, "a"), (3, "b")), inputs)
    whole = dataclasses.replace(part, inner=part, loss=1e-300)
    writer = RecordWriter()
    row = writer.record(Part, whole)
    document = json.loads(json.dumps({"terms": writer.terms.rows, "row": row}, allow_nan=False))
    assert RecordReader(document).record(Part, document["row"]) == whole


@dataclasses.dataclass(frozen=True)
class Odd:
    """A field that has no form."""

    values: set[int]


def test_what_has_no_form_is_refused() -> None:
    with pytest.raises(TypeError, match="there is no form for values of type"):
        RecordWriter().record(Odd, Odd({1}))
    with pytest.raises(TypeError, match="neither an input nor an output"):
        RecordWriter().field(Any, object())
