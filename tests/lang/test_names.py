"""A name means what the compiler says: bindings in the corners of the syntax are seen, or the name is refused."""

from __future__ import annotations

import sys
import typing

import pytest

import twinproof
from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text, vocabulary

IMPORTS = "from typing import Annotated\nfrom twinproof import Epsilon, laplace, mechanism, within\n"
EXACT = "def exact(loc, scale):\n    return loc\n"
LEAK = """
@mechanism(epsilon="eps")
def leak(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
"""
BRANCH = """
@mechanism(epsilon="eps")
def leak(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    if N == 0:
        return laplace(x, 1 / eps)
    return x
"""

# In each of these `laplace` is not (or need not be) twinproof's when the mechanism runs.
REBOUND = {
    "assignment": "DEBUG = (laplace := exact)",
    "augmented assignment": "DEBUG = []\nDEBUG += [(laplace := exact)]",
    "default": "def unused(f=(laplace := exact)):\n    return 0",
    "keyword default": "def unused(*, f=(laplace := exact)):\n    return 0",
    "default of a lambda": "unused = lambda f=(laplace := exact): f",
    "decorator": "@(laplace := exact)\ndef unused(x):\n    return x",
    "class base": "class A((laplace := exact) and object):\n    pass",
    "class keyword": "class A(metaclass=(laplace := exact) and type):\n    pass",
    "comprehension": "DEBUG = [(laplace := exact) for i in range(1)]",
    "generator": "DEBUG = list((laplace := exact) for i in range(1))",
    "f-string": "DEBUG = f'{(laplace := exact)}'",
    "subscript": "DEBUG = [0][(laplace := exact) and 0]",
    "expression": "(laplace := exact)",
    "condition": "if (laplace := exact):\n    pass",
    "assert": "assert (laplace := exact)",
    "only with -O": "if not __debug__:\n    laplace = exact",
    "only without -O": "if __debug__:\n    laplace = exact",
    "loop": "for laplace in [exact]:\n    pass",
    "with": "import contextlib\nwith contextlib.nullcontext(exact) as laplace:\n    pass",
    "exception": "try:\n    pass\nexcept ValueError as laplace:\n    pass",
    "match": "match exact:\n    case laplace:\n        pass",
    "match star": "match [exact]:\n    case [*laplace]:\n        pass",
    "match rest": "match {}:\n    case {**laplace}:\n        pass",
    "import": "import math as laplace",
    "import from": "from math import sqrt as laplace",
    "function": "def laplace(loc, scale):\n    return loc",
    "class": "class laplace:\n    pass",
    "deleted": "del laplace",
    "unpacking": "(laplace, other) = exact, 1",
    "starred": "[*laplace] = [exact]",
    "global in a function": "def change():\n    global laplace\n    laplace = exact",
    "global in a method": "class A:\n    def change(self):\n        global laplace\n        laplace = exact",
    "global in a class": "class A:\n    global laplace\n    laplace = exact",
    "nested global": "def a():\n    def b():\n        global laplace\n        laplace = exact\n    return b",
    "globals()": "globals()['laplace'] = exact",
    "vars()": "vars()['laplace'] = exact",
    "locals()": "locals()['laplace'] = exact",
    "exec": "exec('laplace = exact')",
    "eval": "eval('globals().update(laplace=exact)')",
    "globals by another name": "g = globals\ng()['laplace'] = exact",
    "setattr": "import sys\nsetattr(sys.modules[__name__], 'laplace', exact)",
    "attribute of the module": "import sys\nsys.modules[__name__].laplace = exact",
    "__dict__": "import sys\nsys.modules[__name__].__dict__['laplace'] = exact",
    "another library": "import sys\nsys.modules['twinproof'] = None",
    "__globals__": "exact.__globals__['laplace'] = exact",
    "getattr of __globals__": "getattr(exact, '__globals__')['laplace'] = exact",
    "computed getattr": "getattr(exact, '__glo' + 'bals__')['laplace'] = exact",
    "frame": "import inspect\ninspect.currentframe().f_globals['laplace'] = exact",
    "code of the function": "laplace.__code__ = exact.__code__",
    "code of the function, in a list": "[laplace][0].__code__ = exact.__code__",
    "library": "import twinproof as t\nt.laplace = exact",
    "inside of the library": "from twinproof.lang import noise as inside\ninside.anything = exact",
    "inside of the library, deeper": "import twinproof.lang.noise as inside\ninside.a.b[0] = exact",
    "star": "from nowhere import *",
    "star in a condition": "if 1 > 0:\n    from math import *",
    "builtins": "__builtins__ = {}",
    "builtins as a module": "import builtins\nbuiltins.globals()['laplace'] = exact",
    "from builtins": "from builtins import globals as g\ng()['laplace'] = exact",
    "__builtins__ as a table": "__builtins__['len'] = exact",
    "a getter": "import operator\noperator.attrgetter('__globals__')(exact)['laplace'] = exact",
    "an attribute of an alias": "alias = leak_of(laplace)\nalias._function = exact",
    "an alias of the library": "import twinproof\nt = twinproof\nt.anything = laplace",
    "the inside of an alias of the library": "import twinproof as tp\ntp.lang.noise._told = exact",
    "a method that takes anything": "def patch(self):\n    self._function = exact\npatch(laplace)",
    "made anew": "exact.__init__(laplace)",
    "annotations": "exact.__annotations__.clear()",
    "modules by their name": "from sys import modules as m\nm['twinproof.lang.noise']._told = exact",
    "a wrapper": "import functools\nfunctools.update_wrapper(laplace, exact)",
    "a wrapper, by another name": "from functools import wraps as w\nw(exact)(laplace)",
    "a wrapper that decorates": "from functools import update_wrapper\n@update_wrapper(laplace, exact)\ndef f(): pass",
    "a getter of pieces": "from operator import attrgetter as a\na('__glob' + 'als__')(exact)['laplace'] = exact",
    "a caller of pieces": "import operator as o\no.methodcaller('__set' + 'attr__', 'x', exact)(laplace)",
    "a setter": "import operator\noperator.setitem({}, 'laplace', exact)",
    "the source of all bits": "import os\nos.urandom = bytes",
    "a deeper attribute of a module": "import os.path\nos.path.join = exact",
    "a switch that the library hides": "from twinproof.lang.noise import _current\n_current.set(exact)",
    "a switch of a module of the library": "import twinproof.lang.noise as n\nn._current.set(exact)",
    "a switch below the library": "import twinproof as t\nt.lang.noise._current.set(exact)",
    "a patch": "from unittest import mock\nmock.patch(f'{__name__}.laplace', exact).start()",
    "a patch, otherwise": "import unittest.mock\nunittest.mock.patch('x.laplace', exact).start()",
}


def only(text: str) -> Mechanism | Diagnostic:
    (result,) = (r for r in read_text(text) if (r.name if isinstance(r, Mechanism) else r.mechanism) in ("leak", ""))
    return result


@pytest.mark.parametrize("place", [*REBOUND])
@pytest.mark.parametrize("early", [True, False], ids=["before", "behind"])
def test_a_name_that_may_mean_something_else_is_refused(place: str, early: bool) -> None:
    parts = [EXACT, REBOUND[place] + "\n", LEAK] if early else [EXACT, LEAK, REBOUND[place] + "\n"]
    text = IMPORTS + "".join(parts)
    compile(text, "<test>", "exec")
    assert isinstance(only(text), Diagnostic)


@pytest.mark.parametrize(
    "line",
    [
        "N = 0\nN: int = 0",
        "N = 0\ndef bump(n=(N := 1)):\n    return n",
        "N = 0\nfor N in (1,):\n    pass",
        "N = 0\nN += 1",
    ],
)
def test_a_constant_that_may_change_is_refused(line: str) -> None:
    result = only(f"{IMPORTS}N = 0\n{line}\n{BRANCH}")
    assert isinstance(result, Diagnostic)
    assert result.code is Code.GLOBAL_STATE


@pytest.mark.parametrize(
    "change", ["builtins.abs = len", "import builtins as b\nb.abs = len", "self_ = 1\nself_.abs = 2"]
)
def test_builtins_that_may_change_are_refused(change: str) -> None:
    text = f"import builtins\n{IMPORTS}{change}\n{LEAK.replace('laplace(x,', 'laplace(abs(x),')}"
    assert isinstance(only(text), Diagnostic)


HARMLESS = {
    "other attributes": "import math\nclass A:\n    def __init__(self):\n        self.size = 1\n",
    "plain getattr": "import math\nPI = getattr(math, 'pi', 3)\n",
    "a logger": "import logging\nlogger = logging.getLogger(__name__)\n",
    "main": "if __name__ == '__main__':\n    print(leak(1, 1.0))\n",
    "a compiled pattern": "import re\nWORD = re.compile('a')\n",
    "items": "TABLE = {}\nTABLE['a'] = 1\n",
    "names inside a class": "class A:\n    laplace = 1\n    N = 2\n",
    "names inside a function": "def other():\n    laplace = 1\n    return laplace\n",
    "a type alias": "Data = Annotated[int, within(1)]\n",
    "a decorator of one's own": "import functools\ndef d(f):\n    @functools.wraps(f)\n    def g(): pass\n",
    "a plain getter": "from operator import attrgetter\nBY = attrgetter('age', 'name.first')\n",
    "settings": "import os\nos.environ['A'] = '1'\n",
    "partial": "from functools import partial\ndef f(a): return a\ng = partial(f, 1)\n",
    "what never runs": "if 0:\n    laplace = 1\n",
}


@pytest.mark.parametrize("line", HARMLESS.values(), ids=HARMLESS.keys())
def test_what_leaves_the_names_alone_is_no_error(line: str) -> None:
    assert isinstance(only(IMPORTS + line + LEAK), Mechanism)
    assert isinstance(only(IMPORTS + LEAK + line), Mechanism)


def test_a_star_of_typing_binds_all_that_it_exports() -> None:
    helper = "def cast(scale, value):\n    return laplace(value, scale)\n"
    text = "from twinproof import Epsilon, laplace, mechanism, within\n{}from typing import *\n" + LEAK
    text = text.replace("laplace(x, 1 / eps)", "cast(1 / eps, x)")
    result = only(text.format(helper))
    assert isinstance(result, Diagnostic)
    assert "bound more than once" in result.message


def test_a_star_of_the_library_gives_its_names() -> None:
    text = f"from typing import *\nfrom twinproof import *\n{LEAK}"
    assert isinstance(only(text), Mechanism)
    assert set(twinproof.__all__) >= vocabulary.EXPORTED - {"RunnableMechanism"}
    assert set(twinproof.__all__) == vocabulary.EXPORTED
    assert set(vocabulary.KNOWN["typing"]) <= set(typing.__all__)


@pytest.mark.parametrize(
    "text",
    [
        IMPORTS + "N = 0\n" + BRANCH.replace("leak(", "leak[N]("),
        IMPORTS
        + "N = 0\ndef h[N](x, s):\n    return laplace(x, s) if N == 0 else x\n"
        + LEAK.replace("laplace(", "h("),
    ],
    ids=["mechanism", "helper"],
)
def test_type_parameters_are_refused(text: str) -> None:
    """Before Python 3.12 they are no syntax at all."""
    (result,) = read_text(text)
    assert isinstance(result, Diagnostic)
    assert result.code is (Code.GLOBAL_STATE if sys.version_info >= (3, 12) else Code.NOT_PYTHON)
