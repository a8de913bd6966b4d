"""Constants that follow each other, as keys and as items; and parts of lists that are run over where they stand."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from tests.lang.subtle import Subtle

_KEYS = ("(0, 1, 2)", "(-1, 0, 1)", "(1, 2)", "(2, 1, 0)", "(0, 2, 4)", "('a', 'b', 'c')", "(Color.RED, Color.BLUE)")
_ANY = {  # with keys of any type
    "values": ("d = {k: 3 for k in KEYS}\nreturn [v for v in d.values()]", "list[int]"),
    "noise": ("d = {k: laplace(n, 1 / eps) for k in KEYS}\nreturn [v for v in d.values()]", "list[int]"),
    "numbered": ("return [i for i, k in enumerate(KEYS)]", "list[int]"),
    "best": ("d = {k: laplace(n, 1 / eps) for k in KEYS}\nbest = max(d, key=d.get)\nreturn d[best]", "int"),
    "beside": ("d = {k: laplace(n, 1 / eps) for k in KEYS}\nreturn [v for k, v in d.items() if k in d]", "list[int]"),
    "at": ("d = {k: 0 for k in KEYS}\nd[KEYS[n]] += 4\nreturn [v for v in d.values()]", "list[int]"),
    "at-end": ("d = {k: 0 for k in KEYS}\nd[KEYS[-1]] = 4\nreturn [v for v in d.values()]", "list[int]"),
}
_NUMBERS = {  # with numbers as keys
    "look": ("d = {k: k * 7 for k in KEYS}\nreturn d[n]", "int"),
    "look-below": ("d = {k: k * 7 for k in KEYS}\nreturn d[n - 2]", "int"),
    "has": ("d = {k: 0 for k in KEYS}\nreturn [v in d for v in ns]", "list[bool]"),
    "get": ("d = {k: k * 7 for k in KEYS}\nreturn [d.get(v, -5) for v in ns]", "list[int]"),
    "get-none": ("d = {k: k * 7 for k in KEYS}\nreturn d.get(n)", "int | None"),
    "add": ("d = {k: 0 for k in KEYS}\nd[n] += x\nreturn d", "dict[int, int]"),
    "add-behind": (
        "d = {k: 0 for k in KEYS}\nfor v in ns:\n    if v in d:\n        d[v] += 1\nreturn d",
        "dict[int, int]",
    ),
    "sum": ("return sum(k * (i + 1) for i, k in enumerate(KEYS))", "int"),
    "index": ("return KEYS[n]", "int"),
    "index-from-end": ("return KEYS[-n]", "int"),
    "reversed": ("return [k for k in reversed(KEYS)]", "list[int]"),
    "two": ("return [(a, b) for a in KEYS for b in KEYS if a < b]", "list[tuple[int, int]]"),
    "changed": ("s = 0\nfor k in KEYS:\n    k += n\n    s = s * 3 + k\nreturn s", "int"),
    "left": ("k = 9\nfor k in KEYS:\n    if k == n:\n        break\nreturn k", "int"),
}
_PARTS = {
    "grows": ("ys = list(ns)\nfor y in ys[:2]:\n    ys.append(y)\nreturn ys", "list[int]"),
    "is-changed": ("ys = list(ns)\nfor y in ys[1:]:\n    ys[0] = y + 1\nreturn ys", "list[int]"),
    "renamed": ("ys = list(ns)\ns = 0\nfor y in ys[:-1]:\n    ys = [y]\n    s += y\nreturn s", "int"),
    "ends": ("a = 1\ns = 0\nfor y in ns[a:n]:\n    a += 5\n    n2 = a\n    s = s * 2 + y + n2\nreturn s", "int"),
    "from-end": ("return [i * y for i, y in enumerate(ns[-2:])]", "list[int]"),
    "between": ("return sum(ns[-3:-1])", "int"),
    "any-ends": ("return sum(ns[x:n])", "int"),
    "crossed": ("return sum(ns[n:1])", "int"),
    "zipped": ("return [a * b for a, b in zip(ns[1:], ns)]", "list[int]"),
    "backwards": ("return [y for y in reversed(ns[1:3])]", "list[int]"),
    "largest": ("return max(ns[:n])", "int"),
    "some": ("return any(y > 2 for y in ns[1:])", "bool"),
    "noise": ("return [laplace(y, 1 / eps) for y in ns[:laplace(n, 1 / eps)]]", "list[int]"),
    "real-parameter-in-a-loop": ("for y in ns[2:]:\n    eps = Fraction(y, 3)\nreturn eps", "Fraction"),
}


def _with_keys(bodies: Mapping[str, tuple[str, str]], keys: tuple[str, ...]) -> dict[str, Subtle]:
    made = product(bodies.items(), keys)
    return {f"{name}-{k}": Subtle(body, returns, f"KEYS = {k}\n") for (name, (body, returns)), k in made}


CASES: Mapping[str, Subtle] = {
    **_with_keys(_ANY, _KEYS),
    **_with_keys(_NUMBERS, _KEYS[:5]),
    **{f"part-{name}": Subtle(body, returns) for name, (body, returns) in _PARTS.items()},
    "first-item-in-one-case": Subtle(
        "ys = [v for v in ns]\nbest = ys[0] if n > 3 else 3\nfor y in ys:\n    if y > best:\n        best = y\n"
        "return best"
    ),
    "first-item-if-asked": Subtle(
        "ys = [laplace(v, 1) for v in ns]\nf = n > 3 and ys[0] > 0\ns = 0\nfor y in ys:\n    if f:\n        s += y\n"
        "return s"
    ),
}
