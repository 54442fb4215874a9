"""How a table becomes a dataset: what may be handed over, stated of it, and how it is written.

`handed` and `column_names` refuse what is no table, and the latter has the hidden columns that
follow records; `stated` reads what `Dataset.of` is told, `settled` brings values to one form.
"""
