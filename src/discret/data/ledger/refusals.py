"""What a ledger refuses, and the way out."""

from __future__ import annotations

from pathlib import Path

from discret.errors import FileError, InputError
from discret.words import Words, say


def already_there(path: Path) -> FileError:
    """Say that a ledger is never replaced."""
    return FileError(
        say("budget: {name} exists already", "budget : {name} existe déjà", name=path.name),
        hint=Words(
            "an account is never begun anew: see discret budget show, or name another file",
            fr="un compte ne se recommence jamais : voir discret budget show, ou nommer un autre"
            " fichier",
        ),
    )


def not_to_be_written(path: Path) -> FileError:
    """Say that a ledger cannot be made there."""
    return FileError(
        say("budget: {name} cannot be written", "budget : {name} ne peut être écrit",
            name=path.name),
        hint=Words("check the folder, and the right to write there",
                   fr="vérifier le dossier, et le droit d’y écrire"),
    )  # fmt: skip


def in_use(path: Path) -> FileError:
    """Say that somebody else kept a ledger too long."""
    return FileError(
        say("budget: {name} is kept by another program", "budget : {name} est pris par un autre"
            " programme", name=path.name),
        hint=Words("nothing was spent; try again when it is done",
                   fr="rien n’a été dépensé ; recommencer quand il aura fini"),
    )  # fmt: skip


def no_ledger(path: Path) -> FileError:
    """Say that there is no ledger."""
    return FileError(
        say("budget: there is no ledger {name}", "budget : il n’y a pas de compte {name}",
            name=path.name),
        hint=Words("open one: discret budget open LEDGER --epsilon 2 --source FILE",
                   fr="en ouvrir un : discret budget open LEDGER --epsilon 2 --source FICHIER"),
    )  # fmt: skip


def broken(path: Path) -> FileError:
    """Say that a ledger is none, or was changed by others than discret."""
    return FileError(
        say("budget: {name} is no ledger, or was tampered with: its seals do not hold",
            "budget : {name} n’est pas un compte, ou a été altéré : ses sceaux ne tiennent pas",
            name=path.name),
        hint=Words("take it back from a copy; until then nothing more may be released",
                   fr="le reprendre d’une copie ; d’ici là, rien de plus ne peut être diffusé"),
    )  # fmt: skip


def no_source(path: Path) -> FileError:
    """Say that the source cannot be read."""
    return FileError(
        say("budget: the source {name} cannot be read",
            "budget : la source {name} ne peut être lue", name=path.name),
        hint=Words("name the file that releases are made from",
                   fr="nommer le fichier dont on tire les diffusions"),
    )  # fmt: skip


def no_such_seal() -> InputError:
    """Say that an account lacks an entry that was there when its seal was told."""
    return InputError(
        Words("budget: no entry of the account has this seal: entries were cut off or written anew,"
              " or it is an earlier copy, or another account",
              fr="budget : aucune entrée du compte n’a ce sceau : des entrées ont été coupées ou"
              " réécrites, ou c’est une copie antérieure, ou un autre compte"),
        hint=Words("write at least its first 8 signs, as reports and discret budget show do; if it"
                   " is right, find the account that has it before more is released",
                   fr="en écrire au moins les 8 premiers signes, comme les rapports et discret"
                   " budget show ; s’il est juste, retrouver le compte qui l’a avant de rien"
                   " diffuser"),
    )  # fmt: skip


def another_source() -> InputError:
    """Say that a ledger is about another file."""
    return InputError(
        Words("budget: the ledger is about another source",
              fr="budget : le compte porte sur une autre source"),
        hint=Words("each source has a ledger of its own: open one with discret budget open",
                   fr="chaque source a son compte : en ouvrir un par discret budget open"),
    )  # fmt: skip


def overdrawn(cost: Words, left: Words, *, planned: bool = False) -> InputError:
    """Say that a release costs more than is left, beside what planned ones take."""
    return InputError(
        say("budget: the release costs {cost}, and {left} is left",
            "budget : la diffusion coûte {cost}, et il reste {left}", cost=cost, left=left),
        hint=Words("release less, or with more noise; nothing was read and nothing was spent",
                   fr="diffuser moins, ou avec plus de bruit ; rien n’a été lu ni dépensé")
        if not planned
        else Words("the rest is set aside for the calendar: release what was planned, at its cost"
                   " and under its name; nothing was read and nothing was spent",
                   fr="le reste est réservé au calendrier : diffuser ce qui était prévu, à son coût"
                   " et sous son nom ; rien n’a été lu ni dépensé"),
    )  # fmt: skip


def not_a_cost() -> InputError:
    """Say what a cost is."""
    return InputError(
        Words("budget: a cost is an ε above 0 with a δ from 0 to below 1, or a ρ above 0",
              fr="budget : un coût est un ε au-dessus de 0 avec un δ de 0 à moins de 1, ou un ρ"
              " au-dessus de 0"),
        hint=Words("--epsilon 0.5, for example", fr="--epsilon 0.5, par exemple"),
    )  # fmt: skip


def costs_nothing() -> InputError:
    """Say that what is made from another release alone has no cost of its own."""
    return InputError(
        Words("budget: what is made from another release alone costs nothing",
              fr="budget : ce qui est tiré d’une autre diffusion seule ne coûte rien"),
        hint=Words("leave the cost out; if the source is read again, leave --parent out and pay",
                   fr="omettre le coût ; si la source est relue, omettre --parent et payer"),
    )  # fmt: skip


def wrong_terms(terms: str) -> InputError:
    """Say that a cost cannot be counted in the terms of the budget."""
    return InputError(
        say("budget: it counts in {terms}, and this cost has no worth in it",
            "budget : il se compte en {terms}, et ce coût n’y a pas de valeur", terms=terms),
        hint=Words("a ρ counts in ρ, an ε with a δ in ε; a pure ε counts in both",
                   fr="un ρ se compte en ρ, un ε avec un δ en ε ; un ε pur, dans les deux"),
    )  # fmt: skip


def no_parent() -> InputError:
    """Say that what a release is made from is not in the ledger."""
    return InputError(
        Words("budget: the release that it is made from is not in the ledger",
              fr="budget : la diffusion dont elle est tirée n’est pas au compte"),
        hint=Words("name one that discret budget show lists",
                   fr="en nommer une que discret budget show énumère"),
    )  # fmt: skip


def no_such_part() -> InputError:
    """Say that a part of the table was not declared."""
    return InputError(
        Words("budget: no such part of the source was declared when the budget was opened",
              fr="budget : aucune partie de ce nom n’a été déclarée à l’ouverture du budget"),
        hint=Words("parts that share nobody are declared once, with --part at opening",
                   fr="les parties sans personne en commun se déclarent une fois, par --part à"
                   " l’ouverture"),
    )  # fmt: skip


def used_already() -> InputError:
    """Say that a number of a release was used for another cost."""
    return InputError(
        Words("budget: a release of this number was paid with another cost",
              fr="budget : une diffusion de ce numéro a été payée à un autre coût"),
        hint=Words("give the release a number of its own",
                   fr="donner à la diffusion un numéro à elle"),
    )  # fmt: skip


def no_calendar() -> InputError:
    """Say how a calendar is written."""
    return InputError(
        Words("budget: a calendar lists releases as '12 x epsilon 0.1', with 'delta 1e-9', the"
              " noise 'laplace' and a name after a colon where there is one, or as '4 x rho 0.01';"
              " 10,000 at most",
              fr="budget : un calendrier énumère les diffusions ainsi : « 12 x epsilon 0.1 », avec"
              " « delta 1e-9 », le bruit « laplace » et un nom après deux-points s’il y en a un, ou"
              " « 4 x rho 0.01 » ; 10 000 au plus"),
        hint=Words("--calendar '12 x epsilon 0.1 laplace', or --releases 12 for equal parts",
                   fr="--calendar '12 x epsilon 0.1 laplace', ou --releases 12 pour des parts"
                   " égales"),
    )  # fmt: skip


def two_calendars() -> InputError:
    """Say that releases are planned in one way."""
    return InputError(
        Words("budget: --calendar or --releases, one of the two",
              fr="budget : --calendar ou --releases, l’un des deux"),
        hint=Words("--releases 12 shares the budget out in equal parts; a calendar says each cost",
                   fr="--releases 12 partage le budget en parts égales ; un calendrier dit chaque"
                   " coût"),
    )  # fmt: skip


def too_much_planned(whole: Words, budget: Words) -> InputError:
    """Say that a calendar amounts to more than the budget."""
    return InputError(
        say("budget: the calendar amounts to {whole}, and the budget is {budget}",
            "budget : le calendrier revient à {whole}, et le budget est de {budget}",
            whole=whole, budget=budget),
        hint=Words("plan fewer releases, or with more noise; a δ lets many small ones add up to"
                   " less",
                   fr="prévoir moins de diffusions, ou plus bruitées ; un δ fait que beaucoup de"
                   " petites s’ajoutent à moins"),
    )  # fmt: skip


def another_relation(own: str, other: str) -> InputError:
    """Say that a release is about other neighbours than the account: no sum of both means much."""
    return InputError(
        say("budget: the account is about neighbours by {own}, and the release by {other}: their"
            " costs do not add up",
            "budget : le compte porte sur des voisines par {own}, et la diffusion par {other} :"
            " leurs coûts ne s’ajoutent pas",
            own=own, other=other),
        hint=say("give the release the neighbours {own}, or an account opened with --neighbours"
                 " {other}; nothing was read and nothing was spent",
                 "donner à la diffusion les voisines {own}, ou un compte ouvert par --neighbours"
                 " {other} ; rien n’a été lu ni dépensé",
                 own=own, other=other),
    )  # fmt: skip


def another_unit(own: str, other: str) -> InputError:
    """Say that a release protects other units than the account."""
    return InputError(
        say("budget: the account is about units of kind {own}, and the release about {other}:"
            " their costs do not add up",
            "budget : le compte porte sur des unités de type {own}, et la diffusion sur {other} :"
            " leurs coûts ne s’ajoutent pas",
            own=own, other=other),
        hint=say("give the same roles as before (unit {own}), or open an account with --unit"
                 " {other}; nothing was spent",
                 "donner les mêmes rôles qu’avant (unit {own}), ou ouvrir un compte par --unit"
                 " {other} ; rien n’a été dépensé",
                 own=own, other=other),
    )  # fmt: skip


def another_column(own: str, other: str) -> InputError:
    """Say that a release tells units apart by another column than those before."""
    return InputError(
        say("budget: releases so far tell units apart by {own!r}, and this one by {other!r}: their"
            " costs do not add up",
            "budget : les diffusions jusqu’ici distinguent les unités par {own!r}, et celle-ci par"
            " {other!r} : leurs coûts ne s’ajoutent pas",
            own=own, other=other),
        hint=say("give the role to {own!r}, or that name to the column if it is the same; nothing"
                 " was spent",
                 "donner le rôle à {own!r}, ou ce nom à la colonne si c’est la même ; rien n’a été"
                 " dépensé",
                 own=own),
    )  # fmt: skip


def unstated() -> InputError:
    """Say that an account of earlier days does not say what its costs are about."""
    return InputError(
        Words("budget: the account does not say which tables are neighbours, so that nothing can"
              " be added to its costs",
              fr="budget : le compte ne dit pas quelles tables sont voisines : rien ne peut"
              " s’ajouter à ses coûts"),
        hint=Words("open another with what is left of it, and say --neighbours; discret budget show"
                   " still shows this one",
                   fr="en ouvrir un autre avec ce qui en reste, et dire --neighbours ; discret"
                   " budget show montre encore celui-ci"),
    )  # fmt: skip


def no_relation() -> InputError:
    """Say which neighbours there are."""
    return InputError(
        Words("budget: neighbours are add_remove or replace",
              fr="budget : les voisines sont add_remove ou replace"),
        hint=Words("--neighbours add_remove, which is usual: tables with a unit more or less",
                   fr="--neighbours add_remove, l’usage : des tables à une unité près"),
    )  # fmt: skip


def no_unit() -> InputError:
    """Say which units there are."""
    return InputError(
        Words("budget: the unit is household, individual or record",
              fr="budget : l’unité est household, individual ou record"),
        hint=Words("leave it out, and the first release that is paid says it",
                   fr="l’omettre, et la première diffusion payée la dit"),
    )  # fmt: skip


def parts_replaced() -> InputError:
    """Say that under replacement no part stands alone."""
    return InputError(
        Words("budget: with replace there are no parts: who is replaced by somebody of another part"
              " changes both, and the number in each",
              fr="budget : avec replace il n’y a pas de parties : qui est remplacé par quelqu’un"
              " d’une autre partie change les deux, et l’effectif de chacune"),
        hint=Words("--neighbours add_remove, or an account without --part",
                   fr="--neighbours add_remove, ou un compte sans --part"),
    )  # fmt: skip
