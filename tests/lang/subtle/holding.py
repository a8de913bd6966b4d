"""Lists and dictionaries inside records and objects, and what is stored where."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lang.subtle import Subtle

CASES: Mapping[str, Subtle] = {
    "hold-list": Subtle("h = Holder([n], 2)\nreturn h.xs", "list[int]"),
    "hold-copy-then-change": Subtle("ys = [n]\nh = Holder(list(ys), 2)\nys.append(3)\nreturn h.xs", "list[int]"),
    "hold-list-fn": Subtle(
        "h = Holder([n], 2)\ng = f(h)\nreturn (g, h)",
        "tuple[list[int], Holder]",
        before="def f(h: Holder) -> list[int]:\n    out = list(h.xs)\n    out.append(h.n)\n    return out\n",
    ),
    "hold-loop": Subtle("h = Holder([n, x], 2)\ns = 0\nfor v in h.xs:\n    s = s * 10 + v\nreturn s"),
    "hold-rebind": Subtle("h = Holder([n], 2)\nh = Holder(h.xs + [1], h.n + 1)\nreturn h", "Holder"),
    "hold-in-loop": Subtle(
        "h = Holder([n], 2)\nfor i in range(2):\n    h = Holder(h.xs + [i], h.n + 1)\nreturn h", "Holder"
    ),
    "hold-list-of": Subtle("hs = [Holder([v], v) for v in ns]\nhs.append(Holder([1], 1))\nreturn hs", "list[Holder]"),
    "obj-list": Subtle(
        "b = N(ns)\nreturn b.total() + len(b.ks)",
        before=(
            "class N:\n    def __init__(self, ks: list[int]):\n        self.ks = list(ks)\n"
            "    def total(self) -> int:\n        s = 0\n        for k in self.ks:\n            s += k\n"
            "        return s\n"
        ),
    ),
    "obj-list-change-source": Subtle(
        "ys = list(ns)\nb = N(ys)\nys.append(50)\nreturn b.ks",
        "list[int]",
        before="class N:\n    def __init__(self, ks: list[int]):\n        self.ks = list(ks)\n",
    ),
    "obj-list-param": Subtle(
        "b = N(ns)\nreturn b.more(3)",
        "list[int]",
        before=(
            "class N:\n    def __init__(self, ks: list[int]):\n        self.ks = ks\n"
            "    def more(self, v: int) -> list[int]:\n        return self.ks + [v]\n"
        ),
    ),
    "obj-keeps-caller-list": Subtle(
        "ys = [1]\nb = N(ys)\nys.append(n)\nreturn b.ks",
        "list[int]",
        before="class N:\n    def __init__(self, ks: list[int]):\n        self.ks = ks\n",
    ),
    "obj-keeps-caller-list2": Subtle(
        "ys = [1]\nb = N(ys)\nys.append(n)\nreturn b.size()",
        before=(
            "class N:\n    def __init__(self, ks: list[int]):\n        self.ks = ks\n"
            "    def size(self) -> int:\n        return len(self.ks)\n"
        ),
    ),
    "obj-dict": Subtle(
        "b = N(n)\nreturn b.d[1] + b.at(3)",
        before=(
            "class N:\n    def __init__(self, k: int):\n        self.d = {1: k, 3: k * 2}\n"
            "    def at(self, k: int) -> int:\n        return self.d[k]\n"
        ),
    ),
    "obj-twice": Subtle(
        "b = N(n)\nc = N(x)\nreturn b.k * 100 + c.k + b.get(1) - c.get(2)",
        before=(
            "class N:\n    def __init__(self, k: int):\n        self.k = k\n"
            "    def get(self, j: int) -> int:\n        k = self.k + j\n        return k\n"
        ),
    ),
    "obj-init-order": Subtle(
        "b = N(laplace(x, 1 / eps), k=laplace(n, 2 / eps))\nreturn b.k * 100 + b.j",
        before="class N:\n    def __init__(self, j: int, k: int):\n        self.k = k\n        self.j = j\n",
    ),
    "obj-init-noise": Subtle(
        "b = N(x, eps)\nreturn b.a - b.b",
        before=(
            "class N:\n    def __init__(self, j: int, e: Epsilon):\n        self.a = laplace(j, 1 / e)\n"
            "        self.b = laplace(j, 2 / e)\n"
        ),
    ),
    "obj-self-reads": Subtle(
        "b = N(n)\nreturn b.j",
        before=(
            "class N:\n    def __init__(self, k: int):\n        self.k = k\n        self.j = self.k + 1\n"
            "        self.k = self.j * 2\n"
        ),
    ),
    "obj-self-reads2": Subtle(
        "b = N(n)\nreturn b.k",
        before=(
            "class N:\n    def __init__(self, k: int):\n        self.k = k\n        self.j = self.k + 1\n"
            "        self.k = self.j * 2\n"
        ),
    ),
    "obj-self-aug": Subtle(
        "b = N(n)\nreturn b.k",
        before="class N:\n    def __init__(self, k: int):\n        self.k = k\n        self.k += 1\n",
    ),
    "obj-self-cond": Subtle(
        "b = N(n)\nreturn b.k",
        before=(
            "class N:\n    def __init__(self, k: int):\n        if k > 1:\n            self.k = k\n"
            "        else:\n            self.k = 0\n"
        ),
    ),
    "obj-self-method-in-init": Subtle(
        "b = N(n)\nreturn b.j",
        before=(
            "class N:\n    def __init__(self, k: int):\n        self.k = k\n        self.j = self.get()\n"
            "    def get(self) -> int:\n        return self.k + 5\n"
        ),
    ),
    "obj-method-name-fn": Subtle(
        "return N(n).f()",
        before=(
            "def f(a: int) -> int:\n    return a + 100\nclass N:\n    def __init__(self, k: int):\n"
            "        self.k = k\n    def f(self) -> int:\n        return f(self.k)\n"
        ),
    ),
    "dict-count-get": Subtle("d = {}\nfor v in ns:\n    d[v] = d.get(v, 0) + 1\nreturn d", "dict[int, int]"),
    "dict-count-in": Subtle(
        ("d = {}\nfor v in ns:\n    if v in d:\n        d[v] += 1\n    else:\n        d[v] = 1\nreturn d"),
        "dict[int, int]",
    ),
    "dict-zip": Subtle("d = dict(zip(ns, xs))\nreturn d", "dict[int, int]"),
    "dict-zip-order": Subtle(
        "d = dict(zip([laplace(x, 1 / eps), 1], [laplace(n, 2 / eps), 2]))\nreturn d", "dict[int, int]"
    ),
    "dict-helper-param": Subtle(
        "d = {1: n, 2: x}\nreturn f(d)",
        before=(
            "def f(d: dict[int, int]) -> int:\n    s = 0\n    for k, v in d.items():\n"
            "        s = s * 10 + k * v\n    return s\n"
        ),
    ),
    "dict-two-returns": Subtle("d = {1: n}\ne = {2: x}\nif n > 1:\n    return d\nreturn e", "dict[int, int]"),
    "dict-copy-tuple": Subtle(
        "d = {1: n, 2: x}\ne = dict(d)\ne[1] = 50\nreturn (d, e)", "tuple[dict[int, int], dict[int, int]]"
    ),
    "dict-lists-append": Subtle(
        "d = {k: [] for k in KEYS}\nfor v in ns:\n    if v in d:\n        d[v].append(v)\nreturn d",
        "dict[int, list[int]]",
        before="KEYS = (3, 1, 2)\n",
    ),
    "dict-lists-shared-default": Subtle(
        "d = {}\nfor v in ns:\n    d[v] = d.get(v, []) + [v]\nreturn d", "dict[int, list[int]]"
    ),
    "dict-lists-nested-comp": Subtle(
        "d = {k: [v for v in ns if v > k] for k in KEYS}\nreturn d", "dict[int, list[int]]", before="KEYS = (3, 1, 2)\n"
    ),
    "sorted-get": Subtle(
        "d = {k: k * n for k in KEYS}\nreturn sorted(d, key=d.get, reverse=True)",
        "list[int]",
        before="KEYS = (3, 1, 2)\n",
    ),
    "none-chain-2": Subtle(
        "y = z = None\nif n > 0:\n    y = n\nif x > 0:\n    z = x\nreturn (y, z)", "tuple[int | None, int | None]"
    ),
    "none-min-default-2": Subtle("return min(ns, default=None)", "int | None"),
    "none-in-2": Subtle("y = None\nif n > 1:\n    y = 3\nreturn 1 if y in [3, 4] else 0"),
    "none-list-2": Subtle("ys = [None, 3] if n > 1 else [4]\nreturn ys", "list[int | None]"),
    "none-is-enum": Subtle("y = None\nif n > 1:\n    y = Color.RED\nreturn 1 if y is Color.RED else 0"),
    "int-then-none": Subtle("y = 0\nif n > 1:\n    y = None\nreturn y", "int | None"),
    "int-then-none-loop": Subtle(
        "y = 0\ns = 0\nfor v in ns:\n    if y is None:\n        s += 100\n    else:\n        s += y\n"
        "    y = None if v > 2 else v\nreturn s"
    ),
    "empty-tuple-sum": Subtle("return sum(())"),
    "enumerate-set": Subtle("ys = list(ns)\nfor i, v in enumerate(ys):\n    ys[i] = v + 1\nreturn ys", "list[int]"),
    "enumerate-set-ahead": Subtle(
        "ys = list(ns)\ns = 0\nfor i, v in enumerate(ys):\n    s = s * 10 + v\n"
        "    if i + 1 < len(ys):\n        ys[i + 1] = v + 1\nreturn s"
    ),
    "for-set-ahead": Subtle("ys = [1, 2, 3]\ns = 0\nfor v in ys:\n    s = s * 10 + v\n    ys[2] = 9\nreturn s"),
    "unpack-swap": Subtle("ys = [1, 2]\nys[0], ys[1] = ys[1], ys[0]\nreturn ys", "list[int]"),
    "unpack-sorted-2": Subtle("a, b = sorted((x, n))\nreturn a * 10 + b"),
    "unpack-list-2": Subtle("a, b = ns\nreturn a * 10 + b"),
    "extend-gen": Subtle("ys = [7]\nys.extend(laplace(v, 1 / eps) for v in ns)\nreturn ys", "list[int]"),
    "extend-gen-reads-self": Subtle("ys = [7]\nys.extend(len(ys) for v in ns)\nreturn ys", "list[int]"),
    "method-mechanism-like": Subtle(
        "m = M(eps, 2)\nreturn m.release(x) + m.release(n)",
        before=(
            "class M:\n    def __init__(self, eps: Epsilon, k: int):\n        self.scale = k / eps\n"
            "    def release(self, v: int) -> int:\n        return laplace(v, self.scale)\n"
        ),
    ),
}
