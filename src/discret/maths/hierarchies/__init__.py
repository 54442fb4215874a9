"""Classes of values for hierarchies: in order, by categories, with round cuts.

Used where hierarchies are made from the data.
"""
