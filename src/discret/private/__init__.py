"""Tell statistics that hold whatever the attacker knows: differential privacy.

`PrivateTable` is the noun. `units` says what neighbours differ by, `contributions` bounds what one
adds, `cells` counts, `mechanisms` has the noise and its proof (OpenDP's), `after` makes what was
drawn fit to be read, at no cost; `telling` puts them in order.
"""

from discret.private.table import PrivateTable as PrivateTable
