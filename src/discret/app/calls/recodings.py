"""The lattice of recodings: one looked at, the best, and those that nothing beats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discret.app.calls.bench import Bench, plan_of
from discret.app.forms.refusals import refusal
from discret.assess import KAnonymity
from discret.data.dataset import Dataset
from discret.data.hierarchies.given import key_hierarchies
from discret.document.figures.lattice import Spot, lattice
from discret.document.words.voice import Voice
from discret.errors import InputError, TargetError
from discret.model import Model
from discret.parts import Progress
from discret.plan.plan import Plan
from discret.reduce import Generalise
from discret.reduce.generalise.looking import Lattice, Recoded
from discret.words import LANGUAGES, Words

SECONDS = 3.0  # of search for the best recoding, while a page waits


def recodings(
    bench: Bench,
    tell: Progress,
    *,
    plan: str,
    seed: int,
    levels: Mapping[str, int] | None = None,
    k: int | None = None,
    drop: float = 0.0,
) -> dict[str, Any]:
    """Look at a recoding of the file as it is after the steps, and at what else there is."""
    now = plan_of(plan)
    data = bench.release(now, seed, tell).inside
    method = method_of(now, data, k, drop)
    own = bench.more.get(
        ("lattice", plan, seed, k, drop), lambda: _Looked(method.lattice(data), data)
    )
    known = own.lattice.levels
    asked = {name: level for name, level in (levels or {}).items() if name in known}
    bounded = {
        name: min(max(level, known[name][0]), known[name][1]) for name, level in asked.items()
    }
    here = own.lattice.at(bounded or (own.best.levels if own.best else {}))
    return {
        "levels": {name: list(ends) for name, ends in known.items()},
        "names": {name: list(made.names) for name, made in data.hierarchies.items()},
        "here": told(here),
        "failing": [] if here.holds else _failing(own.lattice, here, method),
        "best": None if own.best is None else told(own.best),
        "proven": own.proven,
        "why": own.why,
        "size": own.lattice.size,
        "frontier": own.choices.get("frontier", []),
        "figure": own.figure(here),
        "parameters": {**method.parameters(), "levels": dict(here.levels)},
    }


def _failing(found: Lattice, here: Recoded, method: Generalise) -> list[Any]:
    """Return what each model alone would drop, the model by its title."""
    titles = {model.name: model.title.to_dict() for model in method.models}
    counts = found.failing(here.levels)
    return [[titles[name], count] for name, count in counts.items() if count]


def told(recoded: Recoded) -> dict[str, Any]:
    """Tell a recoding as plain data."""
    return {
        "levels": dict(recoded.levels),
        "holds": recoded.holds,
        "loss": recoded.loss,
        "dropped": recoded.dropped,
        "share": recoded.share,
        "groups": recoded.groups,
    }


def method_of(plan: Plan, data: Dataset, k: int | None, drop: float) -> Generalise:
    """Return the method towards what the plan is judged by; keys that cannot climb stay."""
    models = tuple(aim for aim in plan.assess if isinstance(aim, Model) and aim.judges)
    if k is not None:
        others = tuple(aim for aim in models if not isinstance(aim, KAnonymity))
        models = (KAnonymity(k=k), *others)
    if not models:
        raise InputError(_NO_AIM, hint=_AIM)
    climbing = key_hierarchies(data.keys)
    stuck = {name: 0 for name in data.keys.columns if name not in climbing}
    return Generalise(models=models, drop=drop, maximum=stuck, seconds=SECONDS)


class _Looked:
    """A lattice with its best recoding and its frontier, found once."""

    def __init__(self, found: Lattice, data: Dataset) -> None:
        self.lattice, self.choices = found, dict[str, Any]()
        self.best: Recoded | None = None
        self.proven, self.why = False, dict[str, str]()
        try:
            self.best, self.proven = found.best, found.proven
            self.choices = found.choices
        except TargetError as error:  # none holds, or none was found in time
            self.why = refusal(error)["message"]

    def figure(self, here: Recoded) -> dict[str, str]:
        """Draw the lattice where it is small, in both languages."""
        drawn = self.choices.get("lattice")
        if drawn is None:
            return {}
        keys, held = drawn["keys"], {tuple(node) for node in drawn["holding"]}
        finest = {
            tuple(row["levels"][name] for name in keys)
            for row in self.choices["frontier"]
            if row["minimal"]
        }
        chosen = tuple(here.levels[name] for name in keys)
        spots = [
            Spot(node, _state(node, chosen, held, finest))
            for node in _nodes(drawn["lowest"], drawn["highest"])
        ]
        return {
            language: str(lattice(spots, voice=Voice(language), title=LATTICE.within(language)))
            for language in LANGUAGES
        }


def _state(node: Any, chosen: Any, held: set[Any], finest: set[Any]) -> str:
    if node == chosen:
        return "chosen"
    return "minimal" if node in finest else "holds" if node in held else "fails"


def _nodes(lowest: list[int], highest: list[int]) -> list[tuple[int, ...]]:
    nodes: list[tuple[int, ...]] = [()]
    for low, high in zip(lowest, highest, strict=True):
        nodes = [(*node, level) for node in nodes for level in range(low, high + 1)]
    return nodes


LATTICE = Words("recodings from fine to coarse", fr="recodages du plus fin au plus large")
_NO_AIM = Words(
    "recodings: no measure has a target that a group can miss",
    fr="recodages : aucune mesure n’a d’objectif qu’un groupe puisse manquer",
)
_AIM = Words("give k-anonymity a target, on the page Risk", fr="donner un objectif au k-anonymat")
