"""Programs without what is only there because of how they were written.

A mechanism must not become harder to prove because it was written with a comprehension, a record or a list that is
filled in place. So what was read is put into the plain form that the same mechanism has when it is written with one
loop and numbers: lists that are run over once are not made, tuples are their components, values are not passed on.
"""

from __future__ import annotations

from itertools import islice

from twinproof.lang.command import Command, If, Seq, While, subcommands
from twinproof.lang.expr import Var
from twinproof.lang.reader.plain.again import made_again
from twinproof.lang.reader.plain.asked_keys import without_dictionaries
from twinproof.lang.reader.plain.branches import used_in_branches
from twinproof.lang.reader.plain.chosen import with_choices
from twinproof.lang.reader.plain.components import without_tuples
from twinproof.lang.reader.plain.copies import without_copies
from twinproof.lang.reader.plain.decisions import with_decisions
from twinproof.lang.reader.plain.early_ends import without_early_ends
from twinproof.lang.reader.plain.filed import without_filing
from twinproof.lang.reader.plain.firsts import without_first_flags
from twinproof.lang.reader.plain.fusion import fused
from twinproof.lang.reader.plain.keys import without_nested_keys
from twinproof.lang.reader.plain.levels import with_levels_apart
from twinproof.lang.reader.plain.new_keys import without_lookups
from twinproof.lang.reader.plain.numbered import without_searched_numbers
from twinproof.lang.reader.plain.recounts import without_recounts
from twinproof.lang.reader.plain.running_ends import with_running_ends
from twinproof.lang.reader.plain.searches import without_searches
from twinproof.lang.reader.plain.short_lists import without_short_lists
from twinproof.lang.reader.plain.tables import with_lengths, without_counters, without_known_places, without_tables
from twinproof.lang.reader.plain.trimmed import without_trimming
from twinproof.lang.reader.plain.truths import with_plain_truths
from twinproof.lang.reader.plain.unordered import without_idle_sorting
from twinproof.lang.reader.plain.unread import without_unread
from twinproof.lang.reader.plain.whole_sums import with_whole_sums
from twinproof.lang.reader.plain.winners import with_positions

MOST_COMMANDS = 400  # of a program that somebody may prove something about
MOST_NESTED = 40


def plain_form(
    program: Command,
    result: Var,
    taken: set[str],
    of_rows: bool = False,
    public: frozenset[Var] = frozenset(),
    positive: frozenset[Var] = frozenset(),
) -> Command:
    """A program as it was read, in its plain form; new variables get names that are not taken, and take them.

    Of the public parameters some are known to be positive.
    """
    if not _is_small(program):
        return program

    def fuse(program: Command) -> Command:
        return fused(program, result, taken)

    loose = without_idle_sorting(program, result, guarded=False) if of_rows else program
    apart = without_searched_numbers(without_tuples(without_lookups(loose), result, taken))
    joined = with_plain_truths(made_again(apart, taken, fuse) if of_rows else fuse(apart))
    joined = without_trimming(joined, result, public, positive, taken, fuse) if of_rows else joined
    return _tidy(program, without_tuples(joined, result, taken), result)


def plainer_form(
    program: Command,
    result: Var,
    taken: set[str],
    of_rows: bool = False,
    public: frozenset[Var] = frozenset(),
    positive: frozenset[Var] = frozenset(),
    uneven: frozenset[Var] = frozenset(),
    by_keys: bool = False,
) -> Command:
    """A program that has its guards, without lists of which little is asked, and what the core holds as tuples.

    Where it starts from rows, loops go through all of them, small tables are variables, and what is chosen from public
    lists is known by its position; where it goes through keys, what is counted for one is counted once. Elsewhere those
    tables are variables of which it is known which entries are used, or whose numbers are changed one at a time.
    """
    if not _is_small(program):
        return program
    levels = with_levels_apart(program, taken)
    loose = _tidy(levels, without_idle_sorting(levels, result, guarded=True), result) if of_rows else levels
    apart = _tidy(loose, without_filing(loose, result, taken), result) if of_rows else loose
    apart = _tidy(apart, without_dictionaries(apart, result, public, taken), result) if of_rows else apart
    whole = without_early_ends(apart, result, uneven, positive) if of_rows else apart
    short = without_short_lists(whole, result, taken)
    if of_rows:
        short = without_searches(short, result, taken, _without_tables)
    else:
        short = without_counters(without_known_places(short, result, taken), result, taken)
    apart = _tidy(program, without_tuples(short, result, taken), result)
    apart = _tidy(apart, without_recounts(apart), result) if by_keys else apart
    used = _tidy(apart, used_in_branches(apart, frozenset((result,))), result)
    used = _tidy(used, with_whole_sums(used, result, public, positive, taken), result)
    if not of_rows:
        return used
    told = _tidy(used, with_running_ends(with_decisions(with_choices(used), result), taken), result)
    return _tidy(used, with_positions(without_first_flags(told), result, public, taken), result)


def _without_tables(program: Command, result: Var, taken: set[str]) -> Command:
    return without_tables(without_nested_keys(with_lengths(program), result), result, taken)


def _tidy(before: Command, now: Command, result: Var) -> Command:
    """Without what a change has left behind."""
    return before if now == before else without_unread(without_copies(now, frozenset((result,))), result)


def _is_small(program: Command) -> bool:
    """Whether a program is of a size at which its form can matter."""
    return (
        sum(1 for _ in islice(subcommands(program), MOST_COMMANDS + 1)) <= MOST_COMMANDS
        and _depth(program) < MOST_NESTED
    )


def _depth(command: Command) -> int:
    """How deeply commands are nested."""
    match command:
        case Seq(parts):
            return max(map(_depth, parts))
        case If(_, then, otherwise):
            return 1 + max(_depth(then), _depth(otherwise))
        case While(_, body):
            return 1 + _depth(body)
        case _:
            return 0
