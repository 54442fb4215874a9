"""What somebody adds to discret: one measure, one file; one method, one file."""
