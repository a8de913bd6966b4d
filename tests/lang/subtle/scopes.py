"""Functions inside functions, lambdas, scopes, updates and assignments."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lang.subtle import Subtle

CASES: Mapping[str, Subtle] = {
    "nf-late": Subtle("k = 1\n\ndef f(a: int) -> int:\n    return a + k\n\ns = f(1)\nk = 10\nreturn s * 100 + f(1)"),
    "nf-loop": Subtle("s = 0\n\ndef f() -> int:\n    return i * 10\n\nfor i in range(3):\n    s += f()\nreturn s"),
    "nf-loop-after": Subtle(
        "s = 0\ni = 5\n\ndef f() -> int:\n    return i * 10\n\nfor i in range(3):\n    pass\nreturn f()"
    ),
    "nf-in-loop": Subtle(
        "s = 0\nfor i in range(3):\n    def f(a: int) -> int:\n        return a * i\n    s += f(2)\nreturn s"
    ),
    "nf-shadow-param": Subtle("k = 1\n\ndef f(k: int) -> int:\n    k = k + 1\n    return k\n\nreturn f(5) * 10 + k"),
    "nf-shadow-local": Subtle("k = 1\n\ndef f(a: int) -> int:\n    k = a + 1\n    return k\n\nreturn f(5) * 10 + k"),
    "nf-shadow-comp": Subtle(
        "k = 1\n\ndef f(a: int) -> int:\n    return sum(k for k in range(a))\n\nreturn f(5) * 10 + k"
    ),
    "nf-nested": Subtle(
        "k = 1\n\ndef f(a: int) -> int:\n    def g(b: int) -> int:\n        return a * b + k\n"
        "    return g(3)\n\nk = 7\nreturn f(5)"
    ),
    "nf-calls-later": Subtle(
        "def f(a: int) -> int:\n    return g(a) + 1\n\ndef g(a: int) -> int:\n    return a * 2\n\nreturn f(n)"
    ),
    "nf-recursive": Subtle("def f(a: int) -> int:\n    return f(a - 1)\n\nreturn f(n)"),
    "nf-before-def": Subtle("y = f(1)\n\ndef f(a: int) -> int:\n    return a\n\nreturn y"),
    "nf-cond-def": Subtle(
        "if n > 1:\n    def f(a: int) -> int:\n        return a\nelse:\n    def f(a: int) -> int:\n"
        "        return a + 1\nreturn f(n)"
    ),
    "nf-default": Subtle("k = 1\n\ndef f(a: int, b: int = k) -> int:\n    return a + b\n\nk = 5\nreturn f(1)"),
    "nf-default-const": Subtle("def f(a: int, b: int = 4) -> int:\n    return a + b\n\nreturn f(1)"),
    "nf-param-same-name-as-fn": Subtle("def f(f: int) -> int:\n    return f + 1\n\nreturn f(n)"),
    "nf-shadows-helper": Subtle(
        "def g(a: int) -> int:\n    return a + 50\n\nreturn g(n)", before="def g(a: int) -> int:\n    return a\n"
    ),
    "nf-shadows-builtin": Subtle("def sum(a: list[int]) -> int:\n    return 50\n\nreturn sum(ns)"),
    "nf-shadows-laplace": Subtle("def laplace(a: int, s: int) -> int:\n    return 50\n\nreturn laplace(n, 1)"),
    "nf-noise": Subtle("def f(a: int) -> int:\n    return laplace(a, 1 / eps)\n\nreturn f(x) + f(n)"),
    "nf-noise-eps": Subtle("def f(a: int) -> int:\n    return laplace(a, 1 / e)\n\ne = eps / 2\nreturn f(x) + f(n)"),
    "nf-noise-eps2": Subtle(
        "e = eps\n\ndef f(a: int) -> int:\n    return laplace(a, 1 / e)\n\ny = f(x)\ne = eps / 3\nreturn y + f(x)"
    ),
    "nf-reads-list": Subtle(
        "ys = [1]\n\ndef f() -> int:\n    return len(ys)\n\ns = 0\nfor i in range(3):\n"
        "    ys.append(i)\n    s = s * 10 + f()\nreturn s"
    ),
    "nf-returns-outer-list": Subtle(
        "ys = [1]\n\ndef f() -> list[int]:\n    return ys\n\nzs = f()\nzs.append(3)\nreturn ys", "list[int]"
    ),
    "nf-list-arg": Subtle(
        "ys = [1]\n\ndef f(a: list[int]) -> int:\n    return len(a) + len(ys)\n\nys.append(3)\nreturn f(ys)"
    ),
    "nf-changes-arg": Subtle(
        "ys = [1]\n\ndef f(a: list[int]) -> int:\n    a[0] = 5\n    return 1\n\nf2 = f(ys)\nreturn ys", "list[int]"
    ),
    "nf-iter-outer": Subtle(
        "ys = [1, 2]\n\ndef f() -> int:\n    s = 0\n    for v in ys:\n        s += v\n    return s\n\n"
        "ys = [5]\nreturn f()"
    ),
    "nf-loop-var-outer": Subtle(
        "v = 9\n\ndef f() -> int:\n    s = 0\n    for v in ns:\n        s += v\n    return s\n\nreturn f() * 10 + v"
    ),
    "nf-in-comp": Subtle("k = 2\n\ndef f(a: int) -> int:\n    return a * k\n\nreturn [f(v) for v in ns]", "list[int]"),
    "nf-in-comp-shadow": Subtle(
        "k = 2\n\ndef f(a: int) -> int:\n    return a * k\n\nreturn [f(k) for k in ns]", "list[int]"
    ),
    "nf-in-key": Subtle("k = 2\n\ndef f(a: int) -> int:\n    return a % k\n\nreturn sorted(ns, key=f)", "list[int]"),
    "nf-in-gen-for": Subtle(
        "k = 1\n\ndef f(a: int) -> int:\n    return a * k\n\ns = 0\nfor v in (f(u) for u in ns):\n"
        "    s += v\n    k += 1\nreturn s"
    ),
    "nf-return-early": Subtle(
        "def f(a: int) -> int:\n    for v in ns:\n        if v > a:\n            return v\n"
        "    return -1\n\nreturn f(2) + f(4)"
    ),
    "nf-while-cond": Subtle("k = 0\n\ndef f() -> bool:\n    return k < 3\n\nwhile f():\n    k += 1\nreturn k"),
    "nf-var-assigned-later-in-branch": Subtle(
        "def f() -> int:\n    return k\n\nif n > 0:\n    k = 1\n    return f()\nreturn 0"
    ),
    "nf-param-reassigned": Subtle("def f() -> int:\n    return n\n\ny = f()\nn = n + 10\nreturn y * 100 + f()"),
    "nf-param-reassigned-in-loop": Subtle(
        "def f() -> int:\n    return n\n\ns = 0\nfor i in range(2):\n    s += f()\n    n = n + 10\nreturn s"
    ),
    "lam-late": Subtle("k = 1\nf = lambda a: a + k\nk = 5\nreturn f(1)"),
    "lam-key-late": Subtle("k = 1\ny = max(ns, key=lambda a: a * k)\nk = -1\nreturn y - max(ns, key=lambda a: a * k)"),
    "lam-key-comp": Subtle("return [max(ns, key=lambda a: a * k) for k in (1, -1)]", "list[int]"),
    "lam-key-shadow": Subtle("k = 3\nreturn [min(ns, key=lambda k: -k) + k for k in (1, -1)]", "list[int]"),
    "lam-nested-key": Subtle("return sorted(ns, key=lambda a: max(ns, key=lambda b: abs(a - b)))", "list[int]"),
    "comp-shadow-iter": Subtle("return [xs for xs in xs]", "list[int]"),
    "comp-shadow-iter2": Subtle("return [x for x in xs if x > x - 1]", "list[int]"),
    "comp-nested-shadow": Subtle("return [[x for x in range(x)] for x in ns]", "list[list[int]]"),
    "comp-2for-dep": Subtle("return [b for a in ns for b in range(a)]", "list[int]"),
    "comp-2for-shadow": Subtle("return [a for a in ns for a in range(a)]", "list[int]"),
    "comp-2for-cond-order": Subtle(
        "return [a * b for a in ns if laplace(a, 1 / eps) > 1 for b in xs if laplace(b, 2 / eps) > 0]", "list[int]"
    ),
    "comp-first-iter-noise": Subtle("return [a for a in [laplace(x, 1 / eps), laplace(n, 1 / eps)]]", "list[int]"),
    "comp-second-iter-noise": Subtle("return [b for a in range(2) for b in [laplace(a, 1 / eps)]]", "list[int]"),
    "comp-elt-order": Subtle(
        "return [(laplace(a, 1 / eps), laplace(a, 2 / eps)) for a in ns]", "list[tuple[int, int]]"
    ),
    "comp-list-elt": Subtle("rows = [[v] for v in ns]\nrows.append([1])\nreturn rows", "list[list[int]]"),
    "comp-list-shared": Subtle("a = [1]\nrows = [a for v in ns]\nreturn rows", "list[list[int]]"),
    "comp-tuple-shared": Subtle("a = [1]\nrows = [(a, v) for v in ns]\na.append(2)\nreturn len(rows)"),
    "comp-unpack": Subtle("return [a - b for a, b in [(1, x), (n, 3)]]", "list[int]"),
    "comp-unpack-nested": Subtle("return [a - b + c for (a, b), c in [((1, x), 2), ((n, 3), 4)]]", "list[int]"),
    "comp-cond-partial": Subtle("return [5 // v for v in ns if v != 0]", "list[int]"),
    "comp-cond-and-partial": Subtle("return [v for v in ns if v != 0 and 6 // v > 1]", "list[int]"),
    "comp-in-cond": Subtle("return 1 if [v for v in ns if v > 2] == [3, 5] else 0"),
    "comp-in-ifexp": Subtle(
        "return [laplace(v, 1 / eps) for v in ns] if n > 1 else [laplace(x, 1 / eps)]", "list[int]"
    ),
    "comp-in-and": Subtle("return 1 if n > 1 and sum(laplace(v, 1 / eps) for v in ns) > 3 else laplace(x, 1 / eps)"),
    "comp-assign-self": Subtle("ns2 = list(ns)\nns2 = [v + len(ns2) for v in ns2]\nreturn ns2", "list[int]"),
    "comp-assign-self-cond": Subtle(
        "ys = list(ns)\nys = [v for v in ys if v > sum(ys) - v * 2]\nreturn ys", "list[int]"
    ),
    "comp-assign-reads-target": Subtle("ys = [7, 8]\nys = [v + ys[0] for v in ns]\nreturn ys", "list[int]"),
    "comp-assign-reads-target2": Subtle("ys = [7, 8]\nys = [len(ys) for v in ns]\nreturn ys", "list[int]"),
    "comp-assign-fn-reads-target": Subtle(
        "ys = [7, 8]\n\ndef f() -> int:\n    return len(ys)\n\nys = [f() for v in ns]\nreturn ys", "list[int]"
    ),
    "comp-assign-param": Subtle("ns = [len(ns) for v in ns]\nreturn ns", "list[int]"),
    "comp-aug": Subtle("ys = [7]\nys += [len(ys) for v in ns]\nreturn ys", "list[int]"),
    "comp-extend": Subtle("ys = [7]\nys.extend(len(ys) for v in ns)\nreturn ys", "list[int]"),
    "comp-extend-list": Subtle("ys = [7]\nys.extend([len(ys) for v in ns])\nreturn ys", "list[int]"),
    "extend-gen-noise": Subtle("ys = [7]\nys.extend(laplace(v, 1 / eps) for v in ns)\nreturn ys", "list[int]"),
    "extend-self": Subtle("ys = [7, 8]\nys.extend(ys)\nreturn ys", "list[int]"),
    "aug-self": Subtle("ys = [7, 8]\nys += ys\nreturn ys", "list[int]"),
    "extend-range": Subtle("ys = [7, 8]\nys.extend(range(3))\nreturn ys", "list[int]"),
    "aug-range": Subtle("ys = [7, 8]\nys += range(3)\nreturn ys", "list[int]"),
    "aug-tuple": Subtle("ys = [7, 8]\nys += (1, 2)\nreturn ys", "list[int]"),
    "add-range": Subtle("ys = [7, 8] + range(3)\nreturn ys", "list[int]"),
    "add-gen": Subtle("ys = [7, 8]\nys += (v for v in ns)\nreturn ys", "list[int]"),
    "sum-assign-self": Subtle("s = 5\ns = sum(v + s for v in ns)\nreturn s"),
    "any-assign-self": Subtle("s = n > 1\ns = any(s == (v > 2) for v in ns)\nreturn s", "bool"),
    "max-assign-self": Subtle("s = 5\ns = max(abs(v - s) for v in ns)\nreturn s"),
    "max-assign-self-default": Subtle("s = 5\ns = max((abs(v - s) for v in ns), default=s)\nreturn s"),
    "ifexp-assign-self": Subtle("s = n\ns = (laplace(s, 1 / eps) if s > 1 else s) + s\nreturn s"),
    "dict-assign-self": Subtle(
        "d = {k: k * n for k in KEYS}\nd = {k: d[k] + len(d) for k in KEYS}\nreturn d",
        "dict[int, int]",
        before="KEYS = (3, 1, 2)\n",
    ),
    "dict-assign-self2": Subtle("d = {v: n for v in ns}\nd = {k: len(d) for k in xs}\nreturn d", "dict[int, int]"),
    "dict-assign-swap": Subtle(
        "d = {v: i for i, v in enumerate(ns)}\nd = {v: k for k, v in d.items()}\nreturn d", "dict[int, int]"
    ),
    "sorted-assign-self": Subtle("ys = list(ns)\nys = sorted(ys, key=lambda v: ys[0] - v)\nreturn ys", "list[int]"),
    "slice-assign-self": Subtle("ys = list(ns)\nys = ys[1:]\nreturn ys", "list[int]"),
    "rev-assign-self": Subtle("ys = list(ns)\nys = ys[::-1]\nreturn ys", "list[int]"),
    "repeat-assign-self": Subtle("ys = list(ns)\nys = ys * 2\nys = 2 * ys\nreturn ys", "list[int]"),
    "aug-repeat": Subtle("ys = list(ns)\nys *= 2\nreturn ys", "list[int]"),
    "unpack-list": Subtle("a, b = ns\nreturn a - b"),
    "unpack-comp": Subtle("a, b = [laplace(v, 1 / eps) for v in (x, n)]\nreturn a - b"),
    "unpack-gen": Subtle("a, b = (laplace(v, 1 / eps) for v in (x, n))\nreturn a - b"),
    "unpack-sorted": Subtle("a, b = sorted((x, n))\nreturn a - b"),
    "unpack-swap-items": Subtle("ys = [1, 2]\nys[0], ys[1] = ys[1], ys[0]\nreturn ys", "list[int]"),
    "unpack-star": Subtle("a, *b = ns\nreturn a"),
    "set-neg": Subtle("ys = list(ns)\nys[-1] = 9\nreturn ys", "list[int]"),
    "set-order": Subtle("ys = [1, 2, 3]\nys[laplace(0, 1 / eps) % 3] = laplace(x, 2 / eps)\nreturn ys", "list[int]"),
    "aug-order": Subtle("ys = [1, 2, 3]\nys[laplace(0, 1 / eps) % 3] += laplace(x, 2 / eps)\nreturn ys", "list[int]"),
    "aug-index-self": Subtle("ys = [1, 2, 3]\nys[ys[0]] += ys[1]\nreturn ys", "list[int]"),
    "grid-order": Subtle(
        ("g = [[1, 2], [3, 4]]\ng[laplace(0, 1 / eps) % 2][laplace(0, 1 / eps) % 2] += laplace(x, 2 / eps)\nreturn g"),
        "list[list[int]]",
    ),
    "grid-replace-row": Subtle("g = [[1, 2], [3, 4]]\ng[n] = [g[0][0], 7]\nreturn g", "list[list[int]]"),
    "grid-range-change": Subtle(
        (
            "g = [[1, 2], [3, 4]]\nfor i in range(len(g)):\n    for j in range(len(g[i])):\n"
            "        g[i][j] += g[0][0]\nreturn g"
        ),
        "list[list[int]]",
    ),
    "grid-mult": Subtle(
        "g = [[0] * 2 for _ in range(3)]\ng[1][0] = 5\ng[n % 3].append(7)\nreturn g", "list[list[int]]"
    ),
    "set-in-loop-range": Subtle(
        "ys = [1, 2, 3]\nfor i in range(len(ys)):\n    ys[i] = ys[i - 1] + 1\nreturn ys", "list[int]"
    ),
    "set-in-loop-enumerate": Subtle(
        "ys = [1, 2, 3]\nfor i, v in enumerate(ys):\n    ys[i] = v + 1\nreturn ys", "list[int]"
    ),
    "set-partial-value": Subtle("ys = [1, 2, 3]\nys[9] = 5 // n\nreturn ys", "list[int]"),
    "set-tuple-item": Subtle("ys = [(1, 2), (3, 4)]\nys[0] = (n, x)\nreturn ys", "list[tuple[int, int]]"),
    "append-none": Subtle("ys = []\nys.append(1)\nz = ys.append(2)\nreturn ys", "list[int]"),
    "pow-neg": Subtle("return (-2) ** 3 - 2 ** 2 + n ** 2"),
    "pow-big": Subtle("return 2 ** 10"),
    "pow-zero": Subtle("return (5 // n) ** 0"),
    "pow-var": Subtle("return 2 ** n"),
    "chain-assign": Subtle("a = b = laplace(x, 1 / eps)\nreturn a - b + a"),
    "chain-assign-reads": Subtle("a = 1\na = b = a + 1\nreturn a * 10 + b"),
    "assert-noise": Subtle("assert laplace(x, 1 / eps) > 0, 'no'\nreturn laplace(n, 1 / eps)"),
    "assert-msg-partial": Subtle("assert n > 0, 5 // n\nreturn 1"),
    "raise-after": Subtle("if n > 1:\n    y = 1\n    raise ValueError(y)\nreturn 3"),
    "raise-only": Subtle("raise ValueError('x')"),
    "raise-else": Subtle("if n > 1:\n    return 1\nelse:\n    raise ValueError"),
    "raise-in-loop": Subtle("for v in ns:\n    if v > 2:\n        raise KeyError(v)\nreturn 3"),
    "raise-in-comp-fn": Subtle(
        "return [f(v) for v in ns]",
        "list[int]",
        before="def f(a: int) -> int:\n    if a > 6:\n        raise ValueError('x')\n    return a\n",
    ),
    "clamp-inv": Subtle("return clamp(n, 5, 2)"),
}
