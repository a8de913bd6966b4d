"""How much is tried: a slice in every run, and more where `make fuzz` sets TWINPROOF_FUZZ."""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

FUZZ = int(os.environ.get("TWINPROOF_FUZZ", "0"))
IS_LONG = FUZZ > 0


def volume(slice_of_it: int, whole: int) -> int:
    """So many in every run; in a long one the whole, as many times as is asked for."""
    return whole * FUZZ if IS_LONG else slice_of_it


def some(whole: Sequence[T], each: int) -> Sequence[T]:
    """Every so many of what takes long; all of it in a long run."""
    return whole if IS_LONG else whole[::each]
