"""What a caller hands over, and in which words it is refused where it does not fit.

`declared` has the nouns that are made of parameters, and `docstrings` writes what these say into
theirs; `fitting` looks at calls, `faults` gathers what pydantic found, `rules` says it in two
languages.
"""
