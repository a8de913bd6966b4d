"""Randomized responses, padded with responses of nobody to the next power of two, so that the length hides the number
of rows; but it tells when that passes a power. Witness: two rows against three; two answers against four."""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_added_or_removed, randomized_response


@mechanism(epsilon="eps")
def padded_to_power_of_two(bits: Annotated[list[bool], one_added_or_removed()], eps: Epsilon) -> list[bool]:
    size = 1
    while size < len(bits):
        size = 2 * size
    answers = [randomized_response(bit, eps) for bit in bits]
    while len(answers) < size:
        answers.append(randomized_response(False, eps))
    return answers
