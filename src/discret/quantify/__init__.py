"""What did it cost: one measure, one file."""

from discret.quantify.cell_loss import CellLoss
from discret.quantify.cells_changed import CellsChanged
from discret.quantify.clusters import Clusters
from discret.quantify.contingency import Contingency
from discret.quantify.correspondence import Correspondence
from discret.quantify.detail_lost import DetailLost
from discret.quantify.effective_size import EffectiveSize
from discret.quantify.marginals import Marginals
from discret.quantify.means_and_quantiles import MeansAndQuantiles
from discret.quantify.regression import Regression
from discret.quantify.row_percentages import RowPercentages
from discret.quantify.weight_ratios import WeightRatios

__all__ = [
    "CellLoss",
    "CellsChanged",
    "Clusters",
    "Contingency",
    "Correspondence",
    "DetailLost",
    "EffectiveSize",
    "Marginals",
    "MeansAndQuantiles",
    "Regression",
    "RowPercentages",
    "WeightRatios",
]
