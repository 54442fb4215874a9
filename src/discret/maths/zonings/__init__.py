"""Differencing: what sums over zones and cells give away, exactly, and how to protect them.

`cuts` solves two zonings, `several` more; withholding and merging protect them.
"""
