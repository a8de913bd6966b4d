"""One of several questions is answered, in other styles.

Claim: ε, as in `gallery/private/one_question_answered.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, each_within, mechanism, randomized_choice, uniform


class Response(NamedTuple):
    question: int
    told: int


@mechanism(epsilon="eps", requires="len(answers) >= 1 and k >= 1")
def one_question_answered_records(answers: Annotated[list[int], each_within("k - 1")], k: int, eps: Epsilon) -> Response:
    """The result is a record."""
    asked = uniform(0, len(answers) - 1)
    return Response(asked, randomized_choice(clamp(answers[asked], 0, k - 1), k, eps))


@mechanism(epsilon="eps", requires="len(answers) >= 1 and k >= 1")
def one_question_answered_nested(
    answers: Annotated[list[int], each_within("k - 1")], k: int, eps: Epsilon
) -> tuple[int, int]:
    """A function in a function draws, and values are brought into their range by min and max."""

    def response(answer: int) -> int:
        return randomized_choice(min(max(answer, 0), k - 1), k, eps)

    asked = uniform(0, len(answers) - 1)
    return asked, response(answers[asked])


@mechanism(epsilon="eps", requires="len(answers) >= 1 and k >= 1")
def one_question_answered_comprehension(
    answers: Annotated[list[int], each_within("k - 1")], k: int, eps: Epsilon
) -> tuple[int, int]:
    """All answers are brought into their range first, by a comprehension."""
    values = [clamp(answer, 0, k - 1) for answer in answers]
    asked = uniform(0, len(values) - 1)
    return asked, randomized_choice(values[asked], k, eps)
