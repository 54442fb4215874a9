"""What a plan is made of, each of its kind: all that is not is told at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, ValuesView
from pathlib import Path
from typing import Any

from discret.arguments.fitting import needed
from discret.data.entering.handed import check_dataset
from discret.data.entering.stated import names_in
from discret.data.hierarchies.given import as_hierarchy
from discret.data.roles import Role
from discret.errors import FaultsError, InputError, ParameterError, PlanError
from discret.parts import LossMeasure, Method, RiskMeasure
from discret.words import Words, say

PARTS: dict[str, tuple[type, Words]] = {
    "assess": (RiskMeasure, Words("a measure of risk", fr="une mesure de risque")),
    "reduce": (Method, Words("a method", fr="une méthode")),
    "quantify": (LossMeasure, Words("a measure of loss", fr="une mesure de perte")),
}


class Checking:
    """Reads the values of a plan one by one, and keeps the faults for the end.

    Examples
    --------
    >>> from discret.assess import KAnonymity
    >>> checking = Checking("plan")
    >>> checking.parts("reduce", [KAnonymity(k=2)]), checking.text("title", 3)
    ((), '')
    >>> for fault in checking.faults:
    ...     print(fault)
    reduce, number 1: a method is needed, KAnonymity came
    title: a text is needed, int came
    """

    def __init__(self, who: str) -> None:
        self.who, self.faults = who, list[str]()

    def end(self) -> None:
        """Refuse the whole, if there is a fault."""
        if self.faults:
            raise PlanError(self.who, self.faults, hint=HINT)

    def text(self, place: str, given: Any) -> str:
        """Read a text."""
        return str(self._kind(place, given, str, _TEXT) or "")

    def path(self, place: str, given: Any) -> Path | None:
        """Read a path, as such or as a text; or none."""
        kept = None if given is None else self._kind(place, given, str | Path, A_PATH)
        return None if kept is None else Path(kept)

    def name(self, place: str, given: Any) -> str | None:
        """Read the name of a column, or none."""
        return None if given is None else self._kind(place, given, str, _TEXT)

    def one(self, place: str, given: Any, kind: type) -> Any:
        """Read an object of a kind of its own; the usual one where another came."""
        own = Words(f"a {kind.__name__}", fr=f"un {kind.__name__}")
        return self._kind(place, given, kind, own) or kind()

    def maybe(self, place: str, given: Any, kind: type) -> Any:
        """Read an object of a kind of its own, or none."""
        own = Words(f"a {kind.__name__}", fr=f"un {kind.__name__}")
        return None if given is None else self._kind(place, given, kind, own)

    def many(self, place: str, given: Any, kind: Any, what: Words) -> tuple[Any, ...]:
        """Read a list of things of one kind."""
        if not isinstance(given, list | tuple | Iterator | ValuesView):
            self.faults.append(needed(place, _LIST, given))
            return ()
        each = [
            (item, say("{place}, number {n}", "{place}, numéro {n}", place=place, n=n))
            for n, item in enumerate(given, 1)
        ]
        kept = [self._kind(where, given, kind, what) for given, where in each]
        return tuple(entry for entry in kept if entry is not None)

    def parts(self, verb: str, given: Any) -> tuple[Any, ...]:
        """Read the parts of a verb."""
        return self.many(verb, given, *PARTS[verb])

    def labels(self, given: Any, steps: Sequence[Method]) -> tuple[str, ...]:
        """Read the names of the steps: as many at most as there are."""
        names = self.many("labels", given, str, _TEXT)
        if len(names) > len(steps):
            self.faults.append(_LABELS.filled(given=len(names), methods=len(steps)))
        return names

    def roles(self, given: Any) -> dict[Role, list[str]]:
        """Read columns by role."""
        found: dict[Role, list[str]] = {}
        for role, columns in self._table("roles", given, _ROLES).items():
            names = names_in(columns)
            if role not in set(Role):
                self.faults.append(_NO_ROLE.filled(name=role, roles=", ".join(Role)))
            elif names is None:
                self.faults.append(needed(f"roles, {role}", _NAMES, columns))
            elif Role(role).single and len(names) > 1:
                self.faults.append(_SINGLE.filled(role=role, n=len(names)))
            else:
                found[Role(role)] = list(names)
        return found

    def hierarchies(self, given: Any) -> dict[str, Any]:
        """Read hierarchies by column."""
        found = {}
        for name, item in self._table("hierarchies", given, _HIERARCHIES).items():
            try:
                found[name] = as_hierarchy(name, item)
            except FaultsError as error:
                place = f"hierarchies, {name}"
                self.faults += [_PLACED.filled(place=place, fault=fault) for fault in error.faults]
        return found

    def _table(self, place: str, given: Any, what: Words) -> Mapping[str, Any]:
        known = self._kind(place, given, Mapping, what) or {}
        odd = next((name for name in known if not isinstance(name, str)), None)
        if odd is not None:
            self.faults.append(needed(place, _TEXT, odd))
        return {name: item for name, item in known.items() if isinstance(name, str)}

    def _kind(self, place: str, given: Any, kind: Any, what: Words) -> Any:
        if isinstance(given, kind):
            return given
        self.faults.append(needed(place, what, given))
        return None


def check_run(data: Any, seed: Any, secret: Any, progress: Any) -> None:
    """Refuse what a plan cannot be run with.

    Examples
    --------
    >>> check_run([1, 2], None, None, print)
    Traceback (most recent call last):
    ...
    discret.errors.InputError: plan.run: a Dataset is needed, list came. Hint: ...
    """
    check_dataset("plan.run", data)
    whole = isinstance(seed, int) and not isinstance(seed, bool) and seed >= 0
    faults = [
        *([] if seed is None or whole else [_SEED]),
        *(
            []
            if secret is None or isinstance(secret, bytes)
            else [needed("secret", _BYTES, secret)]
        ),
        *([] if callable(progress) else [needed("progress", _TELL, progress)]),
    ]
    if faults:
        raise ParameterError("plan.run", faults, hint=_RUN)


def check_after(given: Any) -> None:
    """Refuse to go on from what no plan was run for.

    Examples
    --------
    >>> check_after("out")
    Traceback (most recent call last):
    ...
    discret.errors.InputError: after: a release is needed, str came. Hint: ...
    """
    if given is not None and not all(hasattr(given, name) for name in ("plan", "steps", "seed")):
        raise InputError(needed("after", _RELEASE, given), hint=_AFTER)


_RELEASE = Words("a release", fr="une diffusion")
_AFTER = Words("plan.run(data) gives one", fr="plan.run(data) en donne une")
_TEXT = Words("a text", fr="un texte")
A_PATH = Words("a path", fr="un chemin")
_NAMES = Words("a name of a column or a list of names", fr="un nom de colonne ou une liste de noms")
_ROLES = Words("a table of roles and their columns", fr="une table de rôles et de leurs colonnes")
_HIERARCHIES = Words(
    "a table of columns and their hierarchies", fr="une table de colonnes et de leurs hiérarchies"
)
_LIST = Words("a list", fr="une liste")
_PLACED = Words("{place}: {fault}", fr="{place} : {fault}")
_NO_ROLE = Words(
    "roles: {name!r} is not a role; there are {roles}",
    fr="roles : {name!r} n’est pas un rôle ; il y a {roles}",
)
_SINGLE = Words(
    "roles, {role}: one column has this role, {n} came",
    fr="roles, {role} : une seule colonne a ce rôle, reçu : {n}",
)
_LABELS = Words(
    "labels: {given} labels for {methods} steps",
    fr="labels : {given} libellés pour {methods} étapes",
)
HINT = Words(
    "assess=[...] has measures of risk, reduce=[...] methods in their order, quantify=[...]"
    " measures of loss: objects such as KAnonymity(k=3), in a list",
    fr="assess=[...] a des mesures de risque, reduce=[...] des méthodes dans leur ordre,"
    " quantify=[...] des mesures de perte : des objets comme KAnonymity(k=3), dans une liste",
)
_SEED = Words(
    "seed: a whole number from 0 is needed", fr="seed : il faut un nombre entier à partir de 0"
)
_BYTES = Words("bytes", fr="des octets")
_TELL = Words("a function of a share and a few words", fr="une fonction d’une part et de mots")
_RUN = Words(
    'plan.run(data, seed=1, secret=b"..."), for example',
    fr='plan.run(data, seed=1, secret=b"..."), par exemple',
)
