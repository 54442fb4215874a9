"""What stands beside a table: its original, and the population it was drawn from.

Columns and numbers of a release side by side with those of its original; the register of a
population.
"""
