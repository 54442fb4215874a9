"""What blanks still hide from someone who knows why they were made.

A problem of transport: `candidates` and `transport` bound it, `completions` and `placements`
count.
"""
