"""What came of a grid of settings: the risk, the loss and the facts of each, in one table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from discret import __version__
from discret.errors import InputError
from discret.finding import Finding
from discret.maths.statistics.efficient import efficient
from discret.plan.grids import Axis
from discret.plan.steps import VERDICTS
from discret.words import LANGUAGES, Language, Words, spoken_here
from discret.words.rows import Rows, html_table

if TYPE_CHECKING:
    from discret.plan.plan import Plan

SCHEMA = "discret.sweep/1"
MARK = "●"  # of what is efficient
FEW = 2  # settings that can differ
Key = tuple[str, int]  # the name of a measure, and which of those of that name it is


class Column(NamedTuple):
    """A measure or a fact of a sweep: what it is called, and how it is written."""

    words: Words
    share: bool
    better: str = ""


@dataclass(frozen=True, kw_only=True)
class Tried:
    """What came of one setting.

    Parameters
    ----------
    values
        What was put at each place.
    plan
        The plan with these values; it can be run to have the release itself.
    met, open
        Whether the gate is open and all targets hold, and whether the gate is.
    records
        How many records are left.
    risk, loss
        The findings after the last step, by measure.
    facts
        What the methods tell that have a place in the sweep: numbers alone, by step and name.
    refused
        Why it could not be carried out; ``None`` where it was.
    """

    values: tuple[Any, ...]
    plan: Plan = field(repr=False)
    met: bool | None = None
    open: bool = False
    records: int | None = None
    risk: Mapping[Key, Finding] = field(default_factory=dict, repr=False)
    loss: Mapping[Key, Finding] = field(default_factory=dict, repr=False)
    facts: Mapping[tuple[str, ...], float] = field(default_factory=dict, repr=False)
    refused: Words | None = None
    seconds: float = field(default=0.0, compare=False)


@dataclass(frozen=True, kw_only=True, repr=False)
class Sweep:
    """What came of all settings, in the order of the grid.

    Parameters
    ----------
    axes
        The places, and the values that were tried there.
    tried
        What came of each combination.
    records
        How many records there were.
    measures, losses, facts
        What was measured and told, with its words.
    title
        The title of the plan.

    Examples
    --------
    >>> from discret import Dataset, Plan
    >>> from discret.assess import KAnonymity
    >>> from discret.data.examples import dishes
    >>> from discret.reduce import SuppressRecords
    >>> data = Dataset.of(dishes().select("Sexe", "Âge"), key=["Sexe", "Âge"])
    >>> drop = SuppressRecords(models=[KAnonymity(k=2)], drop=0.5)
    >>> plan = Plan(assess=[KAnonymity(k=2)], reduce=[drop])
    >>> plan.sweep({"reduce.1.models.1.k": [2, 3]}, data, seed=1)
    Sweep(2 settings: 1 met, 1 refused)
    """

    axes: tuple[Axis, ...]
    tried: tuple[Tried, ...]
    records: int | None
    measures: Mapping[Key, Column]
    losses: Mapping[Key, Column]
    facts: Mapping[tuple[str, ...], Column]
    title: str = ""

    @property
    def sides(self) -> tuple[Key | None, Key | None]:
        """The measure of risk and the loss by which settings are held against each other.

        The risk is the first with a target, the loss the first that differs between settings: the
        detail of the keys mostly, which comes first.
        """
        aimed = [k for k in self.measures if any(_target(t.risk.get(k)) for t in self.tried)]
        risk = next(iter([*aimed, *self.measures]), None)
        moving = [k for k in self.losses if len({_number(t.loss.get(k)) for t in self.tried}) > 1]
        return risk, next(iter([*moving, *self.losses]), None)

    @property
    def efficient(self) -> tuple[bool, ...]:
        """Which settings no other beats: as good in one of risk and loss, and better in the other.

        Examples
        --------
        >>> from discret import Dataset, Plan
        >>> from discret.assess import KAnonymity
        >>> from discret.data.examples import dishes
        >>> from discret.reduce import Subsample
        >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"])
        >>> plan = Plan(assess=[KAnonymity()], reduce=[Subsample(share=0.5)])
        >>> plan.sweep({"reduce.1.share": [0.3, 0.9]}, data, seed=1).efficient
        (False, True)
        """
        risk, loss = self.sides
        points = [self.point(own, risk, loss) for own in self.tried]
        return tuple(efficient(points))

    def point(self, own: Tried, risk: Key | None, loss: Key | None) -> tuple[float, float] | None:
        """Return the risk and the loss of a setting, both such that less is better."""
        if risk is None or loss is None:
            return None
        found = (_signed(own.risk.get(risk)), _signed(own.loss.get(loss)))
        return None if found[0] is None or found[1] is None else (found[0], found[1])

    def table(self, language: Language = "en") -> Rows:
        """Return a row for each setting: its values, the verdict, risk, loss and facts."""
        if language not in LANGUAGES:
            raise InputError(_NO_TONGUE, hint=_TONGUES)
        facts = (self.facts[name] for name in self.telling)
        columns = (*self.measures.values(), *self.losses.values(), *facts)
        heads = (NUMBER, *(Words(axis.path, fr=axis.path) for axis in self.axes), VERDICT, KEPT)
        return Rows(
            heads=(*heads, *(column.words for column in columns)),
            rows=tuple(
                self._row(place, own, sign, language)
                for place, (own, sign) in enumerate(zip(self.tried, self.efficient, strict=True), 1)
            ),
            shares=(*[False] * (len(heads) - 1), True, *(own.share for own in columns)),
            language=language,
        )

    def _row(self, place: int, own: Tried, sign: bool, language: Language) -> tuple[Any, ...]:
        return (
            f"{place} {MARK}" if sign else str(place),
            *(_shown(value) for value in own.values),
            self.verdict(own).within(language),
            self.kept(own),
            *(_number(own.risk.get(key)) for key in self.measures),
            *(_number(own.loss.get(key)) for key in self.losses),
            *(own.facts.get(name) for name in self.telling),
        )

    @property
    def telling(self) -> list[tuple[str, ...]]:
        """The facts that differ between settings; `to_dict` has the others too."""
        done = [own.facts for own in self.tried if own.refused is None]
        return [
            name
            for name in self.facts
            if len(done) < FEW or len({facts.get(name) for facts in done}) > 1
        ]

    def verdict(self, own: Tried) -> Words:
        """Say what came of a setting."""
        if own.refused is not None:
            return REFUSED
        return VERDICTS[own.met] if own.open or own.met is not False else CLOSED

    def kept(self, own: Tried) -> float | None:
        """Return the share of records that a setting leaves."""
        return own.records / self.records if own.records is not None and self.records else None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, fit for JSON: the page is made of it. It is internal, as a record is.

        Examples
        --------
        >>> axis = Axis("reduce.1.k", (2,))
        >>> empty = Sweep(axes=(axis,), tried=(), records=9, measures={}, losses={}, facts={})
        >>> empty.to_dict()["paths"]
        ['reduce.1.k']
        """
        risk, loss = self.sides
        rows = enumerate(zip(self.tried, self.efficient, strict=True), 1)
        return {
            "schema": SCHEMA,
            "discret": __version__,
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
            "title": self.title,
            "records": self.records,
            "paths": [axis.path for axis in self.axes],
            "risk": [_column(key, own) for key, own in self.measures.items()],
            "loss": [_column(key, own) for key, own in self.losses.items()],
            "facts": [
                {**_column(key, own), "differs": key in self.telling}
                for key, own in self.facts.items()
            ],
            "sides": {"risk": _place(self.measures, risk), "loss": _place(self.losses, loss)},
            "settings": [_setting(self, number, own, sign) for number, (own, sign) in rows],
        }

    def __repr__(self) -> str:
        met = sum(own.met is True for own in self.tried)
        refused = sum(own.refused is not None for own in self.tried)
        return f"Sweep({_SAID.filled(n=len(self.tried), met=met, refused=refused).here})"

    def _repr_html_(self) -> str:
        table = self.table(spoken_here())
        return html_table(table.columns, table.texts, title=repr(self))


def _column(key: tuple[Any, ...], own: Column) -> dict[str, Any]:
    told = {
        "name": key[0],
        "title": own.words.to_dict(),
        "unit": "share" if own.share else "number",
    }
    return told | ({"better": own.better} if own.better else {"step": key[0], "name": key[1]})


def _place(columns: Mapping[Key, Column], key: Key | None) -> int | None:
    return None if key is None else list(columns).index(key)


def _setting(sweep: Sweep, number: int, own: Tried, efficient: bool) -> dict[str, Any]:
    return {
        "number": number,
        "values": dict(zip([axis.path for axis in sweep.axes], own.values, strict=True)),
        "met": own.met,
        "open": own.open,
        "verdict": sweep.verdict(own).to_dict(),
        "refused": None if own.refused is None else own.refused.to_dict(),
        "efficient": efficient,
        "records": own.records,
        "kept": sweep.kept(own),
        "risk": [_found(own.risk.get(key)) for key in sweep.measures],
        "loss": [_found(own.loss.get(key)) for key in sweep.losses],
        "facts": [own.facts.get(name) for name in sweep.facts],
        "seconds": round(own.seconds, 3),
    }


def _found(found: Finding | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {"name": found.name, "value": found.value, "met": found.met, "target": found.target,
            "reads": found.reads.to_dict()}  # fmt: skip


def _number(found: Finding | None) -> float | None:
    return None if found is None else found.value


def _target(found: Finding | None) -> bool:
    return found is not None and found.target is not None


def _signed(found: Finding | None) -> float | None:
    """Return a value such that less is better."""
    value = _number(found)
    if found is None or value is None:
        return None
    return float(value) if found.better == "lower" else -float(value)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(_shown, value)) if isinstance(value, list | tuple) else str(value)


NUMBER = Words("no.", fr="n°")
VERDICT = Words("verdict", fr="verdict")
KEPT = Words("share kept", fr="part conservée")
REFUSED = Words("refused", fr="refusé")
CLOSED = Words("gate CLOSED", fr="porte FERMÉE")
_SAID = Words(
    "{n} {n:setting|settings}: {met} met, {refused} refused",
    fr="{n} {n:réglage|réglages} : {met} {met:atteint|atteints}, {refused}"
    " {refused:refusé|refusés}",
)
_NO_TONGUE = Words("table: this language is not known", fr="table : cette langue n’est pas connue")
_TONGUES = Words("say en or fr", fr="écrire en ou fr")
