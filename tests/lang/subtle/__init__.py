"""Small mechanisms in which Python is subtle: its order of evaluation, laziness, scopes, sharing, exceptions.

Each is the body of one mechanism. It must mean in the core what it means in Python, or be refused.
"""

from __future__ import annotations

from dataclasses import dataclass

HEADER = """\
import math
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import ceil, floor
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, each_within, laplace, mechanism, within


class Color(Enum):
    RED = 1
    BLUE = 5
    GREEN = 3


class Row(NamedTuple):
    a: int
    b: int = 7


class Holder(NamedTuple):
    xs: list[int]
    n: int


@dataclass(frozen=True)
class Point:
    x: int
    y: bool = False


"""
HEAD = """
@mechanism(epsilon="eps")
def main(
    xs: Annotated[list[int], each_within(1)], x: Annotated[int, within(1)], n: int, ns: list[int], eps: Epsilon
) -> {returns}:
"""
BOX = """
class Box:
    def __init__(self, n: int) -> None:
        self.n = n
        self.m = n + 1

    def get(self) -> int:
        return self.n + self.m
"""


@dataclass(frozen=True, slots=True)
class Subtle:
    """The body of a mechanism, what it returns, and what stands before it in the file."""

    body: str
    returns: str = "int"
    before: str = ""

    @property
    def text(self) -> str:
        body = "".join(f"    {line}\n" if line else "\n" for line in self.body.splitlines())
        return HEADER + (BOX if "Box" in self.body else "") + self.before + HEAD.format(returns=self.returns) + body
