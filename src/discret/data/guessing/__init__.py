"""What a column is for, guessed from its name and its values: in doubt, the safer role.

`guess` gives the role and the reason; names, values and reasons are its three drawers.
"""
