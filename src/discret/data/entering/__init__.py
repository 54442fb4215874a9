"""How a table becomes a dataset: what may be handed over, stated of it, and how it is written.

`stated` reads what `Dataset.of` is told, `settled` brings values to one form.
"""
