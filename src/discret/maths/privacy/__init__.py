"""What a guarantee that holds whatever the attacker knows is worth: differential privacy.

`meaning` says what an ε means for whoever looks for the value of a person; `composition` what
several releases of one source amount to; `response` and `rappor` are answers that each blurs for
themselves, drawn by `chance`.
"""
