"""What every reader of a function does: say what is wrong, emit commands, find names, and hold values in variables."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from twinproof.lang.command import Assign, Command, If, Skip, While, sequence
from twinproof.lang.errors import Code, TwinproofError
from twinproof.lang.expr import (
    TRUE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    TypeMismatch,
    Var,
    apply,
    size_of,
    subterms,
)
from twinproof.lang.faces import Option
from twinproof.lang.reader.guards import is_partial, may_raise, total
from twinproof.lang.reader.reals import as_rational, is_exact, may_be_int
from twinproof.lang.reader.scopes import RANGE
from twinproof.lang.reader.shared import (
    MOST_COMMANDS,
    MOST_NODES,
    Shared,
    type_hint,
)
from twinproof.lang.reader.unknown import fits, has_unknown, retyped
from twinproof.lang.span import Span
from twinproof.lang.types import (
    INT,
    REAL,
    Type,
    has_part,
)


class HoldingReader:
    """Reads a function; `out` collects the commands that its expressions hoist."""

    def __init__(self, shared: Shared, scope: dict[str, Expr], local: frozenset[str]) -> None:
        self.shared = shared
        self.source = shared.source
        self.scope = scope
        self.local = local
        self.outer: HoldingReader | None = None  # that of the function around this one
        self.there: set[str] = set()  # names that may be None elsewhere, and surely are not here
        self.lost: set[str] = set()  # locals that statements would set which could not be read
        self.constants: dict[Var, Expr] = {}  # locals that are set once, to a public value
        self.out: list[Command] = []
        self.call_site: Span | None = None  # for functions without a text of their own
        self._here = Span(self.source.path, 1, 1, 1, 1)  # the statement that is being read

    @property
    def is_builtin(self) -> bool:
        """Whether this reads one of Python's own functions, and nothing of a file."""
        return self.source is self.shared.without_names

    def span(self, node: ast.AST) -> Span:
        return self.call_site or self.source.span(node)

    def refuse(self, code: Code, node: ast.AST, message: str, hint: str) -> NoReturn:
        raise TwinproofError(self.source.diagnose(code, self.span(node), message, hint))

    def emit(self, command: Command) -> None:
        if isinstance(command, Assign) and has_part(command.target.type, REAL):
            self._note_integers(command.target.name, command.value)
        self.count(getattr(command, "at", None) or Span(self.source.path, 1, 1, 1, 1))
        self.out.append(command)

    def _note_integers(self, name: str, value: Expr) -> None:
        """Remember that a variable of rationals is given an integer; what was read of it before is read again."""
        held = self.shared.may_hold_ints
        if name not in held and may_be_int(value, held):
            held.add(name)
            self.shared.stale = True

    def is_exact(self, e: Expr) -> bool:
        """Whether a number is surely an exact rational in a run, and no float or int."""
        return is_exact(e, self.shared.may_hold_ints)

    def count(self, at: Span) -> None:
        """Count a step of the core program, and stop where it has too many."""
        self.shared.commands += 1
        if self.shared.commands > MOST_COMMANDS:
            message = f"the mechanism has more than {MOST_COMMANDS} steps once its functions are put in place"
            hint = "call fewer functions, or call them in a loop"
            raise TwinproofError(self.source.diagnose(Code.TOO_LARGE, at, message, hint))

    def stands_for(self, function: ast.expr) -> str | None:
        """What a name stands for in this function: "laplace", "len", …; None if it is a variable or unknown."""
        if isinstance(function, ast.Name) and function.id == RANGE:
            return "range"
        base = function.value if isinstance(function, ast.Attribute) else function
        if isinstance(base, ast.Name) and self.is_own(base.id):
            return None
        return self.source.resolve(function)

    def is_own(self, name: str) -> bool:
        """Whether a name belongs to this function, or to one around it."""
        return name in self.local or name in self.scope or (self.outer is not None and self.outer.is_own(name))

    @contextmanager
    def buffer(self) -> Iterator[list[Command]]:
        """Collect the commands that are emitted meanwhile."""
        outer, self.out = self.out, []
        try:
            yield self.out
        finally:
            self.out = outer

    def fresh(self, base: str, kind: Type) -> Var:
        """A new variable of the core."""
        return self.typed(self.shared.fresh(base), kind)

    def typed(self, name: str, kind: Type) -> Var:
        """The variable of a name; what was learned about the items of a list counts."""
        if has_unknown(kind):
            self.shared.places.setdefault(name, self._here)
        learned = self.shared.learned.get(name, kind)
        wider = (kind == INT and learned == REAL) or (isinstance(learned, Option) and learned.items[1] == kind)
        return Var(name, learned if has_unknown(kind) or wider else kind)

    def widen(self, target: Var, kind: Type) -> None:
        """A variable is given a rational, or None, and held less so far: all is read again with it."""
        self.shared.learned[target.name] = kind
        self.shared.stale = True

    def learn(self, target: Var, kind: Type) -> bool:
        """Whether a list of unknown items meets a known type here; the mechanism is then read again with it."""
        if not has_unknown(target.type) or has_unknown(kind) or not fits(kind, target.type):
            return False
        if target.name not in self.shared.learned:
            self.shared.learned[target.name] = kind
            self.shared.stale = True
        return self.shared.stale

    def assign(self, target: Var, value: Expr, node: ast.AST) -> None:
        """target ← value, where an empty list takes the type of its variable."""
        if target.type != value.type and self.shared.stale:
            return  # all is read again
        if value.type != target.type:
            if self.learn(target, value.type):
                return
            value = self.as_type(value, target.type)
        try:
            self.emit(Assign(target, value, self.span(node)))
        except TypeMismatch:
            hint = f"annotate the empty list: `{target.name}: list[int] = []`"
            self.refuse(Code.EMPTY_LIST, node, f"the items of the list `{target.name}` are of unknown type", hint)

    def apply(self, node: ast.AST, op: Op, *args: Expr) -> Expr:
        if sum(map(size_of, args)) > MOST_NODES:
            message = f"an expression has more than {MOST_NODES} parts once it is spelled out"
            self.refuse(Code.TOO_LARGE, node, message, "compute it in several steps")
        try:
            return apply(op, *args)
        except TypeMismatch as problem:
            self.refuse(Code.TYPE, node, str(problem), type_hint([a.type for a in args]))

    # ---------------------------------------------------------------------------------------------- values in variables

    def short(self, position: Expr, node: ast.expr) -> Expr:
        """A position in a list, in a variable if it is long: it will stand in several places."""
        if size_of(position) <= 8 or position.type != INT:
            return position
        held = self.fresh("position", INT)
        self.assign(held, position, node)
        return held

    def held(self, e: Expr, node: ast.AST) -> Expr:
        """The expression, in a variable if it may have no value: it is then evaluated even if little of it is used."""
        if has_unknown(e.type) or self.surely_has_value(e):  # all is read again when the type is known
            return e
        if e.type == REAL and not is_partial(e):
            self.evaluate_here(e, node)
            return e
        variable = self.fresh("held", e.type)
        self.assign(variable, e, node)
        return variable

    def surely_has_value(self, e: Expr) -> bool:
        """Whether an expression has a value, by its form and what is known of the parameters: `1 / q` has none at 0."""
        return not is_partial(e) and (not may_raise(e) or total(e, self.shared.facts)[1] == TRUE)

    def as_type(self, e: Expr, kind: Type) -> Expr:
        """The value as one of another type, where Python has no difference: an empty list, an integer as a rational."""
        if kind == REAL and e.type == INT:
            return as_rational(e)
        return retyped(e, kind)

    def in_variable(self, e: Expr, node: ast.AST, base: str) -> Expr:
        """The expression, in a variable unless it is as short as one: it will stand in several places."""
        if isinstance(e, Var | Literal):
            return e
        variable = self.fresh(base, e.type)
        self.assign(variable, e, node)
        return variable

    def evaluate_here(self, e: Expr, node: ast.AST) -> None:
        """Evaluate, where Python does, the parts of a real constant that may have no value: the run then ends here."""
        match e:
            case _ if not is_partial(e) and not any(isinstance(t, Apply) and t.op is Op.QUOTIENT for t in subterms(e)):
                pass
            case Apply(Op.QUOTIENT, (first, second)):
                self.evaluate_here(first, node)
                self.evaluate_here(second, node)
                if not self.shared.facts.is_positive(second):
                    self.emit(While(apply(Op.EQ, second, ZERO), Skip(), self.span(node)))
            case Apply(Op.ITE, (condition, first, second)) if e.type == REAL:
                self.evaluate_here(condition, node)
                with self.buffer() as yes:
                    self.evaluate_here(first, node)
                with self.buffer() as no:
                    self.evaluate_here(second, node)
                self.emit(If(condition, sequence(*yes), sequence(*no), self.span(node)))
            case Apply(_, args) if e.type == REAL:
                for part in args:
                    self.evaluate_here(part, node)
            case _:
                self.held(e, node)
