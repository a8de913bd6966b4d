"""Comprehensions, generators, what consumes them, and loops over anything."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lang.subtle import Subtle

CASES: Mapping[str, Subtle] = {
    "max-default-partial2": Subtle("return max(ns, default=5 // n)"),
    "sort-key-reads-list": Subtle("xs2 = list(xs)\nxs2.sort(key=lambda v: len(xs2) * v)\nreturn xs2", "list[int]"),
    "sort-key-reads-list2": Subtle("xs2 = list(xs)\nxs2.sort(key=lambda v: xs2[0])\nreturn xs2", "list[int]"),
    "in-range-float-order": Subtle("return 1 if laplace(x, 1 / eps) in range(laplace(n,1 / eps), 5) else 0"),
    "get-default-partial2": Subtle("d = {1: 2, 3: 4}\nreturn d.get(n, xs[9])"),
    "get-missing": Subtle("d = {1: 2, 3: 4}\ny = d.get(n)\nreturn y + 1"),
    "max-key-get": Subtle("d = {1: 2, 3: 4}\nreturn max([1, 3, n], key=d.get)"),
    "max-key-get2": Subtle("d = {1: 2, 3: 4}\nreturn max(d, key=d.get)"),
    "repeat-zero2": Subtle("return [laplace(x, 1 / eps)] * 0", "list[int]"),
    "repeat-neg": Subtle("return ns * -1 + n * [x]", "list[int]"),
    "dict-mixed-keys": Subtle("d = {1: 0, 'a': 1}\nreturn d[1]"),
    "dict-mixed-keys2": Subtle("d = {2: 0, True: 1}\nreturn d[2]"),
    "dict-items-key": Subtle("d = {1: 2, 3: 4}\ne = {t: 0 for t in d.items()}\nreturn len(e)"),
    "dict-items-key2": Subtle(
        "d = {1: 2, 3: 4}\ne = {t: 0 for t in d.items()}\nreturn e", "dict[tuple[int, int], int]"
    ),
    "values-alias": Subtle(
        "d = {1: [2], 3: [4]}\nrows = list(d.values())\nrows[0].append(9)\nreturn d[1]", "list[int]"
    ),
    "values-alias2": Subtle("d = {1: [2], 3: [4]}\nrows = d.values()\nrows[0].append(9)\nreturn d[1]", "list[int]"),
    "dict-copy-alias2": Subtle("d = {1: [2], 3: [4]}\ne = dict(d)\ne[1].append(9)\nreturn d[1]", "list[int]"),
    "nested-set-in-loop": Subtle(
        "rows = [[1], [2]]\ns = 0\nfor row in rows:\n    rows[0][0] = 5\n    s += row[0]\nreturn s"
    ),
    "any-zip-strict": Subtle("return 1 if any(a == b for a, b in zip(xs, ns, strict=True)) else 0"),
    "underscore-nested": Subtle(
        "s = 0\n_ = 5\ndef f() -> int:\n    return _\nfor _ in range(3):\n    s += f()\nreturn s"
    ),
    "nested-changes-list": Subtle(
        "out = [1, 2]\ndef bump() -> int:\n    out[0] = out[0] + 1\n    return out[0]\nreturn out[0] + bump()"
    ),
    "nested-changes-list2": Subtle(
        "out = [1, 2]\ndef bump() -> int:\n    out[0] = out[0] + 1\n    return out[0]\ny = out[0]\n"
        "z = bump()\nreturn out[0] * 10 + y + z"
    ),
    "nested-changes-param": Subtle("def bump() -> int:\n    ns[0] = ns[0] + 1\n    return ns[0]\nreturn bump()"),
    "nested-append": Subtle(
        "out = [1, 2]\ndef bump() -> int:\n    out.append(3)\n    return 1\ny = bump()\nreturn out", "list[int]"
    ),
    "nested-changes-loop": Subtle(
        "out = [1, 2]\ndef bump() -> int:\n    out[1] = 9\n    return 1\ns = 0\nfor v in out:\n"
        "    s += v + bump()\nreturn s"
    ),
    "nested-changes-dict": Subtle(
        "d = {1: 2, 3: 4}\ndef bump() -> int:\n    d[1] += 1\n    return d[1]\nreturn d[1] + bump()"
    ),
    "object-eq-self": Subtle("b = Box(n)\nreturn 1 if b == b else 0"),
    "object-method": Subtle("b = Box(n)\nn = 17\nreturn b.get() + n"),
    "gen-late": Subtle("k = 1\ns = 0\nfor v in (u * k for u in ns):\n    s += v\n    k += 1\nreturn s"),
    "gen-late-cond": Subtle("k = 1\ns = 0\nfor v in (u for u in ns if u > k):\n    s += v\n    k += 1\nreturn s"),
    "gen-shadow": Subtle("v = 100\ns = 0\nfor v in (v for v in ns):\n    s += v\nreturn s + v"),
    "gen-shadow2": Subtle("u = 100\ns = 0\nfor v in (u for u in ns):\n    s += u\nreturn s + u"),
    "gen-first-eager": Subtle("ys = list(ns)\ns = 0\nfor v in (u for u in ys):\n    s += v\n    ys = [1]\nreturn s"),
    "gen-second-late": Subtle(
        "ys = list(ns)\ns = 0\nfor v in (u for i in range(2) for u in ys):\n    s += v\n    ys = [1]\nreturn s"
    ),
    "gen-range-late": Subtle(
        "k = 2\ns = 0\nfor v in (u for i in range(2) for u in range(k)):\n    s += v\n    k = 5\nreturn s"
    ),
    "gen-range-first": Subtle("k = 2\ns = 0\nfor v in (u for u in range(k)):\n    s += v\n    k = 5\nreturn s"),
    "gen-continue": Subtle(
        "s = 0\nfor v in (u for i in range(2) for u in ns):\n    if v > 2:\n        continue\n    s += v\nreturn s"
    ),
    "gen-break": Subtle(
        "s = 0\nfor v in (laplace(u, 1 / eps) for u in ns):\n    if v > 2:\n        break\n    s += v\nreturn s"
    ),
    "gen-enum-break": Subtle(
        "s = 0\nfor i, v in enumerate((laplace(u, 1 / eps) for u in ns), 5):\n    if v > 2:\n"
        "        break\n    s += v * i\nreturn s"
    ),
    "gen-enum-order": Subtle(
        "s = 0\nfor i, v in enumerate((u for u in [laplace(x, 1 / eps)]), laplace(n, 1 / eps)):\n"
        "    s += v * 10 + i\nreturn s"
    ),
    "gen-enum-late": Subtle(
        "k = 1\ns = 0\nfor i, v in enumerate(u * k for u in ns):\n    s += v\n    k += i\nreturn s"
    ),
    "gen-enum-empty-after": Subtle("i = 50\nfor i, v in enumerate(u for u in ns):\n    pass\nreturn i"),
    "gen-target-reads": Subtle("i = 7\ns = 0\nfor i in (u + i for u in ns):\n    s = s * 10 + i\nreturn s"),
    "gen-return": Subtle(
        "for v in (laplace(u, 1 / eps) for u in ns if u > 1):\n    if v > 2:\n        return v\nreturn -100"
    ),
    "gen-in-while": Subtle("k = 0\nwhile any(laplace(u, 1 / eps) > 2 for u in ns) and k < 3:\n    k += 1\nreturn k"),
    "any-2for": Subtle("return 1 if any(laplace(u + v, 1 / eps) > 5 for u in ns for v in xs) else 0"),
    "any-2for-inner-draw": Subtle(
        "return 1 if any(v > 4 for u in ns for v in [laplace(u, 1 / eps), laplace(u, 2 / eps)]) else 0"
    ),
    "all-cond": Subtle("return 1 if all(laplace(u, 1 / eps) > 0 for u in ns if laplace(u, 2 / eps) > 1) else 0"),
    "any-list": Subtle("return 1 if any([laplace(u, 1 / eps) > 0 for u in ns]) else 0"),
    "any-partial": Subtle("return 1 if any(5 // u > 0 for u in ns) else 0"),
    "any-not-bool": Subtle("return 1 if any(u for u in ns) else 0"),
    "sum-bool": Subtle("return sum(u > 1 for u in ns)"),
    "sum-bool-list": Subtle("return sum([u > 1 for u in ns])"),
    "sum-start-bool": Subtle("return sum([u > 1 for u in ns], n)"),
    "sum-empty-tuple": Subtle("return sum(())"),
    "sum-empty-list": Subtle("return sum([])"),
    "max-empty-list": Subtle("return max([])"),
    "sorted-empty": Subtle("return sorted([])", "list[int]"),
    "list-empty": Subtle("return list(())", "list[int]"),
    "max-bools": Subtle("return max([u > 1 for u in ns])", "bool"),
    "max-two-bools": Subtle("return max(n > 1, x > 1)", "bool"),
    "max-tuples": Subtle("return max((u, -i) for i, u in enumerate(ns))", "tuple[int, int]"),
    "min-tuples-key": Subtle("return min(enumerate(ns), key=lambda t: t[1])[0]"),
    "max-key-ties": Subtle("return max(enumerate(ns), key=lambda t: t[1])[0]"),
    "max-key-tuple": Subtle("return max(range(len(ns)), key=lambda i: (ns[i], -i))"),
    "max-key-noise": Subtle("return max(ns, key=lambda v: laplace(v, 1 / eps))"),
    "max-key-fn": Subtle("return max(ns, key=f)", before="def f(a: int) -> int:\n    return -a\n"),
    "max-key-neg": Subtle("return max(ns, key=abs)"),
    "max-key-nested": Subtle("k = 3\n\ndef f(a: int) -> int:\n    return a % k\n\nk = 2\nreturn max(ns, key=f)"),
    "max-key-lambda-shadow": Subtle("v = 3\nr = max(ns, key=lambda v: -v)\nreturn r * 100 + v"),
    "max-key-default": Subtle("return max(ns, key=lambda v: -v, default=77)"),
    "max-two-key": Subtle("return max(n, x, key=lambda v: -v)"),
    "sorted-stable": Subtle("return sorted(enumerate(ns), key=lambda t: t[1])", "list[tuple[int, int]]"),
    "sorted-stable-rev": Subtle(
        "return sorted(enumerate(ns), key=lambda t: t[1], reverse=True)", "list[tuple[int, int]]"
    ),
    "sorted-tuple-bool": Subtle("return sorted([(v > 2, i) for i, v in enumerate(ns)])", "list[tuple[bool, int]]"),
    "sorted-key-noise": Subtle("return sorted(ns, key=lambda v: laplace(v, 1 / eps))", "list[int]"),
    "sorted-gen": Subtle("return sorted((laplace(v, 1 / eps) for v in ns), reverse=True)", "list[int]"),
    "sort-rev": Subtle("ys = list(ns)\nys.sort(reverse=True)\nreturn ys", "list[int]"),
    "sort-pairs": Subtle(
        "ys = list(enumerate(ns))\nys.sort(key=lambda t: t[1])\nys.reverse()\nreturn ys", "list[tuple[int, int]]"
    ),
    "reverse": Subtle("ys = list(ns)\nys.reverse()\nreturn ys", "list[int]"),
    "reversed-list": Subtle("return list(reversed(ns))", "list[int]"),
    "reversed-range": Subtle("return list(reversed(range(n, 9, 2)))", "list[int]"),
    "reversed-range-neg": Subtle("return list(reversed(range(9, n, -2)))", "list[int]"),
    "reversed-tuple": Subtle("return [v for v in reversed((1, x, n))]", "list[int]"),
    "reversed-live": Subtle(
        "ys = list(ns)\ns = 0\nfor v in reversed(ys):\n    s = s * 10 + v\n    ys.append(1)\nreturn s"
    ),
    "reversed-set": Subtle("ys = list(ns)\ns = 0\nfor v in reversed(ys):\n    s = s * 10 + v\n    ys[0] = 8\nreturn s"),
    "zip3": Subtle("return [a + b + c for a, b, c in zip(ns, xs, range(n))]", "list[int]"),
    "zip-range-step": Subtle("return [a * 10 + b for a, b in zip(range(9, 0, -3), range(n, 20, 2))]", "list[int]"),
    "zip-change": Subtle("ys = list(ns)\ns = 0\nfor a, b in zip(ys, xs):\n    ys = [0]\n    s += a + b\nreturn s"),
    "zip-gen": Subtle("return [a + b for a, b in zip(ns, (laplace(v, 1 / eps) for v in xs))]", "list[int]"),
    "zip-enumerate": Subtle("return [i * 100 + a * 10 + b for i, (a, b) in enumerate(zip(ns, xs), n)]", "list[int]"),
    "zip-one": Subtle("return [a for (a,) in zip(ns)]", "list[int]"),
    "zip-strict": Subtle("return [a + b for a, b in zip(ns, xs, strict=True)]", "list[int]"),
    "zip-strict-false": Subtle("return [a + b for a, b in zip(ns, xs, strict=False)]", "list[int]"),
    "zip-strict-gen-for": Subtle("s = 0\nfor v in (a + b for a, b in zip(ns, xs, strict=True)):\n    s += v\nreturn s"),
    "zip-strict-gen-for-break": Subtle(
        "s = 0\nfor v in (a + b for a, b in zip(ns, xs, strict=True)):\n    s += v\n    if s > 1:\n"
        "        break\nreturn s"
    ),
    "loop-tuple": Subtle("s = 0\nfor t in (1, x, n):\n    s = s * 7 + t\nreturn s"),
    "loop-tuple-mixed": Subtle("s = 0\nfor t in (1, x > 0):\n    s += 1\nreturn s"),
    "loop-empty-tuple": Subtle("s = 0\nfor t in ():\n    s += 1\nreturn s"),
    "loop-tuple-var": Subtle("t = (n, x, 3)\ns = 0\nfor v in t:\n    t = (0, 0, 0)\n    s += v\nreturn s"),
    "loop-pairs": Subtle("s = 0\nfor a, b in ((1, x), (n, 2)):\n    s = s * 3 + a - b\nreturn s"),
    "loop-str": Subtle("s = 0\nfor c in 'abc':\n    s += 1\nreturn s"),
    "loop-strs": Subtle("s = 0\nfor c in ('a', 'b', 'a'):\n    if c == 'a':\n        s += 1\nreturn s"),
    "loop-rev-enum": Subtle("s = 0\nfor c in reversed(Color):\n    s = s * 10 + c.value\nreturn s"),
    "loop-enum-enumerate": Subtle("return [(i, c) for i, c in enumerate(Color)]", "list[tuple[int, Color]]"),
    "len-enum": Subtle("return len(Color)"),
    "list-enum": Subtle("return list(Color)", "list[Color]"),
    "in-enum": Subtle("c = Color.RED\nreturn 1 if c in Color else 0"),
    "in-enum2": Subtle("return 1 if Color.RED in (Color.BLUE, Color.GREEN) else 0"),
    "enum-eq": Subtle(
        (
            "c = Color.RED if n > 1 else Color.BLUE\n"
            "return (c == Color.RED, c is Color.BLUE, c != Color.GREEN, c is not Color.RED)"
        ),
        "tuple[bool, bool, bool, bool]",
    ),
    "enum-name": Subtle("c = Color.RED if n > 1 else Color.BLUE\nreturn c.name", "str"),
    "enum-eq-int": Subtle("return 1 if Color.RED == 1 else 0"),
    "enum-lt": Subtle("return 1 if Color.RED < Color.BLUE else 0"),
    "enum-max": Subtle("return max(Color.RED, Color.BLUE)", "Color"),
    "enum-sorted": Subtle("return sorted([Color.BLUE, Color.RED])", "list[Color]"),
    "enum-call": Subtle("return Color(1)", "Color"),
    "enum-index": Subtle("return Color['RED']", "Color"),
}
