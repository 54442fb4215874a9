"""Lower it: one method, one file."""

from discret.reduce.balanced_subsample import BalancedSubsample
from discret.reduce.calibrate import Calibrate
from discret.reduce.drop_identifiers import DropIdentifiers
from discret.reduce.generalise import Generalise
from discret.reduce.grid import Grid
from discret.reduce.local_recoding import LocalRecoding
from discret.reduce.merge_cells import MergeCells
from discret.reduce.mondrian import Mondrian
from discret.reduce.pseudonymise import Pseudonymise
from discret.reduce.recode import Recode
from discret.reduce.round_numbers import Round
from discret.reduce.round_weights import RoundWeights
from discret.reduce.shuffle_records import ShuffleRecords
from discret.reduce.subsample import Subsample
from discret.reduce.suppress_cells import SuppressCells
from discret.reduce.suppress_records import SuppressRecords
from discret.reduce.top_code import TopCode
from discret.reduce.withhold_cells import WithholdCells

__all__ = [
    "BalancedSubsample",
    "Calibrate",
    "DropIdentifiers",
    "Generalise",
    "Grid",
    "LocalRecoding",
    "MergeCells",
    "Mondrian",
    "Pseudonymise",
    "Recode",
    "Round",
    "RoundWeights",
    "ShuffleRecords",
    "Subsample",
    "SuppressCells",
    "SuppressRecords",
    "TopCode",
    "WithholdCells",
]
