"""Statistics that analysts compute: models, correspondence, clusters, quantiles.

Weighted throughout; used by what quantifies losses.
"""
