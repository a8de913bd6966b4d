"""One count for each grade, by the method count of a list."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Exam(NamedTuple):
    student: str
    grade: int


@mechanism(epsilon="eps")
def grades_by_count(exams: Annotated[list[Exam], one_added_or_removed()], eps: Epsilon) -> list[int]:
    grades = [exam.grade for exam in exams]
    return [laplace(grades.count(grade), 1 / eps) for grade in (1, 2, 3, 4, 5, 6)]
