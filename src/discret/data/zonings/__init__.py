"""Zones and cells: two or several zonings of the same observations, counted and crossed.

`crossing` is what differencing works on; outlines and squares say where zones lie.
"""
