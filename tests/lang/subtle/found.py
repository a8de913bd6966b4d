"""Cases in which the core once did something else than Python, or the reader broke down."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lang.subtle import Subtle

CASES: Mapping[str, Subtle] = {
    "start-of-sum-is-evaluated-after-its-list": Subtle("return sum([laplace(x, 1 / eps)], laplace(n, 2 / eps))"),
    "start-of-sum-is-evaluated-after-the-first-iterable-of-its-generator": Subtle(
        "return sum((v for v in [laplace(x, 1 / eps)]), laplace(n, 2 / eps))"
    ),
    "default-of-max-is-evaluated-after-its-list": Subtle(
        "return max([laplace(x, 1 / eps)], default=laplace(n, 2 / eps))"
    ),
    "default-of-max-may-have-no-value": Subtle("return max(ns + [1], default=5 // n)"),
    "sort-by-a-key-that-asks-the-list-length": Subtle(
        "ys = list(xs)\nys.sort(key=lambda v: len(ys) * v)\nreturn ys", "list[int]"
    ),
    "sort-by-a-key-that-reads-the-list": Subtle("ys = list(xs)\nys.sort(key=lambda v: ys[0])\nreturn ys", "list[int]"),
    "membership-in-a-tuple-with-a-part-without-value": Subtle("return 1 if x in (x, xs[9]) else 0"),
    "membership-in-a-list-with-a-part-without-value": Subtle("return 1 if x in [x, 5 // n] else 0"),
    "membership-in-a-range-with-an-end-without-value": Subtle("return 1 if x in range(9, 5 // n) else 0"),
    "membership-in-a-range-with-a-stop-without-value": Subtle("return 1 if x in range(xs[9]) else 0"),
    "default-of-get-may-have-no-value": Subtle("d = {1: 2, 3: 4}\nreturn d.get(1, 5 // n)"),
    "repeated-zero-times-an-item-without-value": Subtle("return [5 // n] * 0", "list[int]"),
    "dictionary-with-keys-of-two-tuple-types": Subtle("d = {(1, 2): 0, (True, 3): 1}\nreturn d[(1, 2)]"),
    "comprehension-over-items-by-the-whole-pair": Subtle(
        "d = {1: 2, 3: 4}\ne = {t: 0 for t in d.items()}\nreturn e[1]"
    ),
    "list-got-from-a-dictionary-is-shared": Subtle(
        "d = {1: [2], 3: [4]}\ny = d.get(1, [0])\ny.append(5)\nreturn d[1]", "list[int]"
    ),
    "copy-of-rows-is-shallow": Subtle(
        "rows = [[1], [2]]\nys = rows.copy()\nys[0].append(9)\nreturn rows", "list[list[int]]"
    ),
    "copy-of-a-dictionary-is-shallow": Subtle(
        "d = {1: [2], 3: [4]}\ne = d.copy()\ne[1].append(9)\nreturn d[1]", "list[int]"
    ),
    "values-of-a-dictionary-are-a-view": Subtle("d = {1: 2, 3: 4}\nvs = d.values()\nreturn vs[0]"),
    "row-grows-inside-a-loop-over-the-rows": Subtle(
        "rows = [[1], [2]]\ns = 0\nfor row in rows:\n    rows[0].append(1)\n    s += len(row)\nreturn s"
    ),
    "row-grows-inside-a-loop-over-it": Subtle(
        "rows = [[1], [2]]\ns = 0\nfor v in rows[0]:\n    s += 1\n    if len(rows[0]) < 5:\n"
        "        rows[0].append(1)\nreturn s"
    ),
    "row-grows-inside-a-loop-up-to-its-length": Subtle(
        "rows = [[1], [2]]\ns = 0\nfor v in range(len(rows[0])):\n    s += 1\n    rows[0].append(1)\nreturn s"
    ),
    "any-stops-before-a-strict-zip-ends": Subtle(
        "return 1 if any(a >= 0 for a, b in zip(xs, [1, 2], strict=True)) else 0"
    ),
    "underscore-that-a-nested-function-reads": Subtle(
        "s = 0\n_ = 5\n\ndef f() -> int:\n    return _\n\nfor _ in range(3):\n    s += f()\nreturn s"
    ),
    "nested-function-changes-a-list-in-an-expression": Subtle(
        "out = [1, 2]\n\ndef bump() -> int:\n    out[0] = out[0] + 1\n    return out[0]\n\nreturn out[0] + bump()"
    ),
    "nested-function-changes-a-dictionary-in-an-expression": Subtle(
        "d = {1: 2, 3: 4}\n\ndef bump() -> int:\n    d[1] += 1\n    return d[1]\n\nreturn d[1] + bump()"
    ),
    "nested-function-changes-a-parameter": Subtle(
        "def bump() -> int:\n    ns[0] = ns[0] + 1\n    return ns[0]\n\nreturn bump()"
    ),
    "objects-are-equal-to-themselves-only": Subtle("return 1 if Box(n) == Box(n) else 0"),
    "objects-in-a-list": Subtle("return 1 if Box(n) in [Box(n)] else 0"),
    "file-that-has-its-own-len": Subtle("return ns.index(5)", before="def len(a: list[int]) -> int:\n    return 1\n"),
    "file-that-has-its-own-range": Subtle(
        "return sorted(ns)", "list[int]", before="def range(a: int) -> list[int]:\n    return [0]\n"
    ),
    "generator-that-reads-the-index-of-its-loop": Subtle(
        "i = 7\ns = 0\nfor i, v in enumerate(u + i for u in ns):\n    s = s * 10 + v\nreturn s"
    ),
    "largest-of-nothing-at-all-with-a-default": Subtle("return max([], default=n)"),
    "any-of-an-inner-strict-zip": Subtle(
        "return 1 if any(a > 0 for i in range(2) for a, b in zip(ns, xs, strict=True)) else 0"
    ),
    "loop-over-an-enum-only": Subtle("s = 0\nfor c in Color:\n    s = s * 10 + c.value\nreturn s"),
    "values-grow-inside-a-loop-over-the-items": Subtle(
        "d = {1: [1], 2: [2]}\ns = 0\nfor k, v in d.items():\n    d[k].append(5)\n    s += len(v)\nreturn s"
    ),
    "values-change-inside-a-loop-over-them": Subtle(
        "d = {1: [1], 2: [2]}\ns = 0\nfor v in d.values():\n    d[1][0] = 5\n    s += v[0]\nreturn s"
    ),
    "dictionary-with-other-keys-is-assigned": Subtle(
        "d = {1: n}\nif n > 1:\n    d = {2: x}\nreturn d", "dict[int, int]"
    ),
    "dictionaries-with-other-keys-are-chosen": Subtle("d = {1: n} if n > 1 else {2: x}\nreturn d", "dict[int, int]"),
    "sum-from-a-start-that-is-still-unknown": Subtle(
        "y = None\nif y is not None:\n    return sum((v for v in ns), y)\nif n > 1:\n    y = 2\nreturn 0"
    ),
    "loop-over-a-dictionary-that-stays-empty": Subtle("d = {}\nfor n in d:\n    pass\nreturn n"),
    "noise-into-a-variable-that-may-be-none": Subtle(
        "y = None\nif n > 0:\n    y = laplace(x, 1 / eps)\nreturn y", "int | None"
    ),
    "parameter-that-a-comprehension-with-a-condition-replaces": Subtle(
        "ns: list[int] = [1 for v in [1] if True]\nreturn ns", "list[int]"
    ),
    "result-that-may-be-none-and-never-is": Subtle("return 1", "int | None"),
    "one-name-for-number-and-item-of-a-generator": Subtle(
        "s = 0\nfor i, i in enumerate(u for u in ns):\n    s += i\nreturn s"
    ),
    "largest-of-nothing-with-a-default-2": Subtle("return max([], default=n)"),
    "order-of-keyword-arguments-of-clamp": Subtle(
        "return clamp(high=laplace(x, 1 / eps), low=laplace(n, 2 / eps), x=3)"
    ),
    "integer-in-a-rational-variable-is-divided": Subtle(
        "q = Fraction(1, 2)\nif n > 1:\n    q = n\nreturn q / 3", "Fraction"
    ),
    "integer-declared-a-fraction-is-divided": Subtle("q: Fraction = n\nreturn q / 3", "Fraction"),
    "integer-or-fraction-is-divided": Subtle("q = n if n > 1 else Fraction(1, 2)\nreturn q / 3", "Fraction"),
    "integer-returned-as-a-fraction-is-divided": Subtle(
        "return f(n) / 3",
        "Fraction",
        before="def f(a: int) -> Fraction:\n    if a > 1:\n        return a\n    return Fraction(1, 2)\n",
    ),
    "integer-passed-as-a-fraction-is-divided": Subtle(
        "return f(n)", "Fraction", before="def f(a: Fraction) -> Fraction:\n    return a / 3\n"
    ),
    "sum-of-no-fractions-is-divided": Subtle("return sum(Fraction(v, 2) for v in ns) / 3 + Fraction(1, 3)", "Fraction"),
    "sum-of-a-list-of-no-fractions-is-divided": Subtle(
        "return sum([Fraction(v, 2) for v in ns]) / 3 + Fraction(1, 3)", "Fraction"
    ),
    "integer-among-fractions-is-divided": Subtle("ys = [Fraction(1, 2), n]\nreturn ys[1] / 3", "Fraction"),
    "integer-appended-to-fractions-is-divided": Subtle(
        "ys = [Fraction(1, 2)]\nys.append(n)\nreturn ys[1] / 3", "Fraction"
    ),
    "integer-set-among-fractions-is-divided": Subtle("ys = [Fraction(1, 2)]\nys[0] = n\nreturn ys[0] / 3", "Fraction"),
    "integer-in-a-dictionary-of-fractions-is-divided": Subtle(
        "d = {1: Fraction(1, 2), 2: n}\nreturn d[2] / 3", "Fraction"
    ),
    "integer-set-in-a-dictionary-of-fractions-is-divided": Subtle(
        "d = {1: Fraction(1, 2)}\nd[1] = n\nreturn d[1] / 3", "Fraction"
    ),
    "integer-as-default-of-get-is-divided": Subtle("d = {1: Fraction(1, 2)}\nreturn d.get(n, 5) / 3", "Fraction"),
    "integer-as-default-of-max-is-divided": Subtle(
        "return max((Fraction(v, 3) for v in ns), default=1) / 3", "Fraction"
    ),
    "integer-that-grows-by-fractions-is-divided": Subtle(
        "s = 0\nfor v in ns:\n    s += Fraction(v, 3)\nreturn s / 3 + Fraction(1, 3)", "Fraction"
    ),
    "integer-in-a-record-of-fractions-is-divided": Subtle(
        "return R(n, n).b / 3", "Fraction", before="class R(NamedTuple):\n    a: int\n    b: Fraction\n"
    ),
    "fraction-in-a-range": Subtle("return Fraction(n, 2) in range(3)", "bool"),
    "order-of-keyword-arguments-of-noise-on-a-grid": Subtle(
        "return laplace(scale=(1 + abs(laplace(n, 1))) / eps, loc=laplace(x, 1 / eps), grid=5)", "Fraction"
    ),
    "none-asked-of-what-may-have-no-value": Subtle("return 1 if (5 // n) is None else 0"),
    "none-asked-of-an-item-that-is-not-there": Subtle("return 1 if xs[9] is not None else 0"),
    "start-of-enumerate-over-nothing": Subtle("s = 0\nfor i, v in enumerate(ns[:0], 5 // n):\n    s += 1\nreturn s"),
    "end-of-a-range-beside-nothing": Subtle("s = 0\nfor i, v in zip(ns[:0], range(5 // n)):\n    s += 1\nreturn s"),
    "start-of-a-range-beside-nothing": Subtle(
        "s = 0\nfor i, v in zip(ns[:0], range(5 // n, 9)):\n    s += 1\nreturn s"
    ),
    "end-of-a-range-beside-nothing-in-a-comprehension": Subtle(
        "return [i for i, (a, b) in enumerate(zip(ns[:0], range(5 // n)), 2)]", "list[int]"
    ),
}
