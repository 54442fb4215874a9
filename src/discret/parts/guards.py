"""What stands before a part: whoever hands it what it does not take is told so in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, get_args, get_origin

from pydantic.fields import FieldInfo

from discret.arguments.fitting import fitting
from discret.data.entering.handed import check_dataset, that_leaves
from discret.data.real_records import real
from discret.data.stacks import each_copy, together
from discret.errors import InputError, ParameterError, listed
from discret.finding import worst_of
from discret.words import Words, say

Deed = Callable[..., Any]


def guard(part: Any, verb: str, around: Callable[[Deed], Deed] | None = None) -> None:
    """Have a verb of a part check what it is handed: datasets, and nothing else.

    A shape without a name is no part: what it defines is guarded in the parts that inherit it.
    """
    definer = next((kind for kind in part.__mro__ if verb in vars(kind)), part)
    deed: Any = vars(definer).get(verb)
    abstract = deed is None or getattr(deed, "__isabstractmethod__", False)
    inherited = definer is not part and bool(getattr(definer, "name", None))
    if getattr(part, "name", None) and not abstract and not inherited:
        who = f"{part.name}.{verb}"
        setattr(part, verb, fitting(who)(of_datasets(deed)) if around is None else around(deed))


def of_datasets(deed: Deed) -> Deed:
    """Return a verb of a part that refuses anything but datasets, and judges copies one by one.

    A release stands for the data that leaves. Whoever holds all copies knows more: measures that
    can (`RiskMeasure.together`) look at all of them at once too. No records that were made up are
    handed to those that look at each record before and after (`by_record`), as nothing was before,
    nor to those that say who is singled out: nobody hides behind a record that is nobody's.

    Examples
    --------
    >>> class Size:
    ...     name = "size"
    ...     assess = of_datasets(lambda part, data: len(data))
    >>> Size().assess([1, 2, 3])
    Traceback (most recent call last):
    ...
    discret.errors.InputError: size: a Dataset is needed, list came. Hint: ...
    """

    @wraps(deed)
    def asked(part: Any, *given: Any, **told: Any) -> Any:
        data = tuple(map(that_leaves, given))
        named = {name: that_leaves(item) for name, item in told.items()}
        for item in (*data, *named.values()):
            check_dataset(part.name, item)
        if _of_people(part):
            data, named = tuple(map(real, data)), {name: real(own) for name, own in named.items()}
        copies = max((len(each_copy(item)) for item in (*data, *named.values())), default=1)
        if copies == 1:
            return deed(part, *data, **named)
        every = [_nth(place, data, named) for place in range(copies)]
        found = [deed(part, *some, **others) for some, others in every]
        at_once = together(data[0], getattr(part, "together", "")) if len(data) == 1 else None
        more = [] if at_once is None else [deed(part, at_once)]
        return worst_of([*found, *more], together=bool(more))

    return asked


def _of_people(part: Any) -> bool:
    """Whether a part looks at people one by one, and not at several releases at once."""
    alone = "singling_out" in getattr(part, "criteria", ()) and not part.series
    return alone or getattr(part, "by_record", False)


def _nth(place: int, data: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Return what is handed over for a copy: of what has no copies, itself."""
    own = [copies[place % len(copies)] for copies in map(each_copy, data)]
    others = {name: each_copy(item) for name, item in named.items()}
    return own, {name: copies[place % len(copies)] for name, copies in others.items()}


def check_single(who: str, given: Any) -> None:
    """Refuse anything but a dataset, and one of several copies: there is no doing things to that.

    Examples
    --------
    >>> check_single("swap", [1, 2, 3])
    Traceback (most recent call last):
    ...
    discret.errors.InputError: swap: a Dataset is needed, list came. Hint: ...
    """
    check_dataset(who, given)
    if given.trail.copies:
        raise InputError(_SEVERAL.filled(who=who), hint=_LAST)


def check_declared(part: type, names: Iterable[str]) -> None:
    """Refuse a part whose class does not say what plans and reports must know of it."""
    lacking = [name for name in names if not getattr(part, name, None)]
    if not lacking:
        return
    fault = say(
        "the class does not declare {names}",
        "la classe ne déclare pas {names}",
        names=listed(lacking),
    )
    raise ParameterError(part.__name__, [fault], hint=_DECLARE)


def speak(part: Any) -> None:
    """Have a class say its title and purpose, if it does not; as words, if it has no French."""
    if not getattr(part, "name", None):
        return  # a shape, not a part
    first = next(iter((part.__doc__ or "").strip().splitlines()), "").rstrip(".")
    usual = {"title": part.name.replace("_", " "), "purpose": first}
    for name in ("title", "purpose", "attacker"):
        own = getattr(part, name, usual.get(name))
        if isinstance(own, str) and not isinstance(own, Words):
            setattr(part, name, Words(own, fr=own))


def in_a_list(given: Any, field: FieldInfo) -> Any:
    """Refuse one part where a list of them is wanted: as such it would be read as its fields."""
    if hasattr(type(given), "model_fields") and _is_list(field.annotation):
        raise ValueError(Words("must be a list: [...]", fr="il faut une liste : [...]"))
    return given


def _is_list(kind: Any) -> bool:
    """Whether a type is that of lists, or of lists among others."""
    return get_origin(kind) is tuple or any(_is_list(arg) for arg in get_args(kind))


_SEVERAL = Words(
    "{who}: the file has several copies of its records",
    fr="{who} : le fichier contient plusieurs copies de ses enregistrements",
)
_LAST = Words(
    "put the step that makes copies last", fr="mettre en dernier l’étape qui fait des copies"
)
_DECLARE = Words(
    'its name = "...", and if it measures risk its attacker = Words("...", fr="...") and'
    ' criteria = ("singling_out",) or ("linkability",) or ("inference",)',
    fr='son nom name = "...", et si elle mesure un risque attacker = Words("...", fr="...") et'
    ' criteria = ("singling_out",) ou ("linkability",) ou ("inference",)',
)
