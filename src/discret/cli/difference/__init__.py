"""What subtracting gives away, as a command: two zonings, several, and their protection.

`two` and `several` answer, `protect` mends; the command itself is declared in cli/declared/verbs.
"""
