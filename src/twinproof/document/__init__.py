"""What is written down: JSON that can be read in one way only, each kind of node with its encoder and its decoder.

Decoding is trusted and believes nothing: known fields, one spelling of every value, sizes that are counted before
anything is built, and nodes that are made by the constructors of `lang`, which type-check. Nothing is ever executed.
What a document proves is not known here: `kernel` and `verify` have the steps and the counterexamples.
"""
