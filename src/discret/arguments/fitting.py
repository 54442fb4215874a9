"""Arguments that do not fit: refused in a sentence that names those there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, wraps
from inspect import Parameter, Signature, signature
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar

from discret.errors import FileError, ParameterError, listed
from discret.words import Words, say

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def check_once(who: str, formerly: Mapping[str, str], named: Mapping[str, object]) -> None:
    """Refuse a parameter that is given under the name that it has and under the one that it had.

    Examples
    --------
    >>> check_once("grid", {"threshold": "least"}, {"threshold": 11})
    >>> check_once("grid", {"threshold": "least"}, {"threshold": 11, "least": 11})
    Traceback (most recent call last):
    ...
    discret.errors.ParameterError: grid: 1 fault
      - threshold: it is now called least, and both are given
    Hint: leave threshold out.
    """
    twice = [(old, new) for old, new in formerly.items() if {old, new} <= {*named}]
    if twice:
        faults = [_BOTH.filled(old=old, new=new) for old, new in twice]
        names = ", ".join(old for old, _ in twice)
        raise ParameterError(who, faults, hint=_LEAVE_OUT.filled(names=names))


_BOTH = Words(
    "{old}: it is now called {new}, and both are given",
    fr="{old} : s’appelle désormais {new}, et les deux sont donnés",
)
_LEAVE_OUT = Words("leave {names} out", fr="omettre {names}")


def fitting(
    who: str, hint: Words | None = None
) -> Callable[[Callable[Given, Answer]], Callable[Given, Answer]]:
    """Have a function refuse arguments that do not fit it with the words of the house.

    The hint lists its parameters, unless another is given.

    Examples
    --------
    >>> @fitting("share")
    ... def share(of, *, within=1):
    ...     return of / within
    >>> share(3, witin=4)
    Traceback (most recent call last):
    ...
    discret.errors.ParameterError: share: 1 fault
      - witin: there is no such parameter (did you mean 'within'?)
    Hint: there are of, within.
    """

    def around(deed: Callable[Given, Answer]) -> Callable[Given, Answer]:
        @wraps(deed)
        def asked(*given: Given.args, **named: Given.kwargs) -> Answer:
            wanted = _wanted(deed)
            if not wanted.by(len(given), named):
                check_fit(who, wanted.signature, given, named, wanted.own, hint)
            return deed(*given, **named)

        return asked

    return around


def fitted(hint: Words | None = None) -> Callable[[type[Answer]], type[Answer]]:
    """Have a class and its builders (``from_...``) refuse arguments that do not fit them.

    Examples
    --------
    >>> @fitted(Words("Point(x=1), for example", fr="Point(x=1), par exemple"))
    ... class Point:
    ...     def __init__(self, *, x):
    ...         self.x = x
    >>> Point(1)
    Traceback (most recent call last):
    ...
    discret.errors.ParameterError: Point: 1 fault
      - parameters are given by name, 1 came without
    Hint: Point(x=1), for example.
    """

    def around(own: type[Answer]) -> type[Answer]:
        setattr(own, "__init__", fitting(own.__name__, hint)(vars(own)["__init__"]))  # noqa: B010
        for name, builder in list(vars(own).items()):
            if name.startswith("from_") and isinstance(builder, classmethod):
                wrapped = fitting(f"{own.__name__}.{name}")(builder.__func__)
                setattr(own, name, classmethod(wrapped))
        return own

    return around


def by_name(who: str, called: str, given: tuple[Any, ...], known: Iterable[str]) -> None:
    """Refuse parameters that are given by their place.

    Examples
    --------
    >>> by_name("k_anonymity", "KAnonymity", (3,), ["k", "missing"])
    Traceback (most recent call last):
    ...
    discret.errors.ParameterError: k_anonymity: 1 fault
      - parameters are given by name, 1 came without
    Hint: KAnonymity(k=...), for example; there are k, missing.
    """
    if not given:
        return
    names = list(known)
    fault = say(
        "parameters are given by name, {n} came without",
        "les paramètres se donnent par leur nom, {n} {n:est venu|sont venus} sans",
        n=len(given),
    )
    hint = say(
        "{called}({first}=...), for example; there are {names}",
        "{called}({first}=...), par exemple ; il y a {names}",
        called=called, first=next(iter(names), "name"), names=", ".join(names),
    )  # fmt: skip
    raise ParameterError(who, [fault], hint=hint if names else _NO_PARAMETERS)


def as_path(who: str, given: Any) -> Path:
    """Return what was given as a path; refuse what is none.

    Examples
    --------
    >>> as_path("read", 3)
    Traceback (most recent call last):
    ...
    discret.errors.FileError: read: the path of a file is needed, int came. Hint: ...
    """
    if isinstance(given, str | PathLike):
        return Path(given)
    what = Words("the path of a file", fr="le chemin d’un fichier")
    raise FileError(needed(who, what, given), hint=_A_PATH)


def check_fit(
    who: str,
    wanted: Signature,
    given: Sequence[Any],
    named: Mapping[str, Any],
    own: int = 0,
    hint: Words | None = None,
) -> None:
    """Refuse arguments that do not fit; `own` is how many of the first are not the caller's."""
    try:
        wanted.bind(*given, **named)
    except TypeError:
        known = [parameter for parameter in wanted.parameters.values() if parameter.kind in _NAMED][
            own:
        ]
        names = [parameter.name for parameter in known]
        placed = [parameter for parameter in known if parameter.kind is not Parameter.KEYWORD_ONLY]
        faults = [
            *_too_many(len(given) - own - len(placed)),
            *(_unknown(name, names) for name in named if name not in names),
            *(
                _missing(parameter.name)
                for parameter in known[len(given) - own :]
                if _lacks(parameter, named)
            ),
        ]
        there = say("there are {names}", "il y a {names}", names=", ".join(names))
        raise ParameterError(who, faults or [_TWICE], hint=hint or there) from None


def kind_of(given: Any) -> str:
    """Name the kind of what came, never what it holds.

    Examples
    --------
    >>> kind_of(3), kind_of(None), kind_of(int)
    ('int', 'None', 'the class int')
    """
    if given is None:
        return "None"
    own = given if isinstance(given, type) else type(given)
    room = own.__module__.split(".")[0]
    name = own.__name__ if room in ("builtins", "discret") else f"{room}.{own.__name__}"
    return say("the class {name}", "la classe {name}", name=name) if own is given else name


def needed(place: str, what: str, given: Any) -> Words:
    """Write that something else is needed than what came.

    Examples
    --------
    >>> needed("title", Words("a text", fr="un texte"), 3).fr
    'title : il faut un texte, reçu : int'
    """
    return say(
        "{place}: {what} is needed, {kind} came",
        "{place} : il faut {what}, reçu : {kind}",
        place=place, what=what, kind=kind_of(given),
    )  # fmt: skip


_NAMED = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)


class _Wanted(NamedTuple):
    """What a function takes: those that are given by their place, that must be, and all.

    Binding them, as `check_fit` does, takes longer than much of what is asked.
    """

    signature: Signature
    placed: tuple[str, ...]
    needed: frozenset[str]
    known: frozenset[str]

    @property
    def own(self) -> int:
        """How many of the first are not the caller's."""
        return int(next(iter(self.signature.parameters), "") in ("cls", "self"))

    def by(self, given: int, named: Mapping[str, Any]) -> bool:
        """Whether so many by their place, and others by name, surely fit."""
        taken = {*self.placed[:given], *named}
        return len(taken) == given + len(named) and self.needed <= taken <= self.known


@cache
def _wanted(deed: Any) -> _Wanted:
    wanted = signature(deed)
    known = {name: one for name, one in wanted.parameters.items() if one.kind in _NAMED}
    placed = [name for name, one in known.items() if one.kind is not Parameter.KEYWORD_ONLY]
    needed = {name for name, one in known.items() if one.default is Parameter.empty}
    if len(known) < len(wanted.parameters):  # others than these may be given: let it be bound
        known = {}
    return _Wanted(wanted, tuple(placed), frozenset(needed), frozenset(known))


def _too_many(count: int) -> Iterable[Words]:
    if count > 0:
        yield say(
            "parameters are given by name, {n} came without",
            "les paramètres se donnent par leur nom, {n} {n:est venu|sont venus} sans",
            n=count,
        )


def _unknown(name: str, names: Sequence[str]) -> Words:
    near = get_close_matches(name, names, 1)
    guess = say(" (did you mean {near}?)", " (vouliez-vous dire {near} ?)", near=listed(near))
    return say(
        "{name}: there is no such parameter{guess}",
        "{name} : ce paramètre n’existe pas{guess}",
        name=name, guess=guess if near else "",
    )  # fmt: skip


def _missing(name: str) -> Words:
    return say("{name}: is missing", "{name} : il est nécessaire", name=name)


def _lacks(one: Parameter, named: Mapping[str, Any]) -> bool:
    return one.default is Parameter.empty and one.name not in named


_A_PATH = Words('write it in quotes: "survey.csv"', fr='l’écrire entre guillemets : "survey.csv"')
_NO_PARAMETERS = Words("it has no parameters", fr="elle n’a pas de paramètre")
_TWICE = Words("a parameter is given twice", fr="un paramètre est donné deux fois")
