"""What a guarantee that holds whatever the attacker knows is worth: differential privacy.

`meaning` says what an ε means for whoever looks for the value of a person; `composition` what
several releases of one source amount to, `repetition` what several answers of one person give away;
`response`, `unary` and `rappor` are answers that each blurs for themselves, drawn by `chance`.
"""
