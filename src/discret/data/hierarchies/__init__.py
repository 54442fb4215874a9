"""How values are made coarser: hierarchies that are tabled, ruled, or made from the data.

`hierarchy` is the noun. `forms` and `arguments` say how one is written down; it comes from
`sources`, `csv` and `tables`, from `rules`, or from the data (`automatic`, `wishes`, `from_data`,
by the `information` that crossings with other columns keep); `key_levels` and `level_limits` climb
it.
"""
