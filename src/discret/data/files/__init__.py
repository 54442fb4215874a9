"""Files of tables: how each format is read and written, and what is refused before it is read.

`tables` reads and writes whatever the format; the other modules know one format or one danger
each.
"""
