"""Forms from declarations: what a part takes as fields, and what was typed as its parameters.

A field is read off the declaration of a parameter: its type, its bounds, its words. What was typed
goes back as values of that type; whether they are right the part itself says. Whatever has no
control of its own is typed as in a plan.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from functools import partial
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from pydantic import BeforeValidator
from pydantic.fields import FieldInfo

from discret.app.forms.annotations import bare, bound, options
from discret.app.forms.annotations import marks as marks_of
from discret.app.forms.choices import choice
from discret.app.forms.speaking import in_forms
from discret.arguments.docstrings import label
from discret.catalogue import MEASURES
from discret.errors import ParameterError
from discret.model import Model
from discret.parts.naming import names_columns
from discret.parts.pairs import Pairs
from discret.plan.toml.text import value_text
from discret.words import Words

Sent = Mapping[str, Sequence[str]]  # what a form sends: every name with all its values
Kind = Literal[
    "yes", "whole", "number", "share", "choice", "column", "columns", "models", "by_name", "lines",
    "numbers", "table", "number_rows", "text", "plan",
]  # fmt: skip
LARGEST = 300  # digits of a number
_AS_PAIRS = next(mark for mark in get_args(Pairs) if isinstance(mark, BeforeValidator)).func


def kind_of(field: FieldInfo) -> Kind:
    """Return which control a parameter gets.

    Examples
    --------
    >>> from discret.reduce import Generalise
    >>> [kind_of(Generalise.model_fields[name]) for name in ("models", "drop", "loss", "maximum")]
    ['models', 'share', 'choice', 'by_name']
    """
    kind = bare(field.annotation)
    marks = [*field.metadata, *marks_of(field.annotation)]
    if names_columns(field):
        return "column" if kind is str else "columns" if kind == tuple[str, ...] else "plan"
    if any(getattr(mark, "func", None) is _AS_PAIRS for mark in marks):
        return "by_name" if _second(kind) in (int, float, str) else "plan"
    if get_origin(kind) is Literal:
        return "choice"
    plain: dict[Any, Kind] = {bool: "yes", int: "whole", str: "text", Path: "text"}
    if kind is float or {*get_args(kind)} - {NoneType} == {int, float}:
        return "share" if bound(marks, "le", "lt") == 1 else "number"
    if get_origin(kind) is tuple:
        return _of_many(get_args(kind)[0])
    return plain.get(kind, "plan")


def _of_many(inner: Any) -> Kind:
    own = bare(inner)
    if isinstance(own, type) and issubclass(own, Model):
        return "models"
    if get_origin(own) is tuple and get_args(own)[1:] == (Ellipsis,):
        cells: dict[Kind, Kind] = {"lines": "table", "numbers": "number_rows"}
        return cells.get(_of_many(get_args(own)[0]), "plan")
    texts = own is str or get_origin(own) is Literal
    return "lines" if texts else "numbers" if own in (int, float, int | float) else "plan"


def _second(kind: Any) -> Any:
    """Return the type of the values of pairs."""
    pair = get_args(kind)
    return bare(get_args(pair[0])[1]) if pair and len(get_args(pair[0])) > 1 else None


def fields(part: Any, values: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return the fields of a part as plain data, with values where some are given.

    Examples
    --------
    >>> from discret.reduce import Subsample
    >>> own = fields(Subsample, {"share": 0.07})[0]
    >>> own["name"], own["kind"], own["typed"], own["required"]
    ('share', 'share', '7', True)
    """
    return [_field(part, name, values or {}) for name in part.model_fields]


def _field(part: Any, name: str, values: Mapping[str, Any]) -> dict[str, Any]:
    own = part.model_fields[name]
    kind, marks = kind_of(own), [*own.metadata, *marks_of(own.annotation)]
    default = None if own.is_required() else own.get_default(call_default_factory=True)
    value = values.get(name, default)
    words = own.description if isinstance(own.description, Words) else Words(name, fr=name)
    return {
        "name": name,
        "kind": kind,
        "label": in_forms(label(words), part).to_dict(),
        "help": in_forms(words, part, typed=partial(_example, kind)).to_dict(),
        "required": own.is_required(),
        "usual": name not in values and not own.is_required(),
        "typed": typed(kind, value),
        "choices": [
            {"value": str(option), "label": choice(name, str(option)).to_dict()}
            for option in options(own.annotation)
        ],
        "optional": NoneType in get_args(own.annotation) or value is None,
        "least": bound(marks, "ge", "gt"),
        "most": bound(marks, "le", "lt"),
    }


def _example(kind: Kind, text: str) -> str:
    """Write an example of a plan as it is typed.

    Examples
    --------
    >>> _example("by_name", "{ age = 0 }"), _example("lines", '["sex", "age"]')
    ('age: 0', 'sex`, `age')
    """
    try:
        value = typed(kind, _READ["plan"](text))
    except ValueError:
        return text
    if kind == "by_name":
        return ", ".join(f"{name}: {own}" for name, own in value)
    rows = value.splitlines() if kind in ("table", "number_rows") else value
    return "`, `".join(rows) if isinstance(rows, list) else str(rows)


def typed(kind: Kind, value: Any) -> Any:
    """Write a value as it would be typed.

    Examples
    --------
    >>> typed("share", 0.07), typed("columns", ("age", "sex")), typed("plan", {"a": [1]})
    ('7', ['age', 'sex'], '{a = [1]}')
    """
    if value is None or value in ((), []):
        return [] if kind in _SEVERAL else ""
    return _TYPED.get(kind, str)(value)


def as_sent(every: Sequence[Mapping[str, Any]], sent: Sent) -> list[dict[str, Any]]:
    """Return fields as they were sent, whether that could be read or not.

    Examples
    --------
    >>> from discret.reduce import Subsample
    >>> as_sent(fields(Subsample), {"share": ["much"]})[0]["typed"]
    'much'
    """
    return [{**own, "typed": _again(own, sent), "usual": _unchanged(own, sent)} for own in every]


def _again(own: Mapping[str, Any], sent: Sent) -> Any:
    name, kind = own["name"], own["kind"]
    if kind == "models":
        rows = [sent.get(f"{name}.{part}", ()) for part in ("measure", "aim", "more")]
        every = zip(*rows, strict=False)
        return [{"measure": a, "aim": b, "more": c} for a, b, c in every if a or b or c]
    if kind == "by_name":
        pairs = zip(sent.get(f"{name}.name", ()), sent.get(f"{name}.value", ()), strict=False)
        return [list(pair) for pair in pairs if pair[1]]
    given = [text for text in sent.get(name, ()) if text]
    if kind == "lines":
        return [line for text in given for line in text.splitlines()]
    return given if kind == "columns" else (given or [""])[-1]


def _unchanged(own: Mapping[str, Any], sent: Sent) -> bool:
    return bool(own["usual"]) and _again(own, sent) == own["typed"]


def _as_plain(value: Any) -> Any:
    pairs = isinstance(value, tuple) and all(isinstance(v, tuple) and len(v) == 2 for v in value)  # noqa: PLR2004
    return dict(value) if pairs and value else value


def _plain(number: Decimal) -> str:
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _model(model: Any) -> dict[str, str]:
    """Write a model as its three controls: the measure, its target, and the rest as in a plan."""
    told = dict(model) if isinstance(model, Mapping) else {"measure": model.name}
    told |= {} if isinstance(model, Mapping) else model.parameters()
    name = str(told.pop("measure", ""))
    aim = target_names()[name]
    first = typed(target_kind(MEASURES[name], aim), told.pop(aim, None))
    rest = ", ".join(f"{own} = {value_text(value)}" for own, value in told.items())
    return {"measure": name, "aim": first, "more": rest}


_SEVERAL = ("columns", "models", "by_name", "lines")
_TYPED: Mapping[str, Callable[[Any], Any]] = {
    "share": lambda value: _plain(Decimal(repr(value)) * 100),
    "whole": lambda value: _plain(Decimal(repr(value))),
    "number": lambda value: _plain(Decimal(repr(value))),
    "yes": lambda value: "true" if value else "false",
    "columns": lambda value: [value] if isinstance(value, str) else [str(item) for item in value],
    "lines": lambda value: [value] if isinstance(value, str) else [str(item) for item in value],
    "numbers": lambda value: ", ".join(_plain(Decimal(repr(item))) for item in value),
    "by_name": lambda value: [[str(name), str(own)] for name, own in dict(value).items()],
    "models": lambda value: [_model(model) for model in value],
    "table": lambda value: "\n".join("\t".join(map(str, row)) for row in value),
    "number_rows": lambda value: "\n".join(", ".join(map(str, row)) for row in value),
    "plan": lambda value: value_text(_as_plain(value)),
}


def target_names() -> dict[str, str]:
    """Return the parameter that is the target of each measure that a group can fail.

    >>> target_names()["delta_presence"]  # the last of several
    'highest'
    """
    judging = {name: own for name, own in MEASURES.items() if issubclass(own, Model)}
    return {name: own.target.split(", ")[-1] for name, own in judging.items()}


def target_kind(part: Any, name: str) -> Kind:
    """Return how a target is typed beside what was found: in percent where that is a share.

    Examples
    --------
    >>> from discret.assess import TCloseness
    >>> kind_of(TCloseness.model_fields["t"]), target_kind(TCloseness, "t")
    ('share', 'number')
    """
    kind = kind_of(part.model_fields[name])
    if kind not in ("share", "number"):
        return kind
    return "share" if part.unit == "share" else "number"


def filled(
    part: Any, sent: Sent, *, partly: bool = False, kinds: Mapping[str, Kind] | None = None
) -> dict[str, Any]:
    """Return the parameters that were typed into the form of a part; what is blank is left out.

    Some may be typed as another kind than that of their control: `kinds` says which.

    Raises
    ------
    ParameterError
        With all that cannot be read as what it should be.

    Examples
    --------
    >>> from discret.reduce import Subsample
    >>> filled(Subsample, {"share": ["7,5"], "by": ["sex"]})
    {'share': 0.075, 'by': ['sex']}
    """
    found: dict[str, Any] = {}
    faults: list[Words] = []
    for name, own in part.model_fields.items():
        kind = (kinds or {}).get(name) or kind_of(own)
        try:
            value = _option(own, read(kind, name, sent))
        except (ValueError, ArithmeticError):  # TOML that is none is a ValueError
            faults.append(_UNREAD.filled(name=name))
            continue
        if kind == kind_of(own) == "share" and value is not None and not _within(own, value):
            faults.append(_OUTSIDE.filled(name=name, low=_end(own, 0), high=_end(own, 1)))
        elif value is not None:
            found[name] = value
        elif partly and name in sent:
            found[name] = None
    if faults:
        raise ParameterError(part.name, faults, hint=_MEND)
    return found


def _option(own: FieldInfo, value: Any) -> Any:
    """Return the choice that a text stands for: a number, where that is what can be chosen."""
    same = [option for option in options(own.annotation) if str(option) == value]
    return same[0] if same else value


def _within(own: FieldInfo, share: float) -> bool:
    """Whether a share lies within its bounds; ends that it may not be are for the part to say."""
    return bool(_end(own, 0) <= share <= _end(own, 1))


def _end(own: FieldInfo, upper: int) -> Any:
    marks = [*own.metadata, *marks_of(own.annotation)]
    ends = ("le", "lt") if upper else ("ge", "gt")
    found = bound(marks, *ends)
    return float(upper) if found is None else found


def read(kind: Kind, name: str, sent: Sent) -> Any:
    """Return what was typed into a field; ``None`` where nothing was."""
    given = [text.strip() for text in sent.get(name, ())]
    texts = [text for text in given if text]
    if kind == "models":
        return _models(name, sent)
    if kind == "by_name":
        return _by_name(name, sent)
    if not texts:
        return None
    if kind == "columns":  # chosen, not typed
        return [text for text in sent[name] if text]
    if kind == "lines":
        return [line.strip() for text in texts for line in text.splitlines() if line.strip()]
    return _READ[kind](texts[-1])


def _decimal(text: str) -> Decimal:
    number = Decimal(text.replace("\u202f", "").replace("\xa0", "").replace(",", "."))
    if not number.is_finite() or number.adjusted() > LARGEST:
        raise InvalidOperation
    return number


def _number(text: str) -> float | int:
    number = _decimal(text)
    return int(number) if number == number.to_integral_value() else float(number)


def _numbers(text: str) -> list[float | int]:
    between = ";" if ";" in text else None if "," not in text else ","
    return [_number(item) for item in text.split(between) if item.strip()]


def _cells(line: str) -> list[str]:
    """Part a row as spreadsheets write it: by tabs, else by semicolons, else by commas."""
    between = next((mark for mark in "\t;," if mark in line), "\t")
    return [cell.strip() for cell in line.split(between)]


_READ: Mapping[str, Any] = {
    "yes": lambda text: text == "true",
    "whole": _number,
    "number": _number,
    "share": lambda text: float(_decimal(text.rstrip("% ")) / 100),
    "choice": str,
    "column": str,
    "text": str,
    "numbers": _numbers,
    "table": lambda text: [_cells(line) for line in text.splitlines() if line.strip()],
    "number_rows": lambda text: [_numbers(line) for line in text.splitlines() if line.strip()],
    "plan": lambda text: tomllib.loads(f"value = {text}")["value"],
}


def _models(name: str, sent: Sent) -> list[dict[str, Any]] | None:
    rows = zip(*(sent.get(f"{name}.{own}", ()) for own in ("measure", "aim", "more")), strict=True)
    models = []
    for measure, aim, more in rows:
        if measure:
            rest = tomllib.loads(f"value = {{{more}}}")["value"] if more.strip() else {}
            goal = _goal(measure, aim.strip()) if aim.strip() else {}
            models.append({"measure": measure, **goal, **rest})
    return models or None


def _goal(measure: str, text: str) -> dict[str, Any]:
    """Return the target of a model: in the unit of what it finds, or the name of its rules."""
    name = target_names()[measure]
    return {name: _READ[target_kind(MEASURES[measure], name)](text)}


def _by_name(name: str, sent: Sent) -> dict[str, Any] | None:
    rows = zip(sent.get(f"{name}.name", ()), sent.get(f"{name}.value", ()), strict=True)
    pairs = {own: _value(text.strip()) for own, text in rows if own and text.strip()}
    return pairs or None


def _value(text: str) -> Any:
    try:
        return _number(text)
    except InvalidOperation:
        return text


_MEND = Words("mend what is marked", fr="corriger ce qui est marqué")
_UNREAD = Words("{name}: this cannot be read", fr="{name} : cela ne peut pas être lu")
_OUTSIDE = Words(
    "{name}: must lie between {low:%} and {high:%}",
    fr="{name} : il faut entre {low:%} et {high:%}",
)
