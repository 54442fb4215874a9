"""Lower it: one method, one file, or a folder of its name.

Beside them is what several share: `climbing` and `local_labels` (hierarchies), `margins` (totals),
`zonings`, `protections` and `nested_protections` (squares), `places` (coordinates),
`rows_in_order` (perturbation), `local_answers` and `reports` (answers blurred each by itself),
`secret`, `whole_numbers`, `refusals`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import waiting

# the registry: a method is known everywhere, once asked for, that has a line here
if TYPE_CHECKING:
    from discret.reduce.balanced_subsample import BalancedSubsample as BalancedSubsample
    from discret.reduce.calibrate import Calibrate as Calibrate
    from discret.reduce.climb_areas import ClimbAreas as ClimbAreas
    from discret.reduce.displace import Displace as Displace
    from discret.reduce.drop_identifiers import DropIdentifiers as DropIdentifiers
    from discret.reduce.generalise import Generalise as Generalise
    from discret.reduce.grid import Grid as Grid
    from discret.reduce.invariant import Invariant as Invariant
    from discret.reduce.local_recoding import LocalRecoding as LocalRecoding
    from discret.reduce.mask import Mask as Mask
    from discret.reduce.merge_squares import MergeSquares as MergeSquares
    from discret.reduce.microaggregate import Microaggregate as Microaggregate
    from discret.reduce.mondrian import Mondrian as Mondrian
    from discret.reduce.noise import Noise as Noise
    from discret.reduce.pram import Pram as Pram
    from discret.reduce.private_synthesis import PrivateSynthesis as PrivateSynthesis
    from discret.reduce.pseudonymise import Pseudonymise as Pseudonymise
    from discret.reduce.randomised_response import RandomisedResponse as RandomisedResponse
    from discret.reduce.rappor import Rappor as Rappor
    from discret.reduce.recode import Recode as Recode
    from discret.reduce.round_numbers import Round as Round
    from discret.reduce.round_weights import RoundWeights as RoundWeights
    from discret.reduce.shuffle import Shuffle as Shuffle
    from discret.reduce.shuffle_records import ShuffleRecords as ShuffleRecords
    from discret.reduce.smallest_areas import SmallestAreas as SmallestAreas
    from discret.reduce.subsample import Subsample as Subsample
    from discret.reduce.suppress_cells import SuppressCells as SuppressCells
    from discret.reduce.suppress_records import SuppressRecords as SuppressRecords
    from discret.reduce.swap import Swap as Swap
    from discret.reduce.swap_locations import SwapLocations as SwapLocations
    from discret.reduce.synthesise import Synthesise as Synthesise
    from discret.reduce.top_code import TopCode as TopCode
    from discret.reduce.unary_encoding import UnaryEncoding as UnaryEncoding
    from discret.reduce.withhold_squares import WithholdSquares as WithholdSquares

__getattr__, __dir__ = waiting(__name__)
