"""The pages: what each report shows, from a record, in the order of the four verbs.

`render` makes a page; internal, public, comparison and differencing say what stands on it.
"""
