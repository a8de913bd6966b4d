"""A user is asked several questions, and the response to each has the whole budget. Not private as claimed.

Claim: ε. It does not hold; ε for each question does.

Source: Nguyên, Xiao, Yang, Hui, Shin, Shin, "Collecting and Analyzing Data from Smart Device Users with Local
Differential Privacy", 2016, without dividing the budget and without drawing a question; Kairouz, Bonawitz, Ramage,
"Discrete Distribution Estimation under Local Privacy", ICML 2016, for the k-ary response.

What is wrong: the answers to all questions are about one user, and all of them may move.

A violating pair, for k = 2: answers (0, 0) against (1, 1). The event is the response (0, 0), with a loss of 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, each_within, mechanism, randomized_choice


@mechanism(epsilon="eps", requires="k >= 1")
def every_question_answered(answers: Annotated[list[int], each_within("k - 1")], k: int, eps: Epsilon) -> list[int]:
    return [randomized_choice(clamp(answer, 0, k - 1), k, eps) for answer in answers]
