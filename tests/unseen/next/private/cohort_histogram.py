"""How many students are in each of four years, one student replaced. Two cells move by 1 each, so the squares add up to
2, and with variance 1 / rho that is rho-zCDP."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, gaussian, mechanism, one_changed


class Student(NamedTuple):
    number: int
    year: int
    credits: int


@mechanism(zcdp="rho")
def cohort_histogram(students: Annotated[list[Student], one_changed()], rho: Epsilon) -> list[int]:
    cells = [0] * 4
    for student in students:
        cells[clamp(student.year, 1, 4) - 1] += 1
    return [max(0, gaussian(cell, variance=1 / rho)) for cell in cells]
