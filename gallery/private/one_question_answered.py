"""A user is asked one of several questions, drawn at random, and the response to it has the whole budget.

Claim: ε, although the answers to all questions may move. Each is one of k values, and may become any other.

Source: Nguyên, Xiao, Yang, Hui, Shin, Shin, "Collecting and Analyzing Data from Smart Device Users with Local
Differential Privacy", 2016, for the question that is drawn; Kairouz, Bonawitz, Ramage, "Discrete Distribution
Estimation under Local Privacy", ICML 2016, for the k-ary response.

Coupling: both runs ask the same question, and the responses are the same, for ε at most.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, each_within, mechanism, randomized_choice, uniform


@mechanism(epsilon="eps", requires="len(answers) >= 1 and k >= 1")
def one_question_answered(answers: Annotated[list[int], each_within("k - 1")], k: int, eps: Epsilon) -> tuple[int, int]:
    asked = uniform(0, len(answers) - 1)
    return asked, randomized_choice(clamp(answers[asked], 0, k - 1), k, eps)
