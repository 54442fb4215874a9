"""What a group tells of a sensitive value: diversity, closeness, likeness.

Each takes the sparse table of counts (CSR arrays) and gives a number for each group.
"""
