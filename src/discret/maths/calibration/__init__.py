"""Weights that reproduce known totals: distances, Newton's steps, feasibility, rounding, the cube.

`newton` finds weights; `feasibility` says by a linear programme whether there are any.
"""
