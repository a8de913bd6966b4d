"""Randomized response by hand that tells too much. None of these is private as claimed."""

from fractions import Fraction
from typing import Annotated

from twinproof import coin, mechanism, one_changed, within


@mechanism(epsilon="log(2)")
def too_honest(x: Annotated[int, within(1)]) -> bool:
    """Three to one."""
    return (x > 0) == coin(Fraction(3, 4))


@mechanism(epsilon="log(3)")
def four_to_one(answers: Annotated[list[bool], one_changed()]) -> int:
    yes = 0
    for answer in answers:
        if answer == coin(Fraction(4, 5)):
            yes += 1
    return yes


@mechanism(epsilon="log(3)")
def asked_twice(answers: Annotated[list[bool], one_changed()]) -> list[bool]:
    told = []
    for answer in answers:
        told.append(answer == coin(Fraction(3, 4)))
        told.append(answer == coin(Fraction(3, 4)))
    return told


@mechanism(epsilon="log(3)")
def one_coin_for_all(answers: Annotated[list[bool], one_changed()]) -> list[bool]:
    """Whether two answers are the same is told as it is."""
    honest = coin(Fraction(3, 4))
    return [answer == honest for answer in answers]


@mechanism(epsilon="log(3)")
def coin_is_told(x: Annotated[int, within(1)]) -> tuple[bool, bool]:
    honest = coin(Fraction(3, 4))
    return (x > 0) == honest, honest


@mechanism(epsilon="log(3)")
def even_coin_is_counted(answers: Annotated[list[bool], one_changed()]) -> tuple[int, int]:
    """How many coins came up, and how many answers were told as yes."""
    heads, yes = 0, 0
    for answer in answers:
        honest = coin(Fraction(1, 2))
        if honest:
            heads += 1
        if answer == honest:
            yes += 1
    return heads, yes


@mechanism(epsilon="max(log(p / (1 - p)), 0)", requires="0 < p and p < 1")
def odds_of_a_liar(answers: Annotated[list[bool], one_changed()], p: Fraction) -> list[bool]:
    """Who mostly lies tells as much."""
    return [answer == coin(p) for answer in answers]


@mechanism(epsilon="log(3)")
def yes_is_sure(answers: Annotated[list[bool], one_changed()]) -> int:
    """A yes is always told, so a no is sure."""
    yes = 0
    for answer in answers:
        if answer or coin(Fraction(1, 2)):
            yes += 1
    return yes


@mechanism(epsilon="log(3) / 2")
def heads_only(answers: Annotated[list[bool], one_changed()]) -> int:
    """Heads are 3/2 times as likely, but tails are half as likely."""
    heads = 0
    for answer in answers:
        if coin(Fraction(3, 4) if answer else Fraction(1, 2)):
            heads += 1
    return heads


@mechanism(epsilon="log(3)")
def sure_chance(answers: Annotated[list[bool], one_changed()]) -> list[bool]:
    return [coin(Fraction(1) if answer else Fraction(1, 2)) for answer in answers]


@mechanism(epsilon="log(2)")
def two_coins(x: Annotated[int, within(1)]) -> bool:
    if coin(Fraction(1, 2)):
        return x > 0
    return coin(Fraction(1, 2))


@mechanism(epsilon="log(3)")
def same_coin_twice(x: Annotated[int, within(1)]) -> bool:
    """The second coin is the first one: tails are told as a no."""
    honest = coin(Fraction(1, 2))
    return x > 0 if honest else honest


@mechanism(epsilon="log(3)")
def first_coin_is_counted(answers: Annotated[list[bool], one_changed()]) -> tuple[int, int]:
    """How many have told the truth."""
    honest, yes = 0, 0
    for answer in answers:
        heads = coin(Fraction(1, 2))
        told = answer if heads else coin(Fraction(1, 2))
        if heads:
            honest += 1
        if told:
            yes += 1
    return honest, yes


@mechanism(epsilon="log(3)")
def second_coin_is_kept(answers: Annotated[list[bool], one_changed()]) -> list[bool]:
    """The other coin is tossed once for all, and told."""
    other = coin(Fraction(1, 2))
    told = [other]
    for answer in answers:
        told.append(answer if coin(Fraction(1, 2)) else other)
    return told


@mechanism(epsilon="log(3)")
def biased_second_coin(answers: Annotated[list[bool], one_changed()]) -> int:
    """5/8 against 1/8."""
    yes = 0
    for answer in answers:
        told = answer if coin(Fraction(1, 2)) else coin(Fraction(1, 4))
        if told:
            yes += 1
    return yes


@mechanism(epsilon="log(3)")
def two_answers_at_once(answers: Annotated[list[bool], one_changed()]) -> list[bool]:
    """A bit and its opposite, with two coins each."""
    told = []
    for answer in answers:
        told.append(answer if coin(Fraction(1, 2)) else coin(Fraction(1, 2)))
        told.append(not answer if coin(Fraction(1, 2)) else coin(Fraction(1, 2)))
    return told
