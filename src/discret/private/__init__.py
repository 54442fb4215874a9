"""Tell statistics that hold whatever the attacker knows: differential privacy.

`PrivateTable` is the noun. `contributions` bounds what one person adds to it, `mechanisms` has the
noise and its proof (OpenDP's), `after` makes what was drawn fit to be read, at no cost.
"""

from discret.private.table import PrivateTable as PrivateTable
