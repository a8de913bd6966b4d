"""Random scripts: whatever the order of the steps and their arguments, a failure is one that a person can read, the
proof is as it was, and what comes out in the end is a theorem of the kernel that says what was to be proved."""

import contextlib
import os
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tactics.scripts import ABOVE, LOOP, NOISY, proof_of
from twinproof.kernel.rules import is_theorem
from twinproof.kernel.statement import privacy
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file
from twinproof.tactics.script import Proof, ScriptError, Term, length
from twinproof.tactics.state import Sorry

ROOT = Path(__file__).parent.parent.parent


@cache
def mechanisms() -> list[Mechanism]:
    found = [proof_of(text).mechanism for text in (NOISY, LOOP, ABOVE)]
    for path in sorted((ROOT / "gallery").rglob("*.py")):
        found += [m for m in read_file(path) if isinstance(m, Mechanism)]
    return [m for m in found if isinstance(m.claim, EpsilonDelta)]


def integers(p: Proof) -> list[Term]:
    spaces = (p.left, p.right, p.rigid, p.ledger)
    terms = [space[name] for space in spaces for name in dir(space)]
    return [t for t in terms if str(t.expr.type) == "int"] + [
        length(t) for t in terms if str(t.expr.type).startswith("list")
    ]


def conditions(p: Proof, seed: int) -> Term | bool:
    """Some assertion about the variables of a proof."""
    terms = integers(p)
    if not terms or seed % 11 == 0:
        return True
    a, b = terms[seed % len(terms)], terms[(seed // 7) % len(terms)]
    return [a == b, a <= b + 1, abs(a - b) <= 1, (a == 0) | (b == 0), ~(a < b)][seed % 5]


def number(p: Proof, seed: int) -> Term | int:
    terms = integers(p)
    return seed % 3 if seed % 2 or not terms else terms[seed % len(terms)] - seed % 4


def amount(p: Proof, seed: int) -> Term | int:
    claimed = Term(p.mechanism.claim.amount)
    return seed % 2 if seed % 4 < 2 else claimed / (1 + seed % 2)


STEPS: list[Callable[[Proof, int], object]] = [
    lambda p, n: p.wp(),
    lambda p, n: p.wp(left=n % 4, right=n % 3),
    lambda p, n: p.assign(),
    lambda p, n: p.assign_left(),
    lambda p, n: p.assign_right(),
    lambda p, n: p.skip(),
    lambda p, n: p.auto(),
    lambda p, n: p.exfalso(),
    lambda p, n: p.seq(conditions(p, n), left=n % 4, right=n % 4, epsilon=amount(p, n)),
    lambda p, n: p.seq(conditions(p, n), at=n % 50),
    lambda p, n: p.conseq(pre=conditions(p, n)),
    lambda p, n: p.conseq(post=conditions(p, n)),
    lambda p, n: p.conseq(epsilon=amount(p, n)),
    lambda p, n: p.frame(),
    lambda p, n: p.case(conditions(p, n)),
    lambda p, n: p.cond(),
    lambda p, n: p.cond_left(),
    lambda p, n: p.cond_right(),
    lambda p, n: p.unfold(["left", "right"][n % 2]),
    lambda p, n: p.split(["left", "right"][n % 2], conditions(p, n // 2)),
    lambda p, n: p.name(f"n{n % 3}", number(p, n)),
    lambda p, n: p.exists(f"e{n % 3}"),
    lambda p, n: p.forall_eq(f"w{n % 3}"),
    lambda p, n: p.pointwise(f"w{n % 3}"),
    lambda p, n: p.lap_gen(number(p, n), number(p, n // 3)),
    lambda p, n: p.lap_null(),
    lambda p, n: p.one_lap_gen(number(p, n), number(p, n // 3)),
    lambda p, n: p.one_lap_null(),
    lambda p, n: p.sample_left(),
    lambda p, n: p.sample_right(),
    lambda p, n: p.sample(number(p, n)),
    lambda p, n: p.sample(),
    lambda p, n: p.while_ext(conditions(p, n), variant=number(p, n), critical=number(p, n // 2), epsilon=amount(p, n)),
    lambda p, n: p.while_(conditions(p, n), variant=number(p, n), bound=number(p, n // 2), epsilon=amount(p, n)),
    lambda p, n: p.while_ledger(conditions(p, n), keep=conditions(p, n // 3)),
    lambda p, n: p.while_async(
        conditions(p, n), left=conditions(p, n // 2), right=conditions(p, n // 3), variant=number(p, n)
    ),
    lambda p, n: p.while_left(conditions(p, n)),
    lambda p, n: p.while_right(conditions(p, n), variant=number(p, n)),
    lambda p, n: p.later(),
    lambda p, n: p.qed(),
]
EXAMPLES = int(os.environ.get("TWINPROOF_SCRIPTS", "15"))


@settings(max_examples=EXAMPLES)
@given(st.integers(0, 1000), st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 10_000)), max_size=10))
def test_random_scripts(which: int, steps: list[tuple[Callable[[Proof, int], object], int]]) -> None:
    mechanism = mechanisms()[which % len(mechanisms())]
    p = Proof(mechanism)
    for step, seed in steps:
        shown, rules = str(p), list(p.rules)
        with contextlib.suppress(ScriptError):
            step(p, seed)
            shown, rules = str(p), list(p.rules)
        assert (str(p), p.rules) == (shown, rules)
        p._repr_html_()
    if p.proved:
        theorem = p.qed()
        assert is_theorem(theorem)
        assert theorem.judgment == privacy(mechanism)


@pytest.mark.parametrize("forged", [object(), "proved", proof_of(LOOP)], ids=["a thing", "a word", "a proof"])
def test_a_theorem_cannot_be_put_in_from_outside(forged: Any) -> None:
    p = proof_of(NOISY)
    p._root.theorem = forged
    with pytest.raises(ScriptError, match="did not come out of the kernel"):
        p.qed()


def test_another_theorem_is_not_taken() -> None:
    p, other = proof_of(NOISY), proof_of(NOISY.replace('"eps"', '"2 * eps"'))
    other.wp().lap_gen(shift=0, bound=1).auto()
    p._root.theorem = other.qed()
    with pytest.raises(ScriptError, match="it proved something else"):
        p.qed()


def test_after_sorry_no_way_leads_to_a_theorem() -> None:
    p = proof_of(NOISY)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Sorry)
        p.sorry()
    for step in STEPS:
        with contextlib.suppress(ScriptError):
            step(p, 1)
    assert not p.proved
