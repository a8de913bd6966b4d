"""The automatic prover: it finds couplings and invariants, and the kernel checks them.

Nothing here is trusted. What this room returns as proved is a theorem of the kernel; what it cannot prove, it says
where it got stuck. It never looks at a clock: the same question has the same answer on every machine.
"""
