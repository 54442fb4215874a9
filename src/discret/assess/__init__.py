"""How risky is it: one measure, one file."""

from discret.assess.attackers import Attackers
from discret.assess.average_risk import AverageRisk
from discret.assess.beta_likeness import BetaLikeness
from discret.assess.delta_disclosure import DeltaDisclosure
from discret.assess.delta_presence import DeltaPresence
from discret.assess.differencing import Differencing
from discret.assess.homogeneity import Homogeneity
from discret.assess.household_risk import HouseholdRisk
from discret.assess.individual_risk import IndividualRisk
from discret.assess.interval_disclosure import IntervalDisclosure
from discret.assess.k_anonymity import KAnonymity
from discret.assess.k_map import KMap
from discret.assess.l_diversity import LDiversity
from discret.assess.linkage import Linkage
from discret.assess.log_linear_risk import LogLinearRisk
from discret.assess.population_uniques import PopulationUniques
from discret.assess.quasi_identifiers import QuasiIdentifiers
from discret.assess.redundancy import Redundancy
from discret.assess.rules import Rules
from discret.assess.sample_uniques import SampleUniques
from discret.assess.several_zonings import SeveralZonings
from discret.assess.suda import Suda
from discret.assess.t_closeness import TCloseness
from discret.assess.unpicking import Unpicking
from discret.assess.weight_disclosure import WeightDisclosure

__all__ = [
    "Attackers",
    "AverageRisk",
    "BetaLikeness",
    "DeltaDisclosure",
    "DeltaPresence",
    "Differencing",
    "Homogeneity",
    "HouseholdRisk",
    "IndividualRisk",
    "IntervalDisclosure",
    "KAnonymity",
    "KMap",
    "LDiversity",
    "Linkage",
    "LogLinearRisk",
    "PopulationUniques",
    "QuasiIdentifiers",
    "Redundancy",
    "Rules",
    "SampleUniques",
    "SeveralZonings",
    "Suda",
    "TCloseness",
    "Unpicking",
    "WeightDisclosure",
]
