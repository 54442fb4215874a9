"""Where areas lie: outlines of GeoJSON and GeoParquet files, and which areas are neighbours.

`features` and `geoparquet` read, `shapes` says whose outlines they are, `neighbouring` who is next
to whom.
"""
