"""Lists that are sorted to take the first few of them."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lang.subtle import Subtle

CASES: Mapping[str, Subtle] = {
    "first-and-second": Subtle("order = sorted(ns)\nreturn order[0] * 10 + order[1]"),
    "second-alone": Subtle("order = sorted(ns)\nreturn order[1]"),
    "second-and-third-down": Subtle("order = sorted(ns, reverse=True)\nreturn order[1] * 10 + order[2]"),
    "positions-by-a-key": Subtle(
        "order = sorted(range(len(ns)), key=lambda i: -ns[i])\nreturn (order[0], order[1])", "tuple[int, int]"
    ),
    "positions-down-by-a-key-with-ties": Subtle(
        "order = sorted(range(len(ns)), key=lambda i: ns[i] // 2, reverse=True)\nreturn (order[0], order[2])",
        "tuple[int, int]",
    ),
    "positions-of-a-range-that-starts-later": Subtle(
        "order = sorted(range(1, 4), key=lambda i: (i - n) ** 2)\nreturn order[0] * 10 + order[1]"
    ),
    "pairs-by-their-second-component": Subtle(
        "order = sorted(enumerate(ns), key=lambda p: p[1])\nreturn order[1][0] + 10 * order[0][1]"
    ),
    "three-of-two": Subtle("order = sorted([x, n])\nreturn order[0] if n > 1 else order[2]"),
    "second-where-there-is-one": Subtle("order = sorted(ns[:1])\nreturn order[1] if len(order) > 1 else -7"),
    "second-where-there-is-none": Subtle("order = sorted(range(0), key=lambda i: -i)\nreturn order[1]"),
    "second-and-last": Subtle("order = sorted(ns)\nreturn order[1] * 10 + order[-1]"),
    "key-that-may-be-none": Subtle("d = {1: 5, 3: 2}\norder = sorted([1, 3], key=d.get)\nreturn order[1]"),
    "key-that-draws": Subtle(
        "order = sorted(range(len(ns)), key=lambda i: laplace(ns[i], 1 / eps))\nreturn (order[0], order[1])",
        "tuple[int, int]",
    ),
    "key-is-a-pair": Subtle("order = sorted(ns, key=lambda v: (v % 2, -v))\nreturn order[0] * 10 + order[1]"),
    "list-changes-afterwards": Subtle("ys = list(ns)\norder = sorted(ys)\nys.append(-9)\nreturn order[0] + order[1]"),
    "name-in-a-loop": Subtle("s = 0\nfor v in ns:\n    order = sorted([v, n, x])\n    s = 2 * s + order[1]\nreturn s"),
    "asked-for-more": Subtle("order = sorted(ns)\nreturn order[1] + (1 if n in order else 0)"),
    "place-that-is-true": Subtle("order = sorted(ns)\nreturn order[True]"),
}
