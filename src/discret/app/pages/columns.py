"""The page of the columns: a first look at each, and its role."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discret.app.office import Office
from discret.app.pages.page import Form, Page, first
from discret.app.rendering import Tongue
from discret.data.roles import Role
from discret.document.words.roles_and_months import ROLES
from discret.words import Words


async def view(office: Office, voice: Tongue, asked: Form) -> Mapping[str, Any]:
    """Show every column with its role, the reason of the guess and its hierarchy."""
    now, source = office.desk.now, office.desk.source
    assert now is not None and source is not None  # noqa: S101, PT018 (a file is open)
    roles, made = now.outline["roles"], now.outline["hierarchies"]
    return {
        "columns": [
            {
                **column,
                "now": roles.get(column["name"], "ignored"),
                "made": made.get(column["name"]),
            }
            for column in source["columns"]
        ],
        "roles": [(str(role), voice.said(ROLES[role])) for role in Role],
        "meanings": [(voice.said(ROLES[role]), voice.said(role.meaning)) for role in Role],
        "keys": sum(role in ("key", "area") for role in roles.values()),
        "alone": _alone(now.told),
    }


def _alone(told: Mapping[str, Any]) -> float | None:
    """Return the share of the records of the original that nobody shares their keys with."""
    for found in told["risk_before"]:
        sizes = found["details"].get("group_sizes")
        if sizes:
            return float(sizes.get("1", 0) / max(sum(sizes.values()), 1))
    return None


async def _roles(office: Office, form: Form) -> str | None:
    """Give the columns the roles that were chosen."""
    source = office.desk.source
    assert source is not None  # noqa: S101 (a file is open)
    wanted = {
        column["name"]: first(form, f"role.{place}", "ignored")
        for place, column in enumerate(source["columns"])
    }
    await office.change(_DID, [{"do": "roles", "roles": wanted}])
    return None


_DID = Words("roles of the columns", fr="rôles des colonnes")
COLUMNS = Page(
    name="columns",
    title=Words("Columns", fr="Colonnes"),
    advice=Words(
        "Say what each column is for: the roles are guesses from names and counts. A column that an"
        " attacker could know and that is not a key makes every verdict too rosy.",
        fr="Dire à quoi sert chaque colonne : les rôles sont devinés d’après les noms et les"
        " effectifs. Une colonne qu’un attaquant pourrait connaître et qui n’est pas une clé rend"
        " tous les verdicts trop favorables.",
    ),
    view=view,
    actions={"roles": _roles},
)
