"""The exact engine: what a program means on given inputs.

It runs all paths of a program at once. A set of states is a table of columns (one for each live variable) with a weight
for each row; every step is a few vector operations on whole columns. Noise is drawn as late as possible, often never:
a sample that is only compared is kept as an interval whose probability has a closed form. Everything that is cut off or
rounded is accounted for, so the bounds that come out are certified.
"""
