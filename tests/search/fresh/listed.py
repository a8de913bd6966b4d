"""Noise is drawn into a list, and then the list is searched: noisy maxima and Above Threshold."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism, one_sided_laplace


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def listed_max(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The first maximum, by comparing entries with each other."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 2 / eps))
    winner = 0
    i = 1
    while i < len(noisy):
        if noisy[i] > noisy[winner]:
            winner = i
        i += 1
    return winner


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def listed_max_last(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The last maximum; noise is added to the scores."""
    noisy: list[int] = []
    for i in range(len(scores)):
        noisy.append(scores[i] + laplace(0, 2 / eps))
    winner = 0
    best = noisy[0]
    for i in range(len(noisy)):
        if noisy[i] >= best:
            best = noisy[i]
            winner = i
    return winner


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def listed_min(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The first minimum."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 2 / eps))
    least = noisy[0]
    where = 0
    for i, x in enumerate(noisy):
        if x < least:
            least, where = x, i
    return where


@mechanism(epsilon="eps", requires="len(votes) >= 1")
def one_sided_monotone(votes: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon) -> int:
    """Half the noise, for votes that all move one way."""
    noisy: list[int] = []
    for v in votes:
        noisy.append(one_sided_laplace(v, 1 / eps))
    best = noisy[0]
    winner = 0
    for i in range(1, len(noisy)):
        if noisy[i] > best:
            best = noisy[i]
            winner = i
    return winner


@mechanism(epsilon="eps", requires="len(votes) >= 1")
def one_sided_any(votes: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """One-sided noise for votes that move in any direction."""
    noisy: list[int] = []
    for v in votes:
        noisy.append(one_sided_laplace(v, 2 / eps))
    best = noisy[0]
    winner = 0
    for i in range(1, len(noisy)):
        if noisy[i] > best:
            best = noisy[i]
            winner = i
    return winner


@mechanism(epsilon="eps", requires="len(scores) >= 1 and k >= 1")
def max_k(scores: Annotated[list[int], each_within("k")], k: int, eps: Epsilon) -> int:
    """Scores that move by up to k."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 2 * k / eps))
    winner = 0
    for i in range(len(noisy)):
        if noisy[i] > noisy[winner]:
            winner = i
    return winner


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def max_three(scores: Annotated[list[int], each_within(3)], eps: Epsilon) -> int:
    """Scores that move by up to three."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 6 / eps))
    winner = 0
    for i in range(len(noisy)):
        if noisy[i] > noisy[winner]:
            winner = i
    return winner


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def copied(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """A copy of the private list, with one more entry."""
    longer = list(scores)
    longer.append(3)
    noisy: list[int] = []
    for s in longer:
        noisy.append(laplace(s, 2 / eps))
    winner = 0
    for i in range(len(noisy)):
        if noisy[i] > noisy[winner]:
            winner = i
    return winner


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def of_a_copy(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """A copy of the noisy list."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 2 / eps))
    again = list(noisy)
    winner = 0
    for i in range(len(again)):
        if again[i] > again[winner]:
            winner = i
    return winner


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def max_with_pairs(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The list has pairs of positions and noisy scores."""
    pairs: list[tuple[int, int]] = []
    for i, s in enumerate(scores):
        pairs.append((i, laplace(s, 2 / eps)))
    best = 0
    winner = -1
    for i, x in pairs:
        if winner < 0 or x > best:
            best = x
            winner = i
    return winner


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noise_first(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The noise alone is kept in a list."""
    noise: list[int] = []
    for _ in scores:
        noise.append(laplace(0, 2 / eps))
    winner = 0
    best = scores[0] + noise[0]
    for i in range(len(scores)):
        if scores[i] + noise[i] > best:
            best = scores[i] + noise[i]
            winner = i
    return winner


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def winner_of_how_many(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """The winner, and how many there were."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 2 / eps))
    winner = 0
    for i in range(len(noisy)):
        if noisy[i] > noisy[winner]:
            winner = i
    return (winner, len(noisy))


@mechanism(epsilon="2 * eps", requires="len(scores) >= 1")
def winner_and_fresh_value(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """The winner, and its score with fresh noise."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 2 / eps))
    winner = 0
    for i in range(len(noisy)):
        if noisy[i] > noisy[winner]:
            winner = i
    return (winner, laplace(scores[winner], 1 / eps))


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def backwards(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """From the end to the beginning."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 2 / eps))
    i = len(noisy) - 1
    winner = i
    while i >= 0:
        if noisy[i] > noisy[winner]:
            winner = i
        i -= 1
    return winner


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def index_of_max(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """First the maximum, then where it is: noisy.index(max(noisy))."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 2 / eps))
    best = noisy[0]
    for x in noisy:
        if x > best:
            best = x
    i = 0
    while noisy[i] != best:
        i += 1
    return i


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def index_of_max_flag(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """First the maximum, then where it is first, with a flag."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 2 / eps))
    best = noisy[0]
    for x in noisy:
        if x > best:
            best = x
    found = False
    where = 0
    for i, x in enumerate(noisy):
        if x == best and not found:
            where = i
            found = True
    return where


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def index_of_max_last(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """First the maximum, then where it is last."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 2 / eps))
    best = noisy[0]
    for x in noisy:
        if x > best:
            best = x
    where = 0
    for i, x in enumerate(noisy):
        if x == best:
            where = i
    return where


@mechanism(epsilon="eps")
def listed_search(answers: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    """Above Threshold, with all noisy answers in a list before the threshold is drawn."""
    noisy: list[int] = []
    for q in answers:
        noisy.append(laplace(q, 4 / eps))
    bar = laplace(t, 2 / eps)
    for i, x in enumerate(noisy):
        if x >= bar:
            return i
    return -1


@mechanism(epsilon="eps")
def listed_search_bar_first(answers: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    """Above Threshold, with the threshold first."""
    bar = laplace(t, 2 / eps)
    noisy: list[int] = []
    for q in answers:
        noisy.append(laplace(q, 4 / eps))
    i = 0
    while i < len(noisy) and noisy[i] < bar:
        i += 1
    return i


@mechanism(epsilon="eps")
def listed_search_flags(answers: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> list[bool]:
    """Above Threshold, which tells of each answer whether it was above."""
    bar = laplace(t, 2 / eps)
    noisy: list[int] = []
    for q in answers:
        noisy.append(laplace(q, 4 / eps))
    out: list[bool] = []
    for x in noisy:
        if x >= bar:
            out.append(True)
            break
        out.append(False)
    return out


@mechanism(epsilon="eps")
def svt_two_lists(answers: Annotated[list[int], each_within(1)], thresholds: list[int], eps: Epsilon) -> int:
    """A threshold for each answer, one noise for all of them."""
    shift = laplace(0, 2 / eps)
    noisy: list[int] = []
    for q in answers:
        noisy.append(laplace(q, 4 / eps))
    for i in range(min(len(noisy), len(thresholds))):
        if noisy[i] >= thresholds[i] + shift:
            return i
    return -1


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def index_of_max_for(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """First the maximum, then where it is, with a return out of the loop."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 2 / eps))
    best = noisy[0]
    for x in noisy:
        if x > best:
            best = x
    for i, x in enumerate(noisy):
        if x == best:
            return i
    return 0


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def range_return(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The same by positions, and −1 if there were none."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 2 / eps))
    best = noisy[0]
    for i in range(1, len(noisy)):
        best = max(best, noisy[i])
    for i in range(len(noisy)):
        if noisy[i] == best:
            return i
    return -1


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def with_break(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The same with a break."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 2 / eps))
    best = noisy[0]
    for x in noisy:
        best = max(best, x)
    where = 0
    for i in range(len(noisy)):
        if noisy[i] == best:
            where = i
            break
    return where


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def min_index(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """First the minimum, then where it is."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 2 / eps))
    least = noisy[0]
    for x in noisy:
        least = min(least, x)
    i = 0
    while i < len(noisy) and noisy[i] > least:
        i += 1
    return i


@mechanism(epsilon="eps")
def none_if_empty(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """Nobody wins if nobody takes part."""
    if len(scores) == 0:
        return -1
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 2 / eps))
    winner = 0
    for i in range(1, len(noisy)):
        if noisy[i] > noisy[winner]:
            winner = i
    return winner


def draw_all(scores: list[int], scale_of: int, eps: Epsilon) -> list[int]:
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, scale_of / eps))
    return noisy


def argmax(xs: list[int]) -> int:
    winner = 0
    for i in range(len(xs)):
        if xs[i] > xs[winner]:
            winner = i
    return winner


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def by_functions(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The same from two functions."""
    return argmax(draw_all(scores, 2, eps))


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def two_passes(scores: Annotated[list[int], each_within(1)], bonus: list[int], eps: Epsilon) -> int:
    """A public bonus is added first."""
    raised: list[int] = []
    for i, s in enumerate(scores):
        if i < len(bonus):
            raised.append(s + bonus[i])
        else:
            raised.append(s)
    noisy: list[int] = []
    for r in raised:
        noisy.append(laplace(r, 2 / eps))
    winner = 0
    for i in range(len(noisy)):
        if noisy[i] > noisy[winner]:
            winner = i
    return winner


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def negated(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The minimum, as the maximum of the negated scores."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(-laplace(s, 2 / eps))
    winner = 0
    for i in range(len(noisy)):
        if noisy[i] > noisy[winner]:
            winner = i
    return winner


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def tenths(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """Scores are multiplied before noise is added."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(10 * s + laplace(0, 20 / eps))
    winner = 0
    for i in range(len(noisy)):
        if noisy[i] > noisy[winner]:
            winner = i
    return winner


@mechanism(epsilon="eps")
def scan_below(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    """The first noisy entry below a noisy threshold."""
    noisy: list[int] = []
    for x in xs:
        noisy.append(laplace(x, 4 / eps))
    bar = laplace(t, 2 / eps)
    i = 0
    while i < len(noisy) and noisy[i] > bar:
        i += 1
    return i
