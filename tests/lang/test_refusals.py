"""Every refusal of the reader has a sample, here or in `test_errors`: a text, the code, and words of the message."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

from tests.lang.test_errors import ABSTRACT, ABSTRACT_BODIES, HEADS, HELPERS, IMPORTS, X, _bodies, headed, program
from twinproof.lang import reader
from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.lang.reader.source import Source
from twinproof.lang.span import Span

LIBRARIES = """\
import collections
import numpy
import random
from collections import defaultdict
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction
from math import ceil, exp, floor, log, sqrt
from typing import NamedTuple
from twinproof import clamp, one_added_or_removed, one_changed, one_user_added_or_removed, one_user_changed
from twinproof import choose, coin, gaussian, geometric, permute_and_flip, randomized_choice, randomized_response
from twinproof import truncated_laplace, uniform
"""
CLASSES = """\
KEYS = ("a", "b")

class Row(NamedTuple):
    age: int
    member: bool = False

@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0

    def total(self) -> int:
        return self.x + self.y

class Color(Enum):
    RED = 1
    BLUE = 2

class Kind(Enum):
    A = auto()
    B = auto()

NUMBERS = (Row.age, 1)
"""
BOX = """\
class Box:
    def __init__(self, width: int):
        self.width = width

    def area(self, height: int) -> int:
        return self.width * height
"""

# What stands in a mechanism, in a file that has these classes; the code, and words of the message.
BODIES: list[tuple[Code, str, str]] = [
    # noise and mathematics of others
    (Code.UNKNOWN_CALL, "numpy.random.laplace` comes from a module", "return x + numpy.random.laplace(0, 1 / eps)"),
    (Code.UNKNOWN_CALL, "random.gauss` comes from a module", "return random.gauss(x, 1)"),
    (Code.UNKNOWN_CALL, "numpy.log` comes from a module", "return laplace(x, numpy.log(2) / eps)"),
    (Code.UNKNOWN_CALL, "numpy.median` comes from a module", "return numpy.median(xs)"),
    (Code.UNKNOWN_CALL, "numpy.floor` comes from a module", "return numpy.floor(x)"),
    (Code.UNKNOWN_CALL, "numpy.interp` comes from a module", "return numpy.interp(x)"),
    (Code.EXPRESSION, "numpy.pi` comes from a module", "return numpy.pi"),
    (Code.GLOBAL_STATE, "comes from the module numpy", "return numpy"),
    (Code.GLOBAL_STATE, "`NUMBERS` holds what is not read", "return len(NUMBERS)"),
    (Code.UNKNOWN_CALL, "is a variable here, not a function", "z = 1\nreturn z(1)"),
    (Code.CALL_ARGUMENTS, "`next` takes a generator", "return next(xs)"),
    (Code.TYPE, "`next` does not choose between lists", "return len(next([v] for v in ws))"),
    (Code.CALL_ARGUMENTS, "`fromkeys` takes keys and a value", "d = dict.fromkeys()\nreturn 1"),
    (Code.ALIAS, "one list into several places", "d = dict.fromkeys(ws, [])\nreturn 1"),
    # numbers
    (Code.CALL_ARGUMENTS, "`clamp` takes a number and two bounds", "return clamp(x, 1)"),
    (Code.CALL_ARGUMENTS, "`clamp` takes a number and two bounds", "return clamp(x, 0, lo=1)"),
    (Code.CALL_ARGUMENTS, "`Fraction` takes one number or two", "return Fraction()"),
    (Code.CALL_ARGUMENTS, "'a third' is not a fraction", "return Fraction('a third')"),
    (Code.TYPE, "a fraction is made of numbers, and this is a list[int]", "return Fraction(xs)"),
    (Code.TYPE, "a fraction is made of numbers", "return Fraction(0.5, n)"),
    (Code.CALL_ARGUMENTS, "`floor` takes one number", "return floor(n, 1)"),
    (Code.TYPE, "`ceil` takes an exact number, not a float", "return ceil(0.5)"),
    (Code.TYPE, "`round` takes an exact number, not a bool", "return round(b)"),
    (Code.CALL_ARGUMENTS, "the digits of `round` are a constant", "return round(Fraction(n, 3), n)"),
    (Code.CALL_ARGUMENTS, "`log` takes one number", "return laplace(x, log(2, 2) / eps)"),
    (Code.TYPE, "`sqrt` takes a number, not a bool", "return laplace(x, sqrt(b) / eps)"),
    (Code.IRRATIONAL, "a scale may have no value here", "return laplace(x, sqrt(n) / eps)"),
    (Code.IRRATIONAL, "a scale may have no value here", "return laplace(x, 1 / (exp(eps) - 2))"),
    (Code.IRRATIONAL, "a probability cannot be rounded", "return int(coin(exp(-eps)))"),
    (Code.IRRATIONAL, "for more than the scale of a noise", "return floor(sqrt(2))"),
    (Code.IRRATIONAL, "for more than the scale of a noise", "return 1 if x > sqrt(2) else 0"),
    (Code.IRRATIONAL, "for more than the scale", "s = sqrt(2)\nfor v in ws:\n    s *= 2\nreturn laplace(x, s / eps)"),
    (Code.REAL_DATA, "this rounds to a float", "return laplace(x, sqrt(2) // eps)"),
    (Code.SCALE_SIGN, "the scale may be zero or negative", "return laplace(x, log(eps + 1 / 2) / eps)"),
    (Code.TYPE, "the location of noise must be an int", "return laplace(Fraction(x, 2), 1 / eps)"),
    (Code.TYPE, "an end of `range` must be an int", "for i in range(Fraction(n, 2)):\n    pass\nreturn 1"),
    (Code.TYPE, "indexing takes a list and an int", "return xs[Fraction(1, 2)]"),
    (Code.REAL_DATA, "a float is used as data", "y = [0.5]\nreturn 1"),
    (Code.REAL_DATA, "this rounds to a float", "return Fraction(n, 2) * 0.5"),
    (Code.REAL_DATA, "this rounds to a float", "y = 0\nfor v in ws:\n    y += Fraction(v, 2)\nreturn y / 3"),
    (Code.NOISE_ARGUMENTS, "a grid is a public integer above zero", "return laplace(x, 1 / eps, grid=n)"),
    (Code.NOISE_ARGUMENTS, "a grid is a public integer above zero", "return laplace(x, 1 / eps, grid=0)"),
    (Code.TYPE, "a grid must be an int", "return laplace(x, 1 / eps, grid=Fraction(1, 2))"),
    (Code.TYPE, "the location of noise on a grid is a number", "return laplace(b, 1 / eps, grid=10)"),
    (Code.NOISE_ARGUMENTS, "takes", "return laplace(x, grid=10)"),
    (Code.NOISE_ARGUMENTS, "and no grid", "return floor(gaussian(x, 1 / eps, grid=10))"),
    (Code.NOISE_ARGUMENTS, "`gaussian` takes a location and a standard deviation, or", "return gaussian(x)"),
    (Code.NOISE_ARGUMENTS, "`gaussian` takes", "return gaussian(x, 1 / eps, variance=1)"),
    (Code.NOISE_ARGUMENTS, "`gaussian` takes", "return gaussian(*xs)"),
    (Code.NOISE_ARGUMENTS, "`geometric` takes a scale", "return x + geometric(x, 1 / eps)"),
    (Code.NOISE_ARGUMENTS, "`uniform` takes the least and the greatest integer", "return uniform(6)"),
    (Code.NOISE_ARGUMENTS, "a standard deviation must be a number, and this is", "return gaussian(x, xs)"),
    (Code.NOISE_ARGUMENTS, "a probability must be a number", "return int(coin(b))"),
    (Code.TYPE, "the bit of a response must be a bool, and this is an int", "return int(randomized_response(x, eps))"),
    (Code.TYPE, "the scores must be a list of int, and this is", "return choose(x, eps)"),
    (Code.TYPE, "the scores must be a list of int, and this is", "return permute_and_flip([x > 0], eps)"),
    (Code.TYPE, "the bound of noise must be an int", "return truncated_laplace(x, 1 / eps, Fraction(1, 2))"),
    (Code.TYPE, "the number of values must be an int", "return randomized_choice(x, b, eps)"),
    (Code.TYPE, "an end of the interval must be an int", "return uniform(0, b)"),
    (Code.SCALE_SIGN, "sigma or the variance may be zero or negative", "return gaussian(x, n / eps)"),
    (Code.SCALE_SIGN, "sigma or the variance may be zero or negative", "return gaussian(x, variance=n / eps)"),
    (Code.SCALE_SIGN, "sigma or the variance may be zero or negative", "return gaussian(x, -1 / eps)"),
    (Code.SCALE_SIGN, "the rate may be zero or negative", "return randomized_response(x > 0, n * eps)"),
    (Code.SCALE_SIGN, "the rate may be zero or negative", "return choose([x, n], 0)"),
    (Code.SCALE_SIGN, "the bound may be below zero", "return truncated_laplace(x, 1 / eps, n)"),
    (Code.SCALE_SIGN, "the upper end may be below the lower end", "return x + uniform(0, n)"),
    (Code.SCALE_SIGN, "the number of values may be below 1", "return randomized_choice(0, n, eps)"),
    (Code.SCALE_SIGN, "the probability may be below 0 or above 1", "return x if coin(Fraction(n, 2)) else 0"),
    (Code.SCALE_SIGN, "the probability may be below 0 or above 1", "return x if coin(1.5) else 0"),
    (Code.SCALE_SIGN, "the probability may be below 0 or above 1", "return x if coin(eps) else 0"),
    (Code.REAL_DATA, "a variable is not a privacy parameter", "y: Epsilon = eps\nreturn 1"),
    # comprehensions, generators and those who consume them
    (Code.EXPRESSION, "a generator is only read where something consumes it", "y = (v for v in xs)\nreturn 1"),
    (Code.TYPE, "`sum` adds numbers, and this is tuple[int, int]", "return sum((v, 1) for v in xs)"),
    (Code.TYPE, "`max` does not choose between lists", "return max([v] for v in xs)"),
    (
        Code.CALL_ARGUMENTS,
        "noise beside the items would be drawn between them",
        "return sum((v for v in xs), laplace(x, 1))",
    ),
    (Code.NOT_A_CONDITION, "a condition must be a bool", "return any(v for v in xs)"),
    (Code.NOT_A_CONDITION, "a condition must be a bool", "return [v for v in xs if v]"),
    (Code.MAYBE_UNASSIGNED, "may be read before it has a value", "return [y for v in xs]\ny = 1"),
    (Code.UNKNOWN_NAME, "there is no `v` here", "y = [v for v in xs]\nreturn v"),
    (Code.LOOP_FORM, "a generator is not read here", "for i, y in zip(xs, (v for v in xs)):\n    pass\nreturn 1"),
    (Code.LOOP_FORM, "several `for`s is left early", "for y in (v for v in xs for w in xs):\n    break\nreturn 1"),
    (
        Code.LOOP_FORM,
        "`enumerate` of a generator with a condition",
        "for i, y in enumerate(v for v in xs if v > 0):\n    pass\nreturn 1",
    ),
    (
        Code.LOOP_FORM,
        "`enumerate` gives a position and an item",
        "for i in enumerate(v for v in xs):\n    pass\nreturn 1",
    ),
    (Code.LOOP_FORM, "`zip` takes one or more lists", "for i in zip():\n    pass\nreturn 1"),
    (Code.LOOP_FORM, "`zip` takes lists, and `strict`", "for i in zip(xs, strict=b):\n    pass\nreturn 1"),
    (Code.LOOP_FORM, "a strict `zip`", "for i, j in zip(xs, ws, strict=True):\n    break\nreturn 1"),
    (Code.LOOP_FORM, "`zip` cannot be reversed", "for i, j in reversed(zip(xs, ws)):\n    pass\nreturn 1"),
    (Code.LOOP_FORM, "`reversed` takes one list", "for i in reversed(xs, ws):\n    pass\nreturn 1"),
    (Code.TUPLE_SHAPE, "a list of lists is not unpacked", "ys = [[1], [2]]\na, c = ys\nreturn 1"),
    (Code.TUPLE_SHAPE, "2 places are given for", "ys = [1, 2]\nys[0], ys[1] = (1, 2, 3)\nreturn 1"),
    (Code.STATEMENT, "only variables and items can be assigned", "ys = [1]\nys[0], p.a = 1, 2\nreturn 1"),
    (Code.LOOP_FORM, "a str cannot be run over", "for i in 'ab':\n    pass\nreturn 1"),
    (Code.TUPLE_SHAPE, "one name stands twice", "for i, i in enumerate(xs):\n    pass\nreturn 1"),
    (Code.TUPLE_SHAPE, "one name stands twice", "for i, i in enumerate(v for v in xs):\n    pass\nreturn 1"),
    (Code.TYPE, "`range` holds integers, and this is a bool", "return b in range(3)"),
    # lists
    (Code.TYPE, "a slice is taken of a list, not of an int", "return n[1:]"),
    (Code.TUPLE_SHAPE, "a slice of a tuple has constant ends", "return p[n:]"),
    (Code.EXPRESSION, "this step of a slice is not in the language", "return xs[::2]"),
    (Code.TUPLE_SHAPE, "a tuple of several types is indexed by a constant only", "return p[n]"),
    (Code.ALIAS, "one list into several places", "rows = [[0]] * n\nreturn 1"),
    (Code.ALIAS, "one list several names", "y = z = [1]\nreturn 1"),
    (Code.ALIAS, "one list two names", "rows = [[1]]\nrow = [2]\nrows += [row]\nreturn row"),
    (Code.ALIAS, "one list two names", "rows = [[1], [2]]\nmine = rows[1:]\nreturn 1"),
    (Code.ALIAS, "one list two names", "rows = [[1]]\nmine = [row for row in rows]\nreturn 1"),
    (Code.ALIAS, "the loop would give one list two names", "ys = [1]\nfor row in [ys, ys]:\n    pass\nreturn 1"),
    (
        Code.CHANGED_WHILE_ITERATED,
        "the loop changes the lists in `rows`, and runs over them",
        "rows = [[1]]\nfor row in list(rows):\n    rows[0].append(2)\nreturn 1",
    ),
    (
        Code.CHANGED_WHILE_ITERATED,
        "`row` is read after its loop",
        "rows = [[1]]\nrow = [2]\nfor row in rows:\n    pass\nrows[0].append(2)\nreturn row[0]",
    ),
    (Code.CHANGED_PARAMETER, "`xs` was passed in", "xs[0] = 1\nreturn 1"),
    (Code.CHANGED_PARAMETER, "is an item of a list in some loop", "for row in [[1]]:\n    row[0] = 2\nreturn 1"),
    (
        Code.CHANGED_PARAMETER,
        "belongs to the function around this one",
        "ys = [1]\n\ndef add() -> int:\n    ys[0] = 2\n    return 1\n\nreturn add()",
    ),
    (Code.TYPE_CHANGED, "`ys` holds int there, and would get bool", "ys = [1]\nys[0] = True\nreturn 1"),
    (Code.CALL_ARGUMENTS, "the key reads the list", "ys = [1]\nys.sort(key=lambda v: ys[0])\nreturn ys"),
    (Code.CALL_ARGUMENTS, "`reverse` takes no plain arguments", "ys = [1]\nys.reverse(1)\nreturn ys"),
    # functions inside the mechanism
    (Code.STATEMENT, "has a decorator that is not read", "@cache\ndef f():\n    return 1\n\nreturn f()"),
    (Code.STATEMENT, "is bound more than once", "def f():\n    return 1\n\nf = 2\nreturn 1"),
    (Code.MAYBE_UNASSIGNED, "`z` may be read before", "def f():\n    return z\n\ny = f()\nz = 1\nreturn y"),
    (Code.RECURSION, "`f` calls itself", "def f(v):\n    return f(v - 1)\n\nreturn f(n)"),
    (Code.GLOBAL_STATE, "no state outside itself", "y = 1\n\ndef f():\n    nonlocal y\n    return y\n\nreturn f()"),
    (Code.GLOBAL_STATE, "no state outside itself", "global z\nimport os\nreturn 1"),
    (
        Code.MAYBE_UNASSIGNED,
        "`q` may have no value here",
        "def f():\n    return g()\n\ndef g():\n    return q\n\ny = f()\nq = 1\nreturn y",
    ),
    (Code.EXPRESSION, "a lambda is only read as a key", "f = [lambda v: v]\nreturn 1"),
    # records and enums
    (Code.CALL_ARGUMENTS, "the field `age` is int, and this is bool", "return Row(b).age"),
    (Code.CALL_ARGUMENTS, "`Row` needs `age`", "return Row().age"),
    (Code.EXPRESSION, "a Row has no field `size`", "return Row(1).size"),
    (Code.STATEMENT, "only variables can be assigned", "r = Row(1)\nr.age = 2\nreturn 1"),
    (Code.TUPLE_SHAPE, "2 names are given for a Point", "a, c = Point(1)\nreturn a"),
    (Code.TYPE, "indexing takes a list", "return Point(1)[0]"),
    (Code.TYPE, "compares values of one type, not Row with tuple", "return Row(1) == (1, False)"),
    (Code.UNKNOWN_CALL, "`Row` has no method `_replace`", "return Row(1)._replace(age=2)"),
    (Code.UNKNOWN_CALL, "`Point` has no method `area`", "return Point(1).area()"),
    (Code.EXPRESSION, "`Point.x` belongs to the class", "return Point.x"),
    (Code.EXPRESSION, "the class `Point` is used as a value", "return Point"),
    (Code.EXPRESSION, "the enum `Color` has no member `GREEN`", "return Color.GREEN"),
    (Code.EXPRESSION, "`value` of a member of `Kind` is not known", "return Kind.A.value"),
    (Code.UNKNOWN_CALL, "a member of an enum is named, not looked up", "return Color(1)"),
    (Code.TYPE, "compares values of one type, not Color with int", "return Color.RED == 1"),
    (Code.TYPE, "< takes int or real, not Color, Color", "return Color.RED < Color.BLUE"),
    (Code.EXPRESSION, "`is` is not in the language here", "return n is 1"),
    # dictionaries
    # sets
    (Code.RESULT_TYPE, "cannot return a set", "return {n, 1}"),
    (Code.SET, "spelled out without stars", "s = {*ws}\nreturn 1"),
    (Code.TYPE, "the items of a set have one type", "s = {n, 'a'}\nreturn 1"),
    (Code.CALL_ARGUMENTS, "`set` takes one list", "s = set(ws, ws)\nreturn 1"),
    (Code.SET, "cannot be in a set", "s = {[n]}\nreturn 1"),
    (Code.TYPE, "this set holds int", "s = set(ws)\nreturn 1 if 'a' in s else 0"),
    (Code.SET, "a set is run over here", "t = 0\nfor v in set(ws):\n    t += v\nreturn t"),
    (Code.SET, "a set is run over here", "s = set(ws)\nreturn sum(v * v for v in s)"),
    (Code.SET, "a set is run over here", "return list(set(ws))[0]"),
    (Code.SET, "None may be in this set", "s = {v if v > 1 else None for v in ws}\nreturn len(sorted(s))"),
    (Code.SET, "a set has no positions", "s = set(ws)\nreturn s[0]"),
    (Code.SET, "equal keys stay", "s = set(ws)\nreturn len(sorted(s, key=abs))"),
    (Code.SET, "inside of other values are not compared", "return 1 if ({n}, 1) == ({1}, 1) else 0"),
    (Code.SET, "this operator is not read", "s = set(ws)\nreturn len(s + s)"),
    (Code.SET, "this operator is not read", "s = set(ws)\nreturn len(max(s, s))"),
    (Code.SET, "read between sets of one type", "s = set(ws)\nreturn len(s | ws)"),
    (Code.SET, "this comparison is not read", "s = set(ws)\nreturn 1 if s < {n} else 0"),
    (Code.SET, "`add` of a set is no value", "s = set(ws)\nt = s.add(n)\nreturn 1"),
    (Code.SET, "the method `pop` of a set", "s = set(ws)\nreturn s.pop()"),
    (Code.SET, "a frozenset is not changed", "s = frozenset(ws)\ns.add(n)\nreturn 1"),
    (Code.CALL_ARGUMENTS, "`add` takes one argument", "s = set(ws)\ns.add(n, n)\nreturn 1"),
    # counters and dictionaries with a default
    (Code.DICTIONARY, "`Counter` counts the items", "c = collections.Counter({1: 2})\nreturn 1"),
    (Code.DICTIONARY, "`elements` of a Counter", "c = collections.Counter(ws)\nreturn sum(c.elements())"),
    (Code.CALL_ARGUMENTS, "how many are asked for", "c = collections.Counter(ws)\nreturn len(c.most_common(n))"),
    (Code.DICTIONARY, "what a missing key gives", "d = defaultdict(lambda: n)\nreturn 1"),
    (Code.DICTIONARY, "a `defaultdict` of this form", "d = defaultdict(dict)\nreturn 1"),
    (Code.DICTIONARY, "reading this `defaultdict`", "d = defaultdict(int)\nd[1] += 1\ne = d.copy()\nreturn e[1]"),
    (Code.DICTIONARY, "this line asks for more", "d = defaultdict(int)\nd[1] += 1\nreturn len(d) + d[n]"),
    (
        Code.CHANGED_WHILE_ITERATED,
        "reading `d` may put a key",
        "d = defaultdict(int)\nd[1] += 1\nt = 0\nfor k in d:\n    t += d[k + 1]\nreturn t",
    ),
    (Code.TYPE, "which has no `append`", "d = {}\nd[n] = 1\nd[n].append(1)\nreturn 1"),
    (Code.TYPE, "would be put in", "d = {}\nd[n] = [1]\nd[n].append('a')\nreturn 1"),
    (Code.DICTIONARY, "is given an empty list", "d = {}\nd[n] = [1]\nd.setdefault(n, [1]).append(2)\nreturn 1"),
    (Code.TYPE_CHANGED, "`d` holds int, and would get str", "d = {}\nd[n] = 1\nd.setdefault(n, 'a')\nreturn 1"),
    (Code.DICTIONARY, "spelled out are constants", "d = {n: 1}\nreturn 1"),
    (Code.DICTIONARY, "spelled out are constants", "d = {**{1: 2}}\nreturn 1"),
    (Code.DICTIONARY, "the keys of a dictionary have one type", "d = {1: 2, 'a': 3}\nreturn 1"),
    (Code.DICTIONARY, "the values of a dictionary have one type", "d = {1: 2, 3: True}\nreturn 1"),
    (Code.DICTIONARY, "each key stands once", "d = {1: 2, 1: 3}\nreturn 1"),
    (Code.DICTIONARY, "of this form is not in the language", "d = dict(a=1)\nreturn 1"),
    (Code.DICTIONARY, "a dictionary of lists is not made", "d = {v: [v] for v in ws}\nreturn 1"),
    (Code.DICTIONARY, "this may bring a new key", "d = {k: 0 for k in KEYS}\nd['c'] = 1\nreturn 1"),
    (Code.DICTIONARY, "this may bring a new key", "d = {1: 0, 2: 0}\nd[n] = 1\nreturn 1"),
    (Code.DICTIONARY, "is no value of its own", "d = {1: 0}\nvs = d.values()\nreturn 1"),
    (Code.DICTIONARY, "dictionaries are not compared", "d = {1: 0}\nreturn d == d"),
    (Code.TYPE, "the keys of this dictionary are int, and this is str", "d = {1: 0}\nreturn d['a']"),
    (Code.TYPE, "the keys of this dictionary are int, and this is str", "d = {1: 0}\nreturn 'a' in d"),
    (Code.TYPE_CHANGED, "`d` holds int, and would get bool", "d = {1: 0}\nd[1] = True\nreturn 1"),
    (
        Code.TYPE_CHANGED,
        "holds dict[int, int] with keys that are found in a run and would get dict[int, int] with the key 1",
        "d: dict[int, int] = {}\nd = {1: n}\nreturn 1",
    ),
    (
        Code.TYPE_CHANGED,
        "`d` holds dict[str, int] with the keys 'a', 'b' and would get dict[str, int] with the key 'a'",
        "d = {'a': 1, 'b': 2}\nd = {'a': n}\nreturn 1",
    ),
    (Code.TYPE_CHANGED, "dict[str, bool] and would get dict[str, int]", "d: dict[str, bool] = {'a': n}\nreturn 1"),
    (Code.DICTIONARY, "may bring a new key", "d: dict[int, int] = {1: 0}\nd[n] = 1\nreturn 1"),
    (
        Code.CHANGED_WHILE_ITERATED,
        "the loop changes `d`",
        "d = {}\nd[n] = 1\nfor k in d:\n    d[k + 1] = 1\nreturn 1",
    ),
    (
        Code.CHANGED_WHILE_ITERATED,
        "the loop changes lists of `d`",
        "d = {1: [2]}\nfor v in d.values():\n    d[1].append(1)\nreturn 1",
    ),
    (Code.ALIAS, "one list two names", "d = {1: 0}\ne = d\nreturn d[1]"),
    (Code.UNKNOWN_CALL, "the method `pop`", "d = {1: 0}\nreturn d.pop(1)"),
    (Code.STATEMENT, "the method `update`", "d = {1: 0}\nd.update(d)\nreturn 1"),
    # None
    (Code.EXPRESSION, "None can only be compared with `is`", "return n < None"),
    (Code.TYPE, "this returns bool | None where int | None", "if b:\n    return\nif n > 0:\n    return 1\nreturn b"),
    # sizes
    (Code.TOO_LARGE, "a list of 10001 items", f"return [{'1, ' * 10_001}]"),
    (Code.TOO_LARGE, "an expression has more than 20000 parts", f"return max({'n, ' * 20_001})"),
    (Code.TOO_LARGE, "a tuple has more than 100 parts", f"return ({'1, ' * 101})"),
    (Code.TOO_LARGE, "is too large to be read", f"return {1 << 5_000}"),
]  # fmt: skip

# What stands before the mechanism `return use(…)`.
BEFORE: list[tuple[Code, str, str, str]] = [
    (Code.CLASS_FORM, "more than one plain base", "class A(NamedTuple, Enum):\n    a: int\n", "A(1)"),
    (Code.CLASS_FORM, "inherits from something that is not read", "class A(Point):\n    pass\n", "A(1)"),
    (Code.CLASS_FORM, "`A` is not frozen", "@dataclass\nclass A:\n    a: int\n", "A(1)"),
    (Code.CLASS_FORM, "has a decorator that is not read", "@register\nclass A:\n    pass\n", "A()"),
    (Code.CLASS_FORM, "two things of `A` have one name", "class A(NamedTuple):\n    a: int\n    a: int\n", "A(1)"),
    (Code.CLASS_FORM, "this is not a field of `A`", "class A(NamedTuple):\n    a: int\n    print(1)\n", "A(1)"),
    (Code.CLASS_FORM, "this default is not a constant", "class A(NamedTuple):\n    a: int = len([1])\n", "A(1)"),
    (
        Code.CLASS_FORM,
        "`__eq__` changes what the class does",
        "class A(NamedTuple):\n    a: int\n    def __eq__(self, other):\n        return True\n",
        "A(1) == A(2)",
    ),
    (
        Code.CLASS_FORM,
        "`b` changes what the class does",
        "class A(NamedTuple):\n    a: int\n    @property\n    def b(self):\n        return 1\n",
        "A(1).b",
    ),
    (
        Code.CLASS_FORM,
        "`b` has no `self`",
        "class A(NamedTuple):\n    a: int\n    def b():\n        return 1\n",
        "A(1).b()",
    ),
    (Code.CLASS_FORM, "may not be distinct", "class A(Enum):\n    B = 1\n    C = 1\n", "A.B"),
    (Code.CLASS_FORM, "may not be distinct", "class A(Enum):\n    B = auto()\n    C = 1\n", "A.B"),
    (Code.CLASS_FORM, "has no members, or one twice", "class A(Enum):\n    pass\n", "A.B"),
    (Code.CLASS_FORM, "this is not a member of the enum `A`", "class A(Enum):\n    B = 1 + 1\n", "A.B"),
    (Code.UNKNOWN_CALL, "`f` is not a constant", "f = max\n", "f(1)"),
    (Code.GLOBAL_STATE, "`S` is a list, which this file may change", "S = [1]\nS.append(2)\n", "S[0]"),
    (Code.GLOBAL_STATE, "`S` is a dictionary, which this file may change", "S = {1: 2}\nS[1] = 3\n", "S[1]"),
    (
        Code.CLASS_FORM,
        "the members of `A` are numbers or texts as well",
        "from enum import IntEnum\nclass A(IntEnum):\n    B = 1\n",
        "A.B",
    ),
    (
        Code.MAYBE_UNASSIGNED,
        "`b` is not set yet",
        "class A:\n    def __init__(self, a):\n        self.a = self.b\n        self.b = a\n",
        "A(1).a",
    ),
    (Code.CLASS_FORM, "neither `__init__` nor a method of `A`", "class A:\n    a = 1\n", "A().a"),
    (
        Code.CLASS_FORM,
        "`__init__` returns early",
        "class A:\n    def __init__(self, a):\n        self.a = a\n        return\n",
        "A(1).a",
    ),
    (
        Code.CLASS_FORM,
        "the attribute `a` is set on some ways only",
        "class A:\n    def __init__(self, a):\n        if a > 0:\n            self.a = a\n",
        "A(1).a",
    ),
    (Code.RECURSION, "`A` makes itself", "class A:\n    def __init__(self, a):\n        self.a = A(a)\n", "A(1).a"),
    (
        Code.RECURSION,
        "`A.f` calls itself",
        "class A:\n    def __init__(self, a):\n        self.a = a\n    def f(self):\n        return self.f()\n",
        "A(1).f()",
    ),
    (Code.TYPE, "objects of a plain class are equal to themselves only", BOX, "Box(1) == Box(1)"),
    (Code.CALL_ARGUMENTS, "`Box` needs `width`", BOX, "Box()"),
    (Code.EXPRESSION, "a Box has no field `height`", BOX, "Box(1).height"),
    (Code.ANNOTATION_UNKNOWN, "is not a type of values", BOX + "def f(v: Box):\n    return v.width\n", "f(Box(1))"),
    (Code.UNKNOWN_CALL, "`f` has a decorator that is not read", "@cache\ndef f(v):\n    return v\n", "f(1)"),
    (
        Code.ALIAS,
        "one list under two names",
        "def f():\n    ys = [1]\n    return (ys, ys)\n",
        "f()",
    ),
    (Code.ALIAS, "the caller's list a second name", "def f(vs):\n    return vs\n", "f(xs)"),
    (Code.TYPE_CHANGED, "`v` is a parameter of type int", "def f(v):\n    v = True\n    return v\n", "f(1)"),
    (Code.CALL_ARGUMENTS, "the default of `w` is not a constant", "def f(v, w=len([1])):\n    return v\n", "f(1)"),
    (Code.CALL_ARGUMENTS, "stars are not in the language", "def f(v):\n    return v\n", "f(*xs)"),
]

# Whole files; the last mechanism is refused.
ROWS = """\
class Visit(NamedTuple):
    who: str
    minutes: int
    paid: bool

class Basket(NamedTuple):
    who: int
    goods: list[int]

"""


def of_rows(row: str, mark: str, claim: str = 'epsilon="eps"') -> str:
    """A file with a mechanism on a list of rows."""
    head = f"def m(rows: Annotated[list[{row}], {mark}], eps: Epsilon) -> int:\n    return laplace(0, 1 / eps)\n"
    return f"{ROWS}\n@mechanism({claim})\n{head}"


WRONG_MARKS = [
    ("this is not a column of the rows", "Visit", 'one_user_changed("user", rows=2)'),
    ("this is not a column of the rows", "Visit", "one_user_changed(0, rows=2)"),
    ("this is not a column of the rows", "Visit", 'one_user_changed("wh" + "o", rows=2)'),
    ("this is not a column of the rows", "tuple[int, bool]", "one_user_added_or_removed(2, rows=2)"),
    ("this is not a column of the rows", "tuple[int, bool]", "one_user_added_or_removed(-1, rows=2)"),
    ("this is not a column of the rows", "tuple[int, bool]", "one_user_added_or_removed(False, rows=2)"),
    ("this is not a column of the rows", "tuple[int, bool]", 'one_user_added_or_removed("who", rows=2)'),
    ("this is not a column of the rows", "int", "one_user_changed(0, rows=2)"),
    ("this is not a column of the rows", "str", "one_user_changed(0, rows=2)"),
    ("this is not a column of the rows", "int | None", "one_user_changed(1, rows=2)"),
    ("and this column holds bool", "Visit", 'one_user_changed("paid", rows=2)'),
    ("and this column holds bool", "tuple[int, bool]", "one_user_changed(1, rows=2)"),
    ("and this column holds tuple[int, int]", "tuple[tuple[int, int], int]", "one_user_changed(0, rows=2)"),
    ("how many rows a user may have is a number", "Visit", 'one_user_changed("who", rows=0)'),
    ("how many rows a user may have is a number", "Visit", 'one_user_changed("who", rows=-1)'),
    ("how many rows a user may have is a number", "Visit", 'one_user_changed("who", rows=9)'),
    ("how many rows a user may have is a number", "Visit", 'one_user_changed("who", rows=True)'),
    ("how many rows a user may have is a number", "Visit", 'one_user_changed("who", rows=1.0)'),
    ("how many rows a user may have is a number", "Visit", 'one_user_changed("who", rows="k")'),
    ("how many rows a user may have is a number", "Visit", 'one_user_added_or_removed("who", rows=1 + 1)'),
    ("`one_user_changed` has wrong arguments", "Visit", 'one_user_changed("who")'),
    ("`one_user_changed` has wrong arguments", "Visit", 'one_user_changed("who", 2)'),
    ("`one_user_changed` has wrong arguments", "Visit", "one_user_changed(rows=2)"),
    ("`one_user_changed` has wrong arguments", "Visit", 'one_user_changed("who", rows=2, k=1)'),
    ("`one_user_added_or_removed` has wrong arguments", "Visit", 'one_user_added_or_removed("who", "paid", rows=2)'),
    ("`one_changed` has wrong arguments", "Visit", "one_changed(1)"),
    ("`one_changed` has wrong arguments", "Visit", "one_changed(rows=1)"),
    ("`one_added_or_removed` has wrong arguments", "Visit", 'one_added_or_removed("who")'),
    ("this is not an adjacency", "Visit", "one_changed"),
    ("this is not an adjacency", "Visit", "one_changed(), one_added_or_removed()"),
]
WRONG_ROWS = [
    ("`one_changed` is for a list of rows, and `rows` is list[list[int]]", "list[int]", "one_changed()"),
    ("`one_changed` is for a list of rows, and `rows` is list[Basket]", "Basket", "one_changed()"),
    ("`one_changed` is for a list of rows", "dict[int, int]", "one_changed()"),
    ("`one_added_or_removed` is for a list of rows", "Query", "one_added_or_removed()"),
    ("is for a list of rows with a column of users", "Basket", 'one_user_changed("who", rows=1)'),
    ("`each_within` is for list[int], and `rows` is list[Visit]", "Visit", "each_within(1)"),
]
LENGTH = "depends on the length of `rows`, which is private"
ADDED = ("one_added_or_removed()", "one_user_added_or_removed(0, rows=2)")
CLAIMS = ('epsilon="len(rows) * eps"', 'epsilon="eps", delta="len(rows)"', 'epsilon="eps", requires="len(rows) > 0"')
PRIVATE_LENGTHS = [
    *((LENGTH, ADDED[0], claim) for claim in CLAIMS),
    ("`epsilon` depends on the private `rows`", ADDED[0], 'epsilon="abs(rows[0])"'),
    ("`epsilon` depends on the private `rows`", "one_changed()", 'epsilon="abs(rows[0])"'),
    (f"`requires` {LENGTH}", ADDED[0], 'epsilon="eps", requires="len(rows) > 0 and rows[0] > 0"'),
]
FILES: list[tuple[Code, str, str]] = [
    (
        Code.MECHANISM_PLACE,
        "a mechanism is a method of `A`, which is a record",
        "class A(NamedTuple):\n    a: int\n    @mechanism(epsilon='1')\n    def m(self) -> int:\n        return 1\n",
    ),
    (
        Code.MECHANISM_PLACE,
        "`A` has no `__init__`",
        "class A:\n    @mechanism(epsilon='1')\n    def m(self) -> int:\n        return 1\n",
    ),
    (
        Code.PARAMETER_KIND,
        "a parameter of the method has the name of one of `__init__`",
        "class A:\n    def __init__(self, n: int):\n        self.n = n\n"
        "    @mechanism(epsilon='1')\n    def m(self, n: int) -> int:\n        return n\n",
    ),
    (
        Code.PARAMETER_KIND,
        "a mechanism has no default values",
        "class A:\n    def __init__(self, n: int = 1):\n        self.n = n\n"
        "    @mechanism(epsilon='1')\n    def m(self) -> int:\n        return self.n\n",
    ),
    (
        Code.CLASS_FORM,
        "`scale` is computed from a privacy parameter",
        "class A:\n    def __init__(self, eps: Epsilon):\n        self.eps = eps\n        self.scale = 2 / eps\n"
        "    @mechanism(epsilon='eps')\n    def m(self, x: Annotated[int, within(1)]) -> int:\n"
        "        return laplace(x, self.scale)\n",
    ),
    (
        Code.MECHANISM_PLACE,
        "is not a plain function at the top level",
        "def f():\n    @mechanism(epsilon='1')\n    def m() -> int:\n        return 1\n",
    ),
    (
        Code.MECHANISM_TWICE,
        "is bound more than once",
        "@mechanism(epsilon='1')\ndef m() -> int:\n    return 1\n\nm = 1\n",
    ),
    (
        Code.GLOBAL_STATE,
        "could change any name of this file",
        "globals()\n@mechanism(epsilon='1')\ndef m() -> int:\n    return 1\n",
    ),
    (
        Code.TOO_LARGE,
        "the mechanism has more than 60000 parts",
        "@mechanism(epsilon='1')\ndef m(n: int) -> int:\n" + "    n = 1\n" * 20_000 + "    return n\n",
    ),
    (
        Code.TOO_LARGE,
        "more than 5000 steps",
        "@mechanism(epsilon='1')\ndef m(n: int) -> int:\n" + "    n = 1\n" * 5_001 + "    return n\n",
    ),
    (
        Code.TOO_DEEP,
        "nested too deeply",
        "@mechanism(epsilon='1')\ndef m(n: int) -> int:\n    return " + "-" * 700 + "n\n",
    ),
    (
        Code.PARAMETER_KIND,
        "the mechanism `f` has default values",
        "@mechanism(epsilon='1')\ndef f(v: int = 1) -> int:\n    return 1\n\n"
        "@mechanism(epsilon='1')\ndef m() -> int:\n    return f(1)\n",
    ),
    (
        Code.CLAIM_PRIVATE,
        "what `f` requires would depend on the private `x`",
        "@mechanism(epsilon='1', requires='v > 0')\ndef f(v: int) -> int:\n    return 1\n\n"
        f"@mechanism(epsilon='1')\ndef m({X}) -> int:\n    return f(x)\n",
    ),
    (
        Code.CLAIM_TEXT,
        "what `f` requires may divide by zero here",
        "@mechanism(epsilon='1', requires='v > 0 and 1 / v > 0')\ndef f(v: int) -> int:\n    return 1\n\n"
        "@mechanism(epsilon='1')\ndef m(n: int) -> int:\n    return f(n)\n",
    ),
    (Code.CLAIM_TEXT, "`renyi` must be a pair", headed('mechanism(renyi="2")', "n: int", "return n")),
    (Code.CLAIM_TEXT, "`alpha` must be spelled out", headed("mechanism(renyi=(2 + n, 1))", "n: int", "return n")),
    (Code.CLAIM_TEXT, "`zcdp` must be a number", headed('mechanism(zcdp="n > 0")', "n: int", "return n")),
    (Code.CLAIM_NEGATIVE, "`zcdp` may be negative", headed('mechanism(zcdp="n")', "n: int", "return n")),
    (Code.CLAIM_NEGATIVE, "`delta` is negative", headed('mechanism(epsilon=1, delta="-1 / 10")', "n: int", "return n")),
    (Code.CLAIM_NEGATIVE, "`epsilon` is negative", headed('mechanism(epsilon="log(1 / 2)")', "n: int", "return n")),
    (Code.CLAIM_NEGATIVE, "`r` may be negative", headed('mechanism(renyi=(2, "n"))', "n: int", "return n")),
    (Code.CLAIM_ORDER, "may be 1 or below", headed('mechanism(renyi=(1, "1"))', "n: int", "return n")),
    (Code.CLAIM_SEVERAL, "`zcdp` and `renyi`", headed("mechanism(zcdp=1, renyi=(2, 1))", "n: int", "return n")),
    (Code.CLAIM_MISSING, "no `epsilon`", headed("mechanism(delta=1)", "n: int", "return n")),
    (Code.CLAIM_TEXT, "digits when it is written out", headed('mechanism(epsilon="1e5000")', "n: int", "return n")),
    (Code.CLAIM_TEXT, "this cannot stand in a claim", headed('mechanism(epsilon="[1 for v in n]")', "n: int")),
    (Code.CLAIM_TEXT, "this may have no value", headed('mechanism(epsilon="1", requires="1 // n > 0")', "n: int")),
    (Code.CLAIM_TEXT, "too involved", headed('mechanism(epsilon="1", requires="len((1 // n, 2)) > 0")', "n: int")),
    (Code.CLAIM_TEXT, "a list is not repeated", headed('mechanism(epsilon="1", requires="[n] * 2 == [1]")', "n: int")),
    (Code.ANNOTATION_UNKNOWN, "an Epsilon stands alone", headed('mechanism(epsilon="1")', "t: tuple[Epsilon, int]")),
    (Code.ANNOTATION_UNKNOWN, "an Epsilon stands alone", headed('mechanism(epsilon="1")', "t: 'tuple[int, Epsilon]'")),
    (Code.ANNOTATION_UNKNOWN, "an Epsilon stands alone", headed('mechanism(epsilon="1")', "t: Epsilon | None")),
    (
        Code.ANNOTATION_UNKNOWN,
        "`t` cannot be list[Rate]: an Epsilon stands alone",
        "class Rate(NamedTuple):\n    n: int\n    rate: Epsilon\n\n"
        "@mechanism(epsilon='1')\ndef m(t: list[Rate]) -> int:\n    return 1\n",
    ),
    (
        Code.CALL_ARGUMENTS,
        "`t` may hold an integer where a Fraction is wanted",
        "@mechanism(epsilon='1')\ndef f(t: tuple[Fraction, int]) -> int:\n    return 1\n\n"
        "@mechanism(epsilon='1')\ndef m(n: int) -> int:\n    q = Fraction(1)\n    if n > 0:\n        q = n\n"
        "    return f((q, 1))\n",
    ),
    *((Code.ADJACENCY_ARGUMENT, words, of_rows(row, mark)) for words, row, mark in WRONG_MARKS),
    *((Code.ADJACENCY_TYPE, words, of_rows(row, mark)) for words, row, mark in WRONG_ROWS),
    *((Code.CLAIM_PRIVATE, words, of_rows("int", mark, claim)) for words, mark, claim in PRIVATE_LENGTHS),
    (Code.ANNOTATION_UNKNOWN, "a tuple of any length", headed('mechanism(epsilon="1")', "t: tuple[int, ...]")),
    (Code.ANNOTATION_UNKNOWN, "`t` cannot be", headed('mechanism(epsilon="1")', "t: tuple[Database, int]")),
    (
        Code.TOO_LARGE,
        "the type of `y` has more than 100 parts",
        headed('mechanism(epsilon="1")', f"t: tuple[{', '.join(['int'] * 101)}]", "y = t\n    return 1"),
    ),
]  # fmt: skip


def _texts() -> Iterator[tuple[Code, str, str]]:
    for code, words, body in BODIES:
        yield code, words, program(body, before=LIBRARIES + CLASSES)
    for code, words, before, use in BEFORE:
        yield code, words, program(f"return {use}", before=LIBRARIES + CLASSES + before)
    for code, words, text in FILES:
        yield code, words, text if IMPORTS in text else IMPORTS + LIBRARIES + text


@pytest.mark.parametrize(
    ("code", "words", "text"), list(_texts()), ids=lambda v: v[-60:] if isinstance(v, str) else v.name
)
def test_what_is_wrong_is_said(code: Code, words: str, text: str) -> None:
    found = read_text(text)[-1]
    assert isinstance(found, Diagnostic), "nothing is said against this"
    assert found.code is code, str(found)
    assert words in found.message, str(found)


@pytest.mark.parametrize("claim", CLAIMS)
def test_the_length_of_rows_is_public_unless_one_is_added_or_removed(claim: str) -> None:
    """The same claims that are refused where the length is private; a bound never speaks of a length."""
    for mark in ("one_changed()", "one_user_changed(0, rows=2)"):
        (found,) = read_text(IMPORTS + LIBRARIES + of_rows("tuple[int, bool]", mark, claim))
        assert isinstance(found, Mechanism), str(found)
    for mark in ADDED:
        (found,) = read_text(IMPORTS + LIBRARIES + of_rows("tuple[int, bool]", mark, claim))
        assert isinstance(found, Diagnostic)
        assert (found.code, LENGTH in found.message) == (Code.CLAIM_PRIVATE, True)
    for mark in (*ADDED, "one_changed()"):
        text = of_rows("tuple[int, bool]", mark).replace("eps: Eps", 'y: Annotated[int, within("len(rows)")], eps: Eps')
        (found,) = read_text(IMPORTS + LIBRARIES + text)
        assert isinstance(found, Diagnostic)
        assert "the bound of an adjacency is a public integer" in found.message


HINTS = [
    ('one_user_changed("user", rows=2)', "one of 'who', 'minutes', 'paid'"),
    ('one_user_changed("who", rows=0)', "write one from 1 to 8"),
    ("one_changed(1)", "write `one_changed()`"),
    ('one_user_changed("who")', 'write `one_user_changed("user", rows=k)`'),
    ('one_user_changed("paid", rows=1)', "choose the column that says whose row it is"),
]


@pytest.mark.parametrize(("mark", "hint"), HINTS)
def test_what_to_write_instead(mark: str, hint: str) -> None:
    (found,) = read_text(IMPORTS + LIBRARIES + of_rows("Visit", mark))
    assert isinstance(found, Diagnostic)
    assert found.hint == hint


INSTEAD = [
    ("return x + numpy.random.laplace(0, 1 / eps)", "`from twinproof import laplace`"),
    ("return numpy.random.default_rng().laplace(x, 1 / eps)", "`from twinproof import laplace`"),
    ("return random.gauss(x, 1)", "`from twinproof import laplace`"),
    ("return random.choice(xs)", "`from twinproof import laplace`"),
    ("counts = collections.Counter(ws).elements()\nreturn 1", "write a loop"),
    ("counts = collections.defaultdict(dict)\nreturn 1", "`defaultdict(list)`"),
    ("ys = [1]\ny = ys.pop()\nreturn y", "`xs[-1]`"),
    ("a, *rest = ws\nreturn a", "`rest = xs[1:]`"),
    ("return f'{n}'", "texts are compared and returned"),
]


@pytest.mark.parametrize(("body", "hint"), INSTEAD)
def test_what_is_outside_is_refused_with_what_to_write_instead(body: str, hint: str) -> None:
    (found,) = read_text(program(body, before=LIBRARIES + "import collections\n"))
    assert isinstance(found, Diagnostic)
    assert hint in found.hint, str(found)


# ----------------------------------------------------------------------------------------- which refusals have a sample

READER = Path(reader.__file__).parent
WORDS_FOR_REFUSING = {"refuse", "_refuse", "_refuse_alias", "diagnose", "note", "wrong"}
OF_FILES = {"source.py"}  # what is wrong with a file as a whole, which `test_errors` tries with files
# Something else is said first of every text that is known: the compiler refuses it, or it has no type that would fit.
NEVER_SEEN = {
    "async is not in the language",
    "remove its type parameters",
    "the items of the list `{target.name}` are of unknown type",
    "this dictionary cannot be changed",
    "str(problem), hint",
}


def _refusals() -> Iterator[tuple[str, int, int, str]]:
    """The places of the reader that refuse something: file, first and last line, text."""
    for path in sorted(READER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and path.name not in OF_FILES:
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name in WORDS_FOR_REFUSING:
                    yield path.name, node.lineno, node.end_lineno or node.lineno, ast.unparse(node)


def test_every_refusal_has_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[tuple[str, int]] = set()
    plain = Source.diagnose

    def watched(self: Source, code: Code, span: Span, message: str, hint: str) -> Diagnostic:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            path = Path(frame.f_code.co_filename)
            if path.parent == READER:
                seen.add((path.name, frame.f_lineno))
            frame = frame.f_back
        return plain(self, code, span, message, hint)

    monkeypatch.setattr(Source, "diagnose", watched)
    for _, _, text in _texts():
        read_text(text)
    for _, body in _bodies():
        read_text(program(body, before=HELPERS))
    for _, body in ABSTRACT_BODIES:
        read_text(program(body, head=ABSTRACT))
    for _, decorator, parameters in HEADS:
        read_text(headed(decorator, parameters))
    without = [
        f"{file}: {text}"
        for file, first, last, text in _refusals()
        if not any((file, line) in seen for line in range(first, last + 1))
    ]
    assert [text for text in without if not any(words in text for words in NEVER_SEEN)] == []
