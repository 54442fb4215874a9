"""Tables to try things on: five worked examples from papers, a survey and villages, generated."""

from __future__ import annotations

import polars as pl

from discret.data.examples.generated_survey import survey
from discret.data.examples.generated_villages import villages

__all__ = ["communes", "dishes", "footballers", "illnesses", "parcels", "survey", "villages"]


def dishes() -> pl.DataFrame:
    """Nine people and their favourite dish.

    Keys ``Sexe`` and ``Âge``, sensitive ``Plat préféré``, weight ``Poids``. Three records are
    alone with their key; the two women over 50 like the same dish.

    References
    ----------
    Bergeat M. (2015), *Anonymisation de données individuelles : bien calées, bien protégées ?*,
    Insee, figure 1.1.

    Examples
    --------
    >>> dishes().shape, dishes()["Poids"].sum()
    ((9, 5), 12000)
    """
    return pl.DataFrame(
        [
            ("Léa Marval", "Femme", "-25", "Moussaka", 1000),
            ("Chloé Pradel", "Femme", "-25", "Paris-Brest", 1500),
            ("Mélina Jabot", "Femme", "25-50", "Choucroute", 2000),
            ("Ghislaine Métayer", "Femme", "+50", "Tête de veau", 1100),
            ("Mireille Henry", "Femme", "+50", "Tête de veau", 1400),
            ("Léo Briton", "Homme", "-25", "Paris-Brest", 800),
            ("Louis Brandt", "Homme", "25-50", "Moussaka", 1100),
            ("Jean Achard", "Homme", "25-50", "Pot au feu", 1900),
            ("Jacques Crillou", "Homme", "+50", "Choucroute", 1200),
        ],
        schema=["Nom complet", "Sexe", "Âge", "Plat préféré", "Poids"],
        orient="row",
    )


def illnesses() -> pl.DataFrame:
    """Seven people and their illness, each alone with their key.

    Keys ``Âge``, ``Sexe`` and ``CP`` (postcode), sensitive ``Maladie``.

    References
    ----------
    Bergeat M. (2014), *Un panorama de la protection des fichiers de données individuelles*,
    Séminaire de méthodologie statistique, Insee.

    Examples
    --------
    >>> illnesses().shape, illnesses()["Âge"].max()
    ((7, 5), 111)
    """
    return pl.DataFrame(
        [
            ("Eve Estampes", 46, "Femme", "42300", "Cirrhose"),
            ("Caroline Gérard", 46, "Femme", "73270", "Bronchite"),
            ("Ghislaine Bernard", 68, "Femme", "73270", "Cancer du sein"),
            ("Célimène Hervé", 111, "Femme", "73270", "Hépatite C"),
            ("Tom Chevalier", 17, "Homme", "75014", "Insuffisance cardiaque"),
            ("Marc Champion", 31, "Homme", "75014", "Bronchite"),
            ("Éric Carpentier", 42, "Homme", "93120", "Grippe"),
        ],
        schema=["Nom", "Âge", "Sexe", "CP", "Maladie"],
        orient="row",
    )


def footballers() -> pl.DataFrame:
    """Six footballers and their monthly pay in thousands of euros.

    Keys ``Âge`` and ``Club``, sensitive ``Salaire``. The last two share key and pay.

    References
    ----------
    Nguyen B. and Castelluccia C. (2020), *Techniques d'anonymisation tabulaire : concepts et
    mise en œuvre*, arXiv:2001.02650, table 1.

    Examples
    --------
    >>> footballers().shape, footballers()["Salaire"].max()
    ((6, 4), 3060)
    """
    return pl.DataFrame(
        [
            ("Thiago Silva", 35, "PSG", 1160),
            ("Edison Cavani", 32, "PSG", 1500),
            ("Kylian Mbappé", 20, "PSG", 1730),
            ("Neymar Jr.", 27, "PSG", 3060),
            ("Dimitri Payet", 32, "OM", 500),
            ("Luiz Gustavo", 32, "OM", 500),
        ],
        schema=["ID", "Âge", "Club", "Salaire"],
        orient="row",
    )


def parcels() -> pl.DataFrame:
    """Eleven fields of six farmers, with the abundance of bees seen on each.

    Keys ``culture`` and ``conduite``, area ``zone``, sensitive ``abondance``; the individual to
    protect is the farmer, ``exploitant``, who may have several fields.

    References
    ----------
    Croce L., Lemièr L., Bimonte S. and Pinet F., *Une nouvelle méthodologie pour l'anonymisation
    des entrepôts de données spatiales : application aux données de biodiversité dans le contexte
    agricole*, table 1.

    Examples
    --------
    >>> parcels().shape, parcels()["exploitant"].n_unique()
    ((11, 6), 6)
    """
    return pl.DataFrame(
        [
            (1, "Allier", "M. Boyer", "betterave", "Conventionnelle", 3.979),
            (2, "Allier", "M. Boyer", "ble dur", "Biologique", 5.723),
            (3, "Isère", "D. Bernard", "ble dur", "Biologique", 2.151),
            (4, "Allier", "P. Martinez", "betterave", "Biologique", 4.96),
            (5, "Isère", "D. Bernard", "betterave", "Conventionnelle", 1.837),
            (6, "Isère", "P. Draco", "betterave", "Conventionnelle", 8.64),
            (7, "Isère", "V. Clavez", "ble tendre", "Conventionnelle", 3.52),
            (8, "Allier", "M. Boyer", "ble tendre", "Conventionnelle", 4.81),
            (9, "Isère", "H. Guerchet", "ble tendre", "Conventionnelle", 2.987),
            (10, "Isère", "H. Guerchet", "ble tendre", "Biologique", 2.299),
            (11, "Allier", "M. Boyer", "ble tendre", "Biologique", 6.8),
        ],
        schema=["id", "zone", "exploitant", "culture", "conduite", "abondance"],
        orient="row",
    )


def communes() -> pl.DataFrame:
    """Thirteen observations in four communes and six squares of a grid.

    Published by ``commune`` and by ``carreau``, they can be told apart by subtraction. Squares B3
    and B4 lie inside A2; B1 has observations in three communes.

    References
    ----------
    Costemalle V. (2018), *Identification des problèmes de différenciation géographique*, Journées
    de méthodologie statistique, Insee, figure 2 and tables 1 to 3.

    Examples
    --------
    >>> communes().shape, communes()["carreau"].n_unique()
    ((13, 2), 6)
    """
    return pl.DataFrame(
        [
            ("A1", "B1"), ("A1", "B1"), ("A1", "B2"),
            ("A2", "B1"), ("A2", "B2"), ("A2", "B3"), ("A2", "B4"), ("A2", "B4"), ("A2", "B5"),
            ("A2", "B6"),
            ("A3", "B5"), ("A3", "B6"),
            ("A4", "B1"),
        ],
        schema=["commune", "carreau"],
        orient="row",
    )  # fmt: skip
