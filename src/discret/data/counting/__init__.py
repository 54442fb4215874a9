"""Counting people and weights: exactly, once each, however groups are put together.

Sums in any order, who holds which value, tallies of a column within groups; read by the key
table.
"""
