"""Whole functions: the mechanism itself, and the functions that it calls, put in place.

A call becomes the body of the function with fresh names for its variables. A called mechanism brings its `requires`
along: where it does not hold, the call raises in Python, and the core runs forever. Neither has an output.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from twinproof.lang.command import Assign, Skip, While
from twinproof.lang.errors import Code
from twinproof.lang.expr import (
    TRUE,
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    applied,
    apply,
    conjunction,
    conjuncts,
    may_be_irrational,
    negate,
    size_of,
    subterms,
)
from twinproof.lang.faces import Record, Table, option
from twinproof.lang.mechanism import is_public, private_values
from twinproof.lang.reader.annotations import (
    claim_texts,
    is_epsilon,
    parameters_of,
    read_type,
    record_type,
    unwrap_annotated,
)
from twinproof.lang.reader.asked import AskedReader
from twinproof.lang.reader.assignments import has_real
from twinproof.lang.reader.calls import CallReader
from twinproof.lang.reader.classes import Class, EnumClass, ObjectClass, RecordClass, read_class
from twinproof.lang.reader.expressions import OUTSIDE as EXPRESSIONS
from twinproof.lang.reader.flow import Unassigned, bound_names, check_assigned, falls_through, own_nodes
from twinproof.lang.reader.gathered import Counts, Defaulting, as_plain
from twinproof.lang.reader.names import is_plain
from twinproof.lang.reader.prelude import PRELUDE
from twinproof.lang.reader.reals import may_be_int
from twinproof.lang.reader.shared import MOST_SHARED, Lost, Shared
from twinproof.lang.reader.signature import ClaimReader
from twinproof.lang.reader.statements import OUTSIDE as STATEMENTS
from twinproof.lang.reader.told_apart import told_apart
from twinproof.lang.reader.unknown import UNKNOWN
from twinproof.lang.reader.vocabulary import Tabled
from twinproof.lang.types import BOOL, INT, REAL, ListOf, Type


class FunctionReader(AskedReader):
    """Reads a function and, in place, those that it calls."""

    def read(self) -> Expr:
        """Emit the body; the value is the function's result."""
        if self.function in self.shared.checked:
            return self._body()
        if not self._constructs_are_known():
            self._body()  # for what else is wrong
            raise Lost
        if falls_through(self.function.body):
            message = f"`{self.function.name}` may end without returning a value"
            self.refuse(
                Code.MISSING_RETURN, self.function.body[-1], message, "end it with a `return`, such as `return None`"
            )
        try:
            check_assigned(self.function)
        except Unassigned as problem:
            hint = f"assign `{problem.node.id}` before the loop or on every branch"
            message = f"`{problem.node.id}` may be read before it has a value"
            self.refuse(Code.MAYBE_UNASSIGNED, problem.node, message, hint)
        for node in own_nodes(self.function):
            if isinstance(node, ast.Global | ast.Nonlocal):
                hint = "pass the value as a parameter and return the new one"
                self.refuse(Code.GLOBAL_STATE, node, "a mechanism has no state outside itself", hint)
        if not is_plain(self.function, {*(a.arg for a in parameters_of(self.source, self.function)), *self.local}):
            message = f"the names of `{self.function.name}` are not what they seem: one belongs to another scope"
            self.refuse(Code.GLOBAL_STATE, self.function, message, "remove its type parameters")
        self.shared.checked.add(self.function)
        return self._body()

    def _body(self) -> Expr:
        self._name_dictionaries()
        self._copy_reassigned_parameters()
        body = self.function.body
        returns = [n for n in own_nodes(self.function) if isinstance(n, ast.Return)]
        if self.returns is None and len(returns) > 1 and any(_is_none(n.value) for n in returns):
            self.result = self.fresh("result", option(UNKNOWN))
        last = body[-1]
        if len(returns) == 1 and isinstance(last, ast.Return) and last.value is not None:
            if not falls_through(body[:-1]):
                self.never_runs(last)
            self.block(body[:-1])
            returned: list[Expr] = []
            value = last.value
            if not self.attempt(last, lambda: returned.append(self._tail_result(last, value))):
                raise Lost
            return returned[0]
        self.block(body)
        if self.result is None:  # a function that can only run forever, such as `while True: pass`
            self.result = self.fresh("result", self.returns or INT)
        return self.result

    def _name_dictionaries(self) -> None:
        """The dictionaries of the file that this function looks at are as good as its own."""
        tables = {name: m.value for name, m in self.source.names.items() if isinstance(m, Tabled)}
        for node in own_nodes(self.function) if tables else ():
            if isinstance(node, ast.Name) and node.id in tables and not self.is_own(node.id):
                self.scope[node.id] = self.in_variable(self.value(tables[node.id]), node, node.id)

    def _constructs_are_known(self) -> bool:
        """Note what is outside the language before looking at how control moves through it."""
        before = len(self.shared.problems)

        def note(code: Code, node: ast.AST, message: str, hint: str) -> None:
            self.shared.problems.append(self.source.diagnose(code, self.span(node), message, hint))

        for node in own_nodes(self.function):
            what, hint = STATEMENTS.get(type(node)) or EXPRESSIONS.get(type(node)) or (None, "")
            if what is not None and not isinstance(node, ast.Attribute | ast.Slice | ast.Starred):
                code = Code.STATEMENT if isinstance(node, ast.stmt) else Code.EXPRESSION
                note(code, node, f"{what} is not in the language", hint)
            if isinstance(node, ast.For | ast.While) and node.orelse:
                note(Code.LOOP_FORM, node.orelse[0], "`else` on a loop is not in the language", "use a flag")
        return len(self.shared.problems) == before

    def _tail_result(self, node: ast.Return, value: ast.expr) -> Expr:
        if self.main and self._noise(value) is not None:
            self._return(node)
            assert self.result is not None
            return self.result
        e = self._returned_value(node, value)
        if not self.main or (isinstance(e, Var) and e in self.variables.values()):
            return e
        self.result = self.result or self.fresh("result", e.type)
        self.assign(self.result, e, node)
        return self.result

    def _copy_reassigned_parameters(self) -> None:
        """A parameter is never assigned in the core: a function that assigns one works on a copy.

        When the first assignment stands at the top level of the body, the copy starts there; otherwise at the top.
        """
        first_at_top: dict[str, bool] = {}
        for statement in self.function.body:
            simple = isinstance(statement, ast.Assign | ast.AugAssign | ast.AnnAssign)
            for name in bound_names(statement):
                first_at_top.setdefault(name, simple)
        for name in sorted(self.parameters & set(self.counts)):
            parameter = self.scope[name]
            if not first_at_top[name]:
                self.emit(
                    Assign(self._variable(name, parameter.type, self.function), parameter, self.span(self.function))
                )

    # -------------------------------------------------------------------------------------------------------- calls

    def builtin(self, node: ast.Call, name: str) -> Expr:
        node = self.of_set(node)
        first = node.args[0] if node.args else node
        lazy = name == "next" or isinstance(first, ast.GeneratorExp) or self._runs(first)
        if lazy or len(node.args) != 1 or node.keywords:
            return self.consumed(node, name)
        wanted = ListOf(BOOL if name in ("any", "all") else INT)
        items = self.value(first, wanted)
        if items.type == wanted:
            return self.place_builtin(node, name, {"items": items})
        held = self.load(self.given("items", items, node), first)
        if first in self.unordered:
            self.unordered.add(held)
        return self.consumed(ast.copy_location(ast.Call(node.func, [held], []), node), name)

    def place_builtin(self, node: ast.expr, name: str, values: dict[str, Expr]) -> Expr:
        """A small program of the prelude, on these values."""
        held = {n: self.in_variable(e, node, n) for n, e in values.items()}
        return self._place(node, PRELUDE[name], held, None)

    def construct(self, node: ast.Call, made: Class) -> Expr:
        self.shared.has_faces = True
        match made:
            case EnumClass():
                hint = f"write `{made.node.name}.{made.members[0]}`"
                self.refuse(Code.UNKNOWN_CALL, node, "a member of an enum is named, not looked up", hint)
            case RecordClass():
                return self._new_record(node, made)
            case ObjectClass():
                return self._new_object(node, made)

    def _new_record(self, node: ast.Call, made: RecordClass) -> Expr:
        kind = record_type(self.source, made)
        names = [f.name for f in made.fields]
        defaults = {f.name: f.default for f in made.fields if f.default is not None}
        given = self._assigned(node, made.node.name, names, len(names), set(), defaults)
        parts: dict[str, Expr] = {}
        for name, value in given.items():
            wanted = kind.items[names.index(name)]
            e = self.as_type(self.expr(value, wanted), wanted)
            if e.type != wanted:
                message = f"the field `{name}` is {wanted}, and this is {e.type}"
                self.refuse(Code.CALL_ARGUMENTS, value, message, "pass a value of that type")
            parts[name] = e
        return applied(Op.TUPLE, tuple(parts[name] for name in names), kind)

    def _new_object(self, node: ast.Call, made: ObjectClass) -> Expr:
        """What `__init__` sets, as a record."""
        initial = made.methods.get("__init__")
        if initial is None:
            self._assigned(node, made.node.name, [], 0, set(), {})
            return applied(Op.TUPLE, (), Record((), made.node.name, (), False, has_identity=True))
        if made.node.name in self.shared.stack:
            self.refuse(Code.RECURSION, node, f"`{made.node.name}` makes itself", "write a loop")
        values = self._values(node, initial, made.node.name, skipped=1)
        reader = FunctionReader(self.shared, initial, dict(values), None, main=False)
        reader.instance = initial.args.args[0].arg
        reader.call_site = self.call_site
        self._read_in_place(node, made.node.name, reader, reader.initialise)
        return reader.whole(made.node.name)

    def whole(self, name: str) -> Expr:
        """The object of this class that an `__init__` has set up."""
        self.shared.has_faces = True
        parts = tuple(self.attributes.values())
        kind = Record(tuple(e.type for e in parts), name, tuple(self.attributes), False, has_identity=True)
        return applied(Op.TUPLE, parts, kind)

    def initialise(self) -> Expr:
        """Emit the body of an `__init__`; what it has set is in `attributes`."""
        if self.function not in self.shared.checked:
            if not self._constructs_are_known():
                raise Lost
            for node in own_nodes(self.function):
                if isinstance(node, ast.Return):
                    self.refuse(Code.CLASS_FORM, node, "`__init__` returns early", "set all attributes on one way")
            self.shared.checked.add(self.function)
        self._copy_reassigned_parameters()
        self.block(self.function.body)
        return TRUE

    def method(self, node: ast.Call, whole: Expr, name: str) -> Expr | None:
        if not isinstance(whole.type, Record):
            return super().method(node, whole, name)
        meaning = self.source.names.get(whole.type.name)
        assert isinstance(meaning, ast.ClassDef)
        made = read_class(self.source, meaning)
        assert isinstance(made, RecordClass | ObjectClass)
        function = made.methods.get(name)
        if function is None or name == "__init__":
            self.refuse(
                Code.UNKNOWN_CALL, node, f"`{whole.type.name}` has no method `{name}`", "define it in the class"
            )
        label = f"{whole.type.name}.{name}"
        if label in self.shared.stack:
            self.refuse(Code.RECURSION, node, f"`{label}` calls itself", "write a loop")
        values = self._values(node, function, name, skipped=1)
        first = [*function.args.posonlyargs, *function.args.args][0].arg
        values[first] = (
            whole if isinstance(whole, Apply) and whole.op is Op.TUPLE else self.in_variable(whole, node, first)
        )
        returns = read_type(self.source, function.returns) if function.returns is not None else None
        return self._place(node, function, values, returns, label=label)

    def _values(self, node: ast.Call, function: ast.FunctionDef, name: str, skipped: int) -> dict[str, Expr]:
        """The arguments of a call, by the names of the parameters; the first so many are not in the call."""
        heads = {p.arg: p for p in parameters_of(self.source, function)}
        arguments = self._arguments(node, function, name, skipped)
        return {n: self._argument(node, heads[n], value, False) for n, value in arguments.items()}

    def inline(self, node: ast.Call, function: ast.FunctionDef, outer: CallReader | None = None) -> Expr:
        name = function.name
        if name in self.shared.stack:
            self.refuse(Code.RECURSION, node, f"`{name}` calls itself", "write a loop")
        arguments = self._arguments(node, function, name)
        texts = claim_texts(self.source, function)
        if texts is None and function.decorator_list:
            hint = "call a plain function or a mechanism"
            self.refuse(Code.UNKNOWN_CALL, node, f"`{name}` has a decorator that is not read", hint)
        if texts is not None and (function.args.defaults or any(function.args.kw_defaults)):
            message = f"the mechanism `{name}` has default values"
            self.refuse(Code.PARAMETER_KIND, node, message, "a mechanism has none: remove them")
        heads = {p.arg: p for p in parameters_of(self.source, function)}
        values = {n: self._argument(node, heads[n], value, texts is not None) for n, value in arguments.items()}
        if texts is not None and texts.requires is not None:
            claim = ClaimReader(self.shared, dict(values), frozenset())
            condition = claim.condition(texts.requires)
            if hidden := private_values(condition, self.shared.parameters):
                private = min(v.name for v in hidden)
                message = f"what `{name}` requires would depend on the private `{private}`"
                hint = "whether a call raises can be seen: require something of public values only"
                self.refuse(Code.CLAIM_PRIVATE, node, message, hint)
            divisors = [t.args[1] for t in subterms(condition) if isinstance(t, Apply) and t.op is Op.QUOTIENT]
            if not all(map(self.shared.facts.is_positive, divisors)):
                message = f"what `{name}` requires may divide by zero here"
                self.refuse(Code.CLAIM_TEXT, node, message, "divide by what is surely above zero, or multiply instead")
            self.out.extend(claim.out)
            self.emit(While(negate(self._not_yet_required(condition)), Skip(), self.span(node)))
        returns = read_type(self.source, function.returns) if function.returns is not None else None
        return self._place(node, function, values, returns, outer)

    def _not_yet_required(self, condition: Expr) -> Expr:
        """What a call requires, without conditions on exp, log and sqrt that the mechanism itself requires: no program
        computes with these, and parameters stay as they are."""
        facts = self.shared.facts
        return conjunction(*(p for p in conjuncts(condition) if not (may_be_irrational(p) and facts.entails(p))))

    def _place(
        self,
        node: ast.expr,
        function: ast.FunctionDef,
        values: dict[str, Expr],
        returns: Type | None,
        outer: CallReader | None = None,
        label: str | None = None,
    ) -> Expr:
        """The body of a function, here, on these arguments; the label is its full name."""
        reader = FunctionReader(self.shared, function, dict(values), returns, main=False)
        reader.outer = outer
        if function is PRELUDE.get(function.name):
            reader.source = self.shared.without_names  # builtins are Python's, whatever the file calls so
            reader.call_site = self.span(node)
        reader.call_site = reader.call_site or self.call_site
        return self._read_in_place(node, label or function.name, reader, reader.read)

    def _read_in_place(self, node: ast.expr, name: str, reader: FunctionReader, read: Callable[[], Expr]) -> Expr:
        self.count(self.span(node))
        self.shared.stack.append(name)
        before = len(self.shared.problems)
        try:
            result = read()
        finally:
            self.shared.stack.pop()
        if len(self.shared.problems) > before:
            raise Lost
        self.out.extend(reader.out)
        return result

    def _arguments(self, node: ast.Call, function: ast.FunctionDef, name: str, skipped: int = 0) -> dict[str, ast.expr]:
        """The arguments of a call, by parameter; the first so many parameters are not in the call."""
        names = [p.arg for p in parameters_of(self.source, function)]
        arguments = function.args
        positional = [*arguments.posonlyargs, *arguments.args]
        defaults = dict(zip([p.arg for p in positional][::-1], arguments.defaults[::-1], strict=False))
        defaults |= {
            p.arg: d for p, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d is not None
        }
        by_position = {p.arg for p in arguments.posonlyargs}
        return self._assigned(node, name, names[skipped:], len(positional) - skipped, by_position, defaults)

    def _assigned(
        self,
        node: ast.Call,
        called: str,
        names: list[str],
        positional: int,
        by_position: set[str],
        defaults: Mapping[str, ast.expr],
    ) -> dict[str, ast.expr]:
        """Which argument of a call goes to which name."""

        def wrong(message: str) -> None:
            self.refuse(Code.CALL_ARGUMENTS, node, message, f"write `{called}({', '.join(names)})`")

        if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
            wrong("stars are not in the language")
        if len(node.args) > positional:
            wrong(f"`{called}` takes {len(names)} arguments, and {len(node.args)} are given")
        given = dict(zip(names, node.args, strict=False))
        for keyword in node.keywords:
            if keyword.arg not in names or keyword.arg in given or keyword.arg in by_position:
                wrong(f"`{called}` has no further parameter `{keyword.arg}`")
            given[str(keyword.arg)] = keyword.value
        for name in names:
            if name not in given and name in defaults:
                if not self._is_default(defaults[name]):
                    wrong(f"the default of `{name}` is not a constant")
                given[name] = defaults[name]
        if missing := [n for n in names if n not in given]:
            wrong(f"`{called}` needs `{missing[0]}`")
        return given

    def _is_default(self, node: ast.expr) -> bool:
        """Whether a default value is spelled out, and means here what it means where it stands."""
        match node:
            case ast.Constant() | ast.UnaryOp(_, ast.Constant()):
                return True
            case ast.Attribute(base):
                return isinstance(self.class_of(base), EnumClass)
            case _:
                return False

    def _argument(self, node: ast.Call, parameter: ast.arg, value: ast.expr, mechanism: bool) -> Expr:
        """The value of one argument: itself where it is simple or public, else in a fresh variable."""
        annotation = parameter.annotation
        wanted: Type | None = None
        if annotation is not None:
            wanted = read_type(self.source, unwrap_annotated(self.source, annotation)[0])
        e = self.expr(value, wanted)
        if annotation is not None and is_epsilon(self.source, annotation):
            if e.type not in (INT, REAL) or not self.shared.facts.is_positive(e):
                message = f"`{parameter.arg}` must be a number above zero, and this may not be"
                self.refuse(Code.CALL_ARGUMENTS, value, message, "pass an Epsilon parameter, or a part of one")
            if mechanism:  # a mechanism takes its Epsilon parameters at their exact value; a plain function does not
                e = apply(Op.REAL, apply(Op.REAL, self.held(e, value)))
        elif (isinstance(e, Var) and wanted is not None and self.learn(e, wanted)) or (
            isinstance(e.type, Table | Counts | Defaulting) and as_plain(e.type) == wanted
        ):
            pass
        elif wanted is not None and (fitting := self.as_type(e, wanted)).type == wanted:
            e = fitting
        elif wanted is not None and e.type != wanted:
            expected, given = told_apart(wanted, e.type)
            message = f"`{parameter.arg}` is {expected}, and this is {given}"
            self.refuse(Code.CALL_ARGUMENTS, value, message, "pass a value of that type")
        if mechanism and e.type not in (REAL, ListOf(REAL)) and has_real(e.type):
            self._wants_fractions(e, parameter, value)
        small = size_of(e) <= MOST_SHARED and self.surely_has_value(e)
        if isinstance(e, Var | Literal) or (small and is_public(e, self.shared.parameters)):
            return e
        if e.type == REAL and is_public(e, self.shared.parameters):
            self.evaluate_here(e, value)
            return e
        if isinstance(e, Apply) and e.op is Op.TUPLE and has_real(e.type):
            return self.by_parts(e, value)
        held = self.fresh(parameter.arg, e.type)
        self.emit(Assign(held, e, self.span(node)))
        return held

    def _wants_fractions(self, e: Expr, parameter: ast.arg, value: ast.expr) -> None:
        """A mechanism takes a number alone at its exact value; inside of something else it must be a Fraction."""
        if may_be_int(e, self.shared.may_hold_ints):
            message = f"`{parameter.arg}` may hold an integer where a Fraction is wanted, and the call raises then"
            self.refuse(Code.CALL_ARGUMENTS, value, message, "write `Fraction(n)` where the value is made")


def instance(shared: Shared, home: ast.ClassDef, initial: ast.FunctionDef, scope: dict[str, Expr]) -> FunctionReader:
    """The object whose method is a mechanism, by what its `__init__` makes of the parameters.

    A run takes the privacy parameters of a call at their exact values. Those of an object are taken so when its method
    is called, so the `__init__` may keep one, and not compute with it.
    """
    names = [p.arg for p in parameters_of(shared.source, initial)]
    reader = FunctionReader(shared, initial, {n: scope[n] for n in names[1:]}, None, main=False)
    reader.instance = names[0]
    reader.initialise()
    for attribute, e in reader.attributes.items():
        if has_real(e.type) and e != scope.get(attribute):
            message = f"`{attribute}` is computed from a privacy parameter when the object is made"
            hint = "keep the parameter as it is, under its own name, and compute in the method"
            shared.source.refuse(Code.CLASS_FORM, initial, message, hint)
    return reader


def _is_none(value: ast.expr | None) -> bool:
    return value is None or (isinstance(value, ast.Constant) and value.value is None)
