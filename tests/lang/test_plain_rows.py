"""What programs that start from rows are read as: winners, flags of the first round, new keys, lists made again.

Each form has its near misses, in which it must not be seen: there the meaning is all that is asked for.
"""

import pytest

from tests.lang.test_tables import check, reading
from twinproof.lang.command import If, loops_in, subcommands, written
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
NEAR_MISSES = {
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
