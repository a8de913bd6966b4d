"""Twinproof: does this code really keep the differential privacy it claims?

Write a mechanism as a Python function under `@mechanism`, call it, and let twinproof read it.
"""

TYPE_CHECKING = False  # as `typing` has it, which takes longer to load than all of this
if TYPE_CHECKING:
    from twinproof.api import compare as compare
    from twinproof.api import dist as dist
    from twinproof.api import explain as explain
    from twinproof.api import verify as verify
    from twinproof.lang.adjacency import (
        each_within,
        moves_by_l2,
        one_added_or_removed,
        one_changed,
        one_user_added_or_removed,
        one_user_changed,
        one_within,
        sensitivity,
        within,
    )
    from twinproof.lang.declare import Database, Epsilon, Query, RunnableMechanism, Score, clamp, mechanism
    from twinproof.lang.noise.choose import choose
    from twinproof.lang.noise.coin import coin
    from twinproof.lang.noise.gaussian import gaussian
    from twinproof.lang.noise.laplace import laplace
    from twinproof.lang.noise.one_sided_laplace import geometric, one_sided_laplace
    from twinproof.lang.noise.permute_and_flip import permute_and_flip
    from twinproof.lang.noise.randomized_choice import randomized_choice
    from twinproof.lang.noise.randomized_response import randomized_response
    from twinproof.lang.noise.truncated_laplace import truncated_laplace
    from twinproof.lang.noise.uniform import uniform

__version__ = "0.1.0"

__all__ = [
    "Database",
    "Epsilon",
    "Query",
    "RunnableMechanism",
    "Score",
    "choose",
    "clamp",
    "coin",
    "each_within",
    "gaussian",
    "geometric",
    "laplace",
    "mechanism",
    "moves_by_l2",
    "one_added_or_removed",
    "one_changed",
    "one_sided_laplace",
    "one_user_added_or_removed",
    "one_user_changed",
    "one_within",
    "permute_and_flip",
    "randomized_choice",
    "randomized_response",
    "sensitivity",
    "truncated_laplace",
    "uniform",
    "within",
]

QUESTIONS = ("compare", "dist", "explain", "verify")  # for programs and notebooks; `import *` is for mechanisms

if not TYPE_CHECKING:
    # A name is loaded when it is first asked for: the command line must start at once, and noise brings its libraries.

    def __getattr__(name: str) -> object:
        if name not in (*__all__, *QUESTIONS, "api"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        if name in ("api", "verify"):  # rooms of the house; the latter can be called
            return import_module(f"twinproof.{name}")
        if name in QUESTIONS:
            question = globals()[name] = getattr(import_module("twinproof.api"), name)
            return question

        from twinproof.lang.homes import home_of

        exported = globals()[name] = getattr(import_module(home_of(name)), name)
        return exported

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__, *QUESTIONS})
