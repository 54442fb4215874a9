"""Who can be told apart: matches, linkage, minimal uniques, subsets of columns, equal weights.

Counts and chances of recognising a record, from tables of groups.
"""
