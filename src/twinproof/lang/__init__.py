"""The language: expressions, commands, types, the printer, the reader of Python mechanisms, and the sampler.

This is the ground floor: it imports no other room. Reading a mechanism never executes it.
"""
