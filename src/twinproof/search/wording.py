"""A proof in a paragraph, for people who have never heard of couplings.

Each sentence is read off the proof: what differs between neighbouring inputs, which draws pay, for what and how often,
which are free and why, what they spend together, and what δ pays for. What does not fit a sentence is left to the
formal part; nothing is said that the proof does not hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby, takewhile

from twinproof.lang.amounts import is_same, minus, multiple, product_sum, total
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.command import Sample, parts_of, site_of, subcommands, written
from twinproof.lang.dataflow import private_variables, values_asked
from twinproof.lang.expr import ZERO, Apply, Expr, Literal, Op, Place, Var, conjuncts, free_variables, substitute
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise.law import RATE, AdditiveNoise
from twinproof.lang.printer import show_claim, show_expr
from twinproof.lang.scale import reciprocal
from twinproof.lang.types import BOOL
from twinproof.search.bills import amount_of, is_fixed, is_free, is_of_one_run, sites_passed_always, sites_passed_once
from twinproof.search.components import same_of_several
from twinproof.search.in_source import drawn_around, identifiers
from twinproof.search.result import Account, Case, CoupledSample, Directions, Draw, Payment, Spending

_READ = 24  # characters of a formula of both runs
_BELOW = "what stands below, which depends on both runs"
_LONG = 48  # characters of a formula that is still read within a sentence
_ORDINAL = re.compile(r"^The (first|second|third|\d+th) draw in")
_BEGINNINGS = ("The ", "Each ", "In ", "So ", "That ", "All ", "Everywhere ", "Otherwise ")
_PLAIN = (("¬", "not "), ("∧", "and"), ("∨", "or"), ("⇒", "implies"))
_GOES = {1: "goes up", -1: "goes down", 2: "has more rows on the right", -2: "has more rows on the left"}


def in_words(mechanism: Mechanism, proof: Account) -> str:
    """The proof in a paragraph."""
    return " ".join(_sentences(mechanism, proof))


def _sentences(mechanism: Mechanism, proof: Account) -> Iterator[str]:
    if apart := _adjacency(mechanism):
        yield f"Between neighbouring inputs, {apart}."
    shapes = proof.shapes
    told = {shape: list(_Telling(mechanism, proof, shape).sentences()) for shape in shapes}
    shared = [same[0] for same in takewhile(lambda each: len(set(each)) == 1, zip(*told.values(), strict=False))]
    yield from shared
    for shape, words in told.items():
        own = words[len(shared) :]
        if own:
            yield f"If {_directions(shape)}: {_lower(' '.join(own))}"
    if proof.first is not None:
        name, claim = proof.first
        private = show_claim(claim).adjective()
        if isinstance(proof.claim, EpsilonDelta):
            found = f"`{name}`" if name in identifiers(mechanism.source) else "The number that is found"
            yield f"{found} is {private} by itself, so all that comes after it may depend on it."
        else:
            half = _plain(multiple(product_sum([(claim.amount, claim.amount)]), Fraction(1, 2)))
            yield f"`{name}`, which is released first, is {private} by itself, and that counts as {half}."
    if proof.rounds is not None:
        times, claim = proof.rounds
        yield f"So one round is {show_claim(claim).adjective()} by itself, whatever the rounds before it have shown."
        yield f"{times} such rounds together keep the claim, by the optimal composition."
    whole, follows = "it", "and the claim follows from that"
    if proof.sampled is not None:
        whole, follows = "what is released", f"and so it is {show_claim(proof.sampled[1]).adjective()}"
    if proof.through is not None:
        yield f"So {whole} is {show_claim(proof.through).adjective()}, {follows}."
    if proof.sampled is not None:
        chance, claim = proof.sampled
        if proof.through is None:
            yield f"So what is released about the sample is {show_claim(claim).adjective()}."
        yield f"Each row is in the sample with probability {_plain(chance)} only, and the claim follows from that."
    if proof.between is not None:
        lowest, end = proof.between
        yield f"Which keys there are nobody knew before: all this holds of runs through all integers from `{lowest}`"
        yield f"on and below `{end}`, whatever these two are, that does nothing for those without rows."


def _adjacency(mechanism: Mechanism) -> str:
    """What differs between neighbouring inputs."""
    known = [p for p in mechanism.parameters if p.adjacency is not None]
    bounded = [p for p in known if p.amounts or p.private]
    told = [p for p in bounded if p.bound is not None] or bounded
    rows = [p for p in bounded if p.adjacency is not None and p.adjacency.counts_rows]
    some = dict.fromkeys((*told, *rows))
    return _listed([p.adjacency.said(p.name, show_expr) for p in some if p.adjacency is not None])


def _directions(shape: Directions) -> str:
    return _listed([f"`{name}` {_GOES[sign]}" for name, sign in shape])


@dataclass(frozen=True)
class _Telling:
    """What there is to tell of one shape of the adjacency."""

    mechanism: Mechanism
    proof: Account
    shape: Directions

    def sentences(self) -> Iterator[str]:
        """Draw by draw, then the bill, then δ."""
        told = [" ".join(self._draw(c)) for c in self.couplings if c is not self._opaque]
        yield from _merged(told)
        yield " ".join(self._bills())
        for payment in self.proof.payments:
            if payment.directions == self.shape:
                yield self._payment(payment)

    @cached_property
    def couplings(self) -> tuple[CoupledSample, ...]:
        """In the order of the lines, each once."""
        own = dict.fromkeys(c for c in self.proof.couplings if c.directions == self.shape)
        return tuple(sorted(own, key=lambda c: (c.line or 0, c.draw.site)))

    @cached_property
    def bills(self) -> tuple[Spending, ...]:
        return tuple(s for s in self.proof.spending if s.directions == self.shape)

    @cached_property
    def _opaque(self) -> CoupledSample | None:
        """A draw that is alone in its bill, which says all that there is to say of its price."""
        if len(self.bills) != 1 or len(self.couplings) != 1:
            return None
        (only,) = self.couplings
        alone = len(only.cases) == 1 and not self._is_repeated(only.draw) and _is_opaque(only.cases[0])
        return only if alone else None

    # ------------------------------------------------------------------------------------------------------ the draws

    def _draw(self, coupling: CoupledSample) -> Iterator[str]:
        """What a draw costs, and when."""
        sampling = self._sampling(coupling.draw)
        paying = [case for case in coupling.cases if not is_free(case)]
        if not paying and self._is_billed(coupling.draw):
            where = "costs nothing where both runs make it; where only one of them does, that is paid for"
            yield f"{_upper(self._with_noise(coupling))} {where}."
        elif not paying:
            yield f"{_upper(self._with_noise(coupling))} costs nothing: {self._why_free(coupling, sampling)}."
        elif self._is_never_paid(coupling):
            same = f"{self._centre(sampling)} is the same in both runs" if sampling is not None else "nothing differs"
            if sampling is not None and any(map(_is_downwards, coupling.cases)):
                same = f"{self._centre(sampling)} is not smaller in the other run"
            yield f"{_upper(self._with_noise(coupling))} costs nothing: {same}."
        elif len(coupling.cases) == 1:
            yield self._always(coupling, sampling, coupling.cases[0])
        else:
            yield from self._by_cases(coupling, sampling)

    def _is_billed(self, draw: Draw) -> bool:
        """Whether a draw may spend something, in a bill of its own."""
        return any(bill.draws == (draw,) and amount_of(bill) != ZERO for bill in self.bills)

    def _is_never_paid(self, coupling: CoupledSample) -> bool:
        """Whether a draw that costs as much as its centre differs is in bills of nothing only."""
        own = [bill for bill in self.bills if coupling.draw in bill.draws]
        steps = len(coupling.cases) == 1 and coupling.cases[0].shift == ZERO and not _is_opaque(coupling.cases[0])
        return bool(own) and steps and all(amount_of(bill) == ZERO for bill in own)

    def _always(self, coupling: CoupledSample, sampling: Sample | None, case: Case) -> str:
        """A draw that is coupled in one way."""
        often = "each time" if self._is_repeated(coupling.draw) else ""
        match case.shift:
            case Literal(int(far)) if far and not is_of_one_run(case.price):
                higher = f"{abs(far)} {'higher' if far > 0 else 'lower'}"
                may = f"{self._name(coupling.draw)} may come out {higher} in one run than in the other"
                scale = self._scale(sampling)
                paid = f"costs {_plain(case.price)} {often}".rstrip()
                return _upper(f"{may}: with noise of scale {scale} that {paid}." if scale else f"{may}, which {paid}.")
        price = self._price(coupling, sampling, case)
        return f"{_upper(self._with_noise(coupling))} costs{f', {often},' if often else ''} {price}."

    def _by_cases(self, coupling: CoupledSample, sampling: Sample | None) -> Iterator[str]:
        """A draw that is coupled in one way or another."""
        name, cases = self._with_noise(coupling), coupling.cases
        first, last = cases[0], cases[-1]
        moved = self._moved_before(coupling)
        same = f"both runs can have the same noise there and still return the same{moved}"
        if len(cases) == 2 and first.when is not None and is_free(last):
            where = self._condition(coupling, first.when)
            yield f"{_upper(name)} pays only where {where}: {self._price(coupling, sampling, first)}."
            yield f"Everywhere else it is free: {same}."
        elif len(cases) == 2 and first.when is not None and is_free(first):
            yield f"{_upper(name)} is free where {self._condition(coupling, first.when)}: {same}."
            yield f"Otherwise it pays {self._price(coupling, sampling, last)}."
        else:
            parts = []
            for case in cases:
                price = "nothing" if is_free(case) else self._price(coupling, sampling, case)
                where = f"where {self._condition(coupling, case.when)}" if case.when is not None else "otherwise"
                parts.append(f"{price} {where}" if case.when is not None else f"{where} {price}")
            yield f"{_upper(name)} pays {'; '.join(parts)}."

    def _why_free(self, coupling: CoupledSample, sampling: Sample | None) -> str:
        if sampling is not None and not values_asked(self.mechanism, sampling.centre) & self.private:
            return "nothing private goes into it"
        return "both runs can have the same noise and still return the same"

    def _moved_before(self, coupling: CoupledSample) -> str:
        """The draws that a condition looks at, and that have been moved themselves."""
        asked = {v.name for case in coupling.cases if case.when is not None for v in free_variables(case.when)}
        moved = [
            other.draw
            for other in self.couplings
            if other.draw != coupling.draw and other.variable in asked and not is_free(other.cases[0])
        ]
        if not moved:
            return ""
        names = [f"`{name}`" for name in dict.fromkeys(draw.variable for draw in moved)]
        return f", since {_listed(names)} {'has' if len(names) == 1 else 'have'} been paid for"

    def _price(self, coupling: CoupledSample, sampling: Sample | None, case: Case) -> str:
        """What a draw costs in one case."""
        if not is_of_one_run(case.price):
            return _plain(case.price)
        match case.price:
            case Apply(Op.MUL, (Apply(Op.MUL, (a, b)), rate)) if a == b and sampling is not None and case.shift == ZERO:
                return f"{_plain(_untagged(rate))} times the square of how far {self._centre(sampling)} differs"
            case Apply(Op.MUL, (_, rate)) if sampling is not None and not _is_opaque(case):
                far = "that its noise moves"
                if case.shift == ZERO:
                    differs = "is smaller in the other run" if _is_downwards(case) else "differs"
                    far = f"by which {self._centre(sampling)} {differs}"
                return f"{_plain(_untagged(rate))} for each 1 {far}"
            case price:
                short = _plain(price)
                return f"`{short}` (⟨1⟩ and ⟨2⟩ are the two runs)" if len(short) <= _READ else _BELOW

    def _centre(self, sampling: Sample) -> str:
        text = _plain(sampling.centre)
        written = {v.name for v in free_variables(sampling.centre)} <= self.written
        if written and len(text) <= _LONG:
            return f"`{text}`"
        as_written = drawn_around(self.mechanism.source, sampling)
        return f"`{as_written}`" if 0 < len(as_written) <= _LONG else "what it is drawn around"

    def _condition(self, coupling: CoupledSample, condition: Expr) -> str:
        """A condition of a coupling, of the one run that it is about."""
        its = Var(self._called(coupling.variable), coupling.sampled.type, Place.LEFT)
        parts = conjuncts(_untagged(substitute(condition, {coupling.sampled: its})))
        return " and ".join(self._part(part, self._result_of(coupling.draw)) for part in parts)

    def _result_of(self, draw: Draw) -> str:
        """What a draw is for: what is released, or a number that the rest goes on from."""
        if self.proof.first is None:
            return "released"
        name, parts = self.proof.first[0], parts_of(self.mechanism.body)
        last = max(n for n, part in enumerate(parts) if any(v.name == name for v in written(part)))
        before = {site_of(s) for part in parts[: last + 1] for s in subcommands(part) if isinstance(s, Sample)}
        if draw.site not in before:
            return "released"
        return f"taken for `{name}`" if name in self.written else "found"

    def _called(self, variable: str) -> str:
        """What a draw is called in a formula: a name that nobody has written says nothing."""
        return variable if variable in self.written else "its value"

    def _part(self, part: Expr, result: str = "released") -> str:
        match part:
            case Apply(Op.EQ, (Var() as a, Var() as b)) if self._is_output(a) or self._is_output(b):
                other = b if self._is_output(a) else a
                position = f"`{other.name}`" if other.name in self.written else "its position"
                return f"{position} is the value that is {result}"
            case Apply(Op.OR, args) if (same := same_of_several(args, self._is_output)) is not None:
                named = isinstance(same, Literal) or (isinstance(same, Var) and same.name in self.written)
                return f"{f'`{_plain(same)}`' if named else 'its position'} is one of the values that are {result}"
            case Apply(Op.EQ, (Var() as a, Var() as b)) if self._moving(a) or self._moving(b):
                where = self._moving(a) or self._moving(b)
                return f"it is the entry of `{where}` that differs"
        words = f"`{_plain(part)}`"
        outputs = sorted(v.name for v in free_variables(part) if self._is_output(v))
        places = sorted((v.name, self._moving(v)) for v in free_variables(part) if self._moving(v))
        notes = [f"{name} is what is {result}" for name in outputs]
        notes += [f"{name} is the position in `{where}` that differs" for name, where in places]
        return f"{words} ({', '.join(notes)})" if notes else words

    def _is_output(self, var: Var) -> bool:
        """Whether this is the proof's name for the output: it is none of the program's."""
        return var.place is Place.RIGID and var.name not in self.names and var.name.split("_")[0] == "o"

    def _moving(self, var: Var) -> str:
        """The list that this is the proof's name for a moving position of, if it is one."""
        if var.place is not Place.RIGID or var.name in self.names or not var.name.startswith("moved_"):
            return ""
        return next((p.name for p in self.mechanism.parameters if var.name == f"moved_{p.name}"), "")

    # -------------------------------------------------------------------------------------------------------- the bill

    def _bills(self) -> Iterator[str]:
        """What the draws spend together."""
        claim = self.proof.billed.amount
        amounts = list(map(amount_of, self.bills))
        paid = [(bill, amount) for bill, amount in zip(self.bills, amounts, strict=True) if amount != ZERO]
        for bill, amount in paid:
            if len(paid) == 1 or not self._is_said(bill):
                yield from self._bill(bill, amount, whole=len(paid) == 1)
        if not paid:
            yield "So nothing is spent."
        elif len(paid) > 1:
            whole = total(amount for _, amount in paid)
            claimed = show_claim(self.proof.billed).amount
            same = f"makes {claimed}, as claimed" if is_same(whole, claim) else f"is within {claimed}, as claimed"
            yield f"All of it together {same}."

    def _is_said(self, bill: Spending) -> bool:
        """Whether all that it is about has been said with the draws: each is made once, at a price of its own."""
        return all(any(c.draw == draw and self._is_fixed(c) for c in self.couplings) for draw in bill.draws)

    def _bill(self, bill: Spending, amount: Expr, whole: bool) -> Iterator[str]:
        claimed = show_claim(self.proof.billed).amount
        exactly = is_same(amount, self.proof.billed.amount)
        ends = ""
        if whole and self.proof.billed is self.proof.claim:
            ends = ", as claimed" if exactly else f", which is within {claimed}, as claimed"
        shown = claimed if whole and exactly else _plain(amount)
        mine = [c for c in self.couplings if c.draw in bill.draws]
        free = {c.draw for c in mine if all(map(is_free, c.cases)) and len(bill.draws) > 1}
        fixed = [c for c in mine if is_fixed(c, self.always) and c.draw not in free]
        others = [d for d in dict.fromkeys(bill.draws) if d not in {c.draw for c in fixed} | free]
        rounds = any(map(self._is_repeated, others))
        all_in = "In all rounds together" if rounds else "In all"
        if fixed and others:
            rest = amount
            for c in fixed:
                rest = minus(rest, c.cases[0].price)
            yield f"{all_in}, {self._names(others)} {_spend(others)} at most {_plain(rest)};"
            yield f"with {self._names([c.draw for c in fixed])} that makes {shown}{ends}."
        elif self._opaque is not None:
            yield f"{_upper(self._with_noise(self._opaque))} costs at most {shown}{ends}."
        elif others and not (whole and len(others) == 1 and not rounds):
            yield f"{all_in}, {self._names(others)} {_spend(others)} at most {shown}{ends}."
        else:
            yield f"That is at most {shown}{ends}."

    def _is_fixed(self, coupling: CoupledSample) -> bool:
        """Whether a draw is made once, at a price that is the same whatever the inputs."""
        return is_fixed(coupling, self.once)

    # --------------------------------------------------------------------------------------------------------------- δ

    def _payment(self, payment: Payment) -> str:
        whose = ", which only one of the two runs draws," if payment.right_alone else ""
        where = ""
        if payment.when is not None:
            where = f", where {' and '.join(map(self._part, conjuncts(_untagged(payment.when))))}"
        bound = _plain(payment.bound)
        drawn = {v: replace(v, name=self._called(v.name)) for v in free_variables(payment.event)}
        own = {v: its for v, its in drawn.items() if v.name == payment.draw.variable}
        event = _plain(_untagged(substitute(payment.event, own)))
        if payment.over is not None:
            dearer = f"what the draws of {self._name(payment.draw)} with `{event}` cost over {_plain(payment.over)}"
            return f"δ pays for {dearer}{where}: that is at most {bound}."
        likely = f"that has a probability of at most {bound}"
        chance = likely if len(bound) <= _LONG else "a bound on its probability stands below"
        rare = f"{self._name(payment.draw)}{whose} {_comes_out(payment.event) or f'has `{event}`'}{where}"
        return f"δ pays for the rare case that {rare}: {chance}."

    # ------------------------------------------------------------------------------------------------------------ names

    @cached_property
    def private(self) -> frozenset[Var]:
        return private_variables(self.mechanism)

    @cached_property
    def names(self) -> set[str]:
        return self.mechanism.names

    @cached_property
    def written(self) -> frozenset[str]:
        """The names that the author has written."""
        return identifiers(self.mechanism.source) | {p.name for p in self.mechanism.parameters}

    @cached_property
    def once(self) -> frozenset[int | None]:
        return sites_passed_once(self.mechanism, self.proof)

    @cached_property
    def always(self) -> frozenset[int | None]:
        return sites_passed_always(self.mechanism, self.proof)

    def _is_repeated(self, draw: Draw) -> bool:
        return draw.site not in self.once

    def _sampling(self, draw: Draw) -> Sample | None:
        """The sampling of the program, if it is the one that the proof speaks of."""
        some = (s for s in self.mechanism.samplings if s.site == draw.site and s.target.name == draw.variable)
        return next(some, None)

    def _scale(self, sampling: Sample | None) -> str:
        if sampling is None or not isinstance(sampling.noise, AdditiveNoise) or RATE not in sampling.noise.parameters:
            return ""
        text = _plain(reciprocal(sampling.rate))
        return text if len(text) <= _LONG else ""

    def _name(self, draw: Draw) -> str:
        """A draw by the variable that its author has given it, and by its line."""
        line = f"line {draw.line}" if draw.line is not None else ""
        if draw.variable in self.written:
            return f"`{draw.variable}`" + (f" ({line})" if line else "")
        return self._unnamed(draw)

    def _with_noise(self, coupling: CoupledSample) -> str:
        """A draw with its scale, if it has one."""
        scale = self._scale(self._sampling(coupling.draw))
        name = self._name(coupling.draw)
        if not scale:
            return name
        return f"{name[:-1]}, noise of scale {scale})" if name.endswith(")") else f"{name} (noise of scale {scale})"

    def _names(self, draws: Sequence[Draw]) -> str:
        """Draws in short; those whose variable others have too, with their lines."""
        variables = [d.variable for d in dict.fromkeys(c.draw for c in self.couplings)]
        names = []
        for d in draws:
            alone = variables.count(d.variable) <= 1 and d.variable in self.written
            unnamed = [o for o in self._unnamed_in(d.line) if o in draws]
            together = len(unnamed) > 1 and unnamed == self._unnamed_in(d.line) and d in unnamed
            several = f"the draws in line {d.line}"
            names.append(f"`{d.variable}`" if alone else several if together else self._name(d))
        return _listed(list(dict.fromkeys(names)))

    def _unnamed_in(self, line: int | None) -> list[Draw]:
        """The draws of a line that have no name of their own."""
        draws = dict.fromkeys(c.draw for c in self.couplings)
        return [d for d in draws if d.line == line and d.variable not in self.written]

    def _unnamed(self, draw: Draw) -> str:
        """A draw that has no name of its own: which one of its line it is."""
        if draw.line is None:
            return "the draw"
        there = self._unnamed_in(draw.line)
        which = f"{_ordinal(there.index(draw))} " if len(there) > 1 and draw in there else ""
        return f"the {which}draw in line {draw.line}"


# --------------------------------------------------------------------------------------------------------------- pieces


def _merged(told: Sequence[str]) -> Iterator[str]:
    """What is said of several draws of a line, once where it is the same."""
    for _, same in groupby(told, lambda words: _ORDINAL.sub("The draw in", words)):
        first, *others = same
        yield _ORDINAL.sub("Each draw in", first) if others else first


def _spend(draws: Sequence[Draw]) -> str:
    return "spends" if len(draws) == 1 else "spend"


def _untagged(e: Expr) -> Expr:
    """What is said of the left run alone, without saying so."""
    variables = free_variables(e)
    if any(v.place is Place.RIGHT for v in variables):
        return e
    return substitute(e, {v: replace(v, place=Place.MEMORY) for v in variables if v.place is Place.LEFT})


def _is_downwards(case: Case) -> bool:
    """Whether a case costs only what the right centre is below the left one."""
    match case.price:
        case Apply(Op.MUL, (Apply(Op.MAX), _)):
            return True
        case _:
            return False


def _is_opaque(case: Case) -> bool:
    """Whether a price is neither the same for all inputs nor a distance in steps of a rate."""
    match case.price:
        case Apply(Op.MUL, (Apply(Op.ABS, (_,)), _)):
            return False
        case price:
            return is_of_one_run(price)


def _comes_out(event: Expr) -> str:
    """How a draw of a truth value comes out in an event that asks for nothing else; empty for other events."""
    match event:
        case Var(type=kind) if kind == BOOL:
            return "comes out true"
        case Apply(Op.NOT, (Var(),)):
            return "comes out false"
        case _:
            return ""


def _ordinal(position: int) -> str:
    """The first, the second; the 4th."""
    first = ("first", "second", "third")
    return first[position] if position < len(first) else f"{position + 1}th"


def _plain(e: Expr) -> str:
    """A formula, with the words that Python has for its connectives."""
    text = show_expr(e)
    for sign, word in _PLAIN:
        text = text.replace(sign, word)
    return text


def _upper(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"


def _lower(text: str) -> str:
    """A sentence as it stands after a colon."""
    return f"{text[0].lower()}{text[1:]}" if text.startswith(_BEGINNINGS) else text


def _listed(parts: Sequence[str]) -> str:
    """One, two and three."""
    *others, last = parts or [""]
    return f"{', '.join(others)} and {last}" if others else last
