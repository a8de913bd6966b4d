"""What people write in short: the first that fits, constants of the file that are lists, lambdas with names."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lang.subtle import Subtle

_FILE = "STEPS = [3, 1, 2]\nPRICES = {'a': 4, 'b': -1}\nWARM = [Color.RED, Color.GREEN]\n"
_OBJECT = """
class Scaled:
    def __init__(self, by: int) -> None:
        self.by = by

    def __call__(self, value: int, more: int = 1) -> int:
        return self.by * value + more
"""
_RECORD = """
class Painted(NamedTuple):
    n: int
    color: Color = Color.BLUE
    other: int | None = None
"""

CASES: Mapping[str, Subtle] = {
    "next-first": Subtle("return next((v for v in ns if v > n), -1)"),
    "next-none": Subtle("return next((v for v in ns if v > n), None)", "int | None"),
    "next-raises": Subtle("return next(v for v in ns if v > n)"),
    "next-draws-no-more": Subtle("return next((i for i, v in enumerate(xs) if laplace(v, 1 / eps) > n), len(xs))"),
    "next-draws-items": Subtle("return next((laplace(v, 1 / eps) for v in xs if v > n), 0)"),
    "next-default-raises": Subtle("return next((v for v in ns), 5 // n)"),
    "next-default-draws": Subtle("return next((v for v in xs), laplace(n, 1 / eps))"),
    "next-two-loops": Subtle("return next((a * b for a in ns for b in xs if a < b), 0)"),
    "next-two-loops-draw": Subtle("return next((a for a in ns for b in xs if laplace(a + b, 1 / eps) > 2), 0)"),
    "next-text": Subtle("return next(('up' for v in ns if v > n), 'none')", "str"),
    "next-record": Subtle("return next((Row(v) for v in ns if v > n), Row(0, 0))", "Row"),
    "next-list": Subtle("return len(next(([v] for v in ns if v > n), [1, 2]))"),
    "next-of-a-list": Subtle("return next(ns)"),
    "max-default-none": Subtle("return max(ns, default=None)", "int | None"),
    "file-list-loop": Subtle("total = 0\nfor s in STEPS:\n    total += s * n\nreturn total", before=_FILE),
    "file-list-at": Subtle("return STEPS[n]", before=_FILE),
    "file-list-zip": Subtle("return sum(s * v for s, v in zip(STEPS, ns))", before=_FILE),
    "file-list-in": Subtle("return n in STEPS", "bool", before=_FILE),
    "file-list-sorted": Subtle("return sorted(STEPS)", "list[int]", before=_FILE),
    "file-list-of-members": Subtle("return [c.value for c in WARM]", "list[int]", before=_FILE),
    "file-list-keys": Subtle("d = {k: 0 for k in STEPS}\nd[3] += n\nreturn d", "dict[int, int]", before=_FILE),
    "file-list-changed": Subtle("STEPS.append(n)\nreturn len(STEPS)", before=_FILE),
    "file-list-returned": Subtle("return STEPS", "list[int]", before=_FILE),
    "file-list-hidden": Subtle("STEPS = [n]\nSTEPS.append(1)\nreturn STEPS", "list[int]", before=_FILE),
    "file-list-changed-elsewhere": Subtle("return sum(STEPS)", before=_FILE + "STEPS.append(100)\n"),
    "file-list-changed-by-a-function": Subtle(
        "more()\nreturn sum(STEPS)", before=_FILE + "def more():\n    STEPS[0] = 50\n    return 0\n"
    ),
    "file-list-given-away": Subtle("return sum(STEPS)", before=_FILE + "OTHER = STEPS\nOTHER.append(9)\n"),
    "file-list-through-a-builtin": Subtle(
        "return sum(STEPS)", before=_FILE + "def sorted(x):\n    x.append(7)\n    return x\nsorted(STEPS)\n"
    ),
    "file-list-through-max": Subtle("return sum(STEPS)", before=_FILE + "max(STEPS, [0]).append(9)\n"),
    "file-list-by-a-loop": Subtle("return sum(STEPS)", before=_FILE + "for STEPS[0] in (7, 8):\n    pass\n"),
    "file-dictionary-at": Subtle("return PRICES['b'] + n", before=_FILE),
    "file-dictionary-missing": Subtle("return PRICES['c'] + n", before=_FILE),
    "file-dictionary-get": Subtle("return PRICES.get('c', n)", before=_FILE),
    "file-dictionary-items": Subtle("return [v * n for k, v in PRICES.items()]", "list[int]", before=_FILE),
    "file-dictionary-keys": Subtle(
        "d = {k: laplace(v, 1 / eps) for k, v in PRICES.items()}\nreturn d", "dict[str, int]", before=_FILE
    ),
    "file-dictionary-in": Subtle("return 'a' in PRICES", "bool", before=_FILE),
    "file-dictionary-in-a-helper": Subtle(
        "return price('a') + price('b')", before=_FILE + "def price(k):\n    return PRICES[k]\n"
    ),
    "file-dictionary-in-a-function-inside": Subtle(
        "def price(k):\n    return PRICES[k]\nreturn price('a') + n", before=_FILE
    ),
    "file-dictionary-changed": Subtle("PRICES['a'] = n\nreturn PRICES['a']", before=_FILE),
    "file-dictionary-changed-elsewhere": Subtle("return PRICES['a']", before=_FILE + "PRICES['a'] = 70\n"),
    "file-dictionary-hidden": Subtle("PRICES = {1: n}\nreturn PRICES[1]", before=_FILE),
    "from-keys": Subtle("d = dict.fromkeys(STEPS, n)\nd[1] += 5\nreturn d", "dict[int, int]", before=_FILE),
    "from-keys-of-a-list": Subtle("d = dict.fromkeys(ns, x)\nd[7] = 1\nreturn d", "dict[int, int]"),
    "from-keys-draws-once": Subtle("return dict.fromkeys(ns, laplace(x, 1 / eps))", "dict[int, int]"),
    "from-keys-one-list": Subtle("d = dict.fromkeys(ns, [])\nreturn len(d)"),
    "lambda-with-a-name": Subtle("f = lambda a, b=2: a * b + n\nreturn f(x) + f(x, 3)"),
    "lambda-that-draws": Subtle("noisy = lambda a: laplace(a, 1 / eps)\nreturn [noisy(v) for v in xs]", "list[int]"),
    "lambda-reads-later": Subtle("m = 1\nf = lambda a: a + m\nm = 10\nreturn f(n)"),
    "lambda-of-the-file": Subtle("return twice(n) + twice(x)", before="twice = lambda a: a + a\n"),
    "lambda-hides": Subtle("x_ = 5\nf = lambda x_: x_ + 1\nreturn f(n) + x_"),
    "lambda-twice": Subtle("f = lambda a: a + 1\nf = lambda a: a + 2\nreturn f(n)"),
    "object-called": Subtle("s = Scaled(n)\nreturn s(x) + s(2, more=5)", before=_OBJECT),
    "object-called-on-the-way": Subtle("return Scaled(n)(x)", before=_OBJECT),
    "default-is-a-member": Subtle("p = Painted(n)\nreturn p.color.value + p.n", before=_RECORD),
    "default-is-hidden": Subtle("Color = 3\np = Painted(n)\nreturn p.n + Color", before=_RECORD),
    "default-is-none": Subtle("p = Painted(n, Color.RED)\nreturn p.other is None", "bool", before=_RECORD),
    "nones-then-numbers": Subtle(
        "out = [None] * len(ns)\nfor i, v in enumerate(ns):\n    if v > n:\n        out[i] = v\nreturn out",
        "list[int | None]",
    ),
    "nones-then-draws": Subtle(
        "out = [None] * len(xs)\nfor i in range(len(xs)):\n    out[i] = laplace(xs[i], 1 / eps)\nreturn out",
        "list[int | None]",
    ),
    "position-by-method": Subtle("return max(range(len(xs)), key=xs.__getitem__, default=-1)"),
    "key-by-method": Subtle("d = {v: i for i, v in enumerate(ns)}\nreturn max(d, key=d.__getitem__, default=-1)"),
    "none-as-a-key": Subtle("d = {1: 5, 2: 6}\nk = None\nif n > 0:\n    k = n\nreturn d[k]"),
    "none-is-no-key": Subtle("d = {1: 5, 2: 6}\nk = None\nif n > 0:\n    k = n\nreturn d.get(k, 3)"),
    "keys-met": Subtle("d = {}\nfor v in ns:\n    d[v] = v * n\nreturn [d[k] + 1 for k in d]", "list[int]"),
    "keys-met-after": Subtle(
        "d = {v: i for i, v in enumerate(ns)}\nk = 0\nfor k in d:\n    if d[k] > n:\n        break\nreturn d.get(k, 9)"
    ),
    "keys-met-and-set": Subtle(
        "d = {v: i for i, v in enumerate(ns)}\nt = 0\nfor k in d:\n    k = k + 1\n    t += d.get(k, 50)\nreturn t"
    ),
    "keys-met-of-another": Subtle(
        "d = {v: i for i, v in enumerate(ns)}\ne = {v: 2 * i for i, v in enumerate(xs)}\n"
        "return sum(d.get(k, 7) for k in e)"
    ),
    "keys-met-in-turn": Subtle(
        "d = {v: i for i, v in enumerate(ns)}\nreturn sum(d[j] * d[k] for j in d for k in d if j < k)"
    ),
    "keys-counted": Subtle(
        "d = {i: laplace(v, 1 / eps) for i, v in enumerate(xs)}\nreturn max(d, key=d.get, default=-1)"
    ),
    "keys-counted-from": Subtle(
        "d = {i: laplace(i, 1 / eps) for i in range(n, n + 3)}\nreturn [k * d[k] for k in d]", "list[int]"
    ),
    "keys-counted-down": Subtle("d = {i: i * i for i in range(n, 0, -1)}\nreturn [k - d[k] for k in d]", "list[int]"),
    "keys-counted-then-set": Subtle("d = {i: v for i, v in enumerate(ns)}\nd[n] = 70\nreturn d", "dict[int, int]"),
    "keys-that-come-again": Subtle("d = {i // 2: v for i, v in enumerate(ns)}\nreturn d", "dict[int, int]"),
    "keys-set-by-two": Subtle("d = {i: v for i, i in enumerate(ns) for v in ns}\nreturn d", "dict[int, int]"),
    "ranking-first": Subtle("r = sorted(xs)\nreturn r[0]"),
    "ranking-last": Subtle("r = sorted(laplace(v, 1 / eps) for v in xs)\nreturn r[-1] if r else n"),
    "ranking-down": Subtle("r = sorted(xs, reverse=True)\nreturn (r[0], r[-1], len(r))", "tuple[int, int, int]"),
    "ranking-key": Subtle("r = sorted([(v % 3, v) for v in ns], key=lambda p: p[0])\nreturn r[0][1]"),
    "ranking-key-down": Subtle("r = sorted(ns, key=lambda v: v % 3, reverse=True)\nreturn r[0]"),
    "ranking-key-last": Subtle("r = sorted(ns, key=lambda v: v % 3)\nreturn r[-1]"),
    "ranking-key-draws": Subtle("r = sorted(xs, key=lambda v: laplace(v, 1 / eps))\nreturn r[0] if r else n"),
    "ranking-raises": Subtle("r = sorted(5 // v for v in xs)\nreturn len(r) + (r[0] if n > 100 else 0)"),
    "ranking-key-raises": Subtle("r = sorted(ns, key=lambda v: 5 // v)\nreturn len(r) + (r[0] if n > 100 else 0)"),
    "ranking-key-changes": Subtle("m = 1\nr = sorted(ns, key=lambda v: v * m)\nm = -1\nreturn r[0] if r else m"),
    "ranking-in-a-loop": Subtle(
        "t = 0\nfor v in xs:\n    r = sorted([v, n, 2])\n    t = t * 10 + r[0] - r[-1]\nreturn t"
    ),
    "ranking-used-otherwise": Subtle("r = sorted(ns)\nr.append(n)\nreturn r[0] if r else 0"),
    "ranking-set-twice": Subtle("r = sorted(ns)\nif n > 0:\n    r = [n]\nreturn r[0] if r else 0"),
    "ranking-inside": Subtle("r = sorted(ns)\ndef f():\n    return r[0]\nreturn f() if r else 0"),
    "ranking-of-nones": Subtle(
        "r = sorted([v if v > 0 else None for v in ns])\nreturn len(r) + (1 if n > 2 and r[0] is None else 0)"
    ),
    "ranking-of-pairs-with-none": Subtle("ps = [(v % 2, v if v > 1 else None) for v in ns]\nreturn sorted(ps)[0][0]"),
    "ranking-of-records": Subtle("r = sorted((Row(v, n) for v in ns), key=lambda row: row.a)\nreturn r[0].a"),
    "positions-told": Subtle(
        "squares = [i * i for i in range(n)]\nnoisy = [laplace(v, 1 / eps) for v in xs]\n"
        "return sum(a * b for a, b in zip(squares, noisy))"
    ),
    "positions-told-then-changed": Subtle(
        "m = n\nlevels = [i + m for i in range(4)]\nm = 100\ntotal = 0\nfor level in levels:\n    total += level + m\n"
        "return total"
    ),
    "positions-told-and-longer": Subtle(
        "levels = [i for i in range(3)]\nlevels.append(n)\nreturn sum(v * 2 for v in levels)"
    ),
}
