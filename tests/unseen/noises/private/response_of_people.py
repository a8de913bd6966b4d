from typing import Annotated, NamedTuple

from twinproof import Epsilon, mechanism, one_changed, randomized_response


class Person(NamedTuple):
    age: int
    smokes: bool


@mechanism(epsilon="eps")
def response_of_people(people: Annotated[list[Person], one_changed()], eps: Epsilon) -> int:
    """How many say that they smoke."""
    return sum(1 for person in people if randomized_response(person.smokes, eps))
