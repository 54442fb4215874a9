"""A star of a data warehouse: facts, the dimensions that they are in, measures that add up.

`star` is the noun; `dimensions` and `measures` are what it is declared with, `places` where its
tables are (files, or a DuckDB database), `members` what is known of a dimension, `query` the lazy
query that joins facts to them, `checks` what is refused; `warehouse` is the way back, from a
release to tables of facts and members.

>>> import discret.data
>>> discret.data.Star.__module__
'discret.data.star.star'
"""
