"""Arrays in, arrays out: no roles, no frames, no files."""
