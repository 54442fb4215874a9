"""Say what was done: a record (plain data), and reports made from it alone."""
