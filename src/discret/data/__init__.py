"""What we hold: tables whose columns have roles, hierarchies, key tables, files."""
