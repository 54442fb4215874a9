"""What columns say of each other: whether some give back another, told apart from chance.

Found by counting records grouped by what they show. Margins that follow from others are in
maths/calibration.
"""
