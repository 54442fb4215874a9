"""Partitions of a table for local recoding: clusters of groups, and Mondrian's cuts.

`clusters` and `mondrian` begin; moves, unions and part_cuts make them better.
"""
