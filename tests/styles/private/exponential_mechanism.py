"""The Exponential mechanism with one-sided noise, in other styles: of equal noisy scores, the first one wins.

Claim: ε, as in `gallery/private/exponential_mechanism.py`. Responses are numbered 1 … R.
"""

from typing import Annotated, NamedTuple

from twinproof import Database, Epsilon, Score, mechanism, one_sided_laplace, sensitivity


class Candidate(NamedTuple):
    response: int
    noisy: int


@mechanism(epsilon="eps", requires="responses >= 1")
def exponential_mechanism_comprehension(
    d: Database,
    score: Annotated[Score, sensitivity(1)],
    responses: int,
    eps: Epsilon,
) -> int:
    """A list of noisy scores, and where its maximum stands."""
    noisy = [one_sided_laplace(score(d, r), 2 / eps) for r in range(1, responses + 1)]
    return noisy.index(max(noisy)) + 1


@mechanism(epsilon="eps", requires="responses >= 1")
def exponential_mechanism_key(
    d: Database,
    score: Annotated[Score, sensitivity(1)],
    responses: int,
    eps: Epsilon,
) -> int:
    """The noise is drawn in the key of `max`, once for each response."""
    return max(range(1, responses + 1), key=lambda r: one_sided_laplace(score(d, r), 2 / eps))


@mechanism(epsilon="eps", requires="responses >= 1")
def exponential_mechanism_in_place(
    d: Database,
    score: Annotated[Score, sensitivity(1)],
    responses: int,
    eps: Epsilon,
) -> int:
    """True scores first, to which noise around 0 is added in place; the argmax is a `max` with a key."""
    noisy = [score(d, r) for r in range(1, responses + 1)]
    for i in range(responses):
        noisy[i] += one_sided_laplace(0, 2 / eps)
    return 1 + max(range(responses), key=lambda i: noisy[i])


@mechanism(epsilon="eps", requires="responses >= 1")
def exponential_mechanism_dictionary(
    d: Database,
    score: Annotated[Score, sensitivity(1)],
    responses: int,
    eps: Epsilon,
) -> int:
    """A dictionary from responses to noisy scores."""
    noisy = {r: one_sided_laplace(score(d, r), 2 / eps) for r in range(1, responses + 1)}
    return max(noisy, key=noisy.get)


@mechanism(epsilon="eps", requires="responses >= 1")
def exponential_mechanism_records(
    d: Database,
    score: Annotated[Score, sensitivity(1)],
    responses: int,
    eps: Epsilon,
) -> int:
    """Records of response and noisy score; None stands for no best one yet."""
    best: Candidate | None = None
    for r in range(1, responses + 1):
        candidate = Candidate(r, one_sided_laplace(score(d, r), 2 / eps))
        if best is None or candidate.noisy > best.noisy:
            best = candidate
    assert best is not None
    return best.response
