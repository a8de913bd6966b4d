"""Rationals, which meet integers and floats, and noise on a grid."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lang.subtle import Subtle

CASES: Mapping[str, Subtle] = {
    "a-new-entry-that-has-no-value": Subtle("d = {2: 3 for k in range(2)}\nd[n + 7] = Fraction(1, 2) // 0\nreturn 4"),
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
    "half-in-counted": Subtle("ks = list(range(5))\nreturn Fraction(n, 2) in ks", "bool"),
    "half-in-counted-by-hand": Subtle(
        "ks = [i + 1 for i in range(5)]\nq = Fraction(n, 2)\nfound = False\nfor k in ks:\n    if k == q:\n"
        "        found = True\nreturn found",
        "bool",
    ),
    "half-looked-for-in-counted": Subtle(
        "ks = [i for i in range(5)]\nq = Fraction(n, 2)\ni = 0\nwhile i < len(ks) and ks[i] != q:\n    i += 1\nreturn i"
    ),
    "up-to-a-half": Subtle(
        "q = Fraction(n, 2)\nks = []\ni = 0\nwhile i < q:\n    ks.append(i)\n    i += 1\nreturn len(ks) == 2", "bool"
    ),
    "as-many-as-a-half": Subtle(
        "q = Fraction(n, 2)\nks = []\ni = 0\nwhile i < q:\n    ks.append(laplace(x, 1))\n    i += 1\nreturn 3 * len(ks)"
    ),
    "over-a-length-unread": Subtle("ys = [v for v in ns]\nq = Fraction(1, len(xs))\nreturn sum(ys)"),
    "over-a-length-asked-for-nothing": Subtle(
        "ys = [v for v in ns]\nif Fraction(1, len(ys)) > 3:\n    pass\nreturn sum(ys)"
    ),
    "over-a-parameter-unread": Subtle("ys = [v for v in ns]\nq = [Fraction(1, n)]\nreturn sum(ys)"),
    "over-a-parameter-asked-for-nothing": Subtle(
        "ys = [v for v in ns]\nif Fraction(1, n) > 3:\n    pass\nreturn sum(ys)"
    ),
    "over-a-parameter-beside": Subtle("return (Fraction(1, n), 3)[1]"),
    "over-a-parameter-passed": Subtle(
        "return three(Fraction(1, n)) + three(floor(Fraction(1, n)))", before="def three(q):\n    return 3\n"
    ),
    "over-a-parameter-chosen": Subtle(
        "ys = [v for v in ns]\nz = (3, 4) if Fraction(1, n) > 2 else (3, 5)\nreturn sum(ys) + z[0]"
    ),
}
