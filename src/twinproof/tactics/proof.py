"""A backward proof: goals, tactics, and at the end a theorem of the kernel.

A proof starts with the privacy statement of a mechanism, or with a judgment about some of its lines (`lemma`). Each
tactic works on the first open goal, from the end of its two programs backward, and leaves goals that are simpler. A
tactic that fails says why and leaves the proof as it was. `docs/proofs.md` lists them with examples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from twinproof.kernel.judgment import ALL_ORDERS, Budget, Closeness, Judgment, Orders
from twinproof.kernel.proof_document import write
from twinproof.kernel.rules import Theorem
from twinproof.kernel.statement import privacy
from twinproof.lang.command import Command, Sample, While, mentioned, parts_of, sequence
from twinproof.lang.expr import ONE, Expr, Place, Var, free_variables
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import LAPLACE, ONE_SIDED, Noise
from twinproof.lang.reader import read_mechanism
from twinproof.lang.reader.target import parse_target
from twinproof.lang.types import BOOL, INT, REAL
from twinproof.tactics import divergences, loops, pointwise, sampling, structural
from twinproof.tactics.assertions import Term, Value, condition, kind_of, lift, nearest
from twinproof.tactics.credit import Held, Pays
from twinproof.tactics.display import Shown
from twinproof.tactics.failures import BadAssertion, TacticFailed
from twinproof.tactics.goal import Goal, Refinement, needs_budget
from twinproof.tactics.names import Names
from twinproof.tactics.positions import in_lines, position
from twinproof.tactics.state import beside_script

LEFT, RIGHT, RIGID = Place.LEFT, Place.RIGHT, Place.RIGID

_running: list[list[Proof]] = []


@contextmanager
def collected() -> Iterator[list[Proof]]:
    """Within this context the proofs that are begun are kept in a list, lemmas included."""
    _running.append([])
    try:
        yield _running[-1]
    finally:
        _running.pop()


def _of_sample(given: Value | Callable[[Term], Value]) -> Callable[[Var], Expr] | None:
    """What is said of a sample, as a function of its name."""
    if given is None:
        return None
    return lambda v: lift(given(Term(v)) if callable(given) and not isinstance(given, Term) else given)


def _counter(given: Value) -> Var:
    """One of the ledger's counters."""
    which = lift(given)
    if not (isinstance(which, Var) and which.place is Place.LEDGER):
        raise BadAssertion("counter=… is one of the ledger's counters")
    return which


class Proof(Names, Shown):
    """A proof that a mechanism is private: `Proof("../gallery/private/laplace_mechanism.py")`, or `PATH::name`.

    With `lemma`, it is a proof of that judgment about a part of the mechanism.
    """

    def __init__(self, about: str | Path | Mechanism, *, lemma: Judgment | None = None) -> None:
        if not isinstance(about, Mechanism):
            target = parse_target(str(about))
            about = read_mechanism(beside_script(target.path), target.name)
        self.mechanism: Mechanism = about
        self.title = about.name if lemma is None else f"lemma for {about.name}"
        self.is_lemma = lemma is not None
        variables = mentioned(about.body) | {p.var for p in about.parameters} | {about.result}
        rigid = frozenset(v for v in variables if v.place is RIGID)
        stated = lemma or privacy(about)
        super().__init__(Goal(stated, "", rigid), variables)
        if _running:
            _running[-1].append(self)

    if not TYPE_CHECKING:  # for type checkers there is nothing beyond what is written down

        def __getattr__(self, name: str) -> NoReturn:
            """A tactic that does not exist is answered with the nearest that do."""
            raise AttributeError(f"there is no tactic `{name}`; {nearest(name, tactics(type(self)))}")

    # --------------------------------------------------------------------------------------------------------- stepping

    def wp(self, left: int | None = None, right: int | None = None) -> Proof:
        """Step backward through assignments and conditionals, as far as it goes or the given number of commands."""
        if left is not None or right is not None:
            left, right = left or 0, right or 0
        self._refine("wp", lambda goal: structural.wp(goal, left, right))
        return self

    def assign(self) -> Proof:
        """[Assn]: both programs end with an assignment."""
        self._refine("assign", lambda goal: structural.assign(goal, "both"))
        return self

    def assign_left(self) -> Proof:
        """[Assn-L]: the left program ends with an assignment."""
        self._refine("assign_left", lambda goal: structural.assign(goal, "left"))
        return self

    def assign_right(self) -> Proof:
        """[Assn-R]: the right program ends with an assignment."""
        self._refine("assign_right", lambda goal: structural.assign(goal, "right"))
        return self

    def skip(self) -> Proof:
        """[Skip]: nothing is left of the programs, and the precondition implies the postcondition."""
        self._finish("skip", "Skip", structural.skipped)
        return self

    def auto(self) -> Proof:
        """Close the goal: step through what is left, and let the solver do the rest."""
        self._finish("auto", "wp", structural.auto)
        return self

    def exfalso(self) -> Proof:
        """[Exfalso]: the precondition cannot hold."""
        self._finish("exfalso", "Exfalso", structural.exfalso)
        return self

    # ----------------------------------------------------------------------------------------- sequence and consequence

    def seq(
        self,
        mid: Value,
        at: int | None = None,
        *,
        left: int | None = None,
        right: int | None = None,
        epsilon: Value = 0,
        delta: Value = 0,
        keep: Value = None,
    ) -> Proof:
        """[Seq], [ω-Seq]: cut both programs before the source line `at` (or after `left` and `right` commands).

        `mid` is what holds there; what the first part does not touch is added. `epsilon` and `delta` are what the first
        part may cost; with a ledger, `keep` is its L.
        """
        middle, paid = condition(mid), Budget(lift(epsilon), lift(delta))
        pruning = None if keep is None else condition(keep)

        def make(goal: Goal) -> Refinement:
            ours = position("left", goal.judgment.left, at, left)
            theirs = position("right", goal.judgment.right, at, right)
            return structural.seq(goal, ours, theirs, middle, paid, pruning)

        self._refine("seq", make)
        return self

    def conseq(self, pre: Value = None, post: Value = None, epsilon: Value = None, delta: Value = None) -> Proof:
        """[Conseq], [ω-Conseq]: prove it from less, for more, or for less."""

        def make(goal: Goal) -> Refinement:
            budget = None
            if epsilon is not None or delta is not None:
                needs_budget("conseq", goal, "pre=… and post=…")
                old = goal.budget
                budget = Budget(
                    old.epsilon if epsilon is None else lift(epsilon), old.delta if delta is None else lift(delta)
                )
            before, after = (None if e is None else condition(e) for e in (pre, post))
            return structural.conseq(goal, before, after, budget)

        self._refine("conseq", make)
        return self

    def frame(self) -> Proof:
        """[Frame]: what the programs do not touch, and was true before, is true after."""
        self._refine("frame", structural.framed)
        return self

    def apply(self, theorem: Theorem, **values: Value) -> Proof:
        """Use a theorem about the last commands, with values for its rigid variables ([Inst])."""

        def make(goal: Goal) -> Refinement:
            given = theorem.judgment
            rigid = {v.name: v for e in (given.pre, given.post) for v in free_variables(e) if v.place is RIGID}
            rigid |= {v.name: v for c in (given.left, given.right) for v in mentioned(c) if v.place is RIGID}
            for name in values:
                if name not in rigid:
                    there = ", ".join(sorted(rigid)) or "none"
                    raise TacticFailed("apply", f"the theorem has no rigid variable `{name}`; there are: {there}")
            chosen = [(rigid[name], lift(value)) for name, value in values.items()]
            return structural.applied(goal, pointwise.instantiated(theorem, chosen))

        self._refine("apply", make)
        return self

    # -------------------------------------------------------------------------------------------------- cases and names

    def case(self, when: Value) -> Proof:
        """[Case]: one goal where the condition holds at the beginning, one where it does not."""
        self._refine("case", lambda goal: structural.by_case(goal, condition(when)))
        return self

    def cond(self) -> Proof:
        """[Cond]: both programs are conditionals, and take the same branch."""
        self._refine("cond", structural.cond_both)
        return self

    def cond_left(self) -> Proof:
        """[Cond-L]: the left program is a conditional."""
        self._refine("cond_left", lambda goal: structural.cond_one(goal, "left"))
        return self

    def cond_right(self) -> Proof:
        """[Cond-R]: the right program is a conditional."""
        self._refine("cond_right", lambda goal: structural.cond_one(goal, "right"))
        return self

    def unfold(self, side: str) -> Proof:
        """[Unfold]: the loop that the left or the right program begins with, as its first iteration and the rest."""
        self._refine("unfold", lambda goal: structural.unfolded(goal, side))
        return self

    def split(self, side: str, guard: Value) -> Proof:
        """[Split]: the loop that the left or the right program begins with, as long as `guard` holds too, and the rest.

        The guard is a condition of that run; it may speak of rigid variables.
        """
        while_first = condition(guard)
        self._refine("split", lambda goal: structural.in_phases(goal, side, while_first))
        return self

    def name(self, name: str, value: Value) -> Term:
        """A rigid name for a value of the initial memories ([Exists]); it may be used in budgets and bounds."""
        e = lift(value)
        var = self._new("name", name, e.type)
        self._refine("name", lambda goal: structural.named(goal, var, e))
        return Term(var)

    def any(self, name: str, kind: Any = int) -> Term:
        """A rigid variable that nothing is known of, to state a lemma for any value of it; `apply` gives it one."""
        return Term(self._new("any", name, kind_of(kind)))

    def exists(self, name: str) -> Term:
        """[Exists]: a rigid name for what the precondition says there is (∃)."""
        var = self._new("exists", name, structural.existing(self._current("exists").goal).type)
        self._refine("exists", lambda goal: structural.chosen(goal, var))
        return Term(var)

    # -------------------------------------------------------------------------------------------------------- pointwise

    def forall_eq(self, name: str, points: Mapping[Any, Value] | None = None) -> Term:
        """[Forall-Eq]: instead of equal outputs, "if the left output is i, so is the right one", for any i.

        `points` gives the δ of single values of i; all others must do with δ = 0.
        """
        kind = pointwise.outputs("forall_eq", self._current("forall_eq").goal)[0].type
        var = self._new("forall_eq", name, kind)
        pairs = [(lift(value, kind), lift(delta)) for value, delta in (points or {}).items()]
        self._refine("forall_eq", lambda goal: pointwise.forall_eq(goal, var, pairs))
        return Term(var)

    def pointwise(self, name: str, counters: Mapping[str, Value] | None = None) -> Term:
        """[ω-Pointwise]: as `forall_eq`, with a ledger that collects the cost along the runs.

        `counters` are names with a rate each; without them there is one for each rate in the programs. One of them may
        have None for its rate: it is a real number, and counts ε itself.
        """
        goal = self._current("pointwise").goal
        kind = pointwise.outputs("pointwise", goal)[0].type
        var = self._new("pointwise", name, kind)
        if counters is None:
            ledger = {self._new_counter(n, var): rate for n, rate in pointwise.counters_of(goal).items()}
        else:
            exact = {self._new_counter(n, var, REAL): ONE for n, rate in counters.items() if rate is None}
            ledger = {self._new_counter(n, var): lift(r) for n, r in counters.items() if r is not None} | exact
        self._refine("pointwise", lambda goal: pointwise.pointwise(goal, var, ledger))
        return Term(var)

    def collect(self, counters: Mapping[str, Value] | None = None) -> Proof:
        """[ω-Budget]: opens a ledger for any postcondition; nothing can be given up then, and δ pays for nothing.

        `counters` as for `pointwise`.
        """
        goal = self._current("collect").goal
        rates = pointwise.counters_of(goal) if counters is None else {n: lift(r) for n, r in counters.items()}
        ledger = {self._new_counter(n): rate for n, rate in rates.items()}
        self._refine("collect", lambda goal: pointwise.collect(goal, ledger))
        return self

    def ghost(
        self,
        name: str,
        raised: Mapping[int, Value],
        *,
        instead: Mapping[int, tuple[str, Value, Callable[[Term], Value]]] | None = None,
    ) -> Term:
        """[Ghost]: a truth value that only the proof knows, for what is forgotten before the run ends.

        It is false at first, and raised after the samplings of these source lines where what is said of the left run
        holds then: `bad = p.ghost("bad", {12: L.noisy > t})`. Where one run draws and the other does not, that one can
        draw into a ghost instead: `instead={12: ("drawn", 1, lambda drawn: drawn > t)}` does so in the other branch,
        around 1, and says when the flag is raised there.
        """
        flag = Var(self._new("ghost", name, BOOL).name, BOOL)
        stand_ins = {}
        for line, (drawn, centre, when) in (instead or {}).items():
            var = Var(self._new("ghost", drawn, INT).name, INT)
            stand_ins[line] = pointwise.StandIn(var, lift(centre), lift(when(Term(Var(drawn, INT, LEFT)))))
        conditions = {line: lift(when) for line, when in raised.items()}
        self._refine("ghost", lambda goal: pointwise.remember(goal, flag, conditions, stand_ins))
        self._variables |= {flag, *(one.drawn for one in stand_ins.values())}
        return Term(Var(name, BOOL, LEFT))

    def pointwise_bad(
        self,
        name: str,
        bad: Value,
        *,
        tails: Mapping[int, tuple[str, Value] | tuple[str, Value, Value]] | None = None,
        loops: Mapping[int, tuple[Value, Value]] | None = None,
        counters: Mapping[str, Value] | None = None,
    ) -> Term:
        """[ω-Pointwise-Bad]: as `pointwise`, for left runs that do not end with `bad`; δ pays for those that do.

        `tails` says for the samplings of which source lines δ pays, and for what: `{12: ("at least", k)}` is a sample
        k or more above its centre, and `{12: ("at least", k, when)}` pays only where `when` holds. `loops` gives the
        invariant and the credit at loops that change what matters.
        """
        goal = self._current("pointwise_bad").goal
        var = self._new("pointwise_bad", name, pointwise.outputs("pointwise_bad", goal)[0].type)
        if counters is None:
            ledger = {self._new_counter(n, var): rate for n, rate in pointwise.counters_of(goal).items()}
        else:
            ledger = {self._new_counter(n, var): lift(r) for n, r in counters.items()}
        pays = {line: Pays(tail, *map(lift, said)) for line, (tail, *said) in (tails or {}).items()}
        held = {line: Held(lift(invariant), lift(credit)) for line, (invariant, credit) in (loops or {}).items()}

        def at(command: Sample | While) -> int | None:
            return command.at.line if command.at is not None else None

        self._refine(
            "pointwise_bad",
            lambda goal: pointwise.pointwise_bad(
                goal,
                var,
                ledger,
                lift(bad),
                lambda s: [p for line, p in pays.items() if line == at(s)],
                lambda w, *_: held.get(at(w) or 0),
            ),
        )
        return Term(var)

    # ------------------------------------------------------------------------------------------------------ divergences

    def close(self, counters: Mapping[str, Value] | None = None) -> Proof:
        """[R-Close]: instead of a divergence, equal outputs and a ledger that collects it along the runs.

        `counters` are names with a rate each; without them there is one for each price of a step in the programs.
        """
        goal = self._current("close").goal
        rates = divergences.counters_of(goal) if counters is None else {n: lift(r) for n, r in counters.items()}
        taken = self.mechanism.result
        ledger = {self._new_counter(name, taken): rate for name, rate in rates.items()}
        self._refine("close", lambda goal: divergences.close(goal, ledger))
        return self

    def pure(self, epsilon: Value) -> Proof:
        """[R-Pure]: what is ε-private both ways, and ends, is ε²/2-zCDP."""
        amount = lift(epsilon)
        self._refine("pure", lambda goal: divergences.pure(goal, amount))
        return self

    def through_zcdp(self, rho: Value) -> Proof:
        """[zCDP-DP-sym]: instead of (ε, δ), ρ-zCDP, where ρ + 2·√(ρ·log(1/δ)) is at most ε."""
        bound = lift(rho)
        self._refine("through_zcdp", lambda goal: divergences.through("through_zcdp", goal, ALL_ORDERS, bound))
        return self

    def through_renyi(self, alpha: Value, r: Value) -> Proof:
        """[RDP-DP]: instead of (ε, δ), (α, r)-Rényi privacy."""
        orders, bound = Orders(lift(alpha)), lift(r)
        self._refine("through_renyi", lambda goal: divergences.through("through_renyi", goal, orders, bound))
        return self

    def move(self, shift: Value = None, counter: Value = None, price: Value = None) -> Proof:
        """[R-Gauss], [R-Lap]: the right sample is the left one plus `shift`, for the square of |shift + e₁ − e₂|.

        Without a shift, the same noise. With a price, by which the counter is raised, that must be enough.
        """
        by, paid = (None if e is None else lift(e) for e in (shift, price))
        which = None if counter is None else _counter(counter)
        self._refine("move", lambda goal: divergences.move(goal, by, which, paid))
        return self

    def choose(self, grow: Value, shrink: Value, counter: Value = None, price: Value = None) -> Proof:
        """[R-Choose]: no score is larger on the right by more than `grow`, or smaller by more than `shrink`."""
        which, paid = None if counter is None else _counter(counter), None if price is None else lift(price)
        more, less = lift(grow), lift(shrink)
        self._refine("choose", lambda goal: divergences.choose(goal, more, less, which, paid))
        return self

    def block(self, theorem: Theorem, paid: Mapping[str, Value]) -> Proof:
        """[R-Block]: a theorem about the divergence of the last commands, as one step that raises these counters."""
        prices = tuple((self._counter(name), lift(price)) for name, price in paid.items())
        self._refine("block", lambda goal: divergences.block(goal, theorem, prices))
        return self

    # -------------------------------------------------------------------------------------------------------- samplings

    def lap_gen(self, shift: Value, bound: Value, rate: Value = None) -> Proof:
        """[LapGen]: the right sample is the left one plus `shift`, for `bound` ≥ |shift + e₁ − e₂| times the rate."""
        return self._lap("lap_gen", LAPLACE, shift, bound, rate)

    def one_lap_gen(self, shift: Value, bound: Value, rate: Value = None) -> Proof:
        """[OneLapGen]: the same for one-sided noise, where 0 ≤ shift + e₁ − e₂ ≤ bound."""
        return self._lap("one_lap_gen", ONE_SIDED, shift, bound, rate)

    def lap_null(self, rate: Value = None) -> Proof:
        """[LapNull]: the same noise in both runs, for nothing."""
        return self._lap_null("lap_null", LAPLACE, rate)

    def one_lap_null(self, rate: Value = None) -> Proof:
        """[OneLapNull]: the same one-sided noise in both runs, for nothing."""
        return self._lap_null("one_lap_null", ONE_SIDED, rate)

    def excess(
        self, bound: int, *, epsilon: Value, delta: Value, shift: Value = 0, numbers: Sequence[Value] | None = None
    ) -> Proof:
        """[Excess]: the right sample is the left one plus `shift`, for ⟨epsilon, delta⟩.

        |shift + e₁ − e₂| ≤ `bound`. For Gaussian, Laplace and truncated noise. δ pays for what that costs over ε. All
        of it are numbers, those of the noise too; where these have names, `numbers` says which they are.
        """
        k, most, price = lift(shift), lift(bound), Budget(lift(epsilon), lift(delta))
        given = None if numbers is None else tuple(map(lift, numbers))
        self._refine("excess", lambda goal: sampling.excess(goal, k, most, price, given))
        return self

    def _lap(self, tactic: str, noise: Noise, shift: Value, bound: Value, rate: Value) -> Proof:
        k, most, given = lift(shift), lift(bound), None if rate is None else lift(rate)
        self._refine(tactic, lambda goal: sampling.lap(tactic, goal, noise, k, most, given))
        return self

    def _lap_null(self, tactic: str, noise: Noise, rate: Value) -> Proof:
        given = None if rate is None else lift(rate)
        self._refine(tactic, lambda goal: sampling.lap_null(tactic, goal, noise, given))
        return self

    def sample_left(self) -> Proof:
        """[Samp-L]: the left program ends with a sampling that has no partner."""
        self._refine("sample_left", lambda goal: sampling.sample_one(goal, "left"))
        return self

    def sample_right(self) -> Proof:
        """[Samp-R]: the right program ends with a sampling that has no partner."""
        self._refine("sample_right", lambda goal: sampling.sample_one(goal, "right"))
        return self

    def sample(
        self,
        shift: Value | Callable[[Term], Value] = None,
        counter: Value = None,
        price: Value | Callable[[Term], Value] = None,
    ) -> Proof:
        """[ω-Samp]: the right sample is the left one plus `shift`, and a counter is raised by |shift + e₁ − e₂|.

        The shift may depend on the sample: `sample(lambda v: ite(v >= L.bar, 1, 0))`. Without one, the same noise.
        With a price, by which the counter is raised, it is [ω-Pay], for noise whose rate the program computes.
        """

        which = None if counter is None else _counter(counter)
        self._refine("sample", lambda goal: sampling.sample(goal, _of_sample(shift), which, _of_sample(price)))
        return self

    def map(
        self,
        image: Value | Callable[[Term], Value] = None,
        *,
        bound: Value = 0,
        paid: Mapping[str, Value | Callable[[Term], Value]] | None = None,
    ) -> Proof:
        """[ω-Map]: the right sample is the image of the left one, which it is itself without an image.

        `paid` are names of counters with what each is raised by, which may depend on the sample. Without it the counter
        of the noise's own rate pays the price of the pair; where the noise has no rate, none. `bound` is the M of
        `choose` and `permute_and_flip`: by how much a score may be larger on the right.
        """
        prices = None if paid is None else [(self._counter(c), _of_sample(p)) for c, p in paid.items()]
        self._refine("map", lambda goal: sampling.mapped(goal, _of_sample(image), lift(bound), prices))
        return self

    def toss(
        self, side: str, *, tails: Mapping[str, Value] | None = None, heads: Mapping[str, Value] | None = None
    ) -> Proof:
        """[ω-Coin-L], [ω-Coin-R']: a coin that one program ends with, and what raises the counters for each result."""
        paid = [tuple((self._counter(c), lift(p)) for c, p in (given or {}).items()) for given in (tails, heads)]
        self._refine("toss", lambda goal: sampling.toss(goal, side, paid[0], paid[1]))
        return self

    def spare(self, tail: str, distance: Value, *, paid: Mapping[str, Value]) -> Proof:
        """[ω-Good-R]: a draw that the right program ends with; what lies in a tail is lost, and counters pay for it."""
        raised = tuple((self._counter(c), lift(p)) for c, p in paid.items())
        self._refine("spare", lambda goal: sampling.spare(goal, tail, lift(distance), raised))
        return self

    def _counter(self, name: str) -> Var:
        return _counter(getattr(self.ledger, name))

    # ------------------------------------------------------------------------------------------------------------ loops

    def while_ext(
        self, invariant: Value, *, variant: Value, critical: Value, epsilon: Value, delta: Value = 0
    ) -> Proof:
        """[WhileExt]: only the iteration in which the variant is `critical` costs ⟨epsilon, delta⟩."""
        theta, e, i, paid = condition(invariant), lift(variant), lift(critical), Budget(lift(epsilon), lift(delta))
        self._refine("while_ext", lambda goal: loops.while_ext(goal, theta, e, i, paid))
        return self

    def while_(
        self,
        invariant: Value,
        *,
        variant: Value,
        bound: Value,
        epsilon: Value = 0,
        delta: Value = 0,
        total: Callable[[Term], Value] | None = None,
    ) -> Proof:
        """[While]: at most `bound` iterations; each costs ⟨epsilon, delta⟩, or what `total` grows by.

        `total` is a function of the number of iterations, in closed form: ε, or (ε, δ).
        """
        theta, e, n, each = condition(invariant), lift(variant), lift(bound), (lift(epsilon), lift(delta))

        def whole(k: Expr) -> Budget:
            if total is None:
                return Budget(*((Term(k) * Term(amount)).expr if amount != lift(0) else amount for amount in each))
            value = total(Term(k))
            return Budget(*map(lift, value)) if isinstance(value, tuple) else Budget(lift(value))

        self._refine("while_", lambda goal: loops.while_budget(goal, theta, e, n, whole))
        return self

    def while_ledger(self, invariant: Value, keep: Value = True) -> Proof:
        """[ω-While]: in step, with a ledger. `keep` is what the left run must satisfy to matter."""
        theta, pruning = condition(invariant), condition(keep)
        self._refine("while_ledger", lambda goal: loops.while_ledger(goal, theta, pruning))
        return self

    def while_async(
        self, invariant: Value, *, left: Value = False, right: Value = False, variant: Value = 0, keep: Value = True
    ) -> Proof:
        """[ω-While-Async]: out of step, with a ledger; where neither `left` nor `right` holds, both loops go on.

        Where `left` holds the left loop goes on alone, else where `right` holds the right one does. Whenever that does,
        the variant, an integer of the right run, is not negative and decreases. `keep` is as in `while_ledger`.
        """
        theta, e, pruning = condition(invariant), lift(variant), condition(keep)
        alone = condition(left), condition(right)
        self._refine("while_async", lambda goal: loops.while_async(goal, theta, *alone, e, pruning))
        return self

    def while_left(self, invariant: Value) -> Proof:
        """[While-L], [ω-While-L]: the left program ends with a loop that has no partner."""
        theta = condition(invariant)
        self._refine("while_left", lambda goal: loops.while_alone_left(goal, theta))
        return self

    def while_right(self, invariant: Value, *, variant: Value) -> Proof:
        """[While-R], [ω-While-R]: the right program ends with a loop that has no partner, and ends: see its variant."""
        theta, e = condition(invariant), lift(variant)
        self._refine("while_right", lambda goal: loops.while_alone_right(goal, theta, e))
        return self

    # ---------------------------------------------------------------------------------------------------------- the end

    def lines(self, first: int, last: int | None = None) -> Command:
        """The commands of the mechanism that stand in these lines of its source."""
        return in_lines(self.mechanism.body, first, first if last is None else last)

    def commands(self, start: int, stop: int) -> Command:
        """The commands of the mechanism from one position to before another, counted as Python does."""
        return sequence(*parts_of(self.mechanism.body)[start:stop])

    def lemma(
        self,
        program: Command,
        pre: Value,
        post: Value,
        epsilon: Value = 0,
        delta: Value = 0,
        *,
        zcdp: Value = None,
        renyi: tuple[Value, Value] | None = None,
    ) -> Proof:
        """A proof about a part of this mechanism in both runs; its theorem can be used by `apply`, or by `block`.

        With `zcdp` or `renyi` it is about the divergence of one output: `post` is then L.x == R.x.
        """
        cost: Budget | Closeness = Budget(lift(epsilon), lift(delta))
        if zcdp is not None:
            cost = Closeness(ALL_ORDERS, lift(zcdp))
        elif renyi is not None:
            cost = Closeness(Orders(lift(renyi[0])), lift(renyi[1]))
        return Proof(self.mechanism, lemma=Judgment(program, program, condition(pre), condition(post), cost))

    def certificate(self) -> dict[str, Any]:
        """The certificate of a finished proof, for `twinproof check`."""
        theorem = self.qed()
        if self.is_lemma:
            raise TacticFailed("certificate", "a lemma is not the privacy of a mechanism: it has no certificate")
        return write(self.mechanism, theorem, self.mechanism.source)


def tactics(proof: type[Proof]) -> list[str]:
    """What can be called on a proof."""
    return sorted(name for name in dir(proof) if not name.startswith("_") and callable(getattr(proof, name)))
