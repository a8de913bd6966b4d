"""The confusion matrix of a classifier with three classes, for a test set of known size. One example is replaced: one
cell loses 1 and another gains 1, so the noise is for 2."""

from typing import Annotated

import twinproof as tp

CLASSES = 3

Examples = Annotated[list[tuple[int, int]], tp.one_changed()]


@tp.mechanism(epsilon="eps")
def confusion_matrix(examples: Examples, eps: tp.Epsilon) -> list[list[int]]:
    def label(raw):
        return tp.clamp(raw, 0, CLASSES - 1)

    matrix = [[0] * CLASSES for _ in range(CLASSES)]
    for truth, guess in examples:
        matrix[label(truth)][label(guess)] += 1
    return [[tp.laplace(cell, 2 / eps) for cell in row] for row in matrix]
