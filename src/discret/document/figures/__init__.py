"""Figures of the reports: inline SVG whose text stays text, drawn from plain numbers.

`canvas` holds what all figures share; every other module draws one figure.
"""
