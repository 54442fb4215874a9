"""The four verbs in order: what to do with a file, and what came of it."""
