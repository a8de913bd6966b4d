"""What the left run must still satisfy to matter.

The proof is for one output o: a left run that can no longer return o may be left out. Going backward from `result = o`,
the condition K before a command is such that { ¬K } command { ¬K after it }: what is pruned stays pruned. At a loop it
is "the loop goes on, or what matters after it holds", and, for a list that only grows, "it is a prefix of its part of
o". K may always be weaker than it could be, so what cannot be said simply is left out. Before a loop more may be known
than at its head: what its last round will ask (`last_rounds`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from twinproof.kernel.judgment import Budget
from twinproof.kernel.rules import Theorem, cond_left, exfalso, seq, while_left
from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Seq,
    Skip,
    While,
    has_rounds,
    is_guard,
    loops_in,
    parts_of,
    sequence,
    site_of,
    written,
)
from twinproof.lang.dataflow import only_grows, only_rises
from twinproof.lang.expr import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Quantified,
    Var,
    apply,
    conjunction,
    conjuncts,
    forall,
    free_variables,
    implies,
    negate,
    substitute,
    tag,
)
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.rewriting import with_arguments
from twinproof.lang.types import ListOf, TupleOf
from twinproof.search.currency import currency_of
from twinproof.search.last_rounds import last_rounds
from twinproof.search.names import Names
from twinproof.smt import prove
from twinproof.tactics.paper_rules import weaken
from twinproof.tactics.stepping import alone

LEFT = Place.LEFT
FREE = Budget()


def prefix(items: Expr, whole: Expr, position: Var) -> Expr:
    """items is a prefix of whole; `position` is a name that neither has."""
    inside = conjunction(apply(Op.LE, ZERO, position), apply(Op.LT, position, apply(Op.LEN, items)))
    same = apply(Op.EQ, apply(Op.GET, items, position), apply(Op.GET, whole, position))
    shorter = apply(Op.LE, apply(Op.LEN, items), apply(Op.LEN, whole))
    return conjunction(shorter, forall(position, implies(inside, same)))


def as_prefix(e: Expr) -> tuple[Expr, Expr] | None:
    """The two lists, if the expression is the second part of `prefix`."""
    if isinstance(e, Quantified) and e.universal:
        match e.body:
            case Apply(Op.IMPLIES, (_, Apply(Op.EQ, (Apply(Op.GET, (a, i)), Apply(Op.GET, (b, j)))))) if (
                i == j == e.var
            ):
                return a, b
            case _:
                pass
    return None


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept at the head of a loop whenever a run is there, and before it: that, and perhaps more."""

    at_head: Expr
    before: Expr


@dataclass(frozen=True)
class Pruning:
    """The conditions of one mechanism; for each loop (by its site) what is kept at its head."""

    names: Names
    end: Expr  # what is kept of runs that have ended
    looks_ahead: bool = False  # whether a loop is asked, at the cost of longer conditions, how its last round may go
    at_loop: dict[int, Expr] = field(default_factory=dict)
    kept: dict[tuple[int, Expr], Kept] = field(default_factory=dict)  # at a loop, given what is kept after it
    bodies: dict[tuple[int, Expr], Theorem] = field(default_factory=dict)

    @classmethod
    def of(cls, mechanism: Mechanism, names: Names, looks_ahead: bool = False, bad: Var | None = None) -> Pruning:
        """The conditions under which a mechanism still returns the output of the proof, and nothing `bad` happens."""
        good = TRUE if bad is None else negate(_left(bad))
        together = currency_of(mechanism.claim).in_squares  # then all outputs are looked at together
        if together and bad is None:
            return cls(names, TRUE, at_loop={site_of(loop): TRUE for loop in loops_in(mechanism.body)})
        wanted = TRUE if together else hit(mechanism.result, names.output)
        made = cls(names, conjunction(wanted, good), looks_ahead)
        made._note(mechanism.body, made.end)
        return made

    def _note(self, command: Command, after: Expr) -> None:
        """What is kept at the loops of a command, given K after it."""
        match command:
            case Seq(parts):
                for part in reversed(parts):
                    self._note(part, after)
                    after = self.before(part, after)
            case If(_, then, otherwise):
                self._note(then, after)
                self._note(otherwise, after)
            case While(_, body):
                self.at_loop[site_of(command)] = keep = self._at_loop(command, after).at_head
                self._note(body, keep)
            case _:
                pass

    def before(self, command: Command, after: Expr) -> Expr:
        """K before the command, given K after it."""
        if self.end == TRUE:
            return TRUE
        match command:
            case Seq(parts):
                for part in reversed(parts):
                    after = self.before(part, after)
                return after
            case Assign(target, value):
                change = {_left(target): tag(value, LEFT)}
                changed = (p for k in conjuncts(after) for p in split(simplified(taken_apart(substitute(k, change)))))
                return conjunction(*dict.fromkeys(changed))
            case Sample(target):
                return conjunction(*(k for k in conjuncts(after) if _left(target) not in free_variables(k)))
            case If(condition, then, otherwise):
                return self._at_branches(tag(condition, LEFT), self.before(then, after), self.before(otherwise, after))
            case While(condition) if is_guard(command):
                return conjunction(negate(tag(condition, LEFT)), after) if self.looks_ahead else after
            case While():
                return self._at_loop(command, after).before
            case _:
                return after

    def _at_branches(self, test: Expr, yes: Expr, no: Expr) -> Expr:
        first, second = conjuncts(yes), conjuncts(no)
        shared = [k for k in first if k in second]
        mine, other = (conjunction(*(k for k in ks if k not in shared)) for ks in (first, second))
        either = simplified(apply(Op.OR, conjunction(test, mine), conjunction(negate(test), other)))
        return conjunction(*shared, either) if mine != TRUE or other != TRUE else yes

    def _at_loop(self, loop: While, after: Expr) -> Kept:
        key = (site_of(loop), after)
        if key not in self.kept:
            head = self._at_head(loop, after)
            foreseen = self._foreseen(loop, after) if self.looks_ahead else ()
            self.kept[key] = Kept(head, conjunction(head, *foreseen))
        return self.kept[key]

    def _foreseen(self, loop: While, after: Expr) -> list[Expr]:
        """What more is kept before a loop than at its head."""
        return last_rounds(loop, after, self.names.index, lambda end: self.before(loop.body, end))

    def _at_head(self, loop: While, after: Expr) -> Expr:
        running = tag(loop.condition, LEFT)
        changed = {_left(v) for v in written(loop.body)}
        conditions = [
            k if not changed & free_variables(k) or _is_settled(k, loop.body) else apply(Op.OR, running, k)
            for k in conjuncts(after)
            if as_prefix(k) is None or not changed & free_variables(k)
        ]
        for items in sorted(written(loop.body), key=lambda v: v.name):
            if isinstance(items.type, ListOf) and only_grows(loop.body, items):
                conditions += [
                    fact for whole in lists_in(self.names.output) for fact in self._prefixes(items, whole, after)
                ]
        return conjunction(*conditions)

    def _prefixes(self, items: Var, whole: Expr, after: Expr) -> list[Expr]:
        """That a list is a prefix of its part of the output, as far as what matters after the loop implies it."""
        if whole.type != items.type:
            return []
        fact = prefix(_left(items), whole, self.names.position)
        if prove(implies(after, fact)).proved:
            return list(conjuncts(fact))
        alternatives: list[Expr] = []
        for k in conjuncts(after):
            if isinstance(k, Apply) and k.op is Op.OR:
                cases = [fact if prove(implies(d, fact)).proved else self._aside(d) for d in k.args]
                if fact in cases and TRUE not in cases:
                    alternatives.append(apply(Op.OR, *dict.fromkeys(cases)))
        return alternatives

    def _aside(self, e: Expr) -> Expr:
        """What a condition says of the program's own variables, not of the output."""
        return conjunction(*(k for k in conjuncts(e) if self.names.output not in free_variables(k)))

    def stays_pruned(self, command: Command, after: Expr) -> Theorem:
        """{ ¬K } command { ¬K after it }, where K is `before(command, after)`."""
        if self.end == TRUE:
            return exfalso(command, Skip(), FALSE, FREE)
        if not has_rounds(command):
            stepped = alone(command, LEFT, negate(after), FREE)
            return weaken(stepped, pre=negate(self.before(command, after)))
        match command:
            case Seq(parts):
                rest = self.stays_pruned(parts[-1], after)
                for part in reversed(parts[:-1]):
                    rest = seq(self.stays_pruned(part, negate(rest.judgment.pre)), rest)
                return rest
            case If(condition, then, otherwise):
                pre, test = negate(self.before(command, after)), tag(condition, LEFT)
                yes, no = self.stays_pruned(then, after), self.stays_pruned(otherwise, after)
                return cond_left(
                    condition,
                    pre,
                    weaken(yes, pre=conjunction(pre, test)),
                    weaken(no, pre=conjunction(pre, negate(test))),
                )
            case While(condition, _):
                keep = self._at_loop(command, after).before
                looped = while_left(condition, negate(keep), self._body_stays_pruned(command, keep))
                return weaken(looped, post=negate(after))
            case _:
                raise AssertionError("a command with a loop")

    def body_stays_pruned(self, loop: While) -> Theorem:
        """{ ¬L ∧ b } body { ¬L }, where L is what is kept at the head of the loop."""
        return self._body_stays_pruned(loop, self.at_loop[site_of(loop)])

    def _body_stays_pruned(self, loop: While, keep: Expr) -> Theorem:
        if self.end == TRUE:
            return exfalso(loop.body, Skip(), FALSE, FREE)
        key, body = (site_of(loop), keep), loop.body
        if key not in self.bodies:
            once = self.stays_pruned(body, keep) if has_rounds(body) else alone(body, LEFT, negate(keep), FREE)
            self.bodies[key] = weaken(once, pre=conjunction(negate(keep), tag(loop.condition, LEFT)))
        return self.bodies[key]


def _left(var: Var) -> Var:
    return Var(var.name, var.type, LEFT)


def _is_settled(k: Expr, body: Command) -> bool:
    """Whether a condition is that a flag is down which a loop only raises: once it is up, it stays so."""
    match k:
        case Apply(Op.NOT, (Var() as flag,)):
            return only_rises(body, Var(flag.name, flag.type, Place.MEMORY))
        case _:
            return False


def lists_in(e: Expr) -> list[Expr]:
    """The lists that a value consists of: itself, or the components of a tuple."""
    match e.type:
        case ListOf():
            return [e]
        case TupleOf(items):
            return [p for i in range(len(items)) for p in lists_in(apply(Op.PROJ, e, Literal(i)))]
        case _:
            return []


def split(e: Expr) -> tuple[Expr, ...]:
    """The same said in simple parts: equations by components, prefixes of a longer list by its last item."""
    match e:
        case Apply(Op.EQ, (first, second)) if isinstance(first.type, TupleOf):
            size = len(first.type.items)
            pairs = ((component(first, i), component(second, i)) for i in range(size))
            return tuple(p for a, b in pairs for p in split(apply(Op.EQ, a, b)))
        case Apply(Op.LE, (Apply(Op.LEN, (Apply(Op.APPEND, (items, _)),)), length)):
            shorter = apply(Op.LEN, items)
            return (*split(apply(Op.LT, shorter, length)), *split(apply(Op.LE, shorter, length)))
        case Apply(Op.LT, (Apply(Op.LEN, (Apply(Op.APPEND, (items, _)),)), length)):
            return split(apply(Op.LT, apply(Op.ADD, apply(Op.LEN, items), ONE), length))
        case Apply(Op.NOT, (Apply(Op.OR, parts),)):
            return tuple(p for part in parts for p in split(negate(part)))
        case Quantified() if (lists := as_prefix(e)) is not None:
            items, whole = lists
            if isinstance(items, Apply) and items.op is Op.APPEND:
                longer, item = items.args
                last = apply(Op.EQ, item, apply(Op.GET, whole, apply(Op.LEN, longer)))
                return (*split(conjuncts(prefix(longer, whole, e.var))[1]), *split(last))
            return (e,)
        case _:
            return (e,)


def simplified(e: Expr) -> Expr:
    """The same condition, without what is true or false as it stands."""
    match e:
        case Apply(Op.NOT, (inner,)):
            return negate(simplified(inner))
        case Apply(Op.AND, args):
            return conjunction(*map(simplified, args))
        case Apply(Op.OR, args):
            parts = [p for p in map(simplified, args) if p != FALSE]
            return TRUE if TRUE in parts else parts[0] if len(parts) == 1 else apply(Op.OR, *parts) if parts else FALSE
        case Apply(Op.EQ, (first, second)) if first == second:
            return TRUE
        case _:
            return e


def taken_apart(e: Expr) -> Expr:
    """The same without tuples that are spelled out only to take one component."""
    match e:
        case Apply(Op.PROJ, (whole, Literal(position))):
            return component(taken_apart(whole), int(position))
        case Apply():
            return with_arguments(e, taken_apart)
        case _:
            return e


def component(e: Expr, position: int) -> Expr:
    """A component of a tuple, taken out where the tuple is spelled out."""
    match e:
        case Apply(Op.TUPLE, args):
            return args[position]
        case Apply(Op.ITE, (test, first, second)):
            return apply(Op.ITE, test, component(first, position), component(second, position))
        case _:
            return apply(Op.PROJ, e, Literal(position))


def hit(result: Var, output: Var) -> Expr:
    """result⟨1⟩ = o, by components."""
    return conjunction(*split(apply(Op.EQ, _left(result), output)))


def split_at_loops(command: Command, alone: Callable[[Command], bool] = lambda _: False) -> list[Command]:
    """The parts of a sequence, with neighbours that have no loop, and are not to stand `alone`, put together."""
    segments: list[Command] = []
    plain: list[Command] = []
    for part in parts_of(command):
        if has_rounds(part) or alone(part):
            segments += [sequence(*plain), part]
            plain = []
        else:
            plain.append(part)
    return [*segments, sequence(*plain)]
