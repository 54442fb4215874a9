"""Say what was done: a record (plain data), and reports made from it alone."""

from discret.caches import for_drawings

for_drawings()  # before matplotlib is imported
