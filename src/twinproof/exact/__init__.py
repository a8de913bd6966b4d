"""Exact probability: sub-distributions, divergences, liftings, and the exact meaning of a program.

Every number that leaves this room is exact or carries certified bounds. It may import `lang` and nothing else.
"""
