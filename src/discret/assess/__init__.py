"""How risky is it: one measure, one file."""

from discret.assess.attackers import Attackers
from discret.assess.individual_risk import IndividualRisk
from discret.assess.k_anonymity import KAnonymity
from discret.assess.l_diversity import LDiversity

__all__ = ["Attackers", "IndividualRisk", "KAnonymity", "LDiversity"]
