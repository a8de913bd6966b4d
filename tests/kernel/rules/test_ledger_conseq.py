"""[ω-Conseq]: what is kept may be used after."""

from tests.kernel.derivations import FREE, LEDGERS, Maker, both, eq, explore, i, le, lt, one, refused, two, w, x, y
from twinproof.kernel import rules
from twinproof.kernel.judgment import Judgment, Ledger
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Skip
from twinproof.lang.expr import TRUE, Op, apply, implies

POST = both(eq(one(x), two(x)), le(w, 1))


def test_all_parts_may_weaken_at_once() -> None:
    keep = eq(one(x), 0)
    pre, post = both(POST, lt(one(y), 2)), both(eq(two(x), 0), le(w, 2))
    made = rules.ledger_conseq(pre, post, keep, rules.skip(POST, LEDGERS)).judgment
    assert made == Judgment(Skip(), Skip(), pre, post, Ledger(LEDGERS.counters, keep))


def test_the_new_precondition_implies_the_old_one() -> None:
    for pre in (TRUE, le(w, 1), both(eq(one(x), two(x)), le(w, 2))):
        with refused("the new precondition must imply the old one"):
            rules.ledger_conseq(pre, POST, TRUE, rules.skip(POST, LEDGERS))


def test_the_old_postcondition_implies_the_new_one_for_what_is_kept() -> None:
    for post, keep in (
        (both(POST, le(w, 0)), TRUE),
        (eq(two(x), 0), TRUE),
        (eq(two(x), 0), eq(one(x), 1)),
        (both(POST, eq(two(y), 0)), eq(one(y), 0)),
    ):
        with refused("the old postcondition must imply the new one"):
            rules.ledger_conseq(POST, post, keep, rules.skip(POST, LEDGERS))


def test_what_is_kept_was_kept() -> None:
    premise = rules.skip(POST, Ledger(LEDGERS.counters, le(one(x), 0)))
    for keep in (TRUE, le(one(x), 1), le(one(y), 0)):
        with refused("what is kept must have been kept"):
            rules.ledger_conseq(POST, POST, keep, premise)
    rules.ledger_conseq(POST, POST, le(one(x), -1), premise)


def test_what_is_kept_is_a_condition_on_the_left_run() -> None:
    for keep in (eq(two(x), 0), eq(x, 0), le(w, 0)):
        with refused("L cannot speak of"):
            rules.ledger_conseq(POST, POST, keep, rules.skip(POST, LEDGERS))


def test_it_is_for_ledgers() -> None:
    with refused("the premise must be a ledger judgment"):
        rules.ledger_conseq(TRUE, TRUE, TRUE, rules.skip(TRUE, FREE))


def test_consequences_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        theorem = m.axiom(m.assertion())
        j = theorem.judgment
        assert isinstance(j.cost, Ledger)
        keep = m.pick(both(j.cost.keep, m.keep()), j.cost.keep, m.keep())
        a = m.rng.choice((x, y))
        post = m.pick(
            j.post,
            implies(m.atom(), j.post),
            apply(Op.OR, j.post, m.atom()),
            both(j.post, keep),
            both(j.post, le(one(a), i)),
        )
        return rules.ledger_conseq(m.pick(j.pre, both(j.pre, m.atom())), post, keep, theorem)

    explore("ω-conseq", 120, make, (LEDGERS,), least=0.4)
