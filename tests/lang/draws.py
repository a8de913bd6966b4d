"""Calls of every noise but Laplace's own, for programs that are generated; some ask for noise that there is not."""

from __future__ import annotations

from random import Random

NAMES = (
    "choose, coin, gaussian, geometric, permute_and_flip, randomized_choice, randomized_response, "
    "truncated_laplace, uniform"
)
IMPORT = f"from twinproof import {NAMES}"


def other_draw(random: Random, about: str, number: str, scale: str) -> str:
    """An integer that is drawn: noise about one number, with another one and a scale or a rate."""
    chooser = random.choice(("choose", "permute_and_flip"))
    whole = random.choice(("0", "2", f"abs({number})", f"max(0, {number})"))
    if random.random() < 0.1:  # public numbers that may ask for noise that there is not are refused
        return random.choice(
            (
                f"truncated_laplace({about}, {scale}, {number})",
                f"uniform(-1, {number})",
                f"int(coin(Fraction({number}, 4)))",
                f"randomized_choice({about}, {number}, {scale})",
            )
        )
    bit = f"{about} {random.choice(('>', '==', '<='))} {number}"
    return random.choice(
        (
            f"gaussian({about}, {scale})",
            f"gaussian({about}, variance={scale})",
            f"truncated_laplace({about}, {scale}, {whole})",
            f"({about}) + geometric({scale})",
            f"uniform({about}, ({about}) + {whole})",
            f"uniform(-1, max(0, {number}))",
            f"{chooser}([{about}, {number}, 1], {scale})",
            f"{chooser}(rate={scale}, scores=[{number}, {about}])",
            f"randomized_choice(({about}) % 3, 3, {scale})",
            f"randomized_choice({number}, 4, {scale})",
            f"int(randomized_response({bit}, {scale}))",
            f"(int(coin(Fraction(1, 3))) + ({about}))",
            f"(({about}) if coin(Fraction(min(4, abs({number})), 4)) else {number})",
        )
    )
