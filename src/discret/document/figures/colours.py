"""The colours of figures, which differ by lightness too, and their usual size."""

from __future__ import annotations

# Light grey and dark blue differ by lightness, the target by shape: all survive a grey printer.
INK, QUIET, FAINT = "#1f2933", "#5b6875", "#e3e7eb"
BEFORE, AFTER, TARGET = "#a9b3bd", "#0b5a94", "#b8460b"
WHITE = "#ffffff"

WIDTH, SIDES = 4.3, 0.14  # inches: a figure, above and below its bars
WIDE = 30.0  # from this ratio of largest to smallest on, the axis is logarithmic
