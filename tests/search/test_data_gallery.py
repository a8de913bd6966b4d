"""A few mechanisms of gallery/data in each run, and all of them in a long one: what is private is proved."""

import json
import os
from pathlib import Path

import pytest

from twinproof.kernel.proof_document import write
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file
from twinproof.search.result import Proof
from twinproof.verify.forms import check_proof, prove_a_form

DATA = Path(__file__).parents[2] / "gallery" / "data" / "private"
QUICK = (
    *("clamped_sum", "clamped_sum_changed", "clamped_sum_symbolic", "count_rows", "count_where", "first_threshold"),
    *("group_by_sum", "histogram_pairs", "mean_if_many", "sum_of_squares", "user_sum_rows", "variance_parts"),
)
ASKED = sorted(DATA.glob("*.py")) if "TWINPROOF_FUZZ" in os.environ else [DATA / f"{name}.py" for name in QUICK]


@pytest.mark.parametrize("path", ASKED, ids=lambda path: path.stem)
def test_what_is_private_is_proved(path: Path) -> None:
    for mechanism in read_file(path):
        assert isinstance(mechanism, Mechanism), mechanism
        answer, form = prove_a_form(mechanism, lambda _: None)
        assert isinstance(answer, Proof), answer.reason
        check_proof(json.loads(json.dumps(write(form, answer.theorem, mechanism.source))), mechanism)
