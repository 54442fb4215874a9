"""How hierarchies are described: tables of values, and rules."""
