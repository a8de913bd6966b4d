"""Sites: samplings, and conditionals and loops, are numbered in the order of the text, and stay what they are."""

import pickle
from dataclasses import replace

import pytest

from tests.search.reading import mechanism_of
from twinproof.lang.command import If, Sample, While, numbered, outside_loops, sequence, site_of, subcommands
from twinproof.lang.mechanism import Mechanism

TWICE = """
@mechanism(epsilon="4 * eps")
def twice(x: Annotated[int, within(1)], flag: bool, eps: Epsilon) -> int:
    y = laplace(x, 1 / eps)
    y = laplace(x, 1 / eps)
    if flag:
        y = laplace(x, 1 / eps)
        for i in range(3):
            y = laplace(x, 1 / eps)
    return y
"""


def sites(mechanism: Mechanism) -> tuple[list[int], list[int]]:
    commands = list(subcommands(mechanism.body))
    forks = [site_of(c) for c in commands if isinstance(c, If | While)]
    return [site_of(c) for c in commands if isinstance(c, Sample)], forks


def test_equal_commands_at_different_places_have_their_own_sites() -> None:
    mechanism = mechanism_of(TWICE)
    assert sites(mechanism) == ([0, 1, 2, 3], [0, 1])
    assert len(set(mechanism.samplings)) == 1
    assert [s.site for s in mechanism.samplings] == [0, 1, 2, 3]


def test_one_command_at_two_places_becomes_two() -> None:
    mechanism = mechanism_of(TWICE)
    first = mechanism.samplings[0]
    again = replace(mechanism, body=sequence(first, first, mechanism.body))
    assert sites(again) == ([0, 1, 2, 3, 4, 5], [0, 1])


def test_sites_do_not_count_in_comparisons() -> None:
    mechanism = mechanism_of(TWICE)
    bare = replace(mechanism.samplings[0], site=None)
    assert bare == mechanism.samplings[3]
    assert hash(bare) == hash(mechanism.samplings[3])
    with pytest.raises(ValueError, match="in the body of a mechanism"):
        site_of(bare)


def test_what_has_its_sites_stays_as_it_is() -> None:
    mechanism = mechanism_of(TWICE)
    assert numbered(mechanism.body) is mechanism.body


def test_programs_travel_with_their_sites() -> None:
    mechanism = mechanism_of(TWICE)
    other = pickle.loads(pickle.dumps(mechanism))
    assert other == mechanism
    assert hash(other.body) == hash(mechanism.body)
    assert sites(other) == sites(mechanism)


def test_what_is_outside_of_loops() -> None:
    mechanism = mechanism_of(TWICE)
    assert [c.site for c in outside_loops(mechanism.body) if isinstance(c, Sample)] == [0, 1, 2]
