"""Figures of the reports: inline SVG whose text stays text, drawn from plain numbers.

`sheet` has what all figures are drawn with, `colours` and `styles` how they look; every other
module draws one figure.
"""
