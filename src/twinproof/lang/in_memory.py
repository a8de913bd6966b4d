"""The text of a function that stands in no file, such as one of a notebook's cell.

Python keeps the text of what was typed in. A cell alone is seldom all: what its names mean was said in other cells, and
may have been said anew since. So each name is asked what it means now, and that is written behind the function as a
file would have it: an import, a constant, a function with its own text. What cannot be written so is refused, and
nothing is executed for it.
"""

from __future__ import annotations
import __future__

import ast
import functools
import importlib
import inspect
import linecache
import operator
import os
import re
import symtable
import textwrap
from collections.abc import Callable, Iterator, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import Any, NoReturn

from twinproof.lang.errors import Code, Diagnostic, TwinproofError
from twinproof.lang.homes import home_of
from twinproof.lang.reader.vocabulary import KNOWN, LIBRARY, PROVIDED

_MODULES = (LIBRARY, *KNOWN)
_FUTURES = functools.reduce(operator.or_, (getattr(__future__, n).compiler_flag for n in __future__.all_feature_names))


def is_in_memory(path: str) -> bool:
    """Whether the text of a function's "file" is kept by Python alone."""
    return not os.path.exists(path) and bool(linecache.getlines(path))


def text_of_function(function: Callable[..., Any], path: str, mechanisms: type[Any]) -> str:
    """A text with the function at its own line, and with what its names mean. Raises `TwinproofError`.

    `mechanisms` is the class of functions under `@mechanism`, each with its `function`.
    """
    return _Text(function, path, mechanisms).whole()


class _Text:
    """A function with all that it uses, put together."""

    def __init__(self, function: Callable[..., Any], path: str, mechanisms: type[Any]) -> None:
        assert isinstance(function, FunctionType)
        self.function, self.path, self.mechanisms = function, path, mechanisms
        self.names: Mapping[str, Any] = function.__globals__
        self.written: dict[str, str] = {}

    def whole(self) -> str:
        if self.function.__closure__ or "<locals>" in self.function.__qualname__:
            message = f"`{self.function.__name__}` is made inside another function"
            self._refuse(Code.MECHANISM_PLACE, message, "define it at the top of a cell")
        first, own = self._source(self.function)
        self.written[self.function.__name__] = ""
        waiting = list(_global_names(own))
        while waiting:
            name = waiting.pop(0)
            if name not in self.written and name in self.names:
                text = self.written[name] = self._meaning(name, self.names[name])
                waiting += _global_names(text)
        return "\n".join(["\n" * (first - 1) + own, *(t for t in self.written.values() if t), ""])

    def _meaning(self, name: str, value: Any) -> str:
        """A name as a file would have it."""
        if isinstance(value, ModuleType):
            if value.__name__ in _MODULES:
                _known(value.__name__, self._refuse)
            return f"import {value.__name__}" if value.__name__ == name else f"import {value.__name__} as {name}"
        if (constant := _constant(value)) is not None:
            return f"{name} = {constant}"
        for module in _MODULES:
            for public, thing in _known(module, self._refuse).items():
                if thing is value:
                    return f"from {module} import {public}" + (f" as {name}" if public != name else "")
        inner = value.function if isinstance(value, self.mechanisms) else value
        if isinstance(inner, FunctionType) and inner.__globals__ is self.names and inner.__name__ == name:
            return self._source(inner)[1]
        if isinstance(value, type) and value.__name__ == name and value.__module__ == self.names.get("__name__"):
            return self._class(name)
        home = getattr(value, "__module__", None)
        if isinstance(home, str) and home != self.names.get("__name__") and hasattr(value, "__name__"):
            return f"from {home} import {value.__name__} as {name}"  # which the reader does not read, and says so
        hint = "use a number, a text or a tuple of such, or put what it is into the cell of the mechanism"
        self._refuse(Code.UNKNOWN_NAME, f"what `{name}` is cannot be written down: {value!r:.60}", hint)

    def _source(self, function: FunctionType) -> tuple[int, str]:
        """The line at which a function begins, and its text."""
        if hasattr(function, "__wrapped__"):
            message = f"`{function.__name__}` stands in for another function"
            self._refuse(Code.UNKNOWN_NAME, message, "use a function as it is written")
        try:
            lines, first = inspect.getsourcelines(function)
        except (OSError, TypeError):
            message = f"the text of `{function.__name__}` is not kept"
            self._refuse(Code.NO_FILE, message, "write it into a file or a cell")
        text = textwrap.dedent("".join(lines)).rstrip()
        if not _is_code_of(function, "\n" * (first - 1) + text):
            message = f"the text that is kept of `{function.__name__}` is another one than was run"
            self._refuse(Code.NO_FILE, message, "run its cell again")
        return first, text

    def _class(self, name: str) -> str:
        """The text of a class, which must stand in the cell of the mechanism and in no other: Python does not tell."""
        own = "".join(linecache.getlines(self.path))
        bound = [s for s in _statements(own) if isinstance(s, ast.ClassDef) and s.name == name]
        elsewhere = re.compile(rf"\bclass\s+{re.escape(name)}\b")
        others = [p for p in linecache.cache if p != self.path and is_in_memory(p)]
        if len(bound) != 1 or any(elsewhere.search("".join(linecache.getlines(p))) for p in others):
            message = f"which text of the class `{name}` counts is not known"
            self._refuse(Code.UNKNOWN_NAME, message, "define it once, in the cell of the mechanism")
        decorated = min([bound[0].lineno, *(d.lineno for d in bound[0].decorator_list)])
        return "\n".join(own.split("\n")[decorated - 1 : bound[0].end_lineno])

    def _refuse(self, code: Code, message: str, hint: str) -> NoReturn:
        raise TwinproofError(Diagnostic(code, message, hint, self.path, mechanism=self.function.__name__))


def _statements(text: str) -> list[ast.stmt]:
    try:
        return ast.parse(text).body
    except SyntaxError:  # a cell with words of its notebook, which are not Python
        return []


def _global_names(text: str) -> Iterator[str]:
    """The names of a text that it does not bind itself, inside of functions or at its top."""
    tables = [symtable.symtable(text, "<text>", "exec")]
    while tables:
        table = tables.pop()
        for symbol in table.get_symbols():
            if symbol.is_global() or (table.get_type() == "module" and symbol.is_referenced()):
                yield symbol.get_name()
        tables += table.get_children()


def _constant(value: Any) -> str | None:
    """A constant as it is written; None for what may change, or is none."""
    if value is None or type(value) in (bool, int, str):
        return repr(value)
    if type(value) is float:
        return repr(value) if value - value == 0 else None
    if type(value) is tuple:
        parts = [_constant(part) for part in value]
        return None if None in parts else f"({''.join(f'{part}, ' for part in parts)})"
    return None


def _is_code_of(function: FunctionType, text: str) -> bool:
    """Whether a text compiles to the very code of a function. Compiling executes nothing."""
    flags = function.__code__.co_flags & _FUTURES
    try:
        whole = compile(text, function.__code__.co_filename, "exec", flags=flags, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(isinstance(c, CodeType) and c == function.__code__ for c in whole.co_consts)


def _known(module: str, refuse: Callable[[Code, str, str], NoReturn]) -> Mapping[str, Any]:
    """What the reader knows of a module, by its names there; refused, if somebody has put something else there."""
    there = vars(importlib.import_module(module))
    if module == LIBRARY:
        found = {name: getattr(importlib.import_module(home_of(name)), name) for name in PROVIDED}
        changed = [name for name in found if there.get(name, found[name]) is not found[name]]
    else:
        found = {name: there[name] for name in KNOWN[module]}
        changed = [name for name, thing in found.items() if getattr(thing, "__module__", module) != module]
    if changed:
        refuse(Code.GLOBAL_STATE, f"`{module}.{changed[0]}` was replaced", "restart, and leave it as it is")
    return found
