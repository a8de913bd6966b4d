"""Loops over one list that may be one loop or not, and small tables whose entries may be variables or not."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lang.subtle import Subtle


def _two(first: str, second: str, between: str = "", end: str = "return a - b") -> Subtle:
    """Two loops over `xs` that compute `a` and `b`."""
    lines = ["a = 0", "c = w = 2", "for v in xs:", *(f"    {line}" for line in first.splitlines())]
    lines += [*between.splitlines(), "b = 0"] if "b = " not in between else between.splitlines()
    lines += ["for v in xs:", *(f"    {line}" for line in second.splitlines()), end]
    return Subtle("\n".join(lines))


CASES: Mapping[str, Subtle] = {
    "a list beside a shorter one": Subtle(
        "ys = [min(v, n) for v in ns]\nreturn (sum(a * b for a, b in zip(xs, ys)), len(ys))", "tuple[int, int]"
    ),
    "a list beside a shorter one, with noise": Subtle(
        "ys = [laplace(v, 1 / eps) for v in ns]\nout = []\nfor a, b in zip(xs, ys):\n    out.append(a + b)\nreturn out",
        "list[int]",
    ),
    "the other list shrinks meanwhile": Subtle(
        "ys = [v + 1 for v in ns]\nleft = list(xs)\nout = i = 0\n"
        "while i < len(ys) and i < len(left):\n    out += ys[i]\n    left = left[:2]\n    i += 1\nreturn out"
    ),
    "a limit that moves": Subtle(
        "ys = [v + 1 for v in ns]\nm = n\nout = i = 0\n"
        "while i < len(ys) and i < m:\n    out += ys[i]\n    m -= 1\n    i += 1\nreturn (out, i, m)",
        "tuple[int, int, int]",
    ),
    "a limit that grows again": Subtle(
        "ys = [v + 1 for v in ns]\nout = i = 0\nm = 1\n"
        "while i < len(ys) and i < m:\n    out += ys[i]\n    if ys[i] > 2:\n        m += 1\n    i += 1\n"
        "return (out, i)",
        "tuple[int, int]",
    ),
    "a limit from the items": Subtle(
        "ys = [v + 1 for v in ns]\nout = i = 0\n"
        "while i < len(ys) and i < ys[i]:\n    out += ys[i]\n    i += 1\nreturn (out, i)",
        "tuple[int, int]",
    ),
    "a counter that is used later": Subtle(
        "ys = [v + 1 for v in ns]\nout = i = 0\n"
        "while i < len(ys) and i < n:\n    out += ys[i]\n    i += 1\nreturn out + 100 * i"
    ),
    "a filtered list beside another": Subtle(
        "ys = [v for v in ns if v > 1]\nreturn sum(a * b for a, b in zip(xs, ys))"
    ),
    "sums": Subtle("a = sum(v for v in xs if v > 0)\nb = sum(-v for v in xs if v < 0)\nreturn laplace(a - b, 1 / eps)"),
    "sums-of-three": Subtle(
        "a = sum(xs)\nb = sum(v * v for v in xs)\nc = max(xs, default=n)\nreturn (a, b, c)", "tuple[int, int, int]"
    ),
    "sums-for-each": Subtle(
        "out = []\nfor t in ns:\n    low = sum(1 for v in xs if v < t)\n    high = sum(1 for v in xs if v > t)\n"
        "    out.append(low - high)\nreturn out",
        "list[int]",
    ),
    "independent": _two("a += v", "b += v * n"),
    "second-reads-the-first": _two("a += v", "b += v * a"),
    "second-sets-what-the-first-reads": _two("a += v * c", "c += 1\nb += v", between="b = 1", end="return a - b + c"),
    "starts-from-the-first": _two("a += v", "b += v", between="b = a"),
    "starts-from-what-both-need": _two("a += v", "b += v * m", between="b = 0\nm = n + 1"),
    "between-reads-the-first": _two("a += v", "b += v", between="b = 0\nm = a", end="return a - b + m"),
    "between-is-read-late": _two("a += v", "b += v", between="m = a\nb = m"),
    "last-item-is-kept": _two("a += v\nw = v", "b += v\nw = v + 1", end="return a - b + w"),
    "last-item-after": Subtle(
        "a = b = v = 0\nfor v in xs:\n    a += v\nfor v in xs:\n    b = b * 2 + v\nreturn a - b + v"
    ),
    "counter-after": Subtle(
        "a = b = i = 0\nfor i in range(len(xs)):\n    a += xs[i]\nfor i in range(len(xs)):\n    b += xs[i] * i\n"
        "return a - b + i"
    ),
    "counter-between": Subtle(
        "a = b = i = 0\nfor i in range(len(xs)):\n    a += xs[i]\nm = i\nfor i in range(len(xs)):\n    b += xs[i] + m\n"
        "return a - b"
    ),
    "one-stops-early": _two("if v > n:\n    break\na += v", "b += v"),
    "one-draws": _two("a += v", "b += laplace(v, 1 / eps)"),
    "both-draw": _two("a += laplace(v, 1 / eps)", "b += laplace(v, 2 / eps)"),
    "a-draw-between": _two("a += v", "b += v", between="m = laplace(a, 1 / eps)\nb = m"),
    "one-raises": _two("a += 7 // v", "b += v"),
    "both-raise": _two("a += 7 // (v - n)", "b += ns[v]"),
    "other-ends": Subtle(
        "a = sum(xs[i] for i in range(len(xs)))\nb = sum(xs[i] for i in range(1, len(xs)))\nreturn a - b"
    ),
    "other-lists": Subtle("a = sum(xs)\nb = sum(ns)\nreturn a - b"),
    "the-list-grows": Subtle("ys = list(xs)\na = sum(ys)\nys.append(n)\nb = sum(v * v for v in ys)\nreturn a - b"),
    "the-list-changes": Subtle(
        "ys = [1, 2, n]\na = b = 0\nfor v in ys:\n    a += v\nys[0] = 9\nfor v in ys:\n    b += v\nreturn a * 100 + b"
    ),
    "items-set-twice": _two("v = v + 1\na += v", "b += v"),
    "items-set-in-a-branch": _two("w = v\nif v > n:\n    w = 0\na += w", "w = v\nb += w"),
    "nested": Subtle("a = sum(v * w for v in xs for w in ns)\nb = sum(v for v in xs)\nreturn a - b"),
    "running-sums": Subtle(
        "ys = [laplace(v, 1 / eps) for v in xs]\nfor k in range(1, len(ys)):\n    ys[k] += ys[k - 1]\nreturn ys",
        "list[int]",
    ),
    "running-maxima": Subtle(
        "ys = [laplace(v, 1 / eps) for v in xs]\n"
        "for k in range(1, len(ys)):\n    if ys[k] < ys[k - 1]:\n        ys[k] = ys[k - 1]\nreturn ys",
        "list[int]",
    ),
    "running-counter-after": Subtle(
        "ys = [laplace(v, 1 / eps) for v in xs]\nk = 7\nfor k in range(1, len(ys)):\n    ys[k] += ys[k - 1]\nreturn k",
    ),
    "running-from-two": Subtle(
        "ys = [laplace(v, 1 / eps) for v in xs]\nfor k in range(2, len(ys)):\n    ys[k] += ys[k - 1]\nreturn ys",
        "list[int]",
    ),
    "running-two-back": Subtle(
        "ys = [laplace(v, 1 / eps) for v in xs]\nfor k in range(1, len(ys)):\n    ys[k] += ys[k - 2]\nreturn ys",
        "list[int]",
    ),
    "running-the-next": Subtle(
        "ys = [laplace(v, 1 / eps) for v in xs]\nfor k in range(1, len(ys) - 1):\n    ys[k] += ys[k + 1]\nreturn ys",
        "list[int]",
    ),
    "running-not-to-the-end": Subtle(
        "ys = [laplace(v, 1 / eps) for v in xs]\nfor k in range(1, len(ys) - 1):\n    ys[k] += ys[k - 1]\nreturn ys",
        "list[int]",
    ),
    "running-too-far": Subtle(
        "ys = [laplace(v, 1 / eps) for v in xs]\nfor k in range(1, len(ys) + 1):\n    ys[k] += ys[k - 1]\nreturn ys",
        "list[int]",
    ),
    "running-sets-the-one-before": Subtle(
        "ys = [laplace(v, 1 / eps) for v in xs]\nfor k in range(1, len(ys)):\n    ys[k - 1] = ys[k]\nreturn ys",
        "list[int]",
    ),
    "running-sets-both": Subtle(
        "ys = [laplace(v, 1 / eps) for v in xs]\n"
        "for k in range(1, len(ys)):\n    ys[k] += ys[k - 1]\n    ys[k - 1] = n\nreturn ys",
        "list[int]",
    ),
    "running-twice": Subtle(
        "ys = [laplace(v, 1 / eps) for v in xs]\n"
        "for k in range(1, len(ys)):\n    ys[k] += ys[k - 1]\n"
        "for k in range(1, len(ys)):\n    ys[k] -= 2 * ys[k - 1]\nreturn ys",
        "list[int]",
    ),
    "running-with-a-break": Subtle(
        "ys = [laplace(v, 1 / eps) for v in xs]\n"
        "for k in range(1, len(ys)):\n    if ys[k] > n:\n        break\n    ys[k] += ys[k - 1]\nreturn ys",
        "list[int]",
    ),
    "running-draws": Subtle(
        "ys = [laplace(v, 1 / eps) for v in xs]\n"
        "for k in range(1, len(ys)):\n    ys[k] += laplace(ys[k - 1], 2 / eps)\nreturn ys",
        "list[int]",
    ),
    "running-raises": Subtle(
        "ys = [laplace(v, 1 / eps) for v in xs]\nfor k in range(1, len(ys)):\n    ys[k] += 7 // ys[k - 1]\nreturn ys",
        "list[int]",
    ),
    "running-read-later": Subtle(
        "ys = [laplace(v, 1 / eps) for v in xs]\n"
        "for k in range(1, len(ys)):\n    ys[k] += ys[k - 1]\nreturn ys[0] * 100 + ys[-1]",
    ),
    "running-reads-the-first": Subtle(
        "ys = [laplace(v, 1 / eps) for v in xs]\n"
        "for k in range(1, len(ys)):\n    ys[k] += ys[k - 1] + ys[0]\nreturn ys",
        "list[int]",
    ),
    "table-of-two": Subtle(
        "t = {'in': 0, 'out': 0}\nfor v in xs:\n    if v > 0:\n        t['in'] += v\n    else:\n        t['out'] += v\n"
        "return laplace(sum(t.values()), 1 / eps)"
    ),
    "table-released": Subtle(
        "t = {'in': 0, 'out': n}\nfor v in xs:\n    t['in'] += v\n"
        "return {k: laplace(v, 1 / eps) for k, v in t.items()}",
        "dict[str, int]",
    ),
    "table-swapped": Subtle(
        "t = [1, n, 3]\nfor v in xs:\n    t[0], t[2] = t[2], t[0] + v\nreturn sum(a * (i + 1) for i, a in enumerate(t))"
    ),
    "table-at-a-place": Subtle("t = [1, n, 3]\nfor v in xs:\n    t[v % 3] += v\nreturn sum(a * a for a in t)"),
    "table-out-of-reach": Subtle("t = [1, n, 3]\nt[1] += x\nm = 0\nfor i in range(4):\n    m += t[i]\nreturn m"),
    "table-set-again": Subtle("t = [1, 2]\nm = 0\nfor v in xs:\n    t = [t[1], t[0] + v]\n    m += sum(t)\nreturn m"),
    "table-set-late": Subtle("m = 0\nfor v in xs:\n    t = [v, n]\n    t[0] += 1\n    m += sum(t)\nreturn m"),
    "table-copied": Subtle("t = [1, n]\nu = list(t)\nt[0] += 5\nreturn sum(t) * 10 + sum(u)"),
}
