"""What did it cost: one measure, one file, or a folder of its name.

Beside them is what several share: `both_files`, `common_classes`, `groups` and `known_cells` (what
is compared), `gone` (what is lost as a whole), `refusals`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import waiting

# the registry: a measure is known everywhere, once asked for, that has a line here
if TYPE_CHECKING:
    from discret.quantify.cells_changed import CellsChanged as CellsChanged
    from discret.quantify.classification import Classification as Classification
    from discret.quantify.clusters import Clusters as Clusters
    from discret.quantify.contingency import Contingency as Contingency
    from discret.quantify.correlations import Correlations as Correlations
    from discret.quantify.correspondence import Correspondence as Correspondence
    from discret.quantify.detail_lost import DetailLost as DetailLost
    from discret.quantify.discernibility import Discernibility as Discernibility
    from discret.quantify.distances import Distances as Distances
    from discret.quantify.effective_size import EffectiveSize as EffectiveSize
    from discret.quantify.entropy import Entropy as Entropy
    from discret.quantify.group_size import GroupSize as GroupSize
    from discret.quantify.marginals import Marginals as Marginals
    from discret.quantify.means_and_quantiles import MeansAndQuantiles as MeansAndQuantiles
    from discret.quantify.propensity import Propensity as Propensity
    from discret.quantify.query import Query as Query
    from discret.quantify.regression import Regression as Regression
    from discret.quantify.rolled_up import RolledUp as RolledUp
    from discret.quantify.row_percentages import RowPercentages as RowPercentages
    from discret.quantify.square_loss import SquareLoss as SquareLoss
    from discret.quantify.weight_ratios import WeightRatios as WeightRatios

__getattr__, __dir__ = waiting(__name__)
