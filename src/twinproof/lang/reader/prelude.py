"""Builtins and methods that are small programs: what Python does, in the language that is read."""

from __future__ import annotations

import ast

from twinproof.lang.reader.scopes import separate

_TEXT = """
def sum(items):
    total = 0
    for item in items:
        total += item
    return total

def max(items):
    best = items[0]
    for item in items:
        if item > best:
            best = item
    return best

def min(items):
    best = items[0]
    for item in items:
        if item < best:
            best = item
    return best

def any(items):
    found = False
    for item in items:
        if item:
            found = True
    return found

def all(items):
    found = True
    for item in items:
        if not item:
            found = False
    return found

def contains(items, value):
    found = False
    for item in items:
        if item == value:
            found = True
    return found

def count(items, value):
    times = 0
    for item in items:
        if item == value:
            times += 1
    return times

def listed(items):
    return [item for item in items]

def union(items, others):
    both = set(items)
    for item in others:
        both.add(item)
    return both

def intersection(items, others):
    return {item for item in items if item in others}

def difference(items, others):
    return {item for item in items if item not in others}

def either(items, others):
    one = {item for item in items if item not in others}
    for item in others:
        if item not in items:
            one.add(item)
    return one

def without(items, value):
    return {item for item in items if item != value}

def frozen(items):
    return frozenset(items)

def subset(items, others):
    found = True
    for item in items:
        if item not in others:
            found = False
    return found

def same_items(items, others):
    found = len(items) == len(others)
    for item in items:
        if item not in others:
            found = False
    return found

def position(items, value):
    place = 0
    while place < len(items) and items[place] != value:
        place += 1
    return place

def index(items, value):
    place = 0
    while place < len(items) and items[place] != value:
        place += 1
    assert place < len(items)
    return place

def sorted(items):
    ordered = list(items)
    for i in range(len(ordered)):
        j = i
        while j > 0 and ordered[j] < ordered[j - 1]:
            lower = ordered[j]
            ordered[j] = ordered[j - 1]
            ordered[j - 1] = lower
            j -= 1
    return ordered

def sorted_down(items):
    ordered = list(items)
    for i in range(len(ordered)):
        j = i
        while j > 0 and ordered[j - 1] < ordered[j]:
            higher = ordered[j]
            ordered[j] = ordered[j - 1]
            ordered[j - 1] = higher
            j -= 1
    return ordered

def sorted_between(items, lowest, highest):
    ordered = []
    for key in range(lowest, highest):
        if key in items:
            ordered.append(key)
    return ordered

def sorted_down_between(items, lowest, highest):
    ordered = []
    for key in range(highest - 1, lowest - 1, -1):
        if key in items:
            ordered.append(key)
    return ordered

def watched(items, lowest, highest):
    for item in items:
        assert lowest <= item and item < highest
    return list(items)

def sorted_by(items, measures):
    ordered = list(items)
    keys = list(measures)
    for i in range(len(ordered)):
        j = i
        while j > 0 and keys[j] < keys[j - 1]:
            lower = ordered[j]
            ordered[j] = ordered[j - 1]
            ordered[j - 1] = lower
            key = keys[j]
            keys[j] = keys[j - 1]
            keys[j - 1] = key
            j -= 1
    return ordered

def sorted_down_by(items, measures):
    ordered = list(items)
    keys = list(measures)
    for i in range(len(ordered)):
        j = i
        while j > 0 and keys[j - 1] < keys[j]:
            higher = ordered[j]
            ordered[j] = ordered[j - 1]
            ordered[j - 1] = higher
            key = keys[j]
            keys[j] = keys[j - 1]
            keys[j - 1] = key
            j -= 1
    return ordered

def first_two(measures):
    first = 0
    for i in range(1, len(measures)):
        if measures[i] < measures[first]:
            first = i
    second = 1 if first == 0 else 0
    for i in range(len(measures)):
        if i != first and measures[i] < measures[second]:
            second = i
    return first, second

def first_three(measures):
    first = 0
    for i in range(1, len(measures)):
        if measures[i] < measures[first]:
            first = i
    second = 1 if first == 0 else 0
    for i in range(len(measures)):
        if i != first and measures[i] < measures[second]:
            second = i
    third = 0
    while third == first or third == second:
        third += 1
    for i in range(len(measures)):
        if i != first and i != second and measures[i] < measures[third]:
            third = i
    return first, second, third

def first_two_down(measures):
    first = 0
    for i in range(1, len(measures)):
        if measures[first] < measures[i]:
            first = i
    second = 1 if first == 0 else 0
    for i in range(len(measures)):
        if i != first and measures[second] < measures[i]:
            second = i
    return first, second

def first_three_down(measures):
    first = 0
    for i in range(1, len(measures)):
        if measures[first] < measures[i]:
            first = i
    second = 1 if first == 0 else 0
    for i in range(len(measures)):
        if i != first and measures[second] < measures[i]:
            second = i
    third = 0
    while third == first or third == second:
        third += 1
    for i in range(len(measures)):
        if i != first and i != second and measures[third] < measures[i]:
            third = i
    return first, second, third
"""
_TREE = ast.parse(_TEXT)
separate(_TREE)
PRELUDE = {f.name: f for f in _TREE.body if isinstance(f, ast.FunctionDef)}
