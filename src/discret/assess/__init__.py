"""How risky is it: one measure, one file, or a folder of its name.

Beside them is what several share: `models` (what methods work towards), `sensitive`, `spread` and
`compared` (attributes), `heads` (people), `subsets` (of keys), `held_out` (records not used),
`exchanged` (values in the place of others), `population_size`, `zonings`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import waiting

# the registry: a measure is known everywhere, once asked for, that has a line here
if TYPE_CHECKING:
    from discret.assess.attackers import Attackers as Attackers
    from discret.assess.average_risk import AverageRisk as AverageRisk
    from discret.assess.beta_likeness import BetaLikeness as BetaLikeness
    from discret.assess.closest_record import ClosestRecord as ClosestRecord
    from discret.assess.delta_disclosure import DeltaDisclosure as DeltaDisclosure
    from discret.assess.delta_presence import DeltaPresence as DeltaPresence
    from discret.assess.differencing import Differencing as Differencing
    from discret.assess.homogeneity import Homogeneity as Homogeneity
    from discret.assess.household_risk import HouseholdRisk as HouseholdRisk
    from discret.assess.individual_risk import IndividualRisk as IndividualRisk
    from discret.assess.inference import Inference as Inference
    from discret.assess.interval_disclosure import IntervalDisclosure as IntervalDisclosure
    from discret.assess.k_anonymity import KAnonymity as KAnonymity
    from discret.assess.k_map import KMap as KMap
    from discret.assess.l_diversity import LDiversity as LDiversity
    from discret.assess.level_totals import LevelTotals as LevelTotals
    from discret.assess.likelihood_linkage import LikelihoodLinkage as LikelihoodLinkage
    from discret.assess.linkage import Linkage as Linkage
    from discret.assess.log_linear_risk import LogLinearRisk as LogLinearRisk
    from discret.assess.m_invariance import MInvariance as MInvariance
    from discret.assess.membership import Membership as Membership
    from discret.assess.people_between import PeopleBetween as PeopleBetween
    from discret.assess.population_uniques import PopulationUniques as PopulationUniques
    from discret.assess.posterior import Posterior as Posterior
    from discret.assess.quasi_identifiers import QuasiIdentifiers as QuasiIdentifiers
    from discret.assess.redundancy import Redundancy as Redundancy
    from discret.assess.register import Register as Register
    from discret.assess.releases import Releases as Releases
    from discret.assess.repetition import Repetition as Repetition
    from discret.assess.rules import Rules as Rules
    from discret.assess.sample_uniques import SampleUniques as SampleUniques
    from discret.assess.several_zonings import SeveralZonings as SeveralZonings
    from discret.assess.suda import Suda as Suda
    from discret.assess.t_closeness import TCloseness as TCloseness
    from discret.assess.trajectories import Trajectories as Trajectories
    from discret.assess.unpicking import Unpicking as Unpicking
    from discret.assess.weight_disclosure import WeightDisclosure as WeightDisclosure
    from discret.assess.why_lifted import WhyLifted as WhyLifted

__getattr__, __dir__ = waiting(__name__)
