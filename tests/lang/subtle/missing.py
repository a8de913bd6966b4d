"""Names of the file that hide Python's own, and values that may be None."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lang.subtle import Subtle

_ADDS = "def f(a: int | None) -> int:\n    b = a + 1\n    return 3\n"

CASES: Mapping[str, Subtle] = {
    "user-list": Subtle(
        "return sorted(ns)", "list[int]", before="def list(a: list[int]) -> list[int]:\n    return [0, 0, 0, 0]\n"
    ),
    "user-range2": Subtle(
        "return ns[1:]", "list[int]", before="def range(a: int, b: int) -> list[int]:\n    return [0]\n"
    ),
    "local-len": Subtle("len = 3\nreturn ns.index(5) + len"),
    "local-list": Subtle("list = [1]\nys = sorted(ns)\nreturn ys + list", "list[int]"),
    "helper-contains": Subtle(
        "return contains(ns, n)", before="def contains(a: list[int], v: int) -> int:\n    return 1 if v in a else 0\n"
    ),
    "helper-sorted": Subtle("return sorted(ns)[0]", before="def sorted(a: list[int]) -> list[int]:\n    return [7]\n"),
    "helper-index": Subtle("return index(ns)", before="def index(a: list[int]) -> int:\n    return a.index(5)\n"),
    "none-given": Subtle("return f(None)", before=_ADDS),
    "none-given-in-a-branch": Subtle("y = 0\nif n > 1:\n    y = f(None)\nreturn laplace(x + y, 1 / eps)", before=_ADDS),
    "none-given-or-not": Subtle("return f(None if n > 1 else x)", before=_ADDS),
    "none-given-on": Subtle("return g(None)", before=_ADDS + "def g(c: int | None) -> int:\n    return f(c)\n"),
    "none-given-compared": Subtle(
        "return f(None)", before="def f(a: int | None) -> int:\n    return 1 if a < 3 else 2\n"
    ),
    "none-given-negated": Subtle("return f(None)", before="def f(a: int | None) -> int:\n    b = -a\n    return 3\n"),
    "plus-of-what-may-be-missing": Subtle("v = {1: 5, 2: n}.get(n)\nreturn +v"),
    "minus-of-plus-of-none": Subtle("v = None if n > 3 else n\nreturn -(+v) + x"),
    "none-given-as-a-position": Subtle(
        "return f(ns, None)", before="def f(vs: list[int], a: int | None) -> int:\n    b = vs[a]\n    return 3\n"
    ),
    "none-given-as-a-bound": Subtle(
        "return f(None)", before="def f(a: int | None) -> int:\n    for _ in range(a):\n        pass\n    return 3\n"
    ),
    "none-given-as-a-record": Subtle(
        "return f(None)", before="def f(a: Row | None) -> int:\n    b = a.b\n    return 3\n"
    ),
    "none-given-as-an-attribute": Subtle(
        "return f(Pair(n, None))",
        before="class Pair(NamedTuple):\n    x: int\n    y: int | None\n\n"
        "def f(a: Pair) -> int:\n    b = a.y + 1\n    return a.x\n",
    ),
    "none-by-default": Subtle(
        "return f()", before="def f(a: int | None = None) -> int:\n    b = a * 2\n    return 3\n"
    ),
    "none-given-and-asked": Subtle(
        "return f(None)", before="def f(a: int | None) -> int:\n    return 3 if a is None else a + 1\n"
    ),
    "none-beside-a-number": Subtle(
        "if n > 1:\n    return n, None\nreturn n, laplace(x, 1 / eps)", "tuple[int, int | None]"
    ),
    "none-of-a-helper-beside-a-number": Subtle(
        "a, b = f(n)\nreturn a if b is None else b + 1",
        before="def f(c: int) -> tuple[int, int | None]:\n    return (c, 3) if c > 1 else (c, None)\n",
    ),
    "none-beside-it-and-needed": Subtle(
        "a, b = f(n)\nreturn a + b",
        before="def f(c: int) -> tuple[int, int | None]:\n    if c > 1:\n        return c, 3\n    return c, None\n",
    ),
    "none-in-a-pair-in-a-list": Subtle(
        "ys: list[tuple[int, int | None]] = []\nys.append((n, 3))\nys.append((x, None))\nreturn ys",
        "list[tuple[int, int | None]]",
    ),
    "none-written-out": Subtle("y = None\nz = y + 1\nreturn 4"),
    "none-in-a-pair": Subtle("y = (None, n)\nz = y[0] + 1\nreturn 4"),
    "none-add": Subtle("y = None\nif n > 1:\n    y = 3\nreturn y + 1"),
    "none-return": Subtle("y = None\nif n > 1:\n    y = 3\nreturn y", "int | None"),
    "none-eq": Subtle("y = None\nif n > 1:\n    y = 3\nreturn 1 if y == 3 else 2"),
    "none-eq-none": Subtle("y = None\nz = None\nif n > 1:\n    y = 3\nif x > 1:\n    z = 3\nreturn 1 if y == z else 2"),
    "none-list": Subtle("ys = [None, 3] if n > 1 else [4]\nreturn ys[0]", "int | None"),
    "none-in-list": Subtle("ys = [x, None]\nreturn ys", "list[int | None]"),
    "none-in": Subtle("y = None\nif n > 1:\n    y = 3\nreturn 1 if y in [3, 4] else 0"),
    "none-in2": Subtle("y = None\nif n > 1:\n    y = 3\nreturn 1 if y in (None, 4) else 0"),
    "none-index": Subtle("y = None\nif n > 1:\n    y = 1\nreturn ns[y]"),
    "none-range": Subtle("y = None\nif n > 1:\n    y = 1\ns = 0\nfor i in range(y):\n    s += 1\nreturn s"),
    "none-slice": Subtle("y = None\nif n > 1:\n    y = 1\nreturn ns[y:]", "list[int]"),
    "none-slice2": Subtle("y = None\nif n > 1:\n    y = 1\nreturn ns[:y]", "list[int]"),
    "none-cond": Subtle("y = None\nif n > 1:\n    y = 1\nif y:\n    return 1\nreturn 0"),
    "none-laplace": Subtle("y = None\nif n > 1:\n    y = 1\nreturn laplace(y, 1 / eps)"),
    "none-call": Subtle("y = None\nif n > 1:\n    y = 1\nreturn f(y)", before="def f(a: int) -> int:\n    return 3\n"),
    "none-call2": Subtle("y = None\nif n > 1:\n    y = 1\nreturn f(y)", before="def f(a) -> int:\n    return 3\n"),
    "none-call3": Subtle(
        "y = None\nif n > 1:\n    y = 1\nreturn f(y)",
        before="def f(a: int | None) -> int:\n    if a is None:\n        return 9\n    return a\n",
    ),
    "none-ret-int": Subtle("y = None\nif n > 1:\n    y = 1\nreturn y"),
    "none-tuple": Subtle("y = None\nif n > 1:\n    y = 1\nreturn (y, 1)", "tuple[int | None, int]"),
    "none-tuple2": Subtle("y = None\nif n > 1:\n    y = 1\nreturn (y, 1)", "tuple[int, int]"),
    "none-append": Subtle("y = None\nout = [1]\nif n > 1:\n    y = 1\nout.append(y)\nreturn out", "list[int]"),
    "none-row": Subtle("y = None\nif n > 1:\n    y = 1\nreturn Row(y)", "Row"),
    "none-set": Subtle("y = None\nout = [1]\nif n > 1:\n    y = 1\nout[0] = y\nreturn out", "list[int]"),
    "none-max": Subtle("y = None\nif n > 1:\n    y = 1\nreturn max(y, 0)"),
    "none-abs": Subtle("y = None\nif n > 1:\n    y = 1\nreturn abs(y) - y"),
    "none-sum": Subtle("y = None\nif n > 1:\n    y = 1\nreturn sum([y])"),
    "none-dict": Subtle("y = None\nif n > 1:\n    y = 1\nd = {1: 2}\nreturn d[y]"),
    "none-dict2": Subtle("y = None\nif n > 1:\n    y = 1\nd = {1: 2}\nreturn 1 if y in d else 0"),
    "none-dict3": Subtle("y = None\nif n > 1:\n    y = 1\nd = {1: 2}\nreturn d.get(y, 7)"),
    "none-dict4": Subtle("y = None\nif n > 1:\n    y = 1\nd = {y: 2}\nreturn d[1]"),
    "none-unneeded": Subtle("y = None\nif n > 1:\n    y = 1\nz = y + 1\nreturn 3"),
    "none-narrow-loop": Subtle(
        "y = None\nfor v in ns:\n    if y is None or v > y:\n        y = v\nreturn y", "int | None"
    ),
    "none-narrow-loop2": Subtle(
        "y = None\ns = 0\nfor v in ns:\n    if y is not None:\n        s += y\n        y = None\n"
        "    else:\n        y = v\nreturn s"
    ),
    "none-narrow-stale": Subtle(
        "y = None\nif n > 0:\n    y = n\nif y is not None:\n    for v in ns:\n        s = y + 1\n"
        "        y = None\nreturn 1"
    ),
    "none-narrow-stale2": Subtle(
        "y = None\nif n > 0:\n    y = n\ns = 0\nwhile y is not None:\n    s += y\n"
        "    y = None if y > 2 else y + 1\n    if y is None:\n        break\nreturn s"
    ),
    "none-narrow-cont": Subtle(
        "y = None\ns = 0\nfor v in ns:\n    if v > 2:\n        y = v\n    if y is None:\n"
        "        continue\n    s += y\nreturn s"
    ),
    "none-narrow-and": Subtle("y = None\nif n > 0:\n    y = n\nreturn 1 if y is not None and y > 1 else 0"),
    "none-narrow-or": Subtle("y = None\nif n > 0:\n    y = n\nreturn 1 if y is None or y > 1 else 0"),
    "none-narrow-not": Subtle("y = None\nif n > 0:\n    y = n\nreturn y if not (y is None) else 17"),
    "none-narrow-nested": Subtle(
        "y = None\nif n > 0:\n    y = n\n\ndef f() -> int:\n    return y + 1\n\nif y is None:\n    return 0\nreturn f()"
    ),
    "none-narrow-nested2": Subtle(
        "y = None\nif n > 0:\n    y = n\n\ndef f() -> int:\n    if y is None:\n        return 5\n"
        "    return y + 1\n\nreturn f()"
    ),
    "none-narrow-comp": Subtle(
        "y = None\nif n > 0:\n    y = n\nif y is None:\n    return [0]\nreturn [y + v for v in ns]", "list[int]"
    ),
    "none-bool": Subtle("y = None\nif n > 0:\n    y = n > 1\nreturn 1 if y == False else 0"),
    "none-chain": Subtle("y = z = None\nif n > 0:\n    y = n\nreturn y", "int | None"),
    "none-helper": Subtle(
        "y = f(n)\nif y is None:\n    return 3\nreturn y",
        before="def f(a):\n    if a > 1:\n        return a\n    return None\n",
    ),
    "none-helper-implicit": Subtle(
        "y = f(n)\nif y is None:\n    return 3\nreturn y", before="def f(a):\n    if a > 1:\n        return a\n"
    ),
    "none-compare-lt": Subtle("y = None\nif n > 0:\n    y = n\nreturn 1 if y < 3 else 0"),
    "none-option-list": Subtle("y: list[int] | None = None\nif n > 0:\n    y = [n]\nreturn y", "list[int] | None"),
    "none-option-list2": Subtle(
        "y: list[int] | None = None\nif n > 0:\n    y = [n]\ny.append(3)\nreturn y", "list[int] | None"
    ),
    "none-option-list3": Subtle(
        ("y: list[int] | None = None\nif n > 0:\n    y = [n]\nif y is not None:\n    y.append(3)\nreturn y"),
        "list[int] | None",
    ),
    "none-option-alias": Subtle(
        "y: list[int] | None = None\nzs = [n]\nif n > 0:\n    y = zs\nzs.append(3)\nreturn y", "list[int] | None"
    ),
    "none-enum": Subtle("y = None\nif n > 0:\n    y = Color.RED\nreturn y", "Color | None"),
    "none-enum2": Subtle("y = None\nif n > 0:\n    y = Color.RED\nreturn 1 if y is Color.RED else 0"),
    "none-enum3": Subtle("y = None\nif n > 0:\n    y = Color.RED\nreturn y.value"),
    "none-row-attr": Subtle("y = None\nif n > 0:\n    y = Row(n)\nreturn y.b"),
    "none-min-default": Subtle("y = min(ns, default=None)\nreturn y", "int | None"),
    "none-get": Subtle("d = {1: 2, 3: 4}\ny = d.get(n)\nif y is None:\n    return 0\nreturn y"),
    "none-next": Subtle("return next((v for v in ns if v > 2), None)", "int | None"),
}
