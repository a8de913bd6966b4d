"""Dictionaries, with known keys and with others."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lang.subtle import Subtle

CASES: Mapping[str, Subtle] = {
    "d-display-order": Subtle("d = {2: laplace(x, 1 / eps), 1: laplace(n, 2 / eps)}\nreturn d", "dict[int, int]"),
    "d-comp-noise": Subtle(
        "d = {k: laplace(k, 1 / eps) for k in KEYS}\nreturn d",
        "dict[int, int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-comp-range": Subtle("d = {k: k * n for k in range(3)}\nreturn d", "dict[int, int]"),
    "d-comp-rangen": Subtle("d = {k % 2: k * n for k in range(n)}\nreturn d", "dict[int, int]"),
    "d-comp-cond": Subtle(
        "d = {k: n for k in KEYS if k > n}\nreturn d", "dict[int, int]", before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n"
    ),
    "d-comp-list": Subtle("d = {v: i for i, v in enumerate(ns)}\nreturn d", "dict[int, int]"),
    "d-comp-2for": Subtle("d = {a + b: a for a in ns for b in xs}\nreturn d", "dict[int, int]"),
    "d-comp-key-value-order": Subtle(
        "d = {laplace(v, 1 / eps): laplace(v, 2 / eps) for v in ns}\nreturn d", "dict[int, int]"
    ),
    "d-comp-shadow": Subtle(
        "k = 50\nd = {k: k + 1 for k in KEYS}\nreturn d[3] + k", before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n"
    ),
    "d-comp-nested": Subtle(
        "d = {k: sum(k * v for v in ns) for k in KEYS}\nreturn d",
        "dict[int, int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-comp-nested-list": Subtle(
        "d = {k: [k * v for v in ns] for k in KEYS}\nd[1].append(7)\nreturn d",
        "dict[int, list[int]]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-comp-over-dict": Subtle(
        "d = {k: k * n for k in KEYS}\ne = {k: d[k] + 1 for k in d}\nd[1] = 0\nreturn e",
        "dict[int, int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-comp-items": Subtle(
        "d = {k: k * n for k in KEYS}\ne = {k: v + 1 for k, v in d.items()}\nd[1] = 0\nreturn e",
        "dict[int, int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-comp-items-swap": Subtle(
        "d = {k: k * n for k in KEYS}\ne = {v: k for k, v in d.items()}\nreturn e",
        "dict[int, int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-comp-enum": Subtle("d = {c: c.value * n for c in Color}\nreturn d[Color.BLUE]"),
    "d-comp-unused-partial": Subtle(
        "d = {k: 5 // n for k in KEYS}\nreturn 1", before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n"
    ),
    "d-empty-then": Subtle("d = {}\nfor v in ns:\n    d[v] = v * 2\nreturn d", "dict[int, int]"),
    "d-count": Subtle("d = {}\nfor v in ns:\n    d[v] = d.get(v, 0) + 1\nreturn d", "dict[int, int]"),
    "d-count2": Subtle(
        ("d = {}\nfor v in ns:\n    if v in d:\n        d[v] += 1\n    else:\n        d[v] = 1\nreturn d"),
        "dict[int, int]",
    ),
    "d-keyerror": Subtle(
        "d = {k: 0 for k in KEYS}\nd[n] += 1\nreturn d",
        "dict[int, int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-keyerror2": Subtle("d = {}\nd[3] = 1\nd[n] += 1\nreturn d", "dict[int, int]"),
    "d-keyerror-read": Subtle("d = {k: 0 for k in KEYS}\nreturn d[n]", before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n"),
    "d-guarded": Subtle(
        "d = {k: 0 for k in KEYS}\nfor v in ns:\n    if v in d:\n        d[v] += 1\nreturn d",
        "dict[int, int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-guarded-set": Subtle(
        "d = {k: 0 for k in KEYS}\nfor v in ns:\n    if v in KEYS:\n        d[v] = v\nreturn d",
        "dict[int, int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-guarded-stale": Subtle(
        "d = {k: 0 for k in KEYS}\nv = n\nif v in d:\n    v = v + 1\n    d[v] = 5\nreturn d",
        "dict[int, int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-guarded-stale2": Subtle(
        ("d = {k: 0 for k in KEYS}\ne = {k: 0 for k in (1, 2)}\nv = n\nif v in d:\n    e[v] = 5\nreturn e"),
        "dict[int, int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-among-stale": Subtle(
        "d = {k: 0 for k in KEYS}\nfor v in KEYS:\n    d[v] = 5\nd[v] = 3\nreturn d",
        "dict[int, int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-iter-change": Subtle(
        ("d = {k: k for k in KEYS}\ns = 0\nfor k, v in d.items():\n    d[1] += 10\n    s = s * 100 + v\nreturn s"),
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-iter-change-values": Subtle(
        ("d = {k: k for k in KEYS}\ns = 0\nfor v in d.values():\n    d[2] += v\n    s = s * 100 + v\nreturn s"),
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-iter-change-comp": Subtle(
        "d = {k: k for k in KEYS}\nreturn [d[k] + v for k, v in d.items()]",
        "list[int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-iter-reassign": Subtle(
        (
            "d = {k: k for k in KEYS}\ns = 0\nfor k, v in d.items():\n    d = {k: 0 for k in KEYS}\n"
            "    s = s * 100 + v\nreturn s"
        ),
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-iter-zip": Subtle(
        (
            "d = {k: k for k in KEYS}\ns = 0\nfor k, v in zip(d, d.values()):\n    d[1] += 10\n"
            "    s = s * 100 + v * k\nreturn s"
        ),
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-iter-enumerate": Subtle(
        (
            "d = {k: k for k in KEYS}\ns = 0\nfor i, (k, v) in enumerate(d.items()):\n    d[1] += 10\n"
            "    s = s * 100 + v * k + i\nreturn s"
        ),
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-iter-sorted": Subtle(
        (
            "d = {k: k for k in KEYS}\ns = 0\nfor k, v in sorted(d.items(), key=lambda t: -t[1]):\n"
            "    d[1] += 10\n    s = s * 100 + v\nreturn s"
        ),
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-iter-list": Subtle(
        (
            "d = {k: k for k in KEYS}\ns = 0\nfor k, v in list(d.items()):\n    d[1] += 10\n"
            "    s = s * 100 + v\nreturn s"
        ),
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-iter-rev": Subtle(
        "d = {k: k * n for k in KEYS}\nreturn [k for k in reversed(d)]",
        "list[int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-iter-rev2": Subtle(
        "d = {k: k * n for k in KEYS}\nreturn [k for k in reversed(list(d.items()))]",
        "list[tuple[int, int]]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-dyn-iter-change": Subtle(
        "d = {}\nfor v in ns:\n    d[v] = v\ns = 0\nfor k in d:\n    d[k] = 7\n    s += d[k]\nreturn s"
    ),
    "d-sum-values": Subtle(
        "d = {k: k * n for k in KEYS}\nreturn sum(d.values()) + max(d.values()) - min(d) + len(d)",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-max-get": Subtle(
        "d = {k: k * n for k in KEYS}\nreturn max(d, key=d.get)", before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n"
    ),
    "d-max-get2": Subtle(
        "d = {k: laplace(k, 1 / eps) for k in KEYS}\nreturn max(d, key=lambda k: d[k])",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-min-items": Subtle(
        "d = {k: k * n for k in KEYS}\nreturn min(d.items(), key=lambda t: t[1])",
        "tuple[int, int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-sorted": Subtle(
        "d = {k: k * n for k in KEYS}\nreturn sorted(d, key=d.get, reverse=True)",
        "list[int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-sorted2": Subtle(
        "d = {k: k * n for k in KEYS}\nreturn sorted(d)", "list[int]", before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n"
    ),
    "d-list": Subtle(
        "d = {k: k * n for k in KEYS}\nreturn list(d) + list(d.values())",
        "list[int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-zip": Subtle("d = dict(zip(ns, xs))\nreturn d", "dict[int, int]"),
    "d-zip-noise": Subtle(
        "d = dict(zip(KEYS, [laplace(v, 1 / eps) for v in ns]))\nreturn d",
        "dict[int, int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-copy": Subtle(
        ("d = {k: k * n for k in KEYS}\ne = dict(d)\ne[1] = 50\nf = d.copy()\nf[2] = 51\nreturn (d, e, f)"),
        "tuple[dict[int, int], dict[int, int], dict[int, int]]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-alias": Subtle(
        "d = {k: k * n for k in KEYS}\ne = d\ne[1] = 50\nreturn d",
        "dict[int, int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-text": Subtle(
        "d = {k: n for k in NAMES}\nd['a'] += 1\nreturn d",
        "dict[str, int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-text2": Subtle("d = {'x': n, 'y': x}\nreturn max(d, key=d.get)", "str"),
    "d-bool": Subtle("d = {True: n, False: x}\nreturn d[n > 1]"),
    "d-bool-int": Subtle("d = {True: n, False: x}\nreturn d[1]"),
    "d-int-bool": Subtle("d = {1: n, 0: x}\nreturn d[n > 1]"),
    "d-tuple": Subtle("d = {(0, 1): n, (1, 0): x}\nreturn d[(n, 1)]"),
    "d-tuple2": Subtle("d = {(0, 1): n, (1, 0): x}\nreturn d[n, 1]"),
    "d-eq": Subtle("d = {1: n}\ne = {1: x}\nreturn 1 if d == e else 0"),
    "d-in-values": Subtle(
        "d = {k: k * n for k in KEYS}\nreturn 1 if x in d.values() else 0",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-in-keys": Subtle(
        "d = {k: k * n for k in KEYS}\nreturn 1 if x in d.keys() else 0",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-in-items": Subtle(
        "d = {k: k * n for k in KEYS}\nreturn 1 if (x, n) in d.items() else 0",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-not-in": Subtle(
        "d = {k: k * n for k in KEYS}\nreturn 1 if x not in d else 0", before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n"
    ),
    "d-lists": Subtle(
        "d = {k: [k] for k in KEYS}\nd[1].append(5)\nd[n].append(6)\nreturn d",
        "dict[int, list[int]]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-lists2": Subtle(
        "d = {k: [] for k in KEYS}\nfor v in ns:\n    if v in d:\n        d[v].append(v)\nreturn d",
        "dict[int, list[int]]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-lists3": Subtle("d = {}\nfor v in ns:\n    d[v] = [v]\nreturn d", "dict[int, list[int]]"),
    "d-lists-alias": Subtle(
        "a = [1]\nd = {k: a for k in KEYS}\nreturn d[1]", "list[int]", before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n"
    ),
    "d-lists-alias2": Subtle("a = [1]\nd = {1: a}\na.append(2)\nreturn d[1]", "list[int]"),
    "d-lists-alias3": Subtle("d = {1: [1], 2: [2]}\nd[1] = d[2]\nd[2].append(5)\nreturn d[1]", "list[int]"),
    "d-lists-alias4": Subtle("d = {1: [1], 2: [2]}\na = d[1]\na.append(5)\nreturn d[1]", "list[int]"),
    "d-lists-alias5": Subtle(
        "d = {1: [1], 2: [2]}\na = [v for v in d.values()]\na[0].append(5)\nreturn d[1]", "list[int]"
    ),
    "d-lists-alias6": Subtle(
        "d = {1: [1], 2: [2]}\na = [t[1] for t in d.items()]\na[0].append(5)\nreturn d[1]", "list[int]"
    ),
    "d-lists-alias7": Subtle("d = {1: [1], 2: [2]}\na = max(d.values())\na.append(5)\nreturn d[1]", "list[int]"),
    "d-lists-alias8": Subtle(
        ("d = {1: [1], 2: [2]}\na = sorted(d.items(), key=lambda t: t[0])\na[0][1].append(5)\nreturn d[1]"), "list[int]"
    ),
    "d-lists-alias9": Subtle(
        "d = {1: [1], 2: [2]}\nfor k, v in d.items():\n    d[1].append(5)\n    if len(v) > 2:\n"
        "        return 1\nreturn 0"
    ),
    "d-lists-alias10": Subtle(
        "d = {1: [1], 2: [2]}\ns = 0\nfor k, v in d.items():\n    d[k].append(5)\n    s += len(v)\nreturn s"
    ),
    "d-lists-alias11": Subtle(
        "d = {1: [1], 2: [2]}\ns = 0\nfor v in d.values():\n    d[1][0] = 5\n    s += v[0]\nreturn s"
    ),
    "d-lists-alias12": Subtle(
        "d = {1: [1], 2: [2]}\ns = 0\nfor k, v in d.items():\n    d[1] = [8, 8]\n    s += len(v)\nreturn s"
    ),
    "d-pop": Subtle("d = {1: 2}\nreturn d.pop(1)"),
    "d-in-if-neg": Subtle(
        "d = {k: 0 for k in KEYS}\nif n not in d:\n    return d\nd[n] = 5\nreturn d",
        "dict[int, int]",
        before="KEYS = (3, 1, 2)\nNAMES = ('a', 'b')\n",
    ),
    "d-return-two": Subtle("d = {1: n}\ne = {2: x}\nif n > 1:\n    return d\nreturn e", "dict[int, int]"),
    "d-return-two2": Subtle("d = {1: n}\nif n > 1:\n    return d\ne = {}\ne[x] = 3\nreturn e", "dict[int, int]"),
    "d-ifexp": Subtle("d = {1: n} if n > 1 else {1: x}\nreturn d", "dict[int, int]"),
    "d-helper": Subtle(
        "d = {1: n, 2: x}\nreturn f(d)",
        before=(
            "def f(d: dict[int, int]) -> int:\n    s = 0\n    for k, v in d.items():\n"
            "        s = s * 10 + k * v\n    return s\n"
        ),
    ),
    "d-helper2": Subtle(
        "d = f(n)\nd[1] = 4\nreturn d", "dict[int, int]", before="def f(a):\n    return {1: a, 2: a}\n"
    ),
    "d-helper3": Subtle("d = {1: n, 2: x}\nreturn f(d)", before="def f(d):\n    return d[1]\n"),
    "d-annotated": Subtle(
        "d: dict[str, int] = {'a': n, 'b': 2}\nif n > 1:\n    d: dict[str, int] = {'a': 5, 'b': n}\n"
        "d['a'] += 1\nreturn d",
        "dict[str, int]",
    ),
    "d-annotated-lists": Subtle(
        "d: dict[int, list[int]] = {k: [] for k in (2, 1)}\nd[1].append(n)\nd[2] = [x]\nreturn d",
        "dict[int, list[int]]",
    ),
    "d-annotated-none": Subtle("d: dict[int, int | None] = {1: None, 2: n}\nreturn d[1 + n % 2]", "int | None"),
    "d-const": Subtle("return TABLE[n]", before="TABLE = {1: 2, 3: 4}\n"),
}
