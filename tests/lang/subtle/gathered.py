"""Sets, counters and dictionaries with a default."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lang.subtle import Subtle

FROM = "import collections\nfrom collections import Counter, defaultdict\n\n"
KEYS = FROM + "KEYS = (3, 1, 2)\nGOOD = {1, 3}\nFINE = frozenset((0, 2))\n"


def _case(body: str, returns: str = "int", before: str = KEYS) -> Subtle:
    return Subtle(body, returns, before)


CASES: Mapping[str, Subtle] = {
    # ------------------------------------------------------------------------------------------------------- counters
    "c-of-list": _case("c = Counter(ns)\nreturn [laplace(c[k], 1 / eps) for k in KEYS]", "list[int]"),
    "c-order": _case("c = Counter(ns)\nreturn list(c)", "list[int]"),
    "c-returned": _case("return Counter(v % 2 for v in ns)", "Counter[int]"),
    "c-returned-as-dict": _case("c = Counter(v % 2 for v in ns)\nreturn c", "dict[int, int]"),
    "c-module": _case("c = collections.Counter([v % 2 for v in ns])\nreturn c[0] * 10 + len(c)"),
    "c-missing-stays": _case("c = Counter(ns)\na = c[77]\nreturn a + 10 * len(c) + 100 * (1 if 77 in c else 0)"),
    "c-missing-twice": _case("c = Counter(ns)\nreturn len(c) + c[77] + len(c)"),
    "c-empty": _case("c = Counter()\nfor v in ns:\n    c[v % 3] += 1\nreturn list(c.items())", "list[tuple[int, int]]"),
    "c-minus": _case("c = Counter()\nfor v in ns:\n    c[v % 3] -= 2\nreturn list(c.items())", "list[tuple[int, int]]"),
    "c-times": _case("c = Counter(ns)\nc[5] *= 3\nc[9] *= 3\nreturn list(c.items())", "list[tuple[int, int]]"),
    "c-asked-divided": _case(
        "c = Counter()\nfor v in ns:\n    if v == 1:\n        c[v] += 1\n    else:\n        c[v] //= v - 2\nreturn c[1]"
    ),
    "c-asked-remainder": _case(
        "c = defaultdict(int)\nfor v in ns:\n    if v > 1:\n        c[v] %= v - 2\n    c[1] += 2\nreturn c[1]"
    ),
    "c-asked-none": _case(
        "c = Counter()\nfor v in ns:\n    if v == 1:\n        c[v] += 1\n    else:\n        c[v] += "
        "v if v < 3 else None\nreturn c[1]"
    ),
    "c-own-value": _case(
        "c = Counter()\nfor v in ns:\n    c[v] += len(c)\nreturn list(c.items())", "list[tuple[int, int]]"
    ),
    "c-own-other": _case(
        "c = Counter(ns)\nfor v in ns:\n    c[v] += c[v + 1]\nreturn list(c.items())", "list[tuple[int, int]]"
    ),
    "c-noise-value": _case(
        "c = Counter()\nfor v in ns:\n    c[v % 2] += laplace(v, 1 / eps)\nreturn [c[0], c[1]]", "list[int]"
    ),
    "c-noise-key": _case("c = Counter(laplace(v, 1 / eps) % 2 for v in ns)\nreturn [c[0], c[1]]", "list[int]"),
    "c-noise-key-aug": _case(
        "c = Counter()\nfor v in ns:\n    c[laplace(v, 1 / eps) % 3] += laplace(v, 2 / eps)\nreturn list(c.items())",
        "list[tuple[int, int]]",
    ),
    "c-assigned": _case("c = Counter(ns)\nc[4] = n\nreturn list(c.items())", "list[tuple[int, int]]"),
    "c-get": _case("c = Counter(ns)\nreturn c.get(n, 7) + len(c)"),
    "c-get-none": _case("c = Counter(ns)\nv = c.get(n)\nreturn -1 if v is None else v"),
    "c-values": _case("c = Counter(ns)\nreturn sum(min(v, 2) for v in c.values()) + sum(c.values())"),
    "c-total": _case("c = Counter(ns)\nc[1] += n\nreturn c.total()"),
    "c-update": _case(
        "c = Counter(ns)\nc.update([1, n])\nc.update(v for v in xs)\nreturn list(c.items())", "list[tuple[int, int]]"
    ),
    "c-update-empty": _case("c = Counter()\nc.update(ns)\nreturn list(c.items())", "list[tuple[int, int]]"),
    "c-common": _case("c = Counter(ns)\nreturn c.most_common()", "list[tuple[int, int]]"),
    "c-common-1": _case("c = Counter(v % 2 for v in ns)\nreturn c.most_common(1)[0][0]"),
    "c-common-2": _case("c = Counter(ns)\nreturn c.most_common(2)", "list[tuple[int, int]]"),
    "c-common-0": _case("c = Counter(ns)\nreturn c.most_common(0)", "list[tuple[int, int]]"),
    "c-loop": _case("c = Counter(ns)\nt = 0\nfor k in c:\n    t = 3 * t + k * c[k]\nreturn t"),
    "c-loop-changes": _case("c = Counter(ns)\nfor k in c:\n    c[k + 1] += 1\nreturn len(c)"),
    "c-truth": _case("c = Counter(ns)\nreturn 1 if c else 0"),
    "c-helper": Subtle(
        "c = Counter(ns)\nreturn look(c, n) + len(c)",
        before=KEYS + "def look(c: Counter[int], k: int):\n    return c[k] + 100 * len(c)\n",
    ),
    "c-helper-dict": Subtle(
        "c = Counter(ns)\nreturn look(c, n) + len(c)",
        before=KEYS + "def look(c: dict[int, int], k: int):\n    return c[k] + 100 * len(c)\n",
    ),
    "c-made-by-helper": Subtle(
        "c = make(ns)\nc[1] += 1\nreturn c[n] + len(c)",
        before=KEYS + "def make(vs: list[int]) -> Counter[int]:\n    return Counter(v + 1 for v in vs)\n",
    ),
    "c-alias": _case("c = Counter(ns)\nd = c\nd[1] += 1\nreturn c[1]"),
    "c-copy": _case("c = Counter(ns)\nd = c.copy()\nd[1] += 1\nreturn c[1] * 10 + d[1]"),
    "c-annotated": _case("c: Counter[int] = Counter()\nc[n] += 1\nreturn c[n] + c[8]"),
    "c-annotated-dict": _case("c: dict[int, int] = Counter()\nc[n] += 1\nreturn c[n] + c[8]"),
    "c-pairs": _case("c = Counter((v % 2, v > 1) for v in ns)\nreturn c[1, True] * 10 + c[0, False]"),
    "c-rebound": Subtle("c = Counter(ns)\nreturn c[5]", before="def Counter(vs):\n    return [9, 8, 7, 6, 5, 4]\n"),
    "c-shadowed": _case("Counter = list\nc = Counter(ns)\nreturn c[0]"),
    # ------------------------------------------------------------------------ counters that are asked for known keys
    "k-of-list": _case("c = Counter(ns)\nreturn {k: laplace(c[k], 1 / eps) for k in KEYS}", "dict[int, int]"),
    "k-generator": _case("c = Counter(laplace(v, 1 / eps) % 4 for v in ns)\nreturn [c[3], c[1], c[0]]", "list[int]"),
    "k-range": _case("c = Counter(v % 6 for v in ns)\nreturn [c[k] for k in range(4)]", "list[int]"),
    "k-range-from": _case("c = Counter(ns)\nt = 0\nfor k in range(1, 4):\n    t = 10 * t + c[k]\nreturn t"),
    "k-range-step": _case("c = Counter(ns)\nt = 0\nfor k in range(1, 9, 2):\n    t = 10 * t + c[k]\nreturn t"),
    "k-empty": _case("c = Counter()\nfor v in ns:\n    c[v % 4] += 1\nreturn [c[0], c[1], c[2]]", "list[int]"),
    "k-noise": _case(
        "c = Counter()\nfor v in ns:\n    c[laplace(v, 1 / eps) % 4] += laplace(v, 2 / eps)\nreturn [c[0], c[1]]",
        "list[int]",
    ),
    "k-raises": _case("c = Counter()\nfor v in ns:\n    c[v + 90] += 5 // v\nreturn c[0]"),
    "k-key-raises": _case("c = Counter()\nfor v in ns:\n    c[5 // v] -= v\nreturn c[1] + 10 * c[2]"),
    "k-set": _case("c = Counter()\nfor v in ns:\n    c[v % 4] = laplace(v, 1 / eps)\nreturn c[0] + c[1]"),
    "k-set-order": _case(
        "c = Counter()\nfor v in ns:\n    c[laplace(v, 1 / eps) % 4] = laplace(v, 2 / eps)\nreturn c[0] + c[1]"
    ),
    "k-own": _case("c = Counter()\nfor v in ns:\n    c[v % 4] += c[1] + 1\nreturn c[0] + 10 * c[1] + 100 * c[2]"),
    "k-default": _case("d = defaultdict(int)\nfor v in ns:\n    d[v % 4] += v\nreturn d[1] * 10 + d[3]"),
    "k-lambda": _case("d = defaultdict(lambda: 7)\nfor v in ns:\n    d[v] *= 2\nreturn d[1] * 100 + d[8]"),
    "k-annotated": _case("d: dict[int, int] = defaultdict(int)\nfor v in ns:\n    d[v] += v\nreturn d[1] * 10 + d[3]"),
    "k-again": _case("t = 0\nfor i in range(2):\n    c = Counter(v + i for v in ns)\n    t = 10 * t + c[1]\nreturn t"),
    "k-bound-twice": _case("c = Counter(ns)\na = c[1]\nc = Counter(xs)\nreturn a * 10 + c[1]"),
    "k-loop-key-changed": _case("c = Counter(ns)\nt = 0\nfor k in KEYS:\n    k = k + 1\n    t += c[k]\nreturn t"),
    "k-loop-key-later": _case("c = Counter(ns)\nt = 0\nfor k in KEYS:\n    t += c[k]\nreturn t * 10 + c[k]"),
    "k-local-keys": _case("keys = {1: 0, 2: 0}\nc = Counter(ns)\nreturn [c[k] for k in keys]", "list[int]"),
    "k-pairs": _case("c = Counter((v % 2, v > 1) for v in ns)\nreturn c[1, True] * 10 + c[0, False]"),
    "k-texts": _case("c = Counter('a' if v > 1 else 'b' for v in ns)\nreturn c['a'] * 10 + c['c']"),
    "k-members": _case(
        "c = Counter(Color.RED if v > 1 else Color.BLUE for v in ns)\nreturn [c[k] for k in Color]", "list[int]"
    ),
    "k-closure": _case("c = Counter(ns)\ndef look():\n    return len(c)\na = c[1]\nreturn a + look()"),
    "k-membership": _case("c = Counter(ns)\na = c[1]\nreturn a + (10 if 1 in c else 0)"),
    # ----------------------------------------------------------------------------------- dictionaries with a default
    "dd-int": _case(
        "d = defaultdict(int)\nfor v in ns:\n    d[v] += 1\nreturn list(d.items())", "list[tuple[int, int]]"
    ),
    "dd-lambda": _case(
        "d = defaultdict(lambda: 5)\nfor v in ns:\n    d[v] += 1\nreturn list(d.items())", "list[tuple[int, int]]"
    ),
    "dd-bool": _case("d = defaultdict(bool)\nfor v in ns:\n    if not d[v]:\n        d[v] = v > 1\nreturn len(d)"),
    "dd-reading-inserts": _case("d = defaultdict(int)\na = d[n]\nreturn a + len(d)"),
    "dd-reading-order": _case(
        "d = defaultdict(int)\nfor v in ns:\n    if d[v + 1] == 0:\n        d[v] += 1\nreturn list(d.items())",
        "list[tuple[int, int]]",
    ),
    "dd-len-beside": _case("d = defaultdict(int)\nreturn len(d) + d[n] + len(d)"),
    "dd-len-in-loop": _case(
        "d = defaultdict(int)\nd[0] = n\nt = 0\nfor i in range(len(d) + 2):\n    t += d[i]\nreturn t * 100 + len(d)"
    ),
    "dd-while": _case(
        "d = defaultdict(int)\ni = 0\nwhile d[i] == 0 and i < 4:\n"
        "    i += 1\n    if i in ns:\n        d[i] = 1\nreturn i * 10 + len(d)"
    ),
    "dd-short-circuit": _case("d = defaultdict(int)\nb = n > 1 and d[3] == 0\nreturn len(d) + (10 if b else 0)"),
    "dd-conditional": _case("d = defaultdict(int)\na = d[1] if n > 1 else 4\nreturn a + len(d)"),
    "dd-comprehension": _case(
        "d = defaultdict(int)\nd[1] = 7\nys = [d[v] for v in ns]\nreturn [*ys, len(d)]", "list[int]"
    ),
    "dd-comprehension-if": _case(
        "d = defaultdict(int)\nd[1] = 7\nys = [v for v in ns if d[v] == 0]\nreturn [*ys, len(d)]", "list[int]"
    ),
    "dd-two": _case(
        "d = defaultdict(int)\nfor v in ns:\n    d[v] += 1\na = d[7] + d[8] * d[1]\nreturn a + 100 * len(d)"
    ),
    "dd-beside-itself": _case(
        "d = defaultdict(int)\nfor v in ns:\n    d[v] += len(d)\nreturn list(d.items())", "list[tuple[int, int]]"
    ),
    "dd-aug-other": _case(
        "d = defaultdict(int)\nfor v in ns:\n    d[v] += d[v + 1] + 1\nreturn list(d.items())", "list[tuple[int, int]]"
    ),
    "dd-get": _case(
        "d = defaultdict(int)\nfor v in ns:\n    d[v] = d.get(v, 3) + 1\n"
        "a = d.get(9)\nreturn len(d) + (0 if a is None else 50)"
    ),
    "dd-in": _case("d = defaultdict(int)\nb = n in d\nd[n] += 1\nreturn (1 if b else 0) + (2 if n in d else 0)"),
    "dd-loop": _case("d = defaultdict(int)\nfor v in ns:\n    d[v] += v\nt = 0\nfor k in d:\n    t += d[k]\nreturn t"),
    "dd-loop-grows": _case("d = defaultdict(int)\nd[1] = 1\nt = 0\nfor k in d:\n    t += d[k + 1]\nreturn t"),
    "dd-items": _case(
        "d = defaultdict(int)\nfor v in ns:\n    d[v] += v\nreturn [k * 10 + v for k, v in d.items()]", "list[int]"
    ),
    "dd-list": _case(
        "d = defaultdict(list)\nfor v in ns:\n    d[v % 2].append(v)\nreturn [len(d[0]), sum(d[1]), len(d)]",
        "list[int]",
    ),
    "dd-list-all": _case(
        "d = defaultdict(list)\nfor v in ns:\n    d[v % 2].append(v)\nreturn d", "dict[int, list[int]]"
    ),
    "dd-list-noise": _case(
        "d = defaultdict(list)\nfor v in ns:\n    d[laplace(v, 1 / eps) % 2].append(laplace(v, 2 / eps))\nreturn d",
        "dict[int, list[int]]",
    ),
    "dd-list-own": _case(
        "d = defaultdict(list)\nfor v in ns:\n    d[v % 2].append(len(d))\nreturn d", "dict[int, list[int]]"
    ),
    "dd-list-alias": _case(
        "d = defaultdict(list)\nfor v in ns:\n    d[v].append(v)\ny = d[1]\ny.append(5)\nreturn len(d[1])"
    ),
    "dd-list-aug": _case("d = defaultdict(list)\nfor v in ns:\n    d[v % 2] += [v]\nreturn d", "dict[int, list[int]]"),
    "dd-set": _case(
        "d = defaultdict(set)\nfor v in ns:\n    d[v % 2].add(v)\nreturn [len(d[0]), len(d[1]), len(d)]", "list[int]"
    ),
    "dd-passed": Subtle(
        "d = defaultdict(int)\na = look(d, n)\nreturn a + len(d)",
        before=KEYS + "def look(d: defaultdict[int, int], k: int):\n    return d[k]\n",
    ),
    "dd-passed-beside": Subtle(
        "d = defaultdict(int)\nreturn look(d, d[n])",
        before=KEYS + "def look(d: defaultdict[int, int], k: int):\n    return len(d)\n",
    ),
    "dd-made": Subtle(
        "d = make(ns)\na = d[n]\nreturn a + len(d)",
        before=KEYS
        + "def make(vs: list[int]):\n    d = defaultdict(int)\n    for v in vs:\n        d[v] += 1\n    return d\n",
    ),
    "dd-copied": _case("d = defaultdict(int)\ne = d.copy()\na = e[n]\nreturn a + len(d) + 10 * len(e)"),
    "dd-closure": _case("d = defaultdict(int)\ndef look(k):\n    return d[k]\na = look(n)\nreturn a + len(d)"),
    "dd-nested-closure": _case(
        "d = defaultdict(int)\ndef size():\n    return len(d)\na = size() + d[n] + size()\nreturn a"
    ),
    "dd-rebinding": _case("d = defaultdict(int)\na = d[n]\nd = defaultdict(lambda: 3)\nreturn a + d[n] + len(d)"),
    "dd-annotated": _case(
        "d: dict[int, int] = defaultdict(int)\nfor v in ns:\n    d[v] += 2\na = d[9]\nreturn a + len(d)"
    ),
    "dd-as-result": _case("d = defaultdict(int)\nfor v in ns:\n    d[v] += 2\nreturn d", "dict[int, int]"),
    # ----------------------------------------------------------------------------------------------------- setdefault
    "sd": _case("d = {}\nfor v in ns:\n    d.setdefault(v, 0)\n    d[v] += 1\nreturn d", "dict[int, int]"),
    "sd-noise": _case("d = {}\nfor v in ns:\n    d.setdefault(v % 2, laplace(v, 1 / eps))\nreturn d", "dict[int, int]"),
    "sd-append": _case("d = {}\nfor v in ns:\n    d.setdefault(v % 2, []).append(v)\nreturn d", "dict[int, list[int]]"),
    "sd-add": _case("d = {}\nfor v in ns:\n    d.setdefault(v % 2, set()).add(v)\nreturn len(d[0]) * 10 + len(d)"),
    "sd-alias": _case("d = {}\ny = [1]\nd.setdefault(1, y)\ny.append(2)\nreturn len(d[1])"),
    "d-lists": _case(
        "d = {}\nfor v in ns:\n    if v not in d:\n        d[v] = []\n    d[v].append(n)\nreturn d",
        "dict[int, list[int]]",
    ),
    "d-list-missing": _case("d = {}\nd[1] = [n]\nd[n].append(2)\nreturn d", "dict[int, list[int]]"),
    "d-truth": _case("d = {}\nfor v in ns:\n    d[v] = 1\nreturn 1 if not d else 2"),
    # ----------------------------------------------------------------------------------------------------------- sets
    "s-of-list": _case("return len(set(ns)) + 10 * len({v % 2 for v in ns})"),
    "s-of-generator": _case("s = set(v * v for v in ns)\nreturn [len(s), *sorted(s)]", "list[int]"),
    "s-sorted": _case("return sorted({*ns})", "list[int]"),
    "s-sorted-down": _case("s = set(ns)\nreturn sorted(s, reverse=True)", "list[int]"),
    "s-sorted-list": _case("s = set(ns)\nreturn sorted(list(s))", "list[int]"),
    "s-list": _case("s = set(ns)\nreturn list(s)", "list[int]"),
    "s-loop": _case("s = set(ns)\nt = 0\nfor v in s:\n    t += v\nreturn t"),
    "s-sum": _case("s = set(ns)\nreturn sum(s) + len(s)"),
    "s-sum-generator": _case("s = set(ns)\nreturn sum(v + 1 for v in s)"),
    "s-extremes": _case("s = set(ns)\nreturn max(s) - min(s)"),
    "s-extremes-default": _case("s = {v for v in ns if v > 2}\nreturn max(s, default=-9)"),
    "s-max-key": _case("s = set(ns)\nreturn max(s, key=lambda v: v % 2)"),
    "s-any": _case("s = {v > 2 for v in ns}\nreturn (1 if any(s) else 0) + (2 if all(s) else 0)"),
    "s-display": _case("s = {n, x, n}\nreturn len(s)"),
    "s-display-noise": _case("s = {laplace(n, 1 / eps), laplace(n, 2 / eps)}\nreturn sorted(s)", "list[int]"),
    "s-comprehension-noise": _case("s = {laplace(v, 1 / eps) % 2 for v in ns}\nreturn sorted(s)", "list[int]"),
    "s-add": _case("s = set()\nfor v in ns:\n    s.add(v % 3)\nreturn sorted(s)", "list[int]"),
    "s-add-new": _case(
        "s = set()\nt = 0\nfor v in ns:\n    if v not in s:\n        s.add(v)\n        t += v\nreturn t + len(s)"
    ),
    "s-add-after-continue": _case(
        "s = set()\nt = 0\nfor v in ns:\n    if v in s:\n        continue\n"
        "    s.add(v)\n    t += v\nreturn t * 10 + len(s)"
    ),
    "s-add-twice": _case(
        "s = set()\nfor v in ns:\n    if v not in s:\n        s.add(v)\n        s.add(v)\nreturn len(s)"
    ),
    "s-add-in-loop": _case(
        "s = set()\nfor v in ns:\n    if v not in s:\n        for i in range(2):\n            s.add(v)\nreturn len(s)"
    ),
    "s-add-other": _case(
        "s = set()\nfor v in ns:\n    if v not in s:\n        v = v % 2\n        s.add(v)\nreturn len(s)"
    ),
    "s-add-changed": _case("s = set(ns)\nif n not in s:\n    s.update(xs)\n    s.add(n)\nreturn len(s)"),
    "s-add-or": _case("s = set(ns)\nif n not in s or x > 0:\n    s.add(n)\nreturn len(s)"),
    "s-add-and": _case("s = set(ns)\nif x > 0 and n not in s:\n    s.add(n)\nreturn len(s)"),
    "s-discard": _case("s = set(ns)\ns.discard(n)\ns.discard(5)\nreturn sorted(s)", "list[int]"),
    "s-remove": _case("s = set(ns)\ns.remove(n)\nreturn sorted(s)", "list[int]"),
    "s-clear": _case("s = set(ns)\nb = len(s)\ns.clear()\nreturn b * 10 + len(s)"),
    "s-pop": _case("s = set(ns)\nreturn s.pop()"),
    "s-update": _case(
        "s = set()\ns.update(ns)\ns.update(v + 1 for v in xs)\ns.update({n})\nreturn sorted(s)", "list[int]"
    ),
    "s-in": _case("s = set(ns)\nreturn (1 if n in s else 0) + (2 if 5 not in s else 0)"),
    "s-in-display": _case("return (1 if n in {1, 3} else 0) + (2 if x not in {0, 2} else 0)"),
    "s-in-file": _case("return (1 if n in GOOD else 0) + (2 if x not in GOOD else 0) + (4 if n in FINE else 0)"),
    "s-in-file-raises": _case("return 1 if 5 // n in GOOD else 0"),
    "s-in-empty": _case("s = set()\na = 1 if n in s else 0\ns.add(n)\nreturn a"),
    "s-equal": _case("return (1 if set(ns) == set(xs) else 0) + (2 if {1, n} != {n, 1} else 0)"),
    "s-equal-inside": _case("return 1 if ({1, n}, 1) == ({n, 1}, 1) else 0"),
    "s-subset": _case("s = set(xs)\nt = set(ns)\nreturn (1 if s <= t else 0) + (2 if s >= t else 0)"),
    "s-less": _case("s = set(xs)\nt = set(ns)\nreturn 1 if s < t else 0"),
    "s-union": _case("return sorted(set(ns) | {n, x})", "list[int]"),
    "s-both": _case(
        "a = set(ns)\nb = set(xs)\nreturn [*sorted(a & b), -1, *sorted(a - b), -2, *sorted(a ^ b)]", "list[int]"
    ),
    "s-aug": _case("a = set(ns)\na |= {n}\na -= {1}\na &= {0, 1, 2, 5}\nreturn sorted(a)", "list[int]"),
    "s-aug-aug": _case("a = set(ns)\na ^= set(xs)\nreturn sorted(a)", "list[int]"),
    "s-plus": _case("a = set(ns)\nreturn len(a + {1})"),
    "s-alias": _case("a = set(ns)\nb = a\nb.add(77)\nreturn len(a)"),
    "s-copy": _case(
        "a = set(ns)\nb = a.copy()\nb.add(77)\nc = set(a)\nc.add(78)\nc.add(79)\n"
        "return len(a) + 10 * len(b) + 100 * len(c)"
    ),
    "s-union-copy": _case("a = set(ns)\nb = a | {1}\nb.add(77)\nreturn len(a) + 10 * len(b)"),
    "s-truth": _case("s = {v for v in ns if v > 2}\nreturn 1 if s else 2"),
    "s-pairs": _case("s = {(v % 2, v > 1) for v in ns}\nreturn len(s)"),
    "s-lists": _case("s = {[v] for v in ns}\nreturn len(s)"),
    "s-records": _case("s = {Row(v % 2) for v in ns}\nreturn len(s) + (10 if Row(1) in s else 0)"),
    "s-points": _case("s = {Point(v % 2) for v in ns}\nreturn len(s)"),
    "s-enum": _case(
        "s = {Color.RED if v > 1 else Color.BLUE for v in ns}\nreturn len(s) + (10 if Color.RED in s else 0)"
    ),
    "s-texts": _case("s = {'a' if v > 1 else 'b' for v in ns}\nreturn len(s) + (10 if 'a' in s else 0)"),
    "s-none": _case("s = {v if v > 1 else None for v in ns}\nreturn len(s)"),
    "s-frozen": _case("s = frozenset(ns)\nt = s | {n}\nreturn len(t) + (10 if n in s else 0)"),
    "s-frozen-add": _case("s = frozenset(ns)\ns.add(1)\nreturn len(s)"),
    "s-frozen-aug": _case("s = frozenset(ns)\ns |= {9}\nreturn len(s)"),
    "s-frozen-equal": _case("return 1 if frozenset(ns) == set(ns) else 0"),
    "s-parameter": Subtle(
        "s = set(ns)\nreturn look(s) + len(s)", before=KEYS + "def look(s: set[int]):\n    return len(s | {99})\n"
    ),
    "s-parameter-changed": Subtle(
        "s = set(ns)\nreturn look(s) + len(s)", before=KEYS + "def look(s: set[int]):\n    s.add(99)\n    return 1\n"
    ),
    "s-made": Subtle(
        "s = make(ns)\ns.add(99)\nreturn len(s)",
        before=KEYS + "def make(vs: list[int]) -> set[int]:\n    return {v % 2 for v in vs}\n",
    ),
    "s-annotated": _case("s: set[int] = set()\nfor v in ns:\n    s.add(v)\nreturn len(s)"),
    "s-returned": _case("return {1, n}", "set[int]"),
    "s-length-fixed": _case(
        "s = set(ns)\nt = 0\nfor i in range(len(s)):\n    s.add(i + 10)\n    t += 1\nreturn t * 100 + len(s)"
    ),
    "s-in-while": _case("s = set(ns)\ni = 0\nwhile i in s:\n    s.discard(i)\n    i += 1\nreturn i * 10 + len(s)"),
    "s-rebound": Subtle("s = set(ns)\nreturn s[0]", before="def set(vs):\n    return [9]\n"),
    "s-shadowed": _case("set = list\nreturn len(set(ns))"),
    "s-file-changed": Subtle(
        "return 1 if n in GOOD else 0", before="GOOD = {1}\n\ndef change():\n    GOOD.add(2)\n\nchange()\n"
    ),
}
