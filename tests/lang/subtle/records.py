"""Named tuples, dataclasses, enums, small classes, tuples and texts."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lang.subtle import Subtle

CASES: Mapping[str, Subtle] = {
    "row-eq-tuple": Subtle("return 1 if Row(1, 2) == (1, 2) else 0"),
    "row-unpack": Subtle("a, b = Row(n, x)\nreturn a - b"),
    "row-iter": Subtle("s = 0\nfor v in Row(n, x):\n    s = s * 10 + v\nreturn s"),
    "row-index": Subtle("r = Row(n)\nreturn r[0] + r[-1] + len(r)"),
    "row-slice": Subtle("r = Row(n)\nreturn r[:1]", "tuple[int]"),
    "row-lt": Subtle("return 1 if Row(n, x) < Row(x, n) else 0"),
    "row-max": Subtle("return max([Row(v, i) for i, v in enumerate(ns)])", "Row"),
    "row-sorted": Subtle("return sorted([Row(v, -i) for i, v in enumerate(ns)])", "list[Row]"),
    "row-kw-order": Subtle("return Row(b=laplace(x, 1 / eps), a=laplace(n, 2 / eps))", "Row"),
    "row-partial": Subtle("r = Row(5 // n, x)\nreturn r.b"),
    "row-partial2": Subtle("return Row(5 // n, x).b"),
    "row-in": Subtle("return 1 if Row(n, x) in [Row(2, 3), Row(1, 0)] else 0"),
    "row-list": Subtle("return list(Row(n, x))", "list[int]"),
    "row-sum": Subtle("return sum(Row(n, x))"),
    "row-minmax": Subtle("return max(Row(n, x))"),
    "row-replace": Subtle("return Row(n)._replace(b=4)", "Row"),
    "row-add": Subtle("return Row(n) + Row(x)", "tuple[int, int, int, int]"),
    "row-mul": Subtle("return Row(n) * 2", "tuple[int, int, int, int]"),
    "row-count": Subtle("return Row(n).count(7)"),
    "tuple-count": Subtle("return (n, x, 1).count(1)"),
    "tuple-index": Subtle("return (n, x, 1).index(1)"),
    "tuple-in-var": Subtle("t = (n, x, 1)\nreturn 1 if 2 in t else 0"),
    "tuple-in-partial": Subtle("return 1 if 1 in (1, 5 // n, 2) else 0"),
    "tuple-dyn-index": Subtle("t = (n, x, 1)\nreturn t[n]"),
    "tuple-slice": Subtle("t = (n, x, 1)\nreturn t[::-1]", "tuple[int, int, int]"),
    "tuple-slice2": Subtle("t = (n, x, 1)\nreturn t[-2:]", "tuple[int, int]"),
    "tuple-slice-partial": Subtle("return (n, 5 // n, 1)[2:]", "tuple[int]"),
    "tuple-cmp": Subtle("return 1 if (n, x) <= (x, n) else 0"),
    "tuple-cmp-len": Subtle("return 1 if (n, x) < (n, x, 1) else 0"),
    "tuple-cmp-bool": Subtle("return (n > 1, x) < (True, 3)", "bool"),
    "tuple-cmp-noise": Subtle("return (n, laplace(x, 1 / eps)) < (laplace(n, 1 / eps), 3)", "bool"),
    "tuple-cmp-partial": Subtle("return (n, 5 // n) < (x, 3)", "bool"),
    "tuple-cmp-chain": Subtle("return (n, x) < (2, 2) < (x, n)", "bool"),
    "list-cmp": Subtle("return ns < xs", "bool"),
    "list-eq": Subtle("return ns == xs", "bool"),
    "point": Subtle("p = Point(n, y=x > 1)\nreturn p", "Point"),
    "point-eq": Subtle("return Point(n) == Point(x)", "bool"),
    "point-lt": Subtle("return Point(n) < Point(x)", "bool"),
    "point-unpack": Subtle("a, b = Point(n)\nreturn a"),
    "point-index": Subtle("return Point(n)[0]"),
    "point-set": Subtle("p = Point(n)\np.x = 3\nreturn p.x"),
    "holder": Subtle("h = Holder([n], 2)\nreturn h", "Holder"),
    "holder-alias": Subtle("a = [n]\nh = Holder(a, 2)\na.append(4)\nreturn h.xs", "list[int]"),
    "holder-alias2": Subtle("h = Holder([n], 2)\na = h.xs\na.append(4)\nreturn h.xs", "list[int]"),
    "holder-alias3": Subtle("h = Holder([n], 2)\nh.xs.append(4)\nreturn h.xs", "list[int]"),
    "holder-alias4": Subtle("h = Holder([n], 2)\na, b = h\na.append(4)\nreturn h.xs", "list[int]"),
    "holder-alias5": Subtle("h = Holder([n], 2)\nfor v in h.xs:\n    h = Holder([1], 2)\nreturn h.xs", "list[int]"),
    "holder-alias6": Subtle("hs = [Holder([n], 2)]\nhs[0].xs.append(4)\nreturn hs[0].xs", "list[int]"),
    "holder-alias7": Subtle("h = Holder([n], 2)\ng = Holder(h.xs, 3)\nreturn g.xs", "list[int]"),
    "holder-alias8": Subtle("h = Holder([n], 2)\nhs = [h, h]\nreturn hs[0].xs", "list[int]"),
    "holder-set": Subtle("h = Holder([n], 2)\nh.xs[0] = 4\nreturn h.xs", "list[int]"),
    "holder-aug": Subtle("h = Holder([n], 2)\nh.xs += [4]\nreturn h.xs", "list[int]"),
    "box": Subtle("b = Box(n)\nreturn b.get() * b.n"),
    "box-noise": Subtle("b = Box(laplace(n, 1 / eps))\nreturn b.get() + b.n"),
    "box-method-noise": Subtle(
        "b = N(eps, n)\nreturn b.draw(x) + b.draw(x)",
        before=(
            "class N:\n    def __init__(self, eps: Epsilon, k: int):\n        self.eps = eps\n"
            "        self.k = k\n    def draw(self, v: int) -> int:\n"
            "        return laplace(v + self.k, 1 / self.eps)\n"
        ),
    ),
    "box-init-local": Subtle(
        "b = N(n)\nreturn b.k",
        before=(
            "class N:\n    def __init__(self, k: int):\n        k = k + 1\n        j = k * 2\n"
            "        self.k = j\n        k = 5\n        self.j = k\n"
        ),
    ),
    "box-init-reads-self": Subtle(
        "b = N(n)\nreturn b.j",
        before="class N:\n    def __init__(self, k: int):\n        self.k = k\n        self.j = self.k + 1\n",
    ),
    "box-init-set-twice": Subtle(
        "b = N(n)\nreturn b.k",
        before="class N:\n    def __init__(self, k: int):\n        self.k = k\n        self.k = self.k + 1\n",
    ),
    "box-init-if": Subtle(
        "b = N(n)\nreturn b.k",
        before=(
            "class N:\n    def __init__(self, k: int):\n        if k < 0:\n"
            "            raise ValueError('x')\n        self.k = k\n"
        ),
    ),
    "box-init-loop": Subtle(
        "b = N(n)\nreturn b.k",
        before=(
            "class N:\n    def __init__(self, k: int):\n        s = 0\n        for i in range(k):\n"
            "            s += i\n        self.k = s\n"
        ),
    ),
    "box-list": Subtle(
        "b = N(ns)\nreturn b.total()",
        before=(
            "class N:\n    def __init__(self, ks: list[int]):\n        self.ks = list(ks)\n"
            "    def total(self) -> int:\n        s = 0\n        for k in self.ks:\n            s += k\n"
            "        return s\n"
        ),
    ),
    "box-list-alias": Subtle(
        "a = [n]\nb = N(a)\na.append(4)\nreturn b.ks",
        "list[int]",
        before="class N:\n    def __init__(self, ks: list[int]):\n        self.ks = ks\n",
    ),
    "box-list-ret": Subtle(
        "b = N(ns)\nc = b.get()\nc.append(3)\nreturn b.ks",
        "list[int]",
        before=(
            "class N:\n    def __init__(self, ks: list[int]):\n        self.ks = list(ks)\n"
            "    def get(self) -> list[int]:\n        return self.ks\n"
        ),
    ),
    "box-list-ret2": Subtle(
        "b = N(ns)\nc = b.get(xs)\nd = list(c)\nreturn d",
        "list[int]",
        before=(
            "class N:\n    def __init__(self, ks: list[int]):\n        self.ks = list(ks)\n"
            "    def get(self, z: list[int]) -> list[int]:\n        return self.ks + z\n"
        ),
    ),
    "box-mutate": Subtle(
        "b = N(ns)\nb.ks.append(3)\nreturn b.ks",
        "list[int]",
        before="class N:\n    def __init__(self, ks: list[int]):\n        self.ks = list(ks)\n",
    ),
    "box-method-mutate": Subtle(
        "b = N(n)\nc = b.inc()\nreturn b.k + c",
        before=(
            "class N:\n    def __init__(self, k: int):\n        self.k = k\n    def inc(self) -> int:\n"
            "        self.k += 1\n        return self.k\n"
        ),
    ),
    "box-method-calls": Subtle(
        "b = N(n)\nreturn b.two()",
        before=(
            "class N:\n    def __init__(self, k: int):\n        self.k = k\n    def one(self) -> int:\n"
            "        return self.k + 1\n    def two(self) -> int:\n        return self.one() * 2\n"
        ),
    ),
    "box-default": Subtle(
        "return N().k + N(n).k", before="class N:\n    def __init__(self, k: int = 4):\n        self.k = k\n"
    ),
    "box-rebind": Subtle("b = Box(n)\nc = Box(x)\nb = c\nreturn b.get()"),
    "box-branch": Subtle("b = Box(n)\nif n > 1:\n    b = Box(x)\nreturn b.get()"),
    "box-param-change": Subtle("k = n\nb = Box(k)\nk = 50\nreturn b.n"),
    "box-global-name": Subtle(
        "return N(n).k", before="K = 5\nclass N:\n    def __init__(self, k: int):\n        self.k = k + K\n"
    ),
    "method-name-eq-fn": Subtle(
        "return N(n).f()",
        before=(
            "def f(a: int) -> int:\n    return a + 100\nclass N:\n    def __init__(self, k: int):\n"
            "        self.k = k\n    def f(self) -> int:\n        return f(self.k)\n"
        ),
    ),
    "row-method": Subtle(
        "return R(n, x).tot(2)",
        before=(
            "class R(NamedTuple):\n    a: int\n    b: int\n    def tot(self, k: int) -> int:\n"
            "        return self.a * k + self.b\n"
        ),
    ),
    "row-method2": Subtle(
        "r = R(n, x)\nreturn [r.tot(v) for v in ns]",
        "list[int]",
        before=(
            "class R(NamedTuple):\n    a: int\n    b: int\n    def tot(self, k: int) -> int:\n"
            "        a, b = self\n        return a * k + b\n"
        ),
    ),
    "enum-method": Subtle(
        "return E.A.v()", before="class E(Enum):\n    A = 1\n    def v(self) -> int:\n        return 3\n"
    ),
    "text-eq": Subtle("s = 'a' if n > 1 else 'b'\nreturn 1 if s == 'a' else 0"),
    "text-eq-ret": Subtle("s = 'a' if n > 1 else 'b'\nreturn s", "str"),
    "text-concat": Subtle("return 'a' + 'b'", "str"),
    "text-implicit": Subtle("return 'a' 'b'", "str"),
    "text-in": Subtle("s = 'a' if n > 1 else 'b'\nreturn 1 if s in ('a', 'c') else 0"),
    "text-in-str": Subtle("s = 'a' if n > 1 else 'b'\nreturn 1 if s in 'ac' else 0"),
    "text-lt": Subtle("return 1 if 'a' < 'b' else 0"),
    "text-list": Subtle("return ['a', 'b'][n]", "str"),
    "text-sorted": Subtle("return sorted(['b', 'a'])", "list[str]"),
    "text-max": Subtle("return max('a', 'b')", "str"),
    "text-chained": Subtle("s = 'a' if n > 1 else 'b'\nreturn 1 if 'a' == s == 'a' else 0"),
    "fstring": Subtle("return f'{n}'", "str"),
}
