"""Lists that count, such as the keys over a range: what is looked for in them, and what changes them."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lang.subtle import Subtle

NOISY = "return {k: laplace(c, 1 / eps) for k, c in d.items()}"
COUNTED = f"for v in xs:\n    if v in d:\n        d[v] += 1\n{NOISY}"

CASES: Mapping[str, Subtle] = {
    "constant": Subtle(f"d = {{k: 0 for k in range(3)}}\n{COUNTED}", "dict[int, int]"),
    "symbolic": Subtle(f"d = {{k: 0 for k in range(n)}}\n{COUNTED}", "dict[int, int]"),
    "begins later": Subtle(f"d = {{k: k for k in range(2, 6)}}\n{COUNTED}", "dict[int, int]"),
    "begins below zero": Subtle(f"d = {{k: k for k in range(-2, n)}}\n{COUNTED}", "dict[int, int]"),
    "empty": Subtle(f"d = {{k: k for k in range(5, 2)}}\n{COUNTED}", "dict[int, int]"),
    "empty, without a test": Subtle(
        f"d = {{k: k for k in range(5, 2)}}\nfor v in xs:\n    d[v] += 1\n{NOISY}", "dict[int, int]"
    ),
    "empty, and its length": Subtle("ks = list(range(5, 2))\nreturn (len(ks), x in ks)", "tuple[int, bool]"),
    "empty, not found": Subtle("ks = list(range(5, 2))\nreturn ks.index(x)", "int"),
    "other keys": Subtle(f"d = {{k + 3: k for k in range(n)}}\n{COUNTED}", "dict[int, int]"),
    "downwards": Subtle(f"d = {{-k: k for k in range(4)}}\n{COUNTED}", "dict[int, int]"),
    "in steps": Subtle(f"d = {{k: k for k in range(0, 9, 2)}}\n{COUNTED}", "dict[int, int]"),
    "with a test": Subtle(f"d = {{k: k for k in range(9) if k != 3}}\n{COUNTED}", "dict[int, int]"),
    "without a test": Subtle("d = {k: 0 for k in range(n)}\nfor v in xs:\n    d[v] += 1\n" + NOISY, "dict[int, int]"),
    "a new key before": Subtle(f"d = {{k: 0 for k in range(3)}}\nd[7] = 1\n{COUNTED}", "dict[int, int]"),
    "a new key between": Subtle(
        "d = {k: 0 for k in range(3)}\n"
        "for v in xs:\n    if v in d:\n        d[v] += 1\n    else:\n        d[v] = 10\n" + NOISY,
        "dict[int, int]",
    ),
    "a key that goes": Subtle(
        "d = {k: 0 for k in range(4)}\nfor v in xs:\n    if v in d:\n        d[v] += 1\n"
        "return [d[k] for k in d if k != 2]",
        "list[int]",
    ),
    "the end moves": Subtle(
        "m = n\nd = {k: 0 for k in range(m)}\nm += 3\nfor v in xs:\n    if v in d:\n        d[v] += m\n" + NOISY,
        "dict[int, int]",
    ),
    "the end moves in the loop": Subtle(
        "m = n\nd = {k: 0 for k in range(m)}\nfor v in xs:\n    m += 1\n    if v in d:\n        d[v] += m\n" + NOISY,
        "dict[int, int]",
    ),
    "two of them": Subtle(
        "d = {k: 0 for k in range(2)}\nif n > 1:\n    d = {k: 5 for k in range(4)}\n" + COUNTED, "dict[int, int]"
    ),
    "an answer that is kept": Subtle(
        "ks = [k for k in range(n)]\nseen = x in ks\nks.append(x)\nreturn (seen, x in ks, ks.index(x))",
        "tuple[bool, bool, int]",
    ),
    "looked for by itself": Subtle(
        "ks = list(range(3))\nout = []\n"
        "for v in xs:\n    if v in ks and v > 0:\n        out.append(ks.index(v))\nreturn out",
        "list[int]",
    ),
    "not found": Subtle("ks = list(range(2, 5))\nreturn ks.index(x)", "int"),
    "a value that may raise": Subtle("ks = [k for k in range(n)]\nreturn ns[3] in ks", "bool"),
    "a division that may fail": Subtle("ks = [k for k in range(n)]\nreturn 6 // x in ks", "bool"),
    "a list that is changed": Subtle(
        "ks = [k for k in range(4)]\nks[2] = 9\nreturn (2 in ks, 9 in ks, ks.index(9))", "tuple[bool, bool, int]"
    ),
    "a list that is changed later": Subtle(
        "ks = [k for k in range(4)]\nout = []\nfor v in xs:\n    out.append(v in ks)\n    ks[1] = v\nreturn out",
        "list[bool]",
    ),
    "changed in one branch": Subtle(
        "ks = [k for k in range(4)]\nif n > 0:\n    ks[0] = 11\nreturn (0 in ks, 11 in ks)", "tuple[bool, bool]"
    ),
    "asked and counted": Subtle(
        "ks = [k for k in range(4)]\nfound = False\n"
        "for v in xs:\n    found = found or v in ks\nreturn (found, len(ks))",
        "tuple[bool, int]",
    ),
    "by hand, with a flag": Subtle(
        "ks = []\nfor k in range(n):\n    ks.append(k)\nfound = False\nlast = -1\n"
        "for k in ks:\n    if k == x:\n        found = True\n    last = k\nreturn (found, last)",
        "tuple[bool, int]",
    ),
    "what the pass leaves behind": Subtle(
        "ks = []\nfor k in range(n):\n    ks.append(k)\nk = -5\nfound = False\n"
        "for k in ks:\n    if k == x:\n        found = True\nreturn (found, k)",
        "tuple[bool, int]",
    ),
    "true before": Subtle(
        "ks = [k for k in range(n)]\nfound = x > 2\nfor k in ks:\n    if k == x:\n        found = True\nreturn found",
        "bool",
    ),
    "appended twice": Subtle(
        "ks = []\nfor k in range(3):\n    ks.append(k)\n    ks.append(k + 1)\nreturn (3 in ks, ks.index(x))",
        "tuple[bool, int]",
    ),
    "not begun empty": Subtle(
        "ks = [7]\nfor k in range(3):\n    ks.append(k)\nreturn (7 in ks, ks.index(x))", "tuple[bool, int]"
    ),
}
