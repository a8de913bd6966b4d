"""What is evaluated though nobody looks at it, constants of the file, objects and equality."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lang.subtle import Subtle

CASES: Mapping[str, Subtle] = {
    "eq-none-partial": Subtle("return 1 if xs[9] == None else 0"),
    "zip-index-unused": Subtle("s = 0\nfor i, v in zip(ns[:0], [5 // n]):\n    s += 1\nreturn s"),
    "zip-row-unused": Subtle("rows = [[1]]\ns = 0\nfor i, v in zip(ns[:0], rows[n]):\n    s += 1\nreturn s"),
    "reversed-enumerate-start": Subtle("return [i for i, v in enumerate(reversed(ns[:0]), 5 // n)]", "list[int]"),
    "for-underscore-partial": Subtle("for _ in [5 // n]:\n    pass\nreturn 1"),
    "underscore-partial": Subtle("_ = 5 // n\nreturn 1"),
    "len-dict-partial": Subtle("return len({1: 5 // n})"),
    "len-row-partial": Subtle("return len(Row(5 // n, 1))"),
    "ctor-unused": Subtle(
        "return N(5 // n).k", before="class N:\n    def __init__(self, a: int):\n        self.k = 3\n"
    ),
    "method-unused": Subtle(
        "return N(2).get(5 // n)",
        before=(
            "class N:\n    def __init__(self, a: int):\n        self.k = 3\n"
            "    def get(self, b: int) -> int:\n        return self.k\n"
        ),
    ),
    "nested-unused": Subtle("def f(a: int) -> int:\n    return 1\n\nreturn f(5 // n)"),
    "lambda-unused": Subtle("return max([1], key=lambda v: 0 if n > 0 else 5 // n)"),
    "ctor-attr-unused": Subtle(
        "b = N(n)\nreturn b.k",
        before="class N:\n    def __init__(self, a: int):\n        self.k = 3\n        self.j = 5 // a\n",
    ),
    "in-gen-noise": Subtle("return 1 if 3 in (laplace(v, 1 / eps) for v in ns) else 0"),
    "in-reversed": Subtle("return 1 if n in reversed(ns) else 0"),
    "in-enumerate": Subtle("return 1 if (1, 5) in enumerate(ns) else 0"),
    "in-zip": Subtle("return 1 if (5, 3) in zip(ns, xs) else 0"),
    "in-slice": Subtle("return 1 if n in ns[1:] else 0"),
    "in-sorted": Subtle("return 1 if n in sorted(ns) else 0"),
    "in-comp": Subtle("return 1 if 3 in [laplace(v, 1 / eps) for v in ns] else 0"),
    "in-str-tuple": Subtle("return 1 if 'a' in ('a', 'b') else 0"),
    "not-in-gen": Subtle("return 1 if 3 not in (laplace(v, 1 / eps) for v in ns) else 0"),
    "range-index": Subtle("return range(n)[0]"),
    "len-range": Subtle("return len(range(n)) + len(range(0, n, 2)) * 10"),
    "tuple-gen": Subtle("return tuple(v for v in ns)", "tuple[int, int]"),
    "const-list": Subtle("s = 0\nfor k in LIST:\n    s += k\nreturn s", before="LIST = [1, 2]\n"),
    "const-list-ret": Subtle("return LIST", "list[int]", before="LIST = [1, 2]\n"),
    "const-list-ret2": Subtle("return list(LIST)", "list[int]", before="LIST = [1, 2]\n"),
    "const-list-append": Subtle("return sum(LIST)", before="LIST = [1, 2]\nLIST.append(5)\n"),
    "const-list-set": Subtle("return sum(LIST)", before="LIST = [1, 2]\nLIST[0] = 5\n"),
    "const-list-alias": Subtle("return sum(LIST)", before="LIST = [1, 2]\nOTHER = LIST\nOTHER.append(5)\n"),
    "const-list-aug": Subtle("return sum(LIST)", before="LIST = [1, 2]\nLIST += [5]\n"),
    "const-list-fn": Subtle(
        "return sum(LIST)", before="LIST = [1, 2]\ndef setup() -> None:\n    LIST.append(5)\nsetup()\n"
    ),
    "const-list-for": Subtle("return sum(LIST)", before="LIST = [1, 2]\nfor LIST in ([1], [2]):\n    pass\n"),
    "const-list-pop": Subtle("return sum(LIST)", before="LIST = [1, 2]\nx0 = LIST.pop()\n"),
    "const-list-passed": Subtle(
        "return sum(LIST)", before="LIST = [1, 2]\ndef add(xs):\n    xs.append(3)\nadd(LIST)\n"
    ),
    "const-list-mutated-in": Subtle("LIST.append(3)\nreturn sum(LIST)", before="LIST = [1, 2]\n"),
    "const-list-set-in": Subtle("LIST[0] = 3\nreturn sum(LIST)", before="LIST = [1, 2]\n"),
    "const-list-stored": Subtle("ys = LIST\nys.append(n)\nreturn ys", "list[int]", before="LIST = [1, 2]\n"),
    "const-list-stored2": Subtle("ys = LIST + [1]\nys.append(n)\nreturn ys", "list[int]", before="LIST = [1, 2]\n"),
    "const-rows": Subtle(
        "rows = list(ROWS)\nrows[0].append(3)\nreturn rows", "list[list[int]]", before="ROWS = [[1], [2]]\n"
    ),
    "const-rows2": Subtle("row = ROWS[0]\nrow.append(3)\nreturn row", "list[int]", before="ROWS = [[1], [2]]\n"),
    "const-tuple-rows": Subtle("row = ROWS[0]\nreturn row", "tuple[int, int]", before="ROWS = ((1, 2), (3, 4))\n"),
    "const-expr": Subtle("return A + B", before="A = 1 + 2\nB = -A\n"),
    "const-shadow": Subtle("A = n\nreturn A", before="A = 1\n"),
    "const-shadow-comp": Subtle("return [A for A in ns] + [A]", "list[int]", before="A = 1\n"),
    "const-text": Subtle("return 1 if A == 'ab' else 0", before="A = 'a' 'b'\n"),
    "const-dict": Subtle("return D[n]", before="D = {1: 2, 2: 3}\n"),
    "const-dict-set": Subtle("return D[1]", before="D = {1: 2, 2: 3}\nD[1] = 5\n"),
    "const-dict-in": Subtle("return 1 if n in D else 0", before="D = {1: 2, 2: 3}\n"),
    "const-dict-changed-in": Subtle("D[1] = 5\nreturn D[1]", before="D = {1: 2, 2: 3}\n"),
    "const-enum-tuple": Subtle("return [c.value for c in CS]", "list[int]", before="CS = (Color.RED, Color.BLUE)\n"),
    "const-enum-alias": Subtle("return C.value", before="C = Color.RED\n"),
    "const-row": Subtle("return R.a", before="R = Row(1, 2)\n"),
    "enum-name-member": Subtle("return E.other.name", "str", before="class E(Enum):\n    name = 1\n    other = 2\n"),
    "enum-value-member": Subtle("return E.other.value", before="class E(Enum):\n    value = 1\n    other = 2\n"),
    "enum-keys-partial": Subtle("d = {Color.RED: 1}\nc = Color.BLUE if n > 1 else Color.RED\nreturn d[c]"),
    "enum-mixed-values": Subtle("return E.a.value", before="class E(Enum):\n    a = 1\n    b = 'x'\n"),
    "dyn-copy-iter": Subtle(
        "d = {}\nfor v in ns:\n    d[v] = v\nfor k in list(d):\n    d[k + 1] = 0\nreturn d", "dict[int, int]"
    ),
    "dyn-copy-items": Subtle(
        "d = {}\nfor v in ns:\n    d[v] = v + 1\nfor k, v in list(d.items()):\n    d[v] = k\nreturn d", "dict[int, int]"
    ),
    "dyn-sorted": Subtle(
        "d = {}\nfor v in ns:\n    d[v] = v + 1\nfor k in sorted(d):\n    d[k] = k\nreturn d", "dict[int, int]"
    ),
    "dyn-reversed": Subtle("d = {v: v for v in ns}\nreturn [k for k in reversed(d)]", "list[int]"),
    "dyn-noise-keys": Subtle(
        "d = {}\nd[laplace(x, 1 / eps)] = laplace(n, 2 / eps)\nd[0] = 1\nreturn d", "dict[int, int]"
    ),
    "dyn-aug-noise": Subtle(
        "d = {0: 1, 1: 2}\nd[laplace(0, 1 / eps) % 2] += laplace(n, 2 / eps)\nreturn d", "dict[int, int]"
    ),
    "dyn-count": Subtle("d = {}\nfor v in ns:\n    d[v] = d.get(v, 0) + 1\nreturn max(d, key=d.get)"),
    "dyn-while": Subtle(
        "d = {}\ni = 0\nwhile i < 3 and i not in d:\n    d[i + 1] = i\n    i += 1\nreturn d", "dict[int, int]"
    ),
    "zip-keys": Subtle(
        "d = {k: 0 for k in KEYS}\nfor k, v in zip(KEYS, ns):\n    d[k] = v\nreturn d",
        "dict[int, int]",
        before="KEYS = (3, 1, 2)\n",
    ),
    "helper-none-default": Subtle(
        "return f(n) + f(n, 2)",
        before=("def f(a: int, b: int | None = None) -> int:\n    if b is None:\n        return a\n    return a * b\n"),
    ),
    "helper-none-default2": Subtle(
        "return f(n) + f(n, 2)", before="def f(a, b=None):\n    if b is None:\n        return a\n    return a * b\n"
    ),
    "row-none-default": Subtle(
        "return R(n).b", "int | None", before="class R(NamedTuple):\n    a: int\n    b: int | None = None\n"
    ),
    "row-none-default2": Subtle(
        "r = R(n, x)\nif r.b is None:\n    return 0\nreturn r.b",
        before="class R(NamedTuple):\n    a: int\n    b: int | None = None\n",
    ),
    "option-tuple-eq": Subtle("y = None\nif n > 1:\n    y = n\nreturn (y, 1) == (None, 1)", "bool"),
    "option-list-eq": Subtle("ys: list[int | None] = [None, n]\nreturn ys", "list[int | None]"),
    "option-loop": Subtle(
        "ys: list[int | None] = [None, n]\ns = 0\nfor y in ys:\n    if y is not None:\n        s += y\nreturn s"
    ),
    "option-sorted-key": Subtle("d = {1: 5, 3: 2}\nreturn sorted([1, 3], key=d.get)", "list[int]"),
    "option-sorted-key-missing": Subtle("d = {1: 5, 3: 2}\nreturn sorted([1, 3, n], key=d.get)", "list[int]"),
    "option-max-key-missing-single": Subtle("d = {1: 5, 3: 2}\nreturn max([n], key=d.get)"),
    "option-min-two": Subtle("d = {1: 5, 3: 2}\ny = d.get(n)\nreturn min(y, 3)"),
    "init-this": Subtle(
        "return N(n).get()",
        before=(
            "class N:\n    def __init__(this, a: int):\n        this.k = a\n    def get(me) -> int:\n"
            "        k = me.k + 1\n        return k\n"
        ),
    ),
    "init-shadow": Subtle(
        "return N(n).get(3)",
        before=(
            "K = 100\nclass N:\n    def __init__(self, K: int):\n        self.K = K\n"
            "    def get(self, n: int) -> int:\n        return self.K + K + n\n"
        ),
    ),
    "class-attr": Subtle("return N.K", before="class N:\n    K = 5\n"),
    "class-method-of-class": Subtle(
        "return N.get(N(n))",
        before=(
            "class N:\n    def __init__(self, a: int):\n        self.k = a\n    def get(self) -> int:\n"
            "        return self.k\n"
        ),
    ),
    "object-in-list": Subtle("bs = [Box(n), Box(x)]\nreturn bs[0].get() + bs[1].n"),
    "object-cond": Subtle("b = Box(n) if n > 1 else Box(x)\nreturn b.get()"),
    "object-dict": Subtle("d = {1: Box(n)}\nreturn d[1].get()"),
    "object-index": Subtle("b = Box(n)\nreturn [Box(n), b].index(b)"),
    "object-eq-none": Subtle("b = None\nif n > 1:\n    b = Box(n)\nreturn 1 if b is None else b.get()"),
    "object-is": Subtle("b = Box(n)\nc = b\nreturn 1 if b is c else 0"),
    "row-is": Subtle("b = Row(n)\nc = b\nreturn 1 if b is c else 0"),
    "int-is": Subtle("return 1 if n is n else 0"),
    "object-tuple-eq": Subtle("b = Box(n)\nreturn 1 if (b, 1) == (Box(n), 1) else 0"),
    "object-list-eq": Subtle("return 1 if [Box(n)] == [Box(n)] else 0"),
    "object-option-eq": Subtle("b = None\nif n > 1:\n    b = Box(n)\nreturn 1 if b == Box(n) else 0"),
    "object-dataclass-eq": Subtle(
        "return 1 if H(Box(n)) == H(Box(n)) else 0",
        before=(
            "class B2:\n    def __init__(self, a: int):\n        self.a = a\n\n@dataclass(frozen=True)\n"
            "class H:\n    b: B2\n"
        ),
    ),
    "object-key": Subtle("d = {}\nd[Box(n)] = 1\nd[Box(n)] = 2\nreturn len(d)"),
    "point-key": Subtle("d = {}\nd[Point(n)] = 1\nd[Point(n)] = 2\nreturn len(d)"),
    "row-key-tuple": Subtle("d = {}\nd[Row(n, 1)] = 1\nreturn 1 if Row(2, 1) in d else 0"),
    "sorted-object": Subtle("return sorted([Box(n), Box(x)], key=lambda b: b.n)[0].n"),
    "loop-else": Subtle("for v in ns:\n    pass\nelse:\n    return 3\nreturn 1"),
    "loop-var-change": Subtle("s = 0\nfor i in range(3):\n    i += 5\n    s += i\nreturn s"),
    "enum-loop-var-change": Subtle("s = 0\nfor i, v in enumerate(ns):\n    i += v\n    s += i\nreturn s"),
    "while-break-gen": Subtle(
        "s = 0\nwhile True:\n    for v in (laplace(u, 1 / eps) for u in ns):\n        s += 1\n"
        "        if v > 2:\n            break\n    s += 100\n    if s > 150 or len(ns) == 0:\n"
        "        break\nreturn s"
    ),
    "sum-partial": Subtle("return sum(ns[i] for i in range(3))"),
    "bool-arith": Subtle("return (n > 1) + (x > 1)"),
    "bool-mult": Subtle("return (n > 1) * 5"),
    "bool-index": Subtle("return (10, 20)[n > 1]"),
    "bool-cmp": Subtle("return 1 if (n > 1) < (x > 1) else 0"),
    "bool-eq-int": Subtle("return 1 if (n > 1) == 1 else 0"),
    "bool-minmax": Subtle("return min([n > 1, x > 1])", "bool"),
    "bool-sum-mixed": Subtle("return sum([n > 1, x > 1], n)"),
    "int-of-int": Subtle("return int(n)"),
    "float-lit": Subtle("return 1 if n < 1.5 else 0"),
    "float-eq": Subtle("return 1 if n == 2.0 else 0"),
    "ifexp-types": Subtle("return n if n > 1 else True"),
    "neg-zero": Subtle("return -n % 3 + (-n) // 2"),
    "big-chain": Subtle("return 1 if 0 < n <= 3 > x != 2 else 0"),
}
