"""Randomized response by hand: coins that are turned, and several coins that decide one bit. All keep their claims."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_changed, within

LOSS = Fraction(1, 5)


@dataclass(frozen=True)
class Person:
    age: int
    smokes: bool


@mechanism(epsilon="log(3)")
def told_as_heads(x: Annotated[int, within(1)]) -> bool:
    """The truth if the coin says so, and else its opposite."""
    return (x > 0) == coin(Fraction(3, 4))


@mechanism(epsilon="log(3)")
def exclusive_or(x: Annotated[int, within(1)]) -> bool:
    """A lie is told with probability 1/4."""
    lie = coin(Fraction(1, 4))
    return (x > 0) != lie


@mechanism(epsilon="log(3)")
def sum_of_answers(answers: Annotated[list[bool], one_changed()]) -> int:
    yes = 0
    for answer in answers:
        told = answer if coin(Fraction(3, 4)) else not answer
        if told:
            yes += 1
    return yes


@mechanism(epsilon="log(4)")
def list_of_answers(people: Annotated[list[Person], one_changed()]) -> list[bool]:
    told = []
    for person in people:
        lies = coin(LOSS)
        told.append(person.smokes != lies)
    return told


@mechanism(epsilon="log(4)")
def comprehension(people: Annotated[list[Person], one_changed()]) -> list[bool]:
    return [person.smokes == coin(1 - LOSS) for person in people]


@mechanism(epsilon="log(3)")
def counted_by_branches(answers: Annotated[list[bool], one_changed()]) -> int:
    """The branches count, and nothing is told but how many."""
    yes = 0
    for answer in answers:
        if coin(Fraction(3, 4)):
            if answer:
                yes += 1
        else:
            if not answer:
                yes += 1
    return yes


@mechanism(epsilon="max(log(p / (1 - p)), 0)", requires="1 / 2 <= p and p < 1")
def any_odds(answers: Annotated[list[bool], one_changed()], p: Fraction) -> list[bool]:
    return [answer == coin(p) for answer in answers]


@mechanism(epsilon="eps")
def hidden_by_an_even_coin(x: Annotated[int, within(1)], eps: Epsilon) -> tuple[bool, int]:
    """An even coin hides its bit for nothing."""
    return (x > 0) != coin(Fraction(1, 2)), laplace(x, 1 / eps)


@mechanism(epsilon="2 * log(3)")
def two_bits(answers: Annotated[list[bool], one_changed()]) -> list[bool]:
    """Asked twice, with a coin for each time."""
    told = []
    for answer in answers:
        told.append(answer == coin(Fraction(3, 4)))
        told.append(answer == coin(Fraction(3, 4)))
    return told


@mechanism(epsilon="log(3)")
def chances_of_answers(answers: Annotated[list[bool], one_changed()]) -> list[bool]:
    """The answer decides how likely the coin comes up."""
    return [coin(Fraction(3, 4) if answer else Fraction(1, 4)) for answer in answers]


@mechanism(epsilon="log(2)")
def uneven_chances(answers: Annotated[list[bool], one_changed()]) -> int:
    """Heads are 3/2 times as likely, tails are half as likely."""
    heads = 0
    for answer in answers:
        if coin(Fraction(3, 4) if answer else Fraction(1, 2)):
            heads += 1
    return heads


@mechanism(epsilon="log(3)")
def two_coins(x: Annotated[int, within(1)]) -> bool:
    """Heads, the truth; tails, another coin."""
    if coin(Fraction(1, 2)):
        return x > 0
    return coin(Fraction(1, 2))


@mechanism(epsilon="log(3)")
def two_coins_in_a_sum(answers: Annotated[list[bool], one_changed()]) -> int:
    yes = 0
    for answer in answers:
        told = answer if coin(Fraction(1, 2)) else coin(Fraction(1, 2))
        yes += 1 if told else 0
    return yes


@mechanism(epsilon="log(3)")
def forced_answers(people: Annotated[list[Person], one_changed()]) -> list[bool]:
    """Heads, the truth; tails, a second coin says which answer is given."""
    told = []
    for person in people:
        if coin(Fraction(1, 2)):
            answer = person.smokes
        elif coin(Fraction(1, 2)):
            answer = True
        else:
            answer = False
        told.append(answer)
    return told


@mechanism(epsilon="log(5)")
def a_die_and_a_coin(answers: Annotated[list[bool], one_changed()]) -> list[bool]:
    """The truth with probability 2/3, else an even coin: 5/6 against 1/6."""
    told = []
    for answer in answers:
        told.append(answer if coin(Fraction(2, 3)) else coin(Fraction(1, 2)))
    return told


@mechanism(epsilon="log(5)")
def biased_second_coin(answers: Annotated[list[bool], one_changed()]) -> int:
    """5/8 against 1/8, and 3/8 against 7/8."""
    yes = 0
    for answer in answers:
        told = answer if coin(Fraction(1, 2)) else coin(Fraction(1, 4))
        if told:
            yes += 1
    return yes
