"""Twinproof for programs that write programs: a server of the Model Context Protocol.

A coding assistant sends the text of a mechanism and gets a proof or a counterexample back. Nothing that it sends is
executed, and nothing that it says is believed.
"""
