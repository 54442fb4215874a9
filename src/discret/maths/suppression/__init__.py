"""Local suppression: which key values to blank so that every record shares the rest with others.

`local` states and solves the problem; greedy, moves and programme are its three ways.
"""
