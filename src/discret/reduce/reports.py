"""Answers in bits as the cells of a column: written so that no reader takes them for numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import polars as pl

from discret.errors import InputError, ParameterError
from discret.maths.arrays import Floats, Ints
from discret.maths.privacy.rappor import Bits, counted
from discret.reduce.pram.estimates import Frequencies
from discret.words import Words

ZERO = 48  # the byte of "0"


def written(bits: Bits, cohorts: Ints) -> pl.Series:
    """Write the bits of records, each behind its cohort and the letter b.

    Unary encoding has one cohort, and its reports are ``0b0110``.

    Examples
    --------
    >>> written(np.array([[0, 1], [1, 1]], np.uint8), np.array([3, 0])).to_list()
    ['3b01', '0b11']
    """
    size = bits.shape[1]
    if not size:  # of a column without values
        return pl.Series(["0b"] * len(bits), dtype=pl.String)
    plain = np.ascontiguousarray(bits + np.uint8(ZERO)).view(f"S{size}").ravel()
    texts = pl.Series("bits", plain, dtype=pl.Binary).cast(pl.String)
    parts = pl.DataFrame({"cohort": pl.Series(cohorts).cast(pl.String), "bits": texts})
    return parts.select(pl.concat_str("cohort", pl.lit("b"), "bits")).to_series()


def read(who: str, released: Iterable[Any], bits: int, cohorts: int) -> tuple[Ints, Ints]:
    """Count how often each bit is set in each cohort, and its reports; missing ones are left out.

    Examples
    --------
    >>> [own.tolist() for own in read("rappor", ["1b01", None, "1b11"], 2, 2)]
    [[[0, 0], [1, 2]], [0, 2]]
    """
    known = (
        released if isinstance(released, pl.Series) else pl.Series(list(released))
    ).drop_nulls()
    if not len(known):
        return np.zeros((cohorts, bits), dtype=np.int64), np.zeros(cohorts, dtype=np.int64)
    texts = known if known.dtype == pl.String else known.cast(pl.String, strict=False).fill_null("")
    wrong = int((~texts.str.contains(rf"^\d{{1,9}}b[01]{{{bits}}}$")).sum())
    if wrong:
        raise _odd(who, wrong, bits)
    parts = texts.str.splitn("b", 2).struct.unnest()
    cohort = parts["field_0"].cast(pl.Int64).to_numpy()
    if beyond := int((cohort >= cohorts).sum()):
        raise _odd(who, beyond, bits)
    plain = np.frombuffer("".join(parts["field_1"].to_list()).encode(), dtype=np.uint8)
    return counted(plain.reshape(-1, bits) - np.uint8(ZERO), cohort, cohorts)


def frequencies(labels: Sequence[str], counts: Floats, errors: Floats) -> Frequencies:
    """Return estimated counts by label, with their standard errors."""
    return Frequencies(
        dict(zip(labels, counts.round(9).tolist(), strict=True)),
        dict(zip(labels, errors.tolist(), strict=True)),
    )


def check_candidates(who: str, candidates: Sequence[str]) -> None:
    """Refuse to decode without candidates, or with one that is named twice."""
    if not candidates or len(set(candidates)) < len(candidates):
        raise ParameterError(who, [_CANDIDATES], hint=_GIVE)


def _odd(who: str, number: int, bits: int) -> InputError:
    return InputError(_ODD.filled(who=who, n=number, bits=bits), hint=_OWN)


_ODD = Words(
    "{who}: {n} {n:value is no report|values are no reports} of {bits} bits",
    fr="{who} : {n} {n:valeur n’est pas une réponse|valeurs ne sont pas des réponses} de {bits}"
    " bits",
)
_OWN = Words(
    "read the column as text, and decode it with the parameters that it was made by",
    fr="lire la colonne comme du texte, et la décoder avec les paramètres qui l’ont faite",
)
_CANDIDATES = Words(
    "candidates: the values to count are needed, each once",
    fr="candidates : il faut les valeurs à compter, chacune une fois",
)
_GIVE = Words('candidates=["a", "b"], for example', fr='candidates=["a", "b"], par exemple')
