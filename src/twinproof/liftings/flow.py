"""Maximum flow between two finite sets, in exact rational arithmetic.

Capacities are scaled to integers by their common denominator; on integers the flow library is exact. Nothing that
leaves this module is trusted by its users: flows and cuts are evidence, and `lifting` verifies evidence by itself.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    import networkx as nx

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)

_SOURCE = ("source",)
_SINK = ("sink",)


@dataclass(frozen=True, slots=True)
class Transport(Generic[A, B]):
    """A maximum flow along the pairs of a relation, and the left points on the source side of a minimum cut."""

    flow: Mapping[tuple[A, B], Fraction]
    cut: frozenset[A]

    @property
    def value(self) -> Fraction:
        return sum(self.flow.values(), Fraction(0))


def max_transport(
    left: Mapping[A, Fraction], right: Mapping[B, Fraction], pairs: Iterable[tuple[A, B]]
) -> Transport[A, B]:
    """Send as much as possible from left to right along the pairs, within both sides' capacities.

    The network is source → a (capacity left[a]), a → b for every pair (no limit), b → sink (capacity right[b]). Its
    minimum cuts are of the form left(outside X) + right(image of X); `cut` is such an X.
    """
    import networkx as nx  # here, because its import takes longer than most flows and few commands need one

    scale = lcm(*(capacity.denominator for capacity in (*left.values(), *right.values())))
    graph = nx.DiGraph()
    graph.add_nodes_from((_SOURCE, _SINK))
    for a, capacity in left.items():
        graph.add_edge(_SOURCE, ("left", a), capacity=int(capacity * scale))
    for b, capacity in right.items():
        graph.add_edge(("right", b), _SINK, capacity=int(capacity * scale))
    for a, b in pairs:
        if a in left and b in right:
            graph.add_edge(("left", a), ("right", b))
    residual = nx.algorithms.flow.preflow_push(graph, _SOURCE, _SINK)
    flow = {
        (node[1], target[1]): Fraction(edge["flow"], scale)
        for node in graph
        if node[0] == "left"
        for target, edge in residual[node].items()
        if target[0] == "right" and edge["flow"] > 0
    }
    return Transport(flow, _reachable(residual, left))


def _reachable(residual: nx.DiGraph, left: Iterable[A]) -> frozenset[A]:
    """The left points that the source still reaches along edges with room left."""
    seen: set[tuple[Hashable, ...]] = {_SOURCE}
    stack: list[tuple[Hashable, ...]] = [_SOURCE]
    while stack:
        for target, edge in residual[stack.pop()].items():
            if edge["flow"] < edge["capacity"] and target not in seen:
                seen.add(target)
                stack.append(target)
    return frozenset(a for a in left if ("left", a) in seen)
