"""Several coins that decide one truth value, as one coin.

`answer if coin(1 / 2) else coin(1 / 2)` tells the answer with probability 3/4, in one way or in two. No side of a coin
of the left run belongs to one of the right run, so such a *block* is taken as a whole: how likely the truth value is,
is computed from the private bits that the block reads. The search looks at a mechanism that draws it with this
probability; its derivation is about the block itself, by [ω-Coins].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Seq,
    While,
    has_sampling,
    parts_of,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import FALSE, TRUE, Apply, Expr, Literal, Op, Var, apply, free_variables, negate, substitute
from twinproof.lang.liveness import Live, live_at_head, live_before
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import COIN
from twinproof.lang.rewriting import with_arguments
from twinproof.lang.scale import factors
from twinproof.lang.types import BOOL
from twinproof.search.coins import odds_of
from twinproof.search.currency import currency_of
from twinproof.search.result import Account, Draw
from twinproof.tactics.stepping import Block

_MOST_PARTS = 12  # of a block
_MOST_COINS = 6


@dataclass(frozen=True)
class InBlocks:
    """A mechanism with blocks in the place of coins, and the sites of the commands that it has been made of."""

    mechanism: Mechanism
    samplings: tuple[int, ...]
    forks: tuple[int, ...]

    def told(self, account: Account) -> Account:
        """What is told of a proof, with the sites of the mechanism itself."""

        def own(draw: Draw) -> Draw:
            return replace(draw, site=self.samplings[draw.site])

        return replace(
            account,
            couplings=tuple(replace(c, draw=own(c.draw)) for c in account.couplings),
            invariants=tuple(replace(i, site=self.forks[i.site]) for i in account.invariants),
            spending=tuple(replace(s, draws=tuple(map(own, s.draws))) for s in account.spending),
            payments=tuple(replace(p, draw=own(p.draw)) for p in account.payments),
        )


def coin_blocks(mechanism: Mechanism) -> InBlocks | None:
    """The mechanism with each block that decides a truth value as one draw of it, if there are any."""
    coins = [s for s in mechanism.samplings if s.noise is COIN]
    if currency_of(mechanism.claim).in_squares or len(coins) < 2 or any(isinstance(s, Block) for s in coins):
        return None
    body = _with_blocks(mechanism, mechanism.body, frozenset({mechanism.result}))
    drawn = [c for c in subcommands(body) if isinstance(c, Sample)]
    if not any(isinstance(s, Block) for s in drawn):
        return None
    made = replace(mechanism, body=body)
    if any(odds_of(made, s) is None for s in made.samplings if isinstance(s, Block)):
        return None
    parts = (s.program if isinstance(s, Block) else s for s in drawn)
    first = (next(c for c in subcommands(part) if isinstance(c, Sample)) for part in parts)
    samplings = tuple(s.site for s in first if s.site is not None)
    forks = tuple(c.site for c in subcommands(body) if isinstance(c, If | While) and c.site is not None)
    return InBlocks(made, samplings, forks)


def _with_blocks(mechanism: Mechanism, command: Command, after: Live) -> Command:
    """The command, where so much may matter after it."""
    match command:
        case Seq() | Sample():
            return _of_sequence(mechanism, parts_of(command), after)
        case If(_, then, otherwise):
            if (whole := _block((command,), after)) is not None:
                return whole
            yes, no = (_with_blocks(mechanism, branch, after) for branch in (then, otherwise))
            return replace(command, then=yes, otherwise=no)
        case While(_, body):
            return replace(command, body=_with_blocks(mechanism, body, live_at_head(command, after)))
        case _:
            return command


def _of_sequence(mechanism: Mechanism, parts: Sequence[Command], after: Live) -> Command:
    live = [after]
    for part in reversed(parts):
        live.insert(0, live_before(part, live[0]))
    done: list[Command] = []
    start = 0
    while start < len(parts):
        for end in range(start + 1, min(len(parts), start + _MOST_PARTS) + 1) if has_sampling(parts[start]) else ():
            block = _block(parts[start:end], live[end])
            if block is not None:
                done.append(block)
                start = end
                break
        else:
            part = parts[start]
            done.append(part if isinstance(part, Sample) else _with_blocks(mechanism, part, live[start + 1]))
            start += 1
    return sequence(*done)


def _block(parts: Sequence[Command], after: Live) -> Block | None:
    """The commands as one draw of a truth value, if that is all that matters of them."""
    whole = sequence(*parts)
    commands = tuple(subcommands(whole))
    tosses = [c for c in commands if isinstance(c, Sample)]
    if any(isinstance(c, While) for c in commands) or any(c.noise is not COIN for c in tosses):
        return None
    decided = written(whole) & after
    if not 2 <= len(tosses) <= _MOST_COINS or len(decided) != 1:
        return None
    (x,) = decided
    tree = _chance(list(parts), x, {}) if x.type == BOOL else None
    if not isinstance(tree, _Fork):
        return None
    chance = _expression(tree)
    if free_variables(chance) & written(whole):
        return None  # what stood in it before
    return Block(x, COIN, (chance,), FALSE, tosses[0].at, None, whole)


# --------------------------------------------------------------------------------------------------- what comes out


@dataclass(frozen=True, slots=True)
class _Fork:
    """A probability that a bit decides about."""

    bit: Expr
    yes: _Fork | Fraction
    no: _Fork | Fraction


_Tree = _Fork | Fraction


def _chance(commands: list[Command], x: Var, known: dict[Var, Expr]) -> _Tree | None:
    """How likely a truth value is after these commands, where so much is known; None: that is not in numbers."""
    if not commands:
        return _of_bit(_folded(substitute(x, known)), Fraction(1), Fraction(0))
    command, *rest = commands
    match command:
        case Assign(target, value):
            return _chance(rest, x, {**known, target: _folded(substitute(value, known))})
        case Sample(target, _, (chance,)):
            p, above, below = factors(chance)
            heads, tails = (_chance(rest, x, {**known, target: v}) for v in (TRUE, FALSE))
            if above or below or not 0 <= p <= 1 or heads is None or tails is None:
                return None
            return _mixed(p, heads, tails)
        case If(condition, then, otherwise):
            bit = _folded(substitute(condition, known))
            ways = [
                None if bit == never else _chance([*parts_of(branch), *rest], x, known)
                for branch, never in ((then, FALSE), (otherwise, TRUE))
            ]
            if bit in (TRUE, FALSE):
                return ways[bit == FALSE]
            return None if ways[0] is None or ways[1] is None else _fork(bit, ways[0], ways[1])
        case _:
            return None


def _of_bit(bit: Expr, yes: _Tree, no: _Tree) -> _Tree:
    if bit in (TRUE, FALSE):
        return yes if bit == TRUE else no
    return _fork(bit, yes, no)


def _fork(bit: Expr, yes: _Tree, no: _Tree) -> _Tree:
    if isinstance(bit, Apply) and bit.op is Op.NOT:
        return _fork(bit.args[0], no, yes)
    yes, no = _given(yes, bit, True), _given(no, bit, False)
    return yes if yes == no else _Fork(bit, yes, no)


def _given(tree: _Tree, bit: Expr, value: bool) -> _Tree:
    """What is left of a tree where a bit is known."""
    if isinstance(tree, Fraction):
        return tree
    if tree.bit == bit:
        return _given(tree.yes if value else tree.no, bit, value)
    return _fork(tree.bit, _given(tree.yes, bit, value), _given(tree.no, bit, value))


def _mixed(p: Fraction, heads: _Tree, tails: _Tree) -> _Tree:
    match heads, tails:
        case _Fork(bit), _:
            ways = (_mixed(p, _given(heads, bit, v), _given(tails, bit, v)) for v in (True, False))
            return _fork(bit, *ways)
        case Fraction(), _Fork(bit):
            ways = (_mixed(p, heads, _given(tails, bit, v)) for v in (True, False))
            return _fork(bit, *ways)
        case Fraction(), Fraction():
            return p * heads + (1 - p) * tails
    raise AssertionError("a tree of probabilities")


def _expression(tree: _Tree) -> Expr:
    if isinstance(tree, Fraction):
        return Literal(tree)
    return apply(Op.ITE, tree.bit, _expression(tree.yes), _expression(tree.no))


def _folded(e: Expr) -> Expr:
    """The same, where truth values that are known decide."""
    if not isinstance(e, Apply):
        return e
    e = with_arguments(e, _folded)
    match e:
        case Apply(Op.NOT, (a,)):
            return negate(a) if a in (TRUE, FALSE) or (isinstance(a, Apply) and a.op is Op.NOT) else e
        case Apply(Op.ITE, (bit, yes, no)):
            if bit in (TRUE, FALSE):
                return yes if bit == TRUE else no
            if (yes, no) == (TRUE, FALSE):
                return bit
            return _folded(apply(Op.NOT, bit)) if (yes, no) == (FALSE, TRUE) else e
        case Apply(Op.EQ, (a, b)) if a.type == BOOL and (a in (TRUE, FALSE) or b in (TRUE, FALSE)):
            known, other = (a, b) if a in (TRUE, FALSE) else (b, a)
            return other if known == TRUE else _folded(apply(Op.NOT, other))
        case Apply(Op.AND | Op.OR as op, args):
            never, always = (FALSE, TRUE) if op is Op.AND else (TRUE, FALSE)
            parts = [a for a in args if a != always]
            if never in parts or not parts:
                return never if never in parts else always
            return parts[0] if len(parts) == 1 else apply(op, *parts)
        case _:
            return e
