"""What did it cost: one measure, one file."""

from discret.quantify.cells_changed import CellsChanged
from discret.quantify.contingency import Contingency
from discret.quantify.marginals import Marginals

__all__ = ["CellsChanged", "Contingency", "Marginals"]
