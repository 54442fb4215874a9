"""The account of what was told of a source: a budget, and every release that was paid from it.

`ledger` is the noun; `costs` says what a release costs and what a budget holds, `chain` keeps
entries that nobody changes, `sources` knows a file again, `refusals` says what cannot be done.
"""
