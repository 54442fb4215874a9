"""What the values of a column went through: recodings, blanks, and what a label may stand for.

`lineage` and `trail` travel with a dataset; `blanked` and `coverage` read them.
"""
