"""What programs that start from rows are read as: winners, flags of the first round, new keys, lists made again.

Each form has its near misses, in which it must not be seen: there the meaning is all that is asked for.
"""

import pytest

from tests.lang.test_tables import check, reading
from twinproof.lang.command import If, expressions, loops_in, subcommands, written
from twinproof.lang.expr import Apply, Op, subterms
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import ListOf

WINNER = """
best, winner = None, 7
for c in ns:
    score = laplace(sum(1 for y in xs if y < c), 1 / eps)
    if best is None or score > best:
        best = score
        winner = c
return [winner]
"""
KEYS = """
noisy: dict[int, int] = {}
for key in range(5):
    noisy[key] = laplace(xs.count(key), 1 / eps)
return [noisy[k] for k in noisy]
"""
AGAIN = """
halves = [y // 2 for y in xs if y > 0]
out = []
for c in ns:
    out.append(laplace(halves.count(c), 1 / eps))
return out
"""
CUT_OFF = """
total = 0
for y in xs:
    z = y * 2
    if z > 3:
        z = 3
    elif z < n:
        z = n
    total += z
return [laplace(total, 1 / eps)]
"""
SORTED = """
total, most = 0, n
for y in sorted(xs):
    total += y * n
    most = max(most, y - 1)
    if y > 2:
        total -= 1
return [total, most]
"""
BINNED = """
counts = [0, 0, 0]
for y in xs:
    b = -1
    for i, (low, high) in enumerate(((-1, 0), (0, 2), (2, 3))):
        if low <= y < high:
            b = i
            break
    if b >= 0:
        counts[b] += 1
return counts
"""
FILED = """
filed: list[list[int]] = [[] for _ in range(3)]
for y in xs:
    if 0 <= y + n < 3:
        filed[y + n].append(y)
out = []
for ys in filed:
    total = len(ys)
    for y in ys:
        total = 2 * total + y
    out.append(laplace(total, 1 / eps))
return out
"""
ENDS = """
out = []
for i in range(4):
    low = n + i * n
    out.append(laplace(sum(1 for y in xs if low <= y < 2 + (i + 1) * n), 1 / eps))
return out
"""
BY_HAND = """
i = 0
while i < {limit}:
    j = i
    while j > 0 and ys[j] < ys[j - 1]:
        held = ys[j]
        ys[j] = ys[j - 1]
        ys[j - 1] = held
        j -= 1
    i += 1
return [sum(ys)]
"""
NEAR_MISSES = {
    "an end whose width changes": ENDS.replace("    low", "    n = n + 1\n    low"),
    "an end that is asked for afterwards": ENDS.replace("out = []", "out, low = [], 5").replace(
        "return out", "return [low]"
    ),
    "an end that goes back": ENDS.replace("2 + (i + 1) * n", "2 - (i + 1) * n"),
    "an end with a square": ENDS.replace("2 + (i + 1) * n", "2 + i * i * n"),
    "an end that moves by several widths": ENDS.replace("2 + (i + 1) * n", "2 + (3 * i - 1) * n + i"),
    "ends that move apart": ENDS.replace("n + i * n", "i * n * n"),
    "an end where the loop is left": ENDS.replace("return", "    if out[i] > n:\n        break\nreturn"),
    "filed with something in it": FILED.replace("for y in xs", "filed[1].append(n)\nfor y in xs"),
    "filed, and more afterwards": FILED.replace("out = []", "filed[2].append(n)\nout = []"),
    "filed in two lists": FILED.replace("        filed[y", "        filed[0].append(2 * y)\n        filed[y"),
    "filed without a question": FILED.replace("    if 0 <= y + n < 3:\n        filed[y + n]", "    filed[y]"),
    "filed from the other end": FILED.replace("0 <= y + n < 3", "0 <= y + n < 4").replace("filed[y + n]", "filed[-1]"),
    "filed by what changes afterwards": FILED.replace("out = []", "n = n + 1\nout = []"),
    "filed by what was filed": FILED.replace("filed[y + n].append(y)", "filed[len(filed[0]) % 3].append(y)"),
    "filed with a memory": FILED.replace("for y in xs", "last = 0\nfor y in xs").replace(
        "filed[y + n].append(y)", "filed[y + n].append(last)\n        last = y"
    ),
    "filed, and asked for the first": FILED.replace("total = len(ys)", "total = ys[0] if len(ys) > 0 else 0"),
    "filed, and asked up to a limit": FILED.replace("for y in ys:", "for y in ys[:2]:"),
    "filed, and asked from elsewhere": FILED.replace("    total = len(ys)", "    total = len(filed[n % 3])"),
    "filed, and given back": FILED.replace("return out", "return out + filed[0]"),
    "filed by as many as there are rows": FILED.replace("range(3)", "range(n)").replace("< 3:", "< n:"),
    "filed, and the loop is left": FILED.replace(
        "2 * total + y\n", "2 * total + y\n        if total > 3:\n            break\n"
    ),
    "filed in a table of fewer than no lists": """
filed: list[list[int]] = [[] for _ in range(-2)]
for y in xs:
    if y < len(filed):
        filed[y].append(y)
total = len(filed)
for ys in filed:
    for y in ys:
        total += y
return [total]
""",
    "sorted, and asked until something is found": """
found = False
for y in sorted(xs):
    found = found or 10 // y < 0
return [int(found)]
""",
    "sorted, and asked as long as something holds": """
holds = True
for y in sorted(xs):
    holds = holds and 10 // y < 0
return [int(holds)]
""",
    "sorted, and a division by what has come up": """
total = 1
for y in sorted(xs):
    share = 10 // total
    total += y
return [total]
""",
    "sorted by hand, and empty": """
ys: list[int] = []
for i in range(n):
    ys.append(-i)
ys = []
"""
    + BY_HAND.format(limit="n"),
    "sorted by hand, up to a list that has grown": """
zs = xs + [1]
copy = list(zs)
ys = list(copy)
zs.append(n)
"""
    + BY_HAND.format(limit="len(zs)"),
    "filed, and a list that was there before": """
held = list(ns)
filed: list[list[int]] = [[] for _ in range(3)]
for y in xs:
    filed[y % 3].append(y)
total = 0
for k in range(3):
    for y in held:
        total = 2 * total + y
    held = list(filed[k])
return [total]
""",
    "filed, and a list that is another in one case": """
held = list(ns)
filed: list[list[int]] = [[] for _ in range(3)]
for y in xs:
    filed[y % 3].append(y)
if n > 1:
    held = list(filed[1])
return [len(held)]
""",
    "filed in a loop that does not end, and asked in one case": """
filed: list[list[int]] = [[] for _ in range(3)]
for y in xs:
    while y > 3:
        y = y + 1
    filed[y % 3].append(y)
total = 0
if n > 1:
    for y in filed[0]:
        total += 1
return [total]
""",
    "sorted, and the first ones": SORTED.replace("sorted(xs)", "sorted(xs)[:2]"),
    "sorted, and the last one": SORTED.replace("most = max(most, y - 1)", "most = y"),
    "sorted, and what came before": SORTED.replace("if y > 2", "if y > most"),
    "sorted, with a way that depends on the sum": SORTED.replace("y * n", "y if total < 2 else 1"),
    "sorted, doubled and added": SORTED.replace("total += y * n", "total = total * 2 + y"),
    "sorted, set and added": SORTED.replace("total -= 1", "total = 1"),
    "sorted, and held before": SORTED.replace(
        "    total += y * n", "    held = total\n    most = max(most, y)\n    total = held + y"
    ),
    "sorted, held and then changed": SORTED.replace(
        "    total += y * n", "    held = total\n    total += 1\n    total = held + y"
    ),
    "sorted, and given back": SORTED.replace("for y", "ys = sorted(xs)\nfor y").replace(
        "[total, most]", "ys + [total]"
    ),
    "sorted, and its first entry": SORTED.replace("return", "total += (sorted(xs) + [5])[0]\nreturn"),
    "sorted beside another": SORTED.replace("total += y * n", "total = total + y * len(xs) if y > 0 else total"),
    "sorted into a list": SORTED.replace("for y", "ys = []\nfor y")
    .replace("most = max(most, y - 1)", "ys.append(y + 1)")
    .replace("[total, most]", "ys"),
    "sorted, and a way through the list inside": """
total = 0
ys = sorted(xs)
for x in ns:
    last = 0
    for y in ys:
        total += y - last
        last = y
return [total]
""",
    "bins that the last is chosen of": BINNED.replace("            break\n", ""),
    "bins where none is the one before": BINNED.replace("    b = -1\n", "").replace("for y", "b = -1\nfor y"),
    "bins where none is the last": BINNED.replace("    if b >= 0:\n        counts[b]", "    counts[b]"),
    "bins where the number goes on": BINNED.replace("b = i\n", "b = i\n            y = y - 2\n"),
    "bins that are counted where they are found": BINNED.replace("b = i\n", "b = i\n            counts[i] += 1\n"),
    "the winner is asked for in the loop": WINNER.replace("laplace(sum", "winner + laplace(sum"),
    "the winner is the candidate of the round before": """
last, winner = 0, 7
for c in ns:
    if laplace(len(xs), 1 / eps) > n:
        winner = last
    last = c
return [winner, last]
""",
    "another list of that name is run over before": """
halves = [n, 3]
out = []
for c in ns:
    out.append(laplace(halves.count(c), 1 / eps))
halves = [y // 2 for y in xs]
for c in ns:
    out.append(laplace(halves.count(c), 1 / eps))
return out
""",
    "the winner is forgotten after the loop": """
best = None
for c in ns:
    score = laplace(sum(1 for y in xs if y < c), 1 / eps)
    if best is None or score > best:
        best = score
        winner = c
winner = 5
return [winner]
""",
    "the winner is set again": WINNER.replace("return [winner]", "winner = winner + 1\nreturn [winner]"),
    "the first round may choose nobody": """
best, winner = 0, 7
for c in ns:
    score = laplace(sum(1 for y in xs if y < c), 1 / eps)
    if score > best:
        best = score
        winner = c
return [winner, best]
""",
    "the flag goes down again": """
begun, best = False, 0
for c in ns:
    score = laplace(sum(1 for y in xs if y < c), 1 / eps)
    if not begun or score > best:
        best = score
        begun = True
    if best > n:
        begun = False
return [best, int(begun)]
""",
    "the flag may stay down": """
begun, best = False, 0
for c in ns:
    score = laplace(sum(1 for y in xs if y < c), 1 / eps)
    if not begun or score > best:
        best = score
        begun = n > 1
return [best, int(begun)]
""",
    "a key that was there": KEYS.replace("for key", "noisy[3] = n\nfor key"),
    "a key that comes twice": KEYS.replace("range(5)", "(1, 2, 1)"),
    "keys of a parameter": KEYS.replace("range(5)", "ns"),
    "a key that the round sets afterwards": """
noisy: dict[int, int] = {}
key = 1
for i in range(3):
    noisy[key] = laplace(xs.count(i), 1 / eps)
    key = i + 1
return [noisy[1], len(noisy)]
""",
    "a key that the round sets afterwards, in one case": """
noisy: dict[int, int] = {}
key = 2
for i in range(4):
    if n > 0:
        noisy[key] = laplace(xs.count(i), 1 / eps)
    key = i + 2
return [noisy[k] for k in noisy]
""",
    "an entry that is put twice": KEYS.replace("return", "    noisy[key] = noisy[key] + key\nreturn"),
    "the list grows where it is asked": AGAIN.replace("    out.append", "    halves.append(c)\n    out.append"),
    "what the list is made of changes": """
top = n
halves = [y // 2 + top for y in xs]
out = []
for c in ns:
    top = top + 1
    out.append(halves.count(c) + top)
return out
""",
    "what is cut off is asked for in between": CUT_OFF.replace("    if z > 3", "    total += z\n    if z > 3"),
    "something else is set as well": CUT_OFF.replace("        z = 3", "        z = 3\n        total += 1"),
}


def read(body: str) -> Mechanism:
    text, mechanism = reading(body, "list[int]")
    check(text, mechanism)
    return mechanism


@pytest.mark.parametrize("body", NEAR_MISSES.values(), ids=NEAR_MISSES.keys())
def test_the_meaning_stays(body: str) -> None:
    read(body)


def names(mechanism: Mechanism) -> set[str]:
    return {v.name for v in written(mechanism.body)}


def test_a_winner_is_known_by_its_position_and_the_first_round_by_the_counter() -> None:
    found = names(read(WINNER))
    assert "winner_place" in found
    assert not found & {"winner", "best_1"}


def test_a_candidate_with_two_names_wins_once() -> None:
    two_names = """
highest, winner = 0, 7
for i in range(len(ns)):
    one = ns[i]
    other = ns[i]
    score = laplace(sum(1 for y in xs if y < one), 1 / eps)
    if score > highest + one - other:
        highest = score
        winner = ns[i]
return winner
"""
    check(*reading(two_names, "int"))


def test_a_new_key_is_not_looked_up() -> None:
    assert len(loops_in(read(KEYS).body)) < len(loops_in(read(NEAR_MISSES["a key that was there"]).body))


def test_a_list_of_the_rows_is_made_again_where_it_is_asked() -> None:
    mechanism = read(AGAIN)
    lists = {v.name for v in written(mechanism.body) if isinstance(v.type, ListOf)}
    assert lists <= {"out", mechanism.result.name}


def test_what_is_cut_off_is_one_expression() -> None:
    mechanism = read(CUT_OFF)
    (loop,) = loops_in(mechanism.body)
    assert not any(isinstance(c, If) for c in subcommands(loop))


def test_what_needs_no_order_is_not_sorted() -> None:
    assert len(loops_in(read(SORTED).body)) == 1


def test_a_bin_that_a_row_is_found_in_is_one_expression() -> None:
    (loop,) = loops_in(read(BINNED).body)
    assert sum(isinstance(c, If) for c in subcommands(loop)) == 1


def test_rows_that_are_filed_are_asked_themselves() -> None:
    mechanism = read(FILED)
    assert not any(isinstance(v.type, ListOf) and isinstance(v.type.item, ListOf) for v in written(mechanism.body))


def test_an_end_that_moves_on_by_a_width_is_added_up() -> None:
    mechanism = read(ENDS)
    spoken = (t for c in subcommands(mechanism.body) for e in expressions(c) for t in subterms(e))
    assert not any(isinstance(t, Apply) and t.op is Op.MUL for t in spoken)
