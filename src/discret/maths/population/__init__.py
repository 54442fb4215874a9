"""The population behind a sample: models of who is not in the file.

Superpopulation models, log-linear models, negative binomials, presence, covering cells.
"""
