"""Lower it: one method, one file."""

from discret.reduce.drop_identifiers import DropIdentifiers
from discret.reduce.generalise import Generalise
from discret.reduce.local_recoding import LocalRecoding
from discret.reduce.pseudonymise import Pseudonymise
from discret.reduce.recode import Recode
from discret.reduce.round_numbers import Round
from discret.reduce.shuffle_records import ShuffleRecords
from discret.reduce.subsample import Subsample
from discret.reduce.suppress_records import SuppressRecords
from discret.reduce.top_code import TopCode

__all__ = [
    "DropIdentifiers",
    "Generalise",
    "LocalRecoding",
    "Pseudonymise",
    "Recode",
    "Round",
    "ShuffleRecords",
    "Subsample",
    "SuppressRecords",
    "TopCode",
]
