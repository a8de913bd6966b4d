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
    "fr-var-int2": Subtle("q = Fraction(1, 2)\nif n > 1:\n    q = n\nreturn q", "Fraction"),
    "fr-ret-int": Subtle("if n > 1:\n    return n\nreturn Fraction(1, 2)", "Fraction"),
    "fr-sum": Subtle("return sum([Fraction(v, 2) for v in ns]) / 3", "Fraction"),
    "fr-sum-gen": Subtle("return sum(Fraction(v, 2) for v in ns) / 3", "Fraction"),
    "fr-sum-start": Subtle("return sum((Fraction(v, 2) for v in ns), Fraction(0)) / 3", "Fraction"),
    "fr-max-mixed": Subtle("return max(Fraction(1, 2), n) / 3", "Fraction"),
    "fr-min-mixed": Subtle("return min(Fraction(1, 2), n) / 3", "Fraction"),
    "fr-max-list": Subtle("return max([Fraction(v, 3) for v in ns]) / 3", "Fraction"),
    "fr-clamp": Subtle("return clamp(n, Fraction(1, 2), Fraction(3, 2)) / 3", "Fraction"),
    "fr-clamp2": Subtle("return clamp(Fraction(n, 2), 0, 1) / 3", "Fraction"),
    "fr-tuple-int": Subtle("t: tuple[Fraction, int] = (n, 1)\nreturn t[0] / 3", "Fraction"),
    "fr-loop-accum": Subtle("s = 0\nfor v in ns:\n    s += Fraction(v, 3)\nreturn s / 3", "Fraction"),
    "fr-loop-accum2": Subtle("s = Fraction(0)\nfor v in ns:\n    s += Fraction(v, 3)\nreturn s / 3", "Fraction"),
    "fr-zero": Subtle("return Fraction(1, n)", "Fraction"),
    "fr-div-zero": Subtle("return Fraction(1, 3) / n", "Fraction"),
    "fr-int-div": Subtle("return n / Fraction(x, 3)", "Fraction"),
    "fr-floordiv": Subtle("return Fraction(n, 3) // 2"),
    "fr-floordiv-zero": Subtle("return Fraction(7, 3) // n"),
    "fr-mod": Subtle("return Fraction(x, 3) % 1", "Fraction"),
    "fr-mod-zero": Subtle("return Fraction(7, 3) % n", "Fraction"),
    "fr-mod-neg": Subtle("return Fraction(7, 3) % Fraction(-1, 2)", "Fraction"),
    "fr-pow": Subtle("return Fraction(n, 3) ** 2", "Fraction"),
    "fr-pow0": Subtle("return Fraction(n, 3) ** 0", "Fraction"),
    "fr-neg": Subtle("return -Fraction(n, 3)", "Fraction"),
    "fr-abs": Subtle("return abs(Fraction(n, 3))", "Fraction"),
    "fr-floor": Subtle("return floor(Fraction(x, 3)) * 10 + ceil(Fraction(x, 3))"),
    "fr-math-floor": Subtle("return math.floor(Fraction(x, 3))"),
    "fr-round": Subtle("return round(Fraction(x, 2)) * 10 + round(Fraction(n, 2))"),
    "fr-round2": Subtle("return round(Fraction(x, 7), 2)", "Fraction"),
    "fr-round0": Subtle("return round(Fraction(x, 7), 0)", "Fraction"),
    "fr-round-int": Subtle("return round(n)"),
    "fr-round-int2": Subtle("return round(n, 1)"),
    "fr-int": Subtle("return int(Fraction(x, 3))"),
    "fr-int-neg": Subtle("return int(Fraction(-7, 3))"),
    "fr-bool": Subtle("return bool(Fraction(n, 3))", "bool"),
    "fr-eq": Subtle("return Fraction(n, 2) == 1", "bool"),
    "fr-eq-float": Subtle("return Fraction(n, 2) == 0.5", "bool"),
    "fr-lt-float": Subtle("return Fraction(1, 10) < 0.1", "bool"),
    "fr-add-float": Subtle("return Fraction(1, 10) + 0.1", "Fraction"),
    "fr-eps": Subtle("return Fraction(n) * eps", "Fraction"),
    "fr-eps-float": Subtle("return Fraction(eps) + 0.1", "Fraction"),
    "fr-eps-float2": Subtle("return eps + 0.1", "Fraction"),
    "fr-eps-float3": Subtle("q = eps * n\nreturn q + 0.1", "Fraction"),
    "fr-eps-float4": Subtle("q = eps * n\nif n > 1:\n    q = Fraction(1, 3)\nreturn q + 0.1", "Fraction"),
    "fr-eps-max": Subtle("return max(eps, Fraction(1, 3)) + 0.1", "Fraction"),
    "fr-eps-floor": Subtle("return floor(eps * 10) + round(eps)"),
    "fr-eps-floor2": Subtle("return floor(10 / eps)"),
    "fr-eps-idiv": Subtle("return n // eps"),
    "fr-in": Subtle("return Fraction(n, 2) in [Fraction(1, 2), Fraction(1)]", "bool"),
    "fr-in-int": Subtle("return Fraction(n, 2) in [1, 2]", "bool"),
    "fr-key": Subtle("d = {}\nd[Fraction(n, 2)] = 1\nd[Fraction(2, 2)] = 5\nreturn len(d)"),
    "fr-sorted": Subtle("return sorted([Fraction(v, 2) for v in ns])", "list[Fraction]"),
    "fr-index": Subtle("return ns[Fraction(n, 2)]"),
    "fr-range": Subtle("s = 0\nfor i in range(Fraction(n, 1)):\n    s += 1\nreturn s"),
    "fr-slice": Subtle("return ns[Fraction(1):]", "list[int]"),
    "fr-numerator": Subtle("return Fraction(n, 2).numerator"),
    "fr-text": Subtle("return Fraction('1/3') * n", "Fraction"),
    "fr-text2": Subtle("return Fraction('0.1') + n", "Fraction"),
    "fr-float": Subtle("return Fraction(0.1) + n", "Fraction"),
    "fr-grid": Subtle("return laplace(Fraction(x, 2), 1 / eps, grid=2)", "Fraction"),
    "fr-grid-off": Subtle("return laplace(Fraction(x, 3), 1 / eps, grid=2)", "Fraction"),
    "fr-grid-int": Subtle("return laplace(x, 1 / eps, grid=10)", "Fraction"),
    "fr-grid-order": Subtle("return laplace(grid=10, scale=1 / eps, loc=laplace(x, 1 / eps))", "Fraction"),
    "fr-grid-1": Subtle("return laplace(x, 1 / eps, grid=1)", "Fraction"),
    "fr-grid-use": Subtle("y = laplace(x, 1 / eps, grid=4)\nreturn y / 3", "Fraction"),
    "fr-grid-float": Subtle("y = laplace(x, 1 / eps, grid=4)\nreturn y + 0.5", "Fraction"),
    "fr-grid-neg": Subtle("return laplace(x, 1 / eps, grid=n)", "Fraction"),
    "fr-option": Subtle("q = None\nif n > 0:\n    q = Fraction(n, 2)\nif q is None:\n    return 0\nreturn floor(q)"),
    "fr-none-div": Subtle("q = None\nif n > 0:\n    q = Fraction(n, 2)\nreturn q / 3", "Fraction"),
    "fr-none-int": Subtle("q: Fraction | None = None\nif n > 0:\n    q = n\nreturn q / 3", "Fraction"),
    "fr-record": Subtle(
        "return R(n, Fraction(1, 2)).b / 3", "Fraction", before="class R(NamedTuple):\n    a: int\n    b: Fraction\n"
    ),
    "fr-object": Subtle(
        "return R(n).b / 3",
        "Fraction",
        before=("class R:\n    def __init__(self, a: int):\n        self.b = a\n        self.c = Fraction(a, 2)\n"),
    ),
    "fr-const": Subtle("return THIRD * n", "Fraction", before="THIRD = Fraction(1, 3)\n"),
    "fr-const-float": Subtle("return THIRD + 0.1", "Fraction", before="THIRD = Fraction(1, 3)\n"),
    "fr-mean": Subtle("return Fraction(sum(ns), len(ns))", "Fraction"),
    "fr-mean2": Subtle("return Fraction(sum(ns)) / max(1, len(ns))", "Fraction"),
    "fr-cmp-chain": Subtle("return 0 < Fraction(n, 2) < 1", "bool"),
    "fr-tuple-lt": Subtle("return (Fraction(n, 2), 1) < (1, 2)", "bool"),
    "fr-max-key": Subtle("return max(ns, key=lambda v: Fraction(v, v - 3))"),
    "fr-comp-key": Subtle("return sorted(ns, key=lambda v: -Fraction(v, 3))", "list[int]"),
    "fr-int-true": Subtle("return int(Fraction(1, 2) < n)"),
    "fr-scale-data": Subtle("y = abs(laplace(x, 1 / eps)) + 1\nreturn laplace(n, Fraction(y, 3) / eps)"),
    "fr-scale-frac": Subtle("return laplace(n, Fraction(1, 3))"),
    "fr-scale-float-mul": Subtle("return laplace(n, Fraction(1, 3) * 0.1)"),
    "budget": Subtle(
        "rest = eps - eps / 3\ny = laplace(x, 1 / rest)\nrest = rest / 2\nreturn y + laplace(x, 1 / rest)"
    ),
    "budget-loop": Subtle(
        "rest = eps\ns = 0\nfor i in range(3):\n    s += laplace(x, 2 / rest)\n    rest = rest / 2\nreturn s"
    ),
    "budget-neg": Subtle("rest = eps - 1\nreturn laplace(x, 1 / rest)"),
    "scale-double": Subtle("s = 1\nfor i in range(3):\n    s = s * 2\n    n = laplace(x, s / eps)\nreturn n"),
    "true-div-int": Subtle("return 6 / 3", "Fraction"),
    "true-div-int2": Subtle("return n / 3", "Fraction"),
}
