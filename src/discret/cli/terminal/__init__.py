"""Between the commands and the person at the terminal: what is printed, refused, waited for.

`output` prints, `help` and `refusals` answer, `ending` gives the exit code; `watched` stands by a
command that may run short of memory.
"""
