"""What a caller hands over, and in which words it is refused where it does not fit.

`fitting` looks at calls, `faults` gathers what pydantic found, `rules` says it in two languages.
"""
