"""Mechanisms that break their claims, each in its own way. They are read, never run."""

from typing import Annotated

from twinproof import (
    Database,
    Epsilon,
    Query,
    Score,
    each_within,
    laplace,
    mechanism,
    one_sided_laplace,
    one_within,
    sensitivity,
    within,
)

# ----------------------------------------------------------------------------------------------------- too little noise


@mechanism(epsilon="eps")
def scale_two_thirds(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 2 / (3 * eps))


@mechanism(epsilon="eps")
def noise_forgets_epsilon(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1)


@mechanism(epsilon="eps")
def noise_too_wide_is_fine_but_not_here(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 3)


@mechanism(epsilon="eps", requires="k >= 1")
def wrong_sensitivity(x: Annotated[int, within("k")], k: int, eps: Epsilon) -> int:
    return laplace(x, 1 / eps)


@mechanism(epsilon="eps")
def doubled_before_the_noise(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(2 * x, 1 / eps)


@mechanism(epsilon="eps")
def sum_where_all_move(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    return laplace(sum(xs), 1 / eps)


@mechanism(epsilon="eps", requires="len(xs) >= 1")
def maximum_of_sensitivity_two(xs: Annotated[list[int], one_within(2)], eps: Epsilon) -> int:
    best = xs[0]
    for x in xs:
        best = max(best, x)
    return laplace(best, 1 / eps)


# ------------------------------------------------------------------------------------------------- no noise on one path


@mechanism(epsilon="eps")
def exact_when_large(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    if x > 100:
        return x
    return laplace(x, 1 / eps)


@mechanism(epsilon="eps")
def exact_when_noise_is_far(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    noisy = laplace(x, 1 / eps)
    if noisy > 60:
        return x + 1000
    return noisy


@mechanism(epsilon="eps")
def exact_for_one_threshold(x: Annotated[int, within(1)], threshold: int, eps: Epsilon) -> bool:
    if threshold == 37:
        return x >= threshold
    return laplace(x, 1 / eps) >= threshold


@mechanism(epsilon="eps", requires="c >= 1")
def exact_beyond_a_cut_off(x: Annotated[int, within(1)], c: int, eps: Epsilon) -> int:
    if c > 7:
        return x
    return laplace(x, 1 / eps)


@mechanism(epsilon="eps")
def parity_is_shown(x: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, bool]:
    return laplace(x, 1 / eps), x % 2 == 0


# --------------------------------------------------------------------------------------------------------- noise reused


@mechanism(epsilon="2 * eps")
def one_noise_for_two(x: Annotated[int, within(1)], y: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, int]:
    noise = laplace(0, 1 / eps)
    return x + noise, y + noise


@mechanism(epsilon="len(xs) * eps")
def one_noise_for_all(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    noise = laplace(0, 1 / eps)
    out: list[int] = []
    for x in xs:
        out.append(x + noise)
    return out


@mechanism(epsilon="eps", requires="len(answers) >= 1")
def threshold_noise_is_released(answers: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    bar = laplace(5, 2 / eps)
    for i, answer in enumerate(answers):
        if laplace(answer, 4 / eps) >= bar:
            return i, bar
    return -1, bar


# ----------------------------------------------------------------------------------------------- values beside an index


@mechanism(epsilon="2 * eps")
def index_with_its_exact_value(
    answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon
) -> tuple[int, int]:
    bar = laplace(threshold, 2 / eps)
    for i in range(len(answers)):
        if laplace(answers[i], 4 / eps) >= bar:
            return i, answers[i]
    return -1, 0


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def winner_with_its_noisy_score(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    winner, highest = 0, laplace(scores[0], 2 / eps)
    for i in range(1, len(scores)):
        noisy = laplace(scores[i], 2 / eps)
        if noisy > highest:
            winner, highest = i, noisy
    return winner, highest


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def loser_by_the_lowest_noisy_score(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    loser, lowest = 0, 0
    for i in range(len(scores)):
        noisy = laplace(scores[i], 1 / eps)
        if i == 0 or noisy < lowest:
            loser = i
            lowest = noisy
    return loser


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def lowest_value(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    lowest = laplace(scores[0], 3 / eps)
    for i in range(1, len(scores)):
        lowest = min(lowest, laplace(scores[i], 3 / eps))
    return lowest


# ------------------------------------------------------------------------------------------------------------- cut-offs


@mechanism(epsilon="eps", requires="c >= 1")
def cut_off_by_one(answers: Annotated[list[int], each_within(1)], threshold: int, c: int, eps: Epsilon) -> list[int]:
    out: list[int] = []
    count = 0
    for answer in answers:
        if count > c:
            break
        noisy = laplace(answer, c / eps)
        if noisy >= threshold:
            count += 1
            out.append(noisy)
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def counts_the_misses(answers: Annotated[list[int], each_within(1)], c: int, eps: Epsilon) -> list[bool]:
    bar = laplace(0, 2 / eps)
    out: list[bool] = []
    misses = 0
    i = 0
    while i < len(answers) and misses < c:
        above = laplace(answers[i], 2 / eps) >= bar
        out.append(above)
        if not above:
            misses += 1
        i += 1
    return out


@mechanism(epsilon="eps")
def five_or_more_queries(answers: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[bool]:
    out: list[bool] = []
    for answer in answers:
        out.append(laplace(answer, 4 / eps) >= 0)
    return out


@mechanism(epsilon="3 * eps")
def needs_seven_entries(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    total = 0
    for x in xs:
        total += max(0, min(1, x))
    return laplace(total, 2 / eps)


@mechanism(epsilon="eps")
def only_from_the_fourth_on(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    out: list[int] = []
    for i, x in enumerate(xs):
        if i < 3:
            out.append(laplace(x, 1 / eps))
        else:
            out.append(laplace(x, 1 / (2 * eps)))
    return out


# -------------------------------------------------------------------------------------------------------------- budgets


@mechanism(epsilon="eps")
def asked_twice(x: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, int]:
    return laplace(x, 1 / eps), laplace(x, 1 / eps)


@mechanism(epsilon="eps_1 + eps_2")
def second_budget_used_twice(x: Annotated[int, within(1)], eps_1: Epsilon, eps_2: Epsilon) -> tuple[int, int, int]:
    a = laplace(x, 1 / eps_1)
    b = laplace(x, 1 / eps_2)
    c = laplace(x, 1 / eps_2)
    return a, b, c


@mechanism(epsilon="eps", requires="k >= 1")
def rounds_are_not_counted(x: Annotated[int, within(1)], k: int, eps: Epsilon) -> list[int]:
    out: list[int] = []
    for _ in range(k):
        out.append(laplace(x, 2 / eps))
    return out


@mechanism(epsilon="eps")
def until_it_looks_good(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    tries = 0
    noisy = laplace(x, 1 / eps)
    while noisy < 0 and tries < 3:
        noisy = laplace(x, 1 / eps)
        tries += 1
    return noisy


# --------------------------------------------------------------------------------------------- branches on private data


@mechanism(epsilon="eps")
def clamp_the_wrong_way(x: Annotated[int, within(1)], limit: int, eps: Epsilon) -> int:
    shown = 0 if x > limit else x
    return laplace(shown, 1 / eps)


@mechanism(epsilon="eps")
def sign_of_the_sum(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    return laplace(5 if sum(xs) > 3 else 0, 1 / eps)


@mechanism(epsilon="eps")
def different_noise_by_branch(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    if x >= 0:
        return laplace(0, 1 / eps)
    return laplace(0, 3 / eps)


@mechanism(epsilon="eps")
def runs_forever_on_one_side(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    noisy = laplace(x, 1 / eps)
    while x == 3:
        pass
    return noisy


@mechanism(epsilon="eps")
def raises_on_one_side(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    noisy = laplace(x, 1 / eps)
    return noisy + 10 // x


@mechanism(epsilon="eps")
def length_tells(x: Annotated[int, within(1)], eps: Epsilon) -> list[int]:
    out: list[int] = []
    i = 0
    while i < min(x, 3):
        out.append(0)
        i += 1
    return out


# -------------------------------------------------------------------------------------------------------------- support


@mechanism(epsilon="eps")
def one_sided_shows_where_it_starts(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return one_sided_laplace(x, 1 / eps)


@mechanism(epsilon="eps", requires="len(xs) >= 2")
def order_is_exact(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[bool, int]:
    return xs[0] < xs[1], laplace(xs[0], 1 / eps)


@mechanism(epsilon="eps")
def noise_that_keeps_the_remainder(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return x + 2 * laplace(0, 1 / eps)


@mechanism(epsilon="eps")
def released_as_it_is(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return x


@mechanism(epsilon="eps")
def list_released_as_it_is(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> tuple[list[int], int]:
    return list(xs), laplace(0, 1 / eps)


@mechanism(epsilon="eps")
def number_beside_noise(x: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, int]:
    return laplace(x, 1 / eps), x


@mechanism(epsilon="eps")
def histogram_with_a_total(cells: Annotated[list[int], one_within(1)], eps: Epsilon) -> tuple[list[int], int]:
    out: list[int] = []
    for cell in cells:
        out.append(laplace(cell, 1 / eps))
    return out, sum(cells)


# ------------------------------------------------------------------------------------------------------------ adjacency


@mechanism(epsilon="eps")
def noise_for_one_that_moves_by_three(xs: Annotated[list[int], one_within(3)], eps: Epsilon) -> list[int]:
    out: list[int] = []
    for x in xs:
        out.append(laplace(x, 2 / eps))
    return out


@mechanism(epsilon="eps", requires="len(votes) >= 1")
def monotone_noise_still_too_small(votes: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon) -> int:
    leader, lead = 0, 0
    for i, vote in enumerate(votes):
        tally = laplace(vote, 1 / (2 * eps))
        if i == 0 or tally > lead:
            leader, lead = i, tally
    return leader


# ------------------------------------------------------------------------------------------------- databases and scores


@mechanism(epsilon="eps")
def queries_without_composition(
    d: Database, queries: Annotated[list[Query], sensitivity(1)], eps: Epsilon
) -> list[int]:
    out: list[int] = []
    for query in queries:
        out.append(laplace(query(d), 1 / eps))
    return out


@mechanism(epsilon="eps", requires="n >= 1")
def permute_and_flip_for_sensitivity_two(
    d: Database, score: Annotated[Score, sensitivity(2)], n: int, eps: Epsilon
) -> int:
    best, highest = 0, 0
    r = 0
    while r < n:
        noisy = one_sided_laplace(score(d, r), 2 / eps)
        if r == 0 or noisy > highest:
            best, highest = r, noisy
        r += 1
    return best


@mechanism(epsilon="eps")
def stream_with_little_noise(d: Database, score: Annotated[Score, sensitivity(1)], threshold: int, eps: Epsilon) -> int:
    bar = laplace(threshold, 1 / eps)
    i = 0
    while laplace(score(d, i), 1 / eps) < bar:
        i += 1
    return i


@mechanism(epsilon="eps")
def score_at_a_far_candidate(d: Database, score: Annotated[Score, sensitivity(1)], eps: Epsilon) -> int:
    return laplace(score(d, 9) + score(d, -4), 1 / eps)


# ---------------------------------------------------------------------------------------------------------------- δ > 0


@mechanism(epsilon="eps", delta="1 / 100")
def delta_too_small(x: Annotated[int, within(2)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)


@mechanism(epsilon="0", delta="1 / 10")
def only_delta(x: Annotated[int, within(1)]) -> int:
    return laplace(x, 4)


@mechanism(epsilon="eps", delta="1 / 1000")
def rare_leak_is_not_rare_enough(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    coin = laplace(0, 1)
    if coin > 5:
        return 1000 + x
    return laplace(x, 1 / eps)


@mechanism(epsilon="1", delta="1 / 1000000")
def truncated_noise(x: Annotated[int, within(1)]) -> int:
    noise = laplace(0, 1)
    return x + max(-4, min(4, noise))


@mechanism(epsilon="eps", delta="1 / 20", requires="len(xs) >= 1")
def delta_with_lists(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    out: list[int] = []
    for x in xs:
        out.append(laplace(x, 1 / eps))
    return out


# ----------------------------------------------------------------------------------------------------------------- zero


@mechanism(epsilon="0")
def claims_to_say_nothing(x: Annotated[int, within(1)]) -> bool:
    return laplace(x, 50) > 0


@mechanism(epsilon="eps")
def needs_a_public_list(xs: Annotated[list[int], one_within(1)], weights: list[int], eps: Epsilon) -> int:
    total = 0
    for i in range(len(xs)):
        if i < len(weights):
            total += weights[i] * xs[i]
    return laplace(total, 1 / eps)


@mechanism(epsilon="eps")
def needs_a_switch(x: Annotated[int, within(1)], careful: bool, eps: Epsilon) -> int:
    return laplace(x, 1 / eps) if careful else laplace(x, 1 / (2 * eps))


@mechanism(epsilon="eps", requires="a >= 1 and b >= a + 3")
def needs_two_public_numbers(x: Annotated[int, within(1)], a: int, b: int, eps: Epsilon) -> int:
    shown = x if x < b else a
    return laplace(shown, 1 / eps)


@mechanism(epsilon="eps")
def goes_round_in_vain(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    while x == 0:
        x = x + 0
    return 5


@mechanism(epsilon="eps")
def turns_for_ever(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    b = True
    while x == 0:
        b = not b
    return 5 if b else 6


@mechanism(epsilon="eps")
def stalls_at_an_entry(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> bool:
    i = 0
    while i < len(xs):
        if xs[i] >= 0:
            i += 1
    return laplace(0, 1 / eps) > 0


@mechanism(epsilon="eps", requires="len(costs) >= 1")
def cheapest_as_drawn(costs: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    noisy = []
    for cost in costs:
        noisy.append(laplace(cost, 2 / eps))
    place = 0
    for i in range(1, len(noisy)):
        if noisy[i] < noisy[place]:
            place = i
    return noisy[place], place


@mechanism(epsilon="eps", requires="len(weights) == len(xs)")
def weights_are_cut_at_one_end(xs: Annotated[list[int], one_within(1)], weights: list[int], eps: Epsilon) -> int:
    return laplace(sum(x * max(-5, w) for x, w in zip(xs, weights, strict=False)), 5 / eps)
