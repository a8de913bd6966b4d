"""Random mechanism files that use all of the language, each determined by a seed.

Programs always end: a `while` counts down its fuel, a `range` is cut off, products and joined lists are kept small.
They may raise: positions may be out of range, divisors zero, requirements not met, lists empty, keys missing, values
None. Names are taken from those that the reader likes for its own variables. What the reader refuses on purpose (a
second name for a list, a read that may come before the assignment) is avoided, so nearly all of them can be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.lang.programs.kinds import (
    ANNOTATIONS,
    BOOL,
    BOOLS,
    COLOR,
    HEADER,
    INT,
    INTS,
    KEYS,
    MAYBE,
    NAMES,
    PAIR,
    RATIO,
    REAL,
    RECORD,
    RECORDS,
    ROWS,
    SHADES,
    SHARE,
    SHARES,
    SMALL_CLASS,
    SPOT,
    STORED,
    TABLE,
    TEXT,
    Function,
    Parameter,
    Program,
)
from tests.lang.programs.statements import Writer

__all__ = ["Program", "generate"]


_TAKEN = (INT, INT, INT, INT, BOOL, BOOL, INTS, INTS, PAIR, RECORD, SPOT, RECORDS, COLOR, MAYBE, RATIO, SHARE, SHARES)


def generate(seed: int) -> Program:
    """The program of a seed."""
    random = Random(f"program {seed}")
    functions: list[Function] = []
    gauges, keys = random.random() < 0.3, random.choice(KEYS)
    texts: list[str] = [SMALL_CLASS] if gauges else []
    for number in range(random.choice((0, 0, 0, 1, 1, 2))):
        function, text = _function(random, f"helper_{number}", functions, kind="helper", gauges=gauges, keys=keys)
        functions.append(function)
        texts.append(text)
    for number in range(random.choice((0, 0, 0, 1))):
        function, text = _function(random, f"inner_{number}", functions, kind="inner", gauges=gauges, keys=keys)
        functions.append(function)
        texts.append(text)
    main, text = _function(random, "main", functions, kind="main", gauges=gauges, keys=keys)
    return Program("\n\n".join((HEADER.format(keys=keys), *texts, text)), main)


def _function(
    random: Random, name: str, functions: Sequence[Function], kind: str, gauges: bool, keys: tuple[int, ...]
) -> tuple[Function, str]:
    parameters = _parameters(random, kind)
    returns = random.choice(STORED)
    function = Function(name, parameters, returns, any(p.type == REAL for p in parameters))
    budget = random.choice((2, 3, 4, 6) if kind == "main" else (1, 1, 2, 3))
    body = Writer(random, function, functions, main=kind == "main", budget=budget, gauges=gauges, keys=keys)
    lines = body.whole()
    head = []
    if kind != "helper":
        required = [f"{p.name} >= 1" for p in parameters if p.positive]
        if kind == "inner" and (ints := [p.name for p in parameters if p.type == INTS]):
            required += [f"len({ints[0]}) >= 1"] if random.random() < 0.3 else []
        condition = f', requires="{" and ".join(required)}"' if required else ""
        privacy = next(p.name for p in parameters if p.type == REAL)
        head = [f'@mechanism(epsilon="9 * {privacy}"{condition})']
    shown = [str(p) for p in parameters]
    if keywords := [i for i, p in enumerate(parameters) if p.keyword]:
        shown.insert(keywords[0], "*")
    shape = ANNOTATIONS.get(returns, returns)
    bare = returns in (TABLE, SHADES) and kind != "main"  # a caller may need to know its keys
    arrow = f" -> {shape}" if kind != "helper" or (random.random() < 0.6 and not bare) or body.bare_empty else ""
    head.append(f"def {name}({', '.join(shown)}){arrow}:")
    return function, "\n".join(head + lines) + "\n"


def _parameters(random: Random, kind: str) -> tuple[Parameter, ...]:
    names = random.sample([n for n in NAMES if n != "_"], 6)
    marks = {INT: ["within(1)"], INTS: ["each_within(1)", "one_changed()"], RECORDS: ["one_changed()"]}
    marks[SHARES] = ["one_added_or_removed()", 'one_user_added_or_removed("of", rows=2)']
    if kind == "helper":
        kinds = [random.choice(_TAKEN) for _ in range(random.randint(0, 3))]
        kinds += [REAL] * random.choice((0, 1, 1))
        parameters = [Parameter(n, t) for n, t in zip(names, kinds, strict=False)]
        if parameters and parameters[-1].type in (INT, BOOL) and random.random() < 0.4:
            last = parameters.pop()
            default = random.choice(("0", "2", "7")) if last.type == INT else random.choice(("True", "False"))
            parameters.append(Parameter(last.name, last.type, default=default, keyword=random.random() < 0.3))
        return tuple(parameters)
    private = (INT, INT, INT, INTS, INTS, INTS, RECORDS, SHARES) if kind == "main" else (INT, INTS)
    made = [Parameter(names[0], t := random.choice(private), random.choice(marks[t]))]
    made.append(Parameter(names[1], t := random.choice(private), random.choice(marks[t])))
    for name in names[2 : 2 + random.randint(0, 2)]:
        wanted = random.choice((*_TAKEN, BOOLS, ROWS, TEXT) if kind == "main" else (INT, BOOL))
        made.append(Parameter(name, wanted, positive=wanted == INT and random.random() < 0.5))
    made.append(Parameter(names[5], REAL))
    return tuple(made)
