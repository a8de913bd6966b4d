"""The kernel: judgments, the inference rules of apRHL+, and theorems that only rules can make.

This room, with `lang`, `smt` and z3 below it, is all that a proof has to trust. `rules` is the whole of the logic: one
function for each primitive rule, its docstring the inference figure. `statement` says what it means that a mechanism
is private; `certificate` replays proofs that were written down.
"""
